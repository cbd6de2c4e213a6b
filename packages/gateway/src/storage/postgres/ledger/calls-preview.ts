// The verb `calls.preview` on PostgreSQL: reads what opening the call would read, locks nothing and writes nothing.
import { previewCall } from '../../ledger/calls-preview.ts';
import type { CallPreview, OpenCall } from '../../storage.ts';
import type { VerbContext } from '../verb-context.ts';
import { readUnlocked } from './ledger-read.ts';

export async function previewOpen(context: VerbContext, input: OpenCall): Promise<CallPreview> {
  return previewCall(await readUnlocked(context.db, input, context), input);
}
