// Several nodes on one database, as separate processes: a change made on one node reaches all of them, and what must be exact is
// exact over all of them together.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUDGETS, expectNoneAbove, expectSpentExactly, untilDecided } from '../testing/cap-race.ts';
import { HANGING, MANY_NAMES, ManyPlatforms, REFUSING } from '../testing/many-platforms.ts';
import { type Answer, NodeGroup, PRICE_MICROS } from '../testing/node-group.ts';
import { emptyDatabase, type TestDatabase } from '../testing/postgres-databases.ts';

const NODES = 3;
/** How long a change may take to reach every node. */
const NOTICE_MS = 5_000;

let database: TestDatabase;
let group: NodeGroup;
const many = new ManyPlatforms();

beforeAll(async () => {
  database = await emptyDatabase();
  group = new NodeGroup([], many);
  await group.start(database.url, NODES);
}, 120_000);

afterAll(async () => {
  await group.stop();
  await database.drop();
}, 120_000);

const times = <T>(count: number, work: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => work(i));
const statuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Resolves when every node agrees, to the milliseconds that it took. */
async function untilAll(isSo: (n: number) => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  const one = (n: number) => expect.poll(() => isSo(n), { interval: 50, timeout: 4 * NOTICE_MS }).toBe(true);
  await Promise.all(times(NODES, one));
  return performance.now() - startedMs;
}

async function ledgerIsClean(): Promise<void> {
  expect((await group.admin(0, 'ledger/verify', {})).body).toMatchObject({ clean: true });
}

test('when nodes start together on an empty database, one shows the first secrets and one catalog is seeded', async () => {
  const welcomes = group.nodes.filter(({ process }) => process.out.includes('rgk_live_'));
  expect(welcomes).toHaveLength(1);
  const { body } = await group.admin(1, 'catalog/versions');
  expect(body.versions).toHaveLength(1);
  const { nodes } = (await group.admin(2, 'status')).body;
  expect(nodes.map(({ pid }: { pid: number }) => pid).sort()).toEqual(
    group.nodes.map(({ process }) => process.pid).sort(),
  );
});

test('S6: 300 calls at once over three nodes, with money for 100, are 100 answers and 200 refusals', async () => {
  const { secret: key } = await group.customer('hundred', 100);
  const asked = (i: number) => ({ keyword: `cat ${i}`, key, id: `s6-${i}` });
  const answers = await Promise.all(times(300, (i) => untilDecided(group, i, asked(i))));
  expect(statuses(answers)).toEqual({ 200: 100, 402: 200 });
  expect((await group.admin(0, 'accounts/hundred')).body.account).toMatchObject({
    balance: '0.000000',
    held: '0.000000',
  });
  await ledgerIsClean();
}, 120_000);

test('one id sent to every node at the same time is charged once, and all answer the same body', async () => {
  const { secret: key } = await group.customer('twins', 200);
  const twins = (i: number) =>
    Promise.all(times(NODES, (n) => group.search(n, 'twin', { key, id: `twin-${i}` })));
  // Ten ids at a time: three hundred requests at once would only measure the machine.
  const all = [];
  for (let from = 0; from < 100; from += 10)
    all.push(...(await Promise.all(times(10, (i) => twins(from + i)))));
  for (const answers of all) {
    expect(statuses(answers)).toEqual({ 200: NODES });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('x-reelgate-replayed') === 'true')).toHaveLength(2);
  }
  const { account } = (await group.admin(1, 'accounts/twins')).body;
  expect(account.balance).toBe(((100 * PRICE_MICROS) / 1e6).toFixed(6));
  await ledgerIsClean();
});

test('a key that is revoked on one node is refused by all within 5 s', async () => {
  const { id, secret: key } = await group.customer('revoked', 100);
  const isServed = async (n: number) => (await group.search(n, 'cat', { key })).status === 200;
  await untilAll(isServed);
  await group.admin(0, `keys/${id}/revoke`, {});
  const tookMs = await untilAll(async (n) => (await group.search(n, 'cat', { key })).status === 401);
  expect(tookMs).toBeLessThan(NOTICE_MS);
});

test('a catalog that is published on one node is quoted by all within 5 s', async () => {
  const path = '/api/u1/v1/peertube/app/search_video';
  const quoted = async (n: number) => {
    const { body } = await group.ask(n, `/api/pricing/v1/endpoints?path=${path}`);
    return body.endpoints[0].unit_price as string;
  };
  await untilAll(async (n) => (await quoted(n)) === '0.004000');
  const endpoints = [
    { path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.012' },
    { path: '/api/*/v1/*/app/search_video', unit_price: '0.005' },
  ];
  expect((await group.admin(1, 'catalog/versions', { endpoints })).status).toBe(201);
  expect(await untilAll(async (n) => (await quoted(n)) === '0.005000')).toBeLessThan(NOTICE_MS);
});

test('a limit of 50 calls in a window is 50 over all nodes together, in every window', async () => {
  const rate = { requests: 50, per_seconds: 3_600, concurrent: 1_000 };
  const { id, secret: key } = await group.customer('limited', 1_000, { rate });
  for (let window = 0; window < 3; window++) {
    const answers = await Promise.all(times(120, (i) => group.search(i, 'cat', { key })));
    expect(statuses(answers)).toEqual({ 200: 50, 429: 70 });
    // An hour passes for this key.
    const scope = `key_id:${id}`;
    await database.query('UPDATE rate_windows SET start_ms = start_ms - 3600000 WHERE scope = $1', [scope]);
  }
});

test.each(BUDGETS)(
  '200 calls at once over three nodes spend a cap of a $scope ($field) to the micro-unit',
  async (budget) => {
    await expectSpentExactly(group, budget);
    await ledgerIsClean();
  },
  120_000,
);

test('200 calls at once that cost more than their key pays for one are all refused, and nothing is charged', async () => {
  await expectNoneAbove(group);
}, 120_000);

test('a dry run on any node changes no row', async () => {
  const { secret: key } = await group.customer('dry', 10);
  const tables = await database.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  // Nodes write their heartbeat and renew their leases, whatever is asked of them.
  const ownOfNodes = ['nodes', 'provider_leases'];
  const names = tables.map(({ name }) => name as string).filter((name) => !ownOfNodes.includes(name));
  expect(names).toContain('free_days');
  const write = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const dump = (name: string) =>
    database
      .query(`SELECT * FROM ${name} t ORDER BY t::text`)
      .then((rows) => [name, JSON.stringify(rows, write)]);
  const dumpAll = async () => Object.fromEntries(await Promise.all(names.map(dump)));
  const path = '/api/u1/v1/peertube/app/search_video_v2?keyword=dry&dry_run=1';
  const changedTables = async () => {
    const before = await dumpAll();
    const answers = await Promise.all(times(30, (i) => group.ask(i, path, { key, id: `dry-${i}` })));
    expect(statuses(answers)).toEqual({ 200: 30 });
    expect(answers[0]!.body).toMatchObject({ dry_run: true, price: '0.012000', would: 'live' });
    const after = await dumpAll();
    return names.filter((name) => after[name] !== before[name]);
  };
  // Work in the background may end in between; a dry run that writes would do so every time.
  let changed = await changedTables();
  for (let more = 0; more < 2 && changed.length > 0; more++) changed = await changedTables();
  expect(changed).toEqual([]);
});

test('a walk goes on at any node, and a stored answer replays at any node', async () => {
  const ids = new Set<string>();
  let pcursor = '';
  for (let n = 0; n < 6; n++) {
    const { status, body } = await group.search(n, 'walk', { pcursor, id: `walk-${n}` });
    expect(status).toBe(200);
    for (const { id } of body.items) ids.add(id);
    pcursor = body.pcursor;
  }
  expect(ids.size).toBe(60);
  const again = await Promise.all(times(NODES, (n) => group.search(n, 'walk', { id: 'walk-0' })));
  expect(new Set(again.map(({ text }) => text)).size).toBe(1);
  for (const { headers } of again) expect(headers.get('x-reelgate-replayed')).toBe('true');
});

interface AllPage {
  items: { platform: string; id: string }[];
  platforms: { platform: string; status: string; charged: string }[];
  receipt: { charged: string };
}

/** Each page of a search over many platforms comes from another node than the one before. */
async function walkOverAll(key: string): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let pcursor = ''; pcursor !== 'no_more'; pcursor = pages.at(-1)!.body.pcursor) {
    const query = { keyword: 'all', platforms: MANY_NAMES.join(), count: '25', pcursor };
    const path = `/api/u1/v1/all/app/search_video_v2?${new URLSearchParams(query)}`;
    const page = await group.ask(pages.length, path, { key, id: `all-${pages.length}` });
    expect([page.status, page.body.code]).toEqual([200, undefined]);
    // The replay from a third node is identical.
    const again = await group.ask(pages.length + 2, path, { key, id: `all-${pages.length}` });
    expect(again.text).toBe(page.text);
    pages.push(page);
    expect(pages.length).toBeLessThan(20);
  }
  return pages;
}

test('a search over five platforms of which one hangs, one refuses and one ends early gives all of the others once, from any node', async () => {
  const { secret: key } = await group.customer('many', 100);
  const pages = (await walkOverAll(key)).map(({ body }) => body as AllPage);
  const seenOf = (name: string) =>
    pages.flatMap(({ items }) => items.filter(({ platform }) => platform === name).map(({ id }) => id));
  for (const name of MANY_NAMES) expect(seenOf(name)).toEqual(many.deliveredBy(name));
  const statusOf = (name: string) => pages[0]!.platforms.find(({ platform }) => platform === name)?.status;
  expect([statusOf(REFUSING), statusOf(HANGING)]).toEqual(['refused', 'timeout']);
  const micros = (text: string) => Math.round(Number(text) * 1e6);
  const legs = pages.flatMap(({ platforms }) => platforms).filter(({ charged }) => micros(charged) > 0);
  expect(legs.filter(({ platform }) => platform === REFUSING || platform === HANGING)).toEqual([]);
  // The number of pages of 25 that each platform has.
  const due = MANY_NAMES.map((name) => Math.ceil(many.deliveredBy(name).length / 25));
  expect(legs.length).toBe(due.reduce((sum, each) => sum + each, 0));
  const paid = pages.reduce((sum, { receipt }) => sum + micros(receipt.charged), 0);
  expect(paid).toBe(legs.length * PRICE_MICROS);
  const { account } = (await group.admin(1, 'accounts/many')).body;
  expect(account).toMatchObject({
    balance: ((100 * PRICE_MICROS - paid) / 1e6).toFixed(6),
    held: '0.000000',
  });
  await ledgerIsClean();
}, 120_000);

test('a node with another secret is refused at its start, with one sentence and an exit code', async () => {
  const stranger = group.spawn({ REELGATE_SECRET: 'ab'.repeat(32) });
  const { code, err } = await stranger.ended;
  expect(code).toBe(3);
  expect(err).toMatch(
    /^error: service\.secret \(REELGATE_SECRET\) is not the one .* reelgate secret rotate\n$/,
  );
});

test('the hold of a node that is killed in the middle of a call is released by another', async () => {
  const { secret: key } = await group.customer('orphan', 1);
  const held = async () => (await group.admin(0, 'accounts/orphan')).body.account.held as string;
  const { promise, resolve } = Promise.withResolvers<void>();
  group.platform.held = promise;
  const victim = await group.add();
  const answer = group.search(NODES, 'cat', { key }).catch(() => null);
  await expect.poll(held, { timeout: 10_000 }).toBe('0.012000');
  victim.process.kill('SIGKILL');
  expect(await answer).toBeNull();
  group.nodes.pop();
  resolve();
  // A node without a heartbeat counts as gone after 15 s, and a sweep runs every five seconds.
  await expect.poll(held, { timeout: 25_000 }).toBe('0.000000');
  expect((await group.search(1, 'cat', { key })).status).toBe(200);
  await ledgerIsClean();
}, 120_000);
