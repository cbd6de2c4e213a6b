// `serve --workers N`: several processes behind one public and one admin listener. Callers cannot tell them from one process,
// money and limits stay exact, operators see all of them at once, and a worker that dies is replaced.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUDGETS, expectSpentExactly } from '../testing/cap-race.ts';
import { NodeGroup, send } from '../testing/node-group.ts';
import { emptyDatabase, type TestDatabase } from '../testing/postgres-databases.ts';

const WORKERS = 3;

const times = <T>(count: number, work: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => work(i));
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

async function pids(group: NodeGroup): Promise<number[]> {
  const { body } = await group.admin(0, 'status');
  return body.nodes.map(({ pid }: { pid: number }) => pid).sort();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.each(['sqlite', 'PostgreSQL'])('workers on %s', (backend) => {
  let database: TestDatabase | null = null;
  let group: NodeGroup;

  beforeAll(async () => {
    database = backend === 'sqlite' ? null : await emptyDatabase();
    group = new NodeGroup(['--workers', String(WORKERS)]);
    await group.start(database?.url ?? 'sqlite', 1);
  }, 120_000);

  afterAll(async () => {
    await group.stop();
    await database?.drop();
  }, 60_000);

  test('all serve on one address, and the first secrets are shown once', async () => {
    expect(await pids(group)).toHaveLength(WORKERS);
    const { out } = group.nodes[0]!.process;
    expect(out.match(/Reelgate serves/g)).toHaveLength(1);
    expect(out.match(/First start/g)).toHaveLength(1);
  });

  test('money is exact over them, and one id is charged once', async () => {
    const { secret: key } = await group.customer('exact', 20);
    const answers = await Promise.all(times(60, (i) => group.search(0, `cat ${i}`, { key })));
    expect([count(answers, 200), count(answers, 402)]).toEqual([20, 40]);
    const twins = await Promise.all(times(12, () => group.search(0, 'twin', { id: 'twin' })));
    expect(count(twins, 200)).toBe(12);
    expect(new Set(twins.map(({ text }) => text)).size).toBe(1);
    const { body } = await group.admin(0, 'ledger/verify', {});
    expect(body).toMatchObject({ clean: true, held: '0.000000' });
  });

  test.each(BUDGETS.filter(() => backend === 'sqlite'))(
    '200 calls at once spend a cap of a $scope ($field) to the micro-unit',
    async (cap) => {
      await expectSpentExactly(group, cap);
      const { body } = await group.admin(0, 'ledger/verify', {});
      expect(body).toMatchObject({ clean: true, held: '0.000000' });
    },
    120_000,
  );

  test('a revoked key is refused by all of them within 5 s', async () => {
    const { id, secret: key } = await group.customer('gone', 100);
    const ask = () => Promise.all(times(4 * WORKERS, () => group.search(0, 'cat', { key })));
    expect(count(await ask(), 200)).toBe(4 * WORKERS);
    await group.admin(0, `keys/${id}/revoke`, {});
    await expect.poll(async () => count(await ask(), 401), { timeout: 5_000 }).toBe(4 * WORKERS);
  });

  test('operators see the figures of all of them, whichever answers', async () => {
    const calls = async () => {
      const headers = { authorization: `Bearer ${group.adminToken}` };
      const { text } = await send(`${group.nodes[0]!.adminUrl}/metrics`, { headers });
      expect(text).toContain(`reelgate_processes ${WORKERS}\n`);
      return Number(/reelgate_calls_total\{variant="stable",outcome="ok"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await calls();
    const answers = await Promise.all(times(30, (i) => group.search(0, `seen ${i}`)));
    expect(count(answers, 200)).toBe(30);
    expect(await Promise.all(times(WORKERS, calls))).toEqual(times(WORKERS, () => before + 30));
    const { body } = await group.admin(0, 'providers');
    expect(body).toMatchObject({ processes: WORKERS, processes_answered: WORKERS });
    expect(body.providers[0].health.attempts).toBeGreaterThanOrEqual(30);
    expect(body.providers[0].limits).toMatchObject({ in_flight_max: 10_000 });
  });

  test('one that is killed is replaced, and callers go on', async () => {
    const before = await pids(group);
    process.kill(before[0]!, 'SIGKILL');
    const isNew = (pid: number) => !before.includes(pid);
    await expect.poll(async () => (await pids(group)).filter(isNew), { timeout: 30_000 }).toHaveLength(1);
    expect(group.nodes[0]!.process.err).toContain(`worker ${before[0]} ended (SIGKILL)`);
    const answers = await Promise.all(times(30, (i) => group.search(0, `on ${i}`)));
    expect(count(answers, 200)).toBe(30);
  }, 60_000);

  test('SIGHUP reloads all of them and says so once', async () => {
    const { process } = group.nodes[0]!;
    process.kill('SIGHUP');
    await expect.poll(() => process.err, { timeout: 10_000 }).toContain('configuration reloaded\n');
    expect(process.err.match(/configuration reloaded/g)).toHaveLength(1);
  });
});

test('the key check is limited over all workers together', async () => {
  const group = new NodeGroup(['--workers', '2']);
  await group.start('sqlite', 1);
  const check = () =>
    send(`${group.nodes[0]!.url}/api/test/apikey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: group.key }),
    });
  const answers = await Promise.all(times(100, check));
  expect([count(answers, 200), count(answers, 429)]).toEqual([60, 40]);
  const all = await pids(group);
  await group.stop();
  expect(await group.nodes[0]!.process.ended).toMatchObject({ code: 0 });
  expect(all.filter(isAlive)).toEqual([]);
}, 60_000);

test('workers do not outlive a primary that is killed', async () => {
  const group = new NodeGroup(['--workers', '2']);
  await group.start('sqlite', 1);
  const all = await pids(group);
  group.nodes[0]!.process.kill('SIGKILL');
  await group.nodes[0]!.process.ended;
  await expect.poll(() => all.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  await group.stop();
}, 60_000);

test('a failed start prints one sentence, exits with a code, and leaves no process', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const group = new NodeGroup(['--workers', '2']);
  await group.start('sqlite', 0);
  const { code, out, err } = await group.spawn({ REELGATE_PUBLIC: `127.0.0.1:${port}` }).ended;
  expect({ code, out, err }).toEqual({
    code: 3,
    out: '',
    err: `error: 127.0.0.1:${port} is in use, by another program or by a running gateway; choose other addresses with REELGATE_PUBLIC and REELGATE_ADMIN\n`,
  });
  taken.close();
  await group.stop();
}, 60_000);
