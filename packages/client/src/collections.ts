// Collections: the gateway gathers everything for a question. Making one is safe to repeat by its request id, and reading is free.
import type {
  CancelCollectionAnswer,
  Collection,
  CreateCollectionAnswer,
  CreateCollectionBody,
  CreateExportLinkAnswer,
  CreateExportLinkBody,
  ExportCollectionQuery,
  FoundItem,
  GetCollectionAnswer,
  ListCollectionItemsAnswer,
  ListCollectionPicturesAnswer,
  ListCollectionPicturesQuery,
  ListCollectionsAnswer,
  ListCollectionsQuery,
  RemoveCollectionAnswer,
  UpdateCollectionAnswer,
  UpdateCollectionBody,
} from './api-types.ts';
import type { Call } from './call.ts';
import type { Access } from './data-calls.ts';
import { exportStream } from './export-stream.ts';
import { BackOff, type ItemsOptions, numberedItems } from './numbered-items.ts';
import { type OfOne, withMethods } from './of-one.ts';
import type { CallOptions } from './send.ts';

const PATH = '/api/collections/v1';
/** The most that one request gives. */
const ITEMS_PER_READ = 500;

export interface FollowOptions extends CallOptions {
  /** Called with every state that is read, such as one that waits for the balance. */
  onUpdate?: (collection: Collection) => void;
}

export interface ExportOptions extends CallOptions {
  /** Default `jsonl`: one record per line. */
  format?: ExportCollectionQuery['format'];
  /** Continues a file that has this many bytes already. */
  fromByte?: number;
}

/** Methods that take the id of a collection. */
interface OneCollectionMethods {
  /** Changes name, budget or number of items, or lets this key pay. */
  update: (id: string, change: UpdateCollectionBody, options?: CallOptions) => Call<UpdateCollectionAnswer>;
  /** Ends it after the page that is being fetched. Its items stay. */
  cancel: (id: string, options?: CallOptions) => Call<CancelCollectionAnswer>;
  /** Deletes it with its items. The receipts of its calls stay. */
  remove: (id: string, options?: CallOptions) => Call<RemoveCollectionAnswer>;
  /** Its items in the order of delivery. Follows a running collection until it ends. After a restart, pass the number of the last item as `after`. */
  items: (id: string, options?: ItemsOptions & FollowOptions) => AsyncIterableIterator<FoundItem>;
  /** Pictures of its items, at addresses of the gateway. */
  pictures: (
    id: string,
    query?: ListCollectionPicturesQuery,
    options?: CallOptions,
  ) => Call<ListCollectionPicturesAnswer>;
  /** Waits until it ends, and gives it as it is then. */
  wait: (id: string, options?: FollowOptions) => Promise<Collection>;
  /** An address that gives the export without a key until it expires. */
  exportLink: (
    id: string,
    link?: CreateExportLinkBody,
    options?: CallOptions,
  ) => Call<CreateExportLinkAnswer>;
  /** All records of an ended collection as a stream of bytes. A broken connection is resumed where it broke. */
  export: (id: string, options?: ExportOptions) => ReadableStream<Uint8Array>;
}

/** An answer about one collection, with its methods. */
type WithMethods<Answer> = Answer & OfOne<OneCollectionMethods>;

export interface CollectionMethods extends OneCollectionMethods {
  /** Starts a collection. All attempts have one request id, so one collection is made; the option `requestId` makes it safe over a restart. */
  create: (body: CreateCollectionBody, options?: CallOptions) => Call<WithMethods<CreateCollectionAnswer>>;
  /** One page of the account's collections, newest first. */
  list: (query?: ListCollectionsQuery, options?: CallOptions) => Call<ListCollectionsAnswer>;
  get: (id: string, options?: CallOptions) => Call<WithMethods<GetCollectionAnswer>>;
}

const hasEnded = ({ state }: Collection) => state === 'done' || state === 'stopped' || state === 'failed';

export function collectionMethods({ ask, sender }: Access): CollectionMethods {
  const pathOf = (id: string, below = '') => `${PATH}/${encodeURIComponent(id)}${below}`;

  async function read(id: string, options: FollowOptions): Promise<Collection> {
    const { collection } = await ask<GetCollectionAnswer>({ path: pathOf(id) }, options);
    options.onUpdate?.(collection);
    return collection;
  }

  function items(id: string, options: ItemsOptions & FollowOptions = {}): AsyncIterableIterator<FoundItem> {
    const backOff = new BackOff();
    let isReadUp = false;
    /** The end was seen; and after it, all items were read. */
    let isEnding = false;
    let isOver = false;
    return numberedItems(options, async (after) => {
      if (isOver && isReadUp) return null;
      // The end is looked up before the last items are read: those that come between are not missed.
      if (isReadUp && !isEnding) {
        isEnding = hasEnded(await read(id, options));
        if (!isEnding) await backOff.rest(sender, options);
      }
      const query = { after, limit: ITEMS_PER_READ };
      const page = await ask<ListCollectionItemsAnswer>({ path: pathOf(id, '/items'), query }, options);
      isOver = isEnding;
      const isEmpty = page.items.length === 0;
      isReadUp = isEmpty || page.next === null;
      if (!isEmpty) backOff.reset();
      return page.items;
    });
  }

  async function wait(id: string, options: FollowOptions = {}): Promise<Collection> {
    const backOff = new BackOff();
    for (;;) {
      const collection = await read(id, options);
      if (hasEnded(collection)) return collection;
      await backOff.rest(sender, options);
    }
  }

  const ofOne: OneCollectionMethods = {
    update: (id, body, options) => ask({ method: 'PATCH', path: pathOf(id), body }, options),
    cancel: (id, options) => ask({ method: 'POST', path: pathOf(id, '/cancel') }, options),
    remove: (id, options) => ask({ method: 'DELETE', path: pathOf(id) }, options),
    items,
    pictures: (id, query = {}, options) => ask({ path: pathOf(id, '/pictures'), query }, options),
    wait,
    exportLink: (id, body = {}, options) => ask({ path: pathOf(id, '/export_link'), body }, options),
    export: (id, options = {}) =>
      exportStream(sender, options, (fromByte) => {
        const query = { format: options.format };
        return ask({ path: pathOf(id, '/export'), query, fromByte }, options);
      }),
  };
  const withOwn = <T extends { collection: Collection }>(call: Call<T>) =>
    withMethods(call, ofOne, ({ collection }) => collection.id);
  return {
    ...ofOne,
    create: (body, options) => withOwn(ask<CreateCollectionAnswer>({ path: PATH, body }, options)),
    list: (query, options) => ask({ path: PATH, ...(query && { query }) }, options),
    get: (id, options) => withOwn(ask<GetCollectionAnswer>({ path: pathOf(id) }, options)),
  };
}
