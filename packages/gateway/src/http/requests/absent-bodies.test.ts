// A body that is absent or empty, however its sender says so: every route of both listeners that reads a body answers, an absent body is answered
// as an empty one is, and nothing is charged for it. Five senders ask, because each writes such requests in its own way.
import { execFile, spawnSync } from 'node:child_process';
import { request as nodeRequest } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestUpstream } from '../../mounts/testing/upstream.ts';
import { exchangeBytes } from '../../testing/raw-http.ts';
import type { TestGateway } from '../../testing/test-gateway.ts';
import { startServers } from '../testing/servers.ts';

/** Less than the time-out of a request that never ends, and far more than an answer takes. */
const ANSWER_S_MAX = 15;
const SHOP = '/api/u2/v1/shop';
const SHOP_PRICE = 3_000;

interface Asked {
  listener: 'public' | 'admin';
  method: string;
  target: string;
}

let upstream: TestUpstream;
let gateway: TestGateway;
let routes: Asked[];

async function servedRoutes(): Promise<Asked[]> {
  const servers = await startServers();
  const all = (['public', 'admin'] as const).flatMap((listener) =>
    servers[listener].routes
      .all()
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => ({ listener, method, target: path.replaceAll(/\{\w+\}/g, 'none') })),
  );
  await servers.close();
  return all;
}

/** Bodies of mounts stay text. */
const MOUNTED: Asked[] = [
  { listener: 'public', method: 'POST', target: `${SHOP}/clips` },
  { listener: 'public', method: 'PUT', target: `${SHOP}/clips/7` },
  { listener: 'public', method: 'DELETE', target: `${SHOP}/clips/7` },
];

const WIDE = `  free: { requests: 100000, per_seconds: 60, concurrent: 1000 }
  account: { reads: { requests: 100000 }, writes: { requests: 100000 }, webhook_tests: { requests: 10000 } }
  key_check: { requests: 10000, per_seconds: 60 }
payments: { min: "1", stripe: { secret_key: sk_test, webhook_secret: whsec_x, api_url: "http://127.0.0.1:9" } }
`;

beforeAll(async () => {
  upstream = await TestUpstream.start();
  gateway = await upstream.gateway(`${upstream.settings()}${WIDE}`);
  routes = [...(await servedRoutes()), ...MOUNTED];
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const urlOf = ({ listener }: Asked) => (listener === 'public' ? gateway.url : gateway.adminUrl);
const headersOf = ({ listener }: Asked, type: string | null): Record<string, string> => ({
  authorization: `Bearer ${listener === 'public' ? gateway.key : gateway.adminToken}`,
  ...(type !== null && { 'content-type': type }),
});

/** How the head says that there is no body, and what follows it. */
const FRAMINGS = {
  nothing: ['', ''],
  'a length of 0': ['Content-Length: 0\r\n', ''],
  'no chunks': ['Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  'an empty object in chunks': ['Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
} as const;

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];
const OTHER_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json'];

/** An answer is the same each time, apart from ids, times and secrets. */
async function askRaw(asked: Asked, type: string | null, framing: keyof typeof FRAMINGS) {
  const [header, body] = FRAMINGS[framing];
  const { host } = new URL(urlOf(asked));
  const lines = Object.entries(headersOf(asked, type)).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${asked.method} ${asked.target} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}`;
  // The connection goes on: nothing of what follows was taken for a body.
  const next = `GET /livez HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const { answers } = await exchangeBytes(urlOf(asked), `${head}${header}\r\n${body}${next}`);
  const { status, text } = answers[0]!;
  const { code, errors } = status < 400 ? {} : JSON.parse(text);
  return { status, code, errors, answers: answers.length };
}

/** What the mount was rightly paid for; everything else is free. */
const paidCalls = () => upstream.seen.length;
const spent = async (work: () => Promise<void>) => {
  const before = (await gateway.money()).balance;
  const paid = paidCalls();
  await work();
  return before - (await gateway.money()).balance - (paidCalls() - paid) * SHOP_PRICE;
};

const NO_BODY = ['nothing', 'a length of 0', 'no chunks'] as const;

async function expectSameAnswers(asked: Asked): Promise<void> {
  const where = `${asked.method} ${asked.target}`;
  const all = (type: string | null, framings: readonly (keyof typeof FRAMINGS)[]) =>
    Promise.all(framings.map((framing) => askRaw(asked, type, framing)));
  for (const type of JSON_TYPES) {
    const [answer, ...others] = await all(type, NO_BODY);
    expect(answer!.status, where).not.toBeOneOf([408, 415, 429, 500, 503]);
    expect(others, where).toEqual([answer, answer]);
    expect((await askRaw(asked, type, 'an empty object in chunks')).status, where).toBeLessThan(500);
  }
  const [untyped, empty] = await all(null, ['nothing', 'a length of 0']);
  expect(untyped, where).toEqual(empty);
  if (asked.target === '/api/payments/v1/stripe') return;
  for (const type of OTHER_TYPES) {
    // Whoever may not call at all learns only that.
    const answers = (await all(type, NO_BODY)).map(({ status, answers }) => [status, answers]);
    const refused = [expect.toBeOneOf([401, 403, 404, 415]), 2];
    expect(answers, where).toEqual([refused, refused, refused]);
  }
}

test('a request that says in any way that it has no body is answered, and an absent body is an empty one', async () => {
  const lost = await spent(async () => {
    for (const asked of routes) await expectSameAnswers(asked);
  });
  expect(lost).toBe(0);
}, 60_000);

const run = promisify(execFile);

type Send = (asked: readonly Asked[]) => Promise<number[]>;

const inSequence =
  (one: (asked: Asked, url: string) => Promise<number>): Send =>
  async (all) => {
    const statuses: number[] = [];
    for (const asked of all) statuses.push(await one(asked, urlOf(asked) + asked.target));
    return statuses;
  };

function byNode(asked: Asked, url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = nodeRequest(url, { method: asked.method, headers: headersOf(asked, 'application/json') });
  request.on('response', (response) => {
    response.resume();
    resolve(response.statusCode!);
  });
  request.on('error', reject).setTimeout(ANSWER_S_MAX * 1_000, () => request.destroy(new Error('no answer')));
  request.end();
  return promise;
}

async function byFetch(asked: Asked, url: string): Promise<number> {
  const signal = AbortSignal.timeout(ANSWER_S_MAX * 1_000);
  const response = await fetch(url, {
    method: asked.method,
    headers: headersOf(asked, 'application/json'),
    signal,
  });
  await response.arrayBuffer();
  return response.status;
}

const byCurl: Send = async (all) => {
  const args = all.flatMap((asked, i) => [
    ...(i === 0 ? [] : ['--next']),
    ...[
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}\n',
      '--max-time',
      String(ANSWER_S_MAX),
      '-X',
      asked.method,
    ],
    ...Object.entries(headersOf(asked, 'application/json')).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]),
    urlOf(asked) + asked.target,
  ]);
  return (await run('curl', args)).stdout.trim().split('\n').map(Number);
};

/** `request` adds a length of 0 for POST, PUT and PATCH; `putrequest` never does. */
const PYTHON = `
import http.client, json, sys
for method, host, target, headers in json.loads(sys.argv[1]):
    for plain in (True, False):
        c = http.client.HTTPConnection(host, timeout=${ANSWER_S_MAX})
        if plain:
            c.request(method, target, headers=headers)
        else:
            c.putrequest(method, target)
            for name, value in headers.items():
                c.putheader(name, value)
            c.endheaders()
        status = c.getresponse().status
        c.close()
    print(status)
`;

const byPython: Send = async (all) => {
  const asked = all.map((one) => [
    one.method,
    new URL(urlOf(one)).host,
    one.target,
    headersOf(one, 'application/json'),
  ]);
  return (await run('python3', ['-c', PYTHON, JSON.stringify(asked)])).stdout.trim().split('\n').map(Number);
};

const SENDERS: Record<string, [command: string | null, send: Send]> = {
  "Node's fetch": [null, inSequence(byFetch)],
  "Node's http.request": [null, inSequence(byNode)],
  curl: ['curl', byCurl],
  "Python's http.client": ['python3', byPython],
};

const isHere = (command: string | null) =>
  command === null || spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

describe.each(Object.entries(SENDERS))('%s', (_name, [command, send]) => {
  test.skipIf(!isHere(command))(
    'gets an answer from every route when it sends JSON of no length',
    async () => {
      const expected: number[] = [];
      for (const asked of routes)
        expected.push((await askRaw(asked, 'application/json', 'a length of 0')).status);
      let statuses: number[] = [];
      const lost = await spent(async () => {
        statuses = await send(routes);
      });
      const named = (all: number[]) => routes.map(({ method, target }, i) => `${method} ${target} ${all[i]}`);
      expect(named(statuses)).toEqual(named(expected));
      expect(lost).toBe(0);
    },
    60_000,
  );
});
