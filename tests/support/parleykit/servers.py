# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Private chat servers on free loopback ports, gone without a trace afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tempfile

from .process import (MissingProgram, end_process, find_program, free_port, hand_over,
                      unprivileged, wait_for_port, wait_for_text)

PASSWORD = "open-sesame"


class Server:
    """A daemon in the foreground with a temporary folder of its own."""

    program = ""
    users: list[str] = []

    def __init__(self) -> None:
        self.folder = ""
        self.port = 0
        self.environment: dict[str, str] = {}
        self._process: subprocess.Popen | None = None

    def configure(self) -> list[str]:
        """Writes the configuration; returns the words after the program's name."""
        raise NotImplementedError

    def start(self) -> "Server":
        """Starts and waits until the port answers; another port is tried if one was taken."""
        path = find_program(self.program)
        for _ in range(3):
            if self._try_start(path):
                return self
            log = self._read_log()
            self.stop()
        raise RuntimeError(f"{self.program} did not start:\n{log}")

    def _try_start(self, path: str) -> bool:
        self.folder = tempfile.mkdtemp(prefix=f"parley-{self.program}-")
        self.port = free_port()
        words = self.configure()
        user = hand_over(self.folder, self.users)
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self._process = subprocess.Popen(
                [*unprivileged(user), path, *words], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, cwd=self.folder, start_new_session=True,
                env={**os.environ, **self.environment})
        return wait_for_port(self.port, self._process, 15)

    def _read_log(self) -> str:
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
            return log.read()[-2000:]

    def stop(self) -> None:
        """Ends the daemon and removes its folder; may be called twice."""
        if self._process is not None:
            end_process(self._process)
            self._process = None
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = ""

    def write(self, name: str, text: str) -> str:
        """Writes a file in the server's folder; returns its path."""
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class Prosody(Server):
    """XMPP without TLS, for accounts NAME@localhost who all know each other.

    Mutual subscriptions matter: libpurple sends no typing states to strangers.
    """

    program = "prosody"
    users = ["prosody", "nobody"]
    domain = "localhost"

    def __init__(self, names: list[str], strangers: list[str] | None = None,
                 modules: dict[str, str] | None = None) -> None:
        """`modules`: more of them by name, with their Lua text, empty for Prosody's own."""
        super().__init__()
        self.names = names
        self.strangers = strangers or []
        self.modules = modules or {}

    def configure(self) -> list[str]:
        for name in self.names + self.strangers:
            self.write(f"data/{self.domain}/accounts/{name}.dat",
                       f'return {{ ["password"] = "{PASSWORD}"; }};\n')
        for name in self.names:
            self.write(f"data/{self.domain}/roster/{name}.dat", self._roster(name))
        for name, text in self.modules.items():
            if text:
                self.write(f"modules/mod_{name}.lua", text)
        config = self.write("prosody.cfg.lua", self._config())
        return ["--config", config, "-F"]

    def _roster(self, owner: str) -> str:
        items = "".join(
            f'  ["{name}@{self.domain}"] = {{ ["subscription"] = "both"; ["name"] = "{name}"; '
            '["groups"] = { ["Friends"] = true; }; };\n' for name in self.names if name != owner)
        return f'return {{\n  [false] = {{ ["version"] = 1; }};\n{items}}};\n'

    def _config(self) -> str:
        modules = "".join(f'; "{name}"' for name in self.modules)
        return f"""
plugin_paths = {{ "{self.folder}/modules" }}
data_path = "{self.folder}/data"
interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {self.port} }}
c2s_direct_tls_ports = {{ }}
legacy_ssl_ports = {{ }}
s2s_ports = {{ }}
http_ports = {{ }}
https_ports = {{ }}
component_ports = {{ }}
modules_enabled = {{ "roster", "saslauth", "disco", "ping", "offline"{modules} }}
modules_disabled = {{ "s2s", "tls", "posix" }}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
storage = "internal"
log = {{ info = "*console" }}
VirtualHost "{self.domain}"
"""


_READY = "all are there"

# Erlang's own words: makes an account, and puts somebody into somebody's list.
_REGISTER = 'ok = ejabberd_auth:try_register(<<"{0}">>, <<"{1}">>, <<"{2}">>)'
_BEFRIEND = ('ok = mod_admin_extra:add_rosteritem(<<"{0}">>, <<"{2}">>, <<"{1}">>, <<"{2}">>,'
             ' <<"{1}">>, <<"Friends">>, <<"both">>)')


class Ejabberd(Server):
    """XMPP as `Prosody` has it, by another server: with copies for all resources."""

    program = "erl"
    users = ["ejabberd", "nobody"]
    domain = Prosody.domain
    listeners = ""
    modules = ""

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self.names = names

    def configure(self) -> list[str]:
        self.environment = {
            "HOME": self.folder,
            "ERL_LIBS": f"/usr/lib/{sysconfig.get_config_var('MULTIARCH')}",
            "EJABBERD_CONFIG_PATH": self.write("ejabberd.yml", self._config()),
            "EJABBERD_LOG_PATH": os.path.join(self.folder, "ejabberd.log"),
        }
        return ["-noinput", "-mnesia", "dir", f'"{self.folder}/spool"', "-s", "ejabberd",
                "-eval", ", ".join([*self._people(), f'io:format ("{_READY}")']) + "."]

    def _try_start(self, path: str) -> bool:
        """It listens before the people are there."""
        return super()._try_start(path) and wait_for_text(
            os.path.join(self.folder, "log"), _READY, 15)

    def _people(self) -> list[str]:
        return [_REGISTER.format(name, self.domain, PASSWORD) for name in self.names] + [
            _BEFRIEND.format(name, other, self.domain)
            for name in self.names for other in self.names if other != name]

    def _config(self) -> str:
        return f"""
hosts: ["{self.domain}"]
loglevel: warning
acme: {{auto: false}}
auth_method: [mnesia]
listen:
  - {{port: {self.port}, ip: "127.0.0.1", module: ejabberd_c2s, starttls: false}}
{self.listeners}
modules:
{self.modules}
  mod_admin_extra: {{}}
  mod_caps: {{}}
  mod_carboncopy: {{}}
  mod_disco: {{}}
  mod_offline: {{}}
  mod_ping: {{}}
  mod_pubsub: {{plugins: [flat, pep]}}
  mod_roster: {{}}
"""


class Ngircd(Server):
    """IRC without TLS, DNS, ident or PAM: every nick may come in at once."""

    program = "ngircd"
    users = ["irc", "nobody"]

    def configure(self) -> list[str]:
        config = self.write("ngircd.conf", f"""
[Global]
Name = irc.localhost
Info = Parley tests
Listen = 127.0.0.1
Ports = {self.port}
MotdPhrase = "test server"
{'' if os.geteuid() == 0 else '# not root: the user stays who it is'}
[Limits]
ConnectRetry = 0
MaxConnections = 50
MaxConnectionsIP = 50
MaxPenaltyTime = 0
PingTimeout = 120
[Options]
DNS = no
Ident = no
PAM = no
OperCanUseMode = no
""")
        return ["--nodaemon", "--config", config]


__all__ = ["Ejabberd", "MissingProgram", "Ngircd", "PASSWORD", "Prosody", "Server"]
