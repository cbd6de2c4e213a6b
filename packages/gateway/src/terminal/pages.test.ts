// Reading a list to its end: what a command shows is neither cut by an empty page nor endless.
import { expect, test } from 'vitest';
import { LIST_ITEMS_MAX } from '../domain/limits.ts';
import { type PageQuery, readAllPages } from './pages.ts';

/** Pages of these lengths, each with a cursor to the next; the last one has `end` as its cursor. */
async function walk(lengths: number[], end: string | null, rowsMax?: number) {
  const asked: PageQuery[] = [];
  const rows = await readAllPages(async (query) => {
    const at = asked.push(query) - 1;
    if (at > lengths.length) throw new Error('it never ends');
    const next = at < lengths.length - 1 ? `after ${at}` : end;
    return { rows: Array.from({ length: lengths[at] ?? 0 }, (_, i) => `${at}.${i}`), next };
  }, rowsMax);
  return { rows, asked };
}

test('a list is read to the page without a cursor, each page from where the last one ended', async () => {
  const limit = LIST_ITEMS_MAX;
  expect(await walk([2, 1], null)).toEqual({
    rows: ['0.0', '0.1', '1.0'],
    asked: [{ limit }, { limit, cursor: 'after 0' }],
  });
});

test('a page without rows does not end a list that goes on', async () => {
  const { rows, asked } = await walk([0, 2, 0, 1], null);
  expect([rows, asked.length]).toEqual([['1.0', '1.1', '3.0'], 4]);
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

test('no more rows are asked for than are wanted', async () => {
  const { rows, asked } = await walk([2, 1, 9], 'again', 3);
  expect([rows.length, asked.map(({ limit }) => limit)]).toEqual([3, [3, 1]]);
  expect((await walk([1], 'again', 0)).asked).toEqual([]);
});
