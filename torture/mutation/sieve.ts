// Sorts out mutants that `npm run check` refuses: no test has to notice what the types or the promise linter notice. One run of each checks
// one mutant of every file, so that fifty mutants cost about two runs.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Workshop } from '../teeth/workshop.ts';
import { changedBy, type Mutant } from './mutants.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const OXLINT = createRequire(import.meta.url).resolve('oxlint/bin/oxlint');
const OUTPUT_BYTES_MAX = 64_000_000;

/** Those that pass the types and the linter. */
export async function passing(workshop: Workshop, mutants: readonly Mutant[]): Promise<Mutant[]> {
  const refused = new Set<Mutant>();
  for (const round of roundsOf(mutants.filter(({ file }) => !file.endsWith('.py')))) {
    const edits = round.map((mutant) => {
      const source = workshop.read(mutant.file);
      return { file: mutant.file, find: source, replace: changedBy(mutant, source) };
    });
    const said = await workshop.broken(edits, async () => checkedBy(workshop.folder, round));
    for (const mutant of round) if (said.has(mutant.file)) refused.add(mutant);
  }
  return mutants.filter((mutant) => !refused.has(mutant));
}

/** One mutant of each file, then the second of each file, and so on. */
function roundsOf(mutants: readonly Mutant[]): Mutant[][] {
  const lists = [...Map.groupBy(mutants, ({ file }) => file).values()];
  const count = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: count }, (_, i) => lists.flatMap((list) => list[i] ?? []));
}

/** The files that a checker complains about. */
function checkedBy(folder: string, round: readonly Mutant[]): Set<string> {
  const files = round.map(({ file }) => file);
  const isPages = (file: string) => file.startsWith('packages/console/');
  const types = ['--noEmit', '--incremental', '--pretty', 'false', '--checkers', '2', '--tsBuildInfoFile'];
  const said = [
    ...(files.every(isPages) ? [] : linesOf(folder, [TSC, ...types, 'types.json'])),
    ...(files.some(isPages)
      ? linesOf(folder, [TSC, ...types, 'console.json', '-p', 'packages/console'])
      : []),
    ...linesOf(folder, [OXLINT, '--threads=1', '--format=unix', ...files]),
  ];
  const inFolder = (line: string) => line.match(/(packages\/[^(:]+\.tsx?)[(:]/)?.[1] ?? '';
  return new Set(said.map(inFolder).filter((file) => files.includes(file)));
}

function linesOf(cwd: string, [program, ...args]: string[]): string[] {
  const env = { ...process.env, GOMAXPROCS: '2', GOGC: 'off', GOMEMLIMIT: '3GiB' };
  const { stdout } = spawnSync(process.execPath, [program!, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  return stdout.split('\n');
}
