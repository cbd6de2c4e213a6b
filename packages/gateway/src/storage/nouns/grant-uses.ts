// What entries of operators and payments do to grants. Money that leaves other than by a call is taken from ordinary money first. A
// refund goes back to the grants that paid, unless they have expired. The account's row has the sum of what is left of its grants.
import type { EntryKind } from '../../domain/account.ts';
import { type GrantUse, giveBackToGrants, inOrderOfUse, takeOfGrants } from '../ledger/grants.ts';
import { readGrantRow } from '../ledger/read-rows.ts';
import type { Queries } from '../steps/reading.ts';

/** An entry that was just appended. */
interface AppendedEntry {
  accountId: string;
  kind: EntryKind;
  amountMicros: number;
  callSeq: number | null;
  seq: number;
  balanceAfterMicros: number;
  /** The account's sum of grants before the entry. */
  grantedMicros: number;
  nowMs: number;
}

export const OPEN_GRANTS = `SELECT id, kind, account_id, remaining_micros, priority, expires_at_ms, created_at_ms FROM grants
                             WHERE remaining_micros > 0 AND account_id = `;

export function* adjustGrants(entry: AppendedEntry): Queries<void> {
  if (entry.kind === 'refund') yield* giveBack(entry);
  const missingMicros = entry.grantedMicros - entry.balanceAfterMicros;
  if (missingMicros > 0) yield* takeAnyway(entry, missingMicros);
}

/** Ordinary money is used up: takes the rest from grants. */
function* takeAnyway(entry: AppendedEntry, micros: number): Queries<void> {
  const rows = yield { sql: `${OPEN_GRANTS}$1`, values: [entry.accountId] };
  yield* noteUses(entry, takeOfGrants(inOrderOfUse(rows.map(readGrantRow)), micros));
}

/** Ordinary money was used last, so it is refunded first. */
function* giveBack(entry: AppendedEntry): Queries<void> {
  const used = yield {
    sql: `SELECT g.id, g.kind, CAST(sum(u.amount_micros) AS bigint) AS left_micros, CAST(sum(CASE WHEN u.amount_micros > 0 THEN u.amount_micros ELSE 0 END) AS bigint) AS paid_micros,
                 g.expires_at_ms, g.priority, g.created_at_ms, g.remaining_micros
            FROM grant_uses u JOIN grants g ON g.id = u.grant_id WHERE u.call_seq = $1
           GROUP BY g.id, g.kind, g.expires_at_ms, g.priority, g.created_at_ms, g.remaining_micros`,
    values: [entry.callSeq],
  };
  if (used.length === 0) return;
  const [call] = yield {
    sql: `SELECT charged_micros, (SELECT CAST(sum(e.amount_micros) AS bigint) FROM entries e
            WHERE e.call_seq = calls.seq AND e.kind = 'refund') AS refunded_micros FROM calls WHERE seq = $1`,
    values: [entry.callSeq],
  };
  const sum = (column: string) => used.reduce((micros, row) => micros + (row[column] as number), 0);
  const ordinaryMicros = (call!.charged_micros as number) - sum('paid_micros');
  const backBefore =
    (call!.refunded_micros as number) - entry.amountMicros - (sum('paid_micros') - sum('left_micros'));
  const toGrants = entry.amountMicros - Math.max(0, ordinaryMicros - backBefore);
  const living = used.filter(({ expires_at_ms: at }) => at === null || (at as number) > entry.nowMs);
  const lastFirst = inOrderOfUse(living.map(readGrantRow)).reverse();
  const leftOf = new Map(used.map((row) => [row.id as string, row.left_micros as number]));
  const paid = lastFirst.map(({ id }) => ({ grantId: id, leftMicros: leftOf.get(id)! }));
  yield* noteUses(entry, giveBackToGrants(paid, toGrants));
}

/** Writes the rows of `grant_uses`, what is left of each grant, and the account's sum. */
export function* noteUses(
  { accountId, seq, callSeq }: Pick<AppendedEntry, 'accountId' | 'seq' | 'callSeq'>,
  uses: readonly GrantUse[],
): Queries<void> {
  for (const { grantId, amountMicros } of uses) {
    yield {
      sql: `INSERT INTO grant_uses (grant_id, entry_seq, account_id, call_seq, amount_micros) VALUES ($1, $2, $3, $4, $5)`,
      values: [grantId, seq, accountId, callSeq, amountMicros],
    };
    yield {
      sql: 'UPDATE grants SET remaining_micros = remaining_micros - $1 WHERE id = $2',
      values: [amountMicros, grantId],
    };
    yield {
      sql: 'UPDATE accounts SET granted_micros = granted_micros - $1 WHERE id = $2',
      values: [amountMicros, accountId],
    };
  }
}
