// Makes the files of a release: the packages for npm and the wheel. The address of the repository stands in no file of the tree; it is written
// into what is packed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm, pack } from '../packages/gateway/pack/install.ts';
import { ROOT } from './lockfiles.ts';
import { mcpName } from './server-json.ts';

/** What is published for npm, in this order: the gateway contains the client. Console and portal are pages in the gateway's package. */
export const PUBLISHED = ['packages/client', 'packages/gateway'] as const;

type Manifest = Record<string, unknown> & { name: string; version: string };

/** Returns the path of the tarball. */
export function packForNpm(
  folder: (typeof PUBLISHED)[number],
  into: string,
  repository: string | null,
): string {
  const work = path.join(into, 'work');
  mkdirSync(work, { recursive: true });
  try {
    unpack(pack(path.join(ROOT, folder), work).file, work);
    const unpacked = path.join(work, 'package');
    const file = path.join(unpacked, 'package.json');
    const manifest = publishedManifest(
      JSON.parse(readFileSync(file, 'utf8')) as Manifest,
      folder,
      repository,
    );
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    const [{ filename }] = JSON.parse(
      npm(['pack', '--json', '--ignore-scripts', '--pack-destination', into], unpacked),
    );
    return path.join(into, filename);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Without scripts: they gather files of the repository, which a package does not have. */
export function publishedManifest(
  { scripts: _, ...manifest }: Manifest,
  directory: string,
  repository: string | null,
): Manifest {
  if (repository === null) return manifest;
  const named = manifest.name === 'reelgate' ? mcpName(repository) : null;
  return {
    ...manifest,
    ...(named !== null && { mcpName: named }),
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, directory },
  };
}

export function unpack(file: string, into: string): void {
  execFileSync('tar', ['-xzf', file, '-C', into]);
}

/** Returns the path of the wheel. */
export function buildWheel(into: string, repository: string | null): string {
  const script = path.join(ROOT, 'packages/client-python/build/build_wheel.py');
  const args = [script, into, ...(repository === null ? [] : [repository])];
  return path.join(into, execFileSync('python3', args, { encoding: 'utf8' }).trim());
}

/** Building again must give the same bytes: who has the sources can tell that a wheel was made from them. */
export function wheelMistakes(wheel: string, repository: string | null): string[] {
  const again = path.join(path.dirname(wheel), 'again');
  mkdirSync(again);
  try {
    const isSame = readFileSync(buildWheel(again, repository)).equals(readFileSync(wheel));
    return isSame ? [] : ['two builds of the wheel have different bytes'];
  } finally {
    rmSync(again, { recursive: true });
  }
}
