// One cue of a transcript, and the limits on transcripts.
import { KB } from '../limits.ts';

export interface Cue {
  startMs: number;
  /** Never before `startMs`. */
  endMs: number;
  /** Plain text: one or more lines, each trimmed and none empty, without tags and control characters. */
  text: string;
}

/** Two hours of speech have about 8,000 cues. A file of `CAPTIONS_CHARS_MAX` has at most 80,000 cues of the usual form (25 characters of times). */
export const CUES_MAX = 80_000;
/** As much of a captions file as is read. Two hours of automatic captions have 700 kB. */
export const CAPTIONS_CHARS_MAX = 2 * KB * KB;
/** More digits than any real time has, and few enough that milliseconds stay safe integers. */
export const HOUR_DIGITS_MAX = 9;

/** All C0 and C1 control characters except tab and line feed. */
const CONTROL = /[\0-\x08\v-\x1f\x7f-\x9f]/g;
/** Visible characters, without spaces of any kind and without surrogates. */
const VISIBLE = '[!-~\\u00a1-\\u167f\\u2010-\\u2027\\u2030-\\u205e\\u3001-\\ud7ff]+';
/** Words with one space or line feed between them, as almost all cues are: one look instead of many. */
const TIDY = new RegExp(`^${VISIBLE}(?:[ \\n]${VISIBLE})*$`);
/** A longer text is tidied without that look, which needs memory for each word. */
const TIDY_CHARS_MAX = 500;

/** The form that `Cue.text` has. An empty text means that there is no cue. */
export function tidyText(text: string): string {
  if (text.length <= TIDY_CHARS_MAX && TIDY.test(text)) return text;
  const lines: string[] = [];
  for (const line of text
    .toWellFormed()
    .replace(/[\r\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .split('\n')) {
    const trimmed = line.trim();
    if (trimmed !== '') lines.push(trimmed);
  }
  return lines.join('\n');
}
