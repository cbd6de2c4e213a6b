// Owns the second phase of a round: every fault is gone, and now the gateway must come back by itself within its bounds.
// It asks, waits and writes down what it saw; the checker judges.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, NodeDoor } from './driver.ts';
import { type ClientEvent, type FaultEvent, type Journal, readJournal } from './journal.ts';
import { diceOf } from './seed.ts';
import { type Buy, PATHS, type Rate } from './workload.ts';

/** Thirty seconds and the whole life of a hold. */
const BOUND_MS = 90_000;
const FRESH_CALLS = 20;
const PAUSE_MS = 200;
const ASK_AGAIN_MAX = 150;
const READS_MAX = 100;
const READS_PER_NODE = 3;
/** Funds for exactly so many calls meet a burst of four times as many. */
const EXACT_CALLS = 10;
const EXACT_BURST = 40;
/** So do the places of a window that outlasts the burst, whichever nodes it meets. */
const LIMITED_BURST = 40;
export const BURST_RATE: Rate = { requests: 10, per_seconds: 120, concurrent: 100 };
export const FRESH_ACCOUNT = 'fresh';
export const EXACT_ACCOUNT = 'exact';
export const BURST_ACCOUNT = 'burst';

export interface Healing {
  seed: number;
  driver: Driver;
  faults: Journal<FaultEvent>;
  clientJournal: string;
}

export async function requireLiveness(healing: Healing): Promise<void> {
  const began = performance.now();
  await Promise.all(healing.driver.doors.map((door) => freshCalls(healing, door, began)));
  await resolveUnknown(healing);
  await heldBecomesZero(healing, began);
  await exactBurst(healing);
  await limitedBurst(healing);
  await finalReads(healing);
}

function note({ faults }: Healing, name: string, isGood: boolean, began: number, node?: string): void {
  const detail = `${isGood ? 'reached' : 'missed'} after ${Math.round(performance.now() - began)} ms`;
  faults.write({
    kind: 'phase',
    name,
    detail,
    code: isGood ? 0 : 1,
    ...(node === undefined ? {} : { node }),
  });
}

async function freshCalls(healing: Healing, door: NodeDoor, began: number): Promise<void> {
  const { seed, driver } = healing;
  let good = 0;
  for (let i = 0; good < FRESH_CALLS && performance.now() - began < BOUND_MS; i++) {
    const name = `${seed}-${door.name}-${i}`;
    const path = PATHS[i % PATHS.length]!;
    const buy: Buy = { id: `live${name}`, account: FRESH_ACCOUNT, path, keyword: `live-${name}` };
    const status = await driver.buy('fresh', buy, { door });
    if (status === 200) good++;
    else await sleep(PAUSE_MS);
  }
  note(healing, 'fresh', good >= FRESH_CALLS, began, door.name);
}

/** Every id whose end nobody knows is asked for once more, and some whose answer is known: it must be the same. */
async function resolveUnknown({ seed, driver, clientJournal }: Healing): Promise<void> {
  const ends = readJournal<ClientEvent>(clientJournal).filter(
    ({ type, op, key }) => type !== 'invoke' && (op === 'buy' || op === 'again') && key === undefined,
  );
  const dice = diceOf(seed, 'resolve');
  const unknown = dice.shuffle(ends.filter(({ type }) => type === 'info')).slice(0, ASK_AGAIN_MAX);
  const known = dice.shuffle(ends.filter(({ type }) => type === 'ok')).slice(0, ASK_AGAIN_MAX);
  await inParallel([...unknown, ...known], (event) => driver.buy('again', buyIn(event)));
}

/** As many at a time as there are callers in the first phase. */
const PARALLEL = 16;

async function inParallel<T>(list: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const left = [...list];
  const caller = async () => {
    for (let each = left.pop(); each !== undefined; each = left.pop()) await work(each);
  };
  await Promise.all(Array.from({ length: PARALLEL }, caller));
}

function buyIn({ id, account, path, keyword }: ClientEvent): Buy {
  return { id: id!, account: account!, path: path!, keyword: keyword! };
}

async function heldBecomesZero(healing: Healing, began: number): Promise<void> {
  let held = await healing.driver.heldMicros();
  while (held !== 0 && performance.now() - began < BOUND_MS) {
    await sleep(PAUSE_MS);
    held = await healing.driver.heldMicros();
  }
  note(healing, 'held_zero', held === 0, began);
}

/** Equal calls, each another one, from all sides at once. How many were served, and how many refused in this way. */
async function burst(
  { seed, driver }: Healing,
  op: 'exact' | 'limited',
  about: { account: string; calls: number; refusal: number },
): Promise<{ served: number; refused: number }> {
  const statuses = await Promise.all(
    Array.from({ length: about.calls }, (_, i) => {
      const door = driver.doors[i % driver.doors.length]!;
      const name = `${op}-${seed}-${i}`;
      return driver.buy(op, { id: name, account: about.account, path: BURST_PATH, keyword: name }, { door });
    }),
  );
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  return { served: count(200), refused: count(about.refusal) };
}

/** One platform with one provider: nothing but the account decides who is served. */
const BURST_PATH = '/api/u1/v1/beta/app/search_video';

/** Nobody may be refused who could pay, nobody served who could not. */
async function exactBurst(healing: Healing): Promise<void> {
  const { seed, driver, faults } = healing;
  const price = await driver.priceMicros(BURST_PATH);
  const reference = `exact-${seed}`;
  await driver.topUp('topup', { account: EXACT_ACCOUNT, reference, amountMicros: price * EXACT_CALLS });
  const about = { account: EXACT_ACCOUNT, calls: EXACT_BURST, refusal: 402 };
  const { served, refused } = await burst(healing, 'exact', about);
  // Any third outcome leaves open who could have paid.
  const isJudged = served + refused === EXACT_BURST;
  const isGood = isJudged ? served === EXACT_CALLS : served <= EXACT_CALLS;
  const detail = `${served} served and ${refused} refused of ${EXACT_BURST} with funds for ${EXACT_CALLS}`;
  faults.write({ kind: 'phase', name: 'exact', detail, code: isGood ? 0 : 1 });
}

/** A limit is one number for all nodes together. */
async function limitedBurst(healing: Healing): Promise<void> {
  const about = { account: BURST_ACCOUNT, calls: LIMITED_BURST, refusal: 429 };
  const { served, refused } = await burst(healing, 'limited', about);
  const { requests } = BURST_RATE;
  const isJudged = served + refused === LIMITED_BURST;
  const isGood = isJudged ? served === requests : served <= requests;
  const detail = `${served} served and ${refused} refused of ${LIMITED_BURST} with a limit of ${requests}`;
  healing.faults.write({ kind: 'phase', name: 'limited', detail, code: isGood ? 0 : 1 });
}

/** What was unknown is read three times from each node, and every balance once: all must agree. */
async function finalReads({ seed, driver, clientJournal }: Healing): Promise<void> {
  const events = readJournal<ClientEvent>(clientJournal);
  const unknown = events.filter(({ type, op, key }) => type === 'info' && op !== 'after_revoke' && !key);
  const buys = unknown.filter(({ path, id }) => path !== undefined && id !== undefined);
  const names = [...new Set(buys.map(({ account, id }) => `${account} ${id}`))];
  const some = diceOf(seed, 'reads').shuffle(names).slice(0, READS_MAX);
  await inParallel(some, async (name) => {
    const [account, id] = name.split(' ') as [string, string];
    for (const door of driver.doors) {
      for (let i = 0; i < READS_PER_NODE; i++) await driver.readOn(door, 'final_receipt', account, id);
    }
  });
  await inParallel([...driver.keys.keys()], async (account) => {
    for (const door of driver.doors) await driver.readOn(door, 'final_balance', account);
  });
}
