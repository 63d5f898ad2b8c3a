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
TARGETS = range(500, HORIZON_MS, 500)
QUIET, TYPING = 'quiet', 'typing'
TYPING_ONLY = ('typed', 'typed-seen')

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
    """One row a bubble."""

    def __init__(self, names, features, rows):
        self.names = names
        self.features = np.array(features)
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
    names = lines[0].split('\t')[3:]
    rows = {}
    for line in lines[1:]:
        dialogue, time, _types, *values = line.split('\t')
        rows.setdefault((dialogue, int(time)), []).append([float(value) for value in values])
    return names, rows


def describe(burst, bubble):
    last = bubble.next_ms is None
    return {
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
                for bubble in burst.bubbles:
                    features.append(known[dialogue, bubble.time].pop(0))
                    rows.append(describe(burst, bubble))
    table = Table(names, features, rows) if rows else None
    if table is None or not (table.scored & table.last).any() or not table.tight.any():
        sys.exit('train: too little to learn from: no answered burst, or no tight one')
    return table


# --- the odds -------------------------------------------------------------------------------------


def softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def event_bins(table, kind):
    """The bin in which a row's sign of more came, BINS if none did that counts.

    Only what continues a tight burst counts: a burst with a longer pause is cut whatever is done."""
    time = table.sign_ms if kind == TYPING else table.next_ms
    # An event goes before a deadline of the same time: a sign at 250 ms is caught by a wait of 250.
    bins = np.maximum(0, np.ceil(np.minimum(time, 2 * HORIZON_MS) / BIN_MS) - 1).astype(int)
    return np.where(table.tight & ~table.last, np.minimum(bins, BINS), BINS)


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


class Model:
    """Weights as they stand in the file, rounded, so that what is judged here is what is shipped."""

    def __init__(self, table, kind):
        x = table.features
        used = np.array([kind == TYPING or name not in TYPING_ONLY for name in table.names])
        self.average = np.round(x[table.scored].mean(0), 4) * used
        spread = x.std(0)
        scale = np.where((spread > 0) & used, 1 / np.maximum(spread, 1e-9), 0)
        base, early, late = minimise(
            ((x - x.mean(0)) * scale)[table.answered | ~table.last],
            event_bins(table, kind)[table.answered | ~table.last],
        )
        early, late = early * scale, late * scale
        self.base = np.round(BASIS @ base - (x.mean(0) @ early) * DECAY - x.mean(0) @ late, 4)
        self.early, self.late = np.round(early, 4), np.round(late, 4)
        self.prices = self.calibrate(table)

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

    def calibrate(self, table):
        """The price of a second at which the mean wait after a burst's last bubble is each target."""
        came = self.came(table.features[table.scored & table.last])
        prices = []
        for target in TARGETS:
            low, high = -12.0, 4.0
            for _ in range(50):
                middle = (low + high) / 2
                if self.waits(came, np.exp(middle)).mean() > target:
                    low = middle
                else:
                    high = middle
            prices.append(float(f'{np.exp(high):.5g}'))
        return prices


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
            f'average={numbers(model.average)}',
            f'targets={numbers(TARGETS)}',
            f'prices={numbers(model.prices)}',
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
