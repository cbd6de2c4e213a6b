// Sums over a list of calls. Whole days are added up from usage, at the same cost for any number of calls. Everything else is counted
// call by call, latest first and up to a limit; the result then says since when it counts.
import { DAY_MS } from '../../domain/duration.ts';
import { type Micros, ZERO } from '../../domain/money.ts';
import { Conditions, type Dialect, likeText, one, type Reading, type Row } from '../steps/reading.ts';
import { failedBelow, latestFailed, lowestFailed, wantsState } from './call-list.ts';
import { entryRangeOf, entryScopeOf, entryTimeAt } from './find-entries-by-time.ts';
import { isOfGathered, sumGathered } from './gathered-calls.ts';
import { addCallFilter, type CallFilter, type CallTotals } from './listed-call.ts';

/** Calls counted one by one. 20,000 calls scattered among ten million took 475 ms, so these take about a quarter of that. */
const COUNTED_MAX = 5_000;
/** Days for all accounts together: one row per key, path and day of a month takes about 100 ms. */
const DAYS_OF_ALL = 31;

type Counted = Omit<CallTotals, 'countedFromMs'>;

export function* readCallTotals(filter: CallFilter, dialect: Dialect): Reading<CallTotals> {
  if (isOfGathered(filter)) return yield* sumGathered(filter, dialect);
  if (isKept(filter)) return yield* addUpDays(filter);
  const { state, ...others } = filter;
  const charged = state === 'settled' && isKept(others) ? yield* addUpCharged(others, dialect) : null;
  return charged ?? (yield* countCalls(filter, dialect));
}

/**
 * Sums over charged calls. Daily usage contains the cost of all calls, so the cost of failed calls is counted and subtracted. The cost of
 * failed openings of a call that was answered later stays included. Null when too many calls failed to count them.
 */
function* addUpCharged(filter: CallFilter, dialect: Dialect): Reading<CallTotals | null> {
  const all = yield* addUpDays(filter);
  const { countedFromMs: fromMs } = all;
  const bounded = fromMs === null ? filter : { ...filter, fromMs };
  if ((yield* lowestFailed(bounded, latestFailed(bounded), COUNTED_MAX)) !== null) return null;
  const failed = yield* countFailed(bounded, dialect);
  return { ...all, failures: 0, costMicros: (all.costMicros - failed.costMicros) as Micros };
}

const isDay = (atMs: number | undefined) => atMs === undefined || atMs % DAY_MS === 0;

/** Whether usage can answer the filter: it has days, accounts, keys and paths, but no single calls. */
function isKept({ fromMs, toMs, state, provider, failureCode }: CallFilter): boolean {
  const isOfSome = [state, provider, failureCode].some((one) => one !== undefined);
  return !isOfSome && isDay(fromMs) && isDay(toMs);
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

const SUMS = `CAST(coalesce(sum(calls), 0) AS bigint) AS calls, CAST(coalesce(sum(failures), 0) AS bigint) AS failures,
  CAST(coalesce(sum(charged_micros), 0) AS bigint) AS charged_micros,
  CAST(coalesce(sum(cost_micros), 0) AS bigint) AS cost_micros`;

function* addUpDays(filter: CallFilter): Reading<CallTotals> {
  const { fromMs, cutMs } = yield* firstDay(filter);
  const where = new Conditions()
    .addGiven('day >= ?', fromMs === undefined ? fromMs : dayOf(fromMs))
    .addGiven('day < ?', filter.toMs === undefined ? undefined : dayOf(filter.toMs))
    .addGiven('account_id = ?', filter.accountId)
    .addGiven('key_id = ?', filter.keyId)
    .addGiven('path = ?', filter.path);
  if (filter.platform !== undefined) onPlatform(where, filter.platform);
  const row = yield* one(`SELECT ${SUMS} FROM usage_days WHERE ${where}`, ...where.values);
  const carried = yield* addUpCarried(filter);
  return { ...added(readSums(row!), carried), countedFromMs: cutMs };
}

/** Without an account, only as far back as a report over all accounts is quick. */
function* firstDay(filter: CallFilter): Reading<{ fromMs: number | undefined; cutMs: number | null }> {
  if (filter.accountId !== undefined) return { fromMs: filter.fromMs, cutMs: null };
  const newest = yield* one('SELECT max(day) AS day FROM usage_days');
  if (typeof newest?.day !== 'string') return { fromMs: filter.fromMs, cutMs: null };
  const endMs = Math.min(filter.toMs ?? Number.POSITIVE_INFINITY, Date.parse(newest.day) + DAY_MS);
  const leastMs = endMs - DAYS_OF_ALL * DAY_MS;
  if ((filter.fromMs ?? 0) >= leastMs) return { fromMs: filter.fromMs, cutMs: null };
  const oldest = yield* one('SELECT min(day) AS day FROM usage_days');
  const isCut = Date.parse(oldest!.day as string) < leastMs;
  return isCut ? { fromMs: leastMs, cutMs: leastMs } : { fromMs: filter.fromMs, cutMs: null };
}

/** Sums of purged days have neither day nor path, so they count only in a list without such filters. */
function* addUpCarried(filter: CallFilter): Reading<Counted> {
  const { accountId, keyId, fromMs, path, platform } = filter;
  const isBounded = [fromMs, path, platform].some((one) => one !== undefined);
  if (isBounded || accountId === undefined || filter.toMs !== undefined) return NONE;
  const where = new Conditions().add('account_id = ?', accountId).addGiven('key_id = ?', keyId);
  const row = yield* one(`SELECT ${SUMS} FROM usage_carried WHERE ${where}`, ...where.values);
  return readSums(row!);
}

function* countCalls(filter: CallFilter, dialect: Dialect): Reading<CallTotals> {
  const floorMs = yield* countedFrom(filter);
  const bounded = floorMs === null ? filter : { ...filter, fromMs: Math.max(floorMs, filter.fromMs ?? 0) };
  const charges = wantsState(filter, 'settled') ? yield* countCharges(bounded, dialect) : NONE;
  const failed = wantsState(filter, 'released', 'expired') ? yield* countFailed(bounded, dialect) : NONE;
  return { ...added(charges, failed), countedFromMs: floorMs };
}

/** Since when there are few enough charges and failures to count; null when all can be counted. */
function* countedFrom(filter: CallFilter): Reading<number | null> {
  const scope = entryScopeOf(filter);
  const { first, behind } = yield* entryRangeOf(scope, filter);
  const isMany = wantsState(filter, 'settled') && behind - first > COUNTED_MAX;
  const chargesMs = isMany ? yield* entryTimeAt(scope, behind - COUNTED_MAX) : null;
  const failed = yield* lowestFailed(filter, latestFailed(filter), COUNTED_MAX);
  const floors = [chargesMs, failed?.failedMs ?? null].filter((one) => one !== null);
  return floors.length === 0 ? null : Math.max(...floors);
}

const COUNTED = (dialect: Dialect) => `count(*) AS n,
  CAST(coalesce(sum(c.charged_micros), 0) AS bigint) AS charged_micros,
  CAST(coalesce(sum(${dialect.costOf('c.attempts')}), 0) AS bigint) AS cost_micros`;

function* countCharges(filter: CallFilter, dialect: Dialect): Reading<Counted> {
  if (filter.failureCode !== undefined) return NONE;
  const scope = entryScopeOf(filter);
  const { first, behind } = yield* entryRangeOf(scope, filter);
  const where = new Conditions()
    .addPlain("e.kind = 'charge' AND c.seq = e.call_seq")
    .add(`e.${scope.column} >= ?`, first)
    .add(`e.${scope.column} < ?`, behind)
    .addGiven('e.account_id = ?', filter.accountId)
    .addGiven('e.at_ms >= ?', filter.fromMs)
    .addGiven('e.at_ms < ?', filter.toMs);
  addCallFilter(where, filter);
  const sql = `SELECT ${COUNTED(dialect)} FROM entries e ${dialect.callOfEntry} WHERE ${where}`;
  const row = (yield* one(sql, ...where.values))!;
  return { ...readMoney(row), calls: row.n as number, failures: 0 };
}

function* countFailed(filter: CallFilter, dialect: Dialect): Reading<Counted> {
  const where = failedBelow(filter, latestFailed(filter)).addGiven('c.state = ?', filter.state);
  addCallFilter(where, filter);
  const sql = `SELECT ${COUNTED(dialect)} FROM calls c WHERE ${where}`;
  const row = (yield* one(sql, ...where.values))!;
  return { ...readMoney(row), calls: 0, failures: row.n as number };
}

const NONE: Counted = { calls: 0, failures: 0, chargedMicros: ZERO, costMicros: ZERO };

function readMoney(row: Row): Pick<Counted, 'chargedMicros' | 'costMicros'> {
  return { chargedMicros: row.charged_micros as Micros, costMicros: row.cost_micros as Micros };
}

function readSums(row: Row): Counted {
  return { ...readMoney(row), calls: row.calls as number, failures: row.failures as number };
}

function added(a: Counted, b: Counted): Counted {
  return {
    calls: a.calls + b.calls,
    failures: a.failures + b.failures,
    chargedMicros: (a.chargedMicros + b.chargedMicros) as Micros,
    costMicros: (a.costMicros + b.costMicros) as Micros,
  };
}

/** Every billed path is `/api/<group>/v1/<platform>/…`, and a group has two characters. */
function onPlatform(where: Conditions, platform: string, column = 'path'): Conditions {
  return where.add(`${column} LIKE ? ESCAPE '!'`, `/api/__/v1/${likeText(platform)}/%`);
}
