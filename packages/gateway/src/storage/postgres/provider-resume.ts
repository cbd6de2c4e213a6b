// Owns the word of an operator that a provider is to be asked again. Nothing is kept of it but its row in the audit log, where
// every process finds it.
import { PROVIDER_RESUME, type Storage } from '../storage.ts';
import { recordChange } from './audit.ts';
import type { VerbContext } from './verb-context.ts';

export async function resumeProvider(
  context: VerbContext,
  { actor, provider }: Parameters<Storage['providers']['resume']>[0],
): Promise<null> {
  await recordChange(context, { actor, action: PROVIDER_RESUME, subject: provider, detail: {} });
  return null;
}
