// The client as its users see it: the data methods, which are made from the contract, and a method for every other route that a key
// can ask.
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
import { DataMethods, type DryRunAction } from './data-methods.ts';
import type { CallOptions } from './send.ts';
import type { Walk } from './walk.ts';

/** The name that checkpoints have for this walk. */
const ENTRIES = 'account.entries';

function receiptPath(requestId: string): string {
  return `/api/account/v1/requests/${encodeURIComponent(requestId)}`;
}

export class Reelgate extends DataMethods {
  readonly pricing = {
    endpoints: (query?: ListPricesQuery, options?: CallOptions): Call<ListPricesAnswer> =>
      this.request('/api/pricing/v1/endpoints', query, options),
    /** What calls would cost, and a token for the option `quote` that fixes their price for a while. */
    quote: (query: GetQuoteQuery, options?: CallOptions): Call<GetQuoteAnswer> =>
      this.request('/api/pricing/v1/quote', query, options),
    /** Which platforms there are, and whether they answer right now. */
    platforms: (options?: CallOptions): Call<ListPlatformsAnswer> =>
      this.request('/api/pricing/v1/platforms', {}, options),
  };

  readonly account = {
    balance: (options?: CallOptions): Call<GetBalanceAnswer> =>
      this.request('/api/account/v1/balance', {}, options),
    /** What the key may still spend: its caps, and what its account has. */
    key: (options?: CallOptions): Call<GetOwnKeyAnswer> => this.request('/api/account/v1/key', {}, options),
    usage: (query?: GetUsageQuery, options?: CallOptions): Call<GetUsageAnswer> =>
      this.request('/api/account/v1/usage', query, options),
    usageBy: (query?: SliceUsageQuery, options?: CallOptions): Call<SliceUsageAnswer> =>
      this.request('/api/account/v1/usage/by', query, options),
    /** How long the money lasts. */
    runway: (options?: CallOptions): Call<GetRunwayAnswer> =>
      this.request('/api/account/v1/runway', {}, options),
    priceChanges: (options?: CallOptions): Call<ListPriceChangesAnswer> =>
      this.request('/api/account/v1/price-changes', {}, options),
    /** One page of calls; give its `next_cursor` back as `cursor`. */
    requests: (query?: Omit<ListRequestsQuery, 'format'>, options?: CallOptions): Call<ListRequestsAnswer> =>
      this.request('/api/account/v1/requests', query, options),
    entries: (
      query: Omit<ListEntriesQuery, 'format'> = {},
      options?: CallOptions,
    ): Walk<ListEntriesAnswer, Entry> => this.walkOf(ENTRIES, query, options),
    /** What happened to the account behind `after`; with `wait`, the answer comes with the next event. */
    events: (query?: ListEventsQuery, options?: CallOptions): Call<ListEventsAnswer> =>
      this.request('/api/account/v1/events', query, options),
    /** Addresses that are sent the events of the account. */
    webhooks: (options?: CallOptions): Call<ListWebhooksAnswer> =>
      this.request('/api/account/v1/webhooks', {}, options),
    /** Parts of the balance that are used first and may expire, the newest first. */
    grants: (query?: ListGrantsQuery, options?: CallOptions): Call<ListGrantsAnswer> =>
      this.request('/api/account/v1/grants', query, options),
    /** Closed months, the newest first. */
    statements: (query?: ListStatementsQuery, options?: CallOptions): Call<ListStatementsAnswer> =>
      this.request('/api/account/v1/statements', query, options),
    /** One of them, by its number. */
    statement: (number: number, options?: CallOptions): Call<GetStatementAnswer> =>
      this.request(`/api/account/v1/statements/${number}`, {}, options),
    /** Top-ups that were ordered, the newest first. */
    topups: (query?: ListTopupsQuery, options?: CallOptions): Call<ListTopupsAnswer> =>
      this.request('/api/account/v1/topups', query, options),
    /** What became of a top-up. */
    topup: (id: string, options?: CallOptions): Call<GetTopupAnswer> =>
      this.request(`/api/account/v1/topups/${encodeURIComponent(id)}`, {}, options),
    /** When the saved card pays by itself. */
    recharge: (options?: CallOptions): Call<GetRechargeAnswer> =>
      this.request('/api/account/v1/recharge', {}, options),
    /** Goes on with a walk through the entries. */
    resume: this.resume<ListEntriesAnswer, Entry>(ENTRIES),
  };

  /** Was this id charged, how much, and is its answer still there? */
  receipt(requestId: string, options?: CallOptions): Call<GetRequestAnswer> {
    return this.request(receiptPath(requestId), {}, options);
  }

  /** The records of the answer of this id, while it is kept. */
  records(requestId: string, options?: CallOptions): Call<ListRequestRecordsAnswer> {
    return this.request(`${receiptPath(requestId)}/records`, {}, options);
  }

  /** The pictures of that answer, at addresses of the gateway. */
  pictures(requestId: string, options?: CallOptions): Call<ListRequestPicturesAnswer> {
    return this.request(`${receiptPath(requestId)}/pictures`, {}, options);
  }

  /** What became of a complaint about the answer of this id. */
  complaint(requestId: string, options?: CallOptions): Call<GetComplaintAnswer> {
    return this.request(`${receiptPath(requestId)}/complaint`, {}, options);
  }

  /** Complains about the answer of this id, once: sent again, it is the same complaint. */
  complain(requestId: string, reason: string, options?: CallOptions): Call<GetComplaintAnswer> {
    return this.request(`${receiptPath(requestId)}/complaint`, {}, options, { reason });
  }

  /** What a call of a data route would cost and whether it would be let through: nothing is asked of a platform, held or charged. */
  dryRun(
    action: DryRunAction,
    input: { platform?: string; [parameter: string]: unknown },
    options?: CallOptions,
  ): Call<DryRun> {
    const ask = this.record<(input: object, options?: CallOptions) => Call<DryRun>>(action);
    return ask({ ...input, dry_run: 1 }, options);
  }

  /** What an address of the web is: its platform, its kind and its id. */
  resolve(url: string, options?: CallOptions): Call<ResolveUrlAnswer> {
    return this.request('/api/resolve/v1/url', { url }, options);
  }
}
