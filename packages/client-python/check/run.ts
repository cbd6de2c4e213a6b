// Checks style (ruff) and types (pyright) of the Python client. `--write` formats the files first. Installs both tools on first use, from a
// lockfile separate from the project's.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installLocked } from '../../../release/install-locked.ts';

const FOLDER = import.meta.dirname;
const ROOT = path.dirname(FOLDER);
/** Files that `npm run openapi` makes. Their types are checked, not their style. */
const MADE = /^# Made by /;

const STYLE = {
  'line-length': 120,
  'target-version': 'py311',
  // Code is shorter; comments are as long as elsewhere in the project. Texts may contain characters of other scripts.
  lint: {
    select: ['E', 'F', 'I', 'UP', 'B', 'SIM', 'RUF', 'ASYNC', 'RET', 'PIE'],
    ignore: ['RUF001', 'RUF002', 'RUF003'],
    pycodestyle: { 'max-line-length': 140 },
  },
};

interface Ruff {
  Workspace: new (
    options: object,
    encoding: number,
  ) => { check(text: string): Found[]; format(text: string): string };
}
interface Found {
  code: string | null;
  message: string;
  start_location: { row: number };
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Returns how many files have a fault. */
function checkStyle(isWriting: boolean): number {
  const { Workspace } = createRequire(import.meta.url)('@astral-sh/ruff-wasm-nodejs') as Ruff;
  const workspace = new Workspace(STYLE, 2);
  const faults = globSync('{src/reelgate,tests,build}/*.py', { cwd: ROOT }).map((name) => {
    const file = path.join(ROOT, name);
    const text = readFileSync(file, 'utf8');
    if (MADE.test(text)) return 0;
    const formatted = workspace.format(text);
    if (isWriting && formatted !== text) writeFileSync(file, formatted);
    const found = workspace.check(formatted);
    for (const { code, message, start_location } of found)
      console.error(`${name}:${start_location.row}: ${code} ${message}`);
    const isPlain = isWriting || formatted === text;
    if (!isPlain) console.error(`${name}: not formatted: npm run lint:python -- --write`);
    return found.length > 0 || !isPlain ? 1 : 0;
  });
  return faults.filter(Boolean).length;
}

installLocked(FOLDER, 'ruff and pyright', ['ci']);
const faults = checkStyle(process.argv.includes('--write'));
const areTypesRight = run(path.join(FOLDER, 'node_modules/.bin/pyright'), ['-p', '.']);
process.exitCode = faults === 0 && areTypesRight ? 0 : 1;
