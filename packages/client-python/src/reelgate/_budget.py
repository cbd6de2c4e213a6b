"""The budget that all calls of one client share.

Calls run one after another, each with the rest of the budget as its price ceiling, so together they cannot exceed it. The gateway
alone decides what a call costs.
"""

from __future__ import annotations

from decimal import Decimal

from ._errors import NOTHING


class Budget:
    def __init__(self, limit: Decimal) -> None:
        self._limit = limit
        self._spent = NOTHING
        self._doubts: dict[str, Decimal] = {}
        """Request ids of calls that may have been charged, with the most that each can have cost."""

    def left_for(self, request_id: str) -> Decimal:
        """A call that repeats an id may use again what that id may have cost."""
        doubted = sum((most for other, most in self._doubts.items() if other != request_id), NOTHING)
        return max(NOTHING, self._limit - self._spent - doubted)

    def charge(self, request_id: str, charged: Decimal) -> None:
        self._spent += charged
        self._doubts.pop(request_id, None)

    def doubt(self, request_id: str, most: Decimal) -> None:
        """A later refusal says nothing about an earlier use of the id: that stays in doubt."""
        self._doubts[request_id] = most
