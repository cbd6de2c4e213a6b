// Owns coming changes of prices as callers read them: for each version that waits for its day, what the caller will pay otherwise.
import { type Catalog, inForce, type Price, priceOf, upcoming } from '../domain/catalog.ts';
import { formatTime } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { Currency, nullable, TimeText } from './fields.ts';
import { keyHolder } from './key-holder.ts';

/** Of one version; a list of everything is the pricing catalog's work. */
const CHANGES_MAX = 1_000;

const PriceChange = Type.Object(
  {
    path: Type.String(),
    effective_from: TimeText,
    unit_price: nullable(
      Type.String({ description: 'Now; null when it is not served.', examples: ['0.012000'] }),
    ),
    next_unit_price: nullable(
      Type.String({ description: 'From then on; null when it ends.', examples: ['0.015000'] }),
    ),
  },
  { $id: 'PriceChange' },
);

const shown = (price: Price | null) => (price === null ? null : formatMoney(price.unitPriceMicros));

function isSame(a: Price | null, b: Price | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.unitPriceMicros === b.unitPriceMicros &&
    a.unit === b.unit &&
    a.minimumMicros === b.minimumMicros &&
    JSON.stringify(a.tiers?.steps) === JSON.stringify(b.tiers?.steps) &&
    a.allowance?.callsPerDay === b.allowance?.callsPerDay
  );
}

/** Prices of one account alone are looked at: thousands of others' are not worth a look per path. */
function pricesOf(catalog: Catalog, accountId: string, paths: readonly string[]): Map<string, Price | null> {
  const own = { ...catalog, overrides: catalog.overrides.filter((price) => price.accountId === accountId) };
  return new Map(paths.map((path) => [path, priceOf(own, path, accountId)]));
}

export const priceChanges = verbOf<AccountDeps, AccountCaller>()({
  name: 'listPriceChanges',
  method: 'GET',
  path: '/api/account/v1/price-changes',
  summary: 'Coming changes of your prices',
  tag: 'Account',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ currency: Currency, changes: Type.Array(PriceChange) }),
  async run({ storage, clock, routes }, _input, caller) {
    const { account, key } = keyHolder(caller);
    const nowMs = clock.nowMs();
    const all = await storage.catalog.all();
    const paths = routes()
      .filter(({ group }) => key.groups.includes(group))
      .map(({ path }) => path);
    const current = inForce(all, nowMs);
    let before = current === null ? new Map<string, Price | null>() : pricesOf(current, account.id, paths);
    const changes = upcoming(all, nowMs).flatMap((catalog) => {
      const next = pricesOf(catalog, account.id, paths);
      const changed = paths.filter((path) => !isSame(before.get(path) ?? null, next.get(path) ?? null));
      const rows = changed.slice(0, CHANGES_MAX).map((path) => ({
        path,
        effective_from: formatTime(catalog.effectiveFromMs),
        unit_price: shown(before.get(path) ?? null),
        next_unit_price: shown(next.get(path) ?? null),
      }));
      before = next;
      return rows;
    });
    return { currency: account.currency, changes };
  },
});
