// All entries except charges. Every change of a balance is one appended entry and one update of the account, in one transaction. Charges
// are written when a call is settled (ledger/). Nothing else may write `balance_micros`.
import type { Account, Entry, EntryKind } from '../../domain/account.ts';
import type { NewEvent } from '../../domain/event.ts';
import { formatMoney, MICROS_MAX, type Micros, toMicros } from '../../domain/money.ts';
import { balanceAlerts } from '../ledger/balance-alerts.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import type { Reading, Row } from '../steps/reading.ts';
import type { Actor, EntryStep, WriteMoment, Writing } from '../steps/writing.ts';
import { accounts } from './accounts.ts';
import { wakeCollections } from './collection-rows.ts';
import { LOW_BALANCE } from './events.ts';
import { adjustGrants } from './grant-uses.ts';
import { afterTopUp } from './payments.ts';
import { readEntry } from './rows.ts';
import { resumeForBalance } from './watches.ts';

export interface TopUp extends Actor {
  accountId: string;
  amountMicros: Micros;
  reference: string;
  reason: string | null;
}

export interface Refund extends Actor {
  accountId: string;
  requestId: string;
  /** null: everything that is left of the charge. */
  amountMicros: Micros | null;
  /** Makes refunds and adjustments idempotent, as the reference of a top-up does. */
  reference: string | null;
  reason: string;
}

export interface Adjust extends Actor {
  accountId: string;
  amountMicros: Micros;
  reference: string | null;
  reason: string;
}

export interface ListEntries extends Paging {
  accountId: string;
  kind?: EntryKind;
  fromMs?: number;
  toMs?: number;
}

export type MoneyResult =
  | { kind: 'posted'; entry: Entry }
  /** An entry with the same reference and amount exists: this is it, and nothing was added. */
  | { kind: 'duplicate'; entry: Entry }
  /** The reference was used for another amount. */
  | { kind: 'conflict'; detail: string }
  /** The balance would fall below what is held, the refund would exceed the charge, or the balance would exceed its maximum. */
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

const TOO_LARGE: MoneyResult = {
  kind: 'refused',
  detail: `a balance can hold at most ${formatMoney(MICROS_MAX as Micros)}`,
};

/** If the reference is that of an order, the order is paid. */
export function* topUp(input: TopUp, moment: WriteMoment): Writing<MoneyResult> {
  const account = yield* lockAccount(input.accountId);
  const earlier = yield* findEarlier('topup', input);
  if (earlier !== null) return earlier;
  if (account === null) return { kind: 'not_found' };
  if (account.balanceMicros + input.amountMicros > MICROS_MAX) return TOO_LARGE;
  const posted = yield* post({ ...input, kind: 'topup', callSeq: null });
  yield* afterTopUp(input, moment);
  return posted;
}

/** Refunds all or part of what one call was charged. */
export function* refund(input: Refund): Writing<MoneyResult> {
  const account = yield* lockAccount(input.accountId);
  const earlier = yield* findEarlier('refund', input);
  if (earlier !== null) return earlier;
  const [call] = yield {
    sql: `SELECT seq, charged_micros, (SELECT CAST(coalesce(sum(amount_micros), 0) AS bigint) FROM entries
                   WHERE call_seq = calls.seq AND kind = 'refund') AS refunded_micros
            FROM calls WHERE account_id = $1 AND request_id = $2 AND state = 'settled'`,
    values: [input.accountId, input.requestId],
  };
  if (call === undefined || account === null) return { kind: 'not_found' };
  const leftMicros = (call.charged_micros as number) - (call.refunded_micros as number);
  const amountMicros = (input.amountMicros ?? leftMicros) as Micros;
  if (amountMicros <= 0 || amountMicros > leftMicros) {
    return {
      kind: 'refused',
      detail: `only ${formatMoney(leftMicros as Micros)} of this call is left to refund`,
    };
  }
  if (account.balanceMicros + amountMicros > MICROS_MAX) return TOO_LARGE;
  return yield* post({ ...input, kind: 'refund', amountMicros, callSeq: call.seq as number });
}

/** Adds to a balance or takes from its available part; held money is never taken. */
export function* adjust(input: Adjust): Writing<MoneyResult> {
  const account = yield* lockAccount(input.accountId);
  const earlier = yield* findEarlier('adjustment', input);
  if (earlier !== null) return earlier;
  if (account === null) return { kind: 'not_found' };
  const after = account.balanceMicros + input.amountMicros;
  if (after > MICROS_MAX) return TOO_LARGE;
  if (after < account.heldMicros) {
    const free = formatMoney((account.balanceMicros - account.heldMicros) as Micros);
    return { kind: 'refused', detail: `only ${free} is available to take` };
  }
  return yield* post({ ...input, kind: 'adjustment', callSeq: null });
}

/** Until the transaction ends, no other transaction changes the account, its calls or its windows. */
function* lockAccount(id: string): Writing<Account | null> {
  const [row] = yield { lockAccount: id };
  return row === undefined ? null : accounts.read(row);
}

interface Referenced {
  accountId: string;
  reference: string | null;
  /** null matches any amount. */
  amountMicros: Micros | null;
  /** Only of a refund. */
  requestId?: string;
}

/** The result that the first use of a reference determines; null for the first use, or without a reference. */
function* findEarlier(kind: EntryStep['kind'], input: Referenced): Writing<MoneyResult | null> {
  const { reference } = input;
  if (reference === null) return null;
  const [row] = yield { entryOf: { kind, reference } };
  if (row === undefined) return null;
  const entry = yield* readPosted(row);
  const isSame =
    entry.accountId === input.accountId &&
    entry.amountMicros === (input.amountMicros ?? entry.amountMicros) &&
    entry.requestId === (input.requestId ?? null);
  if (isSame) return { kind: 'duplicate', entry };
  return { kind: 'conflict', detail: `reference ${reference} was already used for another ${kind}` };
}

function* post(entry: EntryStep & Actor): Writing<MoneyResult> {
  const { accountId, kind, amountMicros, reference, actor, reason } = entry;
  const [row] = yield { entry };
  const detail = { amount: formatMoney(amountMicros), reference, reason };
  yield { change: { actor, action: `account.${kind}`, subject: accountId, detail } };
  return { kind: 'posted', entry: yield* readPosted(row!) };
}

/** The row lacks the request id, which is read from the call. */
function* readPosted(row: Row): Writing<Entry> {
  return readEntry({ ...row, request_id: yield* requestIdOf(row.call_seq as number | null) });
}

function* requestIdOf(callSeq: number | null): Writing<string | null> {
  if (callSeq === null) return null;
  const [call] = yield { sql: 'SELECT request_id FROM calls WHERE seq = $1', values: [callSeq] };
  return (call?.request_id as string | undefined) ?? null;
}

/** Newest first. */
export function* listEntries(input: ListEntries): Reading<Listed<Entry>> {
  const { accountId, after, kind, fromMs, toMs, limit } = input;
  const rows = yield {
    sql: `SELECT e.*, c.request_id FROM entries e LEFT JOIN calls c ON c.seq = e.call_seq
           WHERE e.account_id = $1 AND e.seq < $2 AND ${ofKind(kind, 'CAST($3 AS text)')}
             AND e.at_ms >= $4 AND e.at_ms < $5 ORDER BY e.seq DESC LIMIT $6`,
    values: [
      accountId,
      after === null ? Number.MAX_SAFE_INTEGER : Number(after),
      kind ?? null,
      fromMs ?? 0,
      toMs ?? Number.MAX_SAFE_INTEGER,
      limit + 1,
    ],
  };
  return pageOf(rows.map(readEntry), limit, (entry) => String(entry.seq));
}

/** Repeats the condition of the partial index over all entries except charges, so that the index is used. */
function ofKind(kind: EntryKind | undefined, value: string): string {
  if (kind === undefined) return `${value} IS NULL`;
  return kind === 'charge' ? `e.kind = ${value}` : `e.kind = ${value} AND e.kind <> 'charge'`;
}

/** Implements the step `entry` on both databases: appends the row of `entries` and writes what follows from it: grants, events, and watches that go on. */
export function* appendEntry(entry: EntryStep, { nowMs }: WriteMoment): Writing<Row> {
  const { accountId, kind, amountMicros, callSeq, reference, actor, reason } = entry;
  const [account] = yield {
    sql: `UPDATE accounts SET balance_micros = balance_micros + $1, entry_seq = entry_seq + 1
           WHERE id = $2 RETURNING balance_micros, entry_seq, granted_micros,
                 coalesce(low_balance_micros, (SELECT value FROM meta WHERE name = '${LOW_BALANCE}'), 0) AS low_micros`,
    values: [toMicros(amountMicros), accountId],
  };
  const seq = account!.entry_seq as number;
  const balanceAfterMicros = toMicros(account!.balance_micros as number);
  const [row] = yield {
    sql: `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor,
                               reason)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
    values: [
      accountId,
      seq,
      kind,
      amountMicros,
      balanceAfterMicros,
      nowMs,
      callSeq,
      reference,
      actor,
      reason,
    ],
  };
  if (amountMicros > 0) yield* wakeCollections(accountId, 'balance', nowMs);
  const grantedMicros = account!.granted_micros as number;
  yield* adjustGrants({ ...entry, seq, balanceAfterMicros, grantedMicros, nowMs });
  const requestId = yield* requestIdOf(callSeq);
  const lowMicros = account!.low_micros as number;
  for (const event of eventsOf({ ...entry, seq, balanceAfterMicros, lowMicros, requestId })) yield { event };
  if (amountMicros > 0) yield* resumeForBalance(accountId);
  return row!;
}

interface EntryWithEvents {
  accountId: string;
  kind: Exclude<EntryKind, 'charge'>;
  amountMicros: Micros;
  balanceAfterMicros: Micros;
  seq: number;
  reference: string | null;
  reason: string | null;
  /** Only of a refund. */
  requestId: string | null;
  /** The account's limit for `balance.low`. */
  lowMicros: number;
}

/** The smallest possible price: an adjustment has no last call whose price could be used. */
const LEAST_MICROS = 1;

/** One event for each top-up and refund. An adjustment causes an event only when the balance crosses a limit. */
function eventsOf(entry: EntryWithEvents): NewEvent[] {
  const { accountId, kind, amountMicros, balanceAfterMicros, lowMicros } = entry;
  if (kind === 'topup') return [{ stream: accountId, type: 'topup.credited', data: dataOf(entry) }];
  if (kind === 'refund') {
    const data = { ...dataOf(entry), request_id: entry.requestId };
    return [{ stream: accountId, type: 'refund.made', data }];
  }
  const beforeMicros = balanceAfterMicros - amountMicros;
  const move = { accountId, beforeMicros, afterMicros: balanceAfterMicros };
  return balanceAlerts({ ...move, lowMicros, neededMicros: LEAST_MICROS });
}

function dataOf({ amountMicros, balanceAfterMicros, seq, reference, reason }: EntryWithEvents) {
  const [amount, balance] = [formatMoney(amountMicros), formatMoney(balanceAfterMicros)];
  return { amount, balance, entry_seq: seq, reference, reason };
}
