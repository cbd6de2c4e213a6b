// Checks that every lockfile pins what npm installs: each package by the hash of its archive, and none by the host of a registry. `npm ci`
// then refuses an archive with another content, from whichever registry it comes. CI and a release run it: npm run lockfiles.
// With --mend it asks the registry for the hashes that are missing: npm leaves out those of other platforms when it locks from its cache.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');

/** Folders of files that git does not track. */
const UNTRACKED = new Set(['node_modules', '.git', 'dist', 'data', 'results', 'coverage']);

export interface Locked {
  version?: string;
  /** The package's own name where it is installed under another one. */
  name?: string;
  integrity?: string;
  resolved?: string;
  /** A workspace: a folder of this repository. */
  link?: boolean;
  /** Comes inside of the archive of another package. */
  inBundle?: boolean;
}

interface Lockfile {
  packages: Record<string, Locked>;
}

/** The folders with a lockfile, below the root; the root is ".". */
export function lockedFolders(root = ROOT): string[] {
  const exclude = (place: string) => UNTRACKED.has(path.basename(place));
  return globSync('**/package-lock.json', { cwd: root, exclude }).map(path.dirname).sort();
}

export const readLockfile = (folder: string): Lockfile =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package-lock.json'), 'utf8'));

/** Packages that npm takes from a registry, by their places below the folder. */
function fetched({ packages }: Lockfile): [string, Locked][] {
  return Object.entries(packages).filter(
    ([place, { link, inBundle }]) => place.includes('node_modules/') && link !== true && inBundle !== true,
  );
}

/** What is wrong with a lockfile of that text, one line for each package. */
export function lockfileMistakes(file: string, text: string): string[] {
  return fetched(JSON.parse(text)).flatMap(([place, { integrity, resolved }]) => [
    ...(integrity?.startsWith('sha512-') ? [] : [`${file}: ${place} has no SHA-512 hash`]),
    ...(resolved === undefined ? [] : [`${file}: ${place} names where it came from: ${resolved}`]),
  ]);
}

/** npm reads the settings of the folder that it installs, not those above it. */
function settingsMistakes(folder: string, root: string): string[] {
  const file = path.join(folder, '.npmrc');
  const settings = (place: string) => readFileSync(path.join(root, place), 'utf8');
  try {
    return settings(file) === settings('.npmrc') ? [] : [`${file} is not the same as at the root`];
  } catch {
    return [`${file} is missing: every folder with a lockfile has the settings of the root`];
  }
}

/** Every mistake of every lockfile, and of the settings beside it. */
export function allMistakes(root = ROOT): string[] {
  return lockedFolders(root).flatMap((folder) => {
    const file = path.join(folder, 'package-lock.json');
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...lockfileMistakes(file, text), ...settingsMistakes(folder, root)];
  });
}

const nameOf = (place: string, { name }: Locked): string => name ?? place.split('node_modules/').at(-1)!;

function askRegistry(name: string, version: string): string {
  const said = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(said) as string;
}

/** The entry with its hash where npm itself would write it: behind the version. */
const withHash = ({ version, ...rest }: Locked, integrity: string): Locked => ({
  ...(version !== undefined && { version }),
  integrity,
  ...rest,
});

function mend(folder: string): void {
  const lockfile = readLockfile(folder);
  for (const [place, locked] of fetched(lockfile)) {
    if (locked.integrity !== undefined) continue;
    lockfile.packages[place] = withHash(locked, askRegistry(nameOf(place, locked), locked.version!));
    console.log(`${folder}: ${place} has its hash now`);
  }
  writeFileSync(path.join(ROOT, folder, 'package-lock.json'), `${JSON.stringify(lockfile, null, 2)}\n`);
}

if (import.meta.main) {
  if (process.argv.includes('--mend')) lockedFolders().forEach(mend);
  const mistakes = allMistakes();
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) console.error('"npm run lockfiles -- --mend" adds hashes that are missing.');
  else console.log(`${lockedFolders().length} lockfiles: every package has its hash, none names a host`);
  process.exitCode = mistakes.length > 0 ? 1 : 0;
}
