#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints the stations of a message, as tests/way/way follows it: way.py [--check|--write] PROGRAM

With --check they must be those of docs/architecture.md; --write puts them there.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENT = os.path.join(ROOT, 'docs', 'architecture.md')
OURS = ('src/', 'plugin/')

LEGS = ('From the signal to the request', 'From a piece of the reply to the bubble')


def read_addresses(program):
    """A list of addresses for each leg"""
    found = [[] for _ in LEGS]
    done = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True)
    for leg, address in re.findall(r'^(\d) (0x[0-9a-f]+)$', done.stdout, re.M):
        found[int(leg)].append(address)
    return found


def name_functions(program, addresses):
    """(file, function) of each that is ours"""
    done = subprocess.run(['addr2line', '-f', '-e', program, *addresses], check=True,
                          stdout=subprocess.PIPE, text=True)
    lines = done.stdout.splitlines()
    folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(program))))
    for function, place in zip(lines[::2], lines[1::2]):
        path = os.path.relpath(os.path.normpath(os.path.join(folder, place.split(':')[0])), ROOT)
        if path.startswith(OURS):
            yield path, function


def follow(program):
    return [list(name_functions(program, addresses)) for addresses in read_addresses(program)]


def to_text(stations):
    return ''.join(f'{path}: {function}\n' for path, function in stations)


def to_heading(name, stations):
    files = len({path for path, _ in stations})
    return f'{name} ({len(stations)} stations in {files} files)'


def block_of(name):
    """Matches what the document has of a leg"""
    return re.compile(rf'^{re.escape(name)}[^\n]*:\n\n```\n(.*?)```\n', re.M | re.S)


def to_block(name, stations):
    return f'{to_heading(name, stations)}:\n\n```\n{to_text(stations)}```\n'


def print_all(legs):
    for name, stations in zip(LEGS, legs):
        print(f'{to_heading(name, stations)}\n')
        print(to_text(stations))


def check(legs):
    with open(DOCUMENT, encoding='utf-8') as file:
        text = file.read()
    return all(to_block(name, stations) in text for name, stations in zip(LEGS, legs))


def write(legs):
    with open(DOCUMENT, encoding='utf-8') as file:
        text = file.read()
    for name, stations in zip(LEGS, legs):
        text = block_of(name).sub(lambda match: to_block(name, stations), text)
    with open(DOCUMENT, 'w', encoding='utf-8') as file:
        file.write(text)


def main(arguments):
    legs = follow(arguments[-1])
    if not all(legs):
        sys.exit('the message was not followed')
    if '--write' in arguments:
        write(legs)
    elif '--check' in arguments and not check(legs):
        print_all(legs)
        sys.exit('The way of a message is another one than docs/architecture.md has: ./dev way --write')
    elif '--check' not in arguments:
        print_all(legs)


if __name__ == '__main__':
    main(sys.argv[1:])
