// Writes the secrets of the first start to a file, for installations where a terminal or a journal must not show
// them. The file is made once, readable only by its owner, and never overwritten.
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from '../process/start-refused.ts';
import type { FirstStart } from './first-start.ts';

/** Called before anything is made: a key that cannot be shown must not be made. */
export function requireRoomFor(file: string): void {
  if (existsSync(file)) return;
  try {
    accessSync(path.dirname(file), constants.W_OK);
  } catch (error) {
    throw new StartRefused(`--secrets-file ${file} cannot be written: ${(error as Error).message}`);
  }
}

/** In the form in which a shell or systemd reads variables. */
export function writeSecrets(file: string, { apiKey, adminToken }: FirstStart): void {
  const text = `REELGATE_KEY=${apiKey}\nREELGATE_ADMIN_TOKEN=${adminToken}\n`;
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}

/** For secrets that were made but could not be shown. */
export function remedyText(reason: string, { accountName }: FirstStart): string {
  return (
    `The key and the admin token of the first start could not be shown (${reason}). To make others: ` +
    `reelgate key create ${accountName}, reelgate token create NAME`
  );
}
