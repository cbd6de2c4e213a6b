// The duration of a film, read from the files of its Internet Archive item.
import { clockDurationMs, number, secondsToMs, size } from './fields.ts';
import type { Json } from './json.ts';

/** The duration of the uploaded file, otherwise of the longest file derived from it: excerpts are shorter. */
export function lengthOf(files: readonly Json[]): number | null {
  const moving = files.filter((file) => size(file).height !== null);
  const originals = moving.filter(({ source }) => source === 'original');
  const lengths = (originals.length > 0 ? originals : moving).map(({ length }) => fileLengthMs(length) ?? 0);
  return Math.max(0, ...lengths) || null;
}

/** `83.45` seconds, or `1:23`. */
function fileLengthMs(length: unknown): number | null {
  return number(length) === null ? clockDurationMs(length) : secondsToMs(length);
}
