// Requests through real proxies, with the files of deploy/: the proxy and the node behind it see the same requests, whatever bytes a caller
// sends, and the node knows the caller's address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange, ID_HEADER, SEARCH, type Servers, startServers } from '../src/http/testing/servers.ts';
import { AMBIGUOUS, PLAIN } from '../src/http/testing/smuggled-requests.ts';
import { requestText } from '../src/testing/raw-http.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../src/testing/test-gateway.ts';
import { programsFor, type ServerName } from './programs.ts';
import { type Nodes, type StartedProxy, startHaproxy, startNginx } from './proxies.ts';

const PROXIES: [ServerName, (programs: Record<string, string>, nodes: Nodes) => Promise<StartedProxy>][] = [
  ['nginx', ({ nginx }, nodes) => startNginx(nginx!, nodes)],
  ['HAProxy', ({ haproxy }, nodes) => startHaproxy(haproxy!, nodes)],
];
/** Reserved for documentation (RFC 5737): no machine has it. */
const ELSEWHERE = '203.0.113.9';
/** HAProxy asks this by itself. */
const HEALTH = 'GET /readyz';
/** As many as a proxy may keep connections open to the nodes after one case. */
const VICTIMS = 4;
/** Milliseconds of silence after which the next case begins. Whatever comes later counts then. */
const QUIET_MS = 250;

const IN_A_BODY = '/in-a-body';
const LINE = 'POST /api/test/apikey';
/** Where the proxy sees it, it may pass it on: it is then a request of its own. */
const BEHIND = requestText('GET /behind');

/** What a proxy may understand in another way than the node, beside the bytes that the node refuses. */
const OF_PROXIES: Record<string, string> = {
  'two hosts': 'GET /two-hosts HTTP/1.1\r\nHost: one\r\nHost: two\r\n\r\n',
  'another host in the address': 'GET http://other.example/livez HTTP/1.1\r\nHost: test\r\n\r\n',
  'a fragment in the path': requestText('GET /livez#?a=b'),
  'dots in the path': requestText('GET /api/../admin/v1/accounts'),
  'encoded dots and slashes in the path': requestText('GET /api/%2e%2e%2fadmin/v1/accounts'),
  'headers that a hop must drop': requestText('GET /hop', ['Connection: Host, X-Forwarded-For']),
  'chunks of HTTP/1.0': `${LINE} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a tunnel': 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n',
};

const CASES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(AMBIGUOUS).map(([what, bytesOf]) => [what, bytesOf(LINE) + BEHIND])),
  ...Object.fromEntries(
    Object.entries(PLAIN).map(([what, bytesOf]) => [
      what,
      bytesOf(LINE, requestText(`GET ${IN_A_BODY}`), 'nobody') + BEHIND,
    ]),
  ),
  ...Object.fromEntries(Object.entries(OF_PROXIES).map(([what, bytes]) => [what, bytes + BEHIND])),
};

/** Those that the others do not have, or not as often. */
function notAmong(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

describe.each(PROXIES)('through %s', (name, start) => {
  const programs = programsFor(`requests through ${name}`, name);

  describe.skipIf(programs === null)('two nodes', () => {
    let nodes: Servers[];
    let proxy: StartedProxy;
    /** `METHOD target` of each request that a node read. */
    const read: string[] = [];

    beforeAll(async () => {
      nodes = await Promise.all([0, 1].map(() => startServers({ trustProxy: ['127.0.0.1'] })));
      for (const { public: listener } of nodes) {
        const { server } = listener.app;
        server.on('request', ({ method, url }) => {
          if (`${method} ${url}` !== HEALTH) read.push(`${method} ${url}`);
        });
      }
      proxy = await start(programs!, nodes.map(({ publicPort }) => publicPort) as unknown as Nodes);
    });
    afterAll(async () => {
      await proxy.close();
      await Promise.all(nodes.map((node) => node.close()));
    });

    /** A caller with a good request. It must get the answer to it, whatever another caller sent before. */
    async function victim(id: string): Promise<void> {
      const keys = nodes.map(({ key }) => key);
      const asked = await Promise.all(
        keys.map((key) =>
          fetch(`http://127.0.0.1:${proxy.port}${SEARCH}?keyword=${id}`, {
            headers: { authorization: `Bearer ${key}`, [ID_HEADER]: id },
          }),
        ),
      );
      for (const answer of asked) {
        // Each node knows only its own key.
        expect([200, 401]).toContain(answer.status);
        expect(answer.headers.get(ID_HEADER)).toBe(id);
        expect(((await answer.json()) as { request_id: string }).request_id).toBe(id);
      }
    }

    // Concurrent, as callers are: all connections to the nodes are shared.
    test.concurrent.for(Object.entries(CASES))(
      '%s: the node reads what the proxy passed on, and no other caller notices',
      async ([what, bytes], { expect }) => {
        await exchange(proxy.port, Buffer.from(bytes, 'latin1'), QUIET_MS);
        // A proxy logs a request some time after its answer.
        await expect.poll(() => notAmong(read, proxy.passedOn())).toEqual([]);
        const number = Object.keys(CASES).indexOf(what);
        await Promise.all(Array.from({ length: VICTIMS }, (_, i) => victim(`victim-${number}-${i}`)));
      },
    );

    test('requests were read, and none of those that are bodies', () => {
      expect(read.length).toBeGreaterThan(Object.keys(CASES).length);
      expect(read.filter((one) => one.includes(IN_A_BODY))).toEqual([]);
    });
  });

  describe.skipIf(programs === null)('a whole gateway', () => {
    let one: TestGateway;
    let other: TestGateway;
    let proxy: StartedProxy;
    beforeAll(async () => {
      const settings = TEST_SETTINGS.replace('service: {', 'service: { trust_proxy: ["127.0.0.1"],');
      one = await startTestGateway({ settings });
      other = await startTestGateway({ settings, beside: one });
      proxy = await start(
        programs!,
        [one, other].map(({ url }) => Number(new URL(url).port)) as unknown as Nodes,
      );
    });
    afterAll(async () => {
      await proxy.close();
      await other.close();
      await one.close();
    });

    const ask = (key: string, headers: Record<string, string> = {}, query = 'keyword=a') =>
      fetch(`http://127.0.0.1:${proxy.port}/api/u1/v1/scripted/app/search_video_v2?${query}`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
      });

    test("a key's list of addresses is about the caller, not about the proxy or what the caller wrote", async () => {
      const here = await one.newKey({ addresses: ['127.0.0.1/32'] });
      const elsewhere = await one.newKey({ addresses: [`${ELSEWHERE}/32`] });
      for (const header of [
        'X-Forwarded-For',
        'x-forwarded-for',
        'X_Forwarded_For',
        'Forwarded',
        'X-Real-IP',
      ]) {
        const lies = { [header]: header === 'Forwarded' ? `for=${ELSEWHERE}` : ELSEWHERE };
        expect([header, (await ask(here.secret, lies)).status]).toEqual([header, 200]);
        expect([header, (await ask(elsewhere.secret, lies)).status]).toEqual([header, 403]);
      }
    });

    test('a repeated id is charged once, whichever node the proxy chooses', async () => {
      const before = await one.money();
      const answers: string[] = [];
      for (let i = 0; i < 4; i++) {
        const answer = await ask(one.key, { [ID_HEADER]: `${name}-again` }, 'keyword=again');
        expect(answer.status).toBe(200);
        answers.push(await answer.text());
      }
      expect(new Set(answers).size).toBe(1);
      expect(before.balance - (await one.money()).balance).toBe(12_000);
    });
  });
});
