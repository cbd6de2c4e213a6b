// Texts in English and Chinese. The Chinese texts have the type of the English ones, so that none is missing.
import type { Language } from '../shell/preferences.ts';
import { usePreferences } from '../shell/preferences.ts';

/** The same names, each with a text or with a function of the same parameters. */
export type Texts<English> = {
  readonly [Name in keyof English]: English[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : English[Name] extends string
      ? string
      : Texts<English[Name]>;
};

export interface UseTexts<English> {
  (): Texts<English>;
  /** For tests that compare the two languages. */
  readonly by: Readonly<Record<Language, Texts<English>>>;
}

export function texts<English>(en: English, zh: Texts<English>): UseTexts<English> {
  const by: Record<Language, Texts<English>> = { en: en as Texts<English>, zh };
  return Object.assign(() => by[usePreferences().language], { by });
}
