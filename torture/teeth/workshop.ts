// A copy of the program that may be broken: it copies the sources, changes and restores them, and runs chosen tests there. The original
// tree is only read.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inBackground } from '../../packages/gateway/src/domain/in-background.ts';
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from '../../packages/gateway/src/testing/postgres-server.ts';
import type { Edit, Watch } from './planted-bug.ts';

export type Outcome =
  | { kind: 'passed' }
  /** Every chosen test was skipped, or no test has such a name. */
  | { kind: 'nothing ran' }
  | { kind: 'failed'; test: string; message: string }
  | { kind: 'hung' };

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = 'packages/gateway/src';
/** Not copied: packages that are installed are linked to, and the copy has no history. */
const LEFT_OUT = new Set(['node_modules', '.git']);
/** A test that takes longer is stuck: the longest chosen one takes a tenth of it. */
const RUN_MS_MAX = 240_000;

interface Report {
  testResults: Result[];
}

interface Result {
  /** The file, with its whole path. */
  name: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

export interface Failure {
  file: string;
  test: string;
  message: string;
}

export class Workshop {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'reelgate-teeth-'));
  #server: EmbeddedServer | null = null;
  #running: ChildProcess | null = null;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => inBackground(this.close().finally(() => process.exit(1))));
    }
    // With their times: a lockfile that looks newer than its packages would have them installed again.
    const filter = (file: string) => !LEFT_OUT.has(path.basename(file));
    cpSync(ROOT, this.#folder, { recursive: true, filter, preserveTimestamps: true });
    for (const modules of globSync(['node_modules', 'packages/{*,*/*}/node_modules'], { cwd: ROOT }))
      linkModules(path.join(ROOT, modules), path.join(this.#folder, modules));
  }

  /** The root of the copy. */
  get folder(): string {
    return this.#folder;
  }

  /** Of a file of the gateway's sources, or of one with its whole path. */
  #path(file: string): string {
    return path.join(this.#folder, file.startsWith('packages/') ? '' : SOURCES, file);
  }

  read(file: string): string {
    return readFileSync(this.#path(file), 'utf8');
  }

  /** Changes the copy, does the work, and changes it back. */
  async broken<T>(edits: readonly Edit[], work: () => Promise<T>): Promise<T> {
    const before = new Map(edits.map(({ file }) => [file, this.read(file)]));
    try {
      for (const edit of edits) this.#apply(edit);
      return await work();
    } finally {
      for (const [file, text] of before) writeFileSync(this.#path(file), text);
    }
  }

  #apply({ file, find, replace }: Edit): void {
    const text = this.read(file);
    const count = text.split(find).length - 1;
    if (count !== 1) throw new Error(`${file} has ${count} times, not once: ${find}`);
    const changed = text.replace(find, () => replace);
    // A change that does not parse would be noticed by any test, and prove nothing.
    if (/\.ts$/.test(file)) stripTypeScriptTypes(changed);
    writeFileSync(this.#path(file), changed);
  }

  async run({ file, tests }: Watch, { seed = 1, limitMs = RUN_MS_MAX } = {}): Promise<Outcome> {
    const env = { REELGATE_SEED: String(seed), ...(await this.#postgresFor(file)) };
    const report = await this.#report([`${SOURCES}/${file}`, '--bail=1', '-t', tests], env, limitMs);
    return report === null ? { kind: 'hung' } : readReport(report);
  }

  /** Every test that fails; null when they did not end in time. */
  async failures(
    args: readonly string[],
    env: Record<string, string>,
    limitMs: number,
  ): Promise<Failure[] | null> {
    const report = await this.#report(args, env, limitMs);
    return report === null ? null : report.testResults.flatMap((result) => failuresIn(this.#folder, result));
  }

  async #report(
    args: readonly string[],
    env: Record<string, string>,
    limitMs: number,
  ): Promise<Report | null> {
    const output = path.join(this.#folder, 'report.json');
    rmSync(output, { force: true });
    const all = ['run', ...args, '--reporter=json', `--outputFile=${output}`];
    if (!(await this.#vitest(all, env, limitMs))) return null;
    return JSON.parse(readFileSync(output, 'utf8')) as Report;
  }

  /** False when it had to be ended. */
  #vitest(args: string[], env: Record<string, string>, limitMs: number): Promise<boolean> {
    const command = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [command, ...args], {
      cwd: this.#folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    this.#running = child;
    let isOver = true;
    const timer = setTimeout(() => {
      isOver = false;
      child.kill('SIGKILL');
    }, limitMs);
    return new Promise((resolve) => {
      child.on('close', () => {
        clearTimeout(timer);
        resolve(isOver);
      });
    });
  }

  /** One server for all runs, so that none has to start its own and an aborted run leaves none behind. */
  async #postgresFor(file: string): Promise<Record<string, string>> {
    if (!file.includes('postgres')) return {};
    this.#server ??= await startEmbeddedServer();
    return { REELGATE_TEST_POSTGRES: this.#server.url };
  }

  async close(): Promise<void> {
    this.#running?.kill('SIGKILL');
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A folder of links to the packages of another; those of this repository are the ones of the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [target, link] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.name === '.bin') linkModules(target, link);
    else symlinkSync(entry.isSymbolicLink() ? readlinkSync(target) : target, link);
  }
}

function failuresIn(folder: string, { name, message, assertionResults }: Result): Failure[] {
  const file = path.relative(folder, name);
  const failed = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      message: firstLine(failureMessages[0]),
    }));
  return failed.length > 0 || message === ''
    ? failed
    : [{ file, test: '(the file)', message: firstLine(message) }];
}

const firstLine = (text = '') => text.split('\n')[0]!;

function readReport({ testResults }: Report): Outcome {
  const [failed] = testResults.flatMap((result) => failuresIn('', result));
  if (failed !== undefined) return { kind: 'failed', test: failed.test, message: failed.message };
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.some(({ status }) => status === 'passed') ? { kind: 'passed' } : { kind: 'nothing ran' };
}
