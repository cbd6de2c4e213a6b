// The upstream as a process. Called directly, it is the baseline of the table: the cost of the network and a plain answer.
import path from 'node:path';
import type { Contender, Upstream } from '../contender.ts';
import { nodeProgram, portOf, Running } from '../processes.ts';

export class UpstreamProcess {
  readonly #running: Running;
  readonly at: Upstream;

  private constructor(running: Running, at: Upstream) {
    this.#running = running;
    this.at = at;
  }

  static async start(): Promise<UpstreamProcess> {
    const program = nodeProgram(path.join(import.meta.dirname, '../upstream.ts'));
    const running = new Running({ ...program, speaks: true });
    const [, fast, slow, many] = await running.says(/serves (\S+) and (\S+) and (\S+)\n/);
    return new UpstreamProcess(running, { fast: fast!, slow: slow!, many: many!.split(',') });
  }

  /** How many requests it has received, to prove which rows reach it. */
  seen(): Promise<number> {
    const { child } = this.#running;
    const told = new Promise<number>((resolve) =>
      child.once('message', (message) => resolve((message as { seen: number }).seen)),
    );
    child.send('seen');
    return told;
  }

  direct(url: string): Contender {
    return { port: portOf(url), usage: () => this.#running.usage(), stop: async () => {} };
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }
}
