// Owns `search`: calls a running gateway as a customer does, page after page, and shows what it cost. Every page has its
// own request id; the same id again gives the same page, free.
import { base62, GROUPS } from '../domain/key.ts';
import { PAGE_ITEMS_MAX } from '../domain/limits.ts';
import { add, formatMoney, parseMoney, ZERO } from '../domain/money.ts';
import { amount, wholeNumber } from './arguments.ts';
import type { CliCommand, Invocation } from './command.ts';
import {
  CUSTOMER_OPTIONS,
  type CustomerOptions,
  customerKey,
  exitCodeOf,
  gatewayPlace,
  inHeader,
} from './customer.ts';
import { filterFlags, filtersOf } from './filter-flags.ts';
import type { ProblemAnswer } from './gateway-client.ts';
import type { PaidSearch, SearchOrder } from './paid-search.ts';
import { pageText, problemText, type ReceiptRow, receiptsText } from './search-view.ts';

interface Options extends CustomerOptions {
  pages?: number;
  variant?: string;
  group?: string;
  count?: number;
  requestId?: string;
  budget?: string;
  maxPrice?: string;
  /** The filters, by their flags. */
  [flag: string]: unknown;
}
type Call = Invocation<[string, string], Options>;

const PAGES_MAX = 1_000;
const ID_CHARS = 20;

interface Walk {
  /** As the gateway sent them. */
  texts: string[];
  receipts: ReceiptRow[];
  problem: ProblemAnswer | null;
}

function orderOf(call: Call): SearchOrder {
  const { world, args, options } = call;
  const [platform, keyword] = args;
  const { group = GROUPS[0], variant = 'stable', count } = options;
  return {
    ...gatewayPlace(call),
    key: customerKey(call),
    requestId: inHeader('the request id', options.requestId ?? `cli-${base62(world.random, ID_CHARS)}`),
    budget: options.budget,
    maxPrice: options.maxPrice,
    input: { platform, keyword, group, variant, count, ...filtersOf(options) },
  };
}

/** Adds to `walk` as it goes, so that what was paid for is still shown when a later page fails. */
async function readPages(call: Call, search: PaidSearch, walk: Walk): Promise<void> {
  const { pages = 1 } = call.options;
  for await (const { data, text, charged, isReplay, requestId } of search.answers()) {
    const { currency, source, balance } = data.receipt;
    const page = walk.receipts.length + 1;
    walk.texts.push(text.trim());
    walk.receipts.push({
      page,
      request_id: requestId,
      charged,
      currency,
      source,
      is_replay: isReplay,
      balance,
    });
    if (!call.json) call.world.out(`${pageText(data, text, call.world.columns)}\n`);
    // Nobody pays for pages that nobody can read.
    if (page >= pages || (await call.world.outputLoss()) !== null) return;
  }
  if (search.end === 'budget') call.world.err('Stopped: the next page would pass the budget.\n');
}

function totalCharged(receipts: readonly ReceiptRow[]): string {
  return formatMoney(receipts.reduce((sum, { charged }) => add(sum, parseMoney(charged) ?? ZERO), ZERO));
}

/** Pages are put in as text, because numbers of the platforms may be larger than JavaScript can hold. */
function walkJson({ args }: Call, { texts, receipts, problem }: Walk): string {
  const head = {
    platform: args[0],
    keyword: args[1],
    receipts,
    total_charged: totalCharged(receipts),
    problem,
  };
  const fields = JSON.stringify(head, null, 2).slice(0, -2);
  return `${fields},\n  "pages": [\n${texts.join(',\n')}\n  ]\n}\n`;
}

/** Receipts that standard output did not take go to standard error: with its request id a paid page is read again, free. */
async function report(call: Call, walk: Walk): Promise<void> {
  const { world, json } = call;
  const receipts = () => receiptsText(walk.receipts, totalCharged(walk.receipts), world.columns);
  if (json) world.out(walkJson(call, walk));
  else if (walk.receipts.length > 0) world.out(receipts());
  if (walk.receipts.length > 0 && (await world.outputLoss()) !== null) world.err(receipts());
  if (walk.problem !== null) world.err(problemText(walk.problem));
}

export const searchCommand: CliCommand<[string, string], Options> = {
  name: 'search',
  summary: 'Search through a running gateway, as a customer',
  arguments: [
    { name: '<platform>', summary: 'where to search, such as library' },
    { name: '<keyword>', summary: 'what to search for, in any script' },
  ],
  options: [
    { flags: '--pages <N>', summary: 'at most so many pages (default: 1)', parse: wholeNumber(1, PAGES_MAX) },
    { flags: '--count <N>', summary: 'items per page', parse: wholeNumber(1, PAGE_ITEMS_MAX) },
    CUSTOMER_OPTIONS.key,
    {
      flags: '--variant <NAME>',
      summary: 'how hard to try (default: stable)',
      choices: ['stable', 'economy'],
    },
    { flags: '--group <GROUP>', summary: 'u1 unified or u2 native records (default: u1)', choices: GROUPS },
    { flags: '--request-id <ID>', summary: 'of the first page; those of later pages follow from it' },
    { flags: '--budget <AMOUNT>', summary: 'stop before the page that would pass it' },
    { flags: '--max-price <AMOUNT>', summary: 'the most that one page may cost', parse: amount },
    ...filterFlags,
    CUSTOMER_OPTIONS.url,
  ],
  notes: 'Each page is one paid call. The same request id again gives the same page and costs nothing.',
  examples: [
    'search library "night sky"',
    'search library 猫 --pages 3 --count 10 --request-id cats-1',
    'search library cat --sort newest --duration short',
  ],
  async run(call) {
    // Loaded here, so that no other command waits for an HTTP client.
    const { PaidSearch: Search, SearchProblem } = await import('./paid-search.ts');
    const search = new Search(orderOf(call));
    const walk: Walk = { texts: [], receipts: [], problem: null };
    try {
      await readPages(call, search, walk);
    } catch (error) {
      if (!(error instanceof SearchProblem)) throw error;
      walk.problem = error.problem;
    } finally {
      await search.close();
      if (walk.receipts.length > 0 || walk.problem !== null) await report(call, walk);
    }
    return exitCodeOf(walk.problem);
  },
};
