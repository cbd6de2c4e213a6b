// The service secret that all nodes share: one row, written once, until an operator removes it.

import type { Reading } from '../steps/reading.ts';
import type { Actor, Writing } from '../steps/writing.ts';

/** Shared by all nodes, so that one node can read what another has sealed. */
export interface StoredSecret {
  /** Identifies the secret without revealing it. */
  fingerprint: string;
  /** In hexadecimal; null when nodes get the secret in another way. */
  secret: string | null;
}

/**
 * Stores this secret unless there is one, and returns the stored one. Of nodes that start together, one writes; the others wait for its
 * commit.
 */
export function* claimSecret({ fingerprint, secret }: StoredSecret): Writing<StoredSecret> {
  yield {
    sql: 'INSERT INTO service_secret (id, fingerprint, secret) VALUES (1, $1, $2) ON CONFLICT DO NOTHING',
    values: [fingerprint, secret],
  };
  return (yield* findSecret())!;
}

export function* findSecret(): Reading<StoredSecret | null> {
  const [row] = yield { sql: 'SELECT fingerprint, secret FROM service_secret', values: [] };
  if (row === undefined) return null;
  return { fingerprint: row.fingerprint as string, secret: row.secret as string | null };
}

/** Removes the secret. The next claim stores its own. */
export function* forgetSecret({ actor }: Actor): Writing<{ forgotten: boolean }> {
  const dropped = yield { sql: 'DELETE FROM service_secret RETURNING id', values: [] };
  yield { change: { actor, action: 'secret.forget', subject: 'secret', detail: {} } };
  return { forgotten: dropped.length > 0 };
}
