// Owns what `npm pack` finds in place of the sources: JavaScript and its types in lib/, because Node strips no types below
// `node_modules`, and the licence. Run by npm before and, with --remove, after packing. In a clone lib/ leads to the sources.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const LICENSE = 'LICENSE';

/** What a clone has in lib/. */
const STAND_INS: Record<string, string> = {
  'index.js':
    '// Stands in a clone for the compiled code: the sources as they are. Packing puts the compiled code here.\n',
  'index.d.ts':
    '// Stands in a clone for the compiled types: the sources as they are. Packing puts the compiled types here.\n',
};
const LEAD = "export * from '../src/index.ts';\n";

/** The package as it is published, in another folder: for whoever bundles or tests it. */
export function gatherInto(folder: string): void {
  mkdirSync(folder, { recursive: true });
  compileInto(path.join(folder, 'lib'));
  for (const name of ['package.json', 'README.md']) cpSync(path.join(PACKAGE, name), path.join(folder, name));
  cpSync(path.join(ROOT, LICENSE), path.join(folder, LICENSE));
}

/** By the compiler of the lockfile, also where npm has not put it on PATH. */
function compileInto(folder: string): void {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', import.meta.dirname, '--outDir', folder], {
    stdio: 'inherit',
  });
}

function restore(): void {
  const lib = path.join(PACKAGE, 'lib');
  for (const name of readdirSync(lib)) if (!(name in STAND_INS)) rmSync(path.join(lib, name));
  for (const [name, head] of Object.entries(STAND_INS)) writeFileSync(path.join(lib, name), head + LEAD);
  rmSync(path.join(PACKAGE, LICENSE), { force: true });
}

function main(args: readonly string[]): void {
  // What an interrupted run has left would be packed as well.
  restore();
  if (args.includes('--remove')) return;
  compileInto(path.join(PACKAGE, 'lib'));
  cpSync(path.join(ROOT, LICENSE), path.join(PACKAGE, LICENSE));
}

if (import.meta.main) main(process.argv.slice(2));
