// A simple model of collections and watches that both databases must agree with: what an account has, and what each of its collections and
// watches has found, paid and reserved. It shares no code with the backends.
import { PRICE } from './payer.ts';

/** What one new item costs, and the least that a page or a run costs. */
export const FOUND_ITEM = PRICE / 4;
export const FOUND_LEAST = PRICE / 2;
export const PAGE_ITEMS = 4;
export const PAGE_MOST = PAGE_ITEMS * FOUND_ITEM;

export const chargeFor = (items: number): number => Math.max(FOUND_LEAST, items * FOUND_ITEM);

/** One collection or one watch. `steps`: its pages or runs. */
export class ModelGathering {
  readonly budget: number;
  readonly itemsMax: number;
  steps = 0;
  charged = 0;
  reserved = 0;
  /** Of a collection: where it goes on. */
  pcursor: string | null = null;
  items: string[] = [];
  readonly seen = new Set<string>();
  /** null while it goes on. */
  end: string | null = null;
  waits = false;

  constructor(budget: number, itemsMax: number) {
    this.budget = budget;
    this.itemsMax = itemsMax;
  }

  /** The new ones among these; each once. */
  fresh(ids: readonly string[]): string[] {
    return [...new Set(ids)].filter((id) => !this.seen.has(id)).slice(0, this.itemsMax - this.items.length);
  }

  /** Returns what is charged. */
  settle(ids: readonly string[]): number {
    const fresh = this.fresh(ids);
    const charged = chargeFor(fresh.length);
    this.steps++;
    this.charged += charged;
    this.reserved = 0;
    this.items.push(...fresh);
    for (const id of ids) this.seen.add(id);
    return charged;
  }

  stop(end: string): void {
    this.end = end;
    this.reserved = 0;
    this.waits = false;
  }
}
