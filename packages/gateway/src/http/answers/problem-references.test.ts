// Where the references of a problem lead, over real HTTP: the page that explains its code, and the record of its call.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway, testConfig } from '../../testing/test-gateway.ts';

const PUBLIC_URL = 'https://video.example.org';
const stated = TEST_SETTINGS.replace('service: {', `service: { public_url: "${PUBLIC_URL}",`);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ settings: TEST_SETTINGS });
});
afterAll(() => gateway.close());
beforeEach(() => reload(TEST_SETTINGS));

const reload = (settings: string) => gateway.reload(testConfig(gateway.folder, settings));

async function failedCall(id: string) {
  gateway.script = () => ({ kind: 'unavailable', detail: 'away' });
  return (await gateway.search({ keyword: 'cat' }, { id })).body;
}

test('type is a path without a public URL, and an absolute address from the reload that sets one', async () => {
  const typeOf = async () => (await gateway.ask('/nowhere')).body.type;
  expect(await typeOf()).toBe('/docs/errors/ROUTE_NOT_FOUND');
  reload(stated);
  expect(await typeOf()).toBe(`${PUBLIC_URL}/docs/errors/ROUTE_NOT_FOUND`);
  reload(TEST_SETTINGS);
  expect(await typeOf()).toBe('/docs/errors/ROUTE_NOT_FOUND');
});

test('instance of a failed call leads to its record', async () => {
  const problem = await failedCall('cat/1#2');
  expect(problem.instance).toBe('/api/account/v1/requests/cat%2F1%232');
  const { status, body } = await gateway.ask(problem.instance);
  expect([status, body.call.request_id, body.call.failure]).toEqual([200, 'cat/1#2', problem.code]);
  reload(stated);
  expect((await failedCall('cat-2')).instance).toBe(`${PUBLIC_URL}/api/account/v1/requests/cat-2`);
});

test('a request that was refused before its call began has no instance, because there is nothing to read', async () => {
  const { body } = await gateway.search({ keyword: '' }, { id: 'never-begun' });
  expect(body).toMatchObject({ code: 'INVALID_REQUEST', request_id: 'never-begun' });
  expect(body).not.toHaveProperty('instance');
  expect((await gateway.ask('/api/account/v1/requests/never-begun')).status).toBe(404);
});

test('the tools for agents give the same references', async () => {
  gateway.script = () => ({ kind: 'unavailable', detail: 'away' });
  reload(stated);
  const { text } = await gateway.ask('/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'find_videos', arguments: { platform: 'scripted', keyword: 'cat' } },
    },
  });
  expect(text).toContain(`${PUBLIC_URL}/docs/errors/`);
});

test('operators are led to the table of their reference', async () => {
  reload(stated);
  const { body } = await gateway.admin('accounts/nobody');
  expect(body.type).toBe(`/admin/docs#${body.code}`);
});
