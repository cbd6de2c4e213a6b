// Installs the third-party packages that test the protocol, from a lockfile of their own, on first use.
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

/** Without their install scripts, which are not needed. */
export function installOthers(): void {
  if (isInstalled()) return;
  console.log('installing the suite and the clients to test with');
  // Not `npm ci`: the lockfile names binaries of the platform it was written on, and other platforms need others.
  const args = ['install', '--no-save', '--ignore-scripts', '--prefix', FOLDER, '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('installing packages/gateway/conformance failed');
}
