// The calls that the gateway made for one collection or one watch, and their sums. Their request ids begin with the same text, so the
// index of request ids finds them, and a page reads no other call of the account. All of them are read and sorted for a page: a watch that
// runs every fifteen minutes has 35,000 in a year.
import type { Micros } from '../../domain/money.ts';
import type { Paging } from '../steps/paging.ts';
import { Conditions, type Dialect, one, type Reading } from '../steps/reading.ts';
import {
  addCallFilter,
  CALL_OWNERS,
  type CallFilter,
  type CallPage,
  type CallTotals,
  LISTED_COLUMNS,
  OWNED,
  readListedCall,
} from './listed-call.ts';

/** Of one account. */
type GatheredFilter = CallFilter & { accountId: string; requestPrefix: string };

export function isOfGathered(filter: CallFilter): filter is GatheredFilter {
  return filter.accountId !== undefined && filter.requestPrefix !== undefined;
}

/** Running calls have no end yet and come first. */
const END = `coalesce(c.finished_at_ms, ${Number.MAX_SAFE_INTEGER})`;

function conditionsOf(filter: GatheredFilter): Conditions {
  const where = new Conditions()
    .add('c.account_id = ?', filter.accountId)
    .add('c.request_id >= ?', filter.requestPrefix)
    // Request ids have no character behind `~`.
    .add('c.request_id < ?', `${filter.requestPrefix}\u007f`)
    .addGiven('c.state = ?', filter.state)
    .addGiven(`${END} >= ?`, filter.fromMs)
    .addGiven(`${END} < ?`, filter.toMs);
  return addCallFilter(where, filter);
}

export function* listGathered(input: GatheredFilter & Paging): Reading<CallPage> {
  const where = conditionsOf(input);
  if (input.after !== null) {
    const [ms = 0, seq = 0] = input.after.split('-').map(Number);
    where.addPlain(`(${END}, c.seq) < (${where.value(ms)}, ${where.value(seq)})`);
  }
  const sql = `SELECT ${LISTED_COLUMNS}
                 FROM (SELECT c.seq, ${END} AS ended_ms FROM calls c WHERE ${where}
                        ORDER BY 2 DESC, 1 DESC LIMIT ${where.value(input.limit + 1)}) m
                CROSS JOIN calls c ${CALL_OWNERS} WHERE c.seq = m.seq AND ${OWNED} ORDER BY m.ended_ms DESC, m.seq DESC`;
  const calls = (yield { sql, values: where.values }).map(readListedCall);
  const items = calls.slice(0, input.limit);
  const last = items.at(-1);
  if (calls.length <= input.limit || last === undefined) return { items, next: null, searchedToMs: null };
  const endedMs = last.finishedAtMs ?? Number.MAX_SAFE_INTEGER;
  return { items, next: `${endedMs}-${last.seq}`, searchedToMs: last.finishedAtMs };
}

export function* sumGathered(filter: GatheredFilter, dialect: Dialect): Reading<CallTotals> {
  const where = conditionsOf(filter).addPlain("c.state <> 'held'");
  const count = (condition: string) =>
    `CAST(coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0) AS bigint)`;
  const row = (yield* one(
    `SELECT ${count("c.state = 'settled'")} AS calls, ${count("c.state <> 'settled'")} AS failures,
            CAST(coalesce(sum(c.charged_micros), 0) AS bigint) AS charged_micros,
            CAST(coalesce(sum(${dialect.costOf('c.attempts')}), 0) AS bigint) AS cost_micros
       FROM calls c WHERE ${where}`,
    ...where.values,
  ))!;
  return {
    calls: row.calls as number,
    failures: row.failures as number,
    chargedMicros: row.charged_micros as Micros,
    costMicros: row.cost_micros as Micros,
    countedFromMs: null,
  };
}
