// The metrics token in the data folder opens the metrics, also while the ledger is unavailable, and nothing else.
import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { localOperatorToken } from './local-operator.ts';
import { metricsTokenOf, readMetricsToken } from './metrics-token.ts';

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  token = readMetricsToken(gateway.folder)!;
});
afterAll(() => gateway.close());

const metrics = (key: string) =>
  fetch(`${gateway.adminUrl}/metrics`, { headers: { authorization: `Bearer ${key}` } });

test("it is derived from the secret, differs from the operator's token, and only its owner may read it", () => {
  const secret = new Uint8Array(32).fill(7);
  expect(metricsTokenOf(secret)).toBe(metricsTokenOf(new Uint8Array(secret)));
  expect(metricsTokenOf(secret).slice(4)).not.toBe(localOperatorToken(secret).slice(4));
  expect(statSync(path.join(gateway.folder, 'watcher.token')).mode & 0o077).toBe(0);
  expect(readMetricsToken(path.join(gateway.folder, 'elsewhere'))).toBeNull();
});

test('it opens the metrics and no admin route', async () => {
  expect((await metrics(token)).status).toBe(200);
  expect((await metrics(`${token}x`)).status).toBe(401);
  for (const target of ['status', 'accounts', 'providers'])
    expect((await gateway.admin(target, { key: token })).status).toBe(401);
  expect((await gateway.ask('/api/account/v1/balance', { key: token })).status).toBe(401);
});

test('it opens the metrics while the ledger is unavailable', async () => {
  const unlock = await gateway.lockDatabase();
  const answer = await metrics(token);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('reelgate_')]);
  unlock();
});
