// What the settings of a provider must have, by the connectors themselves: without it a gateway does not start.
import { expect, test } from 'vitest';
import { connectorNeeds, connectors } from './index.ts';

const needs = connectors.map(connectorNeeds);
const namesWhere = (holds: (one: (typeof needs)[number]) => boolean) =>
  needs.filter(holds).map(({ name }) => name);

test('a token is needed where the platform asks for a key, unless client credentials stand in for it', () => {
  const named = namesWhere(({ token }) => token);
  expect(named).toEqual(
    expect.arrayContaining(['pexels', 'pixabay', 'vimeo', 'tikhub', 'justoneapi', 'youtube']),
  );
  for (const name of ['library', 'peertube', 'tiktok-research']) expect(named).not.toContain(name);
  expect(needs.find(({ name }) => name === 'tiktok-research')?.options).toContain('client_secret');
});

test('an address is needed where everybody may run such a server, and a platform where several are served', () => {
  const hosted = namesWhere(({ baseUrl }) => baseUrl);
  expect(hosted).toEqual(expect.arrayContaining(['peertube', 'invidious', 'piped']));
  expect(hosted).not.toContain('youtube');
  const several = namesWhere(({ platforms }) => platforms !== null);
  expect(several).toEqual(expect.arrayContaining(['tikhub', 'justoneapi']));
  expect(several).not.toContain('peertube');
});

test('only the showcase is made up', () => {
  expect(namesWhere(({ isMadeUp }) => isMadeUp)).toEqual(['showcase']);
});
