// Decides which batches must be on disk before their callers continue. All must, except batches that only open calls, store states of
// walks, lease parts of limits, reserve the next page of a collection, or claim, renew and release duties.
// A hold that a power cut loses was never charged and never answered. Whatever ends a hold is a commit that waits for the disk, and it
// takes the hold along, because the log is one file and only valid in sequence (docs/decisions/storage.md#a-hold-is-on-disk-with-whatever-ends-it). A walk's cursor is likewise given
// out only after such a commit, and a state without its cursor is never used. Leases of limits last three seconds, less than a machine needs
// to restart. A claim of a duty that a power cut loses had its node on the same machine, so that nobody works under it any more; every
// commit that moves the duty on waits for the disk and takes the claim along. A lost release ends when the lease lapses. A page whose
// reservation is lost was not charged: its settlement waits for the disk and takes the reservation along.

import type { VerbName } from '../verbs.ts';
import type { Sync } from './connection.ts';

const MAY_WAIT: readonly VerbName[] = [
  'calls.open',
  'walkStates.put',
  'leases.renew',
  'collections.nextPage',
  'duties.claim',
  'duties.renew',
  'duties.release',
];

export function syncOf(verbs: readonly { name: VerbName }[]): Sync {
  return verbs.every(({ name }) => MAY_WAIT.includes(name)) ? 'NORMAL' : 'FULL';
}
