# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The user has another XMPP client, and a real server that hands out copies of its messages."""

from __future__ import annotations

from e2e import main, need, need_plugins

need("prosody")
PLUGINS = need_plugins(("carbons.so", "purple-xmpp-carbons"))

from parleykit.host import Host  # noqa: E402
from parleykit.model import ModelServer, Pace  # noqa: E402
from parleykit.person import Person, typed_burst  # noqa: E402
from parleykit.servers import Prosody  # noqa: E402
from parleykit.stage import PERSON, PERSON_JID, USER, USER_JID, model_prefs, stays_quiet  # noqa: E402
from xmpp_case import BURST, FRIEND, XmppCase  # noqa: E402

WORDS = "I am here, on my phone"


class CarbonsTest(XmppCase):
    """Parley, and the user's phone beside it."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Prosody([USER, PERSON, FRIEND], modules={"carbons": ""})
        cls.enterClassContext(cls.server)

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
        self.assert_written_once(host, [WORDS, *BURST])
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

    def test_beside_debians_plugin(self) -> None:
        host, person, phone, model = self.stage_with_phone(plugins=PLUGINS)
        self.assert_stands_down(host, person, phone, model)
        self.assert_written_once(host, [WORDS, *BURST])


if __name__ == "__main__":
    main()
