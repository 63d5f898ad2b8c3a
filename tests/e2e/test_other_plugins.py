# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""In the real Pidgin, beside plugins that read what is sent: pidgin-otr, and slashexec, which runs
a message that begins with "!" in a shell."""

from __future__ import annotations

import os
import re
import time
from tempfile import TemporaryDirectory

from e2e import BUILD, EndToEndTest, main, need, need_plugins

need("prosody", "pidgin", "Xvfb", "openbox", "xdotool", "import", "dbus-run-session")
PLUGINS = need_plugins(("pidgin-otr.so", "pidgin-otr"), ("slashexec.so", "pidgin-plugin-pack"))

from parleykit.clients import Pidgin  # noqa: E402
from parleykit.model import ModelServer, Pace  # noqa: E402
from parleykit.others import NotingProsody, find_own_address, write_leave  # noqa: E402
from parleykit.otr import OtrPerson  # noqa: E402
from parleykit.person import Person  # noqa: E402
from parleykit.stage import (PERSON, SETTLE, USER, USER_JID, is_state, make_application,  # noqa: E402
                             make_person, model_prefs, stays_quiet, wait_turn_over)
from parleykit.servers import PASSWORD  # noqa: E402

SECRET = "so i just had like 3 slices of pizza, is that bad?"
ANSWER = "Three slices"

# What pidgin-otr puts behind words in the open, to say that it is there.
OTR_TAG = re.compile(r" \t  \t\t\t\t \t \t \t  [ \t]*")

# Each is one answer. %s is a file that must never be there; in the order of how a plugin would see
# them: the text itself, behind markup, behind an entity, behind reasoning, in a later line.
WORST = [
    "!touch %s",
    "/exec touch %s",
    "&#33;touch %s",
    "<i></i>!touch %s",
    "**!touch** %s",
    "<think>they want it</think>!touch %s",
    "\u200b!touch %s",
    "fine\n!touch %s\n/exec touch %s",
    "`!touch %s`",
    "?OTRv23? let us be private",
    "?O?OTRTR:AAMD.",
    "\x01DCC SEND secret 3232235777 1024 99\x01",
    "<script>alert(1)</script><b onclick='x()'>hello</b>",
    "see [this](https://example.org/x) or DE89 3704 0044 0532 0130 00",
    "!" + "touch %s; " * 3 + "x " * 524288,
]


class OtherPluginsTest(EndToEndTest):
    """A new Pidgin for each test, with both plugins in it."""

    server: NotingProsody
    model: ModelServer
    client: Pidgin

    def start(self, pace: Pace | None = None, address: str = "127.0.0.1") -> None:
        self.server = self.open(NotingProsody([USER, PERSON]))
        self.model = self.open(ModelServer(pace=pace, address=address))
        leave = write_leave(self.open(TemporaryDirectory()), self.model.url)
        prefs = {**model_prefs(self.model.url, reply__pace_cps=0, backend__key_file=leave,
                               guard__contact_10min=1000, guard__contact_hour=1000,
                               guard__in_a_row=1000, guard__loop_replies=100),
                 "/plugins/core/slashexec/slash": True, "/plugins/core/slashexec/bang": True}
        self.client = self.open(make_application(Pidgin, BUILD, self.server, prefs,
                                                 plugins=PLUGINS))

    def meet(self, person: Person) -> Person:
        person = self.open(person)
        self.assertTrue(person.wait_for_contact(USER_JID, 40), self.client.read_log()[-3000:])
        time.sleep(SETTLE)
        return person

    def assert_loaded(self) -> None:
        """The plugins are really at work, so that a quiet test means something."""
        log = self.client.read_log()
        for path in PLUGINS:
            self.assertIn(os.path.basename(path), log)

    def test_the_worst_answers_are_only_text(self) -> None:
        self.start(Pace(first=0, token=0))
        person = self.meet(make_person(self.server))
        marker = os.path.join(self.client.home, "marker")
        for number, answer in enumerate(WORST):
            with self.subTest(answer=answer[:40]):
                self.check_worst(person, f"{number} slices of pizza, is that bad?",
                                 answer.replace("%s", marker), marker)
        self.assertEqual(len(self.client.traces("turn")), len(WORST))
        self.assertNotIn("?OTR", self.server.wire)
        self.assertNotIn("DE89", self.server.wire)
        self.assertNotRegex(self.server.wire, r"<script|<[^>]*onclick|\x01")
        self.assertRegex(self.server.wire, OTR_TAG)
        self.assert_loaded()
        self.assertNotRegex(self.client.read_log(), r"Parley-(CRITICAL|WARNING)")

    def count_said(self, place: int) -> int:
        """What the user is to see first did not go out."""
        return len(self.client.traces("say", place)) - len(self.client.traces("shelved", place))

    def check_worst(self, person: Person, question: str, answer: str, marker: str) -> None:
        """One answer goes out as text, and nothing is done."""
        place, heard = self.client.mark(), len(person.replies)
        self.model.reply = lambda burst, request: answer
        person.send(USER_JID, "message", question)
        self.assertTrue(wait_turn_over(self.client, place, 40), self.client.read_log()[-3000:])
        self.assertTrue(person.wait_for(
            lambda _: len(person.replies) >= heard + self.count_said(place), 10))
        self.assertFalse(os.path.exists(marker), "it was run")
        for reply in person.replies[heard:]:
            for line in OTR_TAG.sub("", reply).split("\n"):
                self.assertFalse(line.startswith(("!", "/")), line[:80])
                self.assertNotRegex(line, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]")

    def test_otr_answers_are_encrypted_and_none_goes_out_after_the_end(self) -> None:
        self.start(Pace(first=2))
        person = self.meet(OtrPerson(PERSON, PASSWORD, self.server.port))
        self.assertTrue(person.ask_for_secrecy(USER_JID), self.client.read_log()[-3000:])
        person.send_secret(USER_JID, SECRET)
        self.assertTrue(wait_turn_over(self.client, 0, 40), self.client.read_log()[-3000:])
        self.assertTrue(person.wait_for(
            lambda _: len(person.replies) == len(self.client.traces("say")), 10))
        self.assertTrue(any(ANSWER in reply for reply in person.replies), person.replies)
        self.check_end(person)
        self.assertNotIn("slices", self.server.wire)
        self.assertNotIn("calzone", self.server.wire)
        self.assertNotIn("slices", self.read_store())
        self.assertNotRegex(self.client.read_log(), r"Parley-(CRITICAL|WARNING)")

    def check_end(self, person: OtrPerson) -> None:
        """The person ends the private conversation while the answer is being written."""
        place, heard = self.client.mark(), len(person.replies)
        person.send_secret(USER_JID, "and how is a calzone made?")
        self.assertIsNotNone(self.client.wait_for(
            lambda event: is_state(event, "thinking"), 20, place))
        person.end_secrecy(USER_JID)
        self.assertTrue(wait_turn_over(self.client, place, 40), self.client.read_log()[-3000:])
        self.assertTrue(stays_quiet(lambda: len(person.replies), 2))
        self.assertEqual(person.replies[heard:], [])
        self.assertEqual(len(self.client.traces("error", place)), 1)

    def test_otr_chat_is_not_read_by_a_remote_model(self) -> None:
        address = find_own_address()
        if not address:
            self.skipTest("this machine has no address but loopback")
        self.start(Pace(first=0), address)
        person = self.meet(OtrPerson(PERSON, PASSWORD, self.server.port))
        person.send(USER_JID, "message", "how is a calzone made?")
        self.assertTrue(wait_turn_over(self.client, 0, 40), self.client.read_log()[-3000:])
        asked, heard = len(self.model.requests), len(self.client.traces("say"))
        self.assertGreater(asked, 0)
        self.assertTrue(person.ask_for_secrecy(USER_JID), self.client.read_log()[-3000:])
        place = self.client.mark()
        person.send_secret(USER_JID, SECRET)
        self.assertTrue(self.client.wait_log(r"Recv .*\?OTR:AAMD", 10))
        self.assertTrue(stays_quiet(lambda: len(self.model.requests), 2.5))
        self.assertEqual(len(self.model.requests), asked)
        self.assertEqual(self.client.traces("bubble", place), [])
        self.assertEqual(len(person.replies), heard)

    def read_store(self) -> str:
        """All that Parley keeps."""
        kept = ""
        for folder, _, names in os.walk(os.path.join(self.client.home, ".purple", "parley")):
            for name in names:
                with open(os.path.join(folder, name), encoding="latin-1") as file:
                    kept += file.read()
        return kept


if __name__ == "__main__":
    main()
