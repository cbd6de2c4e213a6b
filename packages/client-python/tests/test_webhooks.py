# pyright: basic
# Parameters of the cases are plain dictionaries; typed_use.py checks the types of the package.
"""Webhooks as the gateway's own code signs them (`vectors.json`): the receiver accepts those and no others."""

from __future__ import annotations

import base64
import hmac
import json
import unittest
from pathlib import Path
from typing import Any

from reelgate import Reelgate, ReelgateError, Webhooks

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))["webhooks"]


def headers_of(one: dict[str, Any]) -> dict[str, str]:
    return {f"Webhook-{name.title()}": one[name] for name in ("id", "timestamp", "signature")}


class Verify(unittest.TestCase):
    def test_a_message_is_accepted_if_the_gateway_signed_it_with_this_secret_in_the_last_five_minutes(self) -> None:
        self.assertEqual({one["is_good"] for one in VECTORS}, {True, False})
        for one in VECTORS:
            with self.subTest(one["name"]):
                given = (headers_of(one), one["secret"], one["now"])
                if one["is_good"]:
                    self.assertEqual(Webhooks.verify(one["body"].encode(), *given), json.loads(one["body"]))
                    self.assertEqual(Reelgate.webhooks.verify(one["body"], *given), json.loads(one["body"]))
                else:
                    self.assertRaises(ValueError, Webhooks.verify, one["body"], *given)

    def test_the_time_is_now_if_none_is_given(self) -> None:
        one = VECTORS[0]
        with self.assertRaisesRegex(ValueError, "five minutes"):
            Webhooks.verify(one["body"], headers_of(one), one["secret"])

    def test_headers_that_are_missing_or_odd_are_refused(self) -> None:
        one = VECTORS[0]
        odd = [
            {"webhook-timestamp": "soon"},
            {"webhook-id": ""},
            {"webhook-timestamp": "\u0661"},
            {"webhook-signature": "v1,é"},
        ]
        for change in odd:
            headers = {name.lower(): value for name, value in headers_of(one).items()} | change
            self.assertRaises(ValueError, Webhooks.verify, one["body"], headers, one["secret"], one["now"])
        self.assertRaises(ValueError, Webhooks.verify, one["body"], {}, one["secret"], one["now"])

    def test_a_secret_that_is_no_secret_is_refused_and_not_shown(self) -> None:
        one = VECTORS[0]
        body = one["body"].encode()
        unsigned = hmac.digest(b"", b".".join([one["id"].encode(), one["timestamp"].encode(), body]), "sha256")
        headers = headers_of(one) | {"Webhook-Signature": f"v1,{base64.b64encode(unsigned).decode()}"}
        for secret in ("whsec_not base64!", "", "whsec_", one["secret"].removeprefix("whsec_")):
            with self.assertRaises(ReelgateError) as wrong:
                Webhooks.verify(body, headers, secret, one["now"])
            self.assertEqual(wrong.exception.code, "INVALID_OPTION")
            self.assertNotIn("not base64", str(wrong.exception))


if __name__ == "__main__":
    unittest.main()
