import { expect, test } from 'vitest';
import { wikiWithoutCirrus } from '../../connectors/commons/commons.simulation.ts';
import type { UpstreamRequest, UpstreamResponse } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/index.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import type { AttemptDeps } from './attempt.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { probe } from './probe.ts';

const by = {
  provider: {
    name: 'wiki',
    connector: 'commons',
    baseUrl: 'https://wiki.example',
    token: null,
    timeoutMs: null,
    userAgent: 'Reelgate/0.1 (ops@example.org)',
    options: {},
    publicUrl: 'https://gateway.example',
  },
  connector: connectors.find(({ name }) => name === 'commons')!,
  costMicros: 0,
} as unknown as ConnectedProvider;

async function send({ method, url, headers }: UpstreamRequest): Promise<UpstreamResponse> {
  const answer = wikiWithoutCirrus.answer({ method, url: new URL(url), headers, body: '' }, 3);
  return { kind: 'response', headers: {}, receivedAtMs: 0, ...answer };
}

test('a check of a provider shows which setting is wrong', async () => {
  const deps = { clock: createShiftedClock(), upstream: { send } } as unknown as AttemptDeps;
  const { outcome, items, detail } = await probe(deps, by, 'commons', 'cat');
  expect([outcome, items, detail]).toEqual(['ok', 3, expect.stringContaining('no CirrusSearch')]);
});
