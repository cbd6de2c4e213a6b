// The sequence of the sections. Each starts what it needs and leaves nothing behind for the next.
import type { RunPace } from '../pace.ts';
import type { Section, Singles } from '../results.ts';
import type { Stage } from '../stage.ts';
import { measureContenders, measureSlow } from './contenders.ts';
import { measureOpenLoop } from './open-loop.ts';
import { measureOverload } from './overload.ts';
import { measureLaunch, measureMemory } from './process.ts';
import { measureRoutes } from './routes.ts';
import { measureCallers, measureGrowth, measureItems, measureWorkers } from './scaling.ts';

interface Found {
  section?: Section;
  singles?: Singles;
}

type Work = (stage: Stage, pace: RunPace) => Promise<Found>;

const SECTIONS: Record<string, Work> = {
  contenders: (stage, pace) => measureContenders(stage, pace.contenders),
  slow: async (stage, pace) => ({ section: await measureSlow(stage, pace.slow) }),
  'open-loop': async (stage, pace) => ({ section: await measureOpenLoop(stage, pace.openLoop, pace.rates) }),
  routes: async (stage, pace) => ({ section: await measureRoutes(stage, pace.scaling) }),
  callers: async (stage, pace) => ({ section: await measureCallers(stage, pace.scaling) }),
  items: async (stage, pace) => ({ section: await measureItems(stage, pace.scaling) }),
  growth: async (stage, pace) => ({ section: await measureGrowth(stage, pace.scaling, pace.growth) }),
  workers: async (stage, pace) => ({ section: await measureWorkers(stage, pace.scaling) }),
  overload: async (stage, pace) => ({ singles: await measureOverload(stage, pace.overload) }),
  launch: async (stage) => ({ singles: await measureLaunch(stage) }),
  memory: async (stage, { scaling, memoryCalls }) => ({
    singles: memoryCalls === 0 ? {} : await measureMemory(stage, scaling, memoryCalls),
  }),
};

export async function runSections(
  stage: Stage,
  pace: RunPace,
  only: readonly string[] | undefined,
): Promise<{ sections: Section[]; singles: Singles }> {
  const sections: Section[] = [];
  const singles: Singles = {};
  for (const [name, work] of Object.entries(SECTIONS)) {
    if (only !== undefined && !only.includes(name)) continue;
    stage.say(name);
    const found = await work(stage, pace);
    await stage.clear();
    if (found.section !== undefined) sections.push(found.section);
    Object.assign(singles, found.singles);
  }
  return { sections, singles };
}
