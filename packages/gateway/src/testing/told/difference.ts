// The difference of two texts as a person wants to read it: one field a line, so that a changed field is a changed line, however the text
// around it is wrapped. Where git is missing, it is the new text.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What a person reads at once; `npm run told -- --against` shows all of it. */
const LINES_MAX = 200;
/** A text of a set has at most a megabyte. */
const BYTES_MAX = 64_000_000;
/** A line that is continued on the next one, which is indented. */
const CONTINUED = /(?<=[,{[])\n\s+/g;
/** Behind a field and before the next one. */
const BETWEEN_FIELDS = /(?<=[,{[]) ?(?=["'\w{[][^,]*?: |"[^"]*":|[{[])/g;

const oneFieldALine = (text: string): string =>
  text
    .replaceAll(CONTINUED, ' ')
    .split('\n')
    .map((line) => line.replaceAll(BETWEEN_FIELDS, `\n${/^\s*/.exec(line)![0]}    `))
    .join('\n');

export function differenceOf(before: string, now: string, linesMax = LINES_MAX): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-told-'));
  try {
    const files = Object.entries({ before, now }).map(([name, text]) => {
      const file = path.join(folder, name);
      writeFileSync(file, oneFieldALine(text));
      return file;
    });
    const args = ['diff', '--no-index', '--no-color', '--unified=3', ...files];
    const { stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: BYTES_MAX });
    const lines = stdout ? stdout.trimEnd().split('\n').slice(4) : now.split('\n');
    const left = lines.length - linesMax;
    return [...lines.slice(0, linesMax), ...(left > 0 ? [`… and ${left} lines more`] : [])].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
