// The things (videos, authors, comments) that platforms lately reported as gone or no longer public. A kept answer that was
// fetched before such a report must not be given after it, so every use of a kept answer checks here first. A report therefore
// needs no search through the kept answers, and a kept answer costs one comparison of numbers until the next report.
import type { Clock } from '../../domain/clock.ts';
import type { About } from '../../domain/thing-names.ts';

/** Each of the two maps then takes about two megabytes. When one is full, the oldest name is dropped. */
export const GONE_NAMES_MAX = 20_000;

interface Said {
  turn: number;
  /** On the monotonic clock. */
  atMs: number;
}

export class GoneThings {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** By the number of a name; in the order of the reports. */
  readonly #said = new Map<number, Said>();
  /** By the number of a name that a caller used: the names that the record itself gives. */
  readonly #others = new Map<number, About>();
  #turn = 0;
  /** The turn of the last dropped name. Answers fetched before it can no longer be judged, so they count as gone. */
  #lostTurn = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** The number of reports so far. A call notes it before it asks a platform and compares when the answer arrives. */
  get turn(): number {
    return this.#turn;
  }

  /**
   * Learns the names of a record that was asked for by `name`. The first of `others` is the record's own id, which is in every
   * answer about it.
   */
  learn(name: number, others: About): void {
    if (name === others[0]) return;
    this.#others.delete(name);
    makeRoom(this.#others);
    this.#others.set(name, others);
  }

  /** Marks these things as gone, under all of their known names, and returns those names. */
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

  /** Whether one of these things was reported gone after this turn. */
  isAnyAfter(about: About, turn: number): boolean {
    if (turn >= this.#turn) return false;
    return turn < this.#lostTurn || about.some((name) => (this.#said.get(name)?.turn ?? 0) > turn);
  }

  /** Whether one of these things was reported gone within the last `ageMs`, as far as is known. */
  isAnyWithin(about: About, ageMs: number): boolean {
    const sinceMs = this.#clock.monotonicMs() - ageMs;
    const never = Number.NEGATIVE_INFINITY;
    return this.#said.size > 0 && about.some((name) => (this.#said.get(name)?.atMs ?? never) >= sinceMs);
  }
}

/** Returns what was dropped. */
function makeRoom<T>(names: Map<number, T>): T | undefined {
  if (names.size < GONE_NAMES_MAX) return undefined;
  const [name, value] = names.entries().next().value!;
  names.delete(name);
  return value;
}
