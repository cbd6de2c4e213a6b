// The second phase of a round: all faults are over, and the gateway must recover by itself within its limits. This module asks, waits and
// records what it saw; the checker judges.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, MadeKey, NodeDoor } from './caller.ts';
import { dumpSqliteCopy } from './databases.ts';
import { POOR_GATHERER } from './gather-offers.ts';
import { type Gatherer, type Gathering, isEnded } from './gatherer.ts';
import { type ClientEvent, type FaultEvent, type Journal, type Op, readJournal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { GIFT_PATHS, GIFTS_PER_DAY, PATHS, wordsOf } from './offers.ts';
import { diceOf } from './seed.ts';
import { GatewayNode } from './supervisor.ts';
import { BUDGET_ACCOUNTS, type Budget, type Buy, type Rate } from './workload.ts';

/** Thirty seconds plus the lifetime of a hold. */
const BOUND_MS = 90_000;
const FRESH_CALLS = 20;
const PAUSE_MS = 200;
const ASK_AGAIN_MAX = 150;
const READS_MAX = 100;
const READS_PER_NODE = 3;
/** Funds for exactly this many calls meet a burst of four times as many. */
const EXACT_CALLS = 10;
const EXACT_BURST = 40;
/** Calls in the burst against a rate limit, whose window is longer than the burst. */
const LIMITED_BURST = 40;
export const BURST_RATE: Rate = { requests: 10, per_seconds: 120, concurrent: 100 };
export const FRESH_ACCOUNT = 'fresh';
export const EXACT_ACCOUNT = 'exact';
export const BURST_ACCOUNT = 'burst';
/** An account without money: only free calls are served to it. */
export const GIFT_ACCOUNT = 'gifts';
const GIFT_BURST = 3 * GIFTS_PER_DAY;
/** A cap for exactly this many calls meets three times as many. */
const CAP_CALLS = 4;
const CAP_BURST = 12;
const BUDGETS: readonly Omit<Budget, 'capMicros'>[] = [
  { scope: 'key', window: 'day' },
  { scope: 'key', window: 'month' },
  { scope: 'key', window: 'total' },
  { scope: 'key', window: 'call' },
  { scope: 'project', window: 'day' },
  { scope: 'project', window: 'month' },
  { scope: 'project', window: 'total' },
];

export interface Healing {
  seed: number;
  caller: Caller;
  faults: Journal<FaultEvent>;
  clientJournal: string;
  gatherer: Gatherer;
}

export async function requireLiveness(healing: Healing): Promise<void> {
  const began = performance.now();
  await Promise.all(healing.caller.doors.map((door) => freshCalls(healing, door, began)));
  await resolveUnknown(healing);
  await finishGathering(healing, began);
  await heldBecomesZero(healing, began);
  await exactBurst(healing);
  await limitedBurst(healing);
  await exactCaps(healing);
  await exactGifts(healing);
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
  const { seed, caller } = healing;
  let good = 0;
  for (let i = 0; good < FRESH_CALLS && performance.now() - began < BOUND_MS; i++) {
    const name = `${seed}-${door.name}-${i}`;
    const path = PATHS[i % PATHS.length]!;
    const buy: Buy = { id: `live${name}`, account: FRESH_ACCOUNT, path, keyword: `live-${name}` };
    const status = await caller.buy('fresh', buy, { door });
    if (status === 200) good++;
    else await sleep(PAUSE_MS);
  }
  note(healing, 'fresh', good >= FRESH_CALLS, began, door.name);
}

const ASKED_AGAIN: readonly Op[] = ['buy', 'bounded', 'quoted', 'walk', 'again'];

/** Repeats every id with an unknown outcome, and some with a known answer, which must stay the same. */
async function resolveUnknown({ seed, caller, clientJournal }: Healing): Promise<void> {
  const ends = readJournal<ClientEvent>(clientJournal).filter(
    ({ type, op, key }) => type !== 'invoke' && ASKED_AGAIN.includes(op) && key === undefined,
  );
  const dice = diceOf(seed, 'resolve');
  const unknown = dice.shuffle(ends.filter(({ type }) => type === 'info')).slice(0, ASK_AGAIN_MAX);
  const known = dice.shuffle(ends.filter(({ type }) => type === 'ok')).slice(0, ASK_AGAIN_MAX);
  await inParallel([...unknown, ...known], (event) => caller.buy('again', buyIn(event)));
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

function buyIn({ id, account, path, keyword, pcursor }: ClientEvent): Buy {
  const buy = { id: id!, account: account!, path: path!, keyword: keyword! };
  return pcursor === undefined ? buy : { ...buy, pcursor };
}

/** More than every collection of a round may cost. */
const GATHER_TOPUP_MICROS = 1_000_000;
/** A waiting collection is tried again after some minutes at the latest; a lease lapses within 15 seconds. */
const GATHERED_MS_MAX = 180_000;
const LAST_RUNS = 3;

/** With money and without faults every collection ends and every watch runs; then all of it is read to its end. */
async function finishGathering(healing: Healing, began: number): Promise<void> {
  const { seed, caller, gatherer } = healing;
  const reference = `gather-${seed}`;
  await caller.topUp('topup', { account: POOR_GATHERER, reference, amountMicros: GATHER_TOPUP_MICROS });
  const isLate = () => performance.now() - began > GATHERED_MS_MAX;
  const collections = gatherer.made.filter(({ kind }) => kind === 'collections');
  const watches = gatherer.made.filter(({ kind }) => kind === 'watches');
  const finish = async (each: Gathering) =>
    note(healing, 'collection', await ends(gatherer, each, isLate), began);
  await inParallel(collections, finish);
  await inParallel(watches, async (each) =>
    note(healing, 'watch', await runsAgain(gatherer, each, isLate), began),
  );
}

async function ends(gatherer: Gatherer, collection: Gathering, isLate: () => boolean): Promise<boolean> {
  for (;;) {
    const shown = await gatherer.look(collection);
    if (shown !== null && isEnded(shown)) break;
    if (isLate()) return false;
    await sleep(PAUSE_MS);
  }
  await gatherer.readAll(collection);
  const exports = [await gatherer.exportAll(collection), await gatherer.exportAll(collection)];
  return exports.every((isGood) => isGood);
}

/**
 * Three runs: an item that was there before them was there during two whole runs. Then it is paused: events may take minutes to arrive, and
 * a run that its schedule starts meanwhile would be charged after the balances were read for the last time.
 */
async function runsAgain(gatherer: Gatherer, watch: Gathering, isLate: () => boolean): Promise<boolean> {
  let ran = 0;
  for (let tries = 0; ran < LAST_RUNS && tries < 2 * LAST_RUNS; tries++)
    ran += (await gatherer.run(watch, isLate)) ? 1 : 0;
  const isPaused = await gatherer.pause(watch);
  await gatherer.readAll(watch);
  return isPaused && ran === LAST_RUNS;
}

async function heldBecomesZero(healing: Healing, began: number): Promise<void> {
  let held = await healing.caller.heldMicros();
  while (held !== 0 && performance.now() - began < BOUND_MS) {
    await sleep(PAUSE_MS);
    held = await healing.caller.heldMicros();
  }
  note(healing, 'held_zero', held === 0, began);
}

interface Burst {
  account: string;
  calls: number;
  refusal: number;
  path?: string;
  /** The keys that pay, in turn; the account's main key by default. */
  keys?: readonly MadeKey[];
  /** Distinguishes the ids of several bursts of one kind. */
  name?: string;
}

/** Sends equal calls with different ids to all nodes at once. Returns how many were served, and how many were refused with this code. */
async function burst(
  { seed, caller }: Healing,
  op: Op,
  about: Burst,
): Promise<{ served: number; refused: number }> {
  const { account, calls, refusal, path = BURST_PATH, keys } = about;
  const statuses = await Promise.all(
    Array.from({ length: calls }, (_, i) => {
      const door = caller.doors[i % caller.doors.length]!;
      const name = `${about.name ?? op}-${seed}-${i}`;
      const made = keys?.[i % keys.length];
      const payer = made === undefined ? {} : { key: made.id, secret: made.secret };
      return caller.buy(op, { id: name, account, path, keyword: wordsOf(path, name) }, { door, ...payer });
    }),
  );
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  return { served: count(200), refused: count(refusal) };
}

/** Any third outcome leaves open which calls could have been served, but never more than the limit may be. */
function noteBurst(
  { faults }: Healing,
  name: string,
  { served, refused }: { served: number; refused: number },
  { calls, room }: { calls: number; room: number },
): void {
  const isGood = served + refused === calls ? served === room : served <= room;
  const detail = `${served} served and ${refused} refused of ${calls} with room for ${room}`;
  faults.write({ kind: 'phase', name, detail, code: isGood ? 0 : 1 });
}

/** A platform with one provider: only the account decides what is served. */
const BURST_PATH = '/api/u1/v1/beta/app/search_video';

/** No call may be refused that the account could pay, and none served that it could not. */
async function exactBurst(healing: Healing): Promise<void> {
  const { seed, caller } = healing;
  const price = await caller.priceMicros(BURST_PATH);
  const reference = `exact-${seed}`;
  await caller.topUp('topup', { account: EXACT_ACCOUNT, reference, amountMicros: price * EXACT_CALLS });
  const about = { account: EXACT_ACCOUNT, calls: EXACT_BURST, refusal: 402 };
  noteBurst(healing, 'exact', await burst(healing, 'exact', about), { ...about, room: EXACT_CALLS });
}

/** A limit applies to all nodes together. */
async function limitedBurst(healing: Healing): Promise<void> {
  const about = { account: BURST_ACCOUNT, calls: LIMITED_BURST, refusal: 429 };
  const found = await burst(healing, 'limited', about);
  noteBurst(healing, 'limited', found, { ...about, room: BURST_RATE.requests });
}

/** Every kind of cap is used up to its last micro-unit, and not exceeded. */
async function exactCaps(healing: Healing): Promise<void> {
  const price = await healing.caller.priceMicros(BURST_PATH);
  await Promise.all(BUDGETS.map((budget) => exactCap(healing, budget, price)));
}

async function exactCap(
  healing: Healing,
  { scope, window }: Omit<Budget, 'capMicros'>,
  price: number,
): Promise<void> {
  const isOfOneCall = window === 'call';
  const capMicros = isOfOneCall ? price - 1 : price * CAP_CALLS;
  const name = `exact-cap-${scope}-${window}`;
  const account = BUDGET_ACCOUNTS[0];
  const keys = await healing.caller.makeBudget(account, { scope, window, capMicros }, name);
  if (keys === null) return;
  const about = { account, calls: CAP_BURST, refusal: 402, keys, name };
  const found = await burst(healing, 'exact_cap', about);
  noteBurst(healing, 'exact_cap', found, { ...about, room: isOfOneCall ? 0 : CAP_CALLS });
}

/** Without money exactly the free calls of a day are served. Across midnight there may be twice as many, and the phase is not judged. */
async function exactGifts(healing: Healing): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const about = { account: GIFT_ACCOUNT, calls: GIFT_BURST, refusal: 402, path: GIFT_PATHS.at(-1)! };
  const found = await burst(healing, 'exact_gifts', about);
  if (new Date().toISOString().slice(0, 10) !== day) return;
  noteBurst(healing, 'exact_gifts', found, { ...about, room: GIFTS_PER_DAY });
}

/** Unknown outcomes are read three times from each node, and every balance once: all must agree. */
async function finalReads({ seed, caller, clientJournal }: Healing): Promise<void> {
  const events = readJournal<ClientEvent>(clientJournal);
  const unknown = events.filter(({ type, op, key }) => type === 'info' && op !== 'after_revoke' && !key);
  const buys = unknown.filter(({ path, id }) => path !== undefined && id !== undefined);
  const names = [...new Set(buys.map(({ account, id }) => `${account} ${id}`))];
  const some = diceOf(seed, 'reads').shuffle(names).slice(0, READS_MAX);
  await inParallel(some, async (name) => {
    const [account, id] = name.split(' ') as [string, string];
    for (const door of caller.doors) {
      for (let i = 0; i < READS_PER_NODE; i++) await caller.readOn(door, 'final_receipt', account, id);
    }
  });
  await inParallel([...caller.keys.keys()], async (account) => {
    for (const door of caller.doors) await caller.readOn(door, 'final_balance', account);
  });
}

/** The first start gives back what the dead node held; the others must find nothing to do. A start takes a second or two. */
const STARTS = 3;

interface Left {
  seed: number;
  /** The folder of the round, for files. */
  folder: string;
  /** The copied data folder. */
  data: string;
  config: string;
  faults: Journal<FaultEvent>;
}

/**
 * Repeated starts: gateways are started one after the other on the file that a killed one left. Each is killed as soon as it serves, and
 * the ledger is dumped after each. It works on a separate copy; the checker judges.
 */
export async function startAgainAndAgain({ seed, folder, data, config, faults }: Left): Promise<Ledger[]> {
  const configFile = path.join(folder, 'recovery.yaml');
  writeFileSync(configFile, config);
  const node = new GatewayNode('recovering', { seed, folder, configFile, faults });
  const dumps: Ledger[] = [];
  for (let i = 1; i <= STARTS; i++) {
    try {
      await node.start();
    } finally {
      await node.kill();
    }
    dumps.push(await dumpSqliteCopy(data, path.join(folder, `recovered-${i}`), 'kill'));
  }
  return dumps;
}
