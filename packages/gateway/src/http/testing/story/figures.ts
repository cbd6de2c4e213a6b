// What operators see of everything that happened: metrics, the lines of calls and the log.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import { type World, withId } from './world.ts';

const LAST = 'last-call';
/** Far more than writing a line takes, also on a busy machine. */
const WRITTEN_MS_MAX = 60_000;

/** Figures of the machine, of the version, and of commits, which verbs share as it happens. */
const OF_MACHINE = /^(# (HELP|TYPE) )?(process_|nodejs_|reelgate_build|reelgate_event_loop|reelgate_commit_)/;

/** Lines are written behind the calls; that of the last call comes last. */
function callLines({ still }: World): Promise<string> {
  const file = path.join(still.gateway.folder, 'calls.jsonl');
  return vi.waitFor(() => {
    const text = readFileSync(file, 'utf8');
    if (!text.includes(LAST)) throw new Error('the line of the last call is not written yet');
    return text.trimEnd();
  }, WRITTEN_MS_MAX);
}

export async function figures(world: World): Promise<void> {
  const { still } = world;
  const target = '/api/u1/v1/library/app/get_video?id=sample-en-01';
  await world.ask('the last call', target, { headers: withId(LAST) });
  await still.runJobs();
  const { text } = await still.gateway.metrics();
  const lines = text.split('\n').filter((line) => !OF_MACHINE.test(line));
  still.transcript.write(['# metrics', ...lines].join('\n'));
  still.transcript.write(`# lines of calls\n${await callLines(world)}`);
  still.transcript.write(['# the log', ...still.logged].join('\n'));
  still.transcript.write(`# jobs run every so many milliseconds\n${still.jobsEveryMs().join(' ')}`);
}
