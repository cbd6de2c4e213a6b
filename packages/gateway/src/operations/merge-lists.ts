// Merges the lists of several platforms into one. Pure and stable: the order depends only on what the legs deliver. Pages are cuts through
// that order, so page two neither repeats nor skips an item, whatever the size of page one. By relevance, an item that fits the question
// better may come before others of its leg's page, never before those of an earlier page. Ranks alone decide when a leg is asked again.

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
  /** How well it fits the question, as a factor of its score; unused in a sorted search. */
  fit: number;
  /** By what the same video of another leg may be recognised: a digest of its title, and its length in milliseconds. */
  twin: readonly [title: string, lengthMs: number] | null;
  /** Number of items that the leg had delivered with the page that has this one. */
  till: number;
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
  /** Items of its pages up to this number may come next; those of a later page wait until ranks alone would take one of them. */
  open: number;
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
  /** Its items that are on no page yet, by rank. */
  left: Unread<T>[];
  open: number;
}

interface Place<T> {
  line: Line<T>;
  item: Unread<T>;
}

class Merging<T> {
  readonly #ask: MergeAsk;
  readonly #lines: Line<T>[];
  readonly #items: MergedItem<T>[] = [];
  /** The unread items, by each of their names. */
  readonly #named = new Map<string, Place<T>[]>();
  #run: MergeState<T>['run'];

  constructor(state: MergeState<T>, ask: MergeAsk) {
    this.#ask = ask;
    this.#run = state.run;
    this.#lines = state.legs.map((leg) => {
      const left = leg.unread.filter(({ names }) => !names.some(ask.isSeen));
      return { leg, left, open: leg.open };
    });
    for (const line of this.#lines) for (const item of line.left) this.#name(line, item);
  }

  #name(line: Line<T>, item: Unread<T>): void {
    for (const name of item.names) {
      const same = this.#named.get(name);
      if (same === undefined) this.#named.set(name, [{ line, item }]);
      else same.push({ line, item });
    }
  }

  /** Fills the page. Returns the legs that must deliver before it can go on; empty when the page is done. */
  run(): string[] {
    while (this.#items.length < this.#ask.count) {
      const runners = this.#lines.filter((line) => line.left.length > 0 || this.#mayShow(line));
      if (runners.length === 0) return [];
      const next = this.#ask.order === 'sorted' ? runners : this.#ready(this.#varied(runners));
      const blockers = next.filter(({ left }) => left.length === 0);
      if (blockers.length > 0) return blockers.map(({ leg }) => leg.name);
      this.#emit(this.#ask.order === 'sorted' ? firstByKey(next) : fittest(next));
    }
    return [];
  }

  page(): MergedPage<T> {
    const legs = this.#lines.map(({ leg, left, open }) => ({ ...leg, unread: left, open }));
    return { items: this.#items, state: { legs, run: this.#run } };
  }

  /** Without the leg that gave the last items, when it gave too many in a row. */
  #varied(runners: readonly Line<T>[]): readonly Line<T>[] {
    if ((this.#run?.length ?? 0) < IN_A_ROW_MAX) return runners;
    const others = runners.filter(({ leg }) => leg.name !== this.#run?.leg);
    return others.length > 0 ? others : runners;
  }

  /**
   * The legs to take the next item from. Ranks are known in advance, so the best may be that of a leg that has not delivered its next item
   * yet: then it is this leg.
   */
  #ready(lines: readonly Line<T>[]): readonly Line<T>[] {
    const best = bestOf(lines, scoreByRank);
    if (best.left.length === 0) return [best];
    best.open = Math.max(best.open, best.left[0]!.till);
    return lines.filter(({ left, open }) => left.length > 0 && left[0]!.till <= open);
  }

  /** Whether the leg has no unread item, may get more, and is waited for. */
  #mayShow({ leg, left }: Line<T>): boolean {
    return leg.isLive && left.length === 0 && !this.#ask.setAside.has(leg.name);
  }

  /** Puts the item on the page. The same item of other legs is noted with it, and is no longer unread. */
  #emit({ line, item }: Place<T>): void {
    const { name } = line.leg;
    const merged: MergedItem<T> = { leg: name, item, alsoIn: [] };
    for (const known of item.names)
      for (const same of this.#named.get(known)!) {
        const at = same.line.left.indexOf(same.item);
        if (at === -1) continue;
        same.line.left.splice(at, 1);
        if (same.line !== line) merged.alsoIn.push({ leg: same.line.leg.name, item: same.item });
      }
    this.#items.push(merged);
    this.#run = { leg: name, length: this.#run?.leg === name ? this.#run.length + 1 : 1 };
  }
}

/** Among equals the first. */
function bestOf<Of>(list: readonly Of[], scoreOf: (one: Of) => number): Of {
  return list.reduce((best, one) => (scoreOf(one) > scoreOf(best) ? one : best));
}

/** Of the leg's next item by rank, even if the leg has not delivered it yet. */
function scoreByRank<T>({ leg, left }: Line<T>): number {
  return leg.weight / (RANK_OFFSET + (left[0]?.rank ?? leg.delivered));
}

function firstByKey<T>(lines: readonly Line<T>[]): Place<T> {
  const line = bestOf(lines, ({ left }) => left[0]!.key);
  return { line, item: line.left[0]! };
}

/** Among equals that of the first leg, and of that the first. */
function fittest<T>(lines: readonly Line<T>[]): Place<T> {
  let best = { line: lines[0]!, item: lines[0]!.left[0]!, score: Number.NEGATIVE_INFINITY };
  for (const line of lines) {
    for (const item of line.left) {
      if (item.till > line.open) break;
      const score = (line.leg.weight * item.fit) / (RANK_OFFSET + item.rank);
      if (score > best.score) best = { line, item, score };
    }
  }
  return best;
}
