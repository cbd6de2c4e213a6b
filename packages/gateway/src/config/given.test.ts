// Operators see every setting that was given, and no secret.
import { expect, test } from 'vitest';
import { readYamlDocument } from './document.ts';
import { givenSettings } from './given.ts';
import { variablesOf } from './variables.ts';

function given(yaml: string, env: Record<string, string> = {}) {
  const { tree, problems } = readYamlDocument(
    yaml,
    variablesOf(env, () => ''),
  );
  expect(problems).toEqual([]);
  return givenSettings(tree);
}

test('every setting of the file is listed, in order, with its value', () => {
  expect(
    given(`service: { title: Clip Co }
platforms: { tube: [east, west] }
providers:
  east: { connector: peertube, base_url: "https://east.example" }
prices: { endpoints: [{ path: /a, unit_price: "0.01" }] }
webhooks: { enabled: false }
`),
  ).toEqual([
    { name: 'service.title', value: 'Clip Co', variable: null },
    { name: 'platforms.tube', value: 'east, west', variable: null },
    { name: 'providers.east.connector', value: 'peertube', variable: null },
    { name: 'providers.east.base_url', value: 'https://east.example', variable: null },
    { name: 'prices.endpoints[0].path', value: '/a', variable: null },
    { name: 'prices.endpoints[0].unit_price', value: '0.01', variable: null },
    { name: 'webhooks.enabled', value: 'false', variable: null },
  ]);
});

test('secrets, values from the environment and URLs with a password are listed without their value', () => {
  const settings = given(
    `storage: postgres://me:hush@db/reelgate
providers:
  east: { connector: peertube, token: hush, base_url: "https://me:hush@east.example", options: { key: hush }, proxy: ["http://hush"] }
  west: { connector: peertube, proxy: "http://hush" }
payments: { stripe: { secret_key: hush, webhook_secret: "\${HOOK}" } }
service: { title: "\${TITLE}" }
`,
    { HOOK: 'hush', TITLE: 'hush' },
  );
  expect(settings.map(({ name, variable }) => [name, variable])).toEqual([
    ['storage', null],
    ['providers.east.connector', null],
    ['providers.east.token', null],
    ['providers.east.base_url', null],
    ['providers.east.options.key', null],
    ['providers.east.proxy', null],
    ['providers.west.connector', null],
    ['providers.west.proxy', null],
    ['payments.stripe.secret_key', null],
    ['payments.stripe.webhook_secret', 'HOOK'],
    ['service.title', 'TITLE'],
  ]);
  expect(JSON.stringify(settings)).not.toContain('hush');
});
