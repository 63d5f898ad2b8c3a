# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's Discord plugin really loaded, on a stand-in for Discord and where nothing answers."""

from __future__ import annotations

import socket

from e2e import BUILD, main, need, need_module, need_plugins

need("openssl")
need_module("standin")
need_plugins(("libdiscord.so", "purple-discord"))

import stand_in_case  # noqa: E402
from parleykit.discord import ADDRESSES, Discord  # noqa: E402
from parleykit.host import Host  # noqa: E402
from parleykit.profile import Account, Buddy, parley_prefs  # noqa: E402
from parleykit.stage import PERSON, USER, stays_quiet, wait_turn_over  # noqa: E402

NAME = f"{PERSON}#1234"
LINK = "https://a.example/6"


class DiscordTest(stand_in_case.StandInCase):
    """What each plugin is tried with, and how Discord writes what is no message."""

    kind = Discord
    name = NAME
    tells_stop = False
    hosts = ADDRESSES

    def test_what_was_edited_and_pinned(self) -> None:
        """The edit takes the place of what it corrects; a pin is nobody's words."""
        self.start()
        self.say("i had 2 slices")
        self.server.edit("i had 3 slices")
        self.server.pin("i had 3 slices")
        self.assertTrue(wait_turn_over(self.host, 0))
        self.assertEqual(self.model.requests[-1].burst, ["i had 3 slices"])
        self.assertNotIn("EDIT", self.model.requests[-1].prompt)
        place = self.host.mark()
        self.server.pin("i had 3 slices")
        self.assertTrue(stays_quiet(lambda: len(self.host.traces("turn", place)), 2.5))
        self.assertEqual(self.host.traces("turn", place), [])
        self.assert_clean(self.host)

    def test_previews(self) -> None:
        """What the server puts under a link of theirs or ours was written by nobody."""
        self.start()
        self.model.reply = lambda burst, request: f"Nice: {LINK}"
        self.say(LINK)
        self.server.preview(LINK)
        self.assertTrue(wait_turn_over(self.host, 0))
        self.assertEqual(self.model.requests[-1].burst, [LINK])
        place = self.host.mark()
        self.server.preview(LINK)
        self.server.preview(f"Nice: {LINK}", USER)
        self.assertTrue(stays_quiet(lambda: len(self.host.traces("turn", place)), 1.5))
        self.assertEqual(self.host.traces("standdown", place), [])
        self.assertEqual(self.host.written("SYSTEM", place), [])
        self.say("well?")
        self.assertTrue(wait_turn_over(self.host, place))
        self.assertNotIn("our town", self.model.requests[-1].prompt)
        self.assert_clean(self.host)

    def test_a_server_that_never_answers(self) -> None:
        """It is told as it is, and nothing ends."""
        silent = self.open(socket.create_server(("127.0.0.1", 0)))
        account = Account("me@example.org", Discord.protocol, "secret",
                          proxy=silent.getsockname()[1], connects=False)
        host = self.open(Host(BUILD, [account], [Buddy(account, NAME)], parley_prefs()))
        host.tell(f"open {account.name} {NAME}")
        for command in ("status", "why"):
            place = host.mark()
            host.tell(f"command {NAME} /parley {command}")
            self.assertIsNotNone(host.wait_for(
                lambda event: event.kind == "wrote" and "not connected" in event.text, 5, place))
        self.assert_clean(host)


if __name__ == "__main__":
    main()
