# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin's windows in Pidgin, and the ways to silence it."""

from __future__ import annotations

from e2e import PIDGIN, main, need, shot_path

need(*PIDGIN)

from client_case import ANSWER, BURST, LONG_BURST  # noqa: E402
from parleykit.clients import wait_until  # noqa: E402
from parleykit.model import Pace  # noqa: E402
from parleykit.stage import PERSON, is_state, stays_quiet, wait_turn_over  # noqa: E402
from pidgin_case import PidginCase  # noqa: E402

# Where they stand in the menus, from the top.
AVAILABLE_PLACE = 0
MEMORY_PLACE = 8

REHEARSAL = "Talk to my Parley"
# What Pidgin calls it when one comes back to its tab.
PARTNER = "My Parley"
THINKING = "Thinking about an answer"

# The label of the first tab of two, in a window that `arrange` has sized.
TAB = "280x20+4+32"

# One person is answered more often here than they may be in ten minutes.
MANY = {"guard__contact_10min": 100, "guard__in_a_row": 100, "guard__loop_replies": 100}


class PidginWindowsTest(PidginCase):
    """In this order, without a Pidgin for each."""

    def test_windows_show_and_do_what_they_say(self) -> None:
        self.start(away="Gone fishing", **MANY)
        self.check_welcome_back()
        self.check_all_chats()
        self.check_rehearsal()
        self.check_memory()
        self.check_tab()
        self.check_pause()
        self.assert_well()

    def check_welcome_back(self) -> None:
        """Who comes back is told who wrote, and opens the chat from there."""
        self.say_and_wait(*BURST)
        self.wait_heard(ANSWER)
        self.client.focus(self.client.wait_window(f"^{PERSON}$"))
        self.client.keys("ctrl+w")
        self.client.choose_status(AVAILABLE_PLACE)
        window = self.wait_dialog("welcome-back")
        self.client.focus(window)
        self.client.keys("Tab", "Return")
        self.assertTrue(self.client.wait_window(f"^{PERSON}$"), "the chat did not open")
        self.answer_dialog("welcome-back-and-chat", "Escape")

    def check_all_chats(self) -> None:
        """Status of all chats, then one of them."""
        self.client.choose_action("Status of all chats")
        self.answer_dialog("all-chats", "Return")
        self.answer_dialog("one-chat", "Escape")

    def check_rehearsal(self) -> None:
        """A burst to one's own Parley is answered once, and nobody else hears of it."""
        heard, asked = len(self.person.replies), len(self.model.requests)
        self.client.choose_action(REHEARSAL)
        self.rehearse(*BURST)
        self.wait_written(ANSWER, REHEARSAL, 30)
        self.client.screenshot(shot_path("pidgin-rehearsal.png"), f"^{REHEARSAL}$")
        self.assertEqual([request.burst for request in self.model.requests[asked:]], [BURST])
        self.assertEqual(len(self.person.replies), heard)

    def rehearse(self, *texts: str) -> None:
        """Writes in the window for that, which is in front."""
        window = self.client.wait_window(f"^{REHEARSAL}$")
        self.assertTrue(window, "the rehearsal is not in front")
        self.client.focus(window)
        for text in texts:
            self.client.type(text)
            self.client.keys("Return")

    def check_memory(self) -> None:
        """The contact's menu and Tools > Parley lead to what is remembered."""
        self.client.choose_for_contact(MEMORY_PLACE)
        self.client.screenshot(shot_path("pidgin-memory-menu.png"))
        self.client.keys("Return")
        self.answer_dialog("memory", "Tab", "Tab", "Tab", "Return")
        self.assertIn(ANSWER, self.read_text("memory-shown"))
        self.answer_dialog("memory-again", "Escape")
        self.client.choose_action("What Parley remembers…")
        self.answer_dialog("memory-whose", "Return")
        self.answer_dialog("memory-of-chosen", "Escape")

    def read_text(self, shot: str) -> str:
        """Copies the text of a window of Parley's into the rehearsal: returns what stands there."""
        self.answer_dialog(shot, "Tab", "Tab", "ctrl+a", "ctrl+c", "Escape")
        before = self.client.read_conversation(REHEARSAL)
        self.rehearse("")
        self.client.keys("ctrl+v", "Return")
        self.assertTrue(wait_until(
            lambda: len(self.client.read_conversation(REHEARSAL)) > len(before), 10))
        return self.client.read_conversation(REHEARSAL)[len(before):]

    def check_tab(self) -> None:
        """Who looks at a chat is told what goes on; no tab is marked for it behind their back."""
        self.show_chat("alt+1", PERSON)
        self.show_chat("alt+2", PARTNER)
        plain = self.tab()
        self.model.pace = Pace(first=6)
        place = self.say(*LONG_BURST)
        self.assertTrue(wait_until(lambda: self.tab() != plain, 10), "a message marks no tab")
        self.client.wait_for(lambda event: is_state(event, "thinking"), 20, place)
        self.show_chat("alt+1", PERSON)
        self.wait_written(THINKING)
        self.keep_conversation("pidgin-status-line.png", 420)
        self.show_chat("alt+2", PARTNER)
        self.assertTrue(wait_turn_over(self.client, place, 60))
        self.model.pace = Pace()
        self.client.screenshot(shot_path("pidgin-unmarked-tab.png"), f"^{PARTNER}$")
        self.assertEqual(self.tab(), plain)
        self.assertEqual(self.client.read_conversation(PERSON).count(THINKING), 1)
        self.assertNotIn("Speaking", self.client.read_conversation(PERSON))

    def show_chat(self, key: str, title: str) -> None:
        """Goes to a tab by its key."""
        self.client.focus(self.client.wait_window(f"^({PERSON}|{REHEARSAL}|{PARTNER})$"))
        self.client.keys(key)
        self.assertTrue(self.client.arrange(title, 420), f"no tab “{title}” came to the front")

    def tab(self) -> bytes:
        """What the first tab looks like while the second is in front."""
        return self.client.pixels(f"^{PARTNER}$", TAB)

    def check_pause(self) -> None:
        """Pause everything, then Go on everywhere."""
        self.client.choose_action("Pause everything")
        self.answer_dialog("pause", "Escape")
        asked = len(self.model.requests)
        self.say("anyone there?")
        self.assertTrue(stays_quiet(lambda: len(self.model.requests), 3))
        self.assertEqual(len(self.model.requests), asked)
        self.client.choose_action("Go on everywhere")
        self.answer_dialog("go-on", "Escape")
        self.say_and_wait("now?")
        self.assertGreater(len(self.model.requests), asked)


class PidginSilenceTest(PidginCase):
    """While it speaks."""

    def test_stop_and_unloading_leave_the_rest_unsaid(self) -> None:
        self.start(**MANY)
        self.check_stop()
        self.check_unload()
        self.assert_well()

    def check_stop(self) -> None:
        """`/parley stop` in the middle of a reply."""
        self.wait_speaking()
        self.tell_parley("stop")
        self.wait_written("/parley go")
        self.assert_silent()
        self.keep_conversation("pidgin-stop.png", 420)

    def check_unload(self) -> None:
        """The tick in Tools > Plugins is taken away in the middle of a reply, then set again."""
        self.tell_parley("go")
        window = self.client.open_plugin_list()
        self.client.focus(window)
        self.client.type("Parley")
        self.client.keys("Escape")
        self.wait_speaking()
        self.client.focus(window)
        self.client.keys("space")
        self.assert_silent()
        self.client.screenshot(shot_path("pidgin-unloaded.png"))
        self.assertTrue(self.client.is_alive())
        self.client.focus(window)
        self.client.keys("space")
        heard = len(self.person.replies)
        self.say_and_wait("and now?")
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) > heard, 10))

    def wait_speaking(self) -> None:
        """Until the first of three bubbles is said."""
        heard = len(self.person.replies)
        self.say(*LONG_BURST)
        self.assertTrue(self.person.wait_for(lambda _: len(self.person.replies) > heard, 40))
        self.assertEqual(len(self.person.replies), heard + 1)

    def assert_silent(self) -> None:
        """Neither the rest of the reply nor an answer to more comes."""
        heard, asked = len(self.person.replies), len(self.model.requests)
        self.say("are you still there?")
        self.assertTrue(stays_quiet(lambda: len(self.person.replies), 4))
        self.assertEqual((len(self.person.replies), len(self.model.requests)), (heard, asked))


if __name__ == "__main__":
    main()
