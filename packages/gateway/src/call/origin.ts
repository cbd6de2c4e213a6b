// Owns what a record says about where it is from.
import { formatTime } from '../domain/clock.ts';
import type { ItemsOrigin } from '../operations/results.ts';
import type { Exchanged } from './attempt.ts';
import type { CallDeps } from './call-deps.ts';
import type { ConnectedProvider } from './connected-provider.ts';

export function answerOrigin(
  { clock }: Pick<CallDeps, 'clock'>,
  { host, route }: Pick<Exchanged<unknown>, 'host' | 'route'>,
  { connector }: ConnectedProvider,
): ItemsOrigin['source'] {
  const fetched_at = formatTime(clock.nowMs());
  return { connector: connector.name, upstream_host: host, route, fetched_at };
}
