# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A stand-in for a Rocket.Chat server: its real-time protocol for a user and one direct room.

What is said in which order is what EionRobb/purple-rocketchat (librocketchat.c) asks for and what
Rocket.Chat's own documents of the protocol show: DDP in SockJS frames over a websocket.
"""

from __future__ import annotations

import hashlib
import json
import time
from urllib.parse import quote

from aiohttp import web

from .certificate import HOST
from .profile import Account
from .servers import PASSWORD
from .standin import StandIn


class RocketChat(StandIn):
    """Each name's id is the name with “-id” behind it."""

    protocol = "prpl-eionrobb-rocketchat"

    def __init__(self, user: str, person: str) -> None:
        super().__init__(user, person)
        self._room = f"{user}-id{person}-id"
        self._opened = False
        self._n_said = 0
        self._from_here: dict = {}
        self._wanted: set[tuple[str, str]] = set()

    @property
    def account(self) -> Account:
        """The user's account here."""
        return Account(f"{self.user}|{HOST}:{self.port}", self.protocol, PASSWORD)

    # --- what a test does ---

    def wait_ready(self) -> bool:
        """Waits until the client has asked for what happens to it."""
        return self._wait_wanted("stream-room-messages", "__my_messages__") and \
            self._wait_wanted("stream-notify-user", f"{self.user}-id/subscriptions-changed")

    def say(self, text: str, name: str = "") -> None:
        """Somebody writes into the room: the person, or the user in another session."""
        self._n_said += 1
        self._open_room()
        self.run(self._publish({"_id": f"elsewhere{self._n_said}", "rid": self._room, "msg": text},
                               name or self.person))

    def upload(self, name: str, caption: str = "") -> None:
        """The person sends a file, as the server tells of it since version 5."""
        self._n_said += 1
        self._open_room()
        self.run(self._publish({
            "_id": f"elsewhere{self._n_said}", "rid": self._room, "msg": caption,
            "attachments": [{"title": name, "title_link": f"/file-upload/1a2b/{quote(name)}"}],
        }, self.person))

    def show_typing(self, is_typing: bool) -> None:
        """The person types, or does no longer."""
        self._open_room()
        self.run(self._emit("stream-notify-room", f"{self._room}/typing",
                            [self.person, is_typing]))

    def repeat(self) -> None:
        """Tells again of what the user's client sent last, as with a preview under a link."""
        self.run(self._publish(self._from_here, self.user))

    def _open_room(self) -> None:
        """The first who writes opens it; the client then asks for what happens there."""
        if self._opened:
            return
        self._opened = True
        self.run(self._emit(
            "stream-notify-user", f"{self.user}-id/subscriptions-changed",
            ["inserted", {"t": "d", "name": self.person, "rid": self._room, "open": True,
                          "u": {"_id": f"{self.user}-id", "username": self.user}}]))
        if not self._wait_wanted("stream-notify-room", f"{self._room}/typing"):
            raise RuntimeError("the client did not join the room")

    def _wait_wanted(self, name: str, event: str) -> bool:
        return self.wait(lambda: (name, event) in self._wanted, 10)

    # --- the protocol ---

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/sockjs/{server}/{session}/websocket", self.on_socket)
        router.add_get("/api/info", self._on_info)
        router.add_get("/api/v1/users.presence", self._on_presence)

    async def _on_info(self, _: web.Request) -> web.Response:
        return web.json_response({"version": "3.0.12", "success": True})

    async def _on_presence(self, _: web.Request) -> web.Response:
        return web.json_response({"full": True, "success": True, "users": [
            {"_id": f"{name}-id", "username": name, "status": "online"}
            for name in (self.user, self.person)]})

    async def begin(self) -> None:
        await self.send("o")
        await self._tell({"server_id": "0"})

    async def take(self, text: str) -> None:
        for piece in json.loads(text):
            await self._take_message(json.loads(piece))

    async def _tell(self, message: dict) -> None:
        await self.send("a" + json.dumps([json.dumps(message)]))

    async def _take_message(self, message: dict) -> None:
        if message["msg"] == "connect":
            await self._tell({"msg": "connected", "session": "session"})
        elif message["msg"] == "sub":
            wanted = (message["name"], (message["params"] or [""])[0])
            self.change(lambda: self._wanted.add(wanted))
            await self._tell({"msg": "ready", "subs": [message["id"]]})
        elif message["msg"] == "method":
            await self._call(message["method"], message["params"], message["id"])

    async def _call(self, method: str, params: list, call_id: str) -> None:
        if method == "login":
            await self._log_in(params[0], call_id)
            return
        result: object = None
        if method == "sendMessage":
            # Every session hears of it, the one that it came from as well.
            self.hear("message", params[0]["msg"])
            self._from_here = params[0]
            result = await self._publish(params[0], self.user)
        elif method == "stream-notify-room":
            self.hear("composing" if params[2] else "paused")
        elif method == "createDirectMessage":
            result = {"rid": self._room}
        elif method == "rooms/get":
            result = {"update": [], "remove": []}
        elif method == "browseChannels":
            result = {"results": [], "total": 0}
        elif method == "getUsersOfRoom":
            result = {"total": 2, "records": [{"_id": f"{name}-id", "username": name}
                                              for name in (self.user, self.person)]}
        elif method == "loadHistory":
            result = {"messages": []}
        await self._tell({"msg": "result", "id": call_id, "result": result})
        await self._tell({"msg": "updated", "methods": [call_id]})

    async def _log_in(self, who: dict, call_id: str) -> None:
        digest = hashlib.sha256(PASSWORD.encode()).hexdigest()
        if who.get("user") != {"username": self.user} or who["password"]["digest"] != digest:
            await self._tell({"msg": "result", "id": call_id,
                              "error": {"error": 403, "message": "User not found [403]"}})
            return
        own = f"{self.user}-id"
        await self._tell({"msg": "added", "collection": "users", "id": own,
                          "fields": {"username": self.user, "status": "online"}})
        await self._tell({"msg": "result", "id": call_id, "result": {"id": own, "token": "token"}})

    async def _publish(self, given: dict, name: str) -> dict:
        message = {**given, "ts": {"$date": int(time.time() * 1000)},
                   "u": {"_id": f"{name}-id", "username": name}}
        await self._emit("stream-room-messages", "__my_messages__",
                         [message, {"roomParticipant": True, "roomType": "d"}])
        return message

    async def _emit(self, name: str, event: str, args: list) -> None:
        """Only what was asked for is told."""
        if (name, event) in self._wanted:
            await self._tell({"msg": "changed", "collection": name, "id": "id",
                              "fields": {"eventName": event, "args": args}})
