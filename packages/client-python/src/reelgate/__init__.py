"""Calls a Reelgate gateway: one key, one record shape, one bill. Even if connections break, a call is charged at most once.

with Reelgate() as rg:  # REELGATE_KEY and REELGATE_URL, or Reelgate(api_key, base_url)
    for video in rg.videos.search(platform="library", keyword="cat", budget="0.50"):
        print(video["title"])
"""

from typing import TYPE_CHECKING

from ._errors import (
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    PaymentError,
    PermissionDeniedError,
    RateLimitError,
    ReelgateError,
    UnavailableError,
    UnreachableError,
)
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
    "AuthenticationError",
    "Charge",
    "ConflictError",
    "HttpTransport",
    "InvalidRequestError",
    "Items",
    "NotFoundError",
    "NotSent",
    "PaymentError",
    "PermissionDeniedError",
    "RateLimitError",
    "Reelgate",
    "ReelgateError",
    "Request",
    "Response",
    "Transport",
    "UnavailableError",
    "UnreachableError",
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
