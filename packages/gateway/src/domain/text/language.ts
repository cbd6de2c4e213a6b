// How a language is read.

/** Longer than any tag in use. */
const LANGUAGE_CHARS_MAX = 35;

/** A BCP 47 tag in canonical form; null when it is none. */
export function readLanguage(text: string): string | null {
  if (text.length > LANGUAGE_CHARS_MAX || !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*$/.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
