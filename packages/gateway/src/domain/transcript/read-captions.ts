// Reads captions in WebVTT or SRT. WebVTT is read by the rules of its standard, so that a transcript has the cues that a player shows; SRT, which has no standard, by what
// players tolerate. Time grows with the length of the text alone.
import { CAPTIONS_CHARS_MAX, CUES_MAX, type Cue } from './cue.ts';
import { readSrtText, readVttText } from './cue-text.ts';
import { type CueTimes, readTimes } from './cue-times.ts';
import { unroll } from './rolling.ts';

interface Captions {
  /** By start; of those with the same start, the longest first, as players sort them. */
  cues: Cue[];
  /** Repeats of rolling captions were removed. */
  rolledUp: boolean;
  /** The file was longer than the limits, and its rest was left out. */
  cut: boolean;
}

/** Null when the text is neither WebVTT nor SRT. A WebVTT file may have no cues; an SRT file without cues cannot be recognised. */
export function readCaptions(text: string): Captions | null {
  const cues = readCues(text);
  if (cues === null) return null;
  const cut = text.length > CAPTIONS_CHARS_MAX || cues.length > CUES_MAX;
  return { ...unroll(cues.slice(0, CUES_MAX)), cut };
}

/** The cues as a player has them, repeats included, and at most one more than `CUES_MAX`. */
export function readCues(text: string): Cue[] | null {
  const whole = text.slice(0, CAPTIONS_CHARS_MAX);
  const lines = whole.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  // A mark counts as space.
  const header = /^\s*WEBVTT(?:[ \t].*)?(?:\n|$)/.exec(lines);
  const cues = header === null ? readSrt(lines) : readVtt(lines, header[0].length);
  return cues && cuesInOrder(cues);
}

export function cuesInOrder(cues: Cue[]): Cue[] {
  return cues.sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs);
}

/** Positions of a line: of its first character, and of the line feed after it. */
interface Line {
  start: number;
  end: number;
}

/** `from` is the start or the end of a line. */
function nextArrowLine(text: string, from: number): Line | null {
  const arrow = text.indexOf('-->', from);
  if (arrow < 0) return null;
  return { start: text.lastIndexOf('\n', arrow) + 1, end: indexOrEnd(text, '\n', arrow) };
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

/**
 * The standard's rules of blocks come down to this: a line with an arrow starts a cue, also right after the text of another. The text ends at an empty line. Everything
 * else is header, style, region, note or identifier. If the times cannot be read, the cue is skipped.
 */
function readVtt(text: string, headerEnd: number): Cue[] {
  const cues: Cue[] = [];
  let empty = -1;
  let line = nextArrowLine(text, headerEnd);
  while (line !== null && cues.length <= CUES_MAX) {
    const next = nextArrowLine(text, line.end);
    // Looked for again only when the last one is passed: text without empty lines would be searched to its end for each cue.
    if (empty < line.end) empty = indexOrEnd(text, '\n\n', line.end);
    const times = readTimes(text.slice(line.start, line.end), 'vtt');
    const end = Math.min(empty, next?.start ?? text.length);
    if (times !== null) addCue(cues, times, readVttText(text.slice(line.end + 1, end)));
    line = next;
  }
  return cues;
}

/** Starts like a line of times, which may be wrong. */
const TIMES_LIKE = /^[ \t\f]*-?\d+:\d/;

/** A cue runs to the number and the times of the next one, so nothing is lost by an empty line inside its text, or by a missing one after it. */
function readSrt(text: string): Cue[] | null {
  const cues: Cue[] = [];
  let isSrt = false;
  let times: CueTimes | null = null;
  let textStart = 0;
  for (let line = nextArrowLine(text, 0); line !== null; line = nextArrowLine(text, line.end)) {
    const own = text.slice(line.start, line.end);
    if (!TIMES_LIKE.test(own)) continue;
    if (times !== null)
      addCue(cues, times, readSrtText(text.slice(textStart, startOfNumber(text, line.start))));
    if (cues.length > CUES_MAX) break;
    times = readTimes(own, 'srt');
    textStart = line.end + 1;
    isSrt ||= times !== null;
  }
  if (times !== null) addCue(cues, times, readSrtText(text.slice(textStart).replace(LONELY_NUMBER, '')));
  return isSrt ? cues : null;
}

const NUMBER = /^[ \t]*\d+[ \t]*$/;
/** At the end of some files stands the number of a cue that was removed. */
const LONELY_NUMBER = /\n[ \t]*\n[ \t]*\d+\s*$/;

/** The start of the line before, if it has the number of the cue; else the given start of the cue's times. */
function startOfNumber(text: string, timesStart: number): number {
  const start = text.lastIndexOf('\n', timesStart - 2) + 1;
  return NUMBER.test(text.slice(start, timesStart - 1)) ? start : timesStart;
}

function addCue(cues: Cue[], times: CueTimes, text: string): void {
  if (text !== '') cues.push({ startMs: times.startMs, endMs: times.endMs, text });
}
