// Owns the packages of others that the protocol is tested with: installed from a lockfile of their own on first use, apart from the
// project's.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const FOLDER = import.meta.dirname;

function isInstalled(): boolean {
  const done = path.join(FOLDER, 'node_modules/.package-lock.json');
  return (
    existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(FOLDER, 'package-lock.json')).mtimeMs
  );
}

/** Their install scripts are not needed, and so not run. */
export function installOthers(): void {
  if (isInstalled()) return;
  console.log('installing the suite and the clients to test with');
  // Not `npm ci`: the lockfile names the binaries of the platform that it was written on, and other platforms have others.
  const args = ['install', '--no-save', '--ignore-scripts', '--prefix', FOLDER, '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('installing packages/gateway/conformance failed');
}
