// The parent of the process that runs tests: it starts one, asks it, and replaces one that is stuck in a bug's endless loop.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Question, Reply } from './test-process.ts';

const PROGRAM = path.join(import.meta.dirname, 'test-process.ts');

export class TestRunner {
  readonly #folder: string;
  readonly #workers: number;
  #child: ChildProcess | null = null;

  constructor(folder: string, workers: number) {
    this.#folder = folder;
    this.#workers = workers;
  }

  /** `hung`: no test has ended for `stuckMs`. */
  async run(question: Question, stuckMs: number): Promise<Reply | { kind: 'hung' }> {
    this.#child ??= await this.#start();
    const child = this.#child;
    const reply = await new Promise<Reply | { kind: 'hung' }>((resolve) => {
      const timer = setTimeout(() => resolve({ kind: 'hung' }), stuckMs);
      child.removeAllListeners('message').on('message', (message: Reply | 'alive') => {
        if (message === 'alive') timer.refresh();
        else resolve(message);
        if (message !== 'alive') clearTimeout(timer);
      });
      child.removeAllListeners('exit').on('exit', () => resolve({ kind: 'hung' }));
      child.send(question);
    });
    if (reply.kind === 'hung') this.close();
    return reply;
  }

  /** A process group of its own, so that its workers and what they started end with it. */
  async #start(): Promise<ChildProcess> {
    const env = { ...process.env, NODE_ENV: 'test' };
    const child = fork(PROGRAM, [String(this.#workers)], { cwd: this.#folder, detached: true, env });
    await once(child, 'message');
    return child;
  }

  close(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}
