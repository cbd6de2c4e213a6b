// Owns `price`: what one call of a path costs, for everyone or for one account.

import { priceOf } from '../domain/catalog.ts';
import { isFailure } from '../domain/failure.ts';
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
import { billedRoutes } from '../mounts/billed-routes.ts';
import { catalogInForce } from './account-deps.ts';
import type { CliCommand } from './command.ts';
import { legText } from './leg-text.ts';
import { show } from './output.ts';
import { refusal, type Session, withSession } from './session.ts';
import { renderFields } from './table.ts';
import { EXIT } from './world.ts';

async function accountIdOf(session: Session, account: string | undefined): Promise<string | null> {
  if (account === undefined) return null;
  const found = await accountOrFailure(session.deps, account);
  if (isFailure(found)) throw refusal(found);
  return found.id;
}

async function priceFor(session: Session, text: string, account: string | undefined) {
  const catalog = await catalogInForce(session);
  const accountId = await accountIdOf(session, account);
  const route = resolveEndpoint(billedRoutes(session.config), text);
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
    withSession(call, async (session) => {
      const price = await priceFor(session, call.args[0], call.options.account);
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
