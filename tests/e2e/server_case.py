# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What each XMPP server is tried with: copies for other clients, corrections, and what it kept.

Import only after `need`.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from parleykit.host import Host
from parleykit.model import ModelServer, Pace
from parleykit.person import Person, typed_burst
from parleykit.stage import (PERSON, PERSON_JID, USER, USER_JID, model_prefs, stays_quiet,
                             wait_turn_over)
from xmpp_case import BURST, LONG_BURST, XmppCase

WORDS = "I am here, on my phone"
LINES = [WORDS, *BURST]

# A copy as only the own server may send it: what one wrote to the other.
FORGED = """<{0} xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>
<message xmlns='jabber:client' type='chat' from='{1}' to='{2}'><body>nobody wrote this</body></message>
</forwarded></{0}>"""


class ServerCase(XmppCase):
    """Parley, and the user's phone beside it."""

    def stage_with_phone(self, **options) -> tuple[Host, Person, Person, ModelServer]:
        """The model thinks for long."""
        model = self.open(ModelServer(pace=Pace(first=8.0)))
        host = self.start_host(model_prefs(model.url, reply__pace_cps=0), **options)
        person = self.start_person(PERSON)
        return host, person, self.start_person(USER), model

    def written_lines(self, host: Host, words: str) -> list[str]:
        return [event.text for event in host.events
                if event.kind == "wrote" and words in event.text]

    def assert_stands_down(self, host: Host, person: Person, phone: Person,
                           model: ModelServer) -> None:
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        place = host.mark()
        phone.send(PERSON_JID, "message", WORDS)
        self.assertIsNotNone(host.wait_for_trace("standdown", 10, place))
        self.assertTrue(model.wait_closed())
        person.play(USER_JID, typed_burst(["oh good.", "and ice cream?"]))
        self.assertTrue(stays_quiet(lambda: len(host.traces("say")), 3))
        self.assertEqual(person.replies, [WORDS])
        self.assertEqual(host.traces("say"), [])

    def assert_written_once(self, host: Host, lines: list[str]) -> None:
        """The conversation may show a line later than Parley's record of it."""
        for words in lines:
            self.assertIsNotNone(host.wait_for(
                lambda event: event.kind == "wrote" and words in event.text, 5), words)
        stays_quiet(lambda: sum(len(self.written_lines(host, words)) for words in lines), 1)
        for words in lines:
            self.assertEqual(len(self.written_lines(host, words)), 1, words)

    def test_written_on_the_phone(self) -> None:
        host, person, phone, model = self.stage_with_phone()
        self.assert_stands_down(host, person, phone, model)
        self.assert_written_once(host, LINES)
        self.assert_clean(host)

    def test_typed_on_the_phone(self) -> None:
        host, person, phone, model = self.stage_with_phone()
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        place = host.mark()
        phone.send(PERSON_JID, "composing")
        self.assertIsNotNone(host.wait_for_trace("standdown", 10, place))
        self.assert_nothing_said(host, person, place)
        self.assert_clean(host)

    def test_sent_to_the_phone_alone(self) -> None:
        host, person, phone, _ = self.stage_with_phone()
        person.send(f"{USER_JID}/phone", "message", BURST[-1])
        self.assertTrue(phone.wait_for(lambda _: BURST[-1] in phone.replies, 5))
        self.assertIsNotNone(host.wait_for_trace("bubble", 10))
        self.assert_written_once(host, [BURST[-1]])
        self.assert_clean(host)

    def test_forged_copies(self) -> None:
        """Neither the person nor another client of the user's own can say what was said."""
        host, person, phone, model = self.stage_with_phone()
        model.pace.first = 0.2
        for sender in (person, phone):
            sender.send_xml(f"{USER_JID}/desk", FORGED.format(
                "sent", f"{USER_JID}/phone", PERSON_JID))
            sender.send_xml(f"{USER_JID}/desk", FORGED.format(
                "received", f"{PERSON_JID}/phone", f"{USER_JID}/phone"))
        self.assertIsNotNone(host.wait_for(
            lambda event: event.text == "4 copies of messages were forged", 5))
        person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, 0))
        self.assertEqual(model.requests[-1].burst, BURST)
        self.assert_all_heard(host, person)
        self.assertEqual(host.traces("standdown"), [])
        self.assertEqual(self.written_lines(host, "nobody wrote"), [])
        self.assertNotIn("nobody wrote", model.requests[-1].prompt)
        self.assert_clean(host)

    def written(self, text: str, number: str = "", more: str = "") -> tuple[str, str]:
        """A stanza's inside, and its id."""
        return f"<body>{text}</body>{more}", number

    def test_corrected_before_it_is_answered(self) -> None:
        """Only what they meant reaches the model."""
        host, person, model = self.stage()
        person.send_xml(USER_JID, *self.written("i had 2 slices", "first"))
        person.send(USER_JID, "composing")
        self.assertIsNotNone(host.wait_for_trace("bubble", 10))
        person.send_xml(USER_JID, *self.written(
            "i had 3 slices", "second", "<replace xmlns='urn:xmpp:message-correct:0' id='first'/>"))
        self.assertTrue(wait_turn_over(host, 0))
        self.assertEqual([request.burst for request in model.requests], [["i had 3 slices"]])
        self.assert_all_heard(host, person)
        self.assert_clean(host)

    def test_the_same_stanza_twice(self) -> None:
        """It is answered once; other words under the same id are a message."""
        host, person, model = self.stage()
        person.send_xml(USER_JID, *self.written("i had 3 slices.", "once"))
        self.assertTrue(wait_turn_over(host, 0))
        place, asked = host.mark(), len(model.requests)
        person.send_xml(USER_JID, *self.written("i had 3 slices.", "once"))
        person.send_xml(USER_JID, *self.written("and a calzone.", "once"))
        self.assertTrue(wait_turn_over(host, place))
        self.assertEqual([turn.data["n"] for turn in host.traces("turn", place)], [1])
        self.assertEqual(model.requests[-1].burst, ["and a calzone."])
        self.assertGreater(len(model.requests), asked)
        self.assert_clean(host)

    def test_written_while_the_user_was_away(self) -> None:
        """The server keeps it, and it is answered as one when the user is back."""
        host, person, model = self.stage()
        host.tell("signoff")
        self.assertIsNotNone(host.wait_for(lambda event: event.kind == "offline", 10))
        person.play(USER_JID, typed_burst(BURST))
        place = host.mark()
        host.tell("signon")
        self.assertTrue(wait_turn_over(host, place))
        self.assert_all_heard(host, person)
        self.assertEqual([turn.data["n"] for turn in host.traces("turn")], [len(BURST)])
        self.assertEqual(model.requests[-1].burst, BURST)
        self.assert_clean(host)

    def test_written_yesterday(self) -> None:
        """What comes a day late is shown and not answered; the model knows it afterwards."""
        host, person, model = self.stage()
        then = datetime.now(timezone.utc) - timedelta(days=1)
        person.send_xml(USER_JID, *self.written(
            "are you there?", "late",
            f"<delay xmlns='urn:xmpp:delay' stamp='{then:%Y-%m-%dT%H:%M:%SZ}'/>"))
        self.assertIsNotNone(host.wait_for(
            lambda event: event.kind == "wrote" and event.text == "are you there?", 10))
        self.assert_nothing_said(host, person, 0)
        place = host.mark()
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assertTrue(wait_turn_over(host, place))
        self.assertEqual(model.requests[-1].burst, LONG_BURST)
        self.assertIn("are you there?", model.requests[-1].prompt)
        self.assert_clean(host)
