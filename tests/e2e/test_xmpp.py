# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin in a headless libpurple on a real XMPP server, with an independent client."""

from __future__ import annotations

from e2e import main, need

need("prosody")

from parleykit.model import Pace, Request  # noqa: E402
from parleykit.person import Person, Step, typed_burst  # noqa: E402
from parleykit.profile import parley_prefs  # noqa: E402
from parleykit.stage import PERSON, USER_JID, is_state, stays_quiet, wait_turn_over  # noqa: E402
from xmpp_case import ANSWER, BURST, LONG_BURST, XmppCase  # noqa: E402

# What Conversations sends along for clients that cannot decrypt.
OMEMO_FALLBACK = ("I sent you an OMEMO encrypted message but your client doesn’t seem to support "
                  "that. Find more information on https://conversations.im/omemo")


class XmppTest(XmppCase):
    """What is heard and said while the application runs."""

    def test_typed_burst_gets_one_turn_and_one_reply(self) -> None:
        host, person, model = self.stage()
        person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, 0))
        self.assert_all_heard(host, person)
        self.assertEqual([turn.data["n"] for turn in host.traces("turn")], [len(BURST)])
        self.assertEqual(model.requests[-1].burst, BURST)
        self.assertEqual(sum(ANSWER in reply for reply in person.replies), 1)
        self.assert_clean(host)

    def test_typing_is_shown_and_taken_back(self) -> None:
        host, person, _ = self.stage(reply__pace_cps=40)
        person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, 0))
        self.assert_all_heard(host, person)
        kinds = [heard.kind for heard in person.heard]
        self.assertIn("composing", kinds[:kinds.index("message")])
        self.assertNotEqual(kinds[-1], "composing")
        self.assert_clean(host)

    def test_waits_while_the_person_types(self) -> None:
        host, person, _ = self.stage()
        person.play(USER_JID, [Step(0, "message", "is that bad?"), Step(0.05, "composing")])
        self.assertTrue(stays_quiet(lambda: len(host.traces("turn")), 2.5))
        self.assertEqual(host.traces("turn"), [])
        person.play(USER_JID, [Step(0, "message", "the pizza i mean, 3 slices")])
        self.assertTrue(wait_turn_over(host, 0))
        self.assertEqual([turn.data["n"] for turn in host.traces("turn")], [2])
        self.assert_clean(host)

    def test_barge_in_while_speaking(self) -> None:
        host, person, model = self.stage(reply__pace_cps=20, reply__pace_max_ms=3000)
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assertTrue(person.wait_for(lambda _: len(person.replies) > 0, 30))
        place = host.mark()
        person.play(USER_JID, typed_burst(["wait no", "a calzone i mean"]))
        self.assertTrue(wait_turn_over(host, place))
        self.assert_all_heard(host, person)
        self.assertGreaterEqual(len(host.traces("drop")), 1)
        self.assertEqual(len(host.traces("turn")), 2)
        self.assert_second_read(person, model.requests[-1])
        self.assert_clean(host)

    def test_drafts_are_thrown_away_and_one_reply_is_said(self) -> None:
        host, person, model = self.stage(pace=Pace(first=1.5), turn__waits="xmpp=2500")
        person.play(USER_JID, [Step(0.8, "message", text) for text in BURST])
        self.assertTrue(wait_turn_over(host, 0))
        self.assert_all_heard(host, person)
        self.assertEqual([turn.data["n"] for turn in host.traces("turn")], [len(BURST)])
        self.assertEqual([request.closed_early for request in model.requests],
                         [True] * (len(BURST) - 1) + [False])
        self.assertEqual([len(request.burst) for request in model.requests],
                         list(range(1, len(BURST) + 1)))
        self.assertEqual(sum(ANSWER in reply for reply in person.replies), 1)
        self.assert_clean(host)

    def test_a_finished_draft_is_said_when_the_window_closes(self) -> None:
        host, person, model = self.stage(pace=Pace(first=0.1, token=0.0), turn__waits="xmpp=2500")
        person.send(USER_JID, "message", "i just had 3 slices of pizza")
        self.assertTrue(wait_turn_over(host, 0))
        self.assert_all_heard(host, person)
        order = [event.ev for event in host.traces() if event.ev in ("ask", "turn", "say")]
        self.assertEqual(order, ["ask", "turn", "say", "say"])
        self.assertTrue(host.traces("ask")[0].data["draft"])
        self.assertLess(model.requests[0].finished_at, host.traces("turn")[0].at)
        self.assert_clean(host)

    def test_an_encrypted_message_is_not_answered_and_told_once(self) -> None:
        host, person, model = self.stage()
        person.play(USER_JID, [Step(0.1, "message", OMEMO_FALLBACK)] * 2)
        self.assertIsNotNone(host.wait_for(
            lambda event: event.kind == "wrote" and "SYSTEM" in event.words[0], 5))
        self.assert_nothing_said(host, person, 0)
        self.assertEqual(model.requests, [])
        self.assertEqual(len(host.written("SYSTEM")), 1)
        self.assertIn("encrypted", host.written("SYSTEM")[0])
        self.assert_clean(host)

    def test_no_typing_is_shown_while_they_break_in(self) -> None:
        host, person, _ = self.stage_speaking()
        place = host.mark()
        broke_in = person.play(USER_JID, typed_burst(["wait no", "a calzone i mean"]))[0]
        speaking = host.wait_for(lambda event: is_state(event, "speaking"), 30, place)
        self.assertIsNotNone(speaking)
        self.assertEqual(len(host.traces("drop", place)), 1)
        shown = [heard.kind for heard in person.heard if broke_in < heard.at < speaking.at]
        self.assertNotEqual(shown, [], "their typing did not take ours back")
        self.assertNotIn("composing", shown)
        self.assert_clean(host)

    def assert_second_read(self, person: Person, request: Request) -> None:
        """The second read knows the new bubbles and what was said; nothing old is said."""
        self.assertIn("a calzone i mean", request.prompt)
        self.assertIn(person.replies[0], request.prompt)
        self.assertFalse(any("hottest oven" in reply for reply in person.replies))
        self.assertEqual(sum("the same dough" in reply for reply in person.replies), 1)

    def test_barge_in_while_thinking_closes_the_connection(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(["so i just had like 3 slices"]))
        self.wait_thinking(host, model)
        seen, place = len(model.requests), host.mark()
        person.play(USER_JID, [Step(0, "message", "of pizza, is that bad?")])
        bubble = host.wait_for_trace("bubble", 10, place)
        self.assertIsNotNone(bubble)
        self.assertTrue(model.wait_for(lambda requests: requests[seen - 1].closed_early, 5))
        model.pace.first = 0.2
        # 100 ms is the promise; the rest is for a machine that does many things at once.
        self.assertLess(model.requests[seen - 1].closed_at - bubble.at, 0.5)
        self.assertIsNotNone(host.wait_for(lambda event: is_state(event, "speaking"), 30))
        self.assertTrue(host.wait_for(lambda event: is_state(event, "idle"), 30))
        self.assert_all_heard(host, person)
        self.assertEqual(sum(ANSWER in reply for reply in person.replies), 1)
        self.assertEqual(model.requests[-1].burst,
                         ["so i just had like 3 slices", "of pizza, is that bad?"])
        self.assert_clean(host)

    def test_away_note_once_per_period(self) -> None:
        host = self.start_host(parley_prefs(reply__pace_cps=0), away="Gone fishing until Monday")
        person = self.start_person(PERSON)
        person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, 0))
        self.assertTrue(person.wait_for(lambda _: len(person.replies) == 1, 5))
        self.assertIn("fishing", person.replies[0])
        place = host.mark()
        person.play(USER_JID, typed_burst(["ok", "talk to you then."]))
        self.assertIsNotNone(host.wait_for_trace("bubble", 10, place))
        self.assertTrue(stays_quiet(lambda: len(person.replies), 4))
        self.assertEqual(len(person.replies), 1)
        self.assert_clean(host)

    def test_builtin_says_nothing_while_the_user_is_there(self) -> None:
        host = self.start_host({})
        person = self.start_person(PERSON)
        person.play(USER_JID, typed_burst(BURST))
        self.assertIsNotNone(host.wait_for_trace("bubble", 10))
        self.assert_nothing_said(host, person, 0)
        self.assert_clean(host)


if __name__ == "__main__":
    main()
