// Owns the way from a round to its verdict: it starts the checker on a folder of journals and dumps, and reads what it says. It must
// never judge by itself.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Verdict } from './check/verdict.ts';

const CHECKER = path.join(import.meta.dirname, 'check.ts');

/** The checker is a program of its own: it sees files and nothing of this process. */
export function judge(folder: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHECKER, folder, '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.once('close', () => {
      try {
        resolve(JSON.parse(out) as Verdict);
      } catch {
        reject(new Error(`the checker said nothing useful: ${out.slice(0, 500)}`));
      }
    });
  });
}
