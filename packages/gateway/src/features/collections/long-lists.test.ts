// Long lists: what a collection promises must not depend on how many items a cursor can remember.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seedOfRun } from '../../testing/drawn.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import type { Script } from '../../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const ITEMS = 3_000;
const PAGE = 50;
const PRICE = '0.012';
/** A set in a cursor mistakes an item of the first two for one that was delivered, whatever the database is. */
const SEEDS = { sqlite: [11, 17, seedOfRun()], postgres: [11] };

/** The ids follow from the keyword; `nth` says which stands where. */
const listOf =
  (nth: (place: number) => number): Script =>
  (query) => {
    const from = Number(query.get('cursor') || 0);
    const till = Math.min(ITEMS, from + Number(query.get('count')));
    const ids = Array.from({ length: till - from }, (_, i) => `${query.get('q')}-${nth(from + i)}`);
    return { ids, cursor: till < ITEMS ? String(till) : null };
  };
const list = listOf((place) => place);
const reversed = listOf((place) => ITEMS - 1 - place);

describe.each(['sqlite', 'postgres'] as const)('on %s', (backend) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    const storage = backend === 'sqlite' ? '' : `\nstorage: "${(await freshDatabase()).url}"\n`;
    gateway = await startTestGateway({ script: list, settings: `${TEST_SETTINGS}${storage}` });
    const endpoints = [{ path: '/api/*/v1/*/collect/*', unit_price: PRICE }];
    await gateway.admin('catalog/versions', { method: 'POST', body: { mode: 'merge', endpoints } });
  });
  afterAll(() => gateway.close());

  async function collected(keyword: string, itemsMax: number) {
    const body = { path: PATH, query: { keyword }, items_max: itemsMax, budget: '2' };
    const made = await gateway.ask('/api/collections/v1', { method: 'POST', body });
    expect(made.status, made.text).toBe(201);
    const address = `/api/collections/v1/${made.body.collection.id}`;
    return vi.waitFor(
      async () => {
        const { collection } = (await gateway.ask(address)).body;
        expect(['done', 'stopped', 'failed']).toContain(collection.state);
        return collection;
      },
      { timeout: 110_000, interval: 100 },
    );
  }

  test('a collection of 3,000 items at one provider has every item, whatever their ids, and pays for no page more', {
    timeout: 120_000,
  }, async () => {
    const seeds = SEEDS[backend];
    const all = seeds.map((seed) => collected(`s${seed}`, 10_000));
    const some = seeds.slice(0, 2).map((seed) => collected(`s${seed}`, 2_000));
    const whole = { end: 'exhausted', items: ITEMS, pages: ITEMS / PAGE };
    expect(await Promise.all(all)).toMatchObject(seeds.map(() => whole));
    const cut = { end: 'items', items: 2_000, pages: 2_000 / PAGE, charged: '0.480000' };
    expect(await Promise.all(some)).toMatchObject(some.map(() => cut));
  });

  test('a collection whose provider goes out of service midway has every item of the next one, in whatever order that has them', {
    timeout: 120_000,
  }, async () => {
    gateway.script = (query, at) => {
      if (at.provider === 'second') return reversed(query, at);
      const isOut = Number(query.get('cursor') || 0) >= 1_300;
      return isOut ? { kind: 'unavailable', detail: 'scripted' } : list(query, at);
    };
    expect(await collected('moved', 10_000)).toMatchObject({ items: ITEMS });
  });
});
