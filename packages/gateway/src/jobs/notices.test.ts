// Proves which notices an operator gets without asking: a provider that stays unavailable, once, and its return; a day on which a
// provider cost more than it earned, once. A short pause gives no notice, and neither does a start at which all is well.
import { expect, test } from 'vitest';
import { toMicros } from '../domain/money.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { openAlone } from '../storage/sqlite/testing/backend.ts';
import type { Storage } from '../storage/storage.ts';
import { UNBOUND } from '../storage/testing/payer.ts';
import {
  createProviderWatch,
  KEY_WARNING_MS,
  tellMargins,
  type WatchedProvider,
  warnOfKeys,
} from './notices.ts';

/** Stores which notices were sent, as the ledger does. The ledger's own contract is proved on the databases. */
function ledger() {
  const told: string[] = [];
  const states = new Map<string, string>();
  const noteOnce: Storage['events']['noteOnce'] = async ({ name, state, event, isUsual }) => {
    const before = states.get(name);
    states.set(name, state);
    const isTold = before !== state && !(isUsual && before === undefined);
    if (isTold) told.push(`${event.type} ${event.data.provider}`);
    return { noted: isTold };
  };
  return { told, storage: { events: { noteOnce } } as unknown as Storage };
}

const well: WatchedProvider = { provider: 'p', breaker: 'closed', suspendedForMs: 0, lastFailure: null };
const away: WatchedProvider = { ...well, breaker: 'open' };

test('a provider that stays unavailable gives one notice, and so does its return', async () => {
  const { told, storage } = ledger();
  const [one, other] = [createProviderWatch(), createProviderWatch()];
  const look = async (report: WatchedProvider) => {
    await one(storage, [report]);
    await other(storage, [report]);
  };
  for (let i = 0; i < 5; i++) await look(well);
  expect(told).toEqual([]);
  for (let i = 0; i < 2; i++) await look(away);
  await look(well);
  expect(told).toEqual([]);
  for (let i = 0; i < 5; i++) await look({ ...well, suspendedForMs: 60_000 });
  expect(told).toEqual(['provider.suspended p']);
  for (let i = 0; i < 5; i++) await look(well);
  expect(told).toEqual(['provider.suspended p', 'provider.recovered p']);
});

test('a provider that cost more than it earned yesterday gives one notice', async () => {
  const { told, storage } = ledger();
  const row = { path: '/p', attempts: 1, failures: 0, durationMs: 1 };
  const providers = async ({ fromDay, toDay }: { fromDay: string; toDay: string }) => {
    expect([fromDay, toDay]).toEqual(['2026-11-14', '2026-11-14']);
    return [
      { ...row, provider: 'dear', costMicros: toMicros(3), chargedMicros: toMicros(1) },
      { ...row, provider: 'dear', costMicros: toMicros(3), chargedMicros: toMicros(4) },
      { ...row, provider: 'even', costMicros: toMicros(3), chargedMicros: toMicros(3) },
    ];
  };
  const both = { ...storage, usage: { providers } } as unknown as Storage;
  for (let i = 0; i < 2; i++) await tellMargins(both, Date.parse('2026-11-15T12:00:00Z'));
  expect(told).toEqual(['margin.negative dear']);
});

test('a key gives one notice seven days before it expires, and not a moment earlier', async () => {
  const clock = createTestClock();
  const { storage, close } = await openAlone(clock);
  const actor = 'test';
  await storage.accounts.create({ actor, id: 'acc', name: 'acc', currency: 'USD', rate: null });
  const key = { actor, accountId: 'acc', prefix: 'p', groups: ['u1' as const], ...UNBOUND };
  const expiresAtMs = clock.nowMs() + KEY_WARNING_MS + 1;
  await storage.keys.create({ ...key, id: 'k', name: 'k', hash: 'h', expiresAtMs });
  // One that does not work any more needs no notice.
  await storage.keys.create({ ...key, id: 'gone', name: 'gone', hash: 'g', expiresAtMs });
  await storage.keys.revoke({ actor, id: 'gone' });
  const told = async () => {
    await warnOfKeys(storage);
    const events = await storage.events.list({ stream: 'acc', after: 0, limit: 100 });
    return events.filter(({ type }) => type === 'key.expiring').length;
  };
  expect(await told()).toBe(0);
  clock.advance(1);
  expect([await told(), await told()]).toEqual([1, 1]);
  expect(KEY_WARNING_MS).toBe(7 * 86_400_000);
  await close();
});
