// Owns the way of calls' verbs to the database: batches that take only the accounts that they get at once, and beside them the
// accounts that somebody else had locked. Verbs of one account keep their order, wherever they wait.
import { type HasAccount, LockedAccountQueues, type LockedAccountSettings } from './locked-account-queues.ts';
import { VerbQueue, type VerbQueueSettings, type Waiting } from './verb-queue.ts';

export interface CallQueueSettings<V extends HasAccount>
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

  /** With them goes whoever queued up behind them in the meantime. */
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
