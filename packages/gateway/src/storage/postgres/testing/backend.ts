// Gives each test of this backend a database of its own and as many nodes on it as it opens, and closes them afterwards.
import { afterEach, beforeEach, expect } from 'vitest';
import { systemClock, systemRandom } from '../../../domain/clock.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/postgres-databases.ts';
import type { Storage } from '../../storage.ts';
import { addPayer, PRICE, publishPrice } from '../../testing/payer.ts';
import { openPostgresStorage, type PostgresSettings } from '../open-storage.ts';

export let database: TestDatabase;
const opened: Storage[] = [];

/** Call it once per test file. */
export function useDatabases(): void {
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    await closeAll();
    await database.drop();
  });
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
}

/** Closes a node before its test ends. */
export async function closeNode(storage: Storage): Promise<void> {
  opened.splice(opened.indexOf(storage), 1);
  await storage.close();
}

/** A node on the test's database. */
export async function open(changes: Partial<PostgresSettings> = {}): Promise<Storage> {
  const settings = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ sync: 'any', ...settings, ...changes });
  opened.push(storage);
  return storage;
}

export async function openWithPayer(
  calls: number,
  changes: Partial<PostgresSettings> = {},
): Promise<Storage> {
  const storage = await open(changes);
  await publishPrice(storage);
  await addPayer(storage, 'acc', calls);
  return storage;
}

export const kindsOf = (results: { kind: string }[]) => results.map(({ kind }) => kind);

/** Amounts in calls. */
export async function money(storage: Storage): Promise<{ balance: number; held: number }> {
  const account = await storage.accounts.find({ idOrName: 'acc' });
  return { balance: account!.balanceMicros / PRICE, held: account!.heldMicros / PRICE };
}

export async function expectSound(storage: Storage): Promise<void> {
  expect((await storage.ledger.verify()).differences).toEqual([]);
}
