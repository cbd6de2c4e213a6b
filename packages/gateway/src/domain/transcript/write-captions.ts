// Writes a transcript as WebVTT, as SRT and as plain text.
import { type Cue, tidyText } from './cue.ts';
import { writeSrtText, writeVttText } from './cue-text.ts';
import { writeTime } from './cue-times.ts';

export function writeVtt(cues: readonly Cue[]): string {
  return `WEBVTT\n${blocksOf(cues, (cue, text) => `\n${timesOf(cue, '.')}\n${writeVttText(text)}\n`)}`;
}

export function writeSrt(cues: readonly Cue[]): string {
  return blocksOf(cues, (cue, text, number) => {
    const gap = number === 1 ? '' : '\n';
    return `${gap}${number}\n${timesOf(cue, ',')}\n${writeSrtText(text)}\n`;
  });
}

/** One line for each cue: lines of captions are broken for the screen. */
export function textOf(cues: readonly Cue[]): string {
  return blocksOf(cues, (_, text, number) => `${number === 1 ? '' : '\n'}${text.replaceAll('\n', ' ')}`);
}

/** Cues that do not come from `readCaptions` may have empty lines in their text, which would end it, or no text. */
function blocksOf(cues: readonly Cue[], write: (cue: Cue, text: string, number: number) => string): string {
  let written = '';
  let number = 0;
  for (const cue of cues) {
    const text = tidyText(cue.text);
    if (text !== '') written += write(cue, text, ++number);
  }
  return written;
}

function timesOf({ startMs, endMs }: Cue, point: '.' | ','): string {
  return `${writeTime(startMs, point)} --> ${writeTime(endMs, point)}`;
}
