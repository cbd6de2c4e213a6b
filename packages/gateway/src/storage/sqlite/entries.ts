// Owns the entries that operators make: every movement of a balance is one appended entry and one update of the account,
// in one transaction. Charges are made by settling a call (ledger/), and nothing else in the house may touch
// balance_micros.
import type { Entry, EntryKind } from '../../domain/account.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import { eventsOf } from '../entry-events.ts';
import { LOW_BALANCE } from '../nouns/events.ts';
import { moveGrants } from '../nouns/grant-moves.ts';
import { appendEvent } from './events.ts';
import { runStatements } from './run-statements.ts';
import type { VerbContext } from './verb-context.ts';

export interface NewEntry {
  accountId: string;
  kind: Exclude<EntryKind, 'charge'>;
  amountMicros: Micros;
  callSeq: number | null;
  reference: string | null;
  actor: string;
  reason: string | null;
}

export type AppendedEntry = Pick<Entry, 'id' | 'seq' | 'balanceAfterMicros' | 'atMs'>;

export function appendEntry(context: VerbContext, entry: NewEntry): AppendedEntry {
  const { db, nowMs } = context;
  const account = db.get(
    `UPDATE accounts SET balance_micros = balance_micros + ?, entry_seq = entry_seq + 1
      WHERE id = ? RETURNING balance_micros, entry_seq, granted_micros,
            coalesce(low_balance_micros, (SELECT value FROM meta WHERE name = '${LOW_BALANCE}'), 0) AS low_micros`,
    toMicros(entry.amountMicros),
    entry.accountId,
  );
  const seq = account!.entry_seq as number;
  const balanceAfterMicros = toMicros(account!.balance_micros as number);
  const row = db.get(
    `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor,
                          reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    entry.accountId,
    seq,
    entry.kind,
    entry.amountMicros,
    balanceAfterMicros,
    nowMs,
    entry.callSeq,
    entry.reference,
    entry.actor,
    entry.reason,
  );
  const grantedMicros = account!.granted_micros as number;
  runStatements(db, moveGrants({ ...entry, seq, balanceAfterMicros, grantedMicros, nowMs }));
  tell(context, entry, { seq, balanceAfterMicros, lowMicros: account!.low_micros as number });
  return { id: row!.id as number, seq, balanceAfterMicros, atMs: nowMs };
}

/** What the account hears of it. */
function tell(
  context: VerbContext,
  entry: NewEntry,
  posted: { seq: number; balanceAfterMicros: Micros; lowMicros: number },
): void {
  const sql = 'SELECT request_id FROM calls WHERE seq = ?';
  const call = entry.callSeq === null ? undefined : context.db.get(sql, entry.callSeq);
  const requestId = (call?.request_id as string | undefined) ?? null;
  for (const event of eventsOf({ ...entry, ...posted, requestId })) appendEvent(context, event);
}
