// Contract of every backend for complaints: one per call, stored together with its refund or not at all, never above the charge, and
// final once decided. One database serves the whole suite.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { answeredBy } from '../../domain/complaint.ts';
import { toMicros, ZERO } from '../../domain/money.ts';
import type { FileComplaint, Storage } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'key:test';
const rule = { name: 'refusal_page' as const, note: 'nothing but refusals' };

export function describeComplaints(
  name: string,
  openStorage: (clock: Clock) => Promise<OpenedStorage>,
): void {
  describe(`${name}: complaints`, () => {
    let clock: TestClock;
    let opened: OpenedStorage;
    let storage: Storage;
    let payers = 0;

    beforeAll(async () => {
      clock = createTestClock();
      opened = await openStorage(clock);
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(async () => {
      expect((await storage.ledger.verify()).differences).toEqual([]);
      await opened.close();
    });

    /** An account with this many paid calls: r1, r2, … */
    async function payer(calls: number): Promise<string> {
      const id = `payer-${++payers}`;
      await addPayer(storage, id, calls);
      for (let i = 1; i <= calls; i++) {
        await storage.calls.settle(settlementOf(await openHold(storage, id, `r${i}`)));
      }
      return id;
    }

    let made = 0;
    const complaint = (accountId: string, changes: Partial<FileComplaint> = {}): FileComplaint => ({
      ...{ actor, id: `cmp-${++made}`, accountId, requestId: 'r1', reason: 'all the same' },
      ...{ rule: null, provider: 'one', costMicros: toMicros(300), allowanceMicros: ZERO },
      automaticPerDay: 20,
      ...changes,
    });
    const balanceOf = async (id: string) => (await storage.accounts.find({ idOrName: id }))!.balanceMicros;
    const refundsOf = async (accountId: string) =>
      (await storage.accounts.entries({ accountId, kind: 'refund', limit: 100, after: null })).items;

    test('one that breaks a rule is refunded at once, and its entry names it', async () => {
      const id = await payer(1);
      const filed = await storage.complaints.file(complaint(id, { rule }));
      expect(filed).toMatchObject({
        kind: 'filed',
        complaint: {
          ...{ requestId: 'r1', path: '/p', providers: ['one'], state: 'refunded', ground: 'refusal_page' },
          ...{ note: rule.note, chargedMicros: PRICE, refundedMicros: PRICE, decidedAtMs: clock.nowMs() },
        },
      });
      const reference = `complaint:cmp-${made}`;
      expect(await refundsOf(id)).toMatchObject([{ amountMicros: PRICE, requestId: 'r1', reference }]);
      expect(await balanceOf(id)).toBe(PRICE);
    });

    test('a dozen at the same time about one call are one, with one refund', async () => {
      const id = await payer(1);
      const results = await Promise.all(
        Array.from({ length: 12 }, () => storage.complaints.file(complaint(id, { rule }))),
      );
      expect(results.filter(({ kind }) => kind === 'filed')).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === 'exists')).toHaveLength(11);
      expect(await refundsOf(id)).toHaveLength(1);
      expect(await balanceOf(id)).toBe(PRICE);
    });

    test('within the allowance of a month it is refunded, beyond it waits, and a new month begins anew', async () => {
      const id = await payer(5);
      const allowanceMicros = toMicros(2 * PRICE);
      // What breaks a rule takes nothing from the allowance.
      await storage.complaints.file(complaint(id, { requestId: 'r5', rule, allowanceMicros }));
      const file = async (requestId: string) => {
        const filed = await storage.complaints.file(complaint(id, { requestId, allowanceMicros }));
        return filed.kind === 'filed' ? [filed.complaint.state, filed.complaint.ground] : filed.kind;
      };
      expect(await file('r1')).toEqual(['refunded', 'allowance']);
      expect(await file('r2')).toEqual(['refunded', 'allowance']);
      expect(await file('r3')).toEqual(['waiting', 'person']);
      clock.advance(31 * 24 * 3_600_000);
      expect(await file('r4')).toEqual(['refunded', 'allowance']);
      expect(await balanceOf(id)).toBe(4 * PRICE);
    });

    test('an allowance is not passed by a dozen at the same time', async () => {
      const id = await payer(6);
      const allowanceMicros = toMicros(2 * PRICE);
      await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          storage.complaints.file(complaint(id, { requestId: `r${(i % 6) + 1}`, allowanceMicros })),
        ),
      );
      expect(await balanceOf(id)).toBe(2 * PRICE);
      const all = await storage.complaints.list({ accountId: id, limit: 500, after: null });
      expect(all.items).toHaveLength(6);
      expect(all.items.filter(({ state }) => state === 'waiting')).toHaveLength(4);
    });

    test('a limited number per UTC day is refunded automatically, and the count starts again at midnight', async () => {
      const [id, bystander] = [await payer(7), await payer(2)];
      const midnight = Math.ceil(clock.nowMs() / 86_400_000) * 86_400_000;
      const file = async (accountId: string, requestId: string, changes: Partial<FileComplaint> = {}) => {
        const of = { rule, requestId, automaticPerDay: 2, ...changes };
        const filed = await storage.complaints.file(complaint(accountId, of));
        return filed.kind === 'filed' ? [filed.complaint.state, filed.complaint.ground] : filed.kind;
      };
      expect(await file(id, 'r1', { rule: null, allowanceMicros: PRICE })).toEqual(['refunded', 'allowance']);
      clock.advance(midnight - clock.nowMs() - 1);
      expect(await file(id, 'r2')).toEqual(['refunded', 'refusal_page']);
      expect(await file(id, 'r3')).toEqual(['waiting', 'person']);
      expect(await file(bystander, 'r1')).toEqual(['refunded', 'refusal_page']);
      clock.advance(1);
      expect(await file(id, 'r4')).toEqual(['refunded', 'refusal_page']);
      expect(await file(id, 'r5')).toEqual(['refunded', 'refusal_page']);
      expect(await file(id, 'r6', { rule: null, allowanceMicros: toMicros(9 * PRICE) })).toEqual([
        'waiting',
        'person',
      ]);
      expect(await file(id, 'r7', { automaticPerDay: 0 })).toEqual(['waiting', 'person']);
      const third = await storage.complaints.find({ accountId: id, requestId: 'r3' });
      expect(third!.note).toContain(rule.note);
      const by = { actor: 'admin:x', note: 'looked at it', isRefunded: true };
      expect((await storage.complaints.decide({ ...by, id: third!.id })).kind).toBe('decided');
      expect(await balanceOf(id)).toBe(5 * PRICE);
      expect(await balanceOf(bystander)).toBe(PRICE);
    });

    test('a call that was refunded automatically is never replayed, one that an operator refunded is', async () => {
      const id = await payer(4);
      const other = await payer(1);
      const again = (of: string, requestId: string) => storage.calls.open(callOf(of, requestId));
      const replays = async (of: string, requestId: string) => [
        (await again(of, requestId)).kind,
        (await storage.calls.preview(callOf(of, requestId))).kind,
        (await storage.calls.find({ accountId: of, requestId }))!.answerKept,
        (await storage.calls.findAnswer({ accountId: of, requestId }))!.call.answerKept,
      ];
      const REFUNDED = ['refunded', 'refunded', false, false];
      const READABLE = ['replay', 'replays', true, true];
      await storage.complaints.file(complaint(id, { rule }));
      await storage.complaints.file(complaint(id, { requestId: 'r2', allowanceMicros: toMicros(9 * PRICE) }));
      const waiting = complaint(id, { requestId: 'r3' });
      await storage.complaints.file(waiting);
      expect(await replays(id, 'r3')).toEqual(READABLE);
      await storage.complaints.decide({ actor, id: waiting.id, isRefunded: true, note: 'x' });
      const refund = { actor, accountId: id, reference: null, reason: 'x', amountMicros: null };
      await storage.accounts.refund({ ...refund, requestId: 'r4' });
      for (let turn = 0; turn < 2; turn++) {
        expect(await replays(id, 'r1')).toEqual(REFUNDED);
        expect(await replays(id, 'r2')).toEqual(REFUNDED);
        expect(await replays(id, 'r3')).toEqual(READABLE);
        expect(await replays(id, 'r4')).toEqual(READABLE);
        expect(await replays(other, 'r1')).toEqual(READABLE);
      }
      const twin = { ...callOf(id, 'new'), twins: ['r1'] };
      expect((await storage.calls.open(twin)).kind).toBe('opened');
      expect(await storage.calls.open({ ...callOf(id, 'newer'), twins: ['r3'] })).toMatchObject({
        kind: 'twin',
      });
      // The call stays refunded after its answer was purged.
      clock.advance(2);
      while ((await storage.calls.purgeAnswers({ keepMs: 1 })).purged > 0);
      expect((await again(id, 'r1')).kind).toBe('refunded');
      expect((await again(id, 'r3')).kind).toBe('expired');
    });

    test('an operator sees complaints of all accounts, a customer only its own', async () => {
      const ids = [await payer(1), await payer(1)];
      for (const id of ids) await storage.complaints.file(complaint(id));
      const everyone = await storage.complaints.list({ limit: 500, after: null });
      expect(everyone.items.map(({ accountId }) => accountId)).toEqual(expect.arrayContaining(ids));
      const own = await storage.complaints.list({ accountId: ids[0]!, limit: 500, after: null });
      expect(own.items.map(({ accountId }) => accountId)).toEqual([ids[0]]);
    });

    test('an operator decides a waiting one, once: with a refund or a rejection', async () => {
      const id = await payer(2);
      const [first, second] = [complaint(id), complaint(id, { requestId: 'r2' })];
      await storage.complaints.file(first);
      await storage.complaints.file(second);
      const by = { actor: 'admin:x', note: 'looked at it' };
      const decided = await storage.complaints.decide({ ...by, id: first.id, isRefunded: true });
      expect(decided).toMatchObject({
        kind: 'decided',
        complaint: {
          state: 'refunded',
          ground: 'person',
          note: by.note,
          refundedMicros: PRICE,
          decidedBy: 'admin:x',
        },
      });
      const refused = await storage.complaints.decide({ ...by, id: second.id, isRefunded: false });
      expect(refused).toMatchObject({ kind: 'decided', complaint: { state: 'refused', refundedMicros: 0 } });
      for (const one of [first.id, second.id]) {
        expect((await storage.complaints.decide({ ...by, id: one, isRefunded: true })).kind).toBe('ended');
      }
      expect((await storage.complaints.decide({ ...by, id: 'none', isRefunded: true })).kind).toBe(
        'not_found',
      );
      expect(await balanceOf(id)).toBe(PRICE);
    });

    test('no more is refunded than is left of the charge, and nothing when nothing is left', async () => {
      const id = await payer(3);
      const give = (requestId: string, amount: number | null) =>
        storage.accounts.refund({
          ...{ actor, accountId: id, requestId, reference: null, reason: 'x' },
          amountMicros: amount === null ? null : toMicros(amount),
        });
      await give('r1', 400);
      await storage.complaints.file(complaint(id, { rule }));
      await give('r2', null);
      const nothing = complaint(id, { requestId: 'r2', rule });
      expect(await storage.complaints.file(nothing)).toEqual({ kind: 'nothing_to_refund' });
      const waiting = complaint(id, { requestId: 'r3' });
      await storage.complaints.file(waiting);
      await give('r3', null);
      const decision = { actor, id: waiting.id, isRefunded: true, note: 'x' };
      expect(await storage.complaints.decide(decision)).toEqual({ kind: 'nothing_to_refund' });
      expect(await balanceOf(id)).toBe(3 * PRICE);
      expect((await give('r1', 1)).kind).toBe('refused');
    });

    test('only a charged call of the account can be complained about', async () => {
      const id = await payer(1);
      await storage.calls.release({
        ...{ failureCode: 'UPSTREAM_ERROR', attempts: [] },
        hold: { accountId: id, requestId: 'none', epoch: 1 },
      });
      const other = await payer(1);
      expect(await storage.complaints.evidence({ accountId: id, requestId: 'r9' })).toBeNull();
      expect(await storage.complaints.file(complaint(id, { requestId: 'r9' }))).toEqual({
        kind: 'not_found',
      });
      await storage.complaints.file(complaint(other));
      expect(await storage.complaints.find({ accountId: id, requestId: 'r1' })).toBeNull();
    });

    test('evidence is the answer of the call and those before it on the same path, the newest first', async () => {
      const id = await payer(3);
      const found = await storage.complaints.evidence({ accountId: id, requestId: 'r3' });
      const texts = [found!.answer!, ...found!.earlier.map(({ answer }) => answer)].map(({ body }) =>
        Buffer.from(body).toString(),
      );
      expect(texts).toEqual(['{"balance":"0.000000"}', '{"balance":"0.001000"}', '{"balance":"0.002000"}']);
      expect(found).toMatchObject({ fingerprint: 'f', call: { requestId: 'r3', chargedMicros: PRICE } });
    });

    test('refunded answers are counted by path and provider, with what they cost', async () => {
      const id = await payer(3);
      await storage.complaints.file(complaint(id, { rule }));
      await storage.complaints.file(complaint(id, { rule, requestId: 'r2', provider: null }));
      await storage.complaints.file(complaint(id, { requestId: 'r3' }));
      const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
      const claims = await storage.complaints.sums({ accountId: id, fromDay: day, toDay: day });
      const sums = { complaints: 1, refundedMicros: PRICE, costMicros: 300 };
      expect(claims).toEqual([{ path: '/p', provider: 'one', ...sums }]);
      const before = { accountId: id, fromDay: '2020-01-01', toDay: '2020-01-02' };
      expect(await storage.complaints.sums(before)).toEqual([]);
    });

    test('for a call over several platforms every provider that answered a leg is named, with what that leg cost', async () => {
      const id = `payer-${++payers}`;
      await addPayer(storage, id, 1);
      const attempt = (provider: string, leg: string, earned: number, outcome = 'ok') => ({
        ...{ provider, leg, outcome, startedMs: 0, durationMs: 1, bytes: 1 },
        ...{ costMicros: toMicros(100), earnedMicros: toMicros(earned) },
      });
      const attempts = [
        attempt('two', 'b', 0, 'timeout'),
        attempt('one', 'a', 600),
        attempt('three', 'b', 300),
        attempt('three', 'c', 100),
      ];
      const hold = await openHold(storage, id, 'r1');
      await storage.calls.settle(settlementOf(hold, { attempts }));
      const filed = await storage.complaints.file(complaint(id, { rule, ...answeredBy(attempts) }));
      expect(filed).toMatchObject({ complaint: { providers: ['one', 'three'], costMicros: 300 } });
      const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
      const claims = await storage.complaints.sums({ accountId: id, fromDay: day, toDay: day });
      expect(claims).toEqual([
        { path: '/p', provider: 'one', complaints: 1, refundedMicros: 600, costMicros: 100 },
        { path: '/p', provider: 'three', complaints: 1, refundedMicros: 400, costMicros: 200 },
      ]);
    });

    test('lists continue where they ended, oldest first', async () => {
      const id = await payer(3);
      for (const requestId of ['r1', 'r2', 'r3']) {
        await storage.complaints.file(complaint(id, { requestId }));
        clock.advance(1);
      }
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await storage.complaints.list({ accountId: id, state: 'waiting', limit: 2, after });
        seen.push(...page.items.map(({ requestId }) => requestId));
        after = page.next;
        if (after === null) break;
      }
      expect(seen).toEqual(['r1', 'r2', 'r3']);
    });
  });
}
