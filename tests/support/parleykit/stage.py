# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The usual set-up on XMPP: a server, the user's application with the plugin, a person, a model."""

from __future__ import annotations

import time
from collections.abc import Callable

from .clients import Client
from .host import Event, EventLog, Host
from .model import MODEL_NAME
from .person import Person
from .process import slowness
from .profile import Buddy, Value, parley_prefs, xmpp_account
from .servers import PASSWORD, Prosody

USER = "me"
PERSON = "alex"
USER_JID = f"{USER}@{Prosody.domain}"
PERSON_JID = f"{PERSON}@{Prosody.domain}"

# The plugin gives no weight to typing states in the first second after signing on: servers hand
# out old ones then.
SETTLE = 1.2

Application = Host | Client


def model_prefs(url: str, model: str = MODEL_NAME, **settings: Value) -> dict[str, Value]:
    """Preferences for an OpenAI-compatible server."""
    return parley_prefs(backend__kind="openai", backend__base_url=url, backend__runs_here=url, backend__model=model,
                        **settings)


def make_application(kind: Callable[..., Application], build: str, server: Prosody,
                     prefs: dict[str, Value], user: str = USER, answer: tuple[str, ...] = (PERSON,),
                     others: tuple[str, ...] = (), resource: str = "desk",
                     **options: object) -> Application:
    """An application for one XMPP user; `answer` are the contacts that are switched on."""
    account = xmpp_account(user, PASSWORD, server.port, resource)
    buddies = [Buddy(account, f"{name}@{server.domain}", name in answer)
               for name in answer + others]
    return kind(build, [account], buddies, prefs, **options)


def make_person(server: Prosody, name: str = PERSON) -> Person:
    """A person with an account on the server."""
    return Person(name, PASSWORD, server.port, server.domain)


def is_state(event: Event, state: str) -> bool:
    """Whether a record says that the chat came to this state."""
    return event.ev == "state" and event.data.get("to") == state


def wait_turn_over(log: EventLog, since: int, limit: float = 30) -> bool:
    """Waits until a turn that began after `since` has been dealt with and the chat rests."""
    turn = log.wait_for_trace("turn", limit, since)
    if turn is None:
        return False
    place = log.events.index(turn)
    return log.wait_for(lambda event: is_state(event, "idle"), limit, place) is not None


def stays_quiet(count: Callable[[], int], seconds: float) -> bool:
    """Whether a count stays what it is: the only way to see that nothing more comes."""
    before = count()
    end = time.monotonic() + seconds * slowness()
    while time.monotonic() < end:
        if count() != before:
            return False
        time.sleep(0.05)
    return True


def settles(count: Callable[[], int], quiet: float, limit: float) -> bool:
    """Waits until a count has not changed for a while; returns whether that came in time."""
    end = time.monotonic() + limit * slowness()
    while time.monotonic() < end:
        if stays_quiet(count, quiet):
            return True
    return False
