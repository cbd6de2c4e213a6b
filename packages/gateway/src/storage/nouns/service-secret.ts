// The service secret that nodes agreed on: one row, written once, until an operator has it forgotten.

import type { Reading } from '../steps/reading.ts';
import type { Actor, Writing } from '../steps/writing.ts';

/** What nodes agree on, so that one can read what another has sealed. */
export interface StoredSecret {
  /** Tells one secret from another without revealing either. */
  fingerprint: string;
  /** In hexadecimal; null when nodes are given it in another way. */
  secret: string | null;
}

/** Stores this one unless one is stored; returns the stored one. Of nodes that start together, one writes; the others wait for its commit. */
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

/** The next claim wins. */
export function* forgetSecret({ actor }: Actor): Writing<{ forgotten: boolean }> {
  const dropped = yield { sql: 'DELETE FROM service_secret RETURNING id', values: [] };
  yield { change: { actor, action: 'secret.forget', subject: 'secret', detail: {} } };
  return { forgotten: dropped.length > 0 };
}
