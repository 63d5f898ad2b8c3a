# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What all end-to-end tests share: where the build is, what is missing, and a tidy end."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import unittest
from pathlib import Path

_TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_TESTS / "support"))

from parleykit.process import MissingProgram, find_program  # noqa: E402

SKIP = 77  # what Meson takes as "skipped"

# What `need` asks for where Pidgin is tried.
PIDGIN = ("prosody", "pidgin", "Xvfb", "openbox", "xdotool", "import", "dbus-run-session",
          "dbus-send")

BUILD = os.environ.get("PARLEY_BUILD_DIR", str(_TESTS.parent / "build"))


def shot_path(name: str) -> str:
    """Where a screenshot is kept for people to look at."""
    return os.path.join(BUILD, "e2e-shots", name)


@contextlib.contextmanager
def _skipping():
    """Ends the test as skipped, in words, where something is missing."""
    try:
        yield
    except MissingProgram as missing:
        print(f"skipped: {missing}")
        sys.exit(SKIP)


def need(*programs: str) -> None:
    """Asks for programs, and for slixmpp beside Prosody."""
    with _skipping():
        for program in programs:
            find_program(program)
        if "prosody" in programs:
            importlib.import_module("parleykit.person")


def need_module(name: str) -> None:
    """Asks for what a module of the kit needs."""
    with _skipping():
        importlib.import_module(f"parleykit.{name}")


def need_plugins(*plugins: tuple[str, str]) -> list[str]:
    """Asks for plugins by file and package; returns their files."""
    from parleykit.others import find_plugin  # pylint: disable=import-outside-toplevel
    with _skipping():
        return [find_plugin(name, package) for name, package in plugins]


# What takes its time is left to `./dev test --all`.
at_length = unittest.skipUnless(os.environ.get("PARLEY_TEST_ALL"), "only with ./dev test --all")


class EndToEndTest(unittest.TestCase):
    """Things a test case opens are closed in reverse order, whatever happens."""

    maxDiff = None

    def open(self, thing):
        """Enters a context manager until the test is over."""
        return self.enterContext(thing)

    def assert_clean(self, host) -> None:
        """The plugin raised no warning, wrote only JSON, and the application ended well."""
        self.assertEqual(host.criticals(), [])
        self.assertEqual([event.text for event in host.events if event.kind == "bad-trace"], [])
        self.assertEqual(host.quit(), 0, host.read_log())


def main() -> None:
    """Runs the tests of the calling file."""
    unittest.main(module="__main__", verbosity=2)
