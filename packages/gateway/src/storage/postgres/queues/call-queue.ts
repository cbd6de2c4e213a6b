// The queue of calls' verbs: batches lock only accounts that are not locked; locked accounts have queues of their own. Verbs of one
// account keep their sequence, wherever they wait.
import { type HasAccount, LockedAccountQueues, type LockedAccountSettings } from './locked-account-queues.ts';
import { VerbQueue, type VerbQueueSettings, type Waiting } from './verb-queue.ts';

interface CallQueueSettings<V extends HasAccount>
  extends LockedAccountSettings<V>,
    Omit<VerbQueueSettings<V>, 'run' | 'putAside'> {}

export class CallQueue<V extends HasAccount> {
  readonly #queue: VerbQueue<V>;
  readonly #locked: LockedAccountQueues<V>;
  #isClosed = false;

  constructor(settings: CallQueueSettings<V>) {
    this.#locked = new LockedAccountQueues(settings);
    this.#queue = new VerbQueue({
      ...settings,
      run: (verbs) => settings.run(verbs, null),
      putAside: (waiting) => this.#putAside(waiting),
    });
  }

  run<T>(verb: V): Promise<T> {
    return this.#locked.has(verb.accountId) && !this.#isClosed
      ? this.#locked.run<T>(verb)
      : this.#queue.run<T>(verb);
  }

  /** Also moves verbs of the same accounts that were queued behind them meanwhile. */
  #putAside(waiting: Waiting<V>[]): void {
    const ids = new Set(waiting.map(({ verb }) => verb.accountId));
    const behind = this.#queue.withdraw(({ accountId }) => ids.has(accountId));
    this.#locked.addLocked([...waiting, ...behind]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.close();
    await this.#locked.whenIdle();
  }
}
