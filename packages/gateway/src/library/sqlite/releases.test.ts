// A library file between releases: older releases go on working on a file that this one has used, and nothing that they write is lost. The
// SQL of the older releases is copied from them; `npm run test:upgrade` runs the releases themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRecord } from '../files/read-record.ts';
import { EXPORT_ROWS_MAX } from '../limits.ts';
import { toEntry } from '../record.ts';
import { exportLines } from '../record-commands.ts';
import { stoppedClock, TestFolder, boxCatVideo as video } from '../testing/test-folder.ts';
import { bringUpToDate, libraryPath } from './database.ts';
import { FIRST_TABLES } from './format.ts';
import { SqliteReader } from './reader.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = new TestFolder();
});
afterEach(() => folder.remove());

const file = () => libraryPath(folder.path);

function withFile<T>(work: (db: DatabaseSync) => T, path = file()): T {
  const db = new DatabaseSync(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** The release that had neither authors nor comments. It opens a file that says 1, and no other. */
const firstRelease = {
  create: (path = file()) =>
    withFile((db) => db.exec(`PRAGMA journal_mode = WAL; ${FIRST_TABLES} PRAGMA user_version = 1`), path),
  open<T>(work: (db: DatabaseSync) => T, path = file()): T {
    return withFile((db) => {
      expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
      return work(db);
    }, path);
  },
  write(source: object, rank: number, path = file()): void {
    const read = readRecord(source);
    if (read.kind === 'bad') throw new Error(read.reason);
    const { id, language, isSample, body, terms } = toEntry(read.record);
    firstRelease.open((db) => {
      const stored = db.prepare('SELECT seq, rank FROM record WHERE id = ?').get(id);
      if (stored === undefined) {
        db.prepare(
          `INSERT INTO record (id, rank, language, is_sample, body) VALUES (?, ?, ?, ?, CAST(? AS TEXT))
       ON CONFLICT (id) DO NOTHING`,
        ).run(id, rank, language, Number(isSample), body);
      } else {
        db.prepare('DELETE FROM term WHERE rowid = ?').run(stored.rank!);
        db.prepare(
          'UPDATE record SET rank = ?, language = ?, is_sample = ?, body = CAST(? AS TEXT) WHERE seq = ?',
        ).run(rank, language, Number(isSample), body, stored.seq!);
      }
      db.prepare('INSERT INTO term (rowid, terms) VALUES (?, ?)').run(rank, terms);
    }, path);
  },
  removeSample: () => firstRelease.open((db) => db.exec('DELETE FROM record WHERE is_sample = 1')),
};

async function videosOf(author: string): Promise<string[]> {
  const { body } = await folder.ask(`author-videos?${author}`);
  return body.results.map(({ id }: { id: string }) => id);
}

/** Everything in the folder, byte by byte. */
function bytesOf(path: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(path).map((name) => [name, readFileSync(join(path, name)).toString('base64')]),
  );
}

describe('a library of the first release', () => {
  beforeEach(() => {
    firstRelease.create();
    for (const n of [1, 2]) firstRelease.write(video(n), n);
  });

  test('is searched, and gets its authors when it is opened', async () => {
    expect(await folder.ids('cat')).toEqual(['v2', 'v1']);
    expect(await videosOf('handle=BoxCats&sort=views')).toEqual(['v2', 'v1']);
    expect((await folder.ask('author?author_id=UC1')).body).toMatchObject({ videos: 2 });
  });

  test('is upgraded once, whichever process opens it first', async () => {
    for (let i = 0; i < 3; i += 1) bringUpToDate(file());
    await folder.add(video(3));
    expect(await videosOf('author_id=UC1')).toEqual(['v3', 'v2', 'v1']);
  });

  test('is opened and written by that release again, and what it wrote has its authors here', async () => {
    await folder.add(video(3, { comments: [{ id: 'c1', text: 'one' }] }), video(4, { sample: true }));
    expect(firstRelease.open((db) => db.prepare('SELECT count(*) AS n FROM record').get())).toEqual({ n: 4 });
    const ranks = firstRelease.open((db) => db.prepare('SELECT id, rank FROM record').all());
    const rankOf = (id: string) => Number(ranks.find((row) => row.id === id)!.rank);
    firstRelease.write(video(5), 5);
    // The same author, and another one.
    firstRelease.write(video(1, { stats: { views: 900 } }), 1);
    firstRelease.write(video(3, { author: { id: 'UC2', handle: '@Dogs' } }), rankOf('v3'));
    bringUpToDate(file());
    expect((await videosOf('author_id=UC1')).sort()).toEqual(['v1', 'v2', 'v4', 'v5']);
    expect((await videosOf('author_id=UC1&sort=views'))[0]).toBe('v1');
    expect(await videosOf('handle=dogs')).toEqual(['v3']);
    expect((await folder.ask('comments?id=v3')).body.results).toHaveLength(1);
    expect(firstRelease.open(() => true)).toBe(true);
  });

  test('loses no comment to another record when that release removes one', async () => {
    const comments = [{ id: 'c1', text: 'one' }];
    await folder.add(video(3, { sample: true, comments }));
    firstRelease.removeSample();
    // The new record gets the number of the removed one.
    firstRelease.write(video(9), 9);
    bringUpToDate(file());
    expect((await folder.ask('comments?id=v9')).body).toMatchObject({ results: [] });
    expect(withFile((db) => db.prepare('SELECT count(*) AS n FROM comment').get())).toEqual({ n: 0 });
  });

  test('gives no transcript to another record when that release removes one', async () => {
    const transcripts = [{ language: 'en', kind: 'human', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\none\n' }];
    await folder.add(video(3, { sample: true, transcripts }));
    expect(withFile((db) => db.prepare('SELECT count(*) AS n FROM track').get())).toEqual({ n: 1 });
    firstRelease.removeSample();
    firstRelease.write(video(9), 9);
    bringUpToDate(file());
    expect(withFile((db) => db.prepare('SELECT count(*) AS n FROM track').get())).toEqual({ n: 0 });
  });

  test('a record whose author stays the same keeps it when this release changes it', async () => {
    await folder.add(video(2, { title: 'Cat the second' }));
    expect(await videosOf('author_id=UC1&sort=views')).toEqual(['v2', 'v1']);
  });
});

/** Takes back the step to version 4. */
const WITHOUT_PLACES = `DROP TRIGGER record_placed; DROP TRIGGER record_replaced; DROP TRIGGER record_left;
  DROP TABLE place; DROP INDEX record_views`;
const WITHOUT_LOOSE = `DROP TRIGGER record_reworded; DROP TRIGGER record_rewritten; DROP TRIGGER record_unworded;
  DROP TABLE loose_word; DROP TABLE loose; DROP INDEX record_unindexed; ALTER TABLE record DROP COLUMN indexed`;
const WITHOUT_TRACKS = `DROP TRIGGER record_tracks_removed; DROP TABLE track; ${WITHOUT_LOOSE}`;

/** A second slice takes a fraction of a second, and longer on a busy machine. */
const INDEXED_MS = 20_000;

describe('words below the exact tiers', () => {
  const found = async (keyword: string) =>
    (await folder.search(keyword, 100, null, {}, 'all')).bodies.map((body) => JSON.parse(body).id);

  test('are indexed in a file of version 5 when it is opened', async () => {
    await folder.add(video(1));
    withFile((db) => db.exec(`UPDATE format SET version = 5; ${WITHOUT_LOOSE}`));
    bringUpToDate(file());
    expect(await found('box cats')).toEqual(['v1']);
  });

  test('of many records are indexed between searches; until then, what needs them is busy and the very words are found', async () => {
    const many = Array.from({ length: EXPORT_ROWS_MAX + 1 }, (_, i) => video(i + 1));
    await folder.add(...many);
    withFile((db) => db.exec(`UPDATE format SET version = 5; ${WITHOUT_LOOSE}`));
    const first = await folder.ask('search?q=boxcat&match=all');
    expect(first).toMatchObject({ status: 503, body: { busy: true } });
    expect((await folder.ask('search?q=cat&match=exact')).status).toBe(200);
    await vi.waitFor(async () => expect(await found('box cats')).toHaveLength(100), { timeout: INDEXED_MS });
  });

  test('follow what a release that knows none writes, changes and removes', async () => {
    firstRelease.create();
    await folder.add(video(1), video(2), video(3));
    firstRelease.write(video(2, { author: { name: 'Red Pandas' } }), 2);
    firstRelease.write(video(9), 9);
    firstRelease.open((db) =>
      db.exec("DELETE FROM term WHERE rowid = (SELECT rank FROM record WHERE id = 'v3')"),
    );
    firstRelease.open((db) => db.exec("DELETE FROM record WHERE id = 'v3'"));
    bringUpToDate(file());
    expect((await found('box cats')).sort()).toEqual(['v1', 'v9']);
    expect(await found('red pandas')).toEqual(['v2']);
  });

  test('are none in a file of version 5 that is read without being changed', async () => {
    await folder.add(video(1));
    withFile((db) => db.exec(`UPDATE format SET version = 5; ${WITHOUT_LOOSE}`));
    const reader = new SqliteReader(file(), stoppedClock, false);
    expect(await reader.read((view) => view!.index.loose())).toBeNull();
    await reader.close();
  });
});

describe('playlists', () => {
  const placed = (n: number) => video(n, { playlist_id: 'PL1', playlist_index: n });
  const places = () => withFile((db) => db.prepare('SELECT place FROM place ORDER BY place').all());

  test('follow what a release that knows none does to a record', async () => {
    firstRelease.create();
    await folder.add(placed(1), placed(2), placed(3));
    firstRelease.write(video(2), 2);
    firstRelease.open((db) => db.exec("DELETE FROM record WHERE id = 'v3'"));
    expect(places()).toEqual([{ place: 1 }]);
  });

  test('are none in a file of version 3 that is read without being changed, and begin with the next import', async () => {
    await folder.add(video(1));
    withFile((db) => db.exec(`UPDATE format SET version = 3; ${WITHOUT_PLACES}; ${WITHOUT_TRACKS}`));
    const reader = new SqliteReader(file(), stoppedClock, false);
    const said = await reader.read((view) => view!.lists!.latestOf('PL1'));
    await reader.close();
    expect(said).toBeNull();
    await folder.add(placed(2));
    expect(places()).toEqual([{ place: 2 }]);
  });

  test('come along with a copy, an export and the import of a file', async () => {
    await folder.add(placed(1), placed(2));
    const lines: string[] = [];
    for await (const { text } of exportLines(folder.place)) lines.push(text);
    const other = new TestFolder();
    await other.import(folder.write('lines.jsonl', lines.join('')));
    const third = new TestFolder();
    await third.import(file());
    for (const copy of [other, third])
      expect(await copy.ask('playlist-videos?playlist_id=PL1')).toEqual(
        await folder.ask('playlist-videos?playlist_id=PL1'),
      );
    await other.remove();
    await third.remove();
  });
});

test('a file that the second release made, or this one, is one that the second release writes to', async () => {
  await folder.add(video(1));
  const version = () => withFile((db) => db.prepare('PRAGMA user_version').get());
  expect(version()).toEqual({ user_version: 2 });
  // The state in which that release left it.
  withFile((db) =>
    db.exec(`DROP TABLE format; DROP INDEX record_unread; ${WITHOUT_PLACES}; ${WITHOUT_TRACKS}`),
  );
  await folder.add(video(2));
  expect(await videosOf('author_id=UC1')).toEqual(['v2', 'v1']);
  expect(version()).toEqual({ user_version: 2 });
});

describe('a library that a newer release has used', () => {
  const says = (version: number, compatibleFrom: number) =>
    withFile((db) => db.exec(`UPDATE format SET version = ${version}, compatible_from = ${compatibleFrom}`));

  test('is searched and written while it declares this release compatible', async () => {
    await folder.add(video(1));
    says(99, 3);
    await folder.add(video(2));
    expect(await folder.ids('cat')).toEqual(['v2', 'v1']);
    expect(withFile((db) => db.prepare('SELECT * FROM format').get())).toEqual({
      ...{ version: 99, compatible_from: 3 },
    });
  });

  test('is refused, with advice, when it declares this release incompatible', async () => {
    await folder.add(video(1));
    says(99, 99);
    await expect(folder.add(video(2))).rejects.toThrow('start the newer release');
    await expect(folder.ids('cat')).rejects.toThrow('version 99');
  });
});

describe('a library file that is imported', () => {
  let other: TestFolder;
  beforeEach(() => {
    other = new TestFolder();
  });
  afterEach(() => other.remove());

  const imported = async () => {
    const before = bytesOf(other.path);
    expect(await folder.import(libraryPath(other.path))).toMatchObject({ imported: 2, failed: 0 });
    expect(await folder.ids('cat')).toEqual(['v2', 'v1']);
    expect(bytesOf(other.path)).toEqual(before);
  };

  test('is not changed by it, also where it is of the first release', async () => {
    firstRelease.create(libraryPath(other.path));
    for (const n of [1, 2]) firstRelease.write(video(n), n, libraryPath(other.path));
    await imported();
  });

  test('is not changed by it, and keeps its comments', async () => {
    await other.add(video(1, { comments: [{ id: 'c1', text: 'one' }] }), video(2));
    await imported();
    expect((await folder.ask('comments?id=v1')).body.results).toHaveLength(1);
  });

  test('includes what is only in its write-ahead log', async () => {
    const path = libraryPath(other.path);
    await other.add(video(1));
    const db = new DatabaseSync(path);
    db.exec('PRAGMA wal_autocheckpoint = 0');
    db.exec(`INSERT INTO record (id, rank, language, is_sample, body, author, handle, views)
      SELECT 'v2', rank + 1, language, is_sample, replace(body, 'v1', 'v2'), author, handle, views FROM record`);
    const before = readFileSync(path);
    expect(await folder.import(path)).toMatchObject({ imported: 2 });
    expect(readFileSync(path).equals(before)).toBe(true);
    db.close();
  });
});
