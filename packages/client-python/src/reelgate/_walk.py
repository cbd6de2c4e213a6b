"""A walk through the pages of one list.

It can be stored as a text (a checkpoint) and continued by another process, also by the TypeScript client. Page ids are derived from
the walk's id and the page's cursor, so a repeated walk uses the same ids and pays no page twice. After an error, iterators continue
where they were.
"""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from ._errors import NOTHING, ReelgateError, wrong_option
from ._options import Limits
from ._send import Answer, Call, Sender, Steps, amount_text, new_request_id

EMPTY_PAGES_MAX = 5
"""One step of an iterator skips at most this many empty pages, because each may be charged."""
VERSION = 1
NO_MORE = "no_more"
"""The gateway's cursor after the last page. An empty cursor would ask for the first page again."""
ENTRIES = "account.entries"
ENTRIES_PATH = "/api/account/v1/entries"
BITS_32 = 0xFFFFFFFF


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


def page_request_id(walk_id: str, cursor: str) -> str:
    """The id of every page after the first, which has the walk's own id. The same digest as in the TypeScript client, so that
    each continues walks of the other. Should two cursors collide, the gateway refuses the second as a reused id and charges nothing."""
    first, second = 0, 0x9E3779B9
    units = cursor.encode("utf-16-le")
    for low, high in zip(units[::2], units[1::2], strict=True):
        code = low | high << 8
        first = (first ^ code) * 0x85EBCA6B & BITS_32
        first ^= first >> 15
        second = (second ^ code) * 0xC2B2AE35 & BITS_32
        second ^= second >> 13
    return f"{walk_id}.{_base36(first)}{_base36(second).rjust(7, '0')}"


def data_route(action: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Path and query of a data call. `any` stands for the platform when the query holds a web address."""
    query = dict(given)
    platform, group = query.pop("platform", None) or "any", query.pop("group", None) or "u1"
    version = "" if query.pop("variant", None) == "economy" else "_v2"
    return f"/api/{group}/v1/{urllib.parse.quote(platform, safe='')}/app/{action}{version}", query


def next_cursor(page: Mapping[str, Any]) -> str | None:
    cursor = page.get("pcursor", page.get("next_cursor"))
    return None if cursor == NO_MORE else cursor


def items_of(page: Mapping[str, Any]) -> list[Any]:
    return page.get("items", page.get("entries", []))


@dataclass
class Place:
    """The state of a walk, as its checkpoint stores it."""

    list: str
    walk_id: str
    given: dict[str, Any]
    cursor: str | None
    """Cursor of the next page: empty for the first page, None at the end."""
    skip: int = 0
    """How many items of that page were already returned."""
    spent: Decimal = NOTHING
    """What the pages before it cost."""
    budget: Decimal | None = None
    end: str = "more"


def _begin(name: str, given: dict[str, Any], limits: Limits) -> Place:
    cursor = given.get("cursor" if name == ENTRIES else "pcursor") or ""
    return Place(name, limits.request_id or new_request_id(), given, cursor, budget=limits.budget)


def _read(text: str, lists: Sequence[str]) -> Place:
    try:
        stored = json.loads(text)
        if stored["v"] == VERSION and stored["list"] in lists:
            budget = None if stored["budget"] is None else Decimal(stored["budget"])
            return Place(
                str(stored["list"]),
                str(stored["walkId"]),
                dict(stored["input"]),
                stored["cursor"],
                int(stored["skip"]),
                Decimal(stored["spent"]),
                budget,
                str(stored["end"]),
            )
    except (ValueError, KeyError, TypeError, ArithmeticError):
        pass  # Not a checkpoint: refused below.
    raise wrong_option(f"not a checkpoint of {', '.join(lists)}")


class WalkSteps:
    """The rules of a walk. Clients for threads and for asyncio run the steps."""

    def __init__(self, sender: Sender, action: str | None, place: Place, limits: Limits, is_fresh: bool) -> None:
        self._sender = sender
        self._action = action
        self._limits = limits
        self._is_fresh = is_fresh
        self._page: Answer[Any] | None = None
        self._page_cost = NOTHING
        self.place = place

    @property
    def spent(self) -> Decimal:
        return self.place.spent + self._page_cost

    def checkpoint(self) -> str:
        place = self.place
        budget = None if place.budget is None else amount_text(place.budget)
        stored = {"list": place.list, "walkId": place.walk_id, "input": place.given, "cursor": place.cursor}
        stored |= {"skip": place.skip, "spent": amount_text(place.spent), "budget": budget, "end": place.end}
        return json.dumps({"v": VERSION, **stored}, ensure_ascii=False, separators=(",", ":"))

    def current(self) -> Steps[Answer[Any]]:
        """The current page, without moving on: only iterators move."""
        if self._page is None:
            self._page = yield from self._ask()
        return self._page

    def take_page(self) -> Steps[Answer[Any] | None]:
        answer = yield from self._within_budget()
        if answer is None:
            return None
        skip = self.place.skip
        self._move_on(answer.data)
        return replace(answer, data={**answer.data, "items": items_of(answer.data)[skip:]}) if skip else answer

    def take_item(self) -> Steps[Any]:
        # Native pages have no items: iterating would pay for pages and return nothing.
        if self.place.given.get("group") == "u2":
            raise wrong_option("group u2 has no items: iterate over pages()")
        for _ in range(EMPTY_PAGES_MAX):
            answer = yield from self._within_budget()
            if answer is None:
                return None
            items, at = items_of(answer.data), self.place.skip
            self.place.skip += 1
            if self.place.skip >= len(items):
                self._move_on(answer.data)
            if at < len(items):
                return items[at]
        self.place.end = "unknown"
        return None

    def _within_budget(self) -> Steps[Answer[Any] | None]:
        """None at the end, and before a page that would exceed the budget."""
        if self.place.cursor is None:
            return None
        try:
            return (yield from self.current())
        except ReelgateError as error:
            if error.code != "BUDGET":
                raise
            self.place.end = "budget"
            return None

    def _ask(self) -> Steps[Answer[Any]]:
        place = self.place
        if place.cursor is None:
            raise wrong_option("the walk has ended")
        cursor_name = "cursor" if self._action is None else "pcursor"
        is_first = place.cursor == (place.given.get(cursor_name) or "")
        path, query = (
            (ENTRIES_PATH, dict(place.given)) if self._action is None else data_route(self._action, place.given)
        )
        answer = yield from self._sender.send(
            Call(
                path,
                self._limits,
                {**query, cursor_name: place.cursor or None},
                walk_left=None if place.budget is None else max(NOTHING, place.budget - place.spent),
                request_id=place.walk_id if is_first else page_request_id(place.walk_id, place.cursor),
                is_fresh=self._is_fresh,
            )
        )
        self._page_cost = Decimal(answer.data.get("receipt", {}).get("charged", 0))
        place.end = "more"
        answer.data["cursor"] = next_cursor(answer.data)
        return answer

    def _move_on(self, page: Mapping[str, Any]) -> None:
        place, spent = self.place, self.spent
        place.cursor, place.spent, place.skip = next_cursor(page), spent, 0
        self._page, self._page_cost = None, NOTHING
        if place.cursor is None:
            place.end = page.get("end", "exhausted")


def new_walk(sender: Sender, name: str, action: str | None, given: dict[str, Any], limits: Limits) -> WalkSteps:
    return WalkSteps(sender, action, _begin(name, given, limits), limits, limits.request_id is None)


def resumed_walk(sender: Sender, actions: Mapping[str, str | None], text: str, limits: Limits) -> WalkSteps:
    place = _read(text, list(actions))
    if limits.budget is not None:
        place.budget = limits.budget
    return WalkSteps(sender, actions[place.list], place, limits, False)
