// Owns which batches must be on disk before their callers go on: all of them, but those that do nothing except open calls, keep where
// walks stand or lease parts of limits. A hold that a power cut takes away was never charged and never answered; whatever ends it is a
// commit that waits, and that puts the hold on disk with it, because the log is one file and valid only in order (docs/decisions/0017).
// A walk's cursor is handed out by such a commit too; a state without one is known to nobody. Leases last three seconds, less than a
// machine needs to start again.

import type { VerbName } from '../verbs.ts';
import type { Sync } from './connection.ts';

const MAY_WAIT: readonly VerbName[] = ['calls.open', 'walkStates.put', 'leases.renew'];

export function syncOf(verbs: readonly { name: VerbName }[]): Sync {
  return verbs.every(({ name }) => MAY_WAIT.includes(name)) ? 'NORMAL' : 'FULL';
}
