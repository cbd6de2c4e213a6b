// All providers are down. Both variants must report that clearly, soon and free of charge, without a storm of attempts. Stable gives an old
// answer if it has one.
import { setTimeout as sleep } from 'node:timers/promises';
import { msOf, ofVariant, successShare } from '../figures.ts';
import { fresh, type Outcome, openLoop, problemOf, type Shot } from '../load.ts';
import {
  atLeast,
  atMost,
  attemptsPerCall,
  type Check,
  codesOf,
  holds,
  millis,
  percent,
  type Row,
  seenBy,
  three,
} from '../row.ts';

const LATENCY_MS = 20;
const PER_SECOND = 100; // So many that the minimum number of retry tokens does not matter.
/** Attempts are promised over ten seconds. */
const SECONDS = { quick: 6, whole: 10 };
const OLD_KEYWORDS = 20;
/** One call in ten asks for something that was answered before. */
const OLD_EVERY = 10;
/** The gateway's fresh_seconds is 1 here; the age is reported in whole seconds. */
export const FRESH_SECONDS = 1;
const GET_OLD_MS = FRESH_SECONDS * 1_000 + 1_200;
const DEADLINE_MS = 15_000;

const old = (i: number): Shot => ({ ...fresh('gone', 'stable', `gone-old-${i % OLD_KEYWORDS}`), tag: 'old' });

function shotAt(i: number): Shot {
  if (i % OLD_EVERY === 0) return old(i / OLD_EVERY);
  return fresh('gone', i % 5 === 1 ? 'economy' : 'stable', `gone-${i}`);
}

function isClear({ status, headers, body }: Outcome): boolean {
  const problem = problemOf(body);
  const isProblem = headers['content-type']?.startsWith('application/problem+json') === true;
  return (
    [502, 503, 504].includes(status) &&
    isProblem &&
    typeof problem?.code === 'string' &&
    problem.charged === '0.000000'
  );
}

function isStale({ status, headers, body }: Outcome): boolean {
  return status === 200 && /"source":"stale"/.test(body) && Number(headers.age) >= FRESH_SECONDS;
}

function clearly(name: string, outcomes: readonly Outcome[]): Check {
  const clear = outcomes.filter(isClear).length;
  return holds(
    `${name}: all errors clear (502/503/504, problem+json, code, charged "0")`,
    clear === outcomes.length,
    `${clear} of ${outcomes.length}`,
  );
}

export const bothDown: Row = {
  name: 'both down',
  faults: 'both down',
  platforms: { gone: ['p4a', 'p4b'] },
  providers: { p4a: {}, p4b: {} },
  async run(world) {
    for (const name of ['p4a', 'p4b'])
      await world.fakes.behave(name, { kind: 'well', latencyMs: LATENCY_MS });
    await openLoop(world.client, { perSecond: PER_SECOND, seconds: OLD_KEYWORDS / PER_SECOND, shotAt: old });
    await sleep(GET_OLD_MS);
    for (const name of ['p4a', 'p4b'])
      await world.fakes.behave(name, { kind: 'down', latencyMs: LATENCY_MS });
    await seenBy(world, ['p4a', 'p4b']);
    const seconds = world.isQuick ? SECONDS.quick : SECONDS.whole;
    const outcomes = await openLoop(world.client, { perSecond: PER_SECOND, seconds, shotAt });

    const attempts = attemptsPerCall(await seenBy(world, ['p4a', 'p4b']), outcomes, 'stable');
    const economy = ofVariant(outcomes, 'economy');
    const olds = outcomes.filter(({ shot }) => shot.tag === 'old');
    const stable = ofVariant(outcomes, 'stable').filter(({ shot }) => shot.tag !== 'old');
    const staleShare = olds.filter(isStale).length / olds.length;
    const slowestMs = Math.max(...msOf(outcomes));
    return {
      economy: codesOf(economy),
      stable: `${codesOf(stable)}; ${percent(staleShare)} of known searches stale; ${three(attempts)} attempts per call`,
      checks: [
        atMost('economy success', successShare(economy), 0, percent),
        clearly('economy', economy),
        clearly('stable', stable),
        atMost('slowest answer (the deadline)', slowestMs, DEADLINE_MS, millis),
        atMost('stable attempts per call', attempts, 1.1, three),
        atLeast('known searches answered stale, with Age', staleShare, 1, percent),
      ],
      figures: { calls: outcomes.length, attempts, staleShare, slowestMs },
    };
  },
};
