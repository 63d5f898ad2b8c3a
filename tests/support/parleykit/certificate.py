# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A certificate of our own for loopback, for what speaks nothing but TLS."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess

from .process import find_program

HOST = "127.0.0.1"


def make_certificate(folder: str) -> str:
    """Makes a certificate with its key for loopback; returns the path of both in one file."""
    path = os.path.join(folder, "loopback.pem")
    subprocess.run(
        [find_program("openssl"), "req", "-x509", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
         "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-keyout", path + ".key",
         "-out", path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, timeout=30, check=True)
    return path


def server_context(path: str) -> ssl.SSLContext:
    """What a server needs to speak with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path, path + ".key")
    return context


def trust(folder: str, path: str, hosts: tuple[str, ...] = (HOST,)) -> None:
    """Lets libpurple with that user folder take the certificate for those hosts'."""
    known = os.path.join(folder, "certificates", "x509", "tls_peers")
    os.makedirs(known, mode=0o700, exist_ok=True)
    for host in hosts:
        shutil.copyfile(path, os.path.join(known, host))
