# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's Rocket.Chat plugin really loaded, on a stand-in for its server."""

from __future__ import annotations

from e2e import main, need, need_module, need_plugins

need("openssl")
need_module("standin")
need_plugins(("librocketchat.so", "purple-rocketchat"))

import stand_in_case  # noqa: E402
from parleykit.rocketchat import RocketChat  # noqa: E402


class RocketChatTest(stand_in_case.StandInCase):
    """All that each plugin is tried with."""

    kind = RocketChat


if __name__ == "__main__":
    main()
