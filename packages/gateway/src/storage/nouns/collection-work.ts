// What the worker of a collection writes. A verb does nothing once the row has another lease than that of the worker.
import {
  type Collection,
  type CollectionEnd,
  type CollectionWait,
  isOwed,
} from '../../domain/gathering/collection.ts';
import type { Micros } from '../../domain/money.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import {
  type CollectionEnding,
  collections,
  endRow,
  lockRow,
  readStored,
  SHOWN,
  type StoredCollection,
  waitRow,
  wakeNext,
} from './collection-rows.ts';
import { keepFound, noteSeen } from './found.ts';
import type { PageFound, SettledFor } from './gathered.ts';

/** Names the claim of the worker. */
export interface LeasedCollection {
  id: string;
  lease: string;
}

export interface BeginPage extends LeasedCollection {
  /** The most that the page may cost. */
  mostMicros: Micros;
  /** How many collections of the account may run at once. */
  runningMax: number;
  keepMs: number;
}

export type BegunPage =
  | { kind: 'begun'; collection: Collection }
  /** It has ended, waits for its turn, or another process holds it: there is nothing to do. */
  | { kind: 'over' };

/**
 * The same for the next page of a collection that runs and goes on; `over` when `beginPage` has to decide. On SQLite it does not wait for the
 * disk, because it tells nobody anything: a page that a power cut loses here was not charged, and its settlement waits for the disk.
 */
export function* nextPage(
  { id, lease, mostMicros }: BeginPage,
  { nowMs }: Pick<WriteMoment, 'nowMs'>,
): Writing<BegunPage> {
  // The account is not locked.
  const [running] = yield {
    sql: `UPDATE collections SET reserved_micros = $1, page_at_ms = $2
           WHERE id = $3 AND lease = $4 AND state = 'running' AND end_wanted IS NULL AND items < items_max
             AND charged_micros + $1 <= budget_micros AND (until_ms IS NULL OR until_ms > $2) RETURNING ${SHOWN}`,
    values: [mostMicros, nowMs, id, lease],
  };
  return running === undefined ? { kind: 'over' } : { kind: 'begun', collection: collections.read(running) };
}

/**
 * Reserves what the page may cost. From here on, charged and reserved together stay within the budget, also against a change of the budget.
 * Ends the collection in place of that when its budget, its time or its number of items is reached, or when its owner wants it.
 */
export function* beginPage(input: BeginPage, { nowMs }: WriteMoment): Writing<BegunPage> {
  const { id, mostMicros } = input;
  const next = yield* nextPage(input, { nowMs });
  if (next.kind === 'begun') return next;
  const stored = yield* lockLeased(input);
  if (stored === null) return { kind: 'over' };
  const { of } = stored;
  const end = endBefore(of, mostMicros, nowMs);
  if (end !== null) {
    yield* endRow(stored, { end, keepMs: input.keepMs, failure: null }, nowMs);
    return { kind: 'over' };
  }
  if (of.state !== 'running' && (yield* countRunning(of.accountId)) >= input.runningMax) {
    const wait = { waitingFor: 'turn', failure: null, dueAtMs: nowMs + TURN_AGAIN_MS } as const;
    yield* waitRow(stored, wait);
    return { kind: 'over' };
  }
  const runs = { state: 'running', waitingFor: null, reservedMicros: mostMicros, pageAtMs: nowMs } as const;
  const [begun] = yield collections.change(id, runs);
  return { kind: 'begun', collection: collections.read(begun!) };
}

/** A collection that waits for its turn is woken when another one ends or waits. This is for the case that none of them ever does. */
export const TURN_AGAIN_MS = 60_000;

/** Neither budget nor time nor a wish to end it keeps it from a page that was paid before the ledger was restored. */
function endBefore(of: Collection, mostMicros: number, nowMs: number): CollectionEnd | null {
  if (isOwed(of)) return of.items >= of.itemsMax ? 'items' : null;
  if (of.endWanted !== null) return of.endWanted;
  if (of.untilMs !== null && of.untilMs <= nowMs) return 'time';
  if (of.items >= of.itemsMax) return 'items';
  return of.chargedMicros + mostMicros > of.budgetMicros ? 'budget' : null;
}

function* countRunning(accountId: string): Writing<number> {
  const rows = yield {
    sql: `SELECT id FROM collections WHERE account_id = $1 AND state = 'running'`,
    values: [accountId],
  };
  return rows.length;
}

/** Locks the account and the row; null when another process holds the collection, or it has ended or is gone. */
function* lockLeased({ id, lease }: LeasedCollection): Writing<StoredCollection | null> {
  const stored = yield* lockRow(id);
  return stored?.lease === lease && stored.of.endedAtMs === null ? stored : null;
}

/**
 * Moves a collection on by one settled page. It runs in the transaction that charges the page. When the collection is gone, or this page was
 * kept before, it throws: then the page is not charged either.
 */
export function* movePage(found: PageFound, settled: SettledFor, { nowMs }: WriteMoment): Writing<void> {
  const { collectionId: id, page, items, next } = found;
  const [goesOn, own] = 'end' in next ? [null, next.end] : [next, null];
  const [row] = yield {
    sql: `UPDATE collections SET pages = pages + 1, items = items + $1, charged_micros = charged_micros + $2, reserved_micros = 0,
                 page_at_ms = NULL, question = coalesce($3, question), pcursor = $4, list_end = ${worse('$5')},
                 question_ends = CASE WHEN CAST($9 AS text) IS NULL AND question = coalesce($3, question) THEN question_ends
                                      ELSE ${endsWith('pages + 1', 'items + $1', "coalesce($9, CAST($5 AS text), 'exhausted')")} END,
                 idle_pages = CASE WHEN $1 = 0 AND question = coalesce($3, question) THEN idle_pages + 1 ELSE 0 END,
                 failures = 0, failure = NULL, told_wait = NULL, due_at_ms = $6
           WHERE id = $7 AND pages = $8 AND ended_at_ms IS NULL RETURNING ${SHOWN}`,
    values: [
      ...[
        items,
        settled.paidBefore === undefined ? settled.chargedMicros : 0,
        goesOn?.question ?? null,
        goesOn?.pcursor ?? null,
      ],
      ...[goesOn?.listEnd ?? null, nowMs, id, page, own],
    ],
  };
  if (row === undefined) throw new Error(`collection ${id} is gone or has its page ${page} already`);
  const moved = readStored(row);
  const { of } = moved;
  if (found.body !== null)
    yield* keepFound({
      ...{ owner: id, firstNumber: of.items - items + 1, items, requestId: settled.requestId },
      ...{ foundAtMs: nowMs, linksUntilMs: found.linksUntilMs, bytes: found.bytes, body: found.body },
    });
  yield* noteSeen({ owner: id, items: found.seen, seenAt: nowMs });
  const end = isOwed(of) ? own : (of.endWanted ?? own);
  if (end !== null) yield* endRow(moved, { end, keepMs: found.keepMs, failure: null }, nowMs);
}

/**
 * As `questionFigures` reads it: the question, the pages and items of the collection at its end, and how it ended. SQLite has numbers of
 * JavaScript as floating-point ones, whose text would be `2.0`.
 */
const endsWith = (pages: string, items: string, end: string) =>
  `question_ends || question || ' ' || CAST(${pages} AS integer) || ' ' || CAST(${items} AS integer) || ' ' || ${end} || ';'`;

/** Of two ends the one that says less about the list: `unknown` over `upstream_cap`. */
const worse = (next: string) =>
  `CASE WHEN list_end = 'unknown' THEN list_end ELSE coalesce(CAST(${next} AS text), list_end) END`;

/** The page could not be fetched now. Nothing was charged. `isOurs` is false when the lease was lost; then nothing has changed. */
export function* waitCollection(
  input: LeasedCollection & {
    waitingFor: CollectionWait;
    failure: string | null;
    dueInMs: number;
    keepMs: number;
  },
  { nowMs }: WriteMoment,
): Writing<{ isOurs: boolean }> {
  const row = yield* lockLeased(input);
  if (row === null) return { isOurs: false };
  const { waitingFor, failure, keepMs } = input;
  const { endWanted: wanted, accountId } = row.of;
  if (wanted !== null) yield* endRow(row, { end: wanted, failure, keepMs }, nowMs);
  else {
    yield* waitRow(row, { waitingFor, failure, dueAtMs: nowMs + input.dueInMs });
    yield* wakeNext(accountId, nowMs);
  }
  return { isOurs: true };
}

/** Ends it for a reason that the worker found. */
export function* endCollection(
  input: LeasedCollection & CollectionEnding,
  { nowMs }: WriteMoment,
): Writing<{ isOurs: boolean }> {
  const row = yield* lockLeased(input);
  if (row === null) return { isOurs: false };
  yield* endRow(row, input, nowMs);
  return { isOurs: true };
}

/**
 * The current question is given up and the next one is asked. The last one ends the collection. `isRefused`: the platform refused it, or does
 * not know what it names; otherwise its list broke off.
 */
export function* skipQuestion(
  input: LeasedCollection & { failure: string; isRefused: boolean; keepMs: number },
  { nowMs }: WriteMoment,
): Writing<{ isOurs: boolean; hasEnded: boolean }> {
  const row = yield* lockLeased(input);
  if (row === null) return { isOurs: false, hasEnded: false };
  const { failure, isRefused, keepMs } = input;
  const [skipped] = yield {
    sql: `UPDATE collections SET refused_count = refused_count + $1, question = question + 1, pcursor = NULL, idle_pages = 0,
                 list_end = ${worse('$2')}, question_ends = ${endsWith('pages', 'items', 'CAST($5 AS text)')}, failure = $3, failures = 0, reserved_micros = 0, page_at_ms = NULL
           WHERE id = $4 RETURNING ${SHOWN}`,
    values: [
      ...[isRefused ? 1 : 0, isRefused ? null : 'unknown', failure, input.id],
      isRefused ? 'refused' : 'unknown',
    ],
  };
  const after = readStored(skipped!);
  const { question, questionCount, questionsRefused, endWanted } = after.of;
  const own = questionsRefused === questionCount ? 'refused' : 'exhausted';
  const end = endWanted ?? (question >= questionCount ? own : null);
  if (end !== null) yield* endRow(after, { end, failure, keepMs }, nowMs);
  return { isOurs: true, hasEnded: end !== null };
}

/** Gives the lease up between two pages, so that other collections get their turn. */
export function* yieldCollection({ id, lease }: LeasedCollection, { nowMs }: WriteMoment): Writing<null> {
  yield {
    sql: `UPDATE collections SET lease = NULL, lease_until_ms = 0, due_at_ms = $1, reserved_micros = 0, page_at_ms = NULL
           WHERE id = $2 AND lease = $3 AND ended_at_ms IS NULL RETURNING id`,
    values: [nowMs, id, lease],
  };
  return null;
}
