// Owns what nodes agreed on as their service secret: one row, written once, until an operator has it forgotten.
import type { SecretVerbs, StoredSecret } from '../storage.ts';
import { recordChange } from './audit.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof SecretVerbs> = Parameters<SecretVerbs[V]>[0];

/** Of nodes that start together, one writes; the others wait for its commit and read. */
export async function claimSecret(context: VerbContext, input: Input<'claim'>): Promise<StoredSecret> {
  await context.db.run(
    'INSERT INTO service_secret (id, fingerprint, secret) VALUES (1, $1, $2) ON CONFLICT DO NOTHING',
    input.fingerprint,
    input.secret,
  );
  return (await findSecret(context))!;
}

export async function findSecret({ db }: Pick<VerbContext, 'db'>): Promise<StoredSecret | null> {
  const row = await db.get('SELECT fingerprint, secret FROM service_secret');
  if (row === undefined) return null;
  return { fingerprint: row.fingerprint as string, secret: row.secret as string | null };
}

export async function forgetSecret(
  context: VerbContext,
  input: Input<'forget'>,
): Promise<{ forgotten: boolean }> {
  const forgotten = (await context.db.run('DELETE FROM service_secret')) > 0;
  await recordChange(context, { actor: input.actor, action: 'secret.forget', subject: 'secret', detail: {} });
  return { forgotten };
}
