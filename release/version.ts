// One version over everything. Code derives it from packages/gateway/package.json. The files below spell it out, because other programs or
// people read them as they are: `npm run release -- --set-version X.Y.Z` writes it into all of them.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');

const MANIFEST = /^ {2}"version": "([^"]+)"/gm;
const CLIENT = /"reelgate-client": "([^"]+)"/g;
/** Our own packages in a lockfile. */
const LOCKED = /"name": "reelgate[a-z-]*",\n\s+"version": "([^"]+)"/g;
/** Names of tarballs, wheels and images: `reelgate-0.2.0.tgz`, `reelgate:0.2.0`. */
const NAMED = /\breelgate(?:-client)?[:-](\d+\.\d+\.\d+)/g;

interface Place {
  file: string;
  /** Its group is the version. */
  spelled: RegExp;
}

const MUST_SPELL: readonly Place[] = [
  ...['', 'packages/client/', 'packages/console/', 'packages/gateway/', 'packages/site/'].map((folder) => ({
    file: `${folder}package.json`,
    spelled: MANIFEST,
  })),
  { file: 'packages/gateway/package.json', spelled: CLIENT },
  { file: 'packages/client-python/pyproject.toml', spelled: /^version = "([^"]+)"/gm },
  { file: 'package-lock.json', spelled: LOCKED },
  { file: 'package-lock.json', spelled: CLIENT },
  { file: 'packages/site/package-lock.json', spelled: LOCKED },
  // `npm run openapi` writes the same.
  { file: 'openapi.json', spelled: /^ {4}"version": "([^"]+)"/gm },
];

const MAY_NAME = ['README.md', 'deploy/**/*.*', 'docs/guides/*.md', 'packages/*/README.md'];

function mayName(): Place[] {
  return globSync(MAY_NAME, { cwd: ROOT }).map((file) => ({ file, spelled: NAMED }));
}

export type ReadText = (file: string) => string;
export const readText: ReadText = (file) => readFileSync(path.join(ROOT, file), 'utf8');

/** The version of the release. */
export function versionOf(read: ReadText = readText): string {
  return (JSON.parse(read('packages/gateway/package.json')) as { version: string }).version;
}

/** Every place that disagrees with the gateway's package, or that has no version although it should. */
export function versionMistakes(read: ReadText = readText): string[] {
  const version = versionOf(read);
  const spelledIn = ({ file, spelled }: Place) => [...read(file).matchAll(spelled)].map((match) => match[1]!);
  const silent = MUST_SPELL.filter((place) => spelledIn(place).length === 0);
  const others = [...MUST_SPELL, ...mayName()].flatMap((place) =>
    spelledIn(place).flatMap((other) => (other === version ? [] : [`${place.file} says ${other}`])),
  );
  return [...silent.map(({ file }) => `${file} has no version`), ...new Set(others)].map(
    (what) => `${what}, and the gateway's package says ${version}`,
  );
}

export function setVersion(version: string): void {
  for (const { file, spelled } of [...MUST_SPELL, ...mayName()]) {
    const text = readText(file).replace(spelled, (match, old: string) => match.replace(old, version));
    writeFileSync(path.join(ROOT, file), text);
  }
}
