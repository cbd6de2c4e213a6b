// Owns what nodes agreed on as their service secret: one row, written once, until an operator has it forgotten.
import type { SecretVerbs, StoredSecret } from '../storage.ts';
import { recordChange } from './audit.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof SecretVerbs> = Parameters<SecretVerbs[V]>[0];

export function claimSecret(context: VerbContext, input: Input<'claim'>): StoredSecret {
  context.db.run(
    'INSERT INTO service_secret (id, fingerprint, secret) VALUES (1, ?, ?) ON CONFLICT DO NOTHING',
    input.fingerprint,
    input.secret,
  );
  return findSecret(context)!;
}

export function findSecret({ db }: VerbContext): StoredSecret | null {
  const row = db.get('SELECT fingerprint, secret FROM service_secret');
  if (row === undefined) return null;
  return { fingerprint: row.fingerprint as string, secret: row.secret as string | null };
}

export function forgetSecret(context: VerbContext, input: Input<'forget'>): { forgotten: boolean } {
  const forgotten = context.db.run('DELETE FROM service_secret') > 0;
  recordChange(context, { actor: input.actor, action: 'secret.forget', subject: 'secret', detail: {} });
  return { forgotten };
}
