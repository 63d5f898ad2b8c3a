# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes a libpurple user folder: accounts.xml, prefs.xml, blist.xml and status.xml."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

ROOT = "/plugins/core/parley"

# libpurple knows a saved status by the second in which it was made.
_STATUS_ID = 1300000000

Value = bool | int | str | list[str]  # a list is one of paths, as the loaded plugins are


@dataclass
class Account:
    """An account of the user; `proxy` is a port on loopback that all goes through, and `connects`
    tells whether its server answers.
    """

    name: str
    protocol: str
    password: str = ""
    settings: dict[str, Value] = field(default_factory=dict)
    alias: str = ""
    proxy: int = 0
    connects: bool = True


@dataclass
class Buddy:
    """A contact of an account; `answer` is the plugin's switch."""

    account: Account
    name: str
    answer: bool = True
    group: str = "Friends"


def xmpp_account(name: str, password: str, port: int, resource: str = "desk") -> Account:
    """An account on a Prosody of ours, without TLS; the server finds a resource if none is given."""
    return Account(f"{name}@localhost/{resource}", "prpl-jabber", password, {
        "connect_server": "127.0.0.1",
        "port": port,
        "connection_security": "opportunistic_tls",
        "auth_plain_in_clear": True,
    }, alias=name)


def irc_account(nick: str, port: int) -> Account:
    """An account on an ngircd of ours."""
    return Account(f"{nick}@127.0.0.1", "prpl-irc", "", {"port": port, "ssl": False})


def parley_prefs(**settings: Value) -> dict[str, Value]:
    """The plugin's preferences; `backend__kind` stands for backend/kind.

    Windows are those of `swift`, whose numbers can be added up by hand, answers bear no mark, and the
    user has been asked what is asked at the first switch, unless something else is said.
    """
    settings = {"turn__profile": "swift", "guard__disclosure": False, "introduced": True, **settings}
    return {f"{ROOT}/{name.replace('__', '/')}": value for name, value in settings.items()}


def _type_of(value: Value) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    return "string"


def _text_of(value: Value) -> str:
    return str(int(value)) if isinstance(value, (bool, int)) else escape(str(value))


def _setting(name: str, value: Value) -> str:
    return f"<setting name={quoteattr(name)} type='{_type_of(value)}'>{_text_of(value)}</setting>"


def _statuses_xml(away: str) -> str:
    """What the clients restore when they start; the saved status alone changes no account."""
    if not away:
        return ""
    return ("<statuses><status type='away' name='Away' active='true'><attributes>"
            f"<attribute id='message' value={quoteattr(away)}/></attributes></status></statuses>")


def _account_xml(account: Account, ui: str, away: str) -> str:
    settings = "".join(_setting(name, value) for name, value in account.settings.items())
    proxy = (f"<proxy><type>http</type><host>127.0.0.1</host><port>{account.proxy}</port></proxy>"
             if account.proxy else "")
    password = f"<password>{escape(account.password)}</password>" if account.password else ""
    alias = f"<alias>{escape(account.alias)}</alias>" if account.alias else ""
    return (f"<account><protocol>{account.protocol}</protocol>"
            f"<name>{escape(account.name)}</name>{password}{alias}{_statuses_xml(away)}"
            f"<settings>{settings}</settings>{proxy}"
            f"<settings ui={quoteattr(ui)}>{_setting('auto-login', True)}</settings></account>\n")


def _buddy_xml(buddy: Buddy) -> str:
    switch = _setting("parley-answer", True) if buddy.answer else ""
    return (f"<contact><buddy account={quoteattr(buddy.account.name)} "
            f"proto={quoteattr(buddy.account.protocol)}>"
            f"<name>{escape(buddy.name)}</name>{switch}</buddy></contact>\n")


def _blist_xml(buddies: list[Buddy]) -> str:
    groups = dict.fromkeys(buddy.group for buddy in buddies)
    body = "".join(
        f"<group name={quoteattr(group)}>\n"
        + "".join(_buddy_xml(buddy) for buddy in buddies if buddy.group == group)
        + "</group>\n" for group in groups)
    return f"<purple version='1.0'><blist>\n{body}</blist><privacy/></purple>\n"


def _pref_leaf(name: str, value: Value) -> str:
    if isinstance(value, list):
        items = "".join(f"<item value={quoteattr(item)}/>" for item in value)
        return f"<pref name={quoteattr(name)} type='pathlist'>{items}</pref>"
    text = str(int(value)) if isinstance(value, (bool, int)) else str(value)
    return f"<pref name={quoteattr(name)} type='{_type_of(value)}' value={quoteattr(text)}/>"


def _pref_tree(tree: dict) -> str:
    out = []
    for name, value in tree.items():
        if isinstance(value, dict):
            out.append(f"<pref name={quoteattr(name)}>{_pref_tree(value)}</pref>\n")
        else:
            out.append(_pref_leaf(name, value))
    return "".join(out)


def _prefs_xml(prefs: dict[str, Value]) -> str:
    tree: dict = {}
    for path, value in prefs.items():
        *folders, name = path.strip("/").split("/")
        node = tree
        for folder in folders:
            node = node.setdefault(folder, {})
        node[name] = value
    return f"<pref version='1' name='/'>{_pref_tree(tree)}</pref>\n"


def _status_xml(away: str) -> str:
    return ("<statuses version='1.0'><status name='Away' "
            f"created='{_STATUS_ID}' lastused='{_STATUS_ID}' usagecount='1'>"
            f"<state>away</state><message>{escape(away)}</message></status></statuses>\n")


def write_profile(folder: str, ui: str, accounts: list[Account], buddies: list[Buddy],
                  prefs: dict[str, Value], away: str = "") -> None:
    """Writes the user folder; `ui` is the id of the application that will read it.

    With `away`, the user comes online away with that text, as if they had left so.
    """
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if away:
        prefs = {**prefs, "/purple/savedstatus/default": _STATUS_ID}
    files = {
        "accounts.xml": "<account version='1.0'>\n"
                        + "".join(_account_xml(account, ui, away) for account in accounts)
                        + "</account>\n",
        "blist.xml": _blist_xml(buddies),
        "prefs.xml": _prefs_xml(prefs),
    }
    if away:
        files["status.xml"] = _status_xml(away)
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write("<?xml version='1.0' encoding='UTF-8' ?>\n" + text)
