// A token that may read only the metrics, in a file of the data folder. With it `reelgate top` can watch this node
// while the database, which has all other credentials, is unavailable.
import { hkdfSync } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../process/make-folder.ts';

const TOKEN_BYTES = 32;
const OWNER_ONLY = 0o600;
const FILE = 'watcher.token';

/**
 * Derived from the service secret: the same secret always gives the same token. Neither the secret nor other derived
 * keys can be computed from it.
 */
export function metricsTokenOf(secret: Uint8Array): string {
  const bytes = hkdfSync('sha256', secret, '', 'reelgate local watcher v1', TOKEN_BYTES);
  return `rgw_${Buffer.from(bytes).toString('base64url')}`;
}

/** Replaces the file atomically: several nodes with one folder write the same token. */
export function writeMetricsToken(dataDir: string, token: string): void {
  makeFolder(dataDir);
  const file = path.join(dataDir, FILE);
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, token, { mode: OWNER_ONLY });
  renameSync(fresh, file);
}

/** null when no node has served yet, or this user may not read the file. */
export function readMetricsToken(dataDir: string): string | null {
  try {
    return readFileSync(path.join(dataDir, FILE), 'utf8').trim();
  } catch {
    return null;
  }
}
