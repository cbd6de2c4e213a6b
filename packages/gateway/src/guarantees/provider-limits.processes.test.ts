// Several nodes on one PostgreSQL use one platform: they spend one quota, whichever node is killed in the middle, and keep one
// rate together. The comparisons hold however slow the machine is: a request arrives after it was sent, never before.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NodeGroup } from '../testing/node-group.ts';
import { emptyDatabase, type TestDatabase } from '../testing/postgres-databases.ts';

const NODES = 3;

let database: TestDatabase;
let group: NodeGroup;

beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  await group.stop();
  await database.drop();
});

async function start(limits: object): Promise<void> {
  group = new NodeGroup([], null, limits);
  await group.start(database.url, NODES);
  group.key = (await group.customer('rich', 100_000)).secret;
}

/** Sends this many calls at once, distributed over the nodes in turn; a killed node answers nothing. */
const flood = (calls: number, name: string) =>
  Promise.allSettled(Array.from({ length: calls }, (_, n) => group.search(n, `${name}-${n}`)));

const UNITS = 100;
const KILLS = 3;
/** Killed nodes leave so few units that a few more rounds spend them, however few calls of a round succeed. */
const ROUNDS_MAX = 50;

async function usedUnits(): Promise<number> {
  const [row] = await database.query(
    'SELECT coalesce(sum(used_units), 0)::integer AS used FROM provider_quotas',
  );
  return row!.used as number;
}

test('nodes that are killed while they take never spend a unit twice: the platform is asked once for each at most', async () => {
  await start({ quota: { units: UNITS, per: 'month', reset: 'UTC' } });
  let asked = 0;
  group.platform.onRequest = () => {
    asked++;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const askedBefore = asked;
    const calls = flood(20, `kill-${kill}`);
    // Calls are in progress: some have been answered, and some have not.
    await expect.poll(() => asked > askedBefore).toBe(true);
    const [victim] = group.nodes.splice(kill % NODES, 1);
    victim!.process.kill('SIGKILL');
    await calls;
    await victim!.process.ended;
    expect(asked).toBeLessThanOrEqual(await usedUnits());
    await group.add();
  }
  for (let round = 0; round < ROUNDS_MAX && (await usedUnits()) < UNITS; round++)
    await flood(20, `more-${round}`);
  await flood(20, 'refused');
  expect(await usedUnits()).toBe(UNITS);
  expect(asked).toBeLessThanOrEqual(UNITS);
  expect(asked).toBeGreaterThan(UNITS - KILLS * 20);
});

const PER_SECOND = 10;
const SECONDS = 6;
const LOOK_MS = 200;

interface Leases {
  count: number;
  /** False when a node has not renewed its lease in time: then another node may hold the same part. */
  areFresh: boolean;
}

async function leases(): Promise<Leases> {
  const [row] = await database.query(
    `SELECT count(*)::integer AS count,
            coalesce(min(until_ms) > extract(epoch FROM clock_timestamp()) * 1000, false) AS fresh
       FROM provider_leases WHERE provider = 'upstream'`,
  );
  return { count: row!.count as number, areFresh: row!.fresh as boolean };
}

test('three nodes send a platform no more than its requests a second, and one slice', async () => {
  await start({ requests_per_second: PER_SECOND });
  await expect.poll(async () => (await leases()).count).toBe(NODES);
  let arrived = 0;
  let over = 0;
  const startedMs = performance.now();
  group.platform.onRequest = () => {
    arrived++;
    const allowed = ((performance.now() - startedMs) / 1_000) * PER_SECOND;
    // Each node may send one request at once, and two nodes may hold the same part for a moment: a slice is one second's worth.
    over = Math.max(over, arrived - allowed - NODES - PER_SECOND);
  };
  const calls: Promise<unknown>[] = [];
  let isOnTime = true;
  for (let look = 0, lookedMs = startedMs; lookedMs - startedMs < SECONDS * 1_000; look++) {
    if (look % 5 === 0) calls.push(flood(3 * PER_SECOND, `round-${look}`));
    await pause(LOOK_MS);
    const nowMs = performance.now();
    const { count, areFresh } = await leases();
    isOnTime &&= count === NODES && areFresh && nowMs - lookedMs < 1_000;
    lookedMs = nowMs;
  }
  await Promise.all(calls);
  // A machine that stalls for seconds proves nothing: a late node keeps its part while others get it too.
  if (isOnTime) expect(over).toBe(0);
  expect(arrived).toBeGreaterThan(0);
});
