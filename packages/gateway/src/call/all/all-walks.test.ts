// A walk over many platforms in unusual cases: a platform that is late page after page, one thing under two addresses, and a
// state that is too large to be stored. The test decides when a platform answers and when a deadline passes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Timers } from '../../domain/clock.ts';
import { inBackground } from '../../domain/in-background.ts';
import { KB, WALK_STATE_BYTES_MAX } from '../../domain/limits.ts';
import type { ScriptedAnswer } from '../../testing/scripted-platform.ts';
import {
  type Answer,
  startTestGateway,
  TEST_SETTINGS,
  type TestGateway,
} from '../../testing/test-gateway.ts';

const NAMES = ['alpha', 'beta', 'gamma'];
const SETTINGS = TEST_SETTINGS.replace(
  /platforms:[^\n]*\n/,
  `platforms: { ${NAMES.map((name) => `${name}: [${name}]`).join(', ')} }\n`,
).replace(
  / {2}first:[^\n]*\n {2}second:[^\n]*\n/,
  NAMES.map((name) => `  ${name}: { connector: scripted }\n`).join(''),
);
const SOFT_MS = 3_000;

let gateway: TestGateway;
let behaviours: Record<string, (query: URLSearchParams) => ScriptedAnswer | Promise<ScriptedAnswer>>;
const wakes = new Map<number, () => void>();
const timers: Timers = (ms, wake) => {
  wakes.set(ms, wake);
  return () => wakes.delete(ms);
};
const free = Promise.withResolvers<void>();

beforeAll(async () => {
  gateway = await startTestGateway({
    settings: SETTINGS,
    script: (query, { provider }) => behaviours[provider]?.(query) ?? { ids: [], cursor: null },
    ports: { timers },
  });
  await gateway.fundCalls(1_000);
});
afterAll(async () => {
  free.resolve();
  await gateway.close();
});
beforeEach(() => {
  behaviours = {};
});

interface Told {
  platform: string;
  status: string;
  charged: string;
}

const ask = (query: Record<string, string>) =>
  gateway.search({ platforms: NAMES.join(), ...query }, { platform: 'all' });
const idsIn = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);
const told = ({ body }: Answer, name: string): Told =>
  body.platforms.find(({ platform }: Told) => platform === name);

/** A list, twenty at a time. */
const list = (ids: string[]) => (query: URLSearchParams) => {
  const from = Number(query.get('cursor') || 0);
  return { ids: ids.slice(from, from + 20), cursor: from + 20 < ids.length ? String(from + 20) : null };
};

test('a platform that is late page after page is given up: the walk has an end, and never pays for it', async () => {
  const ids = Array.from({ length: 70 }, (_, i) => `alpha-${i}`);
  behaviours.alpha = list(ids);
  behaviours.beta = async () => {
    await free.promise;
    return { ids: ['too late'], cursor: null };
  };
  const pages: Answer[] = [];
  for (let pcursor = ''; pcursor !== 'no_more'; pcursor = pages.at(-1)!.body.pcursor) {
    const asking = ask({ keyword: 'late', platforms: 'alpha,beta', count: '5', pcursor });
    let isAnswered = false;
    const noted = asking.finally(() => {
      isAnswered = true;
    });
    inBackground(noted);
    // Whenever the call waits for the soft deadline, that deadline passes.
    await expect
      .poll(() => {
        wakes.get(SOFT_MS)?.();
        return isAnswered;
      })
      .toBe(true);
    pages.push(await asking);
    expect(pages.at(-1)!.status).toBe(200);
    expect(pages.length).toBeLessThan(30);
  }
  expect(pages.flatMap(idsIn)).toEqual(ids);
  const ofBeta = pages.map((page) => told(page, 'beta'));
  expect(new Set(ofBeta.map(({ charged }) => charged))).toEqual(new Set(['0.000000']));
  const late = ofBeta.filter(({ status }) => status !== 'ended');
  expect(late.length).toBeLessThanOrEqual(9);
  expect(ofBeta.slice(0, late.length)).toEqual(late);
  expect(pages.at(-1)!.body).toMatchObject({ end: 'unknown', has_more: false });
});

test('one thing under two addresses is shown once, with its other address, and on no later page', async () => {
  const same = ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3'];
  behaviours.alpha = () => ({ ids: ['a1', 'a2'], urls: [same[0]!, 'https://one.example/2'], cursor: null });
  behaviours.beta = () => ({ ids: ['b1', 'b2'], urls: [same[1]!, 'https://two.example/2'], cursor: null });
  // This platform has the same thing only on its own second page.
  behaviours.gamma = (query) =>
    query.get('cursor') === 'second'
      ? { ids: ['g2', 'g3'], urls: [same[1]!, 'https://three.example/3'], cursor: null }
      : { ids: ['g1'], urls: ['https://three.example/1'], cursor: 'second' };
  const first = await ask({ keyword: 'same', count: '2' });
  expect(idsIn(first)).toEqual(['a1', 'g1']);
  const elsewhere = { platform: 'beta', id: 'b1', url: same[1] };
  expect(first.body.items[0].also_in).toContainEqual(elsewhere);
  expect(first.body.items[1].also_in).toBeUndefined();
  const second = await ask({ keyword: 'same', count: '20', pcursor: first.body.pcursor });
  expect(idsIn(second).toSorted()).toEqual(['a2', 'b2', 'g3']);
  expect(second.body).toMatchObject({ pcursor: 'no_more', end: 'exhausted' });
});

test('records of any script, with quotes and raw records, are the same on every page as in a search of their platform', async () => {
  const same = 'https://one.example/видео';
  const ids = (name: string) => [`${name} 成都 "1"`, `${name} \\ 😀`, `${name}-é`, `${name}-plain`];
  for (const name of NAMES)
    behaviours[name] = () => ({
      ids: ids(name),
      urls: [same, `https://${name}.example/ü`, `https://${name}.example/3`, `https://${name}.example/4`],
      raws: ids(name).map((id) => ({ id, text: 'сырая 記録', big: 12345678901234567890n.toString() })),
      cursor: null,
    });
  const query = { keyword: 'любой', include: 'raw' };
  const alone = await Promise.all(NAMES.map((platform) => gateway.search(query, { platform })));
  const bare = ({ rank: _, also_in: __, source: ___, ...item }: Record<string, unknown>) => item;
  const expected = new Map(alone.flatMap(({ body }) => body.items).map((item) => [item.id, bare(item)]));
  const pages = [await ask({ ...query, count: '3' })];
  while (pages.at(-1)!.body.has_more) {
    pages.push(await ask({ ...query, count: '3', pcursor: pages.at(-1)!.body.pcursor }));
    expect(pages.length).toBeLessThan(10);
  }
  const items = pages.flatMap(({ body }) => body.items);
  // The first record of all three platforms is the same thing.
  expect(items).toHaveLength(3 * 4 - 2);
  for (const item of items) expect(bare(item)).toEqual(expected.get(item.id));
  expect(items[0].also_in).toContainEqual({ platform: 'beta', id: 'beta 成都 "1"', url: same });
});

test('a walk whose state is too large to be stored ends there, and says that it was cut', async () => {
  const bytes = Math.ceil(WALK_STATE_BYTES_MAX / 50);
  const big = (name: string) => ({
    ids: Array.from({ length: 20 }, (_, i) => `${name}-${i}`),
    raws: Array.from({ length: 20 }, () => ({ text: 'x'.repeat(bytes) })),
    cursor: null,
  });
  for (const name of NAMES) behaviours[name] = () => big(name);
  const before = await gateway.money();
  const page = await ask({ keyword: 'big', count: '1', include: 'raw' });
  expect(idsIn(page)).toEqual(['alpha-0']);
  expect(page.body).toMatchObject({ pcursor: 'no_more', has_more: false, end: 'upstream_cap' });
  expect(bytes).toBeGreaterThan(KB);
  // All three platforms have delivered.
  expect(before.balance - (await gateway.money()).balance).toBe(3 * 12_000);
});

test('a video with the title and length of another platform’s is named with it, and both are shown', async () => {
  behaviours.alpha = () => ({ ids: ['holiday film'], seconds: [61], cursor: null });
  behaviours.beta = () => ({ ids: ['something else', 'Holiday Film'], seconds: [61, 61.9], cursor: null });
  const { body } = await ask({ keyword: 'twins', platforms: 'alpha,beta', count: '1' });
  expect(body.items).toMatchObject([
    { id: 'holiday film', maybe_also_in: [{ platform: 'beta', id: 'Holiday Film', url: null }] },
  ]);
  const next = await ask({ keyword: 'twins', platforms: 'alpha,beta', count: '5', pcursor: body.pcursor });
  expect(idsIn(next)).toEqual(['something else', 'Holiday Film']);
});
