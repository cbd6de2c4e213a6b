// Reads captions in TTML as YouTube writes it: paragraphs with a begin and an end, and breaks between lines. Other times than those of a clock are not read. Time grows
// with the length of the text alone.
import { CAPTIONS_CHARS_MAX, CUES_MAX, type Cue } from './cue.ts';
import { readVttText } from './cue-text.ts';
import { readTimes } from './cue-times.ts';
import { cuesInOrder } from './read-captions.ts';
import { unroll } from './rolling.ts';

/** A declaration may come first. */
const HEADER = /^\s*(?:<\?xml[^<>]*>\s*)?<tt[\s>]/;
const BEGIN = /\sbegin\s?=\s?["']([^"'<>]*)["']/;
const END = /\send\s?=\s?["']([^"'<>]*)["']/;

/** Null when the text is not TTML. A file may have no cues. */
export function readTtml(text: string): { cues: Cue[]; rolledUp: boolean } | null {
  const whole = text.slice(0, CAPTIONS_CHARS_MAX);
  if (!HEADER.test(whole)) return null;
  return unroll(cuesInOrder(paragraphs(whole)));
}

/** Goes on behind each paragraph, so that no part of the text is searched twice. A file that was cut ends with a paragraph without an end, which is left out. */
function paragraphs(text: string): Cue[] {
  const cues: Cue[] = [];
  // The start of a paragraph, and of nothing else that begins with this letter.
  const starts = /<p[\s>]/g;
  for (let start = starts.exec(text); start !== null && cues.length < CUES_MAX; start = starts.exec(text)) {
    const end = text.indexOf('</p>', start.index);
    if (end < 0) break;
    starts.lastIndex = end;
    const cue = readParagraph(text.slice(start.index, end));
    if (cue !== null) cues.push(cue);
  }
  return cues;
}

function readParagraph(text: string): Cue | null {
  const head = text.indexOf('>');
  if (head < 0) return null;
  const tag = text.slice(0, head);
  const times = readTimes(`${BEGIN.exec(tag)?.[1] ?? ''} --> ${END.exec(tag)?.[1] ?? ''}`, 'srt');
  // In XML a line feed counts as a space; only a break ends a line.
  const words = readVttText(text.slice(head + 1).replaceAll('\n', ' '));
  return times === null || words === '' ? null : { ...times, text: words };
}
