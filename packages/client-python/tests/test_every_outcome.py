# pyright: basic
"""What a call ends with after every two answers that it can meet, one after the other: result or error with all fields, charges,
budget and pauses; and what the same id ends with when it is repeated. All of it is held to `every_outcome.txt`. After an intended
change, `REELGATE_WRITE=1 PYTHONPATH=../src python3 -m unittest test_every_outcome` writes the file; read the difference."""

from __future__ import annotations

import os
import unittest
from pathlib import Path
from typing import Any

from reelgate import Charge, ReelgateError, Response
from reelgate._transport import TooLarge
from scripted import GET, Asked, Reply, answer, client, cut, no_listener, raw, receipt, refusing

GOLDEN = Path(__file__).with_name("every_outcome.txt")


def given(charged: str = "0.012000", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: answer({"item": {"id": "1"}, "receipt": receipt(charged)}, headers=named)


def uncertain(_: Asked) -> Response:
    """A problem that does not say that nothing was charged."""
    return answer({"code": "INTERNAL", "next": "retry", "detail": "who knows"}, 500)


REPLIES: dict[str, Reply] = {
    "answer": given(),
    "replay": given(x_reelgate_replayed="true"),
    "free answer": given("0.000000"),
    "answer without receipt": lambda _: answer({"item": {"id": "1"}}),
    "cut": cut,
    "no listener": no_listener,
    "time over": lambda _: TimeoutError("late"),
    "too large": lambda _: TooLarge("too large"),
    "no JSON": lambda _: raw("<p>hello</p>"),
    "final no": refusing("NO_SUCH", "fix", 404),
    "later": refusing("OVERLOADED", "retry", 503, retry_after_ms=1_500),
    "much later": refusing("RATE", "wait", 429, retry_after_ms=3_600_000),
    "uncertain": uncertain,
    "in progress": refusing("REQUEST_IN_PROGRESS", "wait", 409),
    "too dear": refusing("PRICE_CEILING", "fix", 402),
    "proxy, 502": lambda _: raw("<p>bad gateway</p>", 502, {"retry-after": "2"}),
    "proxy, 404": lambda _: raw("<p>nothing here</p>", 404),
}


def fields(error: ReelgateError) -> str:
    again = "" if error.retry_after is None else f" after {error.retry_after:g} s"
    return f"{error.code} {error.status} {error.outcome}, {error.next}{again}: {error}"


class Caller:
    def __init__(self, *replies: Reply, **options: Any) -> None:
        self.charges: list[Charge] = []
        self.made, self.script, self.clock = client(*replies, on_charge=self.charges.append, **options)

    def call(self, **options: Any) -> str:
        """The end of a call, and what it changed."""
        self.charges.clear()
        sent, paused = len(self.script.asked), len(self.clock.pauses)
        try:
            got = self.made.videos.get.with_response(**GET, **options)
            told = f"{got.status}, charged {got.charged}{', a replay' if got.is_replay else ''}"
        except ReelgateError as error:
            told = fields(error)
        budget = self.made._runner.sender.settings.budget
        charged = "".join(f"; told of {one.charged} {one.currency}, {one.balance} left" for one in self.charges)
        left = "" if budget is None else f"; {budget.left_for('another')} left"
        asked = self.script.asked[sent:]
        ceilings = ", ".join(dict.fromkeys(one.query.get("max_price", "any price") for one in asked))
        text = f"{told}{charged}{left}; asked {len(asked)} x for {ceilings}; pauses {self.clock.pauses[paused:]}"
        # All attempts have one id, which is the one that the error names.
        for id in set(self.script.ids[sent:]):
            text = text.replace(id, "of the call")
        return text


def grouped(pairs: list[tuple[str, str]]) -> list[str]:
    names: dict[str, list[str]] = {}
    for name, text in pairs:
        names.setdefault(text, []).append(name)
    return [f"  {' | '.join(same)}\n    {text}" for text, same in names.items()]


def two_of(**options: Any) -> list[tuple[str, str]]:
    return [
        (f"{one}, {other}", Caller(first, second, **options).call())
        for one, first in REPLIES.items()
        for other, second in REPLIES.items()
    ]


def repeated(then: Reply) -> list[tuple[str, str]]:
    """A call with an id of its own, and the same id again."""
    ends: list[tuple[str, str]] = []
    for name, first in REPLIES.items():
        caller = Caller(first, then, max_retries=0, budget="1")
        caller.call(request_id="own")
        ends.append((name, caller.call(request_id="own")))
    return ends


def record() -> list[str]:
    return "\n".join(
        [
            "two answers, one retry",
            *grouped(two_of(max_retries=1)),
            "two answers, one retry, a budget",
            *grouped(two_of(max_retries=1, budget="1")),
            "one answer, no retry, a ceiling",
            *grouped([(name, Caller(reply, max_retries=0).call(max_price="0.5")) for name, reply in REPLIES.items()]),
            "an id again, with a replay",
            *grouped(repeated(REPLIES["replay"])),
            "an id again, with an answer",
            *grouped(repeated(REPLIES["answer"])),
            "an id again, with a final no",
            *grouped(repeated(REPLIES["final no"])),
            "",
        ]
    ).split("\n")


class EveryOutcome(unittest.TestCase):
    maxDiff = 4_000

    def test_every_two_answers_end_as_the_golden_file_says(self) -> None:
        made = record()
        if os.environ.get("REELGATE_WRITE") == "1":
            GOLDEN.write_text("\n".join(made), encoding="utf8")
        self.assertEqual(made, GOLDEN.read_text(encoding="utf8").split("\n"))


if __name__ == "__main__":
    unittest.main()
