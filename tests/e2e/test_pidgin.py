# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin in the real Pidgin, on a screen that nobody sees."""

from __future__ import annotations

import time

from e2e import BUILD, PIDGIN, EndToEndTest, main, need, shot_path

need("ngircd", *PIDGIN)

from client_case import ANSWER, BURST  # noqa: E402
from parleykit.clients import Pidgin, wait_until  # noqa: E402
from parleykit.irc import IrcPerson  # noqa: E402
from parleykit.model import MODEL_NAME, ModelServer  # noqa: E402
from parleykit.profile import Buddy, irc_account  # noqa: E402
from parleykit.servers import Ngircd  # noqa: E402
from parleykit.stage import PERSON, model_prefs, stays_quiet, wait_turn_over  # noqa: E402
from pidgin_case import PidginCase  # noqa: E402

# Where "Answer for me" stands in Parley's own menu, from the top.
ANSWER_PLACE = 4

OWN_WORDS = "Sure, come at eight."
ADDED = " See you then."


class PidginTest(PidginCase):
    """A new Pidgin for each test."""

    def test_enabled_configured_and_answering(self) -> None:
        self.start()
        self.check_burst()
        self.keep_conversation("pidgin-conversation.png", 340)
        self.client.screenshot(shot_path("pidgin-burst.png"))
        self.check_connection()
        self.check_models()
        self.check_deeds()
        self.check_preferences()
        self.assert_well()

    def check_connection(self) -> None:
        """Tools > Parley > Test connection asks the server and tells the user."""
        self.client.choose_action("Test connection")
        window = self.client.wait_window("^Parley$")
        self.assertTrue(window, "no dialog opened")
        self.client.screenshot(shot_path("pidgin-test-connection.png"), "^Parley$")
        self.assertEqual(
            self.send_dialog(window).split("\n"),
            ["The connection works", "", f"The server has the model “{MODEL_NAME}”."])

    def check_models(self) -> None:
        """Tools > Parley > Choose a model lists what the server has."""
        self.client.choose_action("Choose a model…")
        window = self.client.wait_window("^Parley$")
        self.assertTrue(window, "no dialog opened")
        self.client.screenshot(shot_path("pidgin-models.png"), "^Parley$")
        self.client.focus(window)
        self.client.keys("Escape")

    def check_deeds(self) -> None:
        """Tools > Parley > What Parley did shows it."""
        self.client.choose_action("What Parley did")
        window = self.client.wait_window("^Parley$")
        self.assertTrue(window, "no dialog opened")
        self.client.screenshot(shot_path("pidgin-deeds.png"), "^Parley$")
        self.assertIn(f"{PERSON}@localhost: Answered", self.send_dialog(window, 2))

    def send_dialog(self, window: str, tabs: int = 1) -> str:
        """Copies a dialog's text into a message: what the person gets is what the user read."""
        heard = len(self.person.replies)
        self.client.focus(window)
        self.client.keys(*["Tab"] * tabs, "ctrl+a", "ctrl+c", "Escape")
        self.client.focus(self.client.find_window(f"^{PERSON}$"))
        self.client.keys("ctrl+v", "Return")
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) > heard, 10))
        return self.person.replies[heard]

    def check_preferences(self) -> None:
        """Tools > Plugins shows it enabled; Configure Plugin opens its page."""
        plugins = self.client.open_plugin_list()
        self.assertTrue(plugins, "the plugin list did not open")
        self.client.focus(plugins)
        self.client.type("Parley")
        self.client.keys("Escape")
        self.client.screenshot(shot_path("pidgin-plugins.png"))
        self.client.keys("alt+u")
        window = self.client.wait_window("^Parley$")
        self.assertTrue(window, "the preferences did not open")
        self.client.resize(window, 520, 560)
        self.client.screenshot(shot_path("pidgin-preferences.png"), "^Parley$")
        self.client.keys("Escape")

    def test_barge_in_while_speaking(self) -> None:
        self.start()
        self.check_barge_in()
        self.keep_conversation("pidgin-barge-in.png", 400)
        self.assert_well()

    def test_draft_is_sent_and_countdown_stopped_by_typing(self) -> None:
        self.start()
        self.check_burst()
        heard = len(self.person.replies)
        self.tell_parley("draft")
        self.propose("one more?")
        self.keep_conversation("pidgin-draft.png", 420)
        self.assertEqual(len(self.person.replies), heard)
        place = self.client.mark()
        self.tell_parley("again shorter please")
        self.assertTrue(self.client.wait_for_trace("done", 40, place))
        self.assertIn("wishes for this answer: shorter please", self.model.requests[-1].prompt)
        self.keep_conversation("pidgin-again.png", 480)
        self.assertEqual(len(self.person.replies), heard)
        self.tell_parley("send 2")
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) > heard, 15))
        self.propose("can i come over?")
        self.tell_parley(f"edit {OWN_WORDS}")
        self.wait_written(OWN_WORDS)
        self.tell_parley("send 4")
        self.wait_heard(OWN_WORDS)
        self.assertEqual(self.person.replies[-1], OWN_WORDS)
        self.check_taken_draft()
        heard = len(self.person.replies)
        self.tell_parley("countdown")
        self.propose("and another one?")
        self.client.type("no")
        self.assertTrue(self.client.wait_log("standdown", 15))
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), 10))
        self.keep_conversation("pidgin-countdown.png", 520)
        self.assertEqual(len(self.person.replies), heard)
        self.assert_well()

    def check_taken_draft(self) -> None:
        """What was drafted stands in the entry, and goes out as the user's own words, once."""
        self.propose("at noon, or later?")
        heard = len(self.person.replies)
        self.tell_parley("take")
        self.keep_conversation("pidgin-take.png", 520)
        self.assertEqual(len(self.person.replies), heard)
        self.client.type(ADDED)
        self.client.keys("Return")
        self.wait_heard(ADDED)
        self.assertEqual(len(self.person.replies), heard + 1)
        self.assertGreater(len(self.person.replies[-1]), len(ADDED))

    def propose(self, text: str) -> None:
        """What is written to `text` is for the user to see first."""
        place = self.client.mark()
        self.say_and_wait(text)
        self.assertTrue(self.client.traces("shelved", place))

    def test_switched_on_by_the_contacts_menu(self) -> None:
        self.start(chosen=False)
        self.check_no_answer()
        self.client.choose_for_contact(ANSWER_PLACE)
        self.client.screenshot(shot_path("pidgin-menu.png"))
        self.client.keys("Return")
        self.assertTrue(wait_until(
            lambda: "parley-mode" in self.client.read_file("blist.xml"), 15))
        self.check_burst()
        self.keep_conversation("pidgin-switched-on.png")
        self.assert_well()

    def test_preference_of_a_wrong_type_is_told_and_nothing_is_sent(self) -> None:
        self.start(guard__quiet_hours=22)
        window = self.client.wait_window("^Parley$")
        self.assertTrue(window, "nothing was told")
        self.client.screenshot(shot_path("pidgin-wrong-preference.png"), "^Parley$")
        self.check_no_answer()
        self.assert_well()


class PidginIrcTest(EndToEndTest):
    """Pidgin on a network without typing states."""

    def test_burst_gets_one_turn_and_one_reply(self) -> None:
        server = self.open(Ngircd())
        model = self.open(ModelServer())
        person = self.open(IrcPerson(PERSON, server.port))
        account = irc_account("me", server.port)
        client = self.open(Pidgin(BUILD, [account], [Buddy(account, PERSON)],
                                  model_prefs(model.url)))
        self.assertTrue(person.is_on("me", 40), client.read_log()[-3000:])
        for text in BURST:
            person.say("me", text)
            time.sleep(0.3)
        self.assertTrue(wait_turn_over(client, 0, 40), client.read_log()[-3000:])
        self.assertTrue(person.wait_for(
            lambda _: len(person.from_nick("me")) >= len(client.traces("say")), 20))
        self.assertTrue(stays_quiet(lambda: len(person.from_nick("me")), 2.5))
        self.assertEqual([turn.data["n"] for turn in client.traces("turn")], [len(BURST)])
        self.assertEqual(model.requests[-1].burst, BURST)
        lines = [line.text for line in person.from_nick("me")]
        self.assertEqual(len(lines), len(client.traces("say")))
        self.assertEqual(sum(ANSWER in line for line in lines), 1, lines)
        self.assertTrue(client.arrange(PERSON, 340))
        client.screenshot(shot_path("pidgin-irc.png"), f"^{PERSON}$")
        self.assertNotRegex(client.read_log(), r"Parley-(CRITICAL|WARNING)")


if __name__ == "__main__":
    main()
