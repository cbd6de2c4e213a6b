// How data routes are called: a record by one call, a list by a walk. data-methods.ts, which is made from the contract, names the
// methods with their routes and types.
import { Call } from './call.ts';
import { NOTHING } from './error.ts';
import { dataRoute } from './lists.ts';
import { newRequestId } from './request-ids.ts';
import { type CallOptions, type Order, Sender } from './send.ts';
import { checkCallOptions, type ReelgateOptions, settingsOf } from './settings.ts';
import { type Place, readCheckpoint, Walk, type WalkOptions } from './walk.ts';

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

/** The one list that is no data route. */
const ENTRIES_PATH = '/api/account/v1/entries';

/** A walk that was stopped, from its checkpoint. */
export type Resume<Page, Item> = (checkpoint: string, options?: WalkOptions) => Walk<Page, Item>;

/** Last segments of paths, without `_v2`, by the verbs of the client's methods. */
type Actions = Record<string, string>;

export class DataCalls {
  readonly #sender: Sender;
  /** Of each list, by the name that checkpoints have for it: the last segment of its path, without `_v2`. */
  readonly #actions: Record<string, string> = {};

  constructor(options: ReelgateOptions) {
    this.#sender = new Sender(settingsOf(options));
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

  protected record<Method>(action: string): Method {
    return ((input: object, options?: CallOptions) => {
      const { path, query } = dataRoute(action, input);
      return this.request(path, query, options);
    }) as Method;
  }

  /** The methods of one noun, by the actions of their routes. `resume` continues a walk of any of its lists. */
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
    return new Walk(place, ({ list, input, cursor }, order) => {
      const action = this.#actions[list];
      // The entries of the account have a path and a cursor of their own.
      const { path, query } =
        action === undefined ? { path: ENTRIES_PATH, query: input } : dataRoute(action, input);
      const at = { [action === undefined ? 'cursor' : 'pcursor']: cursor || undefined };
      return this.#sender.send({ path, query: { ...query, ...at }, options, isFresh, ...order });
    });
  }
}
