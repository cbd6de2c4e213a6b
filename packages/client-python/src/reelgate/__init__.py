"""Calls a Reelgate gateway: one key, one record shape, one bill. Even if connections break, a call is charged at most once.

with Reelgate(api_key, "http://127.0.0.1:8080") as rg:
    for video in rg.videos.search(platform="library", keyword="cat", budget="0.50"):
        print(video["title"])
"""

from typing import TYPE_CHECKING

from ._errors import ReelgateError
from ._nouns import Items, Walk
from ._options import Charge
from ._send import Answer
from ._transport import NotSent, Request, Response, Transport
from ._webhooks import Webhooks
from .client import Reelgate

if TYPE_CHECKING:
    from ._http import HttpTransport
    from .aio import AsyncReelgate

    __version__: str

__all__ = [
    "Answer",
    "AsyncReelgate",
    "Charge",
    "HttpTransport",
    "Items",
    "NotSent",
    "Reelgate",
    "ReelgateError",
    "Request",
    "Response",
    "Transport",
    "Walk",
    "Webhooks",
]


def __getattr__(name: str) -> object:
    # Loaded on first use: both take longer than the rest of the package.
    if name == "AsyncReelgate":
        from .aio import AsyncReelgate

        return AsyncReelgate
    if name == "__version__":
        from importlib.metadata import version

        return version("reelgate")
    if name == "HttpTransport":
        from ._http import HttpTransport

        return HttpTransport
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
