# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of a headless libpurple on XMPP share: import only after `need`."""

from __future__ import annotations

import time

from e2e import BUILD, EndToEndTest
from parleykit.host import Host
from parleykit.model import ModelServer, Pace
from parleykit.person import Person, typed_burst
from parleykit.servers import Ejabberd, Prosody
from parleykit.stage import (PERSON, SETTLE, USER_JID, is_state, make_application, make_person,
                             model_prefs, stays_quiet)

FRIEND = "sam"
BURST = ["wait", "so i just had like 3 slices", "of pizza", "is that bad lol"]
ANSWER = "Three slices"
LONG_BURST = ["tell me", "how pizza is made"]
ACCOUNT = f"{USER_JID}/desk"


class XmppCase(EndToEndTest):
    """One Prosody for all tests; everything else is new for each."""

    server: Prosody | Ejabberd
    settled_at: float

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Prosody(["me", PERSON, FRIEND])
        cls.enterClassContext(cls.server)

    def stage(self, pace: Pace | None = None, **settings) -> tuple[Host, Person, ModelServer]:
        """The user's application, the person and the model."""
        model = self.open(ModelServer(pace=pace))
        settings = {"reply__pace_cps": 0, **settings}
        host = self.start_host(model_prefs(model.url, **settings))
        return host, self.start_person(PERSON), model

    def start_host(self, prefs: dict, **options) -> Host:
        host = self.open(make_application(Host, BUILD, self.server, prefs, others=(FRIEND,),
                                          **options))
        self.settled_at = time.monotonic() + SETTLE
        return host

    def start_person(self, name: str) -> Person:
        person = self.open(make_person(self.server, name))
        self.assertTrue(person.wait_for_contact(USER_JID))
        time.sleep(max(0, self.settled_at - time.monotonic()))
        return person

    def wait_thinking(self, host: Host, model: ModelServer) -> None:
        """Until the turn is over and the model has really been asked."""
        self.assertIsNotNone(host.wait_for(lambda event: is_state(event, "thinking"), 20))
        self.assertTrue(model.wait_asked())

    def assert_all_heard(self, host: Host, person: Person) -> None:
        """What was said reached the person, and nothing more comes."""
        self.assertTrue(person.wait_for(
            lambda _: len(person.replies) >= len(host.traces("say")), 10))
        self.assertTrue(stays_quiet(lambda: len(person.replies) + len(host.traces("turn")), 1.5))
        self.assertEqual(len(person.replies), len(host.traces("say")))

    def assert_nothing_said(self, host: Host, person: Person, since: int) -> None:
        """No bubble goes out, and none was on its way."""
        self.assertTrue(stays_quiet(lambda: len(host.traces("say", since)), 2.5))
        self.assertEqual(host.traces("say", since), [])
        self.assertEqual(person.replies, [])

    def run_command(self, host: Host, who: str, line: str) -> None:
        place = host.mark()
        host.tell(f"command {who} {line}")
        answer = host.wait_for(lambda event: event.kind == "command", 5, place)
        self.assertIsNotNone(answer)
        self.assertEqual(answer.words, ("ok",), answer.text)

    def stage_speaking(self) -> tuple[Host, Person, ModelServer]:
        """The first bubble is said, and the person sees that another is being typed."""
        host, person, model = self.stage(reply__pace_cps=20, reply__pace_max_ms=3000)
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assertTrue(person.wait_for(
            lambda heard: len(person.replies) == 1 and heard[-1].kind == "composing", 30))
        return host, person, model
