# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What `parley replay --bursts` found, added up by conversation, and how sure that is."""

import operator
import random
from bisect import bisect_left

RESAMPLES = 500
COLUMNS = ('bursts', 'latency', 'first_bubble', 'multi', 'cut', 'tight', 'tight_cut', 'tight_seen')


def base_name(dialogue):
    return dialogue.rsplit('/', 1)[0]


class Score:
    """One profile on one file. All shares are of tight bursts unless said."""

    def __init__(self, bursts, names):
        rows = {name: [0] * len(COLUMNS) for name in names}
        for burst in bursts:
            row = rows[base_name(burst['d'])]
            multi, tight = burst['n'] > 1, burst['tight']
            values = (
                1,
                burst['latency_ms'],
                burst['first_bubble_ms'],
                multi,
                multi and burst['interrupted'],
                tight,
                tight and burst['interrupted'],
                tight and burst['visible'],
            )
            for column, value in enumerate(values):
                row[column] += value
        self.columns = {
            name: [rows[key][column] for key in names] for column, name in enumerate(COLUMNS)
        }
        self.totals = {name: sum(column) for name, column in self.columns.items()}

    def total(self, name, counts):
        """As if each conversation had been seen so many times."""
        if counts is None:
            return self.totals[name]
        return sum(map(operator.mul, counts, self.columns[name]))

    def point(self, visible, counts=None):
        """(mean seconds, share interrupted): all interruptions against the end of the turn, or
        those that were seen against the first bubble."""
        time, what = ('first_bubble', 'tight_seen') if visible else ('latency', 'tight_cut')
        seconds = self.total(time, counts) / max(1, self.total('bursts', counts)) / 1000
        return seconds, self.total(what, counts) / max(1, self.total('tight', counts))

    @property
    def cut_rate(self):
        return self.totals['cut'] / max(1, self.totals['multi'])


def draw(n):
    """Draws of n conversations with replacement, always the same: how often each was drawn."""
    chance = random.Random(1)
    for _ in range(RESAMPLES):
        counts = [0] * n
        for _ in range(n):
            counts[chance.randrange(n)] += 1
        yield counts


def middle_of(values):
    """The middle 95 % of them."""
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]


def at(curve, x):
    """The curve, points sorted by x, at x; beyond its ends it stays level."""
    place = bisect_left(curve, (x,))
    if place == 0:
        return curve[0][1]
    if place == len(curve):
        return curve[-1][1]
    (x0, y0), (x1, y1) = curve[place - 1], curve[place]
    return y1 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def curve_of(scores, visible, counts=None):
    return sorted(score.point(visible, counts) for score in scores)


def ratio(score, fixed, visible, counts=None):
    """Interruptions of @score for each one of the fixed window with the same mean time."""
    seconds, share = score.point(visible, counts)
    other = at(curve_of(fixed, visible, counts), seconds)
    return share / other if other > 0 else float('nan')
