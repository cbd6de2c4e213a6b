// The client of the bench: one call with the relevant parts of its answer, calls at fixed times whether or not earlier ones were answered
// (an open loop, so that a slow gateway is not spared), and counters of what was charged.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export type Variant = 'economy' | 'stable';

export interface Shot {
  platform: string;
  variant: Variant;
  keyword: string;
  /** Distinguishes kinds of calls of one row. */
  tag?: string;
  pcursor?: string;
}

export interface Outcome {
  shot: Shot;
  status: number;
  ms: number;
  /** Milliseconds since the client began. */
  sentAtMs: number;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface Tally {
  paid: Record<Variant, number>;
  failed: number;
  /** Answers that state a wrong price. */
  misstated: number;
}

const ACTIONS: Record<Variant, string> = { economy: 'search_video', stable: 'search_video_v2' };
export const PRICES_MICROS: Record<Variant, number> = { economy: 4_000, stable: 12_000 };
/** More than the most concurrent calls of any row. */
const CONNECTIONS_MAX = 1_000;
/** Twice the deadline of a call: without an answer by then, the call counts as lost. */
const PATIENCE_MS = 30_000;
/** In place of a status: the outcome of the call is unknown, so every check that counts it fails. */
const LOST = 0;
/** Calls are sent within the millisecond in which they are due. */
const TICK_MS = 1;

function newTally(): Tally {
  return { paid: { economy: 0, stable: 0 }, failed: 0, misstated: 0 };
}

export class Client {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #agent = new Agent({
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    connect: { timeout: PATIENCE_MS },
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
  #tally = newTally();

  constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${key}` };
  }

  async call(shot: Shot): Promise<Outcome> {
    const { platform, variant, keyword, pcursor } = shot;
    const query = new URLSearchParams({ keyword, ...(pcursor === undefined ? {} : { pcursor }) });
    const url = `${this.#url}/api/u1/v1/${platform}/app/${ACTIONS[variant]}?${query}`;
    const sentAtMs = performance.now();
    const answer = await this.#get(url);
    const outcome = { shot, ...answer, sentAtMs, ms: performance.now() - sentAtMs };
    this.#count(outcome);
    return outcome;
  }

  async #get(url: string): Promise<Pick<Outcome, 'status' | 'headers' | 'body'>> {
    try {
      const answer = await request(url, { headers: this.#headers, dispatcher: this.#agent });
      const headers = answer.headers as Record<string, string | undefined>;
      return { status: answer.statusCode, headers, body: await answer.body.text() };
    } catch (error) {
      return { status: LOST, headers: {}, body: String(error) };
    }
  }

  /** Everything since the last reading. */
  takeTally(): Tally {
    const tally = this.#tally;
    this.#tally = newTally();
    return tally;
  }

  async balanceMicros(): Promise<number> {
    const url = `${this.#url}/api/account/v1/balance`;
    const answer = await request(url, { headers: this.#headers, dispatcher: this.#agent });
    const { balance } = (await answer.body.json()) as { balance: string };
    return Math.round(Number(balance) * 1e6);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #count({ shot: { variant }, status, headers, body }: Outcome): void {
    const isPaid = status === 200;
    if (isPaid) this.#tally.paid[variant]++;
    else this.#tally.failed++;
    const price = (PRICES_MICROS[variant] / 1e6).toFixed(6);
    const isRight = isPaid
      ? headers['x-reelgate-charged'] === price
      : problemOf(body)?.charged === '0.000000';
    if (!isRight) this.#tally.misstated++;
  }
}

export interface Problem {
  code?: unknown;
  charged?: unknown;
  retry_after_ms?: unknown;
}

/** The body of a refusal; null when it is not a JSON object. */
export function problemOf(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

export interface OpenLoop {
  perSecond: number;
  seconds: number;
  shotAt(index: number): Shot;
}

/** Sends calls at an even rate and waits for all answers. */
export async function openLoop(
  client: Pick<Client, 'call'>,
  { perSecond, seconds, shotAt }: OpenLoop,
): Promise<Outcome[]> {
  const calls: Promise<Outcome>[] = [];
  const beganMs = performance.now();
  for (const total = Math.round(perSecond * seconds); calls.length < total; await sleep(TICK_MS)) {
    const due = Math.min(total, Math.floor(((performance.now() - beganMs) / 1_000) * perSecond) + 1);
    while (calls.length < due) calls.push(client.call(shotAt(calls.length)));
  }
  return Promise.all(calls);
}

/** Calls that no cache has: the n-th of a name has its own keyword. */
export function fresh(platform: string, variant: Variant, name: string): Shot {
  return { platform, variant, keyword: `${variant}-${name}` };
}
