"""A client with a scripted transport and a fake clock. Each request gets the next reply; the last reply is repeated."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from reelgate import AsyncReelgate, NotSent, Reelgate, ReelgateError, Request, Response
from reelgate._options import Clock

KEY = "rgk_live_secret"
BASE_URL = "https://gateway.example"
GET: dict[str, Any] = {"platform": "library", "id": "1"}
SEARCH: dict[str, Any] = {"platform": "library", "keyword": "猫"}


class HastyClock(Clock):
    """Pauses end at once, and are noted. Time passes in pauses alone."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def now(self) -> float:
        return sum(self.pauses)

    def random(self) -> float:
        return 0.5

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)


@dataclass
class Asked:
    path: str
    query: dict[str, str]
    headers: Mapping[str, str]
    sent: str
    """The method, and the body after it if there was one."""
    request: Request


Reply = Callable[[Asked], Response | BaseException]


class Script:
    def __init__(self, *replies: Reply) -> None:
        self._replies = replies
        self.asked: list[Asked] = []

    def send(self, request: Request) -> Response:
        url = urllib.parse.urlsplit(request.url)
        body = "" if request.body is None else f" {request.body.decode()}"
        query = dict(urllib.parse.parse_qsl(url.query))
        asked = Asked(urllib.parse.unquote(url.path), query, request.headers, request.method + body, request)
        self.asked.append(asked)
        reply = self._replies[min(len(self.asked), len(self._replies)) - 1](asked)
        if isinstance(reply, BaseException):
            raise reply
        return reply

    @property
    def ids(self) -> list[str]:
        return [one.headers["x-reelgate-request-id"] for one in self.asked]


def client(*replies: Reply, **options: Any) -> tuple[Reelgate, Script, HastyClock]:
    script, clock = Script(*replies), HastyClock()
    given: dict[str, Any] = {"api_key": KEY, "base_url": BASE_URL, "transport": script, "clock": clock, **options}
    return Reelgate(**given), script, clock


def async_client(*replies: Reply, **options: Any) -> tuple[AsyncReelgate, Script]:
    script = Script(*replies)
    given: dict[str, Any] = {"transport": script, "clock": NoPauses(), **options}
    return AsyncReelgate(KEY, BASE_URL, **given), script


class NoPauses(Clock):
    """The real time, with pauses of no length: asyncio waits by itself."""

    def random(self) -> float:
        return 0.0


def failure(work: Callable[[], object]) -> ReelgateError:
    try:
        work()
    except ReelgateError as error:
        return error
    raise AssertionError("expected a ReelgateError")


def raw(text: str | bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(status, headers or {}, iter([text.encode() if isinstance(text, str) else text]))


def answer(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return raw(json.dumps(body), status, headers)


def problem(code: str, next: str, status: int = 503, **more: Any) -> Response:
    stated = {"title": "No.", "detail": f"because {code}", "code": code, "next": next, "charged": "0.000000"}
    return answer({**stated, **more}, status)


def refusing(code: str, next: str, status: int = 503, **more: Any) -> Reply:
    return lambda _: problem(code, next, status, **more)


def receipt(charged: str = "0.012000") -> dict[str, Any]:
    return {"unit_price": charged, "charged": charged, "currency": "USD", "balance": "9.988000"}


def video(_: Asked) -> Response:
    return answer({"item": {"id": "1"}, "receipt": receipt()})


def cut(_: Asked) -> BaseException:
    return ConnectionResetError("terminated")


def no_listener(_: Asked) -> BaseException:
    return NotSent("Connection refused")


def breaking(*parts: bytes) -> Iterator[bytes]:
    yield from parts
    raise ConnectionResetError("terminated")


def pages(count: int, price: str = "0.012000") -> Reply:
    """A list of `count` pages with two items each. Its cursors are c1, c2 and so on."""

    def reply(asked: Asked) -> Response:
        page = int(asked.query.get("pcursor", "c0")[1:])
        is_last = page == count - 1
        body = {
            "request_id": asked.headers["x-reelgate-request-id"],
            "items": [{"id": f"{page}a"}, {"id": f"{page}b"}],
            "pcursor": "no_more" if is_last else f"c{page + 1}",
            "end": "exhausted" if is_last else "more",
            "receipt": receipt(price),
        }
        return answer(body)

    return reply


def replayed(reply: Reply) -> Reply:
    """The same, as the stored answer of an earlier call with the id."""

    def again(asked: Asked) -> Response | BaseException:
        given = reply(asked)
        return replace(given, headers={"x-reelgate-replayed": "true"}) if isinstance(given, Response) else given

    return again


def priced(count: int, price: str) -> Reply:
    """Like the gateway: refuses a call that may cost more than its ceiling."""

    def reply(asked: Asked) -> Response | BaseException:
        ceiling = asked.query.get("max_price")
        if ceiling is not None and float(ceiling) < float(price):
            return problem("PRICE_CEILING", "fix", 402, price=price)
        return pages(count, price)(asked)

    return reply
