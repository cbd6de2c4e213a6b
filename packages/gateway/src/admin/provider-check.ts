// Owns the live check of one provider: one search for each platform that it serves, outside of every call. Nobody is charged; what the
// provider bills for a search is billed.
import { Count, nullable } from '../account/fields.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { noProvider, providerParams } from './provider-name.ts';

/** Every platform has something about it. */
const KEYWORD = 'cat';

const ProbeView = Type.Object(
  {
    provider: Type.String(),
    platform: Type.String(),
    outcome: Type.String({ description: '`ok`, or the kind of failure.' }),
    items: nullable(Count),
    end: nullable(Type.String({ description: 'Whether the list goes on.' })),
    duration_ms: Type.Number(),
    detail: nullable(Type.String({ description: 'The first title, or what went wrong.' })),
  },
  { $id: 'ProviderProbe' },
);

export const providerCheck = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCheckProvider',
  method: 'POST',
  path: '/admin/v1/providers/{provider}/check',
  summary: 'Search once at a provider, now, for each platform that it serves',
  tag: 'Providers',
  needs: 'operator',
  params: providerParams,
  query: Nothing,
  body: Type.Object(
    { keyword: Type.Optional(Type.String({ minLength: 1, maxLength: 100, default: KEYWORD })) },
    { additionalProperties: false },
  ),
  result: Type.Object({
    provider: Type.String(),
    ok: Type.Boolean(),
    checks: Type.Array(ProbeView, { description: 'Empty for a provider that has no search.' }),
  }),
  async run({ providerNames, probe, storage }, { params: { provider }, body }, { actor }) {
    if (!providerNames().includes(provider)) return noProvider;
    const keyword = body.keyword ?? KEYWORD;
    // Before the provider is asked: it may bill for the search whatever comes of it.
    await storage.audit.note({ actor, action: 'provider.check', subject: provider, detail: { keyword } });
    const checks = await probe(provider, keyword);
    return { provider, ok: checks.every(({ outcome }) => outcome === 'ok'), checks };
  },
});
