// Reads captions in TTML as YouTube writes it: paragraphs with a begin and an end, and breaks between lines. Times are those of a clock, or a number with a unit; frames and ticks are not read. Time grows
// with the length of the text alone.
import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import { CAPTIONS_CHARS_MAX, CUES_MAX, type Cue, HOURS_MAX } from './cue.ts';
import { readVttText } from './cue-text.ts';
import { type CueTimes, readTimes } from './cue-times.ts';
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
  const [begin = '', end = ''] = [BEGIN.exec(tag)?.[1], END.exec(tag)?.[1]];
  const times = readTimes(`${begin} --> ${end}`, 'srt') ?? readOffsets(begin, end);
  // In XML a line feed and the spaces that indent the next line count as one space; only a break ends a line.
  const words = readVttText(text.slice(head + 1).replaceAll(/[ \t\r\n]+/g, ' '));
  return times === null || words === '' ? null : { ...times, text: words };
}

const UNIT_MS: Record<string, number> = { h: HOUR_MS, m: MINUTE_MS, s: 1_000, ms: 1 };
const OFFSET = /^\s?(\d{1,16}(?:\.\d{1,9})?)(h|ms|m|s)\s?$/;

/** `12.5s`: milliseconds; null for another form, and beyond any real time. */
function offsetMs(text: string): number | null {
  const [, number = '', unit = ''] = OFFSET.exec(text) ?? [];
  const ms = Math.floor(Number(number) * (UNIT_MS[unit] ?? Number.NaN));
  return ms <= HOURS_MAX * HOUR_MS ? ms : null;
}

function readOffsets(begin: string, end: string): CueTimes | null {
  const [startMs, endMs] = [offsetMs(begin), offsetMs(end)];
  return startMs === null || endMs === null ? null : { startMs, endMs: Math.max(startMs, endMs) };
}
