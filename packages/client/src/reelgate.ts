// The client class. Its data methods are generated from openapi.json (data-methods.ts); the methods for all other routes that an API key
// may call are written here.
import type {
  DryRun,
  Entry,
  GetBalanceAnswer,
  GetComplaintAnswer,
  GetOwnKeyAnswer,
  GetQuoteAnswer,
  GetQuoteQuery,
  GetRechargeAnswer,
  GetRequestAnswer,
  GetRunwayAnswer,
  GetStatementAnswer,
  GetStatusAnswer,
  GetTopupAnswer,
  GetUsageAnswer,
  GetUsageQuery,
  ListEntriesAnswer,
  ListEntriesQuery,
  ListEventsAnswer,
  ListEventsQuery,
  ListGrantsAnswer,
  ListGrantsQuery,
  ListPlatformsAnswer,
  ListPriceChangesAnswer,
  ListPricesAnswer,
  ListPricesQuery,
  ListRequestPicturesAnswer,
  ListRequestRecordsAnswer,
  ListRequestsAnswer,
  ListRequestsQuery,
  ListStatementsAnswer,
  ListStatementsQuery,
  ListTopupsAnswer,
  ListTopupsQuery,
  ListWebhooksAnswer,
  ResolveUrlAnswer,
  SliceUsageAnswer,
  SliceUsageQuery,
} from './api-types.ts';
import type { Call } from './call.ts';
import { collectionMethods } from './collections.ts';
import { DataMethods, type DryRunAction } from './data-methods.ts';
import type { CallOptions } from './send.ts';
import type { Walk } from './walk.ts';
import { watchMethods } from './watches.ts';

/** The name of this walk in checkpoints. */
const ENTRIES = 'account.entries';

interface PricingMethods {
  /** The price list that holds for this key. */
  endpoints: (query?: ListPricesQuery, options?: CallOptions) => Call<ListPricesAnswer>;
  /** The price of a number of calls, and a token: pass it as the option `quote` to be billed at that price until the token expires. */
  quote: (query: GetQuoteQuery, options?: CallOptions) => Call<GetQuoteAnswer>;
  /** The platforms of the gateway, and whether each answers at the moment. */
  platforms: (options?: CallOptions) => Call<ListPlatformsAnswer>;
}

interface AccountMethods {
  /** The balance, what is held and what is available, as decimal texts. */
  balance: (options?: CallOptions) => Call<GetBalanceAnswer>;
  /** The key that this client uses: its caps, what it has spent of them, and what its account has available. */
  key: (options?: CallOptions) => Call<GetOwnKeyAnswer>;
  /** Calls and charges of the account in a time range. */
  usage: (query?: GetUsageQuery, options?: CallOptions) => Call<GetUsageAnswer>;
  /** Calls and charges of the account, grouped by dimensions such as day, path or key. */
  usageBy: (query?: SliceUsageQuery, options?: CallOptions) => Call<SliceUsageAnswer>;
  /** How long the balance lasts at the present rate of spending. */
  runway: (options?: CallOptions) => Call<GetRunwayAnswer>;
  /** Price changes that the operator has scheduled. */
  priceChanges: (options?: CallOptions) => Call<ListPriceChangesAnswer>;
  /** One page of the account's calls, newest first. For the next page, pass its `next_cursor` as `cursor`. */
  requests: (query?: Omit<ListRequestsQuery, 'format'>, options?: CallOptions) => Call<ListRequestsAnswer>;
  /** Events of the account with numbers above `after`. With `wait`, the gateway answers when the next event happens. */
  events: (query?: ListEventsQuery, options?: CallOptions) => Call<ListEventsAnswer>;
  /** The webhooks of the account: addresses to which the gateway sends its events. */
  webhooks: (options?: CallOptions) => Call<ListWebhooksAnswer>;
  /** The grants of the account, newest first: parts of the balance that are used before the rest and may expire. */
  grants: (query?: ListGrantsQuery, options?: CallOptions) => Call<ListGrantsAnswer>;
  /** The monthly statements of the account, newest first. */
  statements: (query?: ListStatementsQuery, options?: CallOptions) => Call<ListStatementsAnswer>;
  /** The top-up orders of the account, newest first. */
  topups: (query?: ListTopupsQuery, options?: CallOptions) => Call<ListTopupsAnswer>;
  /** The recharge rule of the account: below which balance the saved card pays, and how much. */
  recharge: (options?: CallOptions) => Call<GetRechargeAnswer>;
}

export class Reelgate extends DataMethods {
  readonly pricing = this.#reads<PricingMethods>('pricing', 'platforms', 'endpoints quote');

  readonly account = {
    ...this.#reads<AccountMethods>(
      'account',
      'balance key runway price-changes webhooks recharge',
      'usage usage/by requests events grants statements topups',
    ),
    /** A walk through the ledger entries of the account. Every page is free. */
    entries: (
      query: Omit<ListEntriesQuery, 'format'> = {},
      options?: CallOptions,
    ): Walk<ListEntriesAnswer, Entry> => this.walkOf(ENTRIES, query, options),
    /** One monthly statement, by its number. */
    statement: (number: number, options?: CallOptions): Call<GetStatementAnswer> =>
      this.#read(`statements/${number}`, options),
    /** One top-up order by its id, and whether it is paid. */
    topup: (id: string, options?: CallOptions): Call<GetTopupAnswer> =>
      this.#read(`topups/${encodeURIComponent(id)}`, options),
    /** Continues a walk of `entries` from its checkpoint. Throws INVALID_OPTION for any other text. */
    resume: this.resume<ListEntriesAnswer, Entry>([ENTRIES]),
  };

  /** Everything for a question: the gateway gathers it, up to a number of items and a budget. */
  readonly collections = collectionMethods(this.access);

  /** What is new: the gateway asks a question again and again, and delivers each new item once. */
  readonly watches = watchMethods(this.access);

  /** The receipt of a call by its request id: whether it was charged, how much, and whether its answer is still stored. */
  receipt(requestId: string, options?: CallOptions): Call<GetRequestAnswer> {
    return this.#ofCall(requestId, '', options);
  }

  /** The records in the stored answer of a call. Fails when the gateway no longer stores that answer. */
  records(requestId: string, options?: CallOptions): Call<ListRequestRecordsAnswer> {
    return this.#ofCall(requestId, '/records', options);
  }

  /** The pictures in the stored answer of a call, at addresses of the gateway. */
  pictures(requestId: string, options?: CallOptions): Call<ListRequestPicturesAnswer> {
    return this.#ofCall(requestId, '/pictures', options);
  }

  /** The complaint about a call, and the decision of the operator if there is one. */
  complaint(requestId: string, options?: CallOptions): Call<GetComplaintAnswer> {
    return this.#ofCall(requestId, '/complaint', options);
  }

  /** Files a complaint about the answer of a paid call. Idempotent: a call has at most one complaint. */
  complain(requestId: string, reason: string, options?: CallOptions): Call<GetComplaintAnswer> {
    return this.#ofCall(requestId, '/complaint', options, { reason });
  }

  /** What a data call would cost and whether the gateway would accept it. Asks no platform, holds and charges nothing. */
  dryRun(
    action: DryRunAction,
    input: { platform?: string; [parameter: string]: unknown },
    options?: CallOptions,
  ): Call<DryRun> {
    const ask = this.record<(input: object, options?: CallOptions) => Call<DryRun>>(action);
    return ask({ ...input, dry_run: 1 }, options);
  }

  /** Reads a web address: its platform, the kind of thing that it names, and its id. Free. */
  resolve(url: string, options?: CallOptions): Call<ResolveUrlAnswer> {
    return this.request('/api/resolve/v1/url', { url }, options);
  }

  /** How well each operation of each platform works, in the last hour, day and month. Free. */
  status(options?: CallOptions): Call<GetStatusAnswer> {
    return this.request('/api/status/v1', {}, options);
  }

  /** Methods of free routes, named after the last parts of their paths. Those of `plain` take no query. */
  #reads<Methods>(area: string, plain: string, queried: string): Methods {
    const methods: Record<string, unknown> = {};
    const add = (routes: string, methodOf: (path: string) => unknown) => {
      for (const route of routes.split(' ')) {
        const name = route.replace(/[/-]./, ([, letter]) => letter!.toUpperCase());
        methods[name] = methodOf(`/api/${area}/v1/${route}`);
      }
    };
    add(plain, (path) => (options?: CallOptions) => this.request(path, {}, options));
    add(queried, (path) => (query?: object, options?: CallOptions) => this.request(path, query, options));
    return methods as Methods;
  }

  #read<T>(below: string, options?: CallOptions, body?: object): Call<T> {
    return this.request(`/api/account/v1/${below}`, {}, options, body);
  }

  #ofCall<T>(requestId: string, below: string, options?: CallOptions, body?: object): Call<T> {
    return this.#read(`requests/${encodeURIComponent(requestId)}${below}`, options, body);
  }
}
