// Gathers what `npm pack` needs besides the package's own files: the bundled sources with their types (Node strips
// no types below `node_modules`), the client package that the command line uses, and the licence and documents of the
// repository. npm runs it before packing and, with --remove, after it. Everything that it writes is ignored by git
// and never used in a clone.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gatherInto } from '../../client/pack/gather.ts';
import { buildGuides } from '../guides/build.ts';
import { bundleInto } from './bundle.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');

/** Paths in the repository and in the package. */
const DOCUMENTS = [
  'LICENSE',
  'CHANGELOG.md',
  'openapi.json',
  'reelgate.example.yaml',
  'deploy',
  'docs/decisions',
  'docs/guides',
  'docs/reference',
];
/** Made by deploy/make-secrets, and never packed. */
const SECRETS = 'deploy/secrets';
const COMPILED = 'dist';
/** Listed in `bundleDependencies`: a gateway runs with the client of its own release, and is installed from one file. */
const BUNDLED = 'node_modules/reelgate-client';
/** Data that the running gateway reads; the compiler copies only code. */
const DATA = 'library/sample';

async function gather(): Promise<void> {
  // First, because the compiler reads its types there. The compiler writes only the types of the package.
  gatherInto(path.join(PACKAGE, BUNDLED));
  // npm puts the compiler of the lockfile on PATH.
  execFileSync('tsc', ['-p', import.meta.dirname], { stdio: 'inherit' });
  await bundleInto(path.join(PACKAGE, COMPILED));
  cpSync(path.join(PACKAGE, 'src', DATA), path.join(PACKAGE, COMPILED, DATA), { recursive: true });
  // Built by the install. A package without pages would be incomplete.
  cpSync(path.join(ROOT, 'packages/console/dist'), path.join(PACKAGE, COMPILED, 'pages'), {
    recursive: true,
  });
  // Built again: a guide may have changed since the install.
  await buildGuides(path.join(PACKAGE, COMPILED, 'pages/guides'));
  const filter = (file: string) => path.relative(ROOT, file) !== SECRETS;
  for (const name of DOCUMENTS)
    cpSync(path.join(ROOT, name), path.join(PACKAGE, name), { recursive: true, filter });
}

function remove(): void {
  const gathered = [COMPILED, BUNDLED, ...new Set(DOCUMENTS.map((name) => name.split('/')[0]!))];
  for (const name of gathered) rmSync(path.join(PACKAGE, name), { recursive: true, force: true });
}

// Otherwise files of an interrupted run would be packed as well.
remove();
if (process.argv[2] !== '--remove') await gather();
