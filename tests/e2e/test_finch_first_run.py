# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Finch: the first questions, another model and a key, each seen in the next request."""

from __future__ import annotations

from e2e import main, need

need("prosody", "finch", "tmux")

from finch_case import FinchCase  # noqa: E402
from parleykit.model import MODEL_NAME  # noqa: E402
from parleykit.stage import PERSON  # noqa: E402

OTHER_MODEL = "parley-stand-in-2"
SECRET = "sk-nobody-may-read-this"


class FinchFirstRunTest(FinchCase):
    """From a Finch that knows no server."""

    def test_first_run_by_menu_then_another_model_and_a_key(self) -> None:
        self.start(chosen=False, introduced=False, backend__kind="builtin", backend__model="none",
                   backend__base_url="http://127.0.0.1:1/v1")
        self.client.write_file("parley/local-servers.ini",
                               f"[Stand-in]\naddress={self.model.url}\n")
        self.model.models = [MODEL_NAME, OTHER_MODEL]
        self.walk_through()
        self.check_burst()
        self.check_request(MODEL_NAME, "")
        self.choose_other_model()
        self.say_and_wait("one more?")
        self.check_request(OTHER_MODEL, "")
        self.set_key()
        self.say_and_wait("and another one?")
        self.check_request(OTHER_MODEL, f"Bearer {SECRET}")
        self.assertNotIn(SECRET, self.client.read_log())
        self.assert_well()

    def walk_through(self) -> None:
        """Nothing is asked of any port, and nobody switched on, before the user said so."""
        self.client.choose_for_contact(PERSON, "a")
        self.see("Who writes the answers\\?", "first-run-who")
        self.choose_row(1)
        self.see("│A model on this machine +│")
        self.client.keys("Tab", "Enter")
        self.see("Stand-in \\d+\\.", "first-run-leave")
        self.client.keys("Enter")
        self.see_window("Which model writes the answers\\?", "first-run-model")
        self.client.keys("Tab", "Enter")
        self.see("Where does the model run", "first-run-where")
        self.choose_row(1)
        self.client.keys("Tab", "Enter")
        self.see("What should Parley do for “alex@localhost”\\?", "first-run-mode")
        self.assertNotIn("parley-mode", self.client.read_file("blist.xml"))
        self.client.keys("Tab")
        self.client.type("Alex")
        self.client.keys("Tab", "Tab", "Enter")
        self.see_window("Switched on for this person", "first-run-end")
        self.client.keys("Enter")

    def choose_other_model(self) -> None:
        self.client.choose_action("c")
        self.see_window("Which model writes the answers\\?")
        self.choose_row(1)
        self.see(OTHER_MODEL, "other-model")
        self.client.keys("Tab", "Enter")

    def set_key(self) -> None:
        """What is typed can't be read."""
        self.client.choose_action("e")
        self.see("API key for http://127.0.0.1")
        self.client.type(SECRET)
        self.see("·{%d}" % len(SECRET), "key")
        self.assertNotIn(SECRET, self.client.capture())
        self.client.keys("Tab", "Enter")
        self.see_window("│ *Saved *│", "key-saved")
        self.client.keys("Enter")

    def check_request(self, model: str, authorization: str) -> None:
        request = self.model.requests[-1]
        self.assertEqual((request.body["model"], request.authorization), (model, authorization))
        self.assertIn("The owner is Alex.", str(request.body["messages"][0]))


if __name__ == "__main__":
    main()
