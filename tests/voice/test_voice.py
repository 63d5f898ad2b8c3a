#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The judge is judged: scripted models, good and bad ones, are told apart by it."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import chats
import marks
from chats import Chat

HERE = pathlib.Path(__file__).parent
ALL = chats.read_all()
POLITE = ("Hello there! Thank you so much for your message. I understand that this is important to "
          "you, and I will be happy to assist. Please let me know all of the details.\n\n"
          "In the meantime, here is some general information on the subject.\n\n"
          "How can I help you today?")

Model = Callable[[Chat, str], str | None]


def good(chat: Chat, _prompt: str) -> str:
    return chat.good or "[silence]"


def polite(_chat: Chat, _prompt: str) -> str:
    return POLITE


def mute(_chat: Chat, _prompt: str) -> str:
    return "[silence]"


def hasty(chat: Chat, _prompt: str) -> str:
    """Answers the first message, whatever came behind it."""
    return good(chat, _prompt) if len(chat.burst) == 1 else "ok!"


def parrot(chat: Chat, _prompt: str) -> str:
    """Says once more what it had said."""
    return f"{chat.said} {chat.good}".strip() or "[silence]"


def broken(_chat: Chat, _prompt: str) -> None:
    return None


def good_with_parley(chat: Chat, prompt: str) -> str:
    return good(chat, prompt) if "<they-" in prompt else POLITE


def fair(chat: Chat, prompt: str) -> str:
    first, second = prompt.split("\n\nA:\n")[1].split("\n\nB:\n")
    if (first == chat.good) == (second == chat.good):
        return "="
    return "A" if first == chat.good else "B"


def contrary(chat: Chat, prompt: str) -> str:
    return {"A": "B", "B": "A", "=": "="}[fair(chat, prompt)]


def biased(_chat: Chat, _prompt: str) -> str:
    return "A"


def find_chat(prompt: str) -> Chat:
    """That of which most stands in the prompt."""
    def weight(chat: Chat) -> int:
        return sum(len(text) for text in [*(text for _, text in chat.history), *chat.burst]
                   if text in prompt)
    return max(ALL, key=weight)


class StandIn:
    """A server of chat completions with a scripted model."""

    def __init__(self, model: Model):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                prompt = "\n\n".join(message["content"] for message in body["messages"])
                text = model(find_chat(prompt), prompt)
                if text is None:
                    answer = "{}"
                elif body.get("stream"):
                    choice = {"delta": {"content": text}, "finish_reason": "stop"}
                    answer = f"data: {json.dumps({'choices': [choice]})}\n\ndata: [DONE]\n\n"
                else:
                    answer = json.dumps({"choices": [{"message": {"content": text}}]})
                self.send_response(200 if text is not None else 400)
                self.send_header("Content-Type",
                                 "text/event-stream" if body.get("stream") else "application/json")
                self.end_headers()
                self.wfile.write(answer.encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def __enter__(self) -> StandIn:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def judge(model: Model, *options: str) -> dict:
    with StandIn(model) as server:
        run = subprocess.run([sys.executable, HERE / "voice.py", "--program",
                              os.environ["PARLEY_PROGRAM"], "--url", server.url, "--json",
                              *options], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise AssertionError(run.stderr)
    return json.loads(run.stdout)


class Chats(unittest.TestCase):
    def test_there_are_sixty_in_eight_languages(self) -> None:
        self.assertEqual(len(ALL), 60)
        self.assertEqual(len({chat.name for chat in ALL}), 60)
        self.assertEqual({chat.language for chat in ALL},
                         {"de", "en", "es", "fr", "ja", "pt", "ru", "zh"})
        self.assertEqual({len(chat.burst) for chat in ALL}, set(range(1, 9)))

    def test_each_says_what_is_good(self) -> None:
        for chat in ALL:
            with self.subTest(chat.name):
                self.assertEqual(chat.silent, not chat.good)
                self.assertTrue(chat.own)
                self.assertTrue(chat.silent or chat.points)

    def test_good_replies_have_good_marks(self) -> None:
        for chat in ALL:
            given = marks.mark(chat, marks.Reply([chat.good] if chat.good else []))
            with self.subTest(chat.name, **given):
                self.assertTrue(all(value == 1 for name, value in given.items()
                                    if name not in ("length", "style")))
                self.assertGreater(min(given.values()), 0.5)

    def test_a_polite_reply_is_good_nowhere(self) -> None:
        for chat in ALL:
            given = marks.mark(chat, marks.Reply(POLITE.split("\n\n")))
            with self.subTest(chat.name, **given):
                self.assertLess(min(given.values()), 0.5)


class Models(unittest.TestCase):
    """Through the program, its prompt and its bubbles."""

    def test_the_good_one_is_good_everywhere(self) -> None:
        self.assertGreater(min(judge(good)["means"].values()), 0.9)

    def test_bad_ones_are_worse_where_they_are_bad(self) -> None:
        best = judge(good, "--only", "en")["means"]
        faults = {polite: ["points", "silence", "forbidden", "length", "style"],
                  mute: ["points", "silence"],
                  hasty: ["points", "silence"],
                  parrot: ["repeated"]}
        for model, names in faults.items():
            means = judge(model, "--only", "en")["means"]
            with self.subTest(model.__name__, **means):
                self.assertLess(means["all"], best["all"])
                for name in names:
                    if name != "silence" or model is not hasty:
                        self.assertLess(means[name], best[name] - 0.05)

    def test_a_server_in_trouble_has_no_marks(self) -> None:
        self.assertEqual(judge(broken, "--only", "de-one")["means"]["all"], 0)


class Program(unittest.TestCase):
    def test_a_file_that_is_no_chat_is_refused(self) -> None:
        for text in ("", "[]", "{}", '{"burst": []}', '{"burst": [7]}', '{"burst": "hi"}',
                     '{"history": [{"nobody": "hi"}], "burst": ["so"]}',
                     '{"history": [7], "burst": ["so"]}'):
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "chat.json"
                path.write_text(text, encoding="utf-8")
                run = subprocess.run([os.environ["PARLEY_PROGRAM"], "ask", "--user-dir", folder,
                                      "--url", "http://127.0.0.1:9", "--chat", path],
                                     capture_output=True, text=True, check=False)
                self.assertEqual(run.returncode, 2)
                self.assertEqual(len(run.stderr.splitlines()), 1)


class Comparisons(unittest.TestCase):
    """The same model with Parley and without, before three judges."""

    def compare(self, model: Model) -> dict:
        with StandIn(model) as server:
            return judge(good_with_parley, "--only", "en", "--judge-url", server.url)["against"]

    def test_a_fair_judge_is_believed(self) -> None:
        n = sum(chat.language == "en" and not chat.silent for chat in ALL)
        self.assertEqual(list(self.compare(fair).values()), [[n, 0, 0]] * 2)
        self.assertEqual(list(self.compare(contrary).values()), [[0, 0, n]] * 2)

    def test_a_judge_who_goes_by_the_place_decides_nothing(self) -> None:
        for won, _, lost in self.compare(biased).values():
            self.assertEqual([won, lost], [0, 0])


if __name__ == "__main__":
    unittest.main()
