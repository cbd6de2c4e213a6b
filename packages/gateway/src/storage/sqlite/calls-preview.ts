// The verb `calls.preview` on SQLite: reads what opening the call would read, in one snapshot, and writes nothing.
import { previewCall } from '../ledger/calls-preview.ts';
import type { CallPreview, OpenCall } from '../storage.ts';
import { readLedger } from './ledger-read.ts';
import type { VerbContext } from './verb-context.ts';

export function previewOpen(context: VerbContext, input: OpenCall): CallPreview {
  return context.db.transaction('deferred', () =>
    previewCall(readLedger(context, { opens: [input], calls: [input] }), input),
  );
}
