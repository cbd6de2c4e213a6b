// Watches: the gateway asks a question again and again, and delivers each new item once, with a number. Reading is free.
import type {
  CreateWatchAnswer,
  CreateWatchBody,
  GetWatchAnswer,
  ListWatchesAnswer,
  ListWatchesQuery,
  ListWatchItemsAnswer,
  ListWatchPicturesAnswer,
  ListWatchPicturesQuery,
  ListWatchRunsAnswer,
  MakeWatchFeedAnswer,
  RemoveWatchAnswer,
  RemoveWatchFeedAnswer,
  RunWatchAnswer,
  UpdateWatchAnswer,
  UpdateWatchBody,
  Watch,
  WatchItem,
} from './api-types.ts';
import type { Call } from './call.ts';
import type { Access } from './data-calls.ts';
import { BackOff, type ItemsOptions, numberedItems } from './numbered-items.ts';
import { type OfOne, withMethods } from './of-one.ts';
import type { CallOptions } from './send.ts';

const PATH = '/api/watches/v1';
/** The most that one request gives. */
const ITEMS_PER_READ = 500;
/** How long the gateway waits for the next item within one request. */
const WAIT_SECONDS = 25;

export interface WatchItemsOptions extends ItemsOptions {
  /** Seconds that one request waits for the next item, at most 25 (default). 0: gives the items that are there now, and ends. */
  wait?: number;
}

/** Methods that take the id of a watch. */
interface OneWatchMethods {
  /** Changes name, budget, distance or pages. */
  update: (id: string, change: UpdateWatchBody, options?: CallOptions) => Call<UpdateWatchAnswer>;
  pause: (id: string, options?: CallOptions) => Call<UpdateWatchAnswer>;
  /** A watch that was paused for its key goes on with the key of this client. */
  resume: (id: string, options?: CallOptions) => Call<UpdateWatchAnswer>;
  /** Ends it for good. Its items stay readable for as long as the gateway keeps them. */
  end: (id: string, options?: CallOptions) => Call<UpdateWatchAnswer>;
  /** Runs it now, beside its schedule and within its budget. */
  run: (id: string, options?: CallOptions) => Call<RunWatchAnswer>;
  /** Its last runs, newest first. */
  runs: (id: string, options?: CallOptions) => Call<ListWatchRunsAnswer>;
  /** Deletes it with its items and feeds. The receipts of its calls stay. */
  remove: (id: string, options?: CallOptions) => Call<RemoveWatchAnswer>;
  /** Makes the secret address of its feeds, or replaces it. */
  feed: (id: string, options?: CallOptions) => Call<MakeWatchFeedAnswer>;
  removeFeed: (id: string, options?: CallOptions) => Call<RemoveWatchFeedAnswer>;
  /** Pictures of its items, at addresses of the gateway. */
  pictures: (
    id: string,
    query?: ListWatchPicturesQuery,
    options?: CallOptions,
  ) => Call<ListWatchPicturesAnswer>;
  /** New items, as they come, until the watch ends. Save `number` after each: `after` continues behind it. */
  items: (id: string, options?: WatchItemsOptions) => AsyncIterableIterator<WatchItem>;
}

/** An answer about one watch, with its methods. */
type WithMethods<Answer> = Answer & OfOne<OneWatchMethods>;

export interface WatchMethods extends OneWatchMethods {
  /** Starts a watch. All attempts have one request id, so one watch is made; the option `requestId` makes it safe over a restart. */
  create: (body: CreateWatchBody, options?: CallOptions) => Call<WithMethods<CreateWatchAnswer>>;
  /** One page of the account's watches, newest first. */
  list: (query?: ListWatchesQuery, options?: CallOptions) => Call<ListWatchesAnswer>;
  get: (id: string, options?: CallOptions) => Call<WithMethods<GetWatchAnswer>>;
}

export function watchMethods({ ask, sender }: Access): WatchMethods {
  const pathOf = (id: string, below = '') => `${PATH}/${encodeURIComponent(id)}${below}`;
  const plain =
    (method: string, below = '') =>
    <T>(id: string, options?: CallOptions) =>
      ask<T>({ method, path: pathOf(id, below) }, options);
  const get: (id: string, options?: CallOptions) => Call<GetWatchAnswer> = plain('GET');
  const moveTo = (state: Watch['state']) => (id: string, options?: CallOptions) =>
    ask<UpdateWatchAnswer>({ method: 'PATCH', path: pathOf(id), body: { state } }, options);

  function items(id: string, options: WatchItemsOptions = {}): AsyncIterableIterator<WatchItem> {
    // A request that waits ends before its own deadline.
    const timeoutMs = sender.timeoutMsOf(options);
    const wait = Math.min(options.wait ?? WAIT_SECONDS, Math.floor(timeoutMs / 2_000));
    const backOff = new BackOff();
    /** The last read gave nothing: from now on a request waits for the next item. */
    let isReadUp = false;
    /** The end was seen; and after it, all items were read. */
    let isEnding = false;
    let isOver = false;
    return numberedItems(options, async (after) => {
      if (isReadUp && (isOver || options.wait === 0)) return null;
      // The end is looked up before the last items are read: those that come between are not missed.
      if (isReadUp && !isEnding) isEnding = (await get(id, options)).watch.state === 'ended';
      const isFollowing = isReadUp && !isEnding;
      const waited = isFollowing ? wait : 0;
      const askedAt = sender.now();
      const query = { after, limit: ITEMS_PER_READ, wait: waited };
      const page = await ask<ListWatchItemsAnswer>({ path: pathOf(id, '/items'), query }, options);
      isOver = isEnding;
      isReadUp = page.items.length === 0;
      const isEarly = sender.now() - askedAt < waited * 500;
      if (!isReadUp) backOff.reset();
      // A gateway that does not wait, or may not for the deadline, and a proxy that ends waiting requests are asked with pauses.
      else if (isEarly || (isFollowing && wait === 0)) await backOff.rest(sender, options);
      return page.items;
    });
  }

  const ofOne: OneWatchMethods = {
    update: (id, body, options) => ask({ method: 'PATCH', path: pathOf(id), body }, options),
    pause: moveTo('paused'),
    resume: moveTo('active'),
    end: moveTo('ended'),
    run: plain('POST', '/run'),
    runs: plain('GET', '/runs'),
    remove: plain('DELETE'),
    feed: plain('POST', '/feed'),
    removeFeed: plain('DELETE', '/feed'),
    items,
    pictures: (id, query = {}, options) => ask({ path: pathOf(id, '/pictures'), query }, options),
  };
  const withOwn = <T extends { watch: Watch }>(call: Call<T>) =>
    withMethods(call, ofOne, ({ watch }) => watch.id);
  return {
    ...ofOne,
    create: (body, options) => withOwn(ask<CreateWatchAnswer>({ path: PATH, body }, options)),
    list: (query, options) => ask({ path: PATH, ...(query && { query }) }, options),
    get: (id, options) => withOwn(get(id, options)),
  };
}
