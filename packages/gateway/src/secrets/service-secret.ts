// The service secret: 32 bytes from which the keys for cursors and the local operator's token are derived. All
// processes on one database use the same: from the configuration, from a file beside SQLite, or from the PostgreSQL
// database. A process with another secret is refused. When it is lost, cursors become invalid and nothing else
// happens. It is never shown or logged.
import { hkdfSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { RandomBytes } from '../domain/clock.ts';
import { makeFolder } from '../process/make-folder.ts';
import { StartRefused } from '../process/start-refused.ts';
import type { Storage } from '../storage/storage.ts';

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;
const FINGERPRINT_BYTES = 16;

type Secrets = Pick<Storage, 'secret'>;

export async function readServiceSecret(
  config: Config,
  { secret }: Secrets,
  random: RandomBytes,
): Promise<Uint8Array> {
  const given = config.service.secret;
  if (given !== null) {
    const stored = await secret.claim({ fingerprint: fingerprintOf(given), secret: null });
    return stored.fingerprint === fingerprintOf(given) ? Buffer.from(given, 'hex') : refuse(OTHER);
  }
  if (config.storage.kind === 'sqlite') {
    return (await secret.find()) === null ? readFile(config.dataDir, random) : refuse(MISSING);
  }
  const made = newSecret(random);
  const stored = await secret.claim({ fingerprint: fingerprintOf(made), secret: made });
  return stored.secret === null ? refuse(MISSING) : Buffer.from(stored.secret, 'hex');
}

interface SecretSeen {
  /**
   * `refused`: a start would be refused. `missing`: a start would make a secret. `good`: a start would use the
   * existing one. `another`: a start would use another one than the data was made with.
   */
  state: 'refused' | 'missing' | 'another' | 'good';
  detail: string;
}

/** What a start would find. It changes nothing. */
export async function lookAtServiceSecret(config: Config, { secret }: Secrets): Promise<SecretSeen> {
  const given = config.service.secret;
  const stored = await secret.find();
  if (given !== null) {
    const isOther = stored !== null && stored.fingerprint !== fingerprintOf(given);
    if (isOther) return { state: 'refused', detail: OTHER };
    const made = stored === null && config.storage.kind === 'sqlite' ? secretInFolder(config.dataDir) : null;
    return made === null || made === given
      ? { state: 'good', detail: 'from the configuration' }
      : { state: 'another', detail: anotherThanIn(config.dataDir) };
  }
  if (stored !== null && stored.secret === null) return { state: 'refused', detail: MISSING };
  if (config.storage.kind === 'postgres')
    return stored === null ? NONE_YET : { state: 'good', detail: 'from the database' };
  return lookAtFile(config.dataDir);
}

const NONE_YET: SecretSeen = {
  state: 'missing',
  detail: 'there is none yet; the next start makes one, and existing cursors become invalid',
};

function lookAtFile(dataDir: string): SecretSeen {
  const text = secretInFolder(dataDir);
  if (text === null) return NONE_YET;
  const isWhole = Buffer.from(text, 'hex').length === SECRET_BYTES;
  return isWhole
    ? { state: 'good', detail: fileOf(dataDir) }
    : { state: 'refused', detail: notASecret(dataDir) };
}

const notASecret = (dataDir: string) =>
  `${fileOf(dataDir)} does not contain a service secret of ${SECRET_BYTES} bytes`;

const anotherThanIn = (dataDir: string) =>
  `service.secret (REELGATE_SECRET) is another than the one in ${fileOf(dataDir)}, which this data was made with; with the next start existing cursors and links become invalid`;

const CHANGE = 'To change it, stop every node and run: reelgate secret rotate';
const OTHER = `service.secret (REELGATE_SECRET) is not the one that this database is used with. ${CHANGE}`;
const MISSING = `this database is used with a secret from the configuration: give this process the same REELGATE_SECRET. ${CHANGE}`;

function refuse(text: string): never {
  throw new StartRefused(text);
}

/** The next start uses the configured secret, or makes a new one. */
export async function forgetServiceSecret(config: Config, { secret }: Secrets, actor: string): Promise<void> {
  await secret.forget({ actor });
  if (config.storage.kind === 'sqlite') rmSync(fileOf(config.dataDir), { force: true });
}

export function fingerprintOf(secret: string): string {
  const bytes = hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'reelgate secret v1', FINGERPRINT_BYTES);
  return Buffer.from(bytes).toString('hex');
}

const newSecret = (random: RandomBytes) => Buffer.from(random(SECRET_BYTES)).toString('hex');
const fileOf = (dataDir: string) => path.join(dataDir, 'service.secret');

/** The secret beside a SQLite database, in hexadecimal; null when there is none. */
export function secretInFolder(dataDir: string): string | null {
  return existsSync(fileOf(dataDir)) ? readFileSync(fileOf(dataDir), 'utf8').trim() : null;
}

/** For a database that is moved into this folder; an existing secret there is never overwritten. */
export function putSecretInFolder(dataDir: string, secret: string): void {
  makeFolder(dataDir);
  writeFileSync(fileOf(dataDir), secret, { flag: 'wx', mode: OWNER_ONLY });
}

/** Makes the secret first if there is none. When two processes start together, one of them makes it. */
function readFile(dataDir: string, random: RandomBytes): Uint8Array {
  const file = fileOf(dataDir);
  makeFolder(dataDir);
  try {
    writeFileSync(file, newSecret(random), { flag: 'wx', mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (secret.length !== SECRET_BYTES) throw new StartRefused(notASecret(dataDir));
  return secret;
}
