// Owns what a client is made with: the options, their defaults and what is refused. A key is checked here once and never quoted.
import { Budget } from './budget.ts';
import { type Clock, systemClock } from './clock.ts';
import { isAmount } from './decimal.ts';
import { ReelgateError, wrongOption } from './error.ts';
import type { Charge, Settings } from './send.ts';

/** Four times what a call may take inside the gateway. */
const TIMEOUT_MS = 60_000;
/** Timers of every runtime end here. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;
const RETRIES = 4;
const RETRIES_MAX = 100;
/** Anything else cannot travel in a header, and the runtime's complaint would quote it. */
const VISIBLE_ASCII = /^[!-~]+$/;

export interface ReelgateOptions {
  /** May come straight from the environment: one that is missing is refused. */
  apiKey: string | undefined;
  /** Where the gateway is, such as `https://gateway.example`. */
  baseUrl: string;
  /** Of a call with all its retries; 60,000 unless told. */
  timeoutMs?: number;
  /** Further attempts of one call; 4 unless told. */
  maxRetries?: number;
  /** What the calls of this client may cost together. A decimal text. With it they run one after another. */
  budget?: string;
  /** Instead of the runtime's own. */
  fetch?: typeof fetch;
  /** Told of every charge. */
  onCharge?: (charge: Charge) => void;
  /** A key in a page is everybody's: say that you know. */
  allowBrowser?: boolean;
  /** The gateway's setting `service.name`, which names its headers. */
  serviceName?: string;
  /** Time and chance, for tests. */
  clock?: Clock;
}

function isBrowser(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent?.startsWith('Mozilla/') === true;
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw wrongOption(`${name} must be a whole number from ${min} to ${max}`);
}

function amount(name: string, value: string | undefined): string | null {
  if (value === undefined || isAmount(value)) return value ?? null;
  throw wrongOption(`${name} must be a decimal text such as "0.50"`);
}

function baseUrlOf(text: string): string {
  const url = /^https?:\/\//.test(text) && !/[?#@]/.test(text);
  if (url) return text.replace(/\/$/, '');
  throw wrongOption('baseUrl must be an http(s) address without query or credentials');
}

/** Of one call. */
export function checkCallOptions(options: {
  maxPrice?: string;
  budget?: string;
  timeoutMs?: number;
  maxRetries?: number;
  requestId?: string;
}): void {
  amount('maxPrice', options.maxPrice);
  amount('budget', options.budget);
  if (options.timeoutMs !== undefined) whole('timeoutMs', options.timeoutMs, 1, TIMEOUT_MS_MAX);
  if (options.maxRetries !== undefined) whole('maxRetries', options.maxRetries, 0, RETRIES_MAX);
  const { requestId } = options;
  if (requestId !== undefined && !VISIBLE_ASCII.test(requestId)) {
    throw wrongOption('requestId must be visible ASCII without spaces');
  }
}

export function settingsOf(options: ReelgateOptions): Settings {
  const { apiKey, timeoutMs = TIMEOUT_MS, maxRetries = RETRIES, serviceName = 'reelgate' } = options;
  if (isBrowser() && options.allowBrowser !== true) {
    const facts = { code: 'BROWSER', next: 'fix', outcome: 'not_sent', requestId: null } as const;
    throw new ReelgateError('a key in a web page is public: set allowBrowser', facts);
  }
  // A pattern would take what is missing for the word "undefined".
  if (!apiKey || !VISIBLE_ASCII.test(apiKey))
    throw wrongOption('apiKey must be visible ASCII without spaces');
  const budget = amount('budget', options.budget);
  return {
    apiKey,
    baseUrl: baseUrlOf(options.baseUrl),
    serviceName,
    timeoutMs: whole('timeoutMs', timeoutMs, 1, TIMEOUT_MS_MAX),
    maxRetries: whole('maxRetries', maxRetries, 0, RETRIES_MAX),
    fetch: options.fetch ?? globalThis.fetch,
    clock: options.clock ?? systemClock,
    budget: budget === null ? null : new Budget(budget),
    onCharge: options.onCharge,
  };
}
