// A caller cannot make a provider look broken by the form of an id. What is not an id is refused before a provider is asked, and
// an answer about another thing does not change the provider's health.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlatformServer } from '../../testing/platform-server.ts';
import { simulations } from '../../testing/platforms/index.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const simulation = simulations.find(({ connector }) => connector === 'peertube')!;
const server = new PlatformServer(simulation);
const GET = '/api/u1/v1/peertube/app/get_video_v2';
const known = simulation.idOf(0);

let gateway: TestGateway;

beforeAll(async () => {
  server.total = 3;
  await server.start();
  const tube = `tube: { connector: peertube, base_url: "${server.url}", allow_private: true, requests_per_second: 10000, in_flight_max: 1000 }`;
  const settings = TEST_SETTINGS.replace('platforms: { ', 'platforms: { peertube: [tube], ')
    .replace('providers:\n', `providers:\n  ${tube}\n`)
    .replace('limits:\n', 'limits:\n  misses: { requests: 100000, per_seconds: 60 }\n');
  gateway = await startTestGateway({ settings });
});
afterAll(async () => {
  await gateway.close();
  await server.stop();
});

const get = (query: Record<string, string>, path = GET) => gateway.search(query, { path });
const health = async () => {
  const { body } = await gateway.admin('providers');
  return body.providers.find(({ name }: { name: string }) => name === 'tube').health;
};
let requests = 0;
server.onRequest = () => requests++;

describe('what is not an id of the platform', () => {
  test.each([
    ['01', 'id', GET, {}],
    ['+1', 'id', GET, {}],
    ['../videos', 'id', GET, {}],
    ['2147483648', 'id', GET, {}],
    ['01', 'id', GET.replace('get_video', 'list_comments'), {}],
    ['01', 'comment_id', GET.replace('get_video', 'list_replies'), { id: known }],
    ['a b', 'author_id', GET.replace('get_video', 'get_author'), {}],
    ['a/b', 'handle', GET.replace('get_video', 'list_author_videos'), {}],
    ['01', 'id', GET.replace('u1', 'u2'), {}],
  ])('is refused, and nobody is asked: %s as %s of %s', async (text, parameter, path, more) => {
    const before = [requests, await gateway.money()];
    const { status, body } = await get({ ...more, [parameter]: text }, path);
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'INVALID_REQUEST', parameter]);
    expect([requests, await gateway.money()]).toEqual(before);
  });

  test('is reported as not found among several ids, and the others are looked up; alone it is refused', async () => {
    const { body } = await get({ ids: `01,${known}` });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([known]);
    expect(body.not_found).toEqual([{ id: '01', reason: 'unknown' }]);
    expect((await get({ ids: '01,02' })).body.errors[0].field).toBe('ids');
  });
});

test('an id is asked for as the platform writes it, however the caller writes it', async () => {
  const { status, body } = await get({ id: known.toUpperCase() });
  expect([status, body.id, body.item.id]).toEqual([200, known, known]);
});

test('an answer about something else leaves the health of its provider as it was', async () => {
  await get({ id: known });
  // The instance knows the number as an alias, in a form that the gateway cannot recognise.
  server.always = { status: 200, body: JSON.stringify({ id: 7, uuid: known, shortUUID: 'x', name: 'T' }) };
  for (let i = 0; i < 20; i++) expect((await get({ id: '8' })).status).toBe(502);
  // Not a sum of the last minutes, which falls by itself while the test runs.
  expect((await health()).consecutive_failures).toBe(0);
  // Positive control: the provider's own failure does count.
  server.always = { status: 503, body: '' };
  await get({ id: '9' });
  expect((await health()).consecutive_failures).toBeGreaterThan(0);
});
