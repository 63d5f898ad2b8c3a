# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Finch: drafts and countdowns, which the user sends, changes, drops or stops."""

from __future__ import annotations

from e2e import main, need

need("prosody", "finch", "tmux")

from finch_case import FinchCase  # noqa: E402
from parleykit.stage import PERSON, stays_quiet  # noqa: E402

COUNTDOWN_MS = 7000
OWN_WORDS = "I'll be there at eight."
ADDED = " See you then."


class FinchDraftsTest(FinchCase):
    """One Finch for all that is done with drafts, one for countdowns."""

    def test_draft_is_sent_written_again_edited_dropped_and_stopped(self) -> None:
        self.start(guard__countdown_ms=COUNTDOWN_MS)
        self.assertTrue(self.client.open_conversation(PERSON), self.client.capture())
        self.check_drafts()
        self.check_taken_draft()
        self.check_drop()
        self.check_stop()
        self.assert_well()

    def check_drafts(self) -> None:
        """One is written again and sent, the next is edited and sent."""
        self.tell_parley("draft")
        self.say_and_wait("are you in tonight?")
        self.see_conversation("Draft 1", "draft")
        self.tell_parley("again shorter please")
        self.see("Draft 2", "again")
        self.assertIn("wishes for this answer: shorter please", self.model.requests[-1].prompt)
        self.assertEqual(self.person.replies, [])
        self.tell_parley("send 2")
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) == 2, 20))
        self.say_and_wait("could you come?")
        self.see("Draft 3")
        self.tell_parley(f"edit {OWN_WORDS}")
        self.see("Draft 4.*\n?.*I'll be there at eight", "edit")
        self.tell_parley("send 4")
        self.assertTrue(self.person.wait_for(lambda _: self.person.replies[2:] == [OWN_WORDS], 20))

    def check_taken_draft(self) -> None:
        """Nothing can be put into Finch's entry, so it is changed in a dialog."""
        self.say_and_wait("or on sunday?")
        self.see("Draft 5")
        before = len(self.person.replies)
        self.tell_parley("take")
        self.see_window("Your message", "take")
        self.client.type(ADDED)
        self.client.keys("Tab", "Enter")
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) > before, 20),
                        self.client.capture())
        self.assertIn(ADDED, self.person.replies[-1])

    def check_drop(self) -> None:
        """Finch as it comes tells nobody that its user types, so that does not stop a countdown."""
        self.tell_parley("countdown")
        self.say_and_wait("or tomorrow?")
        self.see("Draft 6 is sent in 7 s. To stop it: /parley drop")
        self.tell_parley("drop")
        self.see("dropped", "countdown-drop")
        self.check_nothing_sent()

    def check_stop(self) -> None:
        """Nothing is read any more until the user says so."""
        self.tell_parley("stop")
        self.see("Stopped for this person", "stop")
        place, asked = self.client.mark(), len(self.model.requests)
        self.say("are you still there?")
        self.assertTrue(stays_quiet(lambda: len(self.client.traces("turn", place)), 4))
        self.assertEqual(len(self.model.requests), asked)

    def test_countdown_is_stopped_by_typing(self) -> None:
        self.start(guard__countdown_ms=COUNTDOWN_MS,
                   prefs={"/finch/conversations/notify_typing": True})
        self.assertTrue(self.client.open_conversation(PERSON), self.client.capture())
        self.tell_parley("countdown")
        self.say_and_wait("are you in tonight?")
        self.see_conversation("is sent in 7 s. To stop it, begin to")
        self.client.type("n")
        self.assertTrue(self.client.wait_for_trace("standdown", 15), self.client.capture())
        self.see("The countdown is stopped", "countdown-typing")
        self.check_nothing_sent()
        self.assert_well()

    def check_nothing_sent(self) -> None:
        """Longer than a countdown."""
        before = self.person.replies
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), COUNTDOWN_MS / 1000 + 1))
        self.assertEqual(self.person.replies, before)


if __name__ == "__main__":
    main()
