// The worker of collections on a real ledger, with a path of a call that the test scripts: when it tries again, when it gives other
// collections their turn, and where it goes on.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CollectRequest, GatherOutcome } from '../../call/gathering/gathered.ts';
import { systemRandom } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import { toMicros } from '../../domain/money.ts';
import { DutyRunner } from '../../duties/duty-runner.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { newCollection } from '../../storage/testing/gathered.ts';
import {
  addPayer,
  keyIdOf,
  openHold,
  PRICE,
  publishPrice,
  settlementOf,
  UNBOUND,
} from '../../storage/testing/payer.ts';
import { inBothLives, runDuties } from '../../testing/run-duties.ts';
import {
  AGAIN_FAILURES_MAX,
  BALANCE_RETRY_MS,
  CollectionWork,
  type CollectionWorkDeps,
  PROVIDER_RETRY_MS,
  PROVIDER_RETRY_MS_MAX,
  RETRY_MS_MAX,
  TURN_MS,
} from './collect.ts';

const clock = createTestClock();
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-collect-'));
let storage: Storage;
let drawn = 0;

beforeAll(async () => {
  storage = await openSqliteStorage({
    file: path.join(folder, 'a.db'),
    clock,
    random: systemRandom,
    serves: true,
  });
  await publishPrice(storage);
});
afterAll(async () => {
  const { differences } = await storage.ledger.verify();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
  expect(differences).toEqual([]);
});

type Collect = (request: CollectRequest) => Promise<GatherOutcome>;

function workOf(collect: Collect, changes: Partial<CollectionWorkDeps> = {}): CollectionWork {
  return new CollectionWork({
    ...{ storage, clock, isOff: () => false, collect, turn: async () => {} },
    settings: () => ({ enabled: true, atOnce: 10, perAccount: 10, runningMax: 10 }),
    keep: () => ({ keepMs: 1_000, termsMs: null }),
    async holderOf(keyId) {
      const key = await storage.keys.find({ id: keyId });
      const account = key && (await storage.accounts.find({ idOrName: key.accountId }));
      return key && account && { key, account, secretValidUntilMs: null };
    },
    terms: async ({ path: billedPath }) => ({
      ...{ kind: 'terms', billedPath, platform: 'x', operation: 'video.search', shape: 'list', unit: 'call' },
      ...{ unitPriceMicros: PRICE, leastMicros: PRICE, pageItemsMax: 50, mostMicros: PRICE },
    }),
    ...changes,
  });
}

type Questions = { path: string; query: Record<string, string> }[];

async function madeNew(questions: Questions): Promise<string> {
  const payer = `payer-${++drawn}`;
  await addPayer(storage, payer, 100);
  const id = `col_${payer}`;
  const more = {
    requestId: `r-${payer}`,
    itemsMax: 1_000,
    budgetMicros: toMicros(50 * PRICE),
    mostMicros: PRICE,
  };
  await storage.collections.create(newCollection(payer, { ...more, questions }));
  return id;
}
const find = async (id: string) => (await storage.collections.find({ id }))!;
const cancel = (id: string) => storage.collections.cancel({ actor: 'test', id, keepMs: 1 });

/** Settles the page of the request with one item, as the path of a call does. */
async function settle(
  request: CollectRequest,
  pcursor: string | null,
  unanswered: string[] = [],
): Promise<GatherOutcome> {
  const hold = await openHold(storage, request.holder.account.id, request.requestId);
  const empty = { items: 0, body: null, bytes: 0, linksUntilMs: null, seen: [] };
  const found = request.foundOf({
    ...empty,
    pcursor,
    end: pcursor === null ? 'exhausted' : 'more',
    unanswered,
  });
  await storage.gathered.settle({ settle: settlementOf(hold, { answer: null }), found });
  return { kind: 'settled', items: 0, chargedMicros: PRICE };
}

/** One turn of what is due. */
async function turnOf(work: CollectionWork): Promise<void> {
  const lease = `lease-${++drawn}`;
  const input = { kind: 'collection', lease, leaseMs: 60_000, limit: 1, perParty: 1, held: {} } as const;
  const [claimed] = await storage.duties.claim(input);
  await work.run({ kind: 'collection', lease, ...claimed! }, () => false);
}

inBothLives('a collection', (isUsed) => {
  /** Used: it waited for a provider, its first question was refused, and its turn was over. */
  async function made(questions: Questions = [{ path: '/p', query: { keyword: 'a' } }]): Promise<string> {
    if (!isUsed) return madeNew(questions);
    const id = await madeNew([{ path: '/p', query: { keyword: 'past' } }, ...questions]);
    await turnOf(workOf(async () => failure('UPSTREAM_BUSY', 'no')));
    clock.advance(PROVIDER_RETRY_MS);
    await turnOf(
      workOf(async () => {
        clock.advance(TURN_MS);
        return failure('NOT_FOUND', 'no');
      }),
    );
    expect(await find(id)).toMatchObject({ state: 'running', question: 1, failures: 0, pageAtMs: null });
    return id;
  }

  test.each([
    ['UPSTREAM_BUSY', PROVIDER_RETRY_MS, PROVIDER_RETRY_MS_MAX],
    ['INSUFFICIENT_BALANCE', BALANCE_RETRY_MS, RETRY_MS_MAX],
  ] as const)(
    'after %s it is not tried before its time, and twice as long after the next, up to a limit',
    async (code, first, max) => {
      const id = await made();
      let tries = 0;
      const work = workOf(async () => {
        tries++;
        return failure(code, 'no');
      });
      await runDuties(storage, work);
      for (const waitMs of [first, 2 * first, 4 * first]) {
        const before = tries;
        expect((await find(id)).dueAtMs).toBe(clock.nowMs() + waitMs);
        clock.advance(waitMs - 1);
        await runDuties(storage, work);
        expect(tries).toBe(before);
        clock.advance(1);
        await runDuties(storage, work);
        expect(tries).toBe(before + 1);
      }
      for (let i = 0; i < 8; i++) {
        clock.advance(max);
        await runDuties(storage, work);
      }
      expect((await find(id)).dueAtMs).toBe(clock.nowMs() + max);
      await cancel(id);
    },
  );

  test('no page begins before interactive calls leave it a turn, and a process that stops meanwhile gives the collection back', async () => {
    const id = await made();
    const [asked, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let pages = 0;
    const runner = new DutyRunner({
      ...{ duties: storage.duties, random: systemRandom, chance: () => 0.5, intervals: () => () => {} },
      onFailed: (_, error) => asked.reject(error),
      onGone: (_, error) => asked.reject(error),
    });
    const collect: Collect = async (request) => {
      pages++;
      asked.resolve();
      return settle(request, null);
    };
    const work = workOf(collect, {
      turn() {
        asked.resolve();
        return turn.promise;
      },
    });
    runner.register(work);
    await runner.look();
    await asked.promise;
    // While it waits it has begun nothing: its owner could end it at once.
    expect(await find(id)).toMatchObject({ pages: 0, pageAtMs: null, reservedMicros: 0 });
    const stopped = runner.stop();
    turn.resolve();
    await stopped;
    expect(pages).toBe(0);
    await runDuties(storage, workOf(collect));
    expect([pages, (await find(id)).state]).toEqual([1, 'done']);
  });

  test('a cap is tried again when it resets, and a quota when the provider says so', async () => {
    const id = await made();
    const resetsAtMs = clock.nowMs() + 12_345;
    const cap = {
      scope: 'key',
      window: 'day',
      limitMicros: PRICE,
      spentMicros: PRICE,
      leftMicros: toMicros(0),
    } as const;
    await runDuties(
      storage,
      workOf(async () => failure('SPEND_CAP_REACHED', 'no', { cap: { ...cap, resetsAtMs } })),
    );
    expect(await find(id)).toMatchObject({ waitingFor: 'cap', dueAtMs: resetsAtMs });
    clock.advance(12_345);
    const quota = { isQuota: true, retryAfterMs: 7_000_000 };
    await runDuties(
      storage,
      workOf(async () => failure('UPSTREAM_BUSY', 'no', quota)),
    );
    expect(await find(id)).toMatchObject({ waitingFor: 'quota', dueAtMs: clock.nowMs() + 7_000_000 });
    await cancel(id);
  });

  test('a key that takes over during a turn pays from the next page on', async () => {
    const id = await made();
    const payer = id.slice('col_'.length);
    const second = `second-${keyIdOf(payer)}`;
    const key = { id: second, accountId: payer, name: 'second', prefix: 'p', hash: `hash-${second}` };
    await storage.keys.create({ actor: 'test', ...UNBOUND, ...key, groups: ['u1'] });
    const paidBy: string[] = [];
    const work = workOf(async (request) => {
      paidBy.push(request.holder.key.id);
      const outcome = await settle(request, paidBy.length < 3 ? 'more' : null);
      await storage.collections.update({ actor: 'test', id, keyId: second });
      return outcome;
    });
    while ((await find(id)).endedAtMs === null) await runDuties(storage, work);
    expect(paidBy).toEqual([keyIdOf(payer), second, second]);
  });

  test('a question that is refused in the middle of its list has ended; at its first page it was refused', async () => {
    const middle = await made();
    await runDuties(
      storage,
      workOf(async (request) =>
        request.query.pcursor === undefined ? settle(request, 'more') : failure('NOT_FOUND', 'no'),
      ),
    );
    expect(await find(middle)).toMatchObject({
      state: 'done',
      end: 'unknown',
      pages: 1,
      questionsRefused: isUsed ? 1 : 0,
    });
    const first = await made();
    await runDuties(
      storage,
      workOf(async () => failure('NOT_FOUND', 'no')),
    );
    expect(await find(first)).toMatchObject({
      state: 'failed',
      end: 'refused',
      pages: 0,
      questionsRefused: isUsed ? 2 : 1,
    });
  });

  test.each([
    [TURN_MS - 1, 2],
    [TURN_MS, 1],
  ])('a turn begins a further page after %i ms of it, or not: %i pages', async (tookMs, pages) => {
    const id = await made();
    let fetched = 0;
    const runs: number[] = [];
    const work = workOf(async (request) => {
      fetched++;
      clock.advance(fetched === 1 ? tookMs : TURN_MS);
      return settle(request, fetched < 3 ? 'more' : null);
    });
    const duty = async () => {
      const before = fetched;
      await turnOf(work);
      runs.push(fetched - before);
    };
    await duty();
    expect(runs).toEqual([pages]);
    while ((await find(id)).endedAtMs === null) await duty();
    expect(await find(id)).toMatchObject({ state: 'done', pages: 3 });
  });

  test('where the operator has switched it off it waits, and goes on afterwards', async () => {
    const id = await made();
    let isOff = true;
    const work = workOf((request) => settle(request, null), { isOff: () => isOff });
    await runDuties(storage, work);
    expect(await find(id)).toMatchObject({ state: 'waiting', waitingFor: 'provider', failure: 'FORBIDDEN' });
    isOff = false;
    clock.advance(RETRY_MS_MAX - 1);
    await runDuties(storage, work);
    expect((await find(id)).state).toBe('waiting');
    clock.advance(1);
    await runDuties(storage, work);
    expect((await find(id)).state).toBe('done');
  });

  test('ids that get no answer the second time either are given up, and the collection ends', async () => {
    const id = await made([{ path: '/p', query: { ids: 'a,b' } as Record<string, string> }]);
    let tries = 0;
    const work = workOf(async (request) => {
      if (request.query.ids === 'a,b') return settle(request, null, ['b']);
      tries++;
      return failure('UPSTREAM_ERROR', 'no');
    });
    await runDuties(storage, work);
    for (let i = 0; i < AGAIN_FAILURES_MAX; i++) {
      expect(await find(id)).toMatchObject({ state: 'waiting', waitingFor: 'provider' });
      clock.advance((await find(id)).dueAtMs - clock.nowMs());
      await runDuties(storage, work);
    }
    expect(await find(id)).toMatchObject({
      state: 'done',
      end: 'unknown',
      failure: 'UPSTREAM_ERROR',
      pages: 1,
    });
    expect(tries).toBe(AGAIN_FAILURES_MAX + 1);
  });
});
