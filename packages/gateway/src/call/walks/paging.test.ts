// Walks: the first page, the next, the last, and an end that is proven.
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NativePage, SearchPage } from '../../operations/video-search.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

/** More pages than any walk of these tests has. */
const PAGES_MAX = 50;

async function walk(query: Record<string, string>, platform = 'library') {
  const pages = [];
  let pcursor = '';
  while (pcursor !== 'no_more' && pages.length < PAGES_MAX) {
    const { body } = await gateway.search({ ...query, pcursor }, { platform });
    expect(Value.Errors(SearchPage, body)).toEqual([]);
    pages.push(body);
    pcursor = body.pcursor;
  }
  return pages;
}

describe('a walk', () => {
  test('of the library gives every item once, in rank order, and ends with no_more', async () => {
    const pages = await walk({ keyword: '猫', count: '7' });
    const items = pages.flatMap(({ items }) => items);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(items.map(({ rank }) => rank)).toEqual(items.map((_, i) => i + 1));
    // Other forms of the word come last, and the total says that it counts without them.
    const exact = items.filter(({ match }) => match === 'exact');
    expect(items.slice(0, exact.length)).toEqual(exact);
    expect(pages[0].total).toEqual({ value: exact.length, relation: 'eq', counts: 'exact' });
    const last = pages.at(-1);
    expect([last.pcursor, last.has_more, last.end]).toEqual(['no_more', false, 'exhausted']);
    expect(pages.slice(0, -1).every(({ has_more, end }) => has_more && end === 'more')).toBe(true);
  });

  test('gives the same items for every page size', async () => {
    const idsBy = async (count: string) =>
      (await walk({ keyword: 'cat', count })).flatMap(({ items }) =>
        items.map(({ id }: { id: string }) => id),
      );
    expect(await idsBy('3')).toEqual(await idsBy('50'));
  });

  test('goes on at the provider that began it, with its own cursor', async () => {
    const seen: (string | null)[] = [];
    gateway.script = (query) => {
      seen.push(query.get('cursor'));
      return { ids: [String(seen.length)], cursor: seen.length < 3 ? `after-${seen.length}` : null };
    };
    const pages = await walk({ keyword: 'a' }, 'scripted');
    expect(seen).toEqual(['', 'after-1', 'after-2']);
    expect(pages.map(({ items }) => items[0].rank)).toEqual([1, 2, 3]);
  });

  test('may go on in the other group, at the same place and at the price of that path', async () => {
    const seen: (string | null)[] = [];
    gateway.script = (query) => {
      seen.push(query.get('cursor'));
      return { ids: [String(seen.length)], cursor: `after-${seen.length}` };
    };
    const pathOf = (group: string) => `/api/${group}/v1/scripted/app/search_video_v2`;
    let pcursor = '';
    for (const group of ['u1', 'u2', 'u1']) {
      const { status, body } = await gateway.search({ keyword: 'b', pcursor }, { path: pathOf(group) });
      expect([status, body.receipt.charged]).toEqual([200, '0.012000']);
      pcursor = body.pcursor;
    }
    expect(seen).toEqual(['', 'after-1', 'after-2']);
  });

  test('that is over answers an empty last page at no cost, without asking a platform', async () => {
    gateway.script = () => {
      throw new Error('must not be reached');
    };
    const before = await gateway.money();
    const { status, body } = await gateway.search({ keyword: 'a', pcursor: 'no_more' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      items: [],
      pcursor: 'no_more',
      has_more: false,
      receipt: { charged: '0.000000' },
    });
    expect(await gateway.money()).toEqual(before);
  });
});

test("group u2 answers the platform's own body", async () => {
  const path = '/api/u2/v1/library/app/search_video_v2';
  const { body } = await gateway.search({ keyword: '猫', count: '2' }, { path });
  expect(Value.Errors(NativePage, body)).toEqual([]);
  expect(body.raw.results).toHaveLength(2);
  const next = await gateway.search({ keyword: '猫', count: '2', pcursor: body.pcursor }, { path });
  expect(next.body.raw.results[0].id).not.toBe(body.raw.results[0].id);
});

test('include=raw gives each item its own record', async () => {
  const { body } = await gateway.search(
    { keyword: '猫', count: '2', include: 'raw' },
    { platform: 'library' },
  );
  expect(body.items.map(({ raw }: { raw: { id: string } }) => raw.id).length).toBe(2);
  const plain = await gateway.search({ keyword: '猫', count: '2' }, { platform: 'library' });
  expect(plain.body.items[0]).not.toHaveProperty('raw');
});

test('every sample item has a thumbnail that the gateway serves itself', async () => {
  const { body } = await gateway.search({ keyword: '猫', count: '5' }, { platform: 'library' });
  for (const item of body.items) {
    const url: string = item.thumbnails[0].url;
    expect(url.startsWith(gateway.url)).toBe(true);
    const picture = await fetch(url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
  }
});
