# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What others' protocol plugins are tried with, on stand-ins for their servers.

Import only after `need_module`.
"""

from __future__ import annotations

import time

from e2e import BUILD, EndToEndTest
from parleykit.certificate import HOST
from parleykit.host import Host
from parleykit.model import ModelServer, Pace
from parleykit.profile import Buddy
from parleykit.stage import (PERSON, SETTLE, USER, is_state, model_prefs, stays_quiet,
                             wait_turn_over)
from parleykit.standin import StandIn

BURST = ["wait", "so i just had like 3 slices", "of pizza", "is that bad lol"]
ANSWER = "Three slices"
OWN_WORDS = "I am here, on my phone"


class StandInCase(EndToEndTest):
    """A new server for each test, with one direct chat of the user and the person."""

    kind: type[StandIn]
    name = PERSON  # of the person in the plugin
    tells_stop = True  # of typing
    hosts: tuple[str, ...] = (HOST,)  # where the plugin believes to be

    def start(self, pace: Pace | None = None, cps: int = 0) -> None:
        self.server = self.open(self.kind(USER, PERSON))
        self.model = self.open(ModelServer(pace=pace))
        account = self.server.account
        self.host = self.open(Host(BUILD, [account], [Buddy(account, self.name)],
                                   model_prefs(self.model.url, reply__pace_cps=cps),
                                   trusts=self.server.certificate, hosts=self.hosts))
        self.assertTrue(self.server.wait_ready())
        time.sleep(SETTLE)

    def say(self, *texts: str) -> None:
        """The person writes."""
        for text in texts:
            self.server.show_typing(True)
            self.server.say(text)
            self.server.show_typing(False)

    def wait_thinking(self) -> None:
        self.assertIsNotNone(self.host.wait_for(lambda event: is_state(event, "thinking"), 20))
        self.assertTrue(self.model.wait_asked())

    def test_burst_gets_one_turn_and_one_reply(self) -> None:
        """Each bubble is delivered as it is sent; that the server tells of it changes nothing."""
        self.start()
        self.say(*BURST)
        self.assertTrue(wait_turn_over(self.host, 0))
        said = self.host.traces("say")
        self.assertTrue(self.server.wait_for(lambda _: len(self.server.replies) >= len(said), 5))
        self.assertTrue(stays_quiet(
            lambda: len(self.server.replies) + len(self.host.traces("turn")), 1.5))
        self.assertEqual([turn.data["n"] for turn in self.host.traces("turn")], [len(BURST)])
        self.assertEqual(self.model.requests[-1].burst, BURST)
        self.assertEqual(len(self.server.replies), len(said))
        self.assertEqual(sum(ANSWER in reply for reply in self.server.replies), 1)
        self.assertEqual(self.host.traces("standdown"), [])
        self.assertEqual(len(self.host.written("SEND")), len(said))
        self.check_next_burst()
        self.assert_clean(self.host)

    def check_next_burst(self) -> None:
        """It is answered, too, with all that was said in the prompt."""
        place, said = self.host.mark(), self.server.replies
        self.say("and how is a calzone made?")
        self.assertTrue(wait_turn_over(self.host, place))
        for reply in said:
            self.assertIn(reply, self.model.requests[-1].prompt)
        self.assertEqual(self.host.traces("error"), [])

    def test_waits_while_the_person_types(self) -> None:
        self.start(cps=40)
        self.server.say("is that bad?")
        self.server.show_typing(True)
        self.assertTrue(stays_quiet(lambda: len(self.host.traces("turn")), 2.5))
        self.assertEqual(self.host.traces("turn"), [])
        self.server.say("the pizza i mean, 3 slices")
        self.server.show_typing(False)
        self.assertTrue(wait_turn_over(self.host, 0))
        self.assertEqual([turn.data["n"] for turn in self.host.traces("turn")], [2])
        kinds = [heard.kind for heard in self.server.heard]
        self.assertIn("composing", kinds[:kinds.index("message")])
        if self.tells_stop:
            self.assertTrue(self.server.wait_for(
                lambda _: self.server.heard[-1].kind != "composing", 5))
        self.assert_clean(self.host)

    def test_written_in_another_session(self) -> None:
        self.start(Pace(first=8.0))
        self.say(*BURST)
        self.wait_thinking()
        place = self.host.mark()
        self.server.say(OWN_WORDS, USER)
        self.assertIsNotNone(self.host.wait_for_trace("standdown", 10, place))
        self.assertTrue(self.model.wait_closed())
        self.say("oh good.", "and ice cream?")
        self.assertTrue(stays_quiet(lambda: len(self.server.replies), 2.5))
        self.assertEqual(self.server.replies, [])
        self.assertEqual(self.host.written("SEND"), [OWN_WORDS])
        self.assert_clean(self.host)
