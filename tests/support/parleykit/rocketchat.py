# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A stand-in for a Rocket.Chat server: its real-time protocol for a user and one direct room.

What is said in which order is what EionRobb/purple-rocketchat (librocketchat.c) asks for and what
Rocket.Chat's own documents of the protocol show: DDP in SockJS frames over a websocket.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import tempfile
import threading
import time
from collections.abc import Callable

from .certificate import HOST, make_certificate, server_context
from .person import Heard
from .process import MissingProgram, slowness
from .servers import PASSWORD

try:
    from aiohttp import web
except ImportError as error:  # pragma: no cover - depends on the machine
    raise MissingProgram("aiohttp is not installed for /usr/bin/python3") from error


class RocketChat:
    """The server in a thread of its own. Each name's id is the name with “-id” behind it."""

    def __init__(self, user: str, person: str) -> None:
        self.user = user
        self.person = person
        self.room = f"{user}-id{person}-id"
        self.port = 0
        self.folder = tempfile.mkdtemp(prefix="parley-rocketchat-")
        self.certificate = make_certificate(self.folder)
        self._opened = False
        self._n_said = 0
        self._heard: list[Heard] = []
        self._wanted: set[tuple[str, str]] = set()
        self._changed = threading.Condition()
        self._session: web.WebSocketResponse | None = None
        self._runner: web.AppRunner | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> "RocketChat":
        """Begins to serve, on a free port."""
        self._thread.start()
        self._run(self._serve())
        return self

    def stop(self) -> None:
        """Stops serving."""
        if self._runner is not None:
            self._run(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- what the test does ---

    def say(self, text: str, name: str = "") -> None:
        """Somebody writes into the room: the person, or the user in another session."""
        self._n_said += 1
        self._open_room()
        self._run(self._publish({
            "_id": f"elsewhere{self._n_said}", "rid": self.room, "msg": text,
            "ts": {"$date": int(time.time() * 1000)},
            "u": {"_id": f"{name or self.person}-id", "username": name or self.person}}))

    def show_typing(self, is_typing: bool) -> None:
        """The person types, or does no longer."""
        self._open_room()
        self._run(self._emit("stream-notify-room", f"{self.room}/typing",
                             [self.person, is_typing]))

    def wait_wanted(self, name: str, event: str, limit: float = 10) -> bool:
        """Waits until the client has asked for such events."""
        return self._wait(lambda: (name, event) in self._wanted, limit)

    # --- what the test sees ---

    @property
    def heard(self) -> list[Heard]:
        """What came from the user's client: messages, and “composing” and “paused”."""
        with self._changed:
            return list(self._heard)

    @property
    def replies(self) -> list[str]:
        """The texts of the messages among it."""
        return [heard.text for heard in self.heard if heard.kind == "message"]

    def wait_for(self, condition: Callable[[list[Heard]], bool], limit: float) -> bool:
        """Waits until what came meets the condition; returns whether it did."""
        return self._wait(lambda: condition(self._heard), limit)

    def _wait(self, condition: Callable[[], bool], limit: float) -> bool:
        with self._changed:
            return self._changed.wait_for(condition, limit * slowness())

    def _hear(self, kind: str, text: str = "") -> None:
        with self._changed:
            self._heard.append(Heard(time.monotonic(), kind, text))
            self._changed.notify_all()

    # --- the protocol ---

    def _run(self, what) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10 * slowness())

    async def _serve(self) -> None:
        application = web.Application()
        application.router.add_get("/sockjs/{server}/{session}/websocket", self._on_socket)
        application.router.add_get("/api/info", self._on_info)
        application.router.add_get("/api/v1/users.presence", self._on_presence)
        runner = self._runner = web.AppRunner(application)
        await runner.setup()
        site = web.TCPSite(runner, HOST, 0, shutdown_timeout=0.1,
                           ssl_context=server_context(self.certificate))
        await site.start()
        self.port = runner.addresses[0][1]

    async def _on_info(self, _: web.Request) -> web.Response:
        return web.json_response({"version": "3.0.12", "success": True})

    async def _on_presence(self, _: web.Request) -> web.Response:
        return web.json_response({"full": True, "success": True, "users": [
            {"_id": f"{name}-id", "username": name, "status": "online"}
            for name in (self.user, self.person)]})

    async def _on_socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoclose=False)
        await socket.prepare(request)
        self._session = socket
        await socket.send_str("o")
        await self._send({"server_id": "0"})
        async for frame in socket:
            for text in json.loads(frame.data):
                await self._take(json.loads(text))
        return socket

    async def _send(self, message: dict) -> None:
        if self._session is not None and not self._session.closed:
            await self._session.send_str("a" + json.dumps([json.dumps(message)]))

    async def _take(self, message: dict) -> None:
        if message["msg"] == "connect":
            await self._send({"msg": "connected", "session": "session"})
        elif message["msg"] == "sub":
            with self._changed:
                self._wanted.add((message["name"], (message["params"] or [""])[0]))
                self._changed.notify_all()
            await self._send({"msg": "ready", "subs": [message["id"]]})
        elif message["msg"] == "method":
            await self._call(message["method"], message["params"], message["id"])

    async def _call(self, method: str, params: list, call_id: str) -> None:
        if method == "login":
            await self._log_in(params[0], call_id)
            return
        result: object = None
        if method == "sendMessage":
            result = await self._got_message(params[0])
        elif method == "stream-notify-room":
            self._hear("composing" if params[2] else "paused")
        elif method == "createDirectMessage":
            result = {"rid": self.room}
        elif method == "rooms/get":
            result = {"update": [], "remove": []}
        elif method == "browseChannels":
            result = {"results": [], "total": 0}
        elif method == "getUsersOfRoom":
            result = {"total": 2, "records": [{"_id": f"{name}-id", "username": name}
                                              for name in (self.user, self.person)]}
        elif method == "loadHistory":
            result = {"messages": []}
        await self._send({"msg": "result", "id": call_id, "result": result})
        await self._send({"msg": "updated", "methods": [call_id]})

    async def _log_in(self, who: dict, call_id: str) -> None:
        digest = hashlib.sha256(PASSWORD.encode()).hexdigest()
        if who.get("user") != {"username": self.user} or who["password"]["digest"] != digest:
            await self._send({"msg": "result", "id": call_id,
                              "error": {"error": 403, "message": "User not found [403]"}})
            return
        own = f"{self.user}-id"
        await self._send({"msg": "added", "collection": "users", "id": own,
                          "fields": {"username": self.user, "status": "online"}})
        await self._send({"msg": "result", "id": call_id, "result": {"id": own, "token": "token"}})

    async def _got_message(self, given: dict) -> dict:
        """Every session hears of it, the one that it came from as well."""
        self._hear("message", given["msg"])
        message = {**given, "ts": {"$date": int(time.time() * 1000)},
                   "u": {"_id": f"{self.user}-id", "username": self.user}}
        await self._publish(message)
        return message

    async def _publish(self, message: dict) -> None:
        await self._emit("stream-room-messages", "__my_messages__",
                         [message, {"roomParticipant": True, "roomType": "d"}])

    async def _emit(self, name: str, event: str, args: list) -> None:
        """Only what was asked for is told."""
        if (name, event) in self._wanted:
            await self._send({"msg": "changed", "collection": name, "id": "id",
                              "fields": {"eventName": event, "args": args}})

    def _open_room(self) -> None:
        """The first who writes opens it; the client then asks for what happens there."""
        if self._opened:
            return
        self._opened = True
        self._run(self._emit(
            "stream-notify-user", f"{self.user}-id/subscriptions-changed",
            ["inserted", {"t": "d", "name": self.person, "rid": self.room, "open": True,
                          "u": {"_id": f"{self.user}-id", "username": self.user}}]))
        if not self.wait_wanted("stream-notify-room", f"{self.room}/typing"):
            raise RuntimeError("the client did not join the room")

    def __enter__(self) -> "RocketChat":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
