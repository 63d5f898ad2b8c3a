#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes one place of mutants.toml after the other, and sees whether a test finds it."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIMULATE = "tests/simulation/simulate"
# So many lives see nearly everything that lives see at all.
LIVES = 30
# A mutant may make a test wait for ever.
PATIENCE_S = 300


class Broken(Exception):
    """The list, or what it speaks of, is not as it must be."""


def read_mutants():
    with open(pathlib.Path(__file__).with_name("mutants.toml"), "rb") as file:
        return tomllib.load(file)["mutant"]


def find_faults(mutants):
    """Returns what of the list is no longer true of the sources."""
    faults = []
    for number, mutant in enumerate(mutants, 1):
        path = ROOT / mutant["file"]
        times = path.read_text(encoding="utf-8").count(mutant["was"]) if path.is_file() else 0
        if times != 1:
            faults.append(f"{number}: {mutant['file']} has {times} times: {mutant['was']}")
        if mutant["was"] == mutant["becomes"] or not mutant["tests"]:
            faults.append(f"{number}: changes nothing, or nothing is to look for it")
    return faults


class Tree:
    """A copy of what git tracks, or would, with a build of its own."""

    def __init__(self, place):
        self.source = place / "source"
        self.build = place / "build"
        self.copy()
        if not (self.build / "build.ninja").exists():
            self.run("meson", "setup", str(self.build), str(self.source), check=True)
        self.run("meson", "setup", "--reconfigure", str(self.build), str(self.source), check=True)
        self.read_tests()

    def run(self, *command, check=False, patience=None):
        done = subprocess.run(command, cwd=self.source, timeout=patience, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if check and done.returncode != 0:
            raise Broken(f"{' '.join(command[:3])} …:\n{done.stdout[-3000:]}")
        return done.returncode

    def copy(self):
        """Only what differs is written, lest all be built anew."""
        names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True,
                               stdout=subprocess.PIPE).stdout.decode().split("\0")
        for name in filter(None, names):
            there, here = ROOT / name, self.source / name
            if not there.is_file():
                here.unlink(missing_ok=True)
            elif not here.is_file() or there.read_bytes() != here.read_bytes():
                here.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(there, here)

    def read_tests(self):
        """Which targets each test needs, by its name."""
        def introspect(what):
            file = self.build / "meson-info" / f"intro-{what}.json"
            return json.loads(file.read_text(encoding="utf-8"))

        files = {}
        for target in introspect("targets"):
            files[target["id"]] = [os.path.relpath(name, self.build) for name in target["filename"]]
        self.targets = {}
        for test in introspect("tests"):
            needed = {name for target in test["depends"] for name in files[target]}
            self.targets[test["name"]] = sorted(needed)

    def make(self, tests, simulate):
        """Returns whether all is built that they need."""
        unknown = [name for name in tests if name not in self.targets]
        if unknown:
            raise Broken(f"there is no test {', '.join(unknown)}")
        targets = {target for name in tests for target in self.targets[name]}
        return self.run("ninja", "-C", str(self.build), *sorted(targets | simulate)) == 0

    def passes(self, test):
        try:
            return self.run("meson", "test", "-C", str(self.build), "--no-rebuild", test,
                            patience=PATIENCE_S) == 0
        except subprocess.TimeoutExpired:
            return False

    def lives(self):
        """Returns whether the simulation finds nothing."""
        try:
            return self.run(str(self.build / SIMULATE), "--long", "--count", str(LIVES),
                            patience=PATIENCE_S) == 0
        except subprocess.TimeoutExpired:
            return False

    def find(self, mutant, always_simulate):
        """Returns what sees the change, None if nothing does."""
        simulate = {SIMULATE} if always_simulate else set()
        if not self.make(mutant["tests"], simulate):
            raise Broken(f"{mutant['file']} with {mutant['becomes']} is not built")
        seen = [test for test in mutant["tests"] if not self.passes(test)]
        if not seen or always_simulate:
            self.make([], {SIMULATE})
            seen += [] if self.lives() else ["simulation"]
        return seen

    def try_one(self, mutant, always_simulate):
        path = self.source / mutant["file"]
        whole = path.read_text(encoding="utf-8")
        path.write_text(whole.replace(mutant["was"], mutant["becomes"]), encoding="utf-8")
        try:
            return self.find(mutant, always_simulate)
        finally:
            path.write_text(whole, encoding="utf-8")


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, help="of the list; none: all")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-mutants")
    parser.add_argument("--check", action="store_true", help="only whether the list fits")
    parser.add_argument("--simulate", action="store_true",
                        help="live with each, also with what a test finds")
    return parser.parse_args()


def run_all(mutants, numbers, arguments):
    """Returns how many nothing finds."""
    tree = Tree(arguments.build)
    tests = sorted({test for number in numbers for test in mutants[number - 1]["tests"]})
    if not tree.make(tests, {SIMULATE}):
        raise Broken("what is not changed is not built")
    failing = [test for test in tests if not tree.passes(test)]
    if failing or not tree.lives():
        raise Broken(f"without any change fail: {', '.join(failing) or 'the simulation'}")
    missed = 0
    for number in numbers:
        mutant = mutants[number - 1]
        began = time.monotonic()
        seen = tree.try_one(mutant, arguments.simulate)
        missed += not seen
        print(f"{number:3} {'found by ' + ', '.join(seen) if seen else 'NOT FOUND'}"
              f" ({time.monotonic() - began:.0f} s)  {mutant['promise']}", flush=True)
    print(f"{len(numbers) - missed} of {len(numbers)} found")
    return missed


def main():
    arguments = parse()
    mutants = read_mutants()
    numbers = arguments.numbers or list(range(1, len(mutants) + 1))
    faults = find_faults(mutants)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    if arguments.check:
        return 0
    if not all(1 <= number <= len(mutants) for number in numbers):
        print(f"mutate: there are {len(mutants)}", file=sys.stderr)
        return 2
    try:
        return run_all(mutants, numbers, arguments) > 0
    except Broken as broken:
        print(f"mutate: {broken}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
