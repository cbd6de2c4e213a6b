// The profile of one row: how its CPU splits among threads, and then, with --cpu-prof, the functions with the most self time, thread by
// thread. The second part is for reading, not for figures: the profiler costs about a tenth.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contender } from './contender.ts';
import { Reelgate } from './contenders/reelgate.ts';
import { aligned } from './report.ts';
import { runSlice } from './rounds.ts';
import { allRow, getRow, reelgateRows } from './rows.ts';
import type { Stage } from './stage.ts';
import { between, sumThreads, type Threads } from './threads.ts';
import type { Usage } from './usage.ts';

const SLICE_MS = 5_000;
const CALLS_MIN = 10_000; // So that most of the profile is of fully compiled code.
const WARM_MS = 6_000;
const SHOWN_MAX = 25;
const THREAD_MS_MIN = 100; // Threads that used almost no CPU are left out.

interface Node {
  id: number;
  children?: number[];
  callFrame: { functionName: string; url: string; lineNumber: number };
}
interface CpuProfile {
  startTime: number;
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

/** What is profiled: a row by its name, with its own number of callers or the requested one. */
interface Subject {
  name: string;
  callers: number | null;
}

export async function profile(stage: Stage, name: string, callers: number | null): Promise<number> {
  await tellThreads(stage, { name, callers });
  await tellFunctions(stage, { name, callers });
  return 0;
}

async function tellThreads(stage: Stage, subject: Subject): Promise<void> {
  const gateway = await Reelgate.start({ folder: stage.folder('threads'), upstream: stage.upstream.at });
  const looks: Threads[] = [];
  const calls = await runLong(stage, gateway, subject, ({ threads }) => looks.push(threads ?? new Map()));
  const sums = sumThreads(
    between(looks[0]!, looks[1]!),
    ({ name }) => name,
    ({ cpuMicros }) => cpuMicros / calls,
  );
  const rows = [...sums].sort(([, a], [, b]) => b - a).map(([name, micros]) => [micros.toFixed(1), name]);
  console.log(`${aligned({ head: ['µs/call', 'thread'], rows })}\n`);
}

async function tellFunctions(stage: Stage, subject: Subject): Promise<void> {
  const folder = stage.folder('profile');
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}/profiles`, '--cpu-prof-interval=500'];
  const gateway = await Reelgate.start({ folder, upstream: stage.upstream.at, nodeArgs });
  let beganMicros = 0;
  await runLong(stage, gateway, subject, () => {
    beganMicros ||= Number(process.hrtime.bigint() / 1_000n);
  });
  for (const file of readdirSync(`${folder}/profiles`))
    tell(path.join(folder, 'profiles', file), beganMicros);
}

/** One long slice, with readings before and after it. Returns its calls. */
async function runLong(
  stage: Stage,
  gateway: Reelgate,
  { name, callers }: Subject,
  look: (usage: Usage) => void,
): Promise<number> {
  const more = [
    allRow({ id: 'sqlite-all', label: 'all', contender: gateway }),
    getRow({ id: 'sqlite-get', label: 'get_video', contender: gateway }),
  ];
  const rows = [...reelgateRows(gateway, 'SQLite', 'sqlite'), ...more];
  const row = rows.find(({ id }) => id === `sqlite-${name}`);
  if (row === undefined) throw new Error(`no row ${name}`);
  const contender: Contender = {
    port: gateway.port,
    usage: async () => {
      const usage = await gateway.usage();
      look(usage);
      return usage;
    },
    stop: () => gateway.stop(),
  };
  const pace = { sliceMs: SLICE_MS, warmMs: WARM_MS, callsMin: CALLS_MIN };
  const { answered, refused, cpuMicrosPerCall } = await runSlice(
    stage,
    { ...row, contender, callers: callers ?? row.callers },
    pace,
  );
  await gateway.stop();
  const calls = answered.count + refused.count;
  console.log(`${row.label}: ${calls} calls, ${Math.round(cpuMicrosPerCall)} µs CPU each\n`);
  return calls;
}

function tell(file: string, fromMicros: number): void {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const self = selfTimes(profile, fromMicros);
  const busy = [...self].reduce((sum, [{ callFrame }, micros]) => sum + (isIdle(callFrame) ? 0 : micros), 0);
  if (busy < THREAD_MS_MIN * 1_000) return;
  const own = sumBy([...self].filter(([{ callFrame }]) => !isIdle(callFrame)));
  const total = sumBy([...totalTimes(profile, self)].filter(([{ callFrame }]) => isOurs(callFrame)));
  console.log(`a thread, busy for ${Math.round(busy / 1_000)} ms; time in the function itself`);
  console.log(
    `${timeTable(own, busy)}\n\nour functions, with all that they call\n${timeTable(total, busy)}\n`,
  );
}

function timeTable(times: Map<string, number>, busy: number): string {
  const top = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN_MAX);
  const rows = top.map(([where, micros]) => [
    `${((micros * 100) / busy).toFixed(1)} %`,
    `${Math.round(micros / 1_000)}`,
    where,
  ]);
  return aligned({ head: ['share', 'ms', 'function'], rows });
}

/** Only of the slice: start and warm-up are left out. The profiler's clock is the system's monotonic one. */
function selfTimes(profile: CpuProfile, fromMicros: number): Map<Node, number> {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const self = new Map<Node, number>();
  let atMicros = profile.startTime;
  for (const [i, sample] of profile.samples.entries()) {
    atMicros += profile.timeDeltas[i] ?? 0;
    if (atMicros < fromMicros) continue;
    const node = nodes.get(sample)!;
    self.set(node, (self.get(node) ?? 0) + (profile.timeDeltas[i] ?? 0));
  }
  return self;
}

/** Children come after their parents, so one walk from the end adds everything up. */
function totalTimes({ nodes }: CpuProfile, self: Map<Node, number>): Map<Node, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const total = new Map(nodes.map((node) => [node, self.get(node) ?? 0]));
  for (const node of nodes.toReversed()) {
    const below = (node.children ?? []).reduce((sum, id) => sum + total.get(byId.get(id)!)!, 0);
    total.set(node, total.get(node)! + below);
  }
  return total;
}

function sumBy(times: [Node, number][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [{ callFrame }, micros] of times) {
    const name = nameOf(callFrame);
    sums.set(name, (sums.get(name) ?? 0) + micros);
  }
  return sums;
}

const isIdle = ({ functionName }: Node['callFrame']) => functionName === '(idle)';
const isOurs = ({ url }: Node['callFrame']) => url.includes('/packages/gateway/');

function nameOf({ functionName, url, lineNumber }: Node['callFrame']): string {
  const place = url.replace(/^.*\/(node_modules|packages\/gateway\/src)\//, '');
  const name = functionName === '' ? '(anonymous)' : functionName;
  return place === '' ? name : `${name} ${place}:${lineNumber + 1}`;
}
