// Proves that the list of idle connections gives what a plain search over all of them would give, for any sequence of events.
import { expect, test } from 'vitest';
import { type Idle, IdleConnections } from './idle-connections.ts';

/** The same rules as a plain search. */
class Searched {
  #idle: Idle[] = [];

  put(idle: Idle): void {
    this.#idle.push(idle);
  }

  /** Of the quiet ones, the last that became quiet. */
  take(origin: string, nowMs: number): number | null {
    const usable = this.#idle.filter((idle) => idle.origin === origin && idle.quietAtMs <= nowMs);
    const last = usable.sort((a, b) => a.quietAtMs - b.quietAtMs).at(-1);
    if (last !== undefined) this.delete(last);
    return last?.quietAtMs ?? null;
  }

  delete(gone: Idle): void {
    this.#idle = this.#idle.filter((idle) => idle !== gone);
  }

  all(): Idle[] {
    return this.#idle;
  }
}

/** A random generator with the same numbers in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const byTime = (idle: Idle[]) => idle.map(({ quietAtMs }) => quietAtMs).sort((a, b) => a - b);

test.each([1, 2, 3])('it agrees with a search over all, through bursts and silence (%d)', (seed) => {
  const roll = dice(seed);
  const [lists, searched] = [new IdleConnections<Idle>(), new Searched()];
  let most = 0;
  for (let nowMs = 0; nowMs < 8_000; nowMs++) {
    // For two seconds more come than go, for the next two more go than come.
    const isBurst = nowMs % 4_000 < 2_000;
    const origin = roll() < 0.9 ? 'http://a.example' : 'https://a.example';
    if (roll() < (isBurst ? 0.9 : 0.3)) {
      const idle = { origin, isOpen: true, quietAtMs: nowMs + 50 + Math.floor(roll() * 400) + roll() };
      lists.put(idle);
      searched.put(idle);
    }
    if (roll() < 0.6) expect(lists.take(origin, nowMs)?.quietAtMs ?? null).toBe(searched.take(origin, nowMs));
    const all = searched.all();
    most = Math.max(most, all.length);
    const lost = all[Math.floor(roll() * 50 * all.length)];
    if (lost !== undefined) {
      expect(lists.has(lost)).toBe(true);
      lists.delete(lost);
      searched.delete(lost);
      expect(lists.has(lost)).toBe(false);
    }
    if (nowMs % 500 === 0) expect(byTime(lists.all())).toEqual(byTime(searched.all()));
  }
  expect(most).toBeGreaterThan(300);
});

test('a connection that was taken is no longer in the list, though its entry may remain', () => {
  const lists = new IdleConnections<Idle>();
  const [first, second] = [0, 10].map((quietAtMs) => ({ origin: 'o', isOpen: true, quietAtMs }));
  lists.put(first!);
  lists.put(second!);
  expect(lists.take('o', 5)).toBe(first);
  expect(lists.has(first!)).toBe(false);
  expect(lists.all()).toEqual([second]);
  expect(lists.leastNeeded).toBe(second);
  expect(lists.take('o', 5)).toBeNull();
});

test('a connection whose socket is closed is not given', () => {
  const lists = new IdleConnections<Idle>();
  lists.put({ origin: 'o', isOpen: false, quietAtMs: 0 });
  expect(lists.take('o', 1)).toBeNull();
});

test('the longest unused is closed first, else the one that began to rest last', () => {
  const lists = new IdleConnections<Idle>();
  const made = [1, 2, 3, 4].map((quietAtMs) => ({ origin: 'o', isOpen: true, quietAtMs }));
  for (const idle of made) lists.put(idle);
  expect(lists.leastNeeded).toBe(made[3]);
  lists.take('other', 2);
  expect(lists.leastNeeded).toBe(made[0]);
});
