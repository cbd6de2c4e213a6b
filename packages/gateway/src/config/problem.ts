// How a configuration error is described: the line, the path of the setting and one sentence. Text from the file is
// cut and escaped here before it is shown. Secrets must never be passed in.
import { nearestName } from '../domain/text/nearest-name.ts';

export interface ConfigProblem {
  /** null when the fault has no line in the file. */
  line: number | null;
  /** Counted from 1, as editors do; null without a line. */
  column: number | null;
  path: string;
  text: string;
}

const SHOWN_CHARS_MAX = 60;
/** Characters that could rewrite a terminal line or be invisible in it. */
const UNPRINTABLE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

export function quote(text: string): string {
  const cut = text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
  return JSON.stringify(cut).replace(
    UNPRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function joinPath(path: string, key: string): string {
  const shown = /^[\w-]{1,60}$/.test(key) ? key : quote(key);
  return path === '' ? shown : `${path}.${shown}`;
}

/** In the sequence of the file; problems without a line come last. */
export function inFileOrder(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const place = ({ line }: ConfigProblem) => line ?? Number.POSITIVE_INFINITY;
  return [...problems].sort((a, b) => {
    const lines = place(a) - place(b);
    return Number.isNaN(lines) || lines === 0 ? (a.column ?? 0) - (b.column ?? 0) : lines;
  });
}

/** `; did you mean "token"?` when one of the names is similar, else the empty string. */
export function suggestion(given: string, names: readonly string[]): string {
  const name = nearestName(given, names);
  return name === null ? '' : `; did you mean ${quote(name)}?`;
}
