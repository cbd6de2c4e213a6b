import { expect, test } from 'vitest';
import { runRequestId } from '../../domain/request-id.ts';
import { addBalanceAlerts } from './balance-alerts.ts';
import type { CallRow, Ledger } from './ledger.ts';

/** The types of the events after a call that held `priceMicros` and was charged 1, with this balance left. */
function told(requestId: string, priceMicros: number, balanceMicros: number): string[] {
  const ledger = { account: () => ({ balanceMicros, lowMicros: 0 }), events: [] as { type: string }[] };
  const call = { accountId: 'a', requestId, chargedMicros: 1, priceMicros } as CallRow;
  addBalanceAlerts(ledger as unknown as Ledger, call);
  return ledger.events.map(({ type }) => type);
}

test('a balance is empty when it no longer covers a call like the last one', () => {
  expect(told('mine', 10, 9)).toEqual(['balance.empty']);
  expect(told('mine', 10, 10)).toEqual([]);
});

test('a run of a watch, which holds all that is left, tells of an empty balance only when its charge would not fit again', () => {
  const run = runRequestId('wat_1', 1);
  expect(told(run, 10, 9)).toEqual([]);
  expect(told(run, 10, 0)).toEqual(['balance.empty']);
});
