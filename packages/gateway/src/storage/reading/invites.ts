// Owns the list of invites, the newest first.
import type { Invite } from '../../domain/invite.ts';
import type { Listed, Paging } from '../listed.ts';
import { pageOf } from '../paging.ts';
import { readInvite } from '../writing/signups.ts';
import { Conditions, type Reading } from './reading.ts';

export function* listInvites(input: Paging): Reading<Listed<Invite>> {
  const [ms = String(Number.MAX_SAFE_INTEGER), id = ''] = input.after?.split('/') ?? [];
  const where = new Conditions();
  const time = where.value(Number(ms));
  where.addPlain(`(created_at_ms < ${time} OR (created_at_ms = ${time} AND id < ${where.value(id)}))`);
  const sql = `SELECT * FROM invites WHERE ${where} ORDER BY created_at_ms DESC, id DESC LIMIT ${where.value(input.limit + 1)}`;
  const rows = yield { sql, values: where.values };
  return pageOf(rows.map(readInvite), input.limit, (invite) => `${invite.createdAtMs}/${invite.id}`);
}
