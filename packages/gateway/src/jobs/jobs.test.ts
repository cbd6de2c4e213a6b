// Proves what background jobs do and when: how long answers and usage are kept, that a failure is tried again, that no job runs
// twice at the same time, and what is logged while the ledger is unavailable.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock, systemIntervals, systemRandom } from '../domain/clock.ts';
import { toMicros, ZERO } from '../domain/money.ts';
import { silentLog } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import { newWatch } from '../storage/testing/gathered.ts';
import { addPayer, callOf, keyIdOf, openHold, publishPrice, settlementOf } from '../storage/testing/payer.ts';
import {
  catchUpWithOlderNodes,
  expireHolds,
  followChanges,
  followLowBalance,
  type JobDeps,
  purgeOldAnswers,
  purgeOldQuestions,
  purgeOldSessions,
  purgeOldUsage,
  purgeOldWalks,
  purgeOldWatches,
  readPayments,
  startJobs,
} from './jobs.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('on a ledger', () => {
  let folder: string;
  let storage: Storage;
  let deps: JobDeps;
  const clock = createTestClock();

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'reelgate-jobs-'));
    const file = path.join(folder, 'test.db');
    storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
    await publishPrice(storage);
    await addPayer(storage, 'acc', 10);
    deps = {
      storage,
      clock,
      intervals: systemIntervals,
      log: silentLog,
      metrics: createMetrics(() => 0, systemClock),
      keepAnswersMs: () => DAY,
      keepQuestionsMs: () => 30 * DAY,
      keepUsageMonths: () => 1,
      watchKeep: () => ({ keepMs: 1, keepMsOf: {} }),
      keepEventsMs: () => 90 * DAY,
      lowBalanceMicros: () => ZERO,
      lookForDuties: async () => {},
      payments: null,
      providerHealth: () => [],
      leaseLimits: async () => {},
      refreshQuotas: async () => {},
      giveBackHolds: async () => {},
      onChange: async () => {},
    };
  });
  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function buy(id: string): Promise<void> {
    const answer = { kind: 'bytes' as const, bytes: Uint8Array.of(1), headers: {}, status: 200 };
    await storage.calls.settle(settlementOf(await openHold(storage, 'acc', id), { answer }));
  }

  const again = async (id: string) => (await storage.calls.open(callOf('acc', id))).kind;

  test('an answer replays for as long as it is kept, to the last millisecond, and not for ever', async () => {
    await buy('r1');
    clock.advance(DAY);
    await purgeOldAnswers(deps);
    expect(await again('r1')).toBe('replay');
    clock.advance(1);
    await purgeOldAnswers(deps);
    expect(await again('r1')).toBe('expired');
  });

  test('usage of months that are not kept goes, and with 0 all of it stays', async () => {
    await buy('r1');
    clock.advance(100 * DAY);
    const days = () => storage.usage.read({ fromDay: '2000-01-01', toDay: '2100-01-01', by: 'day' });
    await purgeOldUsage({ ...deps, keepUsageMonths: () => 0 });
    expect(await days()).toHaveLength(1);
    await purgeOldUsage(deps);
    expect(await days()).toEqual([]);
  });

  const KEPT: Record<
    string,
    { forMs: number; add(): Promise<unknown>; left(): Promise<boolean>; purge: typeof purgeOldWalks }
  > = {
    'a walk over many platforms is kept for a day after its last page': {
      forMs: DAY,
      add: () =>
        storage.walkStates.put({
          ...{ id: 'w', part: '', keyId: keyIdOf('acc'), body: Buffer.from('x'), countMax: 9, bytesMax: 99 },
        }),
      left: async () => (await storage.walkStates.read({ id: 'w', keepMs: 100 * DAY })).length === 1,
      purge: purgeOldWalks,
    },
    'a session is kept for a week after its end': {
      forMs: 7 * DAY,
      async add() {
        const who = { kind: 'console', name: 'ann', role: 'owner' } as const;
        await storage.sessions.createCode({ actor: 't', id: 'code', hash: 'h', lastsMs: 1, for: who });
        const session = { id: 's', cookieHash: 'c', pageHash: 'p', lastsMs: 0 };
        await storage.sessions.openByCode({ ...session, kind: 'console', codeHash: 'h' });
      },
      left: async () => (await storage.sessions.list({ limit: 9, after: null })).items.length === 1,
      purge: purgeOldSessions,
    },
    'a watch is kept for thirty days after its end': {
      forMs: 30 * DAY,
      async add() {
        await storage.watches.create(newWatch('acc', { id: 'wat' }));
        const end = { state: 'ended', by: 'caller' } as const;
        await storage.watches.update({ actor: 't', id: 'wat', accountId: 'acc', ...end });
      },
      left: async () => (await storage.watches.find({ id: 'wat' })) !== null,
      purge: purgeOldWatches,
    },
  };

  test.each(Object.entries(KEPT))('%s, to the last millisecond, and not for ever', async (_, kept) => {
    await kept.add();
    clock.advance(kept.forMs);
    await kept.purge(deps);
    expect(await kept.left()).toBe(true);
    clock.advance(1);
    await kept.purge(deps);
    expect(await kept.left()).toBe(false);
  });

  test('payments are read once an hour: those of three days, disputes of 120 days, failed refunds of 60', async () => {
    let read: [what: string, days: number][] = [];
    const reading = (what: string) =>
      async function* (sinceMs: number) {
        read.push([what, (clock.nowMs() - sinceMs) / DAY]);
        yield* [];
      };
    const cards = {
      paidSince: reading('paid'),
      disputedSince: reading('disputed'),
      failedRefundsSince: reading('refund failed'),
    };
    const payments = { way: 'stripe', cards } as unknown as JobDeps['payments'];
    for (const passMs of [0, HOUR - 1, 1]) {
      clock.advance(passMs);
      read = [];
      await readPayments({ ...deps, payments });
      const all = [
        ['paid', 3],
        ['disputed', 120],
        ['refund failed', 60],
      ];
      expect(read).toEqual(passMs === HOUR - 1 ? [] : all);
    }
  });

  test('what notifications of payments should have brought is booked, and an operator is told how much', async () => {
    const told: [fields: object, text: string][] = [];
    const log = { ...silentLog, warn: (fields: object, text: string) => told.push([fields, text]) };
    const paid = {
      ...{ reference: 'stripe:pi_late', accountId: 'acc', amountMicros: toMicros(5_000) },
      ...{ refundedMicros: ZERO, card: null, orderId: null, rechargeId: null, createdAtMs: 0 },
    };
    const withdrawn = {
      kind: 'withdrawn',
      id: 'dp_late',
      payment: paid.reference,
      disputedMicros: toMicros(1),
    };
    const cards = {
      paidSince: () => Readable.from([paid]),
      disputedSince: () => Readable.from([withdrawn]),
      failedRefundsSince: () => Readable.from([]),
    };
    const payments = { way: 'stripe', cards } as unknown as JobDeps['payments'];
    const run = () => readPayments({ ...deps, log: log as unknown as JobDeps['log'], payments });
    await run();
    const all = [
      [{ credited: 1 }, expect.stringContaining('payments')],
      [{ moved: 1 }, expect.stringContaining('disputes')],
    ];
    expect(told).toEqual(all);
    clock.advance(HOUR);
    await run();
    expect(told).toEqual(all);
  });

  test('what was asked is kept for its days, to the last millisecond, and not for ever', async () => {
    await openHold(storage, 'acc', 'r1', { question: '[["keyword","storm"]]' });
    const asked = async () => (await storage.calls.find({ accountId: 'acc', requestId: 'r1' }))?.asked;
    clock.advance(30 * DAY);
    await purgeOldQuestions(deps);
    expect(await asked()).toEqual({ parameters: [['keyword', 'storm']], isCut: false });
    clock.advance(1);
    await purgeOldQuestions(deps);
    expect(await asked()).toBeNull();
  });

  test('a hold that was never resolved is released after its minute, and counted', async () => {
    await openHold(storage, 'acc', 'r1');
    // The first sweep sees the hold; the second finds it a minute older.
    await expireHolds(deps);
    clock.advance(59_999);
    await expireHolds(deps);
    expect((await storage.calls.find({ accountId: 'acc', requestId: 'r1' }))?.state).toBe('held');
    clock.advance(1);
    await expireHolds(deps);
    expect((await storage.calls.find({ accountId: 'acc', requestId: 'r1' }))?.state).toBe('expired');
  });
});

/** A storage of which every verb finds as much as `left` says; it counts how often each was asked what. */
function askedStorage() {
  const world = { asked: {} as Record<string, number>, left: 0, told: () => {} };
  const note = (text: string) => {
    world.asked[text] = (world.asked[text] ?? 0) + 1;
  };
  const answer = async (verb: string, input: unknown) => {
    const { nowMs: _, ...rest } = (input ?? {}) as Record<string, unknown>;
    note(`${verb} ${JSON.stringify(rest)}`);
    const found = world.left;
    const kinds = { purged: found, folded: found, expired: found, resumed: found, noted: found, wanted: 1 };
    const undelivered = { count: 0, sinceMs: null };
    return Object.assign([], { ...kinds, isMore: found > 0, isClaimed: false, verdict: null, undelivered });
  };
  const noun = (name: string) =>
    new Proxy({}, { get: (_, verb) => (input: unknown) => answer(`${name}.${String(verb)}`, input) });
  const alone: Record<string, unknown> = {
    revision: async () => note('revision'),
    onRevision: () => () => {},
    onEvents: (listener: () => void) => {
      world.told = listener;
      return () => {
        world.told = () => {};
      };
    },
  };
  const storage = new Proxy({}, { get: (_, name) => alone[String(name)] ?? noun(String(name)) });
  const changes: Partial<JobDeps> = {
    storage: storage as Storage,
    keepAnswersMs: () => 11,
    keepQuestionsMs: () => 12,
    keepUsageMonths: () => 13,
    keepEventsMs: () => 14,
    watchKeep: () => ({ keepMs: 15, keepMsOf: { x: 16 } }),
    lowBalanceMicros: () => toMicros(17),
    payments: { cards: {} } as JobDeps['payments'],
    lookForDuties: async () => note('look for duties'),
    leaseLimits: async () => note('lease limits'),
    refreshQuotas: async () => note('refresh quotas'),
    giveBackHolds: async () => note('give back holds'),
  };
  return { world, changes };
}

/** What is asked in ten minutes, and how often. */
const ASKED = {
  'calls.expire {"holdTtlMs":60000}': 120,
  'give back holds': 600,
  'grants.expire {}': 60,
  'calls.purgeAnswers {"keepMs":11}': 10,
  'calls.purgeQuestions {"keepMs":12}': 10,
  'walkStates.purge {"keepMs":86400000}': 10,
  'usage.purge {"keepMonths":13}': 1,
  'sessions.purge {"keepMs":604800000}': 1,
  // Also after each look for low balances that found one.
  'look for duties': 600 + 200,
  'recharges.want {}': 200,
  'collections.purge {}': 10,
  'watches.resumeDue {}': 10,
  'gathered.leftUndone {}': 2,
  'watches.purge {"keepMs":15,"keepMsOf":{"x":16},"keepEndedMs":2592000000}': 10,
  'events.purge {"keepMs":14}': 1,
  'events.setLowBalance {"micros":17}': 1,
  'usage.fold {}': 1,
  'payments.claimRun {"everyMs":3600000}': 10,
  'lease limits': 601,
  'refresh quotas': 121,
  'usage.providers {"fromDay":"2026-11-14","toDay":"2026-11-14"}': 1,
  'events.noteExpiringKeys {"withinMs":604800000}': 1,
  'events.notePriceChanges {}': 40,
  revision: 1_200,
  'ledger.watch {}': 41,
  'duties.figures {}': 41,
};
/** Those that go on until nothing is left. */
const IN_ROUNDS =
  /^(grants.expire|\w+.purge\w*|usage.fold|watches.resumeDue|events.noteExpiringKeys|events.notePriceChanges) /;

/** A storage with the results that the test sets; it counts the calls of each verb. */
function startedJobs(changes: Partial<JobDeps> = {}) {
  const asked = { expire: 0, purgeAnswers: [] as unknown[], purgeUsage: [] as unknown[], revision: 0 };
  const world = {
    revision: 1,
    isAway: false,
    push: () => {},
    wait: null as Promise<void> | null,
    expired: 0,
    /** What each purge finds, last first; then nothing. */
    usage: [] as number[],
  };
  const answer = async <T>(value: T): Promise<T> => {
    await world.wait;
    if (world.isAway) throw new StorageUnavailable('connect ECONNREFUSED', { cause: new Error('deep') });
    return value;
  };
  const storage = {
    calls: {
      expire: () => {
        asked.expire++;
        return answer({ expired: world.expired });
      },
      purgeAnswers: (input: unknown) => {
        asked.purgeAnswers.push(input);
        return answer({ purged: asked.purgeAnswers.length % 3 });
      },
      purgeQuestions: () => answer({ purged: 0 }),
    },
    walkStates: { purge: () => answer({ purged: 0 }) },
    collections: { purge: () => answer({ purged: 0 }) },
    grants: { expire: () => answer({ expired: 0 }) },
    watches: { resumeDue: () => answer({ resumed: 0 }), purge: () => answer({ purged: 0 }) },
    gathered: { leftUndone: () => answer([]) },
    duties: { figures: () => answer({}) },
    ledger: { watch: () => answer({ verdict: null, undelivered: { count: 0, sinceMs: null } }) },
    events: {
      purge: () => answer({ purged: 0 }),
      setLowBalance: () => answer(null),
      noteExpiringKeys: () => answer({ noted: 0 }),
      notePriceChanges: () => answer({ isMore: false }),
    },
    usage: {
      providers: () => answer([]),
      purge: (input: unknown) => {
        asked.purgeUsage.push(input);
        return answer({ purged: world.usage.pop() ?? 0 });
      },
    },
    revision: () => {
      asked.revision++;
      return answer(world.revision);
    },
    onRevision: (listener: () => void) => {
      world.push = listener;
      return () => {};
    },
  } as unknown as Storage;
  const lines: string[] = [];
  const say = (detail: object, message: string) => lines.push(`${message} ${JSON.stringify(detail)}`);
  const deps: JobDeps = {
    storage,
    watchKeep: () => ({ keepMs: 1, keepMsOf: {} }),
    clock: { nowMs: Date.now, monotonicMs: Date.now },
    intervals: systemIntervals,
    log: { ...silentLog, warn: say, error: say, info: say },
    metrics: createMetrics(() => 0, systemClock),
    keepAnswersMs: () => DAY,
    keepQuestionsMs: () => 30 * DAY,
    keepUsageMonths: () => 3,
    keepEventsMs: () => 90 * DAY,
    lowBalanceMicros: () => ZERO,
    lookForDuties: async () => {},
    payments: null,
    providerHealth: () => [],
    leaseLimits: async () => {},
    refreshQuotas: async () => {},
    giveBackHolds: async () => {},
    onChange: async () => {},
    ...changes,
  };
  return { asked, world, lines, stop: startJobs(deps) };
}

describe('by the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('every job runs at its interval until it is stopped', async () => {
    const { asked, stop } = startedJobs();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.expire).toBe(120);
    expect(asked.revision).toBe(1_200);
    expect(asked.purgeUsage).toEqual([{ keepMonths: 3 }]);
    // Ten times, each until nothing is left.
    expect(asked.purgeAnswers).toHaveLength(30);
    expect(new Set(asked.purgeAnswers.map((input) => JSON.stringify(input)))).toEqual(
      new Set([JSON.stringify({ keepMs: DAY })]),
    );
    stop();
    const { expire } = asked;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.expire).toBe(expire);
  });

  test('every job asks what it should, at its interval, until it is stopped', async () => {
    vi.setSystemTime('2026-11-15T12:00:00Z');
    const { world, changes } = askedStorage();
    const { stop } = startedJobs(changes);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.asked).toEqual(ASKED);
    stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.asked).toEqual(ASKED);
  });

  test('a job that finds more and more goes on a hundred times in one go, and no longer', async () => {
    vi.setSystemTime('2026-11-15T12:00:00Z');
    const { world, changes } = askedStorage();
    const { stop } = startedJobs(changes);
    world.left = 1;
    await vi.advanceTimersByTimeAsync(600_000);
    const times = Object.entries(ASKED).map(([what, n]) => [what, IN_ROUNDS.test(what) ? n * 100 : n]);
    expect(world.asked).toEqual(Object.fromEntries(times));
    stop();
  });

  test('duties are looked for when the ledger tells of events, until the jobs are stopped', async () => {
    const { world, changes } = askedStorage();
    const { stop } = startedJobs(changes);
    world.told();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.asked['look for duties']).toBe(1);
    stop();
    world.told();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.asked['look for duties']).toBe(1);
  });

  test('a low-balance limit that could not be written is written by the next run, and a changed one too', async () => {
    const written: number[] = [];
    let isAway = true;
    let lowBalance = toMicros(5);
    const setLowBalance = async ({ micros }: { micros: number }) => {
      if (isAway) throw new StorageUnavailable('away');
      written.push(micros);
    };
    const storage = { events: { setLowBalance } } as unknown as Storage;
    const follow = followLowBalance();
    const run = () => follow({ storage, lowBalanceMicros: () => lowBalance } as JobDeps);
    await expect(run()).rejects.toThrow('away');
    isAway = false;
    for (const micros of [5, 5, 7]) {
      lowBalance = toMicros(micros);
      await run();
    }
    expect(written).toEqual([5, 7]);
  });

  test('released holds are counted and logged, and nothing is logged when there were none', async () => {
    const counted: number[] = [];
    const metrics = {
      ...createMetrics(() => 0, systemClock),
      holdsExpired: (count: number) => counted.push(count),
    };
    const { world, lines, stop } = startedJobs({ metrics: metrics as never });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([counted, lines]).toEqual([[], []]);
    world.expired = 2;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(counted).toEqual([2]);
    expect(lines).toEqual([expect.stringContaining('"expired":2')]);
    stop();
  });

  test('usage is purged until nothing is left, but in one go no more than a hundred times', async () => {
    const { asked, world, stop } = startedJobs();
    world.usage = [3, 1];
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.purgeUsage).toHaveLength(3);
    world.usage = Array<number>(250).fill(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.purgeUsage).toHaveLength(103);
    stop();
  });

  test('every account that older nodes left behind is caught up with', async () => {
    const caughtUp: string[] = [];
    const catchUp = async ({ accountId }: { accountId: string }) => caughtUp.push(accountId);
    const gathered = { leftUndone: async () => ['a', 'b'], catchUp };
    await catchUpWithOlderNodes({ storage: { gathered } } as unknown as JobDeps);
    expect(caughtUp).toEqual(['a', 'b']);
  });

  test('lost holds are tried every second, and a bug in a job is logged with its stack and stops no job', async () => {
    let tries = 0;
    const giveBackHolds = async () => {
      tries++;
      throw new TypeError('a bug');
    };
    const { lines, stop } = startedJobs({ giveBackHolds });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(tries).toBe(3);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^a job failed .*"job":"give back holds"/);
    stop();
  });

  test('a push that arrives after the stop is ignored', async () => {
    let listeners = 0;
    const storage = {
      onRevision: () => {
        listeners++;
        return () => listeners--;
      },
    } as unknown as Storage;
    const { stop } = startedJobs({ storage });
    expect(listeners).toBe(1);
    stop();
    expect(listeners).toBe(0);
  });

  test('a job that takes longer than its interval is not started a second time meanwhile', async () => {
    const { asked, world, stop } = startedJobs();
    let go = () => {};
    world.wait = new Promise((resolve) => {
      go = resolve;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.expire).toBe(1);
    go();
    world.wait = null;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.expire).toBe(2);
    stop();
  });

  test('a change is followed once, and one whose refresh failed is tried again until it works', async () => {
    let refreshed = 0;
    let isBroken = false;
    const onChange = async () => {
      refreshed++;
      if (isBroken) throw new Error('refresh');
    };
    const { world, stop } = startedJobs({ onChange });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(refreshed).toBe(0);
    world.revision = 2;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(refreshed).toBe(1);
    isBroken = true;
    world.revision = 3;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(refreshed).toBe(4);
    isBroken = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(refreshed).toBe(5);
    world.push();
    expect(refreshed).toBe(6);
    stop();
  });

  test('a ledger that becomes unavailable and comes back gives two log lines with the reason and no stack, and few in between', async () => {
    const { world, lines, stop } = startedJobs();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toEqual([]);
    world.isAway = true;
    await vi.advanceTimersByTimeAsync(90_000);
    expect(lines[0]).toBe('the ledger is unavailable {"reason":"connect ECONNREFUSED"}');
    expect(lines.slice(1)).toHaveLength(2);
    for (const line of lines.slice(1))
      expect(line).toMatch(/^the ledger is still unavailable .*"failures":\d+/);
    world.isAway = false;
    await vi.advanceTimersByTimeAsync(90_000);
    expect(lines.slice(3)).toEqual([
      expect.stringMatching(/^the ledger answers again \{"awayMs":\d+,"failures":\d+\}$/),
    ]);
    expect(lines.join()).not.toContain('at ');
    stop();
  });

  test('a ledger that is back is known to be back within seconds, however seldom the job runs that found it unavailable', async () => {
    const { world, lines, stop } = startedJobs();
    world.isAway = true;
    // The jobs that run every ten minutes have found the ledger unavailable.
    await vi.advanceTimersByTimeAsync(600_000);
    world.isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lines.at(-1)).toMatch(/^the ledger answers again/);
    stop();
  });

  test('a push records no success time of its own, which would look stale where nothing changes', async () => {
    const succeeded = new Set<string>();
    const metrics = {
      ...createMetrics(() => 0, systemClock),
      jobSucceeded: (job: string) => void succeeded.add(job),
    };
    const { world, stop } = startedJobs({ metrics });
    await vi.advanceTimersByTimeAsync(600_000);
    const before = [...succeeded];
    world.push();
    await vi.advanceTimersByTimeAsync(0);
    expect(before.length).toBeGreaterThan(10);
    expect([...succeeded]).toEqual(before);
    stop();
  });
});

test('a change from before the first look is not followed', async () => {
  const follow = followChanges();
  let refreshed = 0;
  const onChange = async () => {
    refreshed++;
  };
  const deps = { storage: { revision: async () => 7 }, onChange } as unknown as JobDeps;
  await follow(deps);
  await follow(deps);
  expect(refreshed).toBe(0);
});
