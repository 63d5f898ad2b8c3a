# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The unit for a helper account: its commands as they stand, without systemd."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from e2e import BUILD, EndToEndTest, main, need

need("prosody", "finch", "tmux")

from parleykit.clients import PLUGIN_FILE, wait_until  # noqa: E402
from parleykit.model import ModelServer  # noqa: E402
from parleykit.person import typed_burst  # noqa: E402
from parleykit.process import child_environment  # noqa: E402
from parleykit.profile import Buddy, write_profile, xmpp_account  # noqa: E402
from parleykit.servers import PASSWORD, Prosody  # noqa: E402
from parleykit.stage import (PERSON, PERSON_JID, SETTLE, USER, USER_JID, make_person,  # noqa: E402
                             model_prefs)

CONTRIB = Path(__file__).resolve().parents[2] / "contrib"
UNIT = CONTRIB / "helper" / "parley-helper.service"


class HelperAccountTest(EndToEndTest):
    """Finch in tmux as systemd would start it."""

    def setUp(self) -> None:
        self.home = tempfile.mkdtemp(prefix="parley-helper-")
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.folder = os.path.join(self.home, ".parley-helper")

    def run_unit(self, key: str) -> None:
        """Runs a command of the unit."""
        line = re.search(rf"^{key}=(.*)$", UNIT.read_text(encoding="utf-8"), re.M)[1]
        env = child_environment(HOME=self.home, LANG="C.UTF-8", TERM="linux")
        subprocess.run(shlex.split(line.replace("%h", self.home)), env=env, check=True, timeout=30)

    def put_another_file_there(self, installed: str) -> None:
        """As an upgrade does while Finch runs: what Finch has loaded must stay whole."""
        other = os.path.join(self.home, "other")
        Path(other).write_bytes(bytes(os.path.getsize(installed)))
        subprocess.run([CONTRIB / "replace-file.sh", other, installed], check=True, timeout=30)

    def test_a_burst_is_answered_and_nothing_is_left_behind(self) -> None:
        server = self.open(Prosody([USER, PERSON]))
        model = self.open(ModelServer())
        self.run_unit("ExecStartPre")
        plugins = os.path.join(self.folder, "plugins")
        os.makedirs(plugins)
        shutil.copy(os.path.join(BUILD, "plugin", PLUGIN_FILE), plugins)
        account = xmpp_account(USER, PASSWORD, server.port)
        prefs = {**model_prefs(model.url),
                 "/finch/plugins/loaded": [os.path.join(plugins, PLUGIN_FILE)]}
        write_profile(self.folder, "gnt-purple", [account], [Buddy(account, PERSON_JID)], prefs)
        self.run_unit("ExecStart")
        try:
            person = self.open(make_person(server))
            self.assertTrue(person.wait_for_contact(USER_JID, 40))
            time.sleep(SETTLE)
            person.play(USER_JID, typed_burst(["3 slices", "of pizza"]))
            self.assertTrue(person.wait_for(lambda _: person.replies != [], 40))
            self.put_another_file_there(os.path.join(plugins, PLUGIN_FILE))
            person.play(USER_JID, typed_burst(["and now?"]))
            self.assertTrue(person.wait_for(lambda _: len(person.replies) > 1, 40))
        finally:
            self.run_unit("ExecStop")
        socket = os.path.join(self.folder, "tmux")
        self.assertTrue(wait_until(lambda: subprocess.run(
            ["tmux", "-S", socket, "list-sessions"], capture_output=True, check=False
        ).returncode != 0, 10))


if __name__ == "__main__":
    main()
