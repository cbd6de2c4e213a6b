// Writes bin/pinned-node.json: for each platform the package that has the pinned Node, and the SHA-256 of its program. It downloads the
// packages, 260 MB, and takes a hash only from an archive that has the hash of the lockfile. Run it after raising the version of Node.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Locked, readLockfile } from '../../../release/lockfiles.ts';

const FILE = path.join(import.meta.dirname, '../bin/pinned-node.json');
/** The largest program has 150 MB. */
const PROGRAM_BYTES_MAX = 400_000_000;

interface Pinned {
  package: string;
  program: string;
  /** Of the archive, as in the lockfile. */
  integrity: string;
  /** Of the program. */
  sha256: string;
}

interface NodePackage extends Locked {
  os: string;
  cpu: string;
  bin: { node: string };
}

/** The packages of the lockfile that have Node, by the platform that they are for. */
export function nodePackages(): Record<string, NodePackage & { package: string }> {
  const all = Object.entries(readLockfile('.').packages) as [string, NodePackage][];
  const found = all.filter(([place, { bin }]) => place.startsWith('node_modules/node-') && bin?.node);
  return Object.fromEntries(
    found.map(([place, locked]) => [
      `${locked.os}-${locked.cpu}`,
      { ...locked, package: path.basename(place) },
    ]),
  );
}

export const readPinned = (): Record<string, Pinned> => JSON.parse(readFileSync(FILE, 'utf8'));

function archiveOf(name: string, { version, integrity }: Locked, folder: string): string {
  execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: folder });
  const file = path.join(folder, `${name}-${version}.tgz`);
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== integrity)
    throw new Error(`${name}@${version} has the hash ${found}, not that of the lockfile`);
  return file;
}

function pin(locked: NodePackage & { package: string }, folder: string): Pinned {
  const archive = archiveOf(locked.package, locked, folder);
  const program = locked.bin.node;
  const bytes = execFileSync('tar', ['-xzOf', archive, `package/${program}`], {
    maxBuffer: PROGRAM_BYTES_MAX,
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { package: locked.package, program, integrity: locked.integrity!, sha256 };
}

if (import.meta.main) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-pinned-node-'));
  try {
    const pinned = Object.entries(nodePackages()).map(([platform, locked]) => [
      platform,
      pin(locked, folder),
    ]);
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(pinned), null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
