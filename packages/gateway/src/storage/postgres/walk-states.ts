// Owns where searches over many platforms stand, at rest. A state is written once and never changed: whoever comes back with an
// older cursor finds its page as it was. What a key keeps is bounded in number and in bytes, the oldest goes first; what another
// node has locked is left for the next time. No money is here.
import type { WalkStateVerbs } from '../storage.ts';
import { excessOf, StateCounts } from '../walk-state-bounds.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof WalkStateVerbs> = Parameters<WalkStateVerbs[V]>[0];
type Result<V extends keyof WalkStateVerbs> = Awaited<ReturnType<WalkStateVerbs[V]>>;

/** Of this process. */
const counts = new StateCounts();
/** Dropped in one transaction: each may be some megabytes. */
const PURGE_STATES_MAX = 100;

export async function putWalkState({ db, nowMs }: VerbContext, input: Input<'put'>): Promise<Result<'put'>> {
  const { id, part, keyId, body } = input;
  const added = await db.run(
    `INSERT INTO walk_states (id, part, key_id, stored_at_ms, size, body) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
    id,
    part,
    keyId,
    nowMs,
    body.length,
    Buffer.from(body.buffer, body.byteOffset, body.length),
  );
  if (counts.isDue(keyId, body.length, input)) await dropOldest(db, input);
  return { isNew: added > 0 };
}

async function dropOldest(db: VerbContext['db'], { id, keyId, ...bounds }: Input<'put'>): Promise<void> {
  for (;;) {
    const all = await db.get(
      'SELECT count(*) AS count, coalesce(sum(size), 0)::bigint AS bytes FROM walk_states WHERE key_id = $1',
      keyId,
    );
    const excess = excessOf({ count: all?.count as number, bytes: all?.bytes as number }, bounds);
    if (excess <= 0) return;
    const dropped = await db.run(
      `DELETE FROM walk_states w USING (
         SELECT id, part FROM walk_states WHERE key_id = $1 AND id <> $2
          ORDER BY stored_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED) AS oldest
        WHERE w.id = oldest.id AND w.part = oldest.part`,
      keyId,
      id,
      excess,
    );
    if (dropped === 0) return;
  }
}

export async function readWalkState(
  { db, nowMs }: VerbContext,
  { id, keepMs }: Input<'read'>,
): Promise<Result<'read'>> {
  const rows = await db.all(
    'SELECT part, body FROM walk_states WHERE id = $1 AND stored_at_ms >= $2 ORDER BY part',
    id,
    nowMs - keepMs,
  );
  return rows.map(({ part, body }) => ({ part: part as string, body: body as Uint8Array }));
}

export async function purgeWalkStates(
  { db, nowMs }: VerbContext,
  { keepMs }: Input<'purge'>,
): Promise<Result<'purge'>> {
  const purged = await db.run(
    `DELETE FROM walk_states w USING (
       SELECT id, part FROM walk_states WHERE stored_at_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
      WHERE w.id = old.id AND w.part = old.part`,
    nowMs - keepMs,
    PURGE_STATES_MAX,
  );
  return { purged };
}
