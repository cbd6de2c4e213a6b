// Owns reading one key.
import { failure } from '../domain/failure.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { KeyAnswer, keyParams, keyView } from './key-view.ts';

export const keyRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetKey',
  method: 'GET',
  path: '/admin/v1/keys/{key}',
  summary: 'Read a key',
  tag: 'Keys',
  params: keyParams,
  query: Nothing,
  body: Nothing,
  result: KeyAnswer,
  async run({ storage, currency }, { params }) {
    const key = await storage.keys.find({ id: params.key });
    if (key === null) return failure('NOT_FOUND', 'There is no such key.');
    return { key: keyView(key, { lastUsedAtMs: key.lastUsedAtMs, currency }) };
  },
});
