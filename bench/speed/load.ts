// The load, a separate process: callers that each hold one connection and send the next request after each answer, or a stream of requests
// that are sent at fixed times. It measures what callers experience, not what the gateway uses. Run by load-process.ts; takes jobs over
// IPC.
import { type Answer, Connection } from './connection.ts';
import { quantile } from './figures.ts';
import type { FromLoad, FromRun, Job, Latency, Outcome } from './job.ts';
import { secretOf } from './secrets.ts';

const LONGER_MS_MAX = 15_000; // How much longer a slice may take to reach its minimum number of calls.
const DRAIN_MS = 20_000; // Longer than the deadline of any call.

/** Never repeated within a run, so that two requests are equal only if their head is. */
let number = 0;
const runName = process.pid.toString(36) + Date.now().toString(36);

class Load {
  readonly #job: Job;
  readonly #parts: string[];
  readonly #idle: Connection[] = [];
  #open = 0;
  #answered: number[] = [];
  #refused: number[] = [];
  #refusals: Record<string, number> = {};
  #bytes = 0;

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
    await (this.#job.rate === null
      ? this.#closedLoop(began + ms, callsMin)
      : this.#openLoop(began, ms, this.#job.rate));
    const tookMs = performance.now() - began;
    return {
      tookMs,
      answered: latency(this.#answered),
      refused: latency(this.#refused),
      refusals: this.#refusals,
      bytes: this.#bytes,
    };
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }

  #forget(): void {
    [this.#answered, this.#refused, this.#refusals, this.#bytes] = [[], [], {}, 0];
  }

  #closedLoop(endMs: number, callsMin: number): Promise<void> {
    const goesOn = (now: number) =>
      now < endMs || (this.#answered.length < callsMin && now < endMs + LONGER_MS_MAX);
    return new Promise((resolve) => {
      const next = (connection: Connection) => {
        const now = performance.now();
        if (goesOn(now)) return this.#send(connection, now, next);
        this.#idle.push(connection);
        if (this.#open === 0) resolve();
      };
      for (const connection of this.#idle.splice(0)) next(connection);
    });
  }

  /** Request i is due at i / rate. If no connection is idle it waits, and its wait counts, because real callers do not stop coming. */
  async #openLoop(began: number, ms: number, rate: number): Promise<void> {
    const total = Math.floor((ms * rate) / 1_000);
    let sent = 0;
    const due = () => Math.min(total, Math.floor(((performance.now() - began) * rate) / 1_000));
    const next = (connection: Connection): void => {
      if (sent >= due()) this.#idle.push(connection);
      else this.#send(connection, began + (sent++ * 1_000) / rate, next);
    };
    const deadline = began + ms + DRAIN_MS;
    while ((sent < total || this.#open > 0) && performance.now() < deadline) {
      for (let free = this.#idle.length; free > 0 && sent < due(); free--) next(this.#idle.pop()!);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (this.#open > 0) throw new Error(`${this.#open} requests without an answer after ${DRAIN_MS} ms`);
  }

  #send(connection: Connection, sinceMs: number, next: (connection: Connection) => void): void {
    this.#open++;
    connection.send(this.#request(), (answer) => {
      this.#open--;
      this.#count(answer, performance.now() - sinceMs);
      if (answer instanceof Error) connection.open().then(() => next(connection), fail);
      else next(connection);
    });
  }

  #request(): string {
    const { keys } = this.#job;
    const head = this.#parts.length === 1 ? this.#job.head : this.#parts.join(`${runName}${number++}`);
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

function latency(values: number[]): Latency {
  const sorted = Float64Array.from(values).sort();
  return { count: sorted.length, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}

const say = (message: FromLoad) => process.send!(message);
const fail = (error: Error) => say({ kind: 'broke', reason: error.stack ?? error.message });

let go: (() => void) | null = null;

async function work(job: Job): Promise<void> {
  const load = new Load(job);
  await load.connect();
  await load.run(job.warmMs, 0);
  const started = new Promise<void>((resolve) => {
    go = resolve;
  });
  say({ kind: 'warm' });
  await started;
  say({ kind: 'done', outcome: await load.run(job.runMs, job.callsMin) });
  load.close();
}

process.on('uncaughtException', fail);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: FromRun) => {
  if (message.kind === 'job') work(message.job).catch(fail);
  else go?.();
});
process.stdout.write('ready\n');
