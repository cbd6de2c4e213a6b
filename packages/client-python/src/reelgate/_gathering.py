"""Collections and watches as steps: numbered items while more of them are found, the wait for an end, and exports."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ._errors import ReelgateError, wrong_option
from ._options import Limits
from ._send import Answer, Call, Sender, Steps
from ._transport import Response

PAUSE_S = 0.5
"""The pause before the first further look. It doubles while nothing new is found."""
PAUSE_S_MAX = 10.0
ITEMS_PER_READ = 500
"""The most that one request gives."""
WAIT_S = 25
"""How long the gateway waits for the next item of a watch within one request."""
NOTHING_LEFT = 416
"""The position is the end: the connection broke after the last byte."""

COLLECTIONS = "/api/collections/v1"
WATCHES = "/api/watches/v1"
Update = Callable[[Any], None]


def path_of(base: str, id: str, below: str = "") -> str:
    return f"{base}/{urllib.parse.quote(id, safe='')}{below}"


def has_ended(collection: Mapping[str, Any]) -> bool:
    return collection["state"] in ("done", "stopped", "failed")


class BackOff:
    """Waits longer and longer until it is reset."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._seconds = PAUSE_S

    def reset(self) -> None:
        self._seconds = PAUSE_S

    def rest(self) -> Steps[None]:
        yield from self._sender.rest(self._seconds)
        self._seconds = min(self._seconds * 2, PAUSE_S_MAX)


class NumberedItems:
    """Items that are numbered 1, 2, 3 … The number of the last item is the position: after an error or in another process, reading
    continues after it, so no item is missed and none comes twice."""

    def __init__(self, sender: Sender, base: str, id: str, limits: Limits, after: int) -> None:
        self._sender = sender
        self._base = base
        self._id = id
        self._limits = limits
        self._after = after
        self._items: list[Any] = []
        self._back_off = BackOff(sender)
        self._is_read_up = False
        # The end was seen; and after it, all items were read.
        self._is_ending = False
        self._is_over = False

    def take(self) -> Steps[Any]:
        while not self._items:
            more = yield from self._read()
            if more is None:
                return None
            self._items = more[::-1]
        item = self._items.pop()
        self._after = item["number"]
        return item

    def _read(self) -> Steps[list[Any] | None]:
        raise NotImplementedError

    def _ask(self, below: str = "", query: Mapping[str, Any] | None = None) -> Steps[Any]:
        path = path_of(self._base, self._id, below)
        return (yield from self._sender.send(Call(path, self._limits, query or {}))).data


class CollectionItems(NumberedItems):
    """Follows a running collection until it ends."""

    def __init__(self, sender: Sender, id: str, limits: Limits, after: int, on_update: Update | None) -> None:
        super().__init__(sender, COLLECTIONS, id, limits, after)
        self._on_update = on_update

    def _read(self) -> Steps[list[Any] | None]:
        if self._is_read_up and self._is_over:
            return None
        # The end is looked up before the last items are read: those that come between are not missed.
        if self._is_read_up and not self._is_ending:
            collection = (yield from self._ask())["collection"]
            if self._on_update is not None:
                self._on_update(collection)
            self._is_ending = has_ended(collection)
            if not self._is_ending:
                yield from self._back_off.rest()
        page = yield from self._ask("/items", {"after": self._after, "limit": ITEMS_PER_READ})
        self._is_over = self._is_ending
        self._is_read_up = not page["items"] or page["next"] is None
        if page["items"]:
            self._back_off.reset()
        return page["items"]


class WatchItems(NumberedItems):
    """New items as they come, until the watch ends. With `wait` 0: those that are there."""

    def __init__(self, sender: Sender, id: str, limits: Limits, after: int, wait: int | None) -> None:
        super().__init__(sender, WATCHES, id, limits, after)
        self._follows = wait != 0
        # A request that waits ends before its own deadline.
        self._wait = min(WAIT_S if wait is None else wait, int(limits.timeout / 2))

    def _read(self) -> Steps[list[Any] | None]:
        if self._is_read_up and (self._is_over or not self._follows):
            return None
        # The end is looked up before the last items are read: those that come between are not missed.
        if self._is_read_up and not self._is_ending:
            self._is_ending = (yield from self._ask())["watch"]["state"] == "ended"
        is_following = self._is_read_up and not self._is_ending
        waited = self._wait if is_following else 0
        clock = self._sender.settings.clock
        asked_at = clock.now()
        page = yield from self._ask("/items", {"after": self._after, "limit": ITEMS_PER_READ, "wait": waited})
        self._is_over = self._is_ending
        self._is_read_up = not page["items"]
        if page["items"]:
            self._back_off.reset()
        elif is_following and (waited == 0 or clock.now() - asked_at < waited / 2):
            # A gateway that does not wait, or may not for the deadline, and a proxy that ends waiting requests are asked with pauses.
            yield from self._back_off.rest()
        return page["items"]


def wait_for_end(sender: Sender, id: str, limits: Limits, on_update: Update | None) -> Steps[Any]:
    back_off = BackOff(sender)
    while True:
        answer = yield from sender.send(Call(path_of(COLLECTIONS, id), limits))
        collection = answer.data["collection"]
        if on_update is not None:
            on_update(collection)
        if has_ended(collection):
            return collection
        yield from back_off.rest()


class Export:
    """The bytes of an export. Where the connection breaks, the rest is asked for by its position."""

    def __init__(self, sender: Sender, id: str, limits: Limits, format: str | None, from_byte: int) -> None:
        self._sender = sender
        self._path = path_of(COLLECTIONS, id, "/export")
        self._limits = limits
        self._format = format
        self._position = from_byte
        self._etag = ""
        self._body: Iterator[bytes] | None = None
        self._drop = 0
        self._failures = 0
        self._back_off = BackOff(sender)

    def connect(self) -> Steps[bool]:
        """False if there are no further bytes."""
        if self._body is not None:
            return True
        query = {"format": self._format}
        try:
            answer: Answer[Response] = yield from self._sender.send(
                Call(self._path, self._limits, query, from_byte=self._position)
            )
        except ReelgateError as error:
            if error.status == NOTHING_LEFT:
                return False
            raise
        response = answer.data
        # Proxies weaken tags and compress; the bytes that are counted here are the same.
        etag = response.headers.get("etag", "").removeprefix("W/").replace('-gzip"', '"')
        if self._etag and etag and etag != self._etag:
            response.close()
            raise wrong_option("the export has changed: begin again", "BAD_ANSWER")
        self._etag = self._etag or etag
        # A server may also send all bytes: those before the position are dropped.
        self._drop = 0 if response.status == 206 else self._position
        self._body = response.body
        return True

    def read(self) -> bytes | Exception | None:
        """The next bytes, waiting for them; None at the end; the exception of a broken connection."""
        assert self._body is not None
        try:
            chunk = next(self._body, None)
        except Exception as error:
            return error
        if chunk is None:
            return None
        kept = chunk[self._drop :]
        self._drop -= len(chunk) - len(kept)
        self._position += len(kept)
        self._failures = 0
        self._back_off.reset()
        return kept

    def broken(self, error: Exception) -> Steps[None]:
        self._body = None
        self._failures += 1
        # Counted since the last byte that came.
        if self._failures > self._limits.max_retries:
            raise ReelgateError(
                f"the export broke: {error}", code="CONNECTION", next="retry", outcome="refused"
            ) from None
        yield from self._back_off.rest()
