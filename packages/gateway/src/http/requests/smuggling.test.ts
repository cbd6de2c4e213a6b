// A second request hidden in the bytes of a first one, in every way known to have fooled a server or a proxy. The
// hidden request would move money if it ran. Ambiguous bytes are refused and the connection is closed; unambiguous
// bytes are parsed, and every answer is in its place.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exchangeBytes, RawConnection, requestText } from '../../testing/raw-http.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { AMBIGUOUS, PLAIN } from '../testing/smuggled-requests.ts';

const SEARCH = '/api/u1/v1/scripted/app/search_video_v2?keyword=cat';

let gateway: TestGateway;
let asked: string[];
beforeAll(async () => {
  gateway = await startTestGateway({
    script: (query) => {
      asked.push(query.get('q') ?? '');
      return { ids: ['1'], cursor: null };
    },
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => gateway.close());

/** One listener: its URL, a request with a body, and the hidden request that must not run. */
interface Port {
  url: string;
  line: string;
  hidden: string;
  /** A last request that closes the connection, so that the test sees its end. */
  last: string;
}

function portOf(name: string): Port {
  if (name === 'public') {
    return {
      url: gateway.url,
      line: 'POST /api/test/apikey',
      hidden: requestText(`GET ${SEARCH}`, [`Authorization: Bearer ${gateway.key}`]),
      last: requestText('GET /livez', ['Connection: close']),
    };
  }
  const lines = [`Authorization: Bearer ${gateway.adminToken}`, 'Content-Type: application/json'];
  return {
    url: gateway.adminUrl,
    line: 'POST /admin/v1/accounts',
    hidden: requestText('POST /admin/v1/accounts/demo/topups', lines, '{"amount":"1","reference":"hidden"}'),
    last: requestText('GET /admin/v1/status', ['Connection: close']),
  };
}

async function expectNothingRan(before: object): Promise<void> {
  expect(await gateway.money()).toEqual(before);
  expect(asked).toEqual([]);
}

describe.each(['public', 'admin'])(
  'on the %s port, bytes of more than one meaning are refused, and nothing behind them is read',
  (name) => {
    test.each(Object.entries(AMBIGUOUS))('%s', async (_name, bytesOf) => {
      const { url, line, hidden, last } = portOf(name);
      const before = await gateway.money();
      const { answers, text } = await exchangeBytes(url, bytesOf(line) + hidden + last);
      // A request that was refused by its headers is answered before the bad bytes of its body are.
      expect(answers.length, text).toBeLessThanOrEqual(2);
      if (answers.length === 2) expect([200, 400, 401]).toContain(answers[0]!.status);
      const end = answers.at(-1);
      if (end !== undefined) expect([end.status, end.headers.connection], text).toEqual([400, 'close']);
      await expectNothingRan(before);
    });
  },
);

describe.each(['public', 'admin'])('on the %s port, a body stays a body', (name) => {
  test.each(Object.entries(PLAIN))('%s', async (_name, bytesOf) => {
    const { url, line, hidden, last } = portOf(name);
    const before = await gateway.money();
    const { answers, text } = await exchangeBytes(url, bytesOf(line, hidden, gateway.key) + last);
    const final = answers.filter(({ status }) => status >= 200);
    // Closing early is just as good: then nothing more is read.
    expect(final.length, text).toBeGreaterThan(0);
    expect(final.length, text).toBeLessThanOrEqual(2);
    if (final.length === 1) expect(final[0]!.headers.connection).toBe('close');
    for (const { status } of final) expect(status).toBeLessThan(500);
    await expectNothingRan(before);
  });

  test('a request that ends in the middle of its body does not run, and another does not continue it', async () => {
    const { url, hidden } = portOf(name);
    const before = await gateway.money();
    const connection = new RawConnection(url);
    const cut = hidden.replace(/Content-Length: \d+/, 'Content-Length: 5000');
    connection.socket.end(name === 'public' ? `${cut.trimEnd()}\r\nX-Cut` : cut);
    await connection.closed;
    await expectNothingRan(before);
  });
});

test('requests on one connection are answered in order, one after the other, each charged once', async () => {
  const before = await gateway.money();
  const ids = ['one', 'two', 'three', 'four'];
  let running = 0;
  let runningMost = 0;
  gateway.script = async (query) => {
    asked.push(ids[Number(query.get('q'))]!);
    runningMost = Math.max(runningMost, ++running);
    await new Promise(setImmediate);
    running--;
    return { ids: ['1'], cursor: null };
  };
  const texts = ids.map((id, i) =>
    requestText(`GET ${SEARCH.replace('cat', String(i))}`, [
      `Authorization: Bearer ${gateway.key}`,
      `X-Reelgate-Request-Id: ${id}`,
      ...(i === ids.length - 1 ? ['Connection: close'] : []),
    ]),
  );
  const { answers } = await exchangeBytes(gateway.url, texts.join(''));
  expect(answers.map(({ headers }) => headers['x-reelgate-request-id'])).toEqual(ids);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([asked, runningMost]).toEqual([ids, 1]);
  expect((await gateway.money()).balance).toBe(before.balance - ids.length * 12_000);
});
