#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Fits the weights of `learned` to chats and writes them as data/window/learned.ini.

What the model is, and how well it does, stands in docs/learned.md. There is no chance in it: the
same chats give the same file, byte for byte.
"""

import argparse
import hashlib
import os
import subprocess
import sys

import bursts

try:
    import numpy as np
except ImportError:
    sys.exit('train: needs numpy (Debian: python3-numpy)')

HORIZON_MS = 10000
BINS = 40
BIN_MS = HORIZON_MS // BINS
EARLY_MS = 2000  # in this time what a feature adds at first falls to 1/e
RIDGE = 30.0  # pulls the weights of features, scaled to a deviation of 1, towards 0
BASE_RIDGE = 1e-3
FREE_MS = HORIZON_MS // 2  # up to this mean wait the model alone decides
TARGETS = range(500, HORIZON_MS, 500)
LOG_PRICES = (-9.0, 0.0)  # of a second of waiting, in chances of a bubble; to choose from
QUIET, TYPING = 'quiet', 'typing'
TYPING_ONLY = ('typed', 'typed-seen')
NEVER_LESS = 'open'  # too rare in the chats for them to say that it makes more to come unlikely

MIDDLE = (np.arange(BINS) + 0.5) * BIN_MS  # of each bin, ms
ENDS = (np.arange(BINS) + 1) * BIN_MS
DECAY = np.exp(-MIDDLE / EARLY_MS)


def time_basis():
    """What the odds may do over time, before any feature: few and smooth, as bursts are few."""
    s = MIDDLE / 1000
    return np.stack(
        [np.ones(BINS), np.exp(-s), np.log(s + 0.2), s / 10, np.exp(-((s - 4) ** 2) / 8)], axis=1
    )


BASIS = time_basis()


# --- chats ----------------------------------------------------------------------------------------


class Table:
    """One row for each bubble and each number it can have in its turn.

    The first bubble of a burst has one row, the second two and so on, the last of them its place in
    the burst. `place` is that, `number` the number in the turn; both from 1. `least` is the
    window that the plugin gives at least, in ms, whatever the model says."""

    def __init__(self, names, features, rows):
        self.names = names
        self.features = np.array(features)
        self.place = np.array([row['place'] for row in rows])
        self.number = np.array([row['number'] for row in rows])
        self.least = np.array([row['least'] for row in rows])
        self.whole = self.place == self.number  # read as nobody broke in
        self.last = np.array([row['last'] for row in rows])
        self.scored = np.array([row['scored'] for row in rows])
        self.answered = np.array([row['answered'] for row in rows])
        self.tight = np.array([row['tight'] for row in rows])
        self.next_ms = np.array([row['next_ms'] for row in rows], float)
        self.sign_ms = np.array([row['sign_ms'] for row in rows], float)


def run_features(program, path):
    """What the plugin's own code makes of each bubble, by (dialogue, time)."""
    result = subprocess.run([program, bursts.PERSON, path], stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f'train: {program} failed')
    lines = result.stdout.splitlines()
    names = lines[0].split('\t')[4:]
    rows = {}
    for line in lines[1:]:
        dialogue, time, number, least, *values = line.split('\t')
        row = (int(number), int(least), [float(value) for value in values])
        rows.setdefault((dialogue, int(time)), []).append(row)
    return names, rows


def describe(burst, bubble, place, number, least):
    last = bubble.next_ms is None
    return {
        'place': place,
        'number': number,
        'least': least,
        'last': last,
        'scored': burst.scored,
        'answered': burst.answer_ms is not None,
        'tight': burst.tight,
        'next_ms': np.inf if last else bubble.next_ms,
        'sign_ms': np.inf if last else bubble.sign_ms,
    }


def load(program, paths, keep):
    """The bubbles of those dialogues for which keep (name) holds."""
    names, features, rows = [], [], []
    for path in paths:
        names, known = run_features(program, path)
        for dialogue, events in bursts.read_events(path).items():
            if not keep(dialogue):
                continue
            for burst in bursts.cut(dialogue, events):
                for place, bubble in enumerate(burst.bubbles, 1):
                    for _ in range(place):
                        number, least, values = known[dialogue, bubble.time].pop(0)
                        features.append(values)
                        rows.append(describe(burst, bubble, place, number, least))
    table = Table(names, features, rows) if rows else None
    if table is None or not (table.scored & table.last).any() or not table.tight.any():
        sys.exit('train: too little to learn from: no answered burst, or no tight one')
    return table


# --- the odds -------------------------------------------------------------------------------------


def softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def sign_times(table, kind):
    return table.sign_ms if kind == TYPING else table.next_ms


def event_bins(table, kind):
    """The bin in which a row's sign of more came, BINS if none did that counts.

    Only a bubble within the horizon counts: with typing, a sign may come long before its bubble,
    but then the quiet cap of a chat without typing would have cut the burst anyway."""
    time = sign_times(table, kind)
    # An event goes before a deadline of the same time: a sign at 250 ms is caught by a wait of 250.
    bins = np.maximum(0, np.ceil(np.minimum(time, 2 * HORIZON_MS) / BIN_MS) - 1).astype(int)
    return np.where(table.next_ms <= HORIZON_MS, np.minimum(bins, BINS), BINS)


def loss_and_slopes(weights, scaled, risk, event, ridge):
    """The penalised log loss of discrete-time logistic hazards, its gradient and Hessian."""
    n_basis, n = BASIS.shape[1], scaled.shape[1]
    base, early, late = np.split(weights, [n_basis, n_basis + n])
    odds = (BASIS @ base)[None] + np.outer(scaled @ early, DECAY) + (scaled @ late)[:, None]
    chance = 1 / (1 + np.exp(-odds))
    loss = (risk * softplus(odds) - event * odds).sum() + (ridge * weights**2).sum() / 2
    rest = risk * chance - event
    slope = np.concatenate([rest.sum(0) @ BASIS, scaled.T @ (rest @ DECAY), scaled.T @ rest.sum(1)])
    curve = risk * chance * (1 - chance)
    moments = [curve.sum(1), curve @ DECAY, curve @ DECAY**2]
    late_late, early_late, early_early = [scaled.T @ (m[:, None] * scaled) for m in moments]
    base_base = BASIS.T @ (curve.sum(0)[:, None] * BASIS)
    early_base = scaled.T @ ((curve * DECAY) @ BASIS)
    late_base = scaled.T @ (curve @ BASIS)
    hessian = np.block(
        [
            [base_base, early_base.T, late_base.T],
            [early_base, early_early, early_late],
            [late_base, early_late, late_late],
        ]
    )
    return loss, slope + ridge * weights, hessian + np.diag(ridge)


def minimise(scaled, bins):
    """Newton's method with halved steps; the loss is convex."""
    n = scaled.shape[1]
    ridge = np.concatenate([np.full(BASIS.shape[1], BASE_RIDGE), np.full(2 * n, RIDGE)])
    ticks = np.arange(BINS)[None]
    risk = (ticks <= bins[:, None]).astype(float)
    event = (ticks == bins[:, None]).astype(float)
    weights = np.zeros(len(ridge))
    loss, slope, hessian = loss_and_slopes(weights, scaled, risk, event, ridge)
    for _ in range(100):
        step = np.linalg.solve(hessian, slope)
        if slope @ step < 1e-9:
            break
        size = 1.0
        while True:
            new = loss_and_slopes(weights - size * step, scaled, risk, event, ridge)
            if new[0] <= loss or size < 1e-6:
                break
            size /= 2
        weights = weights - size * step
        loss, slope, hessian = new
    return np.split(weights, [BASIS.shape[1], BASIS.shape[1] + n])


def floors_of(kind):
    """The least wait, for each target.

    Who is ready to wait long for somebody whose typing shows gains nothing by trusting the model
    with the rest: on chats of another kind than it was fitted to it did worse than a plain window.
    So from 5 s on the least wait rises evenly, up to the horizon."""
    return [2 * max(0, target - FREE_MS) if kind == TYPING else 0 for target in TARGETS]


class Model:
    """Weights as they stand in the file, rounded, so that what is judged here is what is shipped."""

    def __init__(self, table, kind):
        x = table.features
        used = np.array([kind == TYPING or name not in TYPING_ONLY for name in table.names])
        fit = table.whole & (table.answered | ~table.last)
        middle, spread = x[fit].mean(0), x[fit].std(0)
        scale = np.where((spread > 0) & used, 1 / np.maximum(spread, 1e-9), 0)
        base, early, late = minimise(
            ((x - middle) * scale)[fit], event_bins(table, kind)[fit]
        )
        early, late = early * scale, late * scale
        rare = table.names.index(NEVER_LESS)
        early[rare], late[rare] = max(0, early[rare]), max(0, late[rare])
        self.base = np.round(BASIS @ base - (middle @ early) * DECAY - middle @ late, 4)
        self.early, self.late = np.round(early, 4), np.round(late, 4)
        self.floors = floors_of(kind)
        self.prices = self.calibrate(table, sign_times(table, kind))

    def came(self, features):
        """For each row and bin the chance that more has come by its end."""
        odds = (
            self.base[None]
            + np.outer(features @ self.early, np.round(DECAY, 6))
            + (features @ self.late)[:, None]
        )
        return 1 - np.exp(-np.cumsum(softplus(odds), axis=1))

    @staticmethod
    def waits(came, price):
        gain = came - price * (1 - came[:, -1:]) * ENDS[None] / 1000
        gain = np.hstack([np.zeros((len(came), 1)), gain])
        return np.argmax(gain, axis=1) * BIN_MS

    def calibrate(self, table, signs):
        """The price of a second at which the mean wait after a burst's last bubble is each target."""
        came = self.came(table.features)
        prices = []
        for target, floor in zip(TARGETS, self.floors):
            least = np.maximum(floor, table.least)
            low, high = LOG_PRICES
            for _ in range(14):
                middle = (low + high) / 2
                waits = np.maximum(least, self.waits(came, np.exp(middle)))
                if replay(table, signs, waits)[0] > target:
                    low = middle
                else:
                    high = middle
            prices.append(float(f'{np.exp(high):.5g}'))
        return np.minimum.accumulate(prices)


def replay(table, signs, waits):
    """What `parley replay` finds over the scored bursts: the wait after the last bubble, on average,
    and the share of tight bursts that were interrupted."""
    total = bursts_seen = tight = interrupted = 0
    number = 1
    broken = False
    for row in np.flatnonzero(table.scored & (table.number == 1)):
        if table.place[row] == 1:
            number, broken = 1, False
        row += number - 1
        if table.last[row]:
            total += waits[row]
            bursts_seen += 1
            tight += table.tight[row]
            interrupted += table.tight[row] and broken
        elif signs[row] > waits[row]:
            number, broken = 1, True
        else:
            number += 1
    return total / bursts_seen, interrupted / max(1, tight)


# --- the file -------------------------------------------------------------------------------------


def numbers(values):
    return ';'.join(f'{value:.6g}' for value in values) + ';'


def write(models, names, paths, out):
    sources = []
    for path in paths:
        with open(path, 'rb') as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        sources.append(f'#   {os.path.basename(path)}, SHA-256 {digest}')
    lines = [
        '# SPDX-FileCopyrightText: 2026 The Parley authors',
        '# SPDX-License-Identifier: GPL-2.0-or-later',
        '#',
        '# The weights of the profile "learned". Made by contrib/learned/train.py: don\'t edit, run',
        '# ./dev train FILE... instead. docs/learned.md says what they mean. There is no chance in the',
        '# program, so no seed. Fitted to',
        *sources,
        '# (meetup: https://github.com/clp-research/meetup, Ilinykh, Zarriess, Schlangen 2019,',
        '# BSD-3-Clause; typing simulated). Numbers only: nothing that anybody wrote is in here.',
        '',
        '[learned]',
        f'features={";".join(names)};',
        f'decay={numbers(np.round(DECAY, 6))}',
    ]
    for kind, model in models.items():
        lines += [
            '',
            f'[{kind}]',
            f'base={numbers(model.base)}',
            f'early={numbers(model.early)}',
            f'late={numbers(model.late)}',
            f'targets={numbers(TARGETS)}',
            f'prices={numbers(model.prices)}',
            f'floors={numbers(model.floors)}',
        ]
    os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
    with open(out, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('files', nargs='+', metavar='FILE', help='chats, as `parley replay` reads them')
    parser.add_argument('--features', required=True, help='the program learned-features')
    parser.add_argument('--out', required=True)
    parser.add_argument('--folds', type=int, default=0, help='of so many parts …')
    parser.add_argument('--without', type=int, default=-1, help='… leave this one out')
    options = parser.parse_args()

    def keep(dialogue):
        return not options.folds or bursts.fold_of(dialogue, options.folds) != options.without

    table = load(options.features, options.files, keep)
    models = {kind: Model(table, kind) for kind in (QUIET, TYPING)}
    write(models, table.names, options.files, options.out)


if __name__ == '__main__':
    main()
