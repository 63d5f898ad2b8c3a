# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What begins and ends answers, in a headless libpurple on a real XMPP server."""

from __future__ import annotations

import time

from e2e import main, need

need("prosody")

from parleykit.host import Host  # noqa: E402
from parleykit.model import Pace  # noqa: E402
from parleykit.person import Person, Step, typed_burst  # noqa: E402
from parleykit.process import free_port  # noqa: E402
from parleykit.stage import (PERSON, PERSON_JID, USER_JID, is_state, model_prefs,  # noqa: E402
                             stays_quiet, wait_turn_over)
from xmpp_case import ACCOUNT, ANSWER, BURST, FRIEND, LONG_BURST, XmppCase  # noqa: E402


class XmppEndsTest(XmppCase):
    """Switches, the user's own words, sign-offs, unloading and quitting."""

    def test_the_users_own_words_end_it(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        place = host.mark()
        host.tell(f"say {ACCOUNT} {PERSON_JID} no, that is fine")
        self.assertIsNotNone(host.wait_for_trace("standdown", 10, place))
        self.assertTrue(model.wait_closed())
        person.play(USER_JID, typed_burst(["oh good.", "and ice cream?"]))
        self.assertTrue(person.wait_for(lambda _: len(person.replies) == 1, 5))
        self.assertTrue(stays_quiet(lambda: len(host.traces("say")), 3))
        self.assertEqual(person.replies, ["no, that is fine"])
        self.assertEqual(host.traces("turn", place), [])
        self.assert_clean(host)

    def test_the_users_typing_ends_it(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        place = host.mark()
        host.tell(f"typing {ACCOUNT} {PERSON_JID}")
        self.assertIsNotNone(host.wait_for_trace("standdown", 10, place))
        self.assertTrue(model.wait_closed())
        self.assert_nothing_said(host, person, place)
        self.assert_clean(host)

    def test_nobody_is_answered_who_was_not_switched_on(self) -> None:
        host, _, model = self.stage()
        friend = self.start_person(FRIEND)
        friend.play(USER_JID, typed_burst(BURST))
        self.assertIsNotNone(host.wait_for(
            lambda event: event.kind == "wrote" and BURST[-1] in event.text, 10))
        self.assert_nothing_said(host, friend, 0)
        self.assertEqual(host.traces("turn"), [])
        self.assertEqual(model.requests, [])
        self.assertNotIn("composing", [heard.kind for heard in friend.heard])
        self.assert_clean(host)

    def test_switched_on_by_command_and_off_again(self) -> None:
        host, _, model = self.stage()
        friend = self.start_person(FRIEND)
        friend.play(USER_JID, [Step(0, "message", "hello there.")])
        jid = f"{FRIEND}@{self.server.domain}"
        self.assertIsNotNone(host.wait_for(lambda event: event.kind == "wrote", 10))
        self.run_command(host, jid, "/parley on")
        place = host.mark()
        friend.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, place))
        self.assertTrue(friend.wait_for(lambda _: len(friend.replies) >= 1, 5))
        self.run_command(host, jid, "/parley off")
        place, requests = host.mark(), len(model.requests)
        friend.play(USER_JID, typed_burst(BURST))
        self.assertTrue(stays_quiet(lambda: len(host.traces("say", place)), 3))
        self.assertEqual(len(model.requests), requests)
        self.assert_clean(host)

    def test_switching_off_while_speaking_takes_typing_back(self) -> None:
        host, person, _ = self.stage_speaking()
        self.run_command(host, PERSON_JID, "/parley off")
        self.assert_typing_taken_back(host, person)
        self.assert_clean(host)

    def test_unloading_while_speaking_takes_typing_back(self) -> None:
        host, person, _ = self.stage_speaking()
        host.tell("unload")
        self.assertIsNotNone(host.wait_for(lambda event: event.kind == "unloaded", 5))
        self.assert_typing_taken_back(host, person)
        self.assert_clean(host)

    def assert_typing_taken_back(self, host: Host, person: Person) -> None:
        """Nothing more is said, and the person does not see us type for ever."""
        place = host.mark()
        self.assertTrue(person.wait_for(lambda heard: heard[-1].kind != "composing", 5),
                        "they still see us type")
        self.assertTrue(stays_quiet(lambda: len(person.heard), 3))
        self.assertEqual(len(person.replies), 1)
        self.assertEqual(host.traces("say", place), [])

    def test_switched_on_by_the_contacts_menu(self) -> None:
        host, _, _ = self.stage()
        friend = self.start_person(FRIEND)
        host.tell(f"menu {ACCOUNT} {FRIEND}@{self.server.domain} Answer for me")
        answer = host.wait_for(lambda event: event.kind == "menu", 5)
        self.assertEqual(answer.words, ("ok",))
        friend.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, 0))
        self.assertEqual([turn.data["n"] for turn in host.traces("turn")], [len(BURST)])
        self.assert_clean(host)

    def test_closing_the_conversation_while_speaking(self) -> None:
        host, person, _ = self.stage(reply__pace_cps=20, reply__pace_max_ms=3000)
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assertTrue(person.wait_for(lambda _: len(person.replies) > 0, 30))
        place = host.mark()
        host.tell(f"close {PERSON_JID}")
        self.assertIsNotNone(host.wait_for(lambda event: is_state(event, "idle"), 5, place))
        self.assertTrue(stays_quiet(lambda: len(person.replies), 3))
        self.assertEqual(person.heard[-1].kind, "active")
        self.assert_clean(host)

    def test_a_burst_before_a_short_disconnection_is_answered_once(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        host.tell("signoff")
        self.assertTrue(model.wait_closed())
        model.pace.first = 0.2
        place = host.mark()
        host.tell("signon")
        self.assertTrue(wait_turn_over(host, place))
        self.assert_all_heard(host, person)
        self.assertEqual(model.requests[-1].burst, BURST)
        self.assertEqual(sum(ANSWER in reply for reply in person.replies), 1)
        self.assert_clean(host)

    def test_a_dead_server_is_told_to_the_user_alone(self) -> None:
        url = f"http://127.0.0.1:{free_port()}/v1"
        host = self.start_host(model_prefs(url, turn__drafts=False))
        person = self.start_person(PERSON)
        person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, 0))
        self.assert_nothing_said(host, person, 0)
        self.assertEqual(len(host.traces("error")), 1)
        self.assertEqual(len(host.written("SYSTEM")), 1)
        self.assert_clean(host)

    def test_signing_off_while_thinking(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        host.tell("signoff")
        self.assertTrue(model.wait_closed())
        self.assert_clean(host)

    def test_unloading_while_thinking(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        host.tell("unload")
        self.assertIsNotNone(host.wait_for(lambda event: event.kind == "unloaded", 5))
        self.assertTrue(model.wait_closed())
        model.pace.first = 0.2
        place = host.mark()
        host.tell("load")
        self.assertIsNotNone(host.wait_for(lambda event: event.kind == "loaded", 5, place))
        person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, place))
        self.assert_all_heard(host, person)
        self.assertEqual(sum(ANSWER in reply for reply in person.replies), 1)
        self.assert_clean(host)

    def test_quitting_while_thinking_is_quick(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        start = time.monotonic()
        self.assert_clean(host)
        self.assertLess(time.monotonic() - start, 3)


if __name__ == "__main__":
    main()
