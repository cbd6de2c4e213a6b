// Packs the gateway once for all tests, from what the first stage of the image gets, and installs the package in two ways: as the guide
// does, with npm into an empty folder and with the machine's own Node, and as the second stage of the image does. The guide's way is tried
// with the client too, and on the tarballs of a release where RELEASE_FOLDER names them: the very bytes that are published.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { copyContext, installImage } from './containerfile.ts';

/** The environment of a plain terminal, without what `npm run` adds, above all the clone's own Node on PATH. */
export function ownEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cache|userconfig)$)|INIT_CWD|NODE_COMPILE_CACHE|REELGATE_|VITEST)/.test(
        name,
      ),
  );
  const places = (process.env.PATH ?? '').split(path.delimiter);
  const PATH = places.filter((place) => !/node_modules|node-gyp-bin/.test(place)).join(path.delimiter);
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH };
}

export const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const CLIENT = path.join(ROOT, 'packages/client');
const run = promisify(execFile);
/** npm lists every file of the package. */
const SAID_BYTES_MAX = 16_777_216;

interface InstalledPackage {
  /** The temporary folder; contains the others. */
  folder: string;
  /** The copy of the clone in which the package was made. */
  clone: string;
  /** Where npm installed the package. */
  app: string;
  /** The files of the image. */
  image: string;
  file: string;
  /** Paths of the files in the package. */
  paths: string[];
  /** Those in the package of the image, which is made in another folder: names of scripts differ. */
  imagePaths: string[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    installed: InstalledPackage;
  }
}

type Packed = Pick<InstalledPackage, 'file' | 'paths'>;

/** Packs a workspace; returns the file and its contents. */
export function pack(workspace: string, folder: string): Packed {
  const said = npm(['pack', '--json', '--pack-destination', folder], workspace);
  // npm prints the output of scripts before its own answer.
  const [{ filename, files }] = JSON.parse(said.slice(said.search(/^\[/m)));
  return { file: path.join(folder, filename), paths: files.map((one: { path: string }) => one.path) };
}

export function npm(args: string[], cwd: string): string {
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
  const options = { cwd, env: ownEnvironment(), encoding: 'utf8' as const, stdio };
  return execFileSync('npm', args, { ...options, maxBuffer: SAID_BYTES_MAX });
}

/** The tarball of a release. */
function released(folder: string, name: string): Packed {
  const [found] = globSync(`${name}-[0-9]*.tgz`, { cwd: folder });
  if (found === undefined) throw new Error(`${folder} has no tarball of ${name}`);
  const file = path.resolve(folder, found);
  const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim();
  return { file, paths: listed.split('\n').map((one) => one.replace('package/', '')) };
}

/** What `npm ci` of the first stage makes of the copied files: the packages, and the pages that its "prepare" builds. */
function prepare(clone: string): void {
  copyContext(clone);
  // Secrets of an operator who runs compose from the clone. They must not get into the package.
  execFileSync(path.join(clone, 'deploy/make-secrets'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
  const build = path.join(clone, 'packages/console/build.ts');
  execFileSync(process.execPath, [build], { cwd: clone, stdio: 'pipe' });
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-pack-'));
  // Recipes run as another user than root.
  chmodSync(folder, 0o755);
  const [clone, app, image] = ['clone', 'app', 'image'].map((name) => path.join(folder, name));
  prepare(clone!);
  const made = pack(path.join(clone!, 'packages/gateway'), folder);
  const { RELEASE_FOLDER } = process.env;
  const release = RELEASE_FOLDER === undefined ? null : path.resolve(ROOT, RELEASE_FOLDER);
  const packed = release === null ? made : released(release, 'reelgate');
  const client = release === null ? pack(CLIENT, folder) : released(release, 'reelgate-client');
  mkdirSync(app!);
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', packed.file, client.file];
  const installed = run('npm', install, { cwd: app!, env: ownEnvironment() });
  await Promise.all([installed, installImage(made.file, image!)]);
  project.provide('installed', {
    folder,
    clone: clone!,
    app: app!,
    image: image!,
    imagePaths: made.paths,
    ...packed,
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
