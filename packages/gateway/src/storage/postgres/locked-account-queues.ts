// Owns the verbs of accounts that somebody else had locked when a batch came by: each account has a queue of its own here, so that
// nobody else's batch waits with it. Other nodes lock a busy account for milliseconds all the time; such accounts are
// contended, travel together and wait for one lock at a time, before they hold any. An account that stayed locked
// through such a wait is stuck, and delays not even those. Verbs of one account keep their order.
import type { Clock } from '../../domain/clock.ts';
import { StorageUnavailable } from '../storage.ts';
import { answerAll, isAway, overloaded, type VerbOutcome, type Waiting } from './verb-queue.ts';

export interface HasAccount {
  accountId: string;
}

export interface LockedAccountSettings<V extends HasAccount> {
  clock: Clock;
  batchMax: number;
  /**
   * Never rejects. Waits for the account of this name before it locks any other, and takes of the others what it gets at
   * once; null: not tried.
   */
  run(verbs: V[], waitFor: string | null): Promise<(VerbOutcome | null)[]>;
}

interface AccountQueue<V> {
  id: string;
  queue: Waiting<V>[];
  inFlight: number;
  isStuck: boolean;
  /** When it was last found locked. */
  lockedMs: number;
  /** How often in a row. */
  lockedTimes: number;
}

type Kind = 'contended' | 'stuck';

/** An account stays apart for this long after it was found locked, so that a busy one does not cost a try per batch. */
const REMEMBERED_MS = 500;
/** Others hold a lock for two seconds at most: an account that stays locked for so long is not let go soon. */
const LOCKED_MS_MAX = 5_000;
/** What 400 calls per second leave waiting in the time after which they are turned away. */
const ACCOUNT_QUEUE_MAX = 2_000;

/** Found locked this often in a row, an account is waited for: chance alone would have let it through. */
const LOCKED_TIMES_MAX = 3;

/**
 * Every node waits for the first by id, so that they take turns at all accounts that they share, a whole batch at a time;
 * with one each they would tear their batches apart.
 */
function nextToWaitFor<V>(accounts: AccountQueue<V>[]): AccountQueue<V> {
  return accounts.reduce((chosen, one) => {
    if (one.lockedTimes >= LOCKED_TIMES_MAX || chosen.lockedTimes >= LOCKED_TIMES_MAX)
      return one.lockedTimes > chosen.lockedTimes ? one : chosen;
    return one.id < chosen.id ? one : chosen;
  });
}

export class LockedAccountQueues<V extends HasAccount> {
  readonly #settings: LockedAccountSettings<V>;
  /** In the order in which they are waited for. */
  readonly #accounts = new Map<string, AccountQueue<V>>();
  readonly #isRunning = { contended: false, stuck: false };
  #idle: (() => void) | null = null;

  constructor(settings: LockedAccountSettings<V>) {
    this.#settings = settings;
  }

  has(accountId: string): boolean {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return false;
    if (this.#isRemembered(account)) return true;
    this.#accounts.delete(accountId);
    return false;
  }

  /** Of accounts that were found locked just now, in their order. */
  addLocked(waiting: readonly Waiting<V>[]): void {
    for (const one of waiting) {
      const account = this.#open(one.verb.accountId);
      account.lockedMs = this.#nowMs();
      account.queue.push(one);
    }
    this.#start('contended');
  }

  /** Of an account that is apart already. */
  run<T>(verb: V): Promise<T> {
    const account = this.#open(verb.accountId);
    if (account.queue.length >= ACCOUNT_QUEUE_MAX) return Promise.reject(overloaded());
    return new Promise<T>((resolve, reject) => {
      account.queue.push({ verb, sinceMs: this.#nowMs(), resolve, reject });
      this.#start(account.isStuck ? 'stuck' : 'contended');
    });
  }

  /** Resolves when nobody waits here. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle = resolve;
      this.#tellIdle();
    });
  }

  #nowMs(): number {
    return this.#settings.clock.monotonicMs();
  }

  #open(id: string): AccountQueue<V> {
    let account = this.#accounts.get(id);
    if (account === undefined) {
      account = { id, queue: [], inFlight: 0, isStuck: false, lockedMs: this.#nowMs(), lockedTimes: 0 };
      this.#accounts.set(id, account);
    }
    return account;
  }

  #isRemembered({ queue, inFlight, lockedMs }: AccountQueue<V>): boolean {
    return queue.length > 0 || inFlight > 0 || this.#nowMs() - lockedMs < REMEMBERED_MS;
  }

  /** At the end of this turn of the event loop, so that verbs of the same turn share a batch. */
  #start(kind: Kind): void {
    if (this.#isRunning[kind]) return;
    this.#isRunning[kind] = true;
    setImmediate(() => void this.#work(kind));
  }

  /** One batch after the other, as long as somebody waits: the two kinds never wait for each other. */
  async #work(kind: Kind): Promise<void> {
    for (;;) {
      this.#rejectLate(kind);
      const waiting = this.#waiting(kind);
      if (waiting.length === 0) break;
      if (kind === 'stuck') await this.#tryStuck(waiting);
      else await this.#send(waiting, nextToWaitFor(waiting));
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isRunning[kind] = false;
    for (const { id } of this.#accounts.values()) this.has(id);
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (!this.#isRunning.contended && !this.#isRunning.stuck) this.#idle?.();
  }

  #waiting(kind: Kind): AccountQueue<V>[] {
    return [...this.#accounts.values()].filter(
      ({ queue, isStuck }) => queue.length > 0 && isStuck === (kind === 'stuck'),
    );
  }

  /** Whichever is free by now, at once; then a turn of waiting for one that is not, alone. */
  async #tryStuck(waiting: AccountQueue<V>[]): Promise<void> {
    await this.#send(waiting, null);
    const next = waiting.find(({ isStuck, queue }) => isStuck && queue.length > 0);
    if (next !== undefined) await this.#send([next], next);
  }

  async #send(accounts: AccountQueue<V>[], waitFor: AccountQueue<V> | null): Promise<void> {
    const batch: Waiting<V>[] = [];
    const taken = new Map<AccountQueue<V>, number>();
    for (const account of accounts) {
      const some = account.queue.splice(0, this.#settings.batchMax - batch.length);
      account.inFlight += some.length;
      taken.set(account, some.length);
      batch.push(...some);
    }
    const verbs = batch.map(({ verb }) => verb);
    const outcomes = await this.#settings.run(verbs, waitFor?.id ?? null);
    const skipped = Map.groupBy(answerAll(batch, outcomes), ({ verb }) => verb.accountId);
    for (const [account, count] of taken) {
      account.inFlight -= count;
      this.#note(account, skipped.get(account.id) ?? [], { count, wasWaitedFor: account === waitFor });
    }
    if (waitFor !== null) this.#moveToEnd(waitFor);
    const away = outcomes.length > 0 && outcomes.every(isAway) ? (outcomes[0] as { error: Error }) : null;
    if (away !== null) this.#rejectAll(accounts, away.error);
  }

  #note(
    account: AccountQueue<V>,
    skipped: Waiting<V>[],
    { count, wasWaitedFor }: { count: number; wasWaitedFor: boolean },
  ): void {
    account.queue.unshift(...skipped);
    if (skipped.length > 0) {
      account.lockedMs = this.#nowMs();
      account.lockedTimes++;
      if (wasWaitedFor) account.isStuck = true;
    } else if (count > 0) {
      account.isStuck = false;
      account.lockedTimes = 0;
    }
    if (account.queue.length > 0) this.#start(account.isStuck ? 'stuck' : 'contended');
  }

  #moveToEnd(account: AccountQueue<V>): void {
    this.#accounts.delete(account.id);
    this.#accounts.set(account.id, account);
  }

  #rejectAll(accounts: AccountQueue<V>[], error: Error): void {
    for (const { queue } of accounts) for (const waiting of queue.splice(0)) waiting.reject(error);
  }

  #rejectLate(kind: Kind): void {
    const oldestMs = this.#nowMs() - LOCKED_MS_MAX;
    for (const { queue } of this.#waiting(kind)) {
      while (queue.length > 0 && queue[0]!.sinceMs < oldestMs) {
        queue.shift()!.reject(new StorageUnavailable('the account is locked'));
      }
    }
  }
}
