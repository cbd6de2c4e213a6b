// Owns the client as its users see it: a method for every route that a key can ask. What a method takes and gives is typed by the
// contract; how it travels is the sender's.
import type {
  AuthorAnswer,
  AuthorVideosPage,
  Comment,
  CommentsPage,
  DryRun,
  Entry,
  GetAuthorQuery,
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
  GetVideoQuery,
  ListAuthorVideosQuery,
  ListCommentsQuery,
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
  ListRepliesQuery,
  ListRequestPicturesAnswer,
  ListRequestRecordsAnswer,
  ListRequestsAnswer,
  ListRequestsQuery,
  ListStatementsAnswer,
  ListStatementsQuery,
  ListTopupsAnswer,
  ListTopupsQuery,
  ListWebhooksAnswer,
  NativeAuthorAnswer,
  NativeAuthorVideosPage,
  NativeCommentsPage,
  NativePage,
  NativeRepliesPage,
  NativeVideoAnswer,
  RepliesPage,
  ResolveUrlAnswer,
  SearchPage,
  SearchVideosQuery,
  SliceUsageAnswer,
  SliceUsageQuery,
  Video,
  VideoAnswer,
  VideosAnswer,
} from './api-types.ts';
import { Call } from './call.ts';
import { NOTHING } from './error.ts';
import { type AnyPage, dataRoute, PAGED_ACTIONS } from './lists.ts';
import { newRequestId } from './request-ids.ts';
import { type Answer, type CallOptions, type Order, Sender } from './send.ts';
import { checkCallOptions, type ReelgateOptions, settingsOf } from './settings.ts';
import { type Place, readCheckpoint, type SendPage, Walk, type WalkOptions } from './walk.ts';

/** The package sets the first, from `maxPrice` and the budgets; the other asks for another answer than the method's. */
type Ceiling = 'max_price' | 'dry_run';

interface Variant {
  /** `stable` unless told; `economy` asks one provider once, for less. */
  variant?: 'stable' | 'economy';
}
/** Where an address is asked for, it may say the platform. */
type Platform<Query> = 'url' extends keyof Query ? { platform?: string } : { platform: string };

/** One record shape for every platform. */
export type Unified<Query> = Omit<Query, Ceiling> & Platform<Query> & Variant & { group?: 'u1' };
/** The platform's own answer, in `raw`. */
export type Native<Query> = Omit<Query, Ceiling> & Platform<Query> & Variant & { group: 'u2' };

/** A list, which is walked. */
export interface List<Query, Page, NativePage, Item> {
  (input: Native<Query>, options?: WalkOptions): Walk<NativePage, never>;
  (input: Unified<Query>, options?: WalkOptions): Walk<Page, Item>;
}
/** One record. */
export interface Lookup<Query, Answer, NativeAnswer> {
  (input: Native<Query>, options?: CallOptions): Call<NativeAnswer>;
  (input: Unified<Query>, options?: CallOptions): Call<Answer>;
}
/** One record, or several by their `ids`. */
export interface LookupOfSeveral<Query, Answers, Answer, NativeAnswer>
  extends Lookup<Query, Answer, NativeAnswer> {
  (input: Unified<Query> & { ids: string }, options?: CallOptions): Call<Answers>;
}

/** Of the data routes, as their paths name them; a stable call unless told. */
export type DryRunAction =
  | 'search_video'
  | 'get_video'
  | 'get_author'
  | 'list_author_videos'
  | 'list_comments'
  | 'list_replies';

const ENTRIES = 'account.entries';

function receiptPath(requestId: string): string {
  return `/api/account/v1/requests/${encodeURIComponent(requestId)}`;
}

export class Reelgate {
  readonly #sender: Sender;

  constructor(options: ReelgateOptions) {
    this.#sender = new Sender(settingsOf(options));
  }

  readonly videos = {
    search: this.#list<List<SearchVideosQuery, SearchPage, NativePage, Video>>('videos.search'),
    get: this.#record<LookupOfSeveral<GetVideoQuery, VideosAnswer, VideoAnswer, NativeVideoAnswer>>(
      'get_video',
    ),
    /** Goes on with a walk from its checkpoint. */
    resume: (checkpoint: string, options?: WalkOptions): Walk<SearchPage, Video> =>
      this.#resume(checkpoint, ['videos.search'], options),
  };

  readonly authors = {
    get: this.#record<Lookup<GetAuthorQuery, AuthorAnswer, NativeAuthorAnswer>>('get_author'),
    videos:
      this.#list<List<ListAuthorVideosQuery, AuthorVideosPage, NativeAuthorVideosPage, Video>>(
        'authors.videos',
      ),
    /** Goes on with a walk from its checkpoint. */
    resume: (checkpoint: string, options?: WalkOptions): Walk<AuthorVideosPage, Video> =>
      this.#resume(checkpoint, ['authors.videos'], options),
  };

  readonly comments = {
    list: this.#list<List<ListCommentsQuery, CommentsPage, NativeCommentsPage, Comment>>('comments.list'),
    replies: this.#list<List<ListRepliesQuery, RepliesPage, NativeRepliesPage, Comment>>('comments.replies'),
    /** Goes on with a walk from its checkpoint. */
    resume: (checkpoint: string, options?: WalkOptions): Walk<CommentsPage | RepliesPage, Comment> =>
      this.#resume(checkpoint, ['comments.list', 'comments.replies'], options),
  };

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
    ): Walk<ListEntriesAnswer, Entry> => this.#walk(ENTRIES, query, options),
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
    resume: (checkpoint: string, options?: CallOptions): Walk<ListEntriesAnswer, Entry> =>
      this.#resume(checkpoint, [ENTRIES], options),
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
    const { path, query } = dataRoute(action, input);
    return this.request(path, { ...query, dry_run: 1 }, options);
  }

  /** What an address of the web is: its platform, its kind and its id. */
  resolve(url: string, options?: CallOptions): Call<ResolveUrlAnswer> {
    return this.request('/api/resolve/v1/url', { url }, options);
  }

  /** Any other GET of the gateway, such as a route of a mounted upstream; a POST with a body. */
  request<T>(path: string, query: object = {}, options: CallOptions = {}, body?: object): Call<T> {
    checkCallOptions(options);
    const requestId = options.requestId ?? newRequestId();
    const isFresh = options.requestId === undefined;
    const order: Order = { path, query: query as Record<string, unknown>, requestId, isFresh, options };
    if (body !== undefined) order.body = body;
    return new Call(() => this.#sender.send<T>(order));
  }

  #record<Method>(action: string): Method {
    const record = (input: object, options?: CallOptions) => {
      const { path, query } = dataRoute(action, input);
      return this.request(path, query, options);
    };
    return record as Method;
  }

  #list<Method>(list: string): Method {
    return ((input: object, options?: WalkOptions) => this.#walk(list, input, options)) as Method;
  }

  #walk<Page, Item>(list: string, input: object, options: WalkOptions = {}): Walk<Page, Item> {
    checkCallOptions(options);
    const { requestId, budget = null } = options;
    const { pcursor, cursor = pcursor ?? '' } = input as { pcursor?: string; cursor?: string };
    const place: Place = {
      list,
      walkId: requestId ?? newRequestId(),
      input: { ...input },
      cursor,
      skip: 0,
      spent: NOTHING,
      budget,
      end: 'more',
    };
    return new Walk(place, this.#sendPage, options, requestId === undefined);
  }

  #resume<Page, Item>(text: string, lists: readonly string[], options: WalkOptions = {}): Walk<Page, Item> {
    checkCallOptions(options);
    const place = readCheckpoint(text, lists);
    const budget = options.budget ?? place.budget;
    return new Walk({ ...place, budget }, this.#sendPage, options, false);
  }

  readonly #sendPage: SendPage = ({ list, input, cursor }, order): Promise<Answer<AnyPage>> => {
    if (list === ENTRIES) {
      const query = { ...input, cursor: cursor || undefined };
      return this.#sender.send({ path: '/api/account/v1/entries', query, ...order });
    }
    const { path, query } = dataRoute(PAGED_ACTIONS[list]!, input);
    return this.#sender.send({ path, query: { ...query, pcursor: cursor || undefined }, ...order });
  };
}
