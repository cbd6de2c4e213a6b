// What was asked stands on the call, the receipt and the complaint, for every way to ask; only its account and operators read it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectors } from '../connectors/index.ts';
import { adminVerbs } from '../features/index.ts';
import { scriptedConnector, scriptedTransport } from '../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';
import type { Transport } from '../upstream/upstream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-asked-'));
const text = { type: 'string' };
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema });
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/clips/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'clip',
        parameters: [query('tag', { type: 'array', items: text }), query('user_token'), query('link')],
      },
      post: { operationId: 'find', requestBody: { content: { 'application/json': {} } } },
    },
  },
};
const web: Transport = async () => ({
  ...{ kind: 'response' as const, status: 200, body: '', headers: { 'content-type': 'application/json' } },
  bytes: Buffer.from('{"ok":true}'),
});

let gateway: TestGateway;
beforeAll(async () => {
  const file = path.join(folder, 'shop.json');
  writeFileSync(file, JSON.stringify(DOCUMENT));
  const vendor = 'providers:\n  vendor: { connector: openapi, base_url: "https://vendor.example" }\n';
  gateway = await startTestGateway({
    settings: `${TEST_SETTINGS.replace('providers:\n', vendor)}
mounts: [{ name: shop, openapi: "${file}", provider: vendor, unit_price: "0.003", operations: { clip: {}, find: {} } }]
`,
    ports: {
      connectors: [...connectors, scriptedConnector],
      transports: { 'scripted:': scriptedTransport(() => gateway.script), 'https:': web },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const id = (name: string) => ({ headers: { 'x-reelgate-request-id': name } });
const receipt = async (name: string) =>
  (await gateway.ask(`/api/account/v1/requests/${name}`)).body.call as { asked: Shown };
type Shown = { path: string; parameters: { name: string; value: string }[]; is_cut: boolean } | null;
const pairs = (asked: Shown) => asked?.parameters.map(({ name, value }) => [name, value]);

const SEARCH = '/api/u1/v1/scripted/app/search_video_v2';
const SHOP = '/api/u2/v1/shop/clips';

test.each([
  ['a search', `${SEARCH}?keyword=%E7%8C%AB&count=5`, SEARCH, { keyword: '猫', count: '5' }],
  [
    'the fields of records',
    `${SEARCH}?keyword=a&fields=id,title`,
    SEARCH,
    { keyword: 'a', fields: 'platform,id,title' },
  ],
  ['one record', '/api/u1/v1/scripted/app/get_video_v2?id=1', null, { id: '1' }],
  ['several records', '/api/u1/v1/scripted/app/get_video_v2?ids=1,2', null, { ids: '1,2' }],
  ['the upstream form', '/api/u2/v1/scripted/app/search_video_v2?keyword=u2', null, { keyword: 'u2' }],
  ['many platforms', '/api/u1/v1/all/app/search_video_v2?keyword=far', null, { keyword: 'far' }],
  ['a price ceiling', `${SEARCH}?keyword=b&max_price=1`, SEARCH, { keyword: 'b' }],
])('a receipt shows what was asked: %s', async (name, target, route, expected) => {
  const request = `kind-${name.replaceAll(' ', '-')}`;
  await gateway.ask(target, id(request));
  const { asked } = await receipt(request);
  expect(Object.fromEntries(pairs(asked) ?? [])).toEqual(expected);
  expect(asked).toMatchObject({ path: route ?? target.split('?')[0], is_cut: false });
});

test('an address is kept as the id that it names, without anything else that it contains', async () => {
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&sig=s1gned';
  await gateway.ask(`/api/u1/v1/library/app/get_video_v2?url=${encodeURIComponent(url)}`, id('by-url'));
  expect(pairs((await receipt('by-url')).asked)).toEqual([['id', 'youtube:dQw4w9WgXcQ']]);
});

test('a mounted route shows its parameters, and hides what may be a credential', async () => {
  const link = encodeURIComponent('https://cdn.example/a?v=1&X-Amz-Signature=s1gned');
  const target = `${SHOP}/7?tag=b&tag=a&user_token=t0ken&link=${link}`;
  expect((await gateway.ask(target, id('mounted'))).status).toBe(200);
  const { asked } = await receipt('mounted');
  expect(pairs(asked)).toEqual([
    ['id', '7'],
    ['tag', 'b'],
    ['tag', 'a'],
    ['user_token', '…'],
    ['link', 'https://cdn.example/a?v=1&X-Amz-Signature=…'],
  ]);
  const body = { find: 'storm', login: { password: 'pa55', name: 'me' } };
  await gateway.ask(`${SHOP}/8`, { method: 'POST', body, ...id('posted') });
  expect(pairs((await receipt('posted')).asked)).toEqual([
    ['id', '8'],
    ['body', '{"find":"storm","login":{"password":"…","name":"me"}}'],
  ]);
  await gateway.ask(`${SHOP}/9`, { method: 'POST', body: { long: 'x'.repeat(3_000) }, ...id('long') });
  expect(pairs((await receipt('long')).asked)).toEqual([
    ['id', '9'],
    ['body', '(3011 characters, not kept)'],
  ]);
});

test('a tool for agents shows what it asked', async () => {
  const given = { platform: 'scripted', keyword: 'by a model', request_id: 'tool' };
  const params = { name: 'find_videos', arguments: given };
  const answer = await gateway.ask('/mcp', {
    ...{ method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  });
  expect(answer.status, answer.text).toBe(200);
  const { calls } = (await gateway.ask('/api/account/v1/requests?limit=1')).body;
  expect(Object.fromEntries(pairs(calls[0].asked)!)).toMatchObject({ keyword: 'by a model' });
});

test('a repeated id shows its first question, and a replay adds none', async () => {
  await gateway.ask(`${SEARCH}?keyword=once&count=3`, id('again'));
  const again = await gateway.ask(`${SEARCH}?count=3&keyword=once`, id('again'));
  expect(again.headers.get('x-reelgate-replayed')).toBe('true');
  expect(pairs((await receipt('again')).asked)).toEqual([
    ['keyword', 'once'],
    ['count', '3'],
  ]);
});

test('operators see it on calls and complaints; a viewer sees neither, and no other account sees anything', async () => {
  await gateway.search({ keyword: 'private' }, { id: 'seen' });
  const filed = await gateway.ask('/api/account/v1/requests/seen/complaint', {
    ...{ method: 'POST', body: { reason: 'not what I wanted' } },
  });
  expect(pairs(filed.body.complaint.asked)).toEqual([['keyword', 'private']]);
  const { call_id: request, id: complaint } = filed.body.complaint;
  const found = await gateway.admin(`lookup?id=${request}`);
  const call = found.body.found.find(({ kind }: { kind: string }) => kind === 'call').id;
  const made = await gateway.admin('tokens', { method: 'POST', body: { name: 'reader', role: 'viewer' } });
  const targets = [
    ...[`calls/${call}`, 'calls?limit=1', `accounts/demo/requests/${request}`],
    ...[`complaints/${complaint}`, 'complaints?state=waiting'],
  ];
  for (const target of targets) {
    const operator = await gateway.admin(target);
    expect(operator.text, target).toContain('"value":"private"');
    const viewer = await gateway.admin(target, { key: made.body.secret });
    expect(viewer.status, target).toBe(200);
    expect(viewer.text, target).toContain('"asked":null');
    expect(viewer.text, target).not.toContain('"value":"private"');
  }
  const other = await gateway.newAccount('other');
  expect((await gateway.ask('/api/account/v1/requests/seen', { key: other.secret })).status).toBe(404);
  expect((await gateway.ask('/api/account/v1/requests', { key: other.secret })).text).not.toContain(
    'private',
  );
  const limited = await gateway.newKey({ platforms: ['library'] });
  expect((await gateway.ask('/api/account/v1/requests/seen', { key: limited.secret })).status).toBe(404);
});

test('a viewer finds the question of a watch or a collection on no page of operators', async () => {
  const words = 'pr1vate-words';
  const path = '/api/u1/v1/scripted/app/search_video_v2';
  const ask = { path, query: { keyword: words } };
  const endpoints = ['collect', 'watch'].map((one) => ({ path: `/api/*/v1/*/${one}/*`, unit_price: '0.01' }));
  const published = await gateway.admin('catalog/versions', {
    ...{ method: 'POST', body: { mode: 'merge', endpoints } },
  });
  expect(published.status, published.text).toBe(201);
  const made = async (target: string, body: object) => {
    const answer = await gateway.ask(target, { method: 'POST', body: { ...ask, ...body } });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const { collection } = await made('/api/collections/v1', { budget: '1' });
  const { watch } = await made('/api/watches/v1', { every: '6h', budget: { month: '1' } });
  const token = await gateway.admin('tokens', { method: 'POST', body: { name: 'looker', role: 'viewer' } });
  const one = [`collections/${collection.id}`, `watches/${watch.id}`];
  const lists = adminVerbs
    .filter(({ method, path: at }) => method === 'GET' && !at.includes('{'))
    .map(({ path: at }) => at.replace('/admin/v1/', ''));
  for (const target of [...one, 'collections', 'watches'])
    expect((await gateway.admin(target)).text, target).toContain(words);
  for (const target of [...one, ...lists]) {
    const seen = await gateway.admin(target, { key: token.body.secret });
    expect(seen.text, target).not.toContain(words);
    if (one.includes(target)) expect(seen.status, seen.text).toBe(200);
  }
});

test('a viewer sees no question of a call that still runs, and operators do', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const before = gateway.script;
  gateway.script = async () => {
    arrive();
    await answered;
    return { ids: ['1'], cursor: null };
  };
  const call = gateway.search({ keyword: 'unfinished' }, { id: 'running' });
  try {
    await arrived;
    const token = { name: 'onlooker', role: 'viewer' };
    const made = await gateway.admin('tokens', { method: 'POST', body: token });
    expect(made.status, made.text).toBe(201);
    expect((await gateway.admin('holds')).text).toContain('"value":"unfinished"');
    const viewer = await gateway.admin('holds', { key: made.body.secret });
    // A call of another test may still run behind a caller who has left.
    const holds: { request_id: string; asked: unknown }[] = viewer.body.holds;
    expect(holds.map(({ request_id }) => request_id)).toContain('running');
    expect(holds.filter(({ asked }) => asked !== null)).toEqual([]);
  } finally {
    answer();
    await call;
    gateway.script = before;
  }
});

test('neither a key nor a header is kept with a question', async () => {
  await gateway.search({ keyword: 'plain' }, { id: 'bare', headers: { cookie: 'c00kie=1' } });
  const kept = rows()
    .map(({ parameters }) => parameters)
    .join('\n');
  expect(kept).toContain('plain');
  expect(kept).not.toContain(gateway.key);
  expect(kept).not.toContain('c00kie');
});

test('switched off by a reload, new calls keep nothing, and old ones keep what they have', async () => {
  const { observe } = gateway.config;
  gateway.reload({ ...gateway.config, observe: { ...observe, keepQuestions: false } });
  const before = rows().length;
  await gateway.search({ keyword: 'unkept' }, { id: 'off' });
  expect((await receipt('off')).asked).toBeNull();
  expect(rows()).toHaveLength(before);
  expect(pairs((await receipt('seen')).asked)).toEqual([['keyword', 'private']]);
  gateway.reload(gateway.config);
  await gateway.search({ keyword: 'kept again' }, { id: 'on' });
  expect(pairs((await receipt('on')).asked)).toEqual([['keyword', 'kept again']]);
});

function rows(): { parameters: string }[] {
  const db = new DatabaseSync(path.join(gateway.folder, 'reelgate.db'), { readOnly: true });
  try {
    return db.prepare('SELECT parameters FROM call_questions').all() as { parameters: string }[];
  } finally {
    db.close();
  }
}
