// The options of a client, their defaults and their checks. No message quotes the key.
import { budgetOf } from './budget.ts';
import { type Clock, systemClock } from './clock.ts';
import { DELAY_MS_MAX } from './deadline.ts';
import { isAmount } from './decimal.ts';
import { wrongOption } from './error.ts';
import type { Charge, Settings } from './send.ts';
import type { WalkOptions } from './walk.ts';

/** Default deadline: four times the gateway's own time limit for a call. */
const TIMEOUT_MS = 60_000;
const RETRIES = 4;
const RETRIES_MAX = 100;
/** Other characters cannot be sent in a header, and the runtime's error would quote the key. */
const VISIBLE_ASCII = /^[!-~]+$/;

export interface ReelgateOptions {
  /** Required. The type allows undefined so that an environment variable can be passed; a missing key throws INVALID_OPTION. */
  apiKey: string | undefined;
  /** Address of the gateway, such as `https://gateway.example`. */
  baseUrl: string;
  /** Deadline in milliseconds for one call with all its retries. Default 60,000. */
  timeoutMs?: number;
  /** How often one call is retried at most. Default 4. */
  maxRetries?: number;
  /** The most that all calls of this client may cost together, as a decimal text. With a budget, calls run one after another. */
  budget?: string;
  /** Used instead of the runtime's own `fetch`. */
  fetch?: typeof fetch;
  /** Called after every charge. */
  onCharge?: (charge: Charge) => void;
  /** Set this to use the client in a web page, where everyone who opens the page can read the key. Otherwise it throws BROWSER. */
  allowBrowser?: boolean;
  /** The gateway's setting `service.name`, which names its headers. Default `reelgate`. */
  serviceName?: string;
  /** Time and randomness, for tests. */
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

/** Whether the value has one text that the caller means. An object would be sent as "[object Object]", and the call charged. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : /^(string|boolean|bigint)$/.test(typeof value);
}

/** Throws INVALID_OPTION for parameters that cannot be written into an address. */
export function checkParameters(input: object): void {
  if (typeof input !== 'object' || input === null)
    throw wrongOption('parameters must be an object such as { platform: "library" }');
  for (const [name, value] of Object.entries(input)) {
    if (value != null && !(Array.isArray(value) ? value.every(isPlain) : isPlain(value)))
      throw wrongOption(`${name} must be a text, a number, true or false, or a list of these`);
  }
}

function keyOf(apiKey: string | undefined): string {
  if (!apiKey) throw wrongOption('apiKey is missing: pass the key that the operator of the gateway gave you');
  checkVisible('apiKey', apiKey);
  return apiKey;
}

function baseUrlOf(text: string): string {
  if (!text) throw wrongOption('baseUrl is missing: pass the address of the gateway');
  const url = /^https?:\/\//.test(text) && !/[?#@]/.test(text);
  if (url) return text.replace(/\/$/, '');
  throw wrongOption('baseUrl must be an http(s) address without query or credentials');
}

/** Throws INVALID_OPTION for the first option that cannot be used. */
export function checkCallOptions(options: CallLimits): void {
  checkAmount(options, 'maxPrice');
  checkAmount(options, 'budget');
  checkWhole(options, 'timeoutMs', 1, DELAY_MS_MAX);
  checkWhole(options, 'maxRetries', 0, RETRIES_MAX);
  if (options.requestId !== undefined) checkVisible('requestId', options.requestId);
}

export function settingsOf(options: ReelgateOptions): Settings {
  const { timeoutMs = TIMEOUT_MS, maxRetries = RETRIES, serviceName = 'reelgate' } = options;
  if (isBrowser() && options.allowBrowser !== true)
    throw wrongOption('a key in a web page is public: set allowBrowser', 'BROWSER');
  const apiKey = keyOf(options.apiKey);
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
