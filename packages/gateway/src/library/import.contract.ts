// The result of an import, in a file and in PostgreSQL.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredRecord } from './library-store.ts';
import { libraryStats } from './stats.ts';
import { storedRecords } from './stored-entries.ts';
import type { TestFolder } from './testing/test-folder.ts';

export function importContract(open: () => Promise<TestFolder>): void {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await open();
  });
  afterEach(() => folder.remove());

  describe('repeating an import', () => {
    test('changes nothing', async () => {
      const path = folder.write('a.jsonl', '{"id":"a","title":"cat"}\n{"id":"b","title":"cat"}\n');
      await folder.import(path);
      const before = await folder.ids('cat');
      expect(await folder.import(path)).toMatchObject({ read: 2, imported: 0, updated: 0, unchanged: 2 });
      expect(await folder.ids('cat')).toEqual(before);
      expect((await libraryStats(folder.place)).records).toBe(2);
    });

    test('with one record changed updates that one, and the last of two equal ids wins', async () => {
      await folder.import(
        folder.write('a.jsonl', '{"id":"a","title":"cat","lang":"en"}\n{"id":"b","title":"cat"}\n'),
      );
      const again =
        '{"id":"a","title":"dog"}\n{"id":"a","title":"猫","lang":"zh"}\n{"id":"b","title":"cat"}\n';
      const report = await folder.import(folder.write('b.jsonl', again));
      expect(report).toMatchObject({ read: 3, imported: 0, updated: 2, unchanged: 1 });
      expect([await folder.ids('dog'), await folder.ids('猫')]).toEqual([[], ['a']]);
      expect(await libraryStats(folder.place)).toMatchObject({
        records: 2,
        languages: { zh: 1, und: 1 },
      });
    });
  });

  test('a library is read back record by record in the sequence of arrival, each with its own comments', async () => {
    const said = (...ids: string[]) => ids.map((id) => ({ id, text: id }));
    await folder.add({ id: 'z', title: 'cat', comments: said('2', '1') }, { id: 'y', title: 'cat' });
    await folder.add({ id: 'x', title: 'cat', comments: [] }, { id: 'w', title: 'cat', comments: said('3') });
    const read: StoredRecord[] = [];
    for await (const rows of storedRecords(folder.place)) read.push(...rows);
    const idIn = (text: string) => (JSON.parse(text) as { id: string }).id;
    expect(read.map(({ body, comments }) => [idIn(body), comments?.map(idIn) ?? null])).toEqual([
      ...[
        ['z', ['2', '1']],
        ['y', null],
      ],
      ...[
        ['x', []],
        ['w', ['3']],
      ],
    ]);
  });

  test('several records that changed are updated in one import', async () => {
    const lines = (word: string) =>
      [1, 2, 3, 4, 5]
        .map((n) => `{"id":"v${n}","title":"cat ${word}","published_at":"2025-01-0${n}"}`)
        .join('\n');
    await folder.import(folder.write('a.jsonl', lines('one')));
    expect(await folder.import(folder.write('b.jsonl', lines('two')))).toMatchObject({
      updated: 5,
      failed: 0,
    });
    expect(await folder.ids('two')).toEqual(['v5', 'v4', 'v3', 'v2', 'v1']);
    expect(await folder.ids('one')).toEqual([]);
  });
}
