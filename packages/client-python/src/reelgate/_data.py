# Made by `npm run openapi` from openapi.json; do not edit.
"""The data methods: one for each operation of the gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Never, Unpack, overload

from ._nouns import Lookup, Noun, Walk
from ._options import WalkOptions
from ._run import Runner
from ._send import Answer

if TYPE_CHECKING:
    from . import types as t

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
    def __call__(self, **given: Unpack[t.GetVideoNative]) -> t.NativeVideoAnswer: ...
    @overload
    def __call__(self, **given: Unpack[t.GetVideoOfSeveral]) -> t.VideosAnswer: ...
    @overload
    def __call__(self, **given: Unpack[t.GetVideoInput]) -> t.VideoAnswer: ...
    def __call__(self, **given: Any) -> Any:
        """One video (stable)"""
        answer = self._answer("get_video", given)
        return answer.data

    @overload
    def with_response(self, **given: Unpack[t.GetVideoNative]) -> Answer[t.NativeVideoAnswer]: ...
    @overload
    def with_response(self, **given: Unpack[t.GetVideoOfSeveral]) -> Answer[t.VideosAnswer]: ...
    @overload
    def with_response(self, **given: Unpack[t.GetVideoInput]) -> Answer[t.VideoAnswer]: ...
    def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = self._answer("get_video", given)
        return answer


class Videos(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "videos.search": "search_video",
        "videos.popular": "list_popular_videos",
        "videos.related": "list_related_videos",
    }

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.get = VideosGet(runner)

    @overload
    def search(self, **given: Unpack[t.SearchVideosNative]) -> Walk[t.NativePage, Never]: ...
    @overload
    def search(self, **given: Unpack[t.SearchVideosInput]) -> Walk[t.SearchPage, t.Video]: ...
    def search(self, **given: Any) -> Any:
        """Search videos (stable)"""
        return self._walk("videos.search", given)

    @overload
    def popular(self, **given: Unpack[t.ListPopularVideosNative]) -> Walk[t.NativePopularPage, Never]: ...
    @overload
    def popular(self, **given: Unpack[t.ListPopularVideosInput]) -> Walk[t.PopularPage, t.Video]: ...
    def popular(self, **given: Any) -> Any:
        """Popular videos (stable)"""
        return self._walk("videos.popular", given)

    @overload
    def related(self, **given: Unpack[t.ListRelatedVideosNative]) -> Walk[t.NativeRelatedPage, Never]: ...
    @overload
    def related(self, **given: Unpack[t.ListRelatedVideosInput]) -> Walk[t.RelatedPage, t.Video]: ...
    def related(self, **given: Any) -> Any:
        """Videos related to a video (stable)"""
        return self._walk("videos.related", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> Walk[t.SearchPage | t.PopularPage | t.RelatedPage, t.Video]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class AuthorsGet(Lookup):
    """One author (stable)"""

    @overload
    def __call__(self, **given: Unpack[t.GetAuthorNative]) -> t.NativeAuthorAnswer: ...
    @overload
    def __call__(self, **given: Unpack[t.GetAuthorInput]) -> t.AuthorAnswer: ...
    def __call__(self, **given: Any) -> Any:
        """One author (stable)"""
        answer = self._answer("get_author", given)
        return answer.data

    @overload
    def with_response(self, **given: Unpack[t.GetAuthorNative]) -> Answer[t.NativeAuthorAnswer]: ...
    @overload
    def with_response(self, **given: Unpack[t.GetAuthorInput]) -> Answer[t.AuthorAnswer]: ...
    def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = self._answer("get_author", given)
        return answer


class Authors(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "authors.videos": "list_author_videos",
        "authors.search": "search_author",
    }

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.get = AuthorsGet(runner)

    @overload
    def videos(self, **given: Unpack[t.ListAuthorVideosNative]) -> Walk[t.NativeAuthorVideosPage, Never]: ...
    @overload
    def videos(self, **given: Unpack[t.ListAuthorVideosInput]) -> Walk[t.AuthorVideosPage, t.Video]: ...
    def videos(self, **given: Any) -> Any:
        """Videos of an author (stable)"""
        return self._walk("authors.videos", given)

    @overload
    def search(self, **given: Unpack[t.SearchAuthorsNative]) -> Walk[t.NativeAuthorSearchPage, Never]: ...
    @overload
    def search(self, **given: Unpack[t.SearchAuthorsInput]) -> Walk[t.AuthorSearchPage, t.AuthorProfile]: ...
    def search(self, **given: Any) -> Any:
        """Search authors (stable)"""
        return self._walk("authors.search", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> Walk[t.AuthorVideosPage | t.AuthorSearchPage, t.Video | t.AuthorProfile]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class Comments(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "comments.list": "list_comments",
        "comments.replies": "list_replies",
    }

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)

    @overload
    def list(self, **given: Unpack[t.ListCommentsNative]) -> Walk[t.NativeCommentsPage, Never]: ...
    @overload
    def list(self, **given: Unpack[t.ListCommentsInput]) -> Walk[t.CommentsPage, t.Comment]: ...
    def list(self, **given: Any) -> Any:
        """Comments on a video (stable)"""
        return self._walk("comments.list", given)

    @overload
    def replies(self, **given: Unpack[t.ListRepliesNative]) -> Walk[t.NativeRepliesPage, Never]: ...
    @overload
    def replies(self, **given: Unpack[t.ListRepliesInput]) -> Walk[t.RepliesPage, t.Comment]: ...
    def replies(self, **given: Any) -> Any:
        """Replies to a comment (stable)"""
        return self._walk("comments.replies", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> Walk[t.CommentsPage | t.RepliesPage, t.Comment]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class PlaylistsGet(Lookup):
    """One playlist (stable)"""

    @overload
    def __call__(self, **given: Unpack[t.GetPlaylistNative]) -> t.NativePlaylistAnswer: ...
    @overload
    def __call__(self, **given: Unpack[t.GetPlaylistInput]) -> t.PlaylistAnswer: ...
    def __call__(self, **given: Any) -> Any:
        """One playlist (stable)"""
        answer = self._answer("get_playlist", given)
        return answer.data

    @overload
    def with_response(self, **given: Unpack[t.GetPlaylistNative]) -> Answer[t.NativePlaylistAnswer]: ...
    @overload
    def with_response(self, **given: Unpack[t.GetPlaylistInput]) -> Answer[t.PlaylistAnswer]: ...
    def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = self._answer("get_playlist", given)
        return answer


class Playlists(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
        "playlists.videos": "list_playlist_videos",
    }

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.get = PlaylistsGet(runner)

    @overload
    def videos(self, **given: Unpack[t.ListPlaylistVideosNative]) -> Walk[t.NativePlaylistVideosPage, Never]: ...
    @overload
    def videos(self, **given: Unpack[t.ListPlaylistVideosInput]) -> Walk[t.PlaylistVideosPage, t.Video]: ...
    def videos(self, **given: Any) -> Any:
        """Videos of a playlist (stable)"""
        return self._walk("playlists.videos", given)

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> Walk[t.PlaylistVideosPage, t.Video]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class TranscriptsGet(Lookup):
    """The transcript of a video (stable)"""

    @overload
    def __call__(self, **given: Unpack[t.GetTranscriptNative]) -> t.NativeTranscriptAnswer: ...
    @overload
    def __call__(self, **given: Unpack[t.GetTranscriptFormatted]) -> t.FormattedAnswer: ...
    @overload
    def __call__(self, **given: Unpack[t.GetTranscriptInput]) -> t.TranscriptAnswer: ...
    def __call__(self, **given: Any) -> Any:
        """The transcript of a video (stable)"""
        answer = self._answer("get_transcript", given)
        return answer.data

    @overload
    def with_response(self, **given: Unpack[t.GetTranscriptNative]) -> Answer[t.NativeTranscriptAnswer]: ...
    @overload
    def with_response(self, **given: Unpack[t.GetTranscriptFormatted]) -> Answer[t.FormattedAnswer]: ...
    @overload
    def with_response(self, **given: Unpack[t.GetTranscriptInput]) -> Answer[t.TranscriptAnswer]: ...
    def with_response(self, **given: Any) -> Any:
        """The same with request id, charge and headers."""
        answer = self._answer("get_transcript", given)
        return answer


class Transcripts(Noun):
    _actions: ClassVar[dict[str, str | None]] = {
    }

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.get = TranscriptsGet(runner)
