// What is spoken in a video, by its transcripts: the words by which it is found, and the place where most words of a keyword are spoken.
import { readCaptions } from '../../domain/transcript/read-captions.ts';
import { SPOKEN_CHARS_MAX, SPOKEN_TRACKS_MAX } from '../limits.ts';
import type { LibraryRecord } from '../record.ts';
import { readLoose } from './loose-plan.ts';
import { spokenForm, spokenForms } from './loose-words.ts';

/** Quotes inside texts are escaped, so only a record that lists transcripts has this. */
const TRACKS_FIELD = Buffer.from('"tracks":[');

export function hasTranscripts(body: Uint8Array): boolean {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(TRACKS_FIELD);
}

/** The words of a record with those that are spoken in it. */
export function withSpoken(words: Uint8Array, contents: Iterable<string>): Uint8Array {
  let text = '';
  for (const content of contents) {
    if (text.length >= SPOKEN_CHARS_MAX) break;
    for (const cue of readCaptions(content)?.cues ?? []) text += `${cue.text}\n`;
  }
  const forms = [...spokenForms(text.slice(0, SPOKEN_CHARS_MAX))].join(' ');
  return Buffer.concat([words, Buffer.from(` ${forms}`)]);
}

/** Where most words of the keyword are spoken, in milliseconds; null where none is. */
export async function spokenAt(
  keyword: string,
  body: string,
  trackOf: (id: string, place: number) => Promise<string | null>,
): Promise<number | null> {
  const { id, tracks = [] } = JSON.parse(body) as LibraryRecord;
  const wanted = (readLoose(keyword) ?? []).map(spokenForm);
  let best = { words: 0, startMs: null as number | null };
  for (const place of tracks.slice(0, SPOKEN_TRACKS_MAX).keys()) {
    for (const { startMs, text } of readCaptions((await trackOf(id, place)) ?? '')?.cues ?? []) {
      const forms = spokenForms(text);
      const words = wanted.filter((form) => forms.has(form)).length;
      if (words > best.words) best = { words, startMs };
    }
    if (best.words === wanted.length) break;
  }
  return best.startMs;
}
