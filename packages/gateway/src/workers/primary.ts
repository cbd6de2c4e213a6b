// The primary process of several workers: starts them, restarts one that ends by itself, forwards commands of the operator, and
// collects what each of them reports. It serves no callers, holds no money and opens no database; without it the workers end.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { Channel, type Handlers } from './channel.ts';

interface PrimarySettings<Started> {
  count: number;
  clock: Clock;
  /** Requests that workers may send to the primary. */
  handlers: Handlers;
  /** Called for every worker that serves, also for a restarted one. */
  onServing(started: Started): void;
  /** Prints one line for the operator. */
  say(line: string): void;
}

/** A pause before each restart: a worker that ends at once, again and again, must not keep the machine busy. */
const PAUSE_MS_FIRST = 100;
const PAUSE_MS_MAX = 10_000;
/** A worker that served this long was healthy: the next pause is short again. */
const STEADY_MS = 60_000;

interface Running {
  worker: Worker;
  channel: Channel;
  sinceMs: number;
  /** Resolves to null when the worker serves; to its exit code when it ended before that. */
  began: Promise<number | null>;
  ended: Promise<number>;
}

export class Primary<Started> {
  readonly #settings: PrimarySettings<Started>;
  readonly #running = new Set<Running>();
  readonly #stopped = new AbortController();

  constructor(settings: PrimarySettings<Started>) {
    this.#settings = settings;
    // Round robin: no worker starves, and a connection that a dying worker did not accept goes to another.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ serialization: 'advanced' });
  }

  /**
   * Starts all workers. The first one starts alone, so that an empty data folder is initialised once. Resolves to null when all
   * serve. Otherwise it resolves to the exit code of a worker that could not start, which has printed why, when none is left
   * running.
   */
  async start(): Promise<number | null> {
    const first = await this.#fork(null).began;
    if (first !== null || this.#stopped.signal.aborted) return first;
    const others = Array.from({ length: this.#settings.count - 1 }, () => this.#fork(null).began);
    const failed = (await Promise.all(others)).find((code) => code !== null);
    if (failed === undefined) return null;
    await this.drain();
    return failed;
  }

  /** The replies of all workers; workers that did not reply in time are missing. */
  async askAll(topic: string): Promise<unknown[]> {
    const asked = await Promise.allSettled([...this.#running].map(({ channel }) => channel.ask(topic)));
    return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /** Lets every worker finish its calls and waits until all have ended. */
  async drain(): Promise<void> {
    this.#stopped.abort();
    await Promise.all([...this.#running].map((running) => this.#stop(running)));
  }

  /** A worker that is still starting does not listen yet, so the message is repeated until the worker has ended. */
  async #stop(running: Running): Promise<void> {
    while (this.#running.has(running)) {
      const isTold = await running.channel.ask('drain').then(
        () => true,
        () => false,
      );
      if (isTold) await running.ended;
    }
  }

  /** Ends all workers at once, without waiting for their calls. */
  kill(): void {
    for (const { worker } of this.#running) worker.process.kill('SIGKILL');
  }

  /** `pauseMs` is the pause before the next start, should this worker end; null at the very first start, which must succeed. */
  #fork(pauseMs: number | null): Running {
    const worker = cluster.fork();
    const began = Promise.withResolvers<number | null>();
    const ended = Promise.withResolvers<number>();
    let isServing = false;
    const serving = (started: Started) => {
      isServing = true;
      this.#settings.onServing(started);
      began.resolve(null);
    };
    const channel = new Channel(worker, { ...this.#settings.handlers, serving });
    const sinceMs = this.#settings.clock.monotonicMs();
    const running = { worker, channel, sinceMs, began: began.promise, ended: ended.promise };
    this.#running.add(running);
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#running.delete(running);
      began.resolve(code ?? 1);
      ended.resolve(code ?? 1);
      if (isServing || pauseMs !== null) {
        inBackground(this.#replace(running, signal ?? `code ${code}`, pauseMs ?? PAUSE_MS_FIRST));
      }
    });
    return running;
  }

  async #replace({ worker, sinceMs }: Running, reason: string, pauseMs: number): Promise<void> {
    const { signal } = this.#stopped;
    if (signal.aborted) return;
    const isSteady = this.#settings.clock.monotonicMs() - sinceMs >= STEADY_MS;
    const waitMs = isSteady ? PAUSE_MS_FIRST : pauseMs;
    this.#settings.say(`worker ${worker.process.pid} ended (${reason}); another starts in ${waitMs} ms`);
    await pause(waitMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) this.#fork(Math.min(waitMs * 2, PAUSE_MS_MAX));
  }
}
