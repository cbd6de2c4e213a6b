// Owns what `doctor` says of the place on this machine where a gateway keeps things: the data folder, the room on its disk, the service secret.
// It creates nothing.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import { KB } from '../domain/limits.ts';
import { lookAtServiceSecret } from '../secrets/service-secret.ts';
import { type Diagnosis, fail, ok, warn } from './doctor-finding.ts';
import type { Session } from './session.ts';
import type { CliWorld } from './world.ts';

const MB = 1_024 * KB;
/** Two million calls. */
const ROOM_BYTES_WANTED = 1_024 * MB;
/** What the database needs beside its file while it works; below that commits begin to fail. */
const ROOM_BYTES_MIN = 64 * MB;

export function dataFolder({ dataDir, storage }: Config): Diagnosis {
  if (storage.kind === 'postgres') return ok('not needed: everything is in the database');
  const exists = existsSync(dataDir);
  accessSync(exists ? dataDir : dirname(dataDir), constants.W_OK);
  return exists ? ok(`${dataDir} is writable`) : warn(`${dataDir} does not exist yet; "serve" creates it`);
}

/** The folder that the ledger is in; null where that is another machine's, or where there is none yet. */
export function ledgerFolder({ storage }: Config): string | null {
  return storage.kind === 'sqlite' && existsSync(dirname(storage.file)) ? dirname(storage.file) : null;
}

/** Of the disk that the ledger is on. */
export function diskRoom(folder: string, world: Pick<CliWorld, 'freeBytes'>): Diagnosis {
  const free = world.freeBytes(folder);
  const said = `${Math.floor(free / MB)} MB are free where the ledger is`;
  if (free < ROOM_BYTES_MIN) return fail(`${said}; calls are refused when there is no room`);
  return free < ROOM_BYTES_WANTED ? warn(`${said}; calls are refused when there is no room`) : ok(said);
}

export async function secretFound({ config, deps }: Session): Promise<Diagnosis> {
  const { state, detail } = await lookAtServiceSecret(config, deps.storage);
  return { refused: fail, missing: warn, good: ok }[state](detail);
}
