// What the settings of a provider must have, by the connectors themselves: without it a gateway does not start.
import { expect, test } from 'vitest';
import { connectorNeeds, connectors } from './index.ts';

const needs = connectors.map(connectorNeeds);
const namesWhere = (holds: (one: (typeof needs)[number]) => boolean) =>
  needs.filter(holds).map(({ name }) => name);

test('a token is needed where the platform asks for a key, unless client credentials stand in for it', () => {
  expect(namesWhere(({ token }) => token)).toEqual([
    ...['pexels', 'pixabay', 'vimeo', 'tikhub', 'justoneapi', 'youtube'],
  ]);
  expect(needs.find(({ name }) => name === 'tiktok-research')?.options).toContain('client_secret');
});

test('an address is needed where everybody may run such a server, and a platform where several are served', () => {
  expect(namesWhere(({ baseUrl }) => baseUrl)).toEqual(['peertube', 'invidious', 'piped']);
  expect(namesWhere(({ platforms }) => platforms !== null)).toEqual(['tikhub', 'justoneapi']);
});

test('only the showcase is made up', () => {
  expect(namesWhere(({ isMadeUp }) => isMadeUp)).toEqual(['showcase']);
});
