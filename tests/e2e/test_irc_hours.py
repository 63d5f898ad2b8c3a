# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Some time of IRC on two linked InspIRCd: fourteen contacts who write and come and go, thieves of
their names, network splits, servers that are restarted, and a user whose connection is lost.

A minute, or PARLEY_IRC_MINUTES of them; PARLEY_IRC_SEED lives it anew, as far as real time does.
"""

from __future__ import annotations

import os
import random
import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timezone

from e2e import BUILD, EndToEndTest, at_length, main, need

need("inspircd")

from parleykit.host import Event, Host  # noqa: E402
from parleykit.irc import IrcPerson  # noqa: E402
from parleykit.model import ModelServer, Request  # noqa: E402
from parleykit.profile import Buddy, irc_account  # noqa: E402
from parleykit.servers import PASSWORD, Inspircd  # noqa: E402
from parleykit.stage import model_prefs  # noqa: E402
from parleykit.town import ANSWER, ROOM, TOKEN, Town, Townsman  # noqa: E402

USER = "me"
MINUTES = float(os.environ.get("PARLEY_IRC_MINUTES", "1"))
SEED = int(os.environ.get("PARLEY_IRC_SEED", str(random.randrange(1 << 30))))

# Within this somebody is answered whom nothing comes between: WHOIS may be asked once in 30 s.
PROMPT_S = 120

# Whose nick is taken where the client can't see it may lose so much to the thief, as
# docs/privacy.md says.
UNSEEN_S = 30

# Nobody can call back what is on its way to the server when the nick is taken.
ON_ITS_WAY_S = 0.2

# Nobody here is as slow as people are.
LIMITS = {"guard__loop_replies": 100, "guard__in_a_row": 1000, "guard__contact_10min": 1000,
          "guard__contact_hour": 1000, "guard__all_hour": 10000, "reply__pace_cps": 0,
          "backend__max_requests": 4}

# A row of "What Parley did", and what it says of messages that are dealt with as usual.
ROW = re.compile(r"(\S+ \S+) <b>(.*?)</b>: (.*?)<br>")
USUAL = re.compile("^(Read|Said:|Answered)")


class IrcHoursTest(EndToEndTest):
    """What is wrong is gathered, and told in the end."""

    def setUp(self) -> None:
        self.random = random.Random(SEED)
        self.faults: list[str] = []
        self.log: dict[str, set[tuple[float, str]]] = {}
        self.asked: set[tuple[int, int]] = set()
        self.arrived: dict[tuple[int, int], float] = {}
        self.lock = threading.Lock()
        self.near = self.open(Inspircd(1))
        self.far = self.open(Inspircd(2, [self.near]))
        self.model = self.open(ModelServer(reply=self.answer))
        self.account = irc_account(USER, self.near.port)
        self.town = Town(USER, self.near, self.far, SEED)
        buddies = [Buddy(self.account, person.home) for person in self.town.honest]
        self.host = Host(BUILD, [self.account], buddies, model_prefs(self.model.url, **LIMITS))
        self.host.on_event = self.take_event
        self.open(self.host)
        self.enter_network()
        self.open(self.town)

    def enter_network(self) -> None:
        """Somebody on each server looks on, and the user is in the room."""
        self.oper = self.open(IrcPerson("oper", self.near.port, "127.0.0.60"))
        self.oper.send_raw(f"OPER admin {PASSWORD}")
        self.oper.send_raw(f"JOIN {ROOM}")
        self.eye = self.open(IrcPerson("eye", self.far.port, "127.0.0.61"))
        self.eye.send_raw(f"JOIN {ROOM}")
        self.assertTrue(self.eye.is_on("oper", 60))
        self.assertTrue(self.eye.is_on(USER, 60))
        self.host.tell(f"join {self.account.name} {ROOM}")
        self.assertTrue(self.oper.wait_for(
            lambda lines: any(line.nick == USER and line.command == "JOIN" for line in lines), 30))

    # What is seen

    def blame(self, text: str) -> None:
        """Something is wrong."""
        with self.lock:
            self.faults.append(f"{time.monotonic() - self.began:.1f}: {text}")

    def take_event(self, event: Event) -> None:
        """A line of somebody that libpurple shows is one that came."""
        found = TOKEN.search(event.text) if event.kind == "wrote" else None
        if found is not None and "RECV" in event.words[0]:
            self.arrived[int(found[1]), int(found[2])] = event.at

    def answer(self, _burst: list[str], request: Request) -> str:
        """For the newest line; nobody's words are in a chat with somebody else."""
        tokens = {(int(person), int(line)) for person, line in TOKEN.findall(request.prompt)}
        people = {person for person, _ in tokens}
        people |= {int(person) for person, _ in ANSWER.findall(request.prompt)}
        if len(people) != 1:
            self.blame(f"words of {sorted(people)} in one request")
        if any(self.town.people[person].thief for person in people):
            self.blame("the model is asked about a thief's words")
        with self.lock:
            self.asked |= tokens
        self.model.pace.first = self.random.uniform(0.2, 3)
        person, line = max(tokens)
        return f"{self.random.choice(['Yes, number', 'It is the'])} {line}, ans-{person:02}-{line:04}"

    # What happens

    def live(self, seconds: float) -> None:
        """Everybody does what they like; every now and then something befalls the network."""
        accidents = [self.split, self.reconnect, self.restart_far, self.restart_near]
        pause = min(max(seconds / 5, 10), 60)
        next_at = self.began + pause
        read_at = self.began
        while time.monotonic() < self.began + seconds:
            self.pass_time(0.1)
            if time.monotonic() >= read_at:
                self.read_log()
                read_at = time.monotonic() + 20
            if time.monotonic() >= next_at:
                accidents.append(accidents.pop(0))
                accidents[-1]()
                next_at = time.monotonic() + pause * self.random.uniform(0.6, 1.2)

    def pass_time(self, seconds: float, split: bool = False) -> None:
        """The town goes on for that long."""
        end = time.monotonic() + seconds
        while True:
            self.town.go_on()
            self.town.note_disturbed(split)
            self.check_prompt()
            if time.monotonic() >= end:
                return
            time.sleep(0.05)

    def pass_until(self, condition: Callable[[], bool], split: bool = False) -> None:
        """Until that is so, which must be within a minute."""
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end)
            self.pass_time(0.1, split)

    def sees_back(self, place: int) -> Callable[[], bool]:
        """Whether who is on the other server came back to the room since."""
        return lambda: any(line.nick == "eye" and line.command == "JOIN"
                           for line in self.oper.lines[place:])

    def split(self) -> None:
        """The servers lose each other, and find each other again."""
        self.town.counts["network splits"] += 1
        place = len(self.oper.lines)
        self.oper.send_raw(f"SQUIT {self.far.name} :split")
        self.pass_until(self.sees_back(place), split=True)

    def reconnect(self) -> None:
        """The user's own connection is lost for a while."""
        self.town.counts["reconnects"] += 1
        place = self.host.mark()
        self.town.online = False
        self.host.tell("signoff")
        self.pass_until(lambda: self.is_told("offline", place))
        self.pass_time(self.random.uniform(1, 12))
        self.sign_on()

    def sign_on(self) -> None:
        """The user is back in the room."""
        place, seen = self.host.mark(), len(self.oper.lines)
        self.host.tell("signon")
        self.pass_until(lambda: self.is_told("online", place))
        self.host.tell(f"join {self.account.name} {ROOM}")
        self.pass_until(lambda: any(line.nick == USER and line.command == "JOIN"
                                    for line in self.oper.lines[seen:]))
        self.town.online = True

    def is_told(self, kind: str, place: int) -> bool:
        """Whether the application told of it."""
        return any(event.kind == kind for event in self.host.events[place:])

    def restart_far(self) -> None:
        """Whoever is on the other server loses their connection."""
        self.town.counts["restarts of the other server"] += 1
        self.eye.stop()
        place = len(self.oper.lines)
        self.far.restart()
        self.eye = self.open(IrcPerson("eye", self.far.port, "127.0.0.61"))
        self.eye.send_raw(f"JOIN {ROOM}")
        self.pass_until(self.sees_back(place), split=True)

    def restart_near(self) -> None:
        """The user's own server: their connection goes, too."""
        self.town.counts["restarts of the user's server"] += 1
        place = self.host.mark()
        self.town.online = False
        self.oper.stop()
        self.near.restart()
        self.oper = self.open(IrcPerson("oper", self.near.port, "127.0.0.60"))
        self.oper.send_raw(f"OPER admin {PASSWORD}")
        self.oper.send_raw(f"JOIN {ROOM}")
        self.pass_until(lambda: self.is_told("offline", place))
        self.pass_until(self.sees_back(0))
        self.sign_on()

    # What must be so

    def answered(self, person: Townsman) -> int:
        """The last line of theirs that an answer came for, to whoever had it."""
        return max((heard.line for other in self.town.people for heard in other.heard
                    if heard.person == person.number), default=0)

    def check_prompt(self) -> None:
        """Whoever stayed, with nothing between them and the user, has had their answer."""
        now = time.monotonic()
        for person in self.town.honest:
            answered = self.answered(person)
            late = [written for written in person.written[answered:]
                    if written.known and person.disturbed_at < written.at < now - PROMPT_S]
            if late and person.is_home:
                self.blame(f"{person.home} was there all the time and is not answered")
                person.disturbed_at = now

    def check_addressees(self) -> None:
        """Whoever was told something asked for it, and was told it once."""
        told: Counter[tuple[int, int]] = Counter()
        for holder in self.town.people:
            for heard in holder.heard:
                told[heard.person, heard.line] += 1
                if heard.person != holder.number:
                    self.check_stranger(holder, heard.nick, self.town.people[heard.person],
                                        heard.at)
        for (number, line), count in told.items():
            if count > 1:
                self.blame(f"{self.town.people[number].home} is answered line {line} {count} times")

    def check_stranger(self, holder: Townsman, nick: str, person: Townsman, at: float) -> None:
        """Where the client can't have seen that they left it may be wrong for a while."""
        unseen = UNSEEN_S if person.hidden else ON_ITS_WAY_S
        if any(0 <= at - left <= unseen for left in person.leaves):
            self.town.counts["answers to somebody unseen"] += 1
            return
        self.blame(f"what {person.home} is told goes to {holder.home}, who is called {nick}")

    def check_answered(self) -> None:
        """Whoever can be known is answered in the end."""
        for person in self.town.honest:
            if not person.nameless and self.answered(person) < len(person.written):
                self.blame(f"{person.home} is back and not answered")

    def read_log(self) -> None:
        """The window shows the newest 200 rows only, so it is looked at every now and then."""
        place = self.host.mark()
        self.host.tell("action What Parley did")
        shown = self.host.wait_for(lambda event: event.words[:1] == ("formatted",), 20, place)
        self.assertIsNotNone(shown, self.host.events[place:])
        for when, name, text in ROW.findall(shown.text):
            at = datetime.strptime(when, "%m/%d/%y %H:%M:%S").replace(tzinfo=timezone.utc)
            self.log.setdefault(name, set()).add((at.timestamp(), text))

    def check_told(self) -> None:
        """Each line that came was in a request that was answered, or the log says what became of it.

        A row that repeats the newest of its chat is left out for an hour.
        """
        for person in self.town.honest:
            told = sorted((at, not USUAL.search(text)) for at, text in self.log.get(person.home, ()))
            answered = self.answered(person)
            for number, written in enumerate(person.written, 1):
                at = self.arrived.get((person.number, number))
                if at is None or not written.known:
                    continue
                if (person.number, number) in self.asked and number <= answered:
                    continue
                self.town.counts["lines without an answer"] += 1
                at += self.wall - self.began
                before = [telling for when, telling in told if when < at]
                if not any(telling for when, telling in told if when >= at - 1) \
                        and before[-1:] != [True]:
                    self.blame(f"{person.home}: line {number} of {at - self.wall:.1f} is gone without"
                               f" a word (asked: {(person.number, number) in self.asked})")

    def print_figures(self) -> None:
        """What was lived through."""
        waits = sorted(heard.at - person.written[heard.line - 1].at
                       for person in self.town.honest for heard in person.heard
                       if heard.person == person.number)
        counts = {**self.town.counts, "lines that came": len(self.arrived),
                  "requests": len(self.model.requests), "answers": len(waits),
                  "answers heard by thieves": sum(len(thief.heard) for thief in self.town.thieves)}
        print(f"\n{MINUTES:g} minutes, seed {SEED}")
        for name, count in counts.items():
            print(f"  {name}: {count}")
        print(f"  seconds from the last line to the answer: median {statistics.median(waits):.1f},"
              f" 95 % {waits[len(waits) * 95 // 100]:.1f}, at most {waits[-1]:.1f}")
        log = Counter(re.sub(r" ?“.*”| ?\(.*\)|\d+ ", "", text)
                      for rows in self.log.values() for _, text in rows)
        print("  activity log:", *(f"{count} × {text}" for text, count in log.most_common()),
              sep="\n    ")

    def come_home(self) -> None:
        """The thieves leave, and all others write once more and wait for an answer."""
        for thief in self.town.thieves:
            self.town.hang_up(thief, quit_first=True)
        for person in self.town.people:
            person.n_left = 0
            person.next_at = float("inf")
        end = time.monotonic() + 60
        while not self.town.all_home() and time.monotonic() < end:
            for person in self.town.honest:
                self.town.come_home(person)
            self.pass_time(1)
        for person in self.town.honest:
            self.town.write(person)
        end = time.monotonic() + 2 * PROMPT_S
        while time.monotonic() < end and any(
                self.answered(person) < len(person.written) for person in self.town.honest
                if not person.nameless):
            self.pass_time(0.5)
        self.pass_time(3)

    @at_length
    def test_everybody_who_is_the_same_is_answered_and_no_thief(self) -> None:
        self.began, self.wall = time.monotonic(), time.time()
        self.live(MINUTES * 60)
        self.come_home()
        self.read_log()
        self.assert_clean(self.host)
        self.check_addressees()
        self.check_answered()
        self.check_told()
        self.print_figures()
        self.assertEqual(self.faults, [])


if __name__ == "__main__":
    main()
