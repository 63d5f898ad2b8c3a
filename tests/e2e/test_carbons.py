# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The user has another XMPP client, and a real server that hands out copies of its messages."""

from __future__ import annotations

from e2e import main, need, need_plugins

need("prosody")
PLUGINS = need_plugins(("carbons.so", "purple-xmpp-carbons"))

import server_case  # noqa: E402
from parleykit.person import typed_burst  # noqa: E402
from parleykit.servers import Prosody  # noqa: E402
from parleykit.stage import PERSON, PERSON_JID, USER, USER_JID, wait_turn_over  # noqa: E402
from xmpp_case import ACCOUNT, FRIEND  # noqa: E402

ROOM = f"tea@rooms.{Prosody.domain}"


class CarbonsTest(server_case.ServerCase):
    """On Prosody, and beside Debian's plugin."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Prosody([USER, PERSON, FRIEND], modules={"carbons": ""})
        cls.enterClassContext(cls.server)

    def test_forged_by_an_occupant_of_a_room(self) -> None:
        """What comes out of a room is no copy, whoever it says it is of."""
        host, person, phone, model = self.stage_with_phone()
        model.pace.first = 0.2
        person.play(USER_JID, typed_burst(server_case.BURST))
        self.assertTrue(wait_turn_over(host, 0))
        host.tell(f"join {ACCOUNT} {ROOM}")
        occupant = self.start_person(FRIEND)
        occupant.enter(ROOM, "mallory")
        place = host.mark()
        for kind, writer, reader in (("sent", f"{USER_JID}/phone", PERSON_JID),
                                     ("received", f"{PERSON_JID}/phone", f"{USER_JID}/phone")):
            occupant.send_xml(f"{ROOM}/{USER}", server_case.FORGED.format(kind, writer, reader))
        self.assertIsNotNone(host.wait_for(
            lambda event: event.text == "2 copies of messages were forged", 10, place))
        person.send(USER_JID, "message", "and a calzone.")
        self.assertTrue(wait_turn_over(host, place))
        self.assertEqual(model.requests[-1].burst, ["and a calzone."])
        self.assertEqual(host.traces("standdown"), [])
        self.assertEqual(self.written_lines(host, "nobody wrote"), [])
        self.assertNotIn("nobody wrote", model.requests[-1].prompt)
        self.assert_clean(host)

    def test_beside_debians_plugin(self) -> None:
        host, person, phone, model = self.stage_with_phone(plugins=PLUGINS)
        self.assert_stands_down(host, person, phone, model)
        self.assert_written_once(host, server_case.LINES)


if __name__ == "__main__":
    main()
