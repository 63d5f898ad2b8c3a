#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How often each profile speaks into a burst, and how long it lets people wait for that.

Plays recorded chats through the program `parley` and writes turn.md and turn.svg. The learned
profile is judged on chats that its weights have not seen: on the chats it was trained with, in
parts, each with weights fitted to the other parts; elsewhere with the weights that are shipped.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import plot
import scores

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, 'contrib', 'learned'))
import bursts  # noqa: E402

FILES = ('meetup', 'i2p', 'sorts')
TRAINED_ON = 'meetup'
FOLDS = 5
LEARNED_MS = [500 * step for step in range(1, 21)]
FIXED_MS = [500 * step for step in range(1, 21)]
PROFILES = {
    'swift': ['swift'],
    'patient': ['patient'],
    'learned': [f'learned:{ms}' for ms in LEARNED_MS],
    'fixed': [f'fixed:{ms}' for ms in FIXED_MS],
}
SHOWN = ['swift', 'patient', 'learned:1000', 'learned:2000', 'learned:3000', 'learned:4000']
SHOWN += ['learned:5000', 'learned:6000', 'learned:8000', 'fixed:1000', 'fixed:2000', 'fixed:4000']
SHOWN += ['fixed:6000', 'fixed:8000']


class Setting:
    def __init__(self, name, gate, think=0, speculate=False):
        self.name, self.gate, self.think, self.speculate = name, gate, think, speculate

    @property
    def visible(self):
        """With time to think a turn that is cancelled unsaid disturbs nobody."""
        return self.think > 0

    def arguments(self):
        typing = [] if self.gate else ['--typing', 'ignore']
        return typing + ['--think', str(self.think)] + ['--speculate'] * self.speculate


QUIET = Setting('no typing', False)
GATED = Setting('typing', True)
DRAFTS = Setting('typing, 2 s to think, drafts', True, 2000, True)
SETTINGS = [
    QUIET,
    GATED,
    Setting('no typing, 2 s to think', False, 2000),
    Setting('no typing, 2 s to think, drafts', False, 2000, True),
    Setting('typing, 2 s to think', True, 2000),
    DRAFTS,
]
PLOTTED = [QUIET, GATED, SETTINGS[4], DRAFTS]


# --- running the program --------------------------------------------------------------------------


class Bench:
    def __init__(self, build, folder, scratch):
        self.parley = os.path.join(build, 'src', 'cli', 'parley')
        self.features = os.path.join(build, 'contrib', 'learned', 'learned-features')
        self.folder, self.scratch = folder, scratch
        self.draws = {}
        self.names = {}

    def path(self, name):
        return os.path.join(self.folder, name + '.jsonl')

    def replay(self, path, profile, setting, data=None):
        environment = {key: v for key, v in os.environ.items() if key != 'PARLEY_DATA_DIR'}
        if data is not None:
            environment['PARLEY_DATA_DIR'] = data
        command = [self.parley, 'replay', '--bursts', '--profile', profile]
        command += ['--user-dir', self.scratch, *setting.arguments(), path]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            sys.exit(f'bench: {" ".join(command)}: {done.stderr}')
        return [json.loads(line) for line in done.stdout.splitlines()]

    def split(self, name):
        """The parts of a file, each with weights that were fitted to the others."""
        parts = [[] for _ in range(FOLDS)]
        with open(self.path(name), encoding='utf-8') as file:
            for line in file:
                parts[bursts.fold_of(json.loads(line)['d'], FOLDS)].append(line)
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(self.write_part, [name] * FOLDS, range(FOLDS), parts))

    def write_part(self, name, fold, lines):
        folder = os.path.join(self.scratch, f'part-{fold}')
        chats, weights = (os.path.join(folder, *p) for p in (['c.jsonl'], ['window', 'learned.ini']))
        os.makedirs(os.path.dirname(weights))
        with open(chats, 'w', encoding='utf-8') as file:
            file.writelines(lines)
        train = [sys.executable, os.path.join(ROOT, 'contrib', 'learned', 'train.py')]
        train += ['--features', self.features, '--out', weights, '--folds', str(FOLDS)]
        done = subprocess.run([*train, '--without', str(fold), self.path(name)])
        if done.returncode != 0:
            sys.exit('bench: the training failed')
        return chats, folder

    def judge(self, name):
        """Returns: {(setting name, profile): Score}."""
        self.names[name] = sorted({bursts.base_name(d) for d in bursts.read_events(self.path(name))})
        parts = self.split(name) if name == TRAINED_ON else None

        def one(job):
            setting, profile = job
            if parts is not None and profile.startswith('learned'):
                found = [b for chats, data in parts for b in self.replay(chats, profile, setting, data)]
            else:
                found = self.replay(self.path(name), profile, setting)
            return job, scores.Score(found, self.names[name])

        jobs = [(s, p) for s in SETTINGS for group in PROFILES.values() for p in group]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            judged = {(s.name, profile): score for (s, profile), score in pool.map(one, jobs)}
        self.draws[name] = list(scores.draw(len(self.names[name])))
        return judged


# --- the table ------------------------------------------------------------------------------------


def fixed_of(judged, setting):
    return [judged[setting.name, profile] for profile in PROFILES['fixed']]


def interval(draws, measure):
    low, high = scores.middle_of([measure(counts) for counts in draws])
    return f'{low:.2f}–{high:.2f}'


def describe(name, judged, setting, draws):
    time = 'first bubble' if setting.visible else 'latency'
    rows = [
        f'### {name}, {setting.name}',
        '',
        f'| profile | mean {time}, s | tight bursts interrupted | 95 % | all bursts interrupted | '
        'to fixed of the same mean |',
        '|---|---|---|---|---|---|',
    ]
    for profile in SHOWN:
        score = judged[setting.name, profile]
        seconds, share = score.point(setting.visible)
        sure = interval(draws, lambda counts: score.point(setting.visible, counts)[1])
        ratio = scores.ratio(score, fixed_of(judged, setting), setting.visible)
        rows.append(
            f'| {profile} | {seconds:.2f} | {share:.2f} | {sure} | {score.cut_rate:.2f} | {ratio:.2f} |'
        )
    return '\n'.join(rows) + '\n'


def panel_of(name, judged, setting, draws):
    curves = {
        group: scores.curve_of([judged[setting.name, p] for p in profiles], setting.visible)
        for group, profiles in PROFILES.items()
    }
    band = []
    for profile in PROFILES['learned']:
        score = judged[setting.name, profile]
        shares = [score.point(setting.visible, counts)[1] for counts in draws[::4]]
        band.append((score.point(setting.visible)[0], *scores.middle_of(shares)))
    x_label = 'mean first bubble, s' if setting.visible else 'mean latency, s'
    y_label = 'tight bursts interrupted'
    return plot.Panel(f'{name}: {setting.name}', x_label, y_label, curves, sorted(band))


# --- the goals ------------------------------------------------------------------------------------


def verdict(value, bound, goal):
    if value <= goal:
        return 'goal reached'
    return 'reached, the goal not' if value <= bound else 'NOT reached'


def judge_ratio(judged, setting, draws, bound, goal):
    score, fixed = judged[setting.name, 'learned:4000'], fixed_of(judged, setting)
    value = scores.ratio(score, fixed, setting.visible)
    # Half the draws: each needs the whole curve of fixed windows anew
    sure = interval(draws[::2], lambda counts: scores.ratio(score, fixed, setting.visible, counts))
    seconds, share = score.point(setting.visible)
    return (
        f'learned:4000, {setting.name}: {value:.2f} ({sure}) of the fixed window with the same mean '
        f'({share:.2f} at {seconds:.2f} s); bound {bound}, goal {goal}: {verdict(value, bound, goal)}'
    )


def judge_worst(name, judged, setting):
    """Where learned is furthest above anything else with the same mean latency."""
    curve = scores.curve_of([judged[setting.name, p] for p in PROFILES['learned']], setting.visible)
    worst = max(
        (scores.at(curve, seconds) - share, profile)
        for group in ('swift', 'patient', 'fixed')
        for profile in PROFILES[group]
        for seconds, share in [judged[setting.name, profile].point(setting.visible)]
    )
    points = round(100 * worst[0], 1)
    return (
        f'{name}, {setting.name}: learned is at most {points:+} points above any other profile of the '
        f'same mean ({worst[1]}); bound +2: {"reached" if points <= 2 else "NOT reached"}'
    )


def judge_drafts(judged, draws):
    """The goal stands at a mean first bubble of 4 s or little later; little is half a second."""
    learned = [judged[DRAFTS.name, profile] for profile in PROFILES['learned']]
    curve = scores.curve_of(learned, True)
    fixed = scores.at(scores.curve_of(fixed_of(judged, DRAFTS), True), 4.0)
    sure = interval(draws, lambda counts: scores.at(scores.curve_of(learned, True, counts), 4.0))
    steps = [4 + step / 100 for step in range(600)]
    reached = [next((s for s in steps if scores.at(curve, s) <= b), None) for b in (0.20, 0.10)]
    words = [f'{bound} from {s:.2f} s on' for bound, s in zip((0.20, 0.10), reached) if s is not None]
    state = [s is not None and s <= 4.5 for s in reached]
    done = 'goal reached' if state[1] else 'reached, the goal not' if state[0] else 'NOT reached'
    return (
        f'{DRAFTS.name}: {scores.at(curve, 4.0):.2f} ({sure}) visibly interrupted at a mean first bubble '
        f'of 4 s (fixed {fixed:.2f}), {", ".join(words)}; bound 0.20, goal 0.10 by 4.5 s: {done}'
    )


def judge_goals(judged, bench):
    lines = []
    if 'meetup' in judged:
        draws = bench.draws['meetup']
        lines.append(judge_ratio(judged['meetup'], QUIET, draws, 0.7, 0.5))
        lines.append(judge_ratio(judged['meetup'], GATED, draws, 0.85, 0.5))
    for name in ('meetup', 'i2p'):
        if name in judged:
            lines += [judge_worst(name, judged[name], setting) for setting in (QUIET, GATED)]
    if 'meetup' in judged:
        lines.append(judge_drafts(judged['meetup'], bench.draws['meetup']))
    return '\n'.join(f'- {line}' for line in lines) + '\n'


# --- all together ---------------------------------------------------------------------------------


def find_folder(argument):
    folder = argument or os.environ.get('PARLEY_BURSTS')
    if folder is None:
        print(
            'bench: no chats. Name a folder with meetup.jsonl, i2p.jsonl or sorts.jsonl, as '
            '`parley replay` reads them, as argument or in $PARLEY_BURSTS.',
            file=sys.stderr,
        )
        sys.exit(2)
    names = [name for name in FILES if os.path.exists(os.path.join(folder, name + '.jsonl'))]
    if not names:
        print(f'bench: {folder} has none of {", ".join(FILES)} (.jsonl)', file=sys.stderr)
        sys.exit(2)
    return folder, names


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folder', nargs='?', help='with the chats; else $PARLEY_BURSTS')
    parser.add_argument('--build', default=os.path.join(ROOT, 'build'))
    parser.add_argument('--out', help='where turn.md and turn.svg go (the build folder, bench/)')
    options = parser.parse_args()
    folder, names = find_folder(options.folder)
    out = options.out or os.path.join(options.build, 'bench')
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options.build, folder, scratch)
        judged = {name: bench.judge(name) for name in names}
    goals = judge_goals(judged, bench)
    tables = [
        describe(name, judged[name], setting, bench.draws[name])
        for name in names
        for setting in SETTINGS
    ]
    rows = [
        (name, [panel_of(name, judged[name], setting, bench.draws[name]) for setting in PLOTTED])
        for name in names
    ]
    with open(os.path.join(out, 'turn.md'), 'w', encoding='utf-8') as file:
        file.write('# Interrupted bursts against latency\n\n')
        file.write('Typing is simulated. 95 %: bootstrap over conversations.\n\n')
        file.write(goals + '\n' + '\n'.join(tables))
    with open(os.path.join(out, 'turn.svg'), 'w', encoding='utf-8') as file:
        file.write(plot.render(rows))
    print('\n'.join(table for table in tables))
    print(goals)
    print(f'{out}/turn.md, {out}/turn.svg')


if __name__ == '__main__':
    main()
