// Counts over the last ten seconds, in buckets of one second: older events are forgotten without a timer. Cheap enough for every
// attempt, and of fixed size.

/** Long enough for a meaningful share at one call a second, short enough to follow an outage. */
const WINDOW_SECONDS = 10;

export class RecentSeconds<Name extends string> {
  readonly #counts: Record<Name, Uint32Array>;
  /** Updated with every change: each call reads sums several times. */
  readonly #sums: Record<Name, number>;
  /** The second of the newest bucket. */
  #second = 0;

  constructor(names: readonly Name[]) {
    const buckets = names.map((name) => [name, new Uint32Array(WINDOW_SECONDS)] as const);
    this.#counts = Object.fromEntries(buckets) as Record<Name, Uint32Array>;
    this.#sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  }

  add(name: Name, nowMs: number): void {
    this.#forget(nowMs);
    this.#counts[name][this.#second % WINDOW_SECONDS]! += 1;
    this.#sums[name] += 1;
  }

  sum(name: Name, nowMs: number): number {
    this.#forget(nowMs);
    return this.#sums[name];
  }

  /** Empties the buckets of the seconds since the last use. */
  #forget(nowMs: number): void {
    const second = Math.max(this.#second, Math.floor(nowMs / 1_000));
    const passed = Math.min(WINDOW_SECONDS, second - this.#second);
    for (let n = 0; n < passed; n++) this.#empty((second - n) % WINDOW_SECONDS);
    this.#second = second;
  }
  #empty(bucket: number): void {
    for (const name in this.#counts) {
      this.#sums[name] -= this.#counts[name][bucket]!;
      this.#counts[name][bucket] = 0;
    }
  }
}
