// The bench's control of its fake providers: starts their process, sets how each behaves, reads what each saw, ends it.
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Behaviour, Order, ProviderSpec, Reply, Seen } from './behaviour.ts';

const PROGRAM = path.join(import.meta.dirname, 'fake-provider.ts');

export class Fakes {
  urls: Record<string, string> = {};
  readonly #child: ChildProcess;
  readonly #serving = Promise.withResolvers<void>();
  readonly #waiting = new Map<number, (seen: Seen[]) => void>();
  #orders = 0;

  constructor(specs: readonly ProviderSpec[], seed: number) {
    this.#child = fork(PROGRAM, [JSON.stringify({ seed, specs })]);
    this.#child.on('message', (reply) => this.#heard(reply as Reply));
    this.#child.on('exit', (code) =>
      this.#serving.reject(new Error(`the fake providers ended with ${code}`)),
    );
  }

  static async start(specs: readonly ProviderSpec[], seed: number): Promise<Fakes> {
    const fakes = new Fakes(specs, seed);
    await fakes.#serving.promise;
    return fakes;
  }

  async behave(provider: string, behaviour: Behaviour): Promise<void> {
    await this.#order({ kind: 'behave', provider, behaviour });
  }

  /** What the provider saw since the last reading. */
  async journal(provider: string): Promise<Seen[]> {
    return this.#order({ kind: 'journal', provider });
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #heard(reply: Reply): void {
    if (reply.kind === 'serving') {
      this.urls = reply.urls;
      this.#serving.resolve();
    } else {
      this.#waiting.get(reply.id)?.(reply.seen);
      this.#waiting.delete(reply.id);
    }
  }

  #order(order: Order): Promise<Seen[]> {
    const id = this.#orders++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, order });
    });
  }
}
