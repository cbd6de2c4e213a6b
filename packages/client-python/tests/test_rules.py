# pyright: basic
# Parameters of the cases are plain dictionaries; typed_use.py checks the types of the package.
"""The rules of the package, one test each, with a scripted transport and a fake clock. The same as in the TypeScript client."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import logging
import os
import pickle
import socket
import ssl
import threading
import traceback
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import UUID

import reelgate
from reelgate import Charge, NotSent, Reelgate, ReelgateError, Response
from reelgate._transport import TooLarge
from reelgate._walk import page_request_id
from scripted import (
    BASE_URL,
    GET,
    KEY,
    SEARCH,
    Asked,
    Reply,
    Script,
    answer,
    async_client,
    breaking,
    client,
    cut,
    failure,
    no_listener,
    pages,
    priced,
    raw,
    receipt,
    refusing,
    replayed,
    video,
)

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
ALL = ["0a", "0b", "1a", "1b", "2a", "2b"]


def ids_of(walk: Any) -> list[str]:
    return [one["id"] for one in walk]


class Calls(unittest.TestCase):
    def test_a_request_carries_the_key_and_the_request_id_and_no_other_header_of_ours(self) -> None:
        rg, script, _ = client(video)
        rg.videos.get(**GET)
        self.assertEqual(list(script.asked[0].headers), ["accept-encoding", "authorization", "x-reelgate-request-id"])
        self.assertEqual(script.asked[0].request.url, f"{BASE_URL}/api/u1/v1/library/app/get_video_v2?id=1")

    def test_a_quote_travels_with_the_call_that_it_is_for(self) -> None:
        rg, script, _ = client(video)
        rg.videos.get(**GET, quote="sealed")
        self.assertEqual(script.asked[0].headers["x-reelgate-quote"], "sealed")
        self.assertEqual(script.asked[0].query, {"id": "1"})

    def test_the_request_id_is_the_same_over_all_retries_and_in_result_and_error(self) -> None:
        rg, script, _ = client(cut, refusing("UPSTREAM_ERROR", "retry"), lambda _: raw('{"ite'), video)
        given = rg.videos.get.with_response(**GET)
        self.assertEqual([len(script.ids), set(script.ids)], [4, {given.request_id}])
        rg, script, _ = client(cut)
        error = failure(lambda: rg.videos.get(**GET))
        self.assertEqual([len(script.ids), set(script.ids)], [5, {error.request_id}])

    def test_calls_that_were_given_no_id_have_different_ones(self) -> None:
        rg, script, _ = client(video)
        for _ in range(100):
            rg.videos.get(**GET)
        self.assertEqual(len(set(script.ids)), 100)

    def test_a_call_whose_body_was_cut_is_retried_also_where_the_connection_ended_normally(self) -> None:
        rg, script, _ = client(lambda _: Response(200, {}, breaking(b'{"item":')), lambda _: raw('{"item":'), video)
        self.assertEqual(rg.videos.get(**GET)["item"], {"id": "1"})
        self.assertEqual(len(script.asked), 3)

    def test_the_gateway_decides_about_retries_not_the_status(self) -> None:
        for next, status, sent in [
            ("retry", 503, 2),
            ("wait", 400, 2),
            ("fix", 503, 1),
            ("switch", 503, 1),
            ("top_up", 503, 1),
        ]:
            with self.subTest(next=next, status=status):
                rg, script, _ = client(refusing("SOME_NEW_CODE", next, status), video)
                if sent == 1:
                    self.assertEqual(failure(lambda rg=rg: rg.videos.get(**GET)).next, next)
                else:
                    rg.videos.get(**GET)
                self.assertEqual(len(script.asked), sent)

    def test_a_pause_is_what_the_gateway_asks_for_and_full_jitter_on_top(self) -> None:
        rg, _, clock = client(refusing("RATE_LIMITED", "wait", 429, retry_after_ms=5_000), cut, cut, video)
        rg.videos.get(**GET)
        self.assertEqual(clock.pauses, [5.125, 0.25, 0.5])

    def test_a_wait_longer_than_the_deadline_is_an_error_at_once_that_says_so(self) -> None:
        rg, script, clock = client(refusing("UPSTREAM_BUSY", "wait", retry_after_ms=90_000))
        error = failure(lambda: rg.videos.get(**GET))
        found = [error.code, error.retry_after, error.outcome, error.charged]
        self.assertEqual(found, ["UPSTREAM_BUSY", 90.0, "refused", Decimal(0)])
        self.assertIn("the gateway asks to wait 90 s, the deadline leaves 60.0 s", str(error))
        self.assertEqual([len(script.asked), clock.pauses], [1, []])

    def test_the_deadline_is_one_over_all_attempts_and_the_pauses_between_them(self) -> None:
        rg, script, _ = client(refusing("RATE_LIMITED", "wait", 429, retry_after_ms=25_000))
        error = failure(lambda: rg.videos.get(**GET))
        self.assertIn("the gateway asks to wait 25 s, the deadline leaves 9.6 s", str(error))
        self.assertEqual({one.request.deadline for one in script.asked}, {60.0})
        self.assertEqual(len(script.asked), 3)

    def test_retry_after_counts_where_a_proxy_answers_for_the_gateway(self) -> None:
        rg, _, clock = client(lambda _: raw("<html>", 503, {"retry-after": "3"}), video)
        rg.videos.get(**GET)
        self.assertEqual(clock.pauses, [3.125])

    def test_an_answer_that_is_not_from_a_gateway_is_not_retried(self) -> None:
        rg, script, _ = client(lambda _: raw("", 302, {"location": "https://elsewhere.example"}))
        error = failure(rg.account.balance)
        self.assertEqual([error.code, error.status, error.next], ["BAD_ANSWER", 302, "fix"])
        self.assertEqual(len(script.asked), 1)

    def test_the_rest_of_an_answer_that_is_too_large_is_given_up(self) -> None:
        closed: list[bool] = []
        body = iter([b" " * 60, b" " * 60])
        with mock.patch("reelgate._run.ANSWER_BYTES_MAX", 100):
            rg, script, _ = client(lambda _: Response(200, {}, body, lambda: closed.append(True)))
            error = failure(rg.account.balance)
        self.assertEqual([error.code, len(script.asked), closed], ["BAD_ANSWER", 1, [True]])

    def test_a_server_error_without_a_problem_document_is_retried_from_status_500_on(self) -> None:
        for status, sent in ((499, 1), (500, 2)):
            rg, script, _ = client(lambda _, status=status: raw("<html>", status), video)
            with contextlib.suppress(ReelgateError):
                rg.videos.get(**GET)
            self.assertEqual(len(script.asked), sent)

    def test_the_deadline_leaves_a_call_in_doubt(self) -> None:
        rg, script, _ = client(lambda _: TimeoutError())
        error = failure(lambda: rg.videos.get(**GET))
        found = [error.code, error.outcome, error.charged, error.next]
        self.assertEqual(found, ["DEADLINE", "unknown", None, "retry"])
        self.assertIn("repeat it with the same request id", str(error))
        self.assertEqual(len(script.asked), 1)

    def test_an_error_says_whether_the_call_was_never_sent_or_may_have_been_charged(self) -> None:
        refused = failure(client(no_listener)[0].account.balance)
        self.assertEqual([refused.code, refused.outcome, refused.charged], ["CONNECTION", "not_sent", Decimal(0)])
        lost = failure(client(no_listener, cut, no_listener)[0].account.balance)
        self.assertEqual([lost.code, lost.outcome, lost.charged], ["CONNECTION", "unknown", None])
        running = failure(client(refusing("REQUEST_IN_PROGRESS", "wait", 409))[0].account.balance)
        self.assertEqual([running.code, running.outcome], ["REQUEST_IN_PROGRESS", "unknown"])

    def test_a_refusal_keeps_code_and_fields_of_the_gateway_also_unknown_ones(self) -> None:
        errors = [{"field": "keyword", "message": "is required"}]
        error = failure(client(refusing("NEW_CODE", "fix", 418, errors=errors, price="0.5"))[0].account.balance)
        self.assertEqual([error.code, error.status, error.fields, error.next], ["NEW_CODE", 418, errors, "fix"])
        self.assertEqual(dict(error.problem or {})["price"], "0.5")
        self.assertIn("because NEW_CODE (NEW_CODE, request id ", str(error))

    def test_an_error_passes_between_processes_with_all_its_fields(self) -> None:
        error = failure(client(refusing("X", "wait", retry_after_ms=90_000))[0].account.balance)
        copy = pickle.loads(pickle.dumps(error))
        self.assertIsInstance(copy, ReelgateError)
        self.assertEqual([str(copy), vars(copy)], [str(error), vars(error)])

    def test_the_key_is_in_no_message_no_repr_and_no_traceback(self) -> None:
        def leak(_: Asked) -> BaseException:
            return ValueError(f"Invalid header value Bearer {KEY}")

        for reply in (leak, refusing("X", "fix", 400, detail=f"you sent {KEY}")):
            rg, script, _ = client(reply)
            error = failure(rg.account.balance)
            shown = [repr(rg), repr(vars(rg)), repr(error), repr(vars(error)), *traceback.format_exception(error)]
            shown += [repr(rg._runner.sender.settings), repr(script.asked[0].request)]
            self.assertNotIn(KEY, "".join(shown))
        self.assertNotIn("two", str(failure(lambda: client(api_key="two\nlines"))))

    def test_wrong_options_are_refused_by_name(self) -> None:
        wrong: list[dict[str, Any]] = [
            *({"api_key": ""}, {"api_key": None}, {"base_url": "ftp://x"}, {"base_url": "https://me:secret@x"}),
            *({"timeout": 0}, {"timeout": 2**31}, {"timeout": True}, {"timeout": float("nan")}, {"max_retries": 1.5}),
            *({"budget": "1e3"}, {"budget": 0.5}, {"budget": "-1"}, {"budget": "NaN"}, {"budget": "0.0000001"}),
        ]
        for options in wrong:
            with self.subTest(**options):
                error = failure(lambda options=options: client(**options))
                self.assertRegex(str(error), rf"^{next(iter(options))} .*INVALID_OPTION")

    def test_wrong_options_of_one_call_are_refused_by_name_and_nothing_is_sent(self) -> None:
        wrong: list[dict[str, Any]] = [
            *({"max_price": "1e3"}, {"max_price": 0.5}, {"timeout": 0}, {"max_retries": -1}),
            *({"request_id": "two words"}, {"request_id": ""}, {"quote": "a\nb"}),
        ]
        for options in wrong:
            with self.subTest(**options):
                rg, script, _ = client(video)
                error = failure(lambda rg=rg, options=options: rg.videos.get(**GET, **options))
                self.assertRegex(str(error), rf"^{next(iter(options))} .*INVALID_OPTION")
                self.assertEqual(script.asked, [])

    def test_a_missing_key_or_address_is_called_missing(self) -> None:
        with mock.patch.dict(os.environ, clear=True):
            self.assertRegex(str(failure(lambda: client(api_key=None))), "^api_key is missing.* REELGATE_KEY")
            self.assertRegex(str(failure(lambda: client(base_url=None))), "^base_url is missing.* REELGATE_URL")
        self.assertRegex(str(failure(lambda: client(base_url=""))), "^base_url is missing")

    def test_a_parameter_that_has_no_text_of_its_own_is_refused_by_name_and_nothing_is_sent(self) -> None:
        wrong: list[Any] = [{"a": 1}, b"cat", object(), {"cat"}, ["cat", {}], [["cat"]], [None], float("nan")]
        for value in wrong:
            with self.subTest(value=value):
                rg, script, _ = client(video)
                calls = (
                    lambda rg=rg, value=value: rg.videos.get(platform="library", id=value),
                    lambda rg=rg, value=value: next(rg.authors.search(platform="library", keyword=value)),
                )
                for call in calls:
                    self.assertRegex(str(failure(call)), "^(id|keyword) must be a .*INVALID_OPTION")
                self.assertEqual(script.asked, [])

    def test_a_value_in_a_body_that_has_no_text_of_its_own_is_refused_and_nothing_is_sent(self) -> None:
        rg, script, _ = client(video)
        body: Any = {"path": "/x", "budget": "1", "query": {"keyword": b"cat"}}
        self.assertRegex(str(failure(lambda: rg.collections.create(**body))), "body.*INVALID_OPTION")
        self.assertEqual(script.asked, [])

    def test_texts_numbers_dates_switches_and_lists_of_them_are_sent_as_they_read(self) -> None:
        rg, script, _ = client(video)
        day, which = date(2026, 1, 2), UUID(int=7)
        rg.request(
            "/x", {"text": "a b", "part": Decimal("1.50"), "is": False, "list": ["a", 2], "day": day, "id": which}
        )
        query = "text=a+b&part=1.50&is=false&list=a%2C2&day=2026-01-02&id=00000000-0000-0000-0000-000000000007"
        self.assertEqual(script.asked[0].request.url, f"{BASE_URL}/x?{query}")

    def test_unknown_fields_pass_through_and_large_numbers_are_whole(self) -> None:
        body = '{"item":{"id":"1","new_field":[1]},"views":9007199254740993,"receipt":null}'
        given = client(lambda _: raw(body))[0].videos.get.with_response(**GET)
        data: Any = given.data
        self.assertEqual([data["item"], data["views"]], [{"id": "1", "new_field": [1]}, 9007199254740993])
        self.assertEqual(given.text, body)

    def test_an_address_may_say_the_platform(self) -> None:
        rg, script, _ = client(video)
        rg.videos.get(url="https://v.example/1")
        self.assertEqual(script.asked[0].path, "/api/u1/v1/any/app/get_video_v2")

    def test_a_complaint_is_posted_with_its_reason_and_posted_again_when_its_answer_was_cut(self) -> None:
        rg, script, _ = client(cut, lambda _: answer({"complaint": {"id": "cmp_1"}}, 201))
        self.assertEqual(rg.complain("r 1", "all the same")["complaint"]["id"], "cmp_1")
        sent = [f"{one.path} {one.sent}" for one in script.asked]
        self.assertEqual(sent, ['/api/account/v1/requests/r 1/complaint POST {"reason": "all the same"}'] * 2)

    def test_a_dry_run_asks_the_route_of_its_action_and_says_that_it_is_one(self) -> None:
        rg, script, _ = client(lambda _: answer({"allowed": True}))
        rg.dry_run("search_video", platform="library", keyword="cat", variant="economy")
        asked = script.asked[0]
        self.assertEqual([asked.path, asked.sent], ["/api/u1/v1/library/app/search_video", "GET"])
        self.assertEqual(asked.query, {"keyword": "cat", "dry_run": "1"})

    def test_values_are_written_as_the_gateway_reads_them(self) -> None:
        rg, script, _ = client(video)
        rg.videos.get(**GET, fields=["id", "title"])
        rg.request("/api/x/v1", {"is": True, "none": None, "price": Decimal("0.10"), "from_": 1})
        self.assertEqual(script.asked[0].query["fields"], "id,title")
        self.assertEqual(script.asked[1].query, {"is": "true", "price": "0.10", "from": "1"})

    def test_a_transcript_comes_in_a_format_as_its_content_with_the_receipt_of_its_headers(self) -> None:
        vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nGüten Morgen\n"
        headers = {"x-receipt": json.dumps(receipt("0.008000")), "x-reelgate-balance": "9.900000"}
        charges: list[Charge] = []
        rg, script, _ = client(cut, lambda _: raw(vtt, 200, headers), on_charge=charges.append)
        captions: Any = rg.transcripts.get(**GET, from_=1.5, to=90, format="vtt")
        self.assertEqual(captions["content"], vtt)
        receipt_found = captions["receipt"]
        self.assertEqual([receipt_found["charged"], receipt_found["balance"]], ["0.008000", "9.900000"])
        self.assertEqual([(one.charged, one.balance) for one in charges], [(Decimal("0.008"), Decimal("9.9"))])
        self.assertEqual(script.asked[1].query, {"id": "1", "from": "1.5", "to": "90", "format": "vtt"})

    def test_on_charge_is_called_once_per_id_also_when_only_a_replay_arrived(self) -> None:
        charges: list[Charge] = []
        replay = {"x-reelgate-replayed": "true"}
        rg, _, _ = client(
            cut, lambda _: answer({"item": {}, "receipt": receipt()}, 200, replay), on_charge=charges.append
        )
        rg.videos.get(**GET, request_id="mine")
        path = "/api/u1/v1/library/app/get_video_v2"
        self.assertEqual(charges, [Charge("mine", Decimal("0.012"), "USD", Decimal("9.988"), path)])
        again = rg.videos.get.with_response(**GET, request_id="mine")
        self.assertEqual([again.charged, again.is_replay, len(charges)], [Decimal(0), True, 1])

    def test_what_is_repeated_under_its_own_id_was_paid_before_a_call_a_walk_and_its_checkpoint(self) -> None:
        charges: list[Charge] = []
        checkpoint = client(pages(2))[0].videos.search(**SEARCH).checkpoint()
        repeats: list[Callable[[Reelgate], Any]] = [
            lambda rg: rg.videos.get(**GET, request_id="mine"),
            lambda rg: ids_of(rg.videos.search(**SEARCH, request_id="mine")),
            lambda rg: ids_of(rg.videos.resume(checkpoint)),
        ]
        for repeat in repeats:
            rg, script, _ = client(replayed(pages(2)), budget="0.5", on_charge=charges.append)
            repeat(rg)
            rg.videos.get(**GET)
            # A call with a new id is paid, and has the whole budget.
            self.assertEqual([script.asked[-1].query["max_price"], len(charges)], ["0.500000", 1])
            charges.clear()

    def test_the_last_calls_in_doubt_are_remembered_up_to_a_limit(self) -> None:
        charges: list[Charge] = []

        def reply(asked: Asked) -> Response | BaseException:
            replay = {"x-reelgate-replayed": "true"}
            return cut(asked) if len(script.asked) <= 3 else answer({"item": {}, "receipt": receipt()}, 200, replay)

        rg, script, _ = client(reply, max_retries=0, on_charge=charges.append)
        with mock.patch("reelgate._send.DOUBTS_MAX", 2):
            for id in ("a", "b", "c"):
                self.assertEqual(failure(lambda id=id: rg.videos.get(**GET, request_id=id)).outcome, "unknown")
            for id in ("a", "b", "c"):
                rg.videos.get(**GET, request_id=id)
        self.assertEqual([one.request_id for one in charges], ["b", "c"])

    def test_a_proxy_that_answers_with_an_error_leaves_the_call_in_doubt_from_status_500_on(self) -> None:
        for status, outcome in ((499, "refused"), (500, "unknown")):
            rg, _, _ = client(lambda _, status=status: raw("<html>", status), max_retries=0)
            self.assertEqual(failure(lambda rg=rg: rg.videos.get(**GET)).outcome, outcome)

    def test_an_interrupted_call_is_in_doubt_and_its_id_may_be_repeated(self) -> None:
        charges: list[Charge] = []
        replay = {"x-reelgate-replayed": "true"}
        rg, script, _ = client(
            lambda _: KeyboardInterrupt(),
            lambda _: answer({"item": {}, "receipt": receipt("0.2")}, 200, replay),
            on_charge=charges.append,
            budget="0.5",
        )
        with self.assertRaises(KeyboardInterrupt):
            rg.videos.get(**GET, request_id="mine")
        # All that was left of the budget may have been charged, so another call has none.
        rg.videos.get(**GET, request_id="other")
        self.assertEqual(script.asked[1].query["max_price"], "0.000000")
        # The interrupted id was never charged before as far as this client knows: the replay is its charge.
        rg.videos.get(**GET, request_id="mine")
        self.assertEqual([script.asked[2].query["max_price"], charges[0].request_id], ["0.500000", "mine"])


class Walks(unittest.TestCase):
    def test_a_walk_sends_nothing_until_it_is_read(self) -> None:
        rg, script, _ = client(pages(2))
        rg.videos.search(**SEARCH)
        self.assertEqual(script.asked, [])

    def test_a_walk_gives_every_item_its_pages_or_one_page(self) -> None:
        rg, script, _ = client(pages(3))
        self.assertEqual(ids_of(rg.videos.search(**SEARCH)), ALL)
        cursors = [page["cursor"] for page in rg.videos.search(**SEARCH).pages()]
        self.assertEqual([cursors, len(script.asked)], [["c1", "c2", None], 6])
        page = rg.videos.search(**SEARCH).page()
        self.assertEqual([ids_of(page["items"]), page["cursor"], len(script.asked)], [["0a", "0b"], "c1", 7])

    def test_page_ids_are_those_of_the_typescript_client(self) -> None:
        self.assertGreater(len(VECTORS["pages"]), 5)
        for one in VECTORS["pages"]:
            self.assertEqual(page_request_id(one["walk_id"], one["cursor"]), one["request_id"])

    def test_the_ids_of_pages_follow_from_the_id_of_the_walk_and_their_cursors(self) -> None:
        rg, script, _ = client(pages(3))
        for _ in range(2):
            list(rg.videos.search(**SEARCH, request_id="cats"))
        self.assertEqual([script.ids[:3], script.ids[0], len(set(script.ids))], [script.ids[3:], "cats", 3])

    def test_iterating_does_not_request_a_page_again_that_was_read(self) -> None:
        rg, script, _ = client(pages(2))
        walk = rg.videos.search(**SEARCH)
        self.assertIs(walk.page(), walk.page())
        self.assertEqual([ids_of(walk), len(script.asked)], [ALL[:4], 2])

    def test_a_checkpoint_continues_after_the_last_returned_item(self) -> None:
        rg, _, _ = client(pages(3))
        for taken in range(len(ALL) + 1):
            walk = rg.videos.search(**SEARCH)
            for _ in range(taken):
                next(walk)
            self.assertEqual(ids_of(rg.videos.resume(walk.checkpoint())), ALL[taken:])

    def test_a_resumed_walk_uses_the_request_ids_of_the_stopped_one(self) -> None:
        rg, script, _ = client(pages(3))
        walk = rg.videos.search(**SEARCH)
        for _ in range(3):
            next(walk)
        checkpoint = walk.checkpoint()
        self.assertEqual(ids_of(walk), ALL[3:])
        before = script.ids
        self.assertEqual(ids_of(rg.videos.resume(checkpoint)), ALL[3:])
        self.assertEqual(script.ids[3:], before[1:])

    def test_a_text_that_is_no_checkpoint_is_refused(self) -> None:
        rg, _, _ = client(video)
        wrong = ["", "x", "[]", '{"v":1,"list":"account.entries"}', '{"v":1,"list":"videos.search"}', "{}", "null"]
        for text in wrong:
            with self.subTest(text):
                self.assertRegex(str(failure(lambda t=text: rg.videos.resume(t))), "checkpoint.*INVALID_OPTION")

    def test_an_iterator_continues_after_an_error_at_the_same_place_and_with_the_same_id(self) -> None:
        broken = [True]
        rg, script, _ = client(
            lambda asked: cut(asked) if asked.query.get("pcursor") == "c1" and broken else pages(3)(asked),
            max_retries=0,
        )
        walk = rg.videos.search(**SEARCH)
        got = [next(walk)["id"], next(walk)["id"]]
        self.assertEqual(failure(lambda: next(walk)).code, "CONNECTION")
        broken.clear()
        self.assertEqual([*got, *ids_of(walk)], ALL)
        self.assertEqual(script.ids[1], script.ids[2])

    def test_an_interrupted_walk_goes_on_at_the_same_place_and_with_the_same_id(self) -> None:
        rg, script, _ = client(pages(2), lambda _: KeyboardInterrupt(), pages(2))
        walk = rg.videos.search(**SEARCH)
        got = [next(walk)["id"], next(walk)["id"]]
        with self.assertRaises(KeyboardInterrupt):
            next(walk)
        self.assertEqual([*got, *ids_of(walk)], ALL[:4])
        self.assertEqual(script.ids[1], script.ids[2])

    def test_threads_that_share_an_iterator_get_each_item_once(self) -> None:
        two = threading.Barrier(2)
        overlaps: list[int] = []

        def slow(asked: Asked) -> Response | BaseException:
            # Two requests of one walk at the same time would meet here.
            with contextlib.suppress(threading.BrokenBarrierError):
                overlaps.append(two.wait(0.1))
            return pages(3)(asked)

        walk = client(slow)[0].videos.search(**SEARCH)
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda _: next(walk, None), range(8)))
        self.assertEqual(sorted(one["id"] for one in found if one is not None), ALL)
        self.assertEqual(overlaps, [])

    def test_one_step_skips_a_limited_number_of_empty_pages_because_each_may_be_charged(self) -> None:
        empty = {"items": [], "pcursor": "again", "end": "more", "receipt": receipt()}
        rg, script, _ = client(lambda _: answer(empty))
        walk = rg.videos.search(**SEARCH)
        self.assertEqual([list(walk), len(script.asked), walk.end], [[], 5, "unknown"])

    def test_native_pages_are_walked_as_pages_they_have_no_items_to_pay_for(self) -> None:
        rg, script, _ = client(pages(2))
        walk = rg.videos.search(**SEARCH, group="u2", variant="economy")
        self.assertRegex(str(failure(lambda: next(walk))), r"pages\(\)")
        self.assertEqual(script.asked, [])
        walk.page()
        self.assertEqual(script.asked[0].path, "/api/u2/v1/library/app/search_video")

    def test_each_namespace_resumes_its_own_walks(self) -> None:
        rg, script, _ = client(pages(2))
        walks: list[tuple[Any, Any]] = [
            (rg.authors.videos(platform="library", author_id="a"), rg.authors.resume),
            (rg.comments.list(**GET), rg.comments.resume),
            (rg.comments.replies(**GET, comment_id="2"), rg.comments.resume),
        ]
        for walk, resume in walks:
            next(walk.pages())
            list(resume(walk.checkpoint()))
            self.assertIn("checkpoint", str(failure(lambda w=walk: rg.videos.resume(w.checkpoint()))))
        actions = [one.path.split("/")[-1] for one in script.asked]
        each = ["list_author_videos_v2", "list_comments_v2", "list_replies_v2"]
        self.assertEqual(actions, [action for action in each for _ in range(2)])

    def test_a_page_whose_first_items_were_taken_gives_the_others(self) -> None:
        walk = client(pages(2))[0].videos.search(**SEARCH)
        next(walk)
        self.assertEqual([ids_of(page["items"]) for page in walk.pages()], [["0b"], ["1a", "1b"]])

    def test_all_pages_come_with_request_id_and_charge(self) -> None:
        rg, script, _ = client(pages(2))
        found = [(one.request_id, one.charged) for one in rg.videos.search(**SEARCH).answers()]
        self.assertEqual(found, [(id, Decimal("0.012")) for id in script.ids])


class Budgets(unittest.TestCase):
    def test_a_walk_stops_before_the_page_that_would_exceed_its_budget_and_its_checkpoint_continues_it(self) -> None:
        rg, script, _ = client(priced(4, "0.012000"))
        walk = rg.videos.search(**SEARCH, budget="0.03")
        self.assertEqual(ids_of(walk), ALL[:4])
        self.assertEqual([walk.end, walk.spent], ["budget", Decimal("0.024")])
        ceilings = [one.query["max_price"] for one in script.asked]
        self.assertEqual(ceilings, ["0.030000", "0.018000", "0.006000"])
        more = rg.videos.resume(walk.checkpoint(), budget=1)
        self.assertEqual(ids_of(more), ["2a", "2b", "3a", "3b"])
        self.assertEqual([more.end, more.spent], ["exhausted", Decimal("0.048")])
        self.assertEqual(ids_of(rg.videos.resume(walk.checkpoint())), [])

    def test_calls_of_several_threads_that_share_a_budget_never_exceed_it_together(self) -> None:
        rg, _, _ = client(priced(1, "0.4"), budget=Decimal(1))
        with ThreadPoolExecutor(5) as threads:
            ends = sorted(threads.map(lambda _: outcome_of(rg), range(5)))
        self.assertEqual(ends, ["BUDGET", "BUDGET", "BUDGET", "paid", "paid"])

    def test_a_possible_charge_counts_against_the_budget_until_its_id_is_repeated(self) -> None:
        is_cut = [True]
        priced_reply = priced(1, "0.2")
        rg, _, _ = client(lambda asked: cut(asked) if is_cut else priced_reply(asked), budget="0.5", max_retries=0)
        error = failure(lambda: rg.videos.get(**GET))
        self.assertEqual(error.outcome, "unknown")
        is_cut.clear()
        # All that was left of the budget may have been charged.
        self.assertEqual(outcome_of(rg), "BUDGET")
        # The repeated call was charged 0.2: the budget now allows one more call, but not two.
        rg.videos.get(**GET, request_id=error.request_id or "")
        self.assertEqual([outcome_of(rg), outcome_of(rg)], ["paid", "BUDGET"])

    def test_only_a_request_that_was_surely_not_sent_takes_nothing_of_the_budget(self) -> None:
        # All of these may happen after the gateway has got the request.
        maybe_sent = [
            *(ConnectionRefusedError, ConnectionResetError, ConnectionAbortedError, BrokenPipeError, ConnectionError),
            *(OSError, ssl.SSLError, ssl.SSLEOFError, socket.gaierror, EOFError, ValueError),
            *(http.client.RemoteDisconnected, http.client.IncompleteRead, http.client.BadStatusLine),
            *(http.client.CannotSendRequest, http.client.HTTPException, TooLarge, TimeoutError),
        ]
        rows: list[tuple[Any, str, str]] = [(NotSent, "not_sent", "0.500000")]
        for kind, outcome, left in [*rows, *((one, "unknown", "0.000000") for one in maybe_sent)]:
            with self.subTest(kind.__name__):
                rg, script, _ = client(lambda _, kind=kind: kind("lost"), video, budget="0.5", max_retries=0)
                self.assertEqual(failure(lambda rg=rg: rg.videos.get(**GET)).outcome, outcome)
                rg.videos.get(**GET)
                self.assertEqual(script.asked[1].query["max_price"], left)

    def test_a_call_above_max_price_fails_with_price_ceiling_not_with_budget(self) -> None:
        rg, _, _ = client(priced(1, "0.4"), budget="1")
        error = failure(lambda: rg.videos.get(**GET, max_price="0.1"))
        self.assertEqual([error.code, error.outcome, error.charged], ["PRICE_CEILING", "refused", Decimal(0)])

    def test_free_routes_are_asked_without_a_price_ceiling_and_wait_for_no_call_of_the_budget(self) -> None:
        is_running, may_end = threading.Event(), threading.Event()

        def slow(asked: Asked) -> Response | BaseException:
            if "search" not in asked.path:
                return answer({"balance": "1"})
            is_running.set()
            may_end.wait(30)
            return pages(1)(asked)

        rg, script, _ = client(slow, budget="1")
        with ThreadPoolExecutor(1) as threads:
            page = threads.submit(lambda: rg.videos.search(**SEARCH).page())
            is_running.wait(30)
            self.assertEqual(rg.account.balance(), {"balance": "1"})
            may_end.set()
            page.result()
        self.assertEqual([one.query.get("max_price") for one in script.asked], ["1.000000", None])


def outcome_of(rg: Reelgate) -> str:
    try:
        rg.videos.get(**GET)
        return "paid"
    except ReelgateError as error:
        return error.code


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def test_a_walk_gives_every_item_and_its_checkpoint_continues_it(self) -> None:
        rg, script = async_client(cut, pages(3))
        walk = rg.videos.search(**SEARCH)
        got = [(await anext(walk))["id"] for _ in range(3)]
        got += [one["id"] async for one in rg.videos.resume(walk.checkpoint())]
        self.assertEqual([got, script.ids[0]], [ALL, script.ids[1]])
        await rg.close()

    async def test_overlapping_steps_return_each_item_once_and_in_sequence(self) -> None:
        walk = async_client(pages(2))[0].videos.search(**SEARCH)
        found = await asyncio.gather(*(anext(walk, None) for _ in range(6)))
        self.assertEqual([one and one["id"] for one in found], [*ALL[:4], None, None])

    async def test_calls_that_share_a_budget_never_exceed_it_together(self) -> None:
        rg, _ = async_client(priced(1, "0.4"), budget="1")
        ends = await asyncio.gather(*(rg.videos.get(**GET) for _ in range(5)), return_exceptions=True)
        codes = [end.code if isinstance(end, ReelgateError) else "paid" for end in ends]
        self.assertEqual(codes, ["paid", "paid", "BUDGET", "BUDGET", "BUDGET"])

    async def test_a_cancelled_task_ends_its_request_and_leaves_the_call_in_doubt(self) -> None:
        is_asked, is_ended = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def stalled(asked: Asked) -> BaseException:
            asked.request.abort.attach(is_ended.set)
            loop.call_soon_threadsafe(is_asked.set)
            return ConnectionAbortedError() if is_ended.wait(30) else AssertionError("the request was not ended")

        charges: list[Charge] = []
        replay = {"x-reelgate-replayed": "true"}
        paid: Reply = lambda _: answer({"item": {}, "receipt": receipt()}, 200, replay)  # noqa: E731
        rg, script = async_client(stalled, priced(1, "0.1"), paid, budget="0.5", on_charge=charges.append)
        task = asyncio.create_task(rg.videos.get(**GET, request_id="mine"))
        await is_asked.wait()
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertTrue(is_ended.wait(30))
        # The turn in the budget has ended, and all that was left of it may have been charged.
        with self.assertRaises(ReelgateError) as refused:
            await rg.videos.get(**GET)
        self.assertEqual(refused.exception.code, "BUDGET")
        await rg.videos.get(**GET, request_id="mine")
        self.assertEqual([one.request_id for one in charges], ["mine"])
        self.assertEqual(len(script.asked), 3)

    async def test_a_call_that_waits_for_its_turn_ends_by_its_deadline(self) -> None:
        is_running, may_end = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def slow(asked: Asked) -> Response | BaseException:
            loop.call_soon_threadsafe(is_running.set)
            may_end.wait(30)
            return video(asked)

        rg, script = async_client(slow, budget="1")
        first = asyncio.create_task(rg.videos.get(**GET))
        await is_running.wait()
        with self.assertRaises(ReelgateError) as late:
            await rg.videos.get(**GET, timeout=0.01)
        self.assertEqual([late.exception.code, late.exception.outcome], ["DEADLINE", "not_sent"])
        may_end.set()
        await first
        self.assertEqual(len(script.asked), 1)


class ForPrograms(unittest.TestCase):
    def test_an_error_has_the_class_of_what_is_to_be_done_and_keeps_it_when_it_is_copied(self) -> None:
        kinds: list[tuple[Reply, type[ReelgateError]]] = [
            (refusing("INVALID_REQUEST", "fix", 400), reelgate.InvalidRequestError),
            (refusing("UNAUTHORIZED", "fix", 401), reelgate.AuthenticationError),
            (refusing("INSUFFICIENT_BALANCE", "top_up", 402), reelgate.PaymentError),
            (refusing("FORBIDDEN", "switch", 403), reelgate.PermissionDeniedError),
            (refusing("NOT_FOUND", "fix", 404), reelgate.NotFoundError),
            (refusing("REQUEST_IN_PROGRESS", "wait", 409), reelgate.ConflictError),
            (refusing("REQUEST_ID_REUSED", "fix", 422), reelgate.ConflictError),
            (refusing("RATE_LIMITED", "wait", 429), reelgate.RateLimitError),
            (refusing("STORAGE_UNAVAILABLE", "retry", 503), reelgate.UnavailableError),
            (no_listener, reelgate.UnreachableError),
            (cut, reelgate.UnreachableError),
            (lambda _: raw("<html>", 404), reelgate.UnreachableError),
        ]
        for reply, kind in kinds:
            rg, _, _ = client(reply, max_retries=0)
            error = failure(lambda rg=rg: rg.videos.get(**GET))
            self.assertIs(type(error), kind)
            copied = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copied), copied.code, str(copied)), (kind, error.code, str(error)))
        self.assertIs(type(failure(lambda: client(timeout=0))), reelgate.InvalidRequestError)

    def test_key_and_address_come_from_the_environment_unless_they_are_given(self) -> None:
        script = Script(video)
        there = {"REELGATE_KEY": "rgk_live_env", "REELGATE_URL": "https://env.example/"}
        with mock.patch.dict(os.environ, there):
            Reelgate(transport=script).videos.get(**GET)
            Reelgate(KEY, BASE_URL, transport=script).videos.get(**GET)
            self.assertRegex(str(failure(lambda: Reelgate(""))), "^api_key is missing")
        sent = [(one.request.url.split("/api")[0], one.headers["authorization"]) for one in script.asked]
        expected = [("https://env.example", "Bearer rgk_live_env"), (BASE_URL, f"Bearer {KEY}")]
        self.assertEqual(sent, expected)

    def test_the_logger_is_told_of_repeats_and_answers_without_key_and_parameters(self) -> None:
        rg, _, _ = client(lambda _: ConnectionResetError(f"of {KEY}"), video)
        with self.assertLogs("reelgate", logging.DEBUG) as said:
            rg.videos.get(platform="library", id="private-id", request_id="r1")
        told = [(one.levelname, one.getMessage()) for one in said.records]
        path = "/api/u1/v1/library/app/get_video_v2"
        again = f"r1 {path}: no connection: of [key] (CONNECTION), again in 0.1 s"
        self.assertEqual(told, [("INFO", again), ("DEBUG", f"r1 {path}: 200, charged 0.012000")])


if __name__ == "__main__":
    unittest.main()
