# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Shows Parley at work: a person writes in bursts, Parley reads each once and answers it once.

Exit status 0 only if every burst got one coherent turn.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from parleykit.process import MissingProgram  # noqa: E402

try:
    from parleykit.clients import Finch, Pidgin
    from parleykit.host import Event, Host
    from parleykit.model import ModelServer, Pace, Request
    from parleykit.person import Heard, Person, Step, typed_burst
    from parleykit.servers import Prosody
    from parleykit.stage import (PERSON, SETTLE, USER_JID, Application, make_application,
                                 make_person, model_prefs, stays_quiet, wait_turn_over)
    from parleykit.timeline import Timeline
except MissingProgram as missing:
    sys.exit(f"The demo needs more: {missing}.")

AWAY_USER = "robin"
AWAY_TEXT = "Gone fishing, back on Monday"

DINNER = ["wait", "so i just had like 3 slices", "of pizza", "is that bad lol"]
RECIPE = ["ok and tell me", "in three short paragraphs", "how pizza is made"]
BARGE_IN = ["wait no", "i meant a calzone"]
LADDER = ["hey", "are you around?", "i need the ladder", "on saturday"]


@dataclass
class Settings:
    """What the demo was asked to use."""

    build: str
    client: str
    url: str
    model: str

    @property
    def real_model(self) -> bool:
        """Whether somebody's own server answers."""
        return bool(self.url)

    @property
    def patience(self) -> float:
        """How long an answer may take, in seconds; a real model may have to be loaded first."""
        return 300 if self.real_model else 30


@dataclass
class Verdict:
    """What came of one burst."""

    title: str
    seen: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def check(self, good: bool, text: str, fault: str = "") -> bool:
        """Notes one thing that had to be."""
        (self.seen if good else self.faults).append(text if good else fault or "not so: " + text)
        return good


class Scene:
    """One application with the plugin, one person, and the timeline that tells about them."""

    def __init__(self, app: Application, person: Person, user_jid: str, timeline: Timeline,
                 patience: float) -> None:
        self.app = app
        self.person = person
        self.user_jid = user_jid
        self.timeline = timeline
        self.patience = patience
        self._heard = len(person.replies)
        self.app.on_event = timeline.add_event
        self.person.on_event = self._on_person
        self.person.on_heard = self._on_heard

    def _on_person(self, kind: str, text: str) -> None:
        words = {"composing": "types …", "paused": "pauses, with text in the box",
                 "message": f"“{text}”"}
        self.timeline.add(time.monotonic(), "Alex", words.get(kind, ""))

    def _on_heard(self, heard: Heard) -> None:
        words = {"composing": "sees “typing …”", "message": f"gets “{heard.text}”"}
        self.timeline.add(heard.at, "Alex", words.get(heard.kind, ""))

    def play(self, steps: list[Step]) -> None:
        """Lets the person act."""
        self.person.play(self.user_jid, steps)

    def turns(self, since: int) -> list[Event]:
        """The turns that were taken."""
        return self.app.traces("turn", since)

    def errors(self, since: int) -> list[str]:
        """What the plugin reported as gone wrong."""
        return [str(event.data.get("message")) for event in self.app.traces("error", since)]

    def wait_rest(self, since: int) -> bool:
        """Waits until the turn is over and nothing more comes for a moment."""
        return (wait_turn_over(self.app, since, self.patience)
                and self.person.wait_for(lambda _: self._has_all(), 10)
                and stays_quiet(lambda: len(self.turns(since)) + len(self.person.replies), 1.2))

    def _has_all(self) -> bool:
        return len(self.person.replies) - self._heard >= len(self.app.traces("say"))


def check_single(verdict: Verdict, scene: Scene, since: int, heard: int, rest: bool,
                 bubbles: int) -> list[str]:
    """What holds for every simple burst: one turn with all bubbles, one reply.

    Returns the reply.
    """
    turns = scene.turns(since)
    verdict.check(rest, "the chat came to rest", "the turn did not come to an end")
    verdict.check(len(turns) == 1 and turns[0].data.get("n") == bubbles,
                  f"{bubbles} messages were read as one turn",
                  "turns taken: " + str([turn.data.get("n") for turn in turns]))
    reply = scene.person.replies[heard:]
    said = scene.app.traces("say", since)
    verdict.check(bool(reply) and len(reply) == len(said),
                  f"one reply, in {len(reply)} bubble{'s' if len(reply) != 1 else ''}",
                  f"{len(said)} bubbles were said, {len(reply)} reached Alex")
    for error in scene.errors(since):
        verdict.check(False, "", f"error: {error}")
    return reply


def check_whole_burst(verdict: Verdict, requests: list[Request], texts: list[str]) -> None:
    """The last request must have had all that the person wrote."""
    prompt = requests[-1].prompt if requests else ""
    verdict.check(all(text in prompt for text in texts),
                  "the model was given all of it at once", "the model was not given all of it")


def burst_dinner(scene: Scene, model: ModelServer | None) -> Verdict:
    """Four bubbles with typing states: one turn, one reply."""
    verdict = Verdict("A burst of four")
    since, heard = scene.app.mark(), len(scene.person.replies)
    scene.play(dinner_steps())
    rest = scene.wait_rest(since)
    check_single(verdict, scene, since, heard, rest, len(DINNER))
    if model is not None:
        check_whole_burst(verdict, model.requests, DINNER)
    return verdict


def dinner_steps() -> list[Step]:
    """As it was once typed on a phone, with a pause in the middle of the third bubble."""
    return [Step(0.0, "composing"), Step(0.5, "message", DINNER[0]),
            Step(0.3, "composing"), Step(1.2, "message", DINNER[1]),
            Step(0.3, "composing"), Step(0.4, "paused"), Step(0.5, "composing"),
            Step(0.4, "message", DINNER[2]),
            Step(0.4, "composing"), Step(0.9, "message", DINNER[3])]


def burst_barge_in(scene: Scene, model: ModelServer | None) -> Verdict:
    """The person writes on while Parley speaks: it stops, reads again and answers both."""
    verdict = Verdict("A burst, and a barge-in while Parley speaks")
    since, heard = scene.app.mark(), len(scene.person.replies)
    scene.play(typed_burst(RECIPE, typing=0.5, gap=0.3))
    started = scene.person.wait_for(lambda _: len(scene.person.replies) > heard, scene.patience)
    if not verdict.check(started, "Parley began to speak", "Parley did not begin to speak"):
        return verdict
    before, requests = scene.app.mark(), len(model.requests) if model else 0
    scene.play(typed_burst(BARGE_IN, typing=0.3, gap=0.2))
    rest = scene.wait_rest(before)
    check_barge_in(verdict, scene, since, before, rest)
    if model is not None:
        check_reread(verdict, scene, model, heard, requests)
    return verdict


def check_barge_in(verdict: Verdict, scene: Scene, since: int, before: int, rest: bool) -> None:
    """One turn before, one after, the rest of the first reply dropped in between."""
    turns = [turn.data.get("n") for turn in scene.turns(since)]
    verdict.check(rest, "the chat came to rest", "the second turn did not come to an end")
    verdict.check(len(turns) == 2 and turns[0] == len(RECIPE) and turns[1] >= len(BARGE_IN),
                  f"one turn before the barge-in ({len(RECIPE)} messages), one after it",
                  f"turns taken: {turns}")
    verdict.check(bool(scene.app.traces("drop", since)),
                  "what was still unsaid of the first reply was dropped",
                  "nothing of the first reply was dropped")
    verdict.check(bool(scene.app.traces("say", before)), "a second reply was said",
                  "there was no second reply")
    for error in scene.errors(since):
        verdict.check(False, "", f"error: {error}")


def check_reread(verdict: Verdict, scene: Scene, model: ModelServer, heard: int,
                 requests: int) -> None:
    """The stand-in knows what it was told and what it answered."""
    again = model.requests[requests:]
    replies = scene.person.replies[heard:]
    check_whole_burst(verdict, again, BARGE_IN)
    verdict.check(bool(again) and replies[0] in again[-1].prompt,
                  "the model was told what had already been said",
                  "the model was not told what had already been said")
    verdict.check(not any("hottest oven" in reply for reply in replies),
                  "nothing of the dropped bubbles reached Alex",
                  "a dropped bubble reached Alex")


def burst_away(scene: Scene, model: ModelServer | None) -> Verdict:
    """Nothing configured and the user away: the builtin note, no server at all."""
    verdict = Verdict("A burst to an account that is away")
    since, heard = scene.app.mark(), len(scene.person.replies)
    requests = len(model.requests) if model else 0
    scene.play(typed_burst(LADDER, typing=0.5, gap=0.3))
    rest = scene.wait_rest(since)
    reply = check_single(verdict, scene, since, heard, rest, len(LADDER))
    verdict.check(any("fishing" in text for text in reply),
                  "the reply is a note made of the away status",
                  "the reply does not tell the away status")
    if model is not None:
        verdict.check(len(model.requests) == requests, "no server was asked",
                      "a server was asked")
    return verdict


class Demo:
    """Sets the stage for each burst and sums up."""

    def __init__(self, settings: Settings, stack: ExitStack) -> None:
        self.settings = settings
        self.stack = stack
        self.timeline = Timeline(lambda line: print(line, flush=True))
        self.server = Prosody(["me", AWAY_USER, PERSON])
        self.person = None
        self.model: ModelServer | None = None
        self.verdicts: list[Verdict] = []

    def run(self) -> bool:
        """All three bursts; returns whether each got one coherent turn."""
        self.stack.callback(self.timeline.close)
        self.stack.enter_context(self.server)
        if not self.settings.real_model:
            pace = Pace(first=0.4, token=0.015)
            self.model = self.stack.enter_context(ModelServer(pace=pace))
        self.person = self.stack.enter_context(make_person(self.server))
        with self._application(self._model_prefs(), "me") as app:
            scene = self._scene(app, USER_JID)
            self._play("Alex writes to you in four pieces.", scene, burst_dinner)
            self._play("Alex asks for more, and breaks in while Parley speaks.", scene,
                       burst_barge_in)
            self._show(app, "conversation")
        with self._application({}, AWAY_USER, away=AWAY_TEXT) as app:
            scene = self._scene(app, f"{AWAY_USER}@{self.server.domain}")
            self._play(f"Robin is away ({AWAY_TEXT}) and has configured nothing. Alex writes.",
                       scene, burst_away)
            self._show(app, "away")
        return self._sum_up()

    def _model_prefs(self) -> dict:
        url = self.settings.url if self.model is None else self.model.url
        model = {} if self.model is not None else {"model": self.settings.model}
        return model_prefs(url, **model, reply__pace_cps=30, reply__pace_max_ms=3000)

    def _application(self, prefs: dict, user: str, **options: object) -> Application:
        kinds: dict[str, Callable[..., Application]] = {
            "headless": Host, "pidgin": Pidgin, "finch": Finch}
        if self.settings.client == "pidgin":
            options["screen"] = os.environ.get("DISPLAY", "")
        return make_application(kinds[self.settings.client], self.settings.build, self.server,
                                prefs, user, **options)

    def _scene(self, app: Application, jid: str) -> Scene:
        scene = Scene(app, self.person, jid, self.timeline, self.settings.patience)
        if not self.person.wait_for_contact(jid, 40):
            raise RuntimeError(f"{jid} did not come online")
        time.sleep(SETTLE)
        return scene

    def _play(self, title: str, scene: Scene,
              burst: Callable[[Scene, ModelServer | None], Verdict]) -> None:
        self.timeline.flush()
        print(f"\n{title}\n", flush=True)
        self.timeline.restart()
        self.verdicts.append(burst(scene, self.model))
        self.timeline.flush()

    def _show(self, app: Application, name: str) -> None:
        if isinstance(app, Host):
            return
        ending = "png" if isinstance(app, Pidgin) else "txt"
        path = os.path.join(self.settings.build, "demo-shots",
                            f"{self.settings.client}-{name}.{ending}")
        if isinstance(app, Finch):
            app.show_conversation(PERSON)
        elif isinstance(app, Pidgin):
            app.arrange(PERSON)
            time.sleep(0.5)
        app.screenshot(path)
        if isinstance(app, Finch):
            print("\n" + "\n".join(line for line in app.capture().splitlines() if line.strip()))
        print(f"\nThe screen is kept in {os.path.relpath(path)}.")

    def _sum_up(self) -> bool:
        print("\nSummary\n")
        for verdict in self.verdicts:
            print(f"  {'ok   ' if not verdict.faults else 'FAULT'}  {verdict.title}")
            for text in verdict.seen:
                print(f"           {text}")
            for text in verdict.faults:
                print(f"         ! {text}")
        good = all(not verdict.faults for verdict in self.verdicts)
        print("\nEach burst got one coherent turn." if good else "\nThat is not as it should be.")
        return good


def parse_arguments() -> Settings:
    """Command line and environment."""
    parser = argparse.ArgumentParser(description="See Parley answer bursts of messages.")
    parser.add_argument("--build", default="build", help="build folder (default: build)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pidgin", action="store_true", help="show it in Pidgin")
    which.add_argument("--finch", action="store_true", help="show it in Finch")
    arguments = parser.parse_args()
    client = "pidgin" if arguments.pidgin else "finch" if arguments.finch else "headless"
    url, model = os.environ.get("PARLEY_URL", ""), os.environ.get("PARLEY_MODEL", "")
    if bool(url) != bool(model):
        parser.error("for a real server set both PARLEY_URL and PARLEY_MODEL")
    return Settings(os.path.abspath(arguments.build), client, url, model)


def say_who_answers(settings: Settings) -> None:
    """The first line: nobody shall take the stand-in's wit for a model's."""
    if settings.real_model:
        print(f"The model is {settings.model} at {settings.url}.")
    else:
        print("The model is the project's own small stand-in, which answers with canned words; "
              "set PARLEY_URL and PARLEY_MODEL to use a real server.")
    names = {"headless": "a libpurple program without a screen", "pidgin": "Pidgin",
             "finch": "Finch"}
    print(f"You are {USER_JID} in {names[settings.client]}, on a private Prosody; "
          "Alex is another client, who sees only what XMPP carries.", flush=True)


def main() -> int:
    """Runs the demo."""
    settings = parse_arguments()
    say_who_answers(settings)
    start = time.monotonic()
    try:
        with ExitStack() as stack:
            good = Demo(settings, stack).run()
    except MissingProgram as error:
        print(f"\nThe demo needs more: {error}.", file=sys.stderr)
        return 77
    except RuntimeError as error:
        print(f"\nThe demo could not go on: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"({time.monotonic() - start:.0f} s)")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
