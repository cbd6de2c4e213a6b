// What a caller gets when the ledger decides otherwise than the call expected: a hold that is gone, a key that another process
// has just revoked, a limit that is reached, a bug midway. Nothing is charged in any of these cases.
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const FULL = 10_000_000;
const PRICE = 12_000;

describe('a call', () => {
  let gateway: TestGateway;
  let other: Storage;

  beforeEach(async () => {
    gateway = await startTestGateway();
    const file = path.join(gateway.folder, 'reelgate.db');
    other = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: false });
  });
  afterEach(async () => {
    await other.close();
    await gateway.close();
  });

  test('whose hold is gone before its answer comes sends no answer, charges nothing, and may run again', async () => {
    gateway.script = async () => {
      expect(await other.calls.expire({ holdTtlMs: 0 })).toEqual({ expired: 1 });
      return { ids: ['late'], cursor: null };
    };
    const late = await gateway.search({ keyword: 'a' }, { id: 'one' });
    expect(late.body).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT', charged: '0.000000' });
    expect(late.text).not.toContain('late');
    expect(await gateway.money()).toEqual({ balance: FULL, held: 0 });
    gateway.script = () => ({ ids: ['x'], cursor: null });
    expect((await gateway.search({ keyword: 'a' }, { id: 'one' })).status).toBe(200);
    expect(await gateway.money()).toEqual({ balance: FULL - PRICE, held: 0 });
  });

  test('of a key that another process revoked a moment ago gets the 401 of every bad key', async () => {
    const { id, secret: key } = await gateway.newKey();
    expect((await gateway.search({ keyword: 'a' }, { key })).status).toBe(200);
    await other.keys.revoke({ actor: 't', id });
    const refused = await gateway.search({ keyword: 'b' }, { key });
    expect(refused.body).toMatchObject({ status: 401, charged: '0.000000' });
    expect((await gateway.money()).balance).toBe(FULL - PRICE);
  });

  test('beyond a monthly cap is refused, with the time until the cap resets', async () => {
    const { secret: key } = await gateway.newKey({ monthly_cap: '0.012' });
    expect((await gateway.search({ keyword: 'a' }, { key })).status).toBe(200);
    const refused = await gateway.search({ keyword: 'a' }, { key });
    expect(refused.body).toMatchObject({ status: 402, code: 'SPEND_CAP_REACHED', next: 'wait' });
    expect(refused.body.detail).toContain('monthly');
  });

  test('beyond the limit on concurrent calls is refused, and is admitted when one has ended', async () => {
    const rate = { requests: 100, per_seconds: 60, concurrent: 1 };
    const { secret: key } = await gateway.newKey({ rate });
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    gateway.script = async () => {
      reached.resolve();
      await goOn.promise;
      return { ids: ['x'], cursor: null };
    };
    const first = gateway.search({ keyword: 'a' }, { key });
    await reached.promise;
    const refused = await gateway.search({ keyword: 'b' }, { key });
    expect(refused.body).toMatchObject({ status: 429, code: 'RATE_LIMITED', retry_after_ms: 1_000 });
    expect(refused.body.detail).toContain('at one time');
    goOn.resolve();
    expect((await first).status).toBe(200);
    expect((await gateway.search({ keyword: 'b' }, { key })).status).toBe(200);
  });

  test('that throws because of a bug answers 500 and releases its hold', async () => {
    gateway.script = () => {
      throw new Error('a bug of ours');
    };
    const broken = await gateway.search({ keyword: 'a' }, { id: 'one' });
    expect(broken.body).toMatchObject({ status: 500, code: 'INTERNAL', charged: '0.000000' });
    gateway.script = () => ({ ids: ['x'], cursor: null });
    expect((await gateway.search({ keyword: 'a' }, { id: 'one' })).status).toBe(200);
    expect(await gateway.money()).toEqual({ balance: FULL - PRICE, held: 0 });
  });

  test('of a deprecated route without a successor names none', async () => {
    const endpoints = [{ path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.1', deprecated: true }];
    await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } });
    const answer = await gateway.search({ keyword: 'a' });
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(answer.headers.get('link')).toBeNull();
  });
});
