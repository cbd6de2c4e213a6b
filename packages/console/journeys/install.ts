// Installs the browser to test in.
import { installLocked } from '../../../release/install-locked.ts';

export function installBrowser(): void {
  installLocked(import.meta.dirname, 'the browser to test in', ['install', '--no-save']);
}
