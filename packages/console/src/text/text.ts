// How texts are found: every text in English and in Chinese, the second with the type of the first, so that none is missing.
import type { Language } from '../shell/preferences.ts';
import { usePreferences } from '../shell/preferences.ts';

/** The same names, each with a text or with a function that takes the same values. */
export type Texts<English> = {
  readonly [Name in keyof English]: English[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : English[Name] extends string
      ? string
      : Texts<English[Name]>;
};

export interface UseTexts<English> {
  (): Texts<English>;
  /** For tests, which compare the two. */
  readonly by: Readonly<Record<Language, Texts<English>>>;
}

export function texts<English>(en: English, zh: Texts<English>): UseTexts<English> {
  const by: Record<Language, Texts<English>> = { en: en as Texts<English>, zh };
  return Object.assign(() => by[usePreferences().language], { by });
}
