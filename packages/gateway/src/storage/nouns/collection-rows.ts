// The rows of collections: reading them, and the moves that several verbs make. The worker of a collection holds its lease. Verbs that also
// lock the account lock it first, so that they never wait for each other in a circle.
import { formatTime } from '../../domain/clock.ts';
import type { EventType } from '../../domain/event.ts';
import { field, type Of } from '../../domain/field-table.ts';
import {
  COLLECTION_FIELDS,
  type Collection,
  type CollectionEnd,
  type CollectionQuestion,
  type CollectionState,
  type CollectionWait,
} from '../../domain/gathering/collection.ts';
import { formatMoney, ZERO } from '../../domain/money.ts';
import type { Row } from '../steps/reading.ts';
import { columnList, rowReader, storedTable } from '../steps/table.ts';
import type { Writing } from '../steps/writing.ts';
import { LIST_ENDS, type ListEnd } from './gathered.ts';

/** What only the verbs know of a collection. */
const OWN_FIELDS = {
  fingerprint: field.text(),
  /** The cause that an event told last. */
  toldWait: field.text().orNull(),
  /** How the lists ended so far, where that says less than `exhausted`. */
  listEnd: field.oneOf(LIST_ENDS).orNull(),
  isRemoved: field.flag(),
  lease: field.text().orNull(),
};
const readOwn = rowReader(OWN_FIELDS);

export const collections = storedTable('collections', COLLECTION_FIELDS, {
  ...OWN_FIELDS,
  questions: field.json<readonly CollectionQuestion[]>(),
  leaseUntilMs: field.integer(),
  purgeAtMs: field.integer().orNull(),
});

/** All columns but `questions`, which may be a megabyte. */
export const SHOWN = `${collections.list}, ${columnList(OWN_FIELDS)}`;

export type StoredCollection = Of<typeof OWN_FIELDS> & { of: Collection };

export const readStored = (row: Row): StoredCollection => ({ ...readOwn(row), of: collections.read(row) });

/** Null also when its owner removed it. */
export function* lockRow(id: string): Writing<StoredCollection | null> {
  const [found] = yield { sql: 'SELECT account_id FROM collections WHERE id = $1', values: [id] };
  if (found === undefined) return null;
  yield { lockAccount: found.account_id as string };
  const [row] = yield { sql: `SELECT ${SHOWN} FROM collections WHERE id = $1 FOR UPDATE`, values: [id] };
  const stored = row === undefined ? null : readStored(row);
  return stored?.isRemoved === false ? stored : null;
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
export function* endRow(
  { of: { id, accountId }, listEnd }: StoredCollection,
  { end, failure, keepMs }: CollectionEnding,
  nowMs: number,
): Writing<Collection> {
  const said = weakest(end, listEnd);
  const state = stateOf(said);
  const [row] = yield collections.change(id, {
    ...{ state, end: said, waitingFor: null, endWanted: null, reservedMicros: ZERO, pageAtMs: null },
    ...(failure !== null && { failure }),
    ...{ endedAtMs: nowMs, expiresAtMs: nowMs + keepMs, purgeAtMs: nowMs + keepMs },
    ...FREE,
  });
  const ended = collections.read(row!);
  yield* tell(ended, state === 'done' ? 'collection.done' : 'collection.stopped');
  yield* wakeNext(accountId, nowMs);
  return ended;
}

/** No node works on it. */
const FREE = { lease: null, leaseUntilMs: 0 };

interface Waiting {
  waitingFor: CollectionWait;
  failure: string | null;
  dueAtMs: number;
}

/** Under the lock of the account. An event is written once per cause, until a page succeeds; waiting for a turn is not news. */
export function* waitRow(
  { of, toldWait }: StoredCollection,
  { waitingFor, failure, dueAtMs }: Waiting,
): Writing<void> {
  const isNews = waitingFor !== 'turn' && toldWait !== waitingFor;
  const [row] = yield collections.change(of.id, {
    ...{ state: 'waiting', waitingFor, failure, dueAtMs: Math.min(dueAtMs, of.untilMs ?? dueAtMs) },
    ...{ reservedMicros: ZERO, pageAtMs: null, failures: of.failures + (failure === null ? 0 : 1) },
    toldWait: isNews ? waitingFor : toldWait,
    ...FREE,
  });
  if (isNews) yield* tell(collections.read(row!), 'collection.waiting');
}

function* tell(of: Collection, type: EventType): Writing<void> {
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
