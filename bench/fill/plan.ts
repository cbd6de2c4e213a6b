// The content of a fill for either database: the number of accounts, keys and calls, their ids, and money that makes a ledger which
// `reelgate ledger verify` finds clean. Pure.

// The price of a filled call: that of the catalog in the database, which the ledger itself checks.
export type Progress = (text: string) => void;

export interface Price {
  version: number;
  price: number;
}

/** Reads a row of `catalogs`. Only patterns of the default price list are supported. */
export function priceIn(row: Record<string, unknown> | undefined, path: string): Price {
  if (row === undefined) throw new Error('the database has no catalog yet');
  const { endpoints } = JSON.parse(row.document as string) as {
    endpoints: { path: string; unitPriceMicros: number }[];
  };
  const action = path.slice(path.lastIndexOf('/'));
  const rule = endpoints.find((endpoint) => endpoint.path.endsWith(action));
  if (rule === undefined) throw new Error(`the catalog has no price for ${path}`);
  return { version: Number(row.version), price: rule.unitPriceMicros };
}

export interface FillSize {
  keys: number;
  calls: number;
  /**
   * `blocks`: all calls of one account are consecutive, which fills fast. `turns`: accounts and their keys call in turn, so that each has
   * calls on every day, like real customers.
   */
  order?: 'blocks' | 'turns';
}

export interface FillPlan extends Required<FillSize> {
  accounts: number;
  keysPerAccount: number;
  /** Calls of every account with `blocks`, except the last ones, which may have fewer. */
  callsPerAccount: number;
  topupMicros: number;
  path: string;
  /** All calls are older than this, one second apart, newest last. */
  untilMs: number;
}

/** Customers have a few keys each: one per machine or program. */
const KEYS_PER_ACCOUNT = 10;
/** A million units: more than any measurement spends. */
const FUNDS_MICROS = 1_000_000_000_000;

export const FILL_PATH = '/api/u1/v1/fast/app/search_video_v2';

export function planFill({ keys, calls, order = 'blocks' }: FillSize, nowMs: number): FillPlan {
  const keysPerAccount = Math.min(keys, KEYS_PER_ACCOUNT);
  const accounts = Math.ceil(keys / keysPerAccount);
  return {
    keys,
    calls,
    order,
    accounts,
    keysPerAccount,
    callsPerAccount: Math.ceil(calls / accounts),
    topupMicros: FUNDS_MICROS,
    path: FILL_PATH,
    untilMs: nowMs,
  };
}

const numbered = (prefix: string, n: number) => `${prefix}${String(n).padStart(12, '0')}`;
export const accountId = (n: number): string => numbered('acc_fill', n);
export const keyId = (n: number): string => numbered('key_fill', n);

export function callsOf(plan: FillPlan, account: number): number {
  if (plan.order === 'turns') return Math.max(0, Math.ceil((plan.calls - account) / plan.accounts));
  return Math.max(0, Math.min(plan.callsPerAccount, plan.calls - account * plan.callsPerAccount));
}

export interface Dealt {
  /** The account of the call. */
  account: string;
  key: string;
  /** How many calls of that account came before. */
  nth: string;
}

/** The account and key of call number `i`, as integer expressions that both databases read the same way. */
export function dealt({ order, accounts, callsPerAccount, keysPerAccount }: FillPlan, i: string): Dealt {
  const isBlocks = order === 'blocks';
  const account = isBlocks ? `(${i} / ${callsPerAccount})` : `(${i} % ${accounts})`;
  const nth = isBlocks ? `(${i} % ${callsPerAccount})` : `(${i} / ${accounts})`;
  return { account, nth, key: `(${account} * ${keysPerAccount} + ${nth} % ${keysPerAccount})` };
}
