// What the console's first page needs: the public address that callers use, and whether a call was replayed free of charge.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { createAdminWorld } from '../../verb/testing/world.ts';
import { overview } from './service.admin.ts';

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

test('an account is listed when its balance lasts less than two weeks at the spending of the last seven days', async () => {
  const world = await createAdminWorld();
  onTestFinished(() => world.close());
  // A balance of twice what was spent in seven days lasts exactly two weeks.
  for (const amount of ['3', '2.999999']) {
    const { id } = await makeAccount(world.storage, amount);
    await makeCall(world.storage, (await makeKey(world.storage, id)).holder, 'one', '1');
  }
  const { runways } = await world.ask(overview);
  expect(runways).toMatchObject([{ available: '1.999999', spent_per_day: '0.142857', days: 14 }]);
});
