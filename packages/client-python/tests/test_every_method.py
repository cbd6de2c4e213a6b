# pyright: basic
"""Every method of both clients, found by their names: what it sends over a lost answer, a refusal and an answer, and what it gives
where that is not the first answer, held to `every_method.txt`. After an intended change write the file and read the difference:
`REELGATE_WRITE=1 PYTHONPATH=../src python3 -m unittest test_every_method`."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import unittest
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from reelgate import ReelgateError, Response
from scripted import BASE_URL, KEY, Asked, HastyClock, Script, answer, async_client, client, cut, receipt, refusing

GOLDEN = Path(__file__).with_name("every_method.txt")
NOUNS = [
    "",
    "videos",
    "authors",
    "comments",
    "playlists",
    "transcripts",
    "pricing",
    "suggestions",
    "account",
    "collections",
    "watches",
]
# These send nothing, or have no end of their own.
LEFT_OUT = {"close", "resume"}
ITEMS_MAX = 5
KEY_HEADER = "authorization"
ID_HEADER = "x-reelgate-request-id"
DRAWN_ID = re.compile(r"rc_[0-9a-f]{30}")

ARGUMENTS: dict[str, Any] = {
    "id": "x 1/ü",
    "number": 7,
    "statement": 7,
    "key": "x 1/ü",
    "webhook": "x 1/ü",
    "topup": "x 1/ü",
    "name": "bot",
    "amount": "5",
    "below": "1",
    "up_to": "9",
    "month_max": "50",
    "after": 3,
    "url": "https://video.example/a?b=1&c=2",
    "keyword": "night sk",
    "path": "/api/other/v1/x",
    "request_id": "r 1/ü",
    "reason": "not what I asked for",
    "action": "search_video",
}
FREE: dict[str, Any] = {"timeout": 9, "max_retries": 3}
OWN: dict[str, Any] = {**FREE, "request_id": "own-id", "max_price": "0.5", "quote": "quote-1"}
QUERY: dict[str, Any] = {"platform": "library", "count": 2, "fields": ["id", "title"]}


class StillClock(HastyClock):
    """Deadlines are those of the beginning, so that both clients have the same."""

    def now(self) -> float:
        return 0.0


class StillNoPauses(StillClock):
    def random(self) -> float:
        return 0.0


class Gateway:
    """Gives pages of two items, three in all, and what has ended."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def reply(self, asked: Asked) -> Response:
        places = [asked.query.get(name) for name in ("after", "pcursor", "cursor")]
        after = int("".join(place for place in places if place).lstrip("c") or "0")
        numbers = range(after + 1, min(after + 2, 3) + 1)
        items = [{"id": f"v{number}", "number": number, "record": {"id": f"v{number}"}} for number in numbers]
        is_last = after >= 2
        ended = {"id": "x_1", "state": "done", "items": 3}
        body = {
            "request_id": asked.headers[ID_HEADER],
            "items": items,
            "pcursor": "no_more" if is_last else "c2",
            "next": None if is_last else 2,
            "entries": items,
            "next_cursor": None if is_last else "2",
            "end": "exhausted" if is_last else "more",
            "collection": ended,
            "watch": {**ended, "state": "ended"},
            "receipt": receipt(),
        }
        self.said.append(body)
        return answer(body, headers={"x-reelgate-charged": "0.012000"})


def methods_of(made: Any) -> Iterator[tuple[str, Any]]:
    for noun in NOUNS:
        of = made if noun == "" else getattr(made, noun)
        left_out = {*LEFT_OUT, *NOUNS, "webhooks"} if noun == "" else LEFT_OUT
        for name in sorted(one for one in dir(of) if not one.startswith("_") and one not in left_out):
            method = getattr(of, name)
            if callable(method):
                yield f"{noun}.{name}".lstrip("."), method
            if callable(method) and hasattr(method, "with_response"):
                yield f"{noun}.{name}.with_response", method.with_response


def arguments_of(method: Any) -> tuple[dict[str, Any], set[str]]:
    """What must be given, and all names that the method has itself."""
    named = {name: one for name, one in inspect.signature(method).parameters.items() if one.kind is not one.VAR_KEYWORD}
    needed = [name for name, one in named.items() if one.default is one.empty]
    return {name: ARGUMENTS[name] for name in needed}, set(named)


def told(script: Script) -> list[str]:
    ids = list(dict.fromkeys(script.ids))
    lines: list[str] = []
    for one in script.asked:
        request = one.request
        rest = {name: value for name, value in one.headers.items() if name not in (KEY_HEADER, ID_HEADER)}
        given = one.headers[ID_HEADER]
        name = given if given == "own-id" else f"id {ids.index(given) + 1}"
        key = "" if one.headers[KEY_HEADER] == f"Bearer {KEY}" else " ANOTHER KEY"
        url = request.url.removeprefix(BASE_URL)
        body = "" if request.body is None else f" {request.body.decode()}"
        lines.append(f"{request.method} {url} {name}{key} until {request.deadline:g} {json.dumps(rest)}{body}")
    return [f"  {lines.count(line)} x {line}" for line in dict.fromkeys(lines)]


def value_of(given: Any, said: list[Any]) -> str:
    if hasattr(given, "request_id") and hasattr(given, "data"):
        return f"{type(given).__name__} charged {given.charged} {value_of(given.data, said)}"
    if isinstance(given, bytes):
        return f"bytes of {value_of(json.loads(given), said)}"
    if given in said:
        return f"answer {said.index(given) + 1}"
    return json.dumps(given, ensure_ascii=False, default=str)


async def outcome_of(method: Any, arguments: dict[str, Any], said: list[Any]) -> list[str]:
    """What a method of either client gives; of a list, the first items and where they end."""
    named = inspect.signature(method).parameters
    alone = [name for name, one in named.items() if one.kind is one.POSITIONAL_ONLY and name in arguments]
    rest = {name: value for name, value in arguments.items() if name not in alone}
    try:
        given = method(*[arguments[name] for name in alone], **rest)
        if inspect.isawaitable(given):
            given = await given
        if not isinstance(given, (Iterator, AsyncIterator)):
            return [f"  {value_of(given, said)}"]
        return [f"  {value_of(one, said)}" for one in await items_of(given)] + ended(given)
    except ReelgateError as error:
        return [f"  {error.code} {error.outcome}: {DRAWN_ID.sub('1', str(error))}"]


async def items_of(given: Any) -> list[Any]:
    found: list[Any] = []
    if isinstance(given, AsyncIterator):
        async for one in given:
            found.append(one)
            if len(found) == ITEMS_MAX:
                break
        return found
    for one in given:
        found.append(one)
        if len(found) == ITEMS_MAX:
            break
    return found


def ended(walk: Any) -> list[str]:
    return [f"  end {walk.end}, spent {walk.spent}"] if hasattr(walk, "checkpoint") else []


async def record_of(make: Any, clock: type[HastyClock]) -> list[str]:
    lines: list[str] = []
    for name in [name for name, _ in methods_of(make(cut)[0])]:
        for options in ({}, OWN):
            gateway, time = Gateway(), clock()
            made, script, *_ = make(cut, refusing("OVERLOADED", "retry"), gateway.reply, clock=time)
            method = dict(methods_of(made))[name]
            needed, named = arguments_of(method)
            asked = {**({} if "query" in named else QUERY), **options, **needed}
            outcome = await outcome_of(method, asked, gateway.said)
            gives = [] if outcome == ["  answer 1"] else outcome
            lines += [f"{name}{' with options of its own' if options else ''}", *told(script), *gives]
    return [line.replace("Async", "") for line in lines]


class EveryMethod(unittest.TestCase):
    maxDiff = 4_000

    def test_every_method_sends_and_gives_what_the_golden_file_says(self) -> None:
        made = asyncio.run(record_of(client, StillClock))
        if os.environ.get("REELGATE_WRITE") == "1":
            GOLDEN.write_text("\n".join([*made, ""]), encoding="utf8")
        self.assertEqual(made, GOLDEN.read_text(encoding="utf8").splitlines())

    def test_the_client_for_asyncio_sends_and_gives_the_same(self) -> None:
        made = asyncio.run(record_of(async_client, StillNoPauses))
        self.assertEqual(made, GOLDEN.read_text(encoding="utf8").splitlines())


if __name__ == "__main__":
    unittest.main()
