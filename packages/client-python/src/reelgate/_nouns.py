"""What the methods of the client are made of: walks, lookups and streams, for threads. `aio.py` is made from this file too."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, ClassVar, Generic, TypeVar, cast

from ._file import BytesFile
from ._gathering import Export
from ._options import limits_of
from ._run import Runner
from ._send import Answer, Call, Steps
from ._walk import WalkSteps, data_route, new_walk, resumed_walk

T = TypeVar("T")
Page = TypeVar("Page")
Item = TypeVar("Item")


class Items(Iterator[T], Generic[T]):
    """Gives one value after another. After an error it goes on: the next step repeats the failed one."""

    def __init__(self, runner: Runner, take: Callable[[], Steps[Any]], lock: threading.Lock | None = None) -> None:
        self._runner = runner
        self._take = take
        # Shared by all iterators of a walk: their steps run one after another.
        self._lock = lock or threading.Lock()

    def __iter__(self) -> Items[T]:
        return self

    def __next__(self) -> T:
        with self._lock:
            value = self._runner.run(self._take())
        if value is None:
            raise StopIteration
        return cast(T, value)


class Walk(Iterator[Item], Generic[Page, Item]):
    """A walk through a list: iterate over its items, or over whole pages with `pages()`. Each page is one paid call."""

    def __init__(self, runner: Runner, steps: WalkSteps) -> None:
        self._runner = runner
        self._steps = steps
        self._lock = threading.Lock()
        self._items: Items[Item] = Items(runner, steps.take_item, self._lock)

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

    def with_response(self) -> Answer[Page]:
        """The current page with request id, charge and headers, without moving on."""
        with self._lock:
            return self._runner.run(self._steps.current())

    def page(self) -> Page:
        """The current page, without moving on: only iterators move."""
        answer = self.with_response()
        return answer.data

    def answers(self) -> Items[Answer[Page]]:
        """Iterates over whole pages, with request id, charge and headers."""
        return Items(self._runner, self._steps.take_page, self._lock)

    def pages(self) -> Items[Page]:
        """Iterates over whole pages. `cursor` is that of the next page, None on the last one."""
        return Items(self._runner, self._take_page, self._lock)

    def __iter__(self) -> Walk[Page, Item]:
        return self

    def __next__(self) -> Item:
        return self._items.__next__()

    def _take_page(self) -> Steps[Any]:
        answer = yield from self._steps.take_page()
        return None if answer is None else answer.data


class Lookup:
    """A method that gives one record."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def _answer(self, action: str, given: dict[str, Any]) -> Answer[Any]:
        limits = limits_of(self._runner.sender.settings, given)
        path, query = data_route(action, given)
        return self._runner.call(Call(path, limits, query))


class Noun:
    """Methods about one kind of thing."""

    _actions: ClassVar[dict[str, str | None]] = {}
    """The actions of its lists by their names in checkpoints."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def _walk(self, name: str, given: dict[str, Any]) -> Walk[Any, Any]:
        sender = self._runner.sender
        limits = limits_of(sender.settings, given, has_budget=True)
        return Walk(self._runner, new_walk(sender, name, self._actions[name], given, limits))

    def _resume(self, checkpoint: str, options: dict[str, Any]) -> Walk[Any, Any]:
        sender = self._runner.sender
        limits = limits_of(sender.settings, options, has_budget=True)
        return Walk(self._runner, resumed_walk(sender, self._actions, checkpoint, limits))

    def _get(self, path: str, given: dict[str, Any]) -> Any:
        return self._send(path, given, "GET")

    def _send(self, path: str, given: dict[str, Any], method: str, once: bool = False) -> Any:
        """Sends parameters as the query of a GET, and as the body of all others."""
        limits = limits_of(self._runner.sender.settings, given)
        is_read = method == "GET"
        call = Call(path, limits, given if is_read else {}, method, None if is_read else given or None, once)
        answer = self._runner.call(call)
        return answer.data


class ExportBytes(BytesFile, Iterator[bytes]):
    """The bytes of an export. A broken connection is resumed where it broke."""

    _rest = b""

    def __init__(self, runner: Runner, export: Export) -> None:
        self._runner = runner
        self._export = export

    def __iter__(self) -> ExportBytes:
        return self

    def __next__(self) -> bytes:
        rest, self._rest = self._rest, b""
        if rest:
            return rest
        while True:
            is_open = self._runner.run(self._export.connect())
            if not is_open:
                raise StopIteration
            chunk = self._runner.read(self._export)
            if chunk is None:
                raise StopIteration
            if isinstance(chunk, Exception):
                self._runner.run(self._export.broken(chunk))
            elif chunk:
                return chunk
