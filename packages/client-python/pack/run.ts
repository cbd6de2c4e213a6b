// What a user of the Python package does: takes the wheel (of a release, with RELEASE_FOLDER, else builds it), installs it into a fresh environment
// without a network, and runs the example of the README against a gateway. Also: the wheel has the same bytes when it is built again, its size is
// bounded, and a clone can be installed by pip as it is. Exits with 1 if anything fails.
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTestGateway } from '../../gateway/src/testing/test-gateway.ts';
import { hasPython } from '../tests/python.ts';

const ROOT = path.dirname(import.meta.dirname);
/** A type for every answer and a docstring for every method make most of it. */
const WHEEL_BYTES_MAX = 65_000;
const COMMAND_MS_MAX = 120_000;

type Environment = Record<string, string | undefined>;

/** Rejects, with what the command printed, when it fails. */
async function run(
  command: string,
  args: readonly string[],
  env: Environment = process.env,
): Promise<string> {
  // In a folder without the sources: the package must be found where it was installed.
  const { stdout } = await promisify(execFile)(command, args, {
    env,
    cwd: tmpdir(),
    timeout: COMMAND_MS_MAX,
  });
  return stdout;
}

async function build(folder: string): Promise<{ file: string; bytes: Buffer }> {
  mkdirSync(folder);
  await run('python3', [path.join(ROOT, 'build/build_wheel.py'), folder]);
  const file = path.join(folder, readdirSync(folder)[0]!);
  return { file, bytes: readFileSync(file) };
}

function demand(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
  console.log(`ok: ${what}`);
}

async function runReadme(python: string): Promise<void> {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [, example] = /```python\n([\s\S]*?)```/.exec(readme)!;
  const gateway = await startTestGateway();
  try {
    const code = example!.replace('http://127.0.0.1:8080', gateway.url);
    const { HOME, PATH } = process.env;
    const before = await gateway.money();
    const printed = await run(python, ['-c', code], { HOME, PATH, REELGATE_KEY: gateway.key });
    const titles = printed.trim().split('\n');
    const spent = before.balance - (await gateway.money()).balance;
    demand(
      titles.length > 1 && spent > 0 && spent <= 500_000,
      'the example of the README prints titles within its budget',
    );
  } finally {
    await gateway.close();
  }
}

/** The wheel that `npm run release` made, so that the test tries the very bytes that are published. */
function releasedWheel(folder: string): string {
  const [name] = globSync('*.whl', { cwd: folder });
  if (name === undefined) throw new Error(`${folder} has no wheel`);
  return path.resolve(folder, name);
}

/** Installs the wheel, or the sources of a clone, into a fresh environment; returns its Python. */
async function install(what: string, place: string): Promise<string> {
  await run('python3', ['-m', 'venv', place]);
  const python = path.join(place, 'bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', '--disable-pip-version-check', what]);
  return python;
}

async function main(folder: string): Promise<void> {
  const first = await build(path.join(folder, 'first'));
  const second = await build(path.join(folder, 'second'));
  demand(first.bytes.equals(second.bytes), 'two builds have the same bytes');
  const { length } = first.bytes;
  demand(length <= WHEEL_BYTES_MAX, `the wheel has ${length} bytes, of ${WHEEL_BYTES_MAX} allowed`);
  const { RELEASE_FOLDER } = process.env;
  const wheel =
    RELEASE_FOLDER === undefined ? first.file : releasedWheel(path.resolve(ROOT, '../..', RELEASE_FOLDER));
  const python = await install(wheel, path.join(folder, 'venv'));
  demand(
    (await run(python, ['-m', 'pip', 'check'])).includes('No broken'),
    'the installed package needs nothing else',
  );
  await runReadme(python);
  const ofClone = await install(ROOT, path.join(folder, 'venv-of-clone'));
  const version = (await run(ofClone, ['-c', 'import reelgate; print(reelgate.__version__)'])).trim();
  demand(first.file.includes(`-${version}-`), 'pip installs a clone as it is, which says its version');
}

if (hasPython) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-python-'));
  try {
    await main(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
