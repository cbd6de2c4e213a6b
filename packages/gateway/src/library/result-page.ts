// A page of results, a place in the results, and how that place is written as a cursor.
import type { Tier } from './keyword.ts';

/** "capped": counting stopped here, so this is a lower bound. */
export interface LibraryTotal {
  value: number;
  relation: 'eq' | 'capped';
}

/** The last item delivered, and the total counted for the first page. */
export interface ResultPlace {
  tier: Tier;
  rank: number;
  /** The count that the results are sorted by, if they are. */
  value?: number;
  total: LibraryTotal;
}

export interface LibraryPage {
  total: LibraryTotal;
  /** null when nothing follows. */
  next: ResultPlace | null;
  /** Record texts as stored. */
  bodies: string[];
  /** The search stopped before it had checked everything. More records may match, but this walk will not find them. */
  isCut: boolean;
}

const CURSOR = /^([123])\.(\d{1,16})\.(\d{1,9})([ec])(?:\.(-?\d{1,16}))?$/;

export function formatPlace({ tier, rank, value, total }: ResultPlace): string {
  const counted = `${total.value}${total.relation === 'eq' ? 'e' : 'c'}`;
  return `${tier}.${rank}.${counted}${value === undefined ? '' : `.${value}`}`;
}

export function parsePlace(cursor: string): ResultPlace | null {
  const parts = CURSOR.exec(cursor);
  if (parts === null || !Number.isSafeInteger(Number(parts[2]))) return null;
  const total: LibraryTotal = { value: Number(parts[3]), relation: parts[4] === 'e' ? 'eq' : 'capped' };
  const value = parts[5] === undefined ? {} : { value: Number(parts[5]) };
  return { tier: Number(parts[1]) as Tier, rank: Number(parts[2]), ...value, total };
}

export const EMPTY: LibraryPage = {
  total: { value: 0, relation: 'eq' },
  next: null,
  bodies: [],
  isCut: false,
};
