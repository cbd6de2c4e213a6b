"""The options of a client and of a call, with their defaults and checks. No message quotes the key."""

from __future__ import annotations

import os
import random
import re
import time
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypedDict

from ._budget import Budget
from ._errors import wrong_option

TIMEOUT_S = 60.0  # Four times the gateway's own time limit for a call.
TIMEOUT_S_MAX = 24 * 3600.0  # A longer wait than any route has.
RETRIES = 4
RETRIES_MAX = 100
VISIBLE_ASCII = re.compile(r"[!-~]+")  # Other characters cannot be sent in a header.
AMOUNT = re.compile(r"[0-9]{1,18}(\.[0-9]{1,6})?")
PLACES = Decimal("0.000001")

Amount = str | int | Decimal


class CallOptions(TypedDict, total=False):
    """Options of a single call. Parameters of the route have other names."""

    request_id: str
    """Repeating an id is never charged twice. Default: a random id. For a walk, the id of its first page."""
    max_price: Amount
    """The gateway refuses the call, free of charge, if it would cost more."""
    quote: str
    """A token from `quote`: the call is billed at the quoted price."""
    timeout: float
    """Deadline in seconds for the call with all its retries. Default: the client's."""
    max_retries: int
    """How often the call is retried at most. Default: the client's."""


class WalkOptions(CallOptions, total=False):
    """Options of a walk. All but the budget count for each page."""

    budget: Amount
    """The most that the walk may cost. It stops before the page that would exceed it."""


@dataclass(frozen=True)
class Charge:
    """One charge, as `on_charge` gets it."""

    request_id: str
    charged: Decimal
    currency: str
    balance: Decimal
    path: str


class Clock:
    """Time and randomness. Tests pass in their own."""

    def now(self) -> float:
        """Monotonic time in seconds."""
        return time.monotonic()

    def random(self) -> float:
        """A number from 0 to below 1."""
        return random.random()

    def sleep(self, seconds: float) -> None:
        """Waits, in the client for threads."""
        time.sleep(seconds)


@dataclass(frozen=True)
class Settings:
    api_key: str = field(repr=False)
    base_url: str
    service_name: str
    timeout: float
    max_retries: int
    clock: Clock
    budget: Budget | None
    on_charge: Callable[[Charge], None] | None


@dataclass(frozen=True)
class Limits:
    """The checked options of one call."""

    request_id: str | None
    max_price: Decimal | None
    quote: str | None
    timeout: float
    max_retries: int
    budget: Decimal | None


def amount_of(name: str, value: object) -> Decimal | None:
    if value is None:
        return None
    # A float has no exact decimal places: 0.1 + 0.2 is not 0.3.
    if isinstance(value, (str, int, Decimal)) and not isinstance(value, bool):
        text = value if isinstance(value, str) else f"{Decimal(value):f}"
        if AMOUNT.fullmatch(text):
            return Decimal(text).quantize(PLACES)
    raise wrong_option(f'{name} must be a Decimal, a whole number or a text such as "0.50"')


def taken(given: dict[str, Any], *in_path: str) -> dict[str, Any]:
    """The parameters and options that a method was given, from its local variables. None is absent."""
    options: dict[str, Any] = given.pop("options")
    kept = {name: value for name, value in given.items() if value is not None and name not in ("self", *in_path)}
    return {**kept, **options}


def segment(value: str | int) -> str:
    """As a part of a path."""
    return urllib.parse.quote(str(value), safe="")


def _number(name: str, value: Any, low: float, high: float, kinds: tuple[type, ...]) -> Any:
    if isinstance(value, kinds) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise wrong_option(f"{name} must be {'a whole number' if kinds == (int,) else 'a number'} from {low:g} to {high:g}")


def _visible(name: str, value: Any) -> str:
    if isinstance(value, str) and VISIBLE_ASCII.fullmatch(value):
        return value
    raise wrong_option(f"{name} must be visible ASCII without spaces")


def limits_of(settings: Settings, options: dict[str, Any], has_budget: bool = False) -> Limits:
    """Takes the options of a call out of its parameters. Only walks have a budget; elsewhere it is a field of the body."""
    request_id, quote = options.pop("request_id", None), options.pop("quote", None)
    timeout = options.pop("timeout", None)
    retries = options.pop("max_retries", None)
    return Limits(
        request_id=None if request_id is None else _visible("request_id", request_id),
        max_price=amount_of("max_price", options.pop("max_price", None)),
        quote=None if quote is None else _visible("quote", quote),
        timeout=settings.timeout
        if timeout is None
        else _number("timeout", timeout, 0.001, TIMEOUT_S_MAX, (int, float)),
        max_retries=settings.max_retries
        if retries is None
        else _number("max_retries", retries, 0, RETRIES_MAX, (int,)),
        budget=amount_of("budget", options.pop("budget", None)) if has_budget else None,
    )


def settings_of(
    api_key: str | None,
    base_url: str | None,
    timeout: float = TIMEOUT_S,
    max_retries: int = RETRIES,
    budget: Amount | None = None,
    on_charge: Callable[[Charge], None] | None = None,
    service_name: str = "reelgate",
    clock: Clock | None = None,
) -> Settings:
    api_key = os.environ.get("REELGATE_KEY") if api_key is None else api_key
    base_url = os.environ.get("REELGATE_URL") if base_url is None else base_url
    if not api_key:
        raise wrong_option(
            "api_key is missing: pass the key that the operator of the gateway gave you, or set REELGATE_KEY"
        )
    if not base_url:
        raise wrong_option("base_url is missing: pass the address of the gateway, or set REELGATE_URL")
    if not re.fullmatch(r"https?://[^\s?#@]+", base_url):
        raise wrong_option("base_url must be an http(s) address without query or credentials")
    limit = amount_of("budget", budget)
    return Settings(
        api_key=_visible("api_key", api_key),
        base_url=base_url.removesuffix("/"),
        service_name=_visible("service_name", service_name),
        timeout=_number("timeout", timeout, 0.001, TIMEOUT_S_MAX, (int, float)),
        max_retries=_number("max_retries", max_retries, 0, RETRIES_MAX, (int,)),
        clock=clock or Clock(),
        budget=None if limit is None else Budget(limit),
        on_charge=on_charge,
    )
