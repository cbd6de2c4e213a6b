// When a platform reports that a thing is gone, nothing kept about it is given any more: under every form of its name, in every
// answer that contains it, and on every node that shares a cache.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemTimers, type Timers } from '../../domain/clock.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { RespServer } from '../../testing/resp-server.ts';
import type { Script } from '../../testing/scripted-platform.ts';
import { type Answer, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const LOOK_UP_TIMEOUT_MS = 9_999;
const timers: Timers = (ms, wake) => (ms === LOOK_UP_TIMEOUT_MS ? () => {} : systemTimers(ms, wake));

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first] }
providers: { first: { connector: scripted } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, misses: { requests: 100000, per_seconds: 60 } }
`;
const CACHE = 'cache: { fresh_seconds: 60, stale_if_error_seconds: 600';
const GET = '/api/u1/v1/scripted/app/get_video_v2';
const ALL = '/api/u1/v1/all/app/search_video_v2';

/** Two videos. The platform removes `v-1` when a test sets this. `number 1` is a name that no record contains. */
let isGone = false;
let isDown = false;
let asked: string[] = [];
const NUMBER = '1';

const platform: Script = (query) => {
  if (isDown) return { kind: 'unavailable', detail: 'scripted' };
  asked.push(query.get('ids') ?? query.get('id') ?? `q:${query.get('q')}`);
  const all = ['v-1', 'v-2', 'v-3'].filter((id) => !isGone || id !== 'v-1');
  // The only name that the platform repeats when asked by it, and does not give by itself.
  const alts = all.map((id) => [
    `short ${id}`,
    ...(query.get('id') === NUMBER && id === 'v-1' ? [NUMBER] : []),
  ]);
  return { ids: all, alts, cursor: null };
};

const QUESTIONS: [string, Record<string, string>, string][] = [
  ['its record', { id: 'v-1' }, GET],
  ['its record in the other variant', { id: 'v-1' }, GET.replace('_v2', '')],
  ['its record in its own shape', { id: 'v-1' }, GET.replace('u1', 'u2')],
  ['its record with its raw one', { id: 'v-1', include: 'raw' }, GET],
  ['its record by another form of its id', { id: 'short v-1' }, GET],
  ['a batch with it', { ids: 'v-1,v-2' }, GET],
  ['a search that found it', { keyword: 'cat' }, '/api/u1/v1/scripted/app/search_video_v2'],
  ['a search in its own shape', { keyword: 'cat' }, '/api/u2/v1/scripted/app/search_video_v2'],
  ['a search over all platforms', { keyword: 'cat' }, ALL],
];

const mentions = ({ text }: Answer) => /"v-1"/.test(text) && !/"not_found":\[\{"id":"v-1"/.test(text);

describe('a platform’s live report that a video is gone', () => {
  let gateway: TestGateway;
  const clock = createTestClock();

  beforeAll(async () => {
    gateway = await startTestGateway({
      settings: `${SETTINGS}${CACHE} }\n`,
      ports: { clock, chance: () => 0 },
    });
    gateway.script = platform;
  });
  /** Past every time for which anything is remembered. */
  beforeEach(() => {
    [isGone, isDown] = [false, false];
    clock.advance(86_400_000);
    asked = [];
  });
  afterAll(() => gateway.close());

  const get = (query: Record<string, string>, path = GET) => gateway.search(query, { path });

  test.each(QUESTIONS)('ends %s', async (_, query, path) => {
    expect(mentions(await get(query, path))).toBe(true);
    const before = asked.length;
    expect(mentions(await get(query, path))).toBe(true);
    // Positive control: the second answer came from memory.
    expect(asked.length).toBe(before);
    isGone = true;
    expect((await get({ id: 'v-1', max_age: '0' })).status).toBe(404);
    expect(mentions(await get(query, path))).toBe(false);
  });

  test.each([
    ['by its id', { id: 'v-1' }],
    ['by another form of its id', { id: 'short v-1' }],
    ['in another case', { id: 'V-1' }],
    ['by a name that only a caller used before', { id: NUMBER }],
    ['among several', { ids: 'v-2,v-1' }],
  ])('ends everything, whether it was asked %s', async (_, question: Record<string, string>) => {
    if (question.id === NUMBER) expect((await get(question)).status).toBe(200);
    const questions = QUESTIONS.filter(([, query]) => query.id !== question.id);
    for (const [, query, path] of questions) expect(mentions(await get(query, path))).toBe(true);
    isGone = true;
    await get({ ...question, max_age: '0' });
    for (const [name, query, path] of questions)
      expect([name, mentions(await get(query, path))]).toEqual([name, false]);
  });

  test('leaves answers about other videos in memory, and those fetched afterwards', async () => {
    await get({ id: 'v-2' });
    isGone = true;
    await get({ id: 'v-1', max_age: '0' });
    await get({ keyword: 'dog' }, '/api/u1/v1/scripted/app/search_video_v2');
    isGone = false;
    await get({ id: 'v-1', max_age: '0' });
    asked = [];
    await get({ id: 'v-2' });
    await get({ keyword: 'dog' }, '/api/u1/v1/scripted/app/search_video_v2');
    expect(mentions(await get({ keyword: 'bird' }, '/api/u1/v1/scripted/app/search_video_v2'))).toBe(true);
    expect(mentions(await get({ keyword: 'bird' }, '/api/u1/v1/scripted/app/search_video_v2'))).toBe(true);
    expect(asked).toEqual(['q:bird']);
  });

  test('keeps it out of stale answers as well', async () => {
    await get({ keyword: 'cat' }, '/api/u1/v1/scripted/app/search_video_v2');
    await get({ keyword: 'dog' }, '/api/u1/v1/scripted/app/search_video_v2');
    isGone = true;
    await get({ id: 'v-1', max_age: '0' });
    await get({ keyword: 'dog', max_age: '0' }, '/api/u1/v1/scripted/app/search_video_v2');
    clock.advance(61_000);
    isDown = true;
    const stale = await get({ keyword: 'dog' }, '/api/u1/v1/scripted/app/search_video_v2');
    expect(stale.body.receipt.source).toBe('stale');
    expect((await get({ keyword: 'cat' }, '/api/u1/v1/scripted/app/search_video_v2')).status).toBe(502);
  });

  test('also applies to an answer that was on its way at that moment', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const { promise: begun, resolve: tell } = Promise.withResolvers<void>();
    gateway.script = async (query, at) => {
      const answer = platform(query, at);
      if (query.get('q') === null) return answer;
      tell();
      await held;
      return answer;
    };
    const late = get({ keyword: 'cat' }, '/api/u1/v1/scripted/app/search_video_v2');
    await begun;
    isGone = true;
    expect((await get({ id: 'v-1', max_age: '0' })).status).toBe(404);
    go();
    expect(mentions(await late)).toBe(true);
    expect(mentions(await get({ keyword: 'cat' }, '/api/u1/v1/scripted/app/search_video_v2'))).toBe(false);
    gateway.script = platform;
  });

  test('takes it out of the pages that a walk over all platforms still owes', async () => {
    const first = await get({ keyword: 'cat', count: '1', platforms: 'scripted' }, ALL);
    const walk = { keyword: 'cat', count: '1', platforms: 'scripted', pcursor: first.body.pcursor as string };
    const owed = ['v-1', 'v-2', 'v-3'].filter((id) => id !== first.body.items[0].id);
    expect((await get(walk, ALL)).body.items[0].id).toBe(owed[0]);
    // The platform removes the video that would be delivered next.
    gateway.script = (query, at) => {
      const answer = platform(query, at) as { ids: string[]; cursor: null };
      return { ...answer, ids: answer.ids.filter((id) => id !== owed[0]), alts: [] };
    };
    clock.advance(1);
    expect((await get({ id: owed[0]!, max_age: '0' })).status).toBe(404);
    const after = await get({ ...walk, max_age: '60' }, ALL);
    expect(after.body.items.map(({ id }: { id: string }) => id)).not.toContain(owed[0]);
    gateway.script = platform;
  });
});

describe('nodes that share a cache', () => {
  const clock = createTestClock();
  let resp: RespServer;
  let one: TestGateway;
  let other: TestGateway;

  beforeAll(async () => {
    resp = await RespServer.start(() => clock.nowMs());
    const ports = { clock, timers, chance: () => 0 };
    const settings = `${SETTINGS}${CACHE}, url: "${resp.url}", timeout_ms: ${LOOK_UP_TIMEOUT_MS} }\n`;
    one = await startTestGateway({ settings, ports });
    other = await startTestGateway({ settings, ports, beside: one });
    one.script = platform;
    other.script = platform;
  });
  beforeEach(() => {
    [isGone, isDown] = [false, false];
    clock.advance(86_400_000);
    resp.mood = 'well';
    asked = [];
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    await resp.close();
  });

  const told = () => [...resp.values.keys()].filter((name) => name.includes(':gone:')).length;

  test('give each other no answer that contains what one of them learned is gone', async () => {
    await one.search({ keyword: 'cat' });
    await one.search({ keyword: 'dog' });
    await resp.holds(2);
    // Positive control: this answer is shared.
    asked = [];
    expect(mentions(await other.search({ keyword: 'dog' }))).toBe(true);
    expect(asked).toEqual([]);
    clock.advance(1_000);
    isGone = true;
    const before = told();
    expect((await one.search({ id: 'v-1', max_age: '0' }, { path: GET })).status).toBe(404);
    while (told() === before) await resp.heard('set');
    expect(mentions(await other.search({ keyword: 'cat' }))).toBe(false);
  });

  test('share again what was fetched after that', async () => {
    isGone = true;
    await one.search({ id: 'v-1', max_age: '0' }, { path: GET });
    clock.advance(1_000);
    isGone = false;
    const before = [...resp.values.keys()].length;
    await one.search({ keyword: 'bird' });
    while ([...resp.values.keys()].length === before) await resp.heard('set');
    asked = [];
    expect(mentions(await other.search({ keyword: 'bird' }))).toBe(true);
    expect(asked).toEqual([]);
  });
});
