# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Smoke test in the real Finch, in a terminal that nobody sees."""

from __future__ import annotations

import time

from e2e import BUILD, EndToEndTest, main, need, shot_path

need("prosody", "finch", "tmux")

from parleykit.clients import Finch  # noqa: E402
from parleykit.model import ModelServer  # noqa: E402
from parleykit.person import typed_burst  # noqa: E402
from parleykit.servers import Prosody  # noqa: E402
from parleykit.stage import (PERSON, SETTLE, USER_JID, make_application, make_person,  # noqa: E402
                             model_prefs, stays_quiet, wait_turn_over)

BURST = ["wait", "so i just had like 3 slices", "of pizza", "is that bad lol"]


class FinchTest(EndToEndTest):
    """One Finch, used as its user would."""

    def setUp(self) -> None:
        server = self.open(Prosody(["me", PERSON]))
        self.model = self.open(ModelServer())
        self.finch = self.open(make_application(Finch, BUILD, server,
                                                model_prefs(self.model.url)))
        self.person = self.open(make_person(server))
        self.assertTrue(self.person.wait_for_contact(USER_JID, 40), self.finch.read_log()[-3000:])

    def test_enabled_configured_and_answering(self) -> None:
        self.check_burst()
        self.check_preferences()
        self.assertTrue(self.finch.is_alive())
        self.assertNotRegex(self.finch.read_log(), r"Parley-(CRITICAL|WARNING)")

    def check_burst(self) -> None:
        """Four bubbles get one turn and one reply, seen in the conversation window."""
        time.sleep(SETTLE)
        self.person.play(USER_JID, typed_burst(BURST, typing=0.6))
        self.assertTrue(wait_turn_over(self.finch, 0, 40), self.finch.read_log()[-3000:])
        self.assertTrue(self.person.wait_for(
            lambda _: len(self.person.replies) >= len(self.finch.traces("say")), 10))
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), 1.5))
        self.assertEqual([turn.data["n"] for turn in self.finch.traces("turn")], [len(BURST)])
        self.assertEqual(len(self.person.replies), len(self.finch.traces("say")))
        self.assertTrue(self.finch.show_conversation(PERSON), self.finch.capture())
        self.assertTrue(self.finch.wait_screen("Three slices"), self.finch.capture())
        self.finch.screenshot(shot_path("finch-burst.txt"))

    def check_preferences(self) -> None:
        """The plugin list shows it enabled; Configure Plugin opens its page."""
        self.assertTrue(self.finch.open_plugin_list(), self.finch.capture())
        self.finch.keys("/")
        self.finch.type("Parley")
        self.finch.keys("Enter")
        self.assertTrue(self.finch.wait_screen(r"\[X\] Parley"), self.finch.capture())
        self.assertTrue(self.finch.wait_screen("Configure Plugin"), self.finch.capture())
        self.finch.screenshot(shot_path("finch-plugins.txt"))
        self.finch.keys("Tab", "Tab", "Tab", "Enter")
        self.assertTrue(self.finch.wait_screen(r"┤.*(Parley|Preferences).*├"),
                        self.finch.capture())
        self.finch.screenshot(shot_path("finch-preferences.txt"))


if __name__ == "__main__":
    main()
