# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Child processes: started with a clean environment, ended by their own id."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time


class MissingProgram(RuntimeError):
    """A program of the system is not installed; tests turn this into a skip."""


def slowness() -> float:
    """Factor on every limit, so that a slow machine (or valgrind) can be told to wait longer."""
    return float(os.environ.get("PARLEY_TEST_SLOWNESS", "1"))


def find_program(name: str) -> str:
    """Path of a program; daemons live in sbin, which is not in everybody's PATH."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin", "/usr/bin"])
    found = shutil.which(name, path=path)
    if found is None:
        raise MissingProgram(f"{name} is not installed")
    return found


def free_port() -> int:
    """A loopback port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def unprivileged(user: str) -> list[str]:
    """Words to put before a daemon's command: they refuse, or ought to refuse, to run as root."""
    if os.geteuid() != 0:
        return []
    return [find_program("setpriv"), "--reuid", user, "--regid", user, "--clear-groups"]


def hand_over(path: str, users: list[str]) -> str:
    """Gives a folder to the first of these users that exists; returns the name."""
    for user in users:
        try:
            entry = pwd.getpwnam(user)
        except KeyError:
            continue
        if os.geteuid() == 0:
            for folder, _, names in os.walk(path):
                for item in [folder, *(os.path.join(folder, name) for name in names)]:
                    os.chown(item, entry.pw_uid, entry.pw_gid)
        return user
    raise MissingProgram("none of the users " + ", ".join(users) + " exists")


def child_environment(**extra: str) -> dict[str, str]:
    """The environment of a client: nothing of the developer's session may leak into it.

    G_DEBUG goes because libpurple and its protocols raise warnings of their own.
    """
    gone = ("G_DEBUG", "G_MESSAGES_DEBUG", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "TMUX")
    env = {name: value for name, value in os.environ.items() if name not in gone}
    env.update({
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "NO_PROXY": "127.0.0.1,localhost",
        "no_proxy": "127.0.0.1,localhost",
        "GSETTINGS_BACKEND": "memory",
    })
    env.update(extra)
    return env


def wait_for_port(port: int, process: subprocess.Popen, limit: float) -> bool:
    """Whether something listens on the loopback port before the limit or the process ends."""
    end = time.monotonic() + limit * slowness()
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            probe.settimeout(0.5)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.02)
    return False


def wait_for_text(path: str, text: str, limit: float) -> bool:
    """Whether a file says that before the limit."""
    end = time.monotonic() + limit * slowness()
    while time.monotonic() < end:
        with open(path, encoding="utf-8", errors="replace") as file:
            if text in file.read():
                return True
        time.sleep(0.02)
    return False


def end_process(process: subprocess.Popen, grace: float = 5.0) -> None:
    """Asks a process (and its group, if it leads one) to end, then insists."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            break
        _signal(process, sign)
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            continue
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _signal(process: subprocess.Popen, sign: signal.Signals) -> None:
    try:
        if os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, sign)
        else:
            process.send_signal(sign)
    except ProcessLookupError:
        pass
