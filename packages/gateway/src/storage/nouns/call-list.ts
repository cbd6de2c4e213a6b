// The list of calls: charges found by their entries and failures found by their end, merged by time. Calls that run come first, then the
// latest end. Each page continues where both lists stopped, so a call is listed once even if the clock is set back.
import type { Paging } from '../steps/paging.ts';
import { Conditions, type Dialect, one, type Reading, type Row } from '../steps/reading.ts';
import { entryRangeOf, entryScopeOf, entryTimeAt } from './find-entries-by-time.ts';
import { isOfGathered, listGathered } from './gathered-calls.ts';
import {
  addCallFilter,
  CALL_OWNERS,
  type CallFilter,
  type CallPage,
  hasUnindexedFilter,
  LISTED_COLUMNS,
  type ListedCall,
  OWNED,
  readListedCall,
} from './listed-call.ts';

/** Rows read for one page when the filter has no index and most rows are not shown: about 30 ms. */
const LOOKED_AT_MAX = 10_000;
/** Running calls at the top of the list. The verb `calls.holds` lists all of them. */
const RUNNING_MAX = 100;
const FAILED = "c.state IN ('released', 'expired')";

/**
 * Where the next page continues: entries below `charge`, and failures that ended before `failedMs`, or at `failedMs` with a smaller
 * number.
 */
interface Position {
  charge: number;
  failedMs: number;
  failedSeq: number;
}

/** A page of one of the two lists, latest first. */
interface Part {
  calls: Ended[];
  /** The list is complete down to this time; null when nothing is left. */
  floorMs: number | null;
  /** Where the list continues if every call of this part is shown. */
  resume: Partial<Position>;
}

interface Ended {
  call: ListedCall;
  endedMs: number;
  /** Where the list continues after this call. */
  position: Partial<Position>;
}

type Wanted = CallFilter & Paging;

/**
 * Latest end first. Reads a bounded number of calls: a page may be short or empty and still have a next one. The first page begins with
 * running calls.
 */
export function* listCalls(input: Wanted, dialect: Dialect): Reading<CallPage> {
  if (isOfGathered(input)) return yield* listGathered(input);
  const running = input.after === null ? yield* readRunning(input) : [];
  const places = yield* entryRangeOf(entryScopeOf(input), input);
  const start = readPosition(input.after) ?? { charge: places.behind, ...latestFailed(input) };
  const charges = yield* readCharges(input, start, places.first, dialect);
  const failed = yield* readFailed(input, start);
  const { shown, position, floorMs } = merge([charges, failed], start, input.limit);
  const items = [...running, ...shown.map(({ call }) => call)];
  return { items, next: position && writePosition(position), searchedToMs: floorMs };
}

const writePosition = ({ charge, failedMs, failedSeq }: Position) => `${charge}-${failedMs}-${failedSeq}`;

function readPosition(after: string | null): Position | null {
  if (after === null) return null;
  const [charge = 0, failedMs = 0, failedSeq = 0] = after.split('-').map(Number);
  return { charge, failedMs, failedSeq };
}

const NOTHING: Part = { calls: [], floorMs: null, resume: {} };

export function wantsState(filter: CallFilter, ...states: string[]): boolean {
  return filter.state === undefined || states.includes(filter.state);
}

/** A running call has neither an end nor attempts yet. The unary plus keeps SQLite from scanning all calls by number. */
function* readRunning(filter: Wanted): Reading<ListedCall[]> {
  const isEnded = [filter.provider, filter.failureCode, filter.toMs].some((one) => one !== undefined);
  if (!wantsState(filter, 'held') || isEnded) return [];
  const where = addCallFilter(
    new Conditions().addPlain(`c.state = 'held' AND ${OWNED}`).addGiven('c.account_id = ?', filter.accountId),
    filter,
  );
  const sql = `SELECT ${LISTED_COLUMNS} FROM calls c ${CALL_OWNERS} WHERE ${where}
                ORDER BY +c.seq DESC LIMIT ${where.value(RUNNING_MAX)}`;
  return (yield { sql, values: where.values }).map(readListedCall);
}

function* readCharges(
  filter: Wanted,
  { charge: behind }: Position,
  first: number,
  dialect: Dialect,
): Reading<Part> {
  if (!wantsState(filter, 'settled') || filter.failureCode !== undefined || behind <= first) return NOTHING;
  const scope = entryScopeOf(filter);
  const lowest = hasUnindexedFilter(filter) ? Math.max(first, behind - LOOKED_AT_MAX) : first;
  const place = `e.${scope.column}`;
  const where = new Conditions()
    .addPlain(hasUnindexedFilter(filter) ? "e.kind = 'charge' AND c.seq = e.call_seq" : "e.kind = 'charge'")
    .add(`${place} < ?`, behind)
    .add(`${place} >= ?`, lowest)
    .addGiven('e.account_id = ?', filter.accountId)
    .addGiven('e.actor = ?', filter.keyId && `key:${filter.keyId}`)
    .addGiven('e.at_ms >= ?', filter.fromMs)
    .addGiven('e.at_ms < ?', filter.toMs);
  addCallFilter(where, filter);
  // The inner query finds the calls of the page, and the outer one reads their details, so that no other call is read in full.
  const sql = `SELECT m.place, ${LISTED_COLUMNS}
                 FROM (SELECT ${place} AS place, e.call_seq FROM entries e ${hasUnindexedFilter(filter) ? dialect.callOfEntry : ''}
                        WHERE ${where} ORDER BY ${place} DESC LIMIT ${where.value(filter.limit + 1)}) m
                CROSS JOIN calls c ${CALL_OWNERS} WHERE c.seq = m.call_seq AND ${OWNED} ORDER BY m.place DESC`;
  const calls = (yield { sql, values: where.values }).map(chargedCall);
  if (calls.length > filter.limit) return cutOff(calls);
  if (lowest <= first) return { calls, floorMs: null, resume: { charge: 0 } };
  const reachedMs = (yield* entryTimeAt(scope, lowest)) ?? 0;
  return { calls, floorMs: earliest(calls, reachedMs), resume: { charge: lowest } };
}

function chargedCall(row: Row): Ended {
  const call = readListedCall(row);
  return { call, endedMs: call.finishedAtMs!, position: { charge: row.place as number } };
}

/** There are more calls than the page holds; the rest was not read. */
function cutOff(calls: Ended[]): Part {
  return { calls, floorMs: earliest(calls, Number.MAX_SAFE_INTEGER), resume: {} };
}

/** After the clock was set back, a call may have ended before calls that came earlier in the list. */
function earliest(calls: Ended[], reachedMs: number): number {
  return calls.reduce((least, { endedMs }) => Math.min(least, endedMs), reachedMs);
}

function* readFailed(filter: Wanted, { failedMs, failedSeq }: Position): Reading<Part> {
  if (!wantsState(filter, 'released', 'expired') || failedMs === 0) return NOTHING;
  const isSparse = hasUnindexedFilter(filter) || filter.state !== undefined;
  const lowest = isSparse ? yield* lowestFailed(filter, { failedMs, failedSeq }) : null;
  const where = failedBelow(filter, { failedMs, failedSeq }).addPlain(OWNED);
  if (lowest !== null)
    where.addPlain(
      `(c.finished_at_ms, c.seq) >= (${where.value(lowest.failedMs)}, ${where.value(lowest.failedSeq)})`,
    );
  where.addGiven('c.state = ?', filter.state);
  addCallFilter(where, filter);
  const sql = `SELECT ${LISTED_COLUMNS} FROM calls c ${CALL_OWNERS} WHERE ${where}
                ORDER BY c.finished_at_ms DESC, c.seq DESC LIMIT ${where.value(filter.limit + 1)}`;
  const calls = (yield { sql, values: where.values }).map(failedCall);
  if (calls.length > filter.limit) return cutOff(calls);
  if (lowest === null) return { calls, floorMs: null, resume: { failedMs: 0, failedSeq: 0 } };
  return { calls, floorMs: lowest.failedMs, resume: lowest };
}

type FailedPosition = Omit<Position, 'charge'>;

export function latestFailed({ toMs }: CallFilter): FailedPosition {
  return { failedMs: toMs ?? Number.MAX_SAFE_INTEGER, failedSeq: 0 };
}

export function failedBelow(filter: CallFilter, { failedMs, failedSeq }: FailedPosition): Conditions {
  const where = new Conditions().addPlain(FAILED).addGiven('c.account_id = ?', filter.accountId);
  where.addPlain(`(c.finished_at_ms, c.seq) < (${where.value(failedMs)}, ${where.value(failedSeq)})`);
  return where.addGiven('c.finished_at_ms >= ?', filter.fromMs);
}

/** The lower bound down to which this page searches; null when that is the whole list. */
export function* lowestFailed(
  filter: CallFilter,
  from: FailedPosition,
  most = LOOKED_AT_MAX,
): Reading<FailedPosition | null> {
  const where = failedBelow(filter, from);
  const row = yield* one(
    `SELECT c.finished_at_ms, c.seq FROM calls c WHERE ${where}
      ORDER BY c.finished_at_ms DESC, c.seq DESC LIMIT 1 OFFSET ${where.value(most)}`,
    ...where.values,
  );
  if (row === undefined) return null;
  return { failedMs: row.finished_at_ms as number, failedSeq: row.seq as number };
}

function failedCall(row: Row): Ended {
  const call = readListedCall(row);
  const endedMs = call.finishedAtMs!;
  return { call, endedMs, position: { failedMs: endedMs, failedSeq: call.seq } };
}

interface Merged {
  shown: Ended[];
  /** null when nothing is left. */
  position: Position | null;
  floorMs: number | null;
}

/** Merges both parts by time. Calls that ended before the time down to which both parts are complete are left for the next page. */
function merge(parts: readonly [Part, Part], start: Position, limit: number): Merged {
  const floors = parts.map(({ floorMs }) => floorMs).filter((one) => one !== null);
  const floorMs = floors.length === 0 ? null : Math.max(...floors);
  const heads = [0, 0];
  const position = { ...start };
  const shown: Ended[] = [];
  while (shown.length < limit) {
    const [a, b] = parts.map(({ calls }, i) => calls[heads[i]!]);
    const isFirst = a !== undefined && (b === undefined || a.endedMs >= b.endedMs);
    const next = isFirst ? a : b;
    if (next === undefined || (floorMs !== null && next.endedMs < floorMs)) break;
    heads[isFirst ? 0 : 1]!++;
    shown.push(next);
    Object.assign(position, next.position);
  }
  const isShown = parts.map(({ calls }, i) => heads[i] === calls.length);
  for (const [i, part] of parts.entries()) if (isShown[i]) Object.assign(position, part.resume);
  const isWhole = floorMs === null && isShown.every(Boolean);
  const searchedMs = isWhole ? null : Math.max(floorMs ?? 0, shown.at(-1)?.endedMs ?? 0);
  return { shown, position: isWhole ? null : position, floorMs: searchedMs };
}
