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
/** More than any real time has, and few enough that milliseconds stay safe integers. Files may write it with any number of zeros before. */
export const HOURS_MAX = 999_999_999;

/** All C0 and C1 control characters except tab and line feed. */
const CONTROL = /[\0-\x08\v-\x1f\x7f-\x9f]/g;
/** What makes a text untidy apart from spaces at its ends: a character out of ranges without control characters, spaces and surrogates, or a gap at the end of a line. */
const UNTIDY = /[^\n -~\u00a1-\u167f\u2010-\u2027\u3001-\ud7ff]|\n[ \n]| \n/;

/** The form that `Cue.text` has. An empty text means that there is no cue. */
export function tidyText(text: string): string {
  const inner = text.trim();
  return UNTIDY.test(inner) ? tidyLines(inner) : inner;
}

function tidyLines(text: string): string {
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
