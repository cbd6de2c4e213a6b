// The sequence of the sections. Each starts what it needs and leaves nothing behind for the next.

import { watched } from '../busy.ts';
import type { RunPace } from '../pace.ts';
import { busyReasonOf, commitHere, type Found, type Part } from '../results.ts';
import type { Stage } from '../stage.ts';
import { measureContenders, measureSlow } from './contenders.ts';
import { measureFirstCalls } from './first-calls.ts';
import { measureOpenLoop } from './open-loop.ts';
import { measureOverload } from './overload.ts';
import { measureCommands, measureIdle, measureLaunch, measureMemory } from './process.ts';
import { measureRoutes } from './routes.ts';
import { measureCallers, measureGrowth, measureItems, measureWorkers } from './scaling.ts';
import { measureTails } from './tails.ts';

type Work = (stage: Stage, pace: RunPace) => Promise<Found>;

export const SECTIONS: Record<string, Work> = {
  contenders: (stage, pace) => measureContenders(stage, pace.contenders),
  slow: async (stage, pace) => ({ section: await measureSlow(stage, pace.slow) }),
  'open-loop': async (stage, pace) => ({ section: await measureOpenLoop(stage, pace.openLoop, pace.rates) }),
  'first-calls': async (stage, pace) => ({ section: await measureFirstCalls(stage, pace.firstCalls) }),
  tails: async (stage, pace) => ({ breakdown: await measureTails(stage, pace.tails) }),
  routes: async (stage, pace) => ({ section: await measureRoutes(stage, pace.scaling) }),
  callers: async (stage, pace) => ({ section: await measureCallers(stage, pace.scaling) }),
  items: async (stage, pace) => ({ section: await measureItems(stage, pace.scaling) }),
  growth: async (stage, pace) => ({ section: await measureGrowth(stage, pace.scaling, pace.growth) }),
  workers: async (stage, pace) => ({ section: await measureWorkers(stage, pace.scaling) }),
  overload: async (stage, pace) => ({ singles: await measureOverload(stage, pace.overload) }),
  launch: async (stage) => ({ singles: { ...(await measureLaunch(stage)), ...(await measureCommands()) } }),
  idle: async (stage) => ({ singles: await measureIdle(stage) }),
  memory: async (stage, { scaling, memoryCalls }) => ({
    singles: memoryCalls === 0 ? {} : await measureMemory(stage, scaling, memoryCalls),
  }),
};

export async function runSections(
  stage: Stage,
  pace: RunPace,
  { only = Object.keys(SECTIONS), mode }: { only?: string[] | undefined; mode: Part['mode'] },
  /** Called with all parts so far: what a later section breaks must not take them along. */
  onPart: (parts: readonly Part[]) => void,
): Promise<Part[]> {
  const unknown = only.find((name) => !(name in SECTIONS));
  if (unknown !== undefined)
    throw new Error(`no section ${unknown}: there are ${Object.keys(SECTIONS).join(', ')}`);
  const commit = commitHere();
  const parts: Part[] = [];
  for (const [name, work] of Object.entries(SECTIONS)) {
    if (!only.includes(name)) continue;
    stage.say(name);
    const began = performance.now();
    const [found, disturbance] = await watched(() => work(stage, pace));
    await stage.clear();
    const seconds = (performance.now() - began) / 1_000;
    const part: Part = { name, at: new Date().toISOString(), mode, seconds, commit, disturbance, ...found };
    const reason = busyReasonOf(part);
    if (reason !== null) stage.say(`  BUSY: ${reason}`);
    parts.push(part);
    onPart(parts);
  }
  return parts;
}
