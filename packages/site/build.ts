// Builds the site from the Markdown of the repository into dist/site. Installs its packages first, from a lockfile of its own, so that
// `npm ci` in the repository does not install them. Usage: npm run site
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { installLocked } from '../../release/install-locked.ts';
import { gatherSource, OUTPUT } from './pages.ts';

const FOLDER = import.meta.dirname;
const BYTES_MAX = 3_000_000;

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));

/** What a browser loads by itself: links that a reader follows are not among them. */
const LOADED =
  /<(?:script|img|iframe|source|link)\b[^>]*?(?:src|href)="(https?:)?\/\/[^"]+"|url\(["']?https?:|@import/g;

function judge(files: string[]): void {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(2)} MB`);
  if (bytes > BYTES_MAX) throw new Error(`the site takes more than ${BYTES_MAX} bytes`);
  const pages = files.filter((file) => /\.(html|css)$/.test(file));
  const foreign = pages.flatMap((file) => readFileSync(file, 'utf8').match(LOADED) ?? []);
  if (foreign.length > 0) throw new Error(`pages load from other hosts: ${[...new Set(foreign)].join('\n')}`);
}

installLocked(FOLDER, 'what builds the site', ['ci', '--workspaces=false']);
gatherSource();
rmSync(OUTPUT, { recursive: true, force: true });
const beganMs = performance.now();
run(process.execPath, [path.join(FOLDER, 'node_modules/vitepress/bin/vitepress.js'), 'build']);
console.log(`built in ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`);
judge(filesOf(OUTPUT));
