import { beforeEach, expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

let begun: number[];
/** What the event loop would do in its next turn. */
let next: (() => void)[];

beforeEach(() => {
  begun = [];
  next = [];
});

function turnstile(startsPerTurn: number, waitingMax: number): Turnstile<number> {
  return new Turnstile(
    (call: number) => void begun.push(call),
    { startsPerTurn, waitingMax },
    (work) => void next.push(work),
  );
}

function turn(): void {
  for (const work of next.splice(0)) work();
}

test('a call on an idle gateway is begun at once', () => {
  const door = turnstile(2, 10);
  expect(door.enter(1)).toBe(true);
  expect(begun).toEqual([1]);
});

test('a turn begins so many calls and no more; the others follow in order, turn by turn', () => {
  const door = turnstile(2, 10);
  for (const call of [1, 2, 3, 4, 5]) expect(door.enter(call)).toBe(true);
  expect(begun).toEqual([1, 2]);
  turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  turn();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  turn();
  expect(next).toEqual([]);
});

test('nobody overtakes who waits, also when a turn has room', () => {
  const door = turnstile(2, 10);
  for (const call of [1, 2, 3]) door.enter(call);
  turn();
  door.enter(4);
  door.enter(5);
  expect(begun).toEqual([1, 2, 3, 4]);
  turn();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('who finds the queue full is refused and counted; a place that is free again is given', () => {
  const door = turnstile(1, 2);
  expect([1, 2, 3, 4].map((call) => door.enter(call))).toEqual([true, true, true, false]);
  expect(door.figures).toEqual({ waiting: 2, refused: 1 });
  turn();
  expect(door.enter(5)).toBe(true);
  for (let i = 0; i < 3; i++) turn();
  expect(begun).toEqual([1, 2, 3, 5]);
  expect(door.figures).toEqual({ waiting: 0, refused: 1 });
});

test('a call that breaks in the act of beginning takes no later one along', () => {
  const door = new Turnstile(
    (call: number) => {
      if (call === 2) throw new Error('broke');
      begun.push(call);
    },
    { startsPerTurn: 1, waitingMax: 10 },
    (work) => void next.push(work),
  );
  for (const call of [1, 2, 3]) door.enter(call);
  expect(turn).toThrow('broke');
  turn();
  expect(begun).toEqual([1, 3]);
});
