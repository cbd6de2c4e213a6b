// Starts the checker on the folder of a round, and reads its verdict. It does not judge by itself.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Verdict } from './check/verdict.ts';

const CHECKER = path.join(import.meta.dirname, 'check.ts');

/** The checker is a separate program: it reads files and nothing of this process. */
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
