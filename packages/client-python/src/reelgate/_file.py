"""Chunks of bytes as a file that is read."""

from __future__ import annotations

import io
from typing import Any


class BytesFile(io.RawIOBase):
    """What reads files reads this: pandas, `csv` through `io.TextIOWrapper`, `shutil.copyfileobj`. A subclass gives the chunks by
    `__next__`, and what is left of one first, from `_rest`."""

    _rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        chunk = next(self, b"")
        taken = chunk[: len(buffer)]
        self._rest = chunk[len(taken) :]
        buffer[: len(taken)] = taken
        return len(taken)
