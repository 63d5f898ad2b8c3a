# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A person who uses OTR, through the library that comes with Debian's pidgin-otr."""

from __future__ import annotations

import asyncio
import ctypes
import ctypes.util
import os
import tempfile
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_uint, c_void_p

from .host import plain
from .person import Person
from .process import MissingProgram, slowness

_PROTOCOL = b"prpl-jabber"
_POLICY = 0x02 | 0x04  # versions 2 and 3, and never by itself
_BEST_INSTANCE = 1
_SEND_ALL = 1  # of the parts of a message
_QUERY = "?OTRv23?"

_Policy = CFUNCTYPE(c_int, c_void_p, c_void_p)
_IsThere = CFUNCTYPE(c_int, c_void_p, c_char_p, c_char_p, c_char_p)
_Inject = CFUNCTYPE(None, c_void_p, c_char_p, c_char_p, c_char_p, c_char_p)
_GoneSecure = CFUNCTYPE(None, c_void_p, c_void_p)


class _Ops(Structure):
    """OtrlMessageAppOps of libotr 4; what stays NULL is optional."""

    _fields_ = [("policy", _Policy), ("create_privkey", c_void_p), ("is_logged_in", _IsThere),
                ("inject_message", _Inject)] + [
        (name, c_void_p) for name in ("update_context_list", "new_fingerprint",
                                      "write_fingerprints")] + [
        ("gone_secure", _GoneSecure)] + [
        (name, c_void_p) for name in (
            "gone_insecure", "still_secure", "max_message_size", "account_name",
            "account_name_free", "received_symkey", "otr_error_message", "otr_error_message_free",
            "resent_msg_prefix", "resent_msg_prefix_free", "handle_smp_event",
            "handle_msg_event", "create_instag", "convert_msg", "convert_free", "timer_control")]


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libotr.so.5")
    except OSError as error:
        raise MissingProgram("libotr5 is not installed") from error
    library.otrl_init(4, 1, 0)
    library.otrl_userstate_create.restype = c_void_p
    for make in (library.otrl_privkey_generate, library.otrl_instag_generate):
        make.argtypes = [c_void_p, c_char_p, c_char_p, c_char_p]
    library.otrl_message_receiving.argtypes = [
        c_void_p, POINTER(_Ops), c_void_p, c_char_p, c_char_p, c_char_p, c_char_p,
        POINTER(c_char_p), POINTER(c_void_p), c_void_p, c_void_p, c_void_p]
    library.otrl_message_sending.argtypes = [
        c_void_p, POINTER(_Ops), c_void_p, c_char_p, c_char_p, c_char_p, c_uint, c_char_p,
        c_void_p, POINTER(c_char_p), c_int, c_void_p, c_void_p, c_void_p]
    library.otrl_message_disconnect_all_instances.argtypes = [
        c_void_p, POINTER(_Ops), c_void_p, c_char_p, c_char_p, c_char_p]
    return library


class OtrPerson(Person):
    """Hears what is decrypted; writes in secret once the other side agreed to."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.is_secret = False
        self._library = _load()
        self._state = self._library.otrl_userstate_create()
        self._ops = _Ops(policy=_Policy(lambda *_: _POLICY), is_logged_in=_IsThere(lambda *_: 1),
                         inject_message=_Inject(self._inject),
                         gone_secure=_GoneSecure(self._note_secret))

    def start(self) -> "OtrPerson":
        """A key takes seconds to make, so it is there before anybody waits for it."""
        with tempfile.TemporaryDirectory() as folder:
            for make in (self._library.otrl_privkey_generate, self._library.otrl_instag_generate):
                make(self._state, os.path.join(folder, "made").encode(), self._own, _PROTOCOL)
        super().start()
        return self

    def ask_for_secrecy(self, contact: str) -> bool:
        """Asks for a private conversation and waits until it is one."""
        self.send(contact, "message", _QUERY)
        return self.wait_for(lambda _: self.is_secret, 30)

    def send_secret(self, contact: str, text: str) -> None:
        """Sends one message through OTR."""
        self._do(self._send_secret, contact, text)

    def end_secrecy(self, contact: str) -> None:
        """Tells the other side that the private conversation is over."""
        self._do(self._disconnect, contact)

    def _do(self, work, *words: str) -> None:
        """On the thread of the connection: the library knows of no other."""
        async def run() -> None:
            work(*words)
        asyncio.run_coroutine_threadsafe(run(), self._loop).result(10 * slowness())

    @property
    def _own(self) -> bytes:
        return self.jid.encode()

    def _send_secret(self, contact: str, text: str) -> None:
        self._library.otrl_message_sending(
            self._state, byref(self._ops), None, self._own, _PROTOCOL, contact.encode(),
            _BEST_INSTANCE, text.encode(), None, byref(c_char_p()), _SEND_ALL, None, None, None)

    def _disconnect(self, contact: str) -> None:
        self._library.otrl_message_disconnect_all_instances(
            self._state, byref(self._ops), None, self._own, _PROTOCOL, contact.encode())

    def _inject(self, _: object, account: bytes, protocol: bytes, contact: bytes,
                text: bytes) -> None:
        assert self._client is not None
        self._client.make_message(mto=contact.decode(), mbody=text.decode(), mtype="chat").send()

    def _note_secret(self, *_: object) -> None:
        with self._changed:
            self.is_secret = True
            self._changed.notify_all()

    def _on_message(self, message) -> None:
        if message["type"] not in ("chat", "normal") or not message["body"]:
            return
        decrypted = c_char_p()
        ignored = self._library.otrl_message_receiving(
            self._state, byref(self._ops), None, self._own, _PROTOCOL,
            message["from"].bare.encode(), message["body"].encode(), byref(decrypted),
            byref(c_void_p()), None, None, None)
        if not ignored:
            text = plain(decrypted.value.decode()) if decrypted.value else message["body"]
            self._hear("message", text)
