// Contract of every backend for the checkpoint of the ledger: a check that continues from it reads only what is new and finds every
// difference there; a check from the start also finds what was changed before it.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import type { LedgerReport, Storage } from '../storage.ts';
import { addPayer, keyIdOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

interface TamperedStorage extends OpenedStorage {
  /** Runs a query with all constraints and triggers disabled. */
  tamper(sql: string): Promise<unknown>;
}

/** Milliseconds: longer than a transaction may take, so that a checkpoint includes the calls before it. */
const A_WHILE_MS = 120_000;

export function describeCheckpoint(
  name: string,
  openStorage: (clock: Clock) => Promise<TamperedStorage>,
): void {
  describe(`the checkpoint of the ledger on ${name}`, () => {
    let clock: TestClock;
    let storage: Storage;
    let tamper: TamperedStorage['tamper'];

    beforeEach(async () => {
      clock = createTestClock();
      const opened = await openStorage(clock);
      onTestFinished(() => opened.close());
      ({ storage, tamper } = opened);
      await publishPrice(storage);
      await addPayer(storage, 'acc', 9);
      await addPayer(storage, 'other', 9);
    });

    const spend = async (payer: string, requestId: string) =>
      storage.calls.settle(settlementOf(await openHold(storage, payer, requestId)));
    const fail = async (payer: string, requestId: string) =>
      storage.calls.release({
        hold: await openHold(storage, payer, requestId),
        failureCode: 'UPSTREAM_ERROR',
        attempts: [],
      });
    const goOn = () => storage.ledger.verify({ from: 'checkpoint' });
    const checks = ({ differences }: LedgerReport) => differences.map(({ check }) => check);

    /** A clean check whose checkpoint is stored. */
    async function prove(from: 'start' | 'checkpoint' = 'checkpoint'): Promise<LedgerReport> {
      clock.advance(A_WHILE_MS);
      const report = await storage.ledger.verify({ from });
      expect(report.differences).toEqual([]);
      expect(await storage.ledger.keepCheckpoint(report.next!)).toEqual({ kept: true });
      return report;
    }

    /** Two paid calls, a failed one and a running one. */
    async function proveSome(): Promise<void> {
      await spend('acc', 'r1');
      await spend('other', 'r1');
      await fail('acc', 'failed');
      await openHold(storage, 'acc', 'running');
      await prove();
    }

    test('the first check reads everything, the next one what came since', async () => {
      await spend('acc', 'r1');
      const first = await prove();
      expect(first).toMatchObject({ sinceMs: null, checked: { entries: 3, calls: 1 } });
      await spend('acc', 'r2');
      expect(await goOn()).toMatchObject({
        sinceMs: first.next!.head.atMs,
        checked: { entries: 1, calls: 1 },
        entries: 4,
        calls: 2,
        differenceCount: 0,
      });
      expect(await storage.ledger.verify()).toMatchObject({
        sinceMs: null,
        checked: { entries: 4, calls: 2 },
        entries: 4,
        calls: 2,
      });
    });

    test('from the checkpoint and from the start, a clean check proves the same', async () => {
      await proveSome();
      await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'failed')));
      await storage.calls.settle(settlementOf({ accountId: 'acc', requestId: 'running', epoch: 1 }));
      await fail('other', 'r2');
      await openHold(storage, 'other', 'r3');
      clock.advance(A_WHILE_MS);
      await spend('acc', 'just-now');
      const whole = await storage.ledger.verify({ from: 'start' });
      const rest = await goOn();
      expect(rest).toMatchObject({ differences: [], entries: whole.entries, calls: whole.calls });
      expect(rest.checked.entries).toBeLessThan(whole.checked.entries);
      expect(rest.next!.head.digest).toBe(whole.next!.head.digest);
    });

    test('calls that were too new for a checkpoint are checked again, and counted once', async () => {
      await spend('acc', 'r1');
      clock.advance(A_WHILE_MS);
      await spend('acc', 'r2');
      const young = await storage.ledger.verify();
      expect(young.next!.head.calls).toBe(1);
      await storage.ledger.keepCheckpoint(young.next!);
      // A call is old enough a minute after it was opened.
      for (const [passMs, calls] of [
        [59_999, 1],
        [1, 2],
      ] as const) {
        clock.advance(passMs);
        expect((await goOn()).next!.head.calls).toBe(calls);
      }
      await prove();
      expect(await goOn()).toMatchObject({ differences: [], calls: 2, entries: 4 });
    });

    test('of two checks that end together one checkpoint is kept', async () => {
      await spend('acc', 'r1');
      const [one, two] = [await goOn(), await goOn()];
      await spend('acc', 'r2');
      expect(await storage.ledger.keepCheckpoint(one.next!)).toEqual({ kept: true });
      const three = await goOn();
      expect(await storage.ledger.keepCheckpoint(three.next!)).toEqual({ kept: true });
      expect(await storage.ledger.keepCheckpoint(two.next!)).toEqual({ kept: false });
      expect(await goOn()).toMatchObject({ differences: [], entries: 4 });
    });

    test('a check that finds a difference leaves no checkpoint', async () => {
      await tamper("UPDATE accounts SET balance_micros = balance_micros + 1 WHERE id = 'acc'");
      const report = await goOn();
      expect(checks(report)).toEqual(['balance equals the sum of entries']);
      expect(report.next).toBeNull();
    });

    const PLANTED: [string, string, string][] = [
      [
        'a balance that moved without an entry',
        "UPDATE accounts SET balance_micros = balance_micros + 1 WHERE id = 'other'",
        'balance equals the sum of entries',
      ],
      [
        'a hold that no call stands behind',
        "UPDATE accounts SET held_micros = held_micros + 1 WHERE id = 'other'",
        'held equals the sum of open holds',
      ],
      [
        'an entry that is gone',
        "DELETE FROM entries WHERE account_id = 'acc' AND seq = 3",
        'last entry number',
      ],
      [
        'an entry of another amount',
        "UPDATE entries SET amount_micros = -1 WHERE account_id = 'acc' AND seq = 3",
        'balance after entry 3',
      ],
      [
        'a charge without a settled call',
        "UPDATE calls SET state = 'released', charged_micros = 0 WHERE request_id = 'r2'",
        'charge belongs to a settled call (r2)',
      ],
      [
        'a new call that was settled without a charge',
        "UPDATE calls SET state = 'settled', finished_at_ms = 0 WHERE request_id = 'new'",
        'settled call has its charge (new)',
      ],
      [
        'an old call that had failed and was settled without a charge',
        "UPDATE calls SET state = 'settled' WHERE request_id = 'failed'",
        'calls that had failed at the last check failed, or were charged since',
      ],
      [
        'a call of another price',
        "UPDATE calls SET price_micros = 2000 WHERE request_id = 'r2'",
        'price of /p in catalog 1',
      ],
      [
        'usage that is not the ledger seen from the side',
        "UPDATE usage_days SET calls = calls + 1 WHERE account_id = 'acc'",
        'calls in usage equal charges in the ledger',
      ],
      ['an account that is gone', "DELETE FROM accounts WHERE id = 'other'", 'account of entries or calls'],
    ];

    test.each(PLANTED)('a check that goes on finds %s', async (_, sql, check) => {
      await proveSome();
      await spend('acc', 'r2');
      await fail('other', 'new');
      await tamper(sql);
      expect(checks(await goOn())).toContain(check);
      expect(checks(await storage.ledger.verify())).not.toEqual([]);
    });

    test('a running sum of a key is compared with what it was charged before and after the checkpoint', async () => {
      await storage.keys.update({ actor: 'test', id: keyIdOf('acc'), totalCapMicros: toMicros(5 * PRICE) });
      await proveSome();
      await spend('acc', 'r2');
      expect(checks(await goOn())).toEqual([]);
      await tamper(
        `UPDATE spend SET total_micros = total_micros + 1 WHERE scope = 'key_id:${keyIdOf('acc')}'`,
      );
      expect(checks(await goOn())).toEqual([`running sum of the key equals its charges (${keyIdOf('acc')})`]);
    });

    test('refunds since the checkpoint are added to those before it', async () => {
      await spend('acc', 'r1');
      const refund = { actor: 'test', accountId: 'acc', requestId: 'r1', reference: null, reason: 'sorry' };
      await storage.accounts.refund({ ...refund, amountMicros: toMicros(PRICE - 1) });
      await prove();
      await storage.accounts.refund({ ...refund, amountMicros: toMicros(1) });
      expect(checks(await goOn())).toEqual([]);
      await tamper(`UPDATE entries SET amount_micros = ${PRICE} WHERE kind = 'refund' AND amount_micros = 1`);
      expect(checks(await goOn())).toContain('refunds stay within the charge (r1)');
    });

    test('text that was changed before the checkpoint is found only by a check from the start', async () => {
      await proveSome();
      await tamper("UPDATE entries SET actor = 'somebody else' WHERE account_id = 'acc' AND seq = 1");
      expect(checks(await goOn())).toEqual([]);
      const whole = await storage.ledger.verify({ from: 'start' });
      expect(checks(whole)).toEqual(['entries up to 2 are those that the last check saw']);
      expect(whole.next).toBeNull();
    });

    test('the next check notices when the end of the ledger was cut off', async () => {
      await spend('acc', 'r1');
      await prove();
      await tamper("DELETE FROM entries WHERE account_id = 'acc' AND seq = 2");
      await tamper("UPDATE calls SET state = 'released', charged_micros = 0 WHERE request_id = 'r1'");
      await tamper("UPDATE accounts SET balance_micros = 9000, entry_seq = 1 WHERE id = 'acc'");
      await tamper('DELETE FROM usage_days');
      expect(checks(await goOn())).toContain('last entry number');
      expect(checks(await storage.ledger.verify())).toEqual(['entries that the last check saw are there']);
    });

    test('a checkpoint that was changed is reported, is not used, and is replaced', async () => {
      await proveSome();
      await tamper("UPDATE proven_accounts SET balance_micros = 1 WHERE account_id = 'acc'");
      const report = await goOn();
      expect(checks(report)).toEqual(['the checkpoint is as the last check wrote it']);
      expect(report.sinceMs).toBeNull();
      expect(await storage.ledger.keepCheckpoint(report.next!)).toEqual({ kept: true });
      const next = await goOn();
      expect(next).toMatchObject({ differences: [], checked: { entries: 0 } });
      expect(next.sinceMs).not.toBeNull();
    });
  });
}
