"""HTTP/1.1 over sockets of the standard library: kept connections, one deadline over connecting, headers and body, proxies from the
environment. No redirect is followed: it would carry the key to another server."""

from __future__ import annotations

import base64
import contextlib
import http.client
import io
import os
import select
import socket
import ssl
import threading
import time
import traceback
import urllib.parse
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from ._transport import NotSent, Request, Response

IDLE_MAX = 16
"""Connections that are kept for further requests. More may be open at the same time."""
IDLE_S_MAX = 50.0
"""A kept connection is not used after this time. Gateways and balancers close idle ones after 60 seconds and more."""
CHUNK_BYTES = 64 * 1024


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the deadline passed")
    return left


class _Wire:
    """A socket whose every read ends at the deadline of the request, however slowly the bytes come."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._is_read = False
        self._is_left = False
        self.deadline = 0.0
        self.has_strange_bytes = False
        """True if the other side sent more than the answer: the rest must not become the answer to the next request."""

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(_left(self.deadline))
        return self._sock.recv_into(buffer)

    def sendall(self, data: Any) -> None:
        self._sock.settimeout(_left(self.deadline))
        self._sock.sendall(data)

    def makefile(self, *_: Any) -> io.BufferedReader:
        self._is_read = True
        return _Buffer(_Reader(self))

    def close(self) -> None:
        """http.client calls this when the answer ends with its connection. The body must still be read."""
        self._is_left = True
        if not self._is_read:
            self.end()

    def read_up(self, has_strange_bytes: bool) -> None:
        self._is_read = False
        self.has_strange_bytes = has_strange_bytes
        if self._is_left:
            self.end()

    def shutdown(self) -> None:
        """Wakes the thread that reads."""
        with contextlib.suppress(OSError):  # It is closed already.
            self._sock.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        self._sock.close()

    def is_quiet(self) -> bool:
        """False if the other side has closed the connection, or has sent what nobody asked for."""
        if self.has_strange_bytes:
            return False
        try:
            return not select.select([self._sock], [], [], 0)[0]
        except (OSError, ValueError):
            return False


class _Reader(io.RawIOBase):
    def __init__(self, wire: _Wire) -> None:
        self.wire = wire
        self.is_ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return 0 if self.is_ended else self.wire.readinto(buffer)


class _Buffer(io.BufferedReader):
    """Reads from a wire and leaves it open: the end of an answer is not the end of its connection."""

    def __init__(self, reader: _Reader) -> None:
        super().__init__(reader, CHUNK_BYTES)
        self._reader = reader

    def close(self) -> None:
        if not self.closed:
            self._reader.is_ended = True
            self._reader.wire.read_up(len(self.peek(1)) > 0)
        super().close()


class _Connected:
    """Makes the socket of an http.client connection a wire. Comes before the connection's own class."""

    sock: Any

    def connect(self) -> None:
        cast(Any, super()).connect()
        self.sock = _Wire(self.sock)


class _Plain(_Connected, http.client.HTTPConnection):
    pass


class _Secure(_Connected, http.client.HTTPSConnection):
    pass


@dataclass
class _Idle:
    connection: http.client.HTTPConnection
    wire: _Wire
    place: str
    """Scheme, host and port."""
    since: float = 0.0


class HttpTransport:
    """The transport that clients use by default. It may be used by several threads."""

    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        self._ssl = ssl_context
        self._lock = threading.Lock()
        self._idle: dict[str, list[_Idle]] = {}
        self._pid = os.getpid()

    def send(self, request: Request) -> Response:
        url = urllib.parse.urlsplit(request.url)
        place = f"{url.scheme}://{url.netloc}"
        connection, target, extra = self._connection(url, place, request)
        wire = cast(_Wire, connection.sock)
        wire.deadline = request.deadline
        request.abort.attach(wire.shutdown)
        try:
            connection.request(request.method, target, request.body, {**request.headers, **extra})
            answer = connection.getresponse()
        except BaseException:
            request.abort.attach(None)
            wire.end()
            raise
        headers = {name.lower(): value for name, value in answer.getheaders()}
        body = self._body(_Idle(connection, wire, place), answer, request)
        return Response(
            answer.status, headers, _unzipped(body) if headers.get("content-encoding") == "gzip" else body, wire.end
        )

    def close(self) -> None:
        with self._lock:
            kept = [idle.wire for idles in self._idle.values() for idle in idles]
            self._idle.clear()
        for wire in kept:
            wire.end()

    def _connection(
        self, url: urllib.parse.SplitResult, place: str, request: Request
    ) -> tuple[http.client.HTTPConnection, str, dict[str, str]]:
        """A connection, the target of the request line, and headers for a proxy."""
        proxy = _proxy_for(url)
        target = urllib.parse.urlunsplit(("", "", url.path or "/", url.query, ""))
        extra: dict[str, str] = {}
        if proxy is not None and url.scheme == "http":
            target, extra = request.url, _proxy_headers(proxy)
        kept = self._kept(place)
        if kept is not None:
            return kept, target, extra
        connection = self._opened(url, proxy, _left(request.deadline))
        try:
            connection.connect()
        except TimeoutError as error:
            connection.close()
            raise NotSent("connect timeout") from error
        except OSError as error:
            connection.close()
            # The answer of a proxy that refused is held by the frames of the error, and keeps the socket open until they are collected.
            traceback.clear_frames(error.__traceback__)
            raise NotSent(error.strerror or type(error).__name__) from error
        return connection, target, extra

    def _opened(
        self, url: urllib.parse.SplitResult, proxy: urllib.parse.SplitResult | None, timeout: float
    ) -> http.client.HTTPConnection:
        host, port = url.hostname or "", url.port
        if proxy is not None and url.scheme == "http":
            return _Plain(proxy.hostname or "", proxy.port or 80, timeout=timeout)
        if url.scheme == "http":
            return _Plain(host, port, timeout=timeout)
        self._ssl = self._ssl or ssl.create_default_context()
        if proxy is None:
            return _Secure(host, port, timeout=timeout, context=self._ssl)
        connection = _Secure(proxy.hostname or "", proxy.port or 80, timeout=timeout, context=self._ssl)
        connection.set_tunnel(host, port or 443, _proxy_headers(proxy))
        return connection

    def _kept(self, place: str) -> http.client.HTTPConnection | None:
        if self._pid != os.getpid():
            # Two processes must not speak on one connection, and a thread of the other process may hold the lock for ever.
            self._pid, self._lock = os.getpid(), threading.Lock()
            self.close()
        with self._lock:
            idles = self._idle.get(place, [])
            while idles:
                idle = idles.pop()
                if time.monotonic() - idle.since < IDLE_S_MAX and idle.wire.is_quiet():
                    return idle.connection
                idle.wire.end()
        return None

    def _keep(self, idle: _Idle) -> None:
        idle.since = time.monotonic()
        with self._lock:
            idles = self._idle.setdefault(idle.place, [])
            is_kept = len(idles) < IDLE_MAX
            if is_kept:
                idles.append(idle)
        if not is_kept:
            idle.wire.end()

    def _body(self, idle: _Idle, answer: http.client.HTTPResponse, request: Request) -> Iterator[bytes]:
        is_whole = False
        try:
            while chunk := answer.read1(CHUNK_BYTES):
                yield chunk
            # http.client takes the end of a connection for the end of a body, also before its last byte.
            if answer.length:
                raise http.client.IncompleteRead(b"", answer.length)
            is_whole = not answer.will_close
        finally:
            request.abort.attach(None)
            answer.close()
            if is_whole and not request.abort.is_set:
                self._keep(idle)
            else:
                idle.wire.end()


def _unzipped(body: Iterator[bytes]) -> Iterator[bytes]:
    inflater = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        for chunk in body:
            while chunk:
                yield inflater.decompress(chunk, CHUNK_BYTES)
                chunk = inflater.unconsumed_tail
    except zlib.error as error:
        raise http.client.HTTPException("the body is not gzip") from error
    if not inflater.eof:
        raise http.client.IncompleteRead(b"")


def _proxy_for(url: urllib.parse.SplitResult) -> urllib.parse.SplitResult | None:
    """`HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` of the environment."""
    # Loaded here, because it takes longer than the rest of this package.
    from urllib.request import getproxies, proxy_bypass

    address = getproxies().get(url.scheme)
    if not address or proxy_bypass(url.netloc):
        return None
    return urllib.parse.urlsplit(address if "//" in address else f"//{address}")


def _proxy_headers(proxy: urllib.parse.SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    name, word = urllib.parse.unquote(proxy.username), urllib.parse.unquote(proxy.password or "")
    token = base64.b64encode(f"{name}:{word}".encode()).decode()
    return {"proxy-authorization": f"Basic {token}"}
