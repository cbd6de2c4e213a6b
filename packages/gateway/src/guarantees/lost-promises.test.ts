// `npm run lint` refuses lost promises only as long as its rules are on and know types. Here the same rules read a file of planted
// bugs, on a program of one file, which takes about a second.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../../..');
const PLANTED = path.join(import.meta.dirname, '../testing/lost-promises');
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Finding {
  code: string;
  labels: { span: { line: number } }[];
}

/** The rules of the repository, without the line that keeps `npm run lint` out of the planted folder. */
function lint(): Finding[] {
  const rules = JSON.parse(readFileSync(path.join(ROOT, '.oxlintrc.json'), 'utf8')) as object;
  const config = path.join(folder, 'rules.json');
  writeFileSync(config, JSON.stringify({ ...rules, ignorePatterns: [] }));
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['-c', config, '-f', 'json', PLANTED], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
}

test('every planted way to lose a promise is refused by its rule, and nothing else is', () => {
  const lines = readFileSync(path.join(PLANTED, 'planted.ts'), 'utf8').split('\n');
  const planted = lines.flatMap((line, at) => {
    const rules = / \/\/ ([a-z -]+)$/.exec(line)?.[1]?.split(' ') ?? [];
    return rules.map((rule) => `${at + 1} ${rule}`);
  });
  const found = lint().map(({ code, labels }) => `${labels[0]!.span.line} ${/\(([a-z-]+)\)/.exec(code)![1]}`);
  expect(planted.length).toBeGreaterThan(19);
  expect(found.sort()).toEqual(planted.sort());
});

test('no line of the repository switches a rule of this lint off', () => {
  const files = globSync('{packages,torture,bench,examples}/**/*.{ts,tsx,js,mjs}', {
    cwd: ROOT,
    exclude: (name) => name.endsWith('node_modules') || name.endsWith('dist'),
  });
  const switchesOff = (file: string) =>
    /(ox|es)lint-disable/.test(readFileSync(path.join(ROOT, file), 'utf8'));
  expect(files.length).toBeGreaterThan(1_500);
  expect(files.filter(switchesOff)).toEqual([]);
});
