// Compares what a test tells with its digest. The text of this run is kept in `.told/now`, and in `.told/green` when its digest is the
// committed one, so that a difference can be shown as text.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { differenceOf } from './difference.ts';
import { fileOf, folderOf, linesOf, ROOT, readDigest, writeDigest } from './digest.ts';
import { committedDigest, fallen, floorOf, mayFall } from './floor.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether digests are written anew instead of compared (`-u`). */
    writesTold: boolean;
  }
}

/** Where another commit is told, so that its texts can be compared; unset in every other run. */
const ELSEWHERE = 'REELGATE_TOLD_TO';

export interface Telling {
  /** The test, or the contract that several tests share: the digest lies beside it. */
  by: string;
  /** Of the text, within its set. */
  name: string;
  text: string;
  /** The first line of each exchange; null for a text that is one. */
  begins?: RegExp;
  /** What no text of this set may say, also when digests are written anew: what is shown in place of a page that broke. */
  never?: RegExp;
}

/** What is compared: what the text has at least, and a line for each exchange. */
const told = (text: string, begins: RegExp | undefined): string[] => [
  floorOf(text),
  ...linesOf(text, begins ?? null),
];

export function expectTold({ by, name, text, begins, never }: Telling): void {
  const digest = by.replace(/(\.test|\.contract)?\.tsx?$/, '.told');
  const elsewhere = process.env[ELSEWHERE];
  if (elsewhere !== undefined) {
    keep(fileOf(path.join(elsewhere, path.relative(ROOT, digest)), name), text);
    return;
  }
  keep(fileOf(folderOf('now', digest), name), text);
  if (never?.test(text)) throw new Error(`${name} says what no text may: ${never.exec(text)![0]}`);
  const lines = told(text, begins);
  const known = readDigest(digest);
  if (inject('writesTold')) {
    refuseFall(digest, name, text);
    writeDigest(digest, path.relative(ROOT, expect.getState().testPath ?? by), known.set(name, lines));
  } else if (known.get(name)?.join('\n') !== lines.join('\n')) {
    fail({ digest, name, text, begins }, known.get(name));
  }
  keep(fileOf(folderOf('green', digest), name), text);
}

function refuseFall(digest: string, name: string, text: string): void {
  const less = fallen(committedDigest(digest).get(name) ?? [], text);
  if (less.length > 0 && !mayFall(name))
    throw new Error(
      `${path.relative(ROOT, digest)}, ${name}: this text has only ${less.join(', ')}. A crash is not written down. If it is meant, name the text: \`npm run told -- --write ${path.basename(digest)} --fewer '${name}'\``,
    );
}

function keep(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function fail(
  {
    digest,
    name,
    text,
    begins,
  }: Omit<Telling, 'by' | 'begins'> & { digest: string; begins: RegExp | undefined },
  known: string[] | undefined,
): never {
  const where = `${path.relative(ROOT, digest)}, ${name}`;
  const before = readIfThere(fileOf(folderOf('green', digest), name));
  const isBase = before !== null && told(before, begins).join('\n') === known?.join('\n');
  if (known === undefined)
    throw new Error(`${where}: this text has no digest yet: \`npm run told -- --write\``);
  keep(fileOf(folderOf('red', digest), name), text);
  throw new Error(
    isBase
      ? `${where}: what is told has changed\n${differenceOf(before, text)}`
      : `${where}: what is told has changed. \`npm run told\` shows the difference. Parts that are new or others:\n${otherParts(known, told(text, begins))}`,
  );
}

const SHOWN_MAX = 40;

function otherParts(known: string[], lines: string[]): string {
  const others = lines
    .filter((line) => !known.includes(line))
    .map((line) => line.slice(line.indexOf(' ') + 1));
  const gone = known.length - lines.length;
  return [...others.slice(0, SHOWN_MAX), ...(gone > 0 ? [`and ${gone} parts fewer`] : [])].join('\n');
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
