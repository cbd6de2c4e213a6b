// A list that one answer holds whole: cut into pages of the caller's size, or given once where the platform's own body is the answer.
import { expect, test } from 'vitest';
import type { Page, PageInput } from '../connector.ts';
import { wholeList } from './sliced-pages.ts';

const ITEMS = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ record: { id }, raw: { id } })) as Page['items'];

/** The ids of each page of a walk, and how the list ends. */
function walk(count: number, bodyIsAnswer: boolean | undefined, end?: 'exhausted' | 'unknown') {
  const pages: string[] = [];
  for (let input = { count, cursor: null, position: 0, bodyIsAnswer } as unknown as PageInput; ; ) {
    const page = wholeList(ITEMS, input, end);
    pages.push(page.items.map(({ record: { id } }) => id).join(''));
    if (page.end !== 'more') return [...pages, page.end];
    input = { ...input, cursor: page.cursor, position: input.position + page.items.length };
  }
}

test.each([
  [1, ['a', 'b', 'c', 'd', 'e', 'exhausted']],
  [2, ['ab', 'cd', 'e', 'exhausted']],
  [5, ['abcde', 'exhausted']],
])('a caller of records who asks for %i a page gets each once', (count, pages) => {
  expect(walk(count, undefined)).toEqual(pages);
  expect(walk(count, false)).toEqual(pages);
  expect(walk(count, false, 'unknown')).toEqual([...pages.slice(0, -1), 'unknown']);
});

test.each([1, 2, 4, 5, 6])(
  'a caller of the platform’s own body who asks for %i gets that body once',
  (count) => {
    expect(walk(count, true)).toEqual(['abcde', 'exhausted']);
  },
);
