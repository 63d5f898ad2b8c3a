# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Two users with the plugin, switched on for each other: they don't talk for ever."""

from __future__ import annotations

import itertools

from e2e import BUILD, EndToEndTest, main, need

need("prosody")

from parleykit.host import Host  # noqa: E402
from parleykit.model import ModelServer, Pace  # noqa: E402
from parleykit.servers import Prosody  # noqa: E402
from parleykit.stage import make_application, model_prefs, settles, stays_quiet  # noqa: E402

USERS = ("alex", "sam")
MAX_ANSWERS = 10
NOTE = "Another program seems to answer here"

# What each of them says is another thing each time.
SENTENCES = [
    "The bread rolls from the corner shop were gone by nine.",
    "My sister repaired the old radio, and it plays again.",
    "Nobody told me that the museum closes on Mondays.",
    "Rain is coming, so take the green umbrella along.",
    "We could paint the fence before your parents arrive.",
    "That film has an ending which I did not see coming.",
    "A train leaves every hour, even late at night.",
    "His garden is full of tomatoes this summer.",
    "I keep the spare key under the third flower pot.",
    "Her new bicycle squeaks whenever she brakes.",
    "They moved the meeting to the small room upstairs.",
    "Cinnamon goes into it, and a little orange peel.",
    "You would like the book, it is short and funny.",
]

# Each waits for 5 minutes before it answers.
SLOW = {
    "turn__profile": "fixed", "turn__fixed_ms": 290000, "turn__drafts": False,
    "turn__cap_quiet_ms": 600000, "turn__cap_typing_ms": 600000, "turn__cap_typed_ms": 600000,
    "turn__ceiling_quiet_ms": 600000, "turn__ceiling_typing_ms": 600000,
}


class LoopTest(EndToEndTest):
    """One talk for each test, begun by a user who then leaves it to the plugin."""

    server: Prosody

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Prosody(list(USERS))
        cls.enterClassContext(cls.server)

    def begin(self, **settings) -> list[Host]:
        """Both applications; the first user has said something and switched the plugin on."""
        sentences = itertools.cycle(SENTENCES)
        model = self.open(ModelServer(lambda burst, request: next(sentences), Pace(first=0.1)))
        prefs = model_prefs(model.url, **settings)
        hosts = [self.open(make_application(Host, BUILD, self.server, prefs, user, (other,)))
                 for user, other in (USERS, USERS[::-1])]
        other = f"{USERS[1]}@{self.server.domain}"
        hosts[0].tell(f"say {USERS[0]}@{self.server.domain}/desk {other} how was your weekend?")
        self.assertIsNotNone(hosts[0].wait_for(lambda event: event.kind == "wrote", 5))
        hosts[0].tell(f"command {other} /parley on")
        answer = hosts[0].wait_for(lambda event: event.kind == "command", 5)
        self.assertEqual(answer.words, ("ok",), answer.text)
        return hosts

    def assert_stopped(self, hosts: list[Host], answers: int) -> None:
        """After some answers, for each user with one note that says why."""
        self.assertLessEqual(answers, MAX_ANSWERS)
        self.assertGreaterEqual(answers, 6)
        for host in hosts:
            self.assertEqual([NOTE in line for line in host.written("SYSTEM")].count(True), 1)
            self.assert_clean(host)

    def test_two_that_answer_at_once(self) -> None:
        hosts = self.begin(reply__pace_cps=0)
        count = self.counter(hosts)
        self.assertTrue(settles(count, 12, 120))
        self.assert_stopped(hosts, count())

    def test_two_that_show_themselves_typing(self) -> None:
        hosts = self.begin()
        count = self.counter(hosts)
        self.assertTrue(settles(count, 15, 180))
        self.assert_stopped(hosts, count())

    def test_two_that_answer_once_in_5_minutes(self) -> None:
        hosts = self.begin(reply__pace_cps=0, **SLOW)
        count = self.counter(hosts)
        for reader in itertools.islice(itertools.cycle(hosts[::-1]), 2 * MAX_ANSWERS):
            place = self.places[reader]
            if reader.wait_for_trace("window", 8, place) is None:
                break
            self.places[reader] = reader.mark()
            for host in hosts:
                host.step(300)
            self.assertIsNotNone(reader.wait_for_trace("say", 15, place))
        for host in hosts:
            host.step(900)
        self.assertTrue(stays_quiet(count, 3))
        self.assert_stopped(hosts, count())

    def counter(self, hosts: list[Host]):
        """How many answers there were in all."""
        self.places = {host: 0 for host in hosts}
        return lambda: sum(len(host.traces("say")) for host in hosts)


if __name__ == "__main__":
    main()
