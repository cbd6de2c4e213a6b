// The worker of watches and the ways to its items on a real ledger, with a path of a call that the test scripts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { GatherOutcome, RunRequest } from '../../call/gathering/gathered.ts';
import { hashSecret } from '../../domain/access/key.ts';
import { systemRandom } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import type { Watch } from '../../domain/gathering/watch.ts';
import { PacedWork } from '../../domain/limiting/paced-work.ts';
import { toMicros } from '../../domain/money.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import type { RunFound, Storage } from '../../storage/storage.ts';
import { newWatch } from '../../storage/testing/gathered.ts';
import { addPayer, PRICE, publishPrice } from '../../storage/testing/payer.ts';
import { inBothLives, runDuties } from '../../testing/run-duties.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';
import { awaitItems } from './await-items.ts';
import { FEED_SECRET_CHARS } from './feed-address.ts';
import { FEED_ENTRIES_MAX } from './feed-text.ts';
import { findFeed, writeFeed } from './read-feed.ts';
import { WatchRuns } from './watch-runs.ts';

const HOUR = 3_600_000;
const clock = createTestClock();
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-runs-'));
const file = path.join(folder, 'a.db');
let storage: Storage;
let drawn = 0;

beforeAll(async () => {
  storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  await publishPrice(storage);
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function madeNew(query: Record<string, string>): Promise<Watch> {
  const payer = `payer-${++drawn}`;
  await addPayer(storage, payer, 10);
  const created = await storage.watches.create(
    newWatch(payer, { requestId: payer, query, pagesMax: 3, runMostMicros: PRICE }),
  );
  if (created.kind !== 'created') throw new Error(created.kind);
  return created.watch;
}

type Run = (request: RunRequest) => Promise<GatherOutcome>;

function workWith(run: Run, turn = async () => {}): WatchRuns {
  return new WatchRuns({
    storage,
    settings: () => ({ enabled: true, atOnce: 10, perAccount: 10 }),
    turn,
    async holderOf(keyId) {
      const key = (await storage.keys.find({ id: keyId }))!;
      const account = (await storage.accounts.find({ idOrName: key.accountId }))!;
      return { key, account, secretValidUntilMs: null };
    },
    terms: async ({ path: billedPath }) => ({
      ...{ kind: 'terms', billedPath, platform: 'x', operation: 'video.search', shape: 'list', unit: 'call' },
      ...{ unitPriceMicros: PRICE, leastMicros: PRICE, pageItemsMax: 50, mostMicros: toMicros(3 * PRICE) },
    }),
    run,
  });
}
const runWith = (run: Run) => runDuties(storage, workWith(run));
const find = async ({ id }: Watch) => (await storage.watches.find({ id }))!;
const busy = failure('UPSTREAM_BUSY', 'no');

inBothLives('a watch', (isUsed) => {
  /** Used: its first run failed, it rested, and its next slots have come. */
  async function made(query: Record<string, string> = { keyword: 'a' }): Promise<Watch> {
    const watch = await madeNew(query);
    if (!isUsed) return watch;
    await runWith(async () => busy);
    clock.advance(7 * 24 * HOUR);
    return watch;
  }

  test('in a slot a run takes no answer that is older than five minutes, unless its question says otherwise; any other run asks the platform', async () => {
    const watches = [await made(), await made({ keyword: 'b', max_age: '60' })];
    const asked: (string | undefined)[][] = [];
    const run = async () => {
      const ages = new Map<string, string | undefined>();
      await runWith(async ({ holder, query }) => {
        ages.set(holder.account.id, query.max_age);
        return busy;
      });
      asked.push(watches.map(({ accountId }) => ages.get(accountId)));
    };
    const request = (requestId: string) =>
      Promise.all(
        watches.map(({ id, accountId }) => storage.watches.requestRun({ id, accountId, requestId })),
      );
    // The first run of a new watch is in no slot.
    await run();
    clock.advance(7 * 24 * HOUR);
    await run();
    await request('between');
    await run();
    clock.advance(7 * 24 * HOUR);
    await request('in a slot');
    await run();
    const planned = ['300', '60'];
    const live = ['0', '0'];
    expect(asked).toEqual([isUsed ? planned : live, planned, live, live]);
  });

  test('a run that was asked for while another one is under way is not done by that one', async () => {
    const watch = await made();
    const { id, accountId } = watch;
    const asked: (string | undefined)[] = [];
    await runWith(async ({ holder, query }) => {
      if (holder.account.id !== accountId) return busy;
      asked.push(query.max_age);
      if (asked.length === 1) await storage.watches.requestRun({ id, accountId, requestId: 'meanwhile' });
      return busy;
    });
    expect(asked).toEqual([isUsed ? '300' : '0', '0']);
    expect(await find(watch)).toMatchObject({ runNow: false });
  });

  test('a watch that marks first does so in the first run that succeeds, whatever failed before', async () => {
    const { id, accountId } = await made();
    new DatabaseSync(file).prepare(`UPDATE watches SET baseline = 'mark' WHERE id = ?`).run(id);
    const marks: boolean[] = [];
    for (let runs = 0; runs < 3; runs++) {
      await runWith(async ({ holder, marksOnly }) => {
        if (holder.account.id === accountId) marks.push(marksOnly);
        return busy;
      });
      clock.advance(7 * 24 * HOUR);
    }
    expect(marks).toEqual([true, true, true]);
  });

  test('a watch that a cap stops is resumed when the cap resets, or an hour later if it never does', async () => {
    const reset = await made();
    const never = await made();
    const from = clock.nowMs();
    await runWith(async ({ holder }) =>
      failure(
        'SPEND_CAP_REACHED',
        'no',
        holder.account.id === reset.accountId ? { retryAfterMs: 7 * HOUR } : {},
      ),
    );
    const resumedAfterMs = async (watch: Watch) => {
      expect(await find(watch)).toMatchObject({ state: 'paused', pausedFor: 'cap' });
      while ((await find(watch)).state === 'paused') {
        clock.advance(HOUR / 2);
        while ((await storage.watches.resumeDue()).resumed > 0);
      }
      return clock.nowMs() - from;
    };
    expect(await resumedAfterMs(never)).toBe(HOUR);
    expect(await resumedAfterMs(reset)).toBe(7 * HOUR);
  });

  test('a watch whose account asked platforms in vain too often says so, and goes on by itself when it may', async () => {
    const watch = await made();
    const { runs, failures } = await find(watch);
    await runWith(async () => failure('RATE_LIMITED', 'no', { retryAfterMs: HOUR, isMisses: true }));
    expect(await find(watch)).toMatchObject({ state: 'paused', pausedFor: 'misses', runs, failures });
    clock.advance(HOUR - 1);
    while ((await storage.watches.resumeDue()).resumed > 0);
    expect((await find(watch)).state).toBe('paused');
    clock.advance(1);
    while ((await storage.watches.resumeDue()).resumed > 0);
    expect((await find(watch)).state).toBe('active');
  });

  test('a provider that says when it may be asked again is not asked before', async () => {
    const watch = await made();
    await runWith(async () => failure('UPSTREAM_BUSY', 'no', { retryAfterMs: 5 * HOUR }));
    expect((await find(watch)).dueAtMs - clock.nowMs()).toBeGreaterThanOrEqual(5 * HOUR);
  });

  test('no run begins in a process that stops while it waits for its turn', async () => {
    const { id } = await made();
    let isStopping = false;
    const asked: string[] = [];
    const work = workWith(
      async ({ requestId }) => {
        asked.push(requestId);
        return busy;
      },
      async () => {
        isStopping = true;
      },
    );
    const share = { leaseMs: HOUR, limit: 99, perParty: 99, held: {} };
    const claimed = await storage.duties.claim({ kind: 'watch', lease: 'stopped', ...share });
    const duty = claimed.find((one) => one.id === id)!;
    await work.run({ ...duty, kind: 'watch', lease: 'stopped' }, () => isStopping);
    expect(asked).toEqual([]);
    await storage.duties.release({ kind: 'watch', id, lease: 'stopped' });
  });

  test('an event of a run has at most fifty records and 64 KiB of them', async () => {
    await made();
    const events: string[][] = [];
    const none = { items: 0, body: null, bytes: 0, linksUntilMs: null, seen: [] };
    const read = { ...none, pages: 1, gap: false, isCut: false };
    await runWith(async ({ foundOf }) => {
      for (const length of [10, 2_000])
        events.push([
          ...(foundOf({ ...read, lines: Array(60).fill('x'.repeat(length)) }) as RunFound).eventLines,
        ]);
      return busy;
    });
    expect(events.slice(0, 2).map((lines) => lines.length)).toEqual([50, 32]);
  });

  test('who waits for items of a watch that has ended is answered at once', async () => {
    const watch = await made();
    let waits = 0;
    const waitForEvents = async () => {
      waits++;
      return null;
    };
    const wait = () =>
      awaitItems({ storage, clock, waitForEvents } as never, watch, { after: 0, waitMs: 1_000 });
    await wait();
    expect(waits).toBe(1);
    await storage.watches.update({
      actor: 't',
      id: watch.id,
      accountId: watch.accountId,
      state: 'ended',
      by: 'caller',
    });
    expect(await wait()).toBeNull();
    expect(waits).toBe(1);
  });

  test('a feed has the newest items, the newest first, and links only to web pages', async () => {
    const watch = await made();
    const secret = (isUsed ? 'b' : 'a').repeat(FEED_SECRET_CHARS);
    const last = FEED_ENTRIES_MAX + 20;
    const db = new DatabaseSync(file);
    db.prepare('UPDATE watches SET items = ?, feed_hash = ? WHERE id = ?').run(
      last,
      hashSecret(secret),
      watch.id,
    );
    for (let number = 1; number <= last; number++) {
      const url = number === last ? 'javascript:alert(1)' : `https://v.example/${number}`;
      const text = Buffer.from(`${JSON.stringify({ id: String(number), url })}\n`);
      db.prepare('INSERT INTO found_pages VALUES (?, ?, 1, ?, ?, NULL, ?, ?)').run(
        ...[watch.id, number, `r${number}`, number, text.length, gzipSync(text)],
      );
    }
    db.close();
    const deps = {
      storage,
      clock,
      title: () => 'service',
      publicUrl: () => 'https://gate.example',
      version: '0',
    };
    const open = async (form: string) =>
      writeFeed(deps, (await findFeed(deps, `${secret}.${form}`))!, new PacedWork(clock).paceOf('feeds'));
    const { items } = JSON.parse(await open('json')) as { items: { title: string; url?: string }[] };
    expect([items.length, items[0]!.title, items.at(-1)!.title]).toEqual([
      FEED_ENTRIES_MAX,
      String(last),
      '21',
    ]);
    expect([items[0]!.url, items[1]!.url]).toEqual([undefined, `https://v.example/${last - 1}`]);
    const atom = await open('atom');
    expect(atom).toContain(`href="https://v.example/${last - 1}"`);
    expect(atom).not.toContain('javascript:');
  });
});

// A run that a caller asks for, on a gateway that remembers answers: it asks the platform, or it is free.
const PATH = '/api/u1/v1/scripted/app/search_video_v2';
let gateway: TestGateway;
let asked = 0;
let ids = ['1', '2'];

beforeAll(async () => {
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace('fresh_seconds: 0', 'fresh_seconds: 60'),
    script: () => {
      asked++;
      return { ids, cursor: null };
    },
  });
});
afterAll(() => gateway.close());

const until = (id: string, runs: number) =>
  vi.waitFor(
    async () => {
      const { watch } = (await gateway.ask(`/api/watches/v1/${id}`)).body;
      expect(watch.runs).toBe(runs);
      return watch;
    },
    { timeout: 10_000, interval: 20 },
  );
const made = async (baseline: string) => {
  const body = { path: PATH, query: { keyword: 'cats' }, every: '1h', baseline };
  const { watch } = (await gateway.ask('/api/watches/v1', { method: 'POST', body })).body;
  return (await until(watch.id, 1)).id as string;
};
const run = (id: string, requestId: string) =>
  gateway.ask(`/api/watches/v1/${id}/run`, {
    ...{ method: 'POST', body: {}, headers: { 'x-reelgate-request-id': requestId } },
  });

test('a run that is asked for within the minute of the cache asks the platform, for each of two watches; the same request again does not run', async () => {
  const watches = [await made('mark'), await made('deliver')];
  // Both questions are in memory now, as an interactive call left them.
  expect((await gateway.search({ keyword: 'cats' })).status).toBe(200);
  const before = asked;
  expect((await gateway.search({ keyword: 'cats' })).body.billing?.source ?? 'cache').toBe('cache');
  expect(asked).toBe(before);
  ids = ['3', '1', '2'];
  for (const [n, id] of watches.entries()) {
    expect((await run(id, `now-${n}`)).status).toBe(200);
    const { last_run } = await until(id, 2);
    expect([last_run.items, asked]).toEqual([1, before + n + 1]);
    const money = await gateway.money();
    expect((await run(id, `now-${n}`)).status).toBe(200);
    expect(await gateway.money()).toEqual(money);
  }
  expect(asked).toBe(before + 2);
});
