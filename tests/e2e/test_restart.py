# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What outlives the application: a crash, a restart, and a second application on one profile."""

from __future__ import annotations

import os
import sqlite3

from e2e import main, need

need("prosody")

from parleykit.clients import wait_until  # noqa: E402
from parleykit.host import Host  # noqa: E402
from parleykit.model import ModelServer, Pace  # noqa: E402
from parleykit.person import Person, Step, typed_burst  # noqa: E402
from parleykit.stage import (PERSON, PERSON_JID, USER_JID, model_prefs, stays_quiet,  # noqa: E402
                             wait_turn_over)
from xmpp_case import ACCOUNT, ANSWER, BURST, LONG_BURST, XmppCase  # noqa: E402

# Longer than any window here.
QUIET = 2.5


def is_marked(host: Host) -> bool:
    """Whether something is written down as dealt with."""
    path = os.path.join(host.folder, "parley", "store.db")
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        return store.execute("SELECT count(*) FROM chats WHERE mark_wall > 0").fetchone()[0] > 0


class RestartTest(XmppCase):
    """One profile, several lives of the application."""

    def assert_answered_once(self, host: Host, person: Person, burst: list[str],
                             model: ModelServer, place: int) -> None:
        """One turn with the whole burst since `place`, and one answer in all."""
        self.assert_takes_turn(host, model, burst, place)
        self.assert_all_heard(host, person)
        self.assertEqual([turn.data["n"] for turn in host.traces("turn", place)], [len(burst)])
        self.assertEqual(sum(ANSWER in reply for reply in person.replies), 1)

    def assert_takes_turn(self, host: Host, model: ModelServer, burst: list[str],
                          place: int) -> None:
        """A turn since `place` is dealt with, and the model was asked about just this burst."""
        self.assertTrue(wait_turn_over(host, place))
        self.assertEqual(model.requests[-1].burst, burst)

    def assert_quiet(self, host: Host, person: Person, place: int, seconds: float = QUIET) -> None:
        """Nothing is said to the person, and nothing begins."""
        heard = len(person.replies)
        self.assertTrue(stays_quiet(
            lambda: len(host.traces("turn", place)) + len(person.replies) - heard, seconds))
        self.assertEqual(host.traces("turn", place), [])
        self.assertEqual(len(person.replies), heard)

    def restart(self, host: Host) -> int:
        """Ends the application in good order and starts it again."""
        self.assertEqual(host.quit(), 0, host.read_log())
        return host.start_again()

    def test_a_crash_while_reading_loses_nothing(self) -> None:
        host, person, model = self.stage()
        person.play(USER_JID, typed_burst(BURST) + [Step(0.05, "composing")])
        self.assert_quiet(host, person, 0, 1)
        host.kill()
        place = host.start_again()
        self.assert_answered_once(host, person, BURST, model, place)
        self.assert_quiet(host, person, self.restart(host))
        self.assert_clean(host)

    def test_a_crash_while_thinking_loses_nothing(self) -> None:
        host, person, model = self.stage(pace=Pace(first=8.0))
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        host.kill()
        self.assertTrue(model.wait_closed())
        model.pace.first = 0.2
        place = host.start_again()
        self.assert_answered_once(host, person, BURST, model, place)
        self.assert_quiet(host, person, self.restart(host))
        self.assert_clean(host)

    def test_a_crash_while_speaking_repeats_nothing(self) -> None:
        host, person, _ = self.stage(reply__pace_cps=20, reply__pace_max_ms=3000)
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assertTrue(person.wait_for(
            lambda heard: len(person.replies) == 1 and heard[-1].kind == "composing", 30))
        # What was said is written down in a thread, a moment after it went out.
        self.assertTrue(wait_until(lambda: is_marked(host), 2, step=0.01))
        self.assertEqual(len(person.replies), 1)
        host.kill()
        self.assert_quiet(host, person, host.start_again())
        self.assert_clean(host)

    def test_a_turn_that_was_in_flight_at_two_crashes_is_left_alone(self) -> None:
        host, person, model = self.stage(pace=Pace(first=30.0))
        person.play(USER_JID, typed_burst(BURST))
        for count in (1, 2):
            self.assertTrue(model.wait_asked(count=count))
            self.assertTrue(stays_quiet(lambda: len(model.requests), 0.5))
            host.kill()
            place = host.start_again()
        self.assert_quiet(host, person, place)
        self.assertEqual(len(model.requests), 2)
        model.pace.first = 0.2
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assert_takes_turn(host, model, LONG_BURST, place)
        self.assert_clean(host)

    def stage_taken_over(self) -> tuple[Host, Person, ModelServer, int]:
        """The user wrote to the person by hand, and the application was started again."""
        host, person, model = self.stage()
        host.tell(f"say {ACCOUNT} {PERSON_JID} i am here myself")
        self.assertIsNotNone(host.wait_for_trace("standdown", 10))
        return host, person, model, self.restart(host)

    def test_silence_after_the_users_own_words_outlives_a_restart(self) -> None:
        host, person, model, place = self.stage_taken_over()
        person.play(USER_JID, typed_burst(BURST))
        self.assertIsNotNone(host.wait_for_trace("bubble", 10, place))
        self.assert_quiet(host, person, place)
        self.assertEqual(model.requests, [])
        self.run_command(host, PERSON_JID, "/parley on")
        self.assert_hears_again(host, person, model)

    def test_switching_on_ends_the_silence_before_anybody_wrote(self) -> None:
        host, person, model, _ = self.stage_taken_over()
        host.tell(f"open {ACCOUNT} {PERSON_JID}")
        self.run_command(host, PERSON_JID, "/parley on")
        self.assert_hears_again(host, person, model)

    def assert_hears_again(self, host: Host, person: Person, model: ModelServer) -> None:
        place = host.mark()
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assert_takes_turn(host, model, LONG_BURST, place)
        self.assert_clean(host)

    def test_one_of_two_applications_speaks_and_the_other_takes_over(self) -> None:
        model = self.open(ModelServer())
        prefs = model_prefs(model.url, reply__pace_cps=0)
        # The server finds the resources: one account for both, as one profile has.
        first = self.start_host(prefs, resource="")
        second = self.start_host(prefs, resource="", shares=first)
        person = self.start_person(PERSON)
        self.assertTrue(self.is_told(second, "Another Pidgin or Finch is answering", 5))
        person.play(USER_JID, typed_burst(BURST))
        self.assert_answered_once(first, person, BURST, model, 0)
        self.assertEqual(len(second.written("RECV")), len(BURST))
        self.assertEqual(second.traces("turn"), [])

        model.pace.first = 30.0
        asked, heard = len(model.requests), len(person.replies)
        person.play(USER_JID, typed_burst(LONG_BURST))
        self.assertTrue(model.wait_asked(count=asked + 1))
        first.kill()
        model.pace.first = 0.2
        self.assertTrue(self.is_told(second, "Parley takes over", 5))
        self.assert_takes_turn(second, model, LONG_BURST, 0)
        place = second.mark()
        person.play(USER_JID, typed_burst(["wait no", "a calzone i mean"]))
        self.assert_takes_turn(second, model, ["wait no", "a calzone i mean"], place)
        self.assertTrue(person.wait_for(
            lambda _: len(person.replies) == heard + len(second.traces("say")), 5))
        self.assert_clean(second)

    def is_told(self, host: Host, title: str, limit: float) -> bool:
        return host.wait_for(
            lambda event: event.kind == "notify" and title in event.text, limit) is not None


if __name__ == "__main__":
    main()
