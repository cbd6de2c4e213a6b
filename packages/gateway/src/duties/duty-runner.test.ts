// What the runner of duties promises, on a real ledger and with a clock of the test: work goes on when its process dies, is done by one
// process at a time, is tried again when it fails, and one account's work does not delay another's.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemRandom } from '../domain/clock.ts';
import type { ClaimedDuty, DutyWork } from '../domain/gathering/duty.ts';
import { inBackground } from '../domain/in-background.ts';
import { createTestClock, type TestClock } from '../storage/contracts/storage.contract.ts';
import { openAlone } from '../storage/sqlite/testing/backend.ts';
import type { Storage } from '../storage/storage.ts';
import type { OpenedAlone } from '../storage/testing/bystander.ts';
import { addCollections, addOwner } from '../storage/testing/duty-rows.ts';
import { inBothLives } from '../testing/run-duties.ts';
import { DUTY_LEASE_MS, DutyRunner, RENEW_EVERY_MS } from './duty-runner.ts';

let clock: TestClock;
let opened: OpenedAlone;
let storage: Storage;

beforeEach(async () => {
  clock = createTestClock();
  opened = await openAlone(clock);
  storage = opened.storage;
  for (const id of ['many', 'one', 'past']) await addOwner(opened, id);
});
afterEach(() => opened.close());

const collections = (account: string, count: number) =>
  addCollections(opened, account, count, clock.nowMs() - count);

/** A process: its runner, what it began, and its timers, which run when the test says so. */
class Node {
  readonly begun: ClaimedDuty[] = [];
  readonly failures: unknown[] = [];
  readonly gone: unknown[] = [];
  renewals = 0;
  /** What the work does; the test decides when it ends. */
  work = async (_duty: ClaimedDuty, _isStopping: () => boolean): Promise<void> => {};
  /** Happens within a look, after the ledger was asked what is due. */
  afterAsking = async (): Promise<void> => {};
  readonly #ticks = new Map<object, () => Promise<void>>();
  readonly runner = new DutyRunner({
    duties: {
      ...storage.duties,
      dueKinds: async (input) => {
        const due = await storage.duties.dueKinds(input);
        await this.afterAsking();
        return due;
      },
      renew: (input) => {
        this.renewals++;
        return storage.duties.renew(input);
      },
    },
    ...{ random: systemRandom, chance: () => 0.5 },
    intervals: (everyMs, tick) => {
      expect(everyMs).toBe(RENEW_EVERY_MS);
      const timer = {};
      this.#ticks.set(timer, tick);
      return () => this.#ticks.delete(timer);
    },
    onFailed: (_duty, error) => this.failures.push(error),
    onGone: (_duty, error) => this.gone.push(error),
  });

  constructor(limits: Partial<Pick<DutyWork, 'atOnceMax' | 'perPartyMax' | 'isOn'>> = {}) {
    this.runner.register({
      ...{ kind: 'collection', atOnceMax: 100, perPartyMax: 100, isOn: () => true },
      ...limits,
      run: (duty, isStopping) => {
        this.begun.push(duty);
        return this.work(duty, isStopping);
      },
    });
  }

  get timers(): number {
    return this.#ticks.size;
  }

  async tick(): Promise<void> {
    for (const tick of this.#ticks.values()) await tick();
  }
}

/** It did one duty, failed at another and rests; nothing of that is left in the ledger. */
async function useUp(node: Node): Promise<void> {
  await collections('past', 2);
  node.work = ({ id }) => (id === 'past-0000' ? Promise.reject(new Error('broken')) : Promise.resolve());
  await node.runner.look();
  await node.runner.settled();
  expect(node.begun).toHaveLength(2);
  await opened.edit(`DELETE FROM collections WHERE account_id = 'past'`);
  [node.begun.length, node.failures.length, node.renewals] = [0, 0, 0];
}

const done = async ({ id, lease }: ClaimedDuty) => {
  await opened.edit(
    `UPDATE collections SET state = 'done', end_reason = 'items', ended_at_ms = 1, lease = NULL, lease_until_ms = 0
      WHERE id = '${id}' AND lease = '${lease}'`,
  );
};
const never = () => new Promise<void>(() => {});
const idsOf = (node: Node) => node.begun.map(({ id }) => id);

inBothLives('a runner', (isUsed) => {
  async function nodeOf(limits: ConstructorParameters<typeof Node>[0] = {}): Promise<Node> {
    const node = new Node(limits);
    if (isUsed) await useUp(node);
    node.work = async () => {};
    return node;
  }

  test('the duties of a killed process are claimed by another within 15 seconds, and its own work changes nothing', async () => {
    const [killed, other] = [await nodeOf(), await nodeOf()];
    await collections('one', 2);
    killed.work = never;
    other.work = done;
    await killed.runner.look();
    expect(idsOf(killed)).toEqual(['one-0000', 'one-0001']);
    // It renews for a minute, and nobody else gets them.
    for (let second = 0; second < 60; second++) {
      clock.advance(1_000);
      if (second % 3 === 2) await killed.tick();
      await other.runner.look();
    }
    expect(other.begun).toEqual([]);
    // Its renewals stop. Other processes look every second.
    let waitedMs = 0;
    for (; other.begun.length === 0 && waitedMs < 60_000; waitedMs += 1_000) {
      clock.advance(1_000);
      await other.runner.look();
    }
    expect(waitedMs).toBeLessThanOrEqual(15_000);
    expect(waitedMs).toBeGreaterThanOrEqual(DUTY_LEASE_MS - RENEW_EVERY_MS);
    await other.runner.settled();
    expect(idsOf(other)).toEqual(['one-0000', 'one-0001']);
    const { id, lease } = killed.begun[0]!;
    const late = { kind: 'collection', id, lease, dueInMs: 0, isFailure: false } as const;
    expect(await storage.duties.postpone(late)).toEqual({ isOurs: false });
  });

  test('work that throws is tried again later, each time after twice the delay, and is reported', async () => {
    const node = await nodeOf();
    await collections('one', 1);
    node.work = () => Promise.reject(new Error('broken'));
    const waited: number[] = [];
    for (let i = 0; i < 4; i++) {
      let seconds = 0;
      for (; node.begun.length === i; seconds++) {
        await node.runner.look();
        await node.runner.settled();
        if (node.begun.length === i) clock.advance(1_000);
      }
      waited.push(seconds - 1);
    }
    expect(waited).toEqual([0, 5, 10, 20]);
    expect(node.failures).toHaveLength(4);
    expect((await storage.duties.figures()).collection).toMatchObject({ failing: 1 });
  });

  test('work that throws because its duty was deleted meanwhile has not failed', async () => {
    const node = await nodeOf();
    await collections('one', 1);
    node.work = async ({ id }) => {
      await opened.edit(`DELETE FROM collections WHERE id = '${id}'`);
      throw new Error('it is gone');
    };
    await node.runner.look();
    await node.runner.settled();
    expect([node.failures, node.gone]).toEqual([[], [new Error('it is gone')]]);
  });

  test('work that does not move its duty on is reported and tried again later, not at once', async () => {
    const node = await nodeOf();
    await collections('one', 1);
    await node.runner.look();
    await node.runner.settled();
    expect(node.begun).toHaveLength(1);
    expect(node.failures).toMatchObject([{ message: expect.stringContaining('has not moved') }]);
  });

  test('no more run at once than the work allows, in all and for one account, and a place that becomes free is taken', async () => {
    const node = await nodeOf({ atOnceMax: 3, perPartyMax: 2 });
    await collections('many', 20);
    const ends: (() => void)[] = [];
    node.work = async (duty) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      await done(duty);
    };
    for (let i = 0; i < 3; i++) await node.runner.look();
    expect(idsOf(node)).toEqual(['many-0000', 'many-0001']);
    // The one of another account does not wait for the eighteen before it.
    await collections('one', 1);
    await node.runner.look();
    expect(idsOf(node)).toEqual(['many-0000', 'many-0001', 'one-0000']);
    ends[0]!();
    await vi.waitFor(() => expect(node.begun.at(-1)?.id).toBe('many-0002'));
    expect(node.begun).toHaveLength(4);
    for (let i = 1; i < 21; i++) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(i));
      ends[i]!();
    }
    await node.runner.settled();
    expect(new Set(idsOf(node)).size).toBe(21);
  });

  test('what becomes due during a look is found without another call', async () => {
    const node = await nodeOf();
    await collections('one', 1);
    node.work = async (duty) => {
      if (node.begun.length === 1) await collections('many', 1);
      await done(duty);
    };
    await Promise.all([node.runner.look(), node.runner.look()]);
    await node.runner.settled();
    expect(idsOf(node)).toEqual(['one-0000', 'many-0000']);
  });

  test('what becomes due when a look has already asked the ledger is begun before that look ends', async () => {
    const node = await nodeOf();
    node.work = done;
    node.afterAsking = async () => {
      node.afterAsking = async () => {};
      await collections('one', 1);
      inBackground(node.runner.look());
    };
    await node.runner.look();
    expect(idsOf(node)).toEqual(['one-0000']);
    await node.runner.settled();
  });

  test('nothing is claimed while a work is off, and a process at rest renews nothing', async () => {
    let isOn = true;
    const node = await nodeOf({ isOn: () => isOn });
    isOn = false;
    await collections('one', 1);
    node.work = done;
    await node.runner.look();
    expect([node.begun, node.timers]).toEqual([[], 0]);
    isOn = true;
    await node.runner.look();
    expect(node.timers).toBe(1);
    await node.runner.settled();
    expect([node.begun.length, node.timers, node.renewals]).toEqual([1, 0, 0]);
  });

  test('a process that drains claims nothing more, lets its work end, and gives up what is not done without a failure', async () => {
    const [leaving, other] = [await nodeOf({ atOnceMax: 1 }), await nodeOf()];
    await collections('one', 2);
    let go = () => {};
    leaving.work = async (_, isStopping) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      expect(isStopping()).toBe(true);
    };
    other.work = done;
    await leaving.runner.look();
    const stopped = leaving.runner.stop();
    await leaving.runner.look();
    go();
    await stopped;
    expect(leaving.begun).toHaveLength(1);
    // At once: another process need not wait for the end of a lease.
    await other.runner.look();
    await other.runner.settled();
    expect(idsOf(other).sort()).toEqual(['one-0000', 'one-0001']);
    expect((await storage.duties.figures()).collection.failing).toBe(0);
  });

  test('work that does not end in the time of a drain loses its lease at once', async () => {
    const [leaving, other] = [await nodeOf(), await nodeOf()];
    await collections('one', 1);
    leaving.work = never;
    other.work = done;
    await leaving.runner.look();
    await leaving.tick();
    expect(leaving.renewals).toBe(1);
    await other.runner.look();
    expect(other.begun).toEqual([]);
    const ended = leaving.runner.stop();
    await leaving.runner.giveUp();
    expect(leaving.timers).toBe(0);
    await other.runner.look();
    await other.runner.settled();
    expect(other.begun).toHaveLength(1);
    expect(await Promise.race([ended.then(() => 'ended'), Promise.resolve('running')])).toBe('running');
  });
});
