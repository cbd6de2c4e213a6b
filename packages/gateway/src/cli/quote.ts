// Owns `quote`: asks a running gateway, as a customer, what calls of a path would cost and for how long that holds.
import { PAGE_ITEMS_MAX } from '../domain/limits.ts';
import { wholeNumber } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { CUSTOMER_OPTIONS, type CustomerOptions, customerKey, exitCodeOf, gatewayPlace } from './customer.ts';
import { type LegPrice, legText } from './leg-text.ts';
import { show } from './output.ts';
import { problemText } from './paid-view.ts';
import { renderFields } from './table.ts';
import { EXIT } from './world.ts';

interface Options extends CustomerOptions {
  count?: number;
  pages?: number;
}

const PAGES_MAX = 10_000;

/** What the gateway answers, as far as it is shown. */
interface QuoteRow {
  path: string;
  unit: string;
  unit_price: string;
  tiers: { from: number; unit_price: string }[] | null;
  tier: number | null;
  month_used: number | null;
  minimum: string | null;
  most: string;
  free_per_day: number | null;
  currency: string;
  catalog_version: number;
  balance: string;
  balance_after: string | null;
  calls_affordable: number | null;
  legs?: ({ platform: string } & LegPrice)[];
  caps: { scope: string; window: string; left: string }[];
  quote: string;
  valid_until: string;
}

function quoteText(row: QuoteRow): string {
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

function targetOf(path: string, { count, pages }: Options): string {
  const query = new URLSearchParams({ path });
  if (count !== undefined) query.set('count', String(count));
  if (pages !== undefined) query.set('pages', String(pages));
  return `/api/pricing/v1/quote?${query}`;
}

export const quoteCommand: CliCommand<[string], Options> = {
  name: 'quote',
  summary: 'Ask a running gateway what calls of a path would cost, as a customer',
  arguments: [{ name: '<path>', summary: 'a path or a full URL, with or without its query' }],
  options: [
    { flags: '--count <N>', summary: 'items per page', parse: wholeNumber(1, PAGE_ITEMS_MAX) },
    { flags: '--pages <N>', summary: 'how many calls (default: 1)', parse: wholeNumber(1, PAGES_MAX) },
    CUSTOMER_OPTIONS.key,
    CUSTOMER_OPTIONS.url,
  ],
  notes: 'Free. The quote fixes the price for 15 minutes when it is sent along with a call.',
  examples: ['quote /api/u1/v1/library/app/search_video_v2 --pages 5'],
  async run(call) {
    const { url, serviceName, elsewhere } = gatewayPlace(call);
    const key = customerKey(call);
    // Loaded here, so that no other command waits for an HTTP client.
    const { GatewayClient } = await import('./gateway-client.ts');
    const client = new GatewayClient({ url, name: serviceName });
    try {
      const outcome = await client.ask(targetOf(call.args[0], call.options), { key, elsewhere });
      if (outcome.kind === 'problem') {
        call.world.err(problemText(outcome.problem));
        return exitCodeOf(outcome.problem);
      }
      show(call, outcome.content as object, () => quoteText(outcome.content as QuoteRow));
      return EXIT.ok;
    } finally {
      await client.close();
    }
  },
};
