// A page of results, a place in the results, and how that place is written as a cursor.
import type { Match } from '../domain/video.ts';
import type { Tier } from './searching/keyword.ts';

/** What of a keyword a record has, below the exact tiers; the best first. */
export const LOOSE_TIERS = { words: 4, prefix: 5, most_words: 6, similar: 7, pieces: 8, spoken: 9 } as const;
export type LooseTier = (typeof LOOSE_TIERS)[keyof typeof LOOSE_TIERS];

/** For one word of the keyword: its weight, words that begin with it, and words that it may be a slip of. */
export type PlannedWord = readonly [weight: number, begun: readonly string[], similar: readonly string[]];
export interface LoosePlan {
  words: readonly PlannedWord[];
  /** Further candidate words were left out. */
  isBounded: boolean;
}

/** "capped": counting stopped here, so this is a lower bound. */
export interface LibraryTotal {
  value: number;
  relation: 'eq' | 'capped';
  /** Set when the items below the exact tiers are counted too. */
  counts?: 'all';
}

/** The last item delivered, and the total counted for the first page. */
export interface ResultPlace {
  tier: Tier | LooseTier;
  rank: number;
  /** What the results are sorted by before their rank, if they are. */
  value?: number;
  total: LibraryTotal;
  /** Below the exact tiers: what every page of the walk is read by. */
  plan?: LoosePlan;
}

export interface LibraryPage {
  total: LibraryTotal;
  /** null when nothing follows. */
  next: ResultPlace | null;
  /** Record texts as stored. */
  bodies: string[];
  /** The search stopped before it had checked everything. More records may match, but this walk will not find them. */
  isCut: boolean;
  /** Of the last items, which stand below the exact tiers. */
  matches?: Match[];
  /** Not all words were looked up that the keyword may stand for. */
  isBounded?: true;
}

/** A page of the exact tiers, and the place of its last item. */
export interface ExactPage extends LibraryPage {
  last: Omit<ResultPlace, 'total'> | null;
}

const CURSOR = /^([1-9])\.(\d{1,16})\.(\d{1,9})([ecEC])(?:\.(-?\d{1,16}))?(?:~([^"\\]*))?$/;
const LETTERS = { eq: 'e', capped: 'c' } as const;

export function formatPlace({ tier, rank, value, total, plan }: ResultPlace): string {
  const letter = LETTERS[total.relation];
  const counted = `${total.value}${total.counts === 'all' ? letter.toUpperCase() : letter}`;
  const words = plan === undefined ? '' : `~${formatPlan(plan)}`;
  return `${tier}.${rank}.${counted}${value === undefined ? '' : `.${value}`}${words}`;
}

export function parsePlace(cursor: string): ResultPlace | null {
  const parts = CURSOR.exec(cursor);
  if (parts === null || !Number.isSafeInteger(Number(parts[2]))) return null;
  const tier = Number(parts[1]) as ResultPlace['tier'];
  const letter = parts[4]!;
  const total: LibraryTotal = {
    value: Number(parts[3]),
    relation: letter.toLowerCase() === 'e' ? 'eq' : 'capped',
    ...(letter !== letter.toLowerCase() && { counts: 'all' as const }),
  };
  const value = parts[5] === undefined ? {} : { value: Number(parts[5]) };
  const place = { tier, rank: Number(parts[2]), ...value, total };
  if (tier < LOOSE_TIERS.words) return parts[6] === undefined ? place : null;
  const plan = parts[6] === undefined ? null : parsePlan(parts[6]);
  return plan === null || parts[5] === undefined ? null : { ...place, plan };
}

/** For each word its weight, then `+` and each word that begins with it, then `-` and each that it may be a slip of. */
function formatPlan({ words, isBounded }: LoosePlan): string {
  const text = ([weight, begun, similar]: PlannedWord) =>
    weight + [...begun.map((word) => `+${word}`), ...similar.map((word) => `-${word}`)].join('');
  return `${isBounded ? '!' : ''}${words.map(text).join(',')}`;
}

const PLANNED = /^(\d{1,4})((?:\+[^+,-]+)*)((?:-[^+,-]+)*)$/;

function parsePlan(text: string): LoosePlan | null {
  const isBounded = text.startsWith('!');
  const words = text
    .slice(isBounded ? 1 : 0)
    .split(',')
    .map((one) => PLANNED.exec(one));
  if (words.some((one) => one === null)) return null;
  const listOf = (all: string, mark: string) => all.split(mark).slice(1);
  return {
    isBounded,
    words: words.map((one) => [Number(one![1]), listOf(one![2]!, '+'), listOf(one![3]!, '-')]),
  };
}

export const EMPTY: LibraryPage = {
  total: { value: 0, relation: 'eq' },
  next: null,
  bodies: [],
  isCut: false,
};
