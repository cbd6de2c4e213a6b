// What the slowest one in a hundred waits for at 200 calls a second, on both databases. Every call is traced, which costs CPU: these figures
// are for reading beside those of the open loop, not instead of them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startCollector, tracedCalls } from '../collector.ts';
import { isMissing } from '../contender.ts';
import { startPostgresGateway } from '../contenders/postgres.ts';
import { Reelgate, type ReelgateSettings } from '../contenders/reelgate.ts';
import { short } from '../figures.ts';
import type { Breakdown } from '../results.ts';
import { type Pace, runSlice, warmUp } from '../rounds.ts';
import { CALLERS, liveRow, OWN_ID } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { PARTS, type Pauses, type Tail, tailOf } from '../tails.ts';
import { OUTSTANDING_MAX } from './open-loop.ts';

const RATE = 200;
const PROBE = path.join(import.meta.dirname, '../pauses-probe.ts');

export async function measureTails(stage: Stage, pace: Pace): Promise<Breakdown> {
  const sqlite = await tailOn(stage, 'sqlite', pace, (settings) => Reelgate.start(settings));
  const postgres = await tailOn(stage, 'postgres', pace, async (settings) => {
    const started = await stage.keepIfThere(startPostgresGateway(settings));
    return isMissing(started) ? null : started.gateway;
  });
  const tails = [sqlite, postgres].filter((tail) => tail !== null);
  const parts = [...PARTS.slice(0, -2), 'total', ...PARTS.slice(-2)] as const;
  return {
    title: 'What the slowest one in a hundred waits for',
    how: `${RATE} live calls a second with the caller's id, upstream after 20 ms; milliseconds, means over all calls and over the slowest hundredth (${tails.map(({ calls }) => Math.ceil(calls / 100)).join(' and ')} calls). The parts are times between moments of each call's trace, so a wait for the event loop or a core is in the part in which it happened. A trace begins at a whole millisecond, so the parts before and after the call are exact to one.`,
    table: {
      head: [
        '',
        ...['SQLite', 'PostgreSQL'].slice(0, tails.length).flatMap((name) => [`${name}: all`, 'slowest']),
        '',
      ],
      rows: parts.map((part) => [
        part,
        ...tails.flatMap(({ all, slowest }) => [short(all[part]), short(slowest[part])]),
        '',
      ]),
    },
  };
}

async function tailOn(
  stage: Stage,
  name: string,
  pace: Pace,
  start: (settings: ReelgateSettings) => Promise<Reelgate | null>,
): Promise<Tail | null> {
  const collector = await startCollector();
  const folder = stage.folder(`tails-${name}`);
  const file = path.join(folder, 'pauses.json');
  const gateway = await start({
    folder,
    upstream: stage.upstream.at,
    nodeArgs: ['--import', `${pathToFileURL(PROBE)}?to=${encodeURIComponent(file)}`],
    observe: { otlp: collector.url, trace_share: 1 },
  });
  if (gateway === null) return null;
  const row = liveRow(
    { id: `tails-${name}`, label: name, contender: gateway },
    { platform: 'slow', ...OWN_ID },
  );
  await warmUp(stage, [{ ...row, callers: CALLERS }], pace);
  const slice = await runSlice(stage, { ...row, rate: RATE, callers: OUTSTANDING_MAX, isTold: true }, pace);
  await gateway.stop();
  collector.close();
  const pauses = JSON.parse(readFileSync(file, 'utf8')) as Pauses;
  return tailOf(slice.calls!, tracedCalls(collector.spans), pauses);
}
