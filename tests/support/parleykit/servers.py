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
        self._words: list[str] = []
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
        self._words = self.configure()
        return self._run(path)

    def restart(self) -> None:
        """Ends the daemon and starts it again where it was."""
        assert self._process is not None
        end_process(self._process)
        if not self._run(find_program(self.program)):
            raise RuntimeError(f"{self.program} did not start again:\n{self._read_log()}")

    def _run(self, path: str) -> bool:
        user = hand_over(self.folder, self.users)
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self._process = subprocess.Popen(
                [*unprivileged(user), path, *self._words], stdin=subprocess.DEVNULL, stdout=log,
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
Component "rooms.{self.domain}" "muc"
  muc_room_locking = false
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


class Inspircd(Server):
    """IRC as `Ngircd` has it, by another server, which may be linked to others and to services.

    Who comes from 127.0.0.N is shown to come from homeN.example: from 127 come many.
    """

    program = "inspircd"
    users = ["irc", "nobody"]

    def __init__(self, number: int = 1, peers: list["Inspircd"] | None = None) -> None:
        """`peers`: they are there already, and this one links to them."""
        super().__init__()
        self.number = number
        self.name = f"irc{number}.localhost"
        self.peers = peers or []
        self.link_port = 0

    def configure(self) -> list[str]:
        self.link_port = free_port()
        config = self.write("inspircd.conf", self._config())
        return ["--nofork", "--nopid", "--config", config]

    def _config(self) -> str:
        peers = "".join(_LINK.format(peer.name, peer.link_port) +
                        f'<autoconnect period="1" server="{peer.name}">\n' for peer in self.peers)
        hosts = "".join(f'<hostchange mask="*@127.0.0.{number}" action="set"'
                        f' value="home{number}.example">\n' for number in range(2, 64))
        others = "".join(_LINK.format(f"irc{number}.localhost", 1) for number in range(1, 4)
                         if number != self.number and not self.peers)
        return f"""
<server name="{self.name}" description="Parley tests" id="00{self.number}" network="Tests">
<path configdir="{self.folder}" datadir="{self.folder}" logdir="{self.folder}"
      moduledir="/usr/lib/inspircd/modules">
<bind address="127.0.0.1" port="{self.port}" type="clients">
<bind address="127.0.0.1" port="{self.link_port}" type="servers">
<connect allow="*" resolvehostnames="no" useident="no" fakelag="no" pingfreq="2m" timeout="20"
         localmax="100" globalmax="100" threshold="100" commandrate="100000">
<class name="all" commands="*" usermodes="*" chanmodes="*" privs="*">
<type name="admin" classes="all">
<oper name="admin" password="{PASSWORD}" host="*@*" type="admin">
<dns server="127.0.0.1" timeout="0">
<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="inspircd.log">
<module name="spanningtree">
<module name="hidechans">
<module name="chghost">
<module name="chgident">
<module name="svshold">
<module name="services_account">
<module name="hostchange">
{hosts}{_LINK.format(Anope.name, 1)}<uline server="{Anope.name}" silent="yes">
{peers}{others}"""


_LINK = (f'<link name="{{0}}" ipaddr="127.0.0.1" port="{{1}}" allowmask="127.0.0.0/8"'
         f' sendpass="{PASSWORD}" recvpass="{PASSWORD}">\n')


class Anope(Server):
    """Services of an `Inspircd`: names are registered, and ghosts thrown out."""

    program = "anope"
    users = ["irc", "nobody"]
    name = "services.localhost"

    def __init__(self, uplink: Inspircd) -> None:
        super().__init__()
        self.uplink = uplink

    def configure(self) -> list[str]:
        """It listens nowhere: its uplink's port answers for it."""
        self.port = self.uplink.port
        self.write("services.conf", self._config())
        self.write("logs/.keep", "")
        self.write("db/.keep", "")
        return ["--nofork", "--config=services.conf", f"--confdir={self.folder}",
                f"--dbdir={self.folder}/db", f"--logdir={self.folder}/logs",
                "--modulesdir=/usr/lib/anope", "--localedir=/usr/share/locale"]

    def _config(self) -> str:
        commands = "".join(
            f'module {{ name = "ns_{name}" }}\ncommand {{ service = "NickServ"; '
            f'name = "{name.upper()}"; command = "nickserv/{name}"; }}\n'
            for name in ("identify", "recover"))
        return f"""
uplink {{ host = "127.0.0.1"; ipv6 = no; ssl = no; port = {self.uplink.link_port};
  password = "{PASSWORD}" }}
serverinfo {{ name = "{self.name}"; description = "Parley tests"; pid = "{self.folder}/pid";
  motd = "{self.folder}/motd" }}
module {{ name = "inspircd3"; use_server_side_mlock = no; use_server_side_topiclock = no }}
networkinfo {{ networkname = "Tests"; nicklen = 31; userlen = 10; hostlen = 64; chanlen = 32;
  modelistsize = 100; vhost_chars = "abc"; allow_undotted_vhosts = false;
  disallow_start_or_end = ".-" }}
options {{ casemap = "rfc1459"; seed = 1; readtimeout = 1s; warningtimeout = 4h; timeoutcheck = 1s;
  retrywait = 1s; updatetimeout = 5m; expiretimeout = 30m; enforceinterval = 1s;
  defaultlanguage = "en_US.UTF-8" }}
log {{ target = "services.log"; admin = "*"; override = "*"; commands = "*"; servers = "*";
  channels = "*"; users = "*"; other = "*"; rawio = no; debug = no }}
service {{ nick = "NickServ"; user = "services"; host = "{self.name}"; gecos = "Names" }}
module {{ name = "nickserv"; client = "NickServ"; forceemail = no; defaults = "";
  regdelay = 0; expire = 0; killquick = 1s; kill = 1s; releasetimeout = 1s;
  enforceruser = "enforcer"; enforcerhost = "{self.name}" }}
module {{ name = "ns_register"; registration = "none"; nickregdelay = 0 }}
command {{ service = "NickServ"; name = "REGISTER"; command = "nickserv/register"; }}
{commands}module {{ name = "db_flatfile"; database = "anope.db" }}
module {{ name = "enc_sha256" }}
"""


__all__ = ["Anope", "Ejabberd", "Inspircd", "MissingProgram", "Ngircd", "PASSWORD", "Prosody", "Server"]
