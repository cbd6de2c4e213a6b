// The most that calls of one path would cost the caller, whether the balance covers it, and the price sealed for a limited time. It reads,
// and guarantees only the price.
import type { Static } from 'typebox';
import { available } from '../../domain/account.ts';
import { type Price, priceOf } from '../../domain/catalog.ts';
import { formatTime } from '../../domain/clock.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import type { CapState } from '../../domain/limiting/spend-cap.ts';
import { PAGE_ITEMS_MAX, QUOTE_MS } from '../../domain/limits.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { mostOf, type Terms, termsOf, termsOfEach, UNITS } from '../../domain/prices/terms.ts';
import { Type } from '../../domain/schema.ts';
import type { DataRoute } from '../../operations/data-route.ts';
import { operations } from '../../operations/index.ts';
import { readCount } from '../../operations/parameters.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Currency, MoneyText, nullable, TimeText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { CapView, capView } from '../caps/cap-views.ts';
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
  termsOfLegs,
  tierCountsOf,
  tierFields,
  tierView,
} from './price-views.ts';

const PAGES_MAX = 10_000; // More pages than any platform delivers.

const QuoteView = Type.Object(
  {
    path: Type.String(),
    unit: Type.Enum([...UNITS]),
    legs: Type.Optional(Type.Array(LegPriceView, { description: 'Of a search over many platforms.' })),
    unit_price: MoneyText,
    ...tierFields,
    minimum: nullable(MoneyText),
    most: Type.String({ description: 'What all of these calls cost at most.', examples: ['0.024000'] }),
    most_per_call: MoneyText,
    free_per_day: nullable(Type.Integer()),
    currency: Currency,
    catalog_version: Type.Integer(),
    balance: MoneyText,
    balance_after: nullable(
      Type.String({
        description:
          'The balance after all of these calls at their highest price; null when the balance does not cover them.',
      }),
    ),
    calls_affordable: nullable(
      Type.Integer({
        description:
          'How many such calls the balance, the caps and the key allow; null when a call costs nothing.',
      }),
    ),
    caps: Type.Array(CapView),
    quote: Type.String({ description: 'To be sent as `x-<service>-quote` with each of these calls.' }),
    valid_until: TimeText,
  },
  { $id: 'Quote', description: 'What calls of one path would cost, with the price fixed for 15 minutes.' },
);

/** A quote is sent with a call, and only the gateway itself makes gathered calls. */
const isCallable = ({ purpose }: DataRoute) => purpose === undefined;

export const priceQuote = verbOf<AccountDeps, AccountCaller>()({
  name: 'getQuote',
  client: 'pricing.quote',
  method: 'GET',
  path: '/api/pricing/v1/quote',
  summary: 'What calls of a path would cost, sealed for 15 minutes',
  tag: 'Pricing',
  params: Nothing,
  query: Type.Object({
    path: Type.String({
      maxLength: PRICED_PATH_CHARS_MAX,
      description:
        'A path or a full URL. `count` and `ids` in its query apply unless they are sent as parameters.',
    }),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_ITEMS_MAX, description: 'Items per page, as in the call.' }),
    ),
    platforms: Type.Optional(
      Type.String({
        description: 'With the platform `all`: which ones, as in the call.',
        examples: ['library'],
      }),
    ),
    ids: Type.Optional(
      Type.String({
        description: 'As in the call: several ids, separated by commas.',
        maxLength: PRICED_PATH_CHARS_MAX,
      }),
    ),
    pages: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGES_MAX, default: 1, description: 'How many calls.' }),
    ),
  }),
  body: Nothing,
  result: QuoteView,
  async run(deps, { query }, caller) {
    const holder = keyHolder(caller);
    const catalog = deps.catalog();
    const { id: accountId } = holder.account;
    const route = resolveEndpoint(deps.routes().filter(isCallable), query.path);
    const nowMs = deps.clock.nowMs();
    const counts = await tierCountsOf(deps, { catalog, accountId, nowMs });
    const priceAt = (path: string) => priceNow(priceOf(catalog, path, accountId), counts);
    const legs = route === null ? [] : pricedLegs(chosenOf(route, query), priceAt);
    const price = route && priceHere(route, priceAt(route.path), legs);
    if (!route || !price) return noPricedEndpoint(query.path);
    const terms = route.unit === 'leg' ? legTerms(legs, query) : wantedTerms(price, route, query);
    if (isFailure(terms)) return terms;
    const [account, caps] = await Promise.all([
      deps.storage.accounts.find({ idOrName: accountId }),
      deps.storage.caps.ofKey({ keyId: holder.key.id }),
    ]);
    if (account === null) return failure('NOT_FOUND', 'The account no longer exists.');
    // The sealed month: the call is priced by the counter of this month, even when it comes in the next one.
    const validUntilMs = nowMs + QUOTE_MS;
    return {
      ...priceView(price, terms, route),
      ...tierView(price, counts, true),
      ...(route.unit === 'leg' && { legs: legs.map((leg) => legPriceView(leg, counts, true)) }),
      ...costView(mostOf(terms), query.pages ?? 1, {
        ...{ balanceMicros: account.balanceMicros, availableMicros: available(account), caps },
        maxCallMicros: holder.key.maxCallMicros,
      }),
      currency: catalog.currency,
      catalog_version: catalog.version,
      caps: caps.map(capView),
      quote: deps.quotes.seal(
        { catalogVersion: catalog.version, validUntilMs },
        { accountId, path: route.path },
      ),
      valid_until: formatTime(validUntilMs),
    };
  },
});

type Shown = Static<typeof QuoteView>;

/** How much one call asks for, from fields or from the query of the path. */
interface Wanted {
  path: string;
  count?: number;
  ids?: string;
  platforms?: string;
}

/** The route with only the legs that the call would name. */
function chosenOf(route: DataRoute, { path, platforms }: Wanted): DataRoute {
  const named = platforms ?? new URLSearchParams(path.split('?', 2)[1] ?? '').get('platforms');
  if (named === null || route.legs === undefined) return route;
  const names = named.split(',').map((name) => name.trim());
  return { ...route, legs: route.legs.filter(({ platform }) => names.includes(platform)) };
}

function priceHere({ unit, path }: DataRoute, own: Price | null, legs: readonly PricedLeg[]): Price | null {
  return unit === 'leg' ? priceOfLegs(own, path, legs) : own;
}

function legTerms(legs: readonly PricedLeg[], { path, count }: Wanted): Terms | Failure {
  const said = new URLSearchParams(path.split('?', 2)[1] ?? '').get('count');
  const items = count ?? readCount(said ?? undefined);
  return isFailure(items) ? items : termsOfLegs(legs, items);
}

/** A record counts as one item, and so does any answer of a mounted upstream. */
function wantedTerms(price: Price, route: DataRoute, { path, count, ids }: Wanted): Terms | Failure {
  const operation = operations.find(({ name }) => name === route.operation);
  const said = new URLSearchParams(path.split('?', 2)[1] ?? '');
  const lookUp = operation?.shape === 'record' && route.group === 'u1' ? operation : undefined;
  const list = ids ?? (lookUp && said.get('ids')) ?? undefined;
  if (list !== undefined) {
    if (lookUp?.several === undefined) return invalid('ids', 'is not a parameter of this path');
    const asked = lookUp.read({ ids: list }, NO_KEYWORD);
    return isFailure(asked) ? asked : termsOfEach(price, asked.ids?.length ?? 1);
  }
  if (operation?.shape !== 'page') return termsOf(price, 1);
  const items = count ?? readCount(said.get('count') ?? undefined);
  return isFailure(items) ? items : termsOf(price, items);
}

/** Look-ups by id have no keyword. */
const NO_KEYWORD = { keywordCharsMax: 0 };

function priceView(
  { allowance }: Price,
  terms: Terms,
  { path }: DataRoute,
): Pick<Shown, 'path' | 'unit' | 'unit_price' | 'minimum' | 'free_per_day'> {
  const isByItem = terms.unit === 'item';
  return {
    path,
    unit: terms.unit,
    unit_price: formatMoney(isByItem ? terms.unitPriceMicros : mostOf(terms)),
    minimum: isByItem ? formatMoney(terms.minimumMicros) : null,
    free_per_day: allowance?.callsPerDay ?? null,
  };
}

interface Funds {
  balanceMicros: Micros;
  availableMicros: Micros;
  caps: readonly CapState[];
  /** The most that the key may pay for one call. */
  maxCallMicros: number | null;
}

function costView(
  perCallMicros: Micros,
  calls: number,
  { balanceMicros, availableMicros, caps, maxCallMicros }: Funds,
): Pick<Shown, 'most' | 'most_per_call' | 'balance' | 'balance_after' | 'calls_affordable'> {
  const mostMicros = (perCallMicros * calls) as Micros;
  const isTooDear = maxCallMicros !== null && perCallMicros > maxCallMicros;
  const usableMicros = isTooDear ? 0 : Math.min(availableMicros, ...caps.map(({ leftMicros }) => leftMicros));
  return {
    most: formatMoney(mostMicros),
    most_per_call: formatMoney(perCallMicros),
    balance: formatMoney(balanceMicros),
    balance_after: mostMicros > availableMicros ? null : formatMoney((balanceMicros - mostMicros) as Micros),
    calls_affordable: perCallMicros === 0 ? null : Math.floor(usableMicros / perCallMicros),
  };
}
