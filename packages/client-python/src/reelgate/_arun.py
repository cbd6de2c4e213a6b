"""Runs steps with asyncio: the same transport in a bounded pool of threads. Cancelling a task closes the socket of its request."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ._gathering import Export
from ._options import Settings
from ._run import default_transport, exchange
from ._send import Answer, Call, Send, Sender, Sleep, Step, Steps
from ._transport import Transport

T = TypeVar("T")

THREADS_MAX = 32
"""Requests at the same time. More of them wait, and their deadlines count meanwhile."""


class AsyncRunner:
    def __init__(self, settings: Settings, transport: Transport | None) -> None:
        self.sender = Sender(settings)
        self.transport: Transport = transport or default_transport()
        self._threads = ThreadPoolExecutor(THREADS_MAX, thread_name_prefix="reelgate")
        self._turn = asyncio.Lock()

    async def run(self, steps: Steps[T]) -> T:
        result: Any = None
        try:
            while True:
                result = await self._done(steps.send(result))
        except StopIteration as end:
            return end.value
        finally:
            # A cancelled task leaves the steps in the middle: they note that the call may have been charged.
            steps.close()

    async def call(self, call: Call) -> Answer[Any]:
        return await self.run(self.sender.send(call))

    async def in_thread(self, work: Any, *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    async def close(self) -> None:
        close = getattr(self.transport, "close", None)
        if close is not None:
            close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _done(self, step: Step) -> Any:
        if isinstance(step, Send):
            try:
                return await self.in_thread(exchange, self.transport, step)
            except asyncio.CancelledError:
                step.request.abort.set()
                raise
        if isinstance(step, Sleep):
            return await asyncio.sleep(step.seconds)
        left = step.deadline - self.sender.settings.clock.now()
        try:
            await asyncio.wait_for(self._turn.acquire(), max(0.0, left))
        except TimeoutError:
            return None
        return self._turn.release

    async def read(self, export: Export) -> bytes | Exception | None:
        return await self.in_thread(export.read)
