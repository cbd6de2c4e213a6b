// Tests that a list offers more exactly while the gateway has more, and that its parts together are the whole list.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { eventsOptions } from '../notices/use-events.ts';
import { listOptions, pollFirst } from './use-list.ts';

/** Reads a list to its end, as somebody does who presses the button while it is there: the lengths of the parts, and all rows. */
async function readOut<Rows>(
  options: object,
  rowsOf: (part: never) => Rows[],
): Promise<{ parts: number[]; rows: Rows[] }> {
  const observer = new InfiniteQueryObserver(new QueryClient(), options as never);
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  stop();
  const { pages } = observer.getCurrentResult().data as unknown as { pages: never[] };
  const parts = pages.map(rowsOf);
  return { parts: parts.map((rows) => rows.length), rows: parts.flat() };
}

const PAGE = 50;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => count - at);

const SIZES: [rows: number, parts: number[]][] = [
  [0, [0]],
  [1, [1]],
  [PAGE - 1, [49]],
  [PAGE, [50]],
  [PAGE + 1, [50, 1]],
  [2 * PAGE, [50, 50]],
  [2 * PAGE + 1, [50, 50, 1]],
];

test.each(SIZES)('a list of %i rows is offered in parts of %j', async (count, parts) => {
  const all = numbers(count);
  const read = async (cursor: string | null) => {
    const from = Number(cursor ?? 0);
    const isLast = from + PAGE >= count;
    return { rows: all.slice(from, from + PAGE), next_cursor: isLast ? null : String(from + PAGE) };
  };
  const found = await readOut(listOptions(['rows'], read), ({ rows }: { rows: number[] }) => rows);
  expect(found).toEqual({ parts, rows: all });
});

test.each(SIZES)('%i events are offered in parts of %j', async (count, parts) => {
  const all = numbers(count);
  const read = async ({ before, limit }: { before: number; limit: number }) => {
    const older = all.filter((sequence) => sequence < before).slice(0, limit);
    return { events: older.map((sequence) => ({ sequence })) as never };
  };
  type Events = { events: { sequence: number }[] };
  const found = await readOut(eventsOptions(['own'], read), ({ events }: Events) => events);
  expect(found).toEqual({ parts, rows: all.map((sequence) => ({ sequence })) });
});

test('a list that is read further down is not read again under the reader', () => {
  const poll = pollFirst(2_000);
  expect([poll([]), poll(['first']), poll(['first', 'second'])]).toEqual([2_000, 2_000, false]);
});
