// Installs the third-party packages that test the protocol.
import { installLocked } from '../../../release/install-locked.ts';

/** Without their install scripts, which are not needed. */
export function installOthers(): void {
  // Not `npm ci`: the lockfile names binaries of the platform it was written on, and other platforms need others.
  const command = ['install', '--no-save', '--ignore-scripts'];
  installLocked(import.meta.dirname, 'the suite and the clients to test with', command);
}
