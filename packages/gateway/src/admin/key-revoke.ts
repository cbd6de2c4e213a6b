// Owns ending a key for good. Doing it twice is no error: the second answer is the same revoked key.

import { KeyAnswer, keyParams, keyView } from '../account/key-view.ts';
import { failure } from '../domain/failure.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const keyRevoke = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRevokeKey',
  method: 'POST',
  path: '/admin/v1/keys/{key}/revoke',
  summary: 'Revoke a key for good',
  tag: 'Keys',
  params: keyParams,
  query: Nothing,
  body: Nothing,
  result: KeyAnswer,
  needs: 'operator',
  async run(deps, { params }, caller) {
    const before = await deps.storage.keys.find({ id: params.key });
    const key = await deps.storage.keys.revoke({ actor: caller.actor, id: params.key });
    if (key === null) return failure('NOT_FOUND', 'There is no such key.');
    await deps.refresh();
    const lastUsedAtMs = before?.lastUsedAtMs ?? null;
    return { key: keyView(key, { lastUsedAtMs, currency: deps.currency }) };
  },
});
