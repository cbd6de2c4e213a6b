// The bugs that people planted by hand, one file per round: somebody who has read the code, and not the tests, makes the mistakes that they
// would make themselves.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Edit } from '../teeth/planted-bug.ts';

const ROUNDS = path.join(import.meta.dirname, 'planted/*.json');

export interface Bug {
  id: string;
  /** The name of its file, which begins with a date. */
  round: string;
  kind: string;
  /** For people: what goes wrong. */
  what: string;
  edits: Edit[];
}

interface Written extends Omit<Bug, 'round' | 'edits'> {
  edits: { file: string; from: string; to: string }[];
}

export function readPlanted(): Bug[] {
  const rounds = globSync(ROUNDS).map((file) => {
    const written = JSON.parse(readFileSync(file, 'utf8')) as Written[];
    return [path.basename(file, '.json'), written] as const;
  });
  return parsePlanted(rounds.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function parsePlanted(rounds: readonly (readonly [round: string, written: Written[]])[]): Bug[] {
  const bugs = rounds.flatMap(([round, written]) => written.map((one) => parseBug(round, one)));
  if (new Set(bugs.map(({ id }) => id)).size !== bugs.length)
    throw new Error('two planted bugs have the same id');
  return bugs;
}

function parseBug(round: string, { id, kind, what, edits }: Written): Bug {
  if (!id || !kind || !what || edits.length === 0)
    throw new Error(`the planted bug ${id} needs an id, a kind, words and an edit`);
  return {
    ...{ id, round, kind, what },
    edits: edits.map(({ file, from, to }) => ({ file, find: from, replace: to })),
  };
}

/** Changes with the bug itself, not with the words about it. */
export function fingerprintOf({ edits }: Bug): string {
  return createHash('sha256').update(JSON.stringify(edits)).digest('base64url').slice(0, 16);
}

type Read = (file: string) => string;

/** The changed files. Null: a place is not there, or not only once. */
function planted(bugs: readonly Bug[], read: Read): Map<string, string> | null {
  const texts = new Map<string, string>();
  for (const { file, find, replace } of bugs.flatMap(({ edits }) => edits)) {
    const parts = (texts.get(file) ?? textOf(file, read)).split(find);
    if (parts.length !== 2) return null;
    texts.set(file, parts.join(replace));
  }
  return texts;
}

/** Empty when the file is gone. */
function textOf(file: string, read: Read): string {
  try {
    return read(file);
  } catch {
    return '';
  }
}

/** The program has moved on, and the bug cannot be planted any more. */
export const isGone = (bug: Bug, read: Read) => planted([bug], read) === null;

/** Groups of bugs that can be planted together: no two of a group change the same place. */
export function groupsOf(bugs: readonly Bug[], read: Read): Bug[][] {
  const groups: Bug[][] = [];
  for (const bug of bugs) {
    const group = groups.find((one) => planted([...one, bug], read) !== null);
    if (group === undefined) groups.push([bug]);
    else group.push(bug);
  }
  return groups;
}
