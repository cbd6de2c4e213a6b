// What the console's first page needs: the public address that callers use, and whether a call was replayed free of charge.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

test('the public address is the one that is listened on, wherever operators ask', async () => {
  for (const route of ['session', 'status']) {
    const { body } = await gateway.admin(route);
    expect([route, body.service.public_url]).toEqual([route, gateway.url]);
  }
});

test('a repeat of a paid id is counted as a replay, the first use is not', async () => {
  const replays = async () => (await gateway.admin('overview')).body.replays;
  const search = () => gateway.search({ keyword: 'cat' }, { platform: 'library', id: 'once' });
  await search();
  expect(await replays()).toBe(0);
  expect((await search()).headers.get('x-reelgate-replayed')).toBe('true');
  expect(await replays()).toBe(1);
});
