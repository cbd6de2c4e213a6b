// Installs the packages of the contenders, apart from the project's own.
import path from 'node:path';
import { installLocked } from '../../release/install-locked.ts';

export function installContenders(): void {
  // None of the packages needs an install script.
  const folder = path.join(import.meta.dirname, '..');
  installLocked(folder, 'the gateways to measure against', ['ci', '--ignore-scripts']);
}
