# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is asked: a model through Parley, the same model without it, and a judge."""

from __future__ import annotations

import json
import subprocess
import tempfile
import urllib.request
from dataclasses import dataclass

from chats import Chat
from marks import Reply

TIMEOUT_S = 300
PLAIN = "You write for {name} in a chat. Answer as {name} would, in their language."
JUDGE = ("You are shown a chat and two replies, A and B, to its last messages. Which of them would "
         "one rather take for what the user themselves would have written: it takes up all that was "
         "said, sounds like the user's own lines, is no longer than needed, and promises nothing? "
         "Answer with one letter: A, B, or = if there is no difference.")


@dataclass
class Parley:
    """The model as Parley asks it: its prompt, its agent, its bubbles."""

    program: str
    url: str
    model: str
    owner: str

    def reply(self, chat: Chat) -> Reply:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/chat.json"
            with open(path, "w", encoding="utf-8") as file:
                file.write(chat.to_json())
            command = [self.program, "ask", "--user-dir", folder, "--url", self.url, "--model",
                       self.model, "--plain-http", "--chat", path]
            run = subprocess.run(command, capture_output=True, text=True, check=False,
                                 timeout=TIMEOUT_S)
        events = [json.loads(line) for line in run.stdout.splitlines()]
        if not events or events[-1].get("ev") != "done":
            raise SystemExit(f"parley ask: {run.stderr.strip()}")
        done = events[-1]
        if done["status"] == "error":
            return Reply([], done["error"])
        return Reply([event["text"] for event in events if event["ev"] == "bubble"])


@dataclass
class Server:
    """A server of chat completions, asked by hand. It must want no key."""

    url: str
    model: str

    def ask(self, system: str, text: str) -> str:
        messages = [{"role": "system", "content": system}, {"role": "user", "content": text}]
        body = json.dumps({"model": self.model, "messages": messages, "max_tokens": 512})
        request = urllib.request.Request(f"{self.url.rstrip('/')}/chat/completions", body.encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            return json.load(answer)["choices"][0]["message"]["content"].strip()


def show(chat: Chat, name: str) -> str:
    """The chat up to the burst, for people and judges."""
    names = {"they": "They", "user": name, "parley": name}
    return "\n".join(f"{names[who]}: {text}" for who, text in chat.history)


def reply_at_once(server: Server, chat: Chat, name: str) -> str:
    """One prompt with all messages in it."""
    text = "\n".join([show(chat, name), *(f"They: {bubble}" for bubble in chat.burst)])
    return server.ask(PLAIN.format(name=name), text)


def reply_to_each(server: Server, chat: Chat, name: str) -> str:
    """Each message by itself, as a bot does that waits for nothing."""
    return "\n".join(server.ask(PLAIN.format(name=name), f"{show(chat, name)}\nThey: {bubble}")
                     for bubble in chat.burst)


def _judge_once(judge: Server, shown: str, first: str, second: str) -> str:
    answer = judge.ask(JUDGE, f"{shown}\n\nA:\n{first or '(nothing)'}\n\nB:\n{second or '(nothing)'}")
    return next((sign for sign in answer if sign in "AB="), "=")


def compare(judge: Server, chat: Chat, name: str, ours: str, other: str) -> int:
    """1: ours is better, -1: the other; 0: neither, or the judge went by the place."""
    shown = "\n".join([show(chat, name), *(f"They: {bubble}" for bubble in chat.burst)])
    verdicts = (_judge_once(judge, shown, ours, other), _judge_once(judge, shown, other, ours))
    return {("A", "B"): 1, ("B", "A"): -1}.get(verdicts, 0)
