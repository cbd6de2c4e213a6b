// The pages that calls of a key took beyond one each, until a later call of that key counts them in its rate windows. How many
// pages a call needs is known only after it was admitted. The debts are in memory only: a restart forgets a few pages.

/** Keys with a debt. Beyond this number the oldest debt is forgotten. */
export const UNCOUNTED_KEYS_MAX = 10_000;

export class UncountedPages {
  /** Key id → pages owed; the oldest debt first. */
  readonly #pages = new Map<string, number>();

  add(keyId: string, pages: number): void {
    if (pages <= 0) return;
    this.#pages.set(keyId, (this.#pages.get(keyId) ?? 0) + pages);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > UNCOUNTED_KEYS_MAX && oldest !== undefined) this.#pages.delete(oldest);
  }

  /** Removes and returns the debt. A caller that cannot count it must add it again. */
  take(keyId: string): number {
    const pages = this.#pages.get(keyId) ?? 0;
    if (pages > 0) this.#pages.delete(keyId);
    return pages;
  }
}
