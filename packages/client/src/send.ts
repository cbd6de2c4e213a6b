// Owns how one call travels: one request id over all its attempts, one deadline over all of them, and retries as the gateway itself
// advises. The only file that calls `fetch`. It never puts the key anywhere but into its header.
import type { Problem, Receipt } from './api-types.ts';
import type { Budget } from './budget.ts';
import type { Clock } from './clock.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { isLess, smallest } from './decimal.ts';
import { type ErrorFacts, NOTHING, ReelgateError } from './error.ts';

/** Full jitter: anything from nothing to this, doubled with every attempt. */
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 8_000;
/** Ids whose last use ended without an answer; the oldest is forgotten first. */
const DOUBTS_MAX = 1_000;
/** Errors of `fetch` that come before the first byte is sent. Others may come after it. */
const NEVER_SENT = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

export interface CallOptions {
  /** An id of your choice: the same id is never charged twice. For a walk, the id of its first page. */
  requestId?: string;
  /** Refuses, free of charge, what would cost more. A decimal text. */
  maxPrice?: string;
  /** Of `pricing.quote`: its price holds. */
  quote?: string;
  timeoutMs?: number;
  maxRetries?: number;
  signal?: AbortSignal;
}

export interface Charge {
  requestId: string;
  charged: string;
  currency: string;
  balance: string;
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

export interface Order {
  path: string;
  query: Record<string, unknown>;
  requestId: string;
  /** Nobody has used the id before: whatever it costs, this call has paid it. */
  isFresh: boolean;
  options: CallOptions;
  /** Posted as JSON; absent for a GET. */
  body?: object;
  /** What is left of the walk's own budget. */
  walkLeft?: string | undefined;
}

export interface Answer<T> {
  data: T;
  /** The body as it came: digits of large numbers are whole here. */
  text: string;
  /** Its body has been read. */
  response: Response;
  requestId: string;
  /** What this call took from the balance. */
  charged: string;
  /** The stored answer of an earlier call with this id. */
  isReplay: boolean;
}

/** An attempt that gave no answer. */
interface Trouble {
  what: string;
  facts: Omit<ErrorFacts, 'outcome' | 'requestId'>;
  /** The gateway was not reached, or said that it charged nothing. */
  isFree: boolean;
}

/** One call under way. */
interface Trip {
  order: Order;
  /** The most that this call may cost; undefined without a limit. */
  ceiling: string | undefined;
  deadline: Deadline;
  /** Some attempt may have been charged, here or in an earlier use of the id. */
  isInDoubt: boolean;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nobody knows whether it arrived, and with the same id nobody needs to. */
function lost(what: string, facts: Partial<Trouble['facts']> = {}, isFree = false): Trouble {
  return { what, facts: { code: 'CONNECTION', next: 'retry', ...facts }, isFree };
}

function unreached(error: unknown): Trouble {
  type Named = { code?: string; message?: string; cause?: Named };
  const { cause = {}, code, message } = error as Named;
  const name = String(cause.code ?? code ?? cause.message ?? message ?? error);
  return lost(`no connection: ${name}`, { cause: name }, NEVER_SENT.test(name));
}

function askedWait(response: Response, problem: Partial<Problem>): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return problem.retry_after_ms ?? (seconds >= 0 ? seconds * 1_000 : undefined);
}

/** Stands in for the problem document of an answer that came from a proxy in between, or from another kind of server. */
function foreign(status: number): Partial<Problem> {
  const detail = `status ${status} without a problem document`;
  return { code: 'BAD_ANSWER' as never, next: status < 500 ? 'fix' : 'retry', detail };
}

/** What a refusal means for the call. */
function refused(response: Response, problem: Partial<Problem>): Trouble {
  const { status } = response;
  const isForeign = problem.code === undefined;
  const { code, next = 'fix', detail = '' } = isForeign ? foreign(status) : problem;
  const facts = { code: code!, next, status, retryAfterMs: askedWait(response, problem) };
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

  async send<T>(order: Order): Promise<Answer<T>> {
    const { clock, timeoutMs, budget } = this.#settings;
    const { requestId, options } = order;
    const deadline = startDeadline(clock, options.timeoutMs ?? timeoutMs, options.signal);
    const trip: Trip = { order, ceiling: undefined, deadline, isInDoubt: this.#doubts.has(requestId) };
    const go = (left?: string) => {
      trip.ceiling = smallest([options.maxPrice, order.walkLeft, left]);
      return this.#attempts<T>(trip);
    };
    try {
      return await (budget === null ? go() : budget(requestId, deadline, go));
    } catch (error) {
      throw this.#explained(error, trip);
    } finally {
      deadline.close();
      this.#remember(trip);
    }
  }

  #url({ order: { path, query }, ceiling }: Trip): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value));
    // In the query: a header of our own would need another CORS permission in browsers.
    if (ceiling !== undefined) search.set('max_price', ceiling);
    return `${this.#settings.baseUrl}${path}${search.size === 0 ? '' : `?${search}`}`;
  }

  async #attempts<T>(trip: Trip): Promise<Answer<T>> {
    const { maxRetries } = this.#settings;
    for (let attempt = 0; ; attempt++) {
      const wasInDoubt = trip.isInDoubt;
      trip.isInDoubt = true;
      const result = await this.#attempt<T>(trip, wasInDoubt);
      if ('data' in result) return result;
      trip.isInDoubt = wasInDoubt || !result.isFree;
      const { next } = result.facts;
      const canRetry = next === 'retry' || next === 'wait';
      if (!canRetry || attempt >= (trip.order.options.maxRetries ?? maxRetries)) {
        throw this.#error(result, trip);
      }
      await this.#pause(result, attempt, trip);
    }
  }

  async #attempt<T>(trip: Trip, wasInDoubt: boolean): Promise<Answer<T> | Trouble> {
    const { apiKey, serviceName, fetch } = this.#settings;
    const { order, deadline } = trip;
    const url = this.#url(trip);
    const {
      body,
      requestId,
      options: { quote },
    } = order;
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = {
      ...(post && { 'content-type': 'application/json' }),
      authorization: `Bearer ${apiKey}`,
      [`x-${serviceName}-request-id`]: requestId,
      ...(quote !== undefined && { [`x-${serviceName}-quote`]: quote }),
    };
    let response: Response;
    let text: string;
    try {
      // A redirect would carry the key to another place.
      response = await deadline.race(
        fetch(url, { ...post, headers, signal: deadline.signal, redirect: 'manual' }),
      );
      text = await deadline.race(response.text());
    } catch (cause) {
      if (deadline.ended !== null) throw deadline.ended;
      return unreached(cause);
    }
    const data = parse(response.ok ? text : this.#withoutKey(text));
    if (!response.ok) return refused(response, (data ?? {}) as Partial<Problem>);
    if (typeof data !== 'object' || data === null) {
      return lost('the answer is not whole JSON', { code: 'BAD_ANSWER', status: response.status });
    }
    return this.#answer({ data: data as T, text, response, requestId }, trip, wasInDoubt);
  }

  #answer<T>(
    read: Pick<Answer<T>, 'data' | 'text' | 'response' | 'requestId'>,
    trip: Trip,
    wasInDoubt: boolean,
  ): Answer<T> {
    const { receipt } = read.data as { receipt?: Receipt };
    const isReplay = read.response.headers.get(`x-${this.#settings.serviceName}-replayed`) === 'true';
    // The stored bytes tell what the id cost; whether this call paid it, only its history does.
    const isPaidHere = !isReplay || trip.order.isFresh || wasInDoubt;
    const charged = (isPaidHere ? receipt?.charged : undefined) ?? NOTHING;
    trip.isInDoubt = false;
    if (receipt !== undefined && isLess(NOTHING, charged)) {
      const { requestId, path } = trip.order;
      const { currency, balance } = receipt;
      this.#settings.onCharge?.({ requestId, charged, currency, balance, path });
    }
    return { ...read, charged, isReplay };
  }

  async #pause(trouble: Trouble, attempt: number, trip: Trip): Promise<void> {
    const { deadline } = trip;
    const asked = trouble.facts.retryAfterMs ?? 0;
    const left = deadline.left();
    if (asked >= left) {
      const what = `${trouble.what}; told to wait ${asked} ms, the deadline leaves ${Math.round(left)} ms`;
      throw this.#error({ ...trouble, what }, trip);
    }
    const spread = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** attempt, left - asked);
    await deadline.sleep(asked + this.#settings.clock.random() * spread);
  }

  #error({ what, facts }: Trouble, { order, ceiling, isInDoubt }: Trip): ReelgateError {
    if (facts.code === 'PRICE_CEILING' && ceiling !== order.options.maxPrice) {
      what = 'the next call would pass the budget';
      facts = { ...facts, code: 'BUDGET', next: 'fix' };
    }
    const unreached = facts.status === undefined ? 'not_sent' : 'refused';
    const outcome = isInDoubt ? 'unknown' : unreached;
    const cause = facts.cause && this.#withoutKey(facts.cause);
    return new ReelgateError(this.#withoutKey(what), {
      ...facts,
      cause,
      outcome,
      requestId: order.requestId,
    });
  }

  /** A cause may quote the headers that it was given, and a proxy what it was sent. */
  #withoutKey(text: string): string {
    return text.replaceAll(this.#settings.apiKey, '[key]');
  }

  #explained(error: unknown, trip: Trip): ReelgateError {
    const { ended } = trip.deadline;
    if (ended === null || error !== ended) return error as ReelgateError;
    const what = ended === 'DEADLINE' ? 'the deadline passed' : 'the caller gave up';
    return this.#error(lost(what, { code: ended }), trip);
  }

  #remember({ order: { requestId }, isInDoubt }: Trip): void {
    this.#doubts.delete(requestId);
    if (!isInDoubt) return;
    this.#doubts.add(requestId);
    const [oldest] = this.#doubts;
    if (this.#doubts.size > DOUBTS_MAX) this.#doubts.delete(oldest!);
  }
}
