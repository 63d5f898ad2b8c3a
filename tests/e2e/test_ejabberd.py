# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""XMPP on another server, by other people."""

from __future__ import annotations

from e2e import main, need, need_module

need("erl", "ejabberdctl")
need_module("person")

import server_case  # noqa: E402
from parleykit.servers import Ejabberd  # noqa: E402
from parleykit.stage import PERSON, USER  # noqa: E402
from xmpp_case import FRIEND  # noqa: E402


class EjabberdTest(server_case.ServerCase):
    """On ejabberd."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Ejabberd([USER, PERSON, FRIEND])
        cls.enterClassContext(cls.server)


if __name__ == "__main__":
    main()
