// Patterns that texts of verbs must match, each with its description in words: the words are shown to people who filled in a form.

import { Type } from '../schema.ts';

interface TextPattern {
  pattern: string;
  /** Follows "must be" in the message. */
  words: string;
}

export const NAME_TEXT = {
  pattern: '^[A-Za-z0-9._-]{1,64}$',
  words: '1 to 64 letters, digits, dots, hyphens and underscores',
};
/** No dot at the end: `demo.` at the end of a sentence would be read as `demo`. Names that differ only in case are equal in the ledger. */
export const ACCOUNT_NAME_TEXT = {
  pattern: '^[A-Za-z0-9._-]{0,63}[A-Za-z0-9_-]$',
  words: '1 to 64 letters, digits, dots, hyphens and underscores, without a dot at its end',
};
/** No spaces at the ends: `inv-7` and `inv-7 ` must not be two payments. */
export const VISIBLE_TEXT = {
  pattern: '^(?!\\s)(?!.*\\s$)[^\\u0000-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069]{1,200}$',
  words: '1 to 200 visible characters on one line, without spaces at its ends',
};
/** One or more lines. No control characters, because operators read it on a terminal. */
export const COMPLAINT_TEXT = {
  pattern: '^[^\\u0000-\\u0009\\u000B-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069]{1,1000}$',
  words: '1 to 1,000 visible characters',
};
/** A plausible e-mail address; only sending a mail can tell whether it exists. */
const MAIL_TEXT = {
  pattern: '^[^\\s@\\u0000-\\u001F\\u007F]{1,64}@[A-Za-z0-9.-]{1,180}$',
  words: 'a mail address such as billing@example.com',
};
export const AMOUNT_TEXT = {
  pattern: '^[0-9]{1,9}(\\.[0-9]{1,6})?$',
  words: 'a decimal string with at most six places, such as "25.00"',
};
export const SIGNED_AMOUNT_TEXT = {
  pattern: '^-?[0-9]{1,9}(\\.[0-9]{1,6})?$',
  words: 'a decimal string with at most six places, such as "-1.50"',
};
export const DAY_TEXT = {
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  words: 'a day such as 2026-01-31',
};

const ALL: readonly TextPattern[] = [
  NAME_TEXT,
  ACCOUNT_NAME_TEXT,
  VISIBLE_TEXT,
  COMPLAINT_TEXT,
  MAIL_TEXT,
  AMOUNT_TEXT,
  SIGNED_AMOUNT_TEXT,
  DAY_TEXT,
];

/** Words by pattern. */
export const patternWords: ReadonlyMap<string, string> = new Map(
  ALL.map(({ pattern, words }) => [pattern, words]),
);

export const Words = Type.String({ pattern: VISIBLE_TEXT.pattern });
export const MailAddress = Type.String({
  pattern: MAIL_TEXT.pattern,
  description: 'A mail address.',
  examples: ['billing@example.com'],
});
