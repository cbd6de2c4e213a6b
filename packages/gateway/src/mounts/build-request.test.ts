// The request to a mounted upstream: where the credential goes, and that one call is never taken for another.
import { expect, test } from 'vitest';
import { toMicros } from '../domain/money.ts';
import { buildRequest, type CallerHeaders, secretForms } from './build-request.ts';
import type { Credential } from './credential.ts';
import { isProblem } from './document.ts';
import { createMount } from './mount.ts';
import { type MountInput, type RawInput, readInput } from './read-input.ts';

const text = { type: 'string' };
const params = [
  { name: 'q', in: 'query', schema: { ...text, pattern: '^[a-z ]{0,1000}$' } },
  { name: 'tag', in: 'query', schema: { type: 'array', items: text } },
];
const put = { parameters: params, requestBody: { content: { 'application/json': {} } } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'T' },
  paths: { '/clips/{id}': { put, get: { parameters: params } } },
};

function routesOf(credential: Credential | null) {
  const settings = {
    group: 'u2',
    name: 'm',
    provider: 'p',
    unitPriceMicros: toMicros(1),
    success: null,
  } as const;
  const choice = { gets: ['*'], operations: { 'PUT /clips/{id}': { unitPriceMicros: null, enabled: true } } };
  const mount = createMount({ ...settings, ...choice, credential }, JSON.stringify(DOCUMENT), '');
  if (isProblem(mount)) throw new Error(mount.problem);
  return mount.routes;
}

const TOKEN = 'user:secret';
const PLAIN = { segments: ['clips', 'x'], query: [], body: null };

function sent(credential: Credential, headers: CallerHeaders = {}, token: string | null = TOKEN) {
  const [route] = routesOf(credential);
  const provider = { token, userAgent: 'r' } as Parameters<typeof buildRequest>[2]['provider'];
  const input = readInput(route!, PLAIN) as MountInput;
  return buildRequest(route!.of, input, { provider, baseUrl: 'https://a.org/v2', headers });
}

const BASE64 = Buffer.from(TOKEN).toString('base64');
const own = { accept: '*/*', 'user-agent': 'r' };
const address = 'https://a.org/v2/clips/x';
test.each<[Credential, object, string]>([
  [{ kind: 'none' }, own, address],
  [{ kind: 'bearer' }, { ...own, authorization: `Bearer ${TOKEN}` }, address],
  [{ kind: 'basic' }, { ...own, authorization: `Basic ${BASE64}` }, address],
  [{ kind: 'header', name: 'X-Key' }, { ...own, 'x-key': TOKEN }, address],
  [{ kind: 'query', name: 'k' }, own, `${address}?k=user%3Asecret`],
])(
  'the credential %j is sent there and nowhere else, and in a form that is searched for in answers',
  (kind, headers, url) => {
    const request = sent(kind);
    expect(request).toMatchObject({ url });
    expect(request.headers).toEqual(headers);
    const forms = secretForms(TOKEN);
    if (kind.kind !== 'none') expect(forms.some((form) => JSON.stringify(request).includes(form))).toBe(true);
    expect(sent(kind, {}, null)).toMatchObject({ url: address, headers: own });
  },
);

test.each([
  ['d'.repeat(256), 'd'.repeat(256)],
  ['d'.repeat(257), undefined],
  ['d\u00e9', undefined],
])("a caller's header is sent when it is short and plain: %#", (value, passed) => {
  expect(sent({ kind: 'none' }, { 'accept-language': value }).headers?.['accept-language']).toBe(passed);
});

test('calls that differ in method, path, parameters or body are different questions; order and white space are not', () => {
  const [get, write] = routesOf(null);
  const canonical = (route: typeof get, raw: Partial<RawInput>) =>
    (readInput(route!, { ...PLAIN, ...raw }) as MountInput).canonical;
  const bodies = ['{"a":1,"b":2}', '{"a":1}', '[]'].map((body) => canonical(write, { body }));
  const asked = [
    canonical(get, {}),
    canonical(write, {}),
    canonical(get, { segments: ['clips', 'y'] }),
    canonical(get, { query: [['q', 'a']] }),
    canonical(get, { query: [['q', 'b']] }),
    canonical(get, {
      query: [
        ['tag', 'a'],
        ['tag', 'b'],
      ],
    }),
    canonical(get, {
      query: [
        ['tag', 'b'],
        ['tag', 'a'],
      ],
    }),
    ...bodies,
  ];
  expect(new Set(asked).size).toBe(asked.length);
  expect(canonical(write, { body: ' {"b":2, "a":1}' })).toBe(bodies[0]);
  expect(
    canonical(get, {
      query: [
        ['tag', 'a'],
        ['q', 'b'],
      ],
    }),
  ).toBe(
    canonical(get, {
      query: [
        ['q', 'b'],
        ['tag', 'a'],
      ],
    }),
  );
});

test('a list has at most a thousand values', () => {
  const [get] = routesOf(null);
  const tags = (count: number) => Array.from({ length: count }, () => ['tag', 'a'] as const);
  expect(readInput(get!, { ...PLAIN, query: tags(1_000) })).toHaveProperty('canonical');
  expect(readInput(get!, { ...PLAIN, query: tags(1_001) })).toMatchObject({ kind: 'failure' });
});

test('the work of patterns is limited for each call, not for all calls together', () => {
  const [get] = routesOf(null);
  const query = [['q', 'a'.repeat(400)]] as const;
  for (let call = 0; call < 10; call += 1)
    expect(readInput(get!, { ...PLAIN, query }), `call ${call}`).toHaveProperty('canonical');
});
