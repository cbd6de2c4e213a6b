// Owns the HTTP calls of the command line to a running gateway: one attempt with a deadline and a bounded body, and one
// more when the connection is lost. The second carries the same request id, so the gateway never charges it twice. It
// never follows a redirect, because a key must not travel to another host.
import { Agent, type Dispatcher, request } from 'undici';
import { KB } from '../domain/limits.ts';
import { actionPath } from '../operations/index.ts';
import { videoSearch } from '../operations/video-search.ts';
import { CliError, EXIT } from './world.ts';

/** Twice what a call may take inside the gateway. */
const TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A page of 50 items with their raw records is near 1 MB. */
const BODY_BYTES_MAX = 32 * 1024 * KB;
/** The request was sent, and nobody knows what became of it. */
const LOST = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

export interface GatewayAddress {
  /** An origin. */
  url: string;
  /** Of the service: names its headers. */
  name: string;
  /** What names another address, for whoever cannot reach this one. */
  elsewhere?: string;
}

export interface SearchRequest {
  key: string;
  requestId: string;
  group: string;
  platform: string;
  variant: string;
  keyword: string;
  pcursor: string | null;
  count: number | null;
}

export interface PageReceipt {
  charged: string;
  currency: string;
  source: string;
  balance: string;
}

/** What both groups answer; the rest of the page is read by whoever shows it. */
export interface AnsweredPage {
  pcursor: string;
  receipt: PageReceipt;
  [field: string]: unknown;
}

/** RFC 9457, as the gateway writes it. */
export interface ProblemAnswer {
  title: string;
  detail: string;
  code: string;
  request_id: string;
  next?: string;
  retry_after_ms?: number;
}

export type SearchOutcome =
  /** `text` is the gateway's own: parsing and printing again would lose digits of large numbers. */
  | { kind: 'page'; page: AnsweredPage; text: string; charged: string; isReplay: boolean }
  | { kind: 'problem'; problem: ProblemAnswer };

interface Answer {
  type: string;
  header(name: string): string | null;
  text: string;
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? 'unknown error');
}

async function readAnswer({ headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  const header = (name: string) => {
    const value = headers[name];
    return value === undefined ? null : String(value);
  };
  return { type: header('content-type') ?? '', header, text: await body.text() };
}

function searchUrl(base: string, { group, platform, variant, keyword, pcursor, count }: SearchRequest): URL {
  const actions = Object.entries(videoSearch.actions);
  const [action] = actions.find(([, one]) => one.variant === variant)!;
  const url = new URL(actionPath(group, encodeURIComponent(platform), action), base);
  url.searchParams.set('keyword', keyword);
  if (pcursor !== null) url.searchParams.set('pcursor', pcursor);
  if (count !== null) url.searchParams.set('count', String(count));
  return url;
}

export class GatewayClient {
  readonly #address: GatewayAddress;
  readonly #agent = new Agent({
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    maxResponseSize: BODY_BYTES_MAX,
  });

  constructor(address: GatewayAddress) {
    const url = URL.parse(address.url);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new CliError(`"${address.url}" is not an http or https URL`, EXIT.usage);
    }
    this.#address = { ...address, url: url.origin };
  }

  async search(input: SearchRequest): Promise<SearchOutcome> {
    const { name } = this.#address;
    const headers = { authorization: `Bearer ${input.key}`, [`x-${name}-request-id`]: input.requestId };
    const answer = await this.#send(searchUrl(this.#address.url, input), headers, input.requestId);
    const content = this.#parse(answer);
    if (answer.type.startsWith('application/problem+json'))
      return { kind: 'problem', problem: content as ProblemAnswer };
    const page = content as AnsweredPage;
    if (typeof page?.pcursor !== 'string' || typeof page.receipt?.charged !== 'string')
      throw this.#stranger();
    // A replayed page shows the receipt of its first use; the header says what this time cost.
    const charged = answer.header(`x-${name}-charged`) ?? page.receipt.charged;
    const isReplay = answer.header(`x-${name}-replayed`) === 'true';
    return { kind: 'page', page, text: answer.text.trim(), charged, isReplay };
  }

  /** The `status` that a health address reports; null when it reports none. */
  async health(path: '/livez' | '/readyz'): Promise<string | null> {
    const content = this.#parse(await this.#attempt(new URL(path, this.#address.url), {}));
    const { status } = (content ?? {}) as { status?: unknown };
    return typeof status === 'string' ? status : null;
  }

  /** Reads from the admin listener. */
  async admin(path: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await this.#attempt(new URL(path, this.#address.url), headers).catch((error) => {
      throw new CliError(`cannot reach the admin listener at ${this.#address.url} (${codeOf(error)})`);
    });
    const content = this.#parse(answer);
    if (!answer.type.startsWith('application/problem+json')) return content;
    const { code, detail } = content as ProblemAnswer;
    if (code === 'UNAUTHORIZED') {
      throw new CliError(`the gateway at ${this.#address.url} runs on other data`, EXIT.no);
    }
    throw new CliError(`${detail} (${code})`);
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #attempt(url: URL, headers: Record<string, string>): Promise<Answer> {
    return readAnswer(await request(url, { headers, dispatcher: this.#agent }));
  }

  async #send(url: URL, headers: Record<string, string>, requestId: string): Promise<Answer> {
    try {
      return await this.#attempt(url, headers).catch((error) => {
        if (!LOST.includes(codeOf(error))) throw error;
        return this.#attempt(url, headers);
      });
    } catch (error) {
      throw this.#unreachable(codeOf(error), requestId);
    }
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

  #unreachable(code: string, requestId: string): CliError {
    const { url } = this.#address;
    if (!LOST.includes(code)) {
      return new CliError(
        `cannot reach the gateway at ${url} (${code}); if it listens elsewhere, ${this.#address.elsewhere ?? 'name that'}`,
      );
    }
    return new CliError(
      `the connection to ${url} was lost twice (${code}); ask again with --request-id ${requestId}, which never charges twice`,
    );
  }
}
