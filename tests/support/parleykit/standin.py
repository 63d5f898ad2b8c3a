# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What stand-ins for chat services share: HTTPS and a websocket on loopback, and what came in."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine

from .certificate import HOST, make_certificate, server_context
from .person import Heard
from .process import MissingProgram, slowness

try:
    from aiohttp import web
except ImportError as error:  # pragma: no cover - depends on the machine
    raise MissingProgram("aiohttp is not installed for /usr/bin/python3") from error


class StandIn:
    """A server in a thread of its own; all methods may be called from outside it."""

    def __init__(self, user: str, person: str) -> None:
        self.user = user
        self.person = person
        self.port = 0
        self.folder = tempfile.mkdtemp(prefix="parley-stand-in-")
        self.certificate = make_certificate(self.folder)
        self.socket: web.WebSocketResponse | None = None
        self._heard: list[Heard] = []
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._runner: web.AppRunner | None = None

    # --- what each service has of its own ---

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Tells what is served where."""
        raise NotImplementedError

    async def begin(self) -> None:
        """Greets a client that has opened the websocket."""
        raise NotImplementedError

    async def take(self, text: str) -> None:
        """Takes what came over the websocket."""
        raise NotImplementedError

    # --- what a test does and sees ---

    def start(self) -> "StandIn":
        """Begins to serve, on a free port."""
        self._thread.start()
        self.run(self._serve())
        return self

    def stop(self) -> None:
        """Stops serving."""
        if self._runner is not None:
            self.run(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def heard(self) -> list[Heard]:
        """What came from the user's client: messages, and signs of typing."""
        with self._changed:
            return list(self._heard)

    @property
    def replies(self) -> list[str]:
        """The texts of the messages among it."""
        return [heard.text for heard in self.heard if heard.kind == "message"]

    def wait_for(self, condition: Callable[[list[Heard]], bool], limit: float) -> bool:
        """Waits until what came meets the condition; returns whether it did."""
        return self.wait(lambda: condition(self._heard), limit)

    # --- for the services ---

    def run(self, what: Coroutine) -> None:
        """Does something in the server's thread, and waits until it is done."""
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10 * slowness())

    def wait(self, condition: Callable[[], bool], limit: float) -> bool:
        """Waits for something that `change` tells of; returns whether it came."""
        with self._changed:
            return self._changed.wait_for(condition, limit * slowness())

    def change(self, how: Callable[[], object]) -> None:
        """Changes what others wait for."""
        with self._changed:
            how()
            self._changed.notify_all()

    def hear(self, kind: str, text: str = "") -> None:
        """Keeps what came."""
        self.change(lambda: self._heard.append(Heard(time.monotonic(), kind, text)))

    async def send(self, text: str) -> None:
        """Sends over the websocket, if it is open."""
        if self.socket is None or self.socket.closed:
            return
        with contextlib.suppress(ConnectionResetError):
            await self.socket.send_str(text)

    async def on_socket(self, request: web.Request) -> web.WebSocketResponse:
        """The handler of the websocket's address."""
        self.socket = web.WebSocketResponse()
        await self.socket.prepare(request)
        await self.begin()
        async for frame in self.socket:
            await self.take(frame.data)
        return self.socket

    async def _serve(self) -> None:
        application = web.Application()
        self.add_routes(application.router)
        runner = self._runner = web.AppRunner(application)
        await runner.setup()
        await web.TCPSite(runner, HOST, 0, shutdown_timeout=0.1,
                          ssl_context=server_context(self.certificate)).start()
        self.port = runner.addresses[0][1]

    def __enter__(self) -> "StandIn":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
