import { expect, test } from 'vitest';
import { ANSWERS_PER_TURN, afterPoll, afterTurn, answerAfterTurn, lastInTurn } from './event-loop-turn.ts';
import { inBackground } from './in-background.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('answers continue in their order, and a limited number in one turn', async () => {
  const gone: number[] = [];
  const count = 2 * ANSWERS_PER_TURN + 1;
  for (let i = 0; i < count; i++) answerAfterTurn(() => gone.push(i));
  const perTurn: number[] = [];
  while (gone.length < count) {
    const before = gone.length;
    await nextTurn();
    perTurn.push(gone.length - before);
  }
  expect(perTurn).toEqual([ANSWERS_PER_TURN, ANSWERS_PER_TURN, 1]);
  expect(gone).toEqual(Array.from({ length: count }, (_, i) => i));
});

test('an answer that comes while others wait is not forgotten', async () => {
  const gone: string[] = [];
  for (let i = 0; i < ANSWERS_PER_TURN; i++) answerAfterTurn(() => {});
  answerAfterTurn(() => answerAfterTurn(() => gone.push('late')));
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  expect(gone).toEqual(['late']);
});

test('polling all sockets takes a whole turn', async () => {
  let isOver = false;
  afterPoll(() => {
    isOver = true;
  });
  await nextTurn();
  expect(isOver).toBe(false);
  await nextTurn();
  expect(isOver).toBe(true);
});

test('while a turn is ending, polling all sockets takes the next one', async () => {
  const gone: string[] = [];
  afterTurn(() => {
    afterPoll(() => gone.push('polled'));
    setImmediate(() => gone.push('next turn'));
  });
  await nextTurn();
  expect(gone).toEqual([]);
  await nextTurn();
  expect(gone).toEqual(['polled', 'next turn']);
});

test('what is last in a turn comes after all that the end of the turn brings about, once', async () => {
  const gone: string[] = [];
  const follows = async (name: string) => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    gone.push(name);
    lastInTurn(() => gone.push(`commit after ${name}`));
  };
  lastInTurn(() => gone.push('commit'));
  answerAfterTurn(() => inBackground(follows('an answer')));
  afterTurn(() => inBackground(follows('a task')));
  await nextTurn();
  expect(gone).toEqual(['a task', 'an answer', 'commit', 'commit after a task', 'commit after an answer']);
});

test('what follows from the last tasks of a turn waits for the next turn, in which sockets are polled', async () => {
  const gone: string[] = [];
  lastInTurn(() => inBackground(Promise.resolve().then(() => lastInTurn(() => gone.push('next')))));
  await nextTurn();
  expect(gone).toEqual([]);
  await nextTurn();
  expect(gone).toEqual(['next']);
});
