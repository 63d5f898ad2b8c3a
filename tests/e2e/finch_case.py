# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a user does in Finch: import only after `need`."""

from __future__ import annotations

from client_case import ClientTest
from e2e import shot_path
from parleykit.clients import Finch
from parleykit.person import typed_burst
from parleykit.stage import PERSON, USER_JID, wait_turn_over

# What a window of the plugin's is called, whatever it is about.
WINDOW = "Parley"


class FinchCase(ClientTest):
    """A new Finch for each test."""

    kind = Finch
    client: Finch

    def see(self, pattern: str, shot: str = "") -> None:
        """The screen comes to show it; keeps a picture of that."""
        self.assertTrue(self.client.wait_screen(pattern, 30), self.client.capture())
        self.keep(shot)

    def see_window(self, pattern: str, shot: str = "") -> None:
        """A window of the plugin's that may stand behind others shows it."""
        self.assertTrue(self.client.come_to_front(WINDOW, pattern, 30),
                        f"no “{pattern}” in:\n" + self.client.capture())
        self.keep(shot)

    def see_conversation(self, pattern: str, shot: str = "") -> None:
        """The conversation with the person shows it."""
        self.assertTrue(self.client.show_conversation(PERSON), self.client.capture())
        self.see(pattern, shot)

    def keep(self, shot: str) -> None:
        if shot:
            self.client.screenshot(shot_path(f"finch-{shot}.txt"))

    def choose_row(self, row: int) -> None:
        """Chooses in the list that has the focus, by how far it is below the one that is shown."""
        self.client.keys(*["C-n"] * row, "Enter")

    def tell_parley(self, command: str) -> None:
        self.assertTrue(self.client.show_conversation(PERSON), self.client.capture())
        self.client.type(f"/parley {command}")
        self.client.keys("Enter")

    def say(self, *texts: str) -> None:
        """The person writes."""
        self.person.play(USER_JID, typed_burst(list(texts)))

    def say_and_wait(self, *texts: str) -> None:
        """The person writes, and the plugin has dealt with it."""
        place = self.client.mark()
        self.say(*texts)
        self.assertTrue(wait_turn_over(self.client, place, 40), self.client.read_log()[-3000:])
