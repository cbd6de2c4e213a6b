// The run's side of the load process: gives it a job, reads the resource use of the measured process before and after, and returns both as
// one slice.
import path from 'node:path';
import type { FromLoad, FromRun, Job, Outcome } from './job.ts';
import { nodeProgram, Running } from './processes.ts';
import { between, groupOf, sumThreads, type ThreadGroup } from './threads.ts';
import type { Usage } from './usage.ts';

/** One measurement: the callers' side and the measured process's side of the same seconds. */
export interface Slice extends Outcome {
  perSecond: number;
  /** Per answer or refusal. NaN when nothing came back. */
  cpuMicrosPerCall: number;
  rssBytes: number;
  /** Absent where /proc does not exist. */
  threads?: { microsPerCall: Partial<Record<ThreadGroup, number>>; switchesPerCall: number };
}

type PerCall = Pick<Slice, 'cpuMicrosPerCall' | 'threads'>;

/** CPU of threads is exact; that of a whole process comes in steps of 10 ms. */
function perCall(before: Usage, after: Usage, calls: number): PerCall {
  if (before.threads === undefined || after.threads === undefined)
    return { cpuMicrosPerCall: (after.cpuMicros - before.cpuMicros) / calls };
  const used = between(before.threads, after.threads);
  const groups = sumThreads(used, groupOf, ({ cpuMicros }) => cpuMicros / calls);
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  return {
    cpuMicrosPerCall: sum(groups.values()),
    threads: {
      microsPerCall: Object.fromEntries(groups),
      switchesPerCall: sum(used.map(({ switches }) => switches)) / calls,
    },
  };
}

export class LoadProcess {
  readonly #running: Running;

  private constructor(running: Running) {
    this.#running = running;
  }

  static async start(): Promise<LoadProcess> {
    const program = nodeProgram(path.join(import.meta.dirname, 'load.ts'));
    const running = new Running({ ...program, speaks: true });
    await running.says(/ready/);
    return new LoadProcess(running);
  }

  /** The load is idle when usage is read, so exactly the calls of the slice are counted. */
  async run(job: Job, usage: () => Promise<Usage>): Promise<Slice> {
    this.#say({ kind: 'job', job });
    await this.#hear('warm');
    const before = await usage();
    this.#say({ kind: 'go' });
    const { outcome } = await this.#hear('done');
    const after = await usage();
    this.#say({ kind: 'close' });
    const calls = outcome.answered.count + outcome.refused.count;
    return {
      ...outcome,
      perSecond: (outcome.answered.count * 1_000) / outcome.tookMs,
      rssBytes: after.rssBytes,
      ...perCall(before, after, calls),
    };
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }

  #say(message: FromRun): void {
    this.#running.child.send(message);
  }

  #hear<K extends FromLoad['kind']>(kind: K): Promise<Extract<FromLoad, { kind: K }>> {
    return new Promise((resolve, reject) => {
      const dead = () => reject(new Error(`the load process ended: ${this.#running.err}`));
      this.#running.child.once('close', dead);
      this.#running.child.once('message', (message: FromLoad) => {
        this.#running.child.off('close', dead);
        if (message.kind === kind) resolve(message as Extract<FromLoad, { kind: K }>);
        else reject(new Error(message.kind === 'broke' ? message.reason : `unexpected: ${message.kind}`));
      });
    });
  }
}
