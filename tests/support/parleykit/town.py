# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""People on two linked IRC servers who write, quit, are called otherwise, lose their connection, and
thieves who take their names.

Each line to the user ends with who wrote it and which of theirs it is, "tok-03-0017"; the model
answers with "ans-03-0017", so it shows at the wire whom an answer is for.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field

from .irc import IrcPerson
from .servers import Inspircd

ROOM = "#tea"

TOKEN = re.compile(r"tok-(\d\d)-(\d{4})")
ANSWER = re.compile(r"ans-(\d\d)-(\d{4})")

# Between two bursts, in seconds. libpurple's IRC sends a line in 2 s, all in all.
_REST = (20, 100)

_WORDS = ("tea rain train late soup garden blue seven market paint river ticket Paris cat bread "
          "lamp monday music clock chair letter salt wheel stairs piano winter window").split()


@dataclass
class Written:
    """A line to the user. `known`: whoever reads the wire can tell that it is them."""

    at: float
    known: bool


@dataclass
class Heard:
    """An answer that came to somebody's connection, under the nick that they had then."""

    at: float
    nick: str
    person: int
    line: int


@dataclass
class Townsman:
    """Somebody with a nick of their own; `far`: on the other server; `hidden`: in no room of the
    user's; `nameless`: another one has the same user@host.
    """

    number: int
    home: str
    user: str
    address: str
    far: bool = False
    hidden: bool = False
    nameless: bool = False
    thief: bool = False
    nick: str = ""
    known: bool = True
    gone: bool = False        # they were nameless and left
    leaves: list[float] = field(default_factory=list)  # when somebody else could have the nick
    disturbed_at: float = 0.0
    next_at: float = 0.0
    n_left: int = 0           # lines of the burst that they are writing
    written: list[Written] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    connection: IrcPerson | None = None
    n_read: int = 0

    @property
    def is_home(self) -> bool:
        """Whether they have their own nick."""
        return self.connection is not None and self.nick == self.home


_CAST = [
    ("ada", "ada", 10), ("bea", "bea", 11), ("cal", "cal", 12), ("dot", "dot", 13),
    ("eli", "eli", 14), ("fay", "f", 15), ("gus", "gus", 16), ("hal", "hal", 17),
    ("ida", "ida", 18), ("jon", "jon", 19), ("kim", "kim", 20), ("leo", "leo", 21),
    ("mia", "web", 22), ("ned", "web", 22),
]
_FAR = {"bea", "dot", "fay", "hal", "jon"}
_HIDDEN = {"ida", "jon", "kim"}
_NAMELESS = {"mia", "ned"}

# The second comes from where the first of the people does.
_THIEVES = [("rob1", "rob", 50), ("rob2", "rob", 10), ("rob3", "rob", 51), ("rob4", "ada", 52)]


class Town:
    """What happens follows from the seed, as far as the machine allows."""

    def __init__(self, user: str, near: Inspircd, far: Inspircd, seed: int) -> None:
        self.user = user
        self.near = near
        self.far = far
        self.random = random.Random(seed)
        self.online = True  # whether the user is
        self.counts: Counter[str] = Counter()
        names = _CAST + _THIEVES
        self.people = [
            Townsman(number, home, user_name, f"127.0.0.{host}", home in _FAR, home in _HIDDEN,
                     home in _NAMELESS, number >= len(_CAST))
            for number, (home, user_name, host) in enumerate(names)]

    @property
    def honest(self) -> list[Townsman]:
        """All but the thieves."""
        return [person for person in self.people if not person.thief]

    @property
    def thieves(self) -> list[Townsman]:
        """Whoever takes names."""
        return [person for person in self.people if person.thief]

    def start(self) -> "Town":
        """The people are there; each of them will write first of all."""
        now = time.monotonic()
        for person in self.honest:
            self.enter(person, person.home)
            person.next_at = now + self.random.uniform(1, 40)
            person.n_left = 1
        for thief in self.thieves:
            self.enter(thief, thief.home)
            thief.next_at = now + self.random.uniform(40, 60)
        return self

    def stop(self) -> None:
        """All leave."""
        for person in self.people:
            self.hang_up(person)

    def __enter__(self) -> "Town":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # What one of them does

    def enter(self, person: Townsman, nick: str) -> bool:
        """A new connection; returns whether the server let them on."""
        connection = IrcPerson(nick, (self.far if person.far else self.near).port, person.address,
                               person.user)
        try:
            connection.start()
        except (OSError, RuntimeError):
            connection.stop()
            return False
        self._settle_in(person, connection, nick)
        return True

    def _settle_in(self, person: Townsman, connection: IrcPerson, nick: str) -> None:
        person.connection, person.nick, person.n_read = connection, nick, 0
        person.known = nick == person.home
        if not person.hidden:
            connection.send_raw(f"JOIN {ROOM}")

    def hang_up(self, person: Townsman, quit_first: bool = False) -> None:
        """Their connection ends, with a word or without."""
        if person.connection is None:
            return
        self.read(person)
        if quit_first:
            _send(person.connection, "QUIT :bye")
        person.connection.stop()
        self.read(person)
        person.connection = None
        person.gone |= person.nameless
        self._leave_nick(person)

    def _leave_nick(self, person: Townsman) -> None:
        person.leaves.append(time.monotonic())
        person.n_left = 0

    def rename(self, person: Townsman, nick: str) -> None:
        """As far as they know; the server has the last word. It is seen where all look on."""
        assert person.connection is not None
        if person.is_home:
            self._leave_nick(person)
            person.gone |= person.nameless
            person.known = not person.hidden and self.online
        _send(person.connection, f"NICK {nick}")

    def write(self, person: Townsman) -> None:
        """One line to the user."""
        assert person.connection is not None
        number = len(person.written) + 1
        words = " ".join(self.random.choices(_WORDS, k=self.random.randint(3, 6)))
        known = person.known and not person.gone
        person.written.append(Written(time.monotonic(), known))
        _send(person.connection,
              f"PRIVMSG {self.user} :{words} tok-{person.number:02}-{number:04}")
        self.counts["lines of thieves" if person.thief else "lines"] += 1

    def read(self, person: Townsman) -> None:
        """What the server and the user told them since."""
        if person.connection is None:
            return
        lines = person.connection.lines
        for line in lines[person.n_read:]:
            if line.command == "NICK" and line.nick == person.nick:
                person.nick = line.raw.split()[2].decode().lstrip(":")
                person.known |= person.nick == person.home
            answer = ANSWER.search(line.text)
            if answer is not None and line.nick == self.user:
                person.heard.append(Heard(line.at, person.nick, int(answer[1]), int(answer[2])))
        person.n_read = len(lines)

    # What they have in mind

    def go_on(self) -> None:
        """Everybody does what they had in mind for now."""
        for person in self.people:
            self.read(person)
            if person.connection is not None and person.connection.has_ended:
                self.hang_up(person)
            if time.monotonic() >= person.next_at:
                self._act(person)

    def _act(self, person: Townsman) -> None:
        if person.connection is not None and person.n_left > 0:
            self.write(person)
            person.n_left -= 1
            person.next_at = self._in(0.5, 3) if person.n_left > 0 else self._in(*_REST)
        elif person.thief:
            self._act_as_thief(person)
        elif not person.is_home:
            person.next_at = self._in(1, 8)
            self.come_home(person)
        else:
            self._act_at_home(person)

    def _act_at_home(self, person: Townsman) -> None:
        luck = self.random.random()
        person.next_at = self._in(5, 60)
        if luck < 0.6:
            person.n_left = self.random.randint(1, 4)
            person.next_at = time.monotonic()
            self.counts["bursts"] += 1
            return
        if luck < 0.72:
            self.counts["quits"] += 1
            self.hang_up(person, quit_first=True)
        elif luck < 0.86:
            self.counts["renames"] += 1
            self.rename(person, f"{person.home}|away")
            person.n_left = self.random.randint(0, 2)
        elif luck < 0.93:
            self.counts["ghosts"] += 1
            self._leave_ghost(person)
        else:
            self.counts["lost connections"] += 1
            self.hang_up(person)
        if self.random.random() < 0.5:
            self._steal(self.random.choice(self.thieves), person)

    def _leave_ghost(self, person: Townsman) -> None:
        """Their old connection is still there when they come with a new one."""
        ghost = person.connection
        assert ghost is not None
        self.read(person)
        if self.enter(person, f"{person.home}_"):
            _send(ghost, "QUIT :Killed (services (GHOST command))")
        ghost.stop()
        self._leave_nick(person)
        person.gone |= person.nameless

    def _act_as_thief(self, thief: Townsman) -> None:
        thief.next_at = self._in(10, 40)
        if thief.connection is None:
            self.enter(thief, thief.home)
        elif not thief.is_home:
            self.rename(thief, thief.home)
        else:
            self._steal(thief, self.random.choice(self.honest))

    def _steal(self, thief: Townsman, victim: Townsman) -> None:
        """If the name is free, at once: some are on already, some come with it."""
        if thief.connection is None or not thief.is_home or victim.is_home:
            return
        if self.random.random() < 0.5:
            self.rename(thief, victim.home)
        else:
            self.hang_up(thief, quit_first=True)
            if not self.enter(thief, victim.home):
                return
        self.counts["thefts"] += 1
        thief.n_left = self.random.randint(1, 3)
        thief.next_at = self._in(0, 0.5)

    def come_home(self, person: Townsman) -> None:
        """To their own name, which whoever has it gives back."""
        for thief in self.thieves:
            if thief.connection is not None and thief.nick == person.home:
                self.rename(thief, thief.home)
                thief.next_at = self._in(10, 40)
                return  # a moment later it is free
        if person.connection is None:
            self.enter(person, person.home)
        elif not person.is_home:
            self.rename(person, person.home)

    def _in(self, least: float, most: float) -> float:
        return time.monotonic() + self.random.uniform(least, most)

    # What befalls them

    def note_disturbed(self, split: bool) -> None:
        """Whoever has something between them and the user just now. A name that the user does not
        know, and that was taken on before, says nothing any more.
        """
        now = time.monotonic()
        for person in self.people:
            cut_off = not self.online or (split and person.far)
            if cut_off or not person.is_home:
                person.disturbed_at = now
            if cut_off and not person.is_home:
                person.known = False
            person.gone |= cut_off and person.nameless

    def all_home(self) -> bool:
        """Whether all have their own names."""
        return all(person.is_home for person in self.honest)


def _send(connection: IrcPerson, line: str) -> None:
    """To a server that may just be going down."""
    try:
        connection.send_raw(line)
    except OSError:
        pass
