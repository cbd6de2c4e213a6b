# pyright: basic
# Parameters of the cases are plain dictionaries; typed_use.py checks the types of the package.
"""Collections and watches: the rules of their methods, with a scripted gateway and a fake clock. The same as in the TypeScript client."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import unittest
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from reelgate import ReelgateError, Response
from scripted import Asked, Reply, answer, async_client, breaking, client, cut, failure, problem, refusing

QUESTION: dict[str, Any] = {"path": "/api/u1/v1/library/app/search_video_v2", "query": {"keyword": "cat"}}


class Finder:
    """A collection or watch that finds more each time its state is read."""

    def __init__(self, found: int, state: str = "running", *moments: Callable[[], None]) -> None:
        self.found = found
        self.state = state
        # What happens before each look at the state.
        self.moments = [*moments]

    def becomes(self, state: str | None = None, found: int | None = None) -> Callable[[], None]:
        def change() -> None:
            self.state, self.found = state or self.state, self.found if found is None else found

        return change

    def reply(self, asked: Asked) -> Response:
        if asked.path.endswith("/items"):
            return self._items(asked.query)
        if asked.sent == "GET" and self.moments:
            self.moments.pop(0)()
        one = {"id": "x_1", "state": self.state, "items": self.found}
        return answer({"collection": one, "watch": one, "created": True})

    def _items(self, query: dict[str, str]) -> Response:
        after = int(query["after"])
        last = min(after + min(2, int(query["limit"])), self.found)
        items = [{"number": number, "record": {"id": f"v{number}"}} for number in range(after + 1, last + 1)]
        is_all = last == self.found and self.state in ("done", "stopped")
        return answer({"items": items, "next": None if is_all else last})


def nothing() -> None:
    pass


def numbers_of(items: Any) -> list[int]:
    return [one["number"] for one in items]


class Collections(unittest.TestCase):
    def test_every_attempt_to_create_has_one_request_id_and_one_body(self) -> None:
        for noun, body in [
            ("collections", {**QUESTION, "items_max": 50, "budget": "2.00"}),
            ("watches", {**QUESTION, "every": "1d"}),
        ]:
            rg, script, _ = client(cut, refusing("OVERLOADED", "retry"), Finder(0).reply)
            made = getattr(rg, noun).create(**body)
            self.assertEqual([made["collection"]["id"], made["watch"]["id"]], ["x_1", "x_1"])
            self.assertEqual([len(script.ids), len(set(script.ids))], [3, 1])
            self.assertEqual({one.sent for one in script.asked}, {f"POST {json.dumps(body)}"})

    def test_each_method_asks_its_route(self) -> None:
        rg, script, _ = client(Finder(1, "done").reply)
        rg.collections.cancel("x 1")
        rg.watches.get("x_1")
        rg.watches.pause("x_1")
        rg.collections.update("x_1", name="cats")
        rg.watches.remove_feed("x_1")
        asked = [f"{one.sent} {one.request.url.removeprefix('https://gateway.example')}" for one in script.asked]
        expected = [
            "POST /api/collections/v1/x%201/cancel",
            "GET /api/watches/v1/x_1",
            'PATCH {"state": "paused"} /api/watches/v1/x_1',
            'PATCH {"name": "cats"} /api/collections/v1/x_1',
            "DELETE /api/watches/v1/x_1/feed",
        ]
        self.assertEqual(asked, expected)

    def test_items_follow_a_running_collection_and_those_that_come_with_its_end_are_not_missed(self) -> None:
        finder = Finder(3)
        finder.moments = [nothing, finder.becomes(found=4), finder.becomes("stopped", 9)]
        states: list[str] = []
        rg, _, clock = client(finder.reply)
        items = rg.collections.items("x_1", on_update=lambda one: states.append(one["state"]))
        self.assertEqual(numbers_of(items), [*range(1, 10)])
        self.assertEqual(states, ["running", "running", "stopped"])
        # The first pause again after new items: half a second, less a quarter by the jitter of this clock.
        self.assertEqual(clock.pauses, [0.375, 0.75])

    def test_pauses_between_looks_grow_to_ten_seconds_and_are_short_again_after_new_items(self) -> None:
        finder = Finder(1)
        finder.moments = [*[nothing] * 6, finder.becomes(found=2), nothing, finder.becomes("done")]
        rg, _, clock = client(finder.reply)
        self.assertEqual(numbers_of(rg.collections.items("x_1")), [1, 2])
        self.assertEqual(clock.pauses, [0.375, 0.75, 1.5, 3.0, 6.0, 7.5, 7.5, 0.375])

    def test_an_iterator_of_items_goes_on_after_an_error_and_after_a_restart_with_the_last_number(self) -> None:
        finder = Finder(5, "done")
        is_cut = [False]

        def flaky(asked: Asked) -> Response | BaseException:
            is_cut[0] = not is_cut[0]
            return cut(asked) if is_cut[0] else finder.reply(asked)

        items = client(flaky, max_retries=0)[0].collections.items("x_1")
        numbers: list[int] = []
        errors = 0
        while len(numbers) < 5:
            try:
                numbers.append(next(items)["number"])
            except Exception:
                errors += 1
        self.assertEqual([numbers, errors > 2], [[1, 2, 3, 4, 5], True])
        restarted = client(finder.reply)[0].collections.items("x_1", after=3)
        self.assertEqual(numbers_of(restarted), [4, 5])

    def test_items_that_come_with_the_end_are_not_missed_whichever_request_fails(self) -> None:
        for what, end in (("collections", "done"), ("watches", "ended")):
            for cut_at in range(1, 7):
                with self.subTest(what=what, cut_at=cut_at):
                    self.assertEqual(self._numbers_with_one_cut(what, end, cut_at), [1, 2, 3])

    def _numbers_with_one_cut(self, what: str, end: str, cut_at: int) -> list[int]:
        finder = Finder(1)
        finder.moments = [finder.becomes(end, 3)]
        requests = [0]

        def flaky(asked: Asked) -> Response | BaseException:
            requests[0] += 1
            return cut(asked) if requests[0] == cut_at else finder.reply(asked)

        items = getattr(client(flaky, max_retries=0)[0], what).items("x_1")
        numbers: list[int] = []
        while True:
            try:
                numbers.append(next(items)["number"])
            except StopIteration:
                return numbers
            except ReelgateError:
                continue

    def test_a_deletion_whose_answer_was_lost_is_a_deletion_and_one_of_nothing_is_an_error(self) -> None:
        absent = refusing("NOT_FOUND", "fix", 404)
        self.assertEqual(client(cut, absent)[0].watches.remove("x_1"), {"removed": True})
        self.assertEqual(failure(lambda: client(absent)[0].collections.remove("x_1")).code, "NOT_FOUND")

    def test_wait_gives_the_collection_when_it_has_ended_and_tells_what_it_waits_for_meanwhile(self) -> None:
        finder = Finder(0, "waiting")
        finder.moments = [nothing, finder.becomes("done")]
        states: list[str] = []
        ended = client(finder.reply)[0].collections.wait("x_1", on_update=lambda one: states.append(one["state"]))
        self.assertEqual([ended["state"], states], ["done", ["waiting", "done"]])

    def test_a_collection_that_is_done_stopped_or_failed_has_ended(self) -> None:
        for state in ("done", "stopped", "failed"):
            looks: list[object] = []
            rg, _, clock = client(Finder(2, state).reply)
            self.assertEqual(rg.collections.wait("x_1", on_update=looks.append)["state"], state)
            self.assertEqual(numbers_of(rg.collections.items("x_1", on_update=looks.append)), [1, 2])
            self.assertEqual([len(looks), clock.pauses], [2, []])


class Watches(unittest.TestCase):
    def test_the_items_of_a_watch_are_waited_for_within_a_request_until_the_watch_has_ended(self) -> None:
        finder = Finder(3, "active")
        finder.moments = [nothing, finder.becomes("ended", 4)]
        rg, script, _ = client(finder.reply)
        self.assertEqual(numbers_of(rg.watches.items("x_1", after=1)), [2, 3, 4])
        reads = [(one.query["after"], one.query["wait"]) for one in script.asked if one.path.endswith("/items")]
        self.assertEqual(reads, [("1", "0"), ("3", "0"), ("3", "25"), ("3", "0"), ("4", "0")])

    def test_no_request_waits_past_half_of_its_deadline_and_later_items_are_not_missed(self) -> None:
        for timeout in (0.1, 1.999, 2, 10, 49.999, 50, 600):
            for is_of_client in (True, False):
                finder = Finder(0, "active")
                finder.moments = [nothing, finder.becomes("active", 1), finder.becomes("ended", 1)]
                rg, script, clock = client(finder.reply, timeout=timeout if is_of_client else 60)
                items = rg.watches.items("x_1") if is_of_client else rg.watches.items("x_1", timeout=timeout)
                self.assertEqual(numbers_of(items), [1])
                longest = max(int(one.query.get("wait", 0)) for one in script.asked)
                # The gateway of this test never waits.
                self.assertEqual([longest, clock.pauses], [min(25, int(timeout / 2)), [0.375]])

    def test_a_gateway_that_does_not_wait_is_asked_with_growing_pauses(self) -> None:
        finder = Finder(0)
        finder.moments = [nothing, nothing, nothing, finder.becomes("ended")]
        rg, _, clock = client(finder.reply)
        list(rg.watches.items("x_1"))
        self.assertEqual(clock.pauses, [0.375, 0.75, 1.5])

    def test_with_wait_0_the_iterator_ends_with_the_items_that_are_there(self) -> None:
        rg, script, _ = client(Finder(3, "active").reply)
        self.assertEqual(numbers_of(rg.watches.items("x_1", wait=0)), [1, 2, 3])
        self.assertEqual({one.path.split("/")[-1] for one in script.asked}, {"items"})


LINES = b'{"id":"v1"}\n{"id":"v2"}\n{"id":"v3"}\n'


def exporting(length: int, etag: str = '"e1"', takes_range: bool = True) -> Reply:
    """Sends at most `length` bytes from the requested position, then breaks unless that was all."""

    def reply(asked: Asked) -> Response:
        range_ = re.fullmatch(r"bytes=(\d+)-", asked.headers.get("range", ""))
        start = int(range_[1]) if range_ is not None and takes_range else 0
        if start >= len(LINES):
            return problem("RANGE_NOT_SATISFIABLE", "fix", 416)
        part = LINES[start : start + length]
        parts = [part] if part else []
        body: Iterator[bytes] = iter(parts) if start + len(part) == len(LINES) else breaking(*parts)
        return Response(206 if start > 0 else 200, {"etag": etag}, body)

    return reply


class Exports(unittest.TestCase):
    def test_an_export_that_breaks_goes_on_at_the_byte_where_it_broke_also_after_a_compressed_part(self) -> None:
        rg, script, _ = client(exporting(5, 'W/"e1-gzip"'), exporting(5))
        self.assertEqual(b"".join(rg.collections.export("x_1", "jsonl")), LINES)
        asked = [(one.query, one.headers.get("range")) for one in script.asked[:3]]
        expected = [({"format": "jsonl"}, at) for at in (None, "bytes=5-", "bytes=10-")]
        self.assertEqual(asked, expected)

    def test_an_export_is_a_file_for_what_reads_files(self) -> None:
        rg, _, _ = client(exporting(5), exporting(7))
        with rg.collections.export("x_1") as file:
            self.assertEqual((file.read(3), next(file), file.read()), (LINES[:3], LINES[3:5], LINES[5:]))
        rows = list(
            csv.reader(io.TextIOWrapper(io.BufferedReader(client(exporting(4))[0].collections.export("x_1")), "utf-8"))
        )
        self.assertEqual(rows, [['{"id":"v1"}'], ['{"id":"v2"}'], ['{"id":"v3"}']])
        copied = io.BytesIO()
        shutil.copyfileobj(client(exporting(9))[0].collections.export("x_1"), copied)
        self.assertEqual(copied.getvalue(), LINES)

    def test_a_file_that_has_its_first_bytes_gets_the_others(self) -> None:
        rg, _, _ = client(exporting(100))
        self.assertEqual(b"".join(rg.collections.export("x_1", from_byte=12)), LINES[12:])
        self.assertEqual(b"".join(rg.collections.export("x_1", from_byte=len(LINES))), b"")

    def test_a_server_that_ignores_the_position_sends_no_byte_twice_to_the_caller(self) -> None:
        rg, _, _ = client(exporting(5), exporting(9, takes_range=False), exporting(100, takes_range=False))
        self.assertEqual(b"".join(rg.collections.export("x_1")), LINES)

    def test_pauses_of_an_export_are_short_again_after_each_byte_that_came(self) -> None:
        rg, _, clock = client(exporting(5))
        self.assertEqual(b"".join(rg.collections.export("x_1", max_retries=1)), LINES)
        self.assertEqual(set(clock.pauses), {0.375})

    def test_bytes_before_the_position_are_dropped_also_when_they_come_in_parts(self) -> None:
        parts = [LINES[at : at + 4] for at in range(0, len(LINES), 4)]
        rg, _, _ = client(lambda _: Response(200, {}, iter(parts)))
        self.assertEqual(b"".join(rg.collections.export("x_1", from_byte=10)), LINES[10:])

    def test_the_answer_of_a_changed_export_is_given_up(self) -> None:
        closed: list[bool] = []

        def changed(asked: Asked) -> Response:
            response = exporting(100, '"e2"')(asked)
            assert isinstance(response, Response)
            return Response(response.status, response.headers, response.body, lambda: closed.append(True))

        rg, _, _ = client(exporting(5), changed)
        failure(lambda: b"".join(rg.collections.export("x_1")))
        self.assertEqual(closed, [True])

    def test_an_export_that_has_changed_in_between_is_an_error_not_a_mixture(self) -> None:
        rg, _, _ = client(exporting(5), exporting(100, '"e2"'))
        self.assertEqual(failure(lambda: b"".join(rg.collections.export("x_1"))).code, "BAD_ANSWER")

    def test_a_refusal_after_a_break_is_an_error_and_never_the_end_of_the_file(self) -> None:
        for status, code in [(401, "INVALID_KEY"), (403, "FORBIDDEN"), (404, "NOT_FOUND"), (410, "GONE")]:
            rg, script, _ = client(exporting(5), refusing(code, "fix", status))
            export = rg.collections.export("x_1")
            self.assertEqual(failure(partial(b"".join, export)).code, code)
            self.assertEqual(len(script.asked), 2)

    def test_an_export_without_progress_gives_up_and_a_refusal_ends_it_at_once(self) -> None:
        rg, script, _ = client(exporting(0))
        self.assertEqual(failure(lambda: b"".join(rg.collections.export("x_1", max_retries=2))).code, "CONNECTION")
        self.assertEqual(len(script.asked), 3)
        rg, script, _ = client(refusing("CONFLICT", "wait", 409), max_retries=0)
        self.assertEqual(failure(lambda: b"".join(rg.collections.export("x_1"))).code, "CONFLICT")
        self.assertEqual(len(script.asked), 1)


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def test_items_and_the_end_of_a_collection(self) -> None:
        rg, script = async_client(cut, Finder(5, "done").reply)
        self.assertEqual([one["number"] async for one in rg.collections.items("x_1")], [1, 2, 3, 4, 5])
        self.assertEqual((await rg.collections.wait("x_1"))["state"], "done")
        self.assertEqual(script.ids[0], script.ids[1])

    async def test_an_export_that_breaks_goes_on_at_the_byte_where_it_broke(self) -> None:
        rg, _ = async_client(exporting(20))
        self.assertEqual(b"".join([chunk async for chunk in rg.collections.export("x_1")]), LINES)


if __name__ == "__main__":
    unittest.main()
