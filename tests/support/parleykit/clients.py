# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The real clients: Pidgin on a screen that nobody sees, Finch in a terminal that nobody sees."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from .host import Event, EventLog, parse_line, plain
from .process import child_environment, end_process, find_program, slowness
from .profile import Account, Buddy, Value, write_profile

PLUGIN_FILE = "parley.so"

# Nothing tells when a window is drawn.
_DRAWN = 0.5

# As Finch reads it; it doesn't know tmux's arrows.
_RIGHT = "\x1bOC"

# Where "Parley" stands in the menu of an XMPP contact, from the top.
_MENU_PLACE = 9

# Nothing starts by itself on this bus, a keyring that asks for a password least of all.
_BUS_CONFIG = """<busconfig>
<type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>
"""

_DEBUG_LINE = re.compile(r"^\(\d\d:\d\d:\d\d\) parley: (\{.*\})\s*$")


class Client(EventLog):
    """A client with a throw-away home. Its debug output gives the plugin's trace."""

    ui = ""
    pref_root = ""

    def __init__(self, build: str, accounts: list[Account], buddies: list[Buddy],
                 prefs: dict[str, Value], with_plugin: bool = True, away: str = "",
                 plugins: list[str] | None = None, language: str = "") -> None:
        super().__init__()
        self._build = build
        self._language = language
        self._accounts = accounts
        self._buddies = buddies
        self._prefs = prefs
        self._with_plugin = with_plugin
        self._away = away
        self._plugins = plugins or []
        self._stopping = False
        self.home = ""

    def prepare(self) -> None:
        """Writes the user folder and puts the plugin where a user would put it."""
        self.home = tempfile.mkdtemp(prefix="parley-client-")
        purple = os.path.join(self.home, ".purple")
        prefs = dict(self._prefs)
        loaded = list(self._plugins)
        if self._with_plugin:
            plugins = os.path.join(purple, "plugins")
            os.makedirs(plugins)
            shutil.copy(os.path.join(self._build, "plugin", PLUGIN_FILE), plugins)
            if self._language:
                # As `./dev install --user` does.
                shutil.copytree(os.path.join(self._build, "po"),
                                os.path.join(plugins, "parley-locale"))
            loaded.append(os.path.join(plugins, PLUGIN_FILE))
        prefs[f"{self.pref_root}/plugins/loaded"] = loaded
        write_profile(purple, self.ui, self._accounts, self._buddies, prefs, self._away)

    @property
    def log_path(self) -> str:
        """Where the client's debug output goes."""
        return os.path.join(self.home, "debug.log")

    def read_log(self) -> str:
        """All debug output so far."""
        try:
            with open(self.log_path, encoding="utf-8", errors="replace") as log:
                return log.read()
        except OSError:
            return ""

    def read_file(self, name: str) -> str:
        """A file of the user folder as it is now; empty if there is none."""
        try:
            with open(os.path.join(self.home, ".purple", name), encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""

    def write_file(self, name: str, text: str) -> None:
        """Puts a file into the user folder."""
        path = Path(self.home, ".purple", name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def follow_log(self) -> None:
        """Turns the plugin's lines of the debug output into events, in a thread."""
        open(self.log_path, "ab").close()
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        with open(self.log_path, encoding="utf-8", errors="replace") as log:
            pending = ""
            while not self._stopping:
                pending += log.readline()
                if pending.endswith("\n"):
                    self._take(pending)
                    pending = ""
                else:
                    time.sleep(0.02)
        self.end()

    def _take(self, line: str) -> None:
        found = _DEBUG_LINE.match(line)
        if found:
            self.add(parse_line("trace " + found.group(1), time.monotonic()))
        elif "parley" in line.lower():
            self.add(Event(time.monotonic(), "log", text=line.strip()))

    def is_alive(self) -> bool:
        """Whether the client still runs."""
        raise NotImplementedError

    def wait_log(self, pattern: str, limit: float) -> bool:
        """Waits until the debug output matches a pattern."""
        return wait_until(lambda: re.search(pattern, self.read_log()) is not None, limit)

    def remove_home(self) -> None:
        """Removes the throw-away home; a helper of the client may still be writing there."""
        self._stopping = True
        for _ in range(20 if self.home else 0):
            shutil.rmtree(self.home, ignore_errors=True)
            if not os.path.exists(self.home):
                break
            time.sleep(0.1)
        self.home = ""


def wait_until(condition: Callable[[], bool], limit: float, step: float = 0.1) -> bool:
    """Asks again and again until the answer is yes or the time is over."""
    end = time.monotonic() + limit * slowness()
    while True:
        if condition():
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(step)


class Pidgin(Client):
    """Pidgin with a session bus of its own, on a screen of its own too unless one is given."""

    ui = "gtk-gaim"
    pref_root = "/pidgin"

    def __init__(self, *args, screen: str = "", **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._screen = screen
        self._processes: list[subprocess.Popen] = []
        self._env: dict[str, str] = {}

    def start(self) -> "Pidgin":
        """Starts the screen, then Pidgin, and waits for its buddy list."""
        programs = {name: find_program(name) for name in
                    ("Xvfb", "openbox", "dbus-run-session", "pidgin", "xdotool", "import")}
        self.prepare()
        display = self._screen or self._start_screen(programs["Xvfb"])
        self._env = child_environment(HOME=self.home, DISPLAY=display, NO_AT_BRIDGE="1")
        del self._env["DBUS_SESSION_BUS_ADDRESS"]
        if self._screen:
            authority = os.environ.get("XAUTHORITY", os.path.expanduser("~/.Xauthority"))
            self._env["XAUTHORITY"] = authority
        else:
            self._spawn([programs["openbox"]])
        self.follow_log()
        with open(self.log_path, "ab") as log:
            self._spawn([programs["dbus-run-session"], f"--config-file={self._write_bus()}", "--",
                         programs["pidgin"], "-d", "-f", "-m"], log)
        if not self.wait_window("Buddy List", 40):
            raise RuntimeError("Pidgin did not start:\n" + self.read_log()[-3000:])
        return self

    def _write_bus(self) -> str:
        path = os.path.join(self.home, "bus.conf")
        with open(path, "w", encoding="utf-8") as out:
            out.write(_BUS_CONFIG.format(path=self._bus_path))
        return path

    @property
    def _bus_path(self) -> str:
        return os.path.join(self.home, "bus")

    def _start_screen(self, xvfb: str) -> str:
        read, write = os.pipe()
        # Without -noreset the screen throws out all others whenever its last client leaves: one
        # xdotool that comes and goes before the window manager is there can end it.
        screen = subprocess.Popen(
            [xvfb, "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp",
             "-noreset"],
            pass_fds=[write], env=child_environment(HOME=self.home), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self._processes.append(screen)
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        return ":" + number

    def _spawn(self, command: list[str], log=subprocess.DEVNULL) -> subprocess.Popen:
        process = subprocess.Popen(command, env=self._env, stdin=subprocess.DEVNULL, stdout=log,
                                   stderr=log, start_new_session=True, cwd=self.home)
        self._processes.append(process)
        return process

    def xdotool(self, *words: str) -> str:
        """Runs xdotool; returns what it prints."""
        done = subprocess.run([find_program("xdotool"), *words], env=self._env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30,
                              check=False)
        return done.stdout.strip()

    def find_window(self, title: str) -> str:
        """The id of the visible window whose title matches; empty if there is none."""
        return ([""] + self.find_windows(title))[-1]

    def find_windows(self, title: str) -> list[str]:
        """The ids of all visible windows whose title matches."""
        return self.xdotool("search", "--onlyvisible", "--name", title).split()

    def wait_window(self, title: str, limit: float = 15) -> str:
        """Waits for a visible window; returns its id or an empty string."""
        wait_until(lambda: self.find_window(title) != "" or not self.is_alive(), limit, 0.2)
        return self.find_window(title)

    def focus(self, window: str) -> None:
        """Gives a window the keyboard."""
        self.xdotool("windowactivate", "--sync", window)

    def keys(self, *names: str) -> None:
        """Presses keys one after the other, as a slow typist."""
        self.xdotool("key", "--delay", "120", *names)

    def menu_keys(self, *names: str) -> None:
        """Presses keys, and waits after each until a menu has opened."""
        for name in names:
            self.keys(name)
            time.sleep(_DRAWN)

    def type(self, text: str) -> None:
        """Types a text."""
        self.xdotool("type", "--delay", "40", text)

    def open_plugin_list(self) -> str:
        """Opens Tools > Plugins by its key; returns the window's id."""
        self.focus(self.wait_window("Buddy List"))
        self.keys("ctrl+u")
        return self.wait_window("^Plugins$")

    def open_first_buddy_menu(self) -> None:
        """Clicks with the right button on the first buddy of the first group."""
        window = self.wait_window("Buddy List")
        self.focus(window)
        self.xdotool("mousemove", "--window", window, "50", "66", "click", "3")
        time.sleep(_DRAWN)

    def choose_for_contact(self, place: int) -> None:
        """Chooses in the Parley menu of the first contact: that item, from the top."""
        self.open_first_buddy_menu()
        self.keys(*["Down"] * _MENU_PLACE, "Right", *["Down"] * place)
        time.sleep(_DRAWN)

    def choose_status(self, place: int, text: str = "") -> None:
        """Chooses one of the statuses below the buddy list, from the top."""
        window = self.wait_window("Buddy List")
        self.focus(window)
        self.xdotool("mousemove", "--window", window, "60", "385", "click", "1")
        time.sleep(_DRAWN)
        self.menu_keys("Home", *["Down"] * place, "Return")
        self.type(text)
        self.keys("Return")

    def choose_action(self, label: str) -> None:
        """Chooses in Tools > Parley; the plugins' own menus are at the end of Tools."""
        source = Path(__file__).resolve().parents[3] / "plugin" / "commands" / "parley-actions.c"
        labels = re.findall(r'\{ N?_ \("([^"]+)"\), ', source.read_text(encoding="utf-8"))
        self.focus(self.wait_window("Buddy List"))
        self.menu_keys("alt+t", "Up", "Right")
        self.keys(*["Down"] * labels.index(label), "Return")

    def resize(self, window: str, width: int, height: int) -> None:
        """Gives a window a size and time to draw itself."""
        self.xdotool("windowsize", window, str(width), str(height))
        time.sleep(_DRAWN)

    def arrange(self, name: str, height: int = 480) -> bool:
        """Gives the conversation room, so that a picture shows all of it; says if there is one."""
        window = self.wait_window(f"^{name}$")
        if not window:
            return False
        self.xdotool("windowmove", window, "440", "40")
        self.focus(window)
        self.resize(window, 620, height)
        return True

    def screenshot(self, path: str, title: str = "") -> None:
        """Keeps a picture of the window with that title, or of the whole screen."""
        window = self.find_window(title) if title else ""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        subprocess.run([find_program("import"), "-frame", "-window", window or "root", path],
                       env=self._env, timeout=30, check=True)

    def read_conversation(self, name: str) -> str:
        """What the conversation of that title says, a line for each thing that was written."""
        return "\n".join(
            plain(self._ask_bus("PurpleConversationMessageGetMessage", message))
            for conversation in self._ask_bus("PurpleGetConversations").split()
            if self._ask_bus("PurpleConversationGetTitle", conversation) == name
            for message in
            reversed(self._ask_bus("PurpleConversationGetMessageHistory", conversation).split()))

    def pixels(self, title: str, place: str) -> bytes:
        """A piece of a window as it looks now, of the size and at the place WxH+X+Y."""
        return subprocess.run(
            [find_program("import"), "-window", self.find_window(title), "-crop", place, "rgb:-"],
            env=self._env, stdout=subprocess.PIPE, timeout=30, check=True).stdout

    def _ask_bus(self, call: str, *numbers: str) -> str:
        """Asks libpurple, which tells its users' scripts; numbers of a list come as words."""
        done = subprocess.run(
            [find_program("dbus-send"), f"--bus=unix:path={self._bus_path}", "--print-reply=literal",
             "--dest=im.pidgin.purple.PurpleService", "/im/pidgin/purple/PurpleObject",
             f"im.pidgin.purple.PurpleInterface.{call}", *(f"int32:{n}" for n in numbers)],
            env=self._env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30,
            check=False)
        answer = done.stdout.strip()
        return " ".join(re.findall(r"int32 (\d+)", answer)) if answer.startswith("array") else answer

    def is_alive(self) -> bool:
        return self._processes[-1].poll() is None

    def stop(self) -> None:
        """Ends everything, the client first."""
        for process in reversed(self._processes):
            end_process(process)
        self._processes.clear()
        self.remove_home()

    def __enter__(self) -> "Pidgin":
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_: object) -> None:
        self.stop()


class Finch(Client):
    """Finch in a tmux server of its own."""

    ui = "gnt-purple"
    pref_root = "/finch"

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._name = "parley-" + secrets.token_hex(4)
        self._running = False

    def start(self) -> "Finch":
        """Starts Finch and waits until it has drawn its buddy list."""
        finch = find_program("finch")
        tmux = find_program("tmux")
        self.prepare()
        self.follow_log()
        script = os.path.join(self.home, "run")
        with open(script, "w", encoding="utf-8") as out:
            out.write(f"#!/bin/sh\nexec {finch} -d 2>>'{self.log_path}'\n")
        os.chmod(script, 0o700)
        env = child_environment(HOME=self.home, TERM="screen-256color", LANGUAGE=self._language)
        subprocess.run([tmux, "-L", self._name, "-f", "/dev/null", "new-session", "-d", "-x", "130",
                        "-y", "50", script], env=env, check=True, timeout=30, cwd=self.home)
        self._running = True
        if not self.wait_screen("Buddy.List", 30):  # "Buddy-Liste" in German
            raise RuntimeError("Finch did not start:\n" + self.capture() + self.read_log()[-2000:])
        return self

    def tmux(self, *words: str) -> str:
        """Runs a tmux command on the private server."""
        done = subprocess.run([find_program("tmux"), "-L", self._name, *words], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30,
                              encoding="utf-8", errors="replace", check=False)
        return done.stdout

    def keys(self, *names: str) -> None:
        """Presses keys; Finch reads an escape sequence only if it comes in one piece."""
        for name in names:
            self.tmux("send-keys", name)
            time.sleep(0.25)

    def type(self, text: str) -> None:
        """Types a text."""
        self.tmux("send-keys", "-l", text)

    def capture(self) -> str:
        """What the screen shows."""
        return self.tmux("capture-pane", "-p")

    def wait_screen(self, pattern: str, limit: float = 15) -> bool:
        """Waits until the screen matches a pattern."""
        return wait_until(lambda: re.search(pattern, self.capture()) is not None
                          or not self.is_alive(), limit) \
            and re.search(pattern, self.capture()) is not None

    def screenshot(self, path: str) -> None:
        """Keeps the screen as text."""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(self.capture())

    def show_window(self, title: str) -> bool:
        """Brings a window to the front by its number in the bar at the bottom."""
        for number, name in enumerate(self._window_names(), start=1):
            if title in name:
                self.keys(f"M-{number}")
                return True
        return False

    def _window_names(self) -> list[str]:
        return self.capture().rstrip().split("\n")[-1].split("│")

    def show_conversation(self, name: str) -> bool:
        """Brings the conversation with a contact to the front."""
        self.close_debug_window()
        return self.show_window(f"{name} (")

    def open_plugin_list(self) -> bool:
        """Opens Actions > Plugins. Ctrl+N goes down a menu; Finch doesn't know tmux's arrows."""
        self.keys("M-a")
        if not self.wait_screen("Actions", 5):
            return False
        items = re.findall(r"│([A-Z][A-Za-z ]+?) *▒?│", self.capture().split("Actions")[-1])
        if "Plugins" not in items:
            return False
        self.keys(*["C-n"] * items.index("Plugins"), "Enter")
        return self.wait_screen(r"┤Plugins├", 5)

    def select_plugin(self, name: str) -> bool:
        """Goes to a plugin that is loaded in the list of them."""
        if not self.open_plugin_list():
            return False
        self.keys("/")
        self.type(name)
        self.keys("Enter")
        return self.wait_screen(rf"\[X\] {name}(.|\n)*Configure Plugin", 5)

    def choose_action(self, letter: str) -> None:
        """Chooses in Plugins > Parley of the buddy list by its letter."""
        self.close_debug_window()
        self.show_window("Buddy List")
        self.keys("C-o")
        self.wait_screen(r"^ Options ", 5)
        # The bar begins where it was left, and goes round.
        for _ in range(6):
            if self.wait_screen(r"│Parley \(p\) >", 0.3):
                break
            before = self.capture()
            self.type(_RIGHT)
            wait_until(lambda shown=before: self.capture() != shown, 3)
        self.type("p")
        self.wait_screen("│Test connection ", 5)
        self.type(letter)

    def become_available(self) -> None:
        """Chooses the first of the states below the buddy list."""
        self.close_debug_window()
        self.show_window("Buddy List")
        self.keys("Tab", *["C-p"] * 7, "Enter", "Tab")

    def choose_for_contact(self, name: str, letter: str) -> None:
        """Chooses in the Parley menu of the first contact by its letter."""
        self.open_contact_menu(name)
        self.type(letter)

    def open_contact_menu(self, name: str) -> bool:
        """The first contact's menu, with Parley's own open beside it."""
        self._select_contact(name)
        self.keys("C-x")
        if not self.wait_screen(r"│Parley +\(p\) >", 5):
            return False
        self.type("p")
        return self.wait_screen("│Answer for me ", 5)

    def open_conversation(self, name: str) -> bool:
        """Opens a conversation with the first contact."""
        self._select_contact(name)
        self.keys("Enter")
        return wait_until(lambda: self.show_conversation(name), 5)

    def _select_contact(self, name: str) -> None:
        self.close_debug_window()
        self.show_window("Buddy List")
        for _ in range(3):
            self.keys("C-n")
            if self.wait_screen(f"Nickname: {name}", 1):
                break

    def close_debug_window(self) -> None:
        """It opens by itself with the debug output, and covers others."""
        if self.show_window("Debug Window"):
            self.keys("M-c")

    def come_to_front(self, title: str, pattern: str, limit: float = 15) -> bool:
        """Waits until a window of that title shows the pattern, and brings it to the front."""
        def find() -> bool:
            for number, name in enumerate(self._window_names(), start=1):
                if title in name:
                    self.keys(f"M-{number}")
                    if re.search(pattern, self.capture()):
                        return True
            return False
        return wait_until(find, limit)

    def is_alive(self) -> bool:
        return self.tmux("list-sessions").strip() != ""

    def stop(self) -> None:
        """Ends Finch and its terminal."""
        if self._running:
            panes = self.tmux("list-panes", "-F", "#{pane_pid}").split()
            self.tmux("kill-server")
            wait_until(lambda: not any(os.path.exists(f"/proc/{pane}") for pane in panes), 5)
            self._running = False
        self.remove_home()

    def __enter__(self) -> "Finch":
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_: object) -> None:
        self.stop()
