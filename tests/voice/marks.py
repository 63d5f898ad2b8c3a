# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a reply is worth: each mark goes from 0 to 1, and 1 is good."""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import fmean

from chats import Chat

# What no reply says, in any language: it gives the prompt away, or speaks like a service.
NEVER = [r"</?they-|</?notes-|</?owner-", r"\bas an ai\b|language model|sprachmodell|语言模型",
         r"\[(silence|wait|hand over)\]", r"how can i (help|assist)", r"\(automatic reply\)"]
# Words of what was said that come again, in a row, before it is a repetition.
REPEATED = 5
# A line may always be so long, in characters: nobody counts them.
SHORT = 60
# In the scripts without blanks a character is a word.
WORD = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]|\w+")

NAMES = ("points", "silence", "forbidden", "length", "style", "repeated")


@dataclass
class Reply:
    bubbles: list[str]
    error: str = ""

    @property
    def text(self) -> str:
        return "\n".join(self.bubbles)


def _find(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def mark_points(chat: Chat, reply: Reply) -> float:
    return fmean(_find(point, reply.text) for point in chat.points)


def mark_forbidden(chat: Chat, reply: Reply) -> float:
    return float(not any(_find(words, reply.text) for words in chat.never + NEVER))


def mark_length(chat: Chat, reply: Reply) -> float:
    """As long as theirs, in two bubbles at most."""
    theirs = max([SHORT, *map(len, chat.burst + chat.own)])
    longest = max(map(len, reply.bubbles))
    return min(1.0, theirs / longest) * min(1.0, 2 / len(reply.bubbles))


def _habits(lines: list[str]) -> list[float]:
    """How somebody writes, each from 0 to 1."""
    begun = [line for line in lines if line[:1].isalpha() and line[:1].lower() != line[:1].upper()]
    return [
        fmean(line[0].isupper() for line in begun) if begun else 0.5,
        fmean(line.rstrip()[-1:] in ".。!！?？" for line in lines),
        fmean(any(ord(sign) >= 0x2600 for sign in line if not _find(r"\w|[、。！？「」]", sign))
              for line in lines),
        fmean(bool(_find(r"!|！", line)) for line in lines),
        min(1.0, fmean(map(len, lines)) / 200),
    ]


def mark_style(chat: Chat, reply: Reply) -> float:
    pairs = zip(_habits(chat.own), _habits(reply.bubbles))
    return 1 - fmean(abs(own - other) for own, other in pairs)


def mark_repeated(chat: Chat, reply: Reply) -> float:
    said = " ".join(WORD.findall(chat.said.lower()))
    words = WORD.findall(reply.text.lower())
    rows = (" ".join(words[i:i + REPEATED]) for i in range(len(words) - REPEATED + 1))
    return float(not any(row in said for row in rows))


def mark(chat: Chat, reply: Reply) -> dict[str, float]:
    """What can't be told of a reply has no mark: of nothing there is no style."""
    if reply.error:
        return {"points": 0.0, "silence": 0.0}
    marks = {"silence": float(chat.silent == (not reply.bubbles)),
             "forbidden": mark_forbidden(chat, reply)}
    if chat.silent:
        return marks
    marks["points"] = mark_points(chat, reply) if reply.bubbles else 0.0
    if reply.bubbles:
        marks["length"] = mark_length(chat, reply)
        if chat.own:
            marks["style"] = mark_style(chat, reply)
        if chat.said:
            marks["repeated"] = mark_repeated(chat, reply)
    return marks


def average(all_marks: list[dict[str, float]]) -> dict[str, float]:
    """Of each name, over the chats that have it; and "all", their mean."""
    sums = {name: [marks[name] for marks in all_marks if name in marks] for name in NAMES}
    means = {name: fmean(values) for name, values in sums.items() if values}
    return {**means, "all": fmean(means.values())}
