// Volume tiers. The tier of a call is decided when the call is opened, under the lock of its account, from what was charged before; the
// hold keeps it. The charge raises the counter in the same commit. A hold does not count, so a call that fails has nothing to take back.
import type { Micros } from '../../domain/money.ts';
import { mostOf } from '../../domain/prices/terms.ts';
import { chooseTiers, countedUnits, countersOf, hasTiers } from '../../domain/prices/tiered-terms.ts';
import type { TierCounter } from '../../domain/prices/tiers.ts';
import type { OpenCall } from './call-verb-types.ts';
import { type CallRow, type Ledger, nameOf } from './ledger.ts';
import { monthOf } from './spend-caps.ts';

/** The call to hold: at the price of its account's current tier. Calls without tiers are unchanged; most have none. */
export function atTier<T extends OpenCall>(ledger: Ledger, call: T): T {
  if (call.terms === undefined || !hasTiers(call.terms)) return call;
  const { accountId } = call;
  const usedOf = (counter: TierCounter) => ledger.tierUsed.get(counterName(accountId, counter)) ?? 0;
  const terms = chooseTiers(call.terms, monthOf(ledger.day), usedOf);
  return { ...call, terms, priceMicros: mostOf(terms) };
}

/** Adds the units of a call that was just charged to the month's counters of its tiers. */
export function countTiers(ledger: Ledger, { accountId, terms, delivered, chargedMicros }: CallRow): void {
  if (terms === null || delivered === null) return;
  for (const { units, ...counter } of countedUnits(terms, delivered, chargedMicros as Micros)) {
    const name = counterName(accountId, counter);
    ledger.tierUsed.set(name, (ledger.tierUsed.get(name) ?? 0) + units);
    const counted = ledger.tierChanges.get(name)?.units ?? 0;
    ledger.tierChanges.set(name, { accountId, ...counter, units: counted + units });
  }
}

export interface AccountCounter extends TierCounter {
  accountId: string;
}

/** Counters to read before these calls are opened, each once. */
export function wantedCounters(opens: readonly OpenCall[], day: string): AccountCounter[] {
  const wanted = new Map<string, AccountCounter>();
  for (const { accountId, terms } of opens) {
    if (terms === undefined) continue;
    for (const counter of countersOf(terms, monthOf(day)))
      wanted.set(counterName(accountId, counter), { accountId, ...counter });
  }
  return [...wanted.values()];
}

export function counterName(accountId: string, { month, path }: TierCounter): string {
  return nameOf(accountId, month, path);
}
