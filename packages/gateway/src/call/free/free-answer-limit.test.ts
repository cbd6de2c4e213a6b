// Replays and pages after the last one cost no money, and have a limit of their own: in a window, and running until their bytes
// were sent. It is counted for an account, over all of its keys. An account that has used it up still makes paid calls, and is
// never charged for what was refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFailure } from '../../domain/failure.ts';
import type { FreePlace } from '../../domain/limiting/account-limiter.ts';
import { RawConnection, requestText } from '../../testing/raw-http.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';
import { FreeAnswers } from './free-answer-limit.ts';

describe('of one account', () => {
  const limit = { requests: 3, perSeconds: 10, concurrent: 2 };
  let nowMs = 0;
  const create = () => {
    nowMs = 100_000;
    return new FreeAnswers({ nowMs: () => nowMs, monotonicMs: () => nowMs }, () => limit);
  };

  test('the limit is given in a window, to any key; the next window gives as many again', () => {
    const free = create();
    const left = [1, 2, 3].map(() => {
      const place = free.take('k') as FreePlace;
      place.leave();
      return place.rate.remaining;
    });
    expect(left).toEqual([2, 1, 0]);
    expect(free.take('k')).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 10_000,
      free: { limit, remaining: 0, resetMs: 10_000 },
    });
    expect(isFailure(free.take('another'))).toBe(false);
    nowMs += 20_000;
    expect(free.take('k')).toMatchObject({ kind: 'place', rate: { remaining: 2 } });
  });

  test('a limited number is running at one time, until their bytes were sent', () => {
    const free = create();
    const [first] = [free.take('k') as FreePlace, free.take('k')];
    expect(free.take('k')).toMatchObject({ code: 'RATE_LIMITED' });
    first.leave();
    expect(free.take('k')).toMatchObject({ kind: 'place' });
  });

  test('an id is looked up once at a time, until it is known to be paid', async () => {
    const free = create();
    const call = { accountId: 'a', requestId: 'r' };
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const ask = (name: string, then: () => Promise<void>) =>
      free.ask(call, async (isPaid) => {
        order.push(`${name} ${isPaid}`);
        await then();
      });
    const first = ask('first', async () => {
      await gate.promise;
      free.remember(call);
    });
    const second = ask('second', async () => {});
    const other = free.ask({ ...call, accountId: 'b' }, async () => order.push('another account'));
    await other;
    expect(order).toEqual(['first false', 'another account']);
    gate.resolve();
    await Promise.all([first, second]);
    expect(order.at(-1)).toBe('second true');
  });
});

describe('over HTTP', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      settings: TEST_SETTINGS.replace(
        /free: \{.*\}/,
        'free: { requests: 3, per_seconds: 3600, concurrent: 3 }',
      ),
      script: () => ({ ids: ['1'], cursor: null }),
    });
  });
  afterAll(() => gateway.close());

  const balanceOf = async (key: string) =>
    Math.round((await gateway.ask('/api/account/v1/balance', { key })).body.balance * 1e6);
  const search = (key: string, id: string, more: Record<string, string> = {}) =>
    gateway.search({ keyword: 'a', ...more }, { key, id });

  test('replays and pages after the last one share it, and paid calls go on', async () => {
    const { secret } = await gateway.newAccount('shares');
    const before = await balanceOf(secret);
    const first = await search(secret, 'limited-1');
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"default";q=100000;w=60']);
    const replay = await search(secret, 'limited-1');
    expect(replay.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+, "free";r=2;t=\d+$/);
    const none = await search(secret, 'none', { pcursor: 'no_more' });
    expect([none.status, none.headers.get('ratelimit-policy')]).toEqual([200, '"free";q=3;w=3600']);
    expect((await search(secret, 'limited-1')).text).toBe(first.text);
    for (const refused of [
      await search(secret, 'limited-1'),
      await search(secret, 'x', { pcursor: 'no_more' }),
    ]) {
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({
        code: 'RATE_LIMITED',
        detail: 'At most 3 free answers in 3600 s.',
      });
      expect(refused.headers.get('ratelimit')).toMatch(/^"free";r=0;t=\d+$/);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await search(secret, 'limited-2')).status).toBe(200);
    expect(await balanceOf(secret)).toBe(before - 2 * 12_000);
  });

  test('an account that makes and revokes keys gets no more of them, and another account has its own', async () => {
    const first = await gateway.newAccount('makes-keys');
    const bystander = await gateway.newAccount('bystander');
    for (const key of [first.secret, bystander.secret]) expect((await search(key, 'mine')).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      const made = await gateway.ask('/api/account/v1/keys', {
        ...{ key: first.secret, method: 'POST', body: { name: `short-${i}` } },
      });
      expect(made.status).toBe(201);
      statuses.push((await search(made.body.secret, 'mine')).status);
      const path = `/api/account/v1/keys/${made.body.key.id}/revoke`;
      expect((await gateway.ask(path, { key: first.secret, method: 'POST', body: {} })).status).toBe(200);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await search(bystander.secret, 'mine')).status).toBe(200);
  });

  test.each<[what: string, id: string | null, query: Record<string, string>]>([
    ['replays', 'paid', {}],
    ['dry runs', null, { dry_run: '1' }],
    ['pages after the last one', null, { pcursor: 'no_more' }],
  ])('%s are counted for an account, whichever of its keys asks', async (what, id, query) => {
    const name = what.replaceAll(' ', '-');
    const first = await gateway.newAccount(name);
    const second = await gateway.newKey({ account: name, name: 'another' });
    if (id) expect((await search(first.secret, id)).status).toBe(200);
    const statuses: number[] = [];
    for (const { secret } of [first, second, second, first, second])
      statuses.push(
        (await gateway.search({ keyword: 'a', ...query }, { key: secret, ...(id && { id }) })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test('pages of a search over many platforms that ask no platform share it, stored or not', async () => {
    const { secret } = await gateway.newAccount('walks');
    gateway.script = () => ({ ids: Array.from({ length: 20 }, (_, n) => `v${n}`), cursor: null });
    const page = async (id: string | null, more: Record<string, string>) => {
      const query = { keyword: 'walk', count: '2', platforms: 'scripted', ...more };
      const answer = await gateway.search(query, { key: secret, platform: 'all', ...(id && { id }) });
      return { ...answer, next: { pcursor: String(answer.body.pcursor) } };
    };
    const first = await page('walk-1', {});
    expect(first.body.receipt.charged).not.toBe('0.000000');
    const second = await page('walk-2', first.next);
    const third = await page(null, second.next);
    expect([second.body.receipt.charged, third.body.receipt.charged]).toEqual(['0.000000', '0.000000']);
    expect((await page('walk-3', second.next)).status).toBe(200);
    for (const id of ['walk-2', 'walk-4', null]) expect((await page(id, third.next)).status).toBe(429);
    gateway.script = () => ({ ids: ['1'], cursor: null });
  });

  test('an id that this process has not seen is counted as well', async () => {
    const { secret } = await gateway.newAccount('unseen');
    const ids = ['one', 'two', 'three', 'four'].map((name) => `unseen-${name}`);
    for (const id of ids) expect((await search(secret, id)).status).toBe(200);
    const statuses = (await Promise.all(ids.map((id) => search(secret, id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 429]);
  });

  test('a caller who asks for one id again and again at one time is charged once, and refused beyond its limit', async () => {
    const { secret } = await gateway.newAccount('crowd');
    const before = await balanceOf(secret);
    const all = await Promise.all(Array.from({ length: 12 }, () => search(secret, 'crowd')));
    const [good, refused] = [200, 429].map((status) => all.filter((one) => one.status === status));
    expect([good!.length, refused!.length]).toEqual([4, 8]);
    expect(new Set(good!.map(({ text }) => text)).size).toBe(1);
    expect(await balanceOf(secret)).toBe(before - 12_000);
  });

  test('a caller who hangs up gives its place back', async () => {
    const { secret } = await gateway.newAccount('gone');
    await search(secret, 'gone');
    const target = 'GET /api/u1/v1/scripted/app/search_video_v2?keyword=a';
    const headers = [`Authorization: Bearer ${secret}`, 'x-reelgate-request-id: gone'];
    const connection = new RawConnection(gateway.url);
    connection.socket.write(requestText(target, headers));
    connection.socket.resetAndDestroy();
    await connection.closed;
    // If a place were lost, no running place would be left.
    expect((await search(secret, 'gone')).status).toBe(200);
  });
});
