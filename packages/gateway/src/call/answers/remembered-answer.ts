// An answer in memory, with the accounts that know of it. Every account may be given the answer, but it is told that the answer
// was cached only when one of its own calls has had it before. Otherwise `source`, `Age` and the price would reveal what other
// accounts ask for.
import { type Attempt, sharedAttempts } from '../../domain/call.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Good } from '../task.ts';

/** When an account was first given an answer that another account's call had brought. */
export interface FirstGiven {
  /** On the monotonic clock. */
  atMs: number;
  /** The fetch time that this account's records show, instead of the time at which the platform gave them. */
  fetchedAtMs: number;
}

/**
 * Who brought an answer: an account; or, for an answer from another node, a mark that only that account's own id can reproduce.
 */
export type BroughtBy = { account: string } | { mark: string };

export interface Took {
  extraPages: number;
  bytes: number;
  durationMs: number;
}

/** Accounts beyond this number are told each time that the answer is live. The list then takes about four kilobytes. */
const ACCOUNTS_MAX = 32;

export class RememberedAnswer {
  readonly good: Good;
  readonly broughtBy: BroughtBy;
  /** Pages that the answer took beyond one, the bytes of the provider's answer, and how long the provider took for it. */
  readonly took: Took;
  /** The value of `GoneThings.turn` when nothing in this answer was gone. */
  turn: number;
  /** Account → when it was first given the answer; null for the account whose call brought it. Most answers need no map. */
  #accounts: Map<string, FirstGiven | null> | null = null;

  constructor(good: Good, broughtBy: BroughtBy, { turn, ...took }: Took & { turn: number }) {
    this.good = good;
    this.broughtBy = broughtBy;
    this.took = took;
    this.turn = turn;
  }

  /** undefined: the account does not know of the answer. null: one of its calls brought it. */
  knownTo(account: string): FirstGiven | null | undefined {
    if ('account' in this.broughtBy && this.broughtBy.account === account) return null;
    return this.#accounts?.get(account);
  }

  giveTo(account: string, first: FirstGiven | null): void {
    this.#accounts ??= new Map();
    if (this.#accounts.size < ACCOUNTS_MAX && this.knownTo(account) === undefined)
      this.#accounts.set(account, first);
  }
}

/** A failure in memory that every provider would repeat. Its first caller made the attempts. */
export class RememberedRejection {
  readonly failure: Failure;
  readonly #attempts: readonly Attempt[];
  /** Accounts beyond the limit are told each time that it is new. */
  readonly #accounts: Set<string>;

  /** `account`: null when it is not known, as in a call for several ids. */
  constructor(failure: Failure, account: string | null, attempts: readonly Attempt[]) {
    this.failure = failure;
    this.#attempts = attempts;
    this.#accounts = new Set(account === null ? [] : [account]);
  }

  isKnownTo(account: string): boolean {
    return this.#accounts.has(account);
  }

  /** The attempts in this account's receipt. Without them it would reveal that another account had asked. */
  giveTo(account: string): Attempt[] {
    if (this.#accounts.has(account)) return [];
    if (this.#accounts.size < ACCOUNTS_MAX) this.#accounts.add(account);
    const tookMs = Math.max(0, ...this.#attempts.map(({ startedMs, durationMs }) => startedMs + durationMs));
    return sharedAttempts(this.#attempts, tookMs);
  }
}
