# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin in the real Finch, in a terminal that nobody sees."""

from __future__ import annotations

from e2e import main, need, shot_path

need("prosody", "finch", "tmux")

from client_case import ANSWER, ClientTest  # noqa: E402
from parleykit.clients import Finch  # noqa: E402
from parleykit.person import typed_burst  # noqa: E402
from parleykit.stage import PERSON, USER_JID  # noqa: E402


class FinchTest(ClientTest):
    """A new Finch for each test."""

    kind = Finch
    client: Finch

    def test_enabled_configured_and_answering(self) -> None:
        self.start()
        self.check_burst()
        self.keep_conversation(ANSWER, "finch-burst.txt")
        self.check_deeds()
        self.check_preferences()
        self.assert_well()

    def keep_conversation(self, text: str, name: str) -> None:
        """The conversation shows the text; keeps a picture of it."""
        self.assertTrue(self.client.show_conversation(PERSON), self.client.capture())
        self.assertTrue(self.client.wait_screen(text), self.client.capture())
        self.client.screenshot(shot_path(name))

    def check_deeds(self) -> None:
        """Plugins > Parley > What Parley did shows it."""
        self.client.choose_action("w")
        self.assertTrue(self.client.wait_screen(f"{PERSON}@localhost: Answered"),
                        self.client.capture())
        self.client.screenshot(shot_path("finch-deeds.txt"))
        self.client.keys("M-c")

    def check_preferences(self) -> None:
        """The plugin list shows it enabled; Configure Plugin opens its page."""
        self.assertTrue(self.client.open_plugin_list(), self.client.capture())
        self.client.keys("/")
        self.client.type("Parley")
        self.client.keys("Enter")
        self.assertTrue(self.client.wait_screen(r"\[X\] Parley"), self.client.capture())
        self.assertTrue(self.client.wait_screen("Configure Plugin"), self.client.capture())
        self.client.screenshot(shot_path("finch-plugins.txt"))
        self.client.keys("Tab", "Tab", "Tab", "Enter")
        self.assertTrue(self.client.wait_screen(r"┤.*(Parley|Preferences).*├"),
                        self.client.capture())
        self.client.screenshot(shot_path("finch-preferences.txt"))

    def test_barge_in_while_speaking(self) -> None:
        self.start()
        self.check_barge_in()
        self.keep_conversation("the same dough", "finch-barge-in.txt")
        self.assert_well()

    def test_another_draft_is_written(self) -> None:
        self.start()
        self.check_burst()
        self.tell_parley("draft")
        self.person.play(USER_JID, typed_burst(["one more?"]))
        self.assertTrue(self.client.wait_screen("Draft 1"), self.client.capture())
        self.tell_parley("again shorter please")
        self.keep_conversation("Draft 2", "finch-again.txt")
        self.assertIn("wishes for this answer: shorter please", self.model.requests[-1].prompt)
        heard = len(self.person.replies)
        self.tell_parley("send 2")
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) > heard, 15))
        self.assert_well()

    def tell_parley(self, command: str) -> None:
        self.assertTrue(self.client.show_conversation(PERSON), self.client.capture())
        self.client.type(f"/parley {command}")
        self.client.keys("Enter")

    def test_preference_of_a_wrong_type_is_told_and_nothing_is_sent(self) -> None:
        self.start(guard__quiet_hours=22)
        self.assertTrue(self.client.wait_screen("A preference was not taken over"),
                        self.client.capture())
        self.client.screenshot(shot_path("finch-wrong-preference.txt"))
        self.check_no_answer()
        self.assert_well()

    def test_switched_on_by_command(self) -> None:
        self.start(chosen=False)
        self.check_no_answer()
        self.keep_conversation("is that bad lol", "finch-off.txt")
        self.client.type("/parley on")
        self.client.keys("Enter")
        self.assertTrue(self.client.wait_screen("Switched on for this person"),
                        self.client.capture())
        self.check_burst()
        self.keep_conversation(ANSWER, "finch-switched-on.txt")
        self.assertNotRegex(self.client.capture(), r"&#?\w+;")
        self.assert_well()


if __name__ == "__main__":
    main()
