// Work is limited per party and in total, and a party with a long queue does not delay the others.
import { beforeEach, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const LIMITS = { atOnce: 2, atOncePerParty: 1, waiting: 4, waitingPerParty: 3 };

let turns: FairQueue;
let begun: string[];
let ended: number;
let most: number;
let ends: Map<string, () => void>;
beforeEach(() => {
  [turns, begun, ends, ended, most] = [new FairQueue(LIMITS), [], new Map(), 0, 0];
});

/** `a1` is the first work that party `a` submits. */
function ask(name: string): Promise<string> | null {
  return turns.run(name[0]!, async () => {
    begun.push(name);
    most = Math.max(most, begun.length - ended);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  });
}

async function end(name: string, asked: Promise<string> | null): Promise<void> {
  ended++;
  ends.get(name)!();
  expect(await asked).toBe(name);
}

test('a party has one turn at a time even when more are available, and too many waiting are refused', async () => {
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map(ask);
  expect(begun).toEqual(['a1']);
  expect(all[4]).toBeNull();
  for (const [i, name] of ['a1', 'a2', 'a3', 'a4'].entries()) await end(name, all[i]!);
  expect([begun, most]).toEqual([['a1', 'a2', 'a3', 'a4'], 1]);
});

test('a party with one job waits for at most one job of each other party', async () => {
  const a1 = ask('a1');
  const b1 = ask('b1');
  const [a2, a3, c1] = [ask('a2'), ask('a3'), ask('c1')];
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1', a1);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  await end('a2', a2);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  await end('b1', b1);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  await end('c1', c1);
  await end('a3', a3);
  expect(most).toBe(2);
});

test('all parties together wait in a bounded queue', async () => {
  const running = [ask('a1'), ask('b1')];
  const waiting = ['c1', 'd1', 'e1', 'f1'].map(ask);
  expect(ask('g1')).toBeNull();
  await end('a1', running[0]!);
  const g = ask('g2');
  expect(g).not.toBeNull();
  await end('b1', running[1]!);
  for (const [i, name] of ['c1', 'd1', 'e1', 'f1'].entries()) await end(name, waiting[i]!);
  await end('g2', g);
});

test('a failed job frees its turn, and a freed turn goes to a waiting job', async () => {
  const failed = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = ask('a2');
  expect(begun).toEqual([]);
  await expect(failed).rejects.toThrow('broken');
  const late = ask('a3');
  expect(begun).toEqual(['a2']);
  await end('a2', next);
  await end('a3', late);
  expect(most).toBe(1);
});
