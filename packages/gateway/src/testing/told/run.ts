// `npm run told` shows what tests tell otherwise than their digests say: it runs the tests of all digests, or those that are named, and compares
// each text that is red with that of the newest commit which wrote its digest.
//   npm run told -- keys.told            only this one
//   npm run told -- --against COMMIT     everything that is told otherwise than at that commit
//   npm run told -- --write [keys.told]  writes digests anew, unless a text has fallen to less than half of what it had
//   npm run told -- --write keys.told --fewer keys   also the text of this name (or of these names, with `;` between them), because it is meant
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { differenceOf } from './difference.ts';
import { fileOf, folderOf, ROOT, readDigest, testOf, writeDigest } from './digest.ts';
import { FEWER } from './floor.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    write: { type: 'boolean', default: false },
    fewer: { type: 'string' },
  },
});

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

function digests(): string[] {
  const all = globSync('packages/**/*.told', { cwd: ROOT, exclude: (name) => name.includes('node_modules') });
  return all
    .filter((file) => positionals.length === 0 || positionals.some((one) => file.includes(one)))
    .sort();
}

const testsOf = (files: readonly string[], root = ROOT) => [
  ...new Set(
    files.filter((file) => existsSync(path.join(root, file))).map((file) => testOf(path.join(root, file))),
  ),
];

/** Returns what the tests say when one of them is red; null when all are green. */
function tell(
  root: string,
  tests: readonly string[],
  args: string[] = [],
  env: Record<string, string> = {},
): string | null {
  if (tests.length === 0) return null;
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const { status, stderr } = spawnSync(process.execPath, [vitest, 'run', ...tests, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  return status === 0 ? null : stderr;
}

/** Tells the texts of a commit into a folder, and returns it. */
function tellAt(commit: string, files: readonly string[]): string {
  const worktree = mkdtempSync(path.join(tmpdir(), 'reelgate-told-'));
  const texts = path.join(ROOT, '.told/at', git('rev-parse', '--short', commit));
  rmSync(texts, { recursive: true, force: true });
  git('worktree', 'add', '--detach', '--quiet', worktree, commit);
  try {
    linkPackages(worktree);
    spawnSync(process.execPath, ['packages/client/generate/run.ts'], { cwd: worktree });
    const said = tell(worktree, testsOf(files, worktree), [], { REELGATE_TOLD_TO: texts });
    if (said !== null) console.error(`At ${commit} not all could be told:\n${said}`);
  } finally {
    git('worktree', 'remove', '--force', worktree);
  }
  return texts;
}

/** The installed packages are those of this tree; the project's own are the commit's. */
function linkPackages(worktree: string): void {
  const [from, to] = [ROOT, worktree].map((root) => path.join(root, 'node_modules')) as [string, string];
  mkdirSync(to);
  for (const name of readdirSync(from).filter((one) => one !== '.cache')) {
    const isOwn = lstatSync(path.join(from, name)).isSymbolicLink();
    symlinkSync(isOwn ? readlinkSync(path.join(from, name)) : path.join(from, name), path.join(to, name));
  }
}

const textsIn = (folder: string) => globSync('**/*.txt', { cwd: folder });
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function show(title: string, before: string, now: string): void {
  if (before !== now) console.log(`\n==== ${title}\n${differenceOf(before, now, Number.POSITIVE_INFINITY)}`);
}

/** Compares the texts of this tree with those of a commit. Without `only`, all of them. */
function compare(commit: string, files: readonly string[], kind: 'now' | 'red'): void {
  const texts = tellAt(commit, files);
  for (const file of files) {
    const [own, base] = [folderOf(kind, path.join(ROOT, file)), path.join(texts, file)];
    const names = kind === 'red' ? textsIn(own) : [...new Set([...textsIn(own), ...textsIn(base)])].sort();
    for (const name of names)
      show(`${file}, ${name}`, read(path.join(base, name)), read(path.join(own, name)));
  }
}

/** The newest commit that wrote a digest: there it was green. */
const baseOf = (file: string) => git('log', '-1', '--format=%H', '--', file);

function showRed(files: readonly string[]): number {
  for (const file of files) rmSync(folderOf('red', path.join(ROOT, file)), { recursive: true, force: true });
  const said = tell(ROOT, testsOf(files));
  if (said === null) return 0;
  const red = files.filter((file) => existsSync(folderOf('red', path.join(ROOT, file))));
  for (const [base, own] of Map.groupBy(red, baseOf)) compare(base || 'HEAD', own, 'red');
  if (red.length === 0) console.error(said);
  return 1;
}

function showAgainst(commit: string, files: readonly string[]): number {
  const changed = git('diff', '--name-only', commit, '--', '*.told').split('\n');
  const chosen = files.filter((file) => changed.includes(file));
  tell(ROOT, testsOf(chosen));
  compare(commit, chosen, 'now');
  return 0;
}

/** Texts that are told no longer go. */
function write(files: readonly string[]): number {
  const tests = testsOf(files);
  for (const file of files) rmSync(folderOf('now', path.join(ROOT, file)), { recursive: true, force: true });
  const said = tell(ROOT, tests, ['-u'], { [FEWER]: values.fewer ?? '' });
  if (said !== null) {
    console.error(said);
    return 1;
  }
  for (const file of files.map((one) => path.join(ROOT, one))) {
    const told = [...readDigest(file)].filter(([name]) => existsSync(fileOf(folderOf('now', file), name)));
    writeDigest(file, testOf(file), new Map(told));
  }
  return 0;
}

process.exitCode = values.write
  ? write(digests())
  : values.against === undefined
    ? showRed(digests())
    : showAgainst(values.against, digests());
