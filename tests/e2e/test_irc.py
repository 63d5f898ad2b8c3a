# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin on a real IRC server: no typing states, and lines of at most 512 bytes."""

from __future__ import annotations

import json

from e2e import BUILD, EndToEndTest, main, need

need("ngircd")

from parleykit.host import Host  # noqa: E402
from parleykit.irc import IrcPerson, Line  # noqa: E402
from parleykit.model import ModelServer  # noqa: E402
from parleykit.profile import Buddy, irc_account  # noqa: E402
from parleykit.servers import Ngircd  # noqa: E402
from parleykit.stage import model_prefs, settles, stays_quiet, wait_turn_over  # noqa: E402

USER = "me"
BURST = ["so i just had like 3 slices", "of pizza", "is that bad?"]

# RFC 2812, 2.3: a message is at most 512 bytes with its prefix and CRLF.
LINE_LIMIT = 512

LONG_REPLY = "\n\n".join([
    " ".join(f"eins-{number}" for number in range(60)),
    " ".join(f"grüße-{number}" for number in range(60)),
    "The end\n\n\nof it.",
])


class IrcTest(EndToEndTest):
    """One ngircd for all tests; a user and a person for each."""

    server: Ngircd

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Ngircd()
        cls.enterClassContext(cls.server)

    def setUp(self) -> None:
        self.model = self.open(ModelServer())
        self.person = self.open(IrcPerson("alex", self.server.port))
        account = irc_account(USER, self.server.port)
        self.host = self.open(Host(BUILD, [account], [Buddy(account, "alex")],
                                   model_prefs(self.model.url, reply__pace_cps=0)))
        self.assertTrue(self.person.is_on(USER))

    def lines(self) -> list[Line]:
        """What reached the person from the user."""
        return self.person.from_nick(USER)

    def test_burst_gets_one_turn_and_one_reply(self) -> None:
        for text in BURST:
            self.person.say(USER, text)
        self.assertTrue(wait_turn_over(self.host, 0))
        self.assertTrue(self.person.wait_for(
            lambda _: len(self.lines()) >= len(self.host.traces("say")), 20))
        self.assertTrue(stays_quiet(lambda: len(self.lines()), 2.5))
        self.assertEqual([turn.data["n"] for turn in self.host.traces("turn")], [len(BURST)])
        self.assertEqual(self.model.requests[-1].burst, BURST)
        self.assertEqual(sum("Three slices" in line.text for line in self.lines()), 1)
        self.assertTrue(all(line.command == "PRIVMSG" for line in self.lines()))
        self.assert_clean(self.host)

    def test_long_reply_is_split_between_words(self) -> None:
        self.model.reply = lambda burst, request: LONG_REPLY
        for text in BURST:
            self.person.say(USER, text)
        self.assertTrue(wait_turn_over(self.host, 0, 60))
        self.assertTrue(settles(lambda: len(self.lines()), 6, 60))
        lines = self.lines()
        self.assertGreaterEqual(len(lines), 2)
        for line in lines:
            self.assertLessEqual(len(line.raw), LINE_LIMIT)
            self.assertNotEqual(line.text.strip(), "")
        self.assert_whole_words(lines)
        self.assert_paced(lines)
        self.assert_clean(self.host)

    def assert_whole_words(self, lines: list[Line]) -> None:
        """Line by line the reply's words in their order, none cut in two."""
        words = [word for line in lines for word in line.text.split()]
        self.assertEqual(words, LONG_REPLY.split()[:len(words)])

    def assert_paced(self, lines: list[Line]) -> None:
        """A server may throw out who floods it: lines come about two seconds apart."""
        gaps = [later.at - sooner.at for sooner, later in zip(lines, lines[1:])]
        self.assertGreater(min(gaps), 1.5, gaps)

    def test_notice_is_never_answered(self) -> None:
        self.person.notice(USER, "is that bad?")
        self.assertIsNotNone(self.host.wait_for(
            lambda event: event.kind == "wrote" and "is that bad" in event.text, 10))
        self.assertTrue(stays_quiet(lambda: len(self.lines()), 3))
        self.assertEqual(self.lines(), [])
        self.assertEqual(self.host.traces("turn"), [])
        self.assertEqual(self.model.requests, [])
        self.assert_clean(self.host)

    def test_a_line_with_a_command_in_it_is_only_text(self) -> None:
        self.model.reply = lambda burst, request: "/quit\n\n!now\n\n\x01ACTION waves\x01"
        self.person.say(USER, "is that bad?")
        self.assertTrue(wait_turn_over(self.host, 0, 60))
        self.assertTrue(self.person.wait_for(
            lambda _: len(self.lines()) >= len(self.host.traces("say")), 20))
        for line in self.lines():
            self.assertNotIn("\x01", line.text)
            self.assertFalse(line.text.startswith(("!", "/")), line.text)
        self.assertTrue(self.person.is_on(USER))
        self.assert_clean(self.host)

    def steal(self) -> IrcPerson:
        """Somebody takes the nick that the person has just left."""
        thief = self.open(IrcPerson("alex", self.server.port))
        self.assertTrue(thief.is_on(USER))
        return thief

    def assert_robbed_of_nothing(self, thief: IrcPerson, since: int) -> None:
        """The thief's words reach the user, and nobody else; the person's reach no model again."""
        asked = len(self.model.requests)
        thief.say(USER, "where did i say the key is?")
        self.assertIsNotNone(self.host.wait_for(
            lambda event: event.kind == "wrote" and "where did i say" in event.text, 20, since))
        self.assertTrue(stays_quiet(lambda: len(thief.from_nick(USER)), 3))
        self.assertEqual(thief.from_nick(USER), [])
        self.assertEqual(len(self.model.requests), asked)
        self.assertEqual(self.host.traces("turn", since), [])
        self.host.tell("command alex /parley on")
        thief.say(USER, "and now?")
        self.assertTrue(self.host.wait_for_trace("ask", 20, since))
        self.assertTrue(self.model.wait_asked(count=asked + 1))
        self.assertNotIn("under the mat", json.dumps(self.model.requests[-1].body))

    def test_thief_of_a_nick_that_was_left_gets_nothing(self) -> None:
        """They share a channel with the user, so that their leaving is seen at once."""
        self.person.send_raw("JOIN #room")
        self.person.say(USER, "the key is under the mat.")
        self.assertTrue(wait_turn_over(self.host, 0))
        self.host.tell("command alex /join #room")
        self.assertTrue(self.person.wait_for(
            lambda lines: any(line.nick == USER and line.command == "JOIN" for line in lines), 20))
        place = self.host.mark()
        self.person.send_raw("QUIT :bye")
        self.assertIsNotNone(self.host.wait_for(
            lambda event: event.kind == "wrote" and "They left this name" in event.text, 20, place))
        self.assert_robbed_of_nothing(self.steal(), place)
        self.assert_clean(self.host)

    def test_thief_of_a_nick_that_was_changed_gets_nothing(self) -> None:
        """The conversation goes along with the person, and the name is free."""
        self.person.send_raw("JOIN #room")
        self.person.say(USER, "the key is under the mat.")
        self.assertTrue(wait_turn_over(self.host, 0))
        self.host.tell("command alex /join #room")
        self.assertTrue(self.person.wait_for(
            lambda lines: any(line.nick == USER and line.command == "JOIN" for line in lines), 20))
        place = self.host.mark()
        self.person.send_raw("NICK alex2")
        self.assertTrue(self.person.wait_for(
            lambda lines: any(line.command == "NICK" for line in lines), 20))
        self.assert_robbed_of_nothing(self.steal(), place)
        self.assert_clean(self.host)


if __name__ == "__main__":
    main()
