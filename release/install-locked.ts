// Installs the packages of a folder that has a lockfile of its own, on first use: what only one suite needs is not part of `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** npm writes the copy of the lockfile last, so packages that are older than the lockfile are not the ones it names. */
function isInstalled(folder: string): boolean {
  const done = path.join(folder, 'node_modules/.package-lock.json');
  return (
    existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs
  );
}

/** `command` is the command of npm with its own options. */
export function installLocked(folder: string, what: string, command: readonly string[]): void {
  if (isInstalled(folder)) return;
  console.log(`installing ${what}`);
  const args = [...command, '--prefix', folder, '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`installing ${what} failed`);
}
