// Commands that buy data: what their arguments become, what they print, and that nothing is bought for nothing.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../operations/index.ts';
import { EXIT } from '../../terminal/world.ts';
import { commands } from '../commands.ts';
import { TestCli } from '../testing/cli.ts';
import { FakeGateway, type SeenRequest, sendJson, sendProblem } from '../testing/gateway.ts';

let cli: TestCli;
let gateway: FakeGateway;
let seen: SeenRequest[];

const RECEIPT = { charged: '0.004000', currency: 'USD', source: 'live', balance: '9.9' };
const AUTHOR = { id: 'a-1', handle: 'ann', name: 'Ann' };
const VIDEO = {
  ...{ platform: 'library', id: 'v-1', rank: 1, title: 'Night sky', text: 'x'.repeat(600), tags: ['sky'] },
  ...{ author: AUTHOR, published_at: '2026-01-02T03:04:05.000Z', published_text: null, duration_ms: 59_000 },
  ...{ stats: { views: 12, likes: 3, comments: null }, url: 'https://v.example/1' },
};
const COMMENT = {
  ...{ rank: 1, id: 'c-1', author: AUTHOR, published_at: null, published_text: 'a day ago' },
  ...{ likes: 2, replies: 1, text: 'Two\nlines', deleted: false },
};
const PROFILE = {
  ...{ platform: 'library', ...AUTHOR, kind: 'channel', verified: false, followers: 7, following: null },
  ...{
    stats: { videos: 2, views: null, likes: null },
    country: null,
    joined_at: null,
    text: null,
    url: null,
  },
};

beforeEach(async () => {
  cli = new TestCli();
  gateway = new FakeGateway((one, response) => sendJson(response, answerTo(one)));
  ({ seen } = gateway);
  await gateway.open(cli);
});
afterEach(async () => {
  await gateway.close();
  await cli.close();
});

function answerTo({ url, id }: SeenRequest): object {
  const action = url.pathname.split('/').at(-1)!;
  const said = { request_id: id, receipt: RECEIPT };
  if (action.startsWith('get_author')) return { ...said, item: PROFILE };
  if (url.searchParams.has('ids')) return { ...said, items: [VIDEO], not_found: [], failed: [] };
  if (action.startsWith('get_video')) return { ...said, item: VIDEO };
  const items = action.startsWith('list_author')
    ? [VIDEO]
    : [COMMENT, { ...COMMENT, deleted: true, text: null }];
  const page = Number(url.searchParams.get('pcursor') ?? '1');
  return { ...said, items, pcursor: page === 3 ? 'no_more' : String(page + 1), has_more: page < 3 };
}

const asked = () => seen.map(({ url }) => `${url.pathname}${decodeURIComponent(url.search)}`);

test('every operation has a command', () => {
  const bought = commands.flatMap(({ buys }) => buys ?? []);
  expect(bought.sort()).toEqual(operations.map(({ name }) => name).sort());
});

test('each address is a call of its own, and ids of a platform go together, each named once', async () => {
  const argv = [
    'v-1',
    'https://youtu.be/x',
    'v-2',
    'a,b',
    'v-1',
    '--platform',
    'library',
    '--request-id',
    'r',
  ];
  const { code, err } = await cli.run('video', 'get', ...argv);
  expect({ code, err }).toEqual({ code: EXIT.ok, err: '' });
  expect(asked()).toEqual([
    '/api/u1/v1/library/app/get_video_v2?url=https://youtu.be/x',
    '/api/u1/v1/library/app/get_video_v2?id=a,b',
    '/api/u1/v1/library/app/get_video_v2?ids=v-1,v-2',
  ]);
  // So repeating the command is free.
  expect(seen.map(({ id }) => id)).toEqual(['r', 'r.2', 'r.3']);
});

test('more ids than one call takes are asked for in several, and the native group takes one at a time', async () => {
  const ids = Array.from({ length: 51 }, (_, i) => `v-${i}`);
  await cli.run('video', 'get', ...ids, '--platform', 'library');
  expect(seen.map(({ url }) => url.searchParams.get('ids')!.split(',').length)).toEqual([50, 1]);
  seen.length = 0;
  await cli.run('video', 'get', 'v-1', 'v-2', '--platform', 'library', '--group', 'u2');
  expect(asked()).toEqual([
    '/api/u2/v1/library/app/get_video_v2?id=v-1',
    '/api/u2/v1/library/app/get_video_v2?id=v-2',
  ]);
});

test('an address says its platform; an id without one is wrong use, and nothing is sent', async () => {
  await cli.run('comments', 'list', 'youtu.be/x', '--sort', 'newest', '--max-price', '0.01');
  expect(asked()).toEqual(['/api/u1/v1/any/app/list_comments_v2?url=youtu.be/x&sort=newest&max_price=0.01']);
  const { code, err } = await cli.run('video', 'get', 'https://youtu.be/x', 'v-1');
  expect({ code, err }).toEqual({
    code: EXIT.usage,
    err: 'error: "v-1" is no address: --platform must say where it is from\n',
  });
  expect(seen).toHaveLength(1);
});

test('an author is named by address, handle or id', async () => {
  await cli.run('author', 'get', '@ann', '--platform', 'tiktok');
  await cli.run('author', 'videos', 'a-1', '--platform', 'library', '--variant', 'economy', '--count', '5');
  await cli.run('author', 'get', 'https://www.youtube.com/@YouTube');
  expect(asked()).toEqual([
    '/api/u1/v1/tiktok/app/get_author_v2?handle=@ann',
    '/api/u1/v1/library/app/list_author_videos?author_id=a-1&count=5',
    '/api/u1/v1/any/app/get_author_v2?url=https://www.youtube.com/@YouTube',
  ]);
});

test('replies are asked for by platform, video and comment, and shown with those that were deleted', async () => {
  const { code, out } = await cli.run('comments', 'replies', 'library', 'v-1', 'c-1');
  expect(code).toBe(EXIT.ok);
  expect(asked()).toEqual(['/api/u1/v1/library/app/list_replies_v2?id=v-1&comment_id=c-1']);
  expect(out).toMatch(/1 {2}c-1 +Ann +a day ago +2 +1 {2}Two lines\n/);
  expect(out).toContain('(deleted)');
  expect(out).toContain('Total charged: 0.004000 USD\nMore: --cursor 2\n');
});

test('a list goes on from a cursor, and the request id is that of its first page', async () => {
  const argv = ['author', 'videos', 'a-1', '--platform', 'library', '--cursor', '2', '--pages', '5'];
  const { out } = await cli.run(...argv, '--request-id', 'r');
  expect(seen.map(({ url }) => url.searchParams.get('pcursor'))).toEqual(['2', '3']);
  expect(seen[0]!.id).toBe('r');
  expect(out).not.toContain('More:');
  const first = seen.map(({ id }) => id);
  await cli.run(...argv, '--request-id', 'r');
  expect(seen.slice(2).map(({ id }) => id)).toEqual(first);
});

test('a video without an address is listed with the id that leads to it', async () => {
  gateway.answer = (one, response) =>
    sendJson(response, { ...answerTo(one), items: [{ ...VIDEO, url: null }] });
  const { out } = await cli.run('author', 'videos', 'a-1', '--platform', 'library');
  expect(out).toMatch(/Night sky .* 0:59 +12 {2}v-1\n/);
});

test('one record is shown by its fields', async () => {
  const video = await cli.run('video', 'get', 'v-1', '--platform', 'library');
  expect(video.out).toMatch(/^title +Night sky$/m);
  expect(video.out).toMatch(/^duration +0:59$/m);
  expect(video.out).toMatch(/^text +x{500}…$/m);
  const author = await cli.run('author', 'get', 'a-1', '--platform', 'library');
  expect(author.out).toMatch(/^verified +no$/m);
  expect(author.out).toMatch(/^followers +7$/m);
});

test('a playlist is shown by its fields', async () => {
  const item = {
    ...{ platform: 'library', id: 'p-1', title: 'Evening', author: AUTHOR, video_count: 120, views: null },
    ...{ published_at: null, updated_at: '2026-01-02T03:04:05.000Z', text: 'All\nof it', url: null },
  };
  gateway.answer = (one, response) => sendJson(response, { ...answerTo(one), item });
  const { out } = await cli.run('playlist', 'get', 'p-1', '--platform', 'library');
  expect(asked()).toEqual(['/api/u1/v1/library/app/get_playlist_v2?playlist_id=p-1']);
  expect(out).toMatch(/^title +Evening$/m);
  expect(out).toMatch(/^videos +120$/m);
  expect(out).toMatch(/^updated +2026-01-02$/m);
  expect(out).toMatch(/^text +All of it$/m);
});

describe('a transcript', () => {
  const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGood \u001b[31mmorning\n';

  test('in a format is alone on standard output, byte for byte, and its receipt on standard error', async () => {
    gateway.answer = (_, response) => {
      response.writeHead(200, {
        ...{ 'content-type': 'text/vtt; charset=utf-8', 'x-receipt': JSON.stringify(RECEIPT) },
        ...{ 'x-reelgate-charged': '0.004000', 'x-reelgate-balance': '9.9' },
      });
      response.end(VTT);
    };
    const argv = ['transcript', 'get', 'v-1', '--platform', 'library', '--format', 'vtt', '--from', '1'];
    const { code, out, err } = await cli.run(...argv);
    expect([code, out]).toEqual([EXIT.ok, VTT]);
    expect(err).toContain('Total charged: 0.004000 USD');
    expect(asked()).toEqual(['/api/u1/v1/library/app/get_transcript_v2?id=v-1&format=vtt&from=1']);
    const json = JSON.parse((await cli.run(...argv, '--json')).out);
    expect(json).toMatchObject({ total_charged: '0.004000', answers: [{ content: VTT }] });
  });

  test('without a format is shown by its fields', async () => {
    const item = {
      ...{ platform: 'library', video_id: 'v-1', language: 'en', kind: null, text: 'Good\nmorning' },
      ...{ cues: [{}, {}], tracks: [{ language: 'en', kind: null }] },
    };
    gateway.answer = (one, response) => sendJson(response, { ...answerTo(one), item });
    const { out } = await cli.run('transcript', 'get', 'v-1', '--platform', 'library');
    expect(out).toMatch(/^tracks +en \(\?\)$/m);
    expect(out).toMatch(/^cues +2$/m);
    expect(out).toMatch(/^text +Good morning$/m);
    expect(out).toContain('Total charged: 0.004000 USD');
  });
});

test('chosen fields are sent, and shown as columns', async () => {
  gateway.answer = (one, response) =>
    sendJson(response, {
      ...{ ...answerTo(one), fields: ['platform', 'id', 'title', 'tags'] },
      items: [{ platform: 'library', id: 'v-1', title: 'Night sky', tags: ['sky'] }],
    });
  const argv = ['author', 'videos', 'a-1', '--platform', 'library', '--fields', 'id,title,tags'];
  const { code, out } = await cli.run(...argv);
  expect(code).toBe(EXIT.ok);
  expect(asked()[0]).toContain('&fields=id,title,tags');
  expect(out).toMatch(/^platform +id +title +tags\s*\n.*library +v-1 +Night sky +\["sky"\]\n/ms);
});

test('a missing thing is reported, costs nothing, and the rest is still bought', async () => {
  const gone = { title: 'Gone.', detail: 'No.', code: 'VIDEO_NOT_FOUND', next: 'fix', charged: '0.000000' };
  gateway.answer = (one, response) =>
    one.url.searchParams.get('url')?.endsWith('gone')
      ? sendProblem(response, { ...gone, request_id: one.id })
      : sendJson(response, answerTo(one));
  const argv = ['video', 'get', 'https://v.example/gone', 'https://v.example/1', '--request-id', 'r'];
  const { code, out, err } = await cli.run(...argv);
  expect(code).toBe(EXIT.no);
  expect(out).toContain('Night sky');
  expect(err).toContain('error: Gone. No. (VIDEO_NOT_FOUND)\n');
  expect(err).toContain('Nothing was charged for request r.\n');
  const json = JSON.parse((await cli.run(...argv, '--json')).out);
  expect(json).toMatchObject({
    asked: [{ url: 'https://v.example/gone' }, { url: 'https://v.example/1' }],
    receipts: [{ call: 1, request_id: 'r.2' }],
    problems: [{ asked: { url: 'https://v.example/gone' }, problem: { code: 'VIDEO_NOT_FOUND' } }],
    answers: [{ item: { id: 'v-1' } }],
  });
});

test('a thing that is not there is named once', async () => {
  const detail = 'There is no video gone on library. Nothing was charged.';
  const gone = { title: 'No such video.', detail, reason: 'unknown', code: 'VIDEO_NOT_FOUND', next: 'fix' };
  gateway.answer = (one, response) =>
    sendProblem(response, { ...gone, charged: '0.000000', request_id: one.id });
  const { err } = await cli.run('video', 'get', 'gone', '--platform', 'library', '--request-id', 'r');
  expect(err).toBe(
    'error: There is no video gone on library. (VIDEO_NOT_FOUND)\n' +
      'Next: Change the request; as it is, it will be refused again.\nNothing was charged for request r.\n',
  );
});

test('SIGTERM ends a paid command with 143, and with --json the request id is told as JSON', async () => {
  gateway.answer = () => cli.pressCtrlC('SIGTERM');
  const { code, err } = await cli.run('popular', 'library', '--request-id', 'r', '--json');
  expect(code).toBe(143);
  expect(JSON.parse(err)).toMatchObject({ error: { code: 'STOPPED', exit_code: 143, request_id: 'r' } });
});

test('Ctrl-C during a walk shows what was paid for, the sum and where to go on, and ends with 130', async () => {
  gateway.answer = (one, response) => {
    // The second page never arrives.
    if (seen.length === 1) sendJson(response, answerTo(one));
    else cli.pressCtrlC();
  };
  const { code, out, err } = await cli.run(
    'author',
    'videos',
    'a-1',
    '--pages',
    '3',
    '--request-id',
    'r',
    '--platform',
    'library',
  );
  expect(code).toBe(130);
  expect(out).toContain('Total charged: 0.004000 USD');
  expect(out).toContain('More: --cursor 2\n');
  expect(err).toBe(
    'Stopped. A call that was under way may still be charged.\nWhat was paid for comes again, free, with --request-id r\n',
  );
});

test('any other refusal ends the command, and what was paid for comes again with its id', async () => {
  const poor = {
    title: 'No money.',
    detail: 'Top up.',
    code: 'INSUFFICIENT_BALANCE',
    next: 'top_up',
    charged: '0',
  };
  gateway.answer = (one, response) =>
    seen.length === 1
      ? sendJson(response, answerTo(one))
      : sendProblem(response, { ...poor, request_id: one.id });
  const addresses = ['https://v.example/1', 'https://v.example/2', 'https://v.example/3'];
  const { code, out, err } = await cli.run('video', 'get', ...addresses, '--request-id', 'r');
  expect(code).toBe(EXIT.no);
  expect(seen).toHaveLength(2);
  expect(out).toContain('Total charged: 0.004000 USD');
  expect(err).toContain('What was paid for comes again, free, with --request-id r\n');
});

test('what several ids did not give is said of each, and in the exit code', async () => {
  const lacking = { not_found: [{ id: 'v-2', reason: 'deleted' }], failed: [] as object[] };
  gateway.answer = (one, response) => sendJson(response, { ...answerTo(one), ...lacking });
  const argv = ['video', 'get', 'v-1', 'v-2', '--platform', 'library'];
  expect(await cli.run(...argv)).toMatchObject({
    code: EXIT.no,
    err: 'Not there, and not charged: v-2 (deleted)\n',
  });
  lacking.failed = [{ id: 'v-3', code: 'UPSTREAM_TIMEOUT' }];
  expect((await cli.run(...argv)).code).toBe(EXIT.unavailable);
});
