// Sorts out drawn bugs that the types refuse: no test has to notice what `npm run types` notices. One run of the compiler checks one bug of
// every file. What it said is kept for as long as the file stays as it is.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { type Bug, type Edit, editsOf, hashOf } from '../bug.ts';
import { refusedByTypes } from '../checks.ts';
import type { Workshop } from '../workshop.ts';

const KEPT = path.join(import.meta.dirname, '../../../node_modules/.cache/mutants-by-types.json');

/** Those that the types let pass. Each has one edit. */
export async function passing(workshop: Workshop, bugs: readonly Bug[]): Promise<Bug[]> {
  /** Whether the types let each bug pass, by a hash of its edit. */
  const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, boolean>) : {};
  const candidates = bugs.map((bug) => ({ bug, edit: bug.edits[0]!, key: hashOf(bug.edits) }));
  const unknown = candidates.filter(({ edit, key }) => !edit.file.endsWith('.py') && !(key in kept));
  for (const { key, edit } of unknown) if (!parses(edit)) kept[key] = false;
  for (const round of roundsOf(unknown.filter(({ key }) => !(key in kept)))) {
    const edits = editsOf(round.map(({ bug }) => bug));
    const files = edits.map(({ file }) => file);
    const refused = await workshop.broken(edits, async () => refusedByTypes(workshop.folder, files));
    for (const { key, edit } of round) kept[key] = !refused.has(edit.file);
    mkdirSync(path.dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(kept));
    console.log(`types: ${files.filter((file) => refused.has(file)).length} of ${round.length} bugs refused`);
  }
  return candidates.filter(({ key }) => kept[key] !== false).map(({ bug }) => bug);
}

/** A bug that does not parse is one that the compiler refuses. The copy is not changed into it. */
function parses({ file, put }: Edit): boolean {
  if (!file.endsWith('.ts')) return true;
  try {
    stripTypeScriptTypes(put);
    return true;
  } catch {
    return false;
  }
}

/** One bug of each file, then the second of each file, and so on. */
function roundsOf<C extends { edit: Edit }>(candidates: readonly C[]): C[][] {
  const lists = [...Map.groupBy(candidates, ({ edit }) => edit.file).values()];
  const count = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: count }, (_, i) => lists.flatMap((list) => list[i] ?? []));
}
