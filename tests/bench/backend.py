#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a piece of a streamed reply costs Parley, held against curl that reads the same stream.

The server is a few lines of Python in a process of its own. What starting costs is taken out: each
reader reads a short and a long stream, and the difference counts.
"""

import json
import multiprocessing
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import time

SHORT, LONG = 200, 4200
FEW, MANY = 100, 600  # under valgrind
ROUNDS = 7
APART_S = 0.00005

OPENAI = ('data: {"id":"chatcmpl-8f2","object":"chat.completion.chunk","created":1731000000,'
          '"model":"a-model","choices":[{"index":0,"delta":{"content":" word"},'
          '"logprobs":null,"finish_reason":null}]}\n\n')
OPENAI_END = ('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
              'data: [DONE]\n\n')
ANTHROPIC = ('event: content_block_delta\ndata: {"type":"content_block_delta","index":0,'
             '"delta":{"type":"text_delta","text":" word"}}\n\n')
ANTHROPIC_END = ('event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":'
                 '"end_turn"}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n')


def chunk(text):
    data = text.encode()
    return b'%x\r\n%s\r\n' % (len(data), data)


def answer(connection):
    request = b''
    while b'\r\n\r\n' not in request:
        request += connection.recv(65536)
    _, mode, count = re.search(rb' /((\w+)-(\d+))/', request).groups()
    dialect = ((ANTHROPIC, ANTHROPIC_END) if b'/messages' in request else (OPENAI, OPENAI_END))
    pieces = [chunk(dialect[0])] * int(count)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n'
                       b'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n')
    for piece in pieces if mode == b'apart' else [b''.join(pieces)]:
        connection.sendall(piece)
        if mode == b'apart':
            time.sleep(APART_S)
    connection.sendall(chunk(dialect[1]) + b'0\r\n\r\n')
    connection.shutdown(socket.SHUT_WR)
    connection.recv(65536)


def serve(listener):
    while True:
        connection, _ = listener.accept()
        with connection:
            try:
                answer(connection)
            except OSError:
                pass


class Reader:
    """A program that reads the stream; `own` is its CPU time as it says itself."""

    def __init__(self, name, command):
        self.name, self.command = name, command

    def cpu_us(self, url):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(self.command(url), check=True, stdout=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = sum(getattr(after, f) - getattr(before, f) for f in ('ru_utime', 'ru_stime'))
        return cpu * 1e6, done.stdout

    def instructions(self, url):
        log = subprocess.run(
            ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', *self.command(url)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
        return int(re.search(r'Collected : (\d+)', log).group(1))


def per_chunk(reader, base, mode):
    rounds = []
    for _ in range(ROUNDS):
        short, _ = reader.cpu_us(f'{base}/{mode}-{SHORT}')
        long, _ = reader.cpu_us(f'{base}/{mode}-{LONG}')
        rounds.append((long - short) / (LONG - SHORT))
    return statistics.median(rounds)


def instructions_per_chunk(reader, base):
    few, many = (reader.instructions(f'{base}/together-{n}') for n in (FEW, MANY))
    return (many - few) / (MANY - FEW)


def print_loop(readers, base):
    print('\n| the host\'s loop, pieces together | turns | p99.9, µs | longest, µs |')
    print('|---|---|---|---|')
    for reader in readers:
        said = json.loads(reader.cpu_us(f'{base}/together-{LONG}')[1])
        print(f'| {reader.name} | {said["dispatches"]} | {said["p999_us"]} | {said["longest_us"]} |')


def main():
    bench = sys.argv[1]
    listener = socket.create_server(('127.0.0.1', 0))
    base = f'http://127.0.0.1:{listener.getsockname()[1]}'
    server = multiprocessing.Process(target=serve, args=(listener,), daemon=True)
    server.start()

    os.environ['no_proxy'] = '127.0.0.1'
    curl = Reader('curl', lambda url: ['curl', '-sN', '-d', '{}', '-o', '/dev/null',
                                       url + '/chat/completions'])
    soup = Reader('libsoup alone', lambda url: [bench, 'soup', url])
    ours = [Reader('Parley, `openai`', lambda url: [bench, 'openai', url]),
            Reader('Parley, `anthropic`', lambda url: [bench, 'anthropic', url])]

    print('| a piece of a reply | µs, pieces together | µs, one by one | instructions | '
          'against curl: together, one by one, instructions |')
    print('|---|---|---|---|---|')
    against = None
    for reader in [curl, soup, *ours]:
        row = (per_chunk(reader, base, 'together'), per_chunk(reader, base, 'apart'),
               instructions_per_chunk(reader, base))
        against = against or row
        ratios = ', '.join(f'{a / b:.1f}' for a, b in zip(row, against))
        print(f'| {reader.name} | {row[0]:.1f} | {row[1]:.1f} | {row[2]:,.0f} | {ratios} |',
              flush=True)
    print_loop([soup, *ours], base)
    server.terminate()


if __name__ == '__main__':
    main()
