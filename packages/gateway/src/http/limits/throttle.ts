// The rate limit of routes that need no key: per client address, and over all addresses. It counts in one process,
// which with workers is the primary, and remembers a limited number of addresses.
import type { Clock } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { msLeftOf, SlidingCount } from '../../domain/limiting/sliding-count.ts';
import { THROTTLE_ADDRESSES_MAX } from '../../domain/limits.ts';

export interface ThrottleLimit {
  requests: number;
  perSeconds: number;
}

/** All addresses together get 100 times the share of one address: that stops a botnet, but not a crowd. */
const EVERYONE_FACTOR = 100;

/** An IPv6 client usually owns a whole /64 network, so its single address would be no limit. */
export function throttleKey(address: string): string {
  if (!address.includes(':')) return address;
  const [left = '', right] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail].slice(0, 4).join(':');
}

export interface Throttle {
  /** Counts one request, or as many as `weight` says; a failure when the limit is reached. Refused requests do not count. */
  take(address: string, weight?: number): Failure | null;
}

export function createThrottle(limit: ThrottleLimit, clock: Clock): Throttle {
  const windowMs = limit.perSeconds * 1000;
  const everyone = new SlidingCount();
  const counters = new Map<string, SlidingCount>();

  /** The least recently seen address is dropped, so the map never grows; `everyone` still counts it. */
  function counterOf(key: string): SlidingCount {
    const counter = counters.get(key) ?? new SlidingCount();
    counters.delete(key);
    if (counters.size >= THROTTLE_ADDRESSES_MAX) counters.delete(counters.keys().next().value as string);
    counters.set(key, counter);
    return counter;
  }

  return {
    take(address, weight = 1) {
      const nowMs = clock.monotonicMs();
      const own = counterOf(throttleKey(address));
      for (const [counter, max] of [
        [own, limit.requests],
        [everyone, limit.requests * EVERYONE_FACTOR],
      ] as const) {
        if (counter.at(nowMs, windowMs) >= max) return refused(msLeftOf(nowMs, windowMs));
      }
      own.add(weight);
      everyone.add(weight);
      return null;
    },
  };
}

function refused(retryAfterMs: number): Failure {
  return failure('RATE_LIMITED', 'Too many requests from this address. Try again later.', { retryAfterMs });
}
