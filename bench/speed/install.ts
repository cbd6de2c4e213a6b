// Installs what is measured apart from this clone: the packages of the contenders, and the gateway as a package.
import path from 'node:path';
import { npm, PACKAGE, pack } from '../../packages/gateway/pack/install.ts';
import { installLocked } from '../../release/install-locked.ts';

export function installContenders(): void {
  // None of the packages needs an install script.
  const folder = path.join(import.meta.dirname, '..');
  installLocked(folder, 'the gateways to measure against', ['ci', '--ignore-scripts']);
}

/** Returns the folder. */
export function installPacked(folder: string, say: (text: string) => void): string {
  say('  packing and installing the gateway');
  const { file } = pack(PACKAGE, folder);
  npm(['install', '--no-audit', '--no-fund', file], folder);
  return folder;
}
