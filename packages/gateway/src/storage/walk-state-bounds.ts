// Owns when the kept walks of a key are counted and how many of them go. Counting reads every state of the key, so it is not done for each
// new one: only after so many, or so many bytes, that the bounds still hold. Without a database.

/** Counted after a 32nd part of a bound is new; so much room is made, too. */
const PARTS = 32;
/** Keys that this process remembers; beyond it everybody is counted once more. */
const KEYS_MAX = 10_000;

export interface StateBounds {
  countMax: number;
  bytesMax: number;
}

/** What a key has in all. */
export interface KeptStates {
  count: number;
  bytes: number;
}

export class StateCounts {
  readonly #fresh = new Map<string, KeptStates>();

  /** Whether it is time to count, now that the key has one more. A process counts at its first. */
  isDue(keyId: string, bytes: number, { countMax, bytesMax }: StateBounds): boolean {
    const known = this.#fresh.get(keyId);
    const fresh = { count: (known?.count ?? countMax) + 1, bytes: (known?.bytes ?? 0) + bytes };
    const isDue = fresh.count * PARTS >= countMax || fresh.bytes * PARTS >= bytesMax;
    if (this.#fresh.size >= KEYS_MAX) this.#fresh.clear();
    this.#fresh.set(keyId, isDue ? { count: 0, bytes: 0 } : fresh);
    return isDue;
  }
}

/** How many of the oldest have to go. By bytes it is a guess, after which one counts again. */
export function excessOf({ count, bytes }: KeptStates, { countMax, bytesMax }: StateBounds): number {
  const room = { count: countMax - Math.floor(countMax / PARTS), bytes: bytesMax - bytesMax / PARTS };
  const byBytes = bytes > room.bytes ? Math.ceil((bytes - room.bytes) / (bytes / count)) : 0;
  return Math.max(count - room.count, byBytes);
}
