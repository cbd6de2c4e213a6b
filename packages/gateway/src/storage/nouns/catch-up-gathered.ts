// What collections and watches catch up with: what nodes of an older release left undone, at the end of the file, and a restored ledger's
// archive. Brings them forward with the charges of their pages and runs, when a ledger is caught up from its archive. One that the
// backup lacks begins again at its start, with what it was charged counted. What its owner had changed by its last charge is as it was then.
import { DAY_MS } from '../../domain/duration.ts';
import { type Micros, ZERO } from '../../domain/money.ts';
import { gatheredUnit } from '../../domain/request-id.ts';
import type { Reading, Row, Value } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import type { CatchUp } from './archive.ts';
import { wakeCollections } from './collection-rows.ts';
import { dropCollection, dropCollections } from './collections.ts';
import { type ChargedUnit, isCollection, noteCharged, OWED_BY_ENDED, refundEnded } from './paid-before.ts';
import { endWatchesOf, removeWatch, resumeForBalance } from './watches.ts';

/** Returns the ids of the collections and watches of these calls, which were added. */
export function* catchUpOwners(input: CatchUp, calls: readonly Row[], nowMs: number): Writing<string[]> {
  const byOwner = Map.groupBy(
    calls.map(unitOf).filter((unit) => unit !== null),
    ({ ownerId }) => ownerId,
  );
  if (input.writes)
    for (const [id, units] of byOwner) yield* catchUpOwner(id, { input, units: units!, calls, nowMs });
  return [...byOwner.keys()];
}

function unitOf(call: Row): ChargedUnit | null {
  const requestId = call.request_id as string;
  const unit = gatheredUnit(requestId);
  if (unit === null) return null;
  const [accountId, chargedMicros] = [call.account_id as string, call.charged_micros as Micros];
  return { ...unit, accountId, requestId, chargedMicros, finishedAtMs: call.finished_at_ms as number };
}

interface Owner {
  input: CatchUp;
  units: readonly ChargedUnit[];
  calls: readonly Row[];
  nowMs: number;
}

function* catchUpOwner(id: string, { input, units, calls, nowMs }: Owner): Writing<void> {
  const table = isCollection({ ownerId: id }) ? 'collections' : 'watches';
  const rows = input.rows[table];
  const archived = rows?.find((row) => row.id === id);
  const [there] = yield { sql: `SELECT account_id FROM ${table} WHERE id = $1`, values: [id] };
  if (isDeleted(rows, archived)) {
    if (there !== undefined) yield* dropAgain(table, id, input, there.account_id as string, nowMs);
    return;
  }
  if (there === undefined) {
    const call = calls.find(({ request_id }) => request_id === units[0]!.requestId)!;
    yield insert(
      table,
      table === 'collections'
        ? newCollection(id, call, archived, nowMs)
        : newWatch(id, call, archived, nowMs),
    );
  }
  for (const unit of units) yield* noteCharged(unit);
  if (archived !== undefined) yield table === 'watches' ? setWatch(archived) : setCollection(archived);
  yield makeDue(table, id, nowMs);
}

/** What it has paid is asked for at once. The process that worked on it is gone. */
function makeDue(table: string, id: string, nowMs: number) {
  const goesOn =
    table === 'watches' ? "state = 'active' AND runs < paid_to" : 'ended_at_ms IS NULL AND pages < paid_to';
  return {
    sql: `UPDATE ${table} SET due_at_ms = $1, lease = NULL, lease_until_ms = 0 WHERE id = $2 AND ${goesOn}`,
    values: [nowMs, id],
  };
}

/** An archive that keeps collections and watches and lacks this one was written after its owner had deleted it. */
const isDeleted = (rows: readonly Row[] | null, archived: Row | undefined) =>
  archived === undefined ? rows !== null : archived.is_removed === 1;

/** With all that it had. */
function* dropAgain(
  table: string,
  id: string,
  { actor }: CatchUp,
  accountId: string,
  nowMs: number,
): Writing<void> {
  if (table === 'collections') yield* dropCollection(id, nowMs);
  else yield* removeWatch({ actor, id, accountId });
}

function insert(table: string, row: Row) {
  const names = Object.keys(row);
  const places = names.map((_, i) => `$${i + 1}`).join(', ');
  // Since the restore, the request id may have made another one.
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`,
    values: Object.values(row),
  };
}

/** What a call says about the owner that made it. The question is not known, so nothing is asked (path ''), and what was paid is refunded. */
function unknownOwner(id: string, call: Row, nowMs: number): Row {
  const { account_id, key_id, platform } = call as Record<string, Value>;
  const of = { id, account_id: account_id!, key_id: key_id!, platform: platform! };
  return {
    ...of,
    request_id: `restored ${id}`,
    fingerprint: '',
    path: '',
    created_at_ms: nowMs,
    due_at_ms: nowMs,
  };
}

const COLLECTION_KEPT = [
  'request_id',
  'fingerprint',
  'name',
  'path',
  'query',
  'questions',
  'question_count',
  'items_max',
];
const COLLECTION_TERMS = ['budget_micros', 'most_micros', 'until_ms', 'key_id', 'created_at_ms'];
const WATCH_KEPT = [
  'request_id',
  'fingerprint',
  'name',
  'path',
  'query',
  'every_ms',
  'is_auto',
  'pages_max',
  'baseline',
];
const WATCH_TERMS = [
  'run_most_micros',
  'month_budget_micros',
  'total_budget_micros',
  'key_id',
  'created_at_ms',
];

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

function newCollection(id: string, call: Row, archived: Row | undefined, nowMs: number): Row {
  const unknown = { ...unknownOwner(id, call, nowMs), questions: '[]', question_count: 1, items_max: 1 };
  const row = { ...unknown, budget_micros: 0, most_micros: 0 };
  if (archived === undefined || archived.questions === null) return row;
  return { ...row, ...pick(archived, [...COLLECTION_KEPT, ...COLLECTION_TERMS]) };
}

function newWatch(id: string, call: Row, archived: Row | undefined, nowMs: number): Row {
  const unknown = { ...unknownOwner(id, call, nowMs), query: '{}', every_ms: DAY_MS, pages_max: 1 };
  const row = { ...unknown, baseline: 'mark', run_most_micros: 0 };
  return archived === undefined ? row : { ...row, ...pick(archived, [...WATCH_KEPT, ...WATCH_TERMS]) };
}

/** How it had ended, or was told to end, it ends after the pages that it has paid. */
function setCollection(row: Row) {
  const { id, name, items_max, most_micros, key_id, until_ms, budget_micros } = row;
  return {
    sql: `UPDATE collections SET name = $1, items_max = $2, most_micros = $3, key_id = $4, until_ms = $5, end_wanted = $6,
                 budget_micros = CASE WHEN charged_micros > CAST($7 AS bigint) THEN charged_micros ELSE CAST($7 AS bigint) END
           WHERE id = $8 AND ended_at_ms IS NULL`,
    values: [
      name,
      items_max,
      most_micros,
      key_id,
      until_ms,
      row.end_reason ?? row.end_wanted,
      budget_micros,
      id,
    ] as Value[],
  };
}

function setWatch(row: Row) {
  const { id, name, every_ms, is_auto, pages_max, run_most_micros, key_id, month_budget_micros } = row;
  const { state, paused_for, ended_at_ms, lease_until_ms, total_budget_micros: total } = row;
  return {
    sql: `UPDATE watches SET name = $1, every_ms = $2, is_auto = $3, pages_max = $4, run_most_micros = $5, key_id = $6,
                 month_budget_micros = $7, state = $8, paused_for = $9, ended_at_ms = $10, lease_until_ms = $11, lease = NULL,
                 total_budget_micros = CASE WHEN spent_micros > CAST($12 AS bigint) THEN spent_micros ELSE CAST($12 AS bigint) END,
                 feed_hash = CASE WHEN CAST($10 AS bigint) IS NULL THEN feed_hash END
           WHERE id = $13 AND state <> 'ended'`,
    values: [
      ...[
        name,
        every_ms,
        is_auto,
        pages_max,
        run_most_micros,
        key_id,
        month_budget_micros,
        state,
        paused_for,
      ],
      ...[ended_at_ms, state === 'paused' ? lease_until_ms : 0, total, id],
    ] as Value[],
  };
}

// What is left undone for collections and watches. Nodes of a release without them close an account and keep what it gathered, or credit it and
// leave its watches paused. What an ended collection or watch had paid before the ledger was restored, and did not get again, is refunded.

/** Accounts that one look finds. */
const ACCOUNTS_MAX = 100;

/**
 * Accounts for which something is left to do. A watch is paused when its account cannot pay for a page, and the balance that is wanted here
 * pays for the whole run. So a watch that is paused again is not found again before the account is credited.
 */
export function* findLeftUndone(): Reading<string[]> {
  const rows = yield {
    sql: `SELECT w.account_id FROM watches w JOIN accounts a ON a.id = w.account_id
           WHERE (a.closed_at_ms IS NOT NULL AND w.state <> 'ended')
              OR (w.state = 'paused' AND w.paused_for = 'balance' AND w.run_most_micros <= a.balance_micros)
          UNION
          SELECT c.account_id FROM collections c JOIN accounts a ON a.id = c.account_id
           WHERE a.closed_at_ms IS NOT NULL AND c.is_removed = 0
          UNION ${OWED_BY_ENDED}
          LIMIT ${ACCOUNTS_MAX}`,
    values: [],
  };
  return rows.map(({ account_id }) => account_id as string);
}

export function* catchUpGathered(
  { accountId }: { accountId: string },
  { nowMs }: WriteMoment,
): Writing<{ isClosed: boolean; refundedMicros: Micros }> {
  const [account] = yield { lockAccount: accountId };
  const isClosed = account !== undefined && account.closed_at_ms !== null;
  if (isClosed) {
    yield* dropCollections(accountId, nowMs);
    yield* endWatchesOf(accountId, nowMs);
    return { isClosed, refundedMicros: ZERO };
  }
  yield* wakeCollections(accountId, 'balance', nowMs);
  yield* resumeForBalance(accountId);
  return { isClosed, refundedMicros: yield* refundEnded(accountId) };
}
