# Made by `npm run openapi` from openapi.json; do not edit.
"""Types of what the gateway takes and answers. Nothing of this file runs but the classes themselves."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, Required, TypedDict

from ._options import CallOptions, WalkOptions


class AskedCallParameters(TypedDict):
    name: str
    value: str


class AskedCall(TypedDict):
    """What a call asked."""

    path: str
    """The route that asks the same, also for pages of collections and runs of watches."""
    parameters: list[AskedCallParameters]
    """As they were sent, without those about the price. An address is shown as the id that it names. Of a mounted route, values that may be credentials are shown as `…`."""
    is_cut: bool
    """True when there was more than the 2,048 bytes that are kept."""


class Attempt(TypedDict):
    provider: str
    """The provider; a number such as `provider-1` where the operator hides the names."""
    started_ms: float
    """Milliseconds after the call was admitted."""
    duration_ms: float
    outcome: str
    """`ok`, `cancelled` when another attempt was faster, or the kind of failure."""
    bytes: int


class AuthorAnswer(TypedDict):
    """One unified record (group u1)."""

    request_id: str
    platform: str
    author_id: NotRequired[str]
    handle: NotRequired[str]
    item: AuthorProfile
    receipt: Receipt


class AuthorProfileStats(TypedDict):
    videos: int | None
    views: int | None
    likes: int | None


class AuthorProfileLinks(TypedDict):
    title: str | None
    url: str


class AuthorProfileAlsoIn(TypedDict):
    platform: str
    id: str
    url: str | None


class AuthorProfileSource(TypedDict):
    connector: str
    upstream_host: str
    route: str
    fetched_at: str
    cache: Literal["hit", "miss", "replay"]
    schema: Literal["reelgate.author.v1"]


class AuthorProfile(TypedDict):
    """The unified author record, reelgate.author.v1."""

    platform: str
    id: str
    """The id as `author_id` accepts it on this platform."""
    alt_ids: list[str]
    """Other ids of the same author."""
    handle: str | None
    """Without the leading `@`."""
    name: str | None
    url: str | None
    avatar_url: str | None
    banner_url: str | None
    text: str | None
    kind: Literal["person", "channel", "brand", "unknown"]
    verified: bool | None
    verified_text: str | None
    country: str | None
    joined_at: str | None
    followers: int | None
    """null when hidden."""
    following: int | None
    stats: AuthorProfileStats
    approx: list[str]
    links: list[AuthorProfileLinks]
    private: bool | None
    live: bool | None
    rank: NotRequired[int]
    """In a list of authors: its place in the whole walk."""
    also_in: NotRequired[list[AuthorProfileAlsoIn]]
    """In a search over all platforms: the same author on other platforms."""
    source: AuthorProfileSource
    missing: list[str]
    raw: NotRequired[Any]
    """The platform's own record; only with `include=raw`."""


class AuthorSearchPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class AuthorSearchPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    keyword: str
    items: list[AuthorProfile]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: AuthorSearchPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    platforms: NotRequired[list[PlatformReport]]
    """With the platform `all`: the result of each platform."""
    receipt: Receipt


class AuthorVideosPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class AuthorVideosPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    author_id: NotRequired[str]
    handle: NotRequired[str]
    items: list[Video]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: AuthorVideosPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    sort: Literal["newest", "views"]
    """The order that was asked for."""
    order: Literal["newest", "views", "as_given"]
    """The order that the items are in, proved by their dates or views; `as_given` when they are in another order, or when their dates or views are not known."""
    receipt: Receipt


class CallReceiptLegs(TypedDict):
    platform: str
    items: int
    charged: str
    """A decimal in the currency of the account, with six places."""


class CallReceiptPaidFrom(TypedDict):
    grant: str
    kind: Literal["paid", "promo", "goodwill"]
    """`promo`: given to try the service. `goodwill`: compensation for a problem. `paid`: prepaid."""
    amount: str
    """A decimal in the currency of the account, with six places."""


class CallReceipt(TypedDict):
    request_id: str
    key_id: str
    """The key that made the call, and whose caps it counts for."""
    state: Literal["held", "settled", "released", "expired"]
    path: str
    asked: AskedCall | None
    """What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`)."""
    group: Literal["u1", "u2"]
    platform: str
    operation: str
    variant: Literal["economy", "stable"]
    unit: Literal["call", "item", "leg"]
    unit_price: str
    """A decimal in the currency of the account, with six places."""
    tier: NotRequired[int]
    """For a price with tiers: the number of units after which the applied tier starts."""
    price: str
    """The most that the call could cost; this much was held."""
    items: int | None
    """How many items are charged for; null unless the unit is `item`."""
    sum: str | None
    """The calculation of the charge, for people; null when nothing was charged."""
    legs: NotRequired[list[CallReceiptLegs]]
    """Of a search over many platforms: those that delivered."""
    charged: str
    """A decimal in the currency of the account, with six places."""
    refunded: str
    """A decimal in the currency of the account, with six places."""
    paid_from: NotRequired[list[CallReceiptPaidFrom]]
    """Which grants paid, less what was refunded to them; the rest of the charge was ordinary money."""
    currency: str
    catalog_version: int
    source: Literal["live", "cache", "stale"] | None
    failure: str | None
    """The code that the call ended with."""
    attempts: list[Attempt]
    opened_at: str
    """RFC 3339, UTC, with milliseconds."""
    finished_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    duration_ms: float | None
    answer_kept: bool
    """True while the same request id still fetches the same answer."""


class Collection(TypedDict):
    """All items for one or more questions, gathered by the gateway."""

    id: str
    name: str | None
    """A name to recognise it by."""
    platform: str
    questions: int
    """How many lists are walked, or how many batches of ids are looked up."""
    question: int
    """The index of the one that is read now."""
    questions_refused: int
    """How many the platform refused or did not know. They cost nothing, and the collection went on with the next one."""
    questions_unasked: int
    """How many were not asked. Once it has ended, for example with `items`, nothing of them is in it."""
    path: str
    """The data route of the first question."""
    query: dict[str, Any] | None
    """The parameters of a single question; null when there are several."""
    state: Literal["queued", "running", "waiting", "done", "stopped", "failed"]
    """`done`, `stopped` and `failed` are ends; what was paid stays readable in each."""
    waiting_for: Literal["balance", "cap", "provider", "quota", "misses", "turn"] | None
    next_try_at: str | None
    """When a waiting collection goes on at the latest."""
    end: Literal["exhausted", "upstream_cap", "items", "budget", "time", "cancelled", "key", "refused", "unknown"] | None
    failure: str | None
    """Code of the last failure."""
    pages: int
    """Pages that were read and charged."""
    items: int
    """Items delivered so far."""
    items_max: int
    charged: str
    """A decimal in the currency of the account, with six places."""
    budget: str
    """A decimal in the currency of the account, with six places."""
    most_cost: str
    """The most that the whole collection can cost: at most its budget, and what was charged once it has ended."""
    currency: str
    in_flight: bool
    """A page is being fetched."""
    until: str | None
    """It ends at this time, wherever it is then."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    ended_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    expires_at: str | None
    """When its items are deleted; null while it has not ended."""
    key: str
    """Id of the key that pays, and whose rights and caps apply."""


class CollectionQuestion(TypedDict):
    """What one question of a collection has brought."""

    index: int
    query: dict[str, Any] | None
    """The parameters of a list; null for a batch of ids."""
    asked: bool
    """A page of it was read, or the platform refused it."""
    pages: int | None
    """Pages that were charged; null where it is not known, because a node of an older release asked it."""
    items: int | None
    """New items that it brought; null where it is not known."""
    end: Literal["exhausted", "upstream_cap", "items", "budget", "time", "cancelled", "key", "refused", "unknown"] | None


class CommentAuthor(TypedDict):
    id: str | None
    handle: str | None
    name: str | None
    url: str | None
    avatar_url: str | None
    verified: bool | None
    followers: int | None


class CommentImages(TypedDict):
    url: str
    width: int | None
    height: int | None


class CommentSource(TypedDict):
    connector: str
    upstream_host: str
    route: str
    fetched_at: str
    cache: Literal["hit", "miss", "replay"]
    schema: Literal["reelgate.comment.v1"]


class Comment(TypedDict):
    """The unified comment record, reelgate.comment.v1."""

    platform: str
    id: str
    video_id: str
    parent_id: str | None
    """null at the top level."""
    root_id: str | None
    """null at the top level."""
    level: Literal[0, 1]
    """1 for every reply: deeper replies are listed flat, with their true `parent_id`."""
    url: str | None
    text: str | None
    """Plain text; null when it was deleted."""
    language: str | None
    published_at: str | None
    published_precision: Literal["ms", "s", "day", "relative"] | None
    published_text: str | None
    edited_at: str | None
    author: CommentAuthor
    is_creator: bool | None
    """Written by the author of the video."""
    pinned: bool | None
    """Pinned to the top."""
    hearted: bool | None
    """Liked by the author of the video."""
    likes: int | None
    replies: int | None
    rating: float | None
    """Stars, where comments are reviews."""
    position_ms: int | None
    """The position in the video that it refers to."""
    images: list[CommentImages]
    deleted: bool
    """Deleted: the platform shows only that there was a comment."""
    approx: list[str]
    rank: int
    source: CommentSource
    missing: list[str]
    raw: NotRequired[Any]
    """The platform's own record; only with `include=raw`."""


class CommentsPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class CommentsPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    id: str
    items: list[Comment]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: CommentsPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    sort: Literal["top", "newest"]
    """The order of the list."""
    disabled: bool
    """Comments are switched off here. Such a page is empty, and the last one."""
    receipt: Receipt


class Complaint(TypedDict):
    """A complaint about a paid answer."""

    id: str
    call_id: str
    """The request id of the call."""
    asked: AskedCall | None
    """What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`)."""
    reason: str
    state: Literal["waiting", "refunded", "refused"]
    """`waiting`: a person has to decide."""
    ground: Literal["refusal_page", "other_keyword", "duplicate_page", "allowance", "person"]
    """What decides: a rule about the stored answer, the allowance of the month, or a person."""
    note: str
    """Why it was decided this way, or why it waits."""
    charged: str
    """A decimal in the currency of the account, with six places."""
    refunded: str
    """A decimal in the currency of the account, with six places."""
    currency: str
    filed_at: str
    """RFC 3339, UTC, with milliseconds."""
    decided_at: str | None
    """RFC 3339, UTC, with milliseconds."""


class Coverage(TypedDict):
    """Caps, known gaps and freshness of an operation."""

    items_max: int | None
    """A list ends after this many items, although the platform may have more. Null: no such end is known."""
    page_items_max: int | None
    """The most items of one page; null for one record."""
    missing: list[str]
    """Fields that are always null."""
    fresh: str | None
    """How old answers may be. Null: as new as on the platform."""
    notes: list[str]
    """Known gaps, in sentences. Empty: none known."""


class DryRunLegs(TypedDict):
    platform: str
    unit: Literal["call", "item"]
    """What one price pays for."""
    price: str
    """The most that this platform can cost."""
    tier: NotRequired[int]
    """For a price with tiers: the number of units after which the tier that would apply begins."""


class DryRun(TypedDict):
    """What the call would cost; nothing was changed."""

    request_id: str
    dry_run: Literal[True]
    unit: Literal["call", "item", "leg"]
    """What one price pays for."""
    price: str
    """The most that the call can cost. For a cached answer (`cache`), exactly what it costs."""
    tier: NotRequired[int]
    """For a price with tiers: the number of units after which the tier that would apply begins."""
    legs: NotRequired[list[DryRunLegs]]
    """For a search over many platforms: the platforms that would be asked. Only those that deliver are charged."""
    currency: str
    catalog_version: int
    would: Literal["live", "cache", "replay"]
    """What the call would be answered with."""
    balance_after: str
    """What would be left after `price`."""
    providers: list[str]
    """The providers that may be asked, in this sequence; empty for a cached answer."""
    balance: str
    """Balance now."""


class Entry(TypedDict):
    """One immutable ledger entry; a charge is negative."""

    id: str
    seq: int
    """1, 2, 3 … within the account, without a gap."""
    kind: Literal["topup", "charge", "refund", "adjustment"]
    amount: str
    """A decimal in the currency of the account, with six places."""
    balance_after: str
    """A decimal in the currency of the account, with six places."""
    currency: str
    at: str
    """RFC 3339, UTC, with milliseconds."""
    request_id: str | None
    reference: str | None
    reason: str | None


class Event(TypedDict):
    """Something that happened to an account, committed with what caused it."""

    id: str
    """Id of the event, the same in the header `webhook-id`."""
    sequence: int
    """1, 2, 3 … within its account, without a gap."""
    type: Literal["balance.low", "balance.empty", "budget.warned", "budget.reached", "price.changed", "topup.credited", "refund.made", "grant.expired", "account.renamed", "account.closed", "account.reopened", "key.created", "key.rotated", "key.revoked", "key.expiring", "statement.ready", "webhook.disabled", "recharge.paid", "recharge.declined", "recharge.paused", "recharge.capped", "dispute.withdrawn", "dispute.reinstated", "payback.made", "payback.refused", "collection.done", "collection.stopped", "collection.waiting", "watch.items", "watch.paused", "watch.resumed", "watch.failing", "watch.recovered", "webhook.test", "provider.suspended", "provider.recovered", "margin.negative", "ledger.difference"]
    """`balance.low`: A charge or adjustment took the balance below the limit of the account. It is reported again only after the balance was back at the limit. `balance.empty`: The balance no longer covers a call like the last one. `budget.warned`: 80 % of a cap of a key or a project is spent; once per window. `budget.reached`: A cap of a key or a project no longer covers a call like the last one; once per window. `price.changed`: A new version of the price list is in force and changes your price for a path that you used in the last 30 days or have an agreed price for. `topup.credited`: Money was paid in. `refund.made`: All or a part of a charge was given back. `grant.expired`: A grant expired; what was left of it was taken from the balance. `account.renamed`: The account has another name. `account.closed`: The account was closed: its keys stopped, its balance stays. `account.reopened`: The account was opened again. `key.created`: A key was made. `key.rotated`: A key has a new secret. `key.revoked`: A key was revoked, for good. `key.expiring`: A key ends within a week. `statement.ready`: A month was closed. `webhook.disabled`: A webhook failed for days and is no longer called. Its events are kept. `recharge.paid`: The saved card paid a recharge. `recharge.declined`: The saved card was refused. `recharge.paused`: Recharges stopped. Setting the recharge rule again resumes them. `recharge.capped`: The monthly limit of the recharge rule is reached. The card is charged again next month. `dispute.withdrawn`: The payer's bank took a payment back. What the balance did not cover is owed, and repaid by the next top-up. `dispute.reinstated`: The bank returned a payment that it had taken back. `payback.made`: A part of a payment went back to its card. `payback.refused`: A part of a payment could not go back to its card. It is in the balance again. `collection.done`: A collection has all items that it can get, or as many as it should. `collection.stopped`: A collection ended before it had all items: by its budget, its time, its owner or its key, or because the platform refused. Its items stay until it expires. `collection.waiting`: A collection waits for money, for a cap, for the platform or for its quota. It is written once for each cause until the next page. `watch.items`: A watch found new items. At most 50 records, and 64 kB of them, are in `items`; `more` leads to all. `watch.paused`: A watch stopped, and does not run until it is resumed. `watch.resumed`: Watches go on. At most 50 of them are in `watches`; `count` is the number of all. `watch.failing`: Three runs of a watch in a row failed. It goes on. `watch.recovered`: A watch works again after failures. `webhook.test`: A test of a webhook was requested. `provider.suspended`: A provider is not used for now: it failed too often, or asked for a pause. `provider.recovered`: A provider can be used again after a pause. `margin.negative`: On this UTC day a provider cost more than its answers earned. `ledger.difference`: A check of the ledger found differences."""
    timestamp: str
    """RFC 3339, UTC, with milliseconds."""
    data: dict[str, Any]
    """The fields depend on the type; amounts are in the currency of the account."""


class FoundItem(TypedDict):
    number: int
    """Items are numbered in the order of delivery."""
    found_at: str
    """RFC 3339, UTC, with milliseconds."""
    record: dict[str, Any]
    """The record as it was sold. Links that no longer work are null."""


class Grant(TypedDict):
    """A part of the balance that is used before the rest, and may expire."""

    id: str
    kind: Literal["paid", "promo", "goodwill"]
    """`promo`: given to try the service. `goodwill`: compensation for a problem. `paid`: prepaid."""
    amount: str
    """A decimal in the currency of the account, with six places."""
    remaining: str
    """What is left of it, as part of the balance."""
    currency: str
    priority: int
    """The lowest number is spent first."""
    expires_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    reference: str
    reason: str
    created_at: str
    """RFC 3339, UTC, with milliseconds."""


class KeyRate(TypedDict):
    requests: int
    per_seconds: int
    concurrent: int


class Key(TypedDict):
    """An API key, without its secret."""

    id: str
    account_id: str
    name: str
    prefix: str
    groups: list[Literal["u1", "u2"]]
    status: Literal["active", "disabled", "revoked"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    expires_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    last_used_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    addresses: list[str] | None
    rate: KeyRate | None
    daily_cap: str | None
    """A decimal in the currency of the account, with six places."""
    monthly_cap: str | None
    """A decimal in the currency of the account, with six places."""
    total_cap: str | None
    """A decimal in the currency of the account, with six places."""
    max_call: str | None
    """A decimal in the currency of the account, with six places."""
    platforms: list[str] | None
    operations: list[str] | None
    project_id: str | None
    currency: str


LegPriceTiers = TypedDict("LegPriceTiers", {
    "from": "int",
    "unit_price": "str",
})


class LegPrice(TypedDict):
    """The price of one platform in a search over many."""

    platform: str
    path: str
    """The platform that has this price."""
    unit: Literal["call", "item"]
    """What one unit is: a call, or an item of its answer."""
    unit_price: str
    """A decimal in the currency of the account, with six places."""
    tiers: list[LegPriceTiers] | None
    """Prices by how many units the account was charged for in the UTC month; null when there is one price for all."""
    tier: int | None
    """The number of units after which the tier of this price starts."""
    month_used: int | None
    """Units that count for the tier, so far in this month; null without a key."""
    minimum: str | None
    """A decimal in the currency of the account, with six places."""


class NativeAuthorAnswer(TypedDict):
    """One author in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    author_id: NotRequired[str]
    handle: NotRequired[str]
    raw: Any
    """The platform's own answer."""
    receipt: Receipt


class NativeAuthorSearchPage(TypedDict):
    """One page in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    keyword: str
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    receipt: Receipt


class NativeAuthorVideosPage(TypedDict):
    """One page in the platform's own shape and order (group u2)."""

    request_id: str
    platform: str
    author_id: NotRequired[str]
    handle: NotRequired[str]
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    sort: Literal["newest", "views"]
    """The order that was asked for."""
    order: Literal["newest", "views", "as_given"]
    """The order that the items are in, proved by their dates or views; `as_given` when they are in another order, or when their dates or views are not known."""
    receipt: Receipt


class NativeCommentsPage(TypedDict):
    """One page in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    id: str
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    sort: Literal["top", "newest"]
    """The order of the list."""
    disabled: bool
    """Comments are switched off here. Such a page is empty, and the last one."""
    receipt: Receipt


class NativePage(TypedDict):
    """One page in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    keyword: str
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    approximate_filters: NotRequired[list[str]]
    """Filters that the platform prefers but does not strictly apply."""
    ignored_filters: NotRequired[list[str]]
    """Filters that were not applied, with `filters=best_effort`."""
    scanned: NotRequired[int]
    """Number of records that were checked to fill this page."""
    receipt: Receipt


class NativePlaylistAnswer(TypedDict):
    """One playlist in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    playlist_id: str
    raw: Any
    """The platform's own answer."""
    receipt: Receipt


class NativePlaylistVideosPage(TypedDict):
    """One page in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    playlist_id: str
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    unavailable: int | None
    """Number of entries on this page whose video is deleted, private or otherwise not for everybody. They are not among the items. null when the platform does not say."""
    receipt: Receipt


class NativePopularPage(TypedDict):
    """One page in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    approximate_filters: NotRequired[list[str]]
    """Filters that the platform prefers but does not strictly apply."""
    ignored_filters: NotRequired[list[str]]
    """Filters that were not applied, with `filters=best_effort`."""
    scanned: NotRequired[int]
    """Number of records that were checked to fill this page."""
    receipt: Receipt


class NativeRelatedPage(TypedDict):
    """One page in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    id: str
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    receipt: Receipt


class NativeRepliesPage(TypedDict):
    """One page in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    id: str
    comment_id: str
    raw: Any
    """The platform's own answer; null on the free page after the last."""
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    disabled: bool
    """Comments are switched off here. Such a page is empty, and the last one."""
    receipt: Receipt


class NativeTranscriptAnswer(TypedDict):
    """The track as the platform sent it (group u2): JSON as it is, any other file as one text. Where the words come with the video, the platform's whole answer."""

    request_id: str
    platform: str
    id: str
    language: NotRequired[str]
    kind: NotRequired[Literal["any", "human", "automatic"]]
    raw: Any
    """The platform's own answer."""
    receipt: Receipt


class NativeVideoAnswer(TypedDict):
    """One video in the platform's own shape (group u2)."""

    request_id: str
    platform: str
    id: str
    raw: Any
    """The platform's own answer."""
    receipt: Receipt


class OwnKeyRate(TypedDict):
    requests: int
    per_seconds: int
    concurrent: int


class OwnKey(TypedDict):
    """An API key of your account, with what is spent of its caps."""

    id: str
    account_id: str
    name: str
    prefix: str
    groups: list[Literal["u1", "u2"]]
    status: Literal["active", "disabled", "revoked"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    expires_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    last_used_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    addresses: list[str] | None
    rate: OwnKeyRate | None
    daily_cap: str | None
    """A decimal in the currency of the account, with six places."""
    monthly_cap: str | None
    """A decimal in the currency of the account, with six places."""
    total_cap: str | None
    """A decimal in the currency of the account, with six places."""
    max_call: str | None
    """A decimal in the currency of the account, with six places."""
    platforms: list[str] | None
    operations: list[str] | None
    project_id: str | None
    currency: str
    caps: list[SpendCap]
    """Caps of the key and of its project, with what is left of each."""


class OwnUsageSlice(TypedDict):
    groups: list[str]
    """A value for each dimension, in their order."""
    names: list[str | None]
    """Of keys and projects; else null."""
    calls: int
    failures: int
    charged: str
    """A decimal in the currency of the account, with six places."""


class Picture(TypedDict):
    url: str
    """As the record has it."""
    address: str
    """On this gateway, without its origin; good for a week."""


class PlatformReport(TypedDict):
    """What one platform contributed to a page of a search over many platforms."""

    platform: str
    provider: str | None
    status: Literal["ok", "empty", "ended", "late", "timeout", "refused", "unreachable", "failed", "quota", "skipped_filter", "disabled"]
    """`late`: it had not answered when the page was made; its items come on the next page. `unreachable`: no provider could be reached, or it reported an outage. `failed`: its answer could not be used. `skipped_filter`: it does not support a filter of this search. `disabled`: it is not available on this gateway, or has no price."""
    items: int
    """Number of items of this page that come from this platform."""
    took_ms: float | None
    """Milliseconds until the platform answered; null when it was not asked for this page."""
    end: Literal["more", "exhausted", "upstream_cap", "unknown"] | None
    charged: str


class PlaylistAuthor(TypedDict):
    id: str | None
    handle: str | None
    name: str | None
    url: str | None
    avatar_url: str | None
    verified: bool | None
    followers: int | None


class PlaylistThumbnails(TypedDict):
    url: str
    width: int | None
    height: int | None


class PlaylistSource(TypedDict):
    connector: str
    upstream_host: str
    route: str
    fetched_at: str
    cache: Literal["hit", "miss", "replay"]
    schema: Literal["reelgate.playlist.v1"]


class Playlist(TypedDict):
    """The unified playlist record, reelgate.playlist.v1."""

    platform: str
    id: str
    """The id as `playlist_id` accepts it on this platform."""
    alt_ids: list[str]
    """Other ids of the same playlist."""
    url: str | None
    title: str | None
    text: str | None
    """The description."""
    author: PlaylistAuthor
    video_count: int | None
    """Number of entries, as the platform counts them. It may include entries whose video is no longer there."""
    views: int | None
    published_at: str | None
    updated_at: str | None
    thumbnails: list[PlaylistThumbnails]
    missing: list[str]
    source: PlaylistSource
    raw: NotRequired[Any]
    """The platform's own record; only with `include=raw`."""


class PlaylistAnswer(TypedDict):
    """One unified record (group u1)."""

    request_id: str
    platform: str
    playlist_id: str
    item: Playlist
    receipt: Receipt


class PlaylistVideosPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class PlaylistVideosPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    playlist_id: str
    items: list[Video]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: PlaylistVideosPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    unavailable: int | None
    """Number of entries on this page whose video is deleted, private or otherwise not for everybody. They are not among the items. null when the platform does not say."""
    receipt: Receipt


class PopularPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class PopularPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    items: list[Video]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: PopularPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    approximate_filters: NotRequired[list[str]]
    """Filters that the platform prefers but does not strictly apply."""
    ignored_filters: NotRequired[list[str]]
    """Filters that were not applied, with `filters=best_effort`."""
    scanned: NotRequired[int]
    """Number of records that were checked to fill this page."""
    platforms: NotRequired[list[PlatformReport]]
    """With the platform `all`: the result of each platform."""
    receipt: Receipt


class PriceChange(TypedDict):
    path: str
    effective_from: str
    """RFC 3339, UTC, with milliseconds."""
    unit_price: str | None
    """The current price; null when the path is not served now."""
    next_unit_price: str | None
    """The price from then on; null when the path is no longer served."""


PricedEndpointTiers = TypedDict("PricedEndpointTiers", {
    "from": "int",
    "unit_price": "str",
})


class PricedEndpoint(TypedDict):
    """The price of one endpoint for the caller."""

    path: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    group: Literal["u1", "u2"]
    version: Literal["v1"]
    platform: str
    made_up: bool
    """The records of this platform are made up, for a demonstration."""
    operation: str
    variant: Literal["economy", "stable"]
    purpose: NotRequired[Literal["collect", "watch"]]
    """Present for prices of collections (`collect`: one page) and watches (`watch`: one run). Such a path is not a route."""
    unit_price: str
    """A decimal in the currency of the account, with six places."""
    tiers: list[PricedEndpointTiers] | None
    """Prices by how many units the account was charged for in the UTC month; null when there is one price for all."""
    tier: int | None
    """The number of units after which the tier of this price starts."""
    month_used: int | None
    """Units that count for the tier, so far in this month; null without a key."""
    unit: Literal["call", "item", "leg"]
    """What one unit is: a call, or an item of its answer."""
    legs: NotRequired[list[LegPrice]]
    """Of a search over many platforms: each that delivers has its own price."""
    minimum: str | None
    """The least that a call costs, where the unit is `item`."""
    free_per_day: int | None
    """Number of free calls of your account per UTC day."""
    charged_when: Literal["success"]
    alternatives: list[str]
    """The other variants of the same operation."""
    deprecated: bool
    sunset_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    effective_from: str
    """RFC 3339, UTC, with milliseconds."""
    summary: str | None
    coverage: Coverage | None


class ProblemErrors(TypedDict):
    field: str
    message: str


class Problem(TypedDict):
    """Why the request was not successful (RFC 9457)."""

    type: str
    """Where the code is explained: an absolute address where the operator set `service.public_url`, otherwise a path."""
    title: str
    """The meaning of the code, in words."""
    status: int
    detail: str
    """What was wrong this time."""
    instance: NotRequired[str]
    """The record of this call, to be read with the same key. Absent when the request was refused before its call began, so that there is no record."""
    code: Literal["INVALID_REQUEST", "INVALID_CURSOR", "INVALID_QUOTE", "INVALID_REQUEST_ID", "UNAUTHORIZED", "INSUFFICIENT_BALANCE", "SPEND_CAP_REACHED", "PRICE_CEILING", "FORBIDDEN", "ROUTE_NOT_FOUND", "PLATFORM_NOT_FOUND", "OPERATION_NOT_SUPPORTED", "FILTER_UNSUPPORTED", "VIDEO_NOT_FOUND", "AUTHOR_NOT_FOUND", "COMMENT_NOT_FOUND", "PLAYLIST_NOT_FOUND", "TRANSCRIPT_NOT_FOUND", "ENDPOINT_NOT_FOUND", "NOT_FOUND", "GONE", "METHOD_NOT_ALLOWED", "REQUEST_TIMEOUT", "HEADERS_TOO_LARGE", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "CONFLICT", "REQUEST_IN_PROGRESS", "REQUEST_EXPIRED", "REQUEST_REFUNDED", "CANCELLED", "REQUEST_ID_REUSED", "RATE_LIMITED", "UPSTREAM_ERROR", "UPSTREAM_REFUSED", "UPSTREAM_BUSY", "OVERLOADED", "STORAGE_UNAVAILABLE", "UPSTREAM_TIMEOUT", "INTERNAL"]
    request_id: str
    charged: NotRequired[Literal["0.000000"]]
    """Always present, except when the connection to the ledger was lost during the commit: then repeat the request with the same request id to learn it."""
    retry_after_ms: NotRequired[int]
    """Milliseconds to wait before trying again."""
    price: NotRequired[str]
    """With PRICE_CEILING and INSUFFICIENT_BALANCE: the most that the call can cost."""
    reason: NotRequired[Literal["deleted", "private", "region", "age", "password", "unknown", "none", "language", "kind", "untimed", "disabled"]]
    """With a code such as VIDEO_NOT_FOUND: the reason that the platform gives, or `unknown`. With TRANSCRIPT_NOT_FOUND: there is no transcript at all (`none`), none in these languages, none of this kind, none with times (`untimed`), or the owner switched them off (`disabled`)."""
    tracks: NotRequired[list[Track]]
    """With TRANSCRIPT_NOT_FOUND: the tracks that exist."""
    upstream_status: NotRequired[int]
    """The status that the upstream of a pass-through route answered with."""
    available: NotRequired[str]
    """With INSUFFICIENT_BALANCE: what the account may still spend."""
    cap: NotRequired[SpendCap]
    next: Literal["retry", "wait", "top_up", "fix", "switch"]
    """What to do: try again, wait, top up, change the request, or use another key, id or platform."""
    errors: NotRequired[list[ProblemErrors]]
    """The fields that were wrong."""


class ReceiptLegs(TypedDict):
    platform: str
    unit: Literal["call", "item"]
    """What one price pays for."""
    unit_price: str
    """Price of one unit on this platform."""
    tier: NotRequired[int]
    """For a price with tiers: the number of units of the month after which the tier that applied begins. It was fixed when the call was opened."""
    items: int
    """Number of items that this platform delivered, for this page or for later ones."""
    charged: str
    """What this leg took from the balance."""


class ReceiptPaidFrom(TypedDict):
    grant: str
    kind: Literal["paid", "promo", "goodwill"]
    amount: str
    """What this grant paid."""


class Receipt(TypedDict):
    """What the call cost."""

    unit: Literal["call", "item", "leg"]
    """What one price pays for."""
    unit_price: str
    """Price of one unit; the sum of all legs for `leg`."""
    tier: NotRequired[int]
    """For a price with tiers: the number of units of the month after which the tier that applied begins. It was fixed when the call was opened."""
    items: int | None
    """How many items are charged for; null unless the unit is `item`."""
    sum: str
    """How the charge was calculated, in words."""
    legs: NotRequired[list[ReceiptLegs]]
    """For a search over many platforms: the platforms that delivered."""
    charged: str
    """What this call took from the balance."""
    currency: str
    source: Literal["live", "cache", "stale"]
    catalog_version: int
    trace_id: NotRequired[str]
    """Id of the trace that the call belongs to, if there is one."""
    balance: str
    """Balance after this call."""
    paid_from: NotRequired[list[ReceiptPaidFrom]]
    """The grants that paid; ordinary money paid the rest of the charge. Absent when no grant paid."""


class Recharge(TypedDict):
    """When the saved card pays by itself; all null without a rule."""

    below: str | None
    """A decimal in the currency of the account, with six places."""
    up_to: str | None
    """A decimal in the currency of the account, with six places."""
    month_max: str | None
    """A decimal in the currency of the account, with six places."""
    month_used: str
    """A decimal in the currency of the account, with six places."""
    paused_by: Literal["authentication_required", "declined", "dispute", "no_card", "closed"] | None
    has_card: bool
    """A card is kept by the first top-up with `save_card`."""
    owed: str
    """Owed for payments that banks took back; the next top-up repays it first."""
    currency: str


class RelatedPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class RelatedPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    id: str
    items: list[Video]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: RelatedPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    receipt: Receipt


class RepliesPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class RepliesPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    id: str
    comment_id: str
    items: list[Comment]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: RepliesPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    disabled: bool
    """Comments are switched off here. Such a page is empty, and the last one."""
    receipt: Receipt


class SearchPageTotal(TypedDict):
    value: int
    relation: Literal["eq", "approx", "capped"]
    counts: NotRequired[Literal["exact", "all"]]
    """Where items have a `match`: whether only those with `exact` are counted, or all."""


class SearchPage(TypedDict):
    """One page of unified records (group u1)."""

    request_id: str
    platform: str
    keyword: str
    items: list[Video]
    pcursor: str
    """Cursor of the next page; `no_more` on the last page."""
    has_more: bool
    end: Literal["more", "exhausted", "upstream_cap", "unknown"]
    """Whether more pages follow, and why not."""
    total: SearchPageTotal | None
    resumed: bool
    """The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed."""
    approximate_filters: NotRequired[list[str]]
    """Filters that the platform prefers but does not strictly apply."""
    ignored_filters: NotRequired[list[str]]
    """Filters that were not applied, with `filters=best_effort`."""
    scanned: NotRequired[int]
    """Number of records that were checked to fill this page."""
    platforms: NotRequired[list[PlatformReport]]
    """With the platform `all`: the result of each platform."""
    notes: NotRequired[list[str]]
    """How the page was found, where a caller should know."""
    receipt: Receipt


class SpendCap(TypedDict):
    """A spend cap as it stands. `resets_at` is null for a total."""

    scope: Literal["key", "project"]
    """Whether the cap belongs to the key or to its project."""
    window: Literal["day", "month", "total"]
    """A UTC day, a UTC month, or all time."""
    limit: str
    """A decimal in the currency of the account, with six places."""
    spent: str
    """Charged in the window, and held right now."""
    left: str
    """A decimal in the currency of the account, with six places."""
    resets_at: str | None
    """RFC 3339, UTC, with milliseconds."""


class StatementSeller(TypedDict):
    name: str
    address: str | None
    tax_id: str | None
    tax_note: str | None


class StatementBuyer(TypedDict):
    name: str
    title: str | None
    contact: str | None
    address: str | None
    tax_id: str | None


class Statement(TypedDict):
    """What moved in one month. It never changes."""

    number: int
    """Over all statements of this gateway, without a gap."""
    account_id: str
    month: str
    """UTC."""
    opening: str
    """May be negative."""
    movements: str
    """May be negative."""
    closing: str
    """May be negative."""
    currency: str
    closed_at: str
    """RFC 3339, UTC, with milliseconds."""
    seller: StatementSeller
    buyer: StatementBuyer
    lines: list[StatementLine]
    first_entry: int
    """`seq` of the first ledger entry in it."""
    last_entry: int
    digest: str
    """SHA-256 over all entries of the account up to the last, each chained to the one before."""


class StatementLine(TypedDict):
    kind: Literal["topup", "charge", "refund", "adjustment"]
    path: str | None
    """Of the calls, for charges and refunds."""
    catalog_version: int | None
    """Of the price list that they were charged by."""
    tier: int | None
    """The number of units after which their tier starts; null for a price without tiers."""
    count: int
    amount: str
    """May be negative."""


class StatementSummary(TypedDict):
    number: int
    """Over all statements of this gateway, without a gap."""
    account_id: str
    month: str
    """UTC."""
    opening: str
    """May be negative."""
    movements: str
    """May be negative."""
    closing: str
    """May be negative."""
    currency: str
    closed_at: str
    """RFC 3339, UTC, with milliseconds."""


class StatusRowHour(TypedDict):
    """The last hour, to five minutes. Null when it has fewer than 20 calls."""

    success: float
    """Share of calls that were answered, in steps of 0.05. Calls that failed because of what was asked, such as a video that does not exist, are not counted."""
    p95_ms: int | None
    """A request to the platform took at most this many milliseconds in 95 of 100 cases, rounded up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 or 15000. Null when fewer than 20 were sent. Of a month, only its last eight days count."""
    refused: float
    """Share of calls that the platform refused or was too busy for, in steps of 0.05."""


class StatusRowDay(TypedDict):
    """The last 24 hours, to five minutes. Null when it has fewer than 20 calls."""

    success: float
    """Share of calls that were answered, in steps of 0.05. Calls that failed because of what was asked, such as a video that does not exist, are not counted."""
    p95_ms: int | None
    """A request to the platform took at most this many milliseconds in 95 of 100 cases, rounded up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 or 15000. Null when fewer than 20 were sent. Of a month, only its last eight days count."""
    refused: float
    """Share of calls that the platform refused or was too busy for, in steps of 0.05."""


class StatusRowMonth(TypedDict):
    """Today and the 29 UTC days before. Null when it has fewer than 20 calls."""

    success: float
    """Share of calls that were answered, in steps of 0.05. Calls that failed because of what was asked, such as a video that does not exist, are not counted."""
    p95_ms: int | None
    """A request to the platform took at most this many milliseconds in 95 of 100 cases, rounded up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 or 15000. Null when fewer than 20 were sent. Of a month, only its last eight days count."""
    refused: float
    """Share of calls that the platform refused or was too busy for, in steps of 0.05."""


class StatusRow(TypedDict):
    platform: str
    operation: str
    state: Literal["good", "slow", "unsteady", "failing", "unknown"]
    """Judged by the last hour, or by the last day when the last hour is null. `failing`: success is below 0.5, or the platform cannot be asked at all right now; `unsteady`: success is below 0.9; `slow`: p95 is above 2,500 ms; `good`: none of these; `unknown`: both windows are null."""
    cause: Literal["platform", "gateway"] | None
    hour: StatusRowHour | None
    day: StatusRowDay | None
    month: StatusRowMonth | None


class Suggestion(TypedDict):
    kind: Literal["title", "author"]
    text: str


class Topup(TypedDict):
    """What you want to pay in. It changes nothing until the payment arrives."""

    id: str
    amount: str
    """A decimal in the currency of the account, with six places."""
    currency: str
    way: Literal["manual", "stripe"]
    state: Literal["open", "paid", "ended"]
    """`paid` once the payment is in your balance; `ended` when it was not paid in time."""
    address: str | None
    """Open it in a browser and pay there."""
    instructions: str | None
    """How to pay, in the words of the operator."""
    save_card: bool
    reference: str | None
    """Of the payment's entry."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    ended_at: str | None
    """RFC 3339, UTC, with milliseconds."""


class Track(TypedDict):
    """One transcript of a video."""

    language: str | None
    """BCP 47; null when the platform does not say."""
    kind: Literal["human", "automatic"] | None
    """Written by a person, or by speech recognition; null when the platform does not say."""


class TranscriptCues(TypedDict):
    start_ms: int
    end_ms: int
    text: str


class TranscriptLicense(TypedDict):
    name: str | None
    url: str | None


class TranscriptSource(TypedDict):
    connector: str
    upstream_host: str
    route: str
    fetched_at: str
    cache: Literal["hit", "miss", "replay"]
    schema: Literal["reelgate.transcript.v1"]


class Transcript(TypedDict):
    """The unified transcript record, reelgate.transcript.v1."""

    platform: str
    video_id: str
    language: str | None
    """BCP 47; null when the platform does not say."""
    language_match: Literal["exact", "variant", "broader"] | None
    """`variant`: the wish was a language such as `en`, and only a variety of it exists, such as `en-GB`. `broader`: the wish was a variety such as `fr-FR`, and only its language exists, `fr`. null when no language was asked for."""
    kind: Literal["human", "automatic"] | None
    """Written by a person, or by speech recognition; null when the platform does not say."""
    translated: bool | None
    """Whether a machine translated it from another language; null when the platform does not say."""
    timed: bool
    """False: the platform gives the text without times, and `cues` is empty."""
    rolled_up: bool
    """True: automatic captions repeated each line while it rolled up the screen, and the repeats were removed."""
    cues: list[TranscriptCues]
    """In order of their start. With `from` or `to`: those that overlap, with their own times."""
    text: str
    """The words of the cues, or the text without times."""
    tracks: list[Track]
    """Every track of the video."""
    license: TranscriptLicense | None
    """Licence of the video."""
    missing: list[str]
    source: TranscriptSource


class TranscriptAnswer(TypedDict):
    """One unified record (group u1)."""

    request_id: str
    platform: str
    id: str
    language: NotRequired[str]
    kind: NotRequired[Literal["any", "human", "automatic"]]
    item: Transcript
    receipt: Receipt


class UsageRow(TypedDict):
    group: str
    """The day, path or key id."""
    name: str | None
    """Of the key, with `by=key`; else null."""
    calls: int
    """Answered, and charged."""
    failures: int
    """Calls that were opened but not answered; they cost nothing. Calls that were refused before they were opened are not counted."""
    charged: str
    """A decimal in the currency of the account, with six places."""


class VideoAuthor(TypedDict):
    id: str | None
    handle: str | None
    name: str | None
    url: str | None
    avatar_url: str | None
    verified: bool | None
    followers: int | None


class VideoStats(TypedDict):
    views: int | None
    likes: int | None
    comments: int | None
    shares: int | None
    saves: int | None
    reposts: int | None
    downloads: int | None
    danmaku: int | None


class VideoThumbnails(TypedDict):
    url: str
    width: int | None
    height: int | None


class VideoLicense(TypedDict):
    name: str | None
    url: str | None


class VideoMusic(TypedDict):
    id: str | None
    title: str | None
    author: str | None


class VideoLive(TypedDict):
    state: Literal["upcoming", "on_air", "ended"]
    scheduled_at: str | None
    """When it was announced to begin."""
    viewers: int | None
    """Watching at the moment."""


class VideoMatched(TypedDict):
    """With the match `spoken`: where in the video most words of the keyword are spoken."""

    field: Literal["transcript"]
    position_ms: int


class VideoAlsoIn(TypedDict):
    platform: str
    id: str
    url: str | None


class VideoMaybeAlsoIn(TypedDict):
    platform: str
    id: str
    url: str | None


class VideoSource(TypedDict):
    connector: str
    upstream_host: str
    route: str
    fetched_at: str
    cache: Literal["hit", "miss", "replay"]
    schema: Literal["reelgate.video.v1"]


class Video(TypedDict):
    """The unified video record, reelgate.video.v1."""

    platform: str
    id: str
    alt_ids: list[str]
    url: str | None
    embed_url: str | None
    kind: Literal["video", "images", "live", "unknown"]
    title: str | None
    text: str | None
    text_truncated: bool
    tags: list[str]
    language: str | None
    region: str | None
    published_at: str | None
    published_precision: Literal["ms", "s", "day", "relative"] | None
    published_text: str | None
    original_published_at: str | None
    """When it was first published elsewhere, according to its author. Filters and sorting use `published_at`."""
    duration_ms: int | None
    width: int | None
    height: int | None
    author: VideoAuthor
    stats: VideoStats
    approx: list[str]
    thumbnails: list[VideoThumbnails]
    license: VideoLicense | None
    nsfw: bool | None
    category: str | None
    """The platform's own word for it."""
    music: VideoMusic | None
    """The sound that plays in it."""
    captions: bool | None
    """Whether it has captions."""
    live: VideoLive | None
    """Set for a broadcast; null for a video that was never one, and where the platform does not say."""
    location: str | None
    """The place that it is said to be from, by name."""
    mentions: list[str]
    """Handles of the authors that its text names, without `@`."""
    updated_at: str | None
    """When the video or what is said about it was last changed."""
    orientation: Literal["landscape", "portrait", "square"] | None
    """By width and height, or as the platform says it."""
    pinned: NotRequired[Literal[True]]
    """In a list of an author's videos: pinned to the top by its author, whatever its date."""
    match: NotRequired[Literal["exact", "words", "prefix", "most_words", "similar", "pieces", "spoken"]]
    """In a search of the library: what of the keyword it has. `exact`: its words in title, description or tags. `words`: its words in any field. `prefix`: its words in another form, or begun. `most_words`: those that say most. `similar`: words with a slip. `pieces`: parts of a script without spaces. `spoken`: words of its transcripts."""
    matched: NotRequired[VideoMatched]
    """With the match `spoken`: where in the video most words of the keyword are spoken."""
    position: NotRequired[int]
    """In a playlist: its place, from 1, as the platform counts. Entries that are not there any more keep their places."""
    also_in: NotRequired[list[VideoAlsoIn]]
    """In a search over all platforms: the same video on other platforms."""
    maybe_also_in: NotRequired[list[VideoMaybeAlsoIn]]
    """In a search over all platforms: videos of other platforms with the same title and nearly the same length, which may be the same video."""
    tracks: NotRequired[list[Track] | None]
    """Only in `get_video`: the transcripts that exist. null when the platform does not say it there; `get_transcript` may still find one."""
    rank: int
    source: VideoSource
    missing: list[str]
    raw: NotRequired[Any]
    """The platform's own record; only with `include=raw`."""


class VideoAnswer(TypedDict):
    """One unified record (group u1)."""

    request_id: str
    platform: str
    id: str
    item: Video
    receipt: Receipt


class VideosAnswerNotFound(TypedDict):
    id: str
    reason: Literal["deleted", "private", "region", "age", "password", "unknown"]
    """`unknown` when the platform does not give a reason."""


class VideosAnswerFailed(TypedDict):
    id: str
    code: str
    """Error code: why no provider could answer. The same id can be asked for again."""


class VideosAnswer(TypedDict):
    """Several unified records, asked for by `ids` (group u1)."""

    request_id: str
    platform: str
    ids: str
    items: list[Video]
    """In the order of `ids`."""
    not_found: list[VideosAnswerNotFound]
    """Videos that do not exist or are not public; not charged."""
    failed: list[VideosAnswerFailed]
    """Videos for which no provider gave an answer; not charged."""
    receipt: Receipt


class WatchSpent(TypedDict):
    month: str
    """In the current UTC month."""
    total: str
    """Since the watch was created."""


class WatchBudget(TypedDict):
    month: str | None
    """The most that it may spend in a UTC month."""
    total: str | None
    """The most that it may spend in all."""


class Watch(TypedDict):
    """A question that the gateway asks again and again. It delivers each new item once."""

    id: str
    name: str | None
    platform: str
    path: str
    query: dict[str, Any]
    """The parameters of the question."""
    every: str
    """The distance between runs in minutes, hours or days, or `auto`."""
    every_seconds: int
    """The same in seconds. With `auto`: the distance that the gateway uses now."""
    pages_max: int
    """Pages that a run reads at most."""
    baseline: Literal["mark", "deliver"]
    """`mark`: the items of the first run count as seen and are not delivered; each page costs a check. `deliver`: they are delivered and charged."""
    state: Literal["active", "paused", "ended"]
    paused_for: Literal["balance", "budget", "cap", "misses", "key", "caller", "operator"] | None
    next_run_at: str | None
    """null unless it is active."""
    last_run: WatchRun | None
    spent: WatchSpent
    budget: WatchBudget
    items: int
    """How many items it has delivered: the number of the last one."""
    runs: int
    has_gap: bool
    """The last run may have missed items."""
    feed: bool
    """Whether it has feeds under a secret address."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    ended_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    key: str
    """The id of the key that pays, and whose rights and caps apply."""
    run_most_cost: str
    """The most that one run can cost at the price of the last run, never more than the budgets leave. A run pays for each page that it reads: its new items, and at least a check. After a gap it may read twice `pages_max`."""
    most_cost: str
    """The most that a month of 31 days can cost at the price of the last run, whatever the list brings; never more than the budget."""
    currency: str


class WatchItem(TypedDict):
    """One new item that a watch found."""

    number: int
    """1, 2, 3 … within the watch, in the sequence of delivery."""
    found_at: str
    """RFC 3339, UTC, with milliseconds."""
    record: dict[str, Any]
    """The record as the list gives it: a video, an author, a comment or a playlist."""


class WatchRun(TypedDict):
    """One time that a watch asked its question."""

    number: int
    """1, 2, 3 … within the watch."""
    request_id: str
    """Of the call of its first page; those of further pages end in `.2`, `.3` and so on. Receipts are at `/api/account/v1/requests/{request_id}`."""
    slot_at: str
    """When the run was due. A run that you requested has a time of its own."""
    at: str
    """When it ended."""
    late_seconds: int
    """How long after its time it began. Runs that were missed while the gateway was down are made up for by one late run."""
    late_by_s: int
    """The older name of `late_seconds`."""
    pages: int
    """Pages that were read and paid."""
    items: int
    """New items that were delivered."""
    charged: str
    """A decimal in the currency of the account, with six places."""
    gap: bool
    """True: new items may remain that this run did not reach, because of `pages_max`, the budget or time. The next run reads deeper."""
    failure: str | None
    """Code of the failure; null when the run succeeded."""


class Webhook(TypedDict):
    """An address that is sent the events of an account, in their order."""

    id: str
    url: str
    state: Literal["active", "disabled"]
    last_sequence: int
    """The number of the last event that the receiver accepted."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    failures: int
    """In a row."""
    failing_since: str | None
    """RFC 3339, UTC, with milliseconds."""
    next_attempt_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    last_status: int | None
    """HTTP status of its last answer; 0 when there was none."""
    last_answer_at: str | None
    """RFC 3339, UTC, with milliseconds."""
    last_took_ms: int | None


class FormattedAnswer(TypedDict):
    """An answer in a format of its own, such as WebVTT."""

    content: str
    receipt: Receipt


class SearchVideosParameters(WalkOptions):
    """Search videos (stable)"""

    platform: Required[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    keyword: Required[str]
    """What to search for, in any script. Counted in characters after trimming."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""
    sort: NotRequired[Literal["relevance", "newest", "views", "likes"]]
    """The order. Absent: the platform's own."""
    published_after: NotRequired[str]
    """Published at this time or later, by RFC 3339; a date without a time means midnight UTC."""
    published_before: NotRequired[str]
    """Published at this time or earlier."""
    duration: NotRequired[Literal["short", "medium", "long"]]
    """Below 4 minutes, from 4 to 20, above 20. Use it instead of `duration_min` and `duration_max`."""
    duration_min: NotRequired[int]
    """Minimum duration in seconds."""
    duration_max: NotRequired[int]
    """Maximum duration in seconds."""
    language: NotRequired[str]
    """BCP 47."""
    region: NotRequired[str]
    """ISO 3166, two letters."""
    license: NotRequired[Literal["cc"]]
    """Under a licence of Creative Commons."""
    safe: NotRequired[Literal["strict", "moderate", "off"]]
    """How strictly adult content is kept out of the results."""
    orientation: NotRequired[Literal["landscape", "portrait", "square"]]
    """By width and height of the picture."""
    min_height: NotRequired[Literal[720, 1080, 2160]]
    """Minimum height of the video in pixels."""
    tag: NotRequired[str]
    """With this tag, hashtag, subject or category, whatever the platform has; without `#`."""
    live: NotRequired[Literal["true", "false"]]
    """On air now (`true`), or not on air (`false`)."""
    captions: NotRequired[Literal["true"]]
    """With captions."""
    match: NotRequired[Literal["exact", "all"]]
    """Only results that have the words of the keyword as they are (`exact`), or others below them too (`all`). Each item says in `match` what it has. Absent: `all`, and `exact` for watches and collections."""
    filters: NotRequired[Literal["best_effort"]]
    """With `best_effort`, a filter that the platform cannot apply is ignored and listed in `ignored_filters`. Without it, such a filter is refused with 400 `FILTER_UNSUPPORTED`."""
    platforms: NotRequired[str]
    """With the platform `all`: which ones, by name, separated by commas; at most 12. Without it: all platforms that have this operation."""


class SearchVideosNative(SearchVideosParameters):
    group: Required[Literal["u2"]]


class SearchVideosInput(SearchVideosParameters):
    group: NotRequired[Literal["u1"]]


class GetVideoParameters(CallOptions):
    """One video (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    id: NotRequired[str]
    """Id of the video, as search results give it."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class GetVideoNative(GetVideoParameters):
    group: Required[Literal["u2"]]
    ids: NotRequired[str]
    """Ids of several videos, separated by commas: at most 50, without repeats; only in group u1. The price is charged for each video found."""


class GetVideoOfSeveral(GetVideoParameters):
    ids: Required[str | list[str]]
    """Records with these fields alone."""
    group: NotRequired[Literal["u1"]]


class GetVideoInput(GetVideoParameters):
    group: NotRequired[Literal["u1"]]


class ListAuthorVideosParameters(WalkOptions):
    """Videos of an author (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    author_id: NotRequired[str]
    """Id of the author, as `author.id` of a record gives it. Send this or `handle`."""
    handle: NotRequired[str]
    """Name of the author on the platform, with or without `@` before it. Send this or `author_id`."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    sort: NotRequired[Literal["newest", "views"]]
    """Order of the list: the newest or the most viewed first."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class ListAuthorVideosNative(ListAuthorVideosParameters):
    group: Required[Literal["u2"]]


class ListAuthorVideosInput(ListAuthorVideosParameters):
    group: NotRequired[Literal["u1"]]


class ListCommentsParameters(WalkOptions):
    """Comments on a video (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    id: NotRequired[str]
    """Id of the video, as search results give it."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    sort: NotRequired[Literal["top", "newest"]]
    """Order of the list: the platform's own ranking, or the newest first. Without it, the platform's default order."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class ListCommentsNative(ListCommentsParameters):
    group: Required[Literal["u2"]]


class ListCommentsInput(ListCommentsParameters):
    group: NotRequired[Literal["u1"]]


class ListRepliesParameters(WalkOptions):
    """Replies to a comment (stable)"""

    platform: Required[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    id: Required[str]
    """Id of the video, as search results give it."""
    comment_id: Required[str]
    """Id of the comment, as a list of comments gives it."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class ListRepliesNative(ListRepliesParameters):
    group: Required[Literal["u2"]]


class ListRepliesInput(ListRepliesParameters):
    group: NotRequired[Literal["u1"]]


class GetAuthorParameters(CallOptions):
    """One author (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    author_id: NotRequired[str]
    """Id of the author, as `author.id` of a record gives it. Send this or `handle`."""
    handle: NotRequired[str]
    """Name of the author on the platform, with or without `@` before it. Send this or `author_id`."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class GetAuthorNative(GetAuthorParameters):
    group: Required[Literal["u2"]]


class GetAuthorInput(GetAuthorParameters):
    group: NotRequired[Literal["u1"]]


class SearchAuthorsParameters(WalkOptions):
    """Search authors (stable)"""

    platform: Required[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    keyword: Required[str]
    """What to search for, in any script. Counted in characters after trimming."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""
    platforms: NotRequired[str]
    """With the platform `all`: which ones, by name, separated by commas; at most 12. Without it: all platforms that have this operation."""


class SearchAuthorsNative(SearchAuthorsParameters):
    group: Required[Literal["u2"]]


class SearchAuthorsInput(SearchAuthorsParameters):
    group: NotRequired[Literal["u1"]]


class ListPopularVideosParameters(WalkOptions):
    """Popular videos (stable)"""

    platform: Required[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    region: NotRequired[str]
    """ISO 3166, two letters."""
    category: NotRequired[str]
    """A name or an id of the platform's own categories."""
    period: NotRequired[Literal["day", "week", "month", "year", "all"]]
    """Popular within the last day, week, month or year, or of all time."""
    filters: NotRequired[Literal["best_effort"]]
    """With `best_effort`, a filter that the platform cannot apply is ignored and listed in `ignored_filters`. Without it, such a filter is refused with 400 `FILTER_UNSUPPORTED`."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""
    platforms: NotRequired[str]
    """With the platform `all`: which ones, by name, separated by commas; at most 12. Without it: all platforms that have this operation."""


class ListPopularVideosNative(ListPopularVideosParameters):
    group: Required[Literal["u2"]]


class ListPopularVideosInput(ListPopularVideosParameters):
    group: NotRequired[Literal["u1"]]


class ListRelatedVideosParameters(WalkOptions):
    """Videos related to a video (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    id: NotRequired[str]
    """Id of the video, as search results give it."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class ListRelatedVideosNative(ListRelatedVideosParameters):
    group: Required[Literal["u2"]]


class ListRelatedVideosInput(ListRelatedVideosParameters):
    group: NotRequired[Literal["u1"]]


class GetPlaylistParameters(CallOptions):
    """One playlist (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    playlist_id: NotRequired[str]
    """Id of the playlist, as the platform writes it."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class GetPlaylistNative(GetPlaylistParameters):
    group: Required[Literal["u2"]]


class GetPlaylistInput(GetPlaylistParameters):
    group: NotRequired[Literal["u1"]]


class ListPlaylistVideosParameters(WalkOptions):
    """Videos of a playlist (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    playlist_id: NotRequired[str]
    """Id of the playlist, as the platform writes it."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    pcursor: NotRequired[str]
    """Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged."""
    count: NotRequired[int]
    """Items per page. A platform may give fewer."""
    include: NotRequired[Literal["raw"]]
    """Adds the platform's own record to each item, as `raw`."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class ListPlaylistVideosNative(ListPlaylistVideosParameters):
    group: Required[Literal["u2"]]


class ListPlaylistVideosInput(ListPlaylistVideosParameters):
    group: NotRequired[Literal["u1"]]


class GetTranscriptParameters(CallOptions):
    """The transcript of a video (stable)"""

    platform: NotRequired[str]
    variant: NotRequired[Literal["stable", "economy"]]
    """`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price."""
    fields: NotRequired[str | list[str]]
    """Records with these fields alone."""
    id: NotRequired[str]
    """Id of the video, as search results give it."""
    url: NotRequired[str]
    """The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform."""
    language: NotRequired[str]
    """Wished languages in order of preference, separated by commas: at most 10, each as BCP 47 writes it. A plain language also finds its varieties: `en` finds `en-GB` when there is no `en`, and the answer says so."""
    kind: NotRequired[Literal["any", "human", "automatic"]]
    """Written by a person, or by speech recognition. `any` prefers a person."""
    from_: NotRequired[float]
    """Only cues that end after this second. Only in group u1."""
    to: NotRequired[float]
    """Only cues that begin before this second. Only in group u1."""
    max_age: NotRequired[int]
    """The maximum age of the answer in seconds. 0 asks for a live one."""


class GetTranscriptNative(GetTranscriptParameters):
    group: Required[Literal["u2"]]
    format: NotRequired[Literal["json"]]


class GetTranscriptFormatted(GetTranscriptParameters):
    format: Required[Literal["text", "vtt", "srt"]]
    group: NotRequired[Literal["u1"]]


class GetTranscriptInput(GetTranscriptParameters):
    group: NotRequired[Literal["u1"]]
    format: NotRequired[Literal["json"]]


class ListPricesAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    catalog_version: int
    currency: str
    endpoints: list[PricedEndpoint]


class GetStatusAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    measured_at: str
    """RFC 3339, UTC, with milliseconds."""
    refresh_seconds: int
    """Figures are computed again after this many seconds at the earliest."""
    operations: list[StatusRow]
    """Every operation that the key may call; without a key, every operation with a price."""


class ResolveUrlAnswerAlt(TypedDict):
    handle: NotRequired[str]
    """Of an author, without `@`."""
    host: NotRequired[str]
    """The host, on platforms with many hosts."""
    unlisted_hash: NotRequired[str]
    """Opens a video that is not listed."""
    start_ms: NotRequired[int]
    """Where the video should begin."""
    playlist_id: NotRequired[str]
    """The playlist in which the address opens its video; routes of playlists take it."""


class ResolveUrlAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    platform: str | None
    """null when no platform is known by this address."""
    kind: Literal["video", "author", "playlist", "search", "unknown"]
    id: str | None
    """As the platform writes it; of a search, its keyword."""
    alt: ResolveUrlAnswerAlt
    canonical_url: str | None
    """Without tracking parameters."""
    needs: Literal["hop", "lookup"] | None
    served_as: list[str]
    """Platforms of this gateway, as paths name them, that serve it."""


class GetBalanceAnswerAccount(TypedDict):
    id: str
    name: str


class GetBalanceAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    account: GetBalanceAnswerAccount
    balance: str
    """A decimal in the currency of the account, with six places."""
    held: str
    """A decimal in the currency of the account, with six places."""
    available: str
    """A decimal in the currency of the account, with six places."""
    currency: str


class GetOwnKeyAnswerKey(TypedDict):
    id: str
    name: str


class GetOwnKeyAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    key: GetOwnKeyAnswerKey
    balance: str
    """A decimal in the currency of the account, with six places."""
    held: str
    """A decimal in the currency of the account, with six places."""
    available: str
    """A decimal in the currency of the account, with six places."""
    spent_today: str
    """Charged to the account on this UTC day, by all of its keys; by this key alone when it is limited to platforms or operations."""
    currency: str
    caps: list[SpendCap]
    confirm_above: str | None
    """Above this price, tools for agents ask first."""


class ListKeysAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    keys: list[OwnKey]
    may_create: bool
    """Whether you may make keys by yourself, with this key."""
    keys_max: int
    """You may make a key while your account has fewer unrevoked keys than this."""


class CreateKeyAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    key: Key
    secret: str
    """Shown this once; only its hash is stored."""


class RenameKeyAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    key: Key


class RotateKeyAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    key: Key
    secret: str
    """Shown this once; only its hash is stored."""
    previous_valid_until: str
    """RFC 3339, UTC, with milliseconds."""


class RevokeKeyAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    key: Key


class GetUsageAnswerTotals(TypedDict):
    calls: int
    """Answered, and charged."""
    failures: int
    """Calls that were opened but not answered; they cost nothing. Calls that were refused before they were opened are not counted."""
    charged: str
    """A decimal in the currency of the account, with six places."""


GetUsageAnswer = TypedDict("GetUsageAnswer", {
    "request_id": "str",
    "from": "str",
    "to": "str",
    "by": "Literal['day', 'path', 'key']",
    "currency": "str",
    "rows": "list[UsageRow]",
    "totals": "GetUsageAnswerTotals",
})


SliceUsageAnswer = TypedDict("SliceUsageAnswer", {
    "request_id": "str",
    "from": "str",
    "to": "str",
    "by": "list[Literal['day', 'key', 'project', 'platform', 'path', 'failure']]",
    "currency": "str",
    "rows": "list[OwnUsageSlice]",
    "is_cut": "bool",
})


class GetRunwayAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    available: str
    """A decimal in the currency of the account, with six places."""
    spent_per_day: str
    """Mean of the last seven days."""
    days: float | None
    """Days until the balance is spent; null when nothing is spent."""
    currency: str


class ListPriceChangesAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    currency: str
    changes: list[PriceChange]


class ListEntriesQuery(CallOptions):
    """Ledger entries of your account, newest first"""

    cursor: NotRequired[str]
    """The `next_cursor` of the page before."""
    limit: NotRequired[int]
    from_: NotRequired[str]
    """First UTC day, included."""
    to: NotRequired[str]
    """Last UTC day, included."""
    kind: NotRequired[Literal["topup", "charge", "refund", "adjustment"]]
    format: NotRequired[Literal["json", "csv"]]
    """Format of the answer. It takes precedence over the Accept header."""


class ListEntriesAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    entries: list[Entry]
    next_cursor: str | None
    """Give it back as `cursor` for the next page; null on the last one."""


class ListGrantsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    grants: list[Grant]
    next_cursor: str | None
    """Give it back as `cursor` for the next page; null on the last one."""


class ListStatementsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    statements: list[StatementSummary]
    next_cursor: str | None
    """Give it back as `cursor` for the next page; null on the last one."""


class GetStatementAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    statement: Statement


class ListEventsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    events: list[Event]
    last_sequence: int
    """Send it as `after` next time: the number of the last event in this answer, or the `after` of this request when there is no event."""


class ListWebhooksAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    webhooks: list[Webhook]
    webhooks_max: int
    """How many an account may have."""


class CreateWebhookAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    webhook: Webhook
    secret: str
    """Verifies signatures, as Standard Webhooks says. Shown this once."""


class RemoveWebhookAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    removed: bool


class TestWebhookAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    webhook: Webhook


class ReplayWebhookAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    webhook: Webhook


class RotateWebhookAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    webhook: Webhook
    secret: str
    """Verifies signatures, as Standard Webhooks says. Shown this once."""
    previous_valid_until: str
    """RFC 3339, UTC, with milliseconds."""


class ListWatchesQuery(CallOptions):
    """Watches of your account, the newest first"""

    cursor: NotRequired[str]
    """The `next_cursor` of the page before."""
    limit: NotRequired[int]
    state: NotRequired[Literal["active", "paused", "ended"]]


class ListWatchesAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    watches: list[Watch]
    next_cursor: str | None
    """Give it back as `cursor` for the next page; null on the last one."""
    watches_max: int
    """How many an account may have that have not ended."""


class CreateWatchBodyBudget(TypedDict):
    """What the watch may spend in a UTC month, and in all. Without it, `most_cost` is the limit."""

    month: NotRequired[str]
    """A decimal string with at most six places."""
    total: NotRequired[str]
    """A decimal string with at most six places."""


class CreateWatchBody(CallOptions):
    """Have a question asked again and again; the same request id gives the same watch"""

    path: Required[str]
    """The path of a list of group u1, without parameters."""
    query: Required[dict[str, Any]]
    """The parameters of the question, as the path takes them; `pcursor` and `fields` are not allowed."""
    every: Required[str]
    """The distance between runs: whole minutes, hours or days from `15m` to `7d`. `auto`: the gateway chooses between 15 minutes and a day, by how often the list changes."""
    pages_max: NotRequired[int]
    """Pages that a run reads at most, and pays for. It stops earlier, after a whole page without a new item. The first run of `mark` reads all of them."""
    baseline: NotRequired[Literal["mark", "deliver"]]
    """`mark`: what the list shows at the first run counts as seen and is not delivered; each page costs a check. `deliver`: it is delivered and charged."""
    budget: NotRequired[CreateWatchBodyBudget]
    """What the watch may spend in a UTC month, and in all. Without it, `most_cost` is the limit."""
    name: NotRequired[str]


class CreateWatchAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    watch: Watch
    created: bool
    """False: this request id had made this watch before."""


class GetWatchAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    watch: Watch


class UpdateWatchBodyBudget(TypedDict):
    """null removes a budget; what is left out stays."""

    month: NotRequired[str | None]
    """A decimal string with at most six places."""
    total: NotRequired[str | None]
    """A decimal string with at most six places."""


class UpdateWatchBody(CallOptions):
    """Change name, budget, distance or pages of a watch; pause, resume or end it"""

    name: NotRequired[str | None]
    every: NotRequired[str]
    """The distance between runs: whole minutes, hours or days from `15m` to `7d`. `auto`: the gateway chooses between 15 minutes and a day, by how often the list changes."""
    pages_max: NotRequired[int]
    budget: NotRequired[UpdateWatchBodyBudget]
    """null removes a budget; what is left out stays."""
    state: NotRequired[Literal["active", "paused", "ended"]]
    """`paused` stops it, `active` resumes it, `ended` ends it for good. A watch that is paused for its key goes on with the key that resumes it."""


class UpdateWatchAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    watch: Watch


class RemoveWatchAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    removed: bool


class RunWatchAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    watch: Watch


class ListWatchRunsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    runs: list[WatchRun]
    """The newest first; the last 100 are kept."""


class ListWatchPicturesQuery(CallOptions):
    """Pictures of the items of a watch, served by the gateway"""

    after: NotRequired[int]
    """Only items with a higher number; 0 for the oldest that are kept."""
    limit: NotRequired[int]


class ListWatchPicturesAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    pictures: list[Picture]
    """None where the operator has switched them off."""


class MakeWatchFeedAnswerFeed(TypedDict):
    atom: str
    """Atom. Whoever knows the address can read the items. Shown this once."""
    json: str
    """JSON Feed 1.1. Shown this once."""


class MakeWatchFeedAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    watch: Watch
    feed: MakeWatchFeedAnswerFeed


class RemoveWatchFeedAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    watch: Watch


class ListRequestsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    calls: list[CallReceipt]
    next_cursor: str | None
    """Give it back as `cursor` for the next page; null on the last one."""
    searched_to: str | None
    """A page reads a bounded number of calls, so it may be short or empty. No call that ended after this time is missing. null at the end of the list."""


class GetRequestAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    call: CallReceipt
    complaint: Complaint | None


class ListRequestRecordsAnswerItems(TypedDict):
    """A unified record, as the answer had it."""

    id: str


class ListRequestRecordsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    operation: str
    """What was asked, and so what the records are."""
    items: list[ListRequestRecordsAnswerItems]


class ListRequestPicturesAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    pictures: list[Picture]
    """None where the operator has switched them off."""


class GetComplaintAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    complaint: Complaint


class CreateCollectionBodyQueries(TypedDict):
    path: NotRequired[str]
    """Path of a data route of group u1 that answers with a list, such as a search."""
    query: dict[str, Any]
    """Parameters of that route, without `pcursor` and `count`."""


class CreateCollectionBody(CallOptions):
    """Gather all items for a question, up to a number of items and a budget"""

    path: NotRequired[str]
    """Path of a data route of group u1 that answers with a list, such as a search."""
    query: NotRequired[dict[str, Any]]
    """Parameters of that route, without `pcursor` and `count`."""
    queries: NotRequired[list[CreateCollectionBodyQueries]]
    """Several questions in place of `query`, all of one platform. `path` beside it is their default."""
    ids: NotRequired[list[str]]
    """Ids of videos, in place of `query`, with the path of `get_video` or `get_video_v2`."""
    urls: NotRequired[list[str]]
    """Addresses of videos, in place of `ids`."""
    items_max: NotRequired[int]
    """It ends with this many items."""
    budget: Required[str]
    """The most that it may cost. It stops before the page that could cost more."""
    until: NotRequired[str]
    """It ends at this time (RFC 3339) at the latest."""
    name: NotRequired[str | None]
    """A name to recognise it by."""


class CreateCollectionAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    collection: Collection
    created: bool
    """False: this request id had made this collection before."""


class ListCollectionsQuery(CallOptions):
    """Your collections, the newest first"""

    cursor: NotRequired[str]
    """The `next_cursor` of the page before."""
    limit: NotRequired[int]


class ListCollectionsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    collections: list[Collection]
    collections_max: int
    """How many your account may keep."""
    running_max: int
    """How many of them may run at once."""
    next_cursor: str | None
    """Give it back as `cursor` for the next page; null on the last one."""


class GetCollectionAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    collection: Collection
    by_question: list[CollectionQuestion]
    """What each question has brought, in their sequence."""


class UpdateCollectionBody(CallOptions):
    """Change name, budget or number of items of a collection, or let this key pay for it"""

    name: NotRequired[str | None]
    """A name to recognise it by."""
    budget: NotRequired[str]
    """Not below what is charged already, with the page that is being fetched."""
    items_max: NotRequired[int]
    key: NotRequired[Literal["this"]]
    """`this`: from now on it runs with the key of this request, of the same account, which must have the right to it. A collection that ended with its key (`end` is `key`) goes on where it stopped, until its items expire."""


class UpdateCollectionAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    collection: Collection


class RemoveCollectionAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    removed: bool


class CancelCollectionAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    collection: Collection


class ListCollectionPicturesQuery(CallOptions):
    """Pictures of the items of a collection, served by the gateway"""

    after: NotRequired[int]
    """Items with a higher number are answered."""
    limit: NotRequired[int]


class ListCollectionPicturesAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    pictures: list[Picture]
    """None where the operator has switched them off."""


class CreateExportLinkBody(CallOptions):
    """An address that gives the export of an ended collection without a key"""

    format: NotRequired[Literal["jsonl", "csv"]]
    expires_in_seconds: NotRequired[int]


class CreateExportLinkAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    url: str
    """Whoever has it can read the export without a key. It works in a browser, curl and DuckDB."""
    format: Literal["jsonl", "csv"]
    expires_at: str
    """RFC 3339, UTC, with milliseconds."""


class CreateTopupAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    topup: Topup


class ListTopupsAnswerPayable(TypedDict):
    """How callers pay in by themselves; null where they ask the operator."""

    way: Literal["manual", "stripe"]
    min: str
    """A decimal in the currency of the account, with six places."""
    max: str
    """A decimal in the currency of the account, with six places."""
    step: str
    """Amounts are multiples of it."""


class ListTopupsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    payable: ListTopupsAnswerPayable | None
    topups: list[Topup]
    next_cursor: str | None
    """Give it back as `cursor` for the next page; null on the last one."""


class GetTopupAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    topup: Topup


class GetRechargeAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    recharge: Recharge


class SetRechargeAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    recharge: Recharge


class EndRechargeAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    recharge: Recharge


class GetQuoteQuery(CallOptions):
    """What calls of a path would cost, sealed for 15 minutes"""

    path: Required[str]
    """A path or a full URL. `count` and `ids` in its query apply unless they are sent as parameters."""
    count: NotRequired[int]
    """Items per page, as in the call."""
    platforms: NotRequired[str]
    """With the platform `all`: which ones, as in the call."""
    ids: NotRequired[str]
    """As in the call: several ids, separated by commas."""
    pages: NotRequired[int]
    """How many calls."""


GetQuoteAnswerTiers = TypedDict("GetQuoteAnswerTiers", {
    "from": "int",
    "unit_price": "str",
})


class GetQuoteAnswer(TypedDict):
    """What calls of one path would cost, with the price fixed for 15 minutes."""

    request_id: str
    """Id of this request."""
    path: str
    unit: Literal["call", "item", "leg"]
    legs: NotRequired[list[LegPrice]]
    """Of a search over many platforms."""
    unit_price: str
    """A decimal in the currency of the account, with six places."""
    tiers: list[GetQuoteAnswerTiers] | None
    """Prices by how many units the account was charged for in the UTC month; null when there is one price for all."""
    tier: int | None
    """The number of units after which the tier of this price starts."""
    month_used: int | None
    """Units that count for the tier, so far in this month; null without a key."""
    minimum: str | None
    """A decimal in the currency of the account, with six places."""
    most: str
    """What all of these calls cost at most."""
    most_per_call: str
    """A decimal in the currency of the account, with six places."""
    free_per_day: int | None
    currency: str
    catalog_version: int
    balance: str
    """A decimal in the currency of the account, with six places."""
    balance_after: str | None
    """The balance after all of these calls at their highest price; null when the balance does not cover them."""
    calls_affordable: int | None
    """How many such calls the balance, the caps and the key allow; null when a call costs nothing."""
    caps: list[SpendCap]
    quote: str
    """To be sent as `x-<service>-quote` with each of these calls."""
    valid_until: str
    """RFC 3339, UTC, with milliseconds."""


class ListPlatformsAnswerPlatforms(TypedDict):
    platform: str
    made_up: bool
    """Its records are made up by the gateway, for a demonstration."""
    health: Literal["ok", "weak", "down"]
    """`ok`; `weak` when one of its providers fails; `down` when none of its providers can be asked."""


class ListPlatformsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    platforms: list[ListPlatformsAnswerPlatforms]


class ListSuggestionsAnswer(TypedDict):
    request_id: str
    """Id of this request."""
    suggestions: list[Suggestion]
    """Empty also where the key may not search the library, or the library cannot answer now."""
