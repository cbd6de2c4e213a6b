import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-side-by-side-'));
  const scripts = {
    good: 'echo well',
    bad: 'echo no; exit 3',
    ended: 'kill -9 $$',
    many: 'echo',
    hangs: 'echo begun; sleep 60 & wait',
    leaves: 'echo mine; setsid sleep 10 &',
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(...words: string[]) {
  const program = path.join(import.meta.dirname, 'side-by-side.ts');
  const red = path.join(folder, 'red');
  writeFileSync(red, '');
  const { status, stdout } = spawnSync(process.execPath, [program, '--red', red, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  const lines = readFileSync(red, 'utf8').split('\n').filter(Boolean);
  return { status, stdout, red: lines.toSorted() };
}

test('scripts side by side are red when one of them is, the others run to their end, and the red ones are named', () => {
  const { status, stdout, red } = run('bad', 'ended', 'good', 'many a b');
  expect(status).toBe(1);
  expect(red).toEqual(['1 ended', '3 bad']);
  for (const said of [/^no\n==== bad: .+ exit code 3$/m, /^well\n==== good: .+ exit code 0$/m, /^a b$/m])
    expect(stdout).toMatch(said);
});

test('scripts side by side are green when all of them are, and nothing runs when one is unknown', () => {
  expect(run('good', 'good')).toMatchObject({ status: 0, red: [] });
  const { status, stdout } = run('good', 'goood');
  expect([status, stdout]).toEqual([1, '']);
});

test('what has not begun in time is left out and named, except for the first', () => {
  const { status, stdout, red } = run('--begin-within=-1', 'bad', 'good');
  expect([status, red]).toEqual([1, ['3 bad']]);
  expect(stdout).toMatch(/^LEFT OUT .*: good$/m);
  expect(stdout).not.toMatch(/^well$/m);
});

test('a script that hangs is killed with all it began, and what it said is shown', () => {
  const { status, stdout, red } = run('--end-after=0.5', 'hangs', 'good');
  expect([status, red]).toEqual([1, ['1 hangs']]);
  expect(stdout).toMatch(/^begun\n\nKILLED after 0.5 s: hangs\n==== hangs: /m);
});

test('a process that a script left behind does not hold up the run, and is reported', () => {
  const { status, stdout } = run('leaves');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^mine\n\nLEFT BEHIND by leaves: /m);
});
