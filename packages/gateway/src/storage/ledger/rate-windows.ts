// Rate limits inside `calls.open`: calls per window and calls at one time, per key and per account. A window starts with its first call
// and ends after its number of seconds; a refused call is not counted. The row in the database is the only counter and the database's
// clock is the only clock, so the limit is exact for any number of nodes. Gathered calls (pages of collections, runs of watches) are neither
// checked nor counted here.
import type { RateLimit } from '../../domain/limiting/rate-limit.ts';
import type { OpenCall, OpenResult, RateState } from './call-verb-types.ts';
import type { AccountRow, KeyRow, Ledger, Window } from './ledger.ts';

export type Admission =
  | { kind: 'admitted'; windows: Window[]; rate: RateState }
  | Extract<OpenResult, { kind: 'limited' }>;

/** Milliseconds. A running call may end at any time, so there is no exact value; one second is a reasonable guess. */
const CONCURRENT_RETRY_MS = 1_000;

/** The rate limits that apply to a call. */
export interface CallRates {
  keyRate: RateLimit;
  defaultRate: RateLimit;
  keysMax: number;
}

/** Checks the key's limit, then the account's. The first limit that is reached refuses the call. */
export function admit(
  ledger: Ledger,
  key: KeyRow,
  account: AccountRow,
  { extraPages, ...rates }: CallRates & { extraPages: number },
): Admission {
  const first = check(ledger, { scope: `key_id:${key.id}`, extraPages }, key.running, rates.keyRate);
  if (first.kind === 'limited') return first;
  const scope = accountScope(account.id);
  const second = check(ledger, { scope, extraPages }, account.running, account.rate ?? ofKeys(rates));
  if (second.kind === 'limited') return second;
  return { ...first, windows: [...first.windows, ...second.windows] };
}

export const accountScope = (accountId: string) => `account_id:${accountId}`;

/**
 * The limit of an account that has none of its own: the limit of as many keys as an account may have. Without it, an account would escape
 * the limit of its keys by creating more keys. A key with a higher limit than the default raises the account's limit, so that one key
 * alone never reaches it. The window is always that of the default limit, because all keys of the account share one count.
 */
function ofKeys({ keyRate, defaultRate, keysMax }: CallRates): RateLimit {
  const { perSeconds } = defaultRate;
  const windows = Math.max(1, Math.ceil(perSeconds / keyRate.perSeconds));
  return {
    requests: keysMax * Math.max(defaultRate.requests, keyRate.requests * windows),
    perSeconds,
    concurrent: keysMax * Math.max(defaultRate.concurrent, keyRate.concurrent),
  };
}

function check(
  ledger: Ledger,
  { scope, extraPages }: { scope: string; extraPages: number },
  running: number,
  limit: RateLimit,
): Admission {
  const current = currentWindow(ledger, scope, limit);
  // A key that owes more pages than a whole window allows must still get one call, otherwise it could never work off the rest.
  const window = { ...current, used: current.used + Math.min(extraPages, limit.requests - 1) };
  const resetMs = window.startMs + limit.perSeconds * 1_000 - ledger.nowMs;
  const remaining = Math.max(0, limit.requests - window.used);
  const rate = { limit, remaining, resetMs };
  if (remaining === 0) return { kind: 'limited', reason: 'requests', rate, retryAfterMs: resetMs };
  if (running >= limit.concurrent) {
    return { kind: 'limited', reason: 'concurrent', rate, retryAfterMs: CONCURRENT_RETRY_MS };
  }
  return { kind: 'admitted', windows: [window], rate: { limit, remaining: remaining - 1, resetMs } };
}

/** Reads a key's window without counting a call. */
export function rateNow(ledger: Ledger, keyId: string, limit: RateLimit): RateState {
  const window = currentWindow(ledger, `key_id:${keyId}`, limit);
  const resetMs = window.startMs + limit.perSeconds * 1_000 - ledger.nowMs;
  return { limit, remaining: Math.max(0, limit.requests - window.used), resetMs };
}

/** A new window starts when the old one has ended, or lies in the future because the clock was set back. */
function currentWindow({ windows, nowMs }: Ledger, scope: string, limit: RateLimit): Window {
  const window = windows.get(scope);
  const isOver = window === undefined || nowMs >= window.startMs + limit.perSeconds * 1_000;
  return isOver || nowMs < window.startMs ? { scope, startMs: nowMs, used: 0 } : window;
}

/** Gathered calls have limits of their own, outside the ledger. */
export function admitGathered(ledger: Ledger, { id }: KeyRow, keyRate: RateLimit): Admission {
  return { kind: 'admitted', windows: [], rate: rateNow(ledger, id, keyRate) };
}

/**
 * Whether the number of calls that run could decide about a call of this batch. Only then a backend reads how many of them are gathered,
 * and leaves those out.
 */
export function isNearLimit(key: KeyRow, account: AccountRow, opens: readonly OpenCall[]): boolean {
  const limits = opens.map(({ defaultRate }) => key.rate ?? defaultRate);
  const least = Math.min(
    ...[...limits, ...(account.rate === null ? [] : [account.rate])].map(({ concurrent }) => concurrent),
  );
  return account.running + opens.length > least;
}

/** Takes the gathered calls off those that run. */
export function leaveOutGathered(
  key: KeyRow,
  account: AccountRow,
  gathered: { ofKey: number; ofAccount: number },
): void {
  key.running -= gathered.ofKey;
  if (account.isWithoutGathered) return;
  account.running -= gathered.ofAccount;
  account.isWithoutGathered = true;
}

export function countAdmission(ledger: Ledger, admission: { windows: Window[] }): void {
  for (const { scope, startMs, used } of admission.windows) {
    const counted = { scope, startMs, used: used + 1 };
    ledger.windows.set(scope, counted);
    ledger.changedWindows.set(scope, counted);
  }
}
