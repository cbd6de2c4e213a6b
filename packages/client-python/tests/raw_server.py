"""A server of raw sockets on loopback: a test says byte by byte what it sends."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable
from typing import Any, Self

WAIT_S = 30
"""Only a test that fails waits this long."""


class Connection:
    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self._bytes = b""

    def request(self) -> str | None:
        """The head of the next request with its body; None if the client has closed the connection."""
        while b"\r\n\r\n" not in self._bytes:
            if not self._more():
                return None
        head, _, self._bytes = self._bytes.partition(b"\r\n\r\n")
        length = 0
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        while len(self._bytes) < length and self._more():
            pass
        body, self._bytes = self._bytes[:length], self._bytes[length:]
        return (head + b"\r\n\r\n" + body).decode()

    def is_closed_by_client(self) -> bool:
        return not self._bytes and not self._more()

    def send(self, *parts: bytes) -> None:
        self.sock.sendall(b"".join(parts))

    def drip(self, text: bytes, stop: threading.Event) -> None:
        """One byte at a time. All of it takes seconds, so that a deadline over each single read would not end it."""
        with contextlib.suppress(OSError):
            for at in range(len(text)):
                self.sock.sendall(text[at : at + 1])
                if stop.wait(0.02):
                    return

    def _more(self) -> bytes:
        try:
            more = self.sock.recv(65536)
        except OSError:
            more = b""
        self._bytes += more
        return more


def http(body: object, status: str = "200 OK", headers: str = "", length: int | None = None) -> bytes:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    stated = f"content-length: {len(text) if length is None else length}\r\n"
    return f"HTTP/1.1 {status}\r\n{stated}{headers}\r\n".encode() + text


Handler = Callable[[Connection, int], Any]


class RawServer:
    """Calls `handle` with each connection and its number, in a thread of its own, and closes it afterwards."""

    def __init__(self, handle: Handler) -> None:
        self._handle = handle
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._threads: list[threading.Thread] = []
        self._socks: list[socket.socket] = []
        self.connections = 0
        self.closed = threading.Semaphore(0)
        """Released for each connection that was closed."""
        self.stop = threading.Event()
        self.address = "{}:{}".format(*self._listener.getsockname())
        self.url = f"http://{self.address}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        # Wakes the thread that accepts, which closing alone does not.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for sock in self._socks:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(WAIT_S)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                sock, _ = self._listener.accept()
                sock.settimeout(WAIT_S)
                self.connections += 1
                self._socks.append(sock)
                thread = threading.Thread(target=self._serve, args=(sock, self.connections), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self, sock: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError):
            self._handle(Connection(sock), number)
        sock.close()
        self.closed.release()


def answering(*answers: bytes) -> Handler:
    """Gives each request of any connection the next answer; the last one is repeated."""
    left = list(answers)

    def handle(connection: Connection, _: int) -> None:
        while connection.request() is not None:
            connection.send(left.pop(0) if len(left) > 1 else left[0])

    return handle
