// Owns the list of open holds: what runs now, and what nobody has ended yet. Oldest first, since those deserve a look.
import type { OpenHold } from '../call-lists.ts';
import type { Listed, Paging } from '../listed.ts';
import { pageOf } from '../paging.ts';
import { CALL_OWNERS, LISTED_COLUMNS, OWNED, readListedCall } from './listed-call.ts';
import { Conditions, type Reading } from './reading.ts';

/** The plus keeps SQLite from walking over all calls in their order: there is an index of holds. */
export function* listHolds(input: Paging & { accountId?: string }): Reading<Listed<OpenHold>> {
  const where = new Conditions()
    .addPlain(`c.state = 'held' AND ${OWNED}`)
    .add('+c.seq > ?', Number(input.after ?? 0))
    .addGiven('c.account_id = ?', input.accountId);
  const sql = `SELECT ${LISTED_COLUMNS} FROM calls c ${CALL_OWNERS} WHERE ${where}
                ORDER BY +c.seq LIMIT ${where.value(input.limit + 1)}`;
  const calls = (yield { sql, values: where.values }).map(readListedCall);
  return pageOf(calls, input.limit, ({ seq }) => String(seq));
}
