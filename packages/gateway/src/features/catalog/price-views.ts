// Prices as callers see them: which billed route a text means, volume tiers, and the price of a search over many platforms, which is a sum.
// The billed routes are a closed list, so a lenient parser can never pick a wrong one.
import type { CatalogDraft, Price } from '../../domain/catalog.ts';
import { utcMonth } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { LEGS_MAX, PAGE_ITEMS_DEFAULT } from '../../domain/limits.ts';
import { formatMoney, ZERO } from '../../domain/money.ts';
import { type LegTerms, mostOf, termsOf } from '../../domain/prices/terms.ts';
import { type PriceTier, tierAt } from '../../domain/prices/tiers.ts';
import { Type } from '../../domain/schema.ts';
import type { DataRoute } from '../../operations/data-route.ts';
import { ANY_PLATFORM } from '../../operations/index.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { Count, MoneyText, nullable } from '../../verb/fields.ts';

export const PRICED_PATH_CHARS_MAX = 8192; // A full search URL: long keyword and cursor, percent-encoded twice.

/** Once by the caller, and once more by some HTTP libraries. */
const DECODINGS_MAX = 2;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Without scheme, host, query, fragment and trailing slashes; always with a leading slash. */
function plainPath(text: string): string {
  const path = text.trim().replace(ORIGIN, '').split(/[?#]/, 1)[0] ?? '';
  const segments = path.split('/').slice(path.startsWith('/') ? 1 : 0);
  while (segments.at(-1) === '') segments.pop();
  return `/${segments.join('/')}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // An invalid percent sequence: not one of our paths.
  }
}

/** `/items/{id}` matches `/items/42`. */
function fits(template: string, path: string): boolean {
  if (!template.includes('{')) return false;
  const given = path.split('/');
  const wanted = template.split('/');
  const isSame = (part: string, i: number) => part === given[i] || (part.startsWith('{') && given[i] !== '');
  return wanted.length === given.length && wanted.every(isSame);
}

/** A literal path takes precedence over one with parameters. */
function findRoute(routes: readonly DataRoute[], path: string): DataRoute | undefined {
  return (
    routes.find((candidate) => candidate.path === path) ??
    routes.find((candidate) => fits(candidate.path, path))
  );
}

export function resolveEndpoint(routes: readonly DataRoute[], text: string): DataRoute | null {
  let spelling: string | null = text;
  for (let i = 0; i <= DECODINGS_MAX && spelling !== null; i++) {
    const path = plainPath(spelling);
    const route = findRoute(routes, path);
    if (route !== undefined) return route;
    // The query is dropped before decoding, because an invalid query must not spoil a valid path.
    spelling = decoded(spelling.split(/[?#]/, 1)[0] ?? '');
  }
  return null;
}

/** `any` stands for the platform of an address, so its path has no price of its own. */
export function noPricedEndpoint(text = ''): Failure {
  const isAny = plainPath(text).split('/').includes(ANY_PLATFORM);
  return failure(
    'ENDPOINT_NOT_FOUND',
    isAny
      ? `"${ANY_PLATFORM}" costs what the platform of the address costs: ask for the path of that platform.`
      : 'No priced endpoint has this path.',
  );
}

export const tierFields = {
  tiers: nullable(
    Type.Array(Type.Object({ from: Count, unit_price: MoneyText }), {
      description:
        'Prices by how many units the account was charged for in the UTC month; null when there is one price for all.',
    }),
  ),
  tier: nullable(
    Type.Integer({ description: 'The number of units after which the tier of this price starts.' }),
  ),
  month_used: nullable(
    Type.Integer({ description: 'Units that count for the tier, so far in this month; null without a key.' }),
  ),
};

/** Units that the account was charged for in one month, by the pattern that has the tiers. */
export type TierCounts = ReadonlyMap<string, number>;

export const NO_COUNTS: TierCounts = new Map();

export function tiersView(steps: readonly PriceTier[]): { from: number; unit_price: string }[] {
  return steps.map(({ from, unitPriceMicros }) => ({ from, unit_price: formatMoney(unitPriceMicros) }));
}

/** Read from storage only when some price has tiers. */
export async function tierCountsOf(
  { storage, clock }: Pick<AccountDeps, 'storage' | 'clock'>,
  { catalog, accountId, nowMs }: { catalog: CatalogDraft; accountId: string | null; nowMs?: number },
): Promise<TierCounts> {
  const isTiered = ({ tiers }: { tiers?: unknown }) => tiers !== undefined;
  const hasAny = catalog.endpoints.some(isTiered) || catalog.overrides.some(isTiered);
  if (accountId === null || !hasAny) return NO_COUNTS;
  const counts = await storage.usage.tiers({ accountId, month: utcMonth(nowMs ?? clock.nowMs()) });
  return new Map(counts.map(({ path, used }) => [path, used]));
}

/** The price for an account that was charged for this many units. */
export function priceNow(price: Price | null, counts: TierCounts): Price | null {
  if (price?.tiers === undefined) return price;
  const { unitPriceMicros } = tierAt(price.tiers.steps, counts.get(price.tiers.path) ?? 0);
  return { ...price, unitPriceMicros };
}

/** `isKnown`: the account is known, so the units it used are shown. */
export function tierView({ tiers }: Price, counts: TierCounts, isKnown: boolean) {
  if (tiers === undefined) return { tiers: null, tier: null, month_used: null };
  const used = counts.get(tiers.path) ?? 0;
  return {
    tiers: tiersView(tiers.steps),
    tier: tierAt(tiers.steps, used).from,
    month_used: isKnown ? used : null,
  };
}

export const LegPriceView = Type.Object(
  {
    platform: Type.String(),
    path: Type.String({ description: 'The platform that has this price.' }),
    unit: Type.Enum(['call', 'item'], { description: 'What one unit is: a call, or an item of its answer.' }),
    unit_price: MoneyText,
    ...tierFields,
    minimum: nullable(MoneyText),
  },
  { $id: 'LegPrice', description: 'The price of one platform in a search over many.' },
);

export interface PricedLeg {
  platform: string;
  path: string;
  price: Price;
}

/** The legs of a route that have a price: the most that one call has. */
export function pricedLegs({ legs = [] }: DataRoute, priceAt: (path: string) => Price | null): PricedLeg[] {
  const priced = legs.flatMap((leg) => {
    const price = priceAt(leg.path);
    return price === null ? [] : [{ ...leg, price }];
  });
  return priced.slice(0, LEGS_MAX);
}

/** The terms of all legs together. A leg asks for a whole page, whatever page size the caller chose. */
export function termsOfLegs(legs: readonly PricedLeg[], count = PAGE_ITEMS_DEFAULT): LegTerms {
  const items = Math.max(count, PAGE_ITEMS_DEFAULT);
  return {
    unit: 'leg',
    legs: legs.map(({ platform, path, price }) => ({ name: platform, path, terms: termsOf(price, items) })),
  };
}

/** A price rule for the path of the whole call sets no price, but its other parts apply. */
export function priceOfLegs(own: Price | null, path: string, legs: readonly PricedLeg[]): Price | null {
  const [first] = legs;
  if (first === undefined) return null;
  const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
  const rule = own?.rule ?? { path, unitPriceMicros: ZERO, ...none };
  const sum = { unitPriceMicros: mostOf(termsOfLegs(legs)), minimumMicros: ZERO };
  return { rule, unit: 'call', ...sum, allowance: own?.allowance ?? null };
}

/** `isKnown`: the account is known, so the units it used this month are shown. */
export function legPriceView({ platform, path, price }: PricedLeg, counts: TierCounts, isKnown: boolean) {
  return {
    platform,
    path,
    unit: price.unit,
    unit_price: formatMoney(price.unitPriceMicros),
    ...tierView(price, counts, isKnown),
    minimum: price.unit === 'item' ? formatMoney(price.minimumMicros) : null,
  };
}
