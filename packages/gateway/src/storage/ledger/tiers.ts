// Owns volume tiers inside the verbs of calls: which tier holds is decided when a call is opened, under its account's lock, by what was
// charged until then, and stays with its hold. The charge counts, in its own commit. A hold counts nothing, so one that fails takes
// nothing back.
import type { Micros } from '../../domain/money.ts';
import { mostOf } from '../../domain/terms.ts';
import { chooseTiers, countedUnits, countersOf, hasTiers } from '../../domain/tiered-terms.ts';
import type { TierCounter } from '../../domain/tiers.ts';
import type { OpenCall } from './call-verb-types.ts';
import { type CallRow, type Ledger, nameOf } from './ledger.ts';
import { monthOf } from './spend-caps.ts';

/** The call as it is to be held: at the price of the tier that its account is in. Most calls have no tiers. */
export function atTier<T extends OpenCall>(ledger: Ledger, call: T): T {
  if (call.terms === undefined || !hasTiers(call.terms)) return call;
  const { accountId } = call;
  const usedOf = (counter: TierCounter) => ledger.tierUsed.get(counterName(accountId, counter)) ?? 0;
  const terms = chooseTiers(call.terms, monthOf(ledger.day), usedOf);
  return { ...call, terms, priceMicros: mostOf(terms) };
}

/** Of a call that was charged just now. */
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

/** What has to be read before these calls are opened, each once; nothing for calls without tiers. */
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
