// Owns the client as its users see it: a method for every route that a key can ask. What a method takes and gives is typed by the
// contract; how it travels is the sender's.
import type {
  Entry,
  GetBalanceAnswer,
  GetRequestAnswer,
  GetUsageAnswer,
  GetUsageQuery,
  GetVideoQuery,
  ListEntriesAnswer,
  ListEntriesQuery,
  ListPricesAnswer,
  ListPricesQuery,
  NativePage,
  NativeVideoAnswer,
  ResolveUrlAnswer,
  SearchPage,
  SearchVideosQuery,
  Video,
  VideoAnswer,
} from './api-types.ts';
import { Call } from './call.ts';
import { NOTHING } from './error.ts';
import { type AnyPage, dataRoute, PAGED_ACTIONS } from './lists.ts';
import { newRequestId } from './request-ids.ts';
import { type Answer, type CallOptions, Sender } from './send.ts';
import { checkCallOptions, type ReelgateOptions, settingsOf } from './settings.ts';
import { type Place, readCheckpoint, type SendPage, Walk, type WalkOptions } from './walk.ts';

/** The package sets it, from `maxPrice` and the budgets. */
type Ceiling = 'max_price';

interface Target {
  platform: string;
  /** `stable` unless told; `economy` asks one provider once, for less. */
  variant?: 'stable' | 'economy';
}
/** One record shape for every platform. */
export type Unified<Query> = Omit<Query, Ceiling> & Target & { group?: 'u1' };
/** The platform's own answer, in `raw`. */
export type Native<Query> = Omit<Query, Ceiling> & Target & { group: 'u2' };

const ENTRIES = 'account.entries';

export class Reelgate {
  readonly #sender: Sender;

  constructor(options: ReelgateOptions) {
    this.#sender = new Sender(settingsOf(options));
  }

  readonly videos = {
    search: ((input: Unified<SearchVideosQuery>, options?: WalkOptions) =>
      this.#walk('videos.search', input, options)) as {
      (input: Native<SearchVideosQuery>, options?: WalkOptions): Walk<NativePage, never>;
      (input: Unified<SearchVideosQuery>, options?: WalkOptions): Walk<SearchPage, Video>;
    },
    get: ((input: Unified<GetVideoQuery>, options?: CallOptions) =>
      this.#data('get_video', input, options)) as {
      (input: Native<GetVideoQuery>, options?: CallOptions): Call<NativeVideoAnswer>;
      (input: Unified<GetVideoQuery>, options?: CallOptions): Call<VideoAnswer>;
    },
    /** Goes on with a walk from its checkpoint. */
    resume: (checkpoint: string, options?: WalkOptions): Walk<SearchPage, Video> =>
      this.#resume(checkpoint, ['videos.search'], options),
  };

  readonly pricing = {
    endpoints: (query: ListPricesQuery = {}, options?: CallOptions): Call<ListPricesAnswer> =>
      this.request('/api/pricing/v1/endpoints', query, options),
  };

  readonly account = {
    balance: (options?: CallOptions): Call<GetBalanceAnswer> =>
      this.request('/api/account/v1/balance', {}, options),
    usage: (query: GetUsageQuery = {}, options?: CallOptions): Call<GetUsageAnswer> =>
      this.request('/api/account/v1/usage', query, options),
    entries: (
      query: Omit<ListEntriesQuery, 'format'> = {},
      options?: CallOptions,
    ): Walk<ListEntriesAnswer, Entry> => this.#walk(ENTRIES, query, options),
    /** Goes on with a walk through the entries. */
    resume: (checkpoint: string, options?: CallOptions): Walk<ListEntriesAnswer, Entry> =>
      this.#resume(checkpoint, [ENTRIES], options),
  };

  /** Was this id charged, how much, and is its answer still there? */
  receipt(requestId: string, options?: CallOptions): Call<GetRequestAnswer> {
    return this.request(`/api/account/v1/requests/${encodeURIComponent(requestId)}`, {}, options);
  }

  /** What an address of the web is: its platform, its kind and its id. */
  resolve(url: string, options?: CallOptions): Call<ResolveUrlAnswer> {
    return this.request('/api/resolve/v1/url', { url }, options);
  }

  /** Any other GET of the gateway, such as a route of a mounted upstream. */
  request<T>(path: string, query: object = {}, options: CallOptions = {}): Call<T> {
    checkCallOptions(options);
    const requestId = options.requestId ?? newRequestId();
    const isFresh = options.requestId === undefined;
    const order = { path, query: query as Record<string, unknown>, requestId, isFresh, options };
    return new Call(() => this.#sender.send<T>(order));
  }

  #data<T>(action: string, input: object, options?: CallOptions): Call<T> {
    const { path, query } = dataRoute(action, input);
    return this.request(path, query, options);
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
