// Sorts out mutants that the types refuse: no test has to notice what `npm run types` notices. One run of the compiler checks one mutant of
// every file. What it said is kept for the other parts of the sample, for as long as the file stays as it is.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import type { Edit } from '../teeth/planted-bug.ts';
import type { Workshop } from '../teeth/workshop.ts';
import { editOf, type Mutant } from './mutants.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const KEPT = path.join(ROOT, 'node_modules/.cache/mutants-by-types.json');
const OUTPUT_BYTES_MAX = 64_000_000;

/** Whether the types let each mutant pass, by a hash of the changed file. */
type Kept = Record<string, boolean>;

interface Candidate {
  mutant: Mutant;
  edit: Edit;
  key: string;
}

/** Those that the types let pass. */
export async function passing(workshop: Workshop, mutants: readonly Mutant[]): Promise<Mutant[]> {
  const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Kept) : {};
  const candidates = mutants.map((mutant) => candidateOf(workshop, mutant));
  const unknown = candidates.filter(({ mutant, key }) => !mutant.file.endsWith('.py') && !(key in kept));
  for (const { key, edit } of unknown) if (!parses(edit.file, edit.replace)) kept[key] = false;
  for (const round of roundsOf(unknown.filter(({ key }) => !(key in kept)))) {
    const edits = round.map(({ edit }) => edit);
    const refused = await workshop.broken(edits, async () => refusedBy(workshop.folder, edits));
    for (const { key, mutant } of round) kept[key] = !refused.has(mutant.file);
    mkdirSync(path.dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(kept));
    console.log(`types: ${refused.size} of ${round.length} mutants refused`);
  }
  return candidates.filter(({ key }) => kept[key] !== false).map(({ mutant }) => mutant);
}

function candidateOf(workshop: Workshop, mutant: Mutant): Candidate {
  const edit = editOf(mutant, workshop.read(mutant.file));
  const key = createHash('sha256').update(`${edit.file}\n${edit.replace}`).digest('base64url').slice(0, 16);
  return { mutant, edit, key };
}

/** A mutant that does not parse is one that the compiler refuses. The copy is not changed into it. */
function parses(file: string, changed: string): boolean {
  if (!file.endsWith('.ts')) return true;
  try {
    stripTypeScriptTypes(changed);
    return true;
  } catch {
    return false;
  }
}

/** One mutant of each file, then the second of each file, and so on. */
function roundsOf(candidates: readonly Candidate[]): Candidate[][] {
  const lists = [...Map.groupBy(candidates, ({ mutant }) => mutant.file).values()];
  const count = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: count }, (_, i) => lists.flatMap((list) => list[i] ?? []));
}

/** The changed files that the compiler complains about. */
function refusedBy(folder: string, edits: readonly Edit[]): Set<string> {
  const files = edits.map(({ file }) => file);
  const inFolder = (line: string) => line.match(/^(packages\/[^(:]+\.tsx?)[(:]/)?.[1] ?? '';
  return new Set(
    typesSay(folder, files)
      .map(inFolder)
      .filter((file) => files.includes(file)),
  );
}

/** What the compiler says after a change of these files, line by line. */
export function typesSay(folder: string, files: readonly string[]): string[] {
  const isPages = (file: string) => file.startsWith('packages/console/');
  const options = ['--noEmit', '--incremental', '--pretty', 'false', '--checkers', '2', '--tsBuildInfoFile'];
  return [
    ...(files.every(isPages) ? [] : linesOf(folder, [...options, 'types.json'])),
    ...(files.some(isPages) ? linesOf(folder, [...options, 'console.json', '-p', 'packages/console']) : []),
  ];
}

function linesOf(cwd: string, args: string[]): string[] {
  const { stdout } = spawnSync(process.execPath, [TSC, ...args], {
    ...{ cwd, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX },
  });
  return stdout.split('\n');
}
