// `price` reads the price list, for everyone or for one account. `quote` asks a running gateway as a caller does; its price is valid for a
// limited time.

import type { Static } from 'typebox';
import { type Catalog, inForce, priceOf } from '../domain/catalog.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { formatMoney } from '../domain/money.ts';
import { accountOrFailure } from '../features/accounts/account-views.ts';
import {
  legPriceView,
  NO_COUNTS,
  noPricedEndpoint,
  pricedLegs,
  priceOfLegs,
  resolveEndpoint,
  tiersView,
} from '../features/catalog/price-views.ts';
import { priceQuote } from '../features/catalog/quote.account.ts';
import { billedRoutes } from '../mounts/billed-routes.ts';
import type { CliCommand } from '../terminal/command.ts';
import { type ControlPlane, refusal, withControlPlane } from '../terminal/control-plane.ts';
import { show } from '../terminal/output.ts';
import { renderFields } from '../terminal/table.ts';
import { callerCommand } from '../terminal/verb-command.ts';
import { EXIT } from '../terminal/world.ts';

interface LegPrice {
  unit: string;
  unit_price: string;
  tiers: { from: number; unit_price: string }[] | null;
  tier: number | null;
  month_used: number | null;
}

/** `0.010000 USD per call, 3 used this month, 0.006000 from 4`. */
function legText({ unit, unit_price, tiers, tier, month_used }: LegPrice, currency: string): string {
  const later = (tiers ?? []).filter(({ from }) => from > (tier ?? 0));
  return [
    `${unit_price} ${currency} per ${unit}`,
    ...(month_used === null ? [] : [`${month_used} used this month`]),
    ...later.map((next) => `${next.unit_price} from ${next.from}`),
  ].join(', ');
}

export async function catalogInForce({ deps }: ControlPlane): Promise<Catalog> {
  const catalog = inForce(await deps.storage.catalog.all(), deps.clock.nowMs());
  if (catalog === null) throw refusal(failure('NOT_FOUND', 'No catalog is in force yet.'));
  return catalog;
}

async function accountIdOf(control: ControlPlane, account: string | undefined): Promise<string | null> {
  if (account === undefined) return null;
  const found = await accountOrFailure(control.deps, account);
  if (isFailure(found)) throw refusal(found);
  return found.id;
}

async function priceFor(control: ControlPlane, text: string, account: string | undefined) {
  const catalog = await catalogInForce(control);
  const accountId = await accountIdOf(control, account);
  const route = resolveEndpoint(billedRoutes(control.config), text);
  const priceAt = (path: string) => priceOf(catalog, path, accountId);
  const legs = route === null ? [] : pricedLegs(route, priceAt);
  const own = route && priceAt(route.path);
  const price = route?.unit === 'leg' ? priceOfLegs(own, route.path, legs) : own;
  if (!route || !price) throw refusal(noPricedEndpoint(text));
  return {
    path: route.path,
    group: route.group,
    platform: route.platform,
    variant: route.variant,
    account_id: accountId,
    unit: route.unit === 'leg' ? route.unit : price.unit,
    unit_price: formatMoney(price.unitPriceMicros),
    tiers: price.tiers === undefined ? null : tiersView(price.tiers.steps),
    minimum: price.unit === 'item' ? formatMoney(price.minimumMicros) : null,
    free_per_day: price.allowance?.callsPerDay ?? null,
    list_price: formatMoney(route.unit === 'leg' ? price.unitPriceMicros : price.rule.unitPriceMicros),
    ...(route.unit === 'leg' && { legs: legs.map((leg) => legPriceView(leg, NO_COUNTS, false)) }),
    currency: catalog.currency,
    catalog_version: catalog.version,
    deprecated: price.rule.deprecated,
  };
}

function unitText({ unit, unit_price, currency }: Awaited<ReturnType<typeof priceFor>>): string {
  const per = {
    call: 'successful call',
    item: 'item that is delivered',
    leg: 'call, when every leg delivers',
  };
  return `${unit_price} ${currency} per ${per[unit]}`;
}

export const priceCommand: CliCommand<[string], { account?: string }> = {
  name: 'price',
  summary: 'Show what one call of a path costs',
  arguments: [{ name: '<path>', summary: 'a path or a full URL, with or without its query' }],
  options: [{ flags: '--account <ACCOUNT>', summary: 'the price agreed with this account' }],
  examples: [
    'price /api/u1/v1/library/app/search_video_v2',
    'price /api/u1/v1/library/app/search_video --account acme',
  ],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const price = await priceFor(control, call.args[0], call.options.account);
      show(call, price, () =>
        renderFields([
          ['path', price.path],
          ['unit price', unitText(price)],
          ...(price.tiers ?? [])
            .slice(1)
            .map(({ from, unit_price }): [string, string] => [
              `from ${from}`,
              `${unit_price} ${price.currency}`,
            ]),
          [
            'minimum',
            price.minimum === null ? null : `${price.minimum} ${price.currency} per successful call`,
          ],
          ['free', price.free_per_day === null ? null : `${price.free_per_day} calls a day`],
          ...(price.legs ?? []).map((leg): [string, string] => [leg.platform, legText(leg, price.currency)]),
          ['list price', `${price.list_price} ${price.currency}`],
          ['variant', price.variant],
          ['catalog', `version ${price.catalog_version}`],
          ['deprecated', price.deprecated ? 'yes' : 'no'],
        ]),
      );
      return EXIT.ok;
    }),
};

function quoteText(row: Static<typeof priceQuote.result>): string {
  const money = (amount: string) => `${amount} ${row.currency}`;
  return renderFields([
    ['path', row.path],
    ['unit price', `${money(row.unit_price)} per ${row.unit}`],
    ['used this month', row.month_used ?? null],
    ...(row.tiers ?? [])
      .filter(({ from }) => from > (row.tier ?? 0))
      .map(({ from, unit_price }): [string, string] => [`from ${from}`, money(unit_price)]),
    ['minimum', row.minimum === null ? null : money(row.minimum)],
    ['free', row.free_per_day === null ? null : `${row.free_per_day} calls a day`],
    ...(row.legs ?? []).map((leg): [string, string] => [leg.platform, legText(leg, row.currency)]),
    ['at most', money(row.most)],
    ['balance', money(row.balance)],
    ['afterwards', row.balance_after === null ? 'not enough' : `at least ${money(row.balance_after)}`],
    ['calls affordable', row.calls_affordable],
    ...row.caps.map(({ scope, window, left }): [string, string] => [
      `${scope} cap, ${window}`,
      `${money(left)} left`,
    ]),
    ['catalog', `version ${row.catalog_version}`],
    ['quote', row.quote],
    ['valid until', row.valid_until],
  ]);
}

export const quoteCommand = callerCommand({
  words: 'quote',
  summary: 'Ask a running gateway what calls of a path would cost, as a customer',
  verb: priceQuote,
  arguments: { path: 'a path or a full URL, with or without its query' },
  flags: { count: ['--count <N>', 'items per page'], pages: ['--pages <N>', 'how many calls'] },
  notes: 'Free. The quote fixes the price for 15 minutes when it is sent along with a call.',
  examples: ['quote /api/u1/v1/library/app/search_video_v2 --pages 5'],
  shows: quoteText,
});
