// Owns the service secret: 32 random bytes in a file that only the service may read. It seals cursors; losing it makes
// cursors in flight invalid and nothing worse.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RandomBytes } from './domain/clock.ts';

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;

/** Reads the secret, making it first if there is none. Of two processes that start together, one makes it. */
export function readServiceSecret(dataDir: string, random: RandomBytes): Uint8Array {
  const file = path.join(dataDir, 'service.secret');
  try {
    writeFileSync(file, Buffer.from(random(SECRET_BYTES)).toString('hex'), { flag: 'wx', mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (secret.length !== SECRET_BYTES)
    throw new Error(`${file} does not hold a service secret of ${SECRET_BYTES} bytes`);
  return secret;
}
