"""The suite of the runtimes for the Python client: the same promises as in suite.ts, for threads and for asyncio. Calls a real gateway
through the fault proxy: the first part of the path names the fault for the first attempt of each request. Prints the verdicts as one line
of JSON. Run: python3 suite.py PROXY_URL API_KEY [async], with the package in PYTHONPATH or installed."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from reelgate import AsyncReelgate, Reelgate, ReelgateError

PROXY_URL, API_KEY = sys.argv[1:3]
IS_ASYNC = "async" in sys.argv[3:]
PRICE = Decimal("0.012")
SEARCH: dict[str, Any] = {"platform": "library", "keyword": "cat", "count": 3}
PATH = "/api/u1/v1/library/app/search_video_v2"
RECOVERED = ["pass", "cut before", "cut after", "cut in the body", "duplicate", "409", "429", "502"]

loop = asyncio.new_event_loop()


class Waiting:
    """An object of the client for asyncio that waits for everything it gives, so that both clients run the same cases."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return waited(getattr(self._inner, name))

    def __call__(self, *given: Any, **named: Any) -> Any:
        return waited(self._inner(*given, **named))

    def __iter__(self) -> Iterator[Any]:
        steps = self._inner.__aiter__()
        while True:
            try:
                yield loop.run_until_complete(steps.__anext__())
            except StopAsyncIteration:
                return


def waited(value: Any) -> Any:
    if inspect.isawaitable(value):
        return loop.run_until_complete(value)  # type: ignore[arg-type]
    is_plain = value is None or isinstance(value, (str, int, Decimal, dict, list, bytes))
    return value if is_plain else Waiting(value)


def client_of(fault: str, api_key: str = API_KEY, **options: Any) -> Any:
    base_url = f"{PROXY_URL}/fault/{quote(fault)}"
    return Waiting(AsyncReelgate(api_key, base_url, **options)) if IS_ASYNC else Reelgate(api_key, base_url, **options)


def equal(found: object, expected: object) -> None:
    if found != expected:
        raise AssertionError(f"expected {expected!r}, found {found!r}")


def failure(work: Callable[[], object]) -> ReelgateError:
    try:
        work()
    except ReelgateError as error:
        return error
    raise AssertionError("expected a ReelgateError")


def cost_of(work: Callable[[], object]) -> Decimal:
    """How much the work took from the balance."""
    account = client_of("pass").account
    before = Decimal(account.balance()["balance"])
    work()
    return before - Decimal(account.balance()["balance"])


def recovered_case(fault: str) -> Callable[[], None]:
    def run() -> None:
        charged: list[Decimal] = []
        rg = client_of(fault, on_charge=lambda charge: charged.append(charge.charged))

        def search() -> None:
            answer = rg.videos.search(**SEARCH).with_response()
            equal([len(answer.data["items"]), answer.data["request_id"]], [3, answer.request_id])

        equal([cost_of(search), charged], [PRICE, [PRICE]])

    return run


def every_item_once() -> None:
    walk = client_of("pass").videos.search(**SEARCH)
    ids = [video["id"] for video in walk]
    equal([len(set(ids)) == len(ids), len(ids) > 3, walk.end], [True, True, "exhausted"])


def resumed_walk_pays_nothing_twice() -> None:
    found: list[str] = []
    videos = client_of("cut after").videos

    def walk_twice() -> None:
        walk = videos.search(**SEARCH)
        for video in walk:
            found.append(video["id"])
            if len(found) == 4:
                break
        found.extend(video["id"] for video in videos.resume(walk.checkpoint()))
        equal(walk.spent, 2 * PRICE)

    cost = cost_of(walk_twice)
    equal(found, [video["id"] for video in client_of("pass").videos.search(**SEARCH)])
    equal(cost, -(-len(found) // 3) * PRICE)


def stalled_body_ends_by_the_deadline() -> None:
    videos = client_of("stall in the body").videos

    def stall() -> None:
        # The body never ends, so this deadline passes on any machine.
        error = failure(lambda: videos.search(**SEARCH, timeout=0.5).page())
        equal([error.code, error.outcome], ["DEADLINE", "unknown"])
        equal(len(videos.search(**SEARCH, request_id=error.request_id).page()["items"]), 3)

    equal(cost_of(stall), PRICE)


def long_wait_fails_at_once() -> None:
    error = failure(lambda: client_of("long wait").account.balance())
    equal([error.code, error.retry_after], ["UPSTREAM_BUSY", 3600.0])


def redirect_is_not_followed() -> None:
    error = failure(lambda: client_of("redirect").account.balance())
    equal([error.code, error.next], ["BAD_ANSWER", "fix"])


def budget_stops_a_walk() -> None:
    walk = client_of("pass").videos.search(**SEARCH, budget="0.02")
    equal([len(list(walk.pages())), walk.end, walk.spent], [1, "budget", PRICE])


def refusal_without_the_key() -> None:
    api_key = "rgk_live_unknown"
    rg = client_of("pass", api_key)
    error = failure(lambda: rg.account.balance())
    equal([error.code, error.status, error.charged], ["UNAUTHORIZED", 401, Decimal(0)])
    shown = f"{rg!r}{vars(rg)!r}{error!r}{vars(error)!r}{''.join(traceback.format_exception(error))}"
    equal(api_key in shown, False)


def free_routes_answer() -> None:
    rg = client_of("pass")
    answer = rg.videos.search(**SEARCH).with_response()
    equal(rg.receipt(answer.request_id)["call"]["charged"], f"{PRICE:.6f}")
    kinds = {entry["kind"] for entry in rg.account.entries(limit=5)}
    equal(kinds >= {"charge", "topup"}, True)
    equal(len(rg.pricing.endpoints()["endpoints"]) > 0, True)


def collection_from_end_to_end() -> None:
    collections = client_of("cut after").collections
    made = collections.create(path=PATH, query={"keyword": "cat"}, items_max=4, budget="0.1")
    id = made["collection"]["id"]
    numbers = [item["number"] for item in collections.items(id)]
    lines = b"".join(collections.export(id)).splitlines()
    equal([numbers, len(lines), collections.wait(id)["end"]], [[1, 2, 3, 4], 4, "items"])
    equal(collections.update(id, name="cats")["collection"]["name"], "cats")
    equal(collections.remove(id)["removed"], True)


CASES: dict[str, Callable[[], None]] = {
    "a walk gives every item of every page once": every_item_once,
    "a resumed walk goes on after the last item, and pays no page twice": resumed_walk_pays_nothing_twice,
    "a stall in a body ends by the deadline, and the same id is charged once": stalled_body_ends_by_the_deadline,
    "a wait beyond the deadline is an error at once": long_wait_fails_at_once,
    "a redirect is not followed": redirect_is_not_followed,
    "a walk stops before the page that would pass its budget": budget_stops_a_walk,
    "a refusal is an error with its code, and nothing shows the key": refusal_without_the_key,
    "the free routes answer": free_routes_answer,
    "a collection is made, followed, exported and removed, though the first answer of each request is lost": collection_from_end_to_end,
    **{f"one page, one charge: {fault}": recovered_case(fault) for fault in RECOVERED},
}


def verdict(name: str, run: Callable[[], None]) -> dict[str, str | None]:
    try:
        run()
        return {"name": name, "error": None}
    except Exception:
        return {"name": name, "error": traceback.format_exc()}


print(json.dumps([verdict(name, run) for name, run in CASES.items()]))
