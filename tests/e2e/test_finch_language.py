# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Finch of a user who speaks German: what a person reads is German, too.

Finch has a catalogue of its own, which is where libc looks first.
"""

from __future__ import annotations

import gettext
import os

from e2e import BUILD, main, need

need("prosody", "finch", "tmux")

from finch_case import FinchCase  # noqa: E402
from parleykit.stage import stays_quiet  # noqa: E402

STATUS = "Beim Angeln"
NOTE = ("I'm away at the moment (%s). Your message has arrived, and I'll answer when I'm back.",
        "I'm away at the moment (%s). Your messages have arrived, and I'll answer when I'm back.")


def translate_note(bubbles: int) -> str:
    """The away note in German, as the catalogue that was built has it."""
    german = gettext.translation("parley", os.path.join(BUILD, "po"), ["de"])
    return german.ngettext(*NOTE, bubbles) % STATUS


class FinchLanguageTest(FinchCase):
    """What is said in the user's name is in the user's language."""

    def test_away_note_of_a_german_is_german(self) -> None:
        self.start(away=STATUS, language="de", backend__kind="builtin", backend__model="")
        self.say_and_wait("are you there?", "i need the ladder")
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) == 1, 10))
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), 2))
        self.assertEqual(self.person.replies, [translate_note(2)])
        self.assertNotIn("I'm away", self.person.replies[0])
        self.assertNotEqual(translate_note(1), translate_note(2))
        self.assert_well()


if __name__ == "__main__":
    main()
