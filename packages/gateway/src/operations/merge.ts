// Owns how the lists of several platforms become one: a pure, stable merge. The order is a function of what the legs deliver and of
// nothing else: pages are cuts through it, so page two neither repeats nor skips whatever the size of page one. It asks nobody.

/** As in reciprocal rank fusion: so large that the first ranks of all legs are close, and no leg wins by its first item alone. */
const RANK_OFFSET = 60;
/** Of one leg, while another has something to show. */
const IN_A_ROW_MAX = 3;

/** One item that a leg has delivered and nobody has read. */
export interface Unread<T> {
  /** Its place in the leg's whole walk, from 0: the same whatever was left out before it. */
  rank: number;
  /** What a sorted search is sorted by; of no meaning otherwise. */
  key: number;
  /** What it is known by: two items that share a name are the same. */
  names: readonly string[];
  value: T;
}

/** What one platform brings to the merge. */
export interface MergeLeg<T> {
  name: string;
  weight: number;
  unread: readonly Unread<T>[];
  /** Items that it has delivered in all: the rank of the next. */
  delivered: number;
  /** More may follow what is unread. */
  isLive: boolean;
}

export interface MergeState<T> {
  /** Among equals the earlier leg comes first. */
  legs: readonly MergeLeg<T>[];
  /** Who gave the last items, and how many in a row; null before the first. */
  run: { leg: string; length: number } | null;
}

export type MergeOrder = 'relevance' | 'sorted';

export interface MergeAsk {
  count: number;
  order: MergeOrder;
  /** Delivered on a page before. */
  isSeen(name: string): boolean;
  /** Legs that are not waited for on this page, though they may have more. */
  setAside: ReadonlySet<string>;
}

export interface MergedItem<T> {
  leg: string;
  item: Unread<T>;
  /** The same thing, as other legs have it. */
  alsoIn: { leg: string; item: Unread<T> }[];
}

export interface MergedPage<T> {
  items: readonly MergedItem<T>[];
  state: MergeState<T>;
}

/** The next items, as far as the order is known: a leg that may have the next one and shows nothing ends the page. */
export function merge<T>(state: MergeState<T>, ask: MergeAsk): MergedPage<T> {
  const merging = new Merging(state, ask);
  merging.run();
  return merging.page();
}

/**
 * The legs to ask before a page: those that have shown nothing yet, and those that would end it early, if the others brought nothing
 * more. Whoever still has enough is not asked, and not paid.
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

/** What is left to read is all that there is. */
export function isOver<T>({ legs }: MergeState<T>): boolean {
  return legs.every(({ unread, isLive }) => unread.length === 0 && !isLive);
}

const isNew = <T>({ delivered, isLive }: MergeLeg<T>) => isLive && delivered === 0;

/** A leg while a page is made of it. */
interface Line<T> {
  leg: MergeLeg<T>;
  /** The first of its items that nobody has read. */
  at: number;
}

class Merging<T> {
  readonly #ask: MergeAsk;
  readonly #lines: Line<T>[];
  readonly #items: MergedItem<T>[] = [];
  /** What this page has delivered, by each of its names. */
  readonly #here = new Map<string, MergedItem<T>>();
  #run: MergeState<T>['run'];

  constructor(state: MergeState<T>, ask: MergeAsk) {
    this.#ask = ask;
    this.#run = state.run;
    this.#lines = state.legs.map((leg) => ({ leg, at: 0 }));
  }

  /** Up to the end of the page. Returns who has to show something before it can go on; nobody when it is done. */
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

  /** What is still to come is never what this page has. */
  #unknown({ name, unread }: MergeLeg<T>, at: number): Unread<T>[] {
    return unread.slice(at).filter((item) => !this.#isKnown(name, item));
  }

  /** By ranks one knows whose turn it is, also when it shows nothing. */
  #bestOf(runners: readonly Line<T>[]): Line<T>[] {
    const others = runners.filter(({ leg }) => leg.name !== this.#run?.leg);
    const isLong = (this.#run?.length ?? 0) >= IN_A_ROW_MAX;
    const best = this.#best(isLong && others.length > 0 ? others : runners);
    return best === null ? [] : [best];
  }

  /** The first item that is not known yet; null when it shows none. */
  #head(line: Line<T>): Unread<T> | null {
    const { name, unread } = line.leg;
    while (line.at < unread.length && this.#isKnown(name, unread[line.at]!)) line.at += 1;
    return unread[line.at] ?? null;
  }

  /** It shows nothing, and is worth waiting for. */
  #mayShow({ leg, at }: Line<T>): boolean {
    return leg.isLive && at >= leg.unread.length && !this.#ask.setAside.has(leg.name);
  }

  #best(lines: readonly Line<T>[]): Line<T> | null {
    let best: Line<T> | null = null;
    for (const line of lines) if (best === null || this.#score(line) > this.#score(best)) best = line;
    return best;
  }

  /** By ranks it is known also of an item that nobody has seen yet. */
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

  /** What this page has of it; null when it has nothing. Loops, because it is asked for every item of every leg. */
  #shownAs({ names }: Unread<T>): MergedItem<T> | null {
    for (const name of names) {
      const found = this.#here.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Delivered before. What this page has is told where else it was seen. */
  #isKnown(leg: string, item: Unread<T>): boolean {
    const first = this.#shownAs(item);
    if (first === null) return item.names.some(this.#ask.isSeen);
    if (first.leg !== leg && !first.alsoIn.some((other) => other.item === item)) {
      first.alsoIn.push({ leg, item });
    }
    return true;
  }
}
