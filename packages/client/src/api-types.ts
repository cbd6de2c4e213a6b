// Made by `npm run openapi` from openapi.json; do not edit. Types alone: nothing of this file runs.

/** What a call asked. */
export interface AskedCall {
  /** The route that asks the same, also for pages of collections and runs of watches. */
  path: string;
  /** As they were sent, without those about the price. An address is shown as the id that it names. Of a mounted route, values that may be credentials are shown as `…`. */
  parameters: {
    name: string;
    value: string;
  }[];
  /** True when there was more than the 2,048 bytes that are kept. */
  is_cut: boolean;
}

export interface Attempt {
  /** The provider; a number such as `provider-1` where the operator hides the names. */
  provider: string;
  /** Milliseconds after the call was admitted. */
  started_ms: number;
  duration_ms: number;
  /** `ok`, `cancelled` when another attempt was faster, or the kind of failure. */
  outcome: string;
  bytes: number;
}

/** One unified record (group u1). */
export interface AuthorAnswer {
  request_id: string;
  platform: string;
  author_id?: string;
  handle?: string;
  item: AuthorProfile;
  receipt: Receipt;
}

/** The unified author record, reelgate.author.v1. */
export interface AuthorProfile {
  platform: string;
  /** The id as `author_id` accepts it on this platform. */
  id: string;
  /** Other ids of the same author. */
  alt_ids: string[];
  /** Without the leading `@`. */
  handle: string | null;
  name: string | null;
  url: string | null;
  avatar_url: string | null;
  banner_url: string | null;
  text: string | null;
  kind: 'person' | 'channel' | 'brand' | 'unknown';
  verified: boolean | null;
  verified_text: string | null;
  country: string | null;
  joined_at: string | null;
  /** null when hidden. */
  followers: number | null;
  following: number | null;
  stats: {
    videos: number | null;
    views: number | null;
    likes: number | null;
  };
  approx: string[];
  links: {
    title: string | null;
    url: string;
  }[];
  private: boolean | null;
  live: boolean | null;
  /** In a list of authors: its place in the whole walk. */
  rank?: number;
  /** In a search over all platforms: the same author on other platforms. */
  also_in?: {
    platform: string;
    id: string;
    url: string | null;
  }[];
  source: {
    connector: string;
    upstream_host: string;
    route: string;
    fetched_at: string;
    cache: 'hit' | 'miss' | 'replay';
    schema: 'reelgate.author.v1';
  };
  missing: string[];
  /** The platform's own record; only with `include=raw`. */
  raw?: unknown;
}

/** One page of unified records (group u1). */
export interface AuthorSearchPage {
  request_id: string;
  platform: string;
  keyword: string;
  items: AuthorProfile[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** With the platform `all`: the result of each platform. */
  platforms?: PlatformReport[];
  receipt: Receipt;
}

/** One page of unified records (group u1). */
export interface AuthorVideosPage {
  request_id: string;
  platform: string;
  author_id?: string;
  handle?: string;
  items: Video[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** The order that was asked for. */
  sort: 'newest' | 'views';
  /** The order that the items are in, proved by their dates or views; `as_given` when they are in another order, or when their dates or views are not known. */
  order: 'newest' | 'views' | 'as_given';
  receipt: Receipt;
}

export interface CallReceipt {
  request_id: string;
  /** The key that made the call, and whose caps it counts for. */
  key_id: string;
  state: 'held' | 'settled' | 'released' | 'expired';
  path: string;
  /** What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`). */
  asked: AskedCall | null;
  group: 'u1' | 'u2';
  platform: string;
  operation: string;
  variant: 'economy' | 'stable';
  unit: 'call' | 'item' | 'leg';
  /** A decimal in the currency of the account, with six places. */
  unit_price: string;
  /** For a price with tiers: the number of units after which the applied tier starts. */
  tier?: number;
  /** The most that the call could cost; this much was held. */
  price: string;
  /** How many items are charged for; null unless the unit is `item`. */
  items: number | null;
  /** The calculation of the charge, for people; null when nothing was charged. */
  sum: string | null;
  /** Of a search over many platforms: those that delivered. */
  legs?: {
    platform: string;
    items: number;
    /** A decimal in the currency of the account, with six places. */
    charged: string;
  }[];
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  refunded: string;
  /** Which grants paid, less what was refunded to them; the rest of the charge was ordinary money. */
  paid_from?: {
    grant: string;
    /** `promo`: given to try the service. `goodwill`: compensation for a problem. `paid`: prepaid. */
    kind: 'paid' | 'promo' | 'goodwill';
    /** A decimal in the currency of the account, with six places. */
    amount: string;
  }[];
  currency: string;
  catalog_version: number;
  source: 'live' | 'cache' | 'stale' | null;
  /** The code that the call ended with. */
  failure: string | null;
  attempts: Attempt[];
  /** RFC 3339, UTC, with milliseconds. */
  opened_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  finished_at: string | null;
  duration_ms: number | null;
  /** True while the same request id still fetches the same answer. */
  answer_kept: boolean;
}

/** The answer to a call with `fields` (group u1): that of the call without it, with records that have only these fields. */
export interface ChosenFields {
  request_id: string;
  platform: string;
  items?: {
    platform: string;
    id?: string;
    video_id?: string;
  }[];
  /** The fields of the record that were asked for. */
  item?: {
    platform: string;
    id?: string;
    video_id?: string;
  };
  /** The fields that each record has, if it has them at all. */
  fields: string[];
  receipt: Receipt;
}

/** All items for one or more questions, gathered by the gateway. */
export interface Collection {
  id: string;
  name: string | null;
  platform: string;
  /** How many lists are walked, or how many batches of ids are looked up. */
  questions: number;
  /** The index of the one that is read now. */
  question: number;
  /** How many the platform refused or did not know. They cost nothing, and the collection went on with the next one. */
  questions_refused: number;
  /** The data route of the first question. */
  path: string;
  /** The parameters of a single question; null when there are several. */
  query: Record<string, unknown> | null;
  /** `done`, `stopped` and `failed` are ends; what was paid stays readable in each. */
  state: 'queued' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';
  waiting_for: 'balance' | 'cap' | 'provider' | 'quota' | 'turn' | null;
  /** When a waiting collection goes on at the latest. */
  next_try_at: string | null;
  end: 'exhausted' | 'upstream_cap' | 'items' | 'budget' | 'time' | 'cancelled' | 'key' | 'refused' | 'unknown' | null;
  /** Code of the last failure. */
  failure: string | null;
  /** Pages that were read and charged. */
  pages: number;
  /** Items delivered so far. */
  items: number;
  items_max: number;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  budget: string;
  /** The most that the whole collection can cost: at most its budget, and what was charged once it has ended. */
  most_cost: string;
  currency: string;
  /** A page is being fetched. */
  in_flight: boolean;
  /** It ends at this time, wherever it is then. */
  until: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  ended_at: string | null;
  /** When its items are deleted; null while it has not ended. */
  expires_at: string | null;
  /** Id of the key that pays, and whose rights and caps apply. */
  key: string;
}

/** The unified comment record, reelgate.comment.v1. */
export interface Comment {
  platform: string;
  id: string;
  video_id: string;
  /** null at the top level. */
  parent_id: string | null;
  /** null at the top level. */
  root_id: string | null;
  /** 1 for every reply: deeper replies are listed flat, with their true `parent_id`. */
  level: 0 | 1;
  url: string | null;
  /** Plain text; null when it was deleted. */
  text: string | null;
  language: string | null;
  published_at: string | null;
  published_precision: 'ms' | 's' | 'day' | 'relative' | null;
  published_text: string | null;
  edited_at: string | null;
  author: {
    id: string | null;
    handle: string | null;
    name: string | null;
    url: string | null;
    avatar_url: string | null;
    verified: boolean | null;
    followers: number | null;
  };
  /** Written by the author of the video. */
  is_creator: boolean | null;
  /** Pinned to the top. */
  pinned: boolean | null;
  /** Liked by the author of the video. */
  hearted: boolean | null;
  likes: number | null;
  replies: number | null;
  /** Stars, where comments are reviews. */
  rating: number | null;
  /** The position in the video that it refers to. */
  position_ms: number | null;
  images: {
    url: string;
    width: number | null;
    height: number | null;
  }[];
  /** Deleted: the platform shows only that there was a comment. */
  deleted: boolean;
  approx: string[];
  rank: number;
  source: {
    connector: string;
    upstream_host: string;
    route: string;
    fetched_at: string;
    cache: 'hit' | 'miss' | 'replay';
    schema: 'reelgate.comment.v1';
  };
  missing: string[];
  /** The platform's own record; only with `include=raw`. */
  raw?: unknown;
}

/** One page of unified records (group u1). */
export interface CommentsPage {
  request_id: string;
  platform: string;
  id: string;
  items: Comment[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** The order of the list. */
  sort: 'top' | 'newest';
  /** Comments are switched off here. Such a page is empty, and the last one. */
  disabled: boolean;
  receipt: Receipt;
}

/** A complaint about a paid answer. */
export interface Complaint {
  id: string;
  /** The request id of the call. */
  call_id: string;
  /** What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`). */
  asked: AskedCall | null;
  reason: string;
  /** `waiting`: a person has to decide. */
  state: 'waiting' | 'refunded' | 'refused';
  /** What decides: a rule about the stored answer, the allowance of the month, or a person. */
  ground: 'refusal_page' | 'other_keyword' | 'duplicate_page' | 'allowance' | 'person';
  /** Why it was decided this way, or why it waits. */
  note: string;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  refunded: string;
  currency: string;
  /** RFC 3339, UTC, with milliseconds. */
  filed_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  decided_at: string | null;
}

/** Caps, known gaps and freshness of an operation. */
export interface Coverage {
  /** A list ends after this many items, although the platform may have more. Null: no such end is known. */
  items_max: number | null;
  /** The most items of one page; null for one record. */
  page_items_max: number | null;
  /** Fields that are always null. */
  missing: string[];
  /** How old answers may be. Null: as new as on the platform. */
  fresh: string | null;
  /** Known gaps, in sentences. Empty: none known. */
  notes: string[];
}

/** What the call would cost; nothing was changed. */
export interface DryRun {
  request_id: string;
  dry_run: true;
  /** What one price pays for. */
  unit: 'call' | 'item' | 'leg';
  /** The most that the call can cost. For a cached answer (`cache`), exactly what it costs. */
  price: string;
  /** For a price with tiers: the number of units after which the tier that would apply begins. */
  tier?: number;
  /** For a search over many platforms: the platforms that would be asked. Only those that deliver are charged. */
  legs?: {
    platform: string;
    /** What one price pays for. */
    unit: 'call' | 'item';
    /** The most that this platform can cost. */
    price: string;
    /** For a price with tiers: the number of units after which the tier that would apply begins. */
    tier?: number;
  }[];
  currency: string;
  catalog_version: number;
  /** What the call would be answered with. */
  would: 'live' | 'cache' | 'replay';
  /** What would be left after `price`. */
  balance_after: string;
  /** The providers that may be asked, in this sequence; empty for a cached answer. */
  providers: string[];
  /** Balance now. */
  balance: string;
}

/** One immutable ledger entry; a charge is negative. */
export interface Entry {
  id: string;
  /** 1, 2, 3 … within the account, without a gap. */
  seq: number;
  kind: 'topup' | 'charge' | 'refund' | 'adjustment';
  /** A decimal in the currency of the account, with six places. */
  amount: string;
  /** A decimal in the currency of the account, with six places. */
  balance_after: string;
  currency: string;
  /** RFC 3339, UTC, with milliseconds. */
  at: string;
  request_id: string | null;
  reference: string | null;
  reason: string | null;
}

/** Something that happened to an account, committed with what caused it. */
export interface Event {
  /** Id of the event, the same in the header `webhook-id`. */
  id: string;
  /** 1, 2, 3 … within its account, without a gap. */
  sequence: number;
  /** `balance.low`: A charge or adjustment took the balance below the limit of the account. It is reported again only after the balance was back at the limit. `balance.empty`: The balance no longer covers a call like the last one. `budget.warned`: 80 % of a cap of a key or a project is spent; once per window. `budget.reached`: A cap of a key or a project no longer covers a call like the last one; once per window. `price.changed`: A new version of the price list is in force and changes your price for a path that you used in the last 30 days or have an agreed price for. `topup.credited`: Money was paid in. `refund.made`: All or a part of a charge was given back. `grant.expired`: A grant expired; what was left of it was taken from the balance. `account.renamed`: The account has another name. `account.closed`: The account was closed: its keys stopped, its balance stays. `account.reopened`: The account was opened again. `key.created`: A key was made. `key.rotated`: A key has a new secret. `key.revoked`: A key was revoked, for good. `key.expiring`: A key ends within a week. `statement.ready`: A month was closed. `webhook.disabled`: A webhook failed for days and is no longer called. Its events are kept. `recharge.paid`: The saved card paid a recharge. `recharge.declined`: The saved card was refused. `recharge.paused`: Recharges stopped. Setting the recharge rule again resumes them. `recharge.capped`: The monthly limit of the recharge rule is reached. The card is charged again next month. `dispute.withdrawn`: The payer's bank took a payment back. What the balance did not cover is owed, and repaid by the next top-up. `dispute.reinstated`: The bank returned a payment that it had taken back. `payback.made`: A part of a payment went back to its card. `payback.refused`: A part of a payment could not go back to its card. It is in the balance again. `collection.done`: A collection has all items that it can get, or as many as it should. `collection.stopped`: A collection ended before it had all items: by its budget, its time, its owner or its key, or because the platform refused. Its items stay until it expires. `collection.waiting`: A collection waits for money, for a cap, for the platform or for its quota. It is written once for each cause until the next page. `watch.items`: A watch found new items. At most 50 records, and 64 kB of them, are in `items`; `more` leads to all. `watch.paused`: A watch stopped, and does not run until it is resumed. `watch.resumed`: Watches go on. At most 50 of them are in `watches`; `count` is the number of all. `watch.failing`: Three runs of a watch in a row failed. It goes on. `watch.recovered`: A watch works again after failures. `webhook.test`: A test of a webhook was requested. `provider.suspended`: A provider is not used for now: it failed too often, or asked for a pause. `provider.recovered`: A provider can be used again after a pause. `margin.negative`: On this UTC day a provider cost more than its answers earned. `ledger.difference`: A check of the ledger found differences. */
  type: 'balance.low' | 'balance.empty' | 'budget.warned' | 'budget.reached' | 'price.changed' | 'topup.credited' | 'refund.made' | 'grant.expired' | 'account.renamed' | 'account.closed' | 'account.reopened' | 'key.created' | 'key.rotated' | 'key.revoked' | 'key.expiring' | 'statement.ready' | 'webhook.disabled' | 'recharge.paid' | 'recharge.declined' | 'recharge.paused' | 'recharge.capped' | 'dispute.withdrawn' | 'dispute.reinstated' | 'payback.made' | 'payback.refused' | 'collection.done' | 'collection.stopped' | 'collection.waiting' | 'watch.items' | 'watch.paused' | 'watch.resumed' | 'watch.failing' | 'watch.recovered' | 'webhook.test' | 'provider.suspended' | 'provider.recovered' | 'margin.negative' | 'ledger.difference';
  /** RFC 3339, UTC, with milliseconds. */
  timestamp: string;
  /** The fields depend on the type; amounts are in the currency of the account. */
  data: Record<string, unknown>;
}

export interface FoundItem {
  /** Items are numbered in the order of delivery. */
  number: number;
  /** RFC 3339, UTC, with milliseconds. */
  found_at: string;
  /** The record as it was sold. Links that no longer work are null. */
  record: Record<string, unknown>;
}

/** A part of the balance that is used before the rest, and may expire. */
export interface Grant {
  id: string;
  /** `promo`: given to try the service. `goodwill`: compensation for a problem. `paid`: prepaid. */
  kind: 'paid' | 'promo' | 'goodwill';
  /** A decimal in the currency of the account, with six places. */
  amount: string;
  /** What is left of it, as part of the balance. */
  remaining: string;
  currency: string;
  /** The lowest number is spent first. */
  priority: number;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string | null;
  reference: string;
  reason: string;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
}

/** The price of one platform in a search over many. */
export interface LegPrice {
  platform: string;
  /** The platform that has this price. */
  path: string;
  /** What one unit is: a call, or an item of its answer. */
  unit: 'call' | 'item';
  /** A decimal in the currency of the account, with six places. */
  unit_price: string;
  /** Prices by how many units the account was charged for in the UTC month; null when there is one price for all. */
  tiers: {
    from: number;
    /** A decimal in the currency of the account, with six places. */
    unit_price: string;
  }[] | null;
  /** The number of units after which the tier of this price starts. */
  tier: number | null;
  /** Units that count for the tier, so far in this month; null without a key. */
  month_used: number | null;
  /** A decimal in the currency of the account, with six places. */
  minimum: string | null;
}

/** One author in the platform's own shape (group u2). */
export interface NativeAuthorAnswer {
  request_id: string;
  platform: string;
  author_id?: string;
  handle?: string;
  /** The platform's own answer. */
  raw: unknown;
  receipt: Receipt;
}

/** One page in the platform's own shape (group u2). */
export interface NativeAuthorSearchPage {
  request_id: string;
  platform: string;
  keyword: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  receipt: Receipt;
}

/** One page in the platform's own shape and order (group u2). */
export interface NativeAuthorVideosPage {
  request_id: string;
  platform: string;
  author_id?: string;
  handle?: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** The order that was asked for. */
  sort: 'newest' | 'views';
  /** The order that the items are in, proved by their dates or views; `as_given` when they are in another order, or when their dates or views are not known. */
  order: 'newest' | 'views' | 'as_given';
  receipt: Receipt;
}

/** One page in the platform's own shape (group u2). */
export interface NativeCommentsPage {
  request_id: string;
  platform: string;
  id: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** The order of the list. */
  sort: 'top' | 'newest';
  /** Comments are switched off here. Such a page is empty, and the last one. */
  disabled: boolean;
  receipt: Receipt;
}

/** One page in the platform's own shape (group u2). */
export interface NativePage {
  request_id: string;
  platform: string;
  keyword: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Filters that the platform prefers but does not strictly apply. */
  approximate_filters?: string[];
  /** Filters that were not applied, with `filters=best_effort`. */
  ignored_filters?: string[];
  /** Number of records that were checked to fill this page. */
  scanned?: number;
  receipt: Receipt;
}

/** One playlist in the platform's own shape (group u2). */
export interface NativePlaylistAnswer {
  request_id: string;
  platform: string;
  playlist_id: string;
  /** The platform's own answer. */
  raw: unknown;
  receipt: Receipt;
}

/** One page in the platform's own shape (group u2). */
export interface NativePlaylistVideosPage {
  request_id: string;
  platform: string;
  playlist_id: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Number of entries on this page whose video is deleted, private or otherwise not for everybody. They are not among the items. null when the platform does not say. */
  unavailable: number | null;
  receipt: Receipt;
}

/** One page in the platform's own shape (group u2). */
export interface NativePopularPage {
  request_id: string;
  platform: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Filters that the platform prefers but does not strictly apply. */
  approximate_filters?: string[];
  /** Filters that were not applied, with `filters=best_effort`. */
  ignored_filters?: string[];
  /** Number of records that were checked to fill this page. */
  scanned?: number;
  receipt: Receipt;
}

/** One page in the platform's own shape (group u2). */
export interface NativeRelatedPage {
  request_id: string;
  platform: string;
  id: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  receipt: Receipt;
}

/** One page in the platform's own shape (group u2). */
export interface NativeRepliesPage {
  request_id: string;
  platform: string;
  id: string;
  comment_id: string;
  /** The platform's own answer; null on the free page after the last. */
  raw: unknown;
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Comments are switched off here. Such a page is empty, and the last one. */
  disabled: boolean;
  receipt: Receipt;
}

/** The track as the platform sent it (group u2): JSON as it is, any other file as one text. Where the words come with the video, the platform's whole answer. */
export interface NativeTranscriptAnswer {
  request_id: string;
  platform: string;
  id: string;
  language?: string;
  kind?: 'any' | 'human' | 'automatic';
  /** The platform's own answer. */
  raw: unknown;
  receipt: Receipt;
}

/** One video in the platform's own shape (group u2). */
export interface NativeVideoAnswer {
  request_id: string;
  platform: string;
  id: string;
  /** The platform's own answer. */
  raw: unknown;
  receipt: Receipt;
}

export interface OwnUsageSlice {
  /** A value for each dimension, in their order. */
  groups: string[];
  /** Of keys and projects; else null. */
  names: (string | null)[];
  calls: number;
  failures: number;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
}

export interface Picture {
  /** As the record has it. */
  url: string;
  /** On this gateway, without its origin; good for a week. */
  address: string;
}

/** What one platform contributed to a page of a search over many platforms. */
export interface PlatformReport {
  platform: string;
  provider: string | null;
  /** `late`: it had not answered when the page was made; its items come on the next page. `unreachable`: no provider could be reached, or it reported an outage. `failed`: its answer could not be used. `skipped_filter`: it does not support a filter of this search. `disabled`: it is not available on this gateway, or has no price. */
  status: 'ok' | 'empty' | 'ended' | 'late' | 'timeout' | 'refused' | 'unreachable' | 'failed' | 'quota' | 'skipped_filter' | 'disabled';
  /** Number of items of this page that come from this platform. */
  items: number;
  /** Milliseconds until the platform answered; null when it was not asked for this page. */
  took_ms: number | null;
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown' | null;
  charged: string;
}

/** The unified playlist record, reelgate.playlist.v1. */
export interface Playlist {
  platform: string;
  /** The id as `playlist_id` accepts it on this platform. */
  id: string;
  /** Other ids of the same playlist. */
  alt_ids: string[];
  url: string | null;
  title: string | null;
  /** The description. */
  text: string | null;
  author: {
    id: string | null;
    handle: string | null;
    name: string | null;
    url: string | null;
    avatar_url: string | null;
    verified: boolean | null;
    followers: number | null;
  };
  /** Number of entries, as the platform counts them. It may include entries whose video is no longer there. */
  video_count: number | null;
  views: number | null;
  published_at: string | null;
  updated_at: string | null;
  thumbnails: {
    url: string;
    width: number | null;
    height: number | null;
  }[];
  missing: string[];
  source: {
    connector: string;
    upstream_host: string;
    route: string;
    fetched_at: string;
    cache: 'hit' | 'miss' | 'replay';
    schema: 'reelgate.playlist.v1';
  };
  /** The platform's own record; only with `include=raw`. */
  raw?: unknown;
}

/** One unified record (group u1). */
export interface PlaylistAnswer {
  request_id: string;
  platform: string;
  playlist_id: string;
  item: Playlist;
  receipt: Receipt;
}

/** One page of unified records (group u1). */
export interface PlaylistVideosPage {
  request_id: string;
  platform: string;
  playlist_id: string;
  items: Video[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Number of entries on this page whose video is deleted, private or otherwise not for everybody. They are not among the items. null when the platform does not say. */
  unavailable: number | null;
  receipt: Receipt;
}

/** One page of unified records (group u1). */
export interface PopularPage {
  request_id: string;
  platform: string;
  items: Video[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Filters that the platform prefers but does not strictly apply. */
  approximate_filters?: string[];
  /** Filters that were not applied, with `filters=best_effort`. */
  ignored_filters?: string[];
  /** Number of records that were checked to fill this page. */
  scanned?: number;
  /** With the platform `all`: the result of each platform. */
  platforms?: PlatformReport[];
  receipt: Receipt;
}

export interface PriceChange {
  path: string;
  /** RFC 3339, UTC, with milliseconds. */
  effective_from: string;
  /** The current price; null when the path is not served now. */
  unit_price: string | null;
  /** The price from then on; null when the path is no longer served. */
  next_unit_price: string | null;
}

/** The price of one endpoint for the caller. */
export interface PricedEndpoint {
  path: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  group: 'u1' | 'u2';
  version: 'v1';
  platform: string;
  /** The records of this platform are made up, for a demonstration. */
  made_up: boolean;
  operation: string;
  variant: 'economy' | 'stable';
  /** Present for prices of collections (`collect`: one page) and watches (`watch`: one run). Such a path is not a route. */
  purpose?: 'collect' | 'watch';
  /** A decimal in the currency of the account, with six places. */
  unit_price: string;
  /** Prices by how many units the account was charged for in the UTC month; null when there is one price for all. */
  tiers: {
    from: number;
    /** A decimal in the currency of the account, with six places. */
    unit_price: string;
  }[] | null;
  /** The number of units after which the tier of this price starts. */
  tier: number | null;
  /** Units that count for the tier, so far in this month; null without a key. */
  month_used: number | null;
  /** What one unit is: a call, or an item of its answer. */
  unit: 'call' | 'item' | 'leg';
  /** Of a search over many platforms: each that delivers has its own price. */
  legs?: LegPrice[];
  /** The least that a call costs, where the unit is `item`. */
  minimum: string | null;
  /** Number of free calls of your account per UTC day. */
  free_per_day: number | null;
  charged_when: 'success';
  /** The other variants of the same operation. */
  alternatives: string[];
  deprecated: boolean;
  /** RFC 3339, UTC, with milliseconds. */
  sunset_at: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  effective_from: string;
  summary: string | null;
  coverage: Coverage | null;
}

/** Why the request was not successful (RFC 9457). */
export interface Problem {
  /** Where the code is explained: an absolute address where the operator set `service.public_url`, otherwise a path. */
  type: string;
  /** The meaning of the code, in words. */
  title: string;
  status: number;
  /** What was wrong this time. */
  detail: string;
  /** The record of this call, to be read with the same key. Absent when the request was refused before its call began, so that there is no record. */
  instance?: string;
  code: 'INVALID_REQUEST' | 'INVALID_CURSOR' | 'INVALID_QUOTE' | 'INVALID_REQUEST_ID' | 'UNAUTHORIZED' | 'INSUFFICIENT_BALANCE' | 'SPEND_CAP_REACHED' | 'PRICE_CEILING' | 'FORBIDDEN' | 'ROUTE_NOT_FOUND' | 'PLATFORM_NOT_FOUND' | 'OPERATION_NOT_SUPPORTED' | 'FILTER_UNSUPPORTED' | 'VIDEO_NOT_FOUND' | 'AUTHOR_NOT_FOUND' | 'COMMENT_NOT_FOUND' | 'PLAYLIST_NOT_FOUND' | 'TRANSCRIPT_NOT_FOUND' | 'ENDPOINT_NOT_FOUND' | 'NOT_FOUND' | 'GONE' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE' | 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'CONFLICT' | 'REQUEST_IN_PROGRESS' | 'REQUEST_EXPIRED' | 'REQUEST_REFUNDED' | 'CANCELLED' | 'REQUEST_ID_REUSED' | 'RATE_LIMITED' | 'UPSTREAM_ERROR' | 'UPSTREAM_REFUSED' | 'UPSTREAM_BUSY' | 'OVERLOADED' | 'STORAGE_UNAVAILABLE' | 'UPSTREAM_TIMEOUT' | 'INTERNAL';
  request_id: string;
  /** Always present, except when the connection to the ledger was lost during the commit: then repeat the request with the same request id to learn it. */
  charged?: '0.000000';
  /** Milliseconds to wait before trying again. */
  retry_after_ms?: number;
  /** With PRICE_CEILING and INSUFFICIENT_BALANCE: the most that the call can cost. */
  price?: string;
  /** With a code such as VIDEO_NOT_FOUND: the reason that the platform gives, or `unknown`. With TRANSCRIPT_NOT_FOUND: there is no transcript at all (`none`), none in these languages, none of this kind, none with times (`untimed`), or the owner switched them off (`disabled`). */
  reason?: 'deleted' | 'private' | 'region' | 'age' | 'password' | 'unknown' | 'none' | 'language' | 'kind' | 'untimed' | 'disabled';
  /** With TRANSCRIPT_NOT_FOUND: the tracks that exist. */
  tracks?: Track[];
  /** The status that the upstream of a pass-through route answered with. */
  upstream_status?: number;
  /** With INSUFFICIENT_BALANCE: what the account may still spend. */
  available?: string;
  cap?: SpendCap;
  /** What to do: try again, wait, top up, change the request, or use another key, id or platform. */
  next: 'retry' | 'wait' | 'top_up' | 'fix' | 'switch';
  /** The fields that were wrong. */
  errors?: {
    field: string;
    message: string;
  }[];
}

/** What the call cost. */
export interface Receipt {
  /** What one price pays for. */
  unit: 'call' | 'item' | 'leg';
  /** Price of one unit; the sum of all legs for `leg`. */
  unit_price: string;
  /** For a price with tiers: the number of units of the month after which the tier that applied begins. It was fixed when the call was opened. */
  tier?: number;
  /** How many items are charged for; null unless the unit is `item`. */
  items: number | null;
  /** How the charge was calculated, in words. */
  sum: string;
  /** For a search over many platforms: the platforms that delivered. */
  legs?: {
    platform: string;
    /** What one price pays for. */
    unit: 'call' | 'item';
    /** Price of one unit on this platform. */
    unit_price: string;
    /** For a price with tiers: the number of units of the month after which the tier that applied begins. It was fixed when the call was opened. */
    tier?: number;
    /** Number of items that this platform delivered, for this page or for later ones. */
    items: number;
    /** What this leg took from the balance. */
    charged: string;
  }[];
  /** What this call took from the balance. */
  charged: string;
  currency: string;
  source: 'live' | 'cache' | 'stale';
  catalog_version: number;
  /** Id of the trace that the call belongs to, if there is one. */
  trace_id?: string;
  /** Balance after this call. */
  balance: string;
  /** The grants that paid; ordinary money paid the rest of the charge. Absent when no grant paid. */
  paid_from?: {
    grant: string;
    kind: 'paid' | 'promo' | 'goodwill';
    /** What this grant paid. */
    amount: string;
  }[];
}

/** When the saved card pays by itself; all null without a rule. */
export interface Recharge {
  /** A decimal in the currency of the account, with six places. */
  below: string | null;
  /** A decimal in the currency of the account, with six places. */
  up_to: string | null;
  /** A decimal in the currency of the account, with six places. */
  month_max: string | null;
  /** A decimal in the currency of the account, with six places. */
  month_used: string;
  paused_by: 'authentication_required' | 'declined' | 'dispute' | 'no_card' | 'closed' | null;
  /** A card is kept by the first top-up with `save_card`. */
  has_card: boolean;
  /** Owed for payments that banks took back; the next top-up repays it first. */
  owed: string;
  currency: string;
}

/** One page of unified records (group u1). */
export interface RelatedPage {
  request_id: string;
  platform: string;
  id: string;
  items: Video[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  receipt: Receipt;
}

/** One page of unified records (group u1). */
export interface RepliesPage {
  request_id: string;
  platform: string;
  id: string;
  comment_id: string;
  items: Comment[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Comments are switched off here. Such a page is empty, and the last one. */
  disabled: boolean;
  receipt: Receipt;
}

/** One page of unified records (group u1). */
export interface SearchPage {
  request_id: string;
  platform: string;
  keyword: string;
  items: Video[];
  /** Cursor of the next page; `no_more` on the last page. */
  pcursor: string;
  has_more: boolean;
  /** Whether more pages follow, and why not. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  total: {
    value: number;
    relation: 'eq' | 'approx' | 'capped';
  } | null;
  /** The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed. */
  resumed: boolean;
  /** Filters that the platform prefers but does not strictly apply. */
  approximate_filters?: string[];
  /** Filters that were not applied, with `filters=best_effort`. */
  ignored_filters?: string[];
  /** Number of records that were checked to fill this page. */
  scanned?: number;
  /** With the platform `all`: the result of each platform. */
  platforms?: PlatformReport[];
  receipt: Receipt;
}

/** A spend cap as it stands. `resets_at` is null for a total. */
export interface SpendCap {
  /** Whether the cap belongs to the key or to its project. */
  scope: 'key' | 'project';
  /** A UTC day, a UTC month, or all time. */
  window: 'day' | 'month' | 'total';
  /** A decimal in the currency of the account, with six places. */
  limit: string;
  /** Charged in the window, and held right now. */
  spent: string;
  /** A decimal in the currency of the account, with six places. */
  left: string;
  /** RFC 3339, UTC, with milliseconds. */
  resets_at: string | null;
}

/** What moved in one month. It never changes. */
export interface Statement {
  /** Over all statements of this gateway, without a gap. */
  number: number;
  account_id: string;
  /** UTC. */
  month: string;
  /** May be negative. */
  opening: string;
  /** May be negative. */
  movements: string;
  /** May be negative. */
  closing: string;
  currency: string;
  /** RFC 3339, UTC, with milliseconds. */
  closed_at: string;
  seller: {
    name: string;
    address: string | null;
    tax_id: string | null;
    tax_note: string | null;
  };
  buyer: {
    name: string;
    title: string | null;
    contact: string | null;
    address: string | null;
    tax_id: string | null;
  };
  lines: StatementLine[];
  /** `seq` of the first ledger entry in it. */
  first_entry: number;
  last_entry: number;
  /** SHA-256 over all entries of the account up to the last, each chained to the one before. */
  digest: string;
}

export interface StatementLine {
  kind: 'topup' | 'charge' | 'refund' | 'adjustment';
  /** Of the calls, for charges and refunds. */
  path: string | null;
  /** Of the price list that they were charged by. */
  catalog_version: number | null;
  /** The number of units after which their tier starts; null for a price without tiers. */
  tier: number | null;
  count: number;
  /** May be negative. */
  amount: string;
}

export interface StatementSummary {
  /** Over all statements of this gateway, without a gap. */
  number: number;
  account_id: string;
  /** UTC. */
  month: string;
  /** May be negative. */
  opening: string;
  /** May be negative. */
  movements: string;
  /** May be negative. */
  closing: string;
  currency: string;
  /** RFC 3339, UTC, with milliseconds. */
  closed_at: string;
}

export interface StatusRow {
  platform: string;
  operation: string;
  /** Judged by the last hour, or by the last day when the last hour is null. `failing`: success is below 0.5, or the platform cannot be asked at all right now; `unsteady`: success is below 0.9; `slow`: p95 is above 2,500 ms; `good`: none of these; `unknown`: both windows are null. */
  state: 'good' | 'slow' | 'unsteady' | 'failing' | 'unknown';
  cause: 'platform' | 'gateway' | null;
  hour: {
    /** Share of calls that were answered, in steps of 0.05. Calls that failed because of what was asked, such as a video that does not exist, are not counted. */
    success: number;
    /** A request to the platform took at most this many milliseconds in 95 of 100 cases, rounded up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 or 15000. Null when fewer than 20 were sent. Of a month, only its last eight days count. */
    p95_ms: number | null;
    /** Share of calls that the platform refused or was too busy for, in steps of 0.05. */
    refused: number;
  } | null;
  day: {
    /** Share of calls that were answered, in steps of 0.05. Calls that failed because of what was asked, such as a video that does not exist, are not counted. */
    success: number;
    /** A request to the platform took at most this many milliseconds in 95 of 100 cases, rounded up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 or 15000. Null when fewer than 20 were sent. Of a month, only its last eight days count. */
    p95_ms: number | null;
    /** Share of calls that the platform refused or was too busy for, in steps of 0.05. */
    refused: number;
  } | null;
  month: {
    /** Share of calls that were answered, in steps of 0.05. Calls that failed because of what was asked, such as a video that does not exist, are not counted. */
    success: number;
    /** A request to the platform took at most this many milliseconds in 95 of 100 cases, rounded up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 or 15000. Null when fewer than 20 were sent. Of a month, only its last eight days count. */
    p95_ms: number | null;
    /** Share of calls that the platform refused or was too busy for, in steps of 0.05. */
    refused: number;
  } | null;
}

/** What you want to pay in. It changes nothing until the payment arrives. */
export interface Topup {
  id: string;
  /** A decimal in the currency of the account, with six places. */
  amount: string;
  currency: string;
  way: 'manual' | 'stripe';
  /** `paid` once the payment is in your balance; `ended` when it was not paid in time. */
  state: 'open' | 'paid' | 'ended';
  /** Open it in a browser and pay there. */
  address: string | null;
  /** How to pay, in the words of the operator. */
  instructions: string | null;
  save_card: boolean;
  /** Of the payment's entry. */
  reference: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  ended_at: string | null;
}

/** One transcript of a video. */
export interface Track {
  /** BCP 47; null when the platform does not say. */
  language: string | null;
  /** Written by a person, or by speech recognition; null when the platform does not say. */
  kind: 'human' | 'automatic' | null;
}

/** The unified transcript record, reelgate.transcript.v1. */
export interface Transcript {
  platform: string;
  video_id: string;
  /** BCP 47; null when the platform does not say. */
  language: string | null;
  /** `variant`: the wish was a plain language such as `en`, and only a variety of it exists, such as `en-GB`. null when no language was asked for. */
  language_match: 'exact' | 'variant' | null;
  /** Written by a person, or by speech recognition; null when the platform does not say. */
  kind: 'human' | 'automatic' | null;
  /** Whether a machine translated it from another language; null when the platform does not say. */
  translated: boolean | null;
  /** False: the platform gives the text without times, and `cues` is empty. */
  timed: boolean;
  /** True: automatic captions repeated each line while it rolled up the screen, and the repeats were removed. */
  rolled_up: boolean;
  /** In order of their start. With `from` or `to`: those that overlap, with their own times. */
  cues: {
    start_ms: number;
    end_ms: number;
    text: string;
  }[];
  /** The words of the cues, or the text without times. */
  text: string;
  /** Every track of the video. */
  tracks: Track[];
  /** Licence of the video. */
  license: {
    name: string | null;
    url: string | null;
  } | null;
  missing: string[];
  source: {
    connector: string;
    upstream_host: string;
    route: string;
    fetched_at: string;
    cache: 'hit' | 'miss' | 'replay';
    schema: 'reelgate.transcript.v1';
  };
}

/** One unified record (group u1). */
export interface TranscriptAnswer {
  request_id: string;
  platform: string;
  id: string;
  language?: string;
  kind?: 'any' | 'human' | 'automatic';
  item: Transcript;
  receipt: Receipt;
}

export interface UsageRow {
  /** The day, path or key id. */
  group: string;
  /** Of the key, with `by=key`; else null. */
  name: string | null;
  /** Answered, and charged. */
  calls: number;
  /** Calls that were opened but not answered; they cost nothing. Calls that were refused before they were opened are not counted. */
  failures: number;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
}

/** The unified video record, reelgate.video.v1. */
export interface Video {
  platform: string;
  id: string;
  alt_ids: string[];
  url: string | null;
  embed_url: string | null;
  kind: 'video' | 'images' | 'live' | 'unknown';
  title: string | null;
  text: string | null;
  text_truncated: boolean;
  tags: string[];
  language: string | null;
  region: string | null;
  published_at: string | null;
  published_precision: 'ms' | 's' | 'day' | 'relative' | null;
  published_text: string | null;
  /** When it was first published elsewhere, according to its author. Filters and sorting use `published_at`. */
  original_published_at: string | null;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  author: {
    id: string | null;
    handle: string | null;
    name: string | null;
    url: string | null;
    avatar_url: string | null;
    verified: boolean | null;
    followers: number | null;
  };
  stats: {
    views: number | null;
    likes: number | null;
    comments: number | null;
    shares: number | null;
    saves: number | null;
    reposts: number | null;
    downloads: number | null;
    danmaku: number | null;
  };
  approx: string[];
  thumbnails: {
    url: string;
    width: number | null;
    height: number | null;
  }[];
  license: {
    name: string | null;
    url: string | null;
  } | null;
  nsfw: boolean | null;
  /** The platform's own word for it. */
  category: string | null;
  /** The sound that plays in it. */
  music: {
    id: string | null;
    title: string | null;
    author: string | null;
  } | null;
  /** Whether it has captions. */
  captions: boolean | null;
  /** Set for a broadcast; null for a video that was never one, and where the platform does not say. */
  live: {
    state: 'upcoming' | 'on_air' | 'ended';
    /** When it was announced to begin. */
    scheduled_at: string | null;
    /** Watching at the moment. */
    viewers: number | null;
  } | null;
  /** The place that it is said to be from, by name. */
  location: string | null;
  /** Handles of the authors that its text names, without `@`. */
  mentions: string[];
  /** When the video or what is said about it was last changed. */
  updated_at: string | null;
  /** By width and height, or as the platform says it. */
  orientation: 'landscape' | 'portrait' | 'square' | null;
  /** In a list of an author's videos: pinned to the top by its author, whatever its date. */
  pinned?: true;
  /** In a playlist: its place, from 1, as the platform counts. Entries that are not there any more keep their places. */
  position?: number;
  /** In a search over all platforms: the same video on other platforms. */
  also_in?: {
    platform: string;
    id: string;
    url: string | null;
  }[];
  /** Only in `get_video`: the transcripts that exist. null when the platform does not say it there; `get_transcript` may still find one. */
  tracks?: Track[] | null;
  rank: number;
  source: {
    connector: string;
    upstream_host: string;
    route: string;
    fetched_at: string;
    cache: 'hit' | 'miss' | 'replay';
    schema: 'reelgate.video.v1';
  };
  missing: string[];
  /** The platform's own record; only with `include=raw`. */
  raw?: unknown;
}

/** One unified record (group u1). */
export interface VideoAnswer {
  request_id: string;
  platform: string;
  id: string;
  item: Video;
  receipt: Receipt;
}

/** Several unified records, asked for by `ids` (group u1). */
export interface VideosAnswer {
  request_id: string;
  platform: string;
  ids: string;
  /** In the order of `ids`. */
  items: Video[];
  /** Videos that do not exist or are not public; not charged. */
  not_found: {
    id: string;
    /** `unknown` when the platform does not give a reason. */
    reason: 'deleted' | 'private' | 'region' | 'age' | 'password' | 'unknown';
  }[];
  /** Videos for which no provider gave an answer; not charged. */
  failed: {
    id: string;
    /** Error code: why no provider could answer. The same id can be asked for again. */
    code: string;
  }[];
  receipt: Receipt;
}

/** A question that the gateway asks again and again. It delivers each new item once. */
export interface Watch {
  id: string;
  name: string | null;
  platform: string;
  path: string;
  /** The parameters of the question. */
  query: Record<string, unknown>;
  /** The distance between runs in minutes, hours or days, or `auto`. */
  every: string;
  /** The same in seconds. With `auto`: the distance that the gateway uses now. */
  every_seconds: number;
  /** Pages that a run reads at most. */
  pages_max: number;
  /** `mark`: the items of the first run count as seen and are not delivered. `deliver`: they are delivered and charged. */
  baseline: 'mark' | 'deliver';
  state: 'active' | 'paused' | 'ended';
  paused_for: 'balance' | 'budget' | 'cap' | 'key' | 'caller' | 'operator' | null;
  /** null unless it is active. */
  next_run_at: string | null;
  last_run: WatchRun | null;
  spent: {
    /** In the current UTC month. */
    month: string;
    /** Since the watch was created. */
    total: string;
  };
  budget: {
    /** The most that it may spend in a UTC month. */
    month: string | null;
    /** The most that it may spend in all. */
    total: string | null;
  };
  /** How many items it has delivered: the number of the last one. */
  items: number;
  runs: number;
  /** The last run may have missed items. */
  has_gap: boolean;
  /** Whether it has feeds under a secret address. */
  feed: boolean;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  ended_at: string | null;
  /** The id of the key that pays, and whose rights and caps apply. */
  key: string;
  /** The most that a month of 31 days can cost at the price of the last run, whatever the list brings; never more than the budget. */
  most_cost: string;
  currency: string;
}

/** One new item that a watch found. */
export interface WatchItem {
  /** 1, 2, 3 … within the watch, in the sequence of delivery. */
  number: number;
  /** RFC 3339, UTC, with milliseconds. */
  found_at: string;
  /** The record as the list gives it: a video, an author, a comment or a playlist. */
  record: Record<string, unknown>;
}

/** One time that a watch asked its question. */
export interface WatchRun {
  /** 1, 2, 3 … within the watch. */
  number: number;
  /** Of the call that the run was. Its receipt is at `/api/account/v1/requests/{request_id}`. */
  request_id: string;
  /** When the run was due. A run that you requested has a time of its own. */
  slot_at: string;
  /** When it ended. */
  at: string;
  /** How many seconds after its time it began. Runs that were missed while the gateway was down are made up for by one late run. */
  late_by_s: number;
  /** Pages that were read. */
  pages: number;
  /** New items that were delivered. */
  items: number;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** True: new items may remain that this run did not reach, because of `pages_max`, the budget or time. The next run reads deeper. */
  gap: boolean;
  /** Code of the failure; null when the run succeeded. */
  failure: string | null;
}

/** An address that is sent the events of an account, in their order. */
export interface Webhook {
  id: string;
  url: string;
  state: 'active' | 'disabled';
  /** The number of the last event that the receiver accepted. */
  last_sequence: number;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** In a row. */
  failures: number;
  /** RFC 3339, UTC, with milliseconds. */
  failing_since: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  next_attempt_at: string | null;
  /** HTTP status of its last answer; 0 when there was none. */
  last_status: number | null;
  /** RFC 3339, UTC, with milliseconds. */
  last_answer_at: string | null;
  last_took_ms: number | null;
}

/** Search videos (stable) */
export interface SearchVideosQuery {
  /** What to search for, in any script. Counted in characters after trimming. */
  keyword: string;
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** The order. Absent: the platform's own. */
  sort?: 'relevance' | 'newest' | 'views' | 'likes';
  /** Published at this time or later, by RFC 3339; a date without a time means midnight UTC. */
  published_after?: string;
  /** Published at this time or earlier. */
  published_before?: string;
  /** Below 4 minutes, from 4 to 20, above 20. Use it instead of `duration_min` and `duration_max`. */
  duration?: 'short' | 'medium' | 'long';
  /** Minimum duration in seconds. */
  duration_min?: number;
  /** Maximum duration in seconds. */
  duration_max?: number;
  /** BCP 47. */
  language?: string;
  /** ISO 3166, two letters. */
  region?: string;
  /** Under a licence of Creative Commons. */
  license?: 'cc';
  /** How strictly adult content is kept out of the results. */
  safe?: 'strict' | 'moderate' | 'off';
  /** By width and height of the picture. */
  orientation?: 'landscape' | 'portrait' | 'square';
  /** Minimum height of the video in pixels. */
  min_height?: 720 | 1080 | 2160;
  /** With this tag, hashtag, subject or category, whatever the platform has; without `#`. */
  tag?: string;
  /** On air now (`true`), or not on air (`false`). */
  live?: 'true' | 'false';
  /** With captions. */
  captions?: 'true';
  /** With `best_effort`, a filter that the platform cannot apply is ignored and listed in `ignored_filters`. Without it, such a filter is refused with 400 `FILTER_UNSUPPORTED`. */
  filters?: 'best_effort';
  /** With the platform `all`: which ones, by name, separated by commas; at most 12. Without it: all platforms that have this operation. */
  platforms?: string;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'url' | 'embed_url' | 'kind' | 'title' | 'text' | 'text_truncated' | 'tags' | 'language' | 'region' | 'published_at' | 'published_precision' | 'published_text' | 'original_published_at' | 'duration_ms' | 'width' | 'height' | 'author' | 'stats' | 'approx' | 'thumbnails' | 'license' | 'nsfw' | 'category' | 'music' | 'captions' | 'live' | 'location' | 'mentions' | 'updated_at' | 'orientation' | 'pinned' | 'position' | 'also_in' | 'tracks' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Search videos (stable) */
export type SearchVideosAnswer = SearchPage | NativePage | ChosenFields | DryRun;

/** One video (stable) */
export interface GetVideoQuery {
  /** Id of the video, as search results give it. */
  id?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Ids of several videos, separated by commas: at most 50, without repeats; only in group u1. The price is charged for each video found. */
  ids?: string;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'url' | 'embed_url' | 'kind' | 'title' | 'text' | 'text_truncated' | 'tags' | 'language' | 'region' | 'published_at' | 'published_precision' | 'published_text' | 'original_published_at' | 'duration_ms' | 'width' | 'height' | 'author' | 'stats' | 'approx' | 'thumbnails' | 'license' | 'nsfw' | 'category' | 'music' | 'captions' | 'live' | 'location' | 'mentions' | 'updated_at' | 'orientation' | 'pinned' | 'position' | 'also_in' | 'tracks' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** One video (stable) */
export type GetVideoAnswer = VideoAnswer | VideosAnswer | NativeVideoAnswer | ChosenFields | DryRun;

/** Videos of an author (stable) */
export interface ListAuthorVideosQuery {
  /** Id of the author, as `author.id` of a record gives it. Send this or `handle`. */
  author_id?: string;
  /** Name of the author on the platform, with or without `@` before it. Send this or `author_id`. */
  handle?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Order of the list: the newest or the most viewed first. */
  sort?: 'newest' | 'views';
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'url' | 'embed_url' | 'kind' | 'title' | 'text' | 'text_truncated' | 'tags' | 'language' | 'region' | 'published_at' | 'published_precision' | 'published_text' | 'original_published_at' | 'duration_ms' | 'width' | 'height' | 'author' | 'stats' | 'approx' | 'thumbnails' | 'license' | 'nsfw' | 'category' | 'music' | 'captions' | 'live' | 'location' | 'mentions' | 'updated_at' | 'orientation' | 'pinned' | 'position' | 'also_in' | 'tracks' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Videos of an author (stable) */
export type ListAuthorVideosAnswer = AuthorVideosPage | NativeAuthorVideosPage | ChosenFields | DryRun;

/** Comments on a video (stable) */
export interface ListCommentsQuery {
  /** Id of the video, as search results give it. */
  id?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Order of the list: the platform's own ranking, or the newest first. Without it, the platform's default order. */
  sort?: 'top' | 'newest';
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'video_id' | 'parent_id' | 'root_id' | 'level' | 'url' | 'text' | 'language' | 'published_at' | 'published_precision' | 'published_text' | 'edited_at' | 'author' | 'is_creator' | 'pinned' | 'hearted' | 'likes' | 'replies' | 'rating' | 'position_ms' | 'images' | 'deleted' | 'approx' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Comments on a video (stable) */
export type ListCommentsAnswer = CommentsPage | NativeCommentsPage | ChosenFields | DryRun;

/** Replies to a comment (stable) */
export interface ListRepliesQuery {
  /** Id of the video, as search results give it. */
  id: string;
  /** Id of the comment, as a list of comments gives it. */
  comment_id: string;
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'video_id' | 'parent_id' | 'root_id' | 'level' | 'url' | 'text' | 'language' | 'published_at' | 'published_precision' | 'published_text' | 'edited_at' | 'author' | 'is_creator' | 'pinned' | 'hearted' | 'likes' | 'replies' | 'rating' | 'position_ms' | 'images' | 'deleted' | 'approx' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Replies to a comment (stable) */
export type ListRepliesAnswer = RepliesPage | NativeRepliesPage | ChosenFields | DryRun;

/** One author (stable) */
export interface GetAuthorQuery {
  /** Id of the author, as `author.id` of a record gives it. Send this or `handle`. */
  author_id?: string;
  /** Name of the author on the platform, with or without `@` before it. Send this or `author_id`. */
  handle?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'handle' | 'name' | 'url' | 'avatar_url' | 'banner_url' | 'text' | 'kind' | 'verified' | 'verified_text' | 'country' | 'joined_at' | 'followers' | 'following' | 'stats' | 'approx' | 'links' | 'private' | 'live' | 'rank' | 'also_in' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** One author (stable) */
export type GetAuthorAnswer = AuthorAnswer | NativeAuthorAnswer | ChosenFields | DryRun;

/** Search authors (stable) */
export interface SearchAuthorsQuery {
  /** What to search for, in any script. Counted in characters after trimming. */
  keyword: string;
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** With the platform `all`: which ones, by name, separated by commas; at most 12. Without it: all platforms that have this operation. */
  platforms?: string;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'handle' | 'name' | 'url' | 'avatar_url' | 'banner_url' | 'text' | 'kind' | 'verified' | 'verified_text' | 'country' | 'joined_at' | 'followers' | 'following' | 'stats' | 'approx' | 'links' | 'private' | 'live' | 'rank' | 'also_in' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Search authors (stable) */
export type SearchAuthorsAnswer = AuthorSearchPage | NativeAuthorSearchPage | ChosenFields | DryRun;

/** Popular videos (stable) */
export interface ListPopularVideosQuery {
  /** ISO 3166, two letters. */
  region?: string;
  /** A name or an id of the platform's own categories. */
  category?: string;
  /** Popular within the last day, week, month or year, or of all time. */
  period?: 'day' | 'week' | 'month' | 'year' | 'all';
  /** With `best_effort`, a filter that the platform cannot apply is ignored and listed in `ignored_filters`. Without it, such a filter is refused with 400 `FILTER_UNSUPPORTED`. */
  filters?: 'best_effort';
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** With the platform `all`: which ones, by name, separated by commas; at most 12. Without it: all platforms that have this operation. */
  platforms?: string;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'url' | 'embed_url' | 'kind' | 'title' | 'text' | 'text_truncated' | 'tags' | 'language' | 'region' | 'published_at' | 'published_precision' | 'published_text' | 'original_published_at' | 'duration_ms' | 'width' | 'height' | 'author' | 'stats' | 'approx' | 'thumbnails' | 'license' | 'nsfw' | 'category' | 'music' | 'captions' | 'live' | 'location' | 'mentions' | 'updated_at' | 'orientation' | 'pinned' | 'position' | 'also_in' | 'tracks' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Popular videos (stable) */
export type ListPopularVideosAnswer = PopularPage | NativePopularPage | ChosenFields | DryRun;

/** Videos related to a video (stable) */
export interface ListRelatedVideosQuery {
  /** Id of the video, as search results give it. */
  id?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'url' | 'embed_url' | 'kind' | 'title' | 'text' | 'text_truncated' | 'tags' | 'language' | 'region' | 'published_at' | 'published_precision' | 'published_text' | 'original_published_at' | 'duration_ms' | 'width' | 'height' | 'author' | 'stats' | 'approx' | 'thumbnails' | 'license' | 'nsfw' | 'category' | 'music' | 'captions' | 'live' | 'location' | 'mentions' | 'updated_at' | 'orientation' | 'pinned' | 'position' | 'also_in' | 'tracks' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Videos related to a video (stable) */
export type ListRelatedVideosAnswer = RelatedPage | NativeRelatedPage | ChosenFields | DryRun;

/** One playlist (stable) */
export interface GetPlaylistQuery {
  /** Id of the playlist, as the platform writes it. */
  playlist_id?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'url' | 'title' | 'text' | 'author' | 'video_count' | 'views' | 'published_at' | 'updated_at' | 'thumbnails' | 'missing' | 'source')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** One playlist (stable) */
export type GetPlaylistAnswer = PlaylistAnswer | NativePlaylistAnswer | ChosenFields | DryRun;

/** Videos of a playlist (stable) */
export interface ListPlaylistVideosQuery {
  /** Id of the playlist, as the platform writes it. */
  playlist_id?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged. */
  pcursor?: string;
  /** Items per page. A platform may give fewer. */
  count?: number;
  /** Adds the platform's own record to each item, as `raw`. */
  include?: 'raw';
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'id' | 'alt_ids' | 'url' | 'embed_url' | 'kind' | 'title' | 'text' | 'text_truncated' | 'tags' | 'language' | 'region' | 'published_at' | 'published_precision' | 'published_text' | 'original_published_at' | 'duration_ms' | 'width' | 'height' | 'author' | 'stats' | 'approx' | 'thumbnails' | 'license' | 'nsfw' | 'category' | 'music' | 'captions' | 'live' | 'location' | 'mentions' | 'updated_at' | 'orientation' | 'pinned' | 'position' | 'also_in' | 'tracks' | 'rank' | 'source' | 'missing')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** Videos of a playlist (stable) */
export type ListPlaylistVideosAnswer = PlaylistVideosPage | NativePlaylistVideosPage | ChosenFields | DryRun;

/** The transcript of a video (stable) */
export interface GetTranscriptQuery {
  /** Id of the video, as search results give it. */
  id?: string;
  /** The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform. */
  url?: string;
  /** Wished languages in order of preference, separated by commas: at most 10, each as BCP 47 writes it. A plain language also finds its varieties: `en` finds `en-GB` when there is no `en`, and the answer says so. */
  language?: string;
  /** Written by a person, or by speech recognition. `any` prefers a person. */
  kind?: 'any' | 'human' | 'automatic';
  /** Other formats than `json` answer with that media type and with the receipt in the header `X-Receipt`; only in group u1. */
  format?: 'json' | 'text' | 'vtt' | 'srt';
  /** Only cues that end after this second. Only in group u1. */
  from?: number;
  /** Only cues that begin before this second. Only in group u1. */
  to?: number;
  /** The maximum age of the answer in seconds. 0 asks for a live one. */
  max_age?: number;
  /** Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same. */
  fields?: ('platform' | 'video_id' | 'language' | 'language_match' | 'kind' | 'translated' | 'timed' | 'rolled_up' | 'cues' | 'text' | 'tracks' | 'license' | 'missing' | 'source')[];
  /** The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence. */
  max_price?: string;
  /** Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free. */
  dry_run?: '1';
}

/** The transcript of a video (stable) */
export type GetTranscriptAnswer = TranscriptAnswer | NativeTranscriptAnswer | ChosenFields | DryRun;

/** Unit prices of endpoints */
export interface ListPricesQuery {
  /** A path or a full URL, with or without its query. */
  path?: string;
}

/** Unit prices of endpoints */
export type ListPricesAnswer = {
  /** Id of this request. */
  request_id: string;
  catalog_version: number;
  currency: string;
  endpoints: PricedEndpoint[];
};

/** How well each operation of each platform works */
export type GetStatusAnswer = {
  /** Id of this request. */
  request_id: string;
  /** RFC 3339, UTC, with milliseconds. */
  measured_at: string;
  /** Figures are computed again after this many seconds at the earliest. */
  refresh_seconds: number;
  /** Every operation that the key may call; without a key, every operation with a price. */
  operations: StatusRow[];
};

/** What an address is: platform, kind and id */
export interface ResolveUrlQuery {
  /** An address, or a shared text with one in it. */
  url: string;
}

/** What an address is: platform, kind and id */
export type ResolveUrlAnswer = {
  /** Id of this request. */
  request_id: string;
  /** null when no platform is known by this address. */
  platform: string | null;
  kind: 'video' | 'author' | 'playlist' | 'search' | 'unknown';
  /** As the platform writes it; of a search, its keyword. */
  id: string | null;
  alt: {
    /** Of an author, without `@`. */
    handle?: string;
    /** The host, on platforms with many hosts. */
    host?: string;
    /** Opens a video that is not listed. */
    unlisted_hash?: string;
    /** Where the video should begin. */
    start_ms?: number;
    /** The playlist in which the address opens its video; routes of playlists take it. */
    playlist_id?: string;
  };
  /** Without tracking parameters. */
  canonical_url: string | null;
  needs: 'hop' | 'lookup' | null;
  /** Platforms of this gateway, as paths name them, that serve it. */
  served_as: string[];
};

/** Balance of your account */
export type GetBalanceAnswer = {
  /** Id of this request. */
  request_id: string;
  account: {
    id: string;
    name: string;
  };
  /** A decimal in the currency of the account, with six places. */
  balance: string;
  /** A decimal in the currency of the account, with six places. */
  held: string;
  /** A decimal in the currency of the account, with six places. */
  available: string;
  currency: string;
};

/** What your key may still spend */
export type GetOwnKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: {
    id: string;
    name: string;
  };
  /** A decimal in the currency of the account, with six places. */
  balance: string;
  /** A decimal in the currency of the account, with six places. */
  held: string;
  /** A decimal in the currency of the account, with six places. */
  available: string;
  /** Charged to the account on this UTC day, by all of its keys; by this key alone when it is limited to platforms or operations. */
  spent_today: string;
  currency: string;
  caps: SpendCap[];
  /** Above this price, tools for agents ask first. */
  confirm_above: string | null;
};

/** Calls and charges of your account, by day, path or key */
export interface GetUsageQuery {
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  by?: 'day' | 'path' | 'key';
}

/** Calls and charges of your account, by day, path or key */
export type GetUsageAnswer = {
  /** Id of this request. */
  request_id: string;
  from: string;
  to: string;
  by: 'day' | 'path' | 'key';
  currency: string;
  rows: UsageRow[];
  totals: {
    /** Answered, and charged. */
    calls: number;
    /** Calls that were opened but not answered; they cost nothing. Calls that were refused before they were opened are not counted. */
    failures: number;
    /** A decimal in the currency of the account, with six places. */
    charged: string;
  };
};

/** Calls and charges of your account by any two dimensions */
export interface SliceUsageQuery {
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  /** One dimension, or two separated by a comma. */
  by?: string;
}

/** Calls and charges of your account by any two dimensions */
export type SliceUsageAnswer = {
  /** Id of this request. */
  request_id: string;
  from: string;
  to: string;
  by: ('day' | 'key' | 'project' | 'platform' | 'path' | 'failure')[];
  currency: string;
  rows: OwnUsageSlice[];
  /** True when there are more rows than are shown. */
  is_cut: boolean;
};

/** How many days the balance of your account lasts */
export type GetRunwayAnswer = {
  /** Id of this request. */
  request_id: string;
  /** A decimal in the currency of the account, with six places. */
  available: string;
  /** Mean of the last seven days. */
  spent_per_day: string;
  /** Days until the balance is spent; null when nothing is spent. */
  days: number | null;
  currency: string;
};

/** Scheduled changes of your prices */
export type ListPriceChangesAnswer = {
  /** Id of this request. */
  request_id: string;
  currency: string;
  changes: PriceChange[];
};

/** Ledger entries of your account, newest first */
export interface ListEntriesQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  kind?: 'topup' | 'charge' | 'refund' | 'adjustment';
  /** Format of the answer. It takes precedence over the Accept header. */
  format?: 'json' | 'csv';
}

/** Ledger entries of your account, newest first */
export type ListEntriesAnswer = {
  /** Id of this request. */
  request_id: string;
  entries: Entry[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

/** Parts of your balance that are used first, and may expire */
export interface ListGrantsQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
}

/** Parts of your balance that are used first, and may expire */
export type ListGrantsAnswer = {
  /** Id of this request. */
  request_id: string;
  grants: Grant[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

/** Statements of your closed months, the newest first */
export interface ListStatementsQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
}

/** Statements of your closed months, the newest first */
export type ListStatementsAnswer = {
  /** Id of this request. */
  request_id: string;
  statements: StatementSummary[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

/** One of your statements, as JSON, as CSV, or as a page to print */
export interface GetStatementQuery {
  /** Format of the answer; `html` is a page to print. */
  format?: 'json' | 'csv' | 'html';
}

/** One of your statements, as JSON, as CSV, or as a page to print */
export type GetStatementAnswer = {
  /** Id of this request. */
  request_id: string;
  statement: Statement;
};

/** Events of your account, the oldest first; with `wait`, the answer comes with the next one */
export interface ListEventsQuery {
  /** Only events with a higher number; 0 for the oldest that are kept. */
  after?: number;
  /** Only events with a lower number, and then the newest first. 999999999999999 begins with the newest of all. */
  before?: number;
  limit?: number;
  /** Seconds to wait when there is no event yet, at most 25. The answer may be empty: ask again. */
  wait?: number;
}

/** Events of your account, the oldest first; with `wait`, the answer comes with the next one */
export type ListEventsAnswer = {
  /** Id of this request. */
  request_id: string;
  events: Event[];
  /** Send it as `after` next time: the number of the last event in this answer, or the `after` of this request when there is no event. */
  last_sequence: number;
};

/** Webhooks of your account */
export type ListWebhooksAnswer = {
  /** Id of this request. */
  request_id: string;
  webhooks: Webhook[];
  /** How many an account may have. */
  webhooks_max: number;
};

/** Watches of your account, the newest first */
export interface ListWatchesQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  state?: 'active' | 'paused' | 'ended';
}

/** Watches of your account, the newest first */
export type ListWatchesAnswer = {
  /** Id of this request. */
  request_id: string;
  watches: Watch[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
  /** How many an account may have that have not ended. */
  watches_max: number;
};

/** Have a question asked again and again; the same request id gives the same watch */
export interface CreateWatchBody {
  /** The path of a list of group u1, without parameters. */
  path: string;
  /** The parameters of the question, as the path takes them; `pcursor` and `fields` are not allowed. */
  query: Record<string, unknown>;
  /** The distance between runs: whole minutes, hours or days from `15m` to `7d`. `auto`: the gateway chooses between 15 minutes and a day, by how often the list changes. */
  every: string;
  /** Pages that a run reads at most. It stops earlier, after a whole page without a new item. */
  pages_max?: number;
  /** `mark`: what the list shows at the first run counts as seen and is not delivered. `deliver`: it is delivered and charged. */
  baseline?: 'mark' | 'deliver';
  /** What the watch may spend in a UTC month, and in all. Without it, `most_cost` is the limit. */
  budget?: {
    /** A decimal string with at most six places. */
    month?: string;
    /** A decimal string with at most six places. */
    total?: string;
  };
  name?: string;
}

/** Have a question asked again and again; the same request id gives the same watch */
export type CreateWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
  /** False: this request id had made this watch before. */
  created: boolean;
};

/** One watch: its next run, its last run, and what it has spent */
export type GetWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

/** Change name, budget, distance or pages of a watch; pause, resume or end it */
export interface UpdateWatchBody {
  name?: string | null;
  /** The distance between runs: whole minutes, hours or days from `15m` to `7d`. `auto`: the gateway chooses between 15 minutes and a day, by how often the list changes. */
  every?: string;
  pages_max?: number;
  /** null removes a budget; what is left out stays. */
  budget?: {
    /** A decimal string with at most six places. */
    month?: string | null;
    /** A decimal string with at most six places. */
    total?: string | null;
  };
  /** `paused` stops it, `active` resumes it, `ended` ends it for good. A watch that is paused for its key goes on with the key that resumes it. */
  state?: 'active' | 'paused' | 'ended';
}

/** Change name, budget, distance or pages of a watch; pause, resume or end it */
export type UpdateWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

/** Delete a watch with its items and feeds; the receipts of its calls stay */
export type RemoveWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  removed: boolean;
};

/** Run a watch now, beside its schedule and within its budget, once for a request id; at most twenty times an hour */
export type RunWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

/** The last runs of a watch, the newest first */
export type ListWatchRunsAnswer = {
  /** Id of this request. */
  request_id: string;
  /** The newest first; the last 100 are kept. */
  runs: WatchRun[];
};

/** New items that a watch found, in their sequence; with `wait`, the answer comes with the next one */
export interface ListWatchItemsQuery {
  /** Only items with a higher number; 0 for the oldest that are kept. */
  after?: number;
  limit?: number;
  /** Seconds to wait when there is no such item yet, at most 25. The answer may be empty: ask again. */
  wait?: number;
}

/** New items that a watch found, in their sequence; with `wait`, the answer comes with the next one */
export type ListWatchItemsAnswer = {
  /** Id of this request. */
  request_id: string;
  items: WatchItem[];
  /** Send it as `after` next time: the number of the last item in this answer, or the `after` of this request when there is no item. */
  next: number;
};

/** Pictures of the items of a watch, served by the gateway */
export interface ListWatchPicturesQuery {
  /** Only items with a higher number; 0 for the oldest that are kept. */
  after?: number;
  limit?: number;
}

/** Pictures of the items of a watch, served by the gateway */
export type ListWatchPicturesAnswer = {
  /** Id of this request. */
  request_id: string;
  /** None where the operator has switched them off. */
  pictures: Picture[];
};

/** Make the secret address of the feeds of a watch, or replace it; it is shown once */
export type MakeWatchFeedAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
  feed: {
    /** Atom. Whoever knows the address can read the items. Shown this once. */
    atom: string;
    /** JSON Feed 1.1. Shown this once. */
    json: string;
  };
};

/** Remove the feeds of a watch: their address stops working at once */
export type RemoveWatchFeedAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

/** Calls of your account: running calls first, then by end, newest first */
export interface ListRequestsQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  /** Id of a key of your account. */
  key?: string;
  path?: string;
  platform?: string;
  state?: 'held' | 'settled' | 'released' | 'expired';
  /** Format of the answer. It takes precedence over the Accept header. */
  format?: 'json' | 'csv';
}

/** Calls of your account: running calls first, then by end, newest first */
export type ListRequestsAnswer = {
  /** Id of this request. */
  request_id: string;
  calls: CallReceipt[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
  /** A page reads a bounded number of calls, so it may be short or empty. No call that ended after this time is missing. null at the end of the list. */
  searched_to: string | null;
};

/** Receipt of one call of your account */
export type GetRequestAnswer = {
  /** Id of this request. */
  request_id: string;
  call: CallReceipt;
  complaint: Complaint | null;
};

/** Records out of an answer that you paid for, free while it is kept */
export type ListRequestRecordsAnswer = {
  /** Id of this request. */
  request_id: string;
  /** What was asked, and so what the records are. */
  operation: string;
  items: {
    id: string;
  }[];
};

/** Pictures of an answer that you paid for, served by the gateway */
export type ListRequestPicturesAnswer = {
  /** Id of this request. */
  request_id: string;
  /** None where the operator has switched them off. */
  pictures: Picture[];
};

/** The state of a complaint */
export type GetComplaintAnswer = {
  /** Id of this request. */
  request_id: string;
  complaint: Complaint;
};

/** Gather all items for a question, up to a number of items and a budget */
export interface CreateCollectionBody {
  /** Path of a data route of group u1 that answers with a list, such as a search. */
  path?: string;
  /** Parameters of that route, without `pcursor` and `count`. */
  query?: Record<string, unknown>;
  /** Several questions in place of `query`, all of one platform. `path` beside it is their default. */
  queries?: {
    /** Path of a data route of group u1 that answers with a list, such as a search. */
    path?: string;
    /** Parameters of that route, without `pcursor` and `count`. */
    query: Record<string, unknown>;
  }[];
  /** Ids of videos, in place of `query`, with the path of `get_video` or `get_video_v2`. */
  ids?: string[];
  /** Addresses of videos, in place of `ids`. */
  urls?: string[];
  /** It ends with this many items. */
  items_max?: number;
  /** The most that it may cost. It stops before the page that could cost more. */
  budget: string;
  /** It ends at this time (RFC 3339) at the latest. */
  until?: string;
  name?: string | null;
}

/** Gather all items for a question, up to a number of items and a budget */
export type CreateCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
  /** False: this request id had made this collection before. */
  created: boolean;
};

/** Your collections, the newest first */
export interface ListCollectionsQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
}

/** Your collections, the newest first */
export type ListCollectionsAnswer = {
  /** Id of this request. */
  request_id: string;
  collections: Collection[];
  /** How many your account may keep. */
  collections_max: number;
  /** How many of them may run at once. */
  running_max: number;
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

/** How far a collection has come */
export type GetCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
};

/** Change name, budget or number of items of a collection, or let this key pay for it */
export interface UpdateCollectionBody {
  name?: string | null;
  /** Not below what is charged already, with the page that is being fetched. */
  budget?: string;
  items_max?: number;
  /** `this`: from now on it runs with the key of this request, of the same account, which must have the right to it. A collection that ended with its key (`end` is `key`) goes on where it stopped, until its items expire. */
  key?: 'this';
}

/** Change name, budget or number of items of a collection, or let this key pay for it */
export type UpdateCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
};

/** Delete a collection with its items; receipts of its calls stay */
export type RemoveCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  removed: boolean;
};

/** End a collection between two pages; it keeps its items */
export type CancelCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
};

/** Items of a collection in the order of delivery, also while it runs */
export interface ListCollectionItemsQuery {
  /** Items with a higher number are answered. */
  after?: number;
  limit?: number;
}

/** Items of a collection in the order of delivery, also while it runs */
export type ListCollectionItemsAnswer = {
  /** Id of this request. */
  request_id: string;
  items: FoundItem[];
  /** Send it as `after` for the next items; null when the collection has ended and these are its last items. */
  next: number | null;
};

/** Pictures of the items of a collection, served by the gateway */
export interface ListCollectionPicturesQuery {
  /** Items with a higher number are answered. */
  after?: number;
  limit?: number;
}

/** Pictures of the items of a collection, served by the gateway */
export type ListCollectionPicturesAnswer = {
  /** Id of this request. */
  request_id: string;
  /** None where the operator has switched them off. */
  pictures: Picture[];
};

/** An address that gives the export of an ended collection without a key */
export interface CreateExportLinkBody {
  format?: 'jsonl' | 'csv';
  expires_in_seconds?: number;
}

/** An address that gives the export of an ended collection without a key */
export type CreateExportLinkAnswer = {
  /** Id of this request. */
  request_id: string;
  /** Whoever has it can read the export without a key. It works in a browser, curl and DuckDB. */
  url: string;
  format: 'jsonl' | 'csv';
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
};

/** Your top-ups, the newest first */
export interface ListTopupsQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
}

/** Your top-ups, the newest first */
export type ListTopupsAnswer = {
  /** Id of this request. */
  request_id: string;
  payable: {
    way: 'manual' | 'stripe';
    /** A decimal in the currency of the account, with six places. */
    min: string;
    /** A decimal in the currency of the account, with six places. */
    max: string;
    /** Amounts are multiples of it. */
    step: string;
  } | null;
  topups: Topup[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

/** The state of a top-up */
export type GetTopupAnswer = {
  /** Id of this request. */
  request_id: string;
  topup: Topup;
};

/** When your saved card pays by itself */
export type GetRechargeAnswer = {
  /** Id of this request. */
  request_id: string;
  recharge: Recharge;
};

/** What calls of a path would cost, sealed for 15 minutes */
export interface GetQuoteQuery {
  /** A path or a full URL. `count` and `ids` in its query apply unless they are sent as parameters. */
  path: string;
  /** Items per page, as in the call. */
  count?: number;
  /** With the platform `all`: which ones, as in the call. */
  platforms?: string;
  /** As in the call: several ids, separated by commas. */
  ids?: string;
  /** How many calls. */
  pages?: number;
}

/** What calls of a path would cost, sealed for 15 minutes */
export type GetQuoteAnswer = {
  /** Id of this request. */
  request_id: string;
  path: string;
  unit: 'call' | 'item' | 'leg';
  /** Of a search over many platforms. */
  legs?: LegPrice[];
  /** A decimal in the currency of the account, with six places. */
  unit_price: string;
  /** Prices by how many units the account was charged for in the UTC month; null when there is one price for all. */
  tiers: {
    from: number;
    /** A decimal in the currency of the account, with six places. */
    unit_price: string;
  }[] | null;
  /** The number of units after which the tier of this price starts. */
  tier: number | null;
  /** Units that count for the tier, so far in this month; null without a key. */
  month_used: number | null;
  /** A decimal in the currency of the account, with six places. */
  minimum: string | null;
  /** What all of these calls cost at most. */
  most: string;
  /** A decimal in the currency of the account, with six places. */
  most_per_call: string;
  free_per_day: number | null;
  currency: string;
  catalog_version: number;
  /** A decimal in the currency of the account, with six places. */
  balance: string;
  /** The balance after all of these calls at their highest price; null when the balance does not cover them. */
  balance_after: string | null;
  /** How many such calls the balance, the caps and the key allow; null when a call costs nothing. */
  calls_affordable: number | null;
  caps: SpendCap[];
  /** To be sent as `x-<service>-quote` with each of these calls. */
  quote: string;
  /** RFC 3339, UTC, with milliseconds. */
  valid_until: string;
};

/** Platforms of this gateway, and whether they answer right now */
export type ListPlatformsAnswer = {
  /** Id of this request. */
  request_id: string;
  platforms: {
    platform: string;
    /** Its records are made up by the gateway, for a demonstration. */
    made_up: boolean;
    /** `ok`; `weak` when one of its providers fails; `down` when none of its providers can be asked. */
    health: 'ok' | 'weak' | 'down';
  }[];
};

/** All records of an ended collection as a file, resumable by Range */
export interface ExportCollectionQuery {
  /** `jsonl`: one record as it was sold per line. `csv`: a header line, then one record per line. */
  format?: 'jsonl' | 'csv';
  /** Only in a signed link. */
  expires?: number;
  /** Only in a signed link, in place of a key. */
  signature?: string;
}

/** All records of an ended collection as a file, resumable by Range */
export type ExportCollectionAnswer = unknown;
