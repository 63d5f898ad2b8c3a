# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Finch: the user comes back, and takes the plugin away while it speaks."""

from __future__ import annotations

from e2e import main, need

need("prosody", "finch", "tmux")

from client_case import LONG_BURST  # noqa: E402
from finch_case import FinchCase  # noqa: E402
from parleykit.stage import PERSON, stays_quiet  # noqa: E402

# Longer than it takes to say all of the answer to LONG_BURST.
REST_S = 6


class FinchPresenceTest(FinchCase):
    """One Finch for both."""

    def test_welcome_back_then_unloaded_while_speaking(self) -> None:
        self.start(away="Gone fishing")
        self.check_welcome_back()
        self.check_unloading()
        self.assert_well()

    def check_welcome_back(self) -> None:
        """A row for the person; its button opens the chat."""
        self.say_and_wait("are you there?", "i need the ladder")
        self.client.become_available()
        self.see_window(f"While you were away(.|\n)*│{PERSON} +│.*│are you there\\?", "welcome-back")
        self.client.keys("Tab", "Enter")
        self.see(f"┤{PERSON} \\(")

    def check_unloading(self) -> None:
        """What is not said yet is never said, and Finch goes on."""
        self.assertTrue(self.client.select_plugin("Parley"), self.client.capture())
        heard = len(self.person.replies)
        self.say(*LONG_BURST)
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) == heard + 1, 40))
        self.client.keys("Space")
        self.see("\\[ \\] Parley", "unloaded")
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), REST_S))
        self.assertEqual(len(self.person.replies), heard + 1)
        asked = len(self.model.requests)
        self.say("what then?")
        self.assertTrue(self.client.show_conversation(PERSON))
        self.see("what then\\?", "after-unloading")
        self.assertEqual(len(self.model.requests), asked)


if __name__ == "__main__":
    main()
