"""Sends one call: one request id and one deadline over all its attempts, and retries as the gateway advises.

The rules are written as generators without any input or output. They yield `Send` and `Sleep`, and a runner does these, waiting
(`_run.py`) or with asyncio (`_arun.py`). So the rules exist once.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
import urllib.parse
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any, Generic, NoReturn, TypeVar, cast
from uuid import UUID

from ._budget import Budget
from ._errors import NOTHING, Outcome, ReelgateError, wrong_option
from ._options import Charge, Limits, Settings
from ._transport import NotSent, Request, Response, TooLarge

PAUSE_S = 0.25
"""Upper bound of the random pause after the first attempt (full jitter). It doubles with every attempt."""
PAUSE_S_MAX = 8.0
DOUBTS_MAX = 1_000
"""How many request ids of calls that may have been charged are remembered. The oldest is dropped first."""
FREE_PATH = re.compile(r"/api/(account|pricing|resolve|collections|watches|status)/")
"""Routes that charge nothing. They take no price ceiling, and do not wait for their turn in the client's budget."""

LOG_DEBUG, LOG_INFO = 10, 20
"""The levels of `logging`."""

T = TypeVar("T")


@dataclass
class Send:
    """Asks the runner to send a request. The runner gives back an `Arrived` or the exception."""

    request: Request
    is_stream: bool


@dataclass
class Sleep:
    """Asks the runner to wait."""

    seconds: float


@dataclass
class TakeTurn:
    """Asks the runner to wait until no other paid call of this client runs. The runner gives back how the turn ends, or None if
    the deadline passed."""

    deadline: float


@dataclass
class Arrived:
    response: Response
    text: bytes
    """The whole body; empty if it is read as a stream."""


Step = Send | Sleep | TakeTurn
Steps = Generator[Step, Any, T]


@dataclass(frozen=True)
class Answer(Generic[T]):
    """The data of an answer with what is around it."""

    data: T
    text: str = field(repr=False)
    """The body as received."""
    request_id: str
    charged: Decimal
    """What this call took from the balance."""
    is_replay: bool
    """True if this is the stored answer of an earlier call with this id."""
    status: int
    headers: Mapping[str, str] = field(repr=False)


@dataclass
class Call:
    """What is to be sent."""

    path: str
    limits: Limits
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    method: str | None = None
    """Default: POST with a body, GET without one."""
    body: Any = None
    once: bool = False
    """Makes something each time: an attempt that may have succeeded is not repeated."""
    from_byte: int | None = None
    """Asks for the bytes from here on. The answer is the response, its body not read yet."""
    walk_left: Decimal | None = None
    """What is left of the walk's own budget."""
    request_id: str = ""
    is_fresh: bool = False
    """True if the id was never used before: then this call paid whatever the receipt says."""

    def __post_init__(self) -> None:
        self.query = {name.removesuffix("_"): _text_of(name, it) for name, it in self.query.items() if it is not None}
        if self.body is not None:
            self.body = json.dumps(self.body, default=lambda value: _plain_text("a value in the body", value)).encode()
        if self.request_id == "":
            self.is_fresh = self.limits.request_id is None
            self.request_id = self.limits.request_id or new_request_id()

    @property
    def is_free(self) -> bool:
        return FREE_PATH.match(self.path) is not None


@dataclass
class _Failed:
    """An attempt without an answer."""

    what: str
    code: str
    next: str
    is_free: bool
    """True if the gateway was not reached, or said that it charged nothing."""
    status: int | None = None
    retry_after: float | None = None
    problem: Any = None


@dataclass
class _Running:
    call: Call
    ends_at: float
    ceiling: Decimal | None
    is_in_doubt: bool
    """True if an attempt may have been charged, of this call or of an earlier one with the same id."""


def new_request_id() -> str:
    return f"rc_{os.urandom(15).hex()}"


def amount_text(amount: Decimal) -> str:
    return f"{amount:.6f}"


def _lost(what: str, code: str = "CONNECTION", is_free: bool = False, status: int | None = None) -> _Failed:
    """It is unknown whether the gateway received the call, so it is retried with the same id."""
    return _Failed(what, code, "retry", is_free, status)


def _parsed(text: bytes) -> dict[str, Any] | None:
    """The object in a JSON document; None for anything else."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None


def _retry_after(headers: Mapping[str, str], problem: Mapping[str, Any]) -> float | None:
    ms = problem.get("retry_after_ms")
    if isinstance(ms, (int, float)):
        return ms / 1000
    seconds = headers.get("retry-after", "")
    return float(seconds) if seconds.isdecimal() else None


def _refusal(response: Response, problem: dict[str, Any] | None) -> _Failed:
    """Reads a refusal: what it means for the call."""
    status = response.status
    if problem is None or "code" not in problem:
        # It came from a proxy or another kind of server.
        what = f"status {status} without a problem document"
        next_step = "fix" if status < 500 else "retry"
        return _Failed(what, "BAD_ANSWER", next_step, status < 500, status, _retry_after(response.headers, {}))
    is_free = "charged" in problem and problem["code"] != "REQUEST_IN_PROGRESS"
    return _Failed(
        str(problem.get("detail", "")),
        str(problem["code"]),
        str(problem.get("next", "fix")),
        is_free,
        status,
        _retry_after(response.headers, problem),
        problem,
    )


def _text_of(name: str, value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(_plain_text(name, one) for one in cast(list[Any], value))
    return _plain_text(name, value)


def _plain_text(name: str, value: Any) -> str:
    """The text that the caller means. Anything else would be sent as Python shows it, such as "b'cat'", and the call charged."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        raise wrong_option(f"{name} must be a finite number")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (str, int, float, Decimal, UUID)):
        return str(value)
    raise wrong_option(f"{name} must be a text, a number, a date, True or False, or a list of these")


def _log(level: int, text: str, *values: object) -> None:
    """To the logger `reelgate`, where the program uses `logging`. Importing it here would cost the others their time. Parameters and
    headers are never among the values."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger("reelgate").log(level, text, *values)


class Sender:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._doubts: dict[str, None] = {}

    def send(self, call: Call) -> Steps[Answer[Any]]:
        running = _Running(call, self.settings.clock.now() + call.limits.timeout, None, call.request_id in self._doubts)
        try:
            if self.settings.budget is None or call.is_free:
                return (yield from self._attempts(running, None))
            return (yield from self._in_turn(running, self.settings.budget))
        finally:
            self._remember(running)

    def _in_turn(self, running: _Running, budget: Budget) -> Steps[Answer[Any]]:
        end_turn = yield TakeTurn(running.ends_at)
        if end_turn is None:
            self._fail(_lost("the deadline passed while other calls used the budget", "DEADLINE"), running)
        request_id = running.call.request_id
        left = budget.left_for(request_id)
        try:
            answer = yield from self._attempts(running, left)
        except BaseException:
            # Also when the caller gives up: an interrupted thread or a cancelled task.
            if running.is_in_doubt:
                budget.doubt(request_id, left)
            raise
        else:
            budget.charge(request_id, answer.charged)
            return answer
        finally:
            end_turn()

    def rest(self, seconds: float) -> Steps[None]:
        """Waits between two calls: from half of the time to all of it, so that many callers do not ask at the same moment."""
        yield Sleep(seconds * (1 - self.settings.clock.random() / 2))

    def _attempts(self, running: _Running, budget_left: Decimal | None) -> Steps[Answer[Any]]:
        ceilings = [running.call.limits.max_price, running.call.walk_left, budget_left]
        running.ceiling = min((one for one in ceilings if one is not None), default=None)
        attempt = 0
        while True:
            was_in_doubt = running.is_in_doubt
            running.is_in_doubt = True
            result = yield from self._attempt(running, was_in_doubt)
            if isinstance(result, Answer):
                _log(
                    LOG_DEBUG,
                    "%s %s: %s, charged %s",
                    result.request_id,
                    running.call.path,
                    result.status,
                    result.charged,
                )
                return result
            running.is_in_doubt = was_in_doubt or not result.is_free
            is_done = running.call.once and running.is_in_doubt
            if is_done or result.next not in ("retry", "wait") or attempt >= running.call.limits.max_retries:
                self._fail(result, running)
            yield from self._pause(result, attempt, running)
            attempt += 1

    def _attempt(self, running: _Running, was_in_doubt: bool) -> Steps[Answer[Any] | _Failed]:
        call = running.call
        arrived = yield Send(self._request(running), call.from_byte is not None)
        if isinstance(arrived, NotSent):
            return _lost(f"no connection: {arrived}", is_free=True)
        if isinstance(arrived, TimeoutError):
            self._fail(_lost("the deadline passed", "DEADLINE"), running)
        if isinstance(arrived, TooLarge):
            return _Failed(str(arrived), "BAD_ANSWER", "fix", False)
        if isinstance(arrived, Exception):
            return _lost(f"no connection: {str(arrived) or type(arrived).__name__}")
        response, text = arrived.response, arrived.text
        is_good = 200 <= response.status < 300
        if is_good and call.from_byte is not None:
            running.is_in_doubt = False
            return self._answer_of(call, response, response, b"")
        if not is_good:
            # An earlier attempt has deleted it, and its answer was lost.
            if call.method == "DELETE" and was_in_doubt and response.status == 404:
                running.is_in_doubt = False
                return replace(self._answer_of(call, {"removed": True}, response, text), is_replay=True)
            return _refusal(response, _parsed(self._without_key(text)))
        data = self._formatted(text, response) or _parsed(text)
        if data is None:
            return _lost("the answer was cut short or is not JSON", "BAD_ANSWER", status=response.status)
        return self._paid(self._answer_of(call, data, response, text), running, was_in_doubt)

    def _request(self, running: _Running) -> Request:
        settings, call = self.settings, running.call
        query = dict(call.query)
        if running.ceiling is not None:
            query["max_price"] = amount_text(running.ceiling)
        search = f"?{urllib.parse.urlencode(query)}" if query else ""
        prefix = f"x-{settings.service_name}"
        headers = {
            "accept-encoding": "gzip" if call.from_byte is None else "identity",
            "authorization": f"Bearer {settings.api_key}",
            f"{prefix}-request-id": call.request_id,
        }
        if call.limits.quote is not None:
            headers[f"{prefix}-quote"] = call.limits.quote
        if call.from_byte:
            headers["range"] = f"bytes={call.from_byte}-"
        if call.body is not None:
            headers["content-type"] = "application/json"
        method = call.method or ("GET" if call.body is None else "POST")
        return Request(method, f"{settings.base_url}{call.path}{search}", headers, call.body, running.ends_at)

    def _formatted(self, text: bytes, response: Response) -> dict[str, Any] | None:
        """An answer that is not JSON, such as WebVTT, has its receipt in a header. None for all others."""
        receipt = _parsed(response.headers.get("x-receipt", "").encode())
        if receipt is None:
            return None
        balance = response.headers.get(f"x-{self.settings.service_name}-balance", "")
        return {"content": text.decode(), "receipt": {**receipt, "balance": balance}}

    def _answer_of(self, call: Call, data: Any, response: Response, text: bytes) -> Answer[Any]:
        is_replay = response.headers.get(f"x-{self.settings.service_name}-replayed") == "true"
        shown = text.decode("utf-8", "replace")
        return Answer(data, shown, call.request_id, NOTHING, is_replay, response.status, response.headers)

    def _paid(self, answer: Answer[Any], running: _Running, was_in_doubt: bool) -> Answer[Any]:
        running.is_in_doubt = False
        receipt: dict[str, Any] = answer.data.get("receipt") or {}
        # A replayed receipt says what the id cost. This call paid it only if no earlier call with the id did.
        is_paid_here = not answer.is_replay or running.call.is_fresh or was_in_doubt
        if "charged" not in receipt or not is_paid_here:
            return answer
        charged = Decimal(receipt["charged"])
        if charged > 0 and self.settings.on_charge is not None:
            balance = Decimal(receipt["balance"] or 0)
            call = running.call
            self.settings.on_charge(Charge(call.request_id, charged, receipt["currency"], balance, call.path))
        return replace(answer, charged=charged)

    def _pause(self, failed: _Failed, attempt: int, running: _Running) -> Steps[None]:
        clock = self.settings.clock
        asked = failed.retry_after or 0.0
        left = running.ends_at - clock.now()
        if left <= 0:
            self._fail(replace(failed, what=f"{failed.what}; the deadline passed", code="DEADLINE"), running)
        if asked >= left:
            what = f"{failed.what}; the gateway asks to wait {asked:g} s, the deadline leaves {max(0.0, left):.1f} s"
            self._fail(replace(failed, what=what), running)
        pause = asked + clock.random() * min(PAUSE_S_MAX, PAUSE_S * 2**attempt, left - asked)
        call, what = running.call, failed.what.replace(self.settings.api_key, "[key]")
        _log(LOG_INFO, "%s %s: %s (%s), again in %.1f s", call.request_id, call.path, what, failed.code, pause)
        yield Sleep(pause)

    def _fail(self, failed: _Failed, running: _Running) -> NoReturn:
        call, code, what, next_step = running.call, failed.code, failed.what, failed.next
        if code == "PRICE_CEILING" and running.ceiling != call.limits.max_price:
            code, what, next_step = "BUDGET", "the next call would exceed the budget", "fix"
        outcome: Outcome = "unknown" if running.is_in_doubt else "not_sent" if failed.status is None else "refused"
        raise ReelgateError(
            what.replace(self.settings.api_key, "[key]"),
            code=code,
            next=next_step,
            outcome=outcome,
            request_id=call.request_id,
            status=failed.status,
            retry_after=failed.retry_after,
            problem=failed.problem,
            once=running.call.once,
        ) from None

    def _without_key(self, text: bytes) -> bytes:
        """Proxies may quote the request in their answers."""
        return text.replace(self.settings.api_key.encode(), b"[key]")

    def _remember(self, running: _Running) -> None:
        request_id = running.call.request_id
        self._doubts.pop(request_id, None)
        if running.is_in_doubt:
            self._doubts[request_id] = None
        if len(self._doubts) > DOUBTS_MAX:
            self._doubts.pop(next(iter(self._doubts)), None)
