// The command `npm run coverage:money -- [--at-least PERCENT] [--only TEXT]`: it runs the tests of the modules that move money and lists
// every branch of those modules that no test took. Threads and processes that tests start are included. Exits with 1 when a test fails or
// the share of taken branches is too low.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { lineOf } from '../planter/drawn/syntax.ts';
import { branchesOf, countsIn, type V8Function } from './branches.ts';
import { type MoneyModule, modules } from './modules.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = path.join(ROOT, 'packages/gateway/src');

interface Written {
  result: { url: string; functions: V8Function[] }[];
}

function runTests(tests: string[], counters: string): boolean {
  const command = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const files = tests.map((file) => path.join('packages/gateway/src', file));
  const args = ['run', '--config', 'torture/money/vitest.counting.ts', ...files];
  const env = { ...process.env, NODE_V8_COVERAGE: counters, REELGATE_SEED: process.env.REELGATE_SEED ?? '1' };
  return spawnSync(process.execPath, [command, ...args], { cwd: ROOT, env, stdio: 'inherit' }).status === 0;
}

/** For each module one function per process and thread that ran it. */
function readCounters(folder: string, chosen: MoneyModule[]): Map<string, ((offset: number) => number)[]> {
  const urls = new Map(chosen.map(({ file }) => [`file://${path.join(SOURCES, file)}`, file]));
  const counts = new Map<string, ((offset: number) => number)[]>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Written;
    for (const { url, functions } of result) {
      const file = urls.get(url.split('?')[0]!);
      if (file !== undefined) counts.set(file, [...(counts.get(file) ?? []), countsIn(functions)]);
    }
  }
  return counts;
}

function report(file: string, counts: ((offset: number) => number)[]): { all: number; taken: number } {
  const source = readFileSync(path.join(SOURCES, file), 'utf8');
  const lines = source.split('\n');
  const branches = branchesOf(source);
  const missed = branches.filter(({ taken }) => counts.every((countAt) => taken(countAt) <= 0));
  console.log(`${file}: ${branches.length - missed.length} of ${branches.length} branches`);
  for (const { offset, kind } of missed) {
    const line = lineOf(source, offset);
    console.log(`   line ${line}, ${kind}: ${lines[line - 1]!.trim().slice(0, 100)}`);
  }
  return { all: branches.length, taken: branches.length - missed.length };
}

const { values } = parseArgs({
  options: { 'at-least': { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
});
const chosen = modules.filter(({ file }) => file.includes(values.only));
const tests = [...new Set(chosen.flatMap((module) => module.tests))];
const counters = mkdtempSync(path.join(tmpdir(), 'reelgate-counters-'));
const isGreen = runTests(
  tests.filter((file) => existsSync(path.join(SOURCES, file))),
  counters,
);
const counts = readCounters(counters, chosen);
rmSync(counters, { recursive: true });
const sums = chosen.map(({ file }) => report(file, counts.get(file) ?? []));
const all = sums.reduce((sum, one) => sum + one.all, 0);
const taken = sums.reduce((sum, one) => sum + one.taken, 0);
const percent = (100 * taken) / all;
console.log(`${taken} of ${all} branches taken: ${percent.toFixed(1)} %`);
process.exitCode = isGreen && percent >= Number(values['at-least']) ? 0 : 1;
