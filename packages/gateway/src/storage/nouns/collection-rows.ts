// The rows of collections: reading them, and the moves that several verbs make. The worker of a collection holds its lease. Verbs that also
// lock the account lock it first, so that they never wait for each other in a circle.
import { formatTime } from '../../domain/clock.ts';
import type { EventType } from '../../domain/event.ts';
import type {
  Collection,
  CollectionEnd,
  CollectionState,
  CollectionWait,
} from '../../domain/gathering/collection.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import type { Row } from '../steps/reading.ts';
import type { Writing } from '../steps/writing.ts';
import type { ListEnd } from './gathered.ts';

/** All columns but `questions`, which may be a megabyte. */
export const SHOWN = `id, account_id, key_id, request_id, fingerprint, name, platform, path, query, question_count, question, refused_count, pcursor,
  list_end, idle_pages, pages, items, items_max, charged_micros, reserved_micros, budget_micros, most_micros, page_at_ms, until_ms, state, waiting_for,
  told_wait, end_reason, end_wanted, failure, created_at_ms, ended_at_ms, expires_at_ms, is_removed, due_at_ms, lease, failures, paid_to, question_ends`;

export function readCollection(row: Row): Collection {
  return {
    id: row.id as string,
    accountId: row.account_id as string,
    keyId: row.key_id as string,
    requestId: row.request_id as string,
    name: row.name as string | null,
    platform: row.platform as string,
    path: row.path as string,
    query: row.query === null ? null : (JSON.parse(row.query as string) as Collection['query']),
    questionCount: row.question_count as number,
    question: row.question as number,
    questionsRefused: row.refused_count as number,
    pcursor: row.pcursor as string | null,
    idlePages: row.idle_pages as number,
    pages: row.pages as number,
    items: row.items as number,
    itemsMax: row.items_max as number,
    chargedMicros: row.charged_micros as Micros,
    reservedMicros: row.reserved_micros as Micros,
    budgetMicros: row.budget_micros as Micros,
    mostMicros: row.most_micros as Micros,
    pageAtMs: row.page_at_ms as number | null,
    untilMs: row.until_ms as number | null,
    state: row.state as CollectionState,
    waitingFor: row.waiting_for as CollectionWait | null,
    end: row.end_reason as CollectionEnd | null,
    endWanted: row.end_wanted as CollectionEnd | null,
    failure: row.failure as string | null,
    createdAtMs: row.created_at_ms as number,
    endedAtMs: row.ended_at_ms as number | null,
    expiresAtMs: row.expires_at_ms as number | null,
    dueAtMs: row.due_at_ms as number,
    failures: row.failures as number,
    paidTo: row.paid_to as number,
    questionEnds: row.question_ends as string,
  };
}

export function* lockRow(id: string): Writing<Row | null> {
  const [found] = yield { sql: 'SELECT account_id FROM collections WHERE id = $1', values: [id] };
  if (found === undefined) return null;
  yield { lockAccount: found.account_id as string };
  const [row] = yield { sql: `SELECT ${SHOWN} FROM collections WHERE id = $1 FOR UPDATE`, values: [id] };
  return row ?? null;
}

export interface CollectionEnding {
  end: CollectionEnd;
  /** The code of the failure that ended it. */
  failure: string | null;
  /** How long its items are kept. */
  keepMs: number;
}

const STOPS: ReadonlySet<CollectionEnd> = new Set(['budget', 'time', 'cancelled', 'key']);

function stateOf(end: CollectionEnd): CollectionState {
  if (end === 'refused') return 'failed';
  return STOPS.has(end) ? 'stopped' : 'done';
}

/** How the lists ended, by the one that says the least: `unknown` over `upstream_cap` over `exhausted`. Other ends stay. */
function weakest(end: CollectionEnd, before: ListEnd | null): CollectionEnd {
  if (before === null || (end !== 'exhausted' && end !== 'upstream_cap')) return end;
  return before;
}

/** Under the lock of the account. */
export function* endRow(row: Row, { end, failure, keepMs }: CollectionEnding, nowMs: number): Writing<Row> {
  const said = weakest(end, row.list_end as ListEnd | null);
  const state = stateOf(said);
  const [ended] = yield {
    sql: `UPDATE collections SET state = $1, end_reason = $2, failure = coalesce($3, failure), waiting_for = NULL, end_wanted = NULL,
                 reserved_micros = 0, page_at_ms = NULL, ended_at_ms = $4, expires_at_ms = $5, purge_at_ms = $5, lease = NULL,
                 lease_until_ms = 0
           WHERE id = $6 RETURNING ${SHOWN}`,
    values: [state, said, failure, nowMs, nowMs + keepMs, row.id as string],
  };
  yield* tell(ended!, state === 'done' ? 'collection.done' : 'collection.stopped');
  yield* wakeNext(row.account_id as string, nowMs);
  return ended!;
}

interface Waiting {
  waitingFor: CollectionWait;
  failure: string | null;
  dueAtMs: number;
}

/** Under the lock of the account. An event is written once per cause, until a page succeeds; waiting for a turn is not news. */
export function* waitRow(row: Row, { waitingFor, failure, dueAtMs }: Waiting): Writing<void> {
  const isNews = waitingFor !== 'turn' && row.told_wait !== waitingFor;
  const [waits] = yield {
    sql: `UPDATE collections SET state = 'waiting', waiting_for = $1, failure = $2, due_at_ms = $3, reserved_micros = 0, page_at_ms = NULL,
                 told_wait = $4, failures = failures + $5, lease = NULL, lease_until_ms = 0
           WHERE id = $6 RETURNING ${SHOWN}`,
    values: [
      ...[waitingFor, failure, Math.min(dueAtMs, (row.until_ms as number | null) ?? dueAtMs)],
      ...[isNews ? waitingFor : (row.told_wait as string | null), failure === null ? 0 : 1, row.id as string],
    ],
  };
  if (isNews) yield* tell(waits!, 'collection.waiting');
}

function* tell(row: Row, type: EventType): Writing<void> {
  const of = readCollection(row);
  const data = {
    collection: of.id,
    name: of.name,
    state: of.state,
    ...(of.state === 'waiting'
      ? { waiting_for: of.waitingFor, next_try_at: formatTime(of.dueAtMs) }
      : { end: of.end, expires_at: of.expiresAtMs === null ? null : formatTime(of.expiresAtMs) }),
    failure: of.failure,
    items: of.items,
    charged: formatMoney(of.chargedMicros),
    budget: formatMoney(of.budgetMicros),
  };
  yield { event: { stream: of.accountId, type, data } };
}

/** Makes the oldest collection that waits for its turn due. */
export function* wakeNext(accountId: string, nowMs: number): Writing<void> {
  yield {
    sql: `UPDATE collections SET due_at_ms = $1 WHERE id = (
            SELECT id FROM collections WHERE account_id = $2 AND waiting_for = 'turn' ORDER BY created_at_ms, id LIMIT 1)`,
    values: [nowMs, accountId],
  };
}

/** Makes the collections due that wait for this: a top-up for `balance`, a changed cap for `cap`. */
export function* wakeCollections(
  accountId: string,
  waitingFor: CollectionWait,
  nowMs: number,
): Writing<void> {
  yield {
    sql: `UPDATE collections SET due_at_ms = $1
           WHERE account_id = $2 AND state = 'waiting' AND waiting_for = $3 AND due_at_ms > $1`,
    values: [nowMs, accountId, waitingFor],
  };
}
