// Sends one call: one request id and one deadline over all its attempts, and retries as the gateway advises. The only file that calls
// `fetch`. The API key goes into its header and nowhere else.
import type { Problem, Receipt } from './api-types.ts';
import type { Budget } from './budget.ts';
import type { Clock } from './clock.ts';
import { DELAY_MS_MAX, type Deadline, type Ended, startDeadline } from './deadline.ts';
import { isLess, smallest } from './decimal.ts';
import { type ErrorFacts, NOTHING, ReelgateError } from './error.ts';

/** Upper bound of the random pause after the first attempt (full jitter). It doubles with every attempt. */
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 8_000;
/** How many request ids of calls that may have been charged are remembered. The oldest is dropped first. */
const DOUBTS_MAX = 1_000;
/** Routes that charge nothing. They take no price ceiling, and do not wait for their turn in the client's budget. */
const FREE_PATH = /^\/api\/(account|pricing|resolve|collections|watches|status)\//;
/** Codes of `fetch` errors that happen before anything is sent. All other errors may happen after it. */
const NEVER_SENT = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

export interface CallOptions {
  /** Request id of the call: repeating an id is never charged twice. Default: a random id. For a walk, the id of its first page. */
  requestId?: string;
  /** The gateway refuses the call, free of charge, if it would cost more. A decimal text such as "0.05". */
  maxPrice?: string;
  /** A token from `pricing.quote`: the call is billed at the quoted price. */
  quote?: string;
  /** Deadline in milliseconds for the call with all its retries. Default: the client's. After it the call fails with DEADLINE. */
  timeoutMs?: number;
  /** How often the call is retried at most. Default: the client's. */
  maxRetries?: number;
  /** Ends the call with ABORTED. The gateway may still complete and charge it. */
  signal?: AbortSignal;
}

/** One charge, as `onCharge` gets it. */
export interface Charge {
  requestId: string;
  /** What the call took from the balance, as a decimal text. */
  charged: string;
  currency: string;
  /** The balance after the charge, as a decimal text. */
  balance: string;
  /** The path of the call, without its query. */
  path: string;
}

export interface Settings {
  apiKey: string;
  baseUrl: string;
  serviceName: string;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof fetch;
  clock: Clock;
  budget: Budget | null;
  onCharge: ((charge: Charge) => void) | undefined;
}

/** What is to be sent. */
export interface CallSpec {
  path: string;
  query: Record<string, unknown>;
  requestId: string;
  /** True if the id was never used before: then this call paid whatever the receipt says. */
  isFresh: boolean;
  options: CallOptions;
  /** Default: POST with a body, GET without one. */
  method?: string;
  /** Sent as JSON. */
  body?: object;
  /** Makes something each time: an attempt that may have succeeded is not repeated. */
  once?: boolean;
  /** Asks for the bytes from here on. The answer is the HTTP response, its body not read yet. */
  fromByte?: number;
  /** What is left of the walk's own budget, as a decimal text. */
  walkLeft?: string | undefined;
}

export interface Answer<T> {
  data: T;
  /** The body as received. Large numbers keep all their digits here. */
  text: string;
  /** The HTTP response. Its body is already read. */
  response: Response;
  requestId: string;
  /** What this call took from the balance, as a decimal text. */
  charged: string;
  /** True if this is the stored answer of an earlier call with this id. */
  isReplay: boolean;
}

/** An answer in a format of its own, such as WebVTT. */
export interface FormattedAnswer {
  content: string;
  receipt: Receipt;
}

/** An attempt without an answer. */
interface FailedAttempt {
  what: string;
  facts: Omit<ErrorFacts, 'outcome' | 'requestId'>;
  /** True if the gateway was not reached, or said that it charged nothing. */
  isFree: boolean;
}

/** The state of one call while it is sent. */
interface RunningCall {
  spec: CallSpec;
  /** The most that the call may cost, as a decimal text; undefined without a limit. */
  ceiling: string | undefined;
  deadline: Deadline;
  /** True if an attempt may have been charged, of this call or of an earlier one with the same id. */
  isInDoubt: boolean;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function endedText(ended: Ended): string {
  return ended === 'DEADLINE' ? 'the deadline passed' : 'the signal of the caller ended the call';
}

/** The connection failed. It is unknown whether the gateway received the call, so it is retried with the same id. */
function connectionLost(
  what: string,
  facts: Partial<FailedAttempt['facts']> = {},
  isFree = false,
): FailedAttempt {
  return { what, facts: { code: 'CONNECTION', next: 'retry', ...facts }, isFree };
}

function connectionFailed(error: unknown): FailedAttempt {
  type Named = { code?: string; message?: string; cause?: Named };
  const { cause = {}, code, message } = error as Named;
  const name = String(cause.code ?? code ?? cause.message ?? message ?? error);
  return connectionLost(`no connection: ${name}`, { cause: name }, NEVER_SENT.test(name));
}

function retryAfterOf(response: Response, problem: Partial<Problem>): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return problem.retry_after_ms ?? (seconds >= 0 ? seconds * 1_000 : undefined);
}

/** Stands in for the problem document if the answer came from a proxy or another kind of server. */
function foreignProblem(status: number): Partial<Problem> {
  const detail = `status ${status} without a problem document`;
  return { code: 'BAD_ANSWER' as never, next: status < 500 ? 'fix' : 'retry', detail };
}

/** Reads a refusal: what it means for the call. */
function refusalOf(response: Response, problem: Partial<Problem>): FailedAttempt {
  const { status } = response;
  const isForeign = problem.code === undefined;
  const { code, next = 'fix', detail = '' } = isForeign ? foreignProblem(status) : problem;
  const facts = { code: code!, next, status, retryAfterMs: retryAfterOf(response, problem) };
  return {
    what: detail,
    facts: isForeign ? facts : { ...facts, problem: problem as Problem },
    isFree: isForeign ? status < 500 : problem.charged !== undefined && code !== 'REQUEST_IN_PROGRESS',
  };
}

export class Sender {
  readonly #settings: Settings;
  readonly #doubts = new Set<string>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The deadline of one call, in milliseconds. */
  timeoutMsOf({ timeoutMs }: CallOptions): number {
    return timeoutMs ?? this.#settings.timeoutMs;
  }

  async send<T>(spec: CallSpec): Promise<Answer<T>> {
    const { clock, budget } = this.#settings;
    const { requestId, options } = spec;
    const deadline = startDeadline(clock, this.timeoutMsOf(options), options.signal);
    const running: RunningCall = {
      spec,
      ceiling: undefined,
      deadline,
      isInDoubt: this.#doubts.has(requestId),
    };
    const go = (left?: string) => {
      running.ceiling = smallest([options.maxPrice, spec.walkLeft, left]);
      return this.#attempts<T>(running);
    };
    try {
      return await (budget === null || FREE_PATH.test(spec.path) ? go() : budget(requestId, deadline, go));
    } catch (error) {
      throw this.#explained(error, running);
    } finally {
      deadline.close();
      this.#remember(running);
    }
  }

  /** Runs `work` until it ends, the caller's signal fires (ABORTED) or `timeoutMs` milliseconds have passed (DEADLINE). */
  async within<T>(
    options: CallOptions,
    work: (deadline: Deadline) => Promise<T>,
    timeoutMs = this.timeoutMsOf(options),
  ): Promise<T> {
    const deadline = startDeadline(this.#settings.clock, timeoutMs, options.signal);
    try {
      return await work(deadline);
    } catch (error) {
      const { ended } = deadline;
      if (ended === null || error !== ended) throw error;
      throw new ReelgateError(endedText(ended), {
        code: ended,
        next: 'retry',
        outcome: 'refused',
        requestId: null,
      });
    } finally {
      deadline.close();
    }
  }

  /** Monotonic time in milliseconds. */
  now(): number {
    return this.#settings.clock.now();
  }

  /** Waits between two calls: from half of `ms` to `ms` milliseconds, so that many callers do not ask at the same moment. */
  rest(ms: number, options: CallOptions): Promise<void> {
    const { clock } = this.#settings;
    return this.within(options, ({ sleep }) => sleep(ms * (1 - clock.random() / 2)), DELAY_MS_MAX);
  }

  #url({ spec: { path, query }, ceiling }: RunningCall): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value));
    // In the query, because a header of our own would need another CORS permission in browsers.
    if (ceiling !== undefined) search.set('max_price', ceiling);
    return `${this.#settings.baseUrl}${path}${search.size === 0 ? '' : `?${search}`}`;
  }

  async #attempts<T>(running: RunningCall): Promise<Answer<T>> {
    const { maxRetries } = this.#settings;
    for (let attempt = 0; ; attempt++) {
      const wasInDoubt = running.isInDoubt;
      running.isInDoubt = true;
      const result = await this.#attempt<T>(running, wasInDoubt);
      if ('data' in result) return result;
      running.isInDoubt = wasInDoubt || !result.isFree;
      const { next } = result.facts;
      const canRetry = (next === 'retry' || next === 'wait') && !(running.spec.once && running.isInDoubt);
      if (!canRetry || attempt >= (running.spec.options.maxRetries ?? maxRetries)) {
        throw this.#error(result, running);
      }
      await this.#pause(result, attempt, running);
    }
  }

  async #attempt<T>(running: RunningCall, wasInDoubt: boolean): Promise<Answer<T> | FailedAttempt> {
    const { apiKey, serviceName, fetch } = this.#settings;
    const { spec, deadline } = running;
    const url = this.#url(running);
    const {
      body,
      method = body ? 'POST' : 'GET',
      requestId,
      fromByte,
      options: { quote },
    } = spec;
    const sent = body && { body: JSON.stringify(body) };
    const headers = {
      ...(sent && { 'content-type': 'application/json' }),
      ...(fromByte && { range: `bytes=${fromByte}-` }),
      authorization: `Bearer ${apiKey}`,
      [`x-${serviceName}-request-id`]: requestId,
      ...(quote !== undefined && { [`x-${serviceName}-quote`]: quote }),
    };
    let response: Response;
    let text: string;
    try {
      // Following a redirect would send the key to another server.
      response = await deadline.race(
        fetch(url, { method, ...sent, headers, signal: deadline.signal, redirect: 'manual' }),
      );
      if (fromByte !== undefined && response.ok) {
        return { data: response as T, text: '', response, requestId, charged: NOTHING, isReplay: false };
      }
      text = await deadline.race(response.text());
    } catch (cause) {
      if (deadline.ended !== null) throw deadline.ended;
      return connectionFailed(cause);
    }
    const data = this.#formatted(text, response) ?? parse(response.ok ? text : this.#withoutKey(text));
    // An earlier attempt has deleted it, and its answer was lost.
    const isGone = method === 'DELETE' && wasInDoubt && response.status === 404;
    if (isGone)
      return { data: { removed: true } as T, text, response, requestId, charged: NOTHING, isReplay: true };
    if (!response.ok) return refusalOf(response, (data ?? {}) as Partial<Problem>);
    if (typeof data !== 'object' || data === null) {
      return connectionLost('the answer was cut short or is not JSON', {
        code: 'BAD_ANSWER',
        status: response.status,
      });
    }
    return this.#answer({ data: data as T, text, response, requestId }, running, wasInDoubt);
  }

  /** An answer that is not JSON has its receipt in a header. undefined for all others. */
  #formatted(content: string, { headers }: Response): FormattedAnswer | undefined {
    const receipt = headers.get('x-receipt');
    if (receipt === null) return undefined;
    const balance = headers.get(`x-${this.#settings.serviceName}-balance`);
    return { content, receipt: { ...(parse(receipt) as Receipt), balance: balance ?? '' } };
  }

  #answer<T>(
    read: Pick<Answer<T>, 'data' | 'text' | 'response' | 'requestId'>,
    running: RunningCall,
    wasInDoubt: boolean,
  ): Answer<T> {
    const { receipt } = read.data as { receipt?: Receipt };
    const isReplay = read.response.headers.get(`x-${this.#settings.serviceName}-replayed`) === 'true';
    // A replayed receipt says what the id cost. This call paid it only if no earlier call with the id did.
    const isPaidHere = !isReplay || running.spec.isFresh || wasInDoubt;
    const charged = (isPaidHere ? receipt?.charged : undefined) ?? NOTHING;
    running.isInDoubt = false;
    if (receipt !== undefined && isLess(NOTHING, charged)) {
      const { requestId, path } = running.spec;
      const { currency, balance } = receipt;
      this.#settings.onCharge?.({ requestId, charged, currency, balance, path });
    }
    return { ...read, charged, isReplay };
  }

  async #pause(failed: FailedAttempt, attempt: number, running: RunningCall): Promise<void> {
    const { deadline } = running;
    const asked = failed.facts.retryAfterMs ?? 0;
    const left = deadline.left();
    if (asked >= left) {
      const what = `${failed.what}; the gateway asks to wait ${asked} ms, the deadline leaves ${Math.round(left)} ms`;
      throw this.#error({ ...failed, what }, running);
    }
    const spread = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** attempt, left - asked);
    await deadline.sleep(asked + this.#settings.clock.random() * spread);
  }

  #error({ what, facts }: FailedAttempt, { spec, ceiling, isInDoubt }: RunningCall): ReelgateError {
    if (facts.code === 'PRICE_CEILING' && ceiling !== spec.options.maxPrice) {
      what = 'the next call would exceed the budget';
      facts = { ...facts, code: 'BUDGET', next: 'fix' };
    }
    const unreached = facts.status === undefined ? 'not_sent' : 'refused';
    const outcome = isInDoubt ? 'unknown' : unreached;
    const cause = facts.cause && this.#withoutKey(facts.cause);
    return new ReelgateError(this.#withoutKey(what), {
      ...facts,
      cause,
      outcome,
      requestId: spec.requestId,
      ...(spec.once && { once: true }),
    });
  }

  /** Error causes may quote request headers, and proxies may quote the request. */
  #withoutKey(text: string): string {
    return text.replaceAll(this.#settings.apiKey, '[key]');
  }

  #explained(error: unknown, running: RunningCall): ReelgateError {
    const { ended } = running.deadline;
    if (ended === null || error !== ended) return error as ReelgateError;
    return this.#error(connectionLost(endedText(ended), { code: ended }), running);
  }

  #remember({ spec: { requestId }, isInDoubt }: RunningCall): void {
    this.#doubts.delete(requestId);
    if (!isInDoubt) return;
    this.#doubts.add(requestId);
    const [oldest] = this.#doubts;
    if (this.#doubts.size > DOUBTS_MAX) this.#doubts.delete(oldest!);
  }
}
