// The library in a file: the contract suites, and what only a file does.
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boundsContract } from '../bounds.contract.ts';
import { importContract } from '../import.contract.ts';
import { BUSY_TIMEOUT_MS, SEARCH_BUDGET_MS } from '../limits.ts';
import { listsContract } from '../lists/lists.contract.ts';
import { recordCommandsContract } from '../record-commands.contract.ts';
import type { RecordIndex } from '../record-index.ts';
import { filteredSearchContract } from '../searching/filtered-search.contract.ts';
import { looseContract } from '../searching/loose.contract.ts';
import { searchContract } from '../searching/search.contract.ts';
import { searchLibrary } from '../searching/search.ts';
import { steppingClock, TestFolder, boxCatVideo as video } from '../testing/test-folder.ts';
import type { ArrivedLibrary } from '../whole-library.ts';
import { bringUpToDate, libraryPath, openForWriting } from './database.ts';
import { SqliteReader } from './reader.ts';
import { copyLibraryFile } from './whole-library.ts';

const open = async () => new TestFolder();

describe('search', () => searchContract(open));
describe('below the exact tiers', () => looseContract(open));
describe('filters', () => filteredSearchContract(open));
describe('bounds', () => boundsContract(open));
describe('lists', () => listsContract(open));
describe('record commands', () => recordCommandsContract(open));
describe('import', () => importContract(open));

let folder: TestFolder;
beforeEach(async () => {
  folder = await open();
});
afterEach(() => folder.remove());

describe('time', () => {
  test('a count that takes too long stops and reports it', async () => {
    await folder.add(...Array.from({ length: 300 }, (_, i) => ({ id: `r${i}`, title: 'cat' })));
    expect((await folder.search('cat', 10)).total).toEqual({ value: 300, relation: 'eq' });
    let nowMs = 0;
    folder.clock = { nowMs: () => 0, monotonicMs: () => (nowMs += 1000) };
    const { value, relation } = (await folder.search('cat', 10)).total;
    expect(relation).toBe('capped');
    expect(value).toBeLessThan(300);
  });

  test('starts no further tier once its time is over', async () => {
    await folder.add({ id: 'a', title: 'cat' }, { id: 'b', description: 'cat' });
    expect((await folder.ask('search?q=cat', steppingClock(0))).body.results).toHaveLength(2);
    const cut = await folder.ask('search?q=cat', steppingClock(SEARCH_BUDGET_MS));
    expect(cut.body).toMatchObject({ end: 'upstream_cap', results: [{ id: 'a' }] });
  });
});

test('a search whose page the exact tiers fill asks nothing below them', async () => {
  await folder.add(...Array.from({ length: 6 }, (_, n) => ({ id: `r${n}`, title: n < 5 ? 'cat' : 'cats' })));
  const reader = new SqliteReader(libraryPath(folder.path), folder.clock, false);
  const asked = (count: number, match: 'exact' | 'all') =>
    reader.read(async (view) => {
      let isAsked = false;
      const index: RecordIndex = {
        first: (...args) => view!.index.first(...args),
        each: (...args) => view!.index.each(...args),
        count: (...args) => view!.index.count(...args),
        loose() {
          isAsked = true;
          return view!.index.loose();
        },
      };
      await searchLibrary(index, folder.clock, { keyword: 'cat', count, after: null, filters: {}, match });
      return isAsked;
    });
  expect([await asked(4, 'all'), await asked(5, 'all'), await asked(6, 'exact')]).toEqual([
    false,
    true,
    false,
  ]);
  await reader.close();
});

describe('a backup', () => {
  test('is one snapshot with its index, and has its name only when it is finished', async () => {
    const backup = new TestFolder();
    const file = `${backup.path}/library.db`;
    await folder.add(video(1, { comments: [{ id: 'c1', text: 'one' }] }), video(2));
    const arrived = (await copyLibraryFile(libraryPath(folder.path), file)) as ArrivedLibrary;
    expect(arrived.tables.map(({ rows }) => rows)).toEqual([2, 1, 1, 0]);
    await folder.add(video(3));
    expect(await backup.ids('cat')).toEqual([]);
    await arrived.finish();
    await arrived.close();
    expect(await backup.ids('cat')).toEqual(['v2', 'v1']);
    expect(await backup.ask('comments?id=v1')).toEqual(await folder.ask('comments?id=v1'));
    expect(readdirSync(backup.path).filter((name) => name.includes('unfinished'))).toEqual([]);
    expect(await copyLibraryFile(libraryPath(folder.path), file)).toMatchObject({ kind: 'refused' });
    await backup.remove();
  });

  test('that is aborted leaves nothing behind', async () => {
    const backup = new TestFolder();
    await folder.add(video(1));
    const arrived = await copyLibraryFile(libraryPath(folder.path), `${backup.path}/library.db`);
    await (arrived as ArrivedLibrary).close();
    expect(readdirSync(backup.path)).toEqual([]);
    await backup.remove();
  });
});

test('a library of this release is searched without waiting for an import that is writing into it', async () => {
  await folder.add(video(1));
  const writer = openForWriting(libraryPath(folder.path));
  writer.exec('BEGIN IMMEDIATE');
  const fromMs = performance.now();
  bringUpToDate(libraryPath(folder.path));
  expect(performance.now() - fromMs).toBeLessThan(BUSY_TIMEOUT_MS);
  writer.exec('ROLLBACK');
  writer.close();
});
