// Contract of every backend for duties: claimed by one node at a time, fairly between accounts, lost when the lease lapses, and never
// moved by a node that has lost them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DUTY_KINDS, LATE_AFTER_MS } from '../../domain/gathering/duty.ts';
import { toMicros } from '../../domain/money.ts';
import { ASK_AGAIN_MS } from '../../domain/payment-port.ts';
import { CLOSING_EVERY_MS } from '../../domain/statement.ts';
import type { Storage } from '../storage.ts';
import type { OpenedAlone } from '../testing/bystander.ts';
import { addCollections, addOwner } from '../testing/duty-rows.ts';
import { createTestClock, type TestClock } from './storage.contract.ts';

const LEASE_MS = 10_000;

export function describeDuties(name: string, open: (clock: TestClock) => Promise<OpenedAlone>): void {
  describe(`${name}: duties`, () => {
    const clock = createTestClock();
    let opened: OpenedAlone;
    let storage: Storage;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      for (const id of ['many', 'one']) await addOwner(opened, id);
      // Months are closed only where there are entries.
      const topUp = {
        actor: 'test',
        accountId: 'one',
        amountMicros: toMicros(1),
        reference: 'first',
        reason: null,
      };
      await storage.accounts.topUp(topUp);
    });
    afterAll(() => opened.close());
    beforeEach(() => opened.edit('DELETE FROM collections; DELETE FROM watches; DELETE FROM webhooks'));

    const collections = (account: string, count: number, dueAtMs = clock.nowMs() - 100_000) =>
      addCollections(opened, account, count, dueAtMs);

    async function watch(id: string, dueAtMs: number, runNow = 0) {
      await opened.edit(`INSERT INTO watches (id, account_id, key_id, request_id, fingerprint, platform, path, query, every_ms, pages_max,
        baseline, run_most_micros, created_at_ms, due_at_ms, run_now)
        VALUES ('${id}', 'one', 'k-one', '${id}', 'f', 'p', '/p', '', 1000, 1, 'mark', 0, 0, ${dueAtMs}, ${runNow})`);
    }

    const claim = async (input: Partial<Parameters<Storage['duties']['claim']>[0]> = {}) =>
      storage.duties.claim({
        ...{ kind: 'collection', lease: 'node1.1', leaseMs: LEASE_MS, limit: 100, perParty: 100, held: {} },
        ...input,
      });
    const ids = async (claimed: ReturnType<typeof claim>) => (await claimed).map(({ id }) => id);

    test('of two claimers at the same time each gets other duties, and a duty is claimed once', async () => {
      await collections('one', 20);
      const both = await Promise.all([
        ids(claim({ lease: 'a', limit: 12 })),
        ids(claim({ lease: 'b', limit: 12 })),
      ]);
      const all = [...both.flat(), ...(await ids(claim({ lease: 'c' })))];
      expect(new Set(all).size).toBe(20);
      expect(all).toHaveLength(20);
      expect(await claim({ lease: 'd' })).toEqual([]);
    });

    test('a thousand duties of one account do not delay the one of another, however long they have been due', async () => {
      await collections('many', 1_000, clock.nowMs() - 900_000);
      await collections('one', 1, clock.nowMs());
      expect(await ids(claim({ limit: 3 }))).toEqual(['many-0000', 'one-0000', 'many-0001']);
    });

    test('an account gets its share and no more, also over several claims of a process', async () => {
      await collections('many', 10);
      await collections('one', 1);
      expect(await ids(claim({ perParty: 2 }))).toEqual(['many-0000', 'one-0000', 'many-0001']);
      expect(await claim({ perParty: 2, held: { many: 2, one: 1 } })).toEqual([]);
      expect(await ids(claim({ perParty: 2, held: { many: 1, one: 1 } }))).toEqual(['many-0002']);
    });

    test('a lease keeps others away until it lapses, and the claim says how late the work is', async () => {
      await collections('one', 1, clock.nowMs() - 5_000);
      expect(await claim()).toEqual([{ id: 'one-0000', party: 'one', lateMs: 5_000, failures: 0 }]);
      clock.advance(LEASE_MS - 1);
      expect(await claim({ lease: 'node2.1' })).toEqual([]);
      expect(await storage.duties.dueKinds({ kinds: ['collection'] })).toEqual([]);
      clock.advance(1);
      expect(await storage.duties.dueKinds({ kinds: ['collection'] })).toEqual(['collection']);
      expect(await claim({ lease: 'node2.1' })).toMatchObject([{ id: 'one-0000', lateMs: 15_000 }]);
    });

    test('a process renews the leases that it names, and none of others', async () => {
      await collections('one', 3);
      await watch('w', clock.nowMs());
      await claim({ lease: 'mine', limit: 2 });
      await claim({ lease: 'mine too', kind: 'watch' });
      clock.advance(LEASE_MS - 1);
      const held = [
        { kind: 'collection', id: 'one-0000', lease: 'mine' },
        { kind: 'collection', id: 'one-0001', lease: 'of another' },
        { kind: 'watch', id: 'w', lease: 'mine too' },
      ] as const;
      expect(await storage.duties.renew({ held, leaseMs: LEASE_MS })).toEqual({ renewed: 2 });
      clock.advance(1);
      expect(await ids(claim({ lease: 'other' }))).toEqual(['one-0001', 'one-0002']);
      expect(await claim({ lease: 'other', kind: 'watch' })).toEqual([]);
      // A lease that has lapsed stays lapsed, also when nobody took the duty.
      clock.advance(LEASE_MS);
      expect(await storage.duties.renew({ held, leaseMs: LEASE_MS })).toEqual({ renewed: 0 });
      expect(await ids(claim({ lease: 'third' }))).toEqual(['one-0000', 'one-0001', 'one-0002']);
    });

    test('a node that lost its lease changes nothing', async () => {
      await collections('one', 1);
      await claim({ lease: 'old' });
      clock.advance(LEASE_MS);
      await claim({ lease: 'new' });
      const row = { kind: 'collection' as const, id: 'one-0000' };
      const later = { dueInMs: 0, isFailure: true };
      expect(await storage.duties.postpone({ ...row, lease: 'old', ...later })).toEqual({ isOurs: false });
      expect(await storage.duties.release({ ...row, lease: 'old' })).toEqual({ isOurs: false });
      expect(await claim({ lease: 'third' })).toEqual([]);
      expect(await storage.duties.release({ ...row, lease: 'new' })).toEqual({ isOurs: true });
      expect(await claim({ lease: 'third' })).toMatchObject([{ failures: 0 }]);
    });

    test('a postponed duty is due after its time, and its failures in a row are counted', async () => {
      await collections('one', 2);
      await claim({ lease: 'l', limit: 1 });
      const row = { kind: 'collection' as const, id: 'one-0000' };
      await storage.duties.postpone({ ...row, lease: 'l', dueInMs: 5_000, isFailure: true });
      expect(await ids(claim({ lease: 'other' }))).toEqual(['one-0001']);
      clock.advance(4_999);
      expect(await claim({ lease: 'm' })).toEqual([]);
      clock.advance(1);
      expect(await claim({ lease: 'm' })).toMatchObject([{ id: 'one-0000', failures: 1, lateMs: 0 }]);
      await storage.duties.postpone({ ...row, lease: 'm', dueInMs: 0, isFailure: false });
      expect(await claim({ lease: 'n' })).toMatchObject([{ id: 'one-0000', failures: 0 }]);
    });

    test('a watch that is told to run is due at once, and not again when that run has failed', async () => {
      await watch('later', clock.nowMs() + 60_000);
      expect(await claim({ kind: 'watch' })).toEqual([]);
      await watch('now', clock.nowMs() + 60_000, 1);
      expect(await claim({ kind: 'watch', lease: 'l' })).toEqual([
        { id: 'now', party: 'one', lateMs: 0, failures: 0 },
      ]);
      await storage.duties.postpone({
        kind: 'watch',
        id: 'now',
        lease: 'l',
        dueInMs: 1_000,
        isFailure: true,
      });
      expect(await claim({ kind: 'watch' })).toEqual([]);
      clock.advance(1_000);
      expect(await ids(claim({ kind: 'watch' }))).toEqual(['now']);
    });

    test('what has ended or is paused is no duty', async () => {
      await collections('one', 1);
      await opened.edit(`UPDATE collections SET state = 'done', end_reason = 'exhausted', ended_at_ms = 1`);
      await watch('w', clock.nowMs(), 1);
      await opened.edit(`UPDATE watches SET state = 'paused', paused_for = 'owner'`);
      expect(await storage.duties.dueKinds({ kinds: ['collection', 'watch'] })).toEqual([]);
      expect(await claim()).toEqual([]);
      expect(await claim({ kind: 'watch' })).toEqual([]);
    });

    test('every kind can be asked for, claimed, renewed, postponed, released, counted and listed', async () => {
      for (const kind of DUTY_KINDS) {
        const none = { kind, id: 'nobody', lease: 'l' };
        await claim({ kind, held: { many: 100 } });
        expect(await storage.duties.postpone({ ...none, dueInMs: 1, isFailure: true })).toEqual({
          isOurs: false,
        });
        expect(await storage.duties.release(none)).toEqual({ isOurs: false });
        await storage.duties.list({ kind, isLate: true, after: null, limit: 10 });
      }
      const held = DUTY_KINDS.map((kind) => ({ kind, id: 'nobody', lease: 'l' }));
      expect(await storage.duties.renew({ held, leaseMs: LEASE_MS })).toEqual({ renewed: 0 });
      await storage.duties.dueKinds({ kinds: DUTY_KINDS });
      expect(Object.keys(await storage.duties.figures()).sort()).toEqual([...DUTY_KINDS].sort());
    });

    describe('beside a node of an older release', () => {
      /** What such a node would claim now. */
      const older = {
        recharge:
          () => `SELECT id FROM recharges WHERE (state = 'wanted' AND not_before_ms <= ${clock.nowMs()})
          OR (state = 'charging' AND tried_at_ms <= ${clock.nowMs() - ASK_AGAIN_MS})`,
        payback: () =>
          `SELECT id FROM paybacks WHERE state = 'wanted' AND tried_at_ms <= ${clock.nowMs() - ASK_AGAIN_MS}`,
        statements: () => `SELECT name AS id FROM meta WHERE name = 'statements_run_at_ms'
          AND value <= ${clock.nowMs() - CLOSING_EVERY_MS}`,
      };
      /** How such a node claims. */
      const take = {
        recharge:
          () => `UPDATE recharges SET state = 'charging', amount_micros = 1, month = 'm', claimed_at_ms = ${clock.nowMs()},
          tried_at_ms = ${clock.nowMs()}`,
        payback: () => `UPDATE paybacks SET tried_at_ms = ${clock.nowMs()}`,
        statements: () => `UPDATE meta SET value = ${clock.nowMs()} WHERE name = 'statements_run_at_ms'`,
      };
      const make = {
        recharge:
          () => `DELETE FROM recharges; INSERT INTO recharges (id, account_id, state, wanted_at_ms, not_before_ms)
          VALUES ('r', 'one', 'wanted', 0, 0)`,
        payback:
          () => `DELETE FROM paybacks; INSERT INTO paybacks (id, account_id, payment, amount_micros, state, reason, wanted_at_ms,
          tried_at_ms) VALUES ('p', 'one', 'x', 1, 'wanted', 'y', 0, 0)`,
        statements: () =>
          `UPDATE meta SET value = 0, lease = NULL, lease_until_ms = 0 WHERE name = 'statements_run_at_ms'`,
      };
      const PAST = { recharge: ASK_AGAIN_MS, payback: ASK_AGAIN_MS, statements: CLOSING_EVERY_MS };
      /** By a table, because the connection of the suite prepares its query once. */
      const found = async (kind: keyof typeof make) => {
        await opened.edit(`CREATE TABLE IF NOT EXISTS looked (id text); DELETE FROM looked;
          INSERT INTO looked ${older[kind]()}`);
        return (await opened.query('SELECT id FROM looked')).length;
      };

      test.each(['recharge', 'payback', 'statements'] as const)(
        'neither takes a %s that the other works on, and each goes on where the other has died',
        async (kind) => {
          await opened.edit(make[kind]());
          expect(await found(kind)).toBe(1);
          const [duty] = await claim({ kind, lease: 'new' });
          expect(await found(kind)).toBe(0);
          clock.advance(LEASE_MS - 1);
          expect(await found(kind)).toBe(0);
          const held = [{ kind, id: duty!.id, lease: 'new' }];
          expect(await storage.duties.renew({ held, leaseMs: LEASE_MS })).toEqual({ renewed: 1 });
          clock.advance(LEASE_MS - 1);
          expect(await found(kind)).toBe(0);
          // The new node has died, and the old one takes over: its try counts, not the lapsed lease.
          clock.advance(PAST[kind]);
          expect(await found(kind)).toBe(1);
          await opened.edit(take[kind]());
          expect(await storage.duties.renew({ held, leaseMs: LEASE_MS })).toEqual({ renewed: 0 });
          expect(await claim({ kind, lease: 'second' })).toEqual([]);
          clock.advance(PAST[kind] - 1);
          expect(await claim({ kind, lease: 'second' })).toEqual([]);
          clock.advance(1);
          expect(await claim({ kind, lease: 'second' })).toHaveLength(1);
          // Given up, it is free for both at once.
          await storage.duties.release({ kind, id: duty!.id, lease: 'second' });
          expect(await found(kind)).toBe(1);
          expect(await claim({ kind, lease: 'third' })).toHaveLength(1);
          await storage.duties.postpone({
            ...{ kind, id: duty!.id, lease: 'third' },
            dueInMs: 5_000,
            isFailure: true,
          });
          clock.advance(4_999);
          expect([await found(kind), await claim({ kind, lease: 'fourth' })]).toEqual([0, []]);
          clock.advance(1);
          expect(await found(kind)).toBe(1);
          expect(await claim({ kind, lease: 'fourth' })).toMatchObject([{ failures: 1 }]);
        },
      );
    });

    test('operators see what is due, late and failing, and can list it by due time', async () => {
      await collections('one', 3, clock.nowMs());
      await watch('w', clock.nowMs() - 1);
      const all = async (input = {}) => {
        const { items, next } = await storage.duties.list({ after: null, limit: 10, ...input });
        return { ids: items.map(({ id }) => id), next, items };
      };
      const collection = { kind: 'collection' as const };
      const figures = async () => (await storage.duties.figures()).collection;
      expect(await figures()).toEqual({ due: 1, late: 0, failing: 0 });
      clock.advance(10);
      expect(await figures()).toEqual({ due: 3, late: 0, failing: 0 });
      await claim({ lease: 'l', limit: 1 });
      await storage.duties.postpone({
        ...{ ...collection, id: 'one-0000', lease: 'l' },
        ...{ dueInMs: 3_600_000, isFailure: true },
      });
      clock.advance(LATE_AFTER_MS);
      await claim({ lease: 'l', limit: 1 });
      expect(await figures()).toEqual({ due: 1, late: 1, failing: 1 });
      const page = await all({ ...collection, limit: 2 });
      expect(page.items).toMatchObject([
        { id: 'one-0001', isClaimed: true, isLate: false },
        { id: 'one-0002', isClaimed: false, isLate: true, failures: 0 },
      ]);
      expect((await all({ ...collection, limit: 2, after: page.next })).items).toMatchObject([
        { id: 'one-0000', party: 'one', failures: 1, isLate: false },
      ]);
      const late = await all({ isLate: true });
      expect(late.ids).toContain('w');
      expect(late.ids).toContain('one-0002');
      expect(late.ids).not.toContain('one-0001');
    });
  });
}
