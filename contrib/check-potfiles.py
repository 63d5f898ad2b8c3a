#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks that po/POTFILES.in names just the C files of src/ and plugin/ with marked text."""

import importlib.util
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
POTFILES = 'po/POTFILES.in'
MARKED = re.compile(r'(?<!\w)(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext)\s*\(')


def load_strip():
    spec = importlib.util.spec_from_file_location(
        'check_source', os.path.join(HERE, 'check-source.py')
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda source: module.without_directives(module.strip(source))


def marked_files(strip):
    listed = subprocess.run(
        ['git', 'ls-files', '-z', 'src/*.[ch]', 'plugin/*.[ch]'],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for path in filter(os.path.exists, filter(None, listed.split('\0'))):
        with open(path, encoding='utf-8') as file:
            if MARKED.search(strip(file.read())):
                yield path


def named_files():
    with open(POTFILES, encoding='utf-8') as file:
        return [line.strip() for line in file if line.strip() and not line.startswith('#')]


def main():
    marked, named = sorted(set(marked_files(load_strip()))), named_files()
    missing = [path for path in marked if path not in named]
    # Other kinds of file (.ui, .desktop, .metainfo.xml) only have to exist.
    needless = [
        path
        for path in named
        if (path.endswith(('.c', '.h')) and path not in marked) or not os.path.exists(path)
    ]
    if missing:
        print(f'{POTFILES}: add these lines:\n' + '\n'.join(missing))
    if needless:
        print(
            f'{POTFILES}: delete these lines, nothing in them is translated:\n'
            + '\n'.join(needless)
        )
    if named != sorted(set(named)):
        print(f'{POTFILES}: sort it, each file once: LC_ALL=C sort -u')
        return 1
    return 1 if missing or needless else 0


if __name__ == '__main__':
    sys.exit(main())
