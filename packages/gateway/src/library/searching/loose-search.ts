// The search below the exact tiers, for a page that these do not fill. By a plan of words it reads which records have which words of the
// keyword, puts those records into tiers, and takes the page from them. A page starts strictly after the last item of the page before.
import { passes, type SearchFilters } from '../../domain/search-filters.ts';
import type { Match } from '../../domain/video.ts';
import { EXACT_ENOUGH, LOOSE_ROWS_MAX } from '../limits.ts';
import type { LibraryRecord } from '../record.ts';
import type { Effort } from '../record-index.ts';
import {
  type ExactPage,
  type LibraryPage,
  type LibraryTotal,
  LOOSE_TIERS,
  type LoosePlan,
  type LooseTier,
  type ResultPlace,
} from '../result-page.ts';
import type { Phrase } from './keyword.ts';
import type { LooseIndex } from './loose-index.ts';
import { planLoose, readLoose } from './loose-plan.ts';
import { formsOf, idWord, type LooseWord, spokenForm } from './loose-words.ts';

export interface LooseHit {
  tier: LooseTier;
  value: number;
  rank: number;
}

/** Which words of the keyword a record has, as bits: the very word; in some form; one that is similar; or spoken in it. */
interface Had {
  exact: number;
  form: number;
  near: number;
  spoken: number;
}

const NOTHING_HAD: Had = { exact: 0, form: 0, near: 0, spoken: 0 };

/** The records of all tiers in their order: by tier, by the weight of the words that they have, then the newest. */
function findLoose(
  index: LooseIndex,
  { keyword, words, plan }: { keyword: string; words: readonly LooseWord[]; plan: LoosePlan },
  effort: Effort,
): LooseHit[] {
  const had = new Map<number, Had>();
  const note = (level: keyof Had, bits: number, texts: readonly string[]) => {
    if (texts.length === 0 || effort.look()) return;
    for (const rank of index.rows([texts], LOOSE_ROWS_MAX)) {
      const before = had.get(rank);
      if (before === undefined) had.set(rank, { ...NOTHING_HAD, [level]: bits });
      else before[level] |= bits;
    }
  };
  const all = 2 ** words.length - 1;
  words.forEach((word, i) => {
    const [, begun, similar] = plan.words[i]!;
    note('exact', 2 ** i, [word.text]);
    note('form', 2 ** i, [...formsOf(word), ...begun]);
    note('near', 2 ** i, similar);
    note('spoken', 2 ** i, [spokenForm(word)]);
  });
  const id = idWord(keyword);
  if (id !== null) note('exact', all, [id]);
  const judge = new Judge(words, plan);
  const hits: LooseHit[] = [];
  for (const [rank, each] of had) {
    const hit = judge.judge(each);
    if (hit !== null) hits.push({ ...hit, rank });
  }
  return hits.sort((a, b) => a.tier - b.tier || b.value - a.value || b.rank - a.rank);
}

/** A keyword of fewer words is no question, of which some words may be missing. */
const QUESTION_WORDS_MIN = 3;

class Judge {
  readonly #words: readonly LooseWord[];
  readonly #weights: readonly number[];
  readonly #all: number;
  readonly #whole: number;
  readonly #pairs: number;

  constructor(words: readonly LooseWord[], { words: planned }: LoosePlan) {
    this.#words = words;
    this.#weights = planned.map(([weight]) => weight);
    this.#all = 2 ** words.length - 1;
    this.#whole = this.#weightOf(this.#all);
    this.#pairs = words.reduce((bits, { isPair }, i) => (isPair ? bits | (2 ** i) : bits), 0);
  }

  judge(had: Had): Omit<LooseHit, 'rank'> | null {
    const form = had.exact | had.form;
    const near = form | had.near;
    const tier = this.#tierOf(had.exact, form, near);
    const said = form | had.spoken;
    if (tier === null)
      return this.#isSpoken(said) ? { tier: LOOSE_TIERS.spoken, value: this.#weightOf(said) } : null;
    return { tier, value: this.#weightOf(tier === LOOSE_TIERS.most_words ? form : near) };
  }

  #tierOf(exact: number, form: number, near: number): LooseTier | null {
    if (exact === this.#all) return LOOSE_TIERS.words;
    if (form === this.#all) return LOOSE_TIERS.prefix;
    if (this.#isMost(form) && (this.#pairs & ~form) === 0) return LOOSE_TIERS.most_words;
    if (near === this.#all) return LOOSE_TIERS.similar;
    if (!this.#isMost(near)) return null;
    return (this.#pairs & ~near) === 0 ? LOOSE_TIERS.similar : LOOSE_TIERS.pieces;
  }

  /** Runs of scripts without spaces must be spoken as they are: a pair of characters alone says little. */
  #isSpoken(said: number): boolean {
    return said === this.#all || (this.#isMost(said) && (this.#pairs & ~said) === 0);
  }

  /** Several words that say at least half of what all say. */
  #isMost(bits: number): boolean {
    if (this.#words.length < QUESTION_WORDS_MIN && this.#pairs === 0) return false;
    return 2 * this.#weightOf(bits) >= this.#whole;
  }

  #weightOf(bits: number): number {
    return this.#weights.reduce((sum, weight, i) => (bits & (2 ** i) ? sum + weight : sum), 0);
  }
}

export interface LooseWish {
  keyword: string;
  groups: Phrase[];
  count: number;
  after: ResultPlace | null;
  filters: SearchFilters;
  effort: Effort;
}

/** The page, filled up with what stands below the exact tiers. */
export function fillPage(index: LooseIndex, { last, ...page }: ExactPage, wish: LooseWish): LibraryPage {
  const { keyword, groups, count, after, filters, effort } = wish;
  const words = readLoose(keyword);
  const exact = index.exact(groups, EXACT_ENOUGH + 1);
  // Whoever has so many with the very words does not miss others.
  if (words === null || exact.length > EXACT_ENOUGH) return page;
  const plan = after?.plan ?? planLoose(index, words, effort);
  if (plan.words.length !== words.length) return page;
  const known = new Set(exact);
  const all = findLoose(index, { keyword, words, plan }, effort).filter(({ rank }) => !known.has(rank));
  const room = count - page.bodies.length;
  const hits = firstPassing(
    index,
    all.filter((hit) => isBehind(hit, after)),
    { wanted: room + 1, filters, effort },
  );
  const total = after?.total ?? totalOf(page, all.length, { plan, filters, effort });
  const taken = hits.slice(0, room);
  const end = taken.at(-1);
  const place = end === undefined ? last : { tier: end.tier, rank: end.rank, value: end.value, plan };
  return {
    total,
    next: hits.length > room && place !== null ? { ...place, total } : null,
    bodies: [...page.bodies, ...taken.map(({ body }) => body)],
    isCut: effort.isOver && hits.length <= room,
    matches: taken.map(({ tier }) => NAMES.get(tier)!),
    ...(plan.isBounded && { isBounded: true as const }),
  };
}

const NAMES = new Map(Object.entries(LOOSE_TIERS).map(([name, tier]) => [tier, name as Match]));

function isBehind({ tier, value, rank }: LooseHit, after: ResultPlace | null): boolean {
  if (after?.value === undefined || after.tier !== tier) return tier > (after?.tier ?? 0);
  return value === after.value ? rank < after.rank : value < after.value;
}

interface Passing {
  wanted: number;
  filters: SearchFilters;
  effort: Effort;
}

function firstPassing(index: LooseIndex, hits: readonly LooseHit[], { wanted, filters, effort }: Passing) {
  const found: (LooseHit & { body: string })[] = [];
  const hasFilters = Object.keys(filters).length > 0;
  for (const hit of hits) {
    if (found.length >= wanted) break;
    const body = index.body(hit.rank);
    if (hasFilters) {
      if (effort.look()) break;
      effort.tiers.set(hit.rank, null);
      if (!passes(filters, JSON.parse(body) as LibraryRecord)) continue;
    }
    found.push({ ...hit, body });
  }
  return found;
}

function totalOf(
  { total }: LibraryPage,
  below: number,
  { plan, filters, effort }: { plan: LoosePlan; filters: SearchFilters; effort: Effort },
): LibraryTotal {
  // How many pass a filter is known only of those that were checked.
  if (Object.keys(filters).length > 0) return { ...total, relation: below === 0 ? total.relation : 'capped' };
  const isWhole = total.relation === 'eq' && !plan.isBounded && !effort.isOver;
  return { value: total.value + below, relation: isWhole ? 'eq' : 'capped', counts: 'all' };
}
