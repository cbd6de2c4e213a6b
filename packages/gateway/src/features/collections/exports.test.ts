// Exports: how much of a collection is in memory at a time, and what a link gives over time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { PacedWork } from '../../domain/limiting/paced-work.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import { type FoundPage, type Storage, unpackLines } from '../../storage/storage.ts';
import { EXPORT_FORMATS, type ExportFormat } from './collection-views.ts';
import { EXPORT_COLUMNS, Exports } from './export-form.ts';
import { foundItems } from './found-items.ts';

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

// Links lapse, and the tag, the length and the bytes change together.
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-export-'));
const file = path.join(folder, 'a.db');
const of = { id: 'col_1' };
const LAPSE_MS = 1_000;
const ADDRESS = 'https://pictures.example/';
let storage: Storage;

beforeAll(async () => {
  storage = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: true });
  const db = new DatabaseSync(file);
  // The links of the first page lapse, those of the second do not.
  for (const [firstNumber, linksUntilMs] of [
    [1, LAPSE_MS],
    [3, null],
  ] as const) {
    const lines = [firstNumber, firstNumber + 1].map((id) =>
      JSON.stringify({ platform: 'x', id: String(id), thumbnails: [{ url: `${ADDRESS}${id}` }] }),
    );
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    db.prepare('INSERT INTO found_pages VALUES (?, ?, 2, ?, 0, ?, ?, ?)').run(
      ...[of.id, firstNumber, `r${firstNumber}`, linksUntilMs, text.length, gzipSync(text)],
    );
  }
  db.close();
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function exported(exports: Exports, format: ExportFormat, nowMs: number) {
  const pace = new PacedWork(systemClock).paceOf('acc');
  const view = await exports.viewOf(of, { format, columns: EXPORT_COLUMNS, bom: false }, nowMs);
  const plan = await exports.planOf(view, pace);
  const range = { first: 0, last: plan.bytes - 1, pace };
  const chunks: Uint8Array[] = [];
  for await (const chunk of exports.bytesOf(view, plan, range)) chunks.push(chunk);
  return { tag: view.tag, bytes: plan.bytes, text: Buffer.concat(chunks).toString() };
}

test.each(EXPORT_FORMATS)(
  'as %s: links go when they lapse, with another tag and another length',
  async (format) => {
    const exports = new Exports(storage);
    const before = await exported(exports, format, LAPSE_MS - 1);
    const after = await exported(exports, format, LAPSE_MS);
    const pictures = (text: string) => text.split(ADDRESS).length - 1;
    expect([pictures(before.text), pictures(after.text)]).toEqual([4, 2]);
    for (const { bytes, text } of [before, after]) expect(Buffer.byteLength(text)).toBe(bytes);
    expect(after.tag).not.toBe(before.tag);
    expect(await exported(exports, format, LAPSE_MS + 1)).toEqual(after);
  },
);

test('every format has a tag of its own, so that a download is never continued with bytes of another', async () => {
  const exports = new Exports(storage);
  const tags = await Promise.all(
    EXPORT_FORMATS.map(async (format) => (await exported(exports, format, 0)).tag),
  );
  expect(new Set(tags).size).toBe(EXPORT_FORMATS.length);
});

test('an item is listed with all digits of the numbers of its platform', async () => {
  const owner = 'col_2';
  const text = Buffer.from('{"platform":"x","id":"1","raw":{"id":7512345678901234567}}\n');
  const db = new DatabaseSync(file);
  db.prepare('INSERT INTO found_pages VALUES (?, 1, 1, ?, 0, NULL, ?, ?)').run(
    ...[owner, 'r', text.length, gzipSync(text)],
  );
  db.close();
  const [item] = await foundItems(storage, { owner, after: 0, limit: 1, nowMs: 0 });
  expect(JSON.stringify(item!.record)).toBe(text.toString().trim());
});
