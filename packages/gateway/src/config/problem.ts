// Owns how a fault in the settings is named for people: its line, the path of the setting and one sentence. Text from
// the file is cut and escaped here before it is shown; secrets must not reach this file at all.

export interface Problem {
  /** null when the fault is in no line of the file. */
  line: number | null;
  path: string;
  text: string;
}

const SHOWN_CHARS_MAX = 60;
/** Characters that could rewrite a terminal line or hide in it. */
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

/** The problem that stands first in the file; those without a line come last. */
export function firstProblem(problems: readonly Problem[]): Problem | null {
  const place = (problem: Problem) => problem.line ?? Number.POSITIVE_INFINITY;
  return problems.reduce<Problem | null>(
    (best, problem) => (best === null || place(problem) < place(best) ? problem : best),
    null,
  );
}

/** `; did you mean "token"?` when one of the names is close, else nothing. */
export function suggestion(given: string, names: readonly string[]): string {
  const wanted = plain(given);
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(wanted, plain(name));
    if (distance <= Math.min(2, Math.floor(name.length / 2)) && (best === null || distance < best.distance)) {
      best = { name, distance };
    }
  }
  return best === null ? '' : `; did you mean ${quote(best.name)}?`;
}

/** `baseUrl` and `base-url` are both meant as `base_url`. */
function plain(name: string): string {
  return name.slice(0, SHOWN_CHARS_MAX).toLowerCase().replace(/[-_]/g, '');
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
