// Owns reading one key.
import { CapView, capView } from '../account/cap-view.ts';
import { KeyView, keyParams, keyView } from '../account/key-view.ts';
import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const keyRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetKey',
  method: 'GET',
  path: '/admin/v1/keys/{key}',
  summary: 'Read a key',
  tag: 'Keys',
  params: keyParams,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    key: KeyView,
    caps: Type.Array(CapView, { description: 'Its own and those of its project, as they stand.' }),
  }),
  async run({ storage, currency }, { params }) {
    const key = await storage.keys.find({ id: params.key });
    if (key === null) return failure('NOT_FOUND', 'There is no such key.');
    const caps = await storage.caps.ofKey({ keyId: key.id });
    return { key: keyView(key, { lastUsedAtMs: key.lastUsedAtMs, currency }), caps: caps.map(capView) };
  },
});
