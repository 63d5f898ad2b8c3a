# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Encrypted chats with the OMEMO plugin lurch really loaded on both sides."""

from __future__ import annotations

import glob
import os
import time
from tempfile import TemporaryDirectory

from e2e import BUILD, EndToEndTest, main, need, need_plugins

need("prosody")
LURCH, = need_plugins(("lurch.so", "purple-lurch"))

from parleykit.host import Host  # noqa: E402
from parleykit.model import ModelServer, Pace  # noqa: E402
from parleykit.others import (NotingProsody, find_own_address, knows_device,  # noqa: E402
                               write_leave)
from parleykit.person import Person, Step  # noqa: E402
from parleykit.profile import Buddy, xmpp_account  # noqa: E402
from parleykit.servers import PASSWORD  # noqa: E402
from parleykit.stage import (PERSON, PERSON_JID, SETTLE, USER, USER_JID, is_state,  # noqa: E402
                             make_application, make_person, model_prefs, settles,
                             stays_quiet, wait_turn_over)

FRIEND = "sam"
SECRET = "so i just had like 3 slices of pizza, is that bad?"
OPEN_WORDS = "and how is a calzone made?"
ANSWER = "Three slices"
ALLOW = "Let the model's server read encrypted chats"


class OmemoTest(EndToEndTest):
    """The user with Parley and lurch, and a person with lurch."""

    server: NotingProsody
    model: ModelServer
    user: Host
    other: Host

    def start(self, address: str = "127.0.0.1", pace: Pace | None = None) -> None:
        """Opens it all, and waits until each side knows that the other one has OMEMO."""
        self.server = self.open(NotingProsody([USER, PERSON, FRIEND]))
        self.model = self.open(ModelServer(pace=pace, address=address))
        leave = write_leave(self.open(TemporaryDirectory()), self.model.url)
        self.user = self.open(make_application(
            Host, BUILD, self.server,
            model_prefs(self.model.url, reply__pace_cps=0, backend__key_file=leave), answer=(PERSON, FRIEND), plugins=[LURCH]))
        account = xmpp_account(PERSON, PASSWORD, self.server.port, "phone")
        self.other = self.open(Host(BUILD, [account], [Buddy(account, USER_JID, False)], {},
                                    with_plugin=False, plugins=[LURCH]))
        self.assertTrue(knows_device(self.user, USER_JID, PERSON_JID), self.user.read_log())
        self.assertTrue(knows_device(self.other, PERSON_JID, USER_JID), self.other.read_log())

    def say(self, text: str) -> None:
        """The person writes, through lurch."""
        self.other.tell(f"say {PERSON_JID}/phone {USER_JID} {text}")
        self.assertIsNotNone(self.user.wait_for(
            lambda event: event.kind == "wrote" and event.text == text, 15))

    def heard(self) -> list[str]:
        """What the person could read."""
        return self.other.written("RECV")

    def told(self, words: str) -> list[str]:
        """What the user was told."""
        return [line for line in self.user.written("SYSTEM") if words in line]

    def read_store(self) -> bytes:
        """All that Parley keeps."""
        kept = b""
        for path in glob.glob(os.path.join(self.user.folder, "parley", "**"), recursive=True):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    kept += file.read()
        return kept

    def assert_answered_in_secret(self) -> None:
        """The person can read the answer, and the server can't."""
        self.assertTrue(wait_turn_over(self.user, 0))
        self.assertIsNotNone(self.other.wait_for(
            lambda event: event.kind == "wrote" and ANSWER in event.text, 10))
        self.assertGreaterEqual(self.server.wire.count("eu.siacs.conversations.axolotl"), 2)
        self.assertNotIn("slices", self.server.wire)

    def test_answer_is_encrypted_and_nothing_is_kept(self) -> None:
        self.start()
        self.say(SECRET)
        self.assert_answered_in_secret()
        friend = self.open(make_person(self.server, FRIEND))
        self.assertTrue(friend.wait_for_contact(USER_JID))
        time.sleep(SETTLE)
        friend.play(USER_JID, [Step(0, "message", OPEN_WORDS)])
        self.assertTrue(friend.wait_for(
            lambda _: any("calzone" in text for text in friend.replies), 20))
        self.check_placeholders(friend)
        self.assert_clean(self.user)
        kept = self.read_store()
        self.assertIn(b"calzone", kept)
        self.assertNotIn(b"slices", kept)

    def test_remote_model_reads_nothing_unless_allowed(self) -> None:
        address = find_own_address()
        if not address:
            self.skipTest("this machine has no address but loopback")
        self.start(address)
        for text in ("can you keep a secret?", "i mean it"):
            self.say(text)
            self.assertTrue(stays_quiet(lambda: len(self.model.requests), 2.5))
        self.assertEqual(self.model.requests, [])
        self.assertEqual(self.heard(), [])
        self.assertEqual(len(self.told("encrypted")), 1, self.user.written("SYSTEM"))
        self.user.tell(f"menu {USER_JID}/desk {PERSON_JID} {ALLOW}")
        self.assertIsNotNone(self.user.wait_for(
            lambda event: event.kind == "menu" and event.words == ("ok",), 5))
        self.say(SECRET)
        self.assert_answered_in_secret()
        self.assertIn(SECRET, self.model.requests[-1].prompt)
        self.assert_clean(self.user)

    def test_answer_is_stopped_when_it_would_go_out_in_the_open(self) -> None:
        self.start(pace=Pace(first=2))
        self.say(SECRET)
        self.assertIsNotNone(self.user.wait_for(lambda event: is_state(event, "thinking"), 20))
        self.user.tell(f"command {PERSON_JID} /lurch disable")
        self.assertTrue(wait_turn_over(self.user, 0))
        self.assertTrue(stays_quiet(lambda: len(self.heard()), 3))
        self.assertEqual(self.heard(), [])
        self.assertEqual(len(self.told("They wrote encrypted")), 1, self.user.written("SYSTEM"))
        self.assertNotIn("slices", self.server.wire)
        self.assert_clean(self.user)

    def test_what_came_encrypted_stays_so_where_lurch_is_switched_off(self) -> None:
        """lurch still decrypts what comes, and tells nobody that the chat is encrypted."""
        self.start()
        self.say("are you there?")
        self.assertTrue(wait_turn_over(self.user, 0))
        self.assertTrue(settles(lambda: len(self.heard()), 1, 15))
        asked, heard = len(self.model.requests), len(self.heard())
        self.user.tell(f"command {PERSON_JID} /lurch disable")
        self.say(SECRET)
        self.assertTrue(settles(lambda: len(self.told("They wrote encrypted")), 1, 10))
        self.assertTrue(stays_quiet(lambda: len(self.heard()), 2.5))
        self.assertEqual(len(self.heard()), heard)
        self.assertEqual(len(self.model.requests), asked)
        self.assertNotIn("slices", self.server.wire)
        self.assertNotIn(b"slices", self.read_store())
        self.assert_clean(self.user)

    def check_placeholders(self, friend: Person) -> None:
        """What stands for an encrypted message is not answered, in whatever language."""
        self.assertTrue(settles(lambda: len(friend.replies), 1, 15))
        asked, heard = len(self.model.requests), len(friend.replies)
        for text in ("Diese Nachricht ist verschlüsselt.", "Ce message est chiffré."):
            self.send_placeholder(friend, text)
        self.assertTrue(stays_quiet(lambda: len(friend.replies), 2.5))
        self.assertEqual(len(friend.replies), heard)
        self.assertEqual(len(self.model.requests), asked)
        self.assertEqual(len(self.told("can't be read here")), 1, self.user.written("SYSTEM"))

    def send_placeholder(self, friend: Person, text: str) -> None:
        """A message that is encrypted for another device of the user's only."""
        friend.send_xml(USER_JID, (
            "<encrypted xmlns='eu.siacs.conversations.axolotl'><header sid='27183'>"
            "<key rid='31415'>BASE64ENCODED</key><iv>BASE64ENCODED</iv></header>"
            f"<payload>BASE64ENCODED</payload></encrypted><body>{text}</body>"))
        self.assertIsNotNone(self.user.wait_for(
            lambda event: event.kind == "wrote" and event.text == text, 10))


if __name__ == "__main__":
    main()
