# Made by `npm run openapi` from openapi.json; do not edit.
"""Free methods of the account and of prices: one for each route that names its method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from ._nouns import Noun
from ._options import CallOptions, segment, taken

if TYPE_CHECKING:
    from . import types as t


class PricingRoutes(Noun):
    def endpoints(self, *, path: str | None = None, **options: Unpack[CallOptions]) -> t.ListPricesAnswer:
        """Unit prices of endpoints.

        ``path``: A path or a full URL, with or without its query.
        """
        return self._get("/api/pricing/v1/endpoints", taken(locals()))

    def quote(
        self,
        *,
        path: str,
        count: int | None = None,
        platforms: str | None = None,
        ids: str | None = None,
        pages: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.GetQuoteAnswer:
        """What calls of a path would cost, sealed for 15 minutes.

        ``path``: A path or a full URL. `count` and `ids` in its query apply unless they are sent as parameters.
        ``count``: Items per page, as in the call.
        ``platforms``: With the platform `all`: which ones, as in the call.
        ``ids``: As in the call: several ids, separated by commas.
        ``pages``: How many calls.
        """
        return self._get("/api/pricing/v1/quote", taken(locals()))

    def platforms(self, **options: Unpack[CallOptions]) -> t.ListPlatformsAnswer:
        """Platforms of this gateway, and whether they answer right now."""
        return self._get("/api/pricing/v1/platforms", taken(locals()))


class AccountRoutes(Noun):
    def balance(self, **options: Unpack[CallOptions]) -> t.GetBalanceAnswer:
        """Balance of your account."""
        return self._get("/api/account/v1/balance", taken(locals()))

    def key(self, **options: Unpack[CallOptions]) -> t.GetOwnKeyAnswer:
        """What your key may still spend."""
        return self._get("/api/account/v1/key", taken(locals()))

    def keys(self, **options: Unpack[CallOptions]) -> t.ListKeysAnswer:
        """Keys of your account that may do no more than yours."""
        return self._get("/api/account/v1/keys", taken(locals()))

    def create_key(
        self,
        *,
        name: str,
        groups: list[Literal["u1", "u2"]] | None = None,
        expires_at: str | None = None,
        addresses: list[str] | None = None,
        daily_cap: str | None = None,
        monthly_cap: str | None = None,
        total_cap: str | None = None,
        max_call: str | None = None,
        platforms: list[str] | None = None,
        operations: list[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> t.CreateKeyAnswer:
        """Make a key that may do no more than yours; its secret is shown once.

        ``expires_at``: RFC 3339.
        ``daily_cap``: A decimal string with at most six places.
        ``monthly_cap``: A decimal string with at most six places.
        ``total_cap``: A decimal string with at most six places.
        ``max_call``: A decimal string with at most six places.
        """
        return self._send("/api/account/v1/keys", taken(locals()), "POST", once=True)

    def rename_key(self, key: str, /, *, name: str, **options: Unpack[CallOptions]) -> t.RenameKeyAnswer:
        """Give a key of your account another name."""
        return self._send(f"/api/account/v1/keys/{segment(key)}", taken(locals(), "key"), "PATCH")

    def rotate_key(
        self,
        key: str,
        /,
        *,
        grace_seconds: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.RotateKeyAnswer:
        """Give a key of your account a new secret, shown once."""
        return self._send(f"/api/account/v1/keys/{segment(key)}/rotate", taken(locals(), "key"), "POST", once=True)

    def revoke_key(self, key: str, /, **options: Unpack[CallOptions]) -> t.RevokeKeyAnswer:
        """Revoke a key of your account, for good."""
        return self._send(f"/api/account/v1/keys/{segment(key)}/revoke", taken(locals(), "key"), "POST", once=True)

    def usage(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        by: Literal["day", "path", "key"] | None = None,
        **options: Unpack[CallOptions],
    ) -> t.GetUsageAnswer:
        """Calls and charges of your account, by day, path or key.

        ``from_``: First UTC day, included.
        ``to``: Last UTC day, included.
        """
        return self._get("/api/account/v1/usage", taken(locals()))

    def usage_by(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        by: str | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SliceUsageAnswer:
        """Calls and charges of your account by any two dimensions.

        ``from_``: First UTC day, included.
        ``to``: Last UTC day, included.
        ``by``: One dimension, or two separated by a comma.
        """
        return self._get("/api/account/v1/usage/by", taken(locals()))

    def runway(self, **options: Unpack[CallOptions]) -> t.GetRunwayAnswer:
        """How many days the balance of your account lasts."""
        return self._get("/api/account/v1/runway", taken(locals()))

    def price_changes(self, **options: Unpack[CallOptions]) -> t.ListPriceChangesAnswer:
        """Scheduled changes of your prices."""
        return self._get("/api/account/v1/price-changes", taken(locals()))

    def grants(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListGrantsAnswer:
        """Parts of your balance that are used first, and may expire.

        ``cursor``: The `next_cursor` of the page before.
        """
        return self._get("/api/account/v1/grants", taken(locals()))

    def statements(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListStatementsAnswer:
        """Statements of your closed months, the newest first.

        ``cursor``: The `next_cursor` of the page before.
        """
        return self._get("/api/account/v1/statements", taken(locals()))

    def statement(self, statement: str, /, **options: Unpack[CallOptions]) -> t.GetStatementAnswer:
        """One of your statements, as JSON, as CSV, or as a page to print."""
        return self._get(f"/api/account/v1/statements/{segment(statement)}", taken(locals(), "statement"))

    def events(
        self,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
        wait: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListEventsAnswer:
        """Events of your account, the oldest first; with `wait`, the answer comes with the next one.

        ``after``: Only events with a higher number; 0 for the oldest that are kept.
        ``before``: Only events with a lower number, and then the newest first. 999999999999999 begins with the newest
            of all.
        ``wait``: Seconds to wait when there is no event yet, at most 25. The answer may be empty: ask again.
        """
        return self._get("/api/account/v1/events", taken(locals()))

    def webhooks(self, **options: Unpack[CallOptions]) -> t.ListWebhooksAnswer:
        """Webhooks of your account."""
        return self._get("/api/account/v1/webhooks", taken(locals()))

    def create_webhook(self, *, url: str, **options: Unpack[CallOptions]) -> t.CreateWebhookAnswer:
        """Have the events of your account sent to an address; its secret is shown once.

        ``url``: Where events are sent, with https.
        """
        return self._send("/api/account/v1/webhooks", taken(locals()), "POST", once=True)

    def remove_webhook(self, webhook: str, /, **options: Unpack[CallOptions]) -> t.RemoveWebhookAnswer:
        """Send nothing more to a webhook of your account."""
        return self._send(f"/api/account/v1/webhooks/{segment(webhook)}", taken(locals(), "webhook"), "DELETE")

    def test_webhook(self, webhook: str, /, **options: Unpack[CallOptions]) -> t.TestWebhookAnswer:
        """Write an event that tests a webhook of your account."""
        return self._send(f"/api/account/v1/webhooks/{segment(webhook)}/test", taken(locals(), "webhook"), "POST", once=True)

    def replay_webhook(self, webhook: str, /, *, after: int, **options: Unpack[CallOptions]) -> t.ReplayWebhookAnswer:
        """Send events to a webhook of your account again, also when it was disabled.

        ``after``: Every event with a higher number is sent again; 0 for all that are kept.
        """
        return self._send(f"/api/account/v1/webhooks/{segment(webhook)}/replay", taken(locals(), "webhook"), "POST", once=True)

    def rotate_webhook(
        self,
        webhook: str,
        /,
        *,
        grace_seconds: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.RotateWebhookAnswer:
        """Give a webhook of your account a new secret, shown once.

        ``grace_seconds``: How long events are signed with both secrets.
        """
        return self._send(f"/api/account/v1/webhooks/{segment(webhook)}/rotate", taken(locals(), "webhook"), "POST", once=True)

    def requests(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        from_: str | None = None,
        to: str | None = None,
        key: str | None = None,
        path: str | None = None,
        platform: str | None = None,
        state: Literal["held", "settled", "released", "expired"] | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListRequestsAnswer:
        """Calls of your account: running calls first, then by end, newest first.

        ``cursor``: The `next_cursor` of the page before.
        ``from_``: First UTC day, included.
        ``to``: Last UTC day, included.
        ``key``: Id of a key of your account.
        """
        return self._get("/api/account/v1/requests", taken(locals()))

    def create_topup(
        self,
        *,
        amount: str,
        save_card: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> t.CreateTopupAnswer:
        """Pay in: the answer says where or how.

        ``amount``: A decimal string with at most six places.
        ``save_card``: Keep the card at its provider, for recharges.
        """
        return self._send("/api/account/v1/topups", taken(locals()), "POST", once=True)

    def topups(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.ListTopupsAnswer:
        """Your top-ups, the newest first.

        ``cursor``: The `next_cursor` of the page before.
        """
        return self._get("/api/account/v1/topups", taken(locals()))

    def topup(self, topup: str, /, **options: Unpack[CallOptions]) -> t.GetTopupAnswer:
        """The state of a top-up."""
        return self._get(f"/api/account/v1/topups/{segment(topup)}", taken(locals(), "topup"))

    def recharge(self, **options: Unpack[CallOptions]) -> t.GetRechargeAnswer:
        """When your saved card pays by itself."""
        return self._get("/api/account/v1/recharge", taken(locals()))

    def set_recharge(
        self,
        *,
        below: str,
        up_to: str,
        month_max: str,
        **options: Unpack[CallOptions],
    ) -> t.SetRechargeAnswer:
        """Let your saved card pay by itself, at most once an hour and never more in a month than you say.

        ``below``: A decimal string with at most six places.
        ``up_to``: A decimal string with at most six places.
        ``month_max``: A decimal string with at most six places.
        """
        return self._send("/api/account/v1/recharge", taken(locals()), "POST", once=True)

    def end_recharge(self, **options: Unpack[CallOptions]) -> t.EndRechargeAnswer:
        """Let your saved card pay no more."""
        return self._send("/api/account/v1/recharge", taken(locals()), "DELETE")


class SuggestionsRoutes(Noun):
    def list(self, *, keyword: str, **options: Unpack[CallOptions]) -> t.ListSuggestionsAnswer:
        """Titles and authors of the library that have the words typed so far.

        ``keyword``: What stands in a search field. Its last word may be only begun.
        """
        return self._get("/api/resolve/v1/suggestions", taken(locals()))
