// What `watch …` and `collect …` ask of the gateway: the route, the method and the fields that their words and flags name; and how a watch
// is printed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBackground } from '../../domain/in-background.ts';
import { EXIT } from '../../terminal/world.ts';
import { TestCli } from '../testing/cli.ts';
import { FakeGateway, type SeenRequest, sendJson } from '../testing/gateway.ts';

const PATH = '/api/u1/v1/library/app/search_video_v2';
const WATCH = {
  ...{ id: 'wat_1', name: 'dogs', platform: 'library', path: PATH, query: { keyword: 'dog' }, every: '6h' },
  ...{ pages_max: 2, state: 'paused', paused_for: 'budget', next_run_at: null, items: 7, runs: 8 },
  last_run: { at: '2026-01-01T00:00:00Z', failure: null, items: 9 },
  ...{ has_gap: false, feed: true, key: 'key_1', currency: 'EUR', run_most_cost: '0.05', most_cost: '0.5' },
  ...{ spent: { month: '0.1', total: '0.2' }, budget: { month: '0.3', total: '0.4' } },
  ...{ created_at: '2026-01-02T00:00:00Z', ended_at: null },
};
const COLLECTION = { id: 'col_1', state: 'done', end: 'items', waiting_for: null, items: 3, charged: '0.1' };

let cli: TestCli;
let gateway: FakeGateway;
const asked: { line: string; body: unknown; id: string | undefined }[] = [];

async function answer({ url, id }: SeenRequest, response: ServerResponse, request: IncomingMessage) {
  const body = await text(request);
  const line = `${request.method} ${url.pathname}${url.search}`;
  asked.push({ line, body: body === '' ? null : JSON.parse(body), id });
  const lists = { items: [], runs: [], watches: [WATCH], collections: [COLLECTION] };
  sendJson(response, { watch: WATCH, collection: COLLECTION, feed: { atom: 'a', json: 'j' }, ...lists });
}

beforeAll(async () => {
  cli = new TestCli();
  gateway = new FakeGateway((...exchange) => inBackground(answer(...exchange)));
  await gateway.open(cli);
});
afterAll(async () => {
  await gateway.close();
  await cli.close();
});

async function ask(words: string) {
  asked.length = 0;
  const ran = await cli.run(...words.split(' '));
  expect(ran).toMatchObject({ code: EXIT.ok, err: '' });
  return { ...asked[0]!, out: ran.out };
}

const QUESTION = { path: PATH, query: { keyword: 'dog' } };

test.each<[string, string, unknown]>([
  ['watch library dog --every 6h', 'POST /api/watches/v1', { ...QUESTION, every: '6h' }],
  [
    'watch library dog --every 6h --month 0.3 --total 0.4 --pages 2 --name dogs --deliver',
    'POST /api/watches/v1',
    {
      ...{ ...QUESTION, every: '6h', budget: { month: '0.3', total: '0.4' } },
      ...{ pages_max: 2, name: 'dogs', baseline: 'deliver' },
    },
  ],
  ['watch list', 'GET /api/watches/v1?limit=500', null],
  ['watch list --state paused', 'GET /api/watches/v1?limit=500&state=paused', null],
  ['watch show w/1', 'GET /api/watches/v1/w%2F1', null],
  [
    'watch items w/1 --after 4 --limit 5 --wait 6',
    'GET /api/watches/v1/w%2F1/items?after=4&limit=5&wait=6',
    null,
  ],
  ['watch runs w/1', 'GET /api/watches/v1/w%2F1/runs', null],
  ['watch pause w/1', 'PATCH /api/watches/v1/w%2F1', { state: 'paused' }],
  ['watch resume w/1', 'PATCH /api/watches/v1/w%2F1', { state: 'active' }],
  ['watch end w/1', 'PATCH /api/watches/v1/w%2F1', { state: 'ended' }],
  ['watch run w/1', 'POST /api/watches/v1/w%2F1/run', null],
  ['watch feed w/1', 'POST /api/watches/v1/w%2F1/feed', null],
  ['collect library dog --budget 0.3', 'POST /api/collections/v1', { ...QUESTION, budget: '0.3' }],
  [
    'collect library dog --budget 0.3 --items 40',
    'POST /api/collections/v1',
    { ...QUESTION, budget: '0.3', items_max: 40 },
  ],
  ['collect list', 'GET /api/collections/v1?limit=500', null],
  ['collect show c/1', 'GET /api/collections/v1/c%2F1', null],
  ['collect items c/1', 'GET /api/collections/v1/c%2F1/items', null],
  ['collect items c/1 --after 4 --limit 5', 'GET /api/collections/v1/c%2F1/items?after=4&limit=5', null],
  ['collect cancel c/1', 'POST /api/collections/v1/c%2F1/cancel', null],
  ['collect delete c/1', 'DELETE /api/collections/v1/c%2F1', null],
])('%s asks for %s', async (words, line, body) => {
  expect(await ask(words)).toMatchObject({ line, body });
});

test('the id that the caller chose goes with what is made', async () => {
  expect((await ask('watch library dog --every 6h --id mine')).id).toBe('mine');
  expect((await ask('collect library dog --budget 0.3 --id mine')).id).toBe('mine');
});

test('a watch shows what it spent and may spend, in the month and in all', async () => {
  const { out } = await ask('watch show wat_1');
  for (const line of [
    /^state +paused \(budget\)$/m,
    /^last run +2026-01-01T00:00:00Z, 9 new$/m,
    /^items +7$/m,
    /^runs +8$/m,
    /^spent +0\.2 EUR, 0\.1 this month$/m,
    /^budget +0\.3 a month, 0\.4 in all$/m,
    /^at most a month +0\.5$/m,
  ])
    expect(out).toMatch(line);
  expect((await ask('watch feed wat_1')).out).toBe('atom  a\njson  j\n');
});
