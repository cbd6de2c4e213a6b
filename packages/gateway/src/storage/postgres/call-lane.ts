// Owns the way of calls' verbs to the database: batches that take only the accounts that they get at once, and beside them the
// accounts that somebody else had locked. Verbs of one account keep their order, wherever they wait.
import { AccountsApart, type ApartSettings, type OfAccount } from './accounts-apart.ts';
import { VerbLane, type VerbLaneSettings, type Waiting } from './verb-lane.ts';

export interface CallLaneSettings<V extends OfAccount>
  extends ApartSettings<V>,
    Omit<VerbLaneSettings<V>, 'run' | 'putApart'> {}

export class CallLane<V extends OfAccount> {
  readonly #lane: VerbLane<V>;
  readonly #apart: AccountsApart<V>;
  #isClosed = false;

  constructor(settings: CallLaneSettings<V>) {
    this.#apart = new AccountsApart(settings);
    this.#lane = new VerbLane({
      ...settings,
      run: (verbs) => settings.run(verbs, null),
      putApart: (waiting) => this.#putApart(waiting),
    });
  }

  run<T>(verb: V): Promise<T> {
    return this.#apart.has(verb.accountId) && !this.#isClosed
      ? this.#apart.run<T>(verb)
      : this.#lane.run<T>(verb);
  }

  /** With them goes whoever queued up behind them in the meantime. */
  #putApart(waiting: Waiting<V>[]): void {
    const ids = new Set(waiting.map(({ verb }) => verb.accountId));
    const behind = this.#lane.withdraw(({ accountId }) => ids.has(accountId));
    this.#apart.addLocked([...waiting, ...behind]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lane.close();
    await this.#apart.whenIdle();
  }
}
