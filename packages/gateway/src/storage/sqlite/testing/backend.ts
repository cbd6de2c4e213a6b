// Opens a SQLite ledger for the contract suites: a file of its own, and the bystander in it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { expect } from 'vitest';
import { type Clock, systemRandom } from '../../../domain/clock.ts';
import { wrongEvents } from '../../../testing/wrong-events.ts';
import { createTestClock } from '../../contracts/storage.contract.ts';
import {
  addBystander,
  type BesideBystander,
  besideBystander,
  type OpenedAlone,
  type RunQuery,
} from '../../testing/bystander.ts';
import { openSqliteStorage } from '../open-storage.ts';
import { type BatchPlace, isFewCalls } from '../place.ts';

const freshFolder = () => mkdtempSync(path.join(tmpdir(), 'reelgate-sqlite-'));

/** With the clock of a test, which stands still, a small batch of calls runs on the event loop unless a place is given. */
export async function openAlone(clock: Clock, place?: BatchPlace): Promise<OpenedAlone> {
  return openIn(freshFolder(), clock, place);
}

async function openIn(folder: string, clock: Clock, place?: BatchPlace): Promise<OpenedAlone> {
  const file = path.join(folder, 'test.db');
  const opened = await openFile(file, clock, place);
  const close = async () => {
    await opened.close();
    const wrong = wrongEvents(file);
    rmSync(folder, { recursive: true, force: true });
    expect(wrong).toEqual([]);
  };
  return { ...opened, close };
}

async function openFile(file: string, clock: Clock, place?: BatchPlace): Promise<OpenedAlone> {
  const settings = { file, clock, random: systemRandom, serves: true };
  const storage = await openSqliteStorage({ ...settings, ...(place && { place }) });
  const reader = new DatabaseSync(file, { readOnly: true });
  const prepared = new Map<string, StatementSync>();
  const query: RunQuery = async (sql) => {
    const statement = prepared.get(sql) ?? reader.prepare(sql);
    prepared.set(sql, statement);
    return statement.all();
  };
  const close = async () => {
    await storage.close();
    reader.close();
  };
  const edit = async (sql: string) => {
    const writer = new DatabaseSync(file, { timeout: 5_000 });
    writer.exec(sql);
    writer.close();
  };
  return { storage, query, edit, close };
}

/** Made once for all tests of a worker; each test gets a copy. */
let withBystander: Promise<Uint8Array> | null = null;

async function makeBystander(): Promise<Uint8Array> {
  const folder = freshFolder();
  const file = path.join(folder, 'test.db');
  const opened = await openFile(file, createTestClock());
  await addBystander(opened);
  await opened.close();
  // When a reader is the last to close, what was written is still in the log beside the file.
  await opened.edit('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}

export async function openBesideBystander(clock: Clock): Promise<BesideBystander> {
  const opened = await openUnwatched(clock);
  return besideBystander(opened, opened.query);
}

/** Nobody compares the bystander's rows: a verb that changes them does so wherever it runs. */
export async function openUnwatched(clock: Clock, place?: BatchPlace): Promise<OpenedAlone> {
  withBystander ??= makeBystander();
  const folder = freshFolder();
  writeFileSync(path.join(folder, 'test.db'), await withBystander);
  return openIn(folder, clock, place);
}

const placeWhere = (isHere: BatchPlace['isHere']): BatchPlace => ({ isHere, committed: () => {} });

/** Where batches run in tests that want each place, whatever the disk of the machine is like. */
export const always = (): BatchPlace => placeWhere(isFewCalls);
export const never = (): BatchPlace => placeWhere(() => false);

/** Of every three batches that may run on the event loop the third runs on the thread: so neither place gets only one kind of verb. */
export function inTurns(): BatchPlace {
  let turn = 0;
  return placeWhere((verbs) => isFewCalls(verbs) && ++turn % 3 !== 0);
}
