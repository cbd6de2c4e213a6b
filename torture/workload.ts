// What is asked: accounts, and every step of every worker, as pure functions of the seed. The same id always has the same account and
// parameters, so any worker can repeat any call without communication.
import { collectionPlan, type GatherPlan } from './gatherer.ts';
import {
  badLabel,
  COMMENT_PATHS,
  GIFT_PATHS,
  hiddenLabel,
  PATHS,
  PLATFORMS,
  TRANSCRIPT_PATHS,
  VIDEO_PATHS,
  wordsOf,
} from './offers.ts';
import { type Dice, diceOf, zipf } from './seed.ts';
import { REVISIONS, type Revision, toolPath } from './tool-call.ts';
import { WALK_PATHS, walkLabel } from './walk-offers.ts';

export const ACCOUNTS = 12;
/** As the admin API takes it. */
export interface Rate {
  requests: number;
  per_seconds: number;
  concurrent: number;
}

/** The account with a rate limit of its own, so that 429 occurs too. */
export const LIMITED_ACCOUNT = 5;
export const LIMITED_RATE: Rate = { requests: 30, per_seconds: 2, concurrent: 3 };
/** Keywords that many calls share, so that the cache and shared requests are part of the run. */
const HOT_KEYWORDS = 6;
const HOT_SHARE = 0.15;
/** Share of keywords whose answers are bad enough for a rule. */
const BAD_SHARE = 0.1;
/** Share of keywords that find a private video. */
const HIDDEN_SHARE = 0.08;

export function accountName(index: number): string {
  return `acct-${index}`;
}

export interface Buy {
  id: string;
  account: string;
  path: string;
  /** A keyword or ids, depending on the path. */
  keyword: string;
  /** For a further page of a walk. */
  pcursor?: string;
}

function buyOf(seed: number, worker: number, n: number): Buy {
  const dice = diceOf(seed, 'buy', worker, n);
  const account = accountName(zipf(dice, ACCOUNTS));
  const path = dice.pick(PATHS_OF[dice.weighted(KINDS)]);
  const label = labelOf(dice, `${seed}-${worker}-${n}`);
  return { id: `r${seed}-${worker}-${n}`, account, path, keyword: wordsOf(path, label) };
}

/** What is bought, by kind of price. */
const KINDS = { one_price: 64, videos: 12, comments: 9, gifts: 7, transcripts: 8 };
const PATHS_OF: Record<keyof typeof KINDS, readonly string[]> = {
  one_price: PATHS,
  videos: VIDEO_PATHS,
  comments: COMMENT_PATHS,
  gifts: GIFT_PATHS,
  transcripts: TRANSCRIPT_PATHS,
};

const hotLabel = (i: number): string => `hot-${i}`;
const HOT_WORDS = new Set(
  Object.values(PATHS_OF).flatMap(([path]) =>
    Array.from({ length: HOT_KEYWORDS }, (_, i) => wordsOf(path!, hotLabel(i)).split(',')[0]!),
  ),
);

/** Asked for by many calls, so that a request at the platform cannot be attributed to one call. For several ids the first one decides. */
export function isShared(keyword: string | undefined): boolean {
  return HOT_WORDS.has(keyword?.split(',')[0] ?? '');
}

function labelOf(dice: Dice, own: string): string {
  if (dice.chance(HOT_SHARE)) return hotLabel(dice.int(HOT_KEYWORDS));
  if (dice.chance(HIDDEN_SHARE)) return hiddenLabel(own);
  return dice.chance(BAD_SHARE) ? badLabel(own) : `k-${own}`;
}

export interface TopUp {
  account: string;
  reference: string;
  amountMicros: number;
}

/** About what an account spends between two of its top-ups, and a little less. */
const TOPUP_MICROS = [128, 256, 512] as const;

function topUpOf(seed: number, worker: number, n: number): TopUp {
  const dice = diceOf(seed, 'topup', worker, n);
  return {
    account: accountName(zipf(dice, ACCOUNTS)),
    reference: `p${seed}-${worker}-${n}`,
    amountMicros: dice.pick(TOPUP_MICROS),
  };
}

/** The limit of a key or a project: what all its calls may cost in a window, or what one of them may cost. */
export interface Budget {
  scope: 'key' | 'project';
  window: 'day' | 'month' | 'total' | 'call';
  capMicros: number;
}

export type Step =
  /** `hangUpMs`: the caller closes the connection after this time. `ceiling`: the most that the caller pays, in micro-units. */
  | {
      op: 'buy' | 'bounded' | 'again' | 'altered' | 'foreign';
      buy: Buy;
      hangUpMs: number | null;
      ceiling: number | null;
    }
  /** With a price that was quoted before, by the last quote for this account and path unless `isFresh`. */
  | { op: 'quoted'; buy: Buy; isFresh: boolean }
  /** With a price that was quoted to another account. */
  | { op: 'stolen'; buy: Buy; from: string }
  | { op: 'dry'; buy: Buy; ceiling: number | null }
  | { op: 'budget'; budget: Budget; buys: Buy[] }
  | { op: 'complain'; buy: Buy; copies: number }
  | { op: 'decide'; decision: 'refund' | 'refuse' }
  /** All pages over many platforms, from the first one on. */
  | { op: 'walk'; buy: Buy }
  | { op: 'burst'; buy: Buy; copies: number }
  | { op: 'collect'; plan: GatherPlan }
  /** A question without an id, through the tools for agents, `times` times. */
  | { op: 'asked'; buy: Buy; revision: Revision; times: number; hangUpMs: number | null }
  | { op: 'topup' | 'topup_again' | 'topup_altered'; topUp: TopUp }
  | { op: 'revoke'; account: string; buys: Buy[] }
  | { op: 'publish'; turn: number }
  | { op: 'balance' | 'entries' | 'free'; account: string }
  | { op: 'receipt'; buy: Buy };

const WEIGHTS = {
  buy: 36,
  bounded: 6,
  quoted: 5,
  stolen: 1,
  dry: 3,
  budget: 0.6,
  complain: 4,
  decide: 1,
  walk: 1.5,
  collect: 1.5,
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
  asked: 4,
};
/** Steps that make a call of their own, which others may repeat or complain about. */
const MADE = ['buy', 'bounded', 'quoted', 'burst'];
const BURST_COPIES_MAX = 5;
const COMPLAINTS_MAX = 3;
const HANG_UP_SHARE = 0.03;
/** About as long as the fake platform takes to answer, so that some callers leave before, during and after it. */
const HANG_UP_MS_MAX = 120;
const ASKED_MAX = 4;
/** Agents lose their connections more often than other callers, and repeat. */
const ASKED_HANG_UP_SHARE = 0.4;
const REVOKED_BUYS = 8;
/** Below, between and above the existing prices. */
const CEILINGS = [0, 1, 7, 16, 31, 64, 128, 300] as const;
const CEILING_AGAIN_SHARE = 0.15;
/** No sum of the prices here, so that a rest always remains into which no call fits. */
const CAPS_MICROS = [61, 127, 255] as const;
const CALL_CAPS_MICROS = [5, 16, 33] as const;
const BUDGET_BUYS = 16;
const FRESH_QUOTE_SHARE = 0.15;
/** Accounts that are rich enough for every cap. */
export const BUDGET_ACCOUNTS = ['budget-0', 'budget-1'] as const;

/** Accounts that are rich enough for every walk. */
export const WALK_ACCOUNTS = ['walker-0', 'walker-1'] as const;

/** Step n of a worker. `workers` limits whose ids may be repeated. */
export function stepOf(seed: number, workers: number, worker: number, n: number): Step {
  const dice = diceOf(seed, 'step', worker, n);
  const op = dice.weighted(WEIGHTS);
  const own = `${seed}-${worker}-${n}`;
  switch (op) {
    case 'buy':
      return { op, buy: buyOf(seed, worker, n), hangUpMs: hangUp(dice), ceiling: null };
    case 'bounded':
      return { op, buy: buyOf(seed, worker, n), hangUpMs: hangUp(dice), ceiling: dice.pick(CEILINGS) };
    case 'again': {
      const ceiling = dice.chance(CEILING_AGAIN_SHARE) ? dice.pick(CEILINGS) : null;
      return { op, buy: known(seed, workers, worker, n, dice), hangUpMs: hangUp(dice), ceiling };
    }
    case 'altered': {
      const buy = known(seed, workers, worker, n, dice);
      return { op, buy: { ...buy, keyword: wordsOf(buy.path, `o-${own}`) }, hangUpMs: null, ceiling: null };
    }
    case 'foreign':
      return foreignStep(known(seed, workers, worker, n, dice), own, dice);
    case 'quoted':
      return { op, buy: buyOf(seed, worker, n), isFresh: dice.chance(FRESH_QUOTE_SHARE) };
    case 'stolen': {
      const buy = { ...buyOf(seed, worker, n), id: `s${own}` };
      return {
        op,
        buy: { ...buy, keyword: wordsOf(buy.path, `s-${own}`) },
        from: otherThan(buy.account, dice),
      };
    }
    case 'dry': {
      const { path, account } = buyOf(seed, worker, n);
      const buy = { id: `d${own}`, account, path, keyword: wordsOf(path, `d-${own}`) };
      return { op, buy, ceiling: dice.chance(0.3) ? dice.pick(CEILINGS) : null };
    }
    case 'budget':
      return budgetStep(own, dice);
    case 'complain':
      return { op, buy: known(seed, workers, worker, n, dice), copies: 1 + dice.int(COMPLAINTS_MAX) };
    case 'decide':
      return { op, decision: dice.pick(['refund', 'refuse'] as const) };
    case 'walk': {
      const buy = { id: `w${own}`, keyword: walkLabel(own), path: dice.pick(WALK_PATHS) };
      return { op, buy: { ...buy, account: dice.pick(WALK_ACCOUNTS) } };
    }
    case 'collect':
      return { op, plan: collectionPlan(own, dice) };
    case 'burst':
      return { op, buy: buyOf(seed, worker, n), copies: 2 + dice.int(BURST_COPIES_MAX - 1) };
    case 'asked':
      return askedStep(seed, worker, n, dice);
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

function foreignStep(buy: Buy, own: string, dice: Dice): Step {
  // With the owner's own parameters where other calls share them: the worst that a mixed-up id could reveal.
  const keyword = isShared(buy.keyword) ? buy.keyword : wordsOf(buy.path, `f-${own}`);
  const account = otherThan(buy.account, dice);
  return { op: 'foreign', buy: { ...buy, account, keyword }, hangUpMs: null, ceiling: null };
}

/** The keyword is unique: only it distinguishes one question from another. */
function askedStep(seed: number, worker: number, n: number, dice: Dice): Step {
  const { account } = buyOf(seed, worker, n);
  const name = `q${seed}-${worker}-${n}`;
  const own = dice.chance(HIDDEN_SHARE) ? hiddenLabel(name) : name;
  const buy = { id: own, account, path: toolPath(dice.pick(PLATFORMS)), keyword: own };
  const times = 1 + dice.int(ASKED_MAX);
  const isLeft = dice.chance(ASKED_HANG_UP_SHARE);
  const hangUpMs = isLeft ? dice.int(HANG_UP_MS_MAX) : null;
  return { op: 'asked', buy, revision: dice.pick(REVISIONS), times, hangUpMs };
}

function otherThan(account: string, dice: Dice): string {
  return accountName((indexOf(account) + 1 + dice.int(ACCOUNTS - 1)) % ACCOUNTS);
}

/** More concurrent calls than fit under the cap, of every kind of price. */
function budgetStep(own: string, dice: Dice): Step {
  const scope = dice.pick(['key', 'project'] as const);
  const window = dice.pick([
    'day',
    'month',
    'total',
    ...(scope === 'key' ? (['call'] as const) : []),
  ] as const);
  const capMicros = dice.pick(window === 'call' ? CALL_CAPS_MICROS : CAPS_MICROS);
  const account = dice.pick(BUDGET_ACCOUNTS);
  const buys = Array.from({ length: BUDGET_BUYS }, (_, i) => {
    const path = dice.pick(PATHS_OF[dice.weighted(KINDS)]);
    return { id: `c${own}-${i}`, account, path, keyword: wordsOf(path, `c-${own}-${i}`) };
  });
  return { op: 'budget', budget: { scope, window, capMicros }, buys };
}

function revokeStep(seed: number, worker: number, n: number, dice: Dice): Step {
  const account = accountName(zipf(dice, ACCOUNTS));
  const buys = Array.from({ length: REVOKED_BUYS }, (_, i) => ({
    ...buyOf(seed, worker, n),
    id: `x${seed}-${worker}-${n}-${i}`,
    account,
  })).map((buy) => ({ ...buy, keyword: wordsOf(buy.path, buy.id) }));
  return { op: 'revoke', account, buys };
}

function hangUp(dice: Dice): number | null {
  return dice.chance(HANG_UP_SHARE) ? dice.int(HANG_UP_MS_MAX) : null;
}

/** Half the time one of the worker's own earlier steps, otherwise a current step of another worker. */
function known(seed: number, workers: number, worker: number, n: number, dice: Dice): Buy {
  const whose = dice.chance(0.5) ? worker : dice.int(workers);
  return buyOf(seed, whose, earlier(seed, whose, n - dice.int(8), MADE));
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
