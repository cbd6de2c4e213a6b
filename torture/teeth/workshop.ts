// A copy of the program that may be broken: it copies the sources, changes and restores them, and runs chosen tests there. The original
// tree is only read.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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
/** Files outside the packages that tests read; without them tests would fail without any bug. */
const COPIED = [
  'packages',
  'docs',
  'deploy',
  'examples',
  'openapi.json',
  'reelgate.example.yaml',
  'README.md',
  'package.json',
  'tsconfig.json',
  '.oxlintrc.json',
  // What Vitest is configured with.
  ...readdirSync(ROOT).filter((name) => /^vitest\..+\.ts$/.test(name)),
];
/** A test that takes longer is stuck: the longest chosen one takes a tenth of it. */
const RUN_MS_MAX = 240_000;

interface Report {
  testResults: {
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

export class Workshop {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'reelgate-teeth-'));
  #server: EmbeddedServer | null = null;
  #running: ChildProcess | null = null;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => inBackground(this.close().finally(() => process.exit(1))));
    }
    const filter = (file: string) => path.basename(file) !== 'node_modules';
    for (const name of COPIED)
      cpSync(path.join(ROOT, name), path.join(this.#folder, name), { recursive: true, filter });
    for (const at of ['', 'packages/gateway']) {
      const modules = path.join(ROOT, at, 'node_modules');
      if (existsSync(modules)) symlinkSync(modules, path.join(this.#folder, at, 'node_modules'));
    }
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
    const output = path.join(this.#folder, 'report.json');
    rmSync(output, { force: true });
    const isOver = await this.#vitest(
      ['run', `${SOURCES}/${file}`, '--bail=1', '--reporter=json', `--outputFile=${output}`, '-t', tests],
      { REELGATE_SEED: String(seed), ...(await this.#postgresFor(file)) },
      limitMs,
    );
    if (!isOver) return { kind: 'hung' };
    return readReport(JSON.parse(readFileSync(output, 'utf8')) as Report);
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

function readReport({ testResults }: Report): Outcome {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.find(({ status }) => status === 'failed');
  if (failed !== undefined) {
    const message = failed.failureMessages[0]?.split('\n')[0] ?? '';
    return { kind: 'failed', test: failed.fullName, message };
  }
  const suite = testResults.find(({ message }) => message !== '');
  if (suite !== undefined)
    return { kind: 'failed', test: '(the file)', message: suite.message.split('\n')[0]! };
  return all.some(({ status }) => status === 'passed') ? { kind: 'passed' } : { kind: 'nothing ran' };
}
