// The database becomes unavailable under serving nodes and comes back: callers get their answer in time, probes report the true
// state, nothing is lost and no node is restarted. It uses a server of its own, because it would break other tests.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NodeGroup, send } from '../testing/node-group.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../testing/postgres-server.ts';
import { createTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';

/** A call's own deadline, plus a little for a busy machine. */
const ANSWER_MS = 17_000;
/** Five seconds are promised on a machine with enough CPU; here only a node that never comes back fails. */
const BACK_MS = 30_000;

let server: EmbeddedServer;
let proxy: TcpProxy;
let group: NodeGroup;

beforeAll(async () => {
  server = await startEmbeddedServer();
  const url = new URL(server.url);
  proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) }, 'nothing is marked');
  url.port = String(proxy.port);
  group = new NodeGroup();
  await group.start(url.href, 2);
}, 120_000);

afterAll(async () => {
  await group.stop();
  await proxy.close();
  await server.stop();
}, 60_000);

const probe = async (path: string) => (await send(group.nodes[0]!.url + path, {})).status;

async function took<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const startedMs = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - startedMs };
}

/** Every kind of caller meets the outage; then it ends, and the same processes serve. */
async function survives(name: string, begin: () => Promise<void>, end: () => Promise<void>): Promise<void> {
  const paid = await group.search(0, 'before', { id: `${name}-before` });
  expect(paid.status).toBe(200);
  const pids = group.nodes.map(({ process }) => process.pid);
  await begin();
  const calls = await Promise.all(
    [0, 1].map((n) => took(() => group.search(n, `away ${n}`, { id: `${name}-${n}` }))),
  );
  for (const { answer, ms } of calls) {
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(ms).toBeLessThan(ANSWER_MS);
  }
  expect(await Promise.all([probe('/livez'), probe('/readyz')])).toEqual([200, 503]);
  await end();
  const backMs = (await took(() => expect.poll(() => probe('/readyz'), { timeout: 20_000 }).toBe(200))).ms;
  expect(backMs).toBeLessThan(BACK_MS);
  const again = await took(() =>
    Promise.all([0, 1].map((n) => group.search(n, `away ${n}`, { id: `${name}-${n}` }))),
  );
  expect(again.answer.map(({ status }) => status)).toEqual([200, 200]);
  expect(backMs + again.ms).toBeLessThan(BACK_MS);
  expect((await group.search(1, 'before', { id: `${name}-before` })).text).toBe(paid.text);
  expect((await group.admin(0, 'ledger/verify', {})).body).toMatchObject({ clean: true, held: '0.000000' });
  // A node touches its row again within seconds of the return of the database.
  const serving = async () => {
    const { nodes } = (await group.admin(1, 'status')).body;
    return nodes.map(({ pid }: { pid: number }) => pid).sort();
  };
  await expect.poll(serving).toEqual(pids.sort());
}

test('a server that is stopped: 503 in time, not ready but alive, and serving after its return', async () => {
  await survives('stopped', server.crash, server.start);
}, 60_000);

test('a server that hangs: calls wait within their deadline, then get 503, and succeed soon after', async () => {
  const setFault = (fault: TcpProxy['fault']) => async () => {
    proxy.fault = fault;
  };
  await survives('hanging', setFault('black hole'), setFault('none'));
}, 60_000);
