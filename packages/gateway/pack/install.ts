// Packs the gateway and its client once for all tests of the package, or takes the tarballs of a release (RELEASE_FOLDER), and installs both
// with npm into an empty folder, with the machine's own Node.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ownEnvironment } from './own-environment.ts';

export const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const CLIENT = path.join(ROOT, 'packages/client');

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

/** The tarball that `npm run release` made, so that the tests try the very bytes that are published. */
function released(folder: string, name: string): Pick<InstalledPackage, 'file' | 'paths'> {
  const [found] = globSync(`${name}-[0-9]*.tgz`, { cwd: folder });
  if (found === undefined) throw new Error(`${folder} has no tarball of ${name}`);
  const file = path.resolve(folder, found);
  const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' });
  return {
    file,
    paths: listed
      .trim()
      .split('\n')
      .map((one) => one.replace('package/', '')),
  };
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-pack-'));
  const app = path.join(folder, 'app');
  const { RELEASE_FOLDER } = process.env;
  const release = RELEASE_FOLDER === undefined ? null : path.resolve(ROOT, RELEASE_FOLDER);
  const packed = release === null ? pack(PACKAGE, folder) : released(release, 'reelgate');
  const client = release === null ? pack(CLIENT, folder) : released(release, 'reelgate-client');
  mkdirSync(app);
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline', packed.file, client.file], app);
  project.provide('installed', { folder, app, ...packed });
  return () => rmSync(folder, { recursive: true, force: true });
}
