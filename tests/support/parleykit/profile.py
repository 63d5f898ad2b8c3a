# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes a libpurple user folder: accounts.xml, prefs.xml and blist.xml."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

ROOT = "/plugins/core/parley"

Value = bool | int | str | list[str]


@dataclass
class Account:
    """An account of the user."""

    name: str
    protocol: str
    password: str = ""
    settings: dict[str, Value] = field(default_factory=dict)


@dataclass
class Buddy:
    """A contact of an account; `answer` is the plugin's switch."""

    account: Account
    name: str
    answer: bool = True
    group: str = "Friends"


def xmpp_account(name: str, password: str, port: int) -> Account:
    """An account on a Prosody of ours, without TLS."""
    return Account(f"{name}@localhost/desk", "prpl-jabber", password, {
        "connect_server": "127.0.0.1",
        "port": port,
        "connection_security": "opportunistic_tls",
        "auth_plain_in_clear": True,
    })


def irc_account(nick: str, port: int) -> Account:
    """An account on an ngircd of ours."""
    return Account(f"{nick}@127.0.0.1", "prpl-irc", "", {"port": port, "ssl": False})


def parley_prefs(**settings: Value) -> dict[str, Value]:
    """The plugin's preferences; `backend__kind` stands for backend/kind."""
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


def _account_xml(account: Account, ui: str) -> str:
    settings = "".join(_setting(name, value) for name, value in account.settings.items())
    password = f"<password>{escape(account.password)}</password>" if account.password else ""
    return (f"<account><protocol>{account.protocol}</protocol>"
            f"<name>{escape(account.name)}</name>{password}"
            f"<settings>{settings}</settings>"
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
        return f"<pref name={quoteattr(name)} type='stringlist'>{items}</pref>"
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


def write_profile(folder: str, ui: str, accounts: list[Account], buddies: list[Buddy],
                  prefs: dict[str, Value]) -> None:
    """Writes the three files; `ui` is the id of the application that will read them."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    files = {
        "accounts.xml": "<account version='1.0'>\n"
                        + "".join(_account_xml(account, ui) for account in accounts)
                        + "</account>\n",
        "blist.xml": _blist_xml(buddies),
        "prefs.xml": _prefs_xml(prefs),
    }
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write("<?xml version='1.0' encoding='UTF-8' ?>\n" + text)
