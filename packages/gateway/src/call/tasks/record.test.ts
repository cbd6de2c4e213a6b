// One video by its id, through a whole gateway: its price, its replay, and the failure when there is none.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../domain/clock.ts';
import { importLibrary } from '../../library/import.ts';
import { libraryPlaceOf } from '../../library/library-place.ts';
import { GONE } from '../../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const STABLE = '/api/u1/v1/library/app/get_video_v2';
const PRICE = 4_000;

/** With a platform that can only search, and a cache for absent videos. */
const SETTINGS = TEST_SETTINGS.replace('platforms: { ', 'platforms: { searching: [searching], ')
  .replace('providers:\n', 'providers:\n  searching: { connector: odysee-search }\n')
  .replace('limits:\n', 'limits:\n  misses: { requests: 3, per_seconds: 86400 }\n')
  .replace('fresh_seconds: 0', 'fresh_seconds: 60');

let gateway: TestGateway;
let known: string;

beforeAll(async () => {
  gateway = await startTestGateway({ settings: SETTINGS });
  const { body } = await gateway.search({ keyword: 'cat' }, { platform: 'library' });
  known = (body.items as { id: string }[])[0]!.id;
});
afterAll(() => gateway.close());

const get = (target: string, query: Record<string, string>, id?: string) =>
  gateway.search(query, { path: target, ...(id === undefined ? {} : { id }) });
const spent = async (before: { balance: number }) => before.balance - (await gateway.money()).balance;

describe('a video that is there', () => {
  test('is the record that a search gives, charged at its own price', async () => {
    const found = await gateway.search({ keyword: 'cat' }, { platform: 'library' });
    const before = await gateway.money();
    const { status, body } = await get(STABLE, { id: known });
    expect(status).toBe(200);
    // Only a video that is looked up by itself lists its transcripts.
    const { rank, source, tracks, ...item } = body.item as Record<string, unknown>;
    const listed = (found.body.items as Record<string, unknown>[]).find(({ id }) => id === known)!;
    expect(listed).toMatchObject(item);
    expect(tracks).toEqual([]);
    expect([rank, (source as { schema: string }).schema]).toEqual([1, 'reelgate.video.v1']);
    expect(body).toMatchObject({ platform: 'library', id: known, receipt: { charged: '0.004000' } });
    expect(await spent(before)).toBe(PRICE);
  });

  test('costs less in the economy variant, and is the platform’s own record in group u2', async () => {
    const before = await gateway.money();
    const { body } = await get('/api/u2/v1/library/app/get_video', { id: known });
    expect(body).toMatchObject({ id: known, raw: { id: known }, receipt: { charged: '0.002000' } });
    expect(body).not.toHaveProperty('item');
    expect(await spent(before)).toBe(2_000);
  });

  test('carries its raw record when that is asked for', async () => {
    const { body } = await get(STABLE, { id: known, include: 'raw' });
    expect(body.item).toMatchObject({ id: known, raw: { id: known } });
  });

  test('is replayed under its request id, the same bytes and free', async () => {
    const first = await get(STABLE, { id: known }, 'once');
    const before = await gateway.money();
    const again = await get(STABLE, { id: known }, 'once');
    expect(again.text).toBe(first.text);
    expect(again.headers.get('x-reelgate-replayed')).toBe('true');
    expect(await spent(before)).toBe(0);
    expect((await get(STABLE, { id: 'another' }, 'once')).body.code).toBe('REQUEST_ID_REUSED');
  });
});

test('a record that a downloader saved is found by the address that it had, where the library is asked', async () => {
  const file = path.join(gateway.folder, 'saved.info.json');
  writeFileSync(file, JSON.stringify({ id: 'dQw4w9WgXcQ', title: 'Saved', extractor_key: 'Youtube' }));
  await importLibrary({ place: libraryPlaceOf(gateway.config), paths: [file], clock: systemClock });
  const url = 'https://youtu.be/dQw4w9WgXcQ?t=3';
  const { body } = await get(STABLE, { url });
  expect(body).toMatchObject({ item: { id: 'youtube:dQw4w9WgXcQ', title: 'Saved' } });
});

describe('nothing is charged or held', () => {
  test.each([
    ['a video that is not there', 'library', { id: 'nobody has it' }, 404, 'VIDEO_NOT_FOUND'],
    ['an id of dots', 'library', { id: '..' }, 404, 'VIDEO_NOT_FOUND'],
    ['no id', 'library', {}, 400, 'INVALID_REQUEST'],
    ['an id that is too long', 'library', { id: 'x'.repeat(301) }, 400, 'INVALID_REQUEST'],
    ['a parameter that there is not', 'library', { id: 'a', keyword: 'b' }, 400, 'INVALID_REQUEST'],
    ['a platform that cannot', 'searching', { id: 'a' }, 404, 'OPERATION_NOT_SUPPORTED'],
    ['a platform that is not there', 'nowhere', { id: 'a' }, 404, 'PLATFORM_NOT_FOUND'],
  ])('for %s', async (_name, platform, query, status, code) => {
    const before = await gateway.money();
    const { body } = await get(STABLE.replace('library', platform), query as Record<string, string>);
    expect(body).toMatchObject({ status, code });
    if (code === 'VIDEO_NOT_FOUND') {
      expect(body.reason).toBe('unknown');
      expect(body.detail).toBe(
        `There is no video ${(query as { id: string }).id} on library. Nothing was charged.`,
      );
    }
    if (code === 'OPERATION_NOT_SUPPORTED') expect(body.detail).toContain('library');
    expect(await gateway.money()).toEqual(before);
  });
});

test('the price list has the route only for platforms that support it', async () => {
  const { body } = await gateway.ask('/api/pricing/v1/endpoints');
  const paths = (body.endpoints as { path: string; operation: string }[])
    .filter(({ operation }) => operation === 'video.get')
    .map(({ path }) => path);
  expect(paths).toContain(STABLE);
  expect(paths.filter((path) => path.includes('/searching/'))).toEqual([]);
});

describe('look-ups that find nothing', () => {
  // Economy: one attempt, however slow the machine is.
  const OTHER = '/api/u1/v1/scripted/app/get_video';
  const there = { ids: ['there'], cursor: null };

  test('are remembered, then limited for each account; calls that ask no provider go on', async () => {
    const { secret } = await gateway.newAccount('misses');
    const asked: string[] = [];
    gateway.script = (query) => {
      asked.push(query.get('id')!);
      return there;
    };
    const ask = (id: string, requestId?: string) =>
      gateway.search({ id }, { path: OTHER, key: secret, ...(requestId && { id: requestId }) });
    const before = await gateway.money();
    for (const id of ['gone-1', 'gone-1', 'gone-2', 'gone-2', 'gone-3']) {
      expect((await ask(id)).body).toMatchObject({ code: 'VIDEO_NOT_FOUND', reason: 'unknown' });
    }
    expect(asked).toEqual(['gone-1', 'gone-2', 'gone-3']);

    const over = await ask('gone-4');
    expect(over.body).toMatchObject({ status: 429, code: 'RATE_LIMITED', next: 'wait', charged: '0.000000' });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('gone-4', 'my-own')).body.code).toBe('RATE_LIMITED');
    expect((await ask('gone-2')).body.code).toBe('VIDEO_NOT_FOUND');
    expect(asked).toHaveLength(3);
    expect(await gateway.money()).toEqual(before);

    // Another key and another kind of call of the same account are limited too, and another account goes on.
    const further = await gateway.newKey({ account: 'misses' });
    const again = await gateway.search({ id: 'gone-5' }, { path: OTHER, key: further.secret });
    expect(again.body.code).toBe('RATE_LIMITED');
    expect((await gateway.search({ id: 'there' }, { path: OTHER })).status).toBe(200);
    expect((await gateway.search({ keyword: 'cat' }, { key: secret })).body.code).toBe('RATE_LIMITED');
  });

  test('lists of a thing that is not there count among them, and rejected searches', async () => {
    const { secret: key } = await gateway.newAccount('lists');
    let asked = 0;
    gateway.script = (query) => {
      asked++;
      if (query.get('q') === 'bad') return { kind: 'input_rejected', detail: 'no such word' };
      return query.has('playlist') ? { text: GONE } : there;
    };
    const list = (playlist_id: string) =>
      gateway.search({ playlist_id }, { path: '/api/u1/v1/scripted/app/list_playlist_videos', key });
    for (const id of ['no-1', 'no-1', 'no-2']) expect((await list(id)).body.code).toBe('PLAYLIST_NOT_FOUND');
    const search = (keyword: string) => gateway.search({ keyword }, { key });
    expect((await search('cat')).status).toBe(200);
    const rejected = await search('bad');
    expect([rejected.body.code, rejected.headers.get('ratelimit')]).toEqual([
      'INVALID_REQUEST',
      expect.stringMatching(/"misses";r=0;t=\d+$/),
    ]);
    expect((await list('no-4')).body).toMatchObject({ status: 429, next: 'wait', charged: '0.000000' });
    expect((await gateway.search({ id: 'gone-6' }, { path: OTHER, key })).body.code).toBe('RATE_LIMITED');
    expect((await search('dog')).body.code).toBe('RATE_LIMITED');
    expect(asked).toBe(4);
  });

  test('a failed look-up is neither remembered nor counted', async () => {
    const { secret } = await gateway.newAccount('breaks');
    let isBroken = true;
    gateway.script = () =>
      isBroken ? { kind: 'bad_response', detail: 'no JSON' } : { ids: ['late'], cursor: null };
    const ask = () => gateway.search({ id: 'late' }, { path: OTHER, key: secret });
    for (let i = 0; i < 5; i++) expect((await ask()).body.code).toMatch(/^UPSTREAM_/);
    isBroken = false;
    expect((await ask()).body).toMatchObject({ item: { id: 'late' } });
  });
});
