// Free calls of an allowance. Whether the allowance covers a call is decided when the call is opened, under the lock of its account and
// by the database's UTC day. The hold keeps that decision. A call that ends without a charge no longer counts against the allowance.
import type { FreeCall } from '../../domain/prices/terms.ts';
import type { OpenCall } from './call-verb-types.ts';
import { type CallRow, type Ledger, nameOf } from './ledger.ts';

/** Names the calls of one account that an allowance covers on one UTC day. */
export interface FreeDay extends FreeCall {
  accountId: string;
}

/** The call to hold: with price 0 while the allowance covers it, otherwise unchanged. */
export function underAllowance<T extends OpenCall>(ledger: Ledger, call: T): T {
  const { allowance, accountId, priceMicros } = call;
  if (allowance === undefined) return call;
  const free: FreeCall = { path: allowance.path, day: ledger.day };
  if (freeCalls(ledger, { accountId, ...free }) >= allowance.callsPerDay) return call;
  const terms = { ...(call.terms ?? { unit: 'call' as const, priceMicros }), free };
  return { ...call, priceMicros: 0, terms };
}

function freeCalls({ freeUsed }: Ledger, { accountId, day, path }: FreeDay): number {
  return freeUsed.get(nameOf(accountId, day, path)) ?? 0;
}

/** Adds 1 when the hold of a free call begins, and −1 when the call ends without a charge. */
export function countFree(ledger: Ledger, { accountId, terms }: CallRow, change: 1 | -1): void {
  const free = terms?.free;
  if (free === undefined) return;
  const day = { accountId, ...free };
  const name = nameOf(accountId, free.day, free.path);
  ledger.freeUsed.set(name, freeCalls(ledger, day) + change);
  const counted = ledger.freeChanges.get(name)?.change ?? 0;
  ledger.freeChanges.set(name, { ...day, change: counted + change });
}
