// How filters become conditions of the Archive's query language.
import type { SearchInput } from '../connector.ts';
import { dayText, primaryLanguage } from '../parsing/filters.ts';
import { quoted } from '../parsing/keyword-query.ts';

/** Uploaders write a language as a code, a name or a library code (`ger`). JavaScript cannot derive library codes. */
const LIBRARY_CODES: Record<string, string> = {
  ar: 'ara',
  de: 'ger',
  en: 'eng',
  es: 'spa',
  fr: 'fre',
  hi: 'hin',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  nl: 'dut',
  pl: 'pol',
  pt: 'por',
  ru: 'rus',
  tr: 'tur',
  uk: 'ukr',
  zh: 'chi',
};

export function archiveConditions({
  published_after,
  published_before,
  language,
  license,
  tag,
}: SearchInput): string[] {
  const conditions: string[] = [];
  if (published_after !== undefined || published_before !== undefined) {
    const [from, till] = [published_after, published_before].map((at) =>
      at === undefined ? '*' : dayText(at),
    );
    conditions.push(`date:[${from} TO ${till}]`);
  }
  if (language !== undefined) conditions.push(`language:(${languageNames(language).join(' OR ')})`);
  if (license !== undefined) conditions.push('licenseurl:*creativecommons*');
  if (tag !== undefined) conditions.push(`subject:${quoted(tag)}`);
  return conditions;
}

function languageNames(language: string): string[] {
  const code = primaryLanguage(language);
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code);
  const names = [code, LIBRARY_CODES[code], name === undefined ? undefined : `"${name}"`];
  return names.filter((one) => one !== undefined);
}
