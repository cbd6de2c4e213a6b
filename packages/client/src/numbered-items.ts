// Reads items that are numbered 1, 2, 3 … while more of them are found. The number of the last item is the position: after an error or in
// another process, reading continues after it, so no item is missed and none comes twice.
import { iterate } from './iterate.ts';
import type { CallOptions, Sender } from './send.ts';

/** The pause before the first further look, and the longest. It doubles while nothing new is found. */
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 10_000;

export interface ItemsOptions extends CallOptions {
  /** Only items with a higher number. Default 0: from the first. */
  after?: number;
}

/** Waits longer and longer until it is reset. */
export class BackOff {
  #ms = PAUSE_MS;

  reset(): void {
    this.#ms = PAUSE_MS;
  }

  async rest(sender: Pick<Sender, 'rest'>, options: CallOptions): Promise<void> {
    await sender.rest(this.#ms, options);
    this.#ms = Math.min(this.#ms * 2, PAUSE_MS_MAX);
  }
}

/** `read` gives items after a number, an empty list when there are none yet, and null when none will follow. */
export function numberedItems<Item extends { number: number }>(
  { after = 0, signal }: ItemsOptions,
  read: (after: number) => Promise<Item[] | null>,
): AsyncIterableIterator<Item> {
  let items: Item[] = [];
  let taken = 0;
  return iterate(async () => {
    // A read with a signal that has fired fails with ABORTED.
    while (taken === items.length || signal?.aborted) {
      const more = await read(after);
      if (more === null) return undefined;
      items = more;
      taken = 0;
    }
    const item = items[taken++]!;
    after = item.number;
    return item;
  });
}
