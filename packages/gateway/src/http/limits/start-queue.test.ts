import { beforeEach, expect, test } from 'vitest';
import { StartQueue } from './start-queue.ts';

let begun: number[];
/** The work that the event loop would run in its next turn. */
let next: (() => void)[];

beforeEach(() => {
  begun = [];
  next = [];
});

function createQueue(startsPerTurn: number, waitingMax: number): StartQueue<number> {
  return new StartQueue(
    (call: number) => void begun.push(call),
    { startsPerTurn, waitingMax },
    (work) => void next.push(work),
  );
}

function turn(): void {
  for (const work of next.splice(0)) work();
}

test('a call on an idle gateway starts at once', () => {
  const queue = createQueue(2, 10);
  expect(queue.enter(1)).toBe(true);
  expect(begun).toEqual([1]);
});

test('a turn starts a limited number of calls; the others follow in order, turn by turn', () => {
  const queue = createQueue(2, 10);
  for (const call of [1, 2, 3, 4, 5]) expect(queue.enter(call)).toBe(true);
  expect(begun).toEqual([1, 2]);
  turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  turn();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  turn();
  expect(next).toEqual([]);
});

test('no call overtakes one that waits, even when a turn has room', () => {
  const queue = createQueue(2, 10);
  for (const call of [1, 2, 3]) queue.enter(call);
  turn();
  queue.enter(4);
  queue.enter(5);
  expect(begun).toEqual([1, 2, 3, 4]);
  turn();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('a call that finds the queue full is refused and counted; a place that becomes available is used again', () => {
  const queue = createQueue(1, 2);
  expect([1, 2, 3, 4].map((call) => queue.enter(call))).toEqual([true, true, true, false]);
  expect(queue.figures).toEqual({ waiting: 2, refused: 1 });
  turn();
  expect(queue.enter(5)).toBe(true);
  for (let i = 0; i < 3; i++) turn();
  expect(begun).toEqual([1, 2, 3, 5]);
  expect(queue.figures).toEqual({ waiting: 0, refused: 1 });
});

test('a call that throws while it starts does not stop later ones', () => {
  const queue = new StartQueue(
    (call: number) => {
      if (call === 2) throw new Error('broke');
      begun.push(call);
    },
    { startsPerTurn: 1, waitingMax: 10 },
    (work) => void next.push(work),
  );
  for (const call of [1, 2, 3]) queue.enter(call);
  expect(turn).toThrow('broke');
  turn();
  expect(begun).toEqual([1, 3]);
});
