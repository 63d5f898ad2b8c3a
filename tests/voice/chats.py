# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chats that a voice is judged by: chats/LANGUAGE.txt.

    = id what it is about
    < said earlier by them        > written earlier by the user, by hand
    ~ said by Parley, and cut off by the burst
    ? one message of the burst, which is to be answered
    + what a good reply takes up, one of several words (a regular expression)
    - what it must not say, likewise
    ! a good reply                = silent: nothing is to be said
"""

from __future__ import annotations

import json
import pathlib
import re
from dataclasses import dataclass, field

FOLDER = pathlib.Path(__file__).parent / "chats"
SILENT = "= silent"


@dataclass
class Chat:
    name: str
    about: str
    history: list[tuple[str, str]] = field(default_factory=list)
    burst: list[str] = field(default_factory=list)
    points: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    good: str = ""
    silent: bool = False

    @property
    def language(self) -> str:
        return self.name.partition("-")[0]

    @property
    def own(self) -> list[str]:
        """What the user wrote by hand."""
        return [text for who, text in self.history if who == "user"]

    @property
    def said(self) -> str:
        """What Parley had said when they broke in."""
        return " ".join(text for who, text in self.history if who == "parley")

    def to_json(self) -> str:
        """As `parley ask --chat` reads it."""
        return json.dumps({"history": [{who: text} for who, text in self.history],
                           "burst": self.burst, "cut": bool(self.said)})


def _take(chat: Chat, sign: str, text: str) -> None:
    speakers = {"<": "they", ">": "user", "~": "parley"}
    if sign in speakers:
        chat.history.append((speakers[sign], text))
    elif sign == "!":
        chat.good = text
    else:
        {"?": chat.burst, "+": chat.points, "-": chat.never}[sign].append(text)


def read(path: pathlib.Path) -> list[Chat]:
    chats: list[Chat] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if line == SILENT:
            chats[-1].silent = True
        elif line.startswith("= "):
            chats.append(Chat(*line[2:].split(" ", 1)))
        elif re.match(r"[<>~?!+-] ", line):
            _take(chats[-1], line[0], line[2:])
        else:
            raise ValueError(f"{path.name}:{number}: {line}")
    return chats


def read_all() -> list[Chat]:
    return [chat for path in sorted(FOLDER.glob("*.txt")) for chat in read(path)]
