import { expect, test } from 'vitest';
import { ANSWERS_PER_TURN, afterPoll, answerAfterTurn } from './event-loop-turn.ts';

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
