// kill -9 while a collection and a watch work, the first time that each point is reached. `npm run torture:points -- --gathering` continues with
// every further time, and with the points that all calls have.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crashGathering } from '../testing/crash/crash-gathering.ts';
import { type CrashPoint, GATHER_POINTS } from '../testing/crash/crash-points.ts';
import { type Prepared, prepare } from '../testing/crash/crash-run.ts';
import { emptyDatabase, type TestDatabase } from '../testing/postgres-databases.ts';

/** A few seconds for each point on an idle machine; a longer run hangs. */
const HANGING_MS = 300_000;

// Storage threads start faster with cached compiled code.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../../../../node_modules/.cache/reelgate');

async function expectKept(prepared: Prepared, points: readonly CrashPoint[]): Promise<void> {
  for (const point of points) {
    const verdict = await crashGathering(prepared, { point, hit: 1 });
    expect({ point, ...verdict }).toEqual({ point, struck: true, faults: [] });
  }
}

describe('on SQLite', () => {
  let prepared: Prepared;
  beforeAll(async () => {
    prepared = await prepare(null);
  }, 60_000);
  afterAll(() => prepared.place.remove());

  test(
    'a kill at any point: every item once and in order, every page paid once, the same export',
    () => expectKept(prepared, GATHER_POINTS),
    HANGING_MS,
  );
});

describe('on PostgreSQL', () => {
  let database: TestDatabase;
  let prepared: Prepared;
  beforeAll(async () => {
    database = await emptyDatabase();
    prepared = await prepare(database.url);
  }, 60_000);
  afterAll(async () => {
    await prepared.place.remove();
    await database.drop();
  });

  test(
    'a kill around the commit of a page: every item once and in order, every page paid once, the same export',
    () => expectKept(prepared, ['before gathered', 'after gathered']),
    HANGING_MS,
  );
});
