// Where the exchanges of one attempt may go.
import { expect, test } from 'vitest';
import type { Provider, UpstreamRequest } from '../../connectors/connector.ts';
import { systemClock } from '../../domain/clock.ts';
import { policyOf } from '../../upstream/testing/raw-server.ts';
import type { UpstreamPolicy } from '../../upstream/upstream.ts';
import { type AttemptDeps, attempt } from './attempt.ts';
import type { ConnectedProvider } from './connected-provider.ts';

const policy = { ...policyOf('https://tube.example'), redirects: 'never' as const };
const by = {
  provider: { name: 'p', timeoutMs: null } as Provider,
  connector: { name: 'tube' },
  policy,
} as ConnectedProvider;

const get = (path: string, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'GET',
  url: `https://tube.example/${path}`,
  headers: {},
  ...more,
});

/** Three exchanges: the video, its list of tracks, and the file of one. Gives the policy of each. */
async function policiesOf(fileHosts?: () => string[]): Promise<UpstreamPolicy[]> {
  const policies: UpstreamPolicy[] = [];
  const send = async (_request: UpstreamRequest, { policy: own }: { policy: UpstreamPolicy }) => {
    policies.push(own);
    return { kind: 'response', status: 200, headers: {}, body: '{}' };
  };
  const found = { kind: 'absent' as const, reason: 'unknown' as const };
  const file = {
    kind: 'follow_up' as const,
    request: get('file', { isFile: true }),
    parse: () => found,
  };
  const list = { kind: 'follow_up' as const, request: get('tracks'), parse: () => file };
  const asking = {
    request: () => get('video'),
    parse: () => list,
    ...(fileHosts !== undefined && { fileHosts }),
  };
  const deps = { clock: systemClock, upstream: { send } } as unknown as AttemptDeps;
  const time = { leftMs: 1_000, cancel: null, onBehalfOf: null } as unknown as Parameters<typeof attempt>[4];
  await attempt(deps, by, asking, { platform: 'tube', wantsRaw: false }, time);
  return policies;
}

test('only the file of a track may be on further hosts: every other exchange stays at the provider’s origin', async () => {
  const [video, tracks, file] = await policiesOf(() => ['files.example']);
  expect([video, tracks]).toEqual([policy, policy]);
  expect(file).toEqual({ ...policy, fileHosts: ['files.example'], redirects: 'host' });
});

test('without further hosts the file is the provider’s own', async () => {
  expect((await policiesOf())[2]).toEqual({ ...policy, fileHosts: [], redirects: 'host' });
});
