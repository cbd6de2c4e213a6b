// Writes a transcript as WebVTT, as SRT and as plain text.
import { type Cue, tidyText } from './cue.ts';
import { writeSrtText, writeVttText } from './cue-text.ts';
import { writeTime } from './cue-times.ts';

export function writeVtt(cues: readonly Cue[]): string {
  const blocks = withText(cues).map(
    ({ startMs, endMs, text }) =>
      `${writeTime(startMs, '.')} --> ${writeTime(endMs, '.')}\n${writeVttText(text)}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

export function writeSrt(cues: readonly Cue[]): string {
  return withText(cues)
    .map(
      ({ startMs, endMs, text }, index) =>
        `${index + 1}\n${writeTime(startMs, ',')} --> ${writeTime(endMs, ',')}\n${writeSrtText(text)}\n`,
    )
    .join('\n');
}

/** One line for each cue: lines of captions are broken for the screen. */
export function textOf(cues: readonly Cue[]): string {
  return withText(cues)
    .map(({ text }) => text.replaceAll('\n', ' '))
    .join('\n');
}

/** Cues that do not come from `readCaptions` may have empty lines in their text, which would end it. */
function withText(cues: readonly Cue[]): Cue[] {
  return cues.map((cue) => ({ ...cue, text: tidyText(cue.text) })).filter(({ text }) => text !== '');
}
