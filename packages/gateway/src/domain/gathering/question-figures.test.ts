// The figures of each question, from where the questions of a collection ended.
import { expect, test } from 'vitest';
import { questionFigures, unaskedOf } from './question-figures.ts';

const walked = {
  ...{ questionEnds: '', questionCount: 3, question: 0, pages: 0, items: 0, end: null },
} as const;
const notAsked = { isAsked: false, pages: 0, items: 0, end: null };

test('each question has what came since the end of the one before it', () => {
  const of = {
    ...walked,
    questionEnds: '0 2 70 exhausted;1 2 70 refused;',
    question: 2,
    pages: 5,
    items: 90,
  };
  expect(questionFigures(of)).toEqual([
    { isAsked: true, pages: 2, items: 70, end: 'exhausted' },
    { isAsked: true, pages: 0, items: 0, end: 'refused' },
    { isAsked: true, pages: 3, items: 20, end: null },
  ]);
  expect(unaskedOf(of)).toBe(0);
});

test('a question of which no page was read is not asked, also when the collection ended there', () => {
  const of = { ...walked, questionEnds: '0 2 70 exhausted;', question: 1, pages: 2, items: 70 };
  const first = { isAsked: true, pages: 2, items: 70, end: 'exhausted' };
  expect(questionFigures(of)).toEqual([first, notAsked, notAsked]);
  expect(questionFigures({ ...of, end: 'budget' })).toEqual([first, notAsked, notAsked]);
  expect(unaskedOf({ ...of, end: 'budget' })).toBe(2);
  expect(questionFigures(walked)).toEqual([notAsked, notAsked, notAsked]);
});

test('a collection that is full in its first question has not asked the others', () => {
  const of = { ...walked, questionEnds: '0 2 70 items;', pages: 2, items: 70, end: 'items' } as const;
  expect(questionFigures(of)).toEqual([
    { isAsked: true, pages: 2, items: 70, end: 'items' },
    notAsked,
    notAsked,
  ]);
});

test('a collection that ended within a question, or whose only question was refused, says so of it', () => {
  const cut = { ...walked, pages: 2, items: 70, end: 'cancelled' } as const;
  expect(questionFigures(cut)[0]).toEqual({ isAsked: true, pages: 2, items: 70, end: 'cancelled' });
  const refused = { ...walked, questionCount: 1, end: 'refused' } as const;
  expect(questionFigures(refused)).toEqual([{ isAsked: true, pages: 0, items: 0, end: 'refused' }]);
});

test('what a node of an older release asked is not known, and neither is the question after it', () => {
  const of = { ...walked, questionEnds: '1 4 90 exhausted;', question: 2, pages: 5, items: 99 };
  expect(questionFigures(of)).toEqual([
    { isAsked: true, pages: null, items: null, end: null },
    { isAsked: true, pages: null, items: null, end: 'exhausted' },
    { isAsked: true, pages: 1, items: 9, end: null },
  ]);
});
