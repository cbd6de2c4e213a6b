// Pages of collections and runs of watches that were charged before the ledger was restored. An archive knows their charges, and the restored
// row stands where it stood in the backup. So the row counts these charges at once and notes up to which position they reach (`paid_to`).
// Up to there each page or run is asked again under its own id, and nothing is charged. What its answer lacks is refunded, and so is what
// is left when the collection or watch ends. Nothing here charges.
import { utcMonth } from '../../domain/clock.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import { chargeOf, type Delivered, type Terms } from '../../domain/prices/terms.ts';
import {
  COLLECTION_ID_PREFIX,
  furtherPages,
  type GatheredUnit,
  gatheredPrefix,
  gatheredUnit,
  WATCH_ID_PREFIX,
} from '../../domain/request-id.ts';
import type { Reading, Row, SqlQuery } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { refund } from './entries.ts';
import type { PageFound, RunFound } from './gathered.ts';
import { moveOn } from './move-on.ts';
import { lockWatch, type OwnedWatch, removeWatch, updateWatch } from './watches.ts';

/** Who refunds, and why, as entries, events and the audit log name it. */
const ACTOR = 'gateway';
const REASON = 'charged before the ledger was restored, and not to be had again';
/** The failure of a run that was charged, and whose items are gone. */
export const LOST = 'REQUEST_EXPIRED';

export const isCollection = ({ ownerId }: Pick<GatheredUnit, 'ownerId'>) =>
  ownerId.startsWith(COLLECTION_ID_PREFIX);

/** The table of the owner, with the column of its position. */
const placeOf = (unit: Pick<GatheredUnit, 'ownerId'>) =>
  isCollection(unit) ? { table: 'collections', done: 'pages' } : { table: 'watches', done: 'runs' };

/** A settled call of a page or a run. */
export interface ChargedUnit extends GatheredUnit {
  accountId: string;
  requestId: string;
  chargedMicros: Micros;
  finishedAtMs: number;
}

/**
 * Counts the charge in its owner, which stands before it. False: its owner is gone, or has counted it. Of a run, the charge of each page is
 * counted: the catch-up comes to each once, and `noteFound` counts all together.
 */
export function* noteCharged(unit: ChargedUnit): Writing<boolean> {
  const rows = yield isCollection(unit) ? noteInCollection(unit) : noteInWatch(unit);
  return rows.length > 0;
}

/** A budget that was raised after the backup is at least what was charged by then. */
function noteInCollection({ ownerId, accountId, before, chargedMicros }: ChargedUnit): SqlQuery {
  return {
    sql: `UPDATE collections SET charged_micros = charged_micros + $1, reserved_micros = 0, page_at_ms = NULL, paid_to = $2,
                 budget_micros = CASE WHEN charged_micros + $1 > budget_micros THEN charged_micros + $1 ELSE budget_micros END
           WHERE id = $3 AND account_id = $4 AND pages < $2 AND paid_to < $2 RETURNING id`,
    values: [chargedMicros, before + 1, ownerId, accountId],
  };
}

function noteInWatch({
  ownerId,
  accountId,
  before,
  page,
  chargedMicros,
  finishedAtMs,
}: ChargedUnit): SqlQuery {
  const spent = 'spent_micros + $1';
  return {
    sql: `UPDATE watches SET spent_micros = ${spent}, reserved_micros = 0, paid_to = $2,
                 total_budget_micros = CASE WHEN ${spent} > total_budget_micros THEN ${spent} ELSE total_budget_micros END,
                 spent_month_micros = CASE WHEN spent_month = $5 THEN spent_month_micros + $1
                                           WHEN spent_month > $5 THEN spent_month_micros ELSE $1 END,
                 spent_month = CASE WHEN spent_month > $5 THEN spent_month ELSE $5 END
           WHERE id = $3 AND account_id = $4 AND runs < $2 AND paid_to ${page === 1 ? '<' : '<='} $2 RETURNING id`,
    values: [chargedMicros, before + 1, ownerId, accountId, utcMonth(finishedAtMs)],
  };
}

/** A page or run whose id turned out to be charged although its owner has not got it. */
export function* noteFound({
  accountId,
  requestId,
}: {
  accountId: string;
  requestId: string;
}): Writing<{ noted: boolean }> {
  yield { lockAccount: accountId };
  const unit = yield* readCharged(accountId, requestId);
  return { noted: unit !== null && (yield* noteCharged(unit)) };
}

/** A settled call of a page, with what was paid by it and given back. */
interface PaidCall extends ChargedUnit {
  refundedMicros: Micros;
  terms: Terms | null;
  /** The items that were paid; null when the price does not depend on them. */
  items: number | null;
}

/** What of a charged page or run is owed to its owner: the sums of its calls. A run has the request id of its first page. */
export interface PaidUnit extends Omit<PaidCall, 'terms'> {
  calls: readonly PaidCall[];
}

const CHARGED = `c.account_id, c.request_id, c.charged_micros, c.finished_at_ms, c.terms, c.delivered,
  (SELECT CAST(coalesce(sum(e.amount_micros), 0) AS bigint) FROM entries e WHERE e.call_seq = c.seq AND e.kind = 'refund') AS refunded_micros`;

function readCall(row: Row): PaidCall {
  const terms = JSON.parse((row.terms as string | null) ?? 'null') as Terms | null;
  const delivered = JSON.parse((row.delivered as string | null) ?? 'null') as Delivered | null;
  return {
    ...gatheredUnit(row.request_id as string)!,
    ...{ accountId: row.account_id as string, requestId: row.request_id as string, terms },
    chargedMicros: row.charged_micros as Micros,
    refundedMicros: row.refunded_micros as Micros,
    finishedAtMs: row.finished_at_ms as number,
    items: terms?.unit === 'item' ? (delivered?.items ?? null) : null,
  };
}

function unitOf(calls: readonly PaidCall[]): PaidUnit {
  const micros = (of: (call: PaidCall) => number) => toMicros(calls.reduce((sum, call) => sum + of(call), 0));
  const items = calls.map((call) => call.items);
  return {
    ...calls[0]!,
    calls,
    chargedMicros: micros(({ chargedMicros }) => chargedMicros),
    refundedMicros: micros(({ refundedMicros }) => refundedMicros),
    items: items.includes(null) ? null : items.reduce<number>((sum, one) => sum + one!, 0),
  };
}

/** By the id of a page of a collection, or of the first page of a run. */
function* readCharged(accountId: string, requestId: string): Reading<PaidUnit | null> {
  const unit = gatheredUnit(requestId);
  if (unit === null) return null;
  const rows = yield {
    sql: `SELECT ${CHARGED} FROM calls c
           WHERE c.account_id = $1 AND (c.request_id = $2 OR (c.request_id > $3 AND c.request_id < $4)) AND c.state = 'settled'`,
    values: [accountId, requestId, ...furtherPages(requestId)],
  };
  return rows.length === 0 ? null : unitOf(inSequence(rows.map(readCall)));
}

const inSequence = (calls: PaidCall[]) =>
  calls.sort((one, other) => one.before - other.before || one.page - other.page);

/** The owner's charged pages or runs from this position on, in their sequence. */
function* chargedFrom({ accountId, ownerId, from }: Owed): Reading<PaidUnit[]> {
  const prefix = gatheredPrefix(ownerId)!;
  const rows = yield {
    sql: `SELECT ${CHARGED} FROM calls c
           WHERE c.account_id = $1 AND c.request_id >= $2 AND c.request_id < $3 AND c.state = 'settled'`,
    values: [accountId, prefix, `${prefix}\u007f`],
  };
  const calls = rows.map(readCall).filter((call) => call.ownerId === ownerId && call.before >= from);
  return [...Map.groupBy(inSequence(calls), ({ before }) => before).values()].map(unitOf);
}

export interface Owed {
  accountId: string;
  ownerId: string;
  /** The position of the owner. */
  from: number;
}

/** The next page or run that is asked again. Its position may be higher: a run that failed left a gap. */
export function* findPaid(owed: Owed): Reading<PaidUnit | null> {
  return (yield* chargedFrom(owed))[0] ?? null;
}

export interface RedoPaid {
  accountId: string;
  requestId: string;
  /** What the platform gave now. Its number is that of the page or run. */
  found: PageFound | RunFound;
  /** It cannot be had: its code. The whole charge is refunded. */
  failure: string | null;
}

export type Redone = { kind: 'redone'; refundedMicros: Micros } | { kind: 'lost' };

/** Moves the owner on by a page or run that it has paid before, and refunds what its answer lacks. `lost`: it was moved on meanwhile. */
export function* redoPaid(input: RedoPaid, moment: WriteMoment): Writing<Redone> {
  const { accountId, requestId, found, failure } = input;
  yield { lockAccount: accountId };
  const unit = yield* readCharged(accountId, requestId);
  if (unit === null) return { kind: 'lost' };
  const { table, done } = placeOf(unit);
  const moved = yield {
    sql: `UPDATE ${table} SET ${done} = $1 WHERE id = $2 AND ${done} <= $1 AND paid_to > $1 AND ended_at_ms IS NULL RETURNING id`,
    values: [unit.before, unit.ownerId],
  };
  if (moved.length === 0) return { kind: 'lost' };
  const { chargedMicros } = unit;
  yield* moveOn(found, { accountId, requestId, chargedMicros, paidBefore: { failure } }, moment);
  if (table === 'watches')
    yield {
      sql: `UPDATE watches SET due_at_ms = $1 WHERE id = $2 AND runs < paid_to`,
      values: [moment.nowMs, unit.ownerId],
    };
  return { kind: 'redone', refundedMicros: yield* giveBack(unit, failure === null ? found.items : null) };
}

/** `items`: how many were delivered again, which count for the first pages; null for none of what was paid. */
function* giveBack({ calls }: PaidUnit, items: number | null): Writing<Micros> {
  let [left, micros] = [items, 0];
  for (const call of calls) {
    micros += yield* giveBackOf(call, left);
    if (left !== null) left = Math.max(0, left - (call.items ?? 0));
  }
  return toMicros(micros);
}

function* giveBackOf(call: PaidCall, items: number | null): Writing<Micros> {
  const { accountId, requestId, chargedMicros, refundedMicros } = call;
  const amountMicros = (chargedMicros - refundedMicros - keptOf(call, items)) as Micros;
  if (amountMicros <= 0) return 0 as Micros;
  const of = { actor: ACTOR, accountId, requestId, reference: null, reason: REASON };
  const posted = yield* refund({ ...of, amountMicros });
  return posted.kind === 'posted' ? amountMicros : (0 as Micros);
}

/** What of the charge stays: the same share as the price of these items has of the price that was paid. */
function keptOf({ chargedMicros, terms, items: paid }: PaidCall, items: number | null): number {
  if (items === null) return 0;
  if (terms === null || paid === null || items >= paid) return chargedMicros;
  const [now, then] = [chargeOf(terms, { items }), chargeOf(terms, { items: paid })];
  return then === 0 ? 0 : Number((BigInt(chargedMicros) * BigInt(now)) / BigInt(then));
}

/** Of collections and watches that have ended, in accounts that are open, something that was paid is left. */
export const OWED_BY_ENDED = `
  SELECT c.account_id FROM collections c JOIN accounts a ON a.id = c.account_id
   WHERE c.pages < c.paid_to AND c.ended_at_ms IS NOT NULL AND a.closed_at_ms IS NULL
  UNION
  SELECT w.account_id FROM watches w JOIN accounts a ON a.id = w.account_id
   WHERE w.runs < w.paid_to AND w.ended_at_ms IS NOT NULL AND a.closed_at_ms IS NULL`;

/** Refunds what ended collections and watches of an account have paid and did not get. The account is locked. */
export function* refundEnded(accountId: string): Writing<Micros> {
  let micros = 0;
  for (const { table, done } of [COLLECTION_ID_PREFIX, WATCH_ID_PREFIX].map((ownerId) =>
    placeOf({ ownerId }),
  )) {
    const rows = yield {
      sql: `SELECT id, ${done} AS done FROM ${table}
             WHERE account_id = $1 AND ${done} < paid_to AND ended_at_ms IS NOT NULL FOR UPDATE`,
      values: [accountId],
    };
    for (const { id, done: from } of rows) {
      const owed = { accountId, ownerId: id as string, from: from as number };
      const units = yield* chargedFrom(owed);
      for (const unit of units) {
        if (table === 'watches') yield keepLost(unit);
        micros += yield* giveBack(unit, null);
      }
      yield { sql: `UPDATE ${table} SET ${done} = paid_to WHERE id = $1`, values: [owed.ownerId] };
    }
  }
  return micros as Micros;
}

/** Removes a watch, after what it had paid before a restore and did not get was refunded. */
export function* removeRefunded(
  input: Actor & OwnedWatch,
  moment: WriteMoment,
): Writing<{ removed: boolean }> {
  const row = yield* lockWatch(input);
  if (row !== null && (row.runs as number) < (row.paid_to as number)) {
    yield* updateWatch({ ...input, state: 'ended', by: 'operator' }, moment);
    yield* refundEnded(input.accountId);
  }
  return yield* removeWatch(input);
}

/** The list of runs names those that are lost. */
function keepLost({ ownerId, before, requestId, finishedAtMs, chargedMicros }: PaidUnit): SqlQuery {
  return {
    sql: `INSERT INTO watch_runs (watch_id, number, request_id, slot_ms, at_ms, late_by_s, pages, items, charged_micros, gap, failure)
          VALUES ($1, $2, $3, $4, $4, 0, 0, 0, $5, 1, $6) ON CONFLICT DO NOTHING`,
    values: [ownerId, before + 1, requestId, finishedAtMs, chargedMicros, LOST],
  };
}
