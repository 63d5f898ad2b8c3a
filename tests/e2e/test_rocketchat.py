# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's Rocket.Chat plugin really loaded, on a stand-in for its server."""

from __future__ import annotations

from e2e import main, need, need_module, need_plugins

need("openssl")
need_module("standin")
need_plugins(("librocketchat.so", "purple-rocketchat"))

import stand_in_case  # noqa: E402
from parleykit.rocketchat import RocketChat  # noqa: E402
from parleykit.stage import stays_quiet, wait_turn_over  # noqa: E402


class RocketChatTest(stand_in_case.StandInCase):
    """What each plugin is tried with, and an answer that the server tells of again."""

    kind = RocketChat

    def test_told_again_of_an_answer(self) -> None:
        """The plugin knows the last ten messages; then it writes ours as if sent elsewhere."""
        self.start()
        self.say("is that bad?")
        self.assertTrue(wait_turn_over(self.host, 0))
        place, lines = self.host.mark(), [f"line {number}." for number in range(11)]
        self.say(*lines[:-1])
        answer = self.server.replies[-1]
        self.server.repeat()
        self.assertIsNotNone(self.host.wait_for(
            lambda event: event.kind == "wrote" and event.text == answer, 5, place))
        self.say(lines[-1])
        self.assertTrue(wait_turn_over(self.host, place))
        self.assertEqual(self.host.traces("standdown"), [])
        self.assertEqual(self.model.requests[-1].burst, lines)
        self.assert_clean(self.host)

    def test_words_with_an_upload_are_answered(self) -> None:
        """They stand in one line with the file's name and address."""
        self.start()
        self.server.upload("my cat.jpg", "is that 3 slices of pizza?")
        self.assertTrue(wait_turn_over(self.host, 0))
        self.assertEqual(self.model.requests[-1].burst, ["is that 3 slices of pizza?"])
        self.assertIn("[picture]", self.model.requests[-1].prompt)
        self.assertNotIn("file-upload", self.model.requests[-1].prompt)
        self.assert_clean(self.host)

    def test_an_upload_alone_is_left_to_the_user(self) -> None:
        self.start()
        self.server.upload("my cat.jpg")
        self.assertIsNotNone(self.host.wait_for(
            lambda event: "Only you can see or hear" in event.text, 20))
        self.assertTrue(stays_quiet(lambda: len(self.model.requests), 2))
        self.assertEqual(self.model.requests, [])
        self.assert_clean(self.host)


if __name__ == "__main__":
    main()
