// Owns counts over the last ten seconds, in buckets of one second: what happened longer ago is forgotten without a timer.
// Cheap enough for every attempt, and of fixed size.

/** Long enough for a share to mean something at one call a second, short enough to follow an outage. */
export const WINDOW_SECONDS = 10;

export class RecentSeconds<Name extends string> {
  readonly #counts: Record<Name, Uint32Array>;
  /** The second that the newest bucket stands for. */
  #second = 0;

  constructor(names: readonly Name[]) {
    const buckets = names.map((name) => [name, new Uint32Array(WINDOW_SECONDS)] as const);
    this.#counts = Object.fromEntries(buckets) as Record<Name, Uint32Array>;
  }

  add(name: Name, nowMs: number): void {
    this.#forget(nowMs);
    this.#counts[name][this.#second % WINDOW_SECONDS]! += 1;
  }

  sum(name: Name, nowMs: number): number {
    this.#forget(nowMs);
    let sum = 0;
    for (const count of this.#counts[name]) sum += count;
    return sum;
  }

  /** Empties the buckets of the seconds since the last look. */
  #forget(nowMs: number): void {
    const second = Math.max(this.#second, Math.floor(nowMs / 1_000));
    const passed = Math.min(WINDOW_SECONDS, second - this.#second);
    for (let n = 0; n < passed; n++) {
      const bucket = (second - n) % WINDOW_SECONDS;
      for (const name in this.#counts) this.#counts[name][bucket] = 0;
    }
    this.#second = second;
  }
}
