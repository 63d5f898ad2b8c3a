# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A person on IRC: raw lines over a socket, so that a test sees the bytes as they are."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .process import slowness


@dataclass(frozen=True)
class Line:
    """One raw line from the server, with its CRLF."""

    at: float
    raw: bytes

    @property
    def nick(self) -> str:
        """Who sent it, or the server's name."""
        prefix = self.raw.split(b" ", 1)[0] if self.raw.startswith(b":") else b""
        return prefix[1:].split(b"!")[0].decode("utf-8", "replace")

    @property
    def command(self) -> str:
        """PRIVMSG, NOTICE, 001 and so on."""
        words = self.raw.split()
        return words[1 if self.raw.startswith(b":") else 0].decode() if len(words) > 1 else ""

    @property
    def text(self) -> str:
        """The last parameter."""
        _, _, rest = self.raw[1:].rstrip(b"\r\n").partition(b" :")
        return rest.decode("utf-8", "replace")


class IrcPerson:
    """A tiny client: signs on, answers pings, keeps all lines."""

    def __init__(self, nick: str, port: int, host: str = "127.0.0.1",
                 user: str = "") -> None:
        """`host`: where they come from, any that begins with 127; `user`: if not as the nick."""
        self.nick = nick
        self._user = user or nick
        self._host = host
        self._port = port
        self._socket: socket.socket | None = None
        self._lines: list[Line] = []
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)

    def start(self) -> "IrcPerson":
        """Signs on and waits for the welcome."""
        self._socket = socket.create_connection(
            ("127.0.0.1", self._port), 10, (self._host, 0))
        self._socket.settimeout(None)
        self._thread.start()
        self.send_raw(f"NICK {self.nick}")
        self.send_raw(f"USER {self._user} 0 * :{self.nick}")
        if not self.wait_for(lambda lines: any(line.command == "001" for line in lines), 20):
            raise RuntimeError(f"{self.nick} could not sign on to IRC")
        return self

    def stop(self) -> None:
        """Leaves."""
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            self._socket.close()
            self._thread.join(5)

    def send_raw(self, line: str) -> None:
        """Sends one line; CRLF is added."""
        assert self._socket is not None
        self._socket.sendall(line.encode() + b"\r\n")

    def say(self, nick: str, text: str) -> None:
        """A private message."""
        self.send_raw(f"PRIVMSG {nick} :{text}")

    def notice(self, nick: str, text: str) -> None:
        """A notice: nobody may ever answer one by machine (RFC 1459)."""
        self.send_raw(f"NOTICE {nick} :{text}")

    def is_on(self, nick: str, limit: float = 20) -> bool:
        """Waits until a nick is known to the server."""
        end = time.monotonic() + limit * slowness()
        while time.monotonic() < end:
            start = len(self.lines)
            self.send_raw(f"ISON {nick}")
            self.wait_for(lambda lines, s=start: any(x.command == "303" for x in lines[s:]), 2)
            if any(x.command == "303" and nick in x.text.split() for x in self.lines[start:]):
                return True
            time.sleep(0.1)
        return False

    @property
    def has_ended(self) -> bool:
        """Whether the server, or whatever is between, hung up."""
        return not self._thread.is_alive()

    @property
    def lines(self) -> list[Line]:
        """All lines so far."""
        with self._changed:
            return list(self._lines)

    def from_nick(self, nick: str) -> list[Line]:
        """What one nick wrote to us, messages and notices."""
        return [line for line in self.lines
                if line.nick == nick and line.command in ("PRIVMSG", "NOTICE")]

    def wait_for(self, condition: Callable[[list[Line]], bool], limit: float) -> bool:
        """Waits until the lines meet the condition; returns whether they did."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self._lines), limit * slowness())

    def _read(self) -> None:
        assert self._socket is not None
        rest = b""
        while True:
            try:
                data = self._socket.recv(65536)
            except OSError:
                return
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            for raw in lines:
                self._take(raw + b"\n")

    def _take(self, raw: bytes) -> None:
        if raw.startswith(b"PING"):
            self.send_raw("PONG" + raw[4:].decode().rstrip())
        with self._changed:
            self._lines.append(Line(time.monotonic(), raw))
            self._changed.notify_all()

    def __enter__(self) -> "IrcPerson":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
