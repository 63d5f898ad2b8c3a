# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The person on the other side: an XMPP client that has nothing in common with libpurple."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .process import MissingProgram, slowness

logging.getLogger("slixmpp").setLevel(logging.CRITICAL)

try:
    import slixmpp
except ImportError as error:  # pragma: no cover - depends on the machine
    raise MissingProgram("slixmpp is not installed for " + "/usr/bin/python3") from error


@dataclass(frozen=True)
class Step:
    """What the person does, and how long after the step before, in seconds."""

    after: float
    kind: str  # "message", or a chat state: composing, paused, active, inactive, gone
    text: str = ""


@dataclass(frozen=True)
class Heard:
    """What reached the person: a `message` with its text, or a chat state."""

    at: float
    kind: str
    text: str = ""


def typed_burst(bubbles: list[str], typing: float = 0.25, gap: float = 0.15) -> list[Step]:
    """A burst as a phone sends it: composing before each bubble, and the bubble ends it."""
    steps: list[Step] = []
    for number, text in enumerate(bubbles):
        steps.append(Step(gap if number else 0.0, "composing"))
        steps.append(Step(typing, "message", text))
    return steps


class Person:
    """An XMPP client in a thread of its own; all methods may be called from outside it."""

    def __init__(self, name: str, password: str, port: int, domain: str = "localhost") -> None:
        self.jid = f"{name}@{domain}"
        self.on_event: Callable[[str, str], None] | None = None
        self.on_heard: Callable[[Heard], None] | None = None
        self._password = password
        self._port = port
        self._heard: list[Heard] = []
        self._changed = threading.Condition()
        self._online = threading.Event()
        self._present: set[str] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._client: slixmpp.ClientXMPP | None = None

    def start(self) -> "Person":
        """Signs on and waits until that is done."""
        self._thread.start()
        if not self._online.wait(20 * slowness()):
            raise RuntimeError(f"{self.jid} could not sign on")
        return self

    def stop(self) -> None:
        """Signs off."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(5)

    def play(self, contact: str, steps: list[Step]) -> list[float]:
        """Does the steps one after the other; returns when each was done (monotonic seconds)."""
        times = []
        for step in steps:
            if step.after > 0:
                time.sleep(step.after)
            times.append(time.monotonic())
            self.send(contact, step.kind, step.text)
        return times

    def send(self, contact: str, kind: str, text: str = "") -> None:
        """Sends one message or chat state."""
        if self.on_event is not None:
            self.on_event(kind, text)
        done = asyncio.run_coroutine_threadsafe(self._send(contact, kind, text), self._loop)
        done.result(5 * slowness())

    def send_xml(self, contact: str, inside: str, number: str = "") -> None:
        """Sends a message stanza with just that inside, and that id if there is one."""
        known = f"id='{number}'" if number else ""

        self._send_raw(f"<message to='{contact}' type='chat' {known}>{inside}</message>")

    def enter(self, room: str, nick: str) -> None:
        """Goes into a room, which is there then."""
        self._send_raw(f"<presence to='{room}/{nick}'>"
                       "<x xmlns='http://jabber.org/protocol/muc'/></presence>")

    def _send_raw(self, stanza: str) -> None:
        async def send() -> None:
            assert self._client is not None
            self._client.send_raw(stanza)
        asyncio.run_coroutine_threadsafe(send(), self._loop).result(5 * slowness())

    @property
    def heard(self) -> list[Heard]:
        """Everything that reached the person so far."""
        with self._changed:
            return list(self._heard)

    @property
    def replies(self) -> list[str]:
        """The texts that reached the person so far."""
        return [event.text for event in self.heard if event.kind == "message"]

    def wait_for(self, condition: Callable[[list[Heard]], bool], limit: float) -> bool:
        """Waits until what was heard meets the condition; returns whether it did."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self._heard), limit * slowness())

    def wait_for_contact(self, contact: str, limit: float = 15) -> bool:
        """Waits until a contact is online: before that, no typing state can reach them."""
        with self._changed:
            return self._changed.wait_for(lambda: contact in self._present, limit * slowness())

    async def _send(self, contact: str, kind: str, text: str) -> None:
        assert self._client is not None
        message = self._client.make_message(mto=contact, mtype="chat")
        if kind == "message":
            message["body"] = text
            message["chat_state"] = "active"
        else:
            message["chat_state"] = kind
        message.send()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        client = slixmpp.ClientXMPP(self.jid + "/phone", self._password)
        client.register_plugin("xep_0085")
        client.register_plugin("xep_0030")
        client["feature_mechanisms"].unencrypted_plain = True
        client.add_event_handler("session_start", self._on_session)
        client.add_event_handler("message", self._on_message)
        for show in ("available", "away", "chat", "dnd", "xa"):
            client.add_event_handler(f"presence_{show}", self._on_presence)
        for state in ("active", "composing", "paused", "inactive", "gone"):
            client.add_event_handler(f"chatstate_{state}", self._on_chat_state)
        self._client = client
        client.connect(("127.0.0.1", self._port), disable_starttls=True, use_ssl=False)
        self._loop.run_forever()
        self._close(client)

    def _close(self, client: slixmpp.ClientXMPP) -> None:
        """Leaves no task behind: a pending one would complain on standard error."""
        client.abort()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _on_session(self, _: object) -> None:
        assert self._client is not None
        self._client.send_presence()
        await self._client.get_roster()
        self._online.set()

    def _on_presence(self, presence: slixmpp.Presence) -> None:
        with self._changed:
            self._present.add(presence["from"].bare)
            self._changed.notify_all()

    def _on_message(self, message: slixmpp.Message) -> None:
        if message["type"] in ("chat", "normal") and message["body"]:
            self._hear("message", message["body"])

    def _on_chat_state(self, message: slixmpp.Message) -> None:
        if not message["body"]:
            self._hear(message["chat_state"], "")

    def _hear(self, kind: str, text: str) -> None:
        heard = Heard(time.monotonic(), kind, text)
        with self._changed:
            self._heard.append(heard)
            self._changed.notify_all()
        if self.on_heard is not None:
            self.on_heard(heard)

    def __enter__(self) -> "Person":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
