// One version over everything. Code derives it from packages/gateway/package.json. The files below spell it out, because other programs or
// people read them as they are: `npm run release -- --set-version X.Y.Z` writes it into all of them.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultsOf } from '../packages/gateway/src/config/defaults.ts';
import { ROOT } from './lockfiles.ts';

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
  ...['', 'packages/client/', 'packages/console/', 'packages/gateway/'].map((folder) => ({
    file: `${folder}package.json`,
    spelled: MANIFEST,
  })),
  { file: 'packages/gateway/package.json', spelled: CLIENT },
  { file: 'packages/client-python/pyproject.toml', spelled: /^version = "([^"]+)"/gm },
  { file: 'package-lock.json', spelled: LOCKED },
  { file: 'package-lock.json', spelled: CLIENT },
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

/** Also keeps the defaults of the release before, by its tag: the upgrade guide must tell what differs from them. */
export function setVersion(version: string): void {
  writeReleasedDefaults(`v${versionOf()}`);
  for (const { file, spelled } of [...MUST_SPELL, ...mayName()]) {
    const text = readText(file).replace(spelled, (match, old: string) => match.replace(old, version));
    writeFileSync(path.join(ROOT, file), text);
  }
}

function writeReleasedDefaults(tag: string): void {
  const args = ['show', `${tag}:docs/reference/reelgate.schema.json`];
  const schema = JSON.parse(execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }));
  const file = path.join(ROOT, 'packages/gateway/src/config/released-defaults.json');
  writeFileSync(file, `${JSON.stringify(defaultsOf(schema), null, 2)}\n`);
}
