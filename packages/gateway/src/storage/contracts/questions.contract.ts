// Contract of every backend for what calls asked: written with the hold, read with the call, deleted after its days.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../domain/duration.ts';
import { writeQuestion } from '../../domain/gathering/question.ts';
import { ZERO } from '../../domain/money.ts';
import type { Storage } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, publishPrice, settlementOf, UNBOUND } from '../testing/payer.ts';
import { createTestClock, type EditedStorage, type TestClock } from './storage.contract.ts';

const KEEP_MS = 30 * DAY_MS;

export function describeQuestions(name: string, open: (clock: TestClock) => Promise<EditedStorage>): void {
  describe(`${name}: questions of calls`, () => {
    let clock: TestClock;
    let opened: EditedStorage;
    let storage: Storage;

    beforeAll(async () => {
      clock = createTestClock();
      opened = await open(clock);
      storage = opened.storage;
      await publishPrice(storage);
      await addPayer(storage, 'acc', 1_000);
    });
    afterAll(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    const asking = (keyword: string) => ({ question: writeQuestion([['keyword', keyword]]) });
    const kept = (keyword: string) => ({ parameters: [['keyword', keyword]], isCut: false });
    const asked = async (requestId: string, accountId = 'acc') =>
      (await storage.calls.find({ accountId, requestId }))?.asked;
    const listed = async () => {
      const { items } = await storage.calls.list({ accountId: 'acc', limit: 100, after: null });
      return Object.fromEntries(items.map((call) => [call.requestId, call.asked]));
    };

    test('a call shows what it asked from its hold on, in the list, in detail and among holds, with any character', async () => {
      const text = '猫 \u0000 \u{1F408} "quoted" \ud800';
      const hold = await openHold(storage, 'acc', 'held', asking(text));
      const holds = (await storage.calls.holds({ accountId: 'acc', limit: 10, after: null })).items;
      expect(holds.map((call) => call.asked)).toEqual([kept(text)]);
      expect(await listed()).toMatchObject({ held: kept(text) });
      await storage.calls.settle(settlementOf(hold));
      expect(await asked('held')).toEqual(kept(text));
      const { items } = await storage.calls.list({ accountId: 'acc', limit: 1, after: null });
      expect((await storage.calls.detail({ seq: items[0]!.seq }))?.asked).toEqual(kept(text));
    });

    test('a call that is paid at once and one that fails show it too', async () => {
      await storage.calls.openSettled({
        ...callOf('acc', 'at-once', asking('cached')),
        ...{ chargedMicros: PRICE, source: 'cache', answer: null },
      });
      const hold = await openHold(storage, 'acc', 'failed', asking('gone'));
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_TIMEOUT', attempts: [] });
      expect([await asked('at-once'), await asked('failed')]).toEqual([kept('cached'), kept('gone')]);
    });

    test('a call without a question, as an older node opens it, shows none', async () => {
      await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'silent')));
      expect(await asked('silent')).toBeNull();
      expect(await listed()).toMatchObject({ silent: null });
    });

    test('a complaint shows what its call asked', async () => {
      await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'disputed', asking('wrong'))));
      await storage.complaints.file({
        ...{ actor: 'test', id: 'cmp_q', accountId: 'acc', requestId: 'disputed', reason: 'no', rule: null },
        ...{ provider: 'one', costMicros: ZERO, allowanceMicros: ZERO, automaticPerDay: 0 },
      });
      expect((await storage.complaints.find({ id: 'cmp_q' }))?.asked).toEqual(kept('wrong'));
      const { items } = await storage.complaints.list({ accountId: 'acc', limit: 10, after: null });
      expect(items.map((one) => one.asked)).toEqual([kept('wrong')]);
    });

    test('the first question of an id stands, however often the id is sent again', async () => {
      await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'twice', asking('first'))));
      await storage.calls.open(callOf('acc', 'twice', asking('second')));
      expect(await asked('twice')).toEqual(kept('first'));
      const hold = await openHold(storage, 'acc', 'reopened', asking('first'));
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_TIMEOUT', attempts: [] });
      await openHold(storage, 'acc', 'reopened', asking('second'));
      expect(await asked('reopened')).toEqual(kept('first'));
    });

    test('the same id of another account has a question of its own', async () => {
      await addPayer(storage, 'other', 10);
      await openHold(storage, 'acc', 'shared-id', asking('mine'));
      await openHold(storage, 'other', 'shared-id', asking('theirs'));
      expect(await asked('shared-id')).toEqual(kept('mine'));
      expect(await asked('shared-id', 'other')).toEqual(kept('theirs'));
    });

    test('a row names the account that asked, so that an operator can delete the questions of one account', async () => {
      await addPayer(storage, 'leaving', 10);
      await addPayer(storage, 'staying', 10);
      // The first key of a payer has the id of its account, which would hide one written in place of the other.
      const key = { name: 'second', prefix: 'p', hash: 'hash-second', groups: ['u1' as const], ...UNBOUND };
      await storage.keys.create({ actor: 'test', id: 'second', accountId: 'leaving', ...key });
      await openHold(storage, 'leaving', 'last-one', { ...asking('theirs'), keyId: 'second' });
      await openHold(storage, 'staying', 'last-one', asking('mine'));
      await opened.edit("DELETE FROM call_questions WHERE account_id = 'leaving'");
      expect(await asked('last-one', 'leaving')).toBeNull();
      expect(await asked('last-one', 'staying')).toEqual(kept('mine'));
      await opened.edit("DELETE FROM call_questions WHERE account_id = 'staying'");
      expect(await asked('last-one', 'staying')).toBeNull();
    });

    test('it is deleted after its days, not before, also when the call ran again since; the call itself stays', async () => {
      await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'old', asking('old'))));
      const again = await openHold(storage, 'acc', 'again', asking('again'));
      await storage.calls.release({ hold: again, failureCode: 'UPSTREAM_TIMEOUT', attempts: [] });
      clock.advance(KEEP_MS);
      await openHold(storage, 'acc', 'again', asking('again'));
      await storage.calls.purgeQuestions({ keepMs: KEEP_MS });
      expect(await asked('old')).toEqual(kept('old'));
      clock.advance(1);
      expect((await storage.calls.purgeQuestions({ keepMs: KEEP_MS })).purged).toBeGreaterThan(0);
      expect(await storage.calls.purgeQuestions({ keepMs: KEEP_MS })).toEqual({ purged: 0 });
      expect(await asked('old')).toBeNull();
      expect(await asked('again')).toBeNull();
      await openHold(storage, 'acc', 'young', asking('young'));
      await storage.calls.purgeQuestions({ keepMs: KEEP_MS });
      expect(await asked('young')).toEqual(kept('young'));
      const call = await storage.calls.find({ accountId: 'acc', requestId: 'old' });
      expect(call).toMatchObject({ state: 'settled', chargedMicros: PRICE });
    });

    test('a question that was written while the clock was ahead goes with those around it', async () => {
      clock.advance(10 * KEEP_MS);
      await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'ahead', asking('ahead'))));
      clock.advance(-10 * KEEP_MS);
      await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'behind', asking('behind'))));
      clock.advance(KEEP_MS);
      await storage.calls.purgeQuestions({ keepMs: KEEP_MS });
      expect([await asked('ahead'), await asked('behind')]).toEqual([kept('ahead'), kept('behind')]);
      clock.advance(1);
      await storage.calls.purgeQuestions({ keepMs: KEEP_MS });
      expect([await asked('ahead'), await asked('behind')]).toEqual([null, null]);
    });
  });
}
