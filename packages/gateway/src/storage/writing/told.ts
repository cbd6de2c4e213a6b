// Owns what is told once, whoever notices it first and however often: a name, and the state that was told of it last. The event is
// written by the transaction that changes the state, so it is neither lost nor doubled by a crash or by several nodes.
import { formatTime } from '../../domain/clock.ts';
import type { EventVerbs } from '../event-verbs.ts';
import { keyEvent } from '../nouns/keys.ts';
import { readKey } from '../rows.ts';
import type { WriteMoment, Writing } from './writing.ts';

/** Keys told of in one transaction. */
const KEYS_MAX = 100;

/** True when the state is another one than was told last. */
function* isNew(name: string, state: string): Writing<{ isChanged: boolean; isFirst: boolean }> {
  const [made] = yield {
    sql: 'INSERT INTO told (name, state) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name',
    values: [name, state],
  };
  if (made !== undefined) return { isChanged: true, isFirst: true };
  const changed = yield {
    sql: 'UPDATE told SET state = $1 WHERE name = $2 AND state <> $1 RETURNING name',
    values: [state, name],
  };
  return { isChanged: changed.length > 0, isFirst: false };
}

export function* tellOnce({
  name,
  state,
  event,
  isUsual,
}: Parameters<EventVerbs['tellOnce']>[0]): Writing<{ told: boolean }> {
  const { isChanged, isFirst } = yield* isNew(name, state);
  const told = isChanged && !(isUsual && isFirst);
  if (told) yield { event };
  return { told };
}

/** Of those that end within this time, to their accounts; of a key whose end was moved, again. */
export function* tellExpiringKeys(
  { withinMs }: { withinMs: number },
  { nowMs }: WriteMoment,
): Writing<{ told: number }> {
  const due = yield {
    sql: `SELECT k.* FROM keys k LEFT JOIN told t ON t.name = 'key:' || k.id
           WHERE k.status = 'active' AND k.expires_at_ms > $1 AND k.expires_at_ms <= $2
             AND (t.state IS NULL OR t.state <> CAST(k.expires_at_ms AS text)) ORDER BY k.id LIMIT ${KEYS_MAX}`,
    values: [nowMs, nowMs + withinMs],
  };
  let told = 0;
  for (const key of due.map(readKey)) {
    const { isChanged } = yield* isNew(`key:${key.id}`, String(key.expiresAtMs));
    if (!isChanged) continue;
    yield { event: keyEvent('key.expiring', key, { expires_at: formatTime(key.expiresAtMs!) }) };
    told++;
  }
  return { told };
}
