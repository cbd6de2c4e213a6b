"""What a transport is: it sends one request and gives its answer. `_http.py` has the one that clients use by default."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Abort:
    """Ends a request from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: Callable[[], None] | None = None
        self.is_set = False

    def attach(self, end: Callable[[], None] | None) -> None:
        """`end` is called when the request is to end, at once if that has happened already."""
        with self._lock:
            self._end = end
        if self.is_set and end is not None:
            end()

    def set(self) -> None:
        with self._lock:
            self.is_set, end = True, self._end
        if end is not None:
            end()


@dataclass
class Request:
    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    """The API key is in them."""
    body: bytes | None
    deadline: float
    """Time of `time.monotonic()` at which the request with its whole answer must have ended."""
    abort: Abort = field(default_factory=Abort)


@dataclass
class Response:
    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: Iterator[bytes]
    close: Callable[[], None] = lambda: None
    """Gives up the rest of the body."""


class NotSent(Exception):
    """The gateway has not seen the request. Every other exception of a transport means that it may have."""


class TooLarge(Exception):
    """The answer is larger than any of a gateway. It is not asked for again."""


class Transport(Protocol):
    """How requests reach the gateway. It follows no redirect, and raises TimeoutError after the deadline of the request."""

    def send(self, request: Request) -> Response: ...
