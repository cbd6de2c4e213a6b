// Python of this machine, for tests. Where there is none, tests are skipped aloud.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const VERSION = 'import sys; print(sys.version_info >= (3, 11))';
export const PACKAGE = path.resolve(import.meta.dirname, '../src');
export const PYTHON_ENV = { ...process.env, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1' };

export const hasPython =
  spawnSync('python3', ['-c', VERSION], { encoding: 'utf8' }).stdout?.trim() === 'True';
if (!hasPython)
  console.log('\n!!!! SKIPPED: the Python client. This machine has no python3 of version 3.11 or newer.\n');

/** A Python program that answers each line of JSON with another. */
export class PythonProcess {
  readonly #child;
  readonly #lines;

  constructor(file: string, args: readonly string[]) {
    const all = [path.join(import.meta.dirname, file), ...args];
    this.#child = spawn('python3', all, { env: PYTHON_ENV, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async ask(...command: unknown[]): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('the Python program ended');
    return JSON.parse(value as string);
  }

  close(): void {
    this.#child.stdin.end();
  }
}
