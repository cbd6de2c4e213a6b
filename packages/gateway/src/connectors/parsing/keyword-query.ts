// Writes a keyword in a platform's query language. A caller's words stay words: none of them may become an operator, close a bracket that
// we opened or name a field.

/** Letters and digits of any script, joined by hyphens or apostrophes: safe in every query language. */
const BARE_WORD = /^[\p{L}\p{N}\p{M}_]+(?:[-'’][\p{L}\p{N}\p{M}_]+)*$/u;
const OPERATORS = new Set(['AND', 'OR', 'NOT', 'TO']);

/** Punctuation and mathematical signs, such as a lone "&": no index contains them, so in quotes they match nothing. */
const NO_WORD = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u;

/**
 * For query languages like Lucene's: every word that could have a special meaning is quoted. Lone punctuation is left out, unless there is
 * nothing else.
 */
export function plainWords(keyword: string): string {
  const all = keyword.split(/\s+/).filter((word) => word !== '');
  const found = all.filter((word) => !NO_WORD.test(word));
  const words = found.length > 0 ? found : all;
  return words.map((word) => (isBare(word) ? word : quoted(word))).join(' ');
}

function isBare(word: string): boolean {
  return BARE_WORD.test(word) && !OPERATORS.has(word);
}

/** A text that the language reads as plain text. */
export function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * For languages that have `-word` and `a|b` but no way to quote these signs: the signs are removed, the words stay. A keyword of nothing
 * else is unchanged.
 */
export function withoutSigns(keyword: string): string {
  const words = keyword.replaceAll('|', ' ').split(/\s+/).map(withoutHyphen);
  return words.filter((word) => word !== '').join(' ') || keyword;
}

function withoutHyphen(word: string): string {
  return word.slice(word.search(/[^-]|$/));
}

/** The words that fit into a number of characters, in sequence; if not even the first fits, its beginning. */
export function fittingWords(keyword: string, charsMax: number): string {
  if (keyword.length <= charsMax) return keyword;
  const cut = keyword.slice(0, charsMax + 1);
  const words = cut.slice(0, cut.search(/\s\S*$/)).trimEnd();
  return words === '' || !/\s/.test(cut) ? keyword.slice(0, charsMax).toWellFormed() : words;
}

/** For languages with phrases but no escapes: like `plainWords`, and a quotation mark separates words. */
export function phrasedWords(keyword: string): string {
  const unquoted = keyword.replace(/["\\]/g, ' ');
  return unquoted.trim() === '' ? keyword : plainWords(unquoted);
}
