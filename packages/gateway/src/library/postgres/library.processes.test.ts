// The library in PostgreSQL: the contract suites, and what only a shared database does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPrimary } from '../../storage/postgres/connection.ts';
import { connectionOf } from '../../storage/postgres/export.ts';
import { isRefused, type TransferRefused } from '../../storage/transfer/row-transfer.ts';
import { freshDatabase, type TestDatabase } from '../../testing/postgres-databases.ts';
import { boundsContract } from '../bounds.contract.ts';
import { importContract } from '../import.contract.ts';
import { FOLLOW_MS, FOLLOW_ROWS } from '../limits.ts';
import { listsContract } from '../lists/lists.contract.ts';
import { backUpLibrary, moveLibrary } from '../move-library.ts';
import { hasLibrary } from '../open-store.ts';
import { recordCommandsContract } from '../record-commands.contract.ts';
import { removeRecords } from '../record-commands.ts';
import { formatPlace, parsePlace, type ResultPlace } from '../result-page.ts';
import { filteredSearchContract } from '../searching/filtered-search.contract.ts';
import type { Tier } from '../searching/keyword.ts';
import { looseContract } from '../searching/loose.contract.ts';
import { searchContract } from '../searching/search.contract.ts';
import { libraryStats } from '../stats.ts';
import { idOf, steppingClock, stoppedClock, TestFolder } from '../testing/test-folder.ts';
import { type ArrivedLibrary, UnreadableLibrary } from '../whole-library.ts';
import { termsByField } from './batch.ts';
import { openSessionTarget } from './whole-library.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Each test starts with an empty library. */
async function open(): Promise<TestFolder> {
  await database.query(
    'TRUNCATE library_records, library_tallies, library_discussions, library_comments, library_places, library_tracks, library_changes RESTART IDENTITY',
  );
  return new TestFolder(database.url);
}

describe('search', () => searchContract(open));
describe('below the exact tiers', () => looseContract(open));
describe('filters', () => filteredSearchContract(open));
describe('bounds', () => boundsContract(open));
describe('lists', () => listsContract(open));
describe('record commands', () => recordCommandsContract(open));
describe('import', () => importContract(open));

test('what one node imports is found by all others', async () => {
  const [one, other] = [await open(), new TestFolder(database.url)];
  expect(await other.ids('cat')).toEqual([]);
  await one.add({ id: 'a', title: 'cat' });
  expect(await other.ids('cat')).toEqual(['a']);
  await one.remove();
  await other.remove();
});

test('a change and a removal by one node are followed by all others, also where a record takes the place of another', async () => {
  const [one, other] = [await open(), new TestFolder(database.url)];
  await one.add(
    { id: 'a', title: 'cat', published_at: '2024-01-01' },
    { id: 'b', title: 'cat', published_at: '2024-01-02' },
  );
  expect(await other.ids('cat')).toEqual(['b', 'a']);
  await removeRecords(one.place, ['b']);
  await one.add(
    { id: 'a', title: 'dog', published_at: '2024-01-02' },
    { id: 'b', title: 'cat', published_at: '2024-01-01' },
  );
  expect([await other.ids('cat'), await other.ids('dog')]).toEqual([['b'], ['a']]);
  await one.remove();
  await other.remove();
});

test('while the index is being built a search costs nothing, and the records are there', async () => {
  const [one, other] = [await open(), new TestFolder(database.url)];
  await one.add(...Array.from({ length: FOLLOW_ROWS }, (_, n) => ({ id: `v${n}`, title: 'cat' })));
  other.clock = steppingClock(FOLLOW_MS);
  const behind = await other.ask('search?q=cat');
  expect(behind).toEqual({
    status: 503,
    body: { error: 'the index of this node is being built: 1000 records so far', busy: true },
  });
  expect((await other.ask('record?id=v7')).body).toMatchObject({ id: 'v7' });
  other.clock = stoppedClock;
  expect((await other.ask('search?q=cat')).body.total).toEqual({ value: FOLLOW_ROWS, relation: 'eq' });
  await one.remove();
  await other.remove();
});

test('terms are split by the letter of their field, whatever the words begin with', () => {
  expect(termsByField(' tdog tgame dtag dgem gtitle')).toEqual({
    title: ' tdog tgame ',
    text: ' dtag dgem ',
    tags: ' gtitle ',
  });
  expect(termsByField('')).toEqual({ title: '', text: '', tags: '' });
  expect(termsByField(' ga')).toEqual({ title: '', text: '', tags: ' ga ' });
});

describe('a word in more records than the index copies in one step', () => {
  const RECORDS = 5_000;
  /** The word is in the title of the oldest third, a tag of the newest tenth, and in the text of all others. */
  const tierOfNth = (n: number): Tier => (n < RECORDS / 3 ? 1 : n < RECORDS * 0.9 ? 2 : 3);
  const newestFirst = Array.from({ length: RECORDS }, (_, i) => RECORDS - 1 - i);
  const inOrder = [1, 2, 3].flatMap((tier) => newestFirst.filter((n) => tierOfNth(n) === tier));
  /** The word, and one that every record has as a tag. */
  const wordsOf = (n: number) =>
    ({
      1: { title: 'the common word', tags: ['always'] },
      2: { description: 'the common word', tags: ['always'] },
      3: { tags: ['the common word', 'always'] },
    })[tierOfNth(n)];
  let folder: TestFolder;

  beforeAll(async () => {
    folder = await open();
    const lines = newestFirst.map((n) =>
      JSON.stringify({
        id: `v${n}`,
        ...wordsOf(n),
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

  test('a word that every record has: the first pages are the newest records', async () => {
    const first = await folder.search('always', 20);
    const second = await folder.search('always', 20, first.next);
    const ids = [first, second].flatMap(({ bodies }) => bodies.map(idOf));
    expect(ids).toEqual(newestFirst.slice(0, 40).map((n) => `v${n}`));
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

  const quiet = () => {};

  /** The record that moved to the date of another has the higher rank and the lower number; one between them was removed. */
  async function fill(folder: TestFolder): Promise<void> {
    await folder.add(...RECORDS, { id: 'd', title: 'cat', published_at: '2024-01-01' });
    await folder.add({ id: 'c', title: 'cat', published_at: '2024-01-01', comments: [] });
    await removeRecords(folder.place, ['b']);
  }

  async function made(arrival: Promise<ArrivedLibrary | TransferRefused | null>): Promise<number[] | null> {
    const arrived = await arrival;
    if (arrived === null) return null;
    if (isRefused(arrived)) throw new Error(arrived.detail);
    await arrived.finish();
    await arrived.close();
    return arrived.tables.map(({ rows }) => rows);
  }

  /** Within a transaction, as a restore does it; `ends` is how the transaction ends. */
  async function intoDatabase(from: TestFolder, ends: 'COMMIT' | 'ROLLBACK') {
    const client = await connectPrimary(database.url);
    const session = connectionOf(client);
    try {
      await session.query({ text: 'BEGIN' });
      const rows = await made(moveLibrary(from.place, () => openSessionTarget(session), quiet));
      await session.query({ text: ends });
      return rows;
    } finally {
      await client.end();
    }
  }

  const backUp = (from: TestFolder, to: TestFolder) =>
    made(backUpLibrary(from.place, `${to.path}/library.db`, quiet));

  async function expectSame(one: TestFolder, other: TestFolder): Promise<void> {
    expect(await one.ids('cat')).toEqual(['c', 'd', 'a']);
    for (const path of ['search?q=cat&count=1', 'comments?id=a', 'comments?id=c', 'comments?id=d'])
      expect(await one.ask(path), path).toEqual(await other.ask(path));
    const { bytes: _, ...stats } = await libraryStats(one.place);
    expect(await libraryStats(other.place)).toMatchObject(stats);
  }

  test('into a file and back has the same records in the same order, with comments, and takes new ones', async () => {
    const [shared, file] = [await open(), new TestFolder()];
    expect(await backUp(shared, file)).toBeNull();
    await fill(shared);
    const before = new TestFolder();
    expect(await backUp(shared, before)).toEqual([3, 2, 1, 0]);
    expect(await backUp(shared, file)).toEqual([3, 2, 1, 0]);
    await expectSame(file, shared);
    await shared.remove();
    const again = await open();
    expect(await intoDatabase(file, 'ROLLBACK')).toEqual([3, 2, 1, 0]);
    expect(await again.ids('cat')).toEqual([]);
    expect(await intoDatabase(file, 'COMMIT')).toEqual([3, 2, 1, 0]);
    await expectSame(again, before);
    await again.add({ id: 'e', title: 'cat', published_at: '2024-01-01' });
    expect(await again.ids('cat')).toEqual(['e', 'c', 'd', 'a']);
    for (const folder of [again, file, before]) await folder.remove();
  });

  test('is refused where a library exists, even an empty one', async () => {
    const [shared, file] = [await open(), new TestFolder()];
    for (const folder of [shared, file]) await folder.add(...RECORDS);
    await expect(intoDatabase(file, 'COMMIT')).rejects.toThrow('has a library already');
    await removeRecords(file.place, ['a', 'b', 'c']);
    await expect(backUp(shared, file)).rejects.toThrow('exists already');
    for (const folder of [shared, file]) await folder.remove();
  });

  test('and has no record left is a library all the same: samples do not come back', async () => {
    const [shared, file] = [await open(), new TestFolder()];
    await file.add({ id: 'a', title: 'cat' });
    await removeRecords(file.place, ['a']);
    expect(await intoDatabase(file, 'COMMIT')).toEqual([0, 0, 0, 0]);
    expect(await hasLibrary(shared.place)).toBe(true);
    for (const folder of [shared, file]) await folder.remove();
  });

  test('what is imported meanwhile is not in it', async () => {
    const [shared, file] = [await open(), new TestFolder()];
    await shared.add(...RECORDS);
    const added: Promise<void>[] = [];
    // Begins while the library is being read.
    const arrival = backUpLibrary(shared.place, `${file.path}/library.db`, () => {
      if (added.length === 0) added.push(shared.add({ id: 'e', title: 'cat' }));
    });
    expect(await made(arrival)).toEqual([3, 2, 1, 0]);
    await Promise.all(added);
    expect(await shared.ids('cat')).toHaveLength(4);
    expect(await file.ids('cat')).toHaveLength(3);
    for (const folder of [shared, file]) await folder.remove();
  });

  test('and is damaged is reported, not taken for a small one', async () => {
    const [shared, file] = [await open(), new TestFolder()];
    file.write('library.db', 'no library at all');
    await expect(intoDatabase(file, 'COMMIT')).rejects.toThrow(UnreadableLibrary);
    for (const folder of [shared, file]) await folder.remove();
  });

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
