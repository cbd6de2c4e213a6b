// The load, a separate process: callers that each hold one connection and send the next request after each answer, or a stream of requests
// that are sent at fixed times. It measures what callers experience, not what the gateway uses. Run by load-process.ts; takes jobs over
// IPC.
import { type Answer, Connection } from './connection.ts';
import { quantile } from './figures.ts';
import type { FromLoad, FromRun, Job, Latency, Outcome } from './job.ts';
import { sendAtRate } from './open-loop.ts';
import { secretOf } from './secrets.ts';
import type { SentCall } from './tails.ts';

const LONGER_MS_MAX = 60_000; // How much longer a slice may take to reach its minimum number of calls.
const DRAIN_MS = 20_000; // Longer than the deadline of any call.

/** Never repeated within a run, so that two requests are equal only if their head is. In the form of a UUID, so that it can be an id of PeerTube. */
let number = 0;
const runName = `${process.pid.toString(16).padStart(8, '0')}-0000-4000-8${Date.now().toString(16).slice(-3)}`;
const nextName = () => `${runName}-${(number++).toString(16).padStart(12, '0')}`;

class Load {
  readonly #job: Job;
  readonly #parts: string[];
  readonly #idle: Connection[] = [];
  /** Requests without an answer yet, with the time at which each was sent. */
  readonly #waiting = new Map<string, number>();
  #answered: number[] = [];
  #refused: number[] = [];
  #refusals: Record<string, number> = {};
  #bytes = 0;
  #calls: SentCall[] = [];

  constructor(job: Job) {
    this.#job = job;
    this.#parts = job.head.split('{n}');
  }

  async connect(): Promise<void> {
    const connections = Array.from({ length: this.#job.callers }, () => new Connection(this.#job.port));
    await Promise.all(connections.map((connection) => connection.open()));
    this.#idle.push(...connections);
  }

  async run(ms: number, callsMin: number): Promise<Outcome> {
    this.#forget();
    const began = performance.now();
    const late = await (this.#job.rate === null
      ? this.#closedLoop(began + ms, callsMin)
      : this.#openLoop(ms, this.#job.rate));
    const tookMs = performance.now() - began;
    return {
      tookMs,
      answered: latency(this.#answered),
      refused: latency(this.#refused),
      refusals: this.#refusals,
      bytes: this.#bytes,
      late,
      ...(this.#job.isTold && { calls: this.#calls }),
    };
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }

  #forget(): void {
    [this.#answered, this.#refused, this.#refusals, this.#bytes, this.#calls] = [[], [], {}, 0, []];
  }

  #closedLoop(endMs: number, callsMin: number): Promise<0> {
    const goesOn = (now: number) =>
      now < endMs || (this.#answered.length < callsMin && now < endMs + LONGER_MS_MAX);
    return new Promise((resolve) => {
      const next = (connection: Connection) => {
        const now = performance.now();
        if (goesOn(now)) return this.#send(connection, now, next);
        this.#idle.push(connection);
        if (this.#waiting.size === 0) resolve(0);
      };
      for (const connection of this.#idle.splice(0)) next(connection);
    });
  }

  async #openLoop(ms: number, rate: number): Promise<number> {
    const schedule = {
      rate,
      total: Math.floor((ms * rate) / 1_000),
      outstandingMax: this.#job.callers,
    };
    const sent = sendAtRate(schedule, clock, (dueMs) => this.#sendOnce(dueMs));
    const silent = setTimeout(
      () => fail(new Error(`requests without an answer: ${this.#unanswered()}`)),
      ms + DRAIN_MS,
    );
    return sent.finally(() => clearTimeout(silent));
  }

  #unanswered(): string {
    const nowMs = performance.now();
    return [...this.#waiting]
      .map(([name, sentMs]) => `${name} for ${Math.round(nowMs - sentMs)} ms`)
      .join(', ');
  }

  /** The schedule never has more requests outstanding than there are connections. */
  #sendOnce(sinceMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#send(this.#idle.pop()!, sinceMs, (connection) => {
        this.#idle.push(connection);
        resolve();
      });
    });
  }

  #send(connection: Connection, sinceMs: number, next: (connection: Connection) => void): void {
    const name = nextName();
    const sentMs = performance.now();
    this.#waiting.set(name, sentMs);
    connection.send(this.#request(name), (answer) => {
      this.#waiting.delete(name);
      const endedMs = performance.now();
      this.#count(answer, endedMs - sinceMs);
      if (this.#job.isTold) this.#calls.push(toldCall(name, { sinceMs, sentMs, endedMs }));
      if (answer instanceof Error) connection.open().then(() => next(connection), fail);
      else next(connection);
    });
  }

  #request(name: string): string {
    const { keys } = this.#job;
    const head = this.#parts.length === 1 ? this.#job.head : this.#parts.join(name);
    return keys === null ? head : head.replace('{key}', secretOf(Math.floor(Math.random() * keys.count)));
  }

  #count(answer: Answer | Error, ms: number): void {
    if (!(answer instanceof Error) && answer.status === this.#job.expect) {
      this.#answered.push(ms);
      this.#bytes += answer.bytes;
      return;
    }
    const name = answer instanceof Error ? answer.message : String(answer.status);
    this.#refusals[name] = (this.#refusals[name] ?? 0) + 1;
    this.#refused.push(ms);
  }
}

type Moments = Record<'sinceMs' | 'sentMs' | 'endedMs', number>;

function toldCall(name: string, { sinceMs, sentMs, endedMs }: Moments): SentCall {
  const wall = (ms: number) => performance.timeOrigin + ms;
  return { id: `own-${name}`, dueAtMs: wall(sinceMs), sentAtMs: wall(sentMs), endedAtMs: wall(endedMs) };
}

function latency(values: number[]): Latency {
  const sorted = Float64Array.from(values).sort();
  return { count: sorted.length, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}

const say = (message: FromLoad) => process.send!(message);
const fail = (error: Error) => say({ kind: 'broke', reason: error.stack ?? error.message });

const clock = {
  now: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

let go: (() => void) | null = null;
const told = () => new Promise<void>((resolve) => (go = resolve));

async function work(job: Job): Promise<void> {
  const load = new Load(job);
  await load.connect();
  await load.run(job.warmMs, 0);
  say({ kind: 'warm' });
  await told();
  say({ kind: 'done', outcome: await load.run(job.runMs, job.callsMin) });
  await told();
  load.close();
}

process.on('uncaughtException', fail);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: FromRun) => {
  if (message.kind === 'job') work(message.job).catch(fail);
  else go?.();
});
process.stdout.write('ready\n');
