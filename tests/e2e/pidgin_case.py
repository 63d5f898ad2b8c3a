# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests in Pidgin share: import only after `need`."""

from __future__ import annotations

from client_case import ClientTest
from e2e import shot_path
from parleykit.clients import Pidgin, wait_until
from parleykit.person import typed_burst
from parleykit.stage import PERSON, USER_JID, wait_turn_over

DIALOG = "^Parley$"


class PidginCase(ClientTest):
    """Pidgin, used as its user would."""

    kind = Pidgin
    client: Pidgin

    def say(self, *texts: str) -> int:
        """The person writes; returns the place in the log before it."""
        place = self.client.mark()
        self.person.play(USER_JID, typed_burst(list(texts)))
        return place

    def say_and_wait(self, *texts: str) -> None:
        """The person writes, and Parley has dealt with it."""
        place = self.say(*texts)
        self.assertTrue(wait_turn_over(self.client, place, 40), self.client.read_log()[-3000:])

    def tell_parley(self, command: str) -> None:
        """Types a command in the conversation."""
        self.client.focus(self.client.wait_window(f"^{PERSON}$"))
        self.client.type(f"/parley {command}")
        self.client.keys("Return")

    def wait_written(self, text: str, title: str = PERSON, limit: float = 15) -> None:
        """Waits until a conversation says something."""
        self.assertTrue(
            wait_until(lambda: text in self.client.read_conversation(title), limit, 0.3),
            self.client.read_conversation(title))

    def wait_heard(self, text: str, limit: float = 20) -> None:
        """Waits until something reached the person."""
        self.assertTrue(self.person.wait_for(
            lambda _: any(text in reply for reply in self.person.replies), limit),
            self.client.read_conversation(PERSON))

    def keep_conversation(self, name: str, height: int = 480) -> None:
        """A picture of the conversation."""
        self.assertTrue(self.client.arrange(PERSON, height),
                        "there is no conversation window")
        self.client.screenshot(shot_path(name), f"^{PERSON}$")

    def wait_dialog(self, shot: str) -> str:
        """Waits for a dialog of Parley's, and keeps a picture of it; returns its window."""
        window = self.client.wait_window(DIALOG)
        self.assertTrue(window, f"no dialog opened for {shot}")
        self.client.screenshot(shot_path(f"pidgin-{shot}.png"), DIALOG)
        return window

    def answer_dialog(self, shot: str, *keys: str, text: str = "") -> None:
        """Answers the dialog that opens, and waits until it is gone."""
        window = self.wait_dialog(shot)
        self.client.focus(window)
        if text:
            self.client.type(text)
        self.client.keys(*keys)
        self.assertTrue(wait_until(lambda: window not in self.client.find_windows(DIALOG), 10),
                        f"the dialog did not close for {shot}")

    def close_dialogs(self, shot: str) -> None:
        """Closes the dialog that opens, and what stands beneath it."""
        self.wait_dialog(shot)
        while window := self.client.find_window(DIALOG):
            self.client.focus(window)
            self.client.keys("Escape")
