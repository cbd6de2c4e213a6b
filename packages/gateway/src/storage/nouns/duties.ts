// Duties of all kinds: which are due, who works on them, and what becomes of those that failed. A claim is a lease with a name. Verbs of
// nouns move a row on only while it has that lease, so a node that was paused for long changes nothing.
import { DUTY_KINDS, type DutyKind, LATE_AFTER_MS, type ListedDuty } from '../../domain/gathering/duty.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import type { Reading, Row, Value } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { DUTY_TABLES } from './duty-tables.ts';

export interface ClaimDuties {
  kind: DutyKind;
  /** Names the claims. Every claim has a name of its own, so that a process cannot mistake an old claim for a new one. */
  lease: string;
  leaseMs: number;
  limit: number;
  /** Duties of one account that this process works on at the same time. */
  perParty: number;
  /** What this process already works on, by account. */
  held: Readonly<Record<string, number>>;
}

export interface ClaimedRow {
  id: string;
  party: string;
  lateMs: number;
  /** Consecutive failures before this try. */
  failures: number;
}

export interface LeasedDuty {
  kind: DutyKind;
  id: string;
  lease: string;
}

export interface DutyFigures {
  /** Due and not claimed. */
  due: number;
  /** Of these, for longer than a minute. */
  late: number;
  /** Whose last try failed, due or not. */
  failing: number;
}

const isDue = (kind: DutyKind) => {
  const { isOpen, dueAt, isDue: due = `${dueAt} <= $1` } = DUTY_TABLES[kind];
  return `${isOpen} AND ${due} AND t.lease_until_ms <= $1`;
};

/**
 * Claims due duties. The first duty of every account comes before the second of any, so one account's thousand delay nobody's one. Rows
 * that another node is claiming at this moment are skipped.
 */
export function* claimDuties(input: ClaimDuties, { nowMs }: WriteMoment): Writing<ClaimedRow[]> {
  const { kind, lease, leaseMs, limit, perParty, held } = input;
  const { table, id, party, dueAt } = DUTY_TABLES[kind];
  const full = Object.keys(held).filter((one) => held[one]! >= perParty);
  const others = full.length === 0 ? '' : `AND ${party} NOT IN (${full.map((_, i) => `$${i + 4}`)})`;
  const rows = yield {
    sql: `SELECT d.id, d.party, d.due_ms, t.failures FROM (
            SELECT p.* FROM (
              SELECT ${id} AS id, ${party} AS party, ${dueAt} AS due_ms,
                     row_number() OVER (PARTITION BY ${party} ORDER BY ${dueAt}, ${id}) AS place
                FROM ${table} t WHERE ${isDue(kind)} ${others}) AS p
             WHERE p.place <= $2 ORDER BY p.place, p.due_ms, p.id LIMIT $3) AS d
            JOIN ${table} t ON ${id} = d.id
           WHERE ${isDue(kind)} ORDER BY d.place, d.due_ms, d.id FOR UPDATE OF t SKIP LOCKED`,
    values: [nowMs, perParty, limit, ...full],
  };
  const claimed = withinShares(rows, perParty, held);
  if (claimed.length === 0) return [];
  const ids = claimed.map((_, i) => `$${i + 4}`);
  yield {
    sql: `UPDATE ${table} AS t SET lease = $2, ${leasedUntil(kind, '$1', '$3')}
           WHERE ${id} IN (${ids}) AND t.lease_until_ms <= $1`,
    values: [nowMs, lease, nowMs + leaseMs, ...claimed.map((row) => row.id as string)],
  };
  return claimed.map((row) => ({
    id: row.id as string,
    party: row.party as string,
    lateMs: Math.max(0, nowMs - (row.due_ms as number)),
    failures: row.failures as number,
  }));
}

function leasedUntil(kind: DutyKind, now: string, until: string): string {
  const also = DUTY_TABLES[kind].whileLeased?.(now, until);
  return `lease_until_ms = ${until}${also === undefined ? '' : `, ${also}`}`;
}

/** Leaves out what would be more than the share of an account, together with what the process works on already. */
function withinShares(rows: readonly Row[], perParty: number, held: ClaimDuties['held']): Row[] {
  const taken = new Map(Object.entries(held));
  return rows.filter((row) => {
    const party = row.party as string;
    const places = taken.get(party) ?? 0;
    if (places >= perParty) return false;
    taken.set(party, places + 1);
    return true;
  });
}

/** Kinds of which something can be claimed now. One query, which the runner of every node asks once a second. */
export function* dueKinds({ kinds }: { kinds: readonly DutyKind[] }, nowMs: number): Reading<DutyKind[]> {
  const sql = kinds
    .map((kind) => {
      const { table } = DUTY_TABLES[kind];
      return `SELECT '${kind}' AS kind WHERE EXISTS (SELECT 1 FROM ${table} t WHERE ${isDue(kind)})`;
    })
    .join(' UNION ALL ');
  return (yield { sql, values: [nowMs] }).map(({ kind }) => kind as DutyKind);
}

/**
 * Extends these leases, in one transaction. A lease that has lapsed stays lapsed: an older release may work on the duty. Rows that a transaction is changing at this moment are skipped until the next renewal, so that a
 * renewal never waits and never takes part in a deadlock.
 */
export function* renewDuties(
  { held, leaseMs }: { held: readonly LeasedDuty[]; leaseMs: number },
  { nowMs }: WriteMoment,
): Writing<{ renewed: number }> {
  let renewed = 0;
  for (const [kind, leased] of Map.groupBy(held, (one) => one.kind)) {
    const { table, id } = DUTY_TABLES[kind];
    const pairs = leased.map((_, i) => `($${2 * i + 3}, $${2 * i + 4})`);
    const rows = yield {
      sql: `UPDATE ${table} AS t SET ${leasedUntil(kind, '$1', '$2')} WHERE ${id} IN (
              SELECT ${id} FROM ${table} t
               WHERE (${id}, t.lease) IN (VALUES ${pairs}) AND t.lease_until_ms > $1 FOR UPDATE SKIP LOCKED) RETURNING lease`,
      values: [nowMs, nowMs + leaseMs, ...leased.flatMap((one) => [one.id, one.lease])],
    };
    renewed += rows.length;
  }
  return { renewed };
}

const EVER = Number.MAX_SAFE_INTEGER;
/** Written by every verb that ends the work on a duty. */
export const GIVEN_UP = 'lease = NULL, lease_until_ms = 0';

/** Gives the lease up and makes the duty due after this time. Does nothing when the row no longer has this lease. */
export function* postponeDuty(
  { kind, id, lease, dueInMs, isFailure }: LeasedDuty & { dueInMs: number; isFailure: boolean },
  { nowMs }: WriteMoment,
): Writing<{ isOurs: boolean }> {
  const { setDue } = DUTY_TABLES[kind];
  const changes = `${GIVEN_UP}, ${setDue}, failures = ${isFailure ? 'failures + 1' : '0'}`;
  return yield* change({ kind, id, lease }, changes, [nowMs + dueInMs]);
}

/** Gives the lease up. What is still due may be claimed at once. */
export function* releaseDuty(leased: LeasedDuty, { nowMs }: WriteMoment): Writing<{ isOurs: boolean }> {
  const { onRelease } = DUTY_TABLES[leased.kind];
  return onRelease === undefined
    ? yield* change(leased, GIVEN_UP, [])
    : yield* change(leased, `${GIVEN_UP}, ${onRelease}`, [nowMs]);
}

function* change(
  { kind, id, lease }: LeasedDuty,
  changes: string,
  values: Value[],
): Writing<{ isOurs: boolean }> {
  const { table, id: idColumn } = DUTY_TABLES[kind];
  const [first, second] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const rows = yield {
    sql: `UPDATE ${table} AS t SET ${changes} WHERE ${idColumn} = ${first} AND t.lease = ${second} RETURNING lease`,
    values: [...values, id, lease],
  };
  return { isOurs: rows.length === 1 };
}

/** For metrics and operators. */
export function* readDutyFigures(_: undefined, nowMs: number): Reading<Record<DutyKind, DutyFigures>> {
  const sql = DUTY_KINDS.map((kind) => {
    const { table, isOpen, dueAt, countsAsFailing = 'TRUE' } = DUTY_TABLES[kind];
    return `SELECT '${kind}' AS kind, count(CASE WHEN ${isDue(kind)} THEN 1 END) AS due,
                   count(CASE WHEN ${isDue(kind)} AND ${dueAt} < $2 THEN 1 END) AS late,
                   count(CASE WHEN t.failures > 0 AND ${countsAsFailing} THEN 1 END) AS failing
              FROM ${table} t WHERE ${isOpen}`;
  }).join(' UNION ALL ');
  const rows = yield { sql, values: [nowMs, nowMs - LATE_AFTER_MS] };
  const figures = rows.map(({ kind, due, late, failing }) => [kind as DutyKind, { due, late, failing }]);
  return Object.fromEntries(figures) as Record<DutyKind, DutyFigures>;
}

/** By due time, the earliest first. `isLate`: only those that no node works on although they were due a minute ago. */
export function* listDuties(
  { kind, isLate, after, limit }: Paging & { kind?: DutyKind; isLate?: boolean },
  nowMs: number,
): Reading<Listed<ListedDuty>> {
  const kinds = kind === undefined ? DUTY_KINDS : [kind];
  const all = kinds.map((one) => {
    const { table, id, party, isOpen, dueAt } = DUTY_TABLES[one];
    return `SELECT '${one}' AS kind, ${id} AS id, ${party} AS party, ${dueAt} AS due_ms, t.lease_until_ms, t.failures
              FROM ${table} t WHERE ${isOpen} AND CAST($1 AS bigint) > 0`;
  });
  const [ms = '-1', id = ''] = after?.split('/') ?? [];
  const [dueBefore, leasedUntil] = isLate === true ? [nowMs - LATE_AFTER_MS, nowMs] : [EVER, EVER];
  const rows = yield {
    sql: `SELECT * FROM (${all.join(' UNION ALL ')}) AS d
           WHERE (d.due_ms > $2 OR (d.due_ms = $2 AND d.id > $3)) AND d.due_ms < $5 AND d.lease_until_ms <= $6
           ORDER BY d.due_ms, d.id LIMIT $4`,
    values: [nowMs, Number(ms), id, limit + 1, dueBefore, leasedUntil],
  };
  return pageOf(
    rows.map((row) => listed(row, nowMs)),
    limit,
    (duty) => `${duty.dueAtMs}/${duty.id}`,
  );
}

function listed(row: Row, nowMs: number): ListedDuty {
  const dueAtMs = row.due_ms as number;
  const isClaimed = (row.lease_until_ms as number) > nowMs;
  return {
    kind: row.kind as DutyKind,
    id: row.id as string,
    party: row.party as string,
    dueAtMs,
    isClaimed,
    isLate: !isClaimed && dueAtMs < nowMs - LATE_AFTER_MS,
    failures: row.failures as number,
  };
}
