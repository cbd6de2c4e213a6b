// Owns what a record says about where it is from.
import { formatTime } from '../domain/clock.ts';
import type { ItemsOrigin } from '../operations/results.ts';
import type { Exchanged } from './attempt.ts';
import type { CallDeps } from './call-deps.ts';

export function answerOrigin(
  { clock }: Pick<CallDeps, 'clock'>,
  { connector, host, route }: Pick<Exchanged<unknown>, 'connector' | 'host' | 'route'>,
): ItemsOrigin['source'] {
  const fetched_at = formatTime(clock.nowMs());
  return { connector, upstream_host: host, route, fetched_at };
}
