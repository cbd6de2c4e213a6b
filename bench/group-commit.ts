// Measures what group commit gains on PostgreSQL: charged calls per second (open and settle) of 64 callers, with batches and without.
// Without batches, each verb is a transaction on a pool of connections, at the best of several pool sizes. The server runs on a real disk
// with its own defaults. Exits non-zero when batches are less than ten times as fast. The CPU time of a call, gateway and server together,
// is reported too: on a busy machine it is the more reliable number.
// Run: node bench/group-commit.ts [--seconds 8] [--callers 64] [--url postgres://…]
import { parseArgs } from 'node:util';
import { systemClock, systemRandom } from '../packages/gateway/src/domain/clock.ts';
import { openPostgresStorage } from '../packages/gateway/src/storage/postgres/open-storage.ts';
import type { Storage } from '../packages/gateway/src/storage/storage.ts';
import {
  addPayer,
  callOf,
  openHold,
  publishPrice,
  settlementOf,
} from '../packages/gateway/src/storage/testing/payer.ts';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';
import { pageAnswer } from './ledger/page-answer.ts';
import { childrenCpuMicros } from './speed/usage.ts';

const RATIO_MIN = 10;
/** Pool sizes without batches; the best of them is compared. */
const POOLS = [8, 32, 64];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    callers: { type: 'string', default: '64' },
    url: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const callers = Number(values.callers);

interface Measured {
  perSecond: number;
  /** NaN where the system does not provide it. */
  cpuMsPerCall: number;
}

/** CPU of this process, and of the server that it started with its children. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system + (server === null ? Number.NaN : childrenCpuMicros())) / 1_000;
}

function show(name: string, { perSecond, cpuMsPerCall }: Measured): void {
  const cpu = Number.isNaN(cpuMsPerCall)
    ? ''
    : `${cpuMsPerCall.toFixed(2).padStart(8)} ms of processor time each`;
  console.log(`  ${name.padEnd(34)}${perSecond.toFixed(0).padStart(7)}${cpu}`);
}

/** Every caller pays from its own account, so that no two of them wait for the same row lock. */
async function measure(
  storage: Storage,
  name: string,
  accountOf: (caller: number) => string,
): Promise<Measured> {
  let calls = 0;
  let isOver = false;
  const work = async (caller: number) => {
    for (let n = 0; !isOver; n++) {
      const hold = await openHold(storage, accountOf(caller), `${name}-${caller}-${n}`);
      await storage.calls.settle(settlementOf(hold, { answer: pageAnswer, attempts: ATTEMPTS }));
      calls++;
    }
  };
  const workers = Array.from({ length: callers }, (_, caller) => work(caller));
  await sleep(WARM_UP_SECONDS);
  calls = 0;
  const startedMs = systemClock.monotonicMs();
  const startedCpuMs = cpuMs();
  await sleep(seconds);
  const perSecond = (calls * 1_000) / (systemClock.monotonicMs() - startedMs);
  const cpuMsPerCall = (cpuMs() - startedCpuMs) / calls;
  isOver = true;
  await Promise.all(workers);
  return { perSecond, cpuMsPerCall };
}

/** Until code is compiled, query plans are cached and the server has its files in memory. */
const WARM_UP_SECONDS = 2;
const ATTEMPTS = [
  { provider: 'p', startedMs: 0, durationMs: 120, outcome: 'ok', bytes: 9_000, costMicros: 0 as never },
];
const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time * 1_000));

async function withStorage<T>(
  url: string,
  batches: { max: number; parallel: number } | undefined,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const settings = { url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ sync: 'any', ...settings, ...(batches && { batches }) });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

const server = values.url === undefined ? await startEmbeddedServer({ onDisk: true }) : null;
const url = values.url ?? server!.url;
const own = (caller: number) => `bench-${caller}`;
await withStorage(url, undefined, async (storage) => {
  await publishPrice(storage);
  for (let caller = 0; caller < callers; caller++) await addPayer(storage, own(caller), 900_000);
  await storage.calls.open(callOf(own(0), 'first'));
});

console.log(`charged calls per second (open + settle), ${callers} callers, ${seconds} s each`);
let grouped = 0;
let alone = 0;
// Alternating, and the best of each: other work on the machine affects both.
for (const parallel of POOLS) {
  const together = await withStorage(url, undefined, (storage) => measure(storage, `with${parallel}`, own));
  show('in batches', together);
  const one = await withStorage(url, { max: 1, parallel }, (storage) =>
    measure(storage, `pool${parallel}`, own),
  );
  show(`one verb each, ${parallel} connections`, one);
  grouped = Math.max(grouped, together.perSecond);
  alone = Math.max(alone, one.perSecond);
}
const shared = await withStorage(url, undefined, (storage) => measure(storage, 'shared', () => own(0)));
show('in batches, all on one account', shared);
const verified = await withStorage(url, undefined, (storage) => storage.ledger.verify());
await server?.stop();
const ratio = grouped / alone;
console.log(`  batches are ${ratio.toFixed(1)} times as fast; wanted ${RATIO_MIN}`);
console.log(`  ledger: ${verified.entries} entries, ${verified.differenceCount} differences`);
if (ratio < RATIO_MIN || verified.differenceCount > 0) process.exitCode = 1;
