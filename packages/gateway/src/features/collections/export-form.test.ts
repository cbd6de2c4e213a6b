// How much of a collection an export has in memory at a time.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { systemClock } from '../../domain/clock.ts';
import { PacedWork } from '../../domain/limiting/paced-work.ts';
import { type FoundPage, unpackLines } from '../../storage/storage.ts';
import { EXPORT_COLUMNS, Exports } from './export-form.ts';

const pace = new PacedWork(systemClock).paceOf('acc');
const PAGES = 200;
const PAGE_ITEMS = 50;

function pageAt(page: number): FoundPage {
  const line = (n: number) => `${JSON.stringify({ platform: 'x', id: `${n}`, title: 'T'.repeat(1_000) })}\n`;
  const firstNumber = page * PAGE_ITEMS + 1;
  const lines = Array.from({ length: PAGE_ITEMS }, (_, i) => line(firstNumber + i)).join('');
  return {
    ...{ owner: 'col_1', firstNumber, items: PAGE_ITEMS, requestId: `c-${page}`, foundAtMs: 0 },
    ...{ linksUntilMs: null, bytes: lines.length, body: gzipSync(lines) },
  };
}
const pages = Array.from({ length: PAGES }, (_, page) => pageAt(page));

test('an export reads on only when what it has read is taken, a small part of the collection at a time', async () => {
  let read = 0;
  const found = {
    async read({ after, limit }: { after: number; limit: number }) {
      const wanted = pages.filter(
        ({ firstNumber, items }) => firstNumber + items > after + 1 && firstNumber <= after + limit,
      );
      read += wanted.length;
      return wanted;
    },
    index: async () => pages,
    seen: async () => [],
  };
  const exports = new Exports({ found });
  const view = await exports.viewOf(
    { id: 'col_1' },
    { format: 'jsonl', columns: EXPORT_COLUMNS, bom: false },
    0,
  );
  const plan = await exports.planOf(view, pace);
  expect(read).toBe(0);
  let [taken, most, bytes] = [0, 0, 0];
  for await (const chunk of exports.bytesOf(view, plan, { first: 0, last: plan.bytes - 1, pace })) {
    most = Math.max(most, read - taken++);
    bytes += chunk.length;
    await new Promise(setImmediate);
  }
  expect([taken, bytes]).toEqual([PAGES, plan.bytes]);
  expect(most).toBeLessThanOrEqual(PAGES / 10);
});

test('a page that is too large for the shared pool of buffers is unpacked into one buffer of its size', async () => {
  const lines = await unpackLines(pages[0]!);
  expect(lines.length).toBe(pages[0]!.bytes);
  expect(lines.buffer.byteLength).toBe(lines.length + 1);
  expect((await unpackLines({ body: gzipSync('{}\n'), bytes: 3 })).toString()).toBe('{}\n');
});
