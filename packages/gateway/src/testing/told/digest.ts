// The digest of a set of texts that tests tell: a file beside the test, with a line for each exchange, its hash and its name. A text is cut
// where an exchange begins, so that a change shows by name what it touches. The texts themselves are not committed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where texts are kept: in `.told`, which is not committed, under the path of their digest. */
export const ROOT = path.join(import.meta.dirname, '../../../../..');

/** `now`: of the last run. `green`: whose digest was the committed one. `red`: of the last run, whose was not. */
type Kind = 'now' | 'green' | 'red';

export const folderOf = (kind: Kind, digest: string): string =>
  path.join(ROOT, '.told', kind, path.relative(ROOT, digest));

export const fileOf = (folder: string, name: string): string =>
  path.join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.txt`);

export interface Part {
  /** Its first line. Two parts may have the same. */
  name: string;
  text: string;
}

/** The lines of each text of a set, by its name. */
export type Digest = Map<string, string[]>;

const NAME_CHARS = 100;
/** Of SHA-256. Nobody tries to make two texts with one hash, so 48 bits are plenty. */
const HASH_CHARS = 12;

export function partsOf(text: string, begins: RegExp | null): Part[] {
  const parts: string[][] = [];
  for (const line of text.split('\n')) {
    if (parts.length === 0 || begins?.test(line)) parts.push([]);
    parts.at(-1)!.push(line);
  }
  return parts.map((lines) => ({ name: lines[0]!.slice(0, NAME_CHARS).trim(), text: lines.join('\n') }));
}

export function linesOf(text: string, begins: RegExp | null): string[] {
  const hash = (part: string) => createHash('sha256').update(part).digest('hex').slice(0, HASH_CHARS);
  return partsOf(text, begins).map((part) => `${hash(part.text)} ${part.name}`.trimEnd());
}

const HEAD = '# ';
/** What a text has at least, behind its name: the first of its lines. */
const FLOOR = ' = ';

export const readDigest = (file: string): Digest =>
  parseDigest(existsSync(file) ? readFileSync(file, 'utf8') : '');

export function parseDigest(text: string): Digest {
  const digest: Digest = new Map();
  let lines: string[] = [];
  for (const line of text.split('\n').slice(1)) {
    if (line.startsWith(HEAD)) {
      const [name = '', floor] = line.slice(HEAD.length).split(FLOOR);
      lines = floor === undefined ? [] : [FLOOR.trimStart() + floor];
      digest.set(name, lines);
    } else if (line !== '') lines.push(line);
  }
  return digest;
}

/** The first line names the test that tells the texts, from the root of the repository. */
export const testOf = (file: string): string =>
  /^Told by (\S+)\. /.exec(readFileSync(file, 'utf8'))?.[1] ?? 'nobody';

export function writeDigest(file: string, test: string, digest: Digest): void {
  const texts = [...digest].flatMap(([name, [floor, ...lines]]) => [`${HEAD}${name} ${floor}`, ...lines]);
  writeFileSync(
    file,
    [`Told by ${test}. Made by \`npm run told -- --write\`; do not edit.`, ...texts, ''].join('\n'),
  );
}
