// Authors, comments and replies through a whole gateway: what they cost, what their pages contain apart from items, and the
// failure when there is no such thing.
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { peertube } from '../../connectors/peertube/peertube.simulation.ts';
import { findAction } from '../../operations/index.ts';
import { PlatformServer } from '../../testing/platform-server.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const server = new PlatformServer(peertube);
let gateway: TestGateway;

beforeAll(async () => {
  await server.start();
  gateway = await startTestGateway({
    settings: [
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      'limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }',
      `providers: { library: { connector: library }, tube: { connector: peertube, base_url: "${server.url}", allow_private: true } }`,
      'platforms: { peertube: [tube], library: [library] }',
    ].join('\n'),
  });
});
beforeEach(() => {
  server.total = 53;
});
afterAll(async () => {
  await gateway.close();
  await server.stop();
});

const pathOf = (platform: string, action: string, group = 'u1') =>
  `/api/${group}/v1/${platform}/app/${action}`;
const get = (path: string, query: Record<string, string>) => gateway.search(query, { path });

/** From the first page to the last, each checked against its published definition. */
async function walk(path: string, query: Record<string, string>) {
  const action = path.split('/').at(-1)!;
  const { operation } = findAction(action)!;
  const items: Record<string, unknown>[] = [];
  let pcursor = '';
  for (let pages = 1; pages < 100; pages += 1) {
    const { status, body, text } = await get(path, { ...query, pcursor });
    expect(status, text).toBe(200);
    expect([...Value.Errors(operation.answers.u1, body)]).toEqual([]);
    items.push(...body.items);
    if (body.pcursor === 'no_more') return { items, pages, last: body };
    pcursor = body.pcursor;
  }
  throw new Error('the walk does not end');
}

describe.each([
  { action: 'list_author_videos_v2', list: peertube.lists!['author.videos']!, price: 8_000 },
  { action: 'list_comments_v2', list: peertube.lists!['video.comments']!, price: 8_000 },
  { action: 'list_replies', list: peertube.lists!['comment.replies']!, price: 3_000 },
])('$action', ({ action, list, price }) => {
  const path = pathOf('peertube', action);

  test('gives every item once, in order, with one charge per page', async () => {
    const before = await gateway.money();
    const { items, pages, last } = await walk(path, { ...list.ask, count: '20' });
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 53 }, (_, n) => list.idOf(n)));
    expect(items.map(({ rank }) => rank)).toEqual(items.map((_, n) => n + 1));
    expect(last.end).toBe('exhausted');
    expect(await gateway.money()).toEqual({ balance: before.balance - pages * price, held: 0 });
  });

  test('is free after its end, and that page has the fields of every page', async () => {
    const first = await get(path, list.ask);
    const { body } = await get(path, { ...list.ask, pcursor: 'no_more' });
    expect(Object.keys(body)).toEqual(Object.keys(first.body));
    expect(body).toMatchObject({ items: [], receipt: { charged: '0.000000' } });
  });

  test('refuses a cursor of another list', async () => {
    const { body: one } = await get(path, { ...list.ask, count: '5' });
    const { body } = await get(path, { ...list.absent, pcursor: one.pcursor });
    expect(body.code).toBe('INVALID_CURSOR');
  });

  test('of something that is not there is 404 and costs nothing', async () => {
    const before = await gateway.money();
    const { status, body } = await get(path, list.absent!);
    expect(status).toBe(404);
    expect(body).toMatchObject({ reason: 'unknown', charged: '0.000000' });
    expect(body.code).toBe(findAction(action)!.operation.shape === 'page' ? absentCode(action) : '');
    expect(await gateway.money()).toEqual(before);
  });

  test("is the platform's own answer in group u2", async () => {
    const { status, body } = await get(pathOf('peertube', action, 'u2'), list.ask);
    expect(status).toBe(200);
    expect(body.raw).toEqual(expect.any(Object));
    expect([...Value.Errors(findAction(action)!.operation.answers.u2, body)]).toEqual([]);
  });
});

const absentCode = (action: string) =>
  ({
    list_author_videos_v2: 'AUTHOR_NOT_FOUND',
    list_comments_v2: 'VIDEO_NOT_FOUND',
    list_replies: 'COMMENT_NOT_FOUND',
  })[action];

describe("an author's videos", () => {
  const path = pathOf('peertube', 'list_author_videos');

  test('report the sort that was asked for, and the one that their dates prove', async () => {
    const { body } = await get(path, { handle: '@c', count: '5' });
    expect(body).toMatchObject({ handle: 'c', sort: 'newest', order: 'newest' });
    // The simulated videos have fewer views the newer they are.
    const byViews = await get(path, { handle: 'c', sort: 'views', count: '5' });
    expect(byViews.body).toMatchObject({ sort: 'views', order: 'as_given' });
  });

  test.each([
    [{}, 'author_id'],
    [{ author_id: 'c', handle: 'c' }, 'handle'],
    [{ handle: '@' }, 'handle'],
    [{ author_id: ' ' }, 'author_id'],
    [{ author_id: 'c', sort: 'likes' }, 'sort'],
    [{ author_id: 'c', keyword: 'x' }, 'keyword'],
  ])('%j is refused, naming %s', async (query, field) => {
    const before = await gateway.money();
    const { status, body } = await get(path, query);
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe(field);
    expect(await gateway.money()).toEqual(before);
  });

  test('by id and by handle are two questions, each with cursors of its own', async () => {
    const { body } = await get(path, { handle: 'c', count: '5' });
    const crossed = await get(path, { author_id: 'c', count: '5', pcursor: body.pcursor });
    expect(crossed.body.code).toBe('INVALID_CURSOR');
  });
});

test('an author is a record with the ids that lists take', async () => {
  const before = await gateway.money();
  const { body } = await get(pathOf('peertube', 'get_author_v2'), { handle: 'c' });
  expect(body.item).toMatchObject({ id: 'c@tube.example', source: { schema: 'reelgate.author.v1' } });
  expect([...Value.Errors(findAction('get_author')!.operation.answers.u1, body)]).toEqual([]);
  expect(await gateway.money()).toEqual({ balance: before.balance - 4_000, held: 0 });
  const nobody = await get(pathOf('peertube', 'get_author_v2'), { handle: 'nobody' });
  expect(nobody.body).toMatchObject({ code: 'AUTHOR_NOT_FOUND', charged: '0.000000' });
});

describe('the library', () => {
  test('has the comments of a sample video, the best first, and their replies', async () => {
    const id = 'sample-en-01';
    const { items, last } = await walk(pathOf('library', 'list_comments'), { id, count: '2' });
    expect(items.map(({ likes }) => likes)).toEqual([412, 58, 12]);
    expect(last).toMatchObject({ id, sort: 'top', disabled: false, total: { value: 3 } });
    const replies = await walk(pathOf('library', 'list_replies'), { id, comment_id: 'sample-comment-01' });
    expect(replies.items).toMatchObject([
      { level: 1, is_creator: true },
      { level: 1, parent_id: 'sample-comment-02', root_id: 'sample-comment-01' },
    ]);
  });

  test('leads from a video to its author and to all videos of that author', async () => {
    const found = await get(pathOf('library', 'get_video'), { id: 'sample-en-01' });
    const author_id: string = found.body.item.author.id;
    const { body } = await get(pathOf('library', 'get_author'), { author_id });
    expect(body.item).toMatchObject({ id: author_id, name: 'Biscuit & Co' });
    const { items } = await walk(pathOf('library', 'list_author_videos'), { author_id });
    expect(items).toHaveLength(body.item.stats.videos);
    expect(items.map(({ id }) => id)).toContain('sample-en-01');
  });

  test('distinguishes a missing comment from a missing video', async () => {
    const path = pathOf('library', 'list_replies');
    const codeOf = async (query: Record<string, string>) => (await get(path, query)).body.code;
    expect(await codeOf({ id: 'sample-en-01', comment_id: 'x' })).toBe('COMMENT_NOT_FOUND');
    expect(await codeOf({ id: 'x', comment_id: 'x' })).toBe('VIDEO_NOT_FOUND');
  });
});
