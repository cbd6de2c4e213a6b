// The command `npm run torture:points -- --storage sqlite|postgres [--gathering] [--point NAME] [--lanes N] [--record]`: a gateway is
// killed at every named point, at the 1st, 2nd, 3rd … time that it is reached, until a run ends without a kill. So every moment of the workload is covered, and none
// by luck. The workload is calls or, with `--gathering`, a collection and a watch. `--record` adds the kills to the record of all runs. Exits
// with 1 when a promise was broken or a point was never reached.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { crashGathering } from '../packages/gateway/src/testing/crash/crash-gathering.ts';
import {
  CRASH_POINTS,
  type CrashPoint,
  GATHERING_POINTS,
  pointsOf,
} from '../packages/gateway/src/testing/crash/crash-points.ts';
import { crashRun, type Prepared, prepare } from '../packages/gateway/src/testing/crash/crash-run.ts';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';
import { addToRecord, playedCommit } from './record/record.ts';
import { writeGuide } from './record/write-guide.ts';

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

/** One run with a workload: calls, or a collection and a watch. */
type Kill = typeof crashRun;

function readPlan(): {
  backend: Backend;
  points: CrashPoint[];
  lanes: number;
  kill: Kill;
  commit: string | null;
} {
  const { values } = parseArgs({
    options: {
      storage: { type: 'string', default: 'sqlite' },
      point: { type: 'string', multiple: true },
      lanes: { type: 'string', default: '2' },
      gathering: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  });
  const { storage, point: named } = values;
  if (storage !== 'sqlite' && storage !== 'postgres') throw new Error('--storage is sqlite or postgres');
  const all: readonly string[] = values.gathering ? GATHERING_POINTS : CRASH_POINTS;
  const unknown = named?.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`--point is one of: ${all.join(', ')}`);
  const reached: readonly CrashPoint[] = values.gathering ? GATHERING_POINTS : pointsOf(storage);
  const points = reached.filter((point) => named === undefined || named.includes(point));
  const kill = values.gathering ? crashGathering : crashRun;
  const commit = values.record ? playedCommit() : null;
  return { backend: storage, points, lanes: Number(values.lanes), kill, commit };
}

/** Kills at one point until runs end without a kill. */
async function enumerate(prepared: Prepared, point: CrashPoint): Promise<Row> {
  const row: Row = { point, hits: 0, faults: [] };
  for (let hit = 1; hit <= HITS_MAX; hit++) {
    const { struck, faults } = await kill(prepared, { point, hit });
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

const { backend, points, lanes, kill, commit } = readPlan();
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
if (commit !== null) {
  if (playedCommit() !== commit) throw new Error('not recorded: another commit was checked out meanwhile');
  addToRecord([
    {
      ...{ kind: 'points', commit, date: new Date().toISOString().slice(0, 10), storage: backend },
      ...{
        about: `${rows.length} points`,
        rounds: 0,
        unplayed: 0,
        calls: {},
        faults: { kills: runs },
        facts: {},
      },
      violations: broken.length === 0 ? {} : { POINT: broken.length },
    },
  ]);
  writeGuide();
}
process.exitCode = broken.length === 0 ? 0 : 1;
