// The difference of two texts as git shows it, without its head. Where git is missing, the new text.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What a person reads at once; `npm run told -- --against` shows all of it. */
const LINES_MAX = 200;
/** A text of a set has at most a megabyte. */
const BYTES_MAX = 64_000_000;

export function differenceOf(before: string, now: string, linesMax = LINES_MAX): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-told-'));
  try {
    const files = Object.entries({ before, now }).map(([name, text]) => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    });
    const args = ['diff', '--no-index', '--no-color', '--unified=2', ...files];
    const { stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: BYTES_MAX });
    const lines = stdout ? stdout.split('\n').slice(4) : now.split('\n');
    const left = lines.length - linesMax;
    return [...lines.slice(0, linesMax), ...(left > 0 ? [`… and ${left} lines more`] : [])].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
