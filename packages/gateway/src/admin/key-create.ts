// Owns making a key. The answer is the only place where its secret is ever seen.

import { limitFields, NO_LIMITS, readLimits } from '../account/key-limits.ts';
import { KeyView, keyView, SecretText } from '../account/key-view.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { base62, hashSecret, makeSecret, PREFIX_CHARS } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { ID_CHARS } from './account-create.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef, Name } from './fields.ts';
import { projectOrFailure } from './project-view.ts';

export const keyCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateKey',
  method: 'POST',
  path: '/admin/v1/keys',
  summary: 'Create a key; its secret is shown once',
  tag: 'Keys',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ account: AccountRef, name: Name, ...limitFields }, { additionalProperties: false }),
  result: Type.Object({ key: KeyView, secret: SecretText }),
  creates: true,
  needs: 'operator',
  async run(deps, { body }, caller) {
    const limits = readLimits(body, deps.clock.nowMs());
    if (isFailure(limits)) return limits;
    const account = await accountOrFailure(deps, body.account);
    if (isFailure(account)) return account;
    const project = await projectOrFailure(deps, limits.projectId ?? null, account.id);
    if (isFailure(project)) return project;
    const secret = makeSecret('rgk', deps.random);
    const result = await deps.storage.keys.create({
      ...NO_LIMITS,
      ...limits,
      actor: caller.actor,
      id: `key_${base62(deps.random, ID_CHARS)}`,
      accountId: account.id,
      name: body.name,
      prefix: secret.slice(0, PREFIX_CHARS),
      hash: hashSecret(secret),
    });
    if (result.kind !== 'created') return failure('NOT_FOUND', 'There is no such account.');
    await deps.refresh();
    return { key: keyView(result.key, { lastUsedAtMs: null, currency: deps.currency }), secret };
  },
});
