# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Smoke test in the real Pidgin, on a screen that nobody sees."""

from __future__ import annotations

import time

from e2e import BUILD, EndToEndTest, main, need, shot_path

need("prosody", "pidgin", "Xvfb", "openbox", "xdotool", "import", "dbus-run-session")

from parleykit.clients import Pidgin  # noqa: E402
from parleykit.model import ModelServer  # noqa: E402
from parleykit.person import typed_burst  # noqa: E402
from parleykit.servers import Prosody  # noqa: E402
from parleykit.stage import (PERSON, SETTLE, USER_JID, make_application, make_person,  # noqa: E402
                             model_prefs, stays_quiet, wait_turn_over)

BURST = ["wait", "so i just had like 3 slices", "of pizza", "is that bad lol"]


class PidginTest(EndToEndTest):
    """One Pidgin, used as its user would."""

    def setUp(self) -> None:
        server = self.open(Prosody(["me", PERSON]))
        self.model = self.open(ModelServer())
        self.pidgin = self.open(make_application(Pidgin, BUILD, server,
                                                 model_prefs(self.model.url)))
        self.person = self.open(make_person(server))
        self.assertTrue(self.person.wait_for_contact(USER_JID, 40), self.pidgin.read_log()[-3000:])

    def test_enabled_configured_and_answering(self) -> None:
        self.check_burst()
        self.check_preferences()
        self.assertTrue(self.pidgin.is_alive())
        self.assertNotRegex(self.pidgin.read_log(), r"Parley-(CRITICAL|WARNING)")

    def check_burst(self) -> None:
        """Four bubbles get one turn and one reply, seen in the conversation window."""
        time.sleep(SETTLE)
        self.person.play(USER_JID, typed_burst(BURST, typing=0.6))
        self.assertTrue(wait_turn_over(self.pidgin, 0, 40), self.pidgin.read_log()[-3000:])
        self.assertTrue(self.person.wait_for(
            lambda _: len(self.person.replies) >= len(self.pidgin.traces("say")), 10))
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), 1.5))
        self.assertEqual([turn.data["n"] for turn in self.pidgin.traces("turn")], [len(BURST)])
        self.assertEqual(len(self.person.replies), len(self.pidgin.traces("say")))
        self.assertEqual(sum("Three slices" in reply for reply in self.person.replies), 1)
        self.assertTrue(self.pidgin.wait_window(f"^{PERSON}$"))
        self.pidgin.arrange(PERSON)
        time.sleep(0.5)
        self.pidgin.screenshot(shot_path("pidgin-burst.png"))
        self.pidgin.screenshot(shot_path("pidgin-conversation.png"), f"^{PERSON}$")

    def check_preferences(self) -> None:
        """Tools > Plugins shows it enabled; Configure Plugin opens its page."""
        plugins = self.pidgin.open_plugin_list()
        self.assertTrue(plugins, "the plugin list did not open")
        self.pidgin.focus(plugins)
        self.pidgin.type("Parley")
        self.pidgin.keys("Escape")
        self.pidgin.screenshot(shot_path("pidgin-plugins.png"))
        self.pidgin.keys("alt+u")
        window = self.pidgin.wait_window("Parley")
        self.assertTrue(window, "the preferences did not open")
        self.pidgin.xdotool("windowsize", window, "640", "620")
        time.sleep(0.5)
        self.pidgin.screenshot(shot_path("pidgin-preferences.png"))
        self.pidgin.keys("Escape")


if __name__ == "__main__":
    main()
