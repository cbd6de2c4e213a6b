// Schedules of faults among processes, each played once, step by step: S1 to S4, S9 and S11 of twelve. S5, S7, S8 and S12 are in
// schedules.test.ts; S6 is in call/billing.test.ts and nodes.processes.test.ts, S10 in upstream/reuse.test.ts.
import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { HOLD_TTL_MS } from '../domain/limits.ts';
import type { Storage } from '../storage/storage.ts';
import { CrashChild } from '../testing/crash/crash-child.ts';
import { emptyPlace, type Place } from '../testing/crash/crash-data.ts';
import { type OwnNode, readBooks, startOwnNode, verifyLedger } from '../testing/crash/crash-node.ts';
import { type Prepared, prepare, repeat } from '../testing/crash/crash-run.ts';
import { ask, type CallAnswer, type Keys, type PlannedCall } from '../testing/crash/crash-workload.ts';
import { emptyDatabase, type TestDatabase } from '../testing/postgres-databases.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../testing/postgres-server.ts';

// Storage threads start faster with cached compiled code.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../../../../node_modules/.cache/reelgate');

const PRICE = 12_000;
const STABLE = { payer: 'rich', platform: 'scripted', action: 'search_video_v2' } as const;
const named = (id: string, keyword = id): PlannedCall => ({ id, keyword, ...STABLE });
const micros = (text: string) => Math.round(Number(text) * 1e6);

async function chargesOf(node: OwnNode, keys: Keys, id: string): Promise<number> {
  const { entries } = await readBooks(node, keys.admin, 'demo');
  return entries.filter(({ kind, request_id }) => kind === 'charge' && request_id === id).length;
}

async function expectSound(node: OwnNode, keys: Keys): Promise<void> {
  expect(await verifyLedger(node, keys.admin)).toMatchObject({ clean: true, held: '0.000000' });
}

let database: TestDatabase;

afterAll(async () => {
  await database?.drop();
});

describe.each(['sqlite', 'postgres'] as const)('two processes on one ledger (%s)', (backend) => {
  let prepared: Prepared;

  beforeAll(async () => {
    if (backend === 'postgres') database = await emptyDatabase();
    prepared = await prepare(backend === 'postgres' ? database.url : null);
  }, 120_000);
  afterAll(() => prepared.place.remove());

  /** A is a process of its own, which may be killed; B runs in this process. */
  async function withNodes(
    plan: ConstructorParameters<typeof CrashChild>[1],
    play: (world: { a: CrashChild; aUrl: string; place: Place; keys: Keys }) => Promise<void>,
  ): Promise<void> {
    const place = await prepared.place.copy();
    const a = new CrashChild(place.data, plan);
    try {
      const serving = await a.serving();
      await play({ a, aUrl: serving!.url, place, keys: prepared.keys });
    } finally {
      a.kill('SIGKILL');
      await a.ended;
      await place.remove();
    }
  }

  test(
    'S1: one id at A and at B, A killed while the platform works: B answers it, and it is charged once',
    () =>
      withNodes(null, async ({ a, aUrl, place, keys }) => {
        const b = await startOwnNode(place.data);
        const call = named('one', 'stuck s1');
        const toA = ask(aUrl, keys, call);
        expect(await a.asked(call.keyword)).toBe(true);
        const toB = ask(b.url, keys, call);
        a.kill('SIGKILL');
        expect(await toA).toBeNull();
        // Its node lock is released once the process has ended, and not before.
        await a.ended;
        await place.age();
        // The job runs every five seconds; this calls the same verb now.
        await b.storage.calls.expire({ holdTtlMs: HOLD_TTL_MS });
        const answer = (await toB)!;
        expect(answer.status).toBe(200);
        const again = await ask(b.url, keys, call);
        expect(again).toMatchObject({ text: answer.text, isReplay: true, charged: '0.000000' });
        expect(await chargesOf(b, keys, call.id)).toBe(1);
        await expectSound(b, keys);
        await b.close();
      }),
    60_000,
  );

  test(
    'S2: A killed between the commit of the charge and the first byte: B replays it, and it is charged once',
    () =>
      withNodes({ point: 'before first byte', hit: 1 }, async ({ aUrl, place, keys }) => {
        const b = await startOwnNode(place.data);
        const call = named('two');
        expect(await ask(aUrl, keys, call)).toBeNull();
        const answer = await ask(b.url, keys, call);
        expect(answer).toMatchObject({ status: 200, isReplay: true, charged: '0.000000' });
        expect(await chargesOf(b, keys, call.id)).toBe(1);
        await place.age();
        await b.close();
      }),
    60_000,
  );

  test(
    'S4: A stopped for longer than its hold lives: its late charge finds no hold, and no unpaid answer is served',
    () =>
      withNodes(null, async ({ a, aUrl, place, keys }) => {
        const call = named('four', 'stuck s4');
        const toA = ask(aUrl, keys, call);
        expect(await a.asked(call.keyword)).toBe(true);
        a.kill('SIGSTOP');
        // The first sweep of B treats every hold as expired.
        const b = await startOwnNode(place.data, { around: expiringAtOnce });
        expect((await readBooks(b, keys.admin, 'demo')).held).toBe('0.000000');
        a.kill('SIGCONT');
        await a.tell('let go');
        const late = (await toA)!;
        expect([late.status, late.charged]).toEqual([504, null]);
        expect(late.text).not.toContain('nonce');
        expect(await chargesOf(b, keys, call.id)).toBe(0);
        expect((await ask(b.url, keys, call))?.status).toBe(200);
        expect(await chargesOf(b, keys, call.id)).toBe(1);
        await expectSound(b, keys);
        await b.close();
      }),
    60_000,
  );

  test('S9: clocks an hour ahead and an hour behind: no hold ends early at either', async () => {
    const place = await prepared.place.copy();
    const nodeAt = (hours: number) => {
      const nowMs = () => systemClock.nowMs() + hours * 3_600_000;
      return startOwnNode(place.data, { ports: { clock: { ...systemClock, nowMs } }, isHealed: false });
    };
    const nodes = [await nodeAt(1), await nodeAt(-1)];
    const answers = nodes.map(({ url }, i) => ask(url, prepared.keys, named(`nine-${i}`, `stuck s9-${i}`)));
    const held = async () => (await readBooks(nodes[0]!, prepared.keys.admin, 'demo')).held;
    await expect.poll(held).toBe('0.024000');
    for (const { storage } of [...nodes, ...nodes]) {
      expect(await storage.calls.expire({ holdTtlMs: HOLD_TTL_MS })).toEqual({ expired: 0 });
    }
    for (const { platform } of nodes) platform.letGo();
    expect((await Promise.all(answers)).map((answer) => answer?.status)).toEqual([200, 200]);
    await expectSound(nodes[1]!, prepared.keys);
    for (const node of nodes) await node.close();
    await place.remove();
  }, 60_000);
});

/** Treats every hold as expired. */
function expiringAtOnce(storage: Storage): Storage {
  const { expire } = storage.calls;
  return { ...storage, calls: { ...storage.calls, expire: () => expire({ holdTtlMs: 0 }) } };
}

describe('a server of its own', () => {
  let server: EmbeddedServer;

  beforeAll(async () => {
    server = await startEmbeddedServer();
  }, 120_000);
  afterAll(() => server.stop(), 60_000);

  test('S3: PostgreSQL restarts at once under 50 charges in flight: each id is charged once, within 30 s', async () => {
    const CALLS = 50;
    const place = await emptyPlace(server.url);
    const meeting = meetBeforeSettle(CALLS);
    const node = await startOwnNode(place.data, { around: meeting.around });
    const { apiKey: rich, adminToken: admin } = node.firstStart!;
    const keys = { rich, poor: '', admin };
    const start = micros((await readBooks(node, admin, 'demo')).balance);
    const calls = Array.from({ length: CALLS }, (_, i) => named(`three-${i}`));
    const first = calls.map((call) => ask(node.url, keys, call));
    await meeting.complete;
    const beganMs = systemClock.monotonicMs();
    await server.crash();
    await server.start();
    const seen = await Promise.all(first);
    for (const answer of seen) expect([200, 503]).toContain(answer?.status);
    const last = await Promise.all(calls.map((call) => repeat(() => ask(node.url, keys, call))));
    expect(systemClock.monotonicMs() - beganMs).toBeLessThan(30_000);
    for (const [i, answer] of last.entries()) expectAnswered(answer, seen[i]!);
    const { balance, entries } = await readBooks(node, admin, 'demo');
    expect(micros(balance)).toBe(start - CALLS * PRICE);
    const charged = entries.filter(({ kind }) => kind === 'charge').map(({ request_id }) => request_id);
    expect(charged.sort()).toEqual(calls.map(({ id }) => id).sort());
    await expectSound(node, keys);
    await node.close();
    await place.remove();
  }, 120_000);
});

function expectAnswered(answer: CallAnswer, seen: CallAnswer): void {
  expect(answer.status).toBe(200);
  if (seen.status === 200) expect(answer).toMatchObject({ text: seen.text, isReplay: true });
}

/** Holds back the first charges until this many are waiting, and then lets them go together. */
function meetBeforeSettle(count: number) {
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  const around = (storage: Storage): Storage => ({
    ...storage,
    calls: {
      ...storage.calls,
      async settle(input) {
        if (++waiting === count) resolve();
        await complete;
        return storage.calls.settle(input);
      },
    },
  });
  return { complete, around };
}

describe('a full disk', () => {
  /** Room for a few charges beyond what the database has already. */
  const ROOM_BYTES = 400_000;
  const CALLS_MAX = 200;

  test('S11: a ledger that cannot be written gives 503, nothing is served unpaid, and calls succeed again with room on the disk', async () => {
    const prepared = await prepare(null);
    const { place, keys, start } = prepared;
    const file = path.join(place.data.folder, 'reelgate.db');
    // The last connection that closes removes the log.
    const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
    const bytes = sizeOf(file) + sizeOf(`${file}-wal`);
    const blocks = Math.ceil((bytes + ROOM_BYTES) / 512);
    const child = new CrashChild(place.data, null, `ulimit -f ${blocks}`);
    const { url } = (await child.serving())!;
    const seen = new Map<string, CallAnswer>();
    for (let i = 0; i < CALLS_MAX && !hasRefusals(seen, 5); i++) {
      seen.set(`eleven-${i}`, (await ask(url, keys, named(`eleven-${i}`)))!);
    }
    for (const { status, text } of seen.values()) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(text).toContain('STORAGE_UNAVAILABLE');
      if (status === 503) expect(text).not.toContain('nonce');
    }
    expect([...seen.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(hasRefusals(seen, 5)).toBe(true);
    expect(child.hasEnded).toBe(false);
    child.kill('SIGKILL');
    await child.ended;
    const node = await startOwnNode(place.data);
    for (const [id, answer] of seen) expectAnswered((await ask(node.url, keys, named(id)))!, answer);
    expect(micros((await readBooks(node, keys.admin, 'demo')).balance)).toBe(start.rich - seen.size * PRICE);
    await expectSound(node, keys);
    await node.close();
    await place.remove();
  }, 60_000);
});

function hasRefusals(seen: Map<string, CallAnswer>, count: number): boolean {
  return [...seen.values()].filter(({ status }) => status !== 200).length >= count;
}
