// HTTP from the command line to a running gateway: health and admin answers, each in one attempt with a deadline and a bounded body, and
// the bounded `fetch` that paid calls use. Redirects are never followed, so that a credential cannot reach another host.
import { Agent, type Dispatcher, fetch, request } from 'undici';
import { KB } from '../domain/limits.ts';
import { CliError, EXIT } from './world.ts';

/** Twice the deadline of a call inside the gateway. */
export const TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A page of 50 items with raw records is near 1 MB. */
const BODY_BYTES_MAX = 32 * 1024 * KB;

export interface GatewayAddress {
  /** An origin such as `http://127.0.0.1:8080`. */
  url: string;
  /** The name of the service: part of its header names. */
  name: string;
}

/** RFC 9457, as the gateway writes it. */
export interface ProblemAnswer {
  title: string;
  detail: string;
  code: string;
  request_id: string;
  next?: string;
  /** Why a thing does not exist. */
  reason?: string;
  retry_after_ms?: number;
}

interface Answer {
  type: string;
  text: string;
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? 'unknown error');
}

async function readAnswer({ headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  return { type: String(headers['content-type'] ?? ''), text: await body.text() };
}

function boundedAgent(): Agent {
  return new Agent({
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    maxResponseSize: BODY_BYTES_MAX,
  });
}

/** A `fetch` with the same limits, for the client package. */
export function boundedFetch(): {
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
  /** Aborts running requests. */
  abort(): Promise<void>;
} {
  const dispatcher = boundedAgent();
  const bounded = (url: string, init: object) => fetch(url, { ...init, dispatcher });
  return {
    fetch: bounded as unknown as typeof globalThis.fetch,
    close: () => dispatcher.close(),
    abort: () => dispatcher.destroy(),
  };
}

/** GET without a body by default. */
export interface AskedRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: object;
  requestId?: string;
}

/** Who asks, and which setting to change when the gateway cannot be reached. */
interface Asker {
  key: string;
  hint: string;
}

export class GatewayClient {
  readonly #address: GatewayAddress;
  readonly #agent = boundedAgent();
  #files: Agent | null = null;

  constructor(address: GatewayAddress) {
    const url = URL.parse(address.url);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new CliError(`"${address.url}" is not an http or https URL`, EXIT.usage);
    }
    this.#address = { ...address, url: url.origin };
  }

  /** Asks the public listener as a caller does. Returns the answer, or the problem. */
  async ask(
    target: string,
    { key, hint, method, body, requestId }: AskedRequest & Asker,
  ): Promise<{ kind: 'content'; content: unknown } | { kind: 'problem'; problem: ProblemAnswer }> {
    const { url, name } = this.#address;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(requestId !== undefined && { [`x-${name.toLowerCase()}-request-id`]: requestId }),
    };
    const sent = { ...(method && { method }), ...(body && { body: JSON.stringify(body) }) };
    const answer = await this.#attempt(new URL(target, url), headers, sent).catch((error) => {
      const reason = `cannot reach the gateway at ${url} (${codeOf(error)})`;
      throw new CliError(`${reason}; if it listens elsewhere, ${hint}`);
    });
    const content = this.#parse(answer);
    return answer.type.startsWith('application/problem+json')
      ? { kind: 'problem', problem: content as ProblemAnswer }
      : { kind: 'content', content };
  }

  /** A script tries again after what the gateway refuses for now, and gives up after a final no. */
  #refused({ code, detail, next }: ProblemAnswer): CliError {
    const isLater = next === 'retry' || next === 'wait';
    return new CliError(`${detail} (${code})`, isLater ? EXIT.unavailable : EXIT.no, { code });
  }

  /** The bytes of a file from `from` on, and its whole length. Not bounded: files are larger than answers. */
  async download(
    target: string,
    key: string,
    { from, tag }: { from: number; tag: string | null },
  ): Promise<{ isPart: boolean; tag: string | null; bytes: AsyncIterable<Uint8Array> }> {
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
    if (from > 0 && tag !== null) Object.assign(headers, { range: `bytes=${from}-`, 'if-range': tag });
    this.#files ??= new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
    const answer = await request(new URL(target, this.#address.url), { headers, dispatcher: this.#files });
    const { statusCode, body } = answer;
    if (statusCode === 200 || statusCode === 206)
      return { isPart: statusCode === 206, tag: String(answer.headers.etag ?? ''), bytes: body };
    throw this.#refused(this.#parse(await readAnswer(answer)) as ProblemAnswer);
  }

  /** The `status` that a health route reports; null when there is none. */
  async health(path: '/livez' | '/readyz'): Promise<string | null> {
    const { status } = await this.#healthAnswer(path);
    return typeof status === 'string' ? status : null;
  }

  /** Whether one of a gateway's listeners answers: the public one is live, and the admin one says in our words that it has no such route. */
  async isGateway(): Promise<boolean> {
    const { status, code } = await this.#healthAnswer('/livez');
    return status === 'live' || code === 'ROUTE_NOT_FOUND';
  }

  async #healthAnswer(path: string): Promise<{ status?: unknown; code?: unknown }> {
    return this.#parse(await this.#attempt(new URL(path, this.#address.url), {})) ?? {};
  }

  /** Reads from the admin listener. */
  async admin(path: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await this.#attempt(new URL(path, this.#address.url), headers).catch((error) => {
      throw new CliError(`cannot reach the admin listener at ${this.#address.url} (${codeOf(error)})`);
    });
    if (answer.type.startsWith('application/problem+json')) throw this.#refusal(answer);
    return this.#parse(answer);
  }

  #refusal(answer: Answer): CliError {
    const { code, detail } = this.#parse(answer) as ProblemAnswer;
    return code === 'UNAUTHORIZED'
      ? new CliError(`the gateway at ${this.#address.url} runs on other data`, EXIT.no)
      : new CliError(`${detail} (${code})`, EXIT.unavailable, { code });
  }

  /** The text of `/metrics`. */
  async metrics(token: string): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await this.#attempt(new URL('/metrics', this.#address.url), headers).catch((error) => {
      throw new CliError(`cannot reach the admin listener at ${this.#address.url} (${codeOf(error)})`);
    });
    if (answer.type.startsWith('application/problem+json')) throw this.#refusal(answer);
    return answer.text;
  }

  /** Aborts requests that are still running. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#files?.destroy()]);
  }

  async #attempt(
    url: URL,
    headers: Record<string, string>,
    sent: { method?: Dispatcher.HttpMethod; body?: string } = {},
  ): Promise<Answer> {
    return readAnswer(await request(url, { ...sent, headers, dispatcher: this.#agent }));
  }

  #parse({ text }: Answer): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#stranger();
    }
  }

  #stranger(): CliError {
    return new CliError(`${this.#address.url} does not answer like a Reelgate gateway`);
  }
}
