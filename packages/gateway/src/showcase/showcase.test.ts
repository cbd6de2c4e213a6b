// The showcase as a newcomer uses it: a real gateway without named platforms, whose providers an operator breaks and mends.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { probeProviders } from '../assemble/assemble.ts';
import { isConfigError, loadConfig } from '../config/config.ts';
import { connectorNeeds, connectors } from '../connectors/index.ts';
import { PROVIDER_FAULTS, type ProviderFault } from '../domain/provider-status.ts';
import { type Answer, startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

const [NORTH, SOUTH] = ['showcase-north', 'showcase-south'];
const PRICE = 12_000;
/** The settings of all tests, without platforms and providers: those of a new installation. */
const SETTINGS = TEST_SETTINGS.replace(
  /platforms:.*\nproviders:\n(?: {2}.*\n)+/,
  // A short time limit, so that the test of a slow provider need not wait for the usual one.
  'providers: { library: { connector: library }, showcase-north: { connector: showcase, timeout_ms: 500 } }\n',
);

let gateway: TestGateway;
let ids = 0;
beforeAll(async () => {
  expect(SETTINGS).not.toContain('platforms');
  gateway = await startTestGateway({ settings: SETTINGS });
});
afterAll(() => gateway.close());
afterEach(async () => {
  for (const provider of [NORTH, SOUTH]) await setFault(provider!, 'none');
});

async function setFault(provider: string, fault: ProviderFault): Promise<Answer> {
  return gateway.admin(`providers/${provider}/fault`, { method: 'POST', body: { fault } });
}

interface Paid extends Answer {
  paid: number;
  held: number;
  id: string;
}

async function search(query: Record<string, string>, platform = 'showcase'): Promise<Paid> {
  const id = `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  const before = await gateway.money();
  const answer = await gateway.search(query, { platform, id });
  const after = await gateway.money();
  return { ...answer, paid: before.balance - after.balance, held: after.held, id };
}

async function listed(id: string): Promise<{ id: string }> {
  const { body } = await gateway.admin('calls?limit=20');
  return body.calls.find((call: { request_id: string }) => call.request_id === id);
}

async function triedBy(id: string): Promise<[string, string][]> {
  const { body: one } = await gateway.admin(`calls/${(await listed(id)).id}`);
  return one.call.tried.map(({ provider, outcome }: Record<string, string>) => [provider, outcome]);
}

const idsOf = ({ body }: Answer): string[] => body.items.map((item: { id: string }) => item.id);

test('a look from outside the gateway, as doctor takes it, finds a provider as broken as its switch says', async () => {
  const outcomes = async () =>
    (await probeProviders(gateway.config, [NORTH!, SOUTH!], 'cat')).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(['ok', 'ok']);
  await setFault(NORTH!, 'down');
  expect(await outcomes()).toEqual(['unavailable', 'ok']);
});

test('a gateway whose file names no platforms serves the library and the showcase, and searches both at once', async () => {
  const { body } = await gateway.ask('/api/pricing/v1/platforms');
  expect(body.platforms).toEqual([
    { platform: 'library', made_up: false, health: 'ok' },
    { platform: 'showcase', made_up: true, health: 'ok' },
  ]);
  const all = await search({ keyword: 'cat' }, 'all');
  expect(all.status).toBe(200);
  expect(new Set(all.body.items.map((item: { platform: string }) => item.platform))).toEqual(
    new Set(['library', 'showcase']),
  );
  expect(all.paid).toBe(2 * PRICE);
});

test('every price of the showcase says that its records are made up, and no other does', async () => {
  const { body } = await gateway.ask('/api/pricing/v1/endpoints');
  const marked = body.endpoints.filter(({ made_up }: { made_up: boolean }) => made_up);
  expect(new Set(marked.map(({ platform }: { platform: string }) => platform))).toEqual(
    new Set(['showcase']),
  );
  expect(
    body.endpoints.filter((one: { platform: string; made_up: boolean }) => one.platform === 'showcase'),
  ).toEqual(marked);
});

test('its pictures are served by the gateway itself, and only for its own records', async () => {
  const { body } = await search({ keyword: 'cat' });
  const [{ url }] = body.items[0].thumbnails;
  expect(url.startsWith(`${gateway.url}/api/showcase/v1/thumbnails/`)).toBe(true);
  const picture = await fetch(url);
  expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/);
  expect((await fetch(url.replace('.svg', 'x.svg'))).status).toBe(404);
});

describe.each([
  ['down', 'unavailable'],
  ['refusing', 'refused'],
  ['wrong', 'bad_response'],
] as const)('a provider that is %s', (fault, outcome) => {
  test('is left for the other one: the call is charged once, and its failure costs nothing', async () => {
    await setFault(NORTH!, fault);
    const answer = await search({ keyword: 'bread' });
    expect(answer).toMatchObject({ status: 200, paid: PRICE, held: 0 });
    expect(await triedBy(answer.id)).toEqual([
      [NORTH, outcome],
      [SOUTH, 'ok'],
    ]);
  });

  test('whose sibling is broken too answers nobody, and nobody pays', async () => {
    await setFault(NORTH!, fault);
    await setFault(SOUTH!, fault);
    const answer = await search({ keyword: 'train' });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer).toMatchObject({ paid: 0, held: 0 });
  });

  test('loses its walk to the other one, which repeats no item and leaves none out', async () => {
    const first = await search({ keyword: 'garden', count: '20' });
    expect(first.body).toMatchObject({ resumed: false, has_more: true });
    await setFault(NORTH!, fault);
    const second = await search({ keyword: 'garden', count: '20', pcursor: first.body.pcursor });
    expect(second).toMatchObject({ status: 200, paid: PRICE, body: { resumed: true } });
    expect(await triedBy(second.id)).toEqual([
      [NORTH, outcome],
      [SOUTH, 'ok'],
    ]);
    const found = [...idsOf(first), ...idsOf(second)];
    let { pcursor } = second.body;
    for (let page = 0; pcursor !== 'no_more' && page < 5; page += 1) {
      const next = await search({ keyword: 'garden', count: '20', pcursor });
      found.push(...idsOf(next));
      pcursor = next.body.pcursor;
    }
    expect(new Set(found).size).toBe(60);
    expect(found).toHaveLength(60);
    expect(await listed(second.id)).toMatchObject({ resumed: true, attempts: 2, charged: '0.012000' });
  });
});

test('a slow provider is given up for the other one, within the time of the call', async () => {
  await setFault(NORTH!, 'slow');
  const answer = await search({ keyword: 'guitar' });
  expect(answer).toMatchObject({ status: 200, paid: PRICE, held: 0 });
  const tried = await triedBy(answer.id);
  expect(tried.at(-1)).toEqual([SOUTH, 'ok']);
  expect(tried.filter(([provider]) => provider === NORTH)).toHaveLength(1);
});

test('a mended provider is asked first again, at once', async () => {
  await setFault(NORTH!, 'down');
  for (let call = 0; call < 6; call += 1) await search({ keyword: `cat ${call}` });
  await setFault(NORTH!, 'none');
  const { body } = await gateway.admin('providers');
  const north = body.providers.find(({ name }: { name: string }) => name === NORTH);
  expect(north).toMatchObject({ made_up: true, fault: 'none', health: { state: 'closed' } });
});

test('a fault is in the audit log with its actor, and reaches a process that starts later and one that runs', async () => {
  await setFault(SOUTH!, 'wrong');
  const { body } = await gateway.admin(`audit?subject=${SOUTH}`);
  expect(body.rows[0]).toMatchObject({
    action: 'provider.fault',
    subject: SOUTH,
    detail: { fault: 'wrong' },
  });
  // However much else happened to the provider since.
  for (let n = 0; n < 110; n++)
    await gateway.admin(`providers/${SOUTH}/resume`, { method: 'POST', body: {} });
  const second = await startTestGateway({ settings: SETTINGS, beside: gateway });
  try {
    const faults = async () => {
      const { body: seen } = await second.admin('providers');
      return Object.fromEntries(
        seen.providers.map(({ name, fault }: Record<string, string>) => [name, fault]),
      );
    };
    expect(await faults()).toEqual({ library: null, [NORTH!]: 'none', [SOUTH!]: 'wrong' });
    // Set again at each look: what changes before a process looks for the first time is not followed.
    await vi.waitFor(
      async () => {
        await setFault(NORTH!, 'slow');
        expect(await faults()).toEqual({ library: null, [NORTH!]: 'slow', [SOUTH!]: 'wrong' });
      },
      { timeout: 4_000, interval: 300 },
    );
  } finally {
    await second.close();
  }
});

test('an account that is called like a provider does not hide what was done to the provider', async () => {
  await setFault(NORTH!, 'down');
  const made = await gateway.admin('accounts', { method: 'POST', body: { name: NORTH } });
  expect(made.status, made.text).toBe(201);
  const { body } = await gateway.admin(`audit?subject=${NORTH}`);
  expect(body.rows[0]).toMatchObject({ action: 'provider.fault', subject: NORTH });
  const { body: own } = await gateway.admin(`audit?subject=${made.body.account.id}`);
  expect(own.rows[0]).toMatchObject({ action: 'account.create' });
});

test('only providers of the showcase can be broken, only by operators, and only in known ways', async () => {
  const post = (provider: string, body: object, key?: string) =>
    gateway.admin(`providers/${provider}/fault`, { method: 'POST', body, ...(key && { key }) });
  expect(await post('library', { fault: 'down' })).toMatchObject({ status: 400 });
  expect(await post('nobody', { fault: 'down' })).toMatchObject({ status: 404 });
  expect(await post(NORTH!, { fault: 'gone' })).toMatchObject({ status: 400 });
  const made = await gateway.admin('tokens', { method: 'POST', body: { name: 'reader', role: 'viewer' } });
  expect(await post(NORTH!, { fault: 'down' }, made.body.secret)).toMatchObject({ status: 403 });
  const { body } = await gateway.admin('providers');
  const seen = body.providers.map(({ name, fault }: Record<string, string>) => [name, fault]);
  expect(Object.fromEntries(seen)).toEqual({ library: null, [NORTH!]: 'none', [SOUTH!]: 'none' });
});

describe('the configuration', () => {
  const load = (yaml: string) => {
    const loaded = loadConfig({
      file: 'r.yaml',
      connectors: connectors.map(connectorNeeds),
      env: {},
      readFile: () => yaml,
    });
    if (isConfigError(loaded)) throw new Error(loaded.message);
    return loaded;
  };
  const tube = 'tube: { connector: peertube, base_url: "https://tube.example" }';

  test('serves the showcase until it names platforms', () => {
    expect(load('data: ./x').platforms).toEqual({ library: ['library'], showcase: [NORTH, SOUTH] });
    expect(load('platforms: { library: [library] }').platforms).toEqual({ library: ['library'] });
    expect(Object.keys(load('platforms: { library: [library] }').providers)).toEqual(['library']);
  });

  test('keeps the providers that the file defines beside those of the showcase', () => {
    const { providers } = load(`providers: { library: { connector: library, cost: "1" }, ${tube} }`);
    expect(Object.keys(providers)).toEqual(['library', 'tube', NORTH, SOUTH]);
  });

  test('keeps what the file says about a provider of the showcase', () => {
    const { providers } = load(
      `providers: { library: { connector: library }, ${NORTH}: { connector: showcase, timeout_ms: 500, cost: "0.5" } }`,
    );
    expect(providers[NORTH!]).toMatchObject({ timeoutMs: 500, costMicros: 500_000 });
    expect(providers[SOUTH!]).toMatchObject({ timeoutMs: load('data: ./x').providers[NORTH!]!.timeoutMs });
    expect(providers[SOUTH!]).not.toMatchObject({ timeoutMs: 500 });
  });

  test('says nothing of the showcase among the settings that were given', () => {
    expect(JSON.stringify(load('data: ./x').given)).not.toContain('showcase');
  });

  test('leaves made-up platforms out of a search over all as soon as a real one is there', () => {
    const made = `${NORTH}: { connector: showcase }`;
    const config = (platforms: string) =>
      load(`providers: { library: { connector: library }, ${made}, ${tube} }\nplatforms: { ${platforms} }`);
    expect(config(`library: [library], showcase: [${NORTH}]`)).toMatchObject({
      madeUp: ['showcase'],
      outOfAll: [],
    });
    expect(config(`library: [library], showcase: [${NORTH}], peertube: [tube]`)).toMatchObject({
      madeUp: ['showcase'],
      outOfAll: ['showcase'],
    });
    expect(config('library: [library], peertube: [tube]')).toMatchObject({ madeUp: [], outOfAll: [] });
  });
});

test('beside a real platform, a search over all leaves the showcase out unless the caller names it', async () => {
  const settings = TEST_SETTINGS.replace(
    'scripted: [first, second]',
    `scripted: [first], showcase: [${NORTH}]`,
  ).replace('providers:\n', `providers:\n  ${NORTH}: { connector: showcase }\n`);
  const real = await startTestGateway({ settings });
  const askedOf = async (query: Record<string, string>) => {
    const { body } = await real.search({ keyword: 'cat', ...query }, { platform: 'all' });
    return body.platforms.map(({ platform }: { platform: string }) => platform);
  };
  try {
    expect(await askedOf({})).toEqual(['library', 'scripted']);
    expect(await askedOf({ platforms: 'library,showcase' })).toEqual(['library', 'showcase']);
    const { body } = await real.ask('/api/pricing/v1/endpoints');
    const over = body.endpoints.find(({ platform }: { platform: string }) => platform === 'all');
    expect(over.legs.map(({ platform }: { platform: string }) => platform)).toEqual(['library', 'scripted']);
  } finally {
    await real.close();
  }
});

test('every fault is known to this test', () => {
  expect(PROVIDER_FAULTS).toEqual(['none', 'slow', 'down', 'refusing', 'wrong']);
});
