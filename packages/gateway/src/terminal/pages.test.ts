// Reading a list to its end: neither an empty page nor a list without end decides what a command shows.
import { expect, test } from 'vitest';
import { type PageQuery, readAllPages } from './pages.ts';

test('a page without rows does not end a list that goes on', async () => {
  const pages = [[], [1, 2], [], [3]];
  const read = async ({ cursor = '0' }: PageQuery) => {
    const at = Number(cursor);
    return { rows: pages[at]!, next: at + 1 < pages.length ? String(at + 1) : null };
  };
  expect(await readAllPages(read)).toEqual([1, 2, 3]);
});

test('as many rows are read as were asked for, and no more', async () => {
  const limits: number[] = [];
  const read = async ({ limit }: PageQuery) => {
    limits.push(limit);
    return { rows: Array.from({ length: Math.min(limit, 400) }, () => 1), next: 'more' };
  };
  expect((await readAllPages(read, 700)).length).toBe(700);
  expect(limits).toEqual([500, 300]);
});

test('a list of empty pages that never ends is left', async () => {
  let asked = 0;
  const read = async () => {
    asked++;
    return { rows: [], next: 'more' };
  };
  expect(await readAllPages(read)).toEqual([]);
  expect(asked).toBe(10_000);
});
