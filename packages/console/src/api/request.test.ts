// Tests over real HTTP what pages send to the gateway and how they read its answers.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProblemError } from './problem.ts';
import { ask, askFully, download, withQuery } from './request.ts';
import { keepSecret, pageSecret, SIGNED_OUT } from './session.ts';
import { startTestServer, type TestServer } from './testing-server.ts';

const PLACE = { path: '/session', name: 'test.request' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.sent.length = 0;
  server.reply = () => ({});
  keepSecret(PLACE, null);
});

const problem = (fields: object = {}) =>
  JSON.stringify({ title: 't', detail: 'd', status: 400, code: 'INVALID_REQUEST', ...fields });
const failureOf = async (work: Promise<unknown>): Promise<ProblemError> => {
  // In an object: a promise that was thrown in place of a problem would be awaited here, and pass for what it becomes.
  const { error } = await work.then(
    () => ({ error: null }),
    (error: unknown) => ({ error }),
  );
  expect(error).toBeInstanceOf(ProblemError);
  return error as ProblemError;
};

describe('a query', () => {
  test('keeps zero and false, and leaves out what was not given', () => {
    expect(withQuery('/p', { zero: 0, no: false, yes: true, text: 'a', none: null, empty: '' })).toBe(
      '/p?zero=0&no=false&yes=true&text=a',
    );
    expect(withQuery('/p', { cursor: undefined })).toBe('/p');
    expect(withQuery('/p')).toBe('/p');
  });

  test.each(['a b', 'a&b=c', '猫', '+', '#', '%41', 'https://x.example/?a=b'])(
    '%j arrives as it was typed',
    (text) => {
      const sent = new URL(withQuery('http://x.example/p', { keyword: text }));
      expect(sent.searchParams.get('keyword')).toBe(text);
      expect([...sent.searchParams.keys()]).toEqual(['keyword']);
    },
  );
});

describe('a request', () => {
  test('is a GET without a body by default', async () => {
    await ask(PLACE, '/things', { query: { limit: 0 } });
    expect(server.sent).toMatchObject([{ method: 'GET', url: '/things?limit=0', body: '' }]);
    expect(server.sent[0]!.headers).not.toHaveProperty('content-type');
  });

  test.each([{ amount: '0', keep: false, count: 0 }, {}, null, false, 0])(
    'has the body %j as JSON',
    async (body) => {
      await ask(PLACE, '/things', { method: 'POST', body });
      expect(JSON.parse(server.sent[0]!.body)).toEqual(body);
      expect(server.sent[0]!.headers['content-type']).toBe('application/json');
    },
  );

  test('carries the secret of the page while there is one, beside its own headers', async () => {
    await ask(PLACE, '/a');
    keepSecret(PLACE, 'rgp_1');
    await ask(PLACE, '/a', { headers: { 'x-reelgate-request-id': 'id' } });
    await ask({ ...PLACE, name: 'test.other' }, '/a');
    expect(server.sent.map(({ headers }) => headers['x-reelgate-page'])).toEqual([
      undefined,
      'rgp_1',
      undefined,
    ]);
    expect(server.sent[1]!.headers['x-reelgate-request-id']).toBe('id');
  });

  test('of more than the gateway reads is refused before it is sent, of as much is sent', async () => {
    const fitting = { text: 'x'.repeat(65_536 - '{"text":""}'.length) };
    await ask(PLACE, '/a', { method: 'POST', body: fitting });
    expect(server.sent).toHaveLength(1);
    const long = { text: `${fitting.text}x` };
    expect((await failureOf(ask(PLACE, '/a', { method: 'POST', body: long }))).own).toBe('tooLong');
    // The limit counts bytes, not characters.
    const wide = { text: '猫'.repeat(30_000) };
    expect((await failureOf(ask(PLACE, '/a', { method: 'POST', body: wide }))).own).toBe('tooLong');
    await ask(PLACE, `/${'a'.repeat(12_287)}`);
    expect(server.sent).toHaveLength(2);
    const { own, problem } = await failureOf(ask(PLACE, `/${'a'.repeat(12_288)}`));
    expect([own, problem.status, problem.code]).toEqual(['tooLong', 413, 'BODY_TOO_LARGE']);
    expect(server.sent).toHaveLength(2);
  });
});

describe('an answer', () => {
  test('comes with its status, its headers and its very bytes', async () => {
    const body = '{ "a": 0 }';
    server.reply = () => ({ status: 201, body, headers: { 'x-reelgate-charged': '0.012000' } });
    const answer = await askFully(PLACE, '/a');
    expect(answer).toMatchObject({ status: 201, body: { a: 0 }, text: body });
    expect(answer.headers.get('x-reelgate-charged')).toBe('0.012000');
  });

  test('without a body is null', async () => {
    server.reply = () => ({ body: '' });
    expect(await ask(PLACE, '/a')).toBeNull();
  });

  test('that refuses is a problem in the words of the gateway', async () => {
    server.reply = () => ({ status: 400, body: problem({ detail: 'amount: must not be zero' }) });
    const error = await failureOf(ask(PLACE, '/admin/v1/accounts'));
    expect([error.message, error.own, error.problem.code, error.isOfPaidCall]).toEqual([
      'amount: must not be zero',
      null,
      'INVALID_REQUEST',
      false,
    ]);
  });

  test.each([
    ['/api/u1/v1/library/app/search_video_v2', true],
    ['/api/u2/v1/library/app/search_video_v2', true],
    ['/api/account/v1/keys', false],
    ['/admin/v1/accounts', false],
    ['/api/resolve/v1/url', false],
  ])('of %s is about something that costs: %j', async (path, isPaid) => {
    server.reply = () => ({ status: 404, body: problem() });
    expect((await failureOf(ask(PLACE, path))).isOfPaidCall).toBe(isPaid);
  });

  test.each([
    ['text/html', '<h1>Bad gateway</h1>'],
    ['application/json', '{"message":"from a proxy"}'],
    ['application/json', ''],
  ])('that is not from a gateway (%s) is reported with its status', async (type, body) => {
    server.reply = () => ({ status: 502, type, body });
    const { own, problem } = await failureOf(ask(PLACE, '/a'));
    expect([own, problem.status]).toEqual(['foreignAnswer', 502]);
  });

  test('that never comes is reported as missing, and an aborted request is not reported as a failure of the gateway', async () => {
    const answering = globalThis.fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    const stop = new AbortController();
    stop.abort();
    const { own, problem } = await failureOf(ask(PLACE, '/a'));
    expect([own, problem.status]).toEqual(['noAnswer', 0]);
    await expect(ask(PLACE, '/a', { signal: stop.signal })).rejects.toThrow('fetch failed');
    vi.stubGlobal('fetch', answering);
  });
});

describe('a session that the gateway does not know any more', () => {
  const signedOut = vi.fn();
  beforeAll(() => addEventListener(SIGNED_OUT, signedOut));

  test('removes the secret of the page and shows the sign-in page; other refusals do not', async () => {
    for (const [secret, status, isOut] of [
      ['rgp_1', 403, false],
      [null, 401, false],
      ['rgp_1', 401, true],
    ] as const) {
      signedOut.mockClear();
      keepSecret(PLACE, secret);
      server.reply = () => ({ status, body: problem({ status }) });
      expect((await failureOf(ask(PLACE, '/a'))).problem.status).toBe(status);
      expect([signedOut.mock.calls.length, pageSecret(PLACE)]).toEqual(isOut ? [1, null] : [0, secret]);
    }
  });

  test('also where a file was asked for', async () => {
    keepSecret(PLACE, 'rgp_1');
    server.reply = () => ({ status: 401, body: problem({ status: 401 }) });
    expect((await failureOf(download(PLACE, '/a', {}, 'a.csv'))).message).toBe('d');
    expect(pageSecret(PLACE)).toBeNull();
  });
});

test('a file is saved under its name, with exactly the bytes that came', async () => {
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  const saved: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:1';
  });
  const ended = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  server.reply = () => ({ type: 'text/csv', body: 'a,b\r\n1,2\r\n' });
  await download(PLACE, '/entries', { query: { format: 'csv' } }, 'entries.csv');
  expect(server.sent[0]!.url).toBe('/entries?format=csv');
  expect([link.download, link.href, link.click.mock.calls.length]).toEqual(['entries.csv', 'blob:1', 1]);
  expect(await saved[0]!.text()).toBe('a,b\r\n1,2\r\n');
  expect(ended).toHaveBeenCalledWith('blob:1');
  made.mockRestore();
  ended.mockRestore();
});
