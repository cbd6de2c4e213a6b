"""The one error class of this package. It says what happened, what it cost and what to do. It never contains the API key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .types import Problem

Outcome = Literal["refused", "not_sent", "unknown"]

NOTHING = Decimal("0.000000")

MAY_BE_CHARGED = (
    ". It may have been charged: repeat it with the same request id, never charged twice, or read its receipt"
)


MAY_BE_DONE = ". It may have been done: look before you repeat it"


class ReelgateError(Exception):
    """A call that gave no answer.

    ``code``: the gateway's code, or one of this package: ``CONNECTION`` (the connection failed), ``DEADLINE`` (the deadline
    passed), ``BAD_ANSWER`` (the answer did not come from a gateway, or was cut short), ``BUDGET`` (the next call would exceed
    the budget), ``INVALID_OPTION`` (an option or a checkpoint cannot be used).
    ``next``: what to do: ``retry``, ``wait``, ``top_up``, ``fix`` or ``switch``.
    ``outcome``: ``refused``: the gateway answered and charged nothing. ``not_sent``: it did not receive the call. ``unknown``:
    the call may have been charged; repeat it with the same request id, which never charges twice.
    ``charged``: what the call took from the balance; None while that is unknown.
    ``retry_after``: seconds that the gateway asked to wait. ``fields``: the parameters that it refused. ``problem``: its
    problem document, unchanged.
    """

    def __init__(
        self,
        what: str,
        *,
        code: str,
        next: str,
        outcome: Outcome,
        request_id: str | None = None,
        status: int | None = None,
        retry_after: float | None = None,
        problem: Problem | None = None,
        once: bool = False,
    ) -> None:
        named = "" if request_id is None else f", request id {request_id}"
        doubt = MAY_BE_DONE if once else MAY_BE_CHARGED
        super().__init__(f"{what} ({code}{named}){doubt if outcome == 'unknown' else ''}")
        self.code = code
        self.next = next
        self.outcome: Outcome = outcome
        self.request_id = request_id
        self.status = status
        self.charged = None if outcome == "unknown" and not once else NOTHING
        self.retry_after = retry_after
        self.problem = problem
        self.fields: Sequence[Mapping[str, Any]] = [] if problem is None else problem.get("errors", [])

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is copied between processes by its arguments, and this one has named ones.
        return (_rebuilt, (str(self), dict(self.__dict__)))


def _rebuilt(text: str, fields: dict[str, Any]) -> ReelgateError:
    error = ReelgateError.__new__(ReelgateError, text)
    error.args = (text,)
    error.__dict__.update(fields)
    return error


def wrong_option(what: str, code: str = "INVALID_OPTION") -> ReelgateError:
    return ReelgateError(what, code=code, next="fix", outcome="not_sent")
