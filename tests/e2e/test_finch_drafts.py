# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Finch: drafts and countdowns, which the user sends, changes, drops or stops."""

from __future__ import annotations

from e2e import main, need

need("prosody", "finch", "tmux")

from finch_case import FinchCase  # noqa: E402
from parleykit.stage import PERSON, stays_quiet  # noqa: E402

# Longer than a countdown.
COUNTDOWN_S = 9
COUNTDOWN_LINE = "is sent in 8 s"
OWN_WORDS = "I'll be there at eight."


class FinchDraftsTest(FinchCase):
    """One Finch for all that is done with drafts, one for countdowns."""

    def test_draft_is_sent_written_again_edited_and_stopped(self) -> None:
        self.start()
        self.assertTrue(self.client.open_conversation(PERSON), self.client.capture())
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
        self.check_stop()
        self.assert_well()

    def check_stop(self) -> None:
        """Nothing is read any more until the user says so."""
        self.tell_parley("stop")
        self.see("/parley on", "stop")
        place, asked = self.client.mark(), len(self.model.requests)
        self.say("are you still there?")
        self.assertTrue(stays_quiet(lambda: len(self.client.traces("turn", place)), 4))
        self.assertEqual(len(self.model.requests), asked)

    def test_countdown_is_stopped_by_typing_and_by_a_command(self) -> None:
        self.start()
        self.assertTrue(self.client.open_conversation(PERSON), self.client.capture())
        self.tell_parley("countdown")
        self.say_and_wait("are you in tonight?")
        self.see_conversation(COUNTDOWN_LINE)
        self.client.type("n")
        self.assertTrue(self.client.wait_for_trace("standdown", 15), self.client.capture())
        self.see("you are writing", "countdown-typing")
        self.check_not_sent()
        self.client.keys("C-u")
        self.tell_parley("on")
        self.tell_parley("countdown")
        self.say_and_wait("or tomorrow?")
        self.see(COUNTDOWN_LINE)
        self.tell_parley("drop")
        self.see("dropped", "countdown-drop")
        self.check_not_sent()
        self.assert_well()

    def check_not_sent(self) -> None:
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), COUNTDOWN_S))
        self.assertEqual(self.person.replies, [])


if __name__ == "__main__":
    main()
