// Owns what is asked: accounts, routes, prices and every step of every worker, as pure functions of the seed. The same id
// always has the same account and parameters, so any worker can repeat any call without asking who made it first.
import { type Dice, diceOf, zipf } from './seed.ts';

export const ACCOUNTS = 12;
/** As the admin API takes it. */
export interface Rate {
  requests: number;
  per_seconds: number;
  concurrent: number;
}

/** This one carries a rate limit of its own, so that 429 is met as well. */
export const LIMITED_ACCOUNT = 5;
export const LIMITED_RATE: Rate = { requests: 30, per_seconds: 2, concurrent: 3 };
export const PLATFORMS = ['alpha', 'beta'] as const;
export type Platform = (typeof PLATFORMS)[number];
/** alpha can fail over and hedge, beta has nobody else. */
export const PROVIDERS: readonly { name: string; platform: Platform }[] = [
  { name: 'alpha1', platform: 'alpha' },
  { name: 'alpha2', platform: 'alpha' },
  { name: 'beta1', platform: 'beta' },
];
export const PATHS: readonly string[] = ['u1', 'u2'].flatMap((group) =>
  PLATFORMS.flatMap((platform) =>
    ['search_video', 'search_video_v2'].map((action) => `/api/${group}/v1/${platform}/app/${action}`),
  ),
);
/** Keywords that many calls share, so that the cache and shared flights are part of the run. */
const HOT_KEYWORDS = 6;
const HOT_SHARE = 0.15;

export function accountName(index: number): string {
  return `acct-${index}`;
}

/** Distinct powers of two: the step between two balances names the route. A publication turns the wheel by one. */
export function priceMicros(route: number, turn: number): number {
  return 2 ** (1 + ((route + turn) % PATHS.length));
}

/** Exact: micro-units are whole and small here. */
export function money(micros: number): string {
  const units = Math.floor(micros / 1_000_000);
  return `${units}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

export interface Buy {
  id: string;
  account: string;
  path: string;
  keyword: string;
}

function isHot(keyword: string): boolean {
  return keyword.startsWith('hot-');
}

export function buyOf(seed: number, worker: number, n: number): Buy {
  const dice = diceOf(seed, 'buy', worker, n);
  const account = accountName(zipf(dice, ACCOUNTS));
  const path = dice.pick(PATHS);
  const hot = dice.chance(HOT_SHARE);
  const keyword = hot ? `hot-${dice.int(HOT_KEYWORDS)}` : `k-${seed}-${worker}-${n}`;
  return { id: `r${seed}-${worker}-${n}`, account, path, keyword };
}

export interface TopUp {
  account: string;
  reference: string;
  amountMicros: number;
}

/** About what an account spends between two of its top-ups, and a little less. */
const TOPUP_MICROS = [128, 256, 512] as const;

export function topUpOf(seed: number, worker: number, n: number): TopUp {
  const dice = diceOf(seed, 'topup', worker, n);
  return {
    account: accountName(zipf(dice, ACCOUNTS)),
    reference: `p${seed}-${worker}-${n}`,
    amountMicros: dice.pick(TOPUP_MICROS),
  };
}

export type Step =
  /** `hangUpMs`: the caller goes away after so long, whatever comes. */
  | { op: 'buy' | 'again' | 'altered' | 'foreign'; buy: Buy; hangUpMs: number | null }
  | { op: 'burst'; buy: Buy; copies: number }
  | { op: 'topup' | 'topup_again' | 'topup_altered'; topUp: TopUp }
  | { op: 'revoke'; account: string; buys: Buy[] }
  | { op: 'publish'; turn: number }
  | { op: 'balance' | 'entries' | 'free'; account: string }
  | { op: 'receipt'; buy: Buy };

const WEIGHTS = {
  buy: 46,
  again: 13,
  burst: 3,
  altered: 5,
  foreign: 4,
  topup: 9,
  topup_again: 3,
  topup_altered: 1,
  revoke: 0.5,
  publish: 0.5,
  balance: 6,
  entries: 3,
  receipt: 4,
  free: 2,
};
const BURST_COPIES_MAX = 5;
const HANG_UP_SHARE = 0.03;
/** Around the time of an answer of the fake platform, so that some leave before, during and after it. */
const HANG_UP_MS_MAX = 120;
const REVOKED_BUYS = 8;

/** Step n of a worker. `workers` bounds whose ids may be repeated. */
export function stepOf(seed: number, workers: number, worker: number, n: number): Step {
  const dice = diceOf(seed, 'step', worker, n);
  const op = dice.weighted(WEIGHTS);
  switch (op) {
    case 'buy':
      return { op, buy: buyOf(seed, worker, n), hangUpMs: hangUp(dice) };
    case 'again':
      return { op, buy: known(seed, workers, worker, n, dice), hangUpMs: hangUp(dice) };
    case 'altered': {
      const buy = known(seed, workers, worker, n, dice);
      return { op, buy: { ...buy, keyword: `o-${seed}-${worker}-${n}` }, hangUpMs: null };
    }
    case 'foreign': {
      const buy = known(seed, workers, worker, n, dice);
      const thief = accountName((indexOf(buy.account) + 1 + dice.int(ACCOUNTS - 1)) % ACCOUNTS);
      // With the very parameters of the owner where these are nobody's own: the worst that a mixed-up id could give away.
      const keyword = isHot(buy.keyword) ? buy.keyword : `f-${seed}-${worker}-${n}`;
      return { op, buy: { ...buy, account: thief, keyword }, hangUpMs: null };
    }
    case 'burst':
      return { op, buy: buyOf(seed, worker, n), copies: 2 + dice.int(BURST_COPIES_MAX - 1) };
    case 'topup':
      return { op, topUp: topUpOf(seed, worker, n) };
    case 'topup_again':
      return { op, topUp: topUpOf(seed, worker, earlier(seed, worker, n, ['topup'])) };
    case 'topup_altered': {
      const topUp = topUpOf(seed, worker, earlier(seed, worker, n, ['topup']));
      return { op, topUp: { ...topUp, amountMicros: topUp.amountMicros + 1 } };
    }
    case 'revoke':
      return revokeStep(seed, worker, n, dice);
    case 'publish':
      return { op, turn: dice.int(PATHS.length) };
    case 'receipt':
      return { op, buy: known(seed, workers, worker, n, dice) };
    default:
      return { op, account: accountName(zipf(dice, ACCOUNTS)) };
  }
}

function revokeStep(seed: number, worker: number, n: number, dice: Dice): Step {
  const account = accountName(zipf(dice, ACCOUNTS));
  const buys = Array.from({ length: REVOKED_BUYS }, (_, i) => ({
    ...buyOf(seed, worker, n),
    id: `x${seed}-${worker}-${n}-${i}`,
    account,
    keyword: `x-${seed}-${worker}-${n}-${i}`,
  }));
  return { op: 'revoke', account, buys };
}

function hangUp(dice: Dice): number | null {
  return dice.chance(HANG_UP_SHARE) ? dice.int(HANG_UP_MS_MAX) : null;
}

/** Half the time one of the worker's own earlier steps, else what another worker does about now. */
function known(seed: number, workers: number, worker: number, n: number, dice: Dice): Buy {
  const whose = dice.chance(0.5) ? worker : dice.int(workers);
  return buyOf(seed, whose, earlier(seed, whose, n - dice.int(8), ['buy', 'burst']));
}

const LOOK_BACK_MAX = 60;

/** The worker's last step of such a kind before this one. */
function earlier(seed: number, worker: number, n: number, kinds: readonly string[]): number {
  for (let back = 1; back <= Math.min(n, LOOK_BACK_MAX); back++) {
    const kind = diceOf(seed, 'step', worker, n - back).weighted(WEIGHTS);
    if (kinds.includes(kind)) return n - back;
  }
  return Math.max(0, n - 1);
}

function indexOf(account: string): number {
  return Number(account.slice('acct-'.length));
}
