// The client class. Its data methods (data-methods.ts) and most free ones (free-methods.ts) are generated from openapi.json; methods with rules
// of their own are written here.
import type {
  DryRun,
  Entry,
  GetComplaintAnswer,
  GetRequestAnswer,
  GetStatusAnswer,
  ListEntriesAnswer,
  ListEntriesQuery,
  ListRequestPicturesAnswer,
  ListRequestRecordsAnswer,
  ResolveUrlAnswer,
} from './api-types.ts';
import type { Call } from './call.ts';
import { collectionMethods } from './collections.ts';
import { DataMethods, type DryRunAction } from './data-methods.ts';
import {
  ACCOUNT,
  type AccountMethods,
  PRICING,
  type PricingMethods,
  SUGGESTIONS,
  type SuggestionsMethods,
} from './free-methods.ts';
import type { CallOptions } from './send.ts';
import type { Walk } from './walk.ts';
import { watchMethods } from './watches.ts';

/** The name of this walk in checkpoints. */
const ENTRIES = 'account.entries';

export class Reelgate extends DataMethods {
  readonly pricing = this.free<PricingMethods>(PRICING);

  /** What a search field shows while somebody types. */
  readonly suggestions = this.free<SuggestionsMethods>(SUGGESTIONS);

  readonly account = {
    ...this.free<AccountMethods>(ACCOUNT),
    /** A walk through the ledger entries of the account. Every page is free. */
    entries: (
      query: Omit<ListEntriesQuery, 'format'> = {},
      options?: CallOptions,
    ): Walk<ListEntriesAnswer, Entry> => this.walkOf(ENTRIES, query, options),
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

  #read<T>(below: string, options?: CallOptions, body?: object): Call<T> {
    return this.request(`/api/account/v1/${below}`, {}, options, body);
  }

  #ofCall<T>(requestId: string, below: string, options?: CallOptions, body?: object): Call<T> {
    return this.#read(`requests/${encodeURIComponent(requestId)}${below}`, options, body);
  }
}
