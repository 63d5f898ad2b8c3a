#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks what the documents point at: each file and heading that is linked is there, and each message
of docs/troubleshooting.md is still one of the program's.

  check-docs.py             says what is not so
  check-docs.py --missing   lists the program's sentences that troubleshooting.md does not have
"""

import functools
import importlib.util
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TROUBLE = 'docs/troubleshooting.md'
LINK = re.compile(r'\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)')
FENCE = re.compile(r'^```.*?^```$', re.M | re.S)


@functools.cache
def load(name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, f'{name}.py'))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def anchors(text):
    """The names that a page's headings have in links"""
    for heading in re.findall(r'^#+ (.*)$', FENCE.sub('', text), re.M):
        yield re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def check_links(path, text):
    for target, anchor in LINK.findall(FENCE.sub('', text)):
        file = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if not os.path.exists(file):
            yield f'{path}: {target} is not there'
        elif anchor and anchor not in anchors(text if file == path else read(file)):
            yield f'{path}: {file} has no heading “{anchor}”'


def without_placeholders(text):
    found = load('translations').PLACEHOLDER
    return re.sub(r'\s+', ' ', found.sub(lambda match: '%' if match[0] == '%%' else '…', text))


def quoted(page):
    """The messages of a page: the first cells of its tables, with … where something differs"""
    rows = re.findall(r'^\| (.*?) \|.*\|$', page, re.M)
    return [row for row in rows if row != 'message']


def sentences(messages):
    """What the program may say, as the page would quote it"""
    return [without_placeholders(text) for message in messages for text in message.originals]


def check_messages(page, known):
    for message in quoted(page):
        if not any(without_placeholders(message) in sentence for sentence in known):
            yield f'{TROUBLE}: no message of the program: {message}'


def documents():
    listed = subprocess.run(
        ['git', 'ls-files', '*.md'], check=True, capture_output=True, text=True
    ).stdout
    return [path for path in listed.split('\n') if path and os.path.exists(path)]


def main(arguments):
    translations = load('translations')
    with tempfile.TemporaryDirectory() as folder:
        template = translations.extract(os.path.join(folder, 'parley.pot'))
    known = sentences(template)
    page = read(TROUBLE)
    if arguments == ['--missing']:
        parts = quoted(page)
        print('\n'.join(text for text in known if not any(part in text for part in parts)))
        return 0
    found = [wrong for path in documents() for wrong in check_links(path, read(path))]
    found += check_messages(page, known)
    print('\n'.join(found), end='\n' if found else '')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
