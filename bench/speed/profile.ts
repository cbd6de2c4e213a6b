// Owns the profile of one row: the gateway runs under --cpu-prof, one long slice is made, and the functions that took most of the
// CPU themselves are printed, thread by thread. For reading, not for figures: the profiler costs a tenth or so.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Reelgate } from './contenders/reelgate.ts';
import { aligned } from './report.ts';
import { runSlice } from './rounds.ts';
import { reelgateRows } from './rows.ts';
import type { Stage } from './stage.ts';

const SLICE_MS = 8_000;
const WARM_MS = 3_000;
const SHOWN_MAX = 25;
const THREAD_MS_MIN = 100; // Threads that did next to nothing are left out.

interface Node {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
}
interface CpuProfile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

export async function profile(stage: Stage, name: string): Promise<number> {
  const folder = stage.folder('profile');
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}/profiles`, '--cpu-prof-interval=500'];
  const gateway = await Reelgate.start({ folder, upstream: stage.upstream.at, nodeArgs });
  const row = reelgateRows(gateway, 'SQLite', 'sqlite').find(({ id }) => id === `sqlite-${name}`);
  if (row === undefined) throw new Error(`no row ${name}`);
  const slice = await runSlice(stage, row, { sliceMs: SLICE_MS, warmMs: WARM_MS });
  await gateway.stop();
  console.log(
    `${row.label}: ${slice.answered.count} calls, ${Math.round(slice.cpuMicrosPerCall)} µs CPU each\n`,
  );
  for (const file of readdirSync(`${folder}/profiles`)) tell(path.join(folder, 'profiles', file));
  return 0;
}

function tell(file: string): void {
  const self = selfTimes(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile);
  const idle = self.get('(idle)') ?? 0;
  self.delete('(idle)');
  const busy = [...self.values()].reduce((sum, micros) => sum + micros, 0);
  if (busy < THREAD_MS_MIN * 1_000) return;
  const top = [...self].sort(([, a], [, b]) => b - a).slice(0, SHOWN_MAX);
  const rows = top.map(([where, micros]) => [
    `${((micros * 100) / busy).toFixed(1)} %`,
    `${Math.round(micros / 1_000)}`,
    where,
  ]);
  console.log(`a thread, busy ${Math.round(busy / 1_000)} ms, idle ${Math.round(idle / 1_000)} ms`);
  console.log(`${aligned({ head: ['share', 'ms', 'function'], rows })}\n`);
}

function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const self = new Map<string, number>();
  for (const [i, sample] of samples.entries()) {
    const name = names.get(sample)!;
    self.set(name, (self.get(name) ?? 0) + (timeDeltas[i] ?? 0));
  }
  return self;
}

function nameOf({ functionName, url, lineNumber }: Node['callFrame']): string {
  const place = url.replace(/^.*\/(node_modules|packages\/gateway\/src)\//, '');
  const name = functionName === '' ? '(anonymous)' : functionName;
  return place === '' ? name : `${name} ${place}:${lineNumber + 1}`;
}
