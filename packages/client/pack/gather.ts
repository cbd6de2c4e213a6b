// Compiles the sources into lib/ and copies the licence before `npm pack`, and with `--remove` undoes both after it. Node does not strip
// types below `node_modules`, so the package must hold JavaScript. In a clone, lib/ only points to the sources.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const LICENSE = 'LICENSE';

/** The contents of lib/ in a clone. */
const STAND_INS: Record<string, string> = {
  'index.js':
    '// In a clone this file points to the sources. `npm pack` replaces it with the compiled code.\n',
  'index.d.ts':
    '// In a clone this file points to the sources. `npm pack` replaces it with the compiled types.\n',
};
const LEAD = "export * from '../src/index.ts';\n";

/** Writes the package, as it is published, into another folder, for tests and bundlers. */
export function gatherInto(folder: string): void {
  mkdirSync(folder, { recursive: true });
  compileInto(path.join(folder, 'lib'));
  for (const name of ['package.json', 'README.md']) cpSync(path.join(PACKAGE, name), path.join(folder, name));
  cpSync(path.join(ROOT, LICENSE), path.join(folder, LICENSE));
}

/** Uses the compiler of the lockfile, because npm does not always put it on PATH. */
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
  // Remove files of an interrupted run, or they would be packed too.
  restore();
  if (args.includes('--remove')) return;
  compileInto(path.join(PACKAGE, 'lib'));
  cpSync(path.join(ROOT, LICENSE), path.join(PACKAGE, LICENSE));
}

if (import.meta.main) main(process.argv.slice(2));
