#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints the tree as it is: rooms and their floors, circles of files, the largest structs and files.

A file here is a pair of parley-NAME.c and .h: what one of them includes, the pair includes. A header
parley-NAME-private.h, by which the .c files of one module share what nobody else may see, belongs to the
pair NAME. A circle is a set of files each of which needs all others.
"""

import importlib.util
import os
import re
from collections import defaultdict, namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('check_source', os.path.join(HERE, 'check-source.py'))
check = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check)

SMALL = 60  # lines of a .c file
SHOWN = 5
PRIVATE = '-private'

Struct = namedtuple('Struct', 'fields name path')


def sources():
    """path -> text, of the library and the plugin"""
    found = {}
    for path in check.tracked_files():
        if path.endswith(('.c', '.h')) and check.room_of(path) is not None:
            found[path] = check.read_text(path)
    return {path: text for path, text in found.items() if text is not None}


def stem(path):
    name, ending = os.path.splitext(path)
    return name[:-len(PRIVATE)] if ending == '.h' and name.endswith(PRIVATE) else name


def include_graph(texts):
    """stem -> the stems it includes, itself left out"""
    stems = {stem(path) for path in texts}
    graph = {name: set() for name in stems}
    for path, text in texts.items():
        for name in re.findall(r'^#\s*include\s+"([^"]+)"', text, re.M):
            folder = os.path.dirname(path)
            for place in (os.path.join(folder, name), os.path.join('src', name), name):
                if stem(place) in stems:
                    graph[stem(path)].add(stem(place))
                    break
        graph[stem(path)].discard(stem(path))
    return graph


def reachable(graph, start):
    seen, waiting = set(), [start]
    while waiting:
        for name in graph[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def circles(graph):
    """The sets of more than one file that all need each other, largest first"""
    reach = {name: reachable(graph, name) for name in graph}
    found = {
        frozenset([name, *(other for other in reach[name] if name in reach[other])])
        for name in graph
    }
    return sorted((sorted(circle) for circle in found if len(circle) > 1), key=len, reverse=True)


def code_lines(text):
    """Lines that are neither blank nor comment alone"""
    return sum(1 for line in check.strip(text).splitlines() if line.strip())


def count_fields(body):
    """Declared members, those of unnamed structs and unions within counted too"""
    inner = re.sub(r'\b(?:struct|union)\s*\{|\}\s*\w*\s*;', ';', body)
    inner = re.sub(r'\([^()]*\)', '()', inner)
    return sum(len(piece.split(',')) for piece in inner.split(';') if re.search(r'\w', piece))


def structs(texts):
    pattern = re.compile(r'\bstruct\s+(_?\w+)?\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*(\w*)')
    for path, text in texts.items():
        for name, body, alias in pattern.findall(check.without_directives(check.strip(text))):
            yield Struct(count_fields(body), alias or name or '(unnamed)', path)


def print_rooms(texts):
    rooms = defaultdict(lambda: [0, 0])
    for path, text in texts.items():
        if path.endswith('.c'):
            rooms[check.room_of(path)][0] += 1
            rooms[check.room_of(path)][1] += code_lines(text)
    print('floor  room      .c files  lines of code')
    for room in sorted(rooms, key=lambda name: (check.FLOORS.get(name, 0), name)):
        files, lines = rooms[room]
        print(f'{check.FLOORS.get(room, 0):5}  {room:8}  {files:8}  {lines:13}')
    print(f'       in all    {sum(row[0] for row in rooms.values()):8}  '
          f'{sum(row[1] for row in rooms.values()):13}')


def main():
    texts = sources()
    print_rooms(texts)
    found = circles(include_graph(texts))
    print(f'\ncircles of files: {len(found)}')
    for circle in found:
        print(f'  {len(circle)}: {", ".join(circle)}')
    lengths = {path: text.count('\n') for path, text in texts.items() if path.endswith('.c')}
    print(f'\n.c files under {SMALL} lines: {sum(1 for n in lengths.values() if n < SMALL)}')
    print('longest .c files:')
    for path in sorted(lengths, key=lengths.get, reverse=True)[:SHOWN]:
        print(f'  {lengths[path]:4} {path}')
    print('structs with the most fields:')
    for struct in sorted(structs(texts), reverse=True)[:SHOWN]:
        print(f'  {struct.fields:4} {struct.name} ({struct.path})')


if __name__ == '__main__':
    main()
