"""Checks that a webhook was sent by the gateway, as Standard Webhooks describes it."""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Mapping
from typing import Any

from ._errors import wrong_option

AGE_S_MAX = 300
"""An older message may be a copy that somebody sends again. Also the most that the two clocks may differ."""
PREFIX = "whsec_"


class Webhooks:
    """Needs no client: the methods may be called on the class."""

    @staticmethod
    def verify(body: bytes | str, headers: Mapping[str, str], secret: str, now: float | None = None) -> Any:
        """The event in the body, which must be the bytes as they came. Raises ValueError for a message that the gateway did not
        sign with this secret, or that is older than five minutes. `now`: seconds since 1970, for tests."""
        # Loaded here: only receivers of webhooks need it.
        import hmac

        raw = body.encode() if isinstance(body, str) else bytes(body)
        given = {name.lower(): value for name, value in headers.items()}
        id, sent_at, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
        if not id or not sent_at.isdecimal():
            raise ValueError("the webhook has no id or no timestamp")
        if abs((time.time() if now is None else now) - int(sent_at)) > AGE_S_MAX:
            raise ValueError("the webhook is older or newer than five minutes")
        digest = hmac.digest(_key_of(secret), b".".join([id.encode(), sent_at.encode(), raw]), "sha256")
        expected = b"v1," + base64.b64encode(digest)
        # Two signatures, with a space between, while a secret is rotated.
        if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split()):
            raise ValueError("the signature of the webhook is wrong")
        return json.loads(raw)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    # Anybody can sign with an empty key, as an unset variable of the environment would give.
    if not key or not secret.startswith(PREFIX):
        raise wrong_option(f"a webhook secret begins with {PREFIX}") from None
    return key
