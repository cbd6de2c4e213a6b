// A credential that opens the metrics and nothing else, in a file of the data folder: whoever can read that may watch this node while the
// database, which knows every other credential, is away.
import { hkdfSync } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const TOKEN_BYTES = 32;
const OWNER_ONLY = 0o600;
const FILE = 'watcher.token';

/** The same secret always gives the same token; from the token nobody finds the secret, nor what else comes from it. */
export function localWatcherToken(secret: Uint8Array): string {
  const bytes = hkdfSync('sha256', secret, '', 'reelgate local watcher v1', TOKEN_BYTES);
  return `rgw_${Buffer.from(bytes).toString('base64url')}`;
}

/** Whole or not at all: several nodes of one folder write the same. */
export function keepWatcherToken(dataDir: string, token: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, FILE);
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, token, { mode: OWNER_ONLY });
  renameSync(fresh, file);
}

/** null where no node has served yet, or this user may not read it. */
export function readWatcherToken(dataDir: string): string | null {
  try {
    return readFileSync(path.join(dataDir, FILE), 'utf8').trim();
  } catch {
    return null;
  }
}
