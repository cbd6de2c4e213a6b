// Owns the operator's word that a provider works again: a pause that it asked for, as with a Retry-After of a day, and its time out
// after failures end. It is written down, and every process on this ledger takes it up.
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { noProvider, providerParams } from './provider-name.ts';

export const providerResume = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminResumeProvider',
  method: 'POST',
  path: '/admin/v1/providers/{provider}/resume',
  summary: 'Ask a suspended or ejected provider again, on every node within 5 seconds',
  tag: 'Providers',
  params: providerParams,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ provider: Type.String(), resumed: Type.Boolean() }),
  needs: 'operator',
  async run({ storage, providerNames, refresh }, { params: { provider } }, { actor }) {
    if (!providerNames().includes(provider)) return noProvider;
    await storage.providers.resume({ actor, provider });
    await refresh();
    return { provider, resumed: true };
  },
});
