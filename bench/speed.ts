// Measures what one call costs, beside gateways that users could build or run instead, and prints it next to the targets. Starts
// everything itself, on loopback; needs nothing but this checkout. Exits with 0 whether or not targets are met, and with 3 when `--write` left
// sections out that found the machine busy; the page keeps their last good figures. It is written once each section has some.
// Run: npm run bench -- [--quick | --full] [--write] [--only contenders]…
//      npm run bench -- --quick --only open-loop --rates 200 --seconds 5    one rate against the same work, in less than a minute
//      npm run bench -- --guard            compares CPU ratios with the recorded ones, exits with 1 when one is far worse
//      npm run bench -- --counts           what a call of each kind is made of; with --record writes it down as what the tests allow
//      npm run bench -- --against main     compares this tree with another commit, in turns, and tells differences of a tenth
//      npm run bench -- --scale [--core-hour 0.05 --gigabyte-month 0.08]   how far one ledger goes by the costs on the page, and what that costs
//      npm run bench -- --profile live     prints where the gateway's CPU goes (live, live-id, cached, replay, 401, 402, 429, get, all);
//      --callers 1 does so for calls that come alone, and so share no batch with others
import { parseArgs } from 'node:util';
import { against } from './speed/against.ts';
import { BUSY } from './speed/busy.ts';
import { showCounts } from './speed/counts/counts.ts';
import { writeDocument } from './speed/document.ts';
import { guard, record } from './speed/guard.ts';
import { installContenders } from './speed/install.ts';
import { describeMachine } from './speed/machine.ts';
import { PACES, type RunPace } from './speed/pace.ts';
import { profile } from './speed/profile.ts';
import { printReport } from './speed/report.ts';
import { busyReasonOf, keepGood, type Results, readGood, writeLast } from './speed/results.ts';
import { dayPart, RATES, reachPart } from './speed/scale/guide.ts';
import { runSections } from './speed/sections/index.ts';
import { Stage } from './speed/stage.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    rates: { type: 'string' },
    seconds: { type: 'string' },
    guard: { type: 'boolean', default: false },
    counts: { type: 'boolean', default: false },
    against: { type: 'string' },
    record: { type: 'boolean', default: false },
    profile: { type: 'string' },
    callers: { type: 'string' },
    scale: { type: 'boolean', default: false },
    'core-hour': { type: 'string' },
    'gigabyte-month': { type: 'string' },
  },
});

async function measure(stage: Stage): Promise<number> {
  const mode = values.quick ? 'quick' : values.full ? 'full' : 'normal';
  const machine = describeMachine();
  const parts = await runSections(stage, paceOf(mode), { only: values.only, mode }, (found) => {
    writeLast({ machine, parts: [...found] });
    if (values.write) keepGood({ machine, parts: [...found] });
  });
  const results: Results = { machine, parts };
  console.log(`\n${printReport(results)}`);
  if (!values.write) return 0;
  const missing = writeDocument(readGood());
  if (missing.length > 0)
    console.log(`\nthe page was not written: no good result yet of ${missing.join(', ')}`);
  return missing.length > 0 || parts.some((part) => busyReasonOf(part) !== null) ? BUSY : 0;
}

/** `--rates` and `--seconds` shorten the open loop, for a figure while one works on the code. */
function paceOf(mode: keyof typeof PACES): RunPace {
  const pace = PACES[mode];
  const rates = values.rates?.split(',').map((text) => countOf('--rates', text)) ?? pace.rates;
  const seconds = values.seconds === undefined ? null : countOf('--seconds', values.seconds);
  const openLoop = seconds === null ? pace.openLoop : { ...pace.openLoop, sliceMs: seconds * 1_000 };
  return { ...pace, rates, openLoop };
}

function countOf(option: string, text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new Error(`${option} takes numbers from 1 to 9999, not ${text}`);
  return Number(text);
}

/** Computed, not measured: nothing is started. */
function showScale(): number {
  const priceOf = (option: 'core-hour' | 'gigabyte-month', usual: number) => {
    const price = Number(values[option] ?? usual);
    if (!(price > 0)) throw new Error(`--${option} is a number above 0`);
    return price;
  };
  const coreHour = priceOf('core-hour', RATES.coreHour);
  const gigabyteMonth = priceOf('gigabyte-month', RATES.gigabyteMonth);
  console.log(`${reachPart({ coreHour, gigabyteMonth })}\n\n${dayPart()}`);
  return 0;
}

async function main(): Promise<number> {
  if (values.scale) return showScale();
  const callers = values.callers === undefined ? null : countOf('--callers', values.callers);
  installContenders();
  const stage = await Stage.open((text) => console.log(text));
  try {
    if (values.profile !== undefined) return await profile(stage, values.profile, callers);
    if (values.against !== undefined) return await against(stage, values.against);
    if (values.counts) return await showCounts(stage, values.record);
    if (values.record) return await record(stage);
    return values.guard ? await guard(stage) : await measure(stage);
  } finally {
    await stage.close();
  }
}

process.exitCode = await main();
