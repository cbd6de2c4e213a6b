// What an operator changes at a provider holds on this node when the answer arrives.
import { expect, test } from 'vitest';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { providerFault, providerResume } from './provider.admin.ts';

test.each([
  ['a fault', providerFault],
  ['a resume', providerResume],
] as const)('%s is answered after this node has noted and applied it, in this sequence', async (_, verb) => {
  const steps: string[] = [];
  const { promise: applied, resolve: apply } = Promise.withResolvers<void>();
  const deps = {
    storage: {
      audit: { note: async () => steps.push('noted') },
      providers: { resume: async () => steps.push('noted') },
    },
    providerNames: () => ['north'],
    breakableNames: () => ['north'],
    refresh: async () => {
      steps.push('began');
      await applied;
      steps.push('applied');
    },
  } as unknown as AdminDeps;
  const input = {
    params: { provider: 'north' },
    query: {},
    body: { fault: 'down' as const },
    requestId: 'r',
  };
  const answered = verb.run(deps, input, { actor: 'test' } as AdminCaller).then(() => steps.push('answered'));
  await new Promise(setImmediate);
  expect(steps).toEqual(['noted', 'began']);
  apply();
  await answered;
  expect(steps).toEqual(['noted', 'began', 'applied', 'answered']);
});
