// Owns the closing of months at rest. Numbers are given under one lock and in the transaction of their statement, so they have no
// gap. Everything may be done twice: what was made before stays as it is.
import { monthStartMs, nextMonthMs, utcDay } from '../../domain/clock.ts';
import { formatMoney, toMicros } from '../../domain/money.ts';
import type { Row } from '../rows.ts';
import { monthOf } from '../spend-caps.ts';
import type { ClosedMonth, NewStatement, StatementVerbs } from '../statement-verbs.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Result<V extends keyof StatementVerbs> = Awaited<ReturnType<StatementVerbs[V]>>;

/** Calls that end at midnight are committed by then; whatever comes later still is a line of the next month. */
export const OVER_AFTER_MS = 600_000;

export function* claimMonth(
  { everyMs }: { everyMs: number },
  { nowMs }: WriteMoment,
): Writing<Result<'claimMonth'>> {
  const claimed = yield {
    sql: `UPDATE meta SET value = $1 WHERE name = 'statements_run_at_ms' AND value <= $2 RETURNING value`,
    values: [nowMs, nowMs - everyMs],
  };
  if (claimed.length === 0) return null;
  const [next] = yield { sql: `SELECT value FROM meta WHERE name = 'statements_month_ms'`, values: [] };
  const startMs = (next!.value as number) || (yield* firstMonthMs());
  return startMs === null ? null : overBy(startMs, nowMs);
}

/** Before the first statement: the month of the first entry; null when there is none. */
function* firstMonthMs(): Writing<number | null> {
  const [first] = yield { sql: 'SELECT at_ms FROM entries ORDER BY id LIMIT 1', values: [] };
  return first === undefined ? null : monthStartMs(first.at_ms as number);
}

function overBy(startMs: number, nowMs: number): ClosedMonth | null {
  const endMs = nextMonthMs(startMs);
  return endMs + OVER_AFTER_MS > nowMs ? null : { month: monthOf(utcDay(startMs)), startMs, endMs };
}

export function* endMonth(
  { startMs }: { startMs: number },
  { nowMs }: WriteMoment,
): Writing<Result<'endMonth'>> {
  const nextMs = nextMonthMs(startMs);
  yield {
    sql: `UPDATE meta SET value = $1 WHERE name = 'statements_month_ms' AND value < $1`,
    values: [nextMs],
  };
  return overBy(nextMs, nowMs);
}

export function* keepStatement(input: NewStatement, { nowMs }: WriteMoment): Writing<Result<'keep'>> {
  const { accountId, month, openingMicros, closingMicros } = input;
  // Whoever makes a statement waits here, so that the number is the next one.
  yield { sql: `UPDATE meta SET value = $1 WHERE name = 'statements_kept_at_ms'`, values: [nowMs] };
  const [last] = yield {
    sql: 'SELECT month, to_seq, closing_micros FROM statements WHERE account_id = $1 ORDER BY month DESC LIMIT 1',
    values: [accountId],
  };
  if (!follows(input, last)) return { kind: 'exists' };
  const [account] = yield { sql: 'SELECT * FROM accounts WHERE id = $1', values: [accountId] };
  const [kept] = yield {
    sql: `INSERT INTO statements (number, account_id, month, from_seq, to_seq, opening_micros, closing_micros, document, digest,
                                  closed_at_ms)
          SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM statements RETURNING number`,
    values: [
      accountId,
      month,
      input.fromSeq,
      input.toSeq,
      openingMicros,
      closingMicros,
      documentOf(input, account!),
      input.digest,
      nowMs,
    ],
  };
  const number = kept!.number as number;
  const data = { number, month, opening: formatMoney(openingMicros), closing: formatMoney(closingMicros) };
  yield { event: { stream: accountId, type: 'statement.ready', data } };
  return { kind: 'kept', number };
}

/** It begins where the last one of the account ended. */
function follows({ month, fromSeq, openingMicros }: NewStatement, last: Row | undefined): boolean {
  if (last === undefined) return fromSeq === 1 && openingMicros === 0;
  const isNext = (last.month as string) < month && (last.to_seq as number) + 1 === fromSeq;
  return isNext && toMicros(last.closing_micros as number) === openingMicros;
}

/** Names and taxes as they are now: a statement says for ever what it said on its day. */
function documentOf({ seller, lines }: NewStatement, account: Row): string {
  const buyer = {
    name: account.name,
    title: account.title,
    contact: account.contact,
    address: account.billing_address,
    taxId: account.tax_id,
  };
  return JSON.stringify({ currency: account.currency, seller, buyer, lines });
}
