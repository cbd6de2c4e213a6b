// Merges the lists of several platforms into one. Pure and stable: the order depends only on what the legs deliver. Pages are cuts through
// that order, so page two neither repeats nor skips an item, whatever the size of page one.

/** The constant of reciprocal rank fusion. 60 keeps the scores of first ranks close together, so that no leg wins by its first item alone. */
const RANK_OFFSET = 60;
/** Most items that one leg gives in a row while another leg has an item. */
const IN_A_ROW_MAX = 3;

/** One item that a leg has delivered and that is on no page yet. */
export interface Unread<T> {
  /** Its position in the leg's whole walk, from 0, counting omitted items too. */
  rank: number;
  /** The value that a sorted search sorts by; unused otherwise. */
  key: number;
  /** The ids of the item. Two items that share a name are the same. */
  names: readonly string[];
  value: T;
}

/** One platform's part of the merge. */
export interface MergeLeg<T> {
  name: string;
  weight: number;
  unread: readonly Unread<T>[];
  /** Number of items that it has delivered so far, which is the rank of the next one. */
  delivered: number;
  /** Whether the platform may have more items after the unread ones. */
  isLive: boolean;
}

export interface MergeState<T> {
  /** When scores are equal, the earlier leg comes first. */
  legs: readonly MergeLeg<T>[];
  /** Which leg gave the last items, and how many in a row; null before the first item. */
  run: { leg: string; length: number } | null;
}

export type MergeOrder = 'relevance' | 'sorted';

interface MergeAsk {
  count: number;
  order: MergeOrder;
  /** Whether an earlier page has delivered the item. */
  isSeen(name: string): boolean;
  /** Legs that this page does not wait for, though they may have more items. */
  setAside: ReadonlySet<string>;
}

export interface MergedItem<T> {
  leg: string;
  item: Unread<T>;
  /** The same item as delivered by other legs. */
  alsoIn: { leg: string; item: Unread<T> }[];
}

export interface MergedPage<T> {
  items: readonly MergedItem<T>[];
  state: MergeState<T>;
}

/** The next items, as far as their order is certain. The page ends where a leg that may have the next item has not delivered it yet. */
export function merge<T>(state: MergeState<T>, ask: MergeAsk): MergedPage<T> {
  const merging = new Merging(state, ask);
  merging.run();
  return merging.page();
}

/**
 * The legs to ask before a page: those that have delivered nothing yet, and those that would end the page early. A leg that still has
 * enough unread items is not asked, and not paid.
 */
export function legsToAsk<T>(
  state: MergeState<T>,
  ask: Pick<MergeAsk, 'count' | 'order' | 'isSeen'>,
): ReadonlySet<string> {
  const missing = new Set(state.legs.filter(isNew).map(({ name }) => name));
  const merging = new Merging(state, { ...ask, setAside: missing });
  for (let blockers = merging.run(); blockers.length > 0; blockers = merging.run()) {
    for (const name of blockers) missing.add(name);
  }
  return missing;
}

/** Whether no leg has items left. */
export function isOver<T>({ legs }: MergeState<T>): boolean {
  return legs.every(({ unread, isLive }) => unread.length === 0 && !isLive);
}

const isNew = <T>({ delivered, isLive }: MergeLeg<T>) => isLive && delivered === 0;

/** A leg while a page is being built. */
interface Line<T> {
  leg: MergeLeg<T>;
  /** Index of its first item that is on no page yet. */
  at: number;
}

class Merging<T> {
  readonly #ask: MergeAsk;
  readonly #lines: Line<T>[];
  readonly #items: MergedItem<T>[] = [];
  /** The items of this page, by each of their names. */
  readonly #here = new Map<string, MergedItem<T>>();
  #run: MergeState<T>['run'];

  constructor(state: MergeState<T>, ask: MergeAsk) {
    this.#ask = ask;
    this.#run = state.run;
    this.#lines = state.legs.map((leg) => ({ leg, at: 0 }));
  }

  /** Fills the page. Returns the legs that must deliver before it can go on; empty when the page is done. */
  run(): string[] {
    while (this.#items.length < this.#ask.count) {
      const runners = this.#lines.filter((line) => this.#head(line) !== null || this.#mayShow(line));
      const next = this.#ask.order === 'sorted' ? runners : this.#bestOf(runners);
      const blockers = next.filter((line) => this.#head(line) === null);
      if (blockers.length > 0) return blockers.map(({ leg }) => leg.name);
      const best = this.#best(next);
      if (best === null) return [];
      this.#emit(best);
    }
    return [];
  }

  page(): MergedPage<T> {
    const legs = this.#lines.map(({ leg, at }) => ({ ...leg, unread: this.#unknown(leg, at) }));
    return { items: this.#items, state: { legs, run: this.#run } };
  }

  /** The unread items after `at`, without those that this page already has. */
  #unknown({ name, unread }: MergeLeg<T>, at: number): Unread<T>[] {
    return unread.slice(at).filter((item) => !this.#isKnown(name, item));
  }

  /** The leg with the best rank. Ranks are known in advance, so this may be a leg that has not delivered its next item yet. */
  #bestOf(runners: readonly Line<T>[]): Line<T>[] {
    const others = runners.filter(({ leg }) => leg.name !== this.#run?.leg);
    const isLong = (this.#run?.length ?? 0) >= IN_A_ROW_MAX;
    const best = this.#best(isLong && others.length > 0 ? others : runners);
    return best === null ? [] : [best];
  }

  /** The leg's first item that was not delivered yet; null when it has none. */
  #head(line: Line<T>): Unread<T> | null {
    const { name, unread } = line.leg;
    while (line.at < unread.length && this.#isKnown(name, unread[line.at]!)) line.at += 1;
    return unread[line.at] ?? null;
  }

  /** Whether the leg has no unread item, may get more, and is waited for. */
  #mayShow({ leg, at }: Line<T>): boolean {
    return leg.isLive && at >= leg.unread.length && !this.#ask.setAside.has(leg.name);
  }

  #best(lines: readonly Line<T>[]): Line<T> | null {
    let best: Line<T> | null = null;
    for (const line of lines) if (best === null || this.#score(line) > this.#score(best)) best = line;
    return best;
  }

  /** A rank is known even for an item that the leg has not delivered yet. */
  #score({ leg, at }: Line<T>): number {
    const head = leg.unread[at];
    if (this.#ask.order === 'sorted') return head!.key;
    return leg.weight / (RANK_OFFSET + (head?.rank ?? leg.delivered));
  }

  #emit(line: Line<T>): void {
    const { name } = line.leg;
    const merged: MergedItem<T> = { leg: name, item: line.leg.unread[line.at]!, alsoIn: [] };
    line.at += 1;
    this.#items.push(merged);
    for (const known of merged.item.names) this.#here.set(known, merged);
    this.#run = { leg: name, length: this.#run?.leg === name ? this.#run.length + 1 : 1 };
  }

  /** The same item on this page; null when there is none. A plain loop, because this runs for every item of every leg. */
  #shownAs({ names }: Unread<T>): MergedItem<T> | null {
    for (const name of names) {
      const found = this.#here.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Whether the item was delivered before. If it is on this page, the page's item notes this leg in `alsoIn`. */
  #isKnown(leg: string, item: Unread<T>): boolean {
    const first = this.#shownAs(item);
    if (first === null) return item.names.some(this.#ask.isSeen);
    if (first.leg !== leg && !first.alsoIn.some((other) => other.item === item)) {
      first.alsoIn.push({ leg, item });
    }
    return true;
  }
}
