// Proves that every month is closed once and adds up: numbers without a gap, each statement begins where the last ended, missed
// months are closed later, and a check of the ledger notices any changed row.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceOf } from '../domain/catalog.ts';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { toMicros } from '../domain/money.ts';
import { chargeOf, mostOf, termsOf } from '../domain/prices/terms.ts';
import { CLOSING_EVERY_MS, StatementSums } from '../domain/statement.ts';
import {
  createTestClock,
  type OpenedStorage,
  type TestClock,
} from '../storage/contracts/storage.contract.ts';
import { OVER_AFTER_MS } from '../storage/nouns/statements.ts';
import { openPostgresStorage } from '../storage/postgres/open-storage.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { addPayer, callOf, openHold, PRICE, settlementOf } from '../storage/testing/payer.ts';
import { freshDatabase } from '../testing/postgres-databases.ts';
import { runDuties } from '../testing/run-duties.ts';
import { closingWork } from './close-months.ts';

const DAY = 86_400_000;
const SELLER = { name: 'Sellers <Ltd.>', address: null, taxId: 'T1', taxNote: null };
const actor = 'test';
const TIERED = '/tiered';
/** The end of the month in which the clock starts. */
const MONTH_END_MS = Date.parse('2026-12-01T00:00:00.000Z');
const PLAIN = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
/** In the second rule the first call of a month costs the same, and each later one less. */
const PRICES = {
  ...{ currency: 'USD', effectiveFromMs: 0, overrides: [] },
  endpoints: [
    { path: '/*', unitPriceMicros: PRICE, ...PLAIN },
    {
      ...{ path: TIERED, unitPriceMicros: PRICE, ...PLAIN },
      tiers: [
        { from: 0, unitPriceMicros: PRICE },
        { from: 1, unitPriceMicros: toMicros(600) },
      ],
    },
  ],
};

async function openSqlite(clock: TestClock): Promise<OpenedStorage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-months-'));
  const file = path.join(folder, 'test.db');
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, close };
}

async function openPostgres(databaseClock: TestClock): Promise<OpenedStorage> {
  const database = await freshDatabase();
  const from = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ sync: 'any', ...from, databaseClock });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
}

describe.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
])('months on %s', (_backend, open) => {
  const clock = createTestClock();
  let opened: OpenedStorage;
  let storage: Storage;

  beforeAll(async () => {
    opened = await open(clock);
    storage = opened.storage;
    await storage.catalog.publish({ actor, draft: PRICES, note: null });
    // A whole page of accounts before the others, none of which is due.
    for (let i = 10; i < 60; i++)
      await storage.accounts.create({ actor, id: `a-${i}`, name: `a-${i}`, currency: 'USD', rate: null });
    await addPayer(storage, 'acc', 5);
    await addPayer(storage, 'idle', 0);
    await addPayer(storage, 'other', 2);
  });
  afterAll(async () => {
    await opened.close();
  });

  const spend = async (payer: string, requestId: string) =>
    storage.calls.settle(settlementOf(await openHold(storage, payer, requestId)));
  async function spendInTier(payer: string, requestId: string): Promise<void> {
    const terms = termsOf(priceOf(PRICES, TIERED, null)!, 1);
    const asked = callOf(payer, requestId, { path: TIERED, terms, priceMicros: mostOf(terms) });
    const call = await storage.calls.open(asked);
    if (call.kind !== 'opened') throw new Error(`expected opened, got ${call.kind}`);
    const delivered = { items: 1 };
    const chargedMicros = chargeOf(call.terms!, delivered);
    await storage.calls.settle(settlementOf(call.hold, { chargedMicros, delivered }));
  }
  let made = 0;
  const work = () => {
    const { statements, duties } = storage;
    const onClosed = (count: number) => {
      made += count;
    };
    return closingWork({ statements, duties, seller: () => SELLER, onClosed });
  };
  /** As the next look of a node does; returns how many statements were made. */
  const close = async () => {
    made = 0;
    await runDuties(storage, work());
    return made;
  };
  /** A node closes one month and is then told to stop. */
  const closeOneMonth = async () => {
    const leased = { kind: 'statements', lease: 'of-a-node-that-stops' } as const;
    const share = { leaseMs: DAY, limit: 1, perParty: 1, held: {} };
    const [duty] = await storage.duties.claim({ ...leased, ...share });
    let looks = 0;
    made = 0;
    await work().run({ ...leased, ...duty! }, () => ++looks > 1);
    await storage.duties.release({ ...leased, id: duty!.id });
    return made;
  };
  const all = async (accountId?: string) =>
    (
      await storage.statements.list({
        limit: 100,
        after: null,
        ...(accountId !== undefined && { accountId }),
      })
    ).items;
  /** Into the middle of the next UTC month. */
  const nextMonth = () => clock.advance(31 * DAY);

  test('the current month is not closed', async () => {
    await spend('acc', 'first');
    for (const requestId of ['one', 'two']) await spendInTier('other', requestId);
    const back = { amountMicros: toMicros(600), reference: null, reason: 'test' };
    await storage.accounts.refund({ actor, accountId: 'other', requestId: 'two', ...back });
    expect(await close()).toBe(0);
    expect(await all()).toEqual([]);
  });

  test('a month is not closed before the ten minutes after its end are over', async () => {
    clock.advance(MONTH_END_MS + OVER_AFTER_MS - 1 - clock.nowMs());
    expect(await close()).toBe(0);
    expect(await storage.statements.closedMonth()).toBeNull();
    clock.advance(1);
    expect(await storage.statements.closedMonth()).toMatchObject({
      ...{ month: '2026-11', endMs: MONTH_END_MS },
    });
    // The next look is not due yet.
    expect(await close()).toBe(0);
  });

  test('when it is over, each account with movements has one statement, by path, price version and tier', async () => {
    nextMonth();
    expect(await close()).toBe(2);
    const [statement] = await all('acc');
    expect(statement).toMatchObject({
      openingMicros: 0,
      closingMicros: 4 * PRICE,
      seller: SELLER,
      buyer: { name: 'name-of-acc', title: null },
      lines: [
        { kind: 'topup', path: null, catalogVersion: null, count: 1, amountMicros: 5 * PRICE },
        { kind: 'charge', path: '/p', catalogVersion: 1, count: 1, amountMicros: -PRICE },
      ],
    });
    const [inTiers] = await all('other');
    const path = TIERED;
    expect(inTiers!.lines.slice(1)).toEqual([
      { kind: 'charge', path, catalogVersion: 1, tier: 0, count: 1, amountMicros: -PRICE },
      { kind: 'charge', path, catalogVersion: 1, tier: 1, count: 1, amountMicros: -600 },
      { kind: 'refund', path, catalogVersion: 1, tier: 1, count: 1, amountMicros: 600 },
    ]);
    expect((await all()).map(({ number }) => number)).toEqual([2, 1]);
    const events = await storage.events.list({ stream: 'acc', after: 0, limit: 100 });
    expect(events.filter(({ type }) => type === 'statement.ready')).toMatchObject([
      { data: { month: statement!.month, closing: '0.004000' } },
    ]);
    expect(await storage.ledger.verify()).toMatchObject({ differences: [] });
  });

  test('closing again, at once or in the next run, changes nothing', async () => {
    expect(await close()).toBe(0);
    clock.advance(CLOSING_EVERY_MS);
    expect(await close()).toBe(0);
    expect(await all()).toHaveLength(2);
  });

  test('months that were missed are closed later, each from where the last one ended', async () => {
    await spend('acc', 'second');
    nextMonth();
    nextMonth();
    await storage.accounts.adjust({
      ...{ actor, accountId: 'acc', amountMicros: toMicros(PRICE), reference: null, reason: 'corrects' },
    });
    nextMonth();
    // What a node that stops leaves undone is due at once, for another node.
    expect(await closeOneMonth()).toBe(1);
    expect(await close()).toBe(1);
    const [third, second, first] = await all('acc');
    expect(second).toMatchObject({ fromSeq: first!.toSeq + 1, openingMicros: first!.closingMicros });
    expect(third).toMatchObject({
      fromSeq: second!.toSeq + 1,
      openingMicros: second!.closingMicros,
      closingMicros: 4 * PRICE,
      lines: [{ kind: 'adjustment', count: 1, amountMicros: PRICE }],
    });
    expect((await all()).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(await storage.ledger.verify()).toMatchObject({ differences: [] });
  });

  test('a statement that does not begin where the last one ended is not stored', async () => {
    const [last] = await all('acc');
    const { accountId, toSeq, closingMicros, digest, seller, lines } = last!;
    const next = { accountId, closingMicros, digest, seller, lines, month: '2999-01', toSeq: toSeq + 1 };
    const from = { openingMicros: closingMicros };
    expect(await storage.statements.keep({ ...next, ...from, fromSeq: toSeq })).toEqual({ kind: 'exists' });
    expect(
      await storage.statements.keep({ ...next, openingMicros: toMicros(1), fromSeq: toSeq + 1 }),
    ).toEqual({
      kind: 'exists',
    });
    expect(await all()).toHaveLength(4);
  });

  test('a statement from before lines were split by tiers still adds up', async () => {
    const [last] = await all('other');
    const { accountId, toSeq, closingMicros: openingMicros, seller } = last!;
    await spendInTier('other', 'three');
    const span = { accountId, afterSeq: toSeq, toSeq: toSeq + 1 };
    const sums = new StatementSums({ digest: last!.digest, closingMicros: openingMicros });
    for (const entry of await storage.statements.entries(span)) sums.add(entry);
    const lines = sums.lines().map(({ tier, ...line }) => {
      expect(tier).toBe(0);
      return line;
    });
    const closingMicros = toMicros(sums.closingMicros);
    const old = {
      accountId,
      month: '2999-01',
      fromSeq: toSeq + 1,
      toSeq: toSeq + 1,
      digest: sums.digest,
      seller,
    };
    await storage.statements.keep({ ...old, openingMicros, closingMicros, lines });
    expect((await all('other'))[0]).toMatchObject({ number: 5, lines });
    expect(await storage.ledger.verify()).toMatchObject({ differences: [] });
  });

  test('a check of the ledger reports a statement that its entries do not add up to', async () => {
    const [last] = await all('acc');
    const { accountId, toSeq, closingMicros, digest, seller } = last!;
    await spend('acc', 'third');
    const wrong = { accountId, month: '2999-01', fromSeq: toSeq + 1, toSeq: toSeq + 1, digest, seller };
    const lines = [
      { kind: 'charge' as const, path: '/p', catalogVersion: 1, count: 1, amountMicros: toMicros(-1) },
    ];
    await storage.statements.keep({ ...wrong, openingMicros: closingMicros, closingMicros, lines });
    const { differences } = await storage.ledger.verify();
    expect(differences.map(({ check }) => check)).toEqual([
      'statement 6: it closes with the balance after',
      'statement 6: its lines are its entries',
      'statement 6: its digest is that of its entries',
    ]);
  });
});
