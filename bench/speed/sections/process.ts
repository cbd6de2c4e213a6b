// What the process as such must do: start quickly, keep its memory, and leave a correct ledger.
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '../connection.ts';
import { command, Reelgate, serve, writeConfig } from '../contenders/reelgate.ts';
import { median } from '../figures.ts';
import { portOf } from '../processes.ts';
import type { Singles } from '../results.ts';
import { type Pace, runSlice } from '../rounds.ts';
import { liveRow, reelgateRows, searchHead } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { between, groupOf, type Thread } from '../threads.ts';
import { childrenCpuMicros } from '../usage.ts';

const LAUNCHES = 5;
const MEMORY_SLICE_MS = 20_000;
/** Share of all calls. After the first tenth memory should no longer grow. */
const TENTH = 0.1;
const MB = 1_000_000;
/** Long enough for the garbage of the start to be collected and for the work after a start to end. */
const REST_MS = 10_000;
const IDLE_MS = 10_000;

/** From the start of the process to the last byte of a paid answer, on a data folder that was used before. */
export async function measureLaunch(stage: Stage): Promise<Singles> {
  const settings = { folder: stage.folder('launch'), upstream: stage.upstream.at };
  const first = await Reelgate.start(settings);
  await first.stop();
  const file = writeConfig(settings);
  const times: number[] = [];
  for (let i = 0; i < LAUNCHES; i++) {
    const began = performance.now();
    const running = serve(file, {});
    const [, url] = await running.says(/serves (http:\S+)/);
    const status = await askOnce(
      portOf(url!),
      searchHead({ key: first.keys.payer }).replace('{n}', `launch${i}`),
    );
    times.push(performance.now() - began);
    await running.stop();
    if (status !== 200) throw new Error(`the first answer was ${status}`);
  }
  return { launchMs: median(times) };
}

/** CPU of the short commands that scripts and shells run often. */
export async function measureCommands(): Promise<Singles> {
  const cpuMs = async (arg: string) => {
    const times: number[] = [];
    for (let i = 0; i < LAUNCHES; i++) {
      const before = childrenCpuMicros();
      await command([arg]);
      times.push((childrenCpuMicros() - before) / 1_000);
    }
    return median(times);
  };
  return { versionCpuMs: await cpuMs('--version'), helpCpuMs: await cpuMs('--help') };
}

/** A gateway that answered one search and has nothing to do since. */
export async function measureIdle(stage: Stage): Promise<Singles> {
  const settings = { folder: stage.folder('idle'), upstream: stage.upstream.at, root: stage.packed };
  const gateway = await stage.keep(Reelgate.start(settings));
  await askOnce(gateway.port, searchHead({ key: gateway.keys.payer, keyword: 'idle' }));
  await pause(REST_MS);
  const before = await gateway.usage();
  await pause(IDLE_MS);
  const { rssBytes, threads } = await gateway.usage();
  const idleMb = rssBytes / MB;
  const callersMb = await measureCallersMemory(stage, gateway);
  if (before.threads === undefined || threads === undefined) return { idleMb, callersMb };
  const used = between(before.threads, threads);
  const perSecond = (read: (thread: Thread) => number) =>
    used.reduce((sum, thread) => sum + read(thread), 0) / (IDLE_MS / 1_000);
  return {
    idleMb,
    callersMb,
    idleWakeups: perSecond((thread) => (groupOf(thread) === 'main' ? thread.wakeups : 0)),
    idleCpuMs: perSecond(({ cpuMicros }) => cpuMicros / 1_000),
  };
}

const CALLERS_SLICES = 5;
const CALLERS_SLICE_MS = 3_000;

/** The most of several slices of live searches, with and without the caller's id. */
async function measureCallersMemory(stage: Stage, gateway: Reelgate): Promise<number> {
  const rows = reelgateRows(gateway, '', 'memory').filter(({ reaches }) => reaches === 'each');
  const found: number[] = [];
  for (let i = 0; i < CALLERS_SLICES * rows.length; i++) {
    const pace = { warmMs: 0, sliceMs: CALLERS_SLICE_MS, callsMin: 0 };
    found.push((await runSlice(stage, rows[i % rows.length]!, pace)).rssBytes / MB);
  }
  return Math.max(...found);
}

async function askOnce(port: number, head: string): Promise<number> {
  const connection = new Connection(port);
  await connection.open();
  const answer = await new Promise<{ status: number } | Error>((resolve) => connection.send(head, resolve));
  connection.close();
  if (answer instanceof Error) throw answer;
  return answer.status;
}

interface MemorySample {
  calls: number;
  mb: number;
}

/** Live and cached calls in turn. A single reading may be before or after a garbage collection, so the mean of several counts. */
export async function measureMemory(stage: Stage, pace: Pace, callsTotal: number): Promise<Singles> {
  const settings = { folder: stage.folder('memory'), upstream: stage.upstream.at, root: stage.packed };
  const contender = await stage.keep(Reelgate.start(settings));
  const cached = reelgateRows(contender, '', 'memory').find(({ id }) => id === 'memory-cached')!;
  const rows = [liveRow({ id: 'memory', label: 'memory', contender }), cached];
  const samples: MemorySample[] = [];
  let calls = 0;
  for (let i = 0; calls < callsTotal; i++) {
    const slice = await runSlice(stage, rows[i % 2]!, { ...pace, sliceMs: MEMORY_SLICE_MS });
    calls += slice.answered.count;
    const mb = slice.rssBytes / MB;
    samples.push({ calls, mb });
    stage.say(`  ${calls} calls, ${Math.round(mb)} MB`);
  }
  return {
    memoryCalls: calls,
    memoryFirstMb: meanBetween(samples, calls * TENTH, calls * TENTH * 2),
    memoryLastMb: meanBetween(samples, calls * (1 - TENTH), calls),
  };
}

function meanBetween(samples: MemorySample[], from: number, to: number): number {
  const within = samples.filter(({ calls }) => calls >= from && calls <= to);
  return within.reduce((sum, { mb }) => sum + mb, 0) / within.length;
}

/** What the operator's own command reports on the ledger after a section. */
export async function verifyLedger(folder: string): Promise<Singles> {
  const text = await command(['ledger', 'verify', '--json', '--config', `${folder}/reelgate.yaml`]);
  const { calls, differences } = JSON.parse(text) as { calls: number; differences: unknown[] };
  return { ledgerCalls: calls, ledgerDifferences: differences.length };
}
