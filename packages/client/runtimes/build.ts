// Builds the folder that every runtime gets: the package as it is published, and the suite as plain modules beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gatherInto } from '../pack/gather.ts';

const COMPILER = path.join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

export function buildSuite(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-runtimes-'));
  gatherInto(path.join(folder, 'client'));
  // The compiler also writes the modules that types were imported from.
  const all = path.join(folder, 'compiled');
  execFileSync(process.execPath, [COMPILER, '-p', import.meta.dirname, '--outDir', all], {
    stdio: 'inherit',
  });
  cpSync(path.join(all, 'runtimes'), folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
