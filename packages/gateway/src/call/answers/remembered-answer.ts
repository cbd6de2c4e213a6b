// An answer in memory, with whose calls know of it. Everybody is given it, but an account is told that it was kept only when a call of its own
// has seen it before: otherwise `source`, `Age` and the price would tell what other accounts ask for.
import type { Good } from '../task.ts';

/** When an account was first given an answer that another account's call had brought. */
export interface FirstGiven {
  /** By the clock that never steps back. */
  atMs: number;
  /** As its records say since then, in place of the moment at which the platform gave them. */
  fetchedAtMs: number;
}

/** Who brought an answer: an account; or, where it came from another node, the mark that only the account itself can be recognised by. */
export type BroughtBy = { account: string } | { mark: string };

interface Took {
  extraPages: number;
  bytes: number;
}

/** Further accounts are told each time that it is live. Some four kilobytes for an answer that very many want. */
const ACCOUNTS_MAX = 32;

export class RememberedAnswer {
  readonly good: Good;
  readonly broughtBy: BroughtBy;
  /** Pages that it took beyond one, and the bytes of the provider's answer. */
  readonly took: Took;
  /** Of `GoneThings`, when nothing of it was gone. */
  turn: number;
  /** null: since it came. Most answers need no such list. */
  #accounts: Map<string, FirstGiven | null> | null = null;

  constructor(good: Good, broughtBy: BroughtBy, { turn, ...took }: Took & { turn: number }) {
    this.good = good;
    this.broughtBy = broughtBy;
    this.took = took;
    this.turn = turn;
  }

  /** undefined for an account that does not know of it; null for one that knows it since it came. */
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
