# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What is tried in each of the real clients: import only after `need`."""

from __future__ import annotations

import time

from e2e import BUILD, EndToEndTest
from parleykit.clients import Client
from parleykit.model import ModelServer
from parleykit.person import Person, typed_burst
from parleykit.profile import Value, parley_prefs
from parleykit.servers import Prosody
from parleykit.stage import (PERSON, SETTLE, USER_JID, make_application, make_person, model_prefs,
                             stays_quiet, wait_turn_over)

BURST = ["wait", "so i just had like 3 slices", "of pizza", "is that bad lol"]
ANSWER = "Three slices"
LONG_BURST = ["tell me", "how pizza is made"]
AFTERTHOUGHT = ["wait no", "a calzone i mean"]


class ClientTest(EndToEndTest):
    """One client, used as its user would, and one person on a server of their own."""

    kind: type[Client]
    model: ModelServer
    client: Client
    person: Person

    def start(self, chosen: bool = True, away: str = "", prefs: dict[str, Value] | None = None,
              language: str = "", **settings: object) -> None:
        """Opens it all; `chosen` tells whether the person is switched on, `away` what the user's
        status says, `prefs` are the client's, `settings` ours, `language` is the user's if it is
        not English."""
        server = self.open(Prosody(["me", PERSON]))
        self.model = self.open(ModelServer())
        ours = {**model_prefs(self.model.url), **parley_prefs(**settings)}
        self.client = self.open(make_application(
            self.kind, BUILD, server, {**ours, **(prefs or {})},
            answer=(PERSON,) if chosen else (), others=() if chosen else (PERSON,), away=away,
            language=language))
        self.person = self.open(make_person(server))
        self.assertTrue(self.person.wait_for_contact(USER_JID, 40), self.client.read_log()[-3000:])
        time.sleep(SETTLE)

    def check_burst(self) -> None:
        """Four bubbles get one turn and one reply."""
        place, heard = self.client.mark(), len(self.person.replies)
        self.person.play(USER_JID, typed_burst(BURST, typing=0.6))
        self.assertTrue(wait_turn_over(self.client, place, 40), self.client.read_log()[-3000:])
        replies = self.wait_all_heard(place, heard)
        turns = self.client.traces("turn", place)
        self.assertEqual([turn.data["n"] for turn in turns], [len(BURST)])
        self.assertEqual(sum(ANSWER in reply for reply in replies), 1)

    def check_no_answer(self) -> None:
        """The burst of somebody who is not switched on is nothing to the plugin."""
        place, asked = self.client.mark(), len(self.model.requests)
        self.person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(stays_quiet(lambda: len(self.client.traces("turn", place)), 4))
        self.assertEqual(self.client.traces("turn", place), [])
        self.assertEqual(len(self.model.requests), asked)
        self.assertEqual(self.person.replies, [])

    def check_barge_in(self) -> None:
        """More comes after the first bubble of a reply: the rest is unsaid, all is read again."""
        place = self.client.mark()
        self.person.play(USER_JID, typed_burst(LONG_BURST, typing=0.6))
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) == 1, 40))
        second = self.client.mark()
        self.person.play(USER_JID, typed_burst(AFTERTHOUGHT, typing=0.6))
        self.assertTrue(wait_turn_over(self.client, second, 40), self.client.read_log()[-3000:])
        replies = self.wait_all_heard(place, 0)
        self.assertEqual(len(self.client.traces("drop", second)), 1)
        self.assertEqual(len(self.client.traces("turn", place)), 2)
        self.assertEqual(sum("flour" in reply for reply in replies), 1)
        self.assertEqual(sum("the same dough" in reply for reply in replies), 1)
        self.assertFalse(any("hottest oven" in reply for reply in replies), replies)
        prompt = self.model.requests[-1].prompt
        self.assertIn(AFTERTHOUGHT[-1], prompt)
        self.assertIn(replies[0], prompt)

    def wait_all_heard(self, place: int, heard: int) -> list[str]:
        """What was said since `place` reached the person, and nothing more comes: returns it."""
        self.assertTrue(self.person.wait_for(
            lambda _: len(self.person.replies) >= heard + len(self.client.traces("say", place)),
            10))
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), 1.5))
        replies = self.person.replies[heard:]
        self.assertEqual(len(replies), len(self.client.traces("say", place)))
        return replies

    def assert_well(self) -> None:
        """The client runs, and the plugin raised no warning."""
        self.assertTrue(self.client.is_alive())
        self.assertNotRegex(self.client.read_log(), r"Parley-(CRITICAL|WARNING)")
