// Builds FTS5 queries. They consist only of terms that the library has folded and split itself, so no character of a keyword can be an
// operator or a syntax error.

import type { AskedTier } from '../record-index.ts';
import type { Phrase, Tier } from '../searching/keyword.ts';
import { FIELDS, type Field, TERM_PREFIX } from '../searching/terms.ts';

export function expressionOf({ groups, tier, isAlone }: AskedTier): string {
  return isAlone ? tierExpression(groups, tier) : allWithin(groups, tier);
}

/** Everything that matches in this tier and in no higher one. */
function tierExpression(groups: Phrase[], tier: Tier): string {
  const all = allWithin(groups, tier);
  if (tier === 1) return all;
  // For one group, "in title or description, but not in title" is the same as "in the description, but not in title".
  const wanted = groups.length === 1 ? inField(groups[0]!, FIELDS[tier - 1]!) : `(${all})`;
  return `${wanted} NOT (${allWithin(groups, (tier - 1) as Tier)})`;
}

/** Everything that matches in this tier or a higher one. */
function allWithin(groups: Phrase[], tier: Tier): string {
  const fields = FIELDS.slice(0, tier);
  return groups
    .map((group) => `(${fields.map((field) => inField(group, field)).join(' OR ')})`)
    .join(' AND ');
}

function inField(group: Phrase, field: Field): string {
  const phrase = group.terms.map((term) => TERM_PREFIX[field] + term).join(' ');
  return `"${phrase}"${group.isPrefix ? ' *' : ''}`;
}
