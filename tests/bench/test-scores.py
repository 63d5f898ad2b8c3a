#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The benchmark's sums, on bursts counted by hand."""

import unittest

import scores


def burst(dialogue, n, latency, cut=False, seen=False, tight=None):
    return {
        'd': dialogue,
        'n': n,
        'tight': n > 1 if tight is None else tight,
        'interrupted': cut,
        'visible': seen,
        'latency_ms': latency,
        'first_bubble_ms': latency + 1000,
    }


class Scores(unittest.TestCase):
    def setUp(self):
        bursts = [
            burst('x/A', 1, 1000),
            burst('x/B', 2, 3000, cut=True),
            burst('y/A', 2, 2000, cut=True, seen=True),
            burst('y/A', 3, 2000),
            burst('y/B', 2, 2000, cut=True, tight=False),
        ]
        self.score = scores.Score(bursts, ['x', 'y'])

    def test_only_tight_bursts_count(self):
        self.assertEqual(self.score.point(False), (2.0, 2 / 3))
        self.assertEqual(self.score.cut_rate, 3 / 4)

    def test_unseen_interruptions_do_not_count_with_time_to_think(self):
        self.assertEqual(self.score.point(True), (3.0, 1 / 3))

    def test_both_views_of_a_conversation_are_drawn_together(self):
        self.assertEqual(self.score.point(False, [2, 0]), (2.0, 1.0))
        for counts in scores.draw(2):
            self.assertEqual(sum(counts), 2)

    def test_curve_is_read_between_its_points(self):
        curve = [(1, 0.9), (2, 0.5), (4, 0.1)]
        found = [round(scores.at(curve, x), 3) for x in (0, 1, 1.5, 3, 9)]
        self.assertEqual(found, [0.9, 0.9, 0.7, 0.3, 0.1])

    def test_ratio_is_taken_at_the_same_mean(self):
        fixed = [
            scores.Score([burst('x/A', 2, ms, cut=cut)] * 1, ['x', 'y'])
            for ms, cut in ((1000, True), (3000, False))
        ]
        self.assertAlmostEqual(scores.ratio(self.score, fixed, False), (2 / 3) / 0.5)


if __name__ == '__main__':
    unittest.main()
