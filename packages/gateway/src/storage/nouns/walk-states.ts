// The state of searches over many platforms between two pages. A state is written once and never changed: a caller that comes back with
// an older cursor gets the same page again. The states of a key are limited in number and bytes; the oldest are deleted first. This
// involves no money.
import type { Reading } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';

/** States per transaction: each may have a few megabytes. */
const PURGE_STATES_MAX = 100;
/** States are counted again when 1/32 of a limit was added. Deleting then frees as much. */
const PARTS = 32;
/** Keys that this process (SQLite: its writing thread) remembers. When there are more, it starts again with an empty memory. */
const KEYS_MAX = 10_000;

interface StateBounds {
  countMax: number;
  bytesMax: number;
}

/** All states of a key together. */
interface KeptStates {
  count: number;
  bytes: number;
}

/** Decides when the states of a key are counted: counting reads them all, so it is not done for each new one. */
export class StateCounts {
  readonly #fresh = new Map<string, KeptStates>();

  /** Whether to count, now that the key has one more state. A process always counts at its first state of a key. */
  isDue(keyId: string, bytes: number, { countMax, bytesMax }: StateBounds): boolean {
    const known = this.#fresh.get(keyId);
    const fresh = { count: (known?.count ?? countMax) + 1, bytes: (known?.bytes ?? 0) + bytes };
    const isDue = fresh.count * PARTS >= countMax || fresh.bytes * PARTS >= bytesMax;
    if (this.#fresh.size >= KEYS_MAX) this.#fresh.clear();
    this.#fresh.set(keyId, isDue ? { count: 0, bytes: 0 } : fresh);
    return isDue;
  }
}

/** How many of the oldest states to delete. By bytes it is an estimate; the caller counts again afterwards. */
export function excessOf({ count, bytes }: KeptStates, { countMax, bytesMax }: StateBounds): number {
  const room = { count: countMax - Math.floor(countMax / PARTS), bytes: bytesMax - bytesMax / PARTS };
  const byBytes = bytes > room.bytes ? Math.ceil((bytes - room.bytes) / (bytes / count)) : 0;
  return Math.max(count - room.count, byBytes);
}

const counts = new StateCounts();

export interface PutWalkState extends StateBounds {
  id: string;
  /** Empty for the state itself; otherwise the leg that arrived late, or the page for which the first request id is stored. */
  part: string;
  keyId: string;
  body: Uint8Array;
}

/**
 * Stores a state, or a late part of one, for its key; an existing one stays as it is. Beyond the limits, the oldest states of the key are
 * deleted.
 */
export function* putWalkState(input: PutWalkState, { nowMs }: WriteMoment): Writing<{ isNew: boolean }> {
  const { id, part, keyId, body } = input;
  const added = yield {
    sql: `INSERT INTO walk_states (id, part, key_id, stored_at_ms, size, body) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT DO NOTHING RETURNING id`,
    values: [id, part, keyId, nowMs, body.length, body],
  };
  if (counts.isDue(keyId, body.length, input)) yield* dropOldest(input);
  return { isNew: added.length > 0 };
}

function* dropOldest({ id, keyId, ...bounds }: PutWalkState): Writing<void> {
  for (;;) {
    const [all] = yield {
      sql: `SELECT count(*) AS count, CAST(coalesce(sum(size), 0) AS bigint) AS bytes
              FROM walk_states WHERE key_id = $1`,
      values: [keyId],
    };
    const excess = excessOf({ count: all?.count as number, bytes: all?.bytes as number }, bounds);
    if (excess <= 0) return;
    const dropped = yield {
      sql: dropOf('key_id = $1 AND id <> $2 ORDER BY stored_at_ms LIMIT $3'),
      values: [keyId, id, excess],
    };
    if (dropped.length === 0) return;
  }
}

/** States that another node has locked are left for the next time. */
const dropOf = (chosen: string) =>
  `WITH old AS (SELECT id, part FROM walk_states WHERE ${chosen} FOR UPDATE SKIP LOCKED)
   DELETE FROM walk_states WHERE (id, part) IN (SELECT id, part FROM old) RETURNING id`;

/** Everything under this id that is not older than `keepMs`, by the ledger's clock. */
export function* readWalkState(
  { id, keepMs }: { id: string; keepMs: number },
  nowMs: number,
): Reading<{ part: string; body: Uint8Array }[]> {
  const rows = yield {
    sql: 'SELECT part, body FROM walk_states WHERE id = $1 AND stored_at_ms >= $2 ORDER BY part',
    values: [id, nowMs - keepMs],
  };
  return rows.map(({ part, body }) => ({ part: part as string, body: body as Uint8Array }));
}

/** Deletes states that are older than `keepMs`, a bounded number at a time. */
export function* purgeWalkStates(
  { keepMs }: { keepMs: number },
  { nowMs }: WriteMoment,
): Writing<{ purged: number }> {
  const dropped = yield {
    sql: dropOf('stored_at_ms < $1 LIMIT $2'),
    values: [nowMs - keepMs, PURGE_STATES_MAX],
  };
  return { purged: dropped.length };
}
