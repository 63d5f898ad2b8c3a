# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tells what happens, in words and in the order of time."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable

from .host import Event

# Lines come from several threads and processes: each waits this long for an older one.
_SETTLE = 0.12

_REASONS = {
    "timeout": "it stayed quiet",
    "typing_stopped": "they stopped typing",
    "explicit_signal": "the message says so itself",
    "ai_predicted": "the prediction says so",
    "hard_cap": "the longest wait is over",
}


def _words_window(data: dict) -> str:
    reason = str(data.get("reason", "")).strip().rstrip(".")
    return reason[:1].lower() + reason[1:]


def _words_turn(data: dict) -> str:
    number = data.get("n", 0)
    pieces = "1 message" if number == 1 else f"{number} messages"
    reason = str(data.get("reason", ""))
    return (f"reads {pieces} as one turn: {_REASONS.get(reason, reason)}, "
            f"{data.get('wait')} ms after the last")


def _words_silent(data: dict) -> str:
    return "decides to stay silent"


_WORDS: dict[str, Callable[[dict], str]] = {
    "window": _words_window,
    "hold": lambda data: "holds: they are typing",
    "turn": _words_turn,
    "ask": lambda data: "asks the model for a draft" if data.get("draft") else "asks the model",
    "first_token": lambda data: "hears the first word of the answer",
    "abort": lambda data: "hangs up on the model: that answer is out of date",
    "say": lambda data: f"says {data.get('bubble')} of {data.get('of')}",
    "drop": lambda data: f"drops what was still unsaid ({data.get('bubbles')})",
    "silent": _words_silent,
    "standdown": lambda data: "stands down: you took over",
    "resume": lambda data: "is back on duty",
    "error": lambda data: f"has a problem: {data.get('message')}",
    "state": lambda data: f"[{data.get('from')} → {data.get('to')}]",
}


def words_for(data: dict) -> str:
    """One of the plugin's records for people; empty for those that would only repeat others."""
    words = _WORDS.get(str(data.get("ev", "")))
    return words(data) if words else ""


class Timeline:
    """Prints aligned lines: seconds since the burst began, who, what."""

    def __init__(self, write: Callable[[str], None] = print) -> None:
        self._write = write
        self._zero = time.monotonic()
        self._pending: list[tuple[float, int, str, str]] = []
        self._count = itertools.count()
        self._lock = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def restart(self) -> None:
        """A new burst begins: its clock starts at zero."""
        self.flush()
        self._zero = time.monotonic()

    def add(self, at: float, who: str, what: str) -> None:
        """A line that will be printed in its place."""
        if not what:
            return
        with self._lock:
            heapq.heappush(self._pending, (at, next(self._count), who, what))
            self._lock.notify_all()

    def add_event(self, event: Event) -> None:
        """What an application reported."""
        if event.kind == "trace":
            self.add(event.at, "Parley", words_for(event.data))
        elif event.kind == "critical" and "Parley" in event.text:
            self.add(event.at, "Parley", "WARNING " + event.text)
        elif event.kind.startswith("notify"):
            self.add(event.at, "Parley", "tells you: " + " ".join(event.text.split()))

    def flush(self) -> None:
        """Waits until all lines are printed."""
        with self._lock:
            self._lock.wait_for(lambda: not self._pending, 5)

    def close(self) -> None:
        """Prints what is left and ends."""
        self.flush()
        with self._lock:
            self._closed = True
            self._lock.notify_all()
        self._thread.join(2)

    def _run(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._pending or self._closed)
                if self._closed and not self._pending:
                    return
                wait = self._pending[0][0] + _SETTLE - time.monotonic()
                if wait > 0:
                    self._lock.wait(wait)
                    continue
                at, _, who, what = heapq.heappop(self._pending)
                self._print(at, who, what)
                self._lock.notify_all()

    def _print(self, at: float, who: str, what: str) -> None:
        seconds = max(0.0, at - self._zero)
        self._write(f"{seconds:8.2f} s  {who:<7} {what}")
