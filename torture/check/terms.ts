// Invariants of prices: the hold and the charge of a call follow from its catalog version and from what was delivered, what was delivered
// is what the platform has, and an allowance covers no more calls than it grants.
import type { Ledger, LedgerCall, LedgerRule } from '../ledger.ts';
import { itemsAsked, itemsThere } from '../offers.ts';
import { type Case, groupBy } from './evidence.ts';
import type { Findings } from './verdict.ts';

/** The price of a cached answer in every round, as a divisor of the price. */
const CACHED_DIVISOR = 2;

export function checkTerms(found: Findings, ledger: Ledger): void {
  const catalogs = new Map(ledger.catalogs.map(({ version, rules }) => [version, rules]));
  for (const call of ledger.calls) {
    if (call.terms?.legs !== undefined) {
      checkLegs(found, call, catalogs.get(call.catalogVersion));
      continue;
    }
    const rule = ruleFor(catalogs.get(call.catalogVersion), call.path);
    checkHold(found, call, rule);
    if (call.state === 'settled') checkCharge(found, call);
  }
  checkAllowances(found, ledger);
}

/** A rule is for one path, or for the same path on every platform. */
function ruleFor(rules: Record<string, LedgerRule> | undefined, path: string): LedgerRule | undefined {
  const parts = path.split('/');
  parts[4] = '*';
  return rules?.[path] ?? rules?.[parts.join('/')];
}

/** D11, M5: a hold over many platforms is the sum of their prices, and its charge is that of the legs that delivered, each once. */
function checkLegs(
  found: Findings,
  { terms, legs = [], price, charged, state, catalogVersion, requestId }: LedgerCall,
  rules: Record<string, LedgerRule> | undefined,
): void {
  const held = terms!.legs!;
  const isListed = held.every((leg) => ruleFor(rules, leg.path)?.unitPrice === leg.price);
  const most = held.reduce((sum, leg) => sum + leg.price, 0);
  const seen = () => `held ${price} for ${JSON.stringify(held)} of version ${catalogVersion}`;
  found.expect('D11', isListed && price === most, seen, requestId);
  if (state !== 'settled') return;
  const dueFor = ({ name, isLive }: (typeof legs)[number]) => {
    const full = held.find((leg) => leg.name === name)?.price ?? Number.NaN;
    return isLive ? full : Math.floor(full / CACHED_DIVISOR);
  };
  const isDue = legs.every((leg) => leg.charged === dueFor(leg));
  const isOnce = new Set(legs.map(({ name }) => name)).size === legs.length;
  const sum = legs.reduce((total, leg) => total + leg.charged, 0);
  const told = () => `charged ${charged} for ${JSON.stringify(legs)}`;
  found.expect('M5', isDue && isOnce && sum === charged, told, requestId);
}

/** D11: the price on the hold is that of the version on the hold. */
function checkHold(found: Findings, call: LedgerCall, rule: LedgerRule | undefined): void {
  const { terms, price, catalogVersion, requestId } = call;
  const due = terms?.free === undefined || terms.free === null ? mostOf(call, rule) : 0;
  found.expect(
    'D11',
    rule !== undefined && price === due,
    () => `price ${price}, but version ${catalogVersion} says ${due}`,
    requestId,
  );
  if (terms === null || terms.unit === 'call' || rule === undefined) return;
  // Several records where the list has a price per call: that price for each record, with a minimum of 0.
  const minimum = rule.unit === 'item' ? rule.minimum : 0;
  found.expect(
    'D11',
    terms.unitPrice === rule.unitPrice && terms.minimum === minimum,
    () => `${terms.unitPrice} an item and at least ${terms.minimum}; version ${catalogVersion} differs`,
    requestId,
  );
}

function mostOf({ terms }: LedgerCall, rule: LedgerRule | undefined): number | undefined {
  if (terms === null || terms.unit === 'call') return rule?.unitPrice;
  return Math.max(terms.minimum, terms.unitPrice * terms.itemsMax);
}

/** M5: a live answer costs exactly what was delivered, a cached one its share, and a call within the allowance nothing. */
function checkCharge(found: Findings, call: LedgerCall): void {
  const follows = chargeOf(call);
  const due = call.source === 'live' ? follows : Math.floor(follows / CACHED_DIVISOR);
  found.expect(
    'M5',
    call.charged === due,
    () => `charged ${call.charged} for a ${call.source} answer with ${call.items} items, held ${call.price}`,
    call.requestId,
  );
}

function chargeOf({ terms, price, items }: LedgerCall): number {
  if (terms === null) return price;
  if (terms.free !== null) return 0;
  if (terms.unit === 'call') return terms.unitPrice;
  return Math.max(terms.minimum, terms.unitPrice * Math.min(items ?? 0, terms.itemsMax));
}

/** M12: an account has no more free calls on a day than the rule grants, and each is counted once. */
function checkAllowances(found: Findings, { calls, catalogs, freeDays, taken }: Ledger): void {
  const covered = calls.filter(
    ({ terms, state }) => terms?.free != null && (state === 'held' || state === 'settled'),
  );
  for (const { price, charged, requestId } of covered)
    found.expect(
      'M12',
      price + charged === 0,
      () => `free, but held ${price}, charged ${charged}`,
      requestId,
    );
  const nameOf = (accountId: string, day: string, path: string) => `${accountId} ${day} ${path}`;
  const byDay = groupBy(covered, ({ accountId, terms }) =>
    nameOf(accountId, terms!.free!.day, terms!.free!.path),
  );
  const counted = new Map(
    freeDays.map(({ accountId, day, path, used }) => [nameOf(accountId, day, path), used]),
  );
  for (const name of new Set([...byDay.keys(), ...counted.keys()])) {
    const path = name.split(' ')[2]!;
    const granted = Math.max(0, ...catalogs.map(({ rules }) => rules[path]?.freePerDay ?? 0));
    const there = byDay.get(name)?.length ?? 0;
    found.expect('M12', there <= granted, () => `${there} free calls where ${granted} are granted`, name);
    const used = counted.get(name) ?? 0;
    found.expect('M12', used === there, () => `${used} counted as free, ${there} are (${taken})`, name);
  }
}

/** M11: the hold is for the number of items asked for, and the charge for the number that the platform has. */
export function checkItems(found: Findings, { calls }: Case): void {
  for (const { account, id, rows, asked } of calls) {
    if (asked === null) continue;
    const [most, there] = [itemsAsked(asked.path, asked.keyword), itemsThere(asked.path, asked.keyword)];
    for (const { terms, items, state } of rows) {
      const isByItem = terms?.unit === 'item';
      const held = () => `held for ${terms?.itemsMax ?? 'no'} items, asked for ${most}`;
      found.expect('M11', isByItem ? terms.itemsMax === most : most === null, held, account, id);
      if (state !== 'settled' || most === null) continue;
      found.expect('M11', items === there, () => `${items} delivered, ${there} are there`, account, id);
    }
  }
}
