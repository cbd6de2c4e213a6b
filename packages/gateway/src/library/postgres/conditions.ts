// Owns the words in which PostgreSQL is asked for records. The index knows which records hold which terms, in which field, but not in
// which order; that terms follow one another is read from the terms themselves. Both are built only from terms this house has folded
// and split, and travel as values, so no character of a keyword is ever an operator or SQL.
import type { Phrase, Tier } from '../keyword.ts';
import type { AskedTier } from '../record-index.ts';
import { FIELDS, type Field, TERM_PREFIX } from '../terms.ts';

const COLUMN: Record<Field, string> = { title: 'title_terms', text: 'text_terms', tags: 'tag_terms' };

/** Exactly the expression of the index `library_words`, or it is not used. */
const INDEXED = `array_to_tsvector(array_remove(string_to_array(title_terms || text_terms || tag_terms, ' '), ''))`;

/** The values of one statement. */
export class Values {
  readonly list: unknown[] = [];

  /** How the statement names it. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** What the index finds: all records that match within this tier, and some whose terms stand in another order. */
export function foundByIndex(groups: Phrase[], tier: Tier, values: Values): string {
  return `${INDEXED} @@ ${values.add(queryOf(groups, tier))}::tsquery`;
}

/** True for records that match in this tier, without those of the tiers above when it is asked for alone. */
export function matchesTier({ groups, tier, isAlone }: AskedTier, values: Values): string {
  const isWithin = within(groups, tier, values);
  if (!isAlone || tier === 1) return isWithin;
  return `(${isWithin}) AND NOT (${within(groups, (tier - 1) as Tier, values)})`;
}

/** The tier in which a record matches; NULL when it does not. */
export function tierCase(groups: Phrase[], values: Values): string {
  const cases = ([1, 2, 3] as const).map((tier) => `WHEN ${within(groups, tier, values)} THEN ${tier}`);
  return `CASE ${cases.join(' ')} END`;
}

function within(groups: Phrase[], tier: Tier, values: Values): string {
  const fields = FIELDS.slice(0, tier);
  const inField = (group: Phrase, field: Field) =>
    `strpos(${COLUMN[field]}, ${values.add(textOf(group, field))}) > 0`;
  return groups
    .map((group) => `(${fields.map((field) => inField(group, field)).join(' OR ')})`)
    .join(' AND ');
}

/** Terms stand in their order, each between spaces, so a phrase is a piece of that text. */
function textOf({ terms, isPrefix }: Phrase, field: Field): string {
  const phrase = terms.map((term) => ` ${TERM_PREFIX[field]}${term}`).join('');
  return isPrefix ? phrase : `${phrase} `;
}

function queryOf(groups: Phrase[], tier: Tier): string {
  const fields = FIELDS.slice(0, tier);
  return groups
    .map((group) => `(${fields.map((field) => `(${lexemesOf(group, field)})`).join(' | ')})`)
    .join(' & ');
}

function lexemesOf({ terms, isPrefix }: Phrase, field: Field): string {
  return terms
    .map((term, i) => {
      const lexeme = `'${(TERM_PREFIX[field] + term).replace(/['\\]/g, '$&$&')}'`;
      return isPrefix && i === terms.length - 1 ? `${lexeme}:*` : lexeme;
    })
    .join(' & ');
}
