// Owns the list of invites, the newest first.
import type { Invite } from '../../domain/invite.ts';
import type { Listed, Paging } from '../listed.ts';
import { readInvite } from '../writing/signups.ts';
import { newestFirst } from './newest-first.ts';
import { Conditions, type Reading } from './reading.ts';

export function* listInvites(input: Paging): Reading<Listed<Invite>> {
  const positionOf = (invite: Invite) => `${invite.createdAtMs}/${invite.id}`;
  const list = { table: 'invites', at: 'created_at_ms', read: readInvite, positionOf };
  return yield* newestFirst(list, input, new Conditions());
}
