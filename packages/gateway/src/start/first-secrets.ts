// Owns the file that takes the secrets of the first start, where a terminal or a journal should not have them. It is made once, for
// its owner alone, and never written over.
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from '../process/start-refused.ts';
import type { FirstStart } from './first-start.ts';

/** Before anything is made: a key that nobody can be shown must not come into being. */
export function requireRoomFor(file: string): void {
  if (existsSync(file)) return;
  try {
    accessSync(path.dirname(file), constants.W_OK);
  } catch (error) {
    throw new StartRefused(`--secrets-file ${file} cannot be made: ${(error as Error).message}`);
  }
}

/** As a shell or systemd reads variables. */
export function writeSecrets(file: string, { apiKey, adminToken }: FirstStart): void {
  const text = `REELGATE_KEY=${apiKey}\nREELGATE_ADMIN_TOKEN=${adminToken}\n`;
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}

/** For secrets that were made and that nobody was shown. */
export function remedyText(reason: string, { accountName }: FirstStart): string {
  return (
    `The key and the admin token of the first start could not be shown (${reason}). To make others: ` +
    `reelgate key create ${accountName}, reelgate token create NAME`
  );
}
