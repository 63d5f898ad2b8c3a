# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The user has another XMPP client, and a real server that hands out copies of its messages."""

from __future__ import annotations

from e2e import main, need, need_plugins

need("prosody")
PLUGINS = need_plugins(("carbons.so", "purple-xmpp-carbons"))

import server_case  # noqa: E402
from parleykit.servers import Prosody  # noqa: E402
from parleykit.stage import PERSON, USER  # noqa: E402
from xmpp_case import FRIEND  # noqa: E402


class CarbonsTest(server_case.ServerCase):
    """On Prosody, and beside Debian's plugin."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Prosody([USER, PERSON, FRIEND], modules={"carbons": ""})
        cls.enterClassContext(cls.server)

    def test_beside_debians_plugin(self) -> None:
        host, person, phone, model = self.stage_with_phone(plugins=PLUGINS)
        self.assert_stands_down(host, person, phone, model)
        self.assert_written_once(host, server_case.LINES)


if __name__ == "__main__":
    main()
