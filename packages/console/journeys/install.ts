// Installs the browser on first use, from a lockfile separate from the project's.
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

export function installBrowser(): void {
  if (isInstalled()) return;
  console.log('installing the browser to test in');
  const args = ['install', '--no-save', '--prefix', FOLDER, '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('installing packages/console/journeys failed');
}
