// Owns the operator's word that a provider works again: a pause that it asked for, as with a Retry-After of a day, and its time out
// after failures end. It is written down, and every process on this ledger takes it up.
import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const ProviderName = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' });

export const providerResume = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminResumeProvider',
  method: 'POST',
  path: '/admin/v1/providers/{provider}/resume',
  summary: 'Ask a suspended or ejected provider again, on every node within 5 seconds',
  tag: 'Providers',
  params: Type.Object({ provider: ProviderName }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ provider: Type.String(), resumed: Type.Boolean() }),
  async run({ storage, providerNames, refresh }, { params: { provider } }, { actor }) {
    if (!providerNames().includes(provider)) return failure('NOT_FOUND', 'There is no such provider.');
    await storage.providers.resume({ actor, provider });
    await refresh();
    return { provider, resumed: true };
  },
});
