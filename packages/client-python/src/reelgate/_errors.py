"""The errors of this package: one class, with a class below it for each kind of thing to do. An error says what happened and what it cost.
It never contains the API key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, cast

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
        if type(self) is ReelgateError:
            cast(Any, self).__class__ = _kind_of(code, status)
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
        return (_rebuilt, (type(self), str(self), dict(self.__dict__)))


def _rebuilt(kind: type[ReelgateError], text: str, fields: dict[str, Any]) -> ReelgateError:
    error = kind.__new__(kind, text)
    error.args = (text,)
    error.__dict__.update(fields)
    return error


class InvalidRequestError(ReelgateError):
    """Change the call: a parameter or an option is wrong."""


class AuthenticationError(ReelgateError):
    """Use another key: the gateway does not know this one."""


class PermissionDeniedError(ReelgateError):
    """This key may not do that."""


class NotFoundError(ReelgateError):
    """There is no such thing, or no such platform."""


class PaymentError(ReelgateError):
    """Top up, or allow more: the balance, a cap, `max_price` or a budget is too small."""


class ConflictError(ReelgateError):
    """The state is another one: the id belongs to another question, or its call still runs."""


class RateLimitError(ReelgateError):
    """Wait for `retry_after` seconds."""


class UnavailableError(ReelgateError):
    """Repeat it later, or use another platform: the gateway or all its providers failed."""


class UnreachableError(ReelgateError):
    """No answer of a gateway came: the connection, the deadline, or something in between."""


_BY_CODE: Mapping[str, type[ReelgateError]] = {
    "CONNECTION": UnreachableError,
    "DEADLINE": UnreachableError,
    "BAD_ANSWER": UnreachableError,
    "BUDGET": PaymentError,
    "INVALID_OPTION": InvalidRequestError,
}
_BY_STATUS: Mapping[int, type[ReelgateError]] = {
    401: AuthenticationError,
    402: PaymentError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: ConflictError,
    429: RateLimitError,
}


def _kind_of(code: str, status: int | None) -> type[ReelgateError]:
    if code in _BY_CODE:
        return _BY_CODE[code]
    if status is None:
        return ReelgateError
    return _BY_STATUS.get(status, UnavailableError if status >= 500 else InvalidRequestError)


def wrong_option(what: str, code: str = "INVALID_OPTION") -> ReelgateError:
    return ReelgateError(what, code=code, next="fix", outcome="not_sent")
