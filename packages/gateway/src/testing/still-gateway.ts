// A whole gateway that does the same in every run: its clock moves only when told to, its random bytes follow from their number, its jobs
// run when they are asked to. Every exchange with it is written down with all headers and the whole body, to be compared with a digest.
import { createHash } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, type Intervals, systemTimers, type Timers } from '../domain/clock.ts';
import { lineJson } from '../domain/text/line-json.ts';
import type { Log } from '../observe/log.ts';
import { createTestClock, type TestClock } from '../storage/contracts/storage.contract.ts';
import { undocumentedAnswer } from './documented-operations.ts';
import { numberedRandom } from './fixed-random.ts';
import { startTestGateway, type TestGateway, type TestOptions } from './test-gateway.ts';
import { Names } from './told/names.ts';

/** Between two requests: a prime, so that no moment is a round time after another by accident. */
const STEP_MS = 1_009;

interface Job {
  everyMs: number;
  work(): Promise<void>;
}

/** Jobs that run in the sequence in which they were started, and only when they are asked to. */
class HandIntervals {
  readonly jobs = new Set<Job>();
  /** Those of the start; the renewal of leases is added while duties run. */
  #first: readonly Job[] = [];

  readonly intervals: Intervals = (everyMs, work) => {
    const job = { everyMs, work };
    this.jobs.add(job);
    return () => void this.jobs.delete(job);
  };

  begin(): void {
    this.#first = [...this.jobs];
  }

  async run(): Promise<void> {
    for (const job of this.#first) await job.work();
  }

  /** Until the duties that the jobs have found are over. */
  async settle(): Promise<void> {
    await this.run();
    while (this.jobs.size > this.#first.length) await nextTurn();
  }
}

/** A wait lasts as long as it is meant to, and the clock is that much later when it is over. */
const waitingTimers =
  (clock: TestClock): Timers =>
  (afterMs, wake) =>
    systemTimers(afterMs, () => {
      clock.advance(afterMs);
      wake();
    });

export interface Said {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: stories look into answers of every shape.
  body: any;
  headers: IncomingMessage['headers'];
}

export interface Saying {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Documents are compared elsewhere: of them only the status and the headers are kept. */
  isDocument?: boolean;
}

/** An answer that waits for the clock never comes. */
const EXCHANGE_MS_MAX = 15_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function exchange(url: string, { method = 'GET', headers, body }: Saying) {
  const { promise, resolve, reject } = Promise.withResolvers<{ answer: IncomingMessage; text: string }>();
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const ofBody = body === undefined ? {} : { 'content-type': 'application/json' };
  const length = { 'content-length': String(Buffer.byteLength(text)) };
  const given = { ...ofBody, ...(method !== 'GET' && length), ...headers };
  const sent = httpRequest(url, { agent, method, headers: given });
  sent.setTimeout(EXCHANGE_MS_MAX, () => sent.destroy(new Error('no answer')));
  sent.on('error', reject);
  sent.on('response', (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => resolve({ answer, text: Buffer.concat(chunks).toString('utf8') }));
  });
  sent.end(text);
  return promise;
}

/** Not ours, or told by the body. */
const UNKEPT = new Set(['date', 'keep-alive', 'connection', 'content-length', 'transfer-encoding']);
const OF_DOCUMENT = new Set(['etag', 'last-modified']);
/** The same on most answers, so each set of them is written once. */
const OF_EVERY_ANSWER =
  /^(cache-control|content-security-policy|cross-origin-|referrer-policy|x-content-type-options|x-frame-options|permissions-policy|vary)/;

function shownHeaders(raw: readonly string[], isDocument: boolean): string[] {
  const pairs = raw.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]!] as const] : [],
  );
  const kept = pairs.filter(([name]) => !UNKEPT.has(name) && !(isDocument && OF_DOCUMENT.has(name)));
  return kept.map(([name, value]) => `${name}: ${value}`);
}

/** What a page may run and look like changes with each word of its style, and tests of its policy compare it with the page. */
const OF_STYLES = /'sha256-[\w+/=]+'/g;
function shownBody(text: string, type: string): string {
  if (/[/+]json\b/.test(type)) return lineJson(JSON.parse(text), 2);
  // Git would end lines in its own way.
  return text.trimEnd().replaceAll('\r\n', '\\r\n');
}

/** The exchanges of a story, by chapter. */
class Transcript {
  readonly chapters = new Map<string, string[]>();
  readonly #texts: () => readonly (readonly [string, string])[];
  readonly #clock: Clock;
  readonly #names = new Names();
  #chapter: string[] = [];
  /** Sets of headers that the chapter uses, by their hash. */
  #headers = new Map<string, string>();
  readonly #headersOf = new Map<string, Map<string, string>>();

  /** `texts`: what differs between two runs, such as a port, with the word that is written in its place. */
  constructor(texts: () => readonly (readonly [string, string])[], clock: Clock) {
    this.#texts = texts;
    this.#clock = clock;
  }

  begin(chapter: string): void {
    this.#chapter = [];
    this.#headers = new Map();
    this.chapters.set(chapter, this.#chapter);
    this.#headersOf.set(chapter, this.#headers);
  }

  write(text: string, atMs = this.#clock.nowMs()): void {
    const named = this.#texts().reduce((so, [from, to]) => so.replaceAll(from, to), text);
    this.#names.begin(named.split('\n')[0]!, atMs, this.#clock.nowMs());
    this.#chapter.push(this.#names.named(named.replaceAll(OF_STYLES, "'sha256-…'")));
  }

  /** The headers of every answer are written out at the end of the chapter, each set of them once. */
  headers(lines: readonly string[]): string[] {
    const usual = lines.filter((line) => OF_EVERY_ANSWER.test(line)).join('\n');
    const own = lines.filter((line) => !OF_EVERY_ANSWER.test(line));
    const plain = usual.replaceAll(OF_STYLES, "'sha256-…'");
    const name = `headers ${createHash('sha256').update(plain).digest('hex').slice(0, 6)}`;
    this.#headers.set(name, plain);
    return [name, ...own];
  }

  textOf(chapter: string): string {
    const headers = [...this.#headersOf.get(chapter)!].sort().map(([name, usual]) => `# ${name}\n${usual}`);
    return `${[...this.chapters.get(chapter)!, ...headers].join('\n\n')}\n`;
  }
}

const NO_PAGES = path.join(import.meta.dirname, 'no-pages');

export interface StillGateway {
  gateway: TestGateway;
  clock: TestClock;
  transcript: Transcript;
  /** What was answered well, with where it was asked for. */
  answered: { method: string; path: string; body: unknown }[];
  /** Every line of the log. */
  logged: string[];
  /** Runs every job once. */
  runJobs(): Promise<void>;
  /** Runs every job until the duties that they found have ended. */
  settle(): Promise<void>;
  /** How often each job is meant to run, in milliseconds, in their sequence. */
  jobsEveryMs(): number[];
  /** Asks and writes down the exchange under this title. */
  say(title: string, url: string, saying?: Saying): Promise<Said>;
  close(): Promise<void>;
}

function linesLog(lines: string[]): Log {
  const write = (level: string) => (fields: object, text: string) => {
    const { err, ...shown } = fields as { err?: Error };
    const why = err === undefined ? '' : ` ${err.message}`;
    lines.push(`${level} ${text} ${JSON.stringify(shown)}${why}`);
  };
  return {
    ...{ error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') },
    isLevelEnabled: () => true,
  } as unknown as Log;
}

/** Cookies are named after the port. */
const listenerTexts = ({ host, port }: URL, name: string) => [
  [host, name] as const,
  [`reelgate_portal_${port}`, 'reelgate_portal_PORT'] as const,
  [`reelgate_console_${port}`, 'reelgate_console_PORT'] as const,
];

export async function startStillGateway(
  options: TestOptions,
  masks: () => readonly (readonly [string, string])[],
  clock = createTestClock(),
): Promise<StillGateway> {
  const hand = new HandIntervals();
  const { intervals, jobs } = hand;
  const logged: string[] = [];
  const answered: StillGateway['answered'] = [];
  const ports = {
    ...{ clock, random: numberedRandom(), chance: () => 0.5, timers: waitingTimers(clock), intervals },
    log: linesLog(logged),
    // Not every machine has built the pages.
    pagesFolder: NO_PAGES,
  };
  const gateway = await startTestGateway({ ...options, ports: { ...ports, ...options.ports } });
  hand.begin();
  const hosts = () => [
    ...[gateway.url, gateway.adminUrl].flatMap((url, at) =>
      listenerTexts(new URL(url), at === 0 ? 'PUBLIC' : 'ADMIN'),
    ),
    [`"pid":${process.pid}`, '"pid":"PID"'] as const,
    [gateway.folder, 'FOLDER'] as const,
    [process.cwd(), 'HERE'] as const,
    ...masks(),
  ];
  const transcript = new Transcript(hosts, clock);
  return {
    ...{
      gateway,
      clock,
      transcript,
      answered,
      logged,
      runJobs: () => hand.run(),
      settle: () => hand.settle(),
    },
    jobsEveryMs: () => [...jobs].map(({ everyMs }) => everyMs),
    async say(title, url, saying = {}) {
      clock.advance(STEP_MS);
      const atMs = clock.nowMs();
      const { answer, text } = await exchange(url, saying).catch((error: unknown) => {
        throw new Error(`${title}: ${url}`, { cause: error });
      });
      const { statusCode: status = 0, headers, rawHeaders } = answer;
      const type = headers['content-type'] ?? '';
      const { pathname, search } = new URL(url);
      const undocumented = undocumentedAnswer(saying.method ?? 'GET', pathname, { status, type, text });
      if (undocumented !== null) throw new Error(`${title}: ${undocumented}`);
      const isDocument = saying.isDocument === true;
      const body = isDocument ? '(a document)' : shownBody(text, type);
      const asked = [`${saying.method ?? 'GET'} ${pathname}${search}`];
      if (saying.body !== undefined) asked.push(JSON.stringify(saying.body));
      const own = shownHeaders(rawHeaders, isDocument);
      const lines = [`# ${title}`, ...asked, `> ${status}`, ...transcript.headers(own), body];
      transcript.write(lines.join('\n'), atMs);
      const said = /[/+]json\b/.test(type) && text !== '' ? JSON.parse(text) : text;
      if (status < 300) answered.push({ method: saying.method ?? 'GET', path: pathname, body: said });
      return { status, headers, body: said };
    },
    close: () => gateway.close(),
  };
}
