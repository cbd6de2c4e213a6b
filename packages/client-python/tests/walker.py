"""A user of the package, driven by schedules.test.ts: it walks a search step by step, stores checkpoints, and may lose its memory. Reads
one command per line and answers each with one line of JSON. Run: python3 walker.py URL API_KEY ITEMS"""

from __future__ import annotations

import json
import sys
from typing import Any

from reelgate import Reelgate, ReelgateError, Walk
from reelgate._options import Clock


class HastyClock(Clock):
    """Pauses end at once."""

    def sleep(self, seconds: float) -> None:
        pass


class Walker:
    def __init__(self, url: str, api_key: str, items: int) -> None:
        self._url, self._api_key, self._count = url, api_key, items
        self._items: list[str] = []
        self._kept: tuple[str, int] = ("", 0)
        self._walk: Walk[Any, Any]

    def _client(self) -> Reelgate:
        # So short that a body that stalls ends soon. A call that is only slow is repeated with its id.
        return Reelgate(self._api_key, self._url, clock=HastyClock(), max_retries=2, timeout=0.5)

    def new(self, keyword: str) -> None:
        self._items = []
        self._walk = self._client().videos.search(platform="scripted", keyword=keyword, count=self._count)
        self.keep()

    def resume(self, checkpoint: str) -> None:
        """Continues a walk that somebody else began."""
        self._items = []
        self._walk = self._client().videos.resume(checkpoint)

    def checkpoint(self) -> str:
        return self._walk.checkpoint()

    def keep(self) -> None:
        self._kept = (self._walk.checkpoint(), len(self._items))

    def crash(self) -> None:
        text, count = self._kept
        self._walk = self._client().videos.resume(text)
        del self._items[count:]

    def step(self) -> bool:
        """False at the end. After a ReelgateError the iterator continues."""
        try:
            self._items.append(next(self._walk)["id"])
        except StopIteration:
            return False
        except ReelgateError:
            pass
        return True

    def state(self) -> dict[str, Any]:
        return {"items": self._items, "end": self._walk.end, "spent": f"{self._walk.spent:.6f}"}


def main() -> None:
    url, api_key, items = sys.argv[1:4]
    walker = Walker(url, api_key, int(items))
    for line in sys.stdin:
        name, *given = json.loads(line)
        print(json.dumps(getattr(walker, name)(*given)), flush=True)


if __name__ == "__main__":
    main()
