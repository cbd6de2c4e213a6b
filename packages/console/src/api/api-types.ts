// Made by `npm run openapi` from openapi.json; do not edit. Types alone: nothing of this file runs.

export interface Account {
  id: string;
  name: string;
  status: 'active' | 'disabled' | 'closed';
  currency: string;
  /** A decimal in the currency of the account, with six places. */
  balance: string;
  /** A decimal in the currency of the account, with six places. */
  held: string;
  /** A decimal in the currency of the account, with six places. */
  available: string;
  rate: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
  /** Owner of the account, as shown to people. */
  title: string | null;
  /** A mail address. */
  contact: string | null;
  /** For statements. */
  billing_address: string | null;
  tax_id: string | null;
  /** Below this balance the account gets a `balance.low` event; null is the limit of the settings. */
  low_balance: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  closed_at: string | null;
}

/** One call, as operators list it. */
export interface AdminCall {
  /** Id of the call in this ledger. */
  id: string;
  request_id: string;
  account_id: string;
  account_name: string;
  key_id: string;
  key_name: string;
  project_id: string | null;
  state: 'held' | 'settled' | 'released' | 'expired';
  path: string;
  /** What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`). Always null for the role `viewer`. */
  asked: AskedCall | null;
  group: 'u1' | 'u2';
  platform: string;
  operation: string;
  variant: 'economy' | 'stable';
  catalog_version: number;
  /** The most that the call could cost; this amount was held. */
  price: string;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  refunded: string;
  /** What its attempts cost the operator. */
  cost: string;
  /** Charged, less what was refunded and what it cost. */
  margin: string;
  currency: string;
  source: 'live' | 'cache' | 'stale' | null;
  /** The code that the call ended with. */
  failure: string | null;
  /** The provider that answered, or was asked last. For a call over several platforms, the first. */
  provider: string | null;
  /** All providers that answered, one per platform. The provider that was asked last when none answered. */
  providers: string[];
  attempts: number;
  /** A walk went on at another provider, or without its former position, and repeated no item. */
  resumed: boolean;
  /** RFC 3339, UTC, with milliseconds. */
  opened_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  finished_at: string | null;
  duration_ms: number | null;
}

export interface AdminCollection {
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
  account_id: string;
  /** The request id that made it. */
  request_id: string;
  /** How long its next page has been due; null when it is not. */
  late_seconds: number | null;
  /** In a row. */
  failures: number;
}

/** A complaint, with what an operator needs to decide it. */
export interface AdminComplaint {
  id: string;
  /** The request id of the call. */
  call_id: string;
  /** What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`). Always null for the role `viewer`. */
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
  account_id: string;
  path: string;
  /** The provider of the answer; null when no provider was asked, or several were. */
  provider: string | null;
  /** All providers that delivered a part of the answer; several for a search over many platforms. */
  providers: string[];
  /** A decimal in the currency of the account, with six places. */
  cost: string;
  decided_by: string | null;
}

/** A ledger entry, with who made it. */
export interface AdminEntry {
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
  account_id: string;
  actor: string;
}

export interface AdminToken {
  id: string;
  name: string;
  role: 'owner' | 'operator' | 'viewer';
  prefix: string;
  status: 'active' | 'revoked';
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  revoked_at: string | null;
}

/** What a caller wants to pay in. */
export interface AdminTopup {
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
  account_id: string;
}

/** A watch of an account. */
export interface AdminWatch {
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
  account_id: string;
  /** How long its next run has been due; 0 up to a minute. */
  late_by_s: number;
  /** Failed runs in a row. */
  failures: number;
}

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

export interface AuditRow {
  id: string;
  /** RFC 3339, UTC, with milliseconds. */
  at: string;
  actor: string;
  action: 'account.adjustment' | 'account.close' | 'account.create' | 'account.refund' | 'account.reopen' | 'account.signup' | 'account.topup' | 'account.update' | 'catalog.publish' | 'collection.cancel' | 'collection.create' | 'collection.remove' | 'collection.update' | 'complaint.decide' | 'complaint.file' | 'dispute.reinstate' | 'dispute.withdraw' | 'grant.give' | 'invite.create' | 'invite.revoke' | 'key.create' | 'key.revoke' | 'key.rotate' | 'key.update' | 'ledger.accept_loss' | 'ledger.catch_up' | 'library.remove' | 'login_code.create' | 'payback.make' | 'payback.refuse' | 'payback.want' | 'project.create' | 'project.update' | 'provider.check' | 'provider.fault' | 'provider.resume' | 'recharge.decline' | 'recharge.plan' | 'secret.forget' | 'session.end' | 'session.open' | 'token.create' | 'token.revoke' | 'topup.order' | 'watch.create' | 'watch.feed' | 'watch.remove' | 'watch.update' | 'webhook.create' | 'webhook.remove' | 'webhook.replay' | 'webhook.rotate' | 'webhook.test';
  subject: string;
  detail: Record<string, unknown>;
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

/** One call with everything that belongs to it. */
export interface CallDetail {
  /** Id of the call in this ledger. */
  id: string;
  request_id: string;
  account_id: string;
  account_name: string;
  key_id: string;
  key_name: string;
  project_id: string | null;
  state: 'held' | 'settled' | 'released' | 'expired';
  path: string;
  /** What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`). Always null for the role `viewer`. */
  asked: AskedCall | null;
  group: 'u1' | 'u2';
  platform: string;
  operation: string;
  variant: 'economy' | 'stable';
  catalog_version: number;
  /** The most that the call could cost; this amount was held. */
  price: string;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  refunded: string;
  /** What its attempts cost the operator. */
  cost: string;
  /** Charged, less what was refunded and what it cost. */
  margin: string;
  currency: string;
  source: 'live' | 'cache' | 'stale' | null;
  /** The code that the call ended with. */
  failure: string | null;
  /** The provider that answered, or was asked last. For a call over several platforms, the first. */
  provider: string | null;
  /** All providers that answered, one per platform. The provider that was asked last when none answered. */
  providers: string[];
  attempts: number;
  /** A walk went on at another provider, or without its former position, and repeated no item. */
  resumed: boolean;
  /** RFC 3339, UTC, with milliseconds. */
  opened_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  finished_at: string | null;
  duration_ms: number | null;
  unit: 'call' | 'item' | 'leg';
  /** A decimal in the currency of the account, with six places. */
  unit_price: string;
  /** How many items are charged for; null unless the unit is `item`. */
  items: number | null;
  /** The calculation of the charge, for people; null when nothing was charged. */
  sum: string | null;
  /** True while the same request id still fetches the same answer. */
  answer_kept: boolean;
  /** Which grants paid, less what was refunded to them; the rest of the charge was ordinary money. */
  paid_from?: {
    grant: string;
    /** `promo`: given to try the service. `goodwill`: compensation for a problem. `paid`: prepaid. */
    kind: 'paid' | 'promo' | 'goodwill';
    /** A decimal in the currency of the account, with six places. */
    amount: string;
  }[];
  /** How often this request id was begun: a call that failed may be sent again. */
  openings: number;
  /** The process that began it last. */
  node: string;
  /** In the sequence in which they started. */
  tried: CostedAttempt[];
  /** Its charge and its refunds, oldest first. */
  entries: AdminEntry[];
  /** What can still be refunded of the charge. */
  refundable: string;
  complaint: AdminComplaint | null;
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

/** Sums over every call that the filters let through, not only this page. */
export interface CallTotals {
  /** Answered, and charged. */
  calls: number;
  /** Calls that were opened but not answered; they cost nothing. */
  failures: number;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  cost: string;
  /** Charged less cost; refunds are not taken off. */
  margin: string;
  currency: string;
  /** When there are too many calls to count, the sums cover calls since this time. null when all are counted. */
  counted_from: string | null;
}

/** One immutable version of the price list. */
export interface Catalog {
  version: number;
  currency: string;
  /** RFC 3339, UTC, with milliseconds. */
  effective_from: string;
  /** RFC 3339, UTC, with milliseconds. */
  published_at: string;
  published_by: string;
  note: string | null;
  endpoints: {
    path: string;
    unit: 'call' | 'item';
    /** A decimal in the currency of the account, with six places. */
    unit_price: string;
    tiers: {
      from: number;
      /** A decimal in the currency of the account, with six places. */
      unit_price: string;
    }[] | null;
    /** A decimal in the currency of the account, with six places. */
    minimum: string | null;
    free_per_day: number | null;
    summary: string | null;
    deprecated: boolean;
    /** RFC 3339, UTC, with milliseconds. */
    sunset_at: string | null;
    successor: string | null;
  }[];
  overrides: {
    account: string;
    path: string;
    /** A decimal in the currency of the account, with six places. */
    unit_price: string;
    tiers: {
      from: number;
      /** A decimal in the currency of the account, with six places. */
      unit_price: string;
    }[] | null;
    /** A decimal in the currency of the account, with six places. */
    minimum: string | null;
    free_per_day: number | null;
  }[];
}

/** What changes against the catalog that would otherwise be in force on that day. */
export interface CatalogDiff {
  added: {
    path: string;
    /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
    to: string;
  }[];
  removed: {
    path: string;
    /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
    from: string;
  }[];
  /** Other price. */
  changed: {
    path: string;
    /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
    from: string;
    /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
    to: string;
  }[];
  /** Same price, other summary, deprecation, sunset or successor. */
  reworded: string[];
  overrides: {
    added: {
      account: string;
      path: string;
      /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
      to: string;
    }[];
    removed: {
      account: string;
      path: string;
      /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
      from: string;
    }[];
    changed: {
      account: string;
      path: string;
      /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
      from: string;
      /** A price as the list has it, with its unit, tiers, minimum and allowance where it has any. */
      to: string;
    }[];
  };
}

export interface CatalogRevenueRow {
  path: string;
  calls: number;
  /** What they were charged. */
  earned: string;
  /** A decimal in the currency of the account, with six places. */
  would_earn: string;
  /** A decimal in the currency of the account, with six places. */
  difference: string;
  /** False where the price is by item, has tiers or has free calls: then what was charged is scaled by the change of the unit price. */
  is_exact: boolean;
}

export interface CatalogSummary {
  version: number;
  currency: string;
  /** RFC 3339, UTC, with milliseconds. */
  effective_from: string;
  /** RFC 3339, UTC, with milliseconds. */
  published_at: string;
  published_by: string;
  note: string | null;
  endpoint_count: number;
  override_count: number;
  state: 'in_force' | 'scheduled' | 'replaced';
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

export interface CostedAttempt {
  provider: string;
  /** The platform of this attempt, in a call over several platforms. */
  platform: string | null;
  /** Milliseconds after the hold. */
  started_ms: number;
  duration_ms: number;
  /** `ok`, `cancelled` when another attempt was faster, or the kind of failure. */
  outcome: string;
  bytes: number;
  /** A decimal in the currency of the account, with six places. */
  cost: string;
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

export interface Decision {
  kind: 'complaints' | 'provider' | 'unpriced' | 'negative_margin' | 'ledger' | 'owed' | 'duties';
  /** The provider, the path or the account; empty where there is none. */
  subject: string;
  /** The problem, in a sentence. */
  text: string;
}

/** A payment that its payer's bank took back. */
export interface Dispute {
  id: string;
  account_id: string;
  /** Of the payment. */
  reference: string;
  state: 'withdrawn' | 'reinstated';
  /** A decimal in the currency of the account, with six places. */
  applied: string;
  /** A decimal in the currency of the account, with six places. */
  taken: string;
  /** A decimal in the currency of the account, with six places. */
  owed: string;
  currency: string;
  /** RFC 3339, UTC, with milliseconds. */
  withdrawn_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  reinstated_at: string | null;
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

export interface Duty {
  /** The kind of work. */
  kind: 'webhook' | 'recharge' | 'payback' | 'statements' | 'collection' | 'watch';
  /** Of the webhook, recharge, payback, collection or watch. */
  id: string;
  /** `operator` for work of the service itself. */
  account_id: string;
  /** RFC 3339, UTC, with milliseconds. */
  due_at: string;
  /** A node works on it. */
  running: boolean;
  /** It has been due for more than a minute, and no node works on it. */
  late: boolean;
  /** Tries in a row that failed. */
  failures: number;
}

export interface DutyCounts {
  /** The kind of work. */
  kind: 'webhook' | 'recharge' | 'payback' | 'statements' | 'collection' | 'watch';
  due: number;
  /** Due for more than a minute, and no node works on it. */
  late: number;
  /** Whose last try failed. */
  failing: number;
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

/** Something with the id or name that was looked up. */
export interface Found {
  kind: 'call' | 'account' | 'key' | 'project' | 'complaint' | 'entry' | 'token' | 'session';
  /** The id as the routes of its kind accept it. */
  id: string;
  /** Its name; the request id of a call, the kind of an entry, the words of a complaint. */
  name: string;
  account_id: string | null;
  account_name: string | null;
  state: string;
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

/** A one-time link with which a person makes an account, without its code. */
export interface Invite {
  id: string;
  state: 'open' | 'used' | 'revoked' | 'expired';
  /** For whom it is; the account gets it as its title. */
  title: string | null;
  /** A mail address, for the account. */
  contact: string | null;
  /** A decimal in the currency of the account, with six places. */
  credit: string;
  currency: string;
  created_by: string;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  used_at: string | null;
  /** The account that was made with it. */
  account_id: string | null;
}

export interface KeptAnswer {
  /** As the caller got it; at most 262,144 characters. */
  text: string;
  /** Of the whole answer. */
  bytes: number;
  /** True when there is more than is shown. */
  is_cut: boolean;
}

/** An API key, without its secret. */
export interface Key {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  groups: ('u1' | 'u2')[];
  status: 'active' | 'disabled' | 'revoked';
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  last_used_at: string | null;
  addresses: string[] | null;
  rate: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
  /** A decimal in the currency of the account, with six places. */
  daily_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  monthly_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  total_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  max_call: string | null;
  platforms: string[] | null;
  operations: string[] | null;
  project_id: string | null;
  currency: string;
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

/** An API key as operators list it. */
export interface ListedKey {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  groups: ('u1' | 'u2')[];
  status: 'active' | 'disabled' | 'revoked';
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  last_used_at: string | null;
  addresses: string[] | null;
  rate: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
  /** A decimal in the currency of the account, with six places. */
  daily_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  monthly_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  total_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  max_call: string | null;
  platforms: string[] | null;
  operations: string[] | null;
  project_id: string | null;
  currency: string;
  account_name: string;
  project_name: string | null;
  /** Caps of the key and of its project, with what is left of each. */
  caps: SpendCap[];
}

/** An API key of your account, with what is spent of its caps. */
export interface OwnKey {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  groups: ('u1' | 'u2')[];
  status: 'active' | 'disabled' | 'revoked';
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  last_used_at: string | null;
  addresses: string[] | null;
  rate: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
  /** A decimal in the currency of the account, with six places. */
  daily_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  monthly_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  total_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  max_call: string | null;
  platforms: string[] | null;
  operations: string[] | null;
  project_id: string | null;
  currency: string;
  /** Caps of the key and of its project, with what is left of each. */
  caps: SpendCap[];
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

/** A part of a payment that goes back to its card. */
export interface Payback {
  id: string;
  account_id: string;
  /** The reference of the payment. */
  payment: string;
  /** A decimal in the currency of the account, with six places. */
  amount: string;
  currency: string;
  /** `wanted` until the payment provider has answered; the gateway repeats the request by itself. `refused`: back in the balance. */
  state: 'wanted' | 'made' | 'refused';
  reference: string | null;
  reason: string;
  failure: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  wanted_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  ended_at: string | null;
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

export interface PortalSession {
  id: string;
  name: string;
  /** Opened with a key, or by the operator's link. */
  by: 'key' | 'link';
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
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

/** A label on keys of one account, with caps on what they spend together. */
export interface Project {
  id: string;
  account_id: string;
  name: string;
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** A decimal in the currency of the account, with six places. */
  daily_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  monthly_cap: string | null;
  /** A decimal in the currency of the account, with six places. */
  total_cap: string | null;
  currency: string;
}

/** One configured provider and its current state. */
export interface Provider {
  name: string;
  connector: string;
  /** Its records are made up by the gateway, for a demonstration. */
  made_up: boolean;
  fault: 'none' | 'slow' | 'down' | 'refusing' | 'wrong' | null;
  platforms: {
    platform: string;
    /** In the order of preference. */
    position: number;
  }[];
  /** Paths that its mounts begin with. */
  mounts: string[];
  /** `works`; `unsteady`: more than a fifth of its last attempts failed; `failing`: all of them did; `trying`: it is asked once more after a pause; `paused`: it failed five times in a row; `suspended`: it asked not to be called; `spent`: its quota is used up; `idle`: it was not asked in the last hour. */
  status: 'works' | 'unsteady' | 'failing' | 'trying' | 'paused' | 'suspended' | 'spent' | 'idle';
  /** A decimal in the currency of the account, with six places. */
  cost: string;
  limits: {
    requests_per_second: number | null;
    in_flight_max: number | null;
    timeout_ms: number | null;
  };
  quota: {
    units: number;
    per: 'day' | 'month';
    /** Of all nodes together; null in the first moments. */
    left: number | null;
    /** RFC 3339, UTC, with milliseconds. */
    resets_at: string | null;
  } | null;
  /** Latencies are those of the last 1,000 answers within 5 minutes; null before 20. */
  health: {
    /** The breaker: `open` after five failures in a row, `half_open` when a probe is due or runs. */
    state: 'closed' | 'open' | 'half_open';
    /** Until the next probe. */
    ejected_for_ms: number;
    /** How long it still asks not to be called. */
    suspended_for_ms: number;
    /** Less than 80 % of its attempts succeed: others go first. */
    demoted: boolean;
    consecutive_failures: number;
    /** Share of successful attempts in the last 10 s; null without attempts. */
    success_rate: number | null;
    /** Attempts in the last 10 s. The next four fields cover the same time. */
    attempts: number;
    failures: number;
    /** Calls that this provider could serve. */
    calls: number;
    retries: number;
    hedges: number;
    /** How many more retries it may get now. */
    retries_left: number;
    hedges_left: number;
    p50_ms: number | null;
    p95_ms: number | null;
    p99_ms: number | null;
    hedge_after_ms: number | null;
    in_flight: number;
    /** Its last twenty that ended within an hour: what its status is derived from. */
    recent_attempts: number;
    recent_failures: number;
    last_failure: {
      kind: string;
      detail: string | null;
      /** RFC 3339, UTC, with milliseconds. */
      at: string;
    } | null;
  };
  gate: {
    /** Shrinks with overload and grows with answers. */
    in_flight_limit: number;
    running: number;
    waiting: number;
    /** Since the start. After the first, its connections are no longer used again. */
    unasked_answers: number;
  } | null;
}

export interface ProviderLight {
  provider: string;
  /** Its records are made up by the gateway, for a demonstration. */
  made_up: boolean;
  fault: 'none' | 'slow' | 'down' | 'refusing' | 'wrong' | null;
  /** `works`; `unsteady`: more than a fifth of its last attempts failed; `failing`: all of them did; `trying`: it is asked once more after a pause; `paused`: it failed five times in a row; `suspended`: it asked not to be called; `spent`: its quota is used up; `idle`: it was not asked in the last hour. */
  status: 'works' | 'unsteady' | 'failing' | 'trying' | 'paused' | 'suspended' | 'spent' | 'idle';
  /** How good or bad its status is. */
  state: 'good' | 'warn' | 'bad' | 'unknown';
  reason: string | null;
  /** Of today. */
  attempts: number;
  failures: number;
  /** A decimal in the currency of the account, with six places. */
  cost: string;
  /** A decimal in the currency of the account, with six places. */
  earned: string;
}

export interface ProviderProbe {
  provider: string;
  platform: string;
  /** `ok`, or the kind of failure. */
  outcome: string;
  items: number | null;
  /** Whether the list goes on. */
  end: string | null;
  duration_ms: number;
  /** The first title, or what went wrong. */
  detail: string | null;
}

/** Five minutes of one provider. */
export interface ProviderStep {
  /** RFC 3339, UTC, with milliseconds. */
  at: string;
  attempts: number;
  failures: number;
  /** null without attempts. */
  success_rate: number | null;
  average_ms: number | null;
  /** At most: one of 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 and 15000. */
  p95_ms: number | null;
  /** A decimal in the currency of the account, with six places. */
  cost: string;
  /** A decimal in the currency of the account, with six places. */
  earned: string;
}

/** Cost and earnings of one provider on all paths. */
export interface ProviderTotal {
  provider: string;
  attempts: number;
  failures: number;
  /** Mean duration of an attempt. */
  average_ms: number;
  /** A decimal in the currency of the account, with six places. */
  cost: string;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  margin: string;
  /** Answers of this provider that were refunded after a complaint. */
  complaints: number;
  /** Given back for them to callers. */
  refunded: string;
  /** What those answers cost: to be claimed back from the provider. */
  claim: string;
}

/** Cost and earnings of one provider on one path. */
export interface ProviderUsage {
  path: string;
  provider: string;
  attempts: number;
  failures: number;
  /** Mean duration of an attempt. */
  average_ms: number;
  /** A decimal in the currency of the account, with six places. */
  cost: string;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** A decimal in the currency of the account, with six places. */
  margin: string;
  /** Answers of this provider that were refunded after a complaint. */
  complaints: number;
  /** Given back for them to callers. */
  refunded: string;
  /** What those answers cost: to be claimed back from the provider. */
  claim: string;
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

/** One recharge, from the request to the payment. */
export interface RechargeRow {
  id: string;
  account_id: string;
  state: 'wanted' | 'charging' | 'paid' | 'declined' | 'not_needed' | 'cancelled';
  /** A decimal in the currency of the account, with six places. */
  amount: string | null;
  currency: string;
  reference: string | null;
  failure: string | null;
  /** RFC 3339, UTC, with milliseconds. */
  wanted_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  not_before: string;
  /** RFC 3339, UTC, with milliseconds. */
  ended_at: string | null;
}

/** How many days the balance of an account lasts. */
export interface Runway {
  account_id: string;
  account_name: string;
  /** A decimal in the currency of the account, with six places. */
  available: string;
  /** Mean of the last seven days. */
  spent_per_day: string;
  /** Days until the balance is spent; null when nothing is spent. */
  days: number | null;
}

/** The service as callers know it. */
export interface Service {
  /** Name of the service as people read it. */
  title: string;
  /** The origin under which callers reach the gateway. */
  public_url: string;
  /** Platforms whose records are made up, for a demonstration. */
  made_up: string[];
}

/** A sign-in at the console or the portal. */
export interface Session {
  id: string;
  kind: 'console' | 'portal';
  /** Who signed in, as the audit log names them. */
  name: string;
  role: 'owner' | 'operator' | 'viewer' | null;
  account_id: string | null;
  key_id: string | null;
  /** The token, command or key that it goes back to. */
  opened_by: string;
  status: 'live' | 'ended' | 'expired';
  /** RFC 3339, UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
  /** RFC 3339, UTC, with milliseconds. */
  ended_at: string | null;
}

/** To be solved before an account is made without an invite. */
export interface SignupPuzzle {
  challenge: string;
  /** SHA-256 of `challenge:answer` must start with this many zero bits. The answer is any text. */
  bits: number;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
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

export interface UsageSlice {
  /** A value for each dimension, in their order; empty for calls that have none. */
  groups: string[];
  /** Of accounts, keys and projects; else null. */
  names: (string | null)[];
  /** Answered, and charged. */
  calls: number;
  /** Calls that were opened but not answered; they cost nothing. */
  failures: number;
  /** A decimal in the currency of the account, with six places. */
  charged: string;
  /** What the attempts cost the operator. */
  cost: string;
  /** Charged less cost; refunds are not taken off. */
  margin: string;
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

export type ListPricesQuery = {
  /** A path or a full URL, with or without its query. */
  path?: string;
};

export type ListPricesAnswer = {
  /** Id of this request. */
  request_id: string;
  catalog_version: number;
  currency: string;
  endpoints: PricedEndpoint[];
};

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

export type ResolveUrlQuery = {
  /** An address, or a shared text with one in it. */
  url: string;
};

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

export type CheckKeyBody = {
  key: string;
};

export type CheckKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  valid: true;
  key: {
    id: string;
    name: string;
    prefix: string;
    groups: ('u1' | 'u2')[];
    status: 'active';
    /** RFC 3339, UTC, with milliseconds. */
    created_at: string;
    /** RFC 3339, UTC, with milliseconds. */
    expires_at: string | null;
  };
  account: {
    id: string;
    name: string;
    /** A decimal in the currency of the account, with six places. */
    balance: string;
    /** A decimal in the currency of the account, with six places. */
    available: string;
    currency: string;
  };
} | {
  /** Id of this request. */
  request_id: string;
  valid: false;
  reason: 'UNKNOWN' | 'REVOKED' | 'EXPIRED' | 'CLOSED' | 'DISABLED';
};

export type OpenSessionBody = {
  key?: string;
  /** From the link, behind `#code=`. */
  code?: string;
};

export type OpenSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: PortalSession | null;
  account: {
    id: string;
    name: string;
    currency: string;
  };
  /** The key with which calls are made. */
  key: {
    id: string;
    name: string;
    prefix: string;
  };
  /** Keys with which the session may make its calls instead. Empty without a session. */
  keys: {
    id: string;
    name: string;
    prefix: string;
  }[];
  /** The secret of the page: sent as `x-reelgate-page` with each request, together with the cookie. */
  page_secret: string;
};

export type GetSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: PortalSession | null;
  account: {
    id: string;
    name: string;
    currency: string;
  };
  /** The key with which calls are made. */
  key: {
    id: string;
    name: string;
    prefix: string;
  };
  /** Keys with which the session may make its calls instead. Empty without a session. */
  keys: {
    id: string;
    name: string;
    prefix: string;
  }[];
};

export type UpdateSessionBody = {
  key: string;
};

export type UpdateSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: PortalSession | null;
  account: {
    id: string;
    name: string;
    currency: string;
  };
  /** The key with which calls are made. */
  key: {
    id: string;
    name: string;
    prefix: string;
  };
  /** Keys with which the session may make its calls instead. Empty without a session. */
  keys: {
    id: string;
    name: string;
    prefix: string;
  }[];
};

export type CloseSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: PortalSession | null;
  account: {
    id: string;
    name: string;
    currency: string;
  };
  /** The key with which calls are made. */
  key: {
    id: string;
    name: string;
    prefix: string;
  };
  /** Keys with which the session may make its calls instead. Empty without a session. */
  keys: {
    id: string;
    name: string;
    prefix: string;
  }[];
};

export type GetSignupAnswer = {
  /** Id of this request. */
  request_id: string;
  mode: 'off' | 'invite' | 'open';
  /** Credit that a new account gets; null when it gets none. */
  credit: string | null;
  currency: string;
  puzzle: SignupPuzzle | null;
};

export type SignUpBody = {
  /** Must be 1 to 64 letters, digits, dots, hyphens and underscores, without a dot at its end. No other account has it, in upper or lower case. */
  name: string;
  /** A mail address. */
  contact?: string;
  /** From the operator's link, behind `#invite=`. */
  invite?: string;
  /** Of the puzzle, where there is no invite. */
  challenge?: string;
  /** To the puzzle. */
  answer?: string;
};

export type SignUpAnswer = {
  /** Id of this request. */
  request_id: string;
  session: PortalSession | null;
  account: {
    id: string;
    name: string;
    currency: string;
  };
  /** The key with which calls are made. */
  key: {
    id: string;
    name: string;
    prefix: string;
  };
  /** Keys with which the session may make its calls instead. Empty without a session. */
  keys: {
    id: string;
    name: string;
    prefix: string;
  }[];
  /** The secret of the page: sent as `x-reelgate-page` with each request, together with the cookie. */
  page_secret: string;
  /** Shown this once; only its hash is stored. */
  secret: string;
};

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

export type ListKeysAnswer = {
  /** Id of this request. */
  request_id: string;
  keys: OwnKey[];
  /** Whether you may make keys by yourself, with this key. */
  may_create: boolean;
  /** You may make a key while your account has fewer unrevoked keys than this. */
  keys_max: number;
};

export type CreateKeyBody = {
  name: string;
  groups?: ('u1' | 'u2')[];
  /** RFC 3339. */
  expires_at?: string | null;
  addresses?: string[] | null;
  /** A decimal string with at most six places. */
  daily_cap?: string | null;
  /** A decimal string with at most six places. */
  monthly_cap?: string | null;
  /** A decimal string with at most six places. */
  total_cap?: string | null;
  /** A decimal string with at most six places. */
  max_call?: string | null;
  platforms?: string[] | null;
  operations?: string[] | null;
};

export type CreateKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
  /** Shown this once; only its hash is stored. */
  secret: string;
};

export type RenameKeyBody = {
  name: string;
};

export type RenameKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
};

export type RotateKeyBody = {
  grace_seconds?: number;
};

export type RotateKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
  /** Shown this once; only its hash is stored. */
  secret: string;
  /** RFC 3339, UTC, with milliseconds. */
  previous_valid_until: string;
};

export type RevokeKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
};

export type GetUsageQuery = {
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  by?: 'day' | 'path' | 'key';
};

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

export type SliceUsageQuery = {
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  /** One dimension, or two separated by a comma. */
  by?: string;
};

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

export type ListPriceChangesAnswer = {
  /** Id of this request. */
  request_id: string;
  currency: string;
  changes: PriceChange[];
};

export type ListEntriesQuery = {
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
};

export type ListEntriesAnswer = {
  /** Id of this request. */
  request_id: string;
  entries: Entry[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type ListGrantsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
};

export type ListGrantsAnswer = {
  /** Id of this request. */
  request_id: string;
  grants: Grant[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type ListStatementsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
};

export type ListStatementsAnswer = {
  /** Id of this request. */
  request_id: string;
  statements: StatementSummary[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type GetStatementQuery = {
  /** Format of the answer; `html` is a page to print. */
  format?: 'json' | 'csv' | 'html';
};

export type GetStatementAnswer = {
  /** Id of this request. */
  request_id: string;
  statement: Statement;
};

export type ListEventsQuery = {
  /** Only events with a higher number; 0 for the oldest that are kept. */
  after?: number;
  /** Only events with a lower number, and then the newest first. 999999999999999 begins with the newest of all. */
  before?: number;
  limit?: number;
  /** Seconds to wait when there is no event yet, at most 25. The answer may be empty: ask again. */
  wait?: number;
};

export type ListEventsAnswer = {
  /** Id of this request. */
  request_id: string;
  events: Event[];
  /** Send it as `after` next time: the number of the last event in this answer, or the `after` of this request when there is no event. */
  last_sequence: number;
};

export type ListWebhooksAnswer = {
  /** Id of this request. */
  request_id: string;
  webhooks: Webhook[];
  /** How many an account may have. */
  webhooks_max: number;
};

export type CreateWebhookBody = {
  /** Where events are sent, with https. */
  url: string;
};

export type CreateWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
  /** Verifies signatures, as Standard Webhooks says. Shown this once. */
  secret: string;
};

export type RemoveWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  removed: boolean;
};

export type TestWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
};

export type ReplayWebhookBody = {
  /** Every event with a higher number is sent again; 0 for all that are kept. */
  after: number;
};

export type ReplayWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
};

export type RotateWebhookBody = {
  /** How long events are signed with both secrets. */
  grace_seconds?: number;
};

export type RotateWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
  /** Verifies signatures, as Standard Webhooks says. Shown this once. */
  secret: string;
  /** RFC 3339, UTC, with milliseconds. */
  previous_valid_until: string;
};

export type ListWatchesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  state?: 'active' | 'paused' | 'ended';
};

export type ListWatchesAnswer = {
  /** Id of this request. */
  request_id: string;
  watches: Watch[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
  /** How many an account may have that have not ended. */
  watches_max: number;
};

export type CreateWatchBody = {
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
};

export type CreateWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
  /** False: this request id had made this watch before. */
  created: boolean;
};

export type GetWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

export type UpdateWatchBody = {
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
};

export type UpdateWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

export type RemoveWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  removed: boolean;
};

export type RunWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

export type ListWatchRunsAnswer = {
  /** Id of this request. */
  request_id: string;
  /** The newest first; the last 100 are kept. */
  runs: WatchRun[];
};

export type ListWatchItemsQuery = {
  /** Only items with a higher number; 0 for the oldest that are kept. */
  after?: number;
  limit?: number;
  /** Seconds to wait when there is no such item yet, at most 25. The answer may be empty: ask again. */
  wait?: number;
};

export type ListWatchItemsAnswer = {
  /** Id of this request. */
  request_id: string;
  items: WatchItem[];
  /** Send it as `after` next time: the number of the last item in this answer, or the `after` of this request when there is no item. */
  next: number;
};

export type ListWatchPicturesQuery = {
  /** Only items with a higher number; 0 for the oldest that are kept. */
  after?: number;
  limit?: number;
};

export type ListWatchPicturesAnswer = {
  /** Id of this request. */
  request_id: string;
  /** None where the operator has switched them off. */
  pictures: Picture[];
};

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

export type RemoveWatchFeedAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: Watch;
};

export type ListRequestsQuery = {
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
};

export type ListRequestsAnswer = {
  /** Id of this request. */
  request_id: string;
  calls: CallReceipt[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
  /** A page reads a bounded number of calls, so it may be short or empty. No call that ended after this time is missing. null at the end of the list. */
  searched_to: string | null;
};

export type GetRequestAnswer = {
  /** Id of this request. */
  request_id: string;
  call: CallReceipt;
  complaint: Complaint | null;
};

export type ListRequestRecordsAnswer = {
  /** Id of this request. */
  request_id: string;
  /** What was asked, and so what the records are. */
  operation: string;
  items: {
    id: string;
  }[];
};

export type ListRequestPicturesAnswer = {
  /** Id of this request. */
  request_id: string;
  /** None where the operator has switched them off. */
  pictures: Picture[];
};

export type FileComplaintBody = {
  /** What is wrong with the answer, in at most 1,000 characters. */
  reason: string;
};

export type FileComplaintAnswer = {
  /** Id of this request. */
  request_id: string;
  complaint: Complaint;
};

export type GetComplaintAnswer = {
  /** Id of this request. */
  request_id: string;
  complaint: Complaint;
};

export type CreateCollectionBody = {
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
};

export type CreateCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
  /** False: this request id had made this collection before. */
  created: boolean;
};

export type ListCollectionsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
};

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

export type GetCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
};

export type UpdateCollectionBody = {
  name?: string | null;
  /** Not below what is charged already, with the page that is being fetched. */
  budget?: string;
  items_max?: number;
  /** `this`: from now on it runs with the key of this request, of the same account, which must have the right to it. A collection that ended with its key (`end` is `key`) goes on where it stopped, until its items expire. */
  key?: 'this';
};

export type UpdateCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
};

export type RemoveCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  removed: boolean;
};

export type CancelCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: Collection;
};

export type ListCollectionItemsQuery = {
  /** Items with a higher number are answered. */
  after?: number;
  limit?: number;
};

export type ListCollectionItemsAnswer = {
  /** Id of this request. */
  request_id: string;
  items: FoundItem[];
  /** Send it as `after` for the next items; null when the collection has ended and these are its last items. */
  next: number | null;
};

export type ListCollectionPicturesQuery = {
  /** Items with a higher number are answered. */
  after?: number;
  limit?: number;
};

export type ListCollectionPicturesAnswer = {
  /** Id of this request. */
  request_id: string;
  /** None where the operator has switched them off. */
  pictures: Picture[];
};

export type CreateExportLinkBody = {
  format?: 'jsonl' | 'csv';
  expires_in_seconds?: number;
};

export type CreateExportLinkAnswer = {
  /** Id of this request. */
  request_id: string;
  /** Whoever has it can read the export without a key. It works in a browser, curl and DuckDB. */
  url: string;
  format: 'jsonl' | 'csv';
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
};

export type CreateTopupBody = {
  /** A decimal string with at most six places. */
  amount: string;
  /** Keep the card at its provider, for recharges. */
  save_card?: boolean;
};

export type CreateTopupAnswer = {
  /** Id of this request. */
  request_id: string;
  topup: Topup;
};

export type ListTopupsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
};

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

export type GetTopupAnswer = {
  /** Id of this request. */
  request_id: string;
  topup: Topup;
};

export type GetRechargeAnswer = {
  /** Id of this request. */
  request_id: string;
  recharge: Recharge;
};

export type SetRechargeBody = {
  /** A decimal string with at most six places. */
  below: string;
  /** A decimal string with at most six places. */
  up_to: string;
  /** A decimal string with at most six places. */
  month_max: string;
};

export type SetRechargeAnswer = {
  /** Id of this request. */
  request_id: string;
  recharge: Recharge;
};

export type EndRechargeAnswer = {
  /** Id of this request. */
  request_id: string;
  recharge: Recharge;
};

export type GetQuoteQuery = {
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
};

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

export type AdminListAccountsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** A part of the name, in whatever case, or the id. */
  search?: string;
};

export type AdminListAccountsAnswer = {
  /** Id of this request. */
  request_id: string;
  accounts: Account[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminCreateAccountBody = {
  /** Must be 1 to 64 letters, digits, dots, hyphens and underscores, without a dot at its end. No other account has it, in upper or lower case. */
  name: string;
  rate?: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
};

export type AdminCreateAccountAnswer = {
  /** Id of this request. */
  request_id: string;
  account: Account;
};

export type AdminGetAccountAnswer = {
  /** Id of this request. */
  request_id: string;
  account: Account;
};

export type AdminUpdateAccountBody = {
  /** Must be 1 to 64 letters, digits, dots, hyphens and underscores, without a dot at its end. No other account has it, in upper or lower case. */
  name?: string;
  status?: 'active' | 'disabled';
  rate?: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
  title?: string | null;
  /** A mail address. */
  contact?: string | null;
  /** A few lines, for statements. */
  billing_address?: string | null;
  /** For statements. */
  tax_id?: string | null;
  /** Below this balance the account gets a `balance.low` event; 0 turns it off, null is the limit of the settings. */
  low_balance?: string | null;
};

export type AdminUpdateAccountAnswer = {
  /** Id of this request. */
  request_id: string;
  account: Account;
};

export type AdminCloseAccountAnswer = {
  /** Id of this request. */
  request_id: string;
  account: Account;
};

export type AdminReopenAccountAnswer = {
  /** Id of this request. */
  request_id: string;
  account: Account;
};

export type AdminTopUpBody = {
  /** A decimal string with at most six places. */
  amount: string;
  reference: string;
  reason?: string;
};

export type AdminTopUpAnswer = {
  /** Id of this request. */
  request_id: string;
  entry: AdminEntry;
  /** True when this very entry was made before and nothing was added. */
  duplicate: boolean;
};

export type AdminRefundBody = {
  request_id: string;
  /** A decimal string with at most six places. */
  amount?: string;
  /** Your own name for this change: sent again, it is not made a second time. */
  reference?: string;
  reason: string;
};

export type AdminRefundAnswer = {
  /** Id of this request. */
  request_id: string;
  entry: AdminEntry;
  /** True when this very entry was made before and nothing was added. */
  duplicate: boolean;
};

export type AdminAdjustBody = {
  /** A decimal string with at most six places; negative takes money away. */
  amount: string;
  /** Your own name for this change: sent again, it is not made a second time. */
  reference?: string;
  reason: string;
};

export type AdminAdjustAnswer = {
  /** Id of this request. */
  request_id: string;
  entry: AdminEntry;
  /** True when this very entry was made before and nothing was added. */
  duplicate: boolean;
};

export type AdminListEntriesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  kind?: 'topup' | 'charge' | 'refund' | 'adjustment';
};

export type AdminListEntriesAnswer = {
  /** Id of this request. */
  request_id: string;
  entries: AdminEntry[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminListGrantsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
};

export type AdminListGrantsAnswer = {
  /** Id of this request. */
  request_id: string;
  grants: Grant[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminGiveGrantBody = {
  kind: 'paid' | 'promo' | 'goodwill';
  /** A decimal string with at most six places. */
  amount: string;
  /** RFC 3339. */
  expires_at?: string;
  /** The lowest number is spent first. Default: 10 for promo, 20 for goodwill, 30 for paid. */
  priority?: number;
  /** Your own name for this change: sent again, it is not made a second time. */
  reference?: string;
  reason: string;
};

export type AdminGiveGrantAnswer = {
  /** Id of this request. */
  request_id: string;
  grant: Grant;
  /** True when it was given before, and nothing was added. */
  duplicate: boolean;
};

export type AdminListStatementsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  /** A UTC month. */
  month?: string;
};

export type AdminListStatementsAnswer = {
  /** Id of this request. */
  request_id: string;
  statements: StatementSummary[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminGetStatementQuery = {
  /** Format of the answer; `html` is a page to print. */
  format?: 'json' | 'csv' | 'html';
};

export type AdminGetStatementAnswer = {
  /** Id of this request. */
  request_id: string;
  statement: Statement;
};

export type AdminGetRequestAnswer = {
  /** Id of this request. */
  request_id: string;
  call: CallReceipt;
};

export type AdminListCallsQuery = {
  /** A UTC day such as 2026-11-15, or an RFC 3339 time. Included. */
  from?: string;
  /** A UTC day such as 2026-11-15, or an RFC 3339 time. A day is included, a time is not. */
  to?: string;
  /** Id or name of the account. */
  account?: string;
  key?: string;
  path?: string;
  platform?: string;
  /** A provider that was asked, whether or not it answered. */
  provider?: string;
  state?: 'held' | 'settled' | 'released' | 'expired';
  /** Id of a collection or a watch: only the calls that were made for it. If it was removed, `account` is needed too. */
  of?: string;
  /** The code that calls ended with. */
  failure?: string;
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** The `newer_cursor` of an earlier answer: only calls that ended since, or run. */
  after?: string;
  /** Adds the sums. */
  totals?: boolean;
  /** Format of the answer. It takes precedence over the Accept header. */
  format?: 'json' | 'csv';
};

export type AdminListCallsAnswer = {
  /** Id of this request. */
  request_id: string;
  /** RFC 3339, UTC, with milliseconds. */
  now: string;
  calls: AdminCall[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
  /** Send it as `after` to get newer calls. A call may be listed twice, with the same id. */
  newer_cursor: string;
  /** A page reads a bounded number of calls, so it may be short or empty. No call that ended after this time is missing. null at the end of the list. */
  searched_to: string | null;
  running: number;
  totals: CallTotals | null;
};

export type AdminGetCallAnswer = {
  /** Id of this request. */
  request_id: string;
  call: CallDetail;
};

export type AdminListHoldsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
};

export type AdminListHoldsAnswer = {
  /** Id of this request. */
  request_id: string;
  holds: AdminCall[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminLookUpQuery = {
  id: string;
};

export type AdminLookUpAnswer = {
  /** Id of this request. */
  request_id: string;
  /** Empty when nothing has this id or name. */
  found: Found[];
};

export type AdminListKeysQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  /** A part of the name, in whatever case, or the id. */
  search?: string;
};

export type AdminListKeysAnswer = {
  /** Id of this request. */
  request_id: string;
  keys: ListedKey[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminCreateKeyBody = {
  /** Id or name of the account. */
  account: string;
  name: string;
  groups?: ('u1' | 'u2')[];
  /** RFC 3339. */
  expires_at?: string | null;
  addresses?: string[] | null;
  rate?: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
  /** A decimal string with at most six places. */
  daily_cap?: string | null;
  /** A decimal string with at most six places. */
  monthly_cap?: string | null;
  /** A decimal string with at most six places. */
  total_cap?: string | null;
  /** A decimal string with at most six places. */
  max_call?: string | null;
  platforms?: string[] | null;
  operations?: string[] | null;
  project?: string | null;
};

export type AdminCreateKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
  /** Shown this once; only its hash is stored. */
  secret: string;
};

export type AdminGetKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
  /** Caps of the key and of its project, with what is left of each. */
  caps: SpendCap[];
};

export type AdminUpdateKeyBody = {
  name?: string;
  status?: 'active' | 'disabled';
  groups?: ('u1' | 'u2')[];
  /** RFC 3339. */
  expires_at?: string | null;
  addresses?: string[] | null;
  rate?: {
    requests: number;
    per_seconds: number;
    concurrent: number;
  } | null;
  /** A decimal string with at most six places. */
  daily_cap?: string | null;
  /** A decimal string with at most six places. */
  monthly_cap?: string | null;
  /** A decimal string with at most six places. */
  total_cap?: string | null;
  /** A decimal string with at most six places. */
  max_call?: string | null;
  platforms?: string[] | null;
  operations?: string[] | null;
  project?: string | null;
};

export type AdminUpdateKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
};

export type AdminRotateKeyBody = {
  grace_seconds?: number;
};

export type AdminRotateKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
  /** Shown this once; only its hash is stored. */
  secret: string;
  /** RFC 3339, UTC, with milliseconds. */
  previous_valid_until: string;
};

export type AdminRevokeKeyAnswer = {
  /** Id of this request. */
  request_id: string;
  key: Key;
};

export type AdminListProjectsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
};

export type AdminListProjectsAnswer = {
  /** Id of this request. */
  request_id: string;
  projects: Project[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminCreateProjectBody = {
  /** Id or name of the account. */
  account: string;
  name: string;
  /** A decimal string with at most six places. */
  daily_cap?: string | null;
  /** A decimal string with at most six places. */
  monthly_cap?: string | null;
  /** A decimal string with at most six places. */
  total_cap?: string | null;
};

export type AdminCreateProjectAnswer = {
  /** Id of this request. */
  request_id: string;
  project: Project;
  caps: SpendCap[];
};

export type AdminGetProjectAnswer = {
  /** Id of this request. */
  request_id: string;
  project: Project;
  caps: SpendCap[];
};

export type AdminUpdateProjectBody = {
  name?: string;
  /** A decimal string with at most six places. */
  daily_cap?: string | null;
  /** A decimal string with at most six places. */
  monthly_cap?: string | null;
  /** A decimal string with at most six places. */
  total_cap?: string | null;
};

export type AdminUpdateProjectAnswer = {
  /** Id of this request. */
  request_id: string;
  project: Project;
  caps: SpendCap[];
};

export type AdminListComplaintsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  state?: 'waiting' | 'refunded' | 'refused';
};

export type AdminListComplaintsAnswer = {
  /** Id of this request. */
  request_id: string;
  complaints: AdminComplaint[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminGetComplaintAnswer = {
  /** Id of this request. */
  request_id: string;
  complaint: AdminComplaint;
};

export type AdminGetComplaintCaseAnswer = {
  /** Id of this request. */
  request_id: string;
  complaint: AdminComplaint;
  account: {
    id: string;
    name: string;
  };
  call: CallReceipt | null;
  answer: KeptAnswer | null;
};

export type AdminDecideComplaintBody = {
  decision: 'refund' | 'refuse';
  reason: string;
};

export type AdminDecideComplaintAnswer = {
  /** Id of this request. */
  request_id: string;
  complaint: AdminComplaint;
};

export type AdminListEventsQuery = {
  /** Id or name of the account. */
  account?: string;
  /** Only events with a higher number; 0 for the oldest that are kept. */
  after?: number;
  /** Only events with a lower number, and then the newest first. 999999999999999 begins with the newest of all. */
  before?: number;
  limit?: number;
};

export type AdminListEventsAnswer = {
  /** Id of this request. */
  request_id: string;
  events: Event[];
  /** Send it as `after` next time: the number of the last event in this answer, or the `after` of this request when there is no event. */
  last_sequence: number;
};

export type AdminListWebhooksQuery = {
  /** Id or name of the account. */
  account?: string;
};

export type AdminListWebhooksAnswer = {
  /** Id of this request. */
  request_id: string;
  webhooks: Webhook[];
  /** How many an account may have. */
  webhooks_max: number;
};

export type AdminCreateWebhookBody = {
  /** Id or name of the account. */
  account?: string;
  /** Where events are sent, with https. */
  url: string;
};

export type AdminCreateWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
  /** Verifies signatures, as Standard Webhooks says. Shown this once. */
  secret: string;
};

export type AdminRemoveWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  removed: boolean;
};

export type AdminTestWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
};

export type AdminReplayWebhookBody = {
  /** Every event with a higher number is sent again; 0 for all that are kept. */
  after: number;
};

export type AdminReplayWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
};

export type AdminRotateWebhookBody = {
  /** How long events are signed with both secrets. */
  grace_seconds?: number;
};

export type AdminRotateWebhookAnswer = {
  /** Id of this request. */
  request_id: string;
  webhook: Webhook;
  /** Verifies signatures, as Standard Webhooks says. Shown this once. */
  secret: string;
  /** RFC 3339, UTC, with milliseconds. */
  previous_valid_until: string;
};

export type AdminListWatchesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  state?: 'active' | 'paused' | 'ended';
  /** Only watches whose next run has been due for more than a minute. */
  late?: boolean;
};

export type AdminListWatchesAnswer = {
  /** Id of this request. */
  request_id: string;
  watches: AdminWatch[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminGetWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: AdminWatch;
  /** The newest first; the last 100 are kept. */
  runs: WatchRun[];
};

export type AdminPauseWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: AdminWatch;
};

export type AdminResumeWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: AdminWatch;
};

export type AdminEndWatchAnswer = {
  /** Id of this request. */
  request_id: string;
  watch: AdminWatch;
};

export type AdminListCollectionsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  state?: 'queued' | 'running' | 'waiting' | 'done' | 'stopped' | 'failed';
  /** Only those whose next page has been due for more than a minute. */
  late?: boolean;
};

export type AdminListCollectionsAnswer = {
  /** Id of this request. */
  request_id: string;
  collections: AdminCollection[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminGetCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: AdminCollection;
};

export type AdminStopCollectionAnswer = {
  /** Id of this request. */
  request_id: string;
  collection: AdminCollection;
};

export type AdminGetCatalogAnswer = {
  /** Id of this request. */
  request_id: string;
  catalog: Catalog;
};

export type AdminListCatalogVersionsAnswer = {
  /** Id of this request. */
  request_id: string;
  versions: CatalogSummary[];
};

export type AdminPublishCatalogBody = {
  /** Must be the currency of this deployment. */
  currency?: string;
  /** RFC 3339. */
  effective_from?: string;
  note?: string | null;
  endpoints: {
    /** A path in which `*` stands for exactly one segment. */
    path: string;
    /** What one unit is: a call, or an item of its answer. */
    unit?: 'call' | 'item';
    /** A decimal string with at most six places. Required without `tiers`; with them it must equal the price of the first tier. */
    unit_price?: string;
    /** Prices by how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier starts at 0, and prices may only fall. */
    tiers?: {
      /** The tier applies after this many charged units in the month. */
      from: number;
      /** A decimal string with at most six places. */
      unit_price: string;
    }[] | null;
    /** The least that a call costs, where the unit is `item`. */
    minimum?: string | null;
    /** Number of free calls per account and UTC day. */
    free_per_day?: number | null;
    summary?: string | null;
    deprecated?: boolean;
    /** RFC 3339. */
    sunset_at?: string | null;
    /** A path in which `*` stands for exactly one segment. */
    successor?: string | null;
  }[];
  /** Agreed prices. Without this field those in force stay. */
  overrides?: {
    /** Id or name of the account. */
    account: string;
    /** A path in which `*` stands for exactly one segment. */
    path: string;
    /** A decimal string with at most six places. Required without `tiers`; with them it must equal the price of the first tier. */
    unit_price?: string;
    /** Prices by how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier starts at 0, and prices may only fall. */
    tiers?: {
      /** The tier applies after this many charged units in the month. */
      from: number;
      /** A decimal string with at most six places. */
      unit_price: string;
    }[] | null;
    /** The least that a call costs, where the unit is `item`. */
    minimum?: string | null;
    /** Number of free calls per account and UTC day. */
    free_per_day?: number | null;
  }[];
  /** `replace`: this is the whole list. `merge`: only these rows change. `add`: only rows that are new are added. */
  mode?: 'replace' | 'merge' | 'add';
  /** What happens to scheduled versions: `keep` publishes them again after this one, `cancel` drops them. */
  scheduled?: 'keep' | 'cancel';
};

export type AdminPublishCatalogAnswer = {
  /** Id of this request. */
  request_id: string;
  catalog: Catalog;
  diff: CatalogDiff;
  /** Versions that were to come into force later. */
  scheduled: {
    version: number;
    /** RFC 3339, UTC, with milliseconds. */
    effective_from: string;
    /** false when this publication cancels it. */
    kept: boolean;
  }[];
  /** Configured paths without a price: they are not served. */
  unpriced: string[];
  /** Priced patterns that fit no configured path. */
  unused: string[];
};

export type AdminGetCatalogVersionAnswer = {
  /** Id of this request. */
  request_id: string;
  catalog: Catalog;
};

export type AdminDiffCatalogBody = {
  /** Must be the currency of this deployment. */
  currency?: string;
  /** RFC 3339. */
  effective_from?: string;
  note?: string | null;
  endpoints: {
    /** A path in which `*` stands for exactly one segment. */
    path: string;
    /** What one unit is: a call, or an item of its answer. */
    unit?: 'call' | 'item';
    /** A decimal string with at most six places. Required without `tiers`; with them it must equal the price of the first tier. */
    unit_price?: string;
    /** Prices by how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier starts at 0, and prices may only fall. */
    tiers?: {
      /** The tier applies after this many charged units in the month. */
      from: number;
      /** A decimal string with at most six places. */
      unit_price: string;
    }[] | null;
    /** The least that a call costs, where the unit is `item`. */
    minimum?: string | null;
    /** Number of free calls per account and UTC day. */
    free_per_day?: number | null;
    summary?: string | null;
    deprecated?: boolean;
    /** RFC 3339. */
    sunset_at?: string | null;
    /** A path in which `*` stands for exactly one segment. */
    successor?: string | null;
  }[];
  /** Agreed prices. Without this field those in force stay. */
  overrides?: {
    /** Id or name of the account. */
    account: string;
    /** A path in which `*` stands for exactly one segment. */
    path: string;
    /** A decimal string with at most six places. Required without `tiers`; with them it must equal the price of the first tier. */
    unit_price?: string;
    /** Prices by how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier starts at 0, and prices may only fall. */
    tiers?: {
      /** The tier applies after this many charged units in the month. */
      from: number;
      /** A decimal string with at most six places. */
      unit_price: string;
    }[] | null;
    /** The least that a call costs, where the unit is `item`. */
    minimum?: string | null;
    /** Number of free calls per account and UTC day. */
    free_per_day?: number | null;
  }[];
  /** `replace`: this is the whole list. `merge`: only these rows change. `add`: only rows that are new are added. */
  mode?: 'replace' | 'merge' | 'add';
  /** What happens to scheduled versions: `keep` publishes them again after this one, `cancel` drops them. */
  scheduled?: 'keep' | 'cancel';
};

export type AdminDiffCatalogAnswer = {
  /** Id of this request. */
  request_id: string;
  /** RFC 3339, UTC, with milliseconds. */
  effective_from: string;
  diff: CatalogDiff;
  /** Versions that were to come into force later. */
  scheduled: {
    version: number;
    /** RFC 3339, UTC, with milliseconds. */
    effective_from: string;
    /** false when this publication cancels it. */
    kept: boolean;
  }[];
  /** Configured paths without a price: they are not served. */
  unpriced: string[];
  /** Priced patterns that fit no configured path. */
  unused: string[];
};

export type AdminGetCatalogRevenueBody = {
  /** Must be the currency of this deployment. */
  currency?: string;
  /** RFC 3339. */
  effective_from?: string;
  note?: string | null;
  endpoints: {
    /** A path in which `*` stands for exactly one segment. */
    path: string;
    /** What one unit is: a call, or an item of its answer. */
    unit?: 'call' | 'item';
    /** A decimal string with at most six places. Required without `tiers`; with them it must equal the price of the first tier. */
    unit_price?: string;
    /** Prices by how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier starts at 0, and prices may only fall. */
    tiers?: {
      /** The tier applies after this many charged units in the month. */
      from: number;
      /** A decimal string with at most six places. */
      unit_price: string;
    }[] | null;
    /** The least that a call costs, where the unit is `item`. */
    minimum?: string | null;
    /** Number of free calls per account and UTC day. */
    free_per_day?: number | null;
    summary?: string | null;
    deprecated?: boolean;
    /** RFC 3339. */
    sunset_at?: string | null;
    /** A path in which `*` stands for exactly one segment. */
    successor?: string | null;
  }[];
  /** Agreed prices. Without this field those in force stay. */
  overrides?: {
    /** Id or name of the account. */
    account: string;
    /** A path in which `*` stands for exactly one segment. */
    path: string;
    /** A decimal string with at most six places. Required without `tiers`; with them it must equal the price of the first tier. */
    unit_price?: string;
    /** Prices by how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier starts at 0, and prices may only fall. */
    tiers?: {
      /** The tier applies after this many charged units in the month. */
      from: number;
      /** A decimal string with at most six places. */
      unit_price: string;
    }[] | null;
    /** The least that a call costs, where the unit is `item`. */
    minimum?: string | null;
    /** Number of free calls per account and UTC day. */
    free_per_day?: number | null;
  }[];
  /** `replace`: this is the whole list. `merge`: only these rows change. `add`: only rows that are new are added. */
  mode?: 'replace' | 'merge' | 'add';
  /** What happens to scheduled versions: `keep` publishes them again after this one, `cancel` drops them. */
  scheduled?: 'keep' | 'cancel';
};

export type AdminGetCatalogRevenueAnswer = {
  /** Id of this request. */
  request_id: string;
  from: string;
  to: string;
  currency: string;
  rows: CatalogRevenueRow[];
  total: {
    calls: number;
    /** A decimal in the currency of the account, with six places. */
    earned: string;
    /** A decimal in the currency of the account, with six places. */
    would_earn: string;
    /** A decimal in the currency of the account, with six places. */
    difference: string;
  };
};

export type AdminGetUsageQuery = {
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  by?: 'day' | 'path' | 'key';
  /** Id or name of the account. */
  account?: string;
};

export type AdminGetUsageAnswer = {
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

export type AdminGetProviderUsageQuery = {
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  /** Id or name of the account. */
  account?: string;
};

export type AdminGetProviderUsageAnswer = {
  /** Id of this request. */
  request_id: string;
  from: string;
  to: string;
  currency: string;
  rows: ProviderUsage[];
  providers: ProviderTotal[];
  totals: {
    attempts: number;
    failures: number;
    /** Mean duration of an attempt. */
    average_ms: number;
    /** A decimal in the currency of the account, with six places. */
    cost: string;
    /** A decimal in the currency of the account, with six places. */
    charged: string;
    /** A decimal in the currency of the account, with six places. */
    margin: string;
    /** Answers of this provider that were refunded after a complaint. */
    complaints: number;
    /** Given back for them to callers. */
    refunded: string;
    /** What those answers cost: to be claimed back from the provider. */
    claim: string;
  };
};

export type AdminSliceUsageQuery = {
  /** First UTC day, included. */
  from?: string;
  /** Last UTC day, included. */
  to?: string;
  /** One dimension, or two separated by a comma. */
  by?: string;
  /** Id or name of the account. */
  account?: string;
  /** Format of the answer. It takes precedence over the Accept header. */
  format?: 'json' | 'csv';
};

export type AdminSliceUsageAnswer = {
  /** Id of this request. */
  request_id: string;
  from: string;
  to: string;
  by: ('hour' | 'day' | 'account' | 'key' | 'project' | 'platform' | 'path' | 'provider' | 'failure')[];
  currency: string;
  rows: UsageSlice[];
  totals: {
    /** Answered, and charged. */
    calls: number;
    /** Calls that were opened but not answered; they cost nothing. */
    failures: number;
    /** A decimal in the currency of the account, with six places. */
    charged: string;
    /** What the attempts cost the operator. */
    cost: string;
    /** Charged less cost; refunds are not taken off. */
    margin: string;
  };
  /** True when there are more rows than are shown. */
  is_cut: boolean;
};

export type AdminListProvidersAnswer = {
  /** Id of this request. */
  request_id: string;
  /** RFC 3339, UTC, with milliseconds. */
  now: string;
  currency: string;
  /** That share this listener: 1, or its workers. */
  processes: number;
  /** Processes that answered. Counts are sums over them; states and latencies are the worst of them. */
  processes_answered: number;
  providers: Provider[];
};

export type AdminResumeProviderAnswer = {
  /** Id of this request. */
  request_id: string;
  provider: string;
  resumed: boolean;
};

export type AdminSetProviderFaultBody = {
  /** `none`: it answers; `slow`: each answer takes 8 seconds; `down`: it answers with an error; `refusing`: it refuses every request; `wrong`: its answers have records without ids, which the gateway does not sell. */
  fault: 'none' | 'slow' | 'down' | 'refusing' | 'wrong';
};

export type AdminSetProviderFaultAnswer = {
  /** Id of this request. */
  request_id: string;
  provider: string;
  fault: 'none' | 'slow' | 'down' | 'refusing' | 'wrong';
};

export type AdminGetProviderHistoryAnswer = {
  /** Id of this request. */
  request_id: string;
  provider: string;
  currency: string;
  /** 288 full steps and the current one, oldest first. */
  steps: ProviderStep[];
  /** Caps, known gaps and freshness of each of its operations, as callers are told. */
  coverage: {
    operation: string;
    coverage: Coverage;
  }[];
};

export type AdminCheckProviderBody = {
  keyword?: string;
};

export type AdminCheckProviderAnswer = {
  /** Id of this request. */
  request_id: string;
  provider: string;
  ok: boolean;
  /** Empty for a provider that has no search. */
  checks: ProviderProbe[];
};

export type AdminListAuditQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  subject?: string;
  action?: 'account.adjustment' | 'account.close' | 'account.create' | 'account.refund' | 'account.reopen' | 'account.signup' | 'account.topup' | 'account.update' | 'catalog.publish' | 'collection.cancel' | 'collection.create' | 'collection.remove' | 'collection.update' | 'complaint.decide' | 'complaint.file' | 'dispute.reinstate' | 'dispute.withdraw' | 'grant.give' | 'invite.create' | 'invite.revoke' | 'key.create' | 'key.revoke' | 'key.rotate' | 'key.update' | 'ledger.accept_loss' | 'ledger.catch_up' | 'library.remove' | 'login_code.create' | 'payback.make' | 'payback.refuse' | 'payback.want' | 'project.create' | 'project.update' | 'provider.check' | 'provider.fault' | 'provider.resume' | 'recharge.decline' | 'recharge.plan' | 'secret.forget' | 'session.end' | 'session.open' | 'token.create' | 'token.revoke' | 'topup.order' | 'watch.create' | 'watch.feed' | 'watch.remove' | 'watch.update' | 'webhook.create' | 'webhook.remove' | 'webhook.replay' | 'webhook.rotate' | 'webhook.test';
  /** As the rows name it, or the name of a person who signed in at the console. */
  actor?: string;
};

export type AdminListAuditAnswer = {
  /** Id of this request. */
  request_id: string;
  rows: AuditRow[];
  currency: string;
  /** Names of the accounts, keys, projects and tokens whose ids are in these rows, by id. */
  names: Record<string, unknown>;
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminListDutiesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** The kind of work. */
  kind?: 'webhook' | 'recharge' | 'payback' | 'statements' | 'collection' | 'watch';
  /** Only what has been due for more than a minute without a node. */
  late?: boolean;
};

export type AdminListDutiesAnswer = {
  /** Id of this request. */
  request_id: string;
  duties: Duty[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminVerifyLedgerBody = {
  /** From the first entry on, and not only what came since the last clean check. */
  full?: boolean;
};

export type AdminVerifyLedgerAnswer = {
  /** Id of this request. */
  request_id: string;
  clean: boolean;
  /** RFC 3339, UTC, with milliseconds. */
  since: string | null;
  checked_entries: number;
  checked_calls: number;
  accounts: number;
  entries: number;
  calls: number;
  /** A decimal in the currency of the account, with six places. */
  balance: string;
  /** A decimal in the currency of the account, with six places. */
  held: string;
  currency: string;
  difference_count: number;
  /** The first of them. */
  differences: {
    account_id: string;
    check: string;
    expected: string;
    found: string;
  }[];
};

export type AdminListTopupsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  state?: 'open' | 'paid' | 'ended';
};

export type AdminListTopupsAnswer = {
  /** Id of this request. */
  request_id: string;
  topups: AdminTopup[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminListDisputesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
};

export type AdminListDisputesAnswer = {
  /** Id of this request. */
  request_id: string;
  disputes: Dispute[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminPayBackBody = {
  /** The reference of the payment, as its top-up has it. */
  payment: string;
  /** A decimal string with at most six places. */
  amount?: string;
  /** Your own name for this change: sent again, it is not made a second time. */
  reference?: string;
  reason: string;
};

export type AdminPayBackAnswer = {
  /** Id of this request. */
  request_id: string;
  payback: Payback;
  /** True when this payback was requested before; nothing was taken now. */
  duplicate: boolean;
};

export type AdminListPaybacksQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  state?: 'wanted' | 'made' | 'refused';
};

export type AdminListPaybacksAnswer = {
  /** Id of this request. */
  request_id: string;
  paybacks: Payback[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminListRechargesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
  state?: 'wanted' | 'charging' | 'paid' | 'declined' | 'not_needed' | 'cancelled';
};

export type AdminListRechargesAnswer = {
  /** Id of this request. */
  request_id: string;
  recharges: RechargeRow[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminGetRechargeAnswer = {
  /** Id of this request. */
  request_id: string;
  recharge: Recharge;
};

export type AdminSetRechargeBody = {
  /** A decimal string with at most six places. */
  below: string;
  /** A decimal string with at most six places. */
  up_to: string;
  /** A decimal string with at most six places. */
  month_max: string;
};

export type AdminSetRechargeAnswer = {
  /** Id of this request. */
  request_id: string;
  recharge: Recharge;
};

export type AdminEndRechargeAnswer = {
  /** Id of this request. */
  request_id: string;
  recharge: Recharge;
};

export type AdminComparePaymentsQuery = {
  days?: number;
};

export type AdminComparePaymentsAnswer = {
  /** Id of this request. */
  request_id: string;
  clean: boolean;
  days: number;
  payments: number;
  differences: {
    account_id: string;
    reference: string;
    check: string;
    expected: string;
    found: string;
  }[];
};

export type AdminListInvitesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
};

export type AdminListInvitesAnswer = {
  /** Id of this request. */
  request_id: string;
  invites: Invite[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminCreateInviteBody = {
  title?: string;
  /** A mail address. */
  contact?: string;
  /** Given with the account. Default: signup.credit. */
  credit?: string;
  /** How long it works. */
  days?: number;
};

export type AdminCreateInviteAnswer = {
  /** Id of this request. */
  request_id: string;
  invite: Invite;
  /** Opens the portal, once. Shown this once. */
  url: string;
};

export type AdminRevokeInviteAnswer = {
  /** Id of this request. */
  request_id: string;
  invite: Invite;
};

export type AdminListTokensAnswer = {
  /** Id of this request. */
  request_id: string;
  tokens: AdminToken[];
};

export type AdminCreateTokenBody = {
  name: string;
  role?: 'owner' | 'operator' | 'viewer';
};

export type AdminCreateTokenAnswer = {
  /** Id of this request. */
  request_id: string;
  token: AdminToken;
  /** Shown this once; only its hash is stored. */
  secret: string;
};

export type AdminRevokeTokenAnswer = {
  /** Id of this request. */
  request_id: string;
  token: AdminToken;
};

export type AdminCreateLoginCodeBody = {
  name?: string;
  role?: 'owner' | 'operator' | 'viewer';
};

export type AdminCreateLoginCodeAnswer = {
  /** Id of this request. */
  request_id: string;
  /** Shown this once; only its hash is stored. */
  code: string;
  /** A link to open in a browser. It works once, for two minutes. */
  url: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
};

export type AdminCreatePortalLinkBody = {
  /** Id of the key of its calls. Default: the first one that works. */
  key?: string;
};

export type AdminCreatePortalLinkAnswer = {
  /** Id of this request. */
  request_id: string;
  /** A link to open in a browser. It works once, for two minutes. */
  url: string;
  /** RFC 3339, UTC, with milliseconds. */
  expires_at: string;
};

export type AdminGetSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: Session | null;
  caller: {
    name: string;
    role: 'owner' | 'operator' | 'viewer';
    /** As the audit log writes it. */
    actor: string;
  };
  service: Service;
};

export type AdminCloseSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: Session;
};

export type AdminOpenSessionBody = {
  /** From the link, behind `#code=`. */
  code: string;
};

export type AdminOpenSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: Session;
  service: Service;
  /** The secret of the page: sent as `x-reelgate-page` with each request, together with the cookie. */
  page_secret: string;
};

export type AdminListSessionsQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  limit?: number;
  /** Id or name of the account. */
  account?: string;
};

export type AdminListSessionsAnswer = {
  /** Id of this request. */
  request_id: string;
  sessions: Session[];
  /** Give it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
};

export type AdminRevokeSessionAnswer = {
  /** Id of this request. */
  request_id: string;
  session: Session;
};

export type AdminGetOverviewAnswer = {
  /** Id of this request. */
  request_id: string;
  /** RFC 3339, UTC, with milliseconds. */
  now: string;
  currency: string;
  today: {
    calls: number;
    failures: number;
    /** A decimal in the currency of the account, with six places. */
    earned: string;
    /** A decimal in the currency of the account, with six places. */
    cost: string;
    /** A decimal in the currency of the account, with six places. */
    margin: string;
  };
  /** Up to the same time of day, to five minutes. */
  yesterday: {
    calls: number;
    failures: number;
    /** A decimal in the currency of the account, with six places. */
    earned: string;
    /** A decimal in the currency of the account, with six places. */
    cost: string;
    /** A decimal in the currency of the account, with six places. */
    margin: string;
  };
  /** Calls of today that an older release counted, which kept no times: they are in `today`, and in none of `hours`. */
  untimed_calls: number;
  /** Free replays (calls that repeat the id of a paid call) since the processes behind this listener started. */
  replays: number;
  /** A decimal in the currency of the account, with six places. */
  refunded_today: string;
  /** A decimal in the currency of the account, with six places. */
  topped_up_today: string;
  /** Since yesterday began, UTC, oldest first; every hour up to now. */
  hours: {
    /** RFC 3339, UTC, with milliseconds. */
    hour: string;
    calls: number;
    failures: number;
    /** A decimal in the currency of the account, with six places. */
    earned: string;
    /** A decimal in the currency of the account, with six places. */
    cost: string;
    /** A decimal in the currency of the account, with six places. */
    margin: string;
  }[];
  providers: ProviderLight[];
  /** Accounts whose balance lasts less than two weeks, shortest first. */
  runways: Runway[];
  ledger: {
    clean: boolean;
    /** RFC 3339, UTC, with milliseconds. */
    checked_at: string;
    entries: number;
    differences: number;
  } | null;
  decisions: Decision[];
};

export type AdminGetStatusAnswer = {
  /** Id of this request. */
  request_id: string;
  /** RFC 3339, UTC, with milliseconds. */
  now: string;
  currency: string;
  service: Service;
  catalog_version: number | null;
  nodes: {
    id: string;
    pid: number;
    /** The machine of the node; null with SQLite, which runs on one machine. */
    host: string | null;
  }[];
  /** Work that is due, by kind. */
  duties: DutyCounts[];
};

export type AdminGetSettingsAnswer = {
  /** Id of this request. */
  request_id: string;
  /** Null when there is no file and all settings have their defaults. */
  file: string | null;
  /** At most the first thousand. */
  settings: {
    name: string;
    /** Null when it is a secret or may hold one. */
    value: string | null;
    /** Of the environment, where the value came from. */
    variable: string | null;
  }[];
};

export type AdminOpenapiAnswer = Record<string, unknown>;
