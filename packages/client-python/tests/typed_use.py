"""What a type checker says about uses of the package. pyright reads this file; nothing runs it. Where a line has an ignore comment, the
use is wrong: a package that accepted it would make the comment unnecessary, which is an error too."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, assert_type

from reelgate import Answer, AsyncReelgate, Items, Reelgate, ReelgateError, Request, Response, Transport, Walk
from reelgate.types import (
    AuthorProfile,
    Collection,
    Comment,
    FormattedAnswer,
    FoundItem,
    NativePage,
    SearchPage,
    TranscriptAnswer,
    Video,
    VideoAnswer,
    VideosAnswer,
    WatchItem,
)


def answers(rg: Reelgate) -> None:
    assert_type(rg.videos.get(platform="library", id="1"), VideoAnswer)
    assert_type(rg.videos.get(platform="library", ids=["1", "2"]), VideosAnswer)
    assert_type(rg.videos.get.with_response(platform="library", id="1"), Answer[VideoAnswer])
    assert_type(rg.videos.get(platform="library", id="1")["item"]["title"], str | None)
    assert_type(rg.transcripts.get(platform="library", id="1"), TranscriptAnswer)
    assert_type(rg.transcripts.get(platform="library", id="1", format="vtt"), FormattedAnswer)
    rg.videos.get(platform="library", ident="1")  # pyright: ignore[reportCallIssue]
    rg.videos.get(platform="library", id=1)  # pyright: ignore[reportArgumentType]
    rg.videos.get(platform="library", id="1")["item"]["nothing"]  # pyright: ignore[reportGeneralTypeIssues]
    rg.transcripts.get(platform="library", id="1", format="doc")  # pyright: ignore[reportCallIssue, reportArgumentType]


def walks(rg: Reelgate) -> None:
    walk = rg.videos.search(platform="library", keyword="cat", budget="0.50", fields=["id", "title"])
    assert_type(walk, Walk[SearchPage, Video])
    assert_type(next(walk), Video)
    assert_type(walk.page(), SearchPage)
    assert_type(walk.spent, Decimal)
    assert_type(next(rg.videos.search(platform="library", keyword="cat", group="u2").pages()), NativePage)
    assert_type(next(rg.authors.search(platform="library", keyword="cat")), AuthorProfile)
    assert_type(next(rg.comments.list(platform="library", id="1")), Comment)
    rg.videos.search(platform="library", keyword="cat", budget=0.5)  # pyright: ignore[reportArgumentType]
    rg.videos.search(platform="library", keyword="cat", sort="no such sort")  # pyright: ignore[reportArgumentType]
    rg.videos.popular(platform="library", keyword="cat")  # pyright: ignore[reportCallIssue]


def free_routes(rg: Reelgate) -> None:
    assert_type(rg.account.balance()["balance"], str)
    assert_type(rg.collections.items("c_1"), Items[FoundItem])
    assert_type(rg.watches.items("w_1", wait=0), Items[WatchItem])
    assert_type(rg.collections.wait("c_1"), Collection)
    rg.collections.update("c_1", nothing=1)  # pyright: ignore[reportCallIssue]
    rg.watches.create(path="/api/u1/v1/library/app/search_video_v2", every=1)  # pyright: ignore[reportCallIssue]
    rg.dry_run("no_such_action")  # pyright: ignore[reportArgumentType]


def errors(error: ReelgateError) -> None:
    assert_type(error.charged, Decimal | None)
    assert_type(error.outcome, Literal["refused", "not_sent", "unknown"])


async def asyncio_form(rg: AsyncReelgate) -> None:
    assert_type(await rg.videos.get(platform="library", id="1"), VideoAnswer)
    async for video in rg.videos.search(platform="library", keyword="cat"):
        assert_type(video, Video)
    async for item in rg.collections.items("c_1"):
        assert_type(item, FoundItem)
    for _ in rg.videos.search(platform="library", keyword="cat"):  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
        pass


class Own:
    def send(self, request: Request) -> Response:
        return Response(200, {}, iter([request.url.encode()]))


own: Transport = Own()
Reelgate("key", "http://127.0.0.1:8080", transport=own)
Reelgate("key", "http://127.0.0.1:8080", transport=object())  # pyright: ignore[reportArgumentType]
