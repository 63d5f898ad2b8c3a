# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin in the real Finch, in a terminal that nobody sees."""

from __future__ import annotations

from e2e import main, need

need("prosody", "finch", "tmux")

from client_case import ANSWER  # noqa: E402
from finch_case import FinchCase  # noqa: E402
from parleykit.stage import PERSON  # noqa: E402


class FinchTest(FinchCase):
    """What each client is tried with."""

    def test_enabled_configured_and_answering(self) -> None:
        self.start()
        self.check_burst()
        self.see_conversation(ANSWER, "burst")
        self.check_deeds()
        self.check_preferences()
        self.assert_well()

    def check_deeds(self) -> None:
        """Plugins > Parley > What Parley did shows it."""
        self.client.choose_action("w")
        self.see(f"{PERSON}@localhost: Answered", "deeds")
        self.client.keys("M-c")

    def check_preferences(self) -> None:
        """The plugin list shows it enabled; Configure Plugin opens its page."""
        self.assertTrue(self.client.select_plugin("Parley"), self.client.capture())
        self.keep("plugins")
        self.client.keys("Tab", "Tab", "Tab", "Enter")
        self.see("┤.*(Parley|Preferences).*├", "preferences")

    def test_barge_in_while_speaking(self) -> None:
        self.start()
        self.check_barge_in()
        self.see_conversation("the same dough", "barge-in")
        self.assert_well()

    def test_preference_of_a_wrong_type_is_told_and_nothing_is_sent(self) -> None:
        self.start(guard__quiet_hours=22)
        self.see("Parley can't use a preference", "wrong-preference")
        self.check_no_answer()
        self.assert_well()

    def test_switched_on_by_command(self) -> None:
        self.start(chosen=False)
        self.check_no_answer()
        self.see_conversation("is that bad lol", "off")
        self.tell_parley("on")
        self.see("Switched on for this person")
        self.check_burst()
        self.see_conversation(ANSWER, "switched-on")
        self.assertNotRegex(self.client.capture(), r"&#?\w+;")
        self.assert_well()


if __name__ == "__main__":
    main()
