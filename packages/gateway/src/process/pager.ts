// Shows a long text a screen at a time, in the program that the user has chosen. Only for output to a terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends at once when the text fits on the screen, and leaves the text there. */
const USUAL_PAGER = 'less -FRX';

/** Resolves when the user has left it. false: there is no such program, and nothing was shown. */
export async function showInPager(text: string, pager: string | null): Promise<boolean> {
  const child = spawn(pager ?? USUAL_PAGER, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
  // The user may leave before everything was read.
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  const [code] = await Promise.race([once(child, 'close'), once(child, 'error').then(() => [127])]);
  // 126 and 127 are what shells say about a program that cannot be started.
  return code !== 126 && code !== 127;
}
