// What callers meet of gathered calls over HTTP: their ids are refused, and their prices are listed and are no routes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const SEARCH = '/api/u1/v1/scripted/app/search_video_v2?keyword=a';

test.each([
  ['x-reelgate-request-id', 'c-col_1-0'],
  ['x-reelgate-request-id', 'w-wat_1-1'],
  ['idempotency-key', '"c-col_1-0"'],
])('%s: %s is refused before anything is charged, and the answer has another id', async (header, id) => {
  const answer = await gateway.ask(SEARCH, { headers: { [header]: id } });
  expect(answer.body).toMatchObject({ status: 400, code: 'INVALID_REQUEST_ID' });
  expect(answer.body.detail).toContain('must not begin with c-col_ or w-wat_');
  expect(answer.headers.get('x-reelgate-request-id')).toMatch(/^req_/);
  expect(await gateway.money()).toEqual({ balance: 10_000_000, held: 0 });
});

test('an id that only contains such a prefix is usable', async () => {
  const answer = await gateway.ask(SEARCH, { headers: { 'x-reelgate-request-id': 'my-c-col_1' } });
  expect(answer.status).toBe(200);
});

test('a tool for agents is refused such an id too', async () => {
  const params = {
    name: 'find_videos',
    arguments: { platform: 'scripted', keyword: 'b', request_id: 'c-col_1-0' },
  };
  const before = await gateway.money();
  const answer = await gateway.ask('/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  expect(answer.text).toContain('INVALID_REQUEST_ID');
  expect(await gateway.money()).toEqual(before);
});

test.each([
  ['collect', '/api/collections/v1'],
  ['watch', '/api/watches/v1'],
])('the path of a price for %s is no route, and the answer says where to go', async (purpose, place) => {
  const answer = await gateway.ask(SEARCH.replace('/app/', `/${purpose}/`));
  expect(answer.body).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' });
  expect(answer.body.detail).toContain(place);
});

test('the price list has one price of each list for collections and one for watches, with their purpose', async () => {
  const { body } = await gateway.ask('/api/pricing/v1/endpoints');
  const of = (path: string) => body.endpoints.filter((one: { path: string }) => one.path === path);
  const search = '/api/u1/v1/scripted/app/search_video_v2';
  expect(of(search)).toMatchObject([{ unit_price: '0.012000', alternatives: [search.slice(0, -3)] }]);
  expect(of(search)[0]).not.toHaveProperty('purpose');
  expect(of(search.replace('app', 'collect'))).toMatchObject([
    { purpose: 'collect', unit_price: '0.012000' },
  ]);
  expect(of(search.replace('app', 'watch'))).toMatchObject([
    { purpose: 'watch', unit: 'item', unit_price: '0.001200', minimum: '0.001200' },
  ]);
  const gathered = body.endpoints.filter(({ purpose }: { purpose?: string }) => purpose !== undefined);
  expect(gathered.every(({ group }: { group: string }) => group === 'u1')).toBe(true);
  expect(of('/api/u1/v1/scripted/collect/get_video_v2')).toHaveLength(1);
  expect(of('/api/u1/v1/scripted/watch/get_video_v2')).toHaveLength(0);
  expect(of('/api/u1/v1/scripted/collect/get_transcript_v2')).toHaveLength(0);
});

test('a quote is for calls that a caller can make', async () => {
  const quote = (path: string) => gateway.ask(`/api/pricing/v1/quote?path=${path}`);
  expect((await quote('/api/u1/v1/scripted/app/search_video_v2')).status).toBe(200);
  expect((await quote('/api/u1/v1/scripted/collect/search_video_v2')).body.code).toBe('ENDPOINT_NOT_FOUND');
});
