// Collections and watches over weeks, through a whole gateway whose jobs run: what a platform's terms and the settings say goes, and goes in time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import type { Intervals } from '../../domain/clock.ts';
import { SqliteConnection } from '../../storage/sqlite/connection.ts';
import { scriptedConnector } from '../../testing/scripted-platform.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const SEARCH = '/api/u1/v1/scripted/app/search_video_v2';
const DAY = 86_400_000;
const TERMS_DAYS = 20;
const DOWNLOADS_AT_ONCE = 4;

const clock = createShiftedClock();
/** Jobs run when the test says so. */
const jobs = new Set<() => Promise<void>>();
const intervals: Intervals = (_everyMs, work) => {
  jobs.add(work);
  return () => jobs.delete(work);
};
const { facts } = scriptedConnector;
const limited = {
  ...scriptedConnector,
  facts: { ...facts, retention: { ...facts.retention, keepSecondsMax: (TERMS_DAYS * DAY) / 1_000 } },
};
const settings = TEST_SETTINGS.replace(
  'reads: { requests: 1000000, concurrent: 1000 }',
  `reads: { requests: 1000000, concurrent: ${DOWNLOADS_AT_ONCE} }`,
);
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-over-time-'));

let gateway: TestGateway;
beforeAll(async () => {
  const ports = { clock, intervals, connectors: [...connectors, limited] };
  gateway = await startTestGateway({ folder, settings, ports });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

const runJobs = async () => {
  for (const job of jobs) await job();
};
const post = (target: string, body: object = {}) => gateway.ask(target, { method: 'POST', body });
const rowsOf = (owner: string, table: 'found_pages' | 'seen_items') => {
  const db = new SqliteConnection(path.join(folder, 'reelgate.db'), { readOnly: true });
  const { n } = db.get(`SELECT count(*) AS n FROM ${table} WHERE owner = '${owner}'`) as { n: number };
  db.close();
  return n;
};
/** Runs jobs until this is so. */
const until = (isSo: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await runJobs();
        return isSo();
      },
      { interval: 5, timeout: 10_000 },
    )
    .toBe(true);

let collection: string;

test('where terms limit how long items are kept, a collection ends a day before its first item must go', async () => {
  const made = await post('/api/collections/v1', { path: SEARCH, query: { keyword: 'a' }, budget: '1' });
  expect(made.status, made.text).toBe(201);
  ({ id: collection } = made.body.collection);
  const { until: endsAt, created_at: madeAt } = made.body.collection;
  expect(Math.round((Date.parse(endsAt) - Date.parse(madeAt)) / DAY)).toBe(TERMS_DAYS - 1);
  await until(
    async () => (await gateway.ask(`/api/collections/v1/${collection}`)).body.collection.state === 'done',
  );
});

test.each([
  ['earlier than the terms', 5, 5],
  ['later than the terms', TERMS_DAYS + 30, TERMS_DAYS - 1],
])('a collection whose caller gives an end %s ends at the earlier of the two', async (_, days, kept) => {
  const end = new Date(clock.nowMs() + days * DAY).toISOString();
  const body = { path: SEARCH, query: { keyword: 'end' }, budget: '1', until: end };
  const { until: endsAt, created_at: madeAt } = (await post('/api/collections/v1', body)).body.collection;
  expect(Math.round((Date.parse(endsAt) - Date.parse(madeAt)) / DAY)).toBe(kept);
});

test('downloads that have ended make room for others', async () => {
  for (let i = 0; i < 3 * DOWNLOADS_AT_ONCE; i++)
    expect((await gateway.ask(`/api/collections/v1/${collection}/export`)).status).toBe(200);
});

test('the items of a collection can be read for a week, and are gone then, also before and after they are deleted', async () => {
  const statuses = async () => [
    (await gateway.ask(`/api/collections/v1/${collection}/items`)).status,
    (await gateway.ask(`/api/collections/v1/${collection}/export`)).status,
    (await post(`/api/collections/v1/${collection}/export_link`)).status,
  ];
  clock.advance(7 * DAY - 60_000);
  await runJobs();
  expect(await statuses()).toEqual([200, 200, 201]);
  clock.advance(60_000);
  expect(rowsOf(collection, 'found_pages')).toBe(1);
  expect(await statuses()).toEqual([410, 410, 410]);
  await runJobs();
  expect(await statuses()).toEqual([410, 410, 410]);
  expect([rowsOf(collection, 'found_pages'), rowsOf(collection, 'seen_items')]).toEqual([0, 0]);
});

test('items of a watch go when the terms say so; the ids that it has seen, thirty days after its end', async () => {
  const body = { path: SEARCH, query: { keyword: 'b' }, every: '7d', baseline: 'deliver' };
  const made = await post('/api/watches/v1', body);
  expect(made.status, made.text).toBe(201);
  const { id } = made.body.watch as { id: string };
  const read = async () => (await gateway.ask(`/api/watches/v1/${id}`)).body.watch;
  await until(async () => (await read()).runs === 1);
  await gateway.ask(`/api/watches/v1/${id}`, { method: 'PATCH', body: { state: 'ended' } });
  const left = async () => {
    await runJobs();
    return [rowsOf(id, 'found_pages'), rowsOf(id, 'seen_items')];
  };
  clock.advance(TERMS_DAYS * DAY - 60_000);
  expect(await left()).toEqual([1, 2]);
  clock.advance(120_000);
  expect(await left()).toEqual([0, 2]);
  clock.advance((30 - TERMS_DAYS) * DAY - 120_000);
  expect(await left()).toEqual([0, 2]);
  clock.advance(120_000);
  expect(await left()).toEqual([0, 0]);
  expect((await gateway.ask(`/api/watches/v1/${id}`)).status).toBe(404);
});
