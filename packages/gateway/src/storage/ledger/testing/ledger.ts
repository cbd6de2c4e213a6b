// A ledger in memory for tests of the rules: one account with money for ten calls, its key, and numbers for new calls. It needs no
// database, so tests can try every corner case quickly.

import type { SpendCaps } from '../../../domain/limiting/spend-cap.ts';
import { toMicros } from '../../../domain/money.ts';
import { callOf, keyIdOf } from '../../testing/payer.ts';
import { openCall } from '../calls-open.ts';
import { type AccountRow, type CallRow, type KeyRow, Ledger } from '../ledger.ts';

export { callOf, PRICE } from '../../testing/payer.ts';

/** The id of the account's key. */
export const KEY = keyIdOf('acc');

export const NOW = Date.parse('2026-11-15T12:00:00.000Z');
/** Two calls a minute, three calls at one time. */
export const NARROW = { requests: 2, perSeconds: 60, concurrent: 3 };

export const NO_CAPS: SpendCaps = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };

export interface Changes {
  account?: Partial<AccountRow>;
  key?: Partial<KeyRow>;
}

export function ledgerWith({ account = {}, key = {} }: Changes = {}): Ledger {
  const ledger = new Ledger(NOW, 'node');
  const money = { balanceMicros: 10_000, heldMicros: 0, entrySeq: 4, lowMicros: 0 };
  const state = { status: 'active' as const, rate: null, rechargeBelowMicros: null, running: 0 };
  const granted = { grantedMicros: 0, grants: [] };
  ledger.accounts.set('acc', { id: 'acc', ...money, ...state, ...granted, changed: false, ...account });
  const bounds = { expiresAtMs: null, caps: NO_CAPS, maxCallMicros: null, projectId: null };
  const spent = { heldMicros: 0, chargedByDay: new Map(), totalMicros: 0 };
  ledger.keys.set(KEY, { id: KEY, accountId: 'acc', ...bounds, ...state, ...spent, ...key });
  ledger.freshSeqs.push(7, 8, 9);
  return ledger;
}

/** Counts what a batch has to write. A refused call leaves every count at 0. */
export function changesOf(ledger: Ledger) {
  return {
    accounts: [...ledger.accounts.values()].filter(({ changed }) => changed).length,
    calls: ledger.changedCalls.size,
    windows: ledger.changedWindows.size,
    charges: ledger.charges.length,
    answers: ledger.answers.length,
    usage: ledger.usage.size,
    steps: ledger.steps.size,
    spent: ledger.spent.size,
    events: ledger.events.length,
  };
}

export const NOTHING = {
  accounts: 0,
  calls: 0,
  windows: 0,
  charges: 0,
  answers: 0,
  usage: 0,
  steps: 0,
  spent: 0,
  events: 0,
};

/** The row of a call that was opened on this ledger, as the database would give it to the next batch. */
export function heldCall(ledger: Ledger, requestId = 'r1', priceMicros = 1_000): CallRow {
  const opened = openCall(ledger, callOf('acc', requestId, { priceMicros: toMicros(priceMicros) }));
  if (opened.kind !== 'opened') throw new Error(`expected opened, got ${opened.kind}`);
  return ledger.call('acc', requestId)!;
}
