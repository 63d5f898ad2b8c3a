#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The training program: twice the same bytes, and weights that the plugin's own code reads.

  test-train.py TRAIN FEATURES
"""

import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
TEXTS = ('hello', 'I went there', 'and', 'did you see it?', 'ok', 'it was closed.')


def write_chats(path):
    """Bursts of one to three bubbles with all kinds of gaps, each answered; nobody's words."""
    with open(path, 'w', encoding='utf-8') as file:
        for dialogue in range(12):
            time = 0
            for burst in range(8):
                for bubble in range(1 + (burst + dialogue) % 3):
                    name = {'d': f'made-{dialogue}/A'}
                    text = TEXTS[(dialogue + 2 * burst + bubble) % len(TEXTS)]
                    typing = {**name, 't': time + 700, 'who': 'A', 'ev': 'typing'}
                    time += 1200 + 977 * (dialogue + burst + bubble) % 7000
                    message = {**name, 't': time, 'who': 'A', 'ev': 'msg', 'text': text}
                    file.write(json.dumps(typing) + '\n' + json.dumps(message) + '\n')
                time += 5000
                answer = {**name, 't': time, 'who': 'B', 'ev': 'msg', 'text': 'and where?'}
                file.write(json.dumps(answer) + '\n')


def train(program, features, folder, name, *arguments):
    out = os.path.join(folder, name)
    chats = os.path.join(folder, 'chats.jsonl')
    command = [sys.executable, program, '--features', features, '--out', out, *arguments, chats]
    subprocess.run(command, check=True)
    with open(out, 'rb') as file:
        return file.read()


def check(condition, what):
    if not condition:
        sys.exit(f'FAILED: {what}')


def main():
    program, features = sys.argv[1:3]
    try:
        import numpy  # noqa: F401
    except ImportError:
        print('skipped: needs numpy (Debian: python3-numpy)')
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        write_chats(os.path.join(folder, 'chats.jsonl'))
        first = train(program, features, folder, 'first.ini')
        check(first == train(program, features, folder, 'second.ini'), 'other bytes the second time')
        part = train(program, features, folder, 'part.ini', '--folds', '3', '--without', '1')
        check(part != first, 'the part left out made no difference')
        for name in ('first.ini', 'part.ini'):
            read = subprocess.run([features, '--check', os.path.join(folder, name)])
            check(read.returncode == 0, f'the plugin does not read {name}')
        with open(os.path.join(folder, 'first.ini'), 'wb') as file:
            file.write(first[: len(first) // 2])
        read = subprocess.run(
            [features, '--check', os.path.join(folder, 'first.ini')], stderr=subprocess.DEVNULL
        )
        check(read.returncode == 2, 'half a file passes the check')


if __name__ == '__main__':
    main()
