// Packs the gateway once for all tests of the package, and installs it with npm into an empty folder, with the
// machine's own Node.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ownEnvironment } from './own-environment.ts';

export const PACKAGE = path.join(import.meta.dirname, '..');

export interface InstalledPackage {
  /** The temporary folder; contains `app`. */
  folder: string;
  /** Where npm installed the package. */
  app: string;
  file: string;
  /** Paths of the files in the package. */
  paths: string[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    installed: InstalledPackage;
  }
}

/** Packs a workspace; returns the file and its contents. */
export function pack(workspace: string, folder: string): Pick<InstalledPackage, 'file' | 'paths'> {
  const said = npm(['pack', '--json', '--pack-destination', folder], workspace);
  // npm prints the output of scripts before its own answer.
  const [{ filename, files }] = JSON.parse(said.slice(said.search(/^\[/m)));
  return { file: path.join(folder, filename), paths: files.map((one: { path: string }) => one.path) };
}

export function npm(args: string[], cwd: string): string {
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
  return execFileSync('npm', args, { cwd, env: ownEnvironment(), encoding: 'utf8', stdio });
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-pack-'));
  const app = path.join(folder, 'app');
  const packed = pack(PACKAGE, folder);
  mkdirSync(app);
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline', packed.file], app);
  project.provide('installed', { folder, app, ...packed });
  return () => rmSync(folder, { recursive: true, force: true });
}
