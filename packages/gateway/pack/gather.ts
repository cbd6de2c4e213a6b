// Owns what `npm pack` finds beside the package's own files: the sources as JavaScript with their types, because Node strips no
// types below `node_modules`, the client package that the command line runs on, and the licence and documents of the repository. Run by npm before and, with --remove, after
// packing. Everything that it writes is ignored by git; a clone never runs what is written here.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gatherInto } from '../../client/pack/gather.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');

/** From the repository's root to the same place in the package. */
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
const COMPILED = 'dist';
/** Named in `bundleDependencies`: nobody else publishes it. */
const BUNDLED = 'node_modules/reelgate-client';
/** Read while the gateway runs; the compiler takes only code along. */
const DATA = 'library/sample';

function gather(): void {
  // First: the compiler reads its types there.
  gatherInto(path.join(PACKAGE, BUNDLED));
  // npm has put the compiler of the lockfile on PATH.
  execFileSync('tsc', ['-p', import.meta.dirname], { stdio: 'inherit' });
  cpSync(path.join(PACKAGE, 'src', DATA), path.join(PACKAGE, COMPILED, DATA), { recursive: true });
  // Their builder has run with the install; a package without pages would be a half one.
  cpSync(path.join(ROOT, 'packages/console/dist'), path.join(PACKAGE, COMPILED, 'pages'), {
    recursive: true,
  });
  for (const name of DOCUMENTS) cpSync(path.join(ROOT, name), path.join(PACKAGE, name), { recursive: true });
}

function remove(): void {
  const gathered = [COMPILED, BUNDLED, ...new Set(DOCUMENTS.map((name) => name.split('/')[0]!))];
  for (const name of gathered) rmSync(path.join(PACKAGE, name), { recursive: true, force: true });
}

// What an interrupted run has left would be packed as well.
remove();
if (process.argv[2] !== '--remove') gather();
