// When the reference is written again: whenever anything that it shows has changed, and after a failure.
import { expect, test } from 'vitest';
import type { Server } from '../server.ts';
import { PUBLIC_REFERENCE, type ReferenceSource, serveReference } from './reference.ts';

/** The routes are not asked: only the reference behind them is. */
const server = { app: { get() {} }, answers: {} } as unknown as Server;
const SOURCE: ReferenceSource = {
  ...{ listener: 'public', url: 'http://a.example', platform: 'library', showsProviders: true },
  ...{ pricesVersion: '1', hasTools: true },
};

function world() {
  const now = { source: SOURCE, title: 'One' };
  const text = { serviceName: 'reelgate', title: () => now.title };
  const reference = serveReference(server, PUBLIC_REFERENCE, text, () => now.source);
  return { now, reference };
}

test.each<[string, Partial<ReferenceSource> & { title?: string }]>([
  ['the title', { title: 'Two' }],
  ['the address', { url: 'http://b.example' }],
  ['the platform of the examples', { platform: 'other' }],
  ['whether providers are shown', { showsProviders: false }],
  ['the prices', { pricesVersion: '2' }],
  ['whether there are tools for agents', { hasTools: false }],
])(
  '%s changes the version of the reference, and of the documents made from it',
  (_, { title, ...change }) => {
    const { now, reference } = world();
    const before = reference.version();
    expect(reference.version()).toBe(before);
    Object.assign(now, { source: { ...SOURCE, ...change }, ...(title !== undefined && { title }) });
    expect(reference.version()).not.toBe(before);
  },
);

test('it is written once for one version, again for the next, and again after the ledger was away', async () => {
  const { now, reference } = world();
  let writings = 0;
  let isAway = true;
  const prices = async () => {
    writings++;
    if (isAway) throw new Error('away');
    return null;
  };
  now.source = { ...SOURCE, prices };
  await expect(reference.written()).rejects.toThrow('away');
  isAway = false;
  expect(await reference.written()).toBe(await reference.written());
  expect(writings).toBe(2);
  now.source = { ...SOURCE, prices, pricesVersion: '2' };
  await reference.written();
  expect(writings).toBe(3);
});
