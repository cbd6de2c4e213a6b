// The search in the guides, by questions that people ask, and what it promises for any words.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFinder } from './find-sections.ts';
import { readGuides } from './guides.ts';
import { guideSections } from './sections.ts';

const guides = await readGuides();
const sections = guides.flatMap((guide) => guideSections(guide));
const find = createFinder(sections);
const QUESTIONS = readFileSync(path.join(import.meta.dirname, 'questions.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [asked, answers] = line.split(/: (.*)/);
    return { asked: asked!, answers: answers!.split(' | ') };
  });
const nameOf = ({ name, heading }: (typeof sections)[number], isWhole: boolean) =>
  isWhole ? name : `${name}#${heading}`;

test('36 of 40 questions have their answer among the first three sections', () => {
  const missed = QUESTIONS.filter(({ asked, answers }) => {
    const first = find(asked).slice(0, 3);
    return !answers.some((answer) => first.some((one) => nameOf(one, !answer.includes('#')) === answer));
  });
  expect(QUESTIONS).toHaveLength(40);
  expect(missed.map(({ asked }) => asked).slice(4), missed.map(({ asked }) => asked).join('; ')).toEqual([]);
});

test('each answer of the list is a section that exists', () => {
  const known = new Set(sections.flatMap((one) => [nameOf(one, true), nameOf(one, false)]));
  const answers = QUESTIONS.flatMap((one) => one.answers);
  expect(answers.filter((answer) => !known.has(answer))).toEqual([]);
});

test('a heading with all words comes before a text with them, and a section that lacks one is left out beside those', () => {
  const small = createFinder([
    { guide: 'g', heading: 'Other', text: 'cats and, further down, dogs' },
    { guide: 'g', heading: 'Cats', text: 'nothing else' },
    { guide: 'g', heading: 'Cats and dogs', text: '' },
  ]);
  expect(small('dogs cat').map(({ heading }) => heading)).toEqual(['Cats and dogs', 'Other']);
  expect(small('the')).toEqual([]);
  expect(small('CATEGORY')).toEqual([]);
  expect(small('do')).toEqual([]);
});
