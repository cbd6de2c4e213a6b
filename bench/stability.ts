// Proves the stable variant beside the economy one: a real gateway between an open-loop client and providers that fail on
// purpose, row by row, each row with platforms of its own. Loopback only. Exits with 1 when a promise is missed.
// Run: npm run bench:stability -- [--seed 1] [--quick] [--row flaky]
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Fakes } from './stability/fakes.ts';
import { Gateway } from './stability/gateway.ts';
import { Client, PRICES_MICROS, type Tally } from './stability/load.ts';
import { checkLine, failedChecks, type Told, table, writeJson } from './stability/report.ts';
import { atMost, type Check, holds, type Row, type World } from './stability/row.ts';
import { ROWS } from './stability/rows/index.ts';
import { warmUp } from './stability/rows/warm-up.ts';

const RESULTS = path.join(import.meta.dirname, 'results/stability.json');
/** The bench itself loads about one core of a machine with two. */
const LOAD_PER_CORE_MAX = 1;
const COMPLAINTS_SHOWN = 5;
const VIDEOS = 3; // A short page, except in walks: this bench is about failures, not about size.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    row: { type: 'string', multiple: true },
  },
});
const seed = Number(values.seed);
const rows = ROWS.filter(({ name }) => values.row?.includes(name) ?? true);

/** Every 200 is paid once at its price, and nothing else is paid. */
function moneyChecks(tally: Tally, spentMicros: number): Check[] {
  const { paid, failed, misstated } = tally;
  const due = paid.economy * PRICES_MICROS.economy + paid.stable * PRICES_MICROS.stable;
  const found = `${paid.economy} + ${paid.stable} paid, ${failed} free, ${spentMicros - due} micro-units off`;
  return [
    holds('every 200 charged once, no failure charged', spentMicros === due, found),
    atMost('answers that misstate their charge', misstated, 0),
  ];
}

async function runRow(row: Row, world: World): Promise<Told> {
  const before = await world.client.balanceMicros();
  world.client.takeTally();
  const result = await row.run(world);
  const spent = before - (await world.client.balanceMicros());
  const checks = [...result.checks, ...moneyChecks(world.client.takeTally(), spent)];
  return { name: row.name, faults: row.faults, ...result, checks };
}

/** The ledger after all rows, reported as a row of its own. */
async function ledgerRow(gateway: Gateway): Promise<Told> {
  const isDrained = await gateway.stop();
  const { clean, held, entries } = await gateway.verify();
  const checks = [
    holds('ledger verify', clean, clean ? 'clean' : 'differences'),
    holds('nothing is held', held === '0.000000', held),
    atMost('complaints in its log', gateway.complaints.length, 0),
    holds('the gateway drained and ended', isDrained, isDrained ? 'exit 0' : 'killed'),
  ];
  const told = `${entries} entries, ${clean ? 'clean' : 'NOT CLEAN'}, ${held} held`;
  return {
    name: 'ledger',
    faults: 'ledger after all',
    economy: told,
    stable: told,
    checks,
    figures: { entries },
  };
}

function say(told: Told, ms: number): void {
  console.log([`${told.name} (${(ms / 1_000).toFixed(0)} s)`, ...told.checks.map(checkLine)].join('\n'));
}

function busyNote(loadAverage: number): string {
  return `The machine was busy with other work (load average ${loadAverage.toFixed(1)}): times mean little, counts still do.`;
}

async function main(): Promise<number> {
  const beganMs = performance.now();
  console.log(`seed ${seed}${values.quick ? ', quick' : ''}`);
  const all = [warmUp, ...rows];
  const specs = all.flatMap((row) =>
    Object.entries(row.providers).map(([name, { total = VIDEOS }]) => ({ name, total })),
  );
  const fakes = await Fakes.start(specs, seed);
  let gateway: Gateway | null = null;
  try {
    gateway = await Gateway.start(all, fakes.urls);
    const client = new Client(gateway.url, gateway.key);
    const told: Told[] = [];
    await warmUp.run({ client, fakes, isQuick: values.quick });
    for (const row of rows) {
      const rowBeganMs = performance.now();
      told.push(await runRow(row, { client, fakes, isQuick: values.quick }));
      say(told.at(-1)!, performance.now() - rowBeganMs);
    }
    await client.close();
    told.push(await ledgerRow(gateway));
    say(told.at(-1)!, 0);
    const loadAverage = loadavg()[0]!;
    const seconds = Math.round((performance.now() - beganMs) / 1_000);
    writeJson(RESULTS, { seed, isQuick: values.quick, seconds, loadAverage, rows: told });
    const failed = failedChecks(told);
    for (const line of gateway.complaints.slice(0, COMPLAINTS_SHOWN)) console.log(line);
    console.log(`\n${table(told)}\n\n${seconds} s, ${failed.length} checks failed`);
    for (const line of failed) console.log(`FAIL ${line}`);
    if (loadAverage > LOAD_PER_CORE_MAX * availableParallelism()) console.log(busyNote(loadAverage));
    return failed.length === 0 ? 0 : 1;
  } finally {
    gateway?.remove();
    fakes.stop();
  }
}

process.exitCode = await main();
