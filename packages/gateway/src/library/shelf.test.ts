// What an operator does with single records while a gateway serves them: what was taken out is found nowhere, and what was written
// out comes back as it was.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { library as connector } from '../connectors/library.ts';
import { Patience } from '../upstream/patience.ts';
import type { UpstreamPolicy } from '../upstream/upstream.ts';
import { importLibrary } from './import.ts';
import { createLibrary, type Library } from './library.ts';
import { exportLines, findRecord, listRecords, removeRecords } from './shelf.ts';
import { libraryStats } from './stats.ts';
import { stoppedClock, TestFolder } from './testing.ts';

let folder: TestFolder;
let library: Library;
beforeEach(() => {
  folder = new TestFolder();
  library = createLibrary({ dataDir: folder.path });
});
afterEach(async () => {
  await library.close();
  folder.remove();
});

const place = () => ({ dataDir: folder.path });

async function load(records: object[], dataDir = folder.path): Promise<void> {
  const file = join(dataDir, 'records.jsonl');
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const report = await importLibrary({ dataDir, paths: [file], clock: stoppedClock });
  expect(report.failed).toBe(0);
}

async function fetch(path: string): Promise<{ status: number; body: string }> {
  const request = { method: 'GET' as const, url: `library://local/${path}`, headers: {} };
  const answer = await library.transport(
    request,
    new Patience(Number.POSITIVE_INFINITY, null),
    {} as UpstreamPolicy,
    null,
  );
  if (answer.kind !== 'response') throw new Error(answer.detail);
  return answer;
}

const RECORDS = [
  { id: 'a', title: 'red cat', language: 'en', published_at: '2024-01-01' },
  { id: 'b', title: 'red dog', language: 'en', published_at: '2024-03-01' },
  { id: 'c', title: 'red fox', language: 'de', published_at: '2024-02-01' },
];

describe('a record that was taken out', () => {
  test('is neither found nor shown by a library that serves, nor counted', async () => {
    await load(RECORDS);
    expect((await fetch('record?id=b')).status).toBe(200);
    expect(removeRecords(place(), ['b', 'nobody'])).toBe(1);
    expect((await fetch('record?id=b')).status).toBe(404);
    expect((await fetch('search?q=dog&count=10')).body).not.toContain('"id":"b"');
    expect(JSON.parse((await fetch('search?q=red&count=10')).body)).toMatchObject({
      total: { value: 2 },
      results: [{ id: 'c' }, { id: 'a' }],
    });
    expect(await library.thumbnail('b')).toBeNull();
    expect(findRecord(place(), 'b')).toBeNull();
    expect(libraryStats(place())).toMatchObject({ records: 2, languages: { en: 1, de: 1 } });
  });

  test('is in no cache: answers of the library are never kept', () => {
    expect(connector.facts.cacheSeconds.max).toBe(0);
  });

  test('leaves nothing of its language behind when it was the last, and comes back by an import', async () => {
    await load(RECORDS);
    removeRecords(place(), ['c']);
    expect(libraryStats(place()).languages).toEqual({ en: 2 });
    await load(RECORDS);
    expect(libraryStats(place()).languages).toEqual({ en: 2, de: 1 });
    expect(JSON.parse((await fetch('search?q=fox&count=10')).body).results).toMatchObject([{ id: 'c' }]);
  });
});

describe('a list of records', () => {
  test('has the newest first and goes on where it ended', async () => {
    await load(RECORDS);
    const first = listRecords(place(), { limit: 2, after: null })!;
    expect([first.records.map(({ id }) => id), first.next]).toEqual([['b', 'c'], 'c']);
    const second = listRecords(place(), { limit: 2, after: 'c' })!;
    expect([second.records.map(({ id }) => id), second.next]).toEqual([['a'], null]);
    expect(listRecords(place(), { limit: 2, after: 'nobody' })).toBeNull();
  });

  test('is empty without a library', () => {
    expect(listRecords(place(), { limit: 2, after: null })).toEqual({ records: [], next: null });
    expect([...exportLines(place())]).toEqual([]);
  });
});

test('comments go with their record', async () => {
  await load([{ id: 'g', title: 'red', comments: [{ id: 'c1', text: 'one' }] }]);
  expect((await fetch('comments?id=g&count=10&sort=top')).body).toContain('"c1"');
  removeRecords(place(), ['g']);
  expect((await fetch('comments?id=g&count=10&sort=top')).status).toBe(404);
  await load([{ id: 'other', title: 'red' }]);
  expect((await fetch('comments?id=other&count=10&sort=top')).body).not.toContain('"c1"');
});

test('comments beyond one line of an import are left out, and counted', async () => {
  const many = Array.from({ length: 300 }, (_one, i) => ({ id: `c${i}`, text: 'x'.repeat(4_000) }));
  folder.add({ id: 'g', title: 't', comments: many });
  const [piece] = exportLines(place());
  expect(piece).toMatchObject({ records: 1, withoutComments: 1 });
  expect(piece!.text.length).toBeLessThan(1_000);
});

test('what was written out is imported as it was', async () => {
  await load([
    ...RECORDS,
    {
      id: 'x',
      extractor_key: 'Youtube',
      display_id: 'y',
      title: 't',
      timestamp: 1_700_000_000,
      tags: ['q, r', '#s'],
    },
    {
      id: 'z',
      extractor: 'vimeo',
      title: 't',
      channel: 'c',
      channel_id: 'cid',
      view_count: 7,
      comment_count: 3,
    },
    {
      id: 'd',
      display_id: 'e',
      title: 't',
      description: 'l'.repeat(30_000),
      published_at: '2024-05-06T07:08:09.123Z',
    },
    {
      id: 'f',
      title: 't',
      license: 'CC',
      nsfw: true,
      live_status: 'is_live',
      duration: 1.5,
      thumbnail: 'https://a.org/b',
    },
    {
      id: 'g',
      title: 't',
      comments: [
        {
          id: 'c1',
          text: 'one',
          author: 'A',
          author_id: 'a',
          timestamp: 1_700_000_000,
          like_count: 3,
          is_pinned: true,
        },
        {
          id: 'c2',
          text: 'two',
          parent: 'c1',
          author: 'B',
          author_is_uploader: true,
          author_url: 'https://a.org/b',
        },
        { id: 'c3', text: 'three', parent: 'c2' },
      ],
    },
    { id: 'h', title: 't', comments: [] },
    {
      id: '12345678901234567890',
      title: 't',
      sample: true,
      stats: { comments: 4, danmaku: 5 },
      author: { name: 'n' },
    },
  ]);
  const other = new TestFolder();
  try {
    const file = join(other.path, 'export.jsonl');
    writeFileSync(file, [...exportLines(place())].map(({ text }) => text).join(''));
    await importLibrary({ dataDir: other.path, paths: [file], clock: stoppedClock });
    const all = { limit: 100, after: null };
    expect(listRecords({ dataDir: other.path }, all)).toEqual(listRecords(place(), all));
    // Also to the letter: importing over the original changes nothing.
    const again = await importLibrary({ ...place(), paths: [file], clock: stoppedClock });
    expect(again).toMatchObject({ unchanged: 10, updated: 0, imported: 0, failed: 0 });
  } finally {
    other.remove();
  }
});
