// Chooses the part of a keyword that the index is asked for, so that no keyword can cost much: a query to FTS5 cannot be interrupted, and
// its cost grows with the number of terms. The rest of a long keyword is checked on the records that the index finds, with the same terms.
// So the results are those of the whole keyword.

import { INDEX_PREFIXES_MAX, INDEX_TERMS_MAX } from '../limits.ts';
import { indexedFields, type LibraryRecord } from '../record.ts';
import type { Phrase, Tier } from './keyword.ts';
import { TIERS } from './keyword.ts';
import { FIELDS, type Field, TERM_PREFIX } from './terms.ts';

export interface IndexQuestion {
  /** The phrases that the index is asked for; never empty. */
  groups: Phrase[];
  /** The whole keyword, to be checked on each record found; null when the index was asked for all of it. */
  toCheck: Phrase[] | null;
}

export function askIndex(groups: Phrase[]): IndexQuestion {
  const terms = groups.reduce((sum, group) => sum + group.terms.length, 0);
  const prefixes = groups.filter(({ isPrefix }) => isPrefix).length;
  if (terms <= INDEX_TERMS_MAX && prefixes <= INDEX_PREFIXES_MAX) return { groups, toCheck: null };
  const part = exactPart(groups);
  // The keyword has only single letters, so one of them is used.
  return { groups: part.length > 0 ? part : groups.slice(0, 1), toCheck: groups };
}

/** Only whole words, as many as allowed: for a phrase that ends in a single letter, FTS5 would read every word that begins with it. */
function exactPart(groups: Phrase[]): Phrase[] {
  const exact = groups.map(({ terms, isPrefix }) => (isPrefix ? terms.slice(0, -1) : terms));
  // The longest phrase is the rarest, so it comes first.
  exact.sort((a, b) => b.length - a.length);
  let left = INDEX_TERMS_MAX;
  const part: Phrase[] = [];
  for (const all of exact) {
    const terms = all.slice(0, left);
    left -= terms.length;
    if (terms.length > 0) part.push({ terms, isPrefix: false });
  }
  return part;
}

/** The tier in which a record matches; null when it does not match. */
export function tierOf(record: LibraryRecord, groups: Phrase[]): Tier | null {
  const terms = indexedFields(record);
  const isIn = (group: Phrase, field: Field) => holds(`${terms[field]} `, group, field);
  const isWithin = (tier: Tier) => {
    const fields = FIELDS.slice(0, tier);
    return groups.every((group) => fields.some((field) => isIn(group, field)));
  };
  return TIERS.find(isWithin) ?? null;
}

/** Terms stand in sequence, each after a space, so a phrase is a substring of that text. */
function holds(terms: string, { terms: wanted, isPrefix }: Phrase, field: Field): boolean {
  const phrase = wanted.map((term) => ` ${TERM_PREFIX[field]}${term}`).join('');
  return terms.includes(isPrefix ? phrase : `${phrase} `);
}
