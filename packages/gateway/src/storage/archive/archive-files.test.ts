// An archive is read as it was written, half a batch at its end is cut off, and any other damage is refused.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ARCHIVE_COLUMNS, type ArchiveRows } from '../nouns/archive.ts';
import { Archive } from './archive-files.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-archive-files-'));
  file = path.join(folder, 'segment-00000001.jsonl');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const none: ArchiveRows = {
  ...{ accounts: [], projects: [], keys: [], catalogs: [], calls: [], entries: [] },
  ...{ collections: [], watches: [] },
};
const rowsOf = (seq: number): ArchiveRows => ({
  ...none,
  entries: [{ account_id: 'ä', seq, kind: 'topup' }],
});

async function readAll(): Promise<unknown[]> {
  const batches: unknown[] = [];
  for await (const { n, rows } of new Archive(folder).read()) batches.push([n, rows.entries[0]!.seq]);
  return batches;
}

/** As a newly started process does it. */
async function append(seq: number): Promise<void> {
  const archive = new Archive(folder);
  for await (const _ of archive.read());
  archive.append(rowsOf(seq), 5);
}

async function appendThree(): Promise<string[]> {
  for (const seq of [7, 8, 9]) await append(seq);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

test('batches are read in the sequence in which they were written, also by a new process', async () => {
  await appendThree();
  expect(await readAll()).toEqual([
    [1, 7],
    [2, 8],
    [3, 9],
  ]);
});

test('every column of every table is read as it was written, null and text of any script as well, with the time of its batch', async () => {
  const value = (column: string, i: number) => [`${column} "ä\n`, 9_007_199_254_740_991 - i, null][i % 3]!;
  const rows = Object.fromEntries(
    Object.entries(ARCHIVE_COLUMNS).map(([table, columns]) => [
      table,
      [0, 1, 2].map((n) => Object.fromEntries(columns.map((column, i) => [column, value(column, i + n)]))),
    ]),
  ) as ArchiveRows;
  const archive = new Archive(folder);
  archive.append(rows, 5);
  archive.append(none, 6);
  const again = new Archive(folder);
  const read: unknown[] = [];
  for await (const batch of again.read()) read.push(batch);
  expect(read).toEqual([
    { n: 1, atMs: 5, rows },
    { n: 2, atMs: 6, rows: none },
  ]);
  expect([again.batches, again.digest]).toEqual([2, archive.digest]);
});

test('the folder and its files are for their owner alone', async () => {
  rmSync(folder, { recursive: true });
  await append(7);
  expect([folder, file].map((name) => statSync(name).mode & 0o777)).toEqual([0o700, 0o600]);
});

test('half a batch at the end is cut off, and the archive goes on', async () => {
  const [line] = await appendThree();
  appendFileSync(file, line!.slice(0, 100));
  await append(10);
  expect(await readAll()).toHaveLength(4);
});

test.each([
  ['a word was changed', (lines: string[]) => [lines[0]!, lines[1]!.replace('topup', 'charge'), lines[2]!]],
  ['a batch is gone', (lines: string[]) => [lines[0]!, lines[2]!]],
  ['two batches changed places', (lines: string[]) => [lines[1]!, lines[0]!, lines[2]!]],
])('an archive is refused when %s', async (_what, change) => {
  writeFileSync(file, `${change(await appendThree()).join('\n')}\n`);
  await expect(readAll()).rejects.toThrow(/was changed|does not follow/);
});

test('a folder that is not there yet is an empty archive; one that cannot be read is an error, not an empty archive', async () => {
  rmSync(folder, { recursive: true });
  expect(await readAll()).toEqual([]);
  // Rights cannot be taken from root, which the tests may run as; a file in the place of the folder cannot be listed by anybody.
  writeFileSync(folder, '');
  await expect(readAll()).rejects.toThrow('ENOTDIR');
});

test('a missing segment is noticed', async () => {
  await append(7);
  writeFileSync(path.join(folder, 'segment-00000003.jsonl'), '');
  await expect(readAll()).rejects.toThrow('follows a segment that is missing');
});
