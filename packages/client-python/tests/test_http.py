# pyright: basic
# Parameters of the cases are plain dictionaries; typed_use.py checks the types of the package.
"""The transport, against raw sockets on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import socket
import ssl
import threading
import time
import unittest
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest import mock

from raw_server import WAIT_S, Connection, RawServer, answering, http
from reelgate import AsyncReelgate, HttpTransport, NotSent, Reelgate, ReelgateError, Request
from reelgate._http import IDLE_MAX, IDLE_S_MAX
from reelgate._transport import Abort
from scripted import KEY, NoPauses, failure

GOOD = {"item": {"id": "1"}}
PATH = "/api/x/v1"


def client_of(url: str, **options: Any) -> Reelgate:
    rg = Reelgate(KEY, url, clock=NoPauses(), **options)
    unittest.addModuleCleanup(rg.close)
    return rg


@contextlib.contextmanager
def environment(**values: str) -> Iterator[None]:
    """The environment with these variables of proxies, and no others of them."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    with mock.patch.dict(os.environ, {**kept, **values}, clear=True):
        yield


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.enterContext(environment())


class Aborts(unittest.TestCase):
    def test_an_abort_ends_the_connection_that_is_attached_or_will_be_and_no_other(self) -> None:
        abort, ended = Abort(), list[str]()
        abort.attach(lambda: ended.append("returned"))
        abort.attach(lambda: ended.append("running"))
        self.assertEqual(ended, [])
        abort.set()
        self.assertEqual(ended, ["running"])
        abort.attach(None)
        abort.attach(lambda: ended.append("opened"))
        self.assertEqual(ended, ["running", "opened"])


class Deadlines(Case):
    def _dripping(self, plain: bytes, slow: bytes) -> ReelgateError:
        def handle(connection: Connection, _: int) -> None:
            connection.request()
            connection.send(plain)
            connection.drip(slow, server.stop)

        with RawServer(handle) as server, client_of(server.url, timeout=0.3) as rg:
            error = failure(lambda: rg.request(PATH))
            self.assertEqual(server.connections, 1)
        return error

    def test_a_body_that_drips_ends_by_the_deadline(self) -> None:
        whole = http({"text": "x" * 200})
        head, _, body = whole.partition(b"\r\n\r\n")
        error = self._dripping(head + b"\r\n\r\n", body)
        self.assertEqual([error.code, error.outcome], ["DEADLINE", "unknown"])

    def test_headers_that_drip_end_by_the_deadline(self) -> None:
        error = self._dripping(b"", http(GOOD, headers=f"x-long: {'x' * 200}\r\n"))
        self.assertEqual([error.code, error.outcome], ["DEADLINE", "unknown"])

    def test_a_server_that_never_answers_ends_by_the_deadline(self) -> None:
        with RawServer(lambda connection, _: connection.request() and connection.request()) as server:
            error = failure(lambda: client_of(server.url, timeout=0.2).request(PATH))
        self.assertEqual([error.code, error.outcome], ["DEADLINE", "unknown"])

    def test_an_address_without_a_listener_was_not_sent_to(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as sock:
            address = "http://{}:{}".format(*sock.getsockname())
        error = failure(lambda: client_of(address).request(PATH))
        self.assertEqual([error.code, error.outcome], ["CONNECTION", "not_sent"])


class Bodies(Case):
    def _after(self, broken: bytes) -> int:
        """How many connections a client needs when the first one sends this and closes."""

        def handle(connection: Connection, number: int) -> None:
            while connection.request() is not None:
                connection.send(broken if number == 1 else http(GOOD))
                if number == 1:
                    return

        with RawServer(handle) as server, client_of(server.url) as rg:
            self.assertEqual(rg.request(PATH).data, GOOD)
            return server.connections

    def test_a_cut_answer_is_asked_for_again(self) -> None:
        text = json.dumps(GOOD).encode()
        zipped = gzip.compress(text)
        zip_headers = "content-encoding: gzip\r\n"
        chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        cases = {
            "nothing": b"",
            "in the status": b"HTTP/1.",
            "in the headers": b"HTTP/1.1 200 OK\r\ncontent-le",
            "in the body": http(text[:5], length=len(text)),
            "before the last byte": http(text[:-1], length=len(text)),
            "behind the JSON": http(text, length=len(text) + 1),
            "before the end of chunks": chunked + b"%x\r\n" % len(text) + text,
            "in a chunk": chunked + b"ff\r\n" + text,
            "in gzip": http(zipped[:-12], headers=zip_headers, length=len(zipped)),
            "in gzip, with a length that agrees": http(zipped[:-4], headers=zip_headers),
            "not gzip": http(text, headers=zip_headers),
            "not HTTP": b"SSH-2.0-OpenSSH\r\n\r\n",
        }
        for name, broken in cases.items():
            with self.subTest(name):
                self.assertEqual(self._after(broken), 2)

    def test_a_cut_answer_without_retries_is_in_doubt(self) -> None:
        with RawServer(lambda connection, _: connection.request()) as server:
            error = failure(lambda: client_of(server.url, max_retries=0).request(PATH))
        self.assertEqual([error.code, error.outcome], ["CONNECTION", "unknown"])

    def test_gzip_and_chunks_are_read(self) -> None:
        body = {"item": {"text": "猫 " * 50_000}}
        zipped = gzip.compress(json.dumps(body).encode())
        parts = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (zipped[:1], zipped[1:7], zipped[7:]))
        chunked = (
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-encoding: gzip\r\n\r\n" + parts + b"0\r\n\r\n"
        )
        with RawServer(answering(chunked, http(zipped, headers="content-encoding: gzip\r\n"))) as server:
            rg = client_of(server.url)
            self.assertEqual([rg.request(PATH).data for _ in range(2)], [body, body])
            self.assertEqual(server.connections, 1)

    def test_an_answer_above_the_bound_is_not_read_to_its_end_nor_asked_for_again(self) -> None:
        bomb = http(gzip.compress(b" " * 50_000_000), headers="content-encoding: gzip\r\n")
        for large in (http(b" " * 200_000), bomb):
            with RawServer(answering(large)) as server, mock.patch("reelgate._run.ANSWER_BYTES_MAX", 100_000):
                error = failure(lambda server=server: client_of(server.url).request(PATH))
                self.assertEqual([error.code, error.next, error.outcome], ["BAD_ANSWER", "fix", "unknown"])
                self.assertEqual(server.connections, 1)

    def test_a_redirect_is_not_followed(self) -> None:
        with RawServer(answering(http(GOOD))) as other:
            moved = http(b"", "302 Found", f"location: {other.url}/\r\n")
            with RawServer(answering(moved)) as server:
                error = failure(lambda: client_of(server.url).request(PATH))
            self.assertEqual([error.code, error.status, other.connections], ["BAD_ANSWER", 302, 0])

    def test_a_request_is_written_once_with_its_headers_and_its_body(self) -> None:
        seen: list[str] = []

        def handle(connection: Connection, _: int) -> None:
            seen.append(connection.request() or "")
            connection.send(http(GOOD))

        with RawServer(handle) as server:
            client_of(server.url).request(PATH, {"q": "猫"}, {"a": 1}, request_id="mine")
        head, _, body = seen[0].partition("\r\n\r\n")
        line, *headers = head.split("\r\n")
        self.assertEqual([line, body], [f"POST {PATH}?q=%E7%8C%AB HTTP/1.1", '{"a": 1}'])
        names = ["accept-encoding", "authorization", "content-length", "content-type", "host", "x-reelgate-request-id"]
        self.assertEqual(sorted(one.split(":")[0].lower() for one in headers), names)


class Kept(Case):
    def test_connections_are_kept_and_used_again(self) -> None:
        with RawServer(answering(http(GOOD), http({}, "404 Not Found"), http(GOOD))) as server:
            rg = client_of(server.url)
            for _ in range(5):
                with contextlib.suppress(ReelgateError):
                    rg.request(PATH)
            self.assertEqual(server.connections, 1)
            rg.close()
            self.assertTrue(server.closed.acquire(timeout=WAIT_S))

    def test_an_abort_that_comes_after_the_answer_leaves_the_kept_connection_to_others(self) -> None:
        with RawServer(answering(http(GOOD), http(GOOD))) as server, contextlib.closing(HttpTransport()) as transport:
            requests = [Request("GET", f"{server.url}{PATH}", {}, None, time.monotonic() + WAIT_S) for _ in range(2)]
            self.assertEqual(json.loads(b"".join(transport.send(requests[0]).body)), GOOD)
            requests[0].abort.set()
            self.assertEqual(json.loads(b"".join(transport.send(requests[1]).body)), GOOD)
            self.assertEqual(server.connections, 1)

    def test_a_connection_is_kept_for_less_than_the_minute_of_gateways_and_then_closed(self) -> None:
        self.assertLess(IDLE_S_MAX, 60)
        with RawServer(answering(http(GOOD), http(GOOD))) as server, mock.patch("reelgate._http.IDLE_S_MAX", 0):
            rg = client_of(server.url)
            rg.request(PATH)
            rg.request(PATH)
            self.assertEqual(server.connections, 2)
            self.assertTrue(server.closed.acquire(timeout=WAIT_S))

    def test_a_client_that_was_closed_uses_no_connection_that_it_kept(self) -> None:
        with RawServer(answering(http(GOOD), http(GOOD))) as server:
            transport = HttpTransport()
            rg = client_of(server.url, transport=transport)
            rg.request(PATH)
            rg.close()
            self.assertEqual(transport._idle, {})
            self.assertEqual(rg.request(PATH).data, GOOD)

    def test_a_kept_connection_that_the_server_closed_costs_no_attempt_and_no_doubt(self) -> None:
        seen: list[str | None] = []

        def handle(connection: Connection, _: int) -> None:
            seen.append(connection.request())
            connection.send(http(GOOD))

        with RawServer(handle) as server:
            rg = client_of(server.url, max_retries=0)
            for _ in range(3):
                rg.request(PATH)
                self.assertTrue(server.closed.acquire(timeout=WAIT_S))
            self.assertEqual([server.connections, len(seen)], [3, 3])

    def test_a_connection_that_says_it_closes_is_not_kept_and_its_body_is_whole(self) -> None:
        with RawServer(answering(http(GOOD, headers="connection: close\r\n"))) as server:
            rg = client_of(server.url)
            self.assertEqual([rg.request(PATH).data for _ in range(2)], [GOOD, GOOD])
            self.assertEqual(server.connections, 2)

    def test_a_connection_with_bytes_that_nobody_asked_for_is_not_used(self) -> None:
        is_sent = threading.Event()

        def handle(connection: Connection, number: int) -> None:
            while connection.request() is not None:
                smuggled = http({"number": "smuggled"})
                first, rest = (smuggled, b"") if together else (b"", smuggled)
                connection.send(http({"number": number}), first if number == 1 else b"")
                connection.send(rest if number == 1 else b"")
                is_sent.set()

        # Read with the first answer, or waiting in the socket.
        for together in (True, False):  # noqa: B007
            is_sent.clear()
            with RawServer(handle) as server:
                rg = client_of(server.url)
                first = rg.request(PATH).data["number"]
                is_sent.wait(WAIT_S)
                self.assertEqual([first, rg.request(PATH).data["number"]], [1, 2])

    def test_the_pool_is_bounded_and_parallel_answers_are_not_mixed(self) -> None:
        at_once = IDLE_MAX + 4
        all_there = threading.Barrier(at_once)

        def handle(connection: Connection, _: int) -> None:
            while (text := connection.request()) is not None:
                path = text.split(" ")[1]
                if path.startswith("/together"):
                    all_there.wait(WAIT_S)
                connection.send(http({"path": path}))

        with RawServer(handle) as server, ThreadPoolExecutor(at_once) as threads:
            transport = HttpTransport()
            rg = client_of(server.url, transport=transport)
            for kind in ("together", "each", "each", "each"):
                paths = [f"/{kind}/{number}" for number in range(at_once)]
                found = threads.map(lambda path: rg.request(path).data["path"], paths)
                self.assertEqual([*found], paths)
            kept = sum(map(len, transport._idle.values()))
            self.assertLessEqual(kept, IDLE_MAX)
            # Those above the bound were closed, and the others when the client closes.
            for _ in range(server.connections - kept):
                self.assertTrue(server.closed.acquire(timeout=WAIT_S))
            self.assertFalse(server.closed.acquire(blocking=False))
            rg.close()
            for _ in range(kept):
                self.assertTrue(server.closed.acquire(timeout=WAIT_S))

    @unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
    def test_a_fork_does_not_share_connections(self) -> None:
        def handle(connection: Connection, number: int) -> None:
            while connection.request() is not None:
                connection.send(http({"number": number}))

        with RawServer(handle) as server:
            transport = HttpTransport()
            rg = client_of(server.url, transport=transport)
            self.assertEqual(rg.request(PATH).data["number"], 1)
            # Another thread of the parent may hold the lock at this moment.
            with transport._lock:
                child = os.fork()
                if child == 0:
                    os._exit(rg.request(PATH).data["number"])
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 2)
            self.assertEqual(rg.request(PATH).data["number"], 1)


class Cancelled(unittest.IsolatedAsyncioTestCase):
    async def test_a_cancelled_task_closes_its_socket_in_headers_and_in_the_body(self) -> None:
        loop = asyncio.get_running_loop()
        sent, is_asked, is_closed = b"", asyncio.Event(), threading.Event()

        def handle(connection: Connection, _: int) -> None:
            connection.request()
            connection.send(sent)
            loop.call_soon_threadsafe(is_asked.set)
            if connection.is_closed_by_client():
                is_closed.set()

        for sent in (b"", http(b"{", length=100)):  # noqa: B007
            is_asked.clear()
            is_closed.clear()
            with environment(), RawServer(handle) as server:
                rg = AsyncReelgate(KEY, server.url, timeout=WAIT_S * 2)
                task = asyncio.create_task(rg.request(PATH))
                await is_asked.wait()
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                self.assertTrue(await asyncio.to_thread(is_closed.wait, WAIT_S / 2))
                self.assertEqual(server.connections, 1)
                await rg.close()


def _relay(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(65536):
            target.sendall(chunk)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def _anonymous(purpose: Any) -> ssl.SSLContext:
    """TLS without certificates, so that the tests need none."""
    context = ssl.SSLContext(purpose)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("AECDH:@SECLEVEL=0")
    return context


class Proxies(Case):
    def test_http_proxy_gets_whole_addresses_and_its_password_and_no_proxy_goes_around_it(self) -> None:
        seen: list[str] = []

        def proxy_handle(connection: Connection, _: int) -> None:
            while (text := connection.request()) is not None:
                seen.append(text)
                connection.send(http({"via": "proxy"}))

        with RawServer(proxy_handle) as proxy, RawServer(answering(http({"via": "none"}))) as server:
            proxied = f"http://me:a%40b@{proxy.address}"
            with environment(HTTP_PROXY=proxied):
                rg = client_of("http://gateway.example:8080")
                self.assertEqual([rg.request(PATH).data["via"] for _ in range(2)], ["proxy", "proxy"])
            self.assertEqual([len(seen), proxy.connections], [2, 1])
            self.assertTrue(seen[0].startswith(f"GET http://gateway.example:8080{PATH} HTTP/1.1\r\n"))
            self.assertIn("proxy-authorization: Basic bWU6YUBi\r\n", seen[0])
            for around in ("127.0.0.1", server.address, "*"):
                with environment(HTTP_PROXY=proxied, NO_PROXY=around):
                    self.assertEqual(client_of(server.url).request(PATH).data["via"], "none")
            self.assertEqual(proxy.connections, 1)

    def test_https_goes_through_connect_and_the_proxy_sees_neither_key_nor_path(self) -> None:
        seen: list[str] = []

        def proxy_handle(connection: Connection, _: int) -> None:
            seen.append(connection.request() or "")
            with socket.create_connection(server.address.split(":"), WAIT_S) as upstream:  # type: ignore[arg-type]
                connection.send(b"HTTP/1.1 200 Connected\r\n\r\n")
                back = threading.Thread(target=_relay, args=(upstream, connection.sock), daemon=True)
                back.start()
                _relay(connection.sock, upstream)
                back.join(WAIT_S)

        def handle(connection: Connection, number: int) -> None:
            secured = _anonymous(ssl.PROTOCOL_TLS_SERVER).wrap_socket(connection.sock, server_side=True)
            answering(http({"number": number}))(Connection(secured), number)
            secured.close()

        with RawServer(handle) as server, RawServer(proxy_handle) as proxy:
            transport = HttpTransport(_anonymous(ssl.PROTOCOL_TLS_CLIENT))
            with (
                environment(HTTPS_PROXY=f"http://me:word@{proxy.address}"),
                client_of("https://gateway.example", transport=transport) as rg,
            ):
                self.assertEqual([rg.request(PATH).data["number"] for _ in range(2)], [1, 1])
            self.assertEqual(len(seen), 1)
            self.assertTrue(seen[0].startswith("CONNECT gateway.example:443 HTTP/1."))
            self.assertIn("proxy-authorization: Basic", seen[0])
            self.assertNotIn(KEY, seen[0])

    def test_a_proxy_that_refuses_has_not_sent_the_call_and_is_left_while_the_error_is_kept(self) -> None:
        left = threading.Event()
        refuse = answering(http(b"", "407 Proxy Authentication Required"))

        def handle(connection: Connection, number: int) -> None:
            refuse(connection, number)
            left.set()

        with RawServer(handle) as proxy:
            with environment(HTTPS_PROXY=proxy.url):
                error = failure(lambda: client_of("https://gateway.example", max_retries=0).request(PATH))
            self.assertEqual([error.code, error.outcome], ["CONNECTION", "not_sent"])
            self.assertTrue(left.wait(WAIT_S))

    def test_a_connection_without_tls_has_not_sent_the_call(self) -> None:
        with RawServer(lambda connection, _: connection.sock.recv(1) and connection.send(http(GOOD))) as server:
            url = server.url.replace("http:", "https:")
            error = failure(lambda: client_of(url, max_retries=0).request(PATH))
        self.assertEqual([error.code, error.outcome], ["CONNECTION", "not_sent"])


class OwnTransport(unittest.TestCase):
    def test_what_a_transport_says_was_not_sent_is_not_in_doubt(self) -> None:
        class Closed:
            def send(self, request: object) -> Any:
                raise NotSent("closed")

        error = failure(lambda: client_of("http://127.0.0.1:9", transport=Closed(), max_retries=0).request(PATH))
        self.assertEqual(error.outcome, "not_sent")


if __name__ == "__main__":
    unittest.main()
