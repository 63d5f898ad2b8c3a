# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs parley-headless and turns its lines into events."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .certificate import HOST, trust
from .process import child_environment, end_process, slowness
from .profile import Account, Buddy, Value, write_profile

UI = "parley-headless"


@dataclass(frozen=True)
class Event:
    """One line of the host. `trace` events carry the plugin's record in `data`."""

    at: float
    kind: str
    words: tuple[str, ...] = ()
    text: str = ""
    data: dict = field(default_factory=dict)

    @property
    def ev(self) -> str:
        """The kind of trace record; empty for other lines."""
        return str(self.data.get("ev", ""))


def plain(markup: str) -> str:
    """What a message says, without its HTML."""
    return html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"<br ?/?>", "\n", markup)))


def parse_line(line: str, at: float) -> Event:
    """One output line of the host as an event."""
    kind, _, rest = line.partition(" ")
    if kind == "trace":
        try:
            data = json.loads(rest)
        except ValueError:
            return Event(at, "bad-trace", text=rest)
        # The record's own time is when it happened; reading it may come later.
        moment = data["t"] / 1000 if isinstance(data.get("t"), (int, float)) else at
        return Event(moment if abs(moment - at) < 5 else at, kind, data=data)
    head, quote, tail = rest.partition('"')
    if not quote:
        return Event(at, kind, tuple(rest.split()))
    try:
        text = json.loads(quote + tail)
    except ValueError:
        return Event(at, kind, tuple(rest.split()))
    return Event(at, kind, tuple(head.split()), plain(text) if kind == "wrote" else text)


class EventLog:
    """Events in the order they came, for any number of waiting readers."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._changed = threading.Condition()
        self._ended = False
        self.on_event: Callable[[Event], None] | None = None

    def add(self, event: Event) -> None:
        """Keeps an event and wakes who waits."""
        with self._changed:
            self._events.append(event)
            self._changed.notify_all()
        if self.on_event is not None:
            self.on_event(event)

    def end(self) -> None:
        """No more events will come."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def go_on(self) -> None:
        """More events will come after all."""
        with self._changed:
            self._ended = False

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        with self._changed:
            return list(self._events)

    def mark(self) -> int:
        """A place in the log, to look only at what came after it."""
        with self._changed:
            return len(self._events)

    def traces(self, ev: str = "", since: int = 0) -> list[Event]:
        """The plugin's records, of one kind or all."""
        return [event for event in self.events[since:]
                if event.kind == "trace" and ev in ("", event.ev)]

    def wait_for(self, condition: Callable[[Event], bool], limit: float,
                 since: int = 0) -> Event | None:
        """The first event after `since` that meets the condition, waited for if need be."""
        end = time.monotonic() + limit * slowness()
        place = since
        with self._changed:
            while True:
                for event in self._events[place:]:
                    if condition(event):
                        return event
                place = len(self._events)
                left = end - time.monotonic()
                if left <= 0 or self._ended:
                    return None
                self._changed.wait(left)

    def wait_for_trace(self, ev: str, limit: float, since: int = 0) -> Event | None:
        """The first record of that kind after `since`."""
        return self.wait_for(lambda event: event.kind == "trace" and event.ev == ev, limit, since)


class Host(EventLog):
    """The headless application with a user folder of its own, or with that of another host."""

    def __init__(self, build: str, accounts: list[Account], buddies: list[Buddy],
                 prefs: dict[str, Value], with_plugin: bool = True, away: str = "",
                 shares: Host | None = None, plugins: list[str] | None = None,
                 trusts: str = "", hosts: tuple[str, ...] = (HOST,)) -> None:
        """`trusts` is a certificate that stands for those of `hosts`."""
        super().__init__()
        self._build = build
        self._accounts = accounts
        self._buddies = buddies
        self._prefs = prefs
        self._with_plugin = with_plugin
        self._away = away
        self._shares = shares
        self._plugins = plugins or []
        self._trusts = trusts
        self._hosts = hosts
        self._process: subprocess.Popen | None = None
        self._reader: threading.Thread | None = None
        self.folder = ""

    def start(self) -> "Host":
        """Writes the user folder, starts, and waits until all accounts are online."""
        if self._shares is not None:
            self.folder = self._shares.folder
        else:
            self.folder = tempfile.mkdtemp(prefix="parley-host-")
            write_profile(self.folder, UI, self._accounts, self._buddies, self._prefs, self._away)
            if self._trusts:
                trust(self.folder, self._trusts, self._hosts)
        self._run()
        return self

    def kill(self) -> None:
        """Ends the application as a crash does; it can be started again."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(5)

    def start_again(self) -> int:
        """Starts the ended application on its folder as it is; returns the place in the log."""
        assert self._process is not None and self._reader is not None
        self._reader.join(5)
        end_process(self._process)
        self.go_on()
        place = self.mark()
        self._run()
        return place

    def _run(self) -> None:
        place = self.mark()
        with open(self._log_path, "a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                self._command(), env=child_environment(HOME=self.folder), stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=log, text=True, bufsize=1, encoding="utf-8")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        loaded = self.wait_for(lambda event: event.kind in ("ready", "load-failed"), 20, place)
        if loaded is None:
            raise RuntimeError("the headless application did not start:\n" + self.read_log())
        if loaded.kind == "load-failed":
            raise RuntimeError("the plugin did not load: " + loaded.text)
        for account in self._accounts:
            if account.connects:
                self._wait_online(account, place)

    def _command(self) -> list[str]:
        command = [os.path.join(self._build, "tests/support/headless/parley-headless"),
                   "--user-dir", self.folder]
        if self._with_plugin:
            command += ["--plugin", os.path.join(self._build, "plugin")]
        else:
            command.append("--core-only")
        for path in self._plugins:
            command += ["--with", path]
        if os.environ.get("PARLEY_TEST_VERBOSE"):
            command.append("--verbose")
        return command

    @property
    def _log_path(self) -> str:
        return os.path.join(self.folder, "stderr.log")

    def read_log(self) -> str:
        """The end of what the application wrote to standard error."""
        try:
            with open(self._log_path, encoding="utf-8", errors="replace") as log:
                return log.read()[-4000:]
        except OSError:
            return ""

    def _wait_online(self, account: Account, place: int) -> None:
        if self.wait_for(lambda event: event.kind == "online" and event.words[0] == account.name,
                         30, place) is None:
            lines = [f"{event.kind} {event.words} {event.text}" for event in self.events]
            raise RuntimeError(f"{account.name} did not come online:\n" + "\n".join(lines))

    def _read(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self.add(parse_line(line.rstrip("\n"), time.monotonic()))
        except ValueError:
            pass
        self.end()

    def tell(self, command: str) -> None:
        """Writes one line command."""
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def step(self, seconds: int) -> None:
        """Lets time pass for the application, and waits until it has."""
        place = self.mark()
        self.tell(f"step {seconds}")
        self.wait_for(lambda event: event.kind == "stepped", 5, place)

    def written(self, flag: str, since: int = 0) -> list[str]:
        """Texts of the conversation lines that carry a flag (SEND, RECV, SYSTEM …)."""
        return [event.text for event in self.events[since:]
                if event.kind == "wrote" and flag in event.words[0].split("|")]

    def criticals(self) -> list[str]:
        """Warnings that came from our own code."""
        return [event.text for event in self.events
                if event.kind == "critical" and "Parley" in event.text]

    def quit(self) -> int:
        """Ends the application in good order; returns its exit status."""
        assert self._process is not None
        try:
            self.tell("quit")
            return self._process.wait(15 * slowness())
        except (BrokenPipeError, subprocess.TimeoutExpired):
            end_process(self._process)
            return self._process.returncode

    def stop(self) -> None:
        """Ends the application whatever its state, and removes its folder if it is its own."""
        if self._process is not None:
            if self._process.poll() is None:
                self.quit()
            end_process(self._process)
        if self.folder and self._shares is None:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.folder = ""

    def __enter__(self) -> "Host":
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_: object) -> None:
        self.stop()
