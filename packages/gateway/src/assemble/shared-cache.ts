// Opens the cache that nodes share. A missing package has refused the start (parts.ts); an unavailable server does not, because
// calls work without it.
import { SharedCache } from '../cache/shared-cache.ts';
import { openValkey, pingValkey } from '../cache/valkey.ts';
import type { Config } from '../config/config.ts';
import type { Clock, RandomBytes, Timers } from '../domain/clock.ts';
import { describeCacheServer, parseCacheServer } from '../domain/network/cache-server.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { LiveSettings } from './live-settings.ts';

interface SharedCacheWorld {
  live: Pick<LiveSettings, 'config'>;
  secret: Uint8Array;
  ports: { clock: Clock; timers: Timers; random: RandomBytes };
  log: Log;
  metrics: Metrics;
}

/**
 * How long a start waits for the first connection, so that its first calls can use the cache. After that it goes on
 * without.
 */
const START_WAIT_MS = 500;
const AWAY = 'the shared cache does not answer; calls go on without it';

/** null when no shared cache is configured. */
export async function openSharedCache(world: SharedCacheWorld): Promise<SharedCache | null> {
  const { live, secret, log, metrics } = world;
  const { clock, timers, random } = world.ports;
  const { url } = live.config.cache;
  if (url === null) return null;
  const address = parseCacheServer(url)!;
  const { server, ready } = await openValkey(address);
  const timeoutMs = () => live.config.cache.timeoutMs;
  const fields = { server: describeCacheServer(address) };
  const isReady = await within(ready, Math.max(START_WAIT_MS, timeoutMs()), timers);
  if (!isReady) log.warn(fields, AWAY);
  const onState = (isUp: boolean) =>
    isUp ? log.info(fields, 'the shared cache answers again') : log.warn(fields, AWAY);
  const cache = new SharedCache({ server, secret, clock, timers, random, timeoutMs, onState });
  metrics.watchSharedCache(() => cache.figures);
  return cache;
}

/** Asks the configured server once. Rejects with the reason when it does not answer. */
export async function pingSharedCache({ cache }: Config): Promise<void> {
  await pingValkey(parseCacheServer(cache.url!)!);
}

function within(work: Promise<unknown>, ms: number, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = timers(ms, () => resolve(false));
    const end = (isDone: boolean) => {
      stop();
      resolve(isDone);
    };
    work.then(
      () => end(true),
      () => end(false),
    );
  });
}
