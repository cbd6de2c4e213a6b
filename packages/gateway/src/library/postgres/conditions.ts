// SQL conditions that find records. The index knows which records contain which terms in which field, but not their sequence; the sequence
// is checked in the terms themselves. Conditions are built only from terms that the library has folded and split, and pass them as
// parameters. So no character of a keyword can be an operator or SQL.
import type { Phrase, Tier } from '../keyword.ts';
import type { AskedTier } from '../record-index.ts';
import { FIELDS, type Field, TERM_PREFIX } from '../terms.ts';

const COLUMN: Record<Field, string> = { title: 'title_terms', text: 'text_terms', tags: 'tag_terms' };

/** Must be exactly the expression of the index `library_words`; otherwise the index is not used. */
const INDEXED = `array_to_tsvector(array_remove(string_to_array(title_terms || text_terms || tag_terms, ' '), ''))`;

/** The parameters of one query. */
export class Values {
  readonly list: unknown[] = [];

  /** Returns the placeholder in the query. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** What the index finds: all records that match within this tier, and some whose terms are in another sequence. */
export function foundByIndex(groups: Phrase[], tier: Tier, values: Values): string {
  return `${INDEXED} @@ ${values.add(queryOf(groups, tier))}::tsquery`;
}

/** True for records that match in this tier. With `isAlone`, matches of higher tiers are excluded. */
export function matchesTier({ groups, tier, isAlone }: AskedTier, values: Values): string {
  const isWithin = within(groups, tier, values);
  if (!isAlone || tier === 1) return isWithin;
  return `(${isWithin}) AND NOT (${within(groups, (tier - 1) as Tier, values)})`;
}

/** The tier in which a record matches; NULL when it does not match. */
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

/** Terms stand in sequence, each between spaces, so a phrase is a substring of that text. */
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
