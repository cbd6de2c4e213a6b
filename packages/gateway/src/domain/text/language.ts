// How a language is read.

/** Longer than any tag in use. */
const LANGUAGE_CHARS_MAX = 35;

/** The first language of the header `Accept-Language` with the highest weight; null when it has none. */
export function preferredLanguage(header: string | undefined): string | null {
  const wishes = (header ?? '')
    .slice(0, HEADER_CHARS_MAX)
    .split(',')
    .map((wish) => {
      const [tag, weight] = wish.split(';');
      return {
        language: readLanguage(tag!.trim()),
        weight: Number(/^\s*q=([\d.]+)\s*$/.exec(weight ?? 'q=1')?.[1] ?? 0),
      };
    });
  const best = wishes.filter(({ language }) => language !== null).toSorted((a, b) => b.weight - a.weight)[0];
  return best === undefined || best.weight === 0 ? null : best.language;
}

/** Browsers send a few languages. */
const HEADER_CHARS_MAX = 200;

/** A BCP 47 tag in canonical form; null when it is none. */
export function readLanguage(text: string): string | null {
  if (text.length > LANGUAGE_CHARS_MAX || !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*$/.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
