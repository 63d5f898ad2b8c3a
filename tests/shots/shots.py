# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the pictures of the documentation: each story plays in the real Pidgin or Finch.

Pidgin's pictures become docs/images/NAME.png; what Finch shows is written into docs/guide.md, into
the block behind the line <!-- shot: NAME -->. With names, only those are made.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from parleykit.clients import Client, Finch, Pidgin  # noqa: E402
from parleykit.model import ModelServer, coherent_reply  # noqa: E402
from parleykit.person import typed_burst  # noqa: E402
from parleykit.process import find_program  # noqa: E402
from parleykit.profile import Value, parley_prefs  # noqa: E402
from parleykit.servers import Prosody  # noqa: E402
from parleykit.stage import (PERSON, SETTLE, USER_JID, make_application,  # noqa: E402
                             make_person, model_prefs, settles, wait_turn_over)

GUIDE = ROOT / "docs" / "guide.md"
IMAGES = ROOT / "docs" / "images"

DINNER = ["wait", "so i just had like 3 slices", "of pizza", "is that bad lol"]

# What tests have otherwise.
AS_INSTALLED = {"turn__profile": "learned", "guard__disclosure": True}

# Where "Parley" stands in the menu of an XMPP contact, from the top.
MENU_PLACE = 9


class Stage:
    """A client, a person who writes to its user, and a model."""

    kind: type[Client]

    def __init__(self, stack: ExitStack, build: str, chosen: bool, away: str,
                 settings: dict[str, Value]) -> None:
        server = stack.enter_context(Prosody(["me", PERSON]))
        self.model = stack.enter_context(ModelServer())
        prefs = {**model_prefs(self.model.url), **parley_prefs(**{**AS_INSTALLED, **settings})}
        self.client = stack.enter_context(make_application(
            self.kind, build, server, prefs,
            answer=(PERSON,) if chosen else (), others=() if chosen else (PERSON,), away=away))
        self.person = stack.enter_context(make_person(server))
        if not self.person.wait_for_contact(USER_JID, 40):
            raise RuntimeError("the client did not come online")
        time.sleep(SETTLE)

    def burst(self, *texts: str, answer: str = "") -> None:
        """The person writes; returns when Parley has dealt with it."""
        if answer:
            self.model.reply = lambda *_: answer
        place = self.client.mark()
        self.person.play(USER_JID, typed_burst(list(texts), typing=0.6))
        if not wait_turn_over(self.client, place, 40):
            raise RuntimeError("the turn did not end:\n" + self.client.read_log()[-2000:])
        self.wait_said()

    def say(self, text: str) -> None:
        """The person writes, and nobody waits for Parley."""
        self.person.play(USER_JID, typed_burst([text], typing=0.6))
        time.sleep(1)

    def wait_shelved(self) -> None:
        """Waits until another draft is shown."""
        settles(lambda: len(self.client.traces("shelved")), 3, 20)

    def wait_said(self) -> None:
        """Waits until nothing more reaches the person."""
        settles(lambda: len(self.person.replies), 1.5, 20)


class PidginStage(Stage):
    """In Pidgin; pictures are PNG files."""

    kind = Pidgin
    client: Pidgin

    def command(self, words: str) -> None:
        """Types a command in the conversation."""
        self.client.focus(self.client.wait_window(f"^{PERSON}$"))
        self.client.type(f"/parley {words}")
        self.client.keys("Return")
        time.sleep(0.5)

    def action(self, label: str) -> None:
        """Chooses in Tools > Parley."""
        self.client.choose_action(label)
        self.client.wait_window("^Parley$", 4)

    def answer(self, *keys: str) -> None:
        """Presses keys in Parley's dialog: the way to a button, mostly."""
        self.client.focus(self.client.wait_window("^Parley$"))
        self.client.menu_keys(*keys)

    def come_back(self) -> None:
        """Chooses *Available* below the buddy list."""
        window = self.client.wait_window("Buddy List")
        self.client.focus(window)
        self.client.xdotool("mousemove", "--window", window, "60", "385", "click", "1")
        time.sleep(1)
        self.client.menu_keys("Home", "Return", "Return")
        self.client.wait_window("^Parley$")

    def open_preferences(self) -> None:
        """Tools > Plugins > Parley > Configure Plugin."""
        plugins = self.client.open_plugin_list()
        self.client.focus(plugins)
        self.client.type("Parley")
        self.client.keys("Escape", "alt+u")
        self.client.wait_window("^Parley$")

    def open_contact_menu(self) -> None:
        """The contact's menu, with Parley's own open beside it."""
        self.client.open_first_buddy_menu()
        self.client.menu_keys(*["Down"] * MENU_PLACE, "Right")

    def keep_conversation(self, name: str, height: int) -> None:
        """A picture of the conversation."""
        self.client.arrange(PERSON, height)
        self._keep(name, f"^{PERSON}$")

    def keep_window(self, name: str, title: str, width: int, height: int) -> None:
        """A picture of another window."""
        self.client.resize(self.client.wait_window(title), width, height)
        self._keep(name, title)

    def keep_dialog(self, name: str, width: int = 0, height: int = 0) -> None:
        """A picture of Parley's dialog."""
        if width:
            self.client.resize(self.client.wait_window("^Parley$"), width, height)
        self._keep(name, "^Parley$")

    def keep_screen(self, name: str) -> None:
        """A picture of all that is on the screen, menus too."""
        self._keep(name, "", "-trim", "+repage")

    def _keep(self, name: str, title: str, *options: str) -> None:
        path = str(IMAGES / f"{name}.png")
        self.client.screenshot(path, title)
        subprocess.run([find_program("convert"), path, *options, "-strip", "+dither", "-colors",
                        "32", "PNG8:" + path], check=True)


class FinchStage(Stage):
    """In Finch; pictures are text in the guide."""

    kind = Finch
    client: Finch

    def command(self, words: str) -> None:
        """Types a command in the conversation."""
        self.client.show_conversation(PERSON)
        self.client.type(f"/parley {words}")
        self.client.keys("Enter")
        time.sleep(0.5)

    def open_contact_menu(self) -> None:
        """The contact's menu, with Parley's own open beside it."""
        self.client.show_window("Debug Window") and self.client.keys("M-c")
        self.client.show_window("Buddy List")
        self.client.keys("C-n", "C-x", "p")
        self.client.wait_screen("Answer for me", 5)

    def keep(self, name: str) -> None:
        """What the screen shows, without what is empty and the bar at the bottom."""
        lines = [line.rstrip() for line in self.client.capture().rstrip().split("\n")[:-1]]
        write_block(name, [line for line in lines if not re.fullmatch(r"[│▒ ]*", line)])


def write_block(name: str, lines: list[str]) -> None:
    """Puts the lines into the guide, in place of those behind their mark."""
    guide = GUIDE.read_text(encoding="utf-8")
    mark = f"<!-- shot: {name} -->\n```\n"
    if mark not in guide:
        raise RuntimeError(f"docs/guide.md has no “<!-- shot: {name} -->” with a block behind it")
    before, _, rest = guide.partition(mark)
    after = rest[rest.index("```\n"):]
    GUIDE.write_text(before + mark + "".join(line + "\n" for line in lines) + after,
                     encoding="utf-8")


@dataclass
class Story:
    """What happens before a picture is taken, and what it needs."""

    play: Callable[[Stage], None]
    stage: type[Stage]
    chosen: bool
    away: str
    settings: dict[str, Value]


STORIES: dict[str, Story] = {}


def story(stage: type[Stage], chosen: bool = True, away: str = "", **settings: Value):
    """Marks a function as a story: its name is the picture's, with - for _."""
    def add(play: Callable[[Stage], None]) -> Callable[[Stage], None]:
        STORIES[play.__name__.replace("_", "-")] = Story(play, stage, chosen, away, settings)
        return play
    return add


@story(PidginStage)
def burst(stage: PidginStage) -> None:
    stage.burst(*DINNER)
    stage.keep_conversation("burst", 340)


@story(PidginStage, chosen=False)
def contact_menu(stage: PidginStage) -> None:
    stage.open_contact_menu()
    stage.keep_screen("contact-menu")


@story(PidginStage)
def draft(stage: PidginStage) -> None:
    stage.burst("are you in tonight", answer="Yes, from seven on.")
    stage.command("draft")
    stage.burst("could i borrow", "the ladder?", answer="Sure, it's in the shed.")
    stage.command("send")
    stage.wait_said()
    stage.keep_conversation("draft", 420)


@story(PidginStage)
def again(stage: PidginStage) -> None:
    stage.burst("are you in tonight", answer="Yes, from seven on.")
    stage.command("draft")
    stage.burst("could i borrow the ladder?", answer="Of course you can. It's in the shed, behind the "
                                                     "bicycles, where it always is.")
    stage.model.reply = lambda *_: "Sure, it's in the shed."
    stage.command("again shorter")
    stage.wait_shelved()
    stage.keep_conversation("again", 480)


@story(PidginStage, guard__two_drafts=True)
def drafts(stage: PidginStage) -> None:
    stage.burst("are you in tonight", answer="Yes, from seven on.")
    stage.command("draft")
    stage.model.reply = lambda *_: (
        "Sure, it's in the shed." if "You drafted:" in stage.model.requests[-1].prompt
        else "Of course, shall I bring it over?")
    stage.say("could i borrow the ladder?")
    settles(lambda: len(stage.client.traces("shelved")), 6, 30)
    stage.command("send 2")
    stage.wait_said()
    stage.keep_conversation("drafts", 420)


@story(PidginStage, guard__disclosure=False)
def countdown(stage: PidginStage) -> None:
    stage.burst("are you in tonight", answer="Yes, from seven on.")
    stage.command("countdown")
    stage.burst("can we come over then?", answer="Of course, bring the games.")
    stage.client.type("hm, tomorrow is better")
    stage.wait_said()
    stage.keep_conversation("countdown", 420)


@story(PidginStage)
def status(stage: PidginStage) -> None:
    stage.model.caches = True
    stage.burst("are you in tonight", answer="Yes, from seven on.")
    stage.model.reply = coherent_reply
    stage.burst(*DINNER)
    stage.command("status")
    stage.command("why")
    stage.keep_conversation("status", 420)


@story(PidginStage)
def settings(stage: PidginStage) -> None:
    stage.burst(*DINNER)
    stage.command("set quiet_hours")
    stage.command("set quiet_hours 22:00-07:00")
    stage.keep_conversation("settings", 420)


@story(PidginStage)
def barge_in(stage: PidginStage) -> None:
    stage.person.play(USER_JID, typed_burst(["tell me", "how pizza is made"], typing=0.6))
    stage.person.wait_for(lambda _: stage.person.replies != [], 40)
    stage.burst("wait no", "a calzone i mean")
    stage.keep_conversation("barge-in", 420)


@story(PidginStage)
def preferences(stage: PidginStage) -> None:
    stage.open_preferences()
    stage.keep_dialog("preferences", 560, 800)


@story(PidginStage)
def deeds(stage: PidginStage) -> None:
    stage.burst(*DINNER)
    stage.action("What Parley did")
    stage.keep_dialog("deeds", 620, 300)


@story(PidginStage, chosen=False, introduced=False, backend__kind="builtin")
def first_run(stage: PidginStage) -> None:
    stage.say("are you in tonight")
    stage.command("on")
    stage.keep_dialog("first-run")


@story(PidginStage, chosen=False, introduced=False, backend__kind="builtin")
def switch_on(stage: PidginStage) -> None:
    stage.say("are you in tonight")
    stage.command("on")
    stage.answer("Return")
    stage.keep_dialog("switch-on")


@story(PidginStage)
def persona(stage: PidginStage) -> None:
    stage.action("Your style…")
    stage.keep_dialog("persona")


@story(PidginStage)
def rehearsal(stage: PidginStage) -> None:
    stage.action("Talk to my Parley")
    stage.client.focus(stage.client.wait_window("Talk to my Parley"))
    for text in ("so i just had 3 slices", "of pizza"):
        stage.client.type(text)
        stage.client.keys("Return")
    time.sleep(15)  # what is said there goes to nobody, so nobody can be asked
    stage.keep_window("rehearsal", "Talk to my Parley", 620, 440)


@story(PidginStage)
def status_lines(stage: PidginStage) -> None:
    stage.say("hi")
    stage.client.arrange(PERSON)
    stage.burst("so i just had like 3 slices", "of pizza", "is that bad lol")
    stage.keep_conversation("status-lines", 420)


@story(PidginStage)
def all_chats(stage: PidginStage) -> None:
    stage.burst(*DINNER)
    stage.action("Status of all chats")
    stage.keep_dialog("all-chats")


@story(PidginStage)
def memory(stage: PidginStage) -> None:
    stage.burst(*DINNER)
    stage.action("What Parley remembers…")
    stage.answer("Tab", "Tab", "Return")
    stage.answer("Tab", "Tab", "Tab", "Return")
    stage.keep_dialog("memory", 620, 440)


@story(PidginStage, brain__name="Alex", brain__about="I teach physics in Graz and play the cello.")
def prompt(stage: PidginStage) -> None:
    stage.burst(*DINNER)
    stage.action("What the model sees…")
    stage.keep_dialog("prompt", 720, 560)


@story(PidginStage, away="Gone fishing, back at six")
def welcome_back(stage: PidginStage) -> None:
    stage.burst("hi, is the ladder still there?", answer="It is, in the shed.")
    stage.burst("can you bring it on saturday?", answer="Sure, I'll be there on Saturday at ten.")
    stage.come_back()
    stage.keep_dialog("welcome-back")


@story(FinchStage)
def finch_burst(stage: FinchStage) -> None:
    stage.burst(*DINNER)
    stage.client.show_conversation(PERSON)
    stage.keep("finch-burst")


@story(FinchStage, chosen=False)
def finch_menu(stage: FinchStage) -> None:
    stage.open_contact_menu()
    stage.keep("finch-menu")


def main() -> int:
    """Plays the stories that were asked for."""
    parser = argparse.ArgumentParser(description="Makes the pictures of the documentation.")
    parser.add_argument("--build", default="build")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(STORIES))
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in STORIES]
    if unknown:
        parser.error(f"no such picture: {', '.join(unknown)}; there are {', '.join(STORIES)}")
    for name in arguments.names or STORIES:
        chosen = STORIES[name]
        with ExitStack() as stack:
            chosen.play(chosen.stage(stack, arguments.build, chosen.chosen, chosen.away,
                                     chosen.settings))
        print(f"{name} is made.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
