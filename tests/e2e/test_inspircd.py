# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Who has a nick, on two linked InspIRCd with Anope's services."""

from __future__ import annotations

import json

from e2e import BUILD, EndToEndTest, at_length, main, need

need("inspircd", "anope")

from parleykit.host import Host  # noqa: E402
from parleykit.irc import IrcPerson  # noqa: E402
from parleykit.model import ModelServer  # noqa: E402
from parleykit.profile import Buddy, irc_account  # noqa: E402
from parleykit.servers import PASSWORD, Anope, Inspircd  # noqa: E402
from parleykit.stage import model_prefs, stays_quiet, wait_turn_over  # noqa: E402

USER = "me"
NICK = "alex"
HOME = "127.0.0.2"
ELSEWHERE = "127.0.0.3"
SECRET = "under the mat"

# Who was asked what is told by the answer.
ANSWERS = {SECRET: "Thank you, I will look.", "garden": "No, that one is shut.",
           "still": "It hangs where it was."}


class InspircdTest(EndToEndTest):
    """The person said where the key is, and has an answer."""

    near: Inspircd
    far: Inspircd

    @classmethod
    def setUpClass(cls) -> None:
        cls.near = Inspircd(1)
        cls.enterClassContext(cls.near)
        cls.far = Inspircd(2, [cls.near])
        cls.enterClassContext(cls.far)
        cls.enterClassContext(Anope(cls.near))

    def setUp(self) -> None:
        self.model = self.open(ModelServer(reply=lambda burst, request: next(
            (answer for words, answer in ANSWERS.items() if words in burst[-1]), "Who are you?")))
        account = irc_account(USER, self.near.port)
        self.host = self.open(Host(BUILD, [account], [Buddy(account, NICK)],
                                   model_prefs(self.model.url, reply__pace_cps=0)))

    def sign_on(self, nick: str, address: str, server: Inspircd | None = None,
                user: str = "") -> IrcPerson:
        """In the user's channel."""
        person = self.open(IrcPerson(nick, (server or self.near).port, address, user))
        self.assertTrue(person.is_on(USER))
        person.send_raw("JOIN #room")
        return person

    def meet(self, server: Inspircd | None = None) -> IrcPerson:
        """The user joins the channel, too, so that what happens there is told."""
        person = self.sign_on(NICK, HOME, server)
        person.say(USER, f"the key is {SECRET}.")
        self.assertTrue(wait_turn_over(self.host, 0))
        self.assert_answered(person, SECRET)
        self.host.tell(f"command {NICK} /join #room")
        self.assertTrue(person.wait_for(
            lambda lines: any(line.nick == USER and line.command == "JOIN" for line in lines), 20))
        return person

    def assert_answered(self, person: IrcPerson, words: str) -> None:
        """As somebody who wrote that."""
        self.assertTrue(person.wait_for(
            lambda _: any(ANSWERS[words] in line.text for line in person.from_nick(USER)), 40), words)

    def go_on(self, person: IrcPerson) -> None:
        """They are answered, and what was said before is known."""
        person.say(USER, "is the key still there?")
        self.assert_answered(person, "still")
        self.assertIn(SECRET, json.dumps(self.model.requests[-1].body))

    def assert_gets_nothing(self, thief: IrcPerson) -> None:
        """What they write is shown to the user, and to no model."""
        asked, place = len(self.model.requests), self.host.mark()
        thief.say(USER, "where did i say the key is?")
        self.assertIsNotNone(self.host.wait_for(
            lambda event: event.kind == "wrote" and "where did i say" in event.text, 20, place))
        self.assertTrue(stays_quiet(lambda: len(thief.from_nick(USER)), 3))
        self.assertEqual(thief.from_nick(USER), [])
        self.assertEqual(len(self.model.requests), asked)

    def steal(self, nick: str = NICK) -> IrcPerson:
        """Somebody has the nick, from elsewhere, at once."""
        thief = self.open(IrcPerson(nick, self.near.port, ELSEWHERE))
        self.assertTrue(thief.is_on(USER))
        return thief

    def begin_burst(self, person: IrcPerson) -> None:
        """The model is writing when something happens."""
        asked = len(self.model.requests)
        self.model.pace.first = 6.0
        person.say(USER, "is the garden door open, too?")
        self.assertTrue(self.model.wait_asked(count=asked + 1))
        self.model.pace.first = 0.3

    def test_theft_within_a_second(self) -> None:
        person = self.meet()
        self.begin_burst(person)
        person.send_raw("QUIT :bye")
        thief = self.steal()
        self.assert_gets_nothing(thief)
        thief.send_raw("QUIT :bye")
        back = self.sign_on(NICK, HOME)
        self.assert_answered(back, "garden")
        self.go_on(back)
        self.assert_clean(self.host)

    @at_length
    def test_ghost(self) -> None:
        """Their old connection hangs on; the services throw it out."""
        person = self.meet()
        person.say("NickServ", f"REGISTER {PASSWORD} alex@example.org")
        self.assertTrue(person.wait_for(
            lambda _: any("registered" in line.text for line in person.from_nick("NickServ")), 20))
        back = self.sign_on(f"{NICK}_", HOME, user=NICK)
        back.say("NickServ", f"RECOVER {NICK} {PASSWORD}")
        self.assertTrue(back.wait_for(
            lambda lines: any(line.command == "NICK" and NICK == line.text.lstrip(":").split()[-1]
                              for line in lines), 20))
        self.go_on(back)
        self.assert_clean(self.host)

    @at_length
    def test_netsplit(self) -> None:
        """The two servers lose each other in the middle of an answer, and find each other again."""
        person = self.meet(self.far)
        oper = self.sign_on("oper", "127.0.0.4")
        oper.send_raw(f"OPER admin {PASSWORD}")
        self.begin_burst(person)
        oper.send_raw(f"SQUIT {self.far.name} :split")
        self.assertTrue(oper.wait_for(
            lambda lines: any(line.nick == NICK and line.command == "QUIT" for line in lines), 20))
        self.assert_answered(person, "garden")
        self.go_on(person)
        self.assert_clean(self.host)

    @at_length
    def test_reconnect_with_a_burst_waiting(self) -> None:
        person = self.meet()
        self.begin_burst(person)
        self.host.tell("signoff")
        self.assertIsNotNone(self.host.wait_for(lambda event: event.kind == "offline", 20))
        self.host.tell("signon")
        self.assert_answered(person, "garden")
        self.assert_clean(self.host)

    @at_length
    def test_theft_while_the_user_is_away(self) -> None:
        person = self.meet()
        self.begin_burst(person)
        self.host.tell("signoff")
        self.assertIsNotNone(self.host.wait_for(lambda event: event.kind == "offline", 20))
        person.send_raw("QUIT :bye")
        thief = self.open(IrcPerson(NICK, self.near.port, ELSEWHERE))
        self.host.tell("signon")
        self.assertTrue(thief.is_on(USER))
        self.assert_gets_nothing(thief)
        self.assert_clean(self.host)

    def test_another_name(self) -> None:
        """What was being written goes along."""
        person = self.meet()
        self.begin_burst(person)
        person.send_raw(f"NICK {NICK}_away")
        self.assert_answered(person, "garden")
        self.go_on(person)
        self.assert_clean(self.host)

    @at_length
    def test_after_a_restart(self) -> None:
        """Who was known is, and nobody else."""
        person = self.meet()
        self.assertEqual(self.host.quit(), 0)
        self.host.start_again()
        person.say(USER, "is the garden door open, too?")
        self.assert_answered(person, "garden")
        person.send_raw("QUIT :bye")
        self.assertEqual(self.host.quit(), 0)
        self.host.start_again()
        self.assert_gets_nothing(self.steal())
        self.assert_clean(self.host)


if __name__ == "__main__":
    main()
