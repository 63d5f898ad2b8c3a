# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The project's stand-in model: an OpenAI-compatible server that streams canned good manners.

It reads the burst from the last user message, so a reply shows what the model was really given.
"""

from __future__ import annotations

import json
import re
import select
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os.path import commonprefix

from .process import slowness

MODEL_NAME = "parley-stand-in"

_FENCE = re.compile(r"<they-(\w+)>\n?(.*?)</they-\1>", re.DOTALL)
_TAG_LINE = re.compile(r"^\s*</?[a-z-]+[^>]*>\s*$")

# What is said to which words; the first that fits is taken. A blank line parts two bubbles.
_TOPICS: list[tuple[str, str]] = [
    (r"calzone",
     "Ah, a calzone: the same dough, but you fold it over the filling and seal the edge.\n\n"
     "Bake it a little longer than the pizza, or the middle stays cold."),
    (r"how pizza is made",
     "You begin with flour, water, salt and a little yeast, and you let the dough rest overnight "
     "in the fridge.\n\n"
     "Then you stretch it by hand and put on tomato, mozzarella and a few leaves of basil, and "
     "not more than that.\n\n"
     "It goes into the hottest oven you can find, for a few minutes only, until the rim is brown."),
    (r"slices?.*pizza|pizza.*slices?",
     "Three slices of pizza is a normal dinner, so no, not bad at all.\n\n"
     "Have a glass of water with it and enjoy the evening."),
]


@dataclass
class Request:
    """One request as the server saw it."""

    at: float
    body: dict
    burst: list[str]
    authorization: str = ""
    tokens_sent: int = 0
    finished_at: float | None = None
    closed_at: float | None = None

    @property
    def closed_early(self) -> bool:
        """Whether the client went away before the reply was complete."""
        return self.closed_at is not None

    @property
    def prompt(self) -> str:
        """All text of the request, to look for what was told to the model."""
        return "\n".join(str(message.get("content")) for message in self.body["messages"])


@dataclass
class Pace:
    """How fast the stand-in is, in seconds."""

    first: float = 0.3
    token: float = 0.02


Reply = Callable[[list[str], Request], str]


def read_burst(messages: list[dict]) -> list[str]:
    """The bubbles in the last user message, one a line, without the fence around them."""
    texts = [str(message.get("content") or "") for message in messages
             if message.get("role") == "user"]
    if not texts:
        return []
    fenced = _FENCE.findall(texts[-1])
    text = fenced[-1][1] if fenced else texts[-1]
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not _TAG_LINE.match(line)]


def coherent_reply(burst: list[str], request: Request) -> str:
    """A short answer to the whole burst."""
    joined = " ".join(burst).lower()
    for pattern, reply in _TOPICS:
        if re.search(pattern, joined):
            return reply
    quoted = ", ".join(f"“{line}”" for line in burst)
    return f"Got it, all of it: {quoted}.\n\nLet me think about that for a moment."


@dataclass
class _Log:
    requests: list[Request] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)


class ModelServer:
    """The server, in threads of its own. Reply, pace and models may be changed at any time.

    With `caches` it counts as a server that keeps what requests begin with, at 4 bytes a token.
    """

    def __init__(self, reply: Reply = coherent_reply, pace: Pace | None = None,
                 address: str = "127.0.0.1") -> None:
        self.reply = reply
        self.pace = pace or Pace()
        self.models = [MODEL_NAME]
        self.caches = False
        self._log = _Log()
        self._server = ThreadingHTTPServer((address, 0), _make_handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,),
                                        daemon=True)

    @property
    def url(self) -> str:
        """The base URL, as the plugin's setting wants it."""
        address, port = self._server.server_address[:2]
        return f"http://{address}:{port}/v1"

    @property
    def requests(self) -> list[Request]:
        """All requests so far, oldest first."""
        with self._log.changed:
            return list(self._log.requests)

    def start(self) -> "ModelServer":
        """Begins to serve."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stops serving; requests under way end with their connection."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def wait_asked(self, limit: float = 10, count: int = 1) -> bool:
        """Waits for a request."""
        return self.wait_for(lambda requests: len(requests) >= count, limit)

    def wait_closed(self, limit: float = 5) -> bool:
        """Waits until the client has gone away from the newest request."""
        return self.wait_for(lambda requests: bool(requests) and requests[-1].closed_early, limit)

    def wait_for(self, condition: Callable[[list[Request]], bool], limit: float) -> bool:
        """Waits until the requests meet the condition; returns whether they did."""
        with self._log.changed:
            return self._log.changed.wait_for(lambda: condition(self._log.requests),
                                              limit * slowness())

    def count_cached(self, request: Request) -> tuple[int, int]:
        """How many tokens a request has, and how many of them an earlier one began with."""
        text = json.dumps(request.body["messages"])
        befores = [json.dumps(other.body["messages"]) for other in self.requests
                   if other is not request]
        shared = max((len(commonprefix([text, before])) for before in befores), default=0)
        return len(text) // 4, shared // 4

    def record(self, request: Request) -> None:
        """Keeps a new request (called by the handler)."""
        with self._log.changed:
            self._log.requests.append(request)
            self._log.changed.notify_all()

    def touch(self) -> None:
        """Wakes those who wait because a request has changed."""
        with self._log.changed:
            self._log.changed.notify_all()

    def __enter__(self) -> "ModelServer":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class _ClientGone(Exception):
    """The client closed the connection."""


def _wait_watching(connection: socket.socket, seconds: float) -> None:
    """Sleeps, but notices at once when the client hangs up."""
    end = time.monotonic() + seconds
    while True:
        left = max(0.0, end - time.monotonic())
        readable, _, _ = select.select([connection], [], [], left)
        if not readable:
            return
        try:
            if connection.recv(1, socket.MSG_PEEK) == b"":
                raise _ClientGone
        except OSError as error:
            raise _ClientGone from error
        time.sleep(min(left, 0.01))
        if left <= 0:
            return


def _make_handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Speaks the part of the API that a chat client needs."""

        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Quiet: the test's own output is what matters."""

        def handle(self) -> None:
            """A client may go away between two requests."""
            try:
                super().handle()
            except ConnectionResetError:
                pass

        def do_GET(self) -> None:
            """The list of models."""
            if self.path != "/v1/models":
                self._send_json(404, {"error": {"message": "no such page"}})
                return
            self._send_json(200, {"object": "list",
                                  "data": [{"id": name, "object": "model"}
                                           for name in server.models]})

        def do_POST(self) -> None:
            """A chat completion, streamed or in one piece."""
            data = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            if not data:  # cancelled before it was sent
                self.close_connection = True
                return
            body = json.loads(data)
            if self.path != "/v1/chat/completions":
                self._send_json(404, {"error": {"message": "no such page"}})
                return
            request = Request(time.monotonic(), body, read_burst(body.get("messages", [])),
                              self.headers.get("Authorization", ""))
            server.record(request)
            text = server.reply(request.burst, request)
            try:
                if body.get("stream"):
                    self._stream(request, text)
                else:
                    self._send_whole(request, text)
                request.finished_at = time.monotonic()
            except (_ClientGone, BrokenPipeError, ConnectionResetError):
                request.closed_at = time.monotonic()
                self.close_connection = True
            server.touch()

        def _stream(self, request: Request, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self._event({"delta": {"role": "assistant", "content": ""}, "finish_reason": None})
            _wait_watching(self.connection, server.pace.first)
            for token in re.findall(r"\s*\S+|\s+$", text):
                self._event({"delta": {"content": token}, "finish_reason": None})
                request.tokens_sent += 1
                _wait_watching(self.connection, server.pace.token)
            self._event({"delta": {}, "finish_reason": "stop"})
            if server.caches:
                self._send_usage(request)
            self._chunk(b"data: [DONE]\n\n")
            self._chunk(b"")

        def _send_usage(self, request: Request) -> None:
            tokens, cached = server.count_cached(request)
            self._send_event([], usage={
                "prompt_tokens": tokens, "completion_tokens": request.tokens_sent,
                "total_tokens": tokens + request.tokens_sent,
                "prompt_tokens_details": {"cached_tokens": cached}})

        def _event(self, choice: dict) -> None:
            self._send_event([{"index": 0, **choice}])

        def _send_event(self, choices: list[dict], **more: object) -> None:
            event = {"id": "chatcmpl-1", "object": "chat.completion.chunk",
                     "created": int(time.time()), "model": MODEL_NAME, "choices": choices, **more}
            self._chunk(b"data: " + json.dumps(event).encode() + b"\n\n")

        def _chunk(self, data: bytes) -> None:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()

        def _send_whole(self, request: Request, text: str) -> None:
            tokens = len(text.split())
            _wait_watching(self.connection, server.pace.first + server.pace.token * tokens)
            request.tokens_sent = tokens
            self._send_json(200, {
                "id": "chatcmpl-1", "object": "chat.completion", "model": MODEL_NAME,
                "choices": [{"index": 0, "finish_reason": "stop",
                             "message": {"role": "assistant", "content": text}}]})

        def _send_json(self, status: int, value: dict) -> None:
            data = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Handler
