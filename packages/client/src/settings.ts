// Owns what a client is made with: the options, their defaults and what is refused. A key is checked here once and never quoted.
import { budgetOf } from './budget.ts';
import { type Clock, systemClock } from './clock.ts';
import { isAmount } from './decimal.ts';
import { wrongOption } from './error.ts';
import type { Charge, Settings } from './send.ts';
import type { WalkOptions } from './walk.ts';

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
  return /^Mozilla/.test(navigator?.userAgent ?? '');
}

type CallLimits = Pick<WalkOptions, 'maxPrice' | 'budget' | 'timeoutMs' | 'maxRetries' | 'requestId'>;

function checkWhole(options: CallLimits, name: 'timeoutMs' | 'maxRetries', min: number, max: number): void {
  const value = options[name];
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw wrongOption(`${name} must be a whole number from ${min} to ${max}`);
}

function checkAmount(options: CallLimits, name: 'maxPrice' | 'budget'): void {
  const value = options[name];
  if (value !== undefined && !isAmount(value))
    throw wrongOption(`${name} must be a decimal text such as "0.50"`);
}

function checkVisible(name: string, value: string): void {
  if (!VISIBLE_ASCII.test(value)) throw wrongOption(`${name} must be visible ASCII without spaces`);
}

function baseUrlOf(text: string): string {
  const url = /^https?:\/\//.test(text) && !/[?#@]/.test(text);
  if (url) return text.replace(/\/$/, '');
  throw wrongOption('baseUrl must be an http(s) address without query or credentials');
}

/** Throws INVALID_OPTION for the first option that cannot be used. */
export function checkCallOptions(options: CallLimits): void {
  checkAmount(options, 'maxPrice');
  checkAmount(options, 'budget');
  checkWhole(options, 'timeoutMs', 1, TIMEOUT_MS_MAX);
  checkWhole(options, 'maxRetries', 0, RETRIES_MAX);
  if (options.requestId !== undefined) checkVisible('requestId', options.requestId);
}

export function settingsOf(options: ReelgateOptions): Settings {
  const { apiKey = '', timeoutMs = TIMEOUT_MS, maxRetries = RETRIES, serviceName = 'reelgate' } = options;
  if (isBrowser() && options.allowBrowser !== true)
    throw wrongOption('a key in a web page is public: set allowBrowser', 'BROWSER');
  checkVisible('apiKey', apiKey);
  checkCallOptions(options);
  const { budget, onCharge, clock = systemClock, fetch = globalThis.fetch } = options;
  return {
    apiKey,
    baseUrl: baseUrlOf(options.baseUrl),
    serviceName,
    timeoutMs,
    maxRetries,
    fetch,
    clock,
    budget: budget === undefined ? null : budgetOf(budget),
    onCharge,
  };
}
