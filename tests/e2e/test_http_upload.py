# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's purple-xmpp-http-upload beside Parley, on a server where files can be left.

That is ejabberd: of Prosody's the plugin's version 0.2.4 is refused, for it writes "Authorisation".
"""

from __future__ import annotations

import os

from e2e import main, need, need_module, need_plugins

need("erl", "ejabberdctl", "openssl")
need_module("person")
PLUGINS = need_plugins(("jabber_http_file_upload.so", "purple-xmpp-http-upload"))

from parleykit.host import Host  # noqa: E402
from parleykit.model import ModelServer, Pace  # noqa: E402
from parleykit.others import SharingEjabberd  # noqa: E402
from parleykit.person import Person, typed_burst  # noqa: E402
from parleykit.stage import (PERSON, PERSON_JID, USER, USER_JID, model_prefs,  # noqa: E402
                             stays_quiet, wait_turn_over)
from xmpp_case import ACCOUNT, BURST, FRIEND, XmppCase  # noqa: E402

NAME = "holiday.txt"
LINK = f"https://files.example/1/{NAME}"
FORCE = {"/plugins/xmpp-http-upload/force": True}


class HttpUploadTest(XmppCase):
    """A file becomes a link that is sent as a message."""

    server: SharingEjabberd

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = SharingEjabberd([USER, PERSON, FRIEND])
        cls.enterClassContext(cls.server)

    def stage_with_upload(self, pace: Pace | None = None) -> tuple[Host, Person, ModelServer]:
        model = self.open(ModelServer(pace=pace))
        host = self.start_host({**model_prefs(model.url, reply__pace_cps=0), **FORCE},
                               plugins=PLUGINS, trusts=self.server.certificate)
        return host, self.start_person(PERSON), model

    def test_link_of_theirs_is_only_text(self) -> None:
        host, person, model = self.stage_with_upload()
        person.send_xml(USER_JID, f"<body>{LINK}</body><x xmlns='jabber:x:oob'>"
                                  f"<url>{LINK}</url></x>")
        person.play(USER_JID, typed_burst(BURST))
        self.assertTrue(wait_turn_over(host, 0))
        self.assertEqual(model.requests[-1].burst, [LINK, *BURST])
        self.assert_all_heard(host, person)
        self.assert_clean(host)

    def test_link_of_the_users_is_their_own_word(self) -> None:
        host, person, model = self.stage_with_upload(Pace(first=8.0))
        path = os.path.join(host.folder, NAME)
        with open(path, "w", encoding="utf-8") as file:
            file.write("sun")
        person.play(USER_JID, typed_burst(BURST))
        self.wait_thinking(host, model)
        place = host.mark()
        host.tell(f"send-file {ACCOUNT} {PERSON_JID} {path}")
        self.assertIsNotNone(host.wait_for_trace("standdown", 15, place), host.read_log())
        self.assertTrue(model.wait_closed())
        self.assertTrue(person.wait_for(lambda _: len(person.replies) == 1, 5))
        self.assertRegex(person.replies[0], f"^{self.server.files_url}/.*{NAME}$")
        person.play(USER_JID, typed_burst(["oh nice.", "and ice cream?"]))
        self.assertTrue(stays_quiet(lambda: len(host.traces("say")), 2.5))
        self.assertEqual(host.traces("say"), [])
        self.assert_clean(host)


if __name__ == "__main__":
    main()
