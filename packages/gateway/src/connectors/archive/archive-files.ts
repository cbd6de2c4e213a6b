// The duration of a film and the film itself, read from the files of its Internet Archive item.
import { clockDurationMs, number, secondsToMs, size, text } from '../parsing/fields.ts';
import type { Json } from '../parsing/json.ts';

/** The duration of the uploaded file, otherwise of the longest file derived from it: excerpts are shorter. */
export function lengthOf(files: readonly Json[]): number | null {
  return Math.max(0, ...films(files).map(lengthIn)) || null;
}

/** The name of the file that gives the duration; null where there is only one film, or none that can be told. */
export function filmOf(files: readonly Json[]): string | null {
  const [longest, ...others] = films(files).toSorted((a, b) => lengthIn(b) - lengthIn(a));
  if (longest === undefined || others.every((other) => isSameFilm(other, longest))) return null;
  return text(longest.name);
}

/** The name of a file without its last ending. */
export function stemOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? name : name.slice(0, at);
}

/** `cats.mpg` and `cats.avi` are one film in two formats. */
function isSameFilm(one: Json, other: Json): boolean {
  return stemOf(text(one.name) ?? '') === stemOf(text(other.name) ?? '');
}

function films(files: readonly Json[]): Json[] {
  const moving = files.filter((file) => size(file).height !== null);
  const originals = moving.filter(({ source }) => source === 'original');
  // Pictures have a size too, and no duration.
  const all = originals.length > 0 ? originals : moving;
  return all.filter((file) => lengthIn(file) > 0);
}

const lengthIn = ({ length }: Json): number => fileLengthMs(length) ?? 0;

/** `83.45` seconds, or `1:23`. */
function fileLengthMs(length: unknown): number | null {
  return number(length) === null ? clockDurationMs(length) : secondsToMs(length);
}
