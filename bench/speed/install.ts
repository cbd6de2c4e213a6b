// Installs the packages of the contenders from bench/package-lock.json on first use, apart from the project's own.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '..');

function isInstalled(): boolean {
  const done = path.join(FOLDER, 'node_modules/.package-lock.json');
  return (
    existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(FOLDER, 'package-lock.json')).mtimeMs
  );
}

export function installContenders(): void {
  if (isInstalled()) return;
  console.log('installing the gateways to measure against');
  // None of the packages needs an install script.
  const args = ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('npm ci --prefix bench failed');
}
