// Entries of a playlist whose video is not there are counted once over a whole walk, also when pages are cut, when another provider goes
// on, and when a cursor expires. They are never charged.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ScriptedAnswer } from '../../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const PATH = '/api/u1/v1/scripted/app/list_playlist_videos_v2';
const ENTRIES = 120;
/** Every seventh entry is gone: 17 of 120. */
const isGone = (at: number) => at % 7 === 6;
const GONE = Array.from({ length: ENTRIES }, (_, at) => at).filter(isGone).length;

let gateway: TestGateway;
/** Which providers fail now, and how many requests each got. */
let out: string[] = [];
let asked: string[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ settings: TEST_SETTINGS });
  await gateway.fundCalls(1_000);
});
afterAll(() => gateway.close());
beforeEach(() => {
  out = [];
  asked = [];
});

/** A playlist in pages of a fixed number of entries, whatever the caller asks for. */
function serve(query: URLSearchParams, size: number): ScriptedAnswer {
  const from = Number(query.get('cursor') || 0);
  const till = Math.min(from + size, ENTRIES);
  const places = Array.from({ length: till - from }, (_, i) => from + i);
  return {
    ids: places.filter((at) => !isGone(at)).map((at) => `v-${at}`),
    unavailable: places.filter(isGone).length,
    cursor: till < ENTRIES ? String(till) : null,
  };
}

function playlist(size: number): void {
  gateway.script = (query, { provider }) => {
    asked.push(`${provider} ${query.get('cursor')}`);
    return out.includes(provider) ? { kind: 'unavailable', detail: 'scripted' } : serve(query, size);
  };
}

async function walk(name: string, count: number, between: (page: number) => void = () => {}) {
  const ids: string[] = [];
  const gone: number[] = [];
  let pcursor = '';
  for (let page = 1; pcursor !== 'no_more'; page += 1) {
    between(page);
    const query = { playlist_id: name, count: String(count), pcursor };
    const { status, body, text } = await gateway.search(query, { path: PATH });
    expect(status, text).toBe(200);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    gone.push(body.unavailable);
    pcursor = body.pcursor;
  }
  return { ids, pages: gone.length, gone: gone.reduce((sum, one) => sum + one, 0) };
}

const PUBLIC = Array.from({ length: ENTRIES }, (_, at) => at)
  .filter((at) => !isGone(at))
  .map((at) => `v-${at}`);

test.each([
  ['whole', 50, 50],
  ['cut into several', 10, 50],
  ['cut where the last part is short', 40, 50],
])('pages that are %s', async (name, count, size) => {
  playlist(size);
  const before = await gateway.money();
  const { ids, gone, pages } = await walk(name, count);
  expect([ids, gone]).toEqual([PUBLIC, GONE]);
  expect(before.balance - (await gateway.money()).balance).toBe(pages * 8_000);
});

test('another provider that goes on counts only what comes after the place of the walk', async () => {
  playlist(14);
  const { ids, gone } = await walk('moves', 12, (page) => {
    if (page === 3) out = ['first'];
  });
  expect(asked).toContain('second ');
  expect([ids, gone]).toEqual([PUBLIC, GONE]);
});

test('a walk that starts over because its cursor expired counts nothing twice', async () => {
  let isExpired = false;
  const expired = { kind: 'input_rejected', detail: 'expired', isDeadCursor: true } as const;
  gateway.script = (query) => {
    if (!isExpired || query.get('cursor') !== '28') return serve(query, 14);
    // The platform's cursors of the new walk are good.
    isExpired = false;
    return expired;
  };
  const { ids, gone } = await walk('expires', 12, (page) => {
    if (page === 3) isExpired = true;
  });
  expect([ids, gone, isExpired]).toEqual([PUBLIC, GONE, false]);
});
