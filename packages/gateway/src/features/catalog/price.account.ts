// The price list with the caller's prices, and scheduled changes.

import { GROUPS } from '../../domain/access/key.ts';
import { type Catalog, inForce, type Price, priceOf, upcoming } from '../../domain/catalog.ts';
import { formatTime } from '../../domain/clock.ts';
import { formatMoney } from '../../domain/money.ts';
import { UNITS } from '../../domain/prices/terms.ts';
import { Type } from '../../domain/schema.ts';
import { CALL_METHODS, type DataRoute } from '../../operations/data-route.ts';
import { PURPOSES } from '../../operations/gathered-paths.ts';
import { keyHolder } from '../../verb/caller.ts';
import { CoverageView, coverageView } from '../../verb/coverage-view.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Currency, MoneyText, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  LegPriceView,
  legPriceView,
  noPricedEndpoint,
  PRICED_PATH_CHARS_MAX,
  type PricedLeg,
  pricedLegs,
  priceNow,
  priceOfLegs,
  resolveEndpoint,
  type TierCounts,
  tierCountsOf,
  tierFields,
  tierView,
} from './price-views.ts';

const EndpointView = Type.Object(
  {
    path: Type.String(),
    method: Type.Enum([...CALL_METHODS]),
    group: Type.Enum([...GROUPS]),
    version: Type.Enum(['v1']),
    platform: Type.String(),
    made_up: Type.Boolean({ description: 'The records of this platform are made up, for a demonstration.' }),
    operation: Type.String(),
    variant: Type.Enum(['economy', 'stable']),
    purpose: Type.Optional(
      Type.Enum([...PURPOSES], {
        description:
          'Present for prices of collections (`collect`: one page) and watches (`watch`: one run). Such a path is not a route.',
      }),
    ),
    unit_price: MoneyText,
    ...tierFields,
    unit: Type.Enum([...UNITS], { description: 'What one unit is: a call, or an item of its answer.' }),
    legs: Type.Optional(
      Type.Array(LegPriceView, {
        description: 'Of a search over many platforms: each that delivers has its own price.',
      }),
    ),
    minimum: nullable(
      Type.String({
        description: 'The least that a call costs, where the unit is `item`.',
        examples: ['0.005000'],
      }),
    ),
    free_per_day: nullable(
      Type.Integer({ description: 'Number of free calls of your account per UTC day.' }),
    ),
    charged_when: Type.Enum(['success']),
    alternatives: Type.Array(Type.String(), { description: 'The other variants of the same operation.' }),
    deprecated: Type.Boolean(),
    sunset_at: nullable(TimeText),
    effective_from: TimeText,
    summary: nullable(Type.String()),
    coverage: nullable(CoverageView),
  },
  { $id: 'PricedEndpoint', description: 'The price of one endpoint for the caller.' },
);

interface PricedRoute {
  route: DataRoute;
  price: Price;
  /** Only for a search over many platforms. */
  legs: readonly PricedLeg[];
}

/** List prices by path. Cached, because a version never changes and mounts can bring thousands of paths. */
const listPrices = new WeakMap<Catalog, Map<string, Price | null>>();

export function listPrice(catalog: Catalog, path: string): Price | null {
  const known = listPrices.get(catalog) ?? new Map<string, Price | null>();
  listPrices.set(catalog, known);
  if (!known.has(path)) known.set(path, priceOf({ ...catalog, overrides: [] }, path, null));
  return known.get(path) ?? null;
}

/** The account whose prices are shown. */
interface Buyer {
  /** Null for a caller without a key. */
  accountId: string | null;
  counts: TierCounts;
}

/** Routes without a price are not served, so they are not listed. */
function pricedRoutes(
  routes: readonly DataRoute[],
  catalog: Catalog,
  { accountId, counts }: Buyer,
): PricedRoute[] {
  // Overrides of other accounts are dropped first: there may be thousands, and each route would search them.
  const own = { ...catalog, overrides: catalog.overrides.filter((price) => price.accountId === accountId) };
  return routes.flatMap((route) => {
    const listed = (path: string) =>
      own.overrides.length === 0 ? listPrice(catalog, path) : priceOf(own, path, accountId);
    const priceAt = (path: string) => priceNow(listed(path), counts);
    const legs = pricedLegs(route, priceAt);
    const price =
      route.unit === 'leg' ? priceOfLegs(priceAt(route.path), route.path, legs) : priceAt(route.path);
    return price === null ? [] : [{ route, price, legs }];
  });
}

/** Paths of one operation, by its name. Mounts can bring thousands of routes, too many to compare each with each. */
type Variants = ReadonlyMap<string, readonly string[]>;

const nameOf = ({ group, platform, operation, purpose }: DataRoute) =>
  `${group} ${platform} ${operation} ${purpose ?? ''}`;

function variantsOf(priced: readonly PricedRoute[]): Variants {
  const paths = Map.groupBy(priced, ({ route }) => nameOf(route));
  return new Map([...paths].map(([name, all]) => [name, all.map(({ route }) => route.path)]));
}

function endpointView(
  { route, price, legs }: PricedRoute,
  catalog: Catalog,
  { variants, counts, accountId, covers }: Buyer & { variants: Variants; covers: AccountDeps['coverage'] },
) {
  const { deprecated, sunsetAtMs, summary } = price.rule;
  return {
    path: route.path,
    method: route.method,
    group: route.group,
    version: route.version,
    platform: route.platform,
    made_up: route.isMadeUp === true,
    operation: route.operation,
    variant: route.variant,
    ...(route.purpose !== undefined && { purpose: route.purpose }),
    unit_price: formatMoney(price.unitPriceMicros),
    ...tierView(price, counts, accountId !== null),
    unit: route.unit === 'leg' ? route.unit : (price.rule.unit ?? route.unit),
    ...(route.unit === 'leg' && { legs: legs.map((leg) => legPriceView(leg, counts, accountId !== null)) }),
    minimum: price.unit === 'item' ? formatMoney(price.minimumMicros) : null,
    free_per_day: price.allowance?.callsPerDay ?? null,
    charged_when: 'success' as const,
    alternatives: (variants.get(nameOf(route)) ?? []).filter((path) => path !== route.path),
    deprecated,
    sunset_at: timeOrNull(sunsetAtMs),
    effective_from: formatTime(catalog.effectiveFromMs),
    summary: summary ?? route.summary,
    coverage: coverageView(covers(route)),
  };
}

/** One route when a path is given, else all routes that the caller's key may call; null for a path without a price. */
function wanted(priced: readonly PricedRoute[], path: string | undefined, caller: AccountCaller) {
  if (path === undefined) {
    return priced.filter(({ route }) => caller === null || caller.key.groups.includes(route.group));
  }
  const route = resolveEndpoint(
    priced.map((one) => one.route),
    path,
  );
  return route === null ? null : priced.filter((one) => one.route.path === route.path);
}

/** Every configured route that has a price in the version in force. Scheduled versions are not included. */
export const pricing = verbOf<AccountDeps, AccountCaller>()({
  name: 'listPrices',
  client: 'pricing.endpoints',
  method: 'GET',
  path: '/api/pricing/v1/endpoints',
  summary: 'Unit prices of endpoints',
  tag: 'Pricing',
  params: Nothing,
  takesUnknownQuery: true,
  query: Type.Object({
    path: Type.Optional(
      Type.String({
        maxLength: PRICED_PATH_CHARS_MAX,
        description: 'A path or a full URL, with or without its query.',
      }),
    ),
  }),
  body: Nothing,
  result: Type.Object({
    catalog_version: Type.Integer(),
    currency: Currency,
    endpoints: Type.Array(EndpointView),
  }),
  async run(deps, { query }, caller) {
    const catalog = deps.catalog();
    const accountId = caller?.account.id ?? null;
    const counts = await tierCountsOf(deps, { catalog, accountId });
    const priced = pricedRoutes(deps.routes(), catalog, { accountId, counts });
    const chosen = wanted(priced, query.path, caller);
    if (chosen === null) return noPricedEndpoint(query.path);
    const seen = { accountId, counts, variants: variantsOf(priced), covers: deps.coverage };
    const endpoints = chosen.map((one) => endpointView(one, catalog, seen));
    return { catalog_version: catalog.version, currency: catalog.currency, endpoints };
  },
});

/** Per version; `pricing` lists everything. */
const CHANGES_MAX = 1_000;

const PriceChange = Type.Object(
  {
    path: Type.String(),
    effective_from: TimeText,
    unit_price: nullable(
      Type.String({
        description: 'The current price; null when the path is not served now.',
        examples: ['0.012000'],
      }),
    ),
    next_unit_price: nullable(
      Type.String({
        description: 'The price from then on; null when the path is no longer served.',
        examples: ['0.015000'],
      }),
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

/** Overrides of other accounts are dropped first: there may be thousands, and each path would search them. */
function pricesOf(catalog: Catalog, accountId: string, paths: readonly string[]): Map<string, Price | null> {
  const own = { ...catalog, overrides: catalog.overrides.filter((price) => price.accountId === accountId) };
  return new Map(paths.map((path) => [path, priceOf(own, path, accountId)]));
}

/** For each scheduled version, the caller's prices that change. */
export const priceChanges = verbOf<AccountDeps, AccountCaller>()({
  name: 'listPriceChanges',
  client: 'account.priceChanges',
  method: 'GET',
  path: '/api/account/v1/price-changes',
  summary: 'Scheduled changes of your prices',
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
