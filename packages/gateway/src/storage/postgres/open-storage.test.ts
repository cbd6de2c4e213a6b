// Commands that must not create a ledger leave an empty database empty.
import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { emptyDatabase, freshDatabase } from '../../testing/postgres-databases.ts';
import { LedgerMissing } from '../storage.ts';
import { openPostgresExport } from './export.ts';
import { openPostgresStorage } from './open-storage.ts';

const look = (url: string) =>
  openPostgresStorage({
    sync: 'any',
    url,
    clock: systemClock,
    random: systemRandom,
    serves: false,
    mustExist: true,
  });

test('an empty database is refused by its name and stays empty', async () => {
  const empty = await emptyDatabase();
  const text = /^there is no ledger in the PostgreSQL database at [^@]+$/;
  await expect(look(empty.url)).rejects.toThrow(LedgerMissing);
  await expect(look(empty.url)).rejects.toThrow(text);
  for (const mayServe of [true, false]) {
    expect(await openPostgresExport(empty.url, { mayServe })).toEqual({
      kind: 'refused',
      detail: expect.stringMatching(text),
    });
  }
  expect(
    await empty.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
  ).toEqual([]);
  await empty.drop();
});

test('a ledger that exists is opened', async () => {
  const database = await freshDatabase();
  await (await look(database.url)).close();
  await database.drop();
});
