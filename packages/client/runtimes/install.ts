// Installs the runtimes to test on.
import { installLocked } from '../../../release/install-locked.ts';

export function installRuntimes(): void {
  // Not `npm ci`: the lockfile names only the binaries of the platform that it was written on.
  installLocked(import.meta.dirname, 'the runtimes to test on', ['install', '--no-save']);
}
