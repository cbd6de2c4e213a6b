// Reads captions in WebVTT or SRT. WebVTT is read by the rules of its standard, so that a transcript has the cues that a player shows; SRT, which has no standard, by what
// players tolerate. Time grows with the length of the text alone.
import { CAPTIONS_CHARS_MAX, CUES_MAX, type Cue } from './cue.ts';
import { readSrtText, readVttText } from './cue-text.ts';
import { type CueTimes, readTimes } from './cue-times.ts';
import { unroll } from './rolling.ts';

export interface Captions {
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
  const lines = new Lines(text.slice(0, CAPTIONS_CHARS_MAX));
  const cues = lines.isVtt() ? readVtt(lines) : readSrt(lines);
  return cues?.sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs) ?? null;
}

const ARROW = '-->';
const DIGITS = /^[ \t]*\d+[ \t]*$/;

class Lines {
  readonly #text: string;
  #next = 0;

  constructor(text: string) {
    const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text;
    this.#text = unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked;
  }

  isVtt(): boolean {
    return /^\s*WEBVTT(?:[ \t\n]|$)/.test(this.#text);
  }

  /** Null after the last line. */
  take(): string | null {
    if (this.#next > this.#text.length) return null;
    const end = this.#text.indexOf('\n', this.#next);
    const line = this.#text.slice(this.#next, end < 0 ? undefined : end);
    this.#next = end < 0 ? this.#text.length + 1 : end + 1;
    return line;
  }
}

/**
 * The standard's block rules come down to this: a line with an arrow starts a cue, also right after the text of another; an empty line ends it; lines outside a cue are header, styles, regions,
 * notes or identifiers. If the times cannot be read, the lines of that cue are skipped.
 */
function readVtt(lines: Lines): Cue[] {
  const open = new OpenCue(readVttText);
  let isHeader = true;
  for (let line = lines.take(); line !== null && open.hasRoom; line = lines.take()) {
    if (isHeader) isHeader = line.trim() === '';
    else if (line.includes(ARROW)) open.start(readTimes(line));
    else if (line === '') open.start(null);
    else open.add(line);
  }
  return open.end();
}

/** Starts like a line of times. */
const TIMES_LIKE = /^[ \t]*-?\d+:\d/;

/** A cue runs to the number and times of the next one, so an empty line inside its text, or a missing one after it, loses nothing. */
function readSrt(lines: Lines): Cue[] | null {
  const open = new OpenCue(readSrtText);
  let isSrt = false;
  for (let line = lines.take(); line !== null && open.hasRoom; line = lines.take()) {
    const times = line.includes(ARROW) ? readTimes(line) : null;
    isSrt ||= times !== null;
    if (times !== null || (line.includes(ARROW) && TIMES_LIKE.test(line))) {
      open.dropLast(DIGITS);
      open.start(times);
    } else open.add(line);
  }
  open.dropLonelyNumber();
  return isSrt ? open.end() : null;
}

/** The cue that is being read, and those before it. */
class OpenCue {
  readonly #cues: Cue[] = [];
  readonly #readText: (source: string) => string;
  #times: CueTimes | null = null;
  #lines: string[] = [];

  constructor(readText: (source: string) => string) {
    this.#readText = readText;
  }

  get hasRoom(): boolean {
    return this.#cues.length <= CUES_MAX;
  }

  /** Ends the cue before. With null, lines are skipped until the next start. */
  start(times: CueTimes | null): void {
    if (this.#times !== null) {
      const text = this.#readText(this.#lines.join('\n'));
      if (text !== '') this.#cues.push({ ...this.#times, text });
    }
    this.#times = times;
    this.#lines = [];
  }

  add(line: string): void {
    if (this.#times !== null) this.#lines.push(line);
  }

  /** The last line is the number of the cue that follows. */
  dropLast(pattern: RegExp): void {
    if (pattern.test(this.#lines.at(-1) ?? '')) this.#lines.pop();
  }

  /** At the end of some files stands the number of a cue that was removed. */
  dropLonelyNumber(): void {
    while (this.#lines.at(-1)?.trim() === '') this.#lines.pop();
    if (this.#lines.at(-2)?.trim() === '') this.dropLast(DIGITS);
  }

  end(): Cue[] {
    this.start(null);
    return this.#cues;
  }
}
