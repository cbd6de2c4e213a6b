// Queues for verbs of accounts whose row another transaction had locked when a batch came. Each account has a queue of its own, so that
// batches of other accounts do not wait. Verbs of one account keep their sequence.
// A contended account is locked by other nodes for milliseconds at a time. Contended accounts share batches; such a batch waits for the
// lock of one account before it takes any other lock. An account that was still locked after such a wait is stuck: it is tried separately
// and does not delay contended ones.
import type { Clock } from '../../../domain/clock.ts';
import { inBackground } from '../../../domain/in-background.ts';
import { StorageUnavailable } from '../../storage.ts';
import { answerAll, isAway, overloaded, type VerbOutcome, type Waiting } from './verb-queue.ts';

export interface HasAccount {
  accountId: string;
}

export interface LockedAccountSettings<V extends HasAccount> {
  clock: Clock;
  batchMax: number;
  /**
   * Never rejects. If `waitFor` names an account, waits for its lock before it locks any other; other locked accounts are skipped. An
   * outcome is null for a verb that was skipped.
   */
  run(verbs: V[], waitFor: string | null): Promise<(VerbOutcome | null)[]>;
}

interface AccountQueue<V> {
  id: string;
  queue: Waiting<V>[];
  inFlight: number;
  isStuck: boolean;
  /** Time at which it was last found locked, on the monotonic clock. */
  lockedMs: number;
  /** How many times in a row it was found locked. */
  lockedTimes: number;
}

type Kind = 'contended' | 'stuck';

/**
 * Milliseconds. An account keeps its own queue for this long after it was found locked, so that a busy account does not cost every batch
 * a failed attempt.
 */
const REMEMBERED_MS = 500;
/**
 * Milliseconds that a verb waits. Our own transactions hold a lock for two seconds at most, so a lock held for longer will not be
 * released soon.
 */
const LOCKED_MS_MAX = 5_000;
/** Verbs waiting per account: 400 calls per second for the five seconds after which they are rejected. */
const ACCOUNT_QUEUE_MAX = 2_000;

/**
 * An account that was found locked this many times in a row is the next to be waited for; skipping locked accounts alone would never get
 * it.
 */
const LOCKED_TIMES_MAX = 3;

/**
 * Every node waits for the first account by id, so that nodes take turns at the accounts that they share, a whole batch at a time. If
 * each node waited for another account, their batches would be split.
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
  /** In the sequence in which they are waited for. */
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

  /** Adds verbs of accounts that were just found locked, in their sequence. */
  addLocked(waiting: readonly Waiting<V>[]): void {
    for (const one of waiting) {
      const account = this.#open(one.verb.accountId);
      account.lockedMs = this.#nowMs();
      account.queue.push(one);
    }
    this.#start('contended');
  }

  /** Queues a verb of an account that already has a queue here. */
  run<T>(verb: V): Promise<T> {
    const account = this.#open(verb.accountId);
    if (account.queue.length >= ACCOUNT_QUEUE_MAX) return Promise.reject(overloaded());
    return new Promise<T>((resolve, reject) => {
      account.queue.push({ verb, sinceMs: this.#nowMs(), resolve, reject });
      this.#start(account.isStuck ? 'stuck' : 'contended');
    });
  }

  /** Resolves when all queues are empty. */
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

  /** Starts at the end of this turn of the event loop, so that verbs of the same turn share a batch. */
  #start(kind: Kind): void {
    if (this.#isRunning[kind]) return;
    this.#isRunning[kind] = true;
    setImmediate(() => inBackground(this.#work(kind)));
  }

  /** Runs one batch after the other while verbs wait. Contended and stuck accounts are worked on independently. */
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

  /** First tries all stuck accounts without waiting, then waits for one that is still locked. */
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
