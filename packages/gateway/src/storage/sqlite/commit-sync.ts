// Owns which batches must be on disk before their callers go on: all of them, but those that do nothing except open calls.
// A hold that a power cut takes away was never charged and never answered; whatever ends it is a commit that waits, and
// that puts the hold on disk with it, because the log is one file and valid only in order (docs/decisions/0017).
import type { Sync } from './connection.ts';
import type { VerbName } from './verbs.ts';

export function syncOf(verbs: readonly { name: VerbName }[]): Sync {
  return verbs.every(({ name }) => name === 'calls.open') ? 'NORMAL' : 'FULL';
}
