// kill -9 at every named crash point of the path of a call, the first time that it is reached. `npm run torture:points` continues
// with the second, third and every further time.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CrashPoint, pointsOf } from '../testing/crash/crash-points.ts';
import { crashRun, type Prepared, prepare } from '../testing/crash/crash-run.ts';
import { emptyDatabase, type TestDatabase } from '../testing/postgres-databases.ts';

/** Two concurrent processes: as many as a small machine has processors. */
const PARALLEL = 2;
/** Half a minute on an idle machine; a longer run hangs. */
const HANGING_MS = 900_000;

// Storage threads start faster with cached compiled code.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../../../../node_modules/.cache/reelgate');

async function expectAllKept(prepared: Prepared, points: CrashPoint[]): Promise<void> {
  const waiting = [...points];
  const lane = async () => {
    for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) {
      expect({ point, ...(await crashRun(prepared, { point, hit: 1 })) }).toEqual({
        point,
        struck: true,
        faults: [],
      });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
}

describe('on SQLite', () => {
  let prepared: Prepared;
  beforeAll(async () => {
    prepared = await prepare(null);
  }, 60_000);
  afterAll(() => prepared.place.remove());

  test(
    'a kill at any point: a paid answer that was received replays, no id is charged twice, nothing stays held',
    () => expectAllKept(prepared, pointsOf('sqlite')),
    HANGING_MS,
  );

  test(
    'a recovery that is killed again and again is carried on by the next start',
    async () => {
      const deaths = ['before recovery', 'before commit', 'after commit', 'after recovery'] as const;
      const earlier = deaths.map((point) => ({ point, hit: 1 }));
      const verdict = await crashRun(prepared, { point: 'after settle', hit: 1 }, earlier);
      expect(verdict).toEqual({ struck: true, faults: [] });
    },
    HANGING_MS,
  );
});

describe('on PostgreSQL', () => {
  let database: TestDatabase;
  let prepared: Prepared;
  beforeAll(async () => {
    database = await emptyDatabase();
    prepared = await prepare(database.url);
  }, 120_000);
  afterAll(async () => {
    await prepared.place.remove();
    await database.drop();
  });

  test(
    'so does a kill around a commit whose result is lost',
    () =>
      expectAllKept(prepared, [
        'before commit',
        'commit sent',
        'after settle',
        'after complaint',
        'before state',
        'after recovery',
      ]),
    HANGING_MS,
  );
});
