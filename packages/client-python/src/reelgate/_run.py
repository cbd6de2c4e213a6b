"""Runs steps and waits for them: the runner of the client for threads."""

from __future__ import annotations

import threading
from typing import Any, TypeVar

from ._gathering import Export
from ._options import Settings
from ._send import Answer, Arrived, Call, Send, Sender, Sleep, Step, Steps
from ._transport import Response, TooLarge, Transport

T = TypeVar("T")

ANSWER_BYTES_MAX = 64 * 1024 * 1024
"""More than the largest answer of a gateway. A larger body is not read to its end."""


def default_transport() -> Transport:
    # Loaded with the first client, because it takes longer than the rest of this package.
    from ._http import HttpTransport

    return HttpTransport()


def exchange(transport: Transport, step: Send) -> Arrived | Exception:
    """Sends a request and reads its answer. Expected failures are values."""
    try:
        response = transport.send(step.request)
        if step.is_stream and 200 <= response.status < 300:
            return Arrived(response, b"")
        return Arrived(response, _whole(response))
    except Exception as error:
        return error


def _whole(response: Response) -> bytes:
    body = bytearray()
    for chunk in response.body:
        body += chunk
        if len(body) > ANSWER_BYTES_MAX:
            response.close()
            raise TooLarge(f"the answer has more than {ANSWER_BYTES_MAX} bytes")
    return bytes(body)


class Runner:
    def __init__(self, settings: Settings, transport: Transport | None) -> None:
        self.sender = Sender(settings)
        self.transport: Transport = transport or default_transport()
        self._turn = threading.Lock()

    def run(self, steps: Steps[T]) -> T:
        result: Any = None
        try:
            while True:
                result = self._done(steps.send(result))
        except StopIteration as end:
            return end.value
        finally:
            # An interrupted thread leaves the steps in the middle: they note that the call may have been charged.
            steps.close()

    def call(self, call: Call) -> Answer[Any]:
        return self.run(self.sender.send(call))

    def close(self) -> None:
        close = getattr(self.transport, "close", None)
        if close is not None:
            close()

    def _done(self, step: Step) -> Any:
        if isinstance(step, Send):
            return exchange(self.transport, step)
        if isinstance(step, Sleep):
            return self.sender.settings.clock.sleep(step.seconds)
        left = step.deadline - self.sender.settings.clock.now()
        return self._turn.release if self._turn.acquire(timeout=max(0.0, left)) else None

    def read(self, export: Export) -> bytes | Exception | None:
        return export.read()
