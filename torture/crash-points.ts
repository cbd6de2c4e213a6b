// The command `npm run torture:points -- --storage sqlite|postgres [--point NAME] [--lanes N]`: a gateway is killed at every named point,
// at the 1st, 2nd, 3rd … time that it is reached, until a run ends without a kill. So every moment of the workload is covered, and none by
// luck. Exits with 1 when a promise was broken or a point was never reached.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CRASH_POINTS, type CrashPoint, pointsOf } from '../packages/gateway/src/testing/crash-points.ts';
import { crashRun, type Prepared, prepare } from '../packages/gateway/src/testing/crash-run.ts';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';

type Backend = 'sqlite' | 'postgres';

interface Row {
  point: CrashPoint;
  /** Runs that were killed. */
  hits: number;
  /** `k: fault`. */
  faults: string[];
}

/** A point that is reached more often than this in one workload would never end. */
const HITS_MAX = 1_000;
/** Which verbs share a commit depends on microseconds, so one run may reach a point less often than another. */
const UNTOUCHED_RUNS = 2;
const NAME_CHARS = 20;
const COMPILED = path.join(import.meta.dirname, '../node_modules/.cache/reelgate');

function readPlan(): { backend: Backend; points: CrashPoint[]; lanes: number } {
  const { values } = parseArgs({
    options: {
      storage: { type: 'string', default: 'sqlite' },
      point: { type: 'string', multiple: true },
      lanes: { type: 'string', default: '2' },
    },
  });
  const { storage, point: named } = values;
  if (storage !== 'sqlite' && storage !== 'postgres') throw new Error('--storage is sqlite or postgres');
  const unknown = named?.find((name) => !CRASH_POINTS.includes(name as CrashPoint));
  if (unknown !== undefined) throw new Error(`--point is one of: ${CRASH_POINTS.join(', ')}`);
  const points = pointsOf(storage).filter((point) => named === undefined || named.includes(point));
  return { backend: storage, points, lanes: Number(values.lanes) };
}

/** Kills at one point until runs end without a kill. */
async function enumerate(prepared: Prepared, point: CrashPoint): Promise<Row> {
  const row: Row = { point, hits: 0, faults: [] };
  for (let hit = 1; hit <= HITS_MAX; hit++) {
    const { struck, faults } = await crashRun(prepared, { point, hit });
    row.faults.push(...faults.map((fault) => `${hit}: ${fault}`));
    if (struck) row.hits = hit;
    if (hit >= row.hits + UNTOUCHED_RUNS) return row;
  }
  row.faults.push(`still reached after ${HITS_MAX} hits`);
  return row;
}

function show({ point, hits, faults }: Row): void {
  const killed = hits === 0 ? 'never reached' : `killed at hits 1 to ${hits}, then untouched`;
  const verdict = faults.length === 0 ? 'every promise kept' : 'BROKEN';
  console.log(`${point.padEnd(NAME_CHARS)} ${killed.padEnd(NAME_CHARS * 2)} ${verdict}`);
  for (const fault of faults) console.log(`  at hit ${fault}`);
}

async function enumerateAll(prepared: Prepared, points: CrashPoint[], lanes: number): Promise<Row[]> {
  const rows: Row[] = [];
  const waiting = [...points];
  const lane = async () => {
    for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) {
      const row = await enumerate(prepared, point);
      show(row);
      rows.push(row);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return rows;
}

const { backend, points, lanes } = readPlan();
// The storage threads read the folder for compiled code from the environment.
enableCompileCache(COMPILED);
process.env.NODE_COMPILE_CACHE ??= COMPILED;
const server = backend === 'postgres' ? await startEmbeddedServer() : null;
const prepared = await prepare(server?.url ?? null);
const rows = await enumerateAll(prepared, points, lanes);
await prepared.place.remove();
await server?.stop();
const runs = rows.reduce((all, { hits }) => all + hits, 0);
const broken = rows.filter(({ hits, faults }) => hits === 0 || faults.length > 0);
console.log(
  `${backend}: ${rows.length} points, ${runs} kills, ${broken.length} points broken or never reached`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
