// A planted bug: a change of the program that is made only in a copy, and the tests that should notice it. People write them into planted/ (one
// file for each set), or a program draws them (drawn/). The program itself has no switch for any.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'planted');
/** Known bugs, each with the tests that must notice it. All other sets are rounds, named by their day. */
export const KNOWN = 'known';

export interface Edit {
  file: string;
  /** Must occur exactly once, so that a change of the program cannot silently disarm the bug. */
  find: string;
  put: string;
}

/** A test file, and a pattern for the names of the tests in it. */
export interface Watch {
  file: string;
  tests: string;
}

export interface Bug {
  /** The name of its file, or `drawn` with the seed. */
  set: string;
  /** Unique in its set. */
  id: string;
  /** What is counted together: the promise that it breaks, the kind of mistake, or the part of the program. */
  kind: string;
  /** For people: what goes wrong. */
  what: string;
  edits: Edit[];
  /** Tried in this sequence until one fails. Without them, the nearest tests are asked. */
  by?: Watch[];
}

/** As people write it: a single edit stands in the bug itself, and a test as "file > tests". */
export type Written = Omit<Bug, 'set' | 'edits' | 'by'> & (Edit | { edits: Edit[] }) & { by?: string[] };

const BEHIND_FILE = ' > ';

function readBug(set: string, { by, ...one }: Written): Bug {
  const watches = by?.map((test): Watch => {
    const [file = '', ...tests] = test.split(BEHIND_FILE);
    return { file, tests: tests.join(BEHIND_FILE) };
  });
  const { id, kind, what } = one;
  const edits = 'edits' in one ? one.edits : [{ file: one.file, find: one.find, put: one.put }];
  return { set, id, kind, what, edits, ...(watches && { by: watches }) };
}

function writtenOf({ set: _, edits, by, ...rest }: Bug): Written {
  const written = by?.map(({ file, tests }) => `${file}${BEHIND_FILE}${tests}`);
  return { ...rest, ...(edits.length === 1 ? edits[0]! : { edits }), ...(written && { by: written }) };
}

/** The oldest round first. */
export function readPlanted(): Bug[] {
  return globSync(`${FOLDER}/*.json`)
    .toSorted()
    .flatMap((file) =>
      parseSet(path.basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8')) as Written[]),
    );
}

/** A set without bugs has no file. */
export function writeSet(set: string, bugs: readonly Bug[]): void {
  const file = path.join(FOLDER, `${set}.json`);
  const written = bugs.map(writtenOf);
  if (written.length === 0) rmSync(file);
  else writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}

export function parseSet(set: string, written: readonly Written[]): Bug[] {
  const bugs = written.map((one) => readBug(set, one));
  if (new Set(bugs.map(({ id }) => id)).size !== bugs.length)
    throw new Error(`two bugs of ${set} have the same id`);
  for (const { id, kind, what, edits } of bugs)
    if (!id || !kind || !what || edits.length === 0)
      throw new Error(`the planted bug ${id} needs an id, a kind, words and an edit`);
  return bugs;
}

export const isDrawn = (set: string) => set.startsWith('drawn ');

/** Changes with the bug itself, not with the words about it. The edit of a drawn one is its whole file, so its id stands for it. */
export const fingerprintOf = ({ set, id, edits }: Bug) => hashOf(isDrawn(set) ? id : edits);

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

export const editsOf = (bugs: readonly Bug[]) => bugs.flatMap(({ edits }) => edits);
export const filesOf = (edits: readonly Edit[]) => [...new Set(edits.map(({ file }) => file))];

type Read = (file: string) => string;

/** Null: a place is not there, or not only once. */
function planted(bugs: readonly Bug[], read: Read): Map<string, string> | null {
  const texts = new Map<string, string>();
  for (const { file, find, put } of editsOf(bugs)) {
    const parts = (texts.get(file) ?? textOf(file, read)).split(find);
    if (parts.length !== 2) return null;
    texts.set(file, parts.join(put));
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
