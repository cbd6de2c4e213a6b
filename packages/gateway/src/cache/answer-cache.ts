// Answers that may be given again: by key, for a time, within a bound of bytes. The least recently used is dropped first. It does
// not deal with searches, accounts or money, and never returns an expired answer.
import type { Clock } from '../domain/clock.ts';
import { type LruEntry, LruList } from './lru-list.ts';

/** How long an answer may be kept: `freshMs` as fresh, then `staleMs` longer for when every provider fails. */
export interface Keep {
  freshMs: number;
  staleMs: number;
}

interface Kept<T> {
  value: T;
  ageMs: number;
}

interface Sized {
  bytes: number;
  /** How old the answer is already. */
  ageMs?: number;
}

interface Entry<T> extends LruEntry<Entry<T>> {
  key: string;
  value: T;
  bytes: number;
  storedMs: number;
  keep: Keep;
}

/** The map's slot and the entry, measured at 165 to 200 bytes, and an object around the value. */
export const ENTRY_OVERHEAD_BYTES = 256;
/** An answer larger than an eighth of the whole would push out too many others. */
const WHOLE_PER_ANSWER_MIN = 8;
/** Each put checks this many of the least recently used entries: more than it adds, so expired entries cannot pile up. */
export const SWEEP_ENTRIES_MAX = 16;

export class AnswerCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #order = new LruList<Entry<T>>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #bytesMax: () => number;
  readonly #onDrop: (value: T) => void;
  #bytes = 0;
  #hits = 0;
  #staleHits = 0;
  #misses = 0;

  /** The bound is read at every put, so a smaller one applies with the next. `onDrop` is called once for each dropped value. */
  constructor(
    clock: Pick<Clock, 'monotonicMs'>,
    bytesMax: () => number,
    onDrop: (value: T) => void = () => {},
  ) {
    this.#clock = clock;
    this.#bytesMax = bytesMax;
    this.#onDrop = onDrop;
  }

  /**
   * `bytes` is the size of the value alone. The new value replaces the previous one under the key. Only an answer that
   * comes with an age, from another node, does not replace a younger one.
   */
  put(key: string, value: T, { bytes, freshMs, staleMs, ageMs = 0 }: Keep & Sized): void {
    const storedMs = this.#clock.monotonicMs() - ageMs;
    const before = this.#entries.get(key);
    if (before !== undefined && ageMs > 0 && before.storedMs >= storedMs) {
      this.#onDrop(value);
      return;
    }
    if (before !== undefined) this.#drop(before);
    this.#sweep();
    const bytesMax = this.#bytesMax();
    const size = bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES;
    const isKept = freshMs + staleMs > 0 && size <= bytesMax / WHOLE_PER_ANSWER_MIN;
    this.#makeRoom(isKept ? bytesMax - size : bytesMax);
    if (!isKept) return;
    const keep = { freshMs, staleMs };
    this.#insert({ key, value, bytes: size, storedMs, keep, older: null, newer: null });
  }

  /** An answer within its fresh time and younger than asked; so 0 never finds one. */
  fresh(key: string, ageMsMax = Number.POSITIVE_INFINITY): Kept<T> | null {
    const found = this.#find(key, ({ freshMs }) => Math.min(freshMs, ageMsMax));
    if (found === null) this.#misses++;
    else this.#hits++;
    return found;
  }

  /** An answer within its fresh or stale time and younger than asked: for when no provider gives a better one. */
  stale(key: string, ageMsMax = Number.POSITIVE_INFINITY): Kept<T> | null {
    const found = this.#find(key, (keep) => Math.min(lifeMs(keep), ageMsMax));
    if (found !== null) this.#staleHits++;
    return found;
  }

  /** Removes the entry of this key. */
  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#drop(entry);
  }

  /** Drops every answer whose key has this prefix. Walks over all entries, so it is for rare events. */
  dropAll(prefix: string): void {
    for (const [key, entry] of this.#entries) if (key.startsWith(prefix)) this.#drop(entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#order.clear();
    this.#bytes = 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#entries.size;
  }

  /** Answers given as fresh. */
  get hits(): number {
    return this.#hits;
  }

  get staleHits(): number {
    return this.#staleHits;
  }

  get misses(): number {
    return this.#misses;
  }

  #find(key: string, ageLimitMs: (keep: Keep) => number): Kept<T> | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    const ageMs = this.#clock.monotonicMs() - entry.storedMs;
    if (ageMs >= lifeMs(entry.keep)) this.#drop(entry);
    if (ageMs >= ageLimitMs(entry.keep)) return null;
    this.#order.remove(entry);
    this.#order.add(entry);
    return { value: entry.value, ageMs };
  }

  #sweep(): void {
    const nowMs = this.#clock.monotonicMs();
    let entry = this.#order.oldest;
    for (let looks = 0; entry !== null && looks < SWEEP_ENTRIES_MAX; looks++) {
      const next = entry.newer;
      if (nowMs - entry.storedMs >= lifeMs(entry.keep)) this.#drop(entry);
      entry = next;
    }
  }

  #makeRoom(bytesLeft: number): void {
    while (this.#bytes > bytesLeft && this.#order.oldest !== null) this.#drop(this.#order.oldest);
  }

  #insert(entry: Entry<T>): void {
    this.#entries.set(entry.key, entry);
    this.#order.add(entry);
    this.#bytes += entry.bytes;
  }

  #drop(entry: Entry<T>): void {
    this.#entries.delete(entry.key);
    this.#order.remove(entry);
    this.#bytes -= entry.bytes;
    this.#onDrop(entry.value);
  }
}

function lifeMs({ freshMs, staleMs }: Keep): number {
  return freshMs + staleMs;
}
