// What an operator does with single records while a gateway serves them: a removed record is found nowhere, and an exported one is imported
// unchanged.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { library as connector } from '../connectors/library/library.ts';
import { createLibrary, type Library } from './library.ts';
import {
  type ExportedLines,
  exportLines,
  findRecord,
  listRecords,
  removeRecords,
} from './record-commands.ts';
import { libraryStats } from './stats.ts';
import type { TestFolder } from './testing/test-folder.ts';

export function recordCommandsContract(open: () => Promise<TestFolder>): void {
  let folder: TestFolder;
  let library: Library;
  beforeEach(async () => {
    folder = await open();
    library = createLibrary({ place: folder.place });
  });
  afterEach(async () => {
    await library.close();
    await folder.remove();
  });

  const place = () => folder.place;

  async function exported(): Promise<ExportedLines[]> {
    const pieces: ExportedLines[] = [];
    for await (const piece of exportLines(place())) pieces.push(piece);
    return pieces;
  }

  async function load(records: object[]): Promise<void> {
    const lines = records.map(
      (record) => `${JSON.stringify(record)}
`,
    );
    const report = await folder.import(folder.write('records.jsonl', lines.join('')));
    expect(report.failed).toBe(0);
  }

  /** From a library that was opened earlier. */
  async function fetch(path: string): Promise<{ status: number; body: string }> {
    const { status, body } = await folder.ask(path);
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  }

  const RECORDS = [
    { id: 'a', title: 'red cat', language: 'en', published_at: '2024-01-01' },
    { id: 'b', title: 'red dog', language: 'en', published_at: '2024-03-01' },
    { id: 'c', title: 'red fox', language: 'de', published_at: '2024-02-01' },
  ];

  describe('a removed record', () => {
    test('is neither found, shown nor counted by a serving library', async () => {
      await load(RECORDS);
      expect((await fetch('record?id=b')).status).toBe(200);
      expect(await removeRecords(place(), ['b', 'nobody'])).toBe(1);
      expect((await fetch('record?id=b')).status).toBe(404);
      expect((await fetch('search?q=dog&count=10')).body).not.toContain('"id":"b"');
      expect(JSON.parse((await fetch('search?q=red&count=10')).body)).toMatchObject({
        total: { value: 2 },
        results: [{ id: 'c' }, { id: 'a' }],
      });
      expect(await library.thumbnail('b')).toBeNull();
      expect(await findRecord(place(), 'b')).toBeNull();
      expect(await libraryStats(place())).toMatchObject({ records: 2, languages: { en: 1, de: 1 } });
    });

    test('is in no cache: answers of the library are never kept', async () => {
      expect(connector.facts.retention.cache).toBe('never');
    });

    test('removes the count of its language when it was the last, and comes back by an import', async () => {
      await load(RECORDS);
      await removeRecords(place(), ['c']);
      expect((await libraryStats(place())).languages).toEqual({ en: 2 });
      await load(RECORDS);
      expect((await libraryStats(place())).languages).toEqual({ en: 2, de: 1 });
      expect(JSON.parse((await fetch('search?q=fox&count=10')).body).results).toMatchObject([{ id: 'c' }]);
    });
  });

  describe('a list of records', () => {
    test('has the newest first, and the next page continues it', async () => {
      await load(RECORDS);
      const first = (await listRecords(place(), { limit: 2, after: null }))!;
      expect([first.records.map(({ id }) => id), first.next]).toEqual([['b', 'c'], 'c']);
      const second = (await listRecords(place(), { limit: 2, after: 'c' }))!;
      expect([second.records.map(({ id }) => id), second.next]).toEqual([['a'], null]);
      expect(await listRecords(place(), { limit: 2, after: 'nobody' })).toBeNull();
    });

    test('is empty without a library', async () => {
      expect(await listRecords(place(), { limit: 2, after: null })).toEqual({ records: [], next: null });
      expect(await exported()).toEqual([]);
    });
  });

  test('comments go with their record', async () => {
    await load([{ id: 'g', title: 'red', comments: [{ id: 'c1', text: 'one' }] }]);
    expect((await fetch('comments?id=g&count=10&sort=top')).body).toContain('"c1"');
    await removeRecords(place(), ['g']);
    expect((await fetch('comments?id=g&count=10&sort=top')).status).toBe(404);
    await load([{ id: 'other', title: 'red' }]);
    expect((await fetch('comments?id=other&count=10&sort=top')).body).not.toContain('"c1"');
  });

  const VTT = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;
  const spoken = (id: string, ...words: string[]) => ({
    id,
    title: 'red',
    transcripts: words.map((text, i) => ({
      language: i === 0 ? 'en' : 'de',
      kind: 'human',
      text: VTT(text),
    })),
  });

  test('transcripts go with their record, change with it, and come out of an export as they went in', async () => {
    await load([spoken('g', 'one', 'eins'), spoken('h', 'other', 'anders')]);
    const track = async (id: string, place: number) => (await fetch(`track?id=${id}&place=${place}`)).body;
    expect(await track('g', 1)).toBe(VTT('eins'));
    expect((await fetch('record?id=g')).body).toContain(
      '"tracks":[{"language":"en","kind":"human","digest":',
    );
    await load([spoken('g', 'two')]);
    expect(await track('g', 0)).toBe(VTT('two'));
    expect((await fetch('track?id=g&place=1')).status).toBe(404);
    expect(await track('h', 0)).toBe(VTT('other'));
    const listed = (await fetch('record?id=h')).body;
    expect(listed).toContain('"language":"de"');
    const lines = (await exported())
      .map(({ text }) => text)
      .join('')
      .trim()
      .split('\n');
    await removeRecords(place(), ['g', 'h']);
    expect((await fetch('track?id=g&place=0')).status).toBe(404);
    await load([{ id: 'new', title: 'red' }]);
    expect((await fetch('track?id=new&place=0')).status).toBe(404);
    await load(lines.map((line) => JSON.parse(line)));
    expect(await track('g', 0)).toBe(VTT('two'));
    expect([await track('h', 0), await track('h', 1)]).toEqual([VTT('other'), VTT('anders')]);
    expect((await fetch('record?id=h')).body).toBe(listed);
  });

  test('transcripts stay when a later file says nothing about them, and go when it says that there are none', async () => {
    const track = async (id: string) => (await fetch(`track?id=${id}&place=0`)).body;
    const body = async (id: string) => (await fetch(`record?id=${id}`)).body;
    const first = [spoken('g', 'one'), { ...spoken('h', 'other'), location: 'Cork', extractor_key: 'X' }];
    await load(first);
    const whole = [await body('g'), await body('x:h')];
    const silent = first.map(({ transcripts: _, ...rest }) => rest);
    // Twice: the second import compares with what the first one wrote.
    for (const _again of [1, 2]) {
      await load(silent);
      expect([await body('g'), await body('x:h')]).toEqual(whole);
      expect([await track('g'), await track('x:h')]).toEqual([VTT('one'), VTT('other')]);
    }
    await load([{ id: 'g', title: 'blue', captions: false }]);
    expect(JSON.parse(await body('g'))).toMatchObject({ title: 'blue', captions: true, tracks: [{}] });
    expect(await track('g')).toBe(VTT('one'));
    await load([{ id: 'g', title: 'blue', transcripts: [] }]);
    expect(await body('g')).not.toContain('tracks');
    expect((await fetch('track?id=g&place=0')).status).toBe(404);
    expect(await track('x:h')).toBe(VTT('other'));
    // Both files of a video in one import.
    await load([spoken('i', 'three'), { id: 'i', title: 'red' }]);
    expect(await track('i')).toBe(VTT('three'));
  });

  test('comments that are too long for one line of an import are omitted, and counted', async () => {
    const many = Array.from({ length: 1_000 }, (_one, i) => ({ id: `c${i}`, text: 'x'.repeat(9_000) }));
    await folder.add({ id: 'g', title: 't', comments: many });
    const [piece] = await exported();
    expect(piece).toMatchObject({ records: 1, withoutComments: 1 });
    expect(piece!.text.length).toBeLessThan(1_000);
  });

  test('an export is imported unchanged', async () => {
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
    const text = (await exported()).map((piece) => piece.text).join('');
    const all = { limit: 100, after: null };
    const before = await listRecords(place(), all);
    // Character by character: importing over the original changes nothing.
    const file = folder.write('export.jsonl', text);
    expect(await folder.import(file)).toMatchObject({ unchanged: 10, updated: 0, imported: 0, failed: 0 });
    await removeRecords(
      place(),
      before!.records.map(({ id }) => id),
    );
    expect(await folder.import(file)).toMatchObject({ imported: 10, failed: 0 });
    expect(await listRecords(place(), all)).toEqual(before);
  });
}
