#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges how a model answers through Parley, on chats whose good answers are known: docs/voice.md."""

from __future__ import annotations

import argparse
import json
import sys

import chats
import marks
import models

OWNER = "Alex"
# A mark below it is shown: of a single line of theirs the style is not told more exactly.
POOR = 0.5


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev voice", description=__doc__)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--url", required=True, help="of the server: http://127.0.0.1:11434/v1")
    parser.add_argument("--model", default="default", help="one of its models")
    parser.add_argument("--judge-url", help="of a server whose model compares replies")
    parser.add_argument("--judge-model", default="default", help="one of its models")
    parser.add_argument("--only", help="chats whose name begins so: en, de-two")
    parser.add_argument("--json", action="store_true", help="print all of it, for programs")
    return parser.parse_args()


def compare_all(options: argparse.Namespace, rows: list[dict]) -> dict[str, list[int]]:
    """Wins, ties and losses against the same model without Parley."""
    server = models.Server(options.url, options.model)
    judge = models.Server(options.judge_url, options.judge_model)
    ways = {"one prompt, all messages": models.reply_at_once,
            "each message by itself": models.reply_to_each}
    scores = {}
    for way, reply in ways.items():
        verdicts = [models.compare(judge, row["chat"], OWNER, row["reply"].text,
                                   reply(server, row["chat"], OWNER))
                    for row in rows if not row["chat"].silent]
        scores[way] = [verdicts.count(verdict) for verdict in (1, 0, -1)]
    return scores


def print_report(rows: list[dict], means: dict[str, float], scores: dict[str, list[int]]) -> None:
    for row in rows:
        bad = [name for name, value in row["marks"].items() if value < POOR]
        if bad:
            print(f"{row['chat'].name:14} {', '.join(bad)}")
            print(f"{'':14} {' / '.join(row['chat'].burst)}")
            print(f"{'':14} -> {row['reply'].error or ' / '.join(row['reply'].bubbles) or '(nothing)'}")
    print()
    for name, value in means.items():
        print(f"{name:10} {100 * value:5.1f} %")
    for way, (won, even, lost) in scores.items():
        print(f"against “{way}”: {won} better, {even} even, {lost} worse")


def main() -> int:
    options = read_options()
    asked = models.Parley(options.program, options.url, options.model, OWNER)
    rows = []
    for chat in chats.read_all():
        if chat.name.startswith(options.only or ""):
            reply = asked.reply(chat)
            rows.append({"chat": chat, "reply": reply, "marks": marks.mark(chat, reply)})
    means = marks.average([row["marks"] for row in rows])
    scores = compare_all(options, rows) if options.judge_url else {}
    if options.json:
        json.dump({"means": means, "against": scores,
                   "chats": {row["chat"].name: row["marks"] for row in rows}}, sys.stdout)
    else:
        print_report(rows, means, scores)
    return 0


if __name__ == "__main__":
    sys.exit(main())
