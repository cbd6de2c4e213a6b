// How data routes are called: a record with one call, a list with a walk. The generated data-methods.ts names the methods with their routes
// and types.
import { Call } from './call.ts';
import { NOTHING } from './error.ts';
import { dataRoute } from './lists.ts';
import { newRequestId } from './request-ids.ts';
import { type CallOptions, type CallSpec, type FormattedAnswer, Sender } from './send.ts';
import { checkCallOptions, checkParameters, type ReelgateOptions, settingsOf } from './settings.ts';
import { type Place, readCheckpoint, Walk, type WalkOptions } from './walk.ts';

/**
 * Parameters that callers cannot set: `max_price` comes from `maxPrice` and the budgets, and `dry_run` would change the type of the answer.
 */
type Ceiling = 'max_price' | 'dry_run';

interface Variant {
  /** `stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price. */
  variant?: 'stable' | 'economy';
}
/** Routes that take a web address can read the platform from it. */
type Platform<Query> = 'url' extends keyof Query ? { platform?: string } : { platform: string };

/** Input for the unified answer: the same record shape for every platform. */
export type Unified<Query> = Omit<Query, Ceiling> & Platform<Query> & Variant & { group?: 'u1' };
/** Input for the native answer: the platform's own JSON, in `raw`. */
export type Native<Query> = Omit<Query, Ceiling> & Platform<Query> & Variant & { group: 'u2' };

/** A record with the fields that the caller names. What names it always comes: a transcript is named by its video. */
type Picked<Item, Name extends keyof Item> = Pick<
  Item,
  Name | (keyof Item & ('platform' | 'id' | 'video_id'))
>;
type ItemIn<Answer> = Answer extends { item: infer Item } ? Item : never;
type ItemsIn<Answers> = Answers extends { items: (infer Item)[] } ? Item : never;
type WithItem<Answer, Item> = Omit<Answer, 'item'> & { item: Item; fields: string[] };
type WithItems<Answer, Item> = Omit<Answer, 'items'> & { items: Item[]; fields: string[] };

/** Method of a list. Returns a walk through its pages; each page is one paid call. */
export interface List<Query, Page, NativePage, Item> {
  (input: Native<Query>, options?: WalkOptions): Walk<NativePage, never>;
  <const Name extends keyof Item>(
    input: Unified<Query> & { fields: readonly Name[] },
    options?: WalkOptions,
  ): Walk<WithItems<Page, Picked<Item, Name>>, Picked<Item, Name>>;
  (input: Unified<Query>, options?: WalkOptions): Walk<Page, Item>;
}
/** Method of one record. Returns one paid call. */
export interface Lookup<Query, Answer, NativeAnswer> {
  (input: Native<Query>, options?: CallOptions): Call<NativeAnswer>;
  <const Name extends keyof ItemIn<Answer>>(
    input: Unified<Query> & { fields: readonly Name[]; ids?: never },
    options?: CallOptions,
  ): Call<WithItem<Answer, Picked<ItemIn<Answer>, Name>>>;
  (input: Unified<Query>, options?: CallOptions): Call<Answer>;
}
/** Method of one record, or of several by their `ids`. */
export interface LookupOfSeveral<Query, Answers, Answer, NativeAnswer>
  extends Lookup<Query, Answer, NativeAnswer> {
  <const Name extends keyof ItemsIn<Answers>>(
    input: Unified<Query> & { ids: string; fields: readonly Name[] },
    options?: CallOptions,
  ): Call<WithItems<Answers, Picked<ItemsIn<Answers>, Name>>>;
  (input: Unified<Query> & { ids: string }, options?: CallOptions): Call<Answers>;
}

/** Method of one record that also comes in formats other than JSON. */
export interface LookupInFormats<Query extends { format?: string }, Answer, NativeAnswer>
  extends Lookup<Query, Answer, NativeAnswer> {
  (
    input: Unified<Query> & { format: Exclude<Query['format'], 'json' | undefined> },
    options?: CallOptions,
  ): Call<FormattedAnswer>;
}

/** The only list that is not a data route. */
const ENTRIES_PATH = '/api/account/v1/entries';

/** Continues a stopped walk from its checkpoint. */
export type Resume<Page, Item> = (checkpoint: string, options?: WalkOptions) => Walk<Page, Item>;

/** Last segments of paths, without `_v2`, by the verbs of the client's methods. */
type Actions = Record<string, string>;

/** What is asked of a route. */
type Asked = Pick<CallSpec, 'path' | 'method' | 'body' | 'fromByte' | 'once'> & { query?: object };

/** What the methods of collections and watches are made of. */
export interface Access {
  ask<T>(asked: Asked, options?: CallOptions): Call<T>;
  sender: Pick<Sender, 'within' | 'rest' | 'now' | 'timeoutMsOf'>;
}

export class DataCalls {
  readonly #sender: Sender;
  /** The action of each list, by its name in checkpoints. */
  readonly #actions: Record<string, string> = {};

  constructor(options: ReelgateOptions) {
    this.#sender = new Sender(settingsOf(options));
  }

  /** For methods that need more than a call. */
  protected get access(): Access {
    const sender = this.#sender;
    return { ask: (asked, options = {}) => this.#call(asked, options), sender };
  }

  /** Sends a GET to any other route, such as one of a mounted upstream; with a body it sends a POST. */
  request<T>(path: string, query: object = {}, options: CallOptions = {}, body?: object): Call<T> {
    return this.#call({ path, query, ...(body && { body }) }, options);
  }

  #call<T>({ query = {}, ...asked }: Asked, options: CallOptions): Call<T> {
    checkCallOptions(options);
    checkParameters(query);
    const requestId = options.requestId ?? newRequestId();
    const isFresh = options.requestId === undefined;
    const spec = { ...asked, query: query as Record<string, unknown>, requestId, isFresh, options };
    return new Call(() => this.#sender.send<T>(spec));
  }

  /** Methods from routes such as `GET /api/account/v1/usage?`: they take the path's parameters, then the query or the body, then options. */
  protected free<Methods>(routes: Record<string, string>): Methods {
    const methods: Record<string, unknown> = {};
    for (const name in routes) {
      const [method, path, takes] = routes[name]!.split(/ |(?=[?!]$)/) as [string, string, string?];
      methods[name] = (...given: unknown[]) => {
        const at = path.replace(/\{\w+\}/g, () => encodeURIComponent(String(given.shift())));
        const input = takes && { [takes === '?' ? 'query' : 'body']: given.shift() ?? {} };
        return this.#call(
          { method, path: at, once: method === 'POST', ...input },
          (given[0] ?? {}) as CallOptions,
        );
      };
    }
    return methods as Methods;
  }

  protected record<Method>(action: string): Method {
    return ((input: object, options?: CallOptions) => {
      checkParameters(input);
      const { path, query } = dataRoute(action, input);
      return this.request(path, query, options);
    }) as Method;
  }

  /** The methods of one noun, from the actions of their routes. `resume` continues a walk of any of its lists. */
  protected methods<Methods>(noun: string, lists: Actions, records: Actions = {}): Methods {
    const names: string[] = [];
    const methods: Record<string, unknown> = { resume: this.resume(names) };
    for (const verb in records) methods[verb] = this.record(records[verb]!);
    for (const verb in lists) {
      const name = `${noun}.${verb}`;
      names.push(name);
      this.#actions[name] = lists[verb]!;
      methods[verb] = (input: object, options?: WalkOptions) => this.walkOf(name, input, options);
    }
    return methods as Methods;
  }

  protected walkOf<Page, Item>(list: string, input: object, options: WalkOptions = {}): Walk<Page, Item> {
    checkCallOptions(options);
    checkParameters(input);
    const { requestId, budget = null } = options;
    const { pcursor, cursor = pcursor ?? '' } = input as { pcursor?: string; cursor?: string };
    const walkId = requestId ?? newRequestId();
    const place: Place = {
      list,
      walkId,
      input: { ...input },
      cursor,
      skip: 0,
      spent: NOTHING,
      budget,
      end: 'more',
    };
    return this.#walk(place, options, requestId === undefined);
  }

  protected resume<Page, Item>(lists: readonly string[]): Resume<Page, Item> {
    return (text, options = {}) => {
      checkCallOptions(options);
      const place = readCheckpoint(text, lists);
      const budget = options.budget ?? place.budget;
      return this.#walk({ ...place, budget }, options, false);
    };
  }

  #walk<Page, Item>(place: Place, options: CallOptions, isFresh: boolean): Walk<Page, Item> {
    return new Walk(place, ({ list, input, cursor }, spec) => {
      const action = this.#actions[list];
      // The entries of the account have a path and a cursor of their own.
      const { path, query } =
        action === undefined ? { path: ENTRIES_PATH, query: input } : dataRoute(action, input);
      const at = { [action === undefined ? 'cursor' : 'pcursor']: cursor || undefined };
      return this.#sender.send({ path, query: { ...query, ...at }, options, isFresh, ...spec });
    });
  }
}
