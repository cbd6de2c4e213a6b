"""The client for threads. `aio.py` is made from this file."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from ._data import Authors, Comments, DryRunAction, Playlists, Transcripts, Videos
from ._free import AccountRoutes, PricingRoutes, SuggestionsRoutes
from ._gathering import COLLECTIONS, WATCHES, CollectionItems, Export, WatchItems, path_of, wait_for_end
from ._nouns import ExportBytes, Items, Noun, Walk
from ._options import Amount, CallOptions, Charge, Clock, WalkOptions, limits_of, settings_of
from ._run import Runner
from ._send import Answer, Call
from ._transport import Transport
from ._walk import ENTRIES, data_route
from ._webhooks import Webhooks

if TYPE_CHECKING:
    from . import types as t


class Account(AccountRoutes):
    _actions: ClassVar[dict[str, str | None]] = {ENTRIES: None}

    def entries(self, **query: Unpack[t.ListEntriesQuery]) -> Walk[t.ListEntriesAnswer, t.Entry]:
        """A walk through the ledger entries of the account. Every page is free."""
        return self._walk(ENTRIES, dict(query))

    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> Walk[t.ListEntriesAnswer, t.Entry]:
        """Continues a walk of `entries` from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))


class Collections(Noun):
    """Everything for a question: the gateway gathers it, up to a number of items and a budget. Reading is free."""

    def create(self, **body: Unpack[t.CreateCollectionBody]) -> t.CreateCollectionAnswer:
        """Starts a collection. All attempts have one request id, so one collection is made; a `request_id` of your own makes it
        safe over a restart."""
        return self._send(COLLECTIONS, dict(body), "POST")

    def list(self, **query: Unpack[t.ListCollectionsQuery]) -> t.ListCollectionsAnswer:
        """One page of the account's collections, newest first."""
        return self._get(COLLECTIONS, dict(query))

    def get(self, id: str, /, **options: Unpack[CallOptions]) -> t.GetCollectionAnswer:
        return self._get(path_of(COLLECTIONS, id), dict(options))

    def update(self, id: str, /, **change: Unpack[t.UpdateCollectionBody]) -> t.UpdateCollectionAnswer:
        """Changes name, budget or number of items, or lets this key pay."""
        return self._send(path_of(COLLECTIONS, id), dict(change), "PATCH")

    def cancel(self, id: str, /, **options: Unpack[CallOptions]) -> t.CancelCollectionAnswer:
        """Ends it after the page that is being fetched. Its items stay."""
        return self._send(path_of(COLLECTIONS, id, "/cancel"), dict(options), "POST")

    def remove(self, id: str, /, **options: Unpack[CallOptions]) -> t.RemoveCollectionAnswer:
        """Deletes it with its items. The receipts of its calls stay."""
        return self._send(path_of(COLLECTIONS, id), dict(options), "DELETE")

    def items(
        self,
        id: str,
        after: int = 0,
        on_update: Callable[[t.Collection], None] | None = None,
        **options: Unpack[CallOptions],
    ) -> Items[t.FoundItem]:
        """Its items in the order of delivery. Follows a running collection until it ends. After a restart, pass the number of the
        last item as `after`. `on_update` is called with every state that is read, such as one that waits for the balance."""
        sender = self._runner.sender
        found = CollectionItems(sender, id, limits_of(sender.settings, dict(options)), after, on_update)
        return Items(self._runner, found.take)

    def pictures(self, id: str, /, **query: Unpack[t.ListCollectionPicturesQuery]) -> t.ListCollectionPicturesAnswer:
        """Pictures of its items, at addresses of the gateway."""
        return self._get(path_of(COLLECTIONS, id, "/pictures"), dict(query))

    def wait(
        self, id: str, on_update: Callable[[t.Collection], None] | None = None, **options: Unpack[CallOptions]
    ) -> t.Collection:
        """Waits until it ends, and gives it as it is then."""
        sender = self._runner.sender
        limits = limits_of(sender.settings, dict(options))
        return self._runner.run(wait_for_end(sender, id, limits, on_update))

    def export(
        self, id: str, format: str | None = None, from_byte: int = 0, **options: Unpack[CallOptions]
    ) -> ExportBytes:
        """All records of an ended collection as bytes: `jsonl` (default, a record per line) or `csv`. It is iterated by chunks, or read
        as a binary file. `from_byte` continues a file that has this many bytes already."""
        sender = self._runner.sender
        limits = limits_of(sender.settings, dict(options))
        return ExportBytes(self._runner, Export(sender, id, limits, format, from_byte))

    def export_link(self, id: str, /, **link: Unpack[t.CreateExportLinkBody]) -> t.CreateExportLinkAnswer:
        """An address that gives the export without a key until it expires."""
        return self._send(path_of(COLLECTIONS, id, "/export_link"), dict(link), "POST")


class Watches(Noun):
    """What is new: the gateway asks a question again and again, and delivers each new item once. Reading is free."""

    def create(self, **body: Unpack[t.CreateWatchBody]) -> t.CreateWatchAnswer:
        """Starts a watch. All attempts have one request id, so one watch is made; a `request_id` of your own makes it safe over a
        restart."""
        return self._send(WATCHES, dict(body), "POST")

    def list(self, **query: Unpack[t.ListWatchesQuery]) -> t.ListWatchesAnswer:
        """One page of the account's watches, newest first."""
        return self._get(WATCHES, dict(query))

    def get(self, id: str, /, **options: Unpack[CallOptions]) -> t.GetWatchAnswer:
        return self._get(path_of(WATCHES, id), dict(options))

    def update(self, id: str, /, **change: Unpack[t.UpdateWatchBody]) -> t.UpdateWatchAnswer:
        """Changes name, budget, distance, pages or state."""
        return self._send(path_of(WATCHES, id), dict(change), "PATCH")

    def pause(self, id: str, /, **options: Unpack[CallOptions]) -> t.UpdateWatchAnswer:
        return self.update(id, state="paused", **options)

    def resume(self, id: str, /, **options: Unpack[CallOptions]) -> t.UpdateWatchAnswer:
        """A watch that was paused for its key goes on with the key of this client."""
        return self.update(id, state="active", **options)

    def end(self, id: str, /, **options: Unpack[CallOptions]) -> t.UpdateWatchAnswer:
        """Ends it for good. Its items stay readable for as long as the gateway keeps them."""
        return self.update(id, state="ended", **options)

    def run(self, id: str, /, **options: Unpack[CallOptions]) -> t.RunWatchAnswer:
        """Runs it now, beside its schedule and within its budget."""
        return self._send(path_of(WATCHES, id, "/run"), dict(options), "POST")

    def runs(self, id: str, /, **options: Unpack[CallOptions]) -> t.ListWatchRunsAnswer:
        """Its last runs, newest first."""
        return self._get(path_of(WATCHES, id, "/runs"), dict(options))

    def remove(self, id: str, /, **options: Unpack[CallOptions]) -> t.RemoveWatchAnswer:
        """Deletes it with its items and feeds. The receipts of its calls stay."""
        return self._send(path_of(WATCHES, id), dict(options), "DELETE")

    def feed(self, id: str, /, **options: Unpack[CallOptions]) -> t.MakeWatchFeedAnswer:
        """Makes the secret address of its feeds, or replaces it."""
        return self._send(path_of(WATCHES, id, "/feed"), dict(options), "POST")

    def remove_feed(self, id: str, /, **options: Unpack[CallOptions]) -> t.RemoveWatchFeedAnswer:
        return self._send(path_of(WATCHES, id, "/feed"), dict(options), "DELETE")

    def pictures(self, id: str, /, **query: Unpack[t.ListWatchPicturesQuery]) -> t.ListWatchPicturesAnswer:
        """Pictures of its items, at addresses of the gateway."""
        return self._get(path_of(WATCHES, id, "/pictures"), dict(query))

    def items(
        self, id: str, after: int = 0, wait: int | None = None, **options: Unpack[CallOptions]
    ) -> Items[t.WatchItem]:
        """New items, as they come, until the watch ends. Save `number` after each: `after` continues behind it. `wait`: seconds
        that one request waits for the next item, at most 25 (default); 0 gives the items that are there now, and ends."""
        sender = self._runner.sender
        found = WatchItems(sender, id, limits_of(sender.settings, dict(options)), after, wait)
        return Items(self._runner, found.take)


class Reelgate:
    """A gateway, with one API key. It may be used by several threads; `close` or a `with` block ends its connections."""

    webhooks = Webhooks

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 4,
        budget: Amount | None = None,
        on_charge: Callable[[Charge], None] | None = None,
        service_name: str = "reelgate",
        transport: Transport | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Without `api_key` and `base_url`, those of the environment: `REELGATE_KEY` and `REELGATE_URL`. `timeout`: the one deadline of
        a call in seconds, over connecting, headers, body and all retries. `budget`: the most that all calls of this client may cost
        together; they then run one after another. `on_charge` is called with every charge. `service_name`: the gateway's setting
        `service.name`. `clock`: time and randomness, for tests."""
        settings = settings_of(api_key, base_url, timeout, max_retries, budget, on_charge, service_name, clock)
        self._runner = Runner(settings, transport)
        self.videos = Videos(self._runner)
        self.authors = Authors(self._runner)
        self.comments = Comments(self._runner)
        self.playlists = Playlists(self._runner)
        self.transcripts = Transcripts(self._runner)
        self.pricing = PricingRoutes(self._runner)
        self.suggestions = SuggestionsRoutes(self._runner)
        self.account = Account(self._runner)
        self.collections = Collections(self._runner)
        self.watches = Watches(self._runner)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._runner.sender.settings.base_url!r})"

    def __enter__(self) -> Reelgate:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._runner.close()

    def quote(self, **query: Unpack[t.GetQuoteQuery]) -> t.GetQuoteAnswer:
        """The price of a number of calls, and a token: pass it as `quote` to be billed at that price until the token expires."""
        return self._ask("/api/pricing/v1/quote", dict(query))

    def receipt(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.GetRequestAnswer:
        """The receipt of a call by its request id: whether it was charged, how much, and whether its answer is still stored."""
        return self._of_call(request_id, "", dict(options))

    def records(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.ListRequestRecordsAnswer:
        """The records in the stored answer of a call. Fails when the gateway no longer stores that answer."""
        return self._of_call(request_id, "/records", dict(options))

    def pictures(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.ListRequestPicturesAnswer:
        """The pictures in the stored answer of a call, at addresses of the gateway."""
        return self._of_call(request_id, "/pictures", dict(options))

    def complaint(self, request_id: str, /, **options: Unpack[CallOptions]) -> t.GetComplaintAnswer:
        """The complaint about a call, and the decision of the operator if there is one."""
        return self._of_call(request_id, "/complaint", dict(options))

    def complain(self, request_id: str, /, reason: str, **options: Unpack[CallOptions]) -> t.GetComplaintAnswer:
        """Files a complaint about the answer of a paid call. A call has at most one complaint."""
        return self._of_call(request_id, "/complaint", dict(options), {"reason": reason})

    def dry_run(self, action: DryRunAction, **given: Any) -> t.DryRun:
        """What a data call would cost and whether the gateway would accept it. Asks no platform, holds and charges nothing."""
        path, query = data_route(action, {**given, "dry_run": 1})
        return self._ask(path, query)

    def resolve(self, url: str, **options: Unpack[CallOptions]) -> t.ResolveUrlAnswer:
        """Reads a web address: its platform, the kind of thing that it names, and its id. Free."""
        return self._ask("/api/resolve/v1/url", {"url": url, **options})

    def status(self, **options: Unpack[CallOptions]) -> t.GetStatusAnswer:
        """How well each operation of each platform works, in the last hour, day and month. Free."""
        return self._ask("/api/status/v1", dict(options))

    def request(
        self,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        **options: Unpack[CallOptions],
    ) -> Answer[Any]:
        """Any other route, such as one of a mounted upstream: a GET, or a POST with a body."""
        limits = limits_of(self._runner.sender.settings, dict(options))
        return self._runner.call(Call(path, limits, query or {}, body=body))

    def _ask(self, path: str, given: dict[str, Any], body: Any = None) -> Any:
        limits = limits_of(self._runner.sender.settings, given)
        answer = self._runner.call(Call(path, limits, given, body=body))
        return answer.data

    def _of_call(self, request_id: str, below: str, options: dict[str, Any], body: Any = None) -> Any:
        path = f"/api/account/v1/requests/{urllib.parse.quote(request_id, safe='')}{below}"
        return self._ask(path, options, body)
