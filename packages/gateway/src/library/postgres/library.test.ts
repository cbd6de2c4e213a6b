// The library in PostgreSQL: the suites of every library, and what only a database that all nodes share knows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../testing/postgres-databases.ts';
import { boundsContract } from '../bounds.contract.ts';
import { copyLibrary } from '../copy.ts';
import { filteredSearchContract } from '../filtered-search.contract.ts';
import { importContract } from '../import.contract.ts';
import { leftLibraryFile } from '../left-file.ts';
import { listsContract } from '../lists.contract.ts';
import type { LibrarySettings } from '../place.ts';
import { formatPlace, parsePlace, type ResultPlace } from '../result-page.ts';
import { searchContract } from '../search.contract.ts';
import { shelfContract } from '../shelf.contract.ts';
import { idOf, TestFolder } from '../testing.ts';
import { termsByField } from './batch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Each test finds an empty library. */
async function open(): Promise<TestFolder> {
  await database.query(
    'TRUNCATE library_records, library_tallies, library_discussions, library_comments RESTART IDENTITY',
  );
  return new TestFolder(database.url);
}

describe('search', () => searchContract(open));
describe('filters', () => filteredSearchContract(open));
describe('bounds', () => boundsContract(open));
describe('lists', () => listsContract(open));
describe('shelf', () => shelfContract(open));
describe('import', () => importContract(open));

test('what one node imports is found by all others', async () => {
  const [one, other] = [await open(), new TestFolder(database.url)];
  expect(await other.ids('cat')).toEqual([]);
  await one.add({ id: 'a', title: 'cat' });
  expect(await other.ids('cat')).toEqual(['a']);
  await one.remove();
  await other.remove();
});

test('a file that an earlier version left is told of until the library in PostgreSQL has records', async () => {
  const folder = await open();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'reelgate-left-'));
  const told = (storage: LibrarySettings['storage']) => leftLibraryFile({ storage, dataDir });
  const here = { kind: 'postgres' as const, url: database.url };
  expect(await told(here)).toBeNull();
  writeFileSync(path.join(dataDir, 'library.db'), '');
  expect(await told(here)).toBe(path.join(dataDir, 'library.db'));
  expect(await told({ kind: 'sqlite' })).toBeNull();
  await folder.add({ id: 'a', title: 'cat' });
  expect(await told(here)).toBeNull();
  await folder.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test('terms are told apart by the letters of their fields, whatever the words begin with', () => {
  expect(termsByField(' tdog tgame dtag dgem gtitle')).toEqual({
    title: ' tdog tgame ',
    text: ' dtag dgem ',
    tags: ' gtitle ',
  });
  expect(termsByField('')).toEqual({ title: '', text: '', tags: '' });
  expect(termsByField(' ga')).toEqual({ title: '', text: '', tags: ' ga ' });
});

describe('a word in more records than are looked up at once', () => {
  // The server takes the fields for independent of each other, and so expects three quarters of them.
  const RECORDS = 5_000;
  /** In the title of the oldest third, in the text of all others but the newest tenth, which have it as a tag. */
  const tierOfNth = (n: number) => (n < RECORDS / 3 ? 1 : n < RECORDS * 0.9 ? 2 : 3);
  const newestFirst = Array.from({ length: RECORDS }, (_, i) => RECORDS - 1 - i);
  const inOrder = [1, 2, 3].flatMap((tier) => newestFirst.filter((n) => tierOfNth(n) === tier));
  const fieldOf = { 1: 'title', 2: 'description', 3: 'tags' };
  let folder: TestFolder;

  beforeAll(async () => {
    folder = await open();
    const lines = newestFirst.map((n) =>
      JSON.stringify({
        id: `v${n}`,
        [fieldOf[tierOfNth(n) as 1 | 2 | 3]]: 'the common word',
        timestamp: 1_000_000_000 + n,
        duration: n % 10,
      }),
    );
    await folder.import(folder.write('common.jsonl', lines.join('\n')));
  });
  afterAll(() => folder.remove());

  async function walk(keyword: string, count: number, filters = {}): Promise<string[]> {
    const ids: string[] = [];
    let place: ResultPlace | null = null;
    do {
      const page = await folder.search(keyword, count, place, filters);
      expect(page.isCut).toBe(false);
      ids.push(...page.bodies.map(idOf));
      place = page.next === null ? null : parsePlace(formatPlace(page.next));
    } while (place !== null);
    return ids;
  }

  test.each(['common', '"common word"'])(
    '%s: a walk gives every record once, in the order of tiers and dates',
    async (keyword) => {
      expect(await walk(keyword, 1_000)).toEqual(inOrder.map((n) => `v${n}`));
    },
  );

  test('the total is the least there is, and says so', async () => {
    const { total } = await folder.search('common', 20);
    expect(total.relation).toBe('capped');
    expect(total.value).toBeGreaterThanOrEqual(21);
    expect(total.value).toBeLessThanOrEqual(RECORDS);
  });

  test('words in another order are no phrase, however many records have both', async () => {
    expect(await walk('"word common"', 100)).toEqual([]);
  });

  test('filters hold over the whole walk', async () => {
    const wanted = newestFirst.filter((n) => n % 10 === 3);
    const ids = await walk('common', 100, { sort: 'newest', duration_min: '3', duration_max: '3' });
    expect(ids).toEqual(wanted.map((n) => `v${n}`));
  });
});

describe('a library that moves', () => {
  const RECORDS = [
    { id: 'a', title: 'cat', published_at: '2024-01-01', comments: [{ id: 'c1', text: 'one' }] },
    { id: 'b', title: 'cat', published_at: '2024-01-01' },
    { id: 'c', title: 'cat', published_at: '2025-01-01', comments: [] },
  ];

  test.each(['to PostgreSQL', 'from PostgreSQL'])(
    '%s has the same records, in the same order, with comments',
    async (way) => {
      const [file, shared] = [new TestFolder(), await open()];
      const [from, to] = way === 'to PostgreSQL' ? [file, shared] : [shared, file];
      expect(await copyLibrary(from.place, to.place)).toBeNull();
      await from.add(...RECORDS);
      expect(await copyLibrary(from.place, to.place)).toBe(3);
      expect(await to.ids('cat')).toEqual(await from.ids('cat'));
      expect(await to.ask('comments?id=a')).toEqual(await from.ask('comments?id=a'));
      expect(await to.ask('comments?id=b')).toEqual(await from.ask('comments?id=b'));
      expect(await to.ask('comments?id=c')).toEqual(await from.ask('comments?id=c'));
      await file.remove();
      await shared.remove();
    },
  );

  test('as a file that is imported, named by its path, keeps every record; a folder does not offer it', async () => {
    const [file, shared] = [new TestFolder(), await open()];
    await file.add(...RECORDS);
    expect(await shared.import(file.path)).toMatchObject({ read: 0 });
    expect(await shared.import(shared.write('library.db', 'no library'))).toMatchObject({
      read: 1,
      failed: 1,
    });
    expect(await shared.import(`${file.path}/library.db`)).toMatchObject({ imported: 3, failed: 0 });
    expect(await shared.import(`${file.path}/library.db`)).toMatchObject({ unchanged: 3, failed: 0 });
    expect(await shared.ids('cat')).toEqual(await file.ids('cat'));
    await file.remove();
    await shared.remove();
  });
});
