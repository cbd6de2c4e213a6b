import { describe, expect, test } from 'vitest';
import type { Timers } from '../../domain/clock.ts';
import { type AwaitedLegs, awaitLegs } from './await-legs.ts';

const SOFT = 3_000;
const HARD = 8_000;

/** A wait in which the test decides every event: which leg ends when, and which deadline passes. */
function start(names: string[], more: { others?: number; hasItems?: boolean } = {}) {
  const ends = new Map(names.map((name) => [name, Promise.withResolvers<string>()]));
  const wakes = new Map<number, () => void>();
  const timers: Timers = (ms, wake) => {
    wakes.set(ms, wake);
    return () => wakes.delete(ms);
  };
  let awaited: AwaitedLegs<string> | null = null;
  let bug: unknown = null;
  const legs = names.map((name) => ({ name, run: () => ends.get(name)!.promise }));
  const deadlines = { softMs: SOFT, hardMs: HARD, others: 0, hasItems: false, ...more };
  awaitLegs(timers, legs, { ...deadlines, isGood: (end) => end === 'good' }).then(
    (value) => {
      awaited = value;
    },
    (error) => {
      bug = error;
    },
  );
  /** Lets pending promise callbacks run, in the order in which they were queued. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    wakes,
    async end(name: string, how = 'good') {
      ends.get(name)!.resolve(how);
      await settle();
    },
    async broke(name: string) {
      ends.get(name)!.reject(new Error('bug'));
      await settle();
    },
    async pass(ms: number) {
      wakes.get(ms)?.();
      await settle();
    },
    result: () => awaited && { in: [...awaited.ended.keys()], out: [...awaited.running.keys()] },
    isHard: () => awaited?.isHard,
    bug: () => bug,
  };
}

describe('a call of several legs', () => {
  test('ends with the last of them, and leaves no timer behind', async () => {
    const wait = start(['a', 'b']);
    await wait.end('b');
    expect(wait.result()).toBeNull();
    await wait.end('a', 'bad');
    expect(wait.result()).toEqual({ in: ['b', 'a'], out: [] });
    expect(wait.wakes.size).toBe(0);
  });

  test('goes on without the rest after the soft deadline, when half of them are in', async () => {
    const wait = start(['a', 'b', 'c', 'd']);
    await wait.end('a');
    await wait.end('b', 'bad');
    expect(wait.result()).toBeNull();
    await wait.pass(SOFT);
    expect(wait.result()).toEqual({ in: ['a', 'b'], out: ['c', 'd'] });
    expect(wait.isHard()).toBe(false);
  });

  test('waits on after the soft deadline until half of them are in', async () => {
    const wait = start(['a', 'b', 'c', 'd']);
    await wait.end('a');
    await wait.pass(SOFT);
    expect(wait.result()).toBeNull();
    await wait.end('d', 'bad');
    expect(wait.result()).toEqual({ in: ['a', 'd'], out: ['b', 'c'] });
  });

  test('does not settle for failures before the hard deadline', async () => {
    const wait = start(['a', 'b']);
    await wait.end('a', 'bad');
    await wait.pass(SOFT);
    expect(wait.result()).toBeNull();
    await wait.pass(HARD);
    expect(wait.result()).toEqual({ in: ['a'], out: ['b'] });
    expect(wait.isHard()).toBe(true);
  });

  test('counts legs that need not be asked, and their items', async () => {
    const wait = start(['a'], { others: 1, hasItems: true });
    await wait.pass(SOFT);
    expect(wait.result()).toEqual({ in: [], out: ['a'] });
  });

  test('does not wait when no leg is asked', async () => {
    const wait = start([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(wait.result()).toEqual({ in: [], out: [] });
  });

  test('rejects when a leg throws', async () => {
    const wait = start(['a', 'b']);
    await wait.broke('a');
    expect(wait.bug()).toBeInstanceOf(Error);
  });
});
