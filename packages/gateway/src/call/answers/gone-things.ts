// What platforms said of late is not there, or not for everybody to see. An answer that was fetched before such a word must not be given
// after it: whoever finds a kept one asks here first. So a word takes no search through all that is kept, and a kept answer one
// comparison of numbers until the next word.
import type { Clock } from '../../domain/clock.ts';
import type { About } from '../../domain/thing-names.ts';

/** Each of the two memories takes some two megabytes then. The name that was added longest ago makes room. */
export const GONE_NAMES_MAX = 20_000;

interface Said {
  turn: number;
  /** By the clock that never steps back. */
  atMs: number;
}

export class GoneThings {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** In the order in which it was said. */
  readonly #said = new Map<number, Said>();
  /** Names that a caller used for a thing, with those that its record gives. */
  readonly #others = new Map<number, About>();
  #turn = 0;
  /** Of the last name that had to make room: what was fetched before cannot be judged any more. */
  #lostTurn = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Counts what was said. Whoever asks a platform remembers it, and compares when the answer is there. */
  get turn(): number {
    return this.#turn;
  }

  /** A record that was asked for by this name has these ones. Its own, the first of them, is in every answer about it. */
  learn(name: number, others: About): void {
    if (name === others[0]) return;
    this.#others.delete(name);
    makeRoom(this.#others);
    this.#others.set(name, others);
  }

  /** All names that are known for these things; each of them is gone from now on. */
  add(names: About): ReadonlySet<number> {
    const all = new Set(names.flatMap((name) => [name, ...(this.#others.get(name) ?? [])]));
    const said = { turn: ++this.#turn, atMs: this.#clock.monotonicMs() };
    for (const name of all) {
      this.#said.delete(name);
      this.#lostTurn = makeRoom(this.#said)?.turn ?? this.#lostTurn;
      this.#said.set(name, said);
    }
    return all;
  }

  /** Whether one of these was said to be gone after this turn. */
  isAnyAfter(about: About, turn: number): boolean {
    if (turn >= this.#turn) return false;
    return turn < this.#lostTurn || about.some((name) => (this.#said.get(name)?.turn ?? 0) > turn);
  }

  /** The same for what is so old, as far as is known. */
  isAnyWithin(about: About, ageMs: number): boolean {
    const sinceMs = this.#clock.monotonicMs() - ageMs;
    const never = Number.NEGATIVE_INFINITY;
    return this.#said.size > 0 && about.some((name) => (this.#said.get(name)?.atMs ?? never) >= sinceMs);
  }
}

/** What had to go. */
function makeRoom<T>(names: Map<number, T>): T | undefined {
  if (names.size < GONE_NAMES_MAX) return undefined;
  const [name, value] = names.entries().next().value!;
  names.delete(name);
  return value;
}
