// Owns free calls inside the verbs of calls: whether an allowance covers a call is decided when it is opened, under its account's lock
// and by the database's day, and stays with its hold. A call that ends without a charge is not counted any more.
import type { FreeCall } from '../../domain/terms.ts';
import type { OpenCall } from './call-verb-types.ts';
import { type CallRow, type Ledger, nameOf } from './ledger.ts';

/** Calls of one account that an allowance covered on one day. */
export interface FreeDay extends FreeCall {
  accountId: string;
}

/** The call as it is to be held: at no price when the allowance still covers it, else as it was asked for. */
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

/** Of a call whose hold begins (1), or ends without a charge (-1). */
export function countFree(ledger: Ledger, { accountId, terms }: CallRow, change: 1 | -1): void {
  const free = terms?.free;
  if (free === undefined) return;
  const day = { accountId, ...free };
  const name = nameOf(accountId, free.day, free.path);
  ledger.freeUsed.set(name, freeCalls(ledger, day) + change);
  const counted = ledger.freeChanges.get(name)?.change ?? 0;
  ledger.freeChanges.set(name, { ...day, change: counted + change });
}
