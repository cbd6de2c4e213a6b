# Made by `npm run openapi` from _nouns.py, _data.py, _free.py, client.py; do not edit.
"""The client for asyncio."""

from __future__ import annotations

import asyncio
import urllib.parse
from collections.abc import Callable, AsyncIterator, Mapping
from decimal import Decimal
from typing import Any, ClassVar, Generic, Literal, Never, TYPE_CHECKING, TypeVar, Unpack, cast, overload
from ._gathering import COLLECTIONS, CollectionItems, Export, WATCHES, WatchItems, path_of, wait_for_end
from ._options import Amount, CallOptions, Charge, Clock, WalkOptions, limits_of, segment, settings_of, taken
from ._arun import AsyncRunner
from ._send import Answer, Call, Steps
from ._walk import ENTRIES, WalkSteps, data_route, new_walk, resumed_walk
from ._transport import Transport
from ._webhooks import Webhooks

if TYPE_CHECKING:
    from . import types as t

T = TypeVar("T")
Page = TypeVar("Page")
Item = TypeVar("Item")


class AsyncItems(AsyncIterator[T], Generic[T]):
    """Gives one value after another. After an error it goes on: the next step repeats the failed one."""

    def __init__(self, runner: AsyncRunner, take: Callable[[], Steps[Any]], lock: asyncio.Lock | None = None) -> None:
        self._runner = runner
        self._take = take
        # Shared by all iterators of a walk: their steps run one after another.
        self._lock = lock or asyncio.Lock()

    def __aiter__(self) -> AsyncItems[T]:
        return self

    async def __anext__(self) -> T:
        async with self._lock:
            value = await self._runner.run(self._take())
        if value is None:
            raise StopAsyncIteration
        return cast(T, value)


class AsyncWalk(AsyncIterator[Item], Generic[Page, Item]):
    """A walk through a list: iterate over its items, or over whole pages with `pages()`. Each page is one paid call."""

    def __init__(self, runner: AsyncRunner, steps: WalkSteps) -> None:
        self._runner = runner
        self._steps = steps
        self._lock = asyncio.Lock()
        self._items: AsyncItems[Item] = AsyncItems(runner, steps.take_item, self._lock)

    @property
    def end(self) -> str:
        """`more`: not at the end yet. `budget`: the next page would exceed the budget. The gateway sends the others."""
        return self._steps.place.end

    @property
    def spent(self) -> Decimal:
        """What the pages of this walk have cost, including those before its checkpoint."""
        return self._steps.spent

    def checkpoint(self) -> str:
        """The state of the walk after the last returned item. Pass it to `resume`, also in another process."""
        return self._steps.checkpoint()

    async def with_response(self) -> Answer[Page]:
        """The current page with request id, charge and headers, without moving on."""
        async with self._lock:
            return await self._runner.run(self._steps.current())

    async def page(self) -> Page:
        """The current page, without moving on: only iterators move."""
        answer = await self.with_response()
        return answer.data

    def answers(self) -> AsyncItems[Answer[Page]]:
        """Iterates over whole pages, with request id, charge and headers."""
        return AsyncItems(self._runner, self._steps.take_page, self._lock)

    def pages(self) -> AsyncItems[Page]:
        """Iterates over whole pages. `cursor` is that of the next page, None on the last one."""
        return AsyncItems(self._runner, self._take_page, self._lock)

    def __aiter__(self) -> AsyncWalk[Page, Item]:
        return self

    async def __anext__(self) -> Item:
        return await self._items.__anext__()

    def _take_page(self) -> Steps[Any]:
        answer = yield from self._steps.take_page()
        return None if answer is None else answer.data


class Lookup:
    """A method that gives one record."""

    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def _answer(self, action: str, given: dict[str, Any]) -> Answer[Any]:
        limits = limits_of(self._runner.sender.settings, given)
        path, query = data_route(action, given)
        return await self._runner.call(Call(path, limits, query))


class Noun:
    """Methods about one kind of thing."""

    _actions: ClassVar[dict[str, str | None]] = {}
    """The actions of its lists by their names in checkpoints."""

    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    def _walk(self, name: str, given: dict[str, Any]) -> AsyncWalk[Any, Any]:
        sender = self._runner.sender
        limits = limits_of(sender.settings, given, has_budget=True)
        return AsyncWalk(self._runner, new_walk(sender, name, self._actions[name], given, limits))

    def _resume(self, checkpoint: str, options: dict[str, Any]) -> AsyncWalk[Any, Any]:
        sender = self._runner.sender
        limits = limits_of(sender.settings, options, has_budget=True)
        return AsyncWalk(self._runner, resumed_walk(sender, self._actions, checkpoint, limits))

    async def _get(self, path: str, given: dict[str, Any]) -> Any:
        return await self._send(path, given, "GET")

    async def _send(self, path: str, given: dict[str, Any], method: str, once: bool = False) -> Any:
        """Sends parameters as the query of a GET, and as the body of all others."""
        limits = limits_of(self._runner.sender.settings, given)
        is_read = method == "GET"
        call = Call(path, limits, given if is_read else {}, method, None if is_read else given or None, once)
        answer = await self._runner.call(call)
        return answer.data


class AsyncExportBytes(AsyncIterator[bytes]):
    """The bytes of an export. A broken connection is resumed where it broke."""

    _rest = b""

    def __init__(self, runner: AsyncRunner, export: Export) -> None:
        self._runner = runner
        self._export = export

    def __aiter__(self) -> AsyncExportBytes:
        return self

    async def __anext__(self) -> bytes:
        rest, self._rest = self._rest, b""
        if rest:
            return rest
        while True:
            is_open = await self._runner.run(self._export.connect())
            if not is_open:
                raise StopAsyncIteration
            chunk = await self._runner.read(self._export)
            if chunk is None:
                raise StopAsyncIteration
            if isinstance(chunk, Exception):
                await self._runner.run(self._export.broken(chunk))
            elif chunk:
                return chunk


DryRunAction = Literal[
    "search_video",
    "get_video",
    "list_author_videos",
    "list_comments",
    "list_replies",
    "get_author",
    "search_author",
    "list_popular_videos",
    "list_related_videos",
    "get_playlist",
    "list_playlist_videos",
    "get_transcript",
]


class VideosGet(Lookup):
    """One video (stable)"""

    @overload
    async def __call__(self, **given: Unpack[t.GetVideoNative]) -> t.NativeVideoAnswer: ...
    @overload
    async def __call__(self, **given: Unpack[t.GetVideoOfSeveral]) -> t.VideosAnswer: ...
    @overload
    async def __call__(self, **given: Unpack[t.GetVideoInput]) -> t.VideoAnswer: ...
    async def __call__(self, **given: Any) -> Any:
        """One video (stable)"""
        answer = await self._answer("get_video", given)
        return answer.data

    @overload
    async def with_response(self, **given: Unpack[t.GetVideoNative]) -> Answer[t.NativeVideoAnswer]: ...
    @overload
    async def with_response(self, **given: Unpack[t.GetVideoOfSeveral]) -> Answer[t.VideosAnswer]: ...
    @overload
    async def with_response(self, **given: Unpack[t.GetVideoInput]) -> Answer[t.VideoAnswer]: ...
    async def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = await self._answer("get_video", given)
        return answer


class Videos(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "videos.search": "search_video",
        "videos.popular": "list_popular_videos",
        "videos.related": "list_related_videos",
    }

    def __init__(self, runner: AsyncRunner) -> None:
        super().__init__(runner)
        self.get = VideosGet(runner)

    @overload
    def search(self, **given: Unpack[t.SearchVideosNative]) -> AsyncWalk[t.NativePage, Never]: ...
    @overload
    def search(self, **given: Unpack[t.SearchVideosInput]) -> AsyncWalk[t.SearchPage, t.Video]: ...
    def search(self, **given: Any) -> Any:
        """Search videos (stable)"""
        return self._walk("videos.search", given)

    @overload
    def popular(self, **given: Unpack[t.ListPopularVideosNative]) -> AsyncWalk[t.NativePopularPage, Never]: ...
    @overload
    def popular(self, **given: Unpack[t.ListPopularVideosInput]) -> AsyncWalk[t.PopularPage, t.Video]: ...
    def popular(self, **given: Any) -> Any:
        """Popular videos (stable)"""
        return self._walk("videos.popular", given)

    @overload
    def related(self, **given: Unpack[t.ListRelatedVideosNative]) -> AsyncWalk[t.NativeRelatedPage, Never]: ...
    @overload
    def related(self, **given: Unpack[t.ListRelatedVideosInput]) -> AsyncWalk[t.RelatedPage, t.Video]: ...
    def related(self, **given: Any) -> Any:
        """Videos related to a video (stable)"""
        return self._walk("videos.related", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> AsyncWalk[t.SearchPage | t.PopularPage | t.RelatedPage, t.Video]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class AuthorsGet(Lookup):
    """One author (stable)"""

    @overload
    async def __call__(self, **given: Unpack[t.GetAuthorNative]) -> t.NativeAuthorAnswer: ...
    @overload
    async def __call__(self, **given: Unpack[t.GetAuthorInput]) -> t.AuthorAnswer: ...
    async def __call__(self, **given: Any) -> Any:
        """One author (stable)"""
        answer = await self._answer("get_author", given)
        return answer.data

    @overload
    async def with_response(self, **given: Unpack[t.GetAuthorNative]) -> Answer[t.NativeAuthorAnswer]: ...
    @overload
    async def with_response(self, **given: Unpack[t.GetAuthorInput]) -> Answer[t.AuthorAnswer]: ...
    async def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = await self._answer("get_author", given)
        return answer


class Authors(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "authors.videos": "list_author_videos",
        "authors.search": "search_author",
    }

    def __init__(self, runner: AsyncRunner) -> None:
        super().__init__(runner)
        self.get = AuthorsGet(runner)

    @overload
    def videos(self, **given: Unpack[t.ListAuthorVideosNative]) -> AsyncWalk[t.NativeAuthorVideosPage, Never]: ...
    @overload
    def videos(self, **given: Unpack[t.ListAuthorVideosInput]) -> AsyncWalk[t.AuthorVideosPage, t.Video]: ...
    def videos(self, **given: Any) -> Any:
        """Videos of an author (stable)"""
        return self._walk("authors.videos", given)

    @overload
    def search(self, **given: Unpack[t.SearchAuthorsNative]) -> AsyncWalk[t.NativeAuthorSearchPage, Never]: ...
    @overload
    def search(self, **given: Unpack[t.SearchAuthorsInput]) -> AsyncWalk[t.AuthorSearchPage, t.AuthorProfile]: ...
    def search(self, **given: Any) -> Any:
        """Search authors (stable)"""
        return self._walk("authors.search", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> AsyncWalk[t.AuthorVideosPage | t.AuthorSearchPage, t.Video | t.AuthorProfile]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class Comments(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "comments.list": "list_comments",
        "comments.replies": "list_replies",
    }

    def __init__(self, runner: AsyncRunner) -> None:
        super().__init__(runner)

    @overload
    def list(self, **given: Unpack[t.ListCommentsNative]) -> AsyncWalk[t.NativeCommentsPage, Never]: ...
    @overload
    def list(self, **given: Unpack[t.ListCommentsInput]) -> AsyncWalk[t.CommentsPage, t.Comment]: ...
    def list(self, **given: Any) -> Any:
        """Comments on a video (stable)"""
        return self._walk("comments.list", given)

    @overload
    def replies(self, **given: Unpack[t.ListRepliesNative]) -> AsyncWalk[t.NativeRepliesPage, Never]: ...
    @overload
    def replies(self, **given: Unpack[t.ListRepliesInput]) -> AsyncWalk[t.RepliesPage, t.Comment]: ...
    def replies(self, **given: Any) -> Any:
        """Replies to a comment (stable)"""
        return self._walk("comments.replies", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> AsyncWalk[t.CommentsPage | t.RepliesPage, t.Comment]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class PlaylistsGet(Lookup):
    """One playlist (stable)"""

    @overload
    async def __call__(self, **given: Unpack[t.GetPlaylistNative]) -> t.NativePlaylistAnswer: ...
    @overload
    async def __call__(self, **given: Unpack[t.GetPlaylistInput]) -> t.PlaylistAnswer: ...
    async def __call__(self, **given: Any) -> Any:
        """One playlist (stable)"""
        answer = await self._answer("get_playlist", given)
        return answer.data

    @overload
    async def with_response(self, **given: Unpack[t.GetPlaylistNative]) -> Answer[t.NativePlaylistAnswer]: ...
    @overload
    async def with_response(self, **given: Unpack[t.GetPlaylistInput]) -> Answer[t.PlaylistAnswer]: ...
    async def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = await self._answer("get_playlist", given)
        return answer


class Playlists(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "playlists.videos": "list_playlist_videos",
    }

    def __init__(self, runner: AsyncRunner) -> None:
        super().__init__(runner)
        self.get = PlaylistsGet(runner)

    @overload
    def videos(self, **given: Unpack[t.ListPlaylistVideosNative]) -> AsyncWalk[t.NativePlaylistVideosPage, Never]: ...
    @overload
    def videos(self, **given: Unpack[t.ListPlaylistVideosInput]) -> AsyncWalk[t.PlaylistVideosPage, t.Video]: ...
    def videos(self, **given: Any) -> Any:
        """Videos of a playlist (stable)"""
        return self._walk("playlists.videos", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> AsyncWalk[t.PlaylistVideosPage, t.Video]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class TranscriptsGet(Lookup):
    """The transcript of a video (stable)"""

    @overload
    async def __call__(self, **given: Unpack[t.GetTranscriptNative]) -> t.NativeTranscriptAnswer: ...
    @overload
    async def __call__(self, **given: Unpack[t.GetTranscriptFormatted]) -> t.FormattedAnswer: ...
    @overload
    async def __call__(self, **given: Unpack[t.GetTranscriptInput]) -> t.TranscriptAnswer: ...
    async def __call__(self, **given: Any) -> Any:
        """The transcript of a video (stable)"""
        answer = await self._answer("get_transcript", given)
        return answer.data

    @overload
    async def with_response(self, **given: Unpack[t.GetTranscriptNative]) -> Answer[t.NativeTranscriptAnswer]: ...
    @overload
    async def with_response(self, **given: Unpack[t.GetTranscriptFormatted]) -> Answer[t.FormattedAnswer]: ...
    @overload
    async def with_response(self, **given: Unpack[t.GetTranscriptInput]) -> Answer[t.TranscriptAnswer]: ...
    async def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = await self._answer("get_transcript", given)
        return answer


class Transcripts(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
    }

    def __init__(self, runner: AsyncRunner) -> None:
        super().__init__(runner)
        self.get = TranscriptsGet(runner)


class PricingRoutes(Noun):
    async def endpoints(self, *, path: str | None = None, **options: Unpack[CallOptions]) -> t.ListPricesAnswer:
        """Unit prices of endpoints.

        ``path``: A path or a full URL, with or without its query.
        """
        return await self._get("/api/pricing/v1/endpoints", taken(locals()))

    async def quote(
        self,
        *,
        path: str,
        count: int | None = None,
        platforms: str | None = None,
        ids: str | None = None,
        pages: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.GetQuoteAnswer:
        """What calls of a path would cost, sealed for 15 minutes.

        ``path``: A path or a full URL. `count` and `ids` in its query apply unless they are sent as parameters.
        ``count``: AsyncItems per page, as in the call.
        ``platforms``: With the platform `all`: which ones, as in the call.
        ``ids``: As in the call: several ids, separated by commas.
        ``pages``: How many calls.
        """
        return await self._get("/api/pricing/v1/quote", taken(locals()))

    async def platforms(self, **options: Unpack[CallOptions]) -> t.ListPlatformsAnswer:
        """Platforms of this gateway, and whether they answer right now."""
        return await self._get("/api/pricing/v1/platforms", taken(locals()))


class AccountRoutes(Noun):
    async def balance(self, **options: Unpack[CallOptions]) -> t.GetBalanceAnswer:
        """Balance of your account."""
        return await self._get("/api/account/v1/balance", taken(locals()))

    async def key(self, **options: Unpack[CallOptions]) -> t.GetOwnKeyAnswer:
        """What your key may still spend."""
        return await self._get("/api/account/v1/key", taken(locals()))

    async def keys(self, **options: Unpack[CallOptions]) -> t.ListKeysAnswer:
        """Keys of your account that may do no more than yours."""
        return await self._get("/api/account/v1/keys", taken(locals()))

    async def create_key(
        self,
        *,
        name: str,
        groups: list[Literal["u1", "u2"]] | None = None,
        expires_at: str | None = None,
        addresses: list[str] | None = None,
        daily_cap: str | None = None,
        monthly_cap: str | None = None,
        total_cap: str | None = None,
        max_call: str | None = None,
        platforms: list[str] | None = None,
        operations: list[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> t.CreateKeyAnswer:
        """Make a key that may do no more than yours; its secret is shown once.

        ``expires_at``: RFC 3339.
        ``daily_cap``: A decimal string with at most six places.
        ``monthly_cap``: A decimal string with at most six places.
        ``total_cap``: A decimal string with at most six places.
        ``max_call``: A decimal string with at most six places.
        """
        return await self._send("/api/account/v1/keys", taken(locals()), "POST", once=True)

    async def rename_key(self, key: str, /, *, name: str, **options: Unpack[CallOptions]) -> t.RenameKeyAnswer:
        """Give a key of your account another name."""
        return await self._send(f"/api/account/v1/keys/{segment(key)}", taken(locals(), "key"), "PATCH")

    async def rotate_key(
        self,
        key: str,
        /,
        *,
        grace_seconds: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.RotateKeyAnswer:
        """Give a key of your account a new secret, shown once."""
        return await self._send(f"/api/account/v1/keys/{segment(key)}/rotate", taken(locals(), "key"), "POST", once=True)

    async def revoke_key(self, key: str, /, **options: Unpack[CallOptions]) -> t.RevokeKeyAnswer:
        """Revoke a key of your account, for good."""
        return await self._send(f"/api/account/v1/keys/{segment(key)}/revoke", taken(locals(), "key"), "POST", once=True)

    async def usage(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        by: Literal["day", "path", "key"] | None = None,
        **options: Unpack[CallOptions],
    ) -> t.GetUsageAnswer:
        """Calls and charges of your account, by day, path or key.

        ``from_``: First UTC day, included.
        ``to``: Last UTC day, included.
        """
        return await self._get("/api/account/v1/usage", taken(locals()))

    async def usage_by(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        by: str | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SliceUsageAnswer:
        """Calls and charges of your account by any two dimensions.

        ``from_``: First UTC day, included.
        ``to``: Last UTC day, included.
        ``by``: One dimension, or two separated by a comma.
        """
        return await self._get("/api/account/v1/usage/by", taken(locals()))

    async def runway(self, **options: Unpack[CallOptions]) -> t.GetRunwayAnswer:
        """How many days the balance of your account lasts."""
        return await self._get("/api/account/v1/runway", taken(locals()))

    async def price_changes(self, **options: Unpack[CallOptions]) -> t.ListPriceChangesAnswer:
        """Scheduled changes of your prices."""
        return await self._get("/api/account/v1/price-changes", taken(locals()))

    async def grants(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListGrantsAnswer:
        """Parts of your balance that are used first, and may expire.

        ``cursor``: The `next_cursor` of the page before.
        """
        return await self._get("/api/account/v1/grants", taken(locals()))

    async def statements(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListStatementsAnswer:
        """Statements of your closed months, the newest first.

        ``cursor``: The `next_cursor` of the page before.
        """
        return await self._get("/api/account/v1/statements", taken(locals()))

    async def statement(self, statement: str, /, **options: Unpack[CallOptions]) -> t.GetStatementAnswer:
        """One of your statements, as JSON, as CSV, or as a page to print."""
        return await self._get(f"/api/account/v1/statements/{segment(statement)}", taken(locals(), "statement"))

    async def events(
        self,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
        wait: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListEventsAnswer:
        """Events of your account, the oldest first; with `wait`, the answer comes with the next one.

        ``after``: Only events with a higher number; 0 for the oldest that are kept.
        ``before``: Only events with a lower number, and then the newest first. 999999999999999 begins with the newest
            of all.
        ``wait``: Seconds to wait when there is no event yet, at most 25. The answer may be empty: ask again.
        """
        return await self._get("/api/account/v1/events", taken(locals()))

    async def webhooks(self, **options: Unpack[CallOptions]) -> t.ListWebhooksAnswer:
        """Webhooks of your account."""
        return await self._get("/api/account/v1/webhooks", taken(locals()))

    async def create_webhook(self, *, url: str, **options: Unpack[CallOptions]) -> t.CreateWebhookAnswer:
        """Have the events of your account sent to an address; its secret is shown once.

        ``url``: Where events are sent, with https.
        """
        return await self._send("/api/account/v1/webhooks", taken(locals()), "POST", once=True)

    async def remove_webhook(self, webhook: str, /, **options: Unpack[CallOptions]) -> t.RemoveWebhookAnswer:
        """Send nothing more to a webhook of your account."""
        return await self._send(f"/api/account/v1/webhooks/{segment(webhook)}", taken(locals(), "webhook"), "DELETE")

    async def test_webhook(self, webhook: str, /, **options: Unpack[CallOptions]) -> t.TestWebhookAnswer:
        """Write an event that tests a webhook of your account."""
        return await self._send(f"/api/account/v1/webhooks/{segment(webhook)}/test", taken(locals(), "webhook"), "POST", once=True)

    async def replay_webhook(self, webhook: str, /, *, after: int, **options: Unpack[CallOptions]) -> t.ReplayWebhookAnswer:
        """Send events to a webhook of your account again, also when it was disabled.

        ``after``: Every event with a higher number is sent again; 0 for all that are kept.
        """
        return await self._send(f"/api/account/v1/webhooks/{segment(webhook)}/replay", taken(locals(), "webhook"), "POST", once=True)

    async def rotate_webhook(
        self,
        webhook: str,
        /,
        *,
        grace_seconds: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.RotateWebhookAnswer:
        """Give a webhook of your account a new secret, shown once.

        ``grace_seconds``: How long events are signed with both secrets.
        """
        return await self._send(f"/api/account/v1/webhooks/{segment(webhook)}/rotate", taken(locals(), "webhook"), "POST", once=True)

    async def requests(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        from_: str | None = None,
        to: str | None = None,
        key: str | None = None,
        path: str | None = None,
        platform: str | None = None,
        state: Literal["held", "settled", "released", "expired"] | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListRequestsAnswer:
        """Calls of your account: running calls first, then by end, newest first.

        ``cursor``: The `next_cursor` of the page before.
        ``from_``: First UTC day, included.
        ``to``: Last UTC day, included.
        ``key``: Id of a key of your account.
        """
        return await self._get("/api/account/v1/requests", taken(locals()))

    async def create_topup(
        self,
        *,
        amount: str,
        save_card: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> t.CreateTopupAnswer:
        """Pay in: the answer says where or how.

        ``amount``: A decimal string with at most six places.
        ``save_card``: Keep the card at its provider, for recharges.
        """
        return await self._send("/api/account/v1/topups", taken(locals()), "POST", once=True)

    async def topups(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListTopupsAnswer:
        """Your top-ups, the newest first.

        ``cursor``: The `next_cursor` of the page before.
        """
        return await self._get("/api/account/v1/topups", taken(locals()))

    async def topup(self, topup: str, /, **options: Unpack[CallOptions]) -> t.GetTopupAnswer:
        """The state of a top-up."""
        return await self._get(f"/api/account/v1/topups/{segment(topup)}", taken(locals(), "topup"))

    async def recharge(self, **options: Unpack[CallOptions]) -> t.GetRechargeAnswer:
        """When your saved card pays by itself."""
        return await self._get("/api/account/v1/recharge", taken(locals()))

    async def set_recharge(
        self,
        *,
        below: str,
        up_to: str,
        month_max: str,
        **options: Unpack[CallOptions],
    ) -> t.SetRechargeAnswer:
        """Let your saved card pay by itself, at most once an hour and never more in a month than you say.

        ``below``: A decimal string with at most six places.
        ``up_to``: A decimal string with at most six places.
        ``month_max``: A decimal string with at most six places.
        """
        return await self._send("/api/account/v1/recharge", taken(locals()), "POST", once=True)

    async def end_recharge(self, **options: Unpack[CallOptions]) -> t.EndRechargeAnswer:
        """Let your saved card pay no more."""
        return await self._send("/api/account/v1/recharge", taken(locals()), "DELETE")


class SuggestionsRoutes(Noun):
    async def list(self, *, keyword: str, **options: Unpack[CallOptions]) -> t.ListSuggestionsAnswer:
        """Titles and authors of the library that have the words typed so far.

        ``keyword``: What stands in a search field. Its last word may be only begun.
        """
        return await self._get("/api/resolve/v1/suggestions", taken(locals()))


class Account(AccountRoutes):
    _actions: ClassVar[dict[str, str | None]] = {ENTRIES: None}

    def entries(self, **query: Unpack[t.ListEntriesQuery]) -> AsyncWalk[t.ListEntriesAnswer, t.Entry]:
        """A walk through the ledger entries of the account. Every page is free."""
        return self._walk(ENTRIES, dict(query))

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> AsyncWalk[t.ListEntriesAnswer, t.Entry]:
        """Continues a walk of `entries` from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class Collections(Noun):
    """Everything for a question: the gateway gathers it, up to a number of items and a budget. Reading is free."""

    async def create(self, **body: Unpack[t.CreateCollectionBody]) -> t.CreateCollectionAnswer:
        """Starts a collection. All attempts have one request id, so one collection is made; a `request_id` of your own makes it
        safe over a restart."""
        return await self._send(COLLECTIONS, dict(body), "POST")

    async def list(self, **query: Unpack[t.ListCollectionsQuery]) -> t.ListCollectionsAnswer:
        """One page of the account's collections, newest first."""
        return await self._get(COLLECTIONS, dict(query))

    async def get(self, id: str, /, **options: Unpack[CallOptions]) -> t.GetCollectionAnswer:
        return await self._get(path_of(COLLECTIONS, id), dict(options))

    async def update(self, id: str, /, **change: Unpack[t.UpdateCollectionBody]) -> t.UpdateCollectionAnswer:
        """Changes name, budget or number of items, or lets this key pay."""
        return await self._send(path_of(COLLECTIONS, id), dict(change), "PATCH")

    async def cancel(self, id: str, /, **options: Unpack[CallOptions]) -> t.CancelCollectionAnswer:
        """Ends it after the page that is being fetched. Its items stay."""
        return await self._send(path_of(COLLECTIONS, id, "/cancel"), dict(options), "POST")

    async def remove(self, id: str, /, **options: Unpack[CallOptions]) -> t.RemoveCollectionAnswer:
        """Deletes it with its items. The receipts of its calls stay."""
        return await self._send(path_of(COLLECTIONS, id), dict(options), "DELETE")

    def items(
        self,
        id: str,
        after: int = 0,
        on_update: Callable[[t.Collection], None] | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncItems[t.FoundItem]:
        """Its items in the order of delivery. Follows a running collection until it ends. After a restart, pass the number of the
        last item as `after`. `on_update` is called with every state that is read, such as one that waits for the balance."""
        sender = self._runner.sender
        found = CollectionItems(sender, id, limits_of(sender.settings, dict(options)), after, on_update)
        return AsyncItems(self._runner, found.take)

    async def pictures(self, id: str, /, **query: Unpack[t.ListCollectionPicturesQuery]) -> t.ListCollectionPicturesAnswer:
        """Pictures of its items, at addresses of the gateway."""
        return await self._get(path_of(COLLECTIONS, id, "/pictures"), dict(query))

    async def wait(
        self, id: str, on_update: Callable[[t.Collection], None] | None = None, **options: Unpack[CallOptions]
    ) -> t.Collection:
        """Waits until it ends, and gives it as it is then."""
        sender = self._runner.sender
        limits = limits_of(sender.settings, dict(options))
        return await self._runner.run(wait_for_end(sender, id, limits, on_update))

    def export(
        self, id: str, format: str | None = None, from_byte: int = 0, **options: Unpack[CallOptions]
    ) -> AsyncExportBytes:
        """All records of an ended collection as bytes: `jsonl` (default, a record per line) or `csv`. It is iterated by chunks, or read
        as a binary file. `from_byte` continues a file that has this many bytes already."""
        sender = self._runner.sender
        limits = limits_of(sender.settings, dict(options))
        return AsyncExportBytes(self._runner, Export(sender, id, limits, format, from_byte))

    async def export_link(self, id: str, /, **link: Unpack[t.CreateExportLinkBody]) -> t.CreateExportLinkAnswer:
        """An address that gives the export without a key until it expires."""
        return await self._send(path_of(COLLECTIONS, id, "/export_link"), dict(link), "POST")


class Watches(Noun):
    """What is new: the gateway asks a question again and again, and delivers each new item once. Reading is free."""

    async def create(self, **body: Unpack[t.CreateWatchBody]) -> t.CreateWatchAnswer:
        """Starts a watch. All attempts have one request id, so one watch is made; a `request_id` of your own makes it safe over a
        restart."""
        return await self._send(WATCHES, dict(body), "POST")

    async def list(self, **query: Unpack[t.ListWatchesQuery]) -> t.ListWatchesAnswer:
        """One page of the account's watches, newest first."""
        return await self._get(WATCHES, dict(query))

    async def get(self, id: str, /, **options: Unpack[CallOptions]) -> t.GetWatchAnswer:
        return await self._get(path_of(WATCHES, id), dict(options))

    async def update(self, id: str, /, **change: Unpack[t.UpdateWatchBody]) -> t.UpdateWatchAnswer:
        """Changes name, budget, distance, pages or state."""
        return await self._send(path_of(WATCHES, id), dict(change), "PATCH")

    async def pause(self, id: str, /, **options: Unpack[CallOptions]) -> t.UpdateWatchAnswer:
        return await self.update(id, state="paused", **options)

    async def resume(self, id: str, /, **options: Unpack[CallOptions]) -> t.UpdateWatchAnswer:
        """A watch that was paused for its key goes on with the key of this client."""
        return await self.update(id, state="active", **options)

    async def end(self, id: str, /, **options: Unpack[CallOptions]) -> t.UpdateWatchAnswer:
        """Ends it for good. Its items stay readable for as long as the gateway keeps them."""
        return await self.update(id, state="ended", **options)

    async def run(self, id: str, /, **options: Unpack[CallOptions]) -> t.RunWatchAnswer:
        """Runs it now, beside its schedule and within its budget."""
        return await self._send(path_of(WATCHES, id, "/run"), dict(options), "POST")

    async def runs(self, id: str, /, **options: Unpack[CallOptions]) -> t.ListWatchRunsAnswer:
        """Its last runs, newest first."""
        return await self._get(path_of(WATCHES, id, "/runs"), dict(options))

    async def remove(self, id: str, /, **options: Unpack[CallOptions]) -> t.RemoveWatchAnswer:
        """Deletes it with its items and feeds. The receipts of its calls stay."""
        return await self._send(path_of(WATCHES, id), dict(options), "DELETE")

    async def feed(self, id: str, /, **options: Unpack[CallOptions]) -> t.MakeWatchFeedAnswer:
        """Makes the secret address of its feeds, or replaces it."""
        return await self._send(path_of(WATCHES, id, "/feed"), dict(options), "POST")

    async def remove_feed(self, id: str, /, **options: Unpack[CallOptions]) -> t.RemoveWatchFeedAnswer:
        return await self._send(path_of(WATCHES, id, "/feed"), dict(options), "DELETE")

    async def pictures(self, id: str, /, **query: Unpack[t.ListWatchPicturesQuery]) -> t.ListWatchPicturesAnswer:
        """Pictures of its items, at addresses of the gateway."""
        return await self._get(path_of(WATCHES, id, "/pictures"), dict(query))

    def items(
        self, id: str, after: int = 0, wait: int | None = None, **options: Unpack[CallOptions]
    ) -> AsyncItems[t.WatchItem]:
        """New items, as they come, until the watch ends. Save `number` after each: `after` continues behind it. `wait`: seconds
        that one request waits for the next item, at most 25 (default); 0 gives the items that are there now, and ends."""
        sender = self._runner.sender
        found = WatchItems(sender, id, limits_of(sender.settings, dict(options)), after, wait)
        return AsyncItems(self._runner, found.take)


class AsyncReelgate:
    """A gateway, with one API key. `close` or an `async with` block ends its connections."""

    webhooks = Webhooks

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 4,
        budget: Amount | None = None,
        on_charge: Callable[[Charge], None] | None = None,
        service_name: str = "reelgate",
        transport: Transport | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Without `api_key` and `base_url`, those of the environment: `REELGATE_KEY` and `REELGATE_URL`. `timeout`: the one deadline of
        a call in seconds, over connecting, headers, body and all retries. `budget`: the most that all calls of this client may cost
        together; they then run one after another. `on_charge` is called with every charge. `service_name`: the gateway's setting
        `service.name`. `clock`: time and randomness, for tests."""
        settings = settings_of(api_key, base_url, timeout, max_retries, budget, on_charge, service_name, clock)
        self._runner = AsyncRunner(settings, transport)
        self.videos = Videos(self._runner)
        self.authors = Authors(self._runner)
        self.comments = Comments(self._runner)
        self.playlists = Playlists(self._runner)
        self.transcripts = Transcripts(self._runner)
        self.pricing = PricingRoutes(self._runner)
        self.suggestions = SuggestionsRoutes(self._runner)
        self.account = Account(self._runner)
        self.collections = Collections(self._runner)
        self.watches = Watches(self._runner)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._runner.sender.settings.base_url!r})"

    async def __aenter__(self) -> AsyncReelgate:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._runner.close()

    async def quote(self, **query: Unpack[t.GetQuoteQuery]) -> t.GetQuoteAnswer:
        """The price of a number of calls, and a token: pass it as `quote` to be billed at that price until the token expires."""
        return await self._ask("/api/pricing/v1/quote", dict(query))

    async def receipt(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.GetRequestAnswer:
        """The receipt of a call by its request id: whether it was charged, how much, and whether its answer is still stored."""
        return await self._of_call(request_id, "", dict(options))

    async def records(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.ListRequestRecordsAnswer:
        """The records in the stored answer of a call. Fails when the gateway no longer stores that answer."""
        return await self._of_call(request_id, "/records", dict(options))

    async def pictures(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.ListRequestPicturesAnswer:
        """The pictures in the stored answer of a call, at addresses of the gateway."""
        return await self._of_call(request_id, "/pictures", dict(options))

    async def complaint(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.GetComplaintAnswer:
        """The complaint about a call, and the decision of the operator if there is one."""
        return await self._of_call(request_id, "/complaint", dict(options))

    async def complain(self, request_id: str, /, reason: str, **options: Unpack[CallOptions]) -> t.GetComplaintAnswer:
        """Files a complaint about the answer of a paid call. A call has at most one complaint."""
        return await self._of_call(request_id, "/complaint", dict(options), {"reason": reason})

    async def dry_run(self, action: DryRunAction, **given: Any) -> t.DryRun:
        """What a data call would cost and whether the gateway would accept it. Asks no platform, holds and charges nothing."""
        path, query = data_route(action, {**given, "dry_run": 1})
        return await self._ask(path, query)

    async def resolve(self, url: str, **options: Unpack[CallOptions]) -> t.ResolveUrlAnswer:
        """Reads a web address: its platform, the kind of thing that it names, and its id. Free."""
        return await self._ask("/api/resolve/v1/url", {"url": url, **options})

    async def status(self, **options: Unpack[CallOptions]) -> t.GetStatusAnswer:
        """How well each operation of each platform works, in the last hour, day and month. Free."""
        return await self._ask("/api/status/v1", dict(options))

    async def request(
        self,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        **options: Unpack[CallOptions],
    ) -> Answer[Any]:
        """Any other route, such as one of a mounted upstream: a GET, or a POST with a body."""
        limits = limits_of(self._runner.sender.settings, dict(options))
        return await self._runner.call(Call(path, limits, query or {}, body=body))

    async def _ask(self, path: str, given: dict[str, Any], body: Any = None) -> Any:
        limits = limits_of(self._runner.sender.settings, given)
        answer = await self._runner.call(Call(path, limits, given, body=body))
        return answer.data

    async def _of_call(self, request_id: str, below: str, options: dict[str, Any], body: Any = None) -> Any:
        path = f"/api/account/v1/requests/{urllib.parse.quote(request_id, safe='')}{below}"
        return await self._ask(path, options, body)
