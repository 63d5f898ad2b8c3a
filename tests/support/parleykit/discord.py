# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A stand-in for Discord: its gateway and the calls that a direct chat takes.

EionRobb/purple-discord (libdiscord.c) goes to Discord's own addresses and no others: so it is led
here by a proxy, and knows the stand-in's certificate for theirs.
"""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timezone

from aiohttp import web

from .certificate import HOST
from .profile import Account
from .standin import StandIn

ADDRESSES = ("discord.com", "gateway.discord.gg")

_ROOM = "1001"
_DISPATCH, _IDENTIFY, _HELLO, _HEARTBEAT, _HEARTBEAT_ACK = 0, 2, 10, 1, 11


class Discord(StandIn):
    """One direct chat of the user and the person, who both have a number behind their name."""

    protocol = "prpl-eionrobb-discord"

    def __init__(self, user: str, person: str) -> None:
        super().__init__(user, person)
        self._proxy: asyncio.AbstractServer | None = None
        self._proxy_port = 0
        self._sequence = 0
        self._number = 10 ** 17
        self._ready = False

    @property
    def account(self) -> Account:
        """The user's account here, which has logged in before."""
        return Account(f"{self.user}@example.org", self.protocol, "", {
            "token": "token", "disable-compress": True}, proxy=self._proxy_port)

    # --- what a test does ---

    def start(self) -> "Discord":
        super().start()
        self.run(self._serve_proxy())
        return self

    def stop(self) -> None:
        if self._proxy is not None:
            self._proxy.close()
        super().stop()

    def wait_ready(self) -> bool:
        """Waits until the client is logged in."""
        return self.wait(lambda: self._ready, 10)

    def say(self, text: str, name: str = "") -> None:
        """Somebody writes: the person, or the user in another client."""
        self._number += 1
        self.run(self._publish("MESSAGE_CREATE", {"content": text}, name or self.person))

    def edit(self, text: str) -> None:
        """The person changes what they wrote last."""
        self.run(self._publish("MESSAGE_UPDATE", {"content": text}, self.person))

    def pin(self, text: str) -> None:
        """Somebody pins what was written last."""
        self.run(self._publish("MESSAGE_UPDATE", {"content": text, "pinned": True}, self.person))

    def preview(self, text: str, name: str = "") -> None:
        """The server puts a preview under the link in what somebody wrote last."""
        card = {"url": "https://a.example/6", "title": "The map",
                "description": "All that is to be seen in our town, with hours"}
        self.run(self._publish("MESSAGE_UPDATE", {"content": text, "embeds": [card]},
                               name or self.person))

    def show_typing(self, is_typing: bool) -> None:
        """The person types; that they do no longer is never told."""
        if is_typing:
            self.run(self._dispatch("TYPING_START", {
                "channel_id": _ROOM, "user_id": self._describe(self.person)["id"]}))

    # --- the gateway ---

    async def begin(self) -> None:
        await self._tell({"op": _HELLO, "d": {"heartbeat_interval": 41250}})

    async def take(self, text: str) -> None:
        message = json.loads(text)
        if message["op"] == _IDENTIFY:
            await self._dispatch("READY", {
                "user": self._describe(self.user), "session_id": "session", "guilds": [],
                "users": [self._describe(self.person)], "relationships": [], "presences": [],
                "user_guild_settings": {"entries": []}, "read_state": {"entries": []},
                "private_channels": [{"id": _ROOM, "type": 1, "last_message_id": "0",
                                      "recipient_ids": [self._describe(self.person)["id"]]}]})
            self.change(lambda: setattr(self, "_ready", True))
        elif message["op"] == _HEARTBEAT:
            await self._tell({"op": _HEARTBEAT_ACK})

    async def _tell(self, message: dict) -> None:
        await self.send(json.dumps(message))

    async def _dispatch(self, kind: str, data: dict) -> None:
        self._sequence += 1
        await self._tell({"op": _DISPATCH, "t": kind, "s": self._sequence, "d": data})

    async def _publish(self, kind: str, given: dict, name: str) -> dict:
        message = {"id": str(self._number), "channel_id": _ROOM, "type": 0, "pinned": False,
                   "timestamp": datetime.now(timezone.utc).isoformat(), "attachments": [],
                   "embeds": [], "mentions": [], "author": self._describe(name), **given}
        await self._dispatch(kind, message)
        return message

    def _describe(self, name: str) -> dict:
        return {"id": "1" if name == self.user else "2", "username": name,
                "discriminator": "1234"}

    # --- its calls ---

    def add_routes(self, router: web.UrlDispatcher) -> None:
        messages = f"/api/v9/channels/{_ROOM}/messages"
        router.add_get("/", self.on_socket)
        router.add_post(messages, self._on_message)
        router.add_post(f"/api/v9/channels/{_ROOM}/typing", self._on_typing)
        router.add_route("*", "/{rest:.*}", self._on_other)

    async def _on_message(self, request: web.Request) -> web.Response:
        """Every session hears of it, the one that it came from as well."""
        given = await request.json()
        self.hear("message", given["content"])
        self._number += 1
        return web.json_response(await self._publish(
            "MESSAGE_CREATE", {"content": given["content"], "nonce": given["nonce"]}, self.user))

    async def _on_typing(self, _: web.Request) -> web.Response:
        self.hear("composing")
        return web.Response(status=204)

    async def _on_other(self, _: web.Request) -> web.Response:
        return web.json_response({})

    # --- the proxy ---

    async def _serve_proxy(self) -> None:
        self._proxy = await asyncio.start_server(self._on_proxy, HOST, 0)
        self._proxy_port = self._proxy.sockets[0].getsockname()[1]

    async def _on_proxy(self, near_in: asyncio.StreamReader,
                        near_out: asyncio.StreamWriter) -> None:
        """Whatever is asked for, the stand-in is what there is."""
        await near_in.readuntil(b"\r\n\r\n")
        far_in, far_out = await asyncio.open_connection(HOST, self.port)
        near_out.write(b"HTTP/1.0 200 Connection established\r\n\r\n")
        await asyncio.gather(_copy(near_in, far_out), _copy(far_in, near_out))


async def _copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()
    except ConnectionError:
        pass
    sink.close()
