# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Finch: what the menus show of the chats, the rehearsal, and a pause for all."""

from __future__ import annotations

from e2e import main, need

need("prosody", "finch", "tmux")

from client_case import ANSWER, BURST  # noqa: E402
from finch_case import FinchCase  # noqa: E402
from parleykit.stage import PERSON, stays_quiet  # noqa: E402


class FinchToolsTest(FinchCase):
    """One Finch for all of them."""

    def test_memory_status_rehearsal_and_pause(self) -> None:
        self.start()
        self.check_burst()
        self.check_memory_by_the_contacts_menu()
        self.check_memory_of_a_person()
        self.check_status()
        self.check_rehearsal()
        self.check_pause()
        self.assert_well()

    def check_memory_by_the_contacts_menu(self) -> None:
        self.client.choose_for_contact(PERSON, "t")
        self.check_memory("memory-by-menu")

    def check_memory_of_a_person(self) -> None:
        self.client.choose_action("h")
        self.see_window("Which person do you want to look up\\?", "memory-whose")
        self.client.keys("Tab", "Enter")
        self.check_memory("memory-of-a-person")

    def check_memory(self, shot: str) -> None:
        """What they wrote and were told is shown; the question waits beneath, and is closed."""
        self.see_window("It stays on this machine")
        self.client.keys("Tab", "Enter")
        self.see_window(f"They: {BURST[0]}(.|\n)*Parley: {ANSWER}", shot)
        self.client.keys("Enter")
        self.see_window("It stays on this machine")
        self.client.keys("Enter")

    def check_status(self) -> None:
        """All chats, then one, whose conversation is opened."""
        self.client.choose_action("s")
        self.see_window(f"{PERSON}@localhost\\): Answer for me, 1 answer", "status")
        self.client.keys("Tab", "Enter")
        self.see_window(f"{len(BURST)} messages were read as one", "status-closer")
        self.client.keys("Tab", "Enter")
        self.see(f"┤{PERSON} \\(")

    def check_rehearsal(self) -> None:
        """What is typed at once goes into its window, and is answered there, and to nobody."""
        asked, heard = len(self.model.requests), len(self.person.heard)
        self.client.choose_action("t")
        for text in ("so i just had 3 slices", "of pizza"):
            self.client.type(text)
            self.client.keys("Enter")
        self.see("┤Talk to my Parley(.|\n)*You: of pizza(.|\n)*My Parley: .*Three slices", "rehearsal")
        # A draft begun between two slow lines is thrown away; one answer stands there, to both.
        *thrown_away, read = [request.burst for request in self.model.requests[asked:]]
        self.assertEqual(read, ["so i just had 3 slices", "of pizza"])
        self.assertTrue(all(burst == read[:1] for burst in thrown_away), thrown_away)
        self.assertEqual(self.client.capture().count("My Parley: "), 1, self.client.capture())
        self.client.keys("M-c")
        self.assertEqual([event for event in self.person.heard[heard:]
                          if event.kind in ("message", "composing")], [])

    def check_pause(self) -> None:
        """Nobody is answered until it goes on."""
        asked = len(self.model.requests)
        self.client.choose_action("p")
        self.see_window("Paused in all chats", "pause")
        self.client.keys("Enter")
        self.say("are you there?")
        self.assertTrue(stays_quiet(lambda: len(self.model.requests), 4))
        self.assertEqual(len(self.model.requests), asked)
        self.client.choose_action("g")
        self.see_window("goes on|Goes on|again", "go-on")
        self.client.keys("Enter")
        self.say("and now?")
        self.assertTrue(self.model.wait_asked(20, asked + 1))


if __name__ == "__main__":
    main()
