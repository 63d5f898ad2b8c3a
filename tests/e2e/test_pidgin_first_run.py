# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Pidgin of somebody who is new to the plugin: from the first switch to a model of their choice."""

from __future__ import annotations

import os
from pathlib import Path

from e2e import PIDGIN, main, need

need(*PIDGIN)

from parleykit.model import MODEL_NAME, ModelServer  # noqa: E402
from parleykit.stage import wait_turn_over  # noqa: E402
from pidgin_case import PidginCase  # noqa: E402

AS_INSTALLED = "http://127.0.0.1:11434/v1"
OTHER_MODEL = "parley-stand-in-2"
KEY = "sk-for-one-server-only"


class PidginFirstRunTest(PidginCase):
    """In this order, as a user would, and without a Pidgin for each."""

    def test_first_switch_asks_then_another_model_a_key_and_another_server(self) -> None:
        self.start(chosen=False, introduced=False, backend__kind="builtin", backend__model="",
                   backend__base_url=AS_INSTALLED)
        self.walk_through()
        self.check_burst()
        self.assert_asked(MODEL_NAME, "")
        self.choose_another_model()
        self.set_a_key()
        self.choose_another_server()
        self.assert_well()

    def walk_through(self) -> None:
        """`/parley on` asks first; before the last answer nobody is switched on."""
        self.offer(self.model)
        self.say("hi")
        self.tell_parley("on")
        self.answer_dialog("first-run", "Down", "Return")
        self.answer_dialog("first-run-look", "Return")
        self.answer_dialog("first-run-model", "Return")
        self.answer_dialog("first-run-where", "Down", "Return")
        self.wait_dialog("first-run-mode")
        self.assertNotIn("parley-mode", self.client.read_file("blist.xml"))
        self.assertEqual(self.model.requests, [])
        self.answer_dialog("first-run-mode", "Return")
        self.wait_written("Switched on for this person")
        self.assertIn(f"The model “{MODEL_NAME}” on this machine writes the answers",
                      self.client.read_conversation("alex"))
        self.keep_conversation("pidgin-first-run-done.png", 340)

    def offer(self, server: ModelServer) -> None:
        """The only server on this machine that is looked for."""
        self.client.write_file("parley/local-servers.ini", f"[Stand-in]\naddress={server.url}\n")

    def choose_another_model(self) -> None:
        """Tools > Parley > Choose a model… counts from the next answer on."""
        self.model.models = [MODEL_NAME, OTHER_MODEL]
        self.client.choose_action("Choose a model…")
        self.answer_dialog("models", "Down", "Return")
        self.answer_dialog("models-told", "Escape")
        self.say_and_wait("one more?")
        self.assert_asked(OTHER_MODEL, "")

    def set_a_key(self) -> None:
        """Tools > Parley > Set the key…: requests carry it, and only one file has it."""
        self.client.choose_action("Set the key…")
        self.answer_dialog("key", "Return", text=KEY)
        self.answer_dialog("key-noted", "Escape")
        self.say_and_wait("and another one?")
        self.assert_asked(OTHER_MODEL, f"Bearer {KEY}")
        home = Path(self.client.home)
        files = [path for path in home.rglob("*") if path.is_file()]
        holding = [path for path in files if KEY.encode() in path.read_bytes()]
        self.assertEqual(holding, [home / ".purple" / "parley" / "key"])
        self.assertEqual(os.stat(holding[0]).st_mode & 0o777, 0o600)

    def choose_another_server(self) -> None:
        """A server that is found later is asked without a key, and only once the user said so."""
        first, asked = self.model, len(self.model.requests)
        self.model = self.open(ModelServer())
        self.offer(self.model)
        self.client.choose_action("Choose a model…")
        self.answer_dialog("models-with-key", "Down", "Return")
        self.answer_dialog("models-look", "Return")
        self.answer_dialog("models-here", "Return")
        self.answer_dialog("models-where", "Return")
        self.wait_dialog("key-for-another-server")
        place = self.say("anyone there?")
        self.assertTrue(wait_turn_over(self.client, place, 40))
        self.assertEqual(self.model.requests, [])
        self.answer_dialog("key-for-another-server", "Return")
        self.close_dialogs("no-key-noted")
        self.say_and_wait("who are you now?")
        self.assert_asked(MODEL_NAME, "")
        self.assertEqual(len(first.requests), asked)

    def assert_asked(self, model: str, authorization: str) -> None:
        """What the newest request said."""
        request = self.model.requests[-1]
        self.assertEqual((request.body["model"], request.authorization), (model, authorization))


if __name__ == "__main__":
    main()
