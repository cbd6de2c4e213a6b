// Owns the writing of a keyword into a platform's query language. A caller's words are words: none of them may become an
// operator, close a bracket that we opened or name a field.

/** Letters and digits of any script, joined by hyphens or apostrophes: nothing that a query language reads otherwise. */
const BARE_WORD = /^[\p{L}\p{N}\p{M}_]+(?:[-'’][\p{L}\p{N}\p{M}_]+)*$/u;
const OPERATORS = new Set(['AND', 'OR', 'NOT', 'TO']);

/** Punctuation and signs of reckoning, such as a lone "&": no index holds them, so in quotes they match nothing at all. */
const NO_WORD = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u;

/**
 * For languages of Lucene's family: every word that could mean more than itself stands in quotes. What is no word is left out,
 * unless there is nothing else.
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

/** A text that the language reads as nothing else. */
export function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * For languages that know `-word` and `a|b` but no way to write these signs as text: the signs go, the words stay. A keyword
 * of nothing else is left as it is.
 */
export function withoutSigns(keyword: string): string {
  const words = keyword.replaceAll('|', ' ').split(/\s+/).map(withoutHyphen);
  return words.filter((word) => word !== '').join(' ') || keyword;
}

function withoutHyphen(word: string): string {
  return word.slice(word.search(/[^-]|$/));
}

/** The words that fit into a number of characters, in their order; the beginning of the first where not even that fits. */
export function fittingWords(keyword: string, charsMax: number): string {
  if (keyword.length <= charsMax) return keyword;
  const cut = keyword.slice(0, charsMax + 1);
  const words = cut.slice(0, cut.search(/\s\S*$/)).trimEnd();
  return words === '' || !/\s/.test(cut) ? keyword.slice(0, charsMax).toWellFormed() : words;
}

/** For languages with phrases but no escapes: as `plainWords`, and a quotation mark parts words. */
export function phrasedWords(keyword: string): string {
  const unquoted = keyword.replace(/["\\]/g, ' ');
  return unquoted.trim() === '' ? keyword : plainWords(unquoted);
}
