// Gives tests accounts that can pay: a catalog with one price, accounts with money for a given number of calls, and their keys.
import { toMicros } from '../../domain/money.ts';
import type { HoldRef, OpenCall, SettleCall, Storage } from '../storage.ts';

export const PRICE = toMicros(1_000);
/** A key without limits. */
export const UNBOUND = {
  expiresAtMs: null,
  addresses: null,
  rate: null,
  dailyCapMicros: null,
  monthlyCapMicros: null,
  totalCapMicros: null,
  maxCallMicros: null,
  platforms: null,
  operations: null,
  projectId: null,
};
const actor = 'test';

export async function publishPrice(storage: Storage, unitPriceMicros = PRICE, path = '/*'): Promise<void> {
  const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
  const endpoints = [{ path, unitPriceMicros, ...none }];
  const draft = { currency: 'USD', effectiveFromMs: 0, overrides: [], endpoints };
  await storage.catalog.publish({ actor, draft, note: null });
}

/** The key of a payer. No two kinds of id are alike, so that code which takes one for the other fails. */
export const keyIdOf = (payer: string) => `key-of-${payer}`;

/** An account with money for this many calls, and its key. */
export async function addPayer(storage: Storage, id: string, calls: number): Promise<void> {
  await storage.accounts.create({ actor, id, name: `name-of-${id}`, currency: 'USD', rate: null });
  const amountMicros = toMicros(calls * PRICE);
  if (calls > 0) {
    await storage.accounts.topUp({
      actor,
      accountId: id,
      amountMicros,
      reference: `first-${id}`,
      reason: null,
    });
  }
  const key = { id: keyIdOf(id), accountId: id, name: `key-name-of-${id}`, groups: ['u1' as const] };
  await storage.keys.create({ actor, ...key, prefix: 'p', hash: `hash-${id}`, ...UNBOUND });
}

export function callOf(payer: string, requestId: string, changes: Partial<OpenCall> = {}): OpenCall {
  return {
    accountId: payer,
    keyId: keyIdOf(payer),
    requestId,
    fingerprint: 'f',
    path: '/p',
    group: 'u1',
    platform: 'x',
    operation: 'video.search',
    variant: 'stable',
    catalogVersion: 1,
    priceMicros: PRICE,
    defaultRate: { requests: 1_000_000, perSeconds: 60, concurrent: 100_000 },
    keysMax: 10,
    ...changes,
  };
}

export function settlementOf(hold: HoldRef, changes: Partial<SettleCall> = {}): SettleCall {
  const answer = { kind: 'text' as const, head: ['{"balance":"'], tail: '"}' };
  return { hold, chargedMicros: PRICE, source: 'live', attempts: [], answer, ...changes };
}

export async function openHold(
  storage: Storage,
  payer: string,
  requestId: string,
  changes: Partial<OpenCall> = {},
): Promise<HoldRef> {
  const opened = await storage.calls.open(callOf(payer, requestId, changes));
  if (opened.kind !== 'opened') throw new Error(`expected opened, got ${opened.kind}`);
  return opened.hold;
}
