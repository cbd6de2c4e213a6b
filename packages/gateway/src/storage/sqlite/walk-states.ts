// Owns where searches over many platforms stand, at rest. A state is written once and never changed: whoever comes back with an
// older cursor finds its page as it was. What a key keeps is bounded in number and in bytes, the oldest goes first. No money is here.
import type { WalkStateVerbs } from '../storage.ts';
import { excessOf, StateCounts } from '../walk-state-bounds.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof WalkStateVerbs> = Parameters<WalkStateVerbs[V]>[0];
type Result<V extends keyof WalkStateVerbs> = Awaited<ReturnType<WalkStateVerbs[V]>>;

/** Of this thread. */
const counts = new StateCounts();
/** Dropped in one transaction: each may be some megabytes. */
const PURGE_STATES_MAX = 100;

export function putWalkState({ db, nowMs }: VerbContext, input: Input<'put'>): Result<'put'> {
  const { id, part, keyId, body } = input;
  const added = db.run(
    'INSERT INTO walk_states (id, part, key_id, stored_at_ms, size, body) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    id,
    part,
    keyId,
    nowMs,
    body.length,
    body,
  );
  if (counts.isDue(keyId, body.length, input)) dropOldest(db, input);
  return { isNew: added > 0 };
}

function dropOldest(db: VerbContext['db'], { id, keyId, ...bounds }: Input<'put'>): void {
  for (;;) {
    const all = db.get(
      'SELECT count(*) AS count, sum(size) AS bytes FROM walk_states WHERE key_id = ?',
      keyId,
    );
    const excess = excessOf({ count: all?.count as number, bytes: all?.bytes as number }, bounds);
    if (excess <= 0) return;
    const dropped = db.run(
      `DELETE FROM walk_states WHERE (id, part) IN (
         SELECT id, part FROM walk_states WHERE key_id = ? AND id <> ? ORDER BY stored_at_ms LIMIT ?)`,
      keyId,
      id,
      excess,
    );
    if (dropped === 0) return;
  }
}

export function readWalkState({ db, nowMs }: VerbContext, { id, keepMs }: Input<'read'>): Result<'read'> {
  const rows = db.all(
    'SELECT part, body FROM walk_states WHERE id = ? AND stored_at_ms >= ? ORDER BY part',
    id,
    nowMs - keepMs,
  );
  return rows.map(({ part, body }) => ({ part: part as string, body: body as Uint8Array }));
}

export function purgeWalkStates({ db, nowMs }: VerbContext, { keepMs }: Input<'purge'>): Result<'purge'> {
  const purged = db.run(
    `DELETE FROM walk_states WHERE (id, part) IN (
       SELECT id, part FROM walk_states WHERE stored_at_ms < ? LIMIT ?)`,
    nowMs - keepMs,
    PURGE_STATES_MAX,
  );
  return { purged };
}
