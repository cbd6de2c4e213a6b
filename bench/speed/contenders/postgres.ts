// Owns Reelgate on PostgreSQL, with a real server in the run's folder. THE PLACE for it: until the gateway can use the storage,
// the rows are left out with a word. The server's own CPU is not the gateway's and is not counted as such.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Missing, Upstream } from '../contender.ts';
import type { Reelgate } from './reelgate.ts';

const STORAGE = path.join(
  import.meta.dirname,
  '../../../packages/gateway/src/storage/postgres/open-storage.ts',
);

export async function startPostgresGateway(
  _folder: string,
  _upstream: Upstream,
): Promise<Reelgate | Missing> {
  if (!existsSync(STORAGE)) return { missing: 'the storage is not there yet' };
  return { missing: 'not measured yet' };
}
