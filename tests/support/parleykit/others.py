# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Other people's plugins, and a server that notes what passes it."""

from __future__ import annotations

import glob
import os
import socket
import sqlite3

from .certificate import HOST, make_certificate
from .clients import wait_until
from .host import Host
from .process import MissingProgram, free_port
from .servers import Ejabberd, Prosody

_FOLDERS = ["/usr/lib/purple-2", "/usr/lib/*/purple-2", "/usr/lib/pidgin", "/usr/lib/*/pidgin"]

# libpurple looks for PEP with the server, where Prosody no longer names it.
_NAME_PEP = 'module:add_identity("pubsub", "pep")\n'
_NOTE_MESSAGES = """
local file = assert(io.open("%s", "a"))
local function note (event)
  file:write(tostring(event.stanza), "\\n")
  file:flush()
end
module:hook("pre-message/bare", note, 1000)
module:hook("pre-message/full", note, 1000)
"""


def find_plugin(name: str, package: str) -> str:
    """The file of somebody else's plugin."""
    for folder in _FOLDERS:
        for path in glob.glob(os.path.join(folder, name)):
            return path
    raise MissingProgram(f"{package} is not installed")


def find_own_address() -> str:
    """An address of this machine that others could reach; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return ""
        address = probe.getsockname()[0]
    return "" if address.startswith("127.") else address


def write_leave(folder: str, url: str) -> str:
    """Writes a key file that lets the server be asked without TLS and without a key."""
    path = os.path.join(folder, "keys")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{url.removesuffix('/v1')} -\n")
    return path


class NotingProsody(Prosody):
    """A server with PEP, which keeps each message stanza that a client sends."""

    def configure(self) -> list[str]:
        self.modules = {"pep": "", "name_pep": _NAME_PEP,
                        "note_messages": _NOTE_MESSAGES % self._wire_path}
        return super().configure()

    @property
    def _wire_path(self) -> str:
        return os.path.join(self.folder, "wire.xml")

    @property
    def wire(self) -> str:
        """All message stanzas so far."""
        with open(self._wire_path, encoding="utf-8") as file:
            return file.read()


class SharingEjabberd(Ejabberd):
    """A server where files can be left, over HTTPS (XEP-0363)."""

    certificate = ""
    files_url = ""

    def configure(self) -> list[str]:
        self.certificate = make_certificate(self.folder)
        port = free_port()
        self.files_url = f"https://{HOST}:{port}/files"
        self.listeners = f"""
  - {{port: {port}, ip: "{HOST}", module: ejabberd_http, tls: true,
     request_handlers: {{/files: mod_http_upload}}}}
certfiles: ["{self.certificate}", "{self.certificate}.key"]
"""
        self.modules = f"""
  mod_http_upload: {{access: all, docroot: "{self.folder}/files", put_url: "{self.files_url}"}}
"""
        return super().configure()


def knows_device(host: Host, own: str, other: str) -> bool:
    """Waits until lurch in a host has learned of a device of somebody's."""
    def knows() -> bool:
        path = os.path.join(host.folder, f"{own}_omemo_db.sqlite")
        if not os.path.exists(path):
            return False
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            rows = database.execute("SELECT id FROM devicelists WHERE name = ?", (other,))
            return rows.fetchone() is not None
        except sqlite3.Error:  # it is being written
            return False
        finally:
            database.close()
    return wait_until(knows, 20)
