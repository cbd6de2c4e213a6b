// The lines of a transcript that are shown, and those that a search finds. Pure.
import type { Transcript } from '../../api/api-types.ts';
import { writeLength } from '../../time/time.ts';

/** About half an hour of speech. A long transcript has thousands of lines, and drawing them all takes seconds; a search finds the rest. */
export const LINES_MAX = 500;

interface Line {
  /** null where the platform gives no times. */
  at: string | null;
  text: string;
}

export function linesOf({ cues, text }: Pick<Transcript, 'cues' | 'text'>): Line[] {
  if (cues.length === 0) return text === '' ? [] : text.split('\n').map((one) => ({ at: null, text: one }));
  return cues.map(({ start_ms, text: words }) => ({ at: writeLength(start_ms), text: words }));
}

/** Every line that contains the text, in upper or lower case. */
export function linesWith(lines: readonly Line[], wanted: string): readonly Line[] {
  const found = wanted.trim().toLowerCase();
  return found === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(found));
}
