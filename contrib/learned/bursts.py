# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Chats as `parley replay` reads them, cut into bursts, and how they are split for judging."""

import json
import zlib

PERSON = 'A'
TIGHT_MS = 10000  # a burst is tight if none of its gaps is longer
ANSWER_MS = 1000  # an answer that came sooner was not to the last bubble


def base_name(dialogue):
    """Both views of a conversation have this name in common."""
    return dialogue.rsplit('/', 1)[0]


def fold_of(dialogue, folds):
    """Which part a conversation belongs to, both views of it the same; by its name, not by chance."""
    return zlib.crc32(base_name(dialogue).encode()) % folds


def read_events(path):
    """The events of each dialogue, in the order of the file."""
    dialogues = {}
    with open(path, encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                event = json.loads(line)
                dialogues.setdefault(event['d'], []).append(event)
            except (ValueError, KeyError, TypeError) as error:
                raise SystemExit(f'{path}:{number}: no event: {error}') from None
    return dialogues


class Bubble:
    """One message of the person.

    next_ms is the time to the next bubble of the burst and sign_ms to the first sign of it, typing
    or the bubble itself; both are None for the last."""

    def __init__(self, event, typing_at):
        self.time = event['t']
        self.skip = event.get('skip', False)
        self.typing_at = typing_at
        self.next_ms = None
        self.sign_ms = None


class Burst:
    """What a person wrote before somebody else did. answer_ms: until then; None: nobody did."""

    def __init__(self, dialogue, bubbles, answer_ms):
        self.dialogue = dialogue
        self.bubbles = bubbles
        self.answer_ms = answer_ms
        for bubble, after in zip(bubbles, bubbles[1:]):
            bubble.next_ms = after.time - bubble.time
            sign_at = after.time if after.typing_at is None else after.typing_at
            bubble.sign_ms = max(0, sign_at - bubble.time)

    @property
    def scored(self):
        return (
            self.answer_ms is not None
            and self.answer_ms >= ANSWER_MS
            and not any(bubble.skip for bubble in self.bubbles)
        )

    @property
    def tight(self):
        return len(self.bubbles) > 1 and all(
            bubble.next_ms <= TIGHT_MS for bubble in self.bubbles[:-1]
        )


def cut(dialogue, events):
    """The bursts of the person in one dialogue."""
    bursts = []
    bubbles = []
    typing_at = None
    for event in events:
        own = event.get('who') == PERSON
        if event['ev'] == 'typing' and own:
            typing_at = event['t']
        elif event['ev'] == 'msg' and own:
            bubbles.append(Bubble(event, typing_at))
            typing_at = None
        elif event['ev'] == 'msg' and bubbles:
            bursts.append(Burst(dialogue, bubbles, event['t'] - bubbles[-1].time))
            bubbles = []
    if bubbles:
        bursts.append(Burst(dialogue, bubbles, None))
    return bursts
