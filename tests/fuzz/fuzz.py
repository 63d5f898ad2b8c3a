#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the targets of tests/fuzz with libFuzzer. What each found worth keeping stays in the build
folder, so that the next run goes on from there; inputs that broke a rule stand beside it."""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
MAX_BYTES = {'chat': 240}  # of an input: more is slow, and finds the same
MOST_BYTES = 4096  # where nothing is said
MAX_SECONDS = 10  # one input


def list_targets():
    return sorted(path.stem.removeprefix('fuzz-') for path in HERE.glob('fuzz-*.c') if path.stem != 'fuzz-corpus')


def environment():
    return {
        **os.environ,
        # What is freed may be used again after so much: with the usual 256 MiB all is a page fault.
        'ASAN_OPTIONS': 'quarantine_size_mb=8:malloc_context_size=8',
        'G_DEBUG': 'fatal-warnings',
        'G_SLICE': 'always-malloc',
        'LC_ALL': 'C.UTF-8',
        'TZ': 'UTC',
        **({'TMPDIR': '/dev/shm'} if os.access('/dev/shm', os.W_OK) else {}),
        'UBSAN_OPTIONS': 'halt_on_error=1:print_stacktrace=1',
    }


class Target:
    def __init__(self, name, build):
        self.name = name
        self.program = build / 'tests/fuzz' / f'fuzz-{name}'
        self.folder = build / 'fuzz' / name
        self.kept = self.folder / 'corpus'
        self.log = self.folder / 'log'
        self.count = self.folder / 'runs.json'

    def run(self, seconds):
        """Returns: how many runs, and the input that ended them, if one did"""
        self.kept.mkdir(parents=True, exist_ok=True)
        command = [
            self.program,
            self.kept,
            HERE / 'corpus' / self.name,
            f'-dict={HERE / "dictionaries" / self.name}.dict',
            f'-artifact_prefix={self.folder}/',
            f'-max_total_time={seconds}',
            f'-max_len={MAX_BYTES.get(self.name, MOST_BYTES)}',
            '-entropic=0',  # weighing inputs by rare features takes more time than it saves
            f'-timeout={MAX_SECONDS}',
            '-print_final_stats=1',
        ]
        with open(self.log, 'wb') as log:
            status = subprocess.run(command, stdout=log, stderr=log, env=environment(), check=False)
        text = self.log.read_text(errors='replace')
        counted = re.search(r'stat::number_of_executed_units: (\d+)', text)
        written = re.search(r'Test unit written to (\S+)', text)
        found = written.group(1) if written else 'no input was written'
        return int(counted.group(1)) if counted else 0, found if status.returncode != 0 else None

    def sum_up(self, runs):
        total = runs + (json.loads(self.count.read_text()) if self.count.exists() else 0)
        self.count.write_text(json.dumps(total))
        return total


def fuzz(target, seconds):
    runs, found = target.run(seconds)
    total = target.sum_up(runs)
    print(f'{"FAILED" if found else "ok    "}  {target.name:12} {runs:10} runs, {total} in all', flush=True)
    if found:
        print(f'        {found}\n        {target.log}', flush=True)
    return not found


def choose_of_today(names, n, day):
    """Returns @n of them, others each day, until all had their turn"""
    return [names[(day * n + i) % len(names)] for i in range(n)]


def main():
    targets = list_targets()
    parser = argparse.ArgumentParser(prog='./dev fuzz', description=__doc__)
    parser.add_argument('targets', nargs='*', metavar='TARGET', help=', '.join(targets))
    parser.add_argument('--build', type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument('--seconds', type=int, default=60, help='for each target (60)')
    parser.add_argument('--jobs', type=int, default=1, help='how many at a time (1)')
    parser.add_argument('--today', type=int, metavar='N', help='only N targets, others each day')
    options = parser.parse_args()
    if options.today:
        options.targets = choose_of_today(targets, min(options.today, len(targets)), int(time.time() // 86400))
    unknown = set(options.targets) - set(targets)
    if unknown:
        parser.error(f'no such target: {", ".join(sorted(unknown))}')
    chosen = [Target(name, options.build) for name in options.targets or targets]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda target: fuzz(target, options.seconds), chosen))
    sys.exit(0 if all(results) else 1)


if __name__ == '__main__':
    main()
