#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the project's own rules over the C files that git tracks; paths and hosts over every file.

Each finding is one line, "file:line: rule: what to do". CONTRIBUTING.md gives the rules in words.
"""

import re
import subprocess
import sys
from collections import namedtuple

Finding = namedtuple('Finding', 'path line rule text')
Function = namedtuple('Function', 'path line name lines')

# --- floors ---------------------------------------------------------------------------------------

FLOORS = {
    'base': 1,
    'settings': 2,
    'lexicon': 2,
    'turn': 3,
    'reply': 3,
    'guard': 3,
    'backend': 4,
    'memory': 4,
    'control': 4,
    'brain': 5,
    'context': 6,
    'session': 7,
    'engine': 8,
    'cli': 9,
    'plugin': 9,
}
PLUGIN_FOLDERS = ('commands', 'contacts', 'dialogs', 'protocols', 'rehearsal')
PURE_ROOMS = ('turn', 'reply', 'guard')
NO_DEFAULT_ROOMS = ('turn', 'context', 'session', 'engine')
GENERATED_HEADERS = {'parley-resources.h': ('base',)}

# --- calls ----------------------------------------------------------------------------------------

IMPURE = re.compile(
    r'\b(g_get_monotonic_time|g_get_real_time|g_date_time_new_now\w*|time|clock_gettime|'
    r'gettimeofday|'
    r'g_timeout_\w+|g_idle_\w+|g_main_\w+|g_source_\w+|g_file_\w+|fopen|g_fopen|g_random_\w+)\s*\('
    r'|\b(GSource|GMainContext|GFile)\b'
)

# name, what to use instead
BANNED = [
    (r'strcpy|strncpy|stpcpy', 'g_strlcpy or g_strdup'),
    (r'strcat|strncat', 'GString'),
    (r'sprintf|vsprintf', 'g_snprintf or g_strdup_printf'),
    (r'strtok|strtok_r', 'g_strsplit or a cursor of your own'),
    (
        r'atoi|atol|atoll|atof',
        'g_ascii_string_to_signed or g_ascii_strtod, with its error looked at',
    ),
    (r'gets', 'g_input_stream_read or fgets'),
    (r'malloc|calloc|realloc', 'g_new, g_new0 or g_renew'),
    (r'free', 'g_free, or g_autofree'),
    (r'strdup|strndup', 'g_strdup or g_strndup'),
    (r'usleep|sleep|nanosleep|g_usleep', 'a deadline, or virtual time in tests'),
    (r'serv_send_im', 'purple_conv_im_send_with_flags: serv_send_im goes past other plugins'),
    (
        r'purple_blist_get_buddies',
        'parley_choice_list_buddies: the list that libpurple keeps may hold freed ones',
    ),
    (
        r'purple_conversation_present',
        'nothing: a window that comes up by itself takes the focus away',
    ),
]
TIMERS_ONLY = (
    r'g_timeout_add\w*|g_timeout_source_new\w*|g_idle_add\w*|purple_timeout_add\w*',
    'base/parley-timers.h: one source for all',
)
PLURALS_HOME = 'base/parley-i18n.h'
REGEX_CALL = re.compile(r'(?<![\w.>])g_regex_\w+\s*\(')
TIMERS_HOME = re.compile(r'^src/base/parley-timers\.[ch]$')


def calls(names):
    """A call of one of these, not a member's (`->free (`) and not part of a longer name"""
    return re.compile(r'(?<![\w.>])(?:%s)\s*\(' % names)


BANNED = [(calls(names), instead) for names, instead in BANNED]
TIMERS_CALL = calls(TIMERS_ONLY[0])

# Written once while a class is set up, by GObject's own convention.
CLASS_TABLES = re.compile(r'^static (GParamSpec \* ?\w+ ?\[|guint \w*signals ?\[)')
# g_source_new () takes a pointer to a table that isn't const, and never writes to it.
SOURCE_FUNCS = re.compile(r'^static GSourceFuncs \w+$')

# --- text -----------------------------------------------------------------------------------------

MACHINE_PATH = re.compile(r'(?<![\w.$}{~*-])/(?:work|home|root)(?:/|\b(?![\w-]))')
REGISTRY_HOST = re.compile(
    r'\b(?:registry|proxy|mirrors?|artifacts?|deb|ftp|security|archive|snapshot|pypi|files|crates)'
    r'\.(?!example\b)[a-z0-9-]+\.(?:org|com|dev|net|io)\b|\.pkg\.dev\b'
)
UNFINISHED = re.compile(r'\b(?:TO' r'DO|FIX' r'ME|X' r'XX)\b')

MAX_FILE_LINES = 700
MAX_FUNCTION_LINES = 100
LONG_FUNCTION_LINES = 60
LONG_FUNCTION_SHARE = 0.05


def room_of(path):
    parts = path.split('/')
    if parts[0] == 'src' and len(parts) > 2:
        return parts[1]
    return 'plugin' if parts[0] == 'plugin' else None


def blank(match):
    return re.sub(r'[^\n]', ' ', match.group())


def blank_string(match):
    text = match.group()
    return blank(match) if text.startswith('/') else text[0] + ' ' * (len(text) - 2) + text[-1]


TOKENS = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def strip(source):
    """The code alone: comments and the insides of strings become blanks, every position stays"""
    return TOKENS.sub(blank_string, source)


def without_directives(code):
    return re.sub(r'^[ \t]*#(?:\\\n|[^\n])*', blank, code, flags=re.M)


MACRO_WORDS = re.compile(
    r'^(?:\s*\b(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+)\b(?:\s*\((?:[^()]|\([^()]*\))*\))?\s*(?=[\w#]|$))+'
)

Statement = namedtuple('Statement', 'start head brace end')


def statements(code):
    """Top-level pieces: the text before a ';' or a '{', and where that brace and its partner are"""
    found, start, depth, brace = [], 0, 0, -1
    for match in re.finditer(r'[;{}]', code):
        at, char = match.start(), match.group()
        if char == '{':
            if depth == 0:
                brace = at
            depth += 1
        elif char == '}':
            depth = max(0, depth - 1)
            if depth == 0 and is_function(code[start:brace]):
                found.append(Statement(start, code[start:brace], brace, at))
                start, brace = at + 1, -1
        elif depth == 0:
            found.append(Statement(start, code[start : brace if brace >= 0 else at], brace, at))
            start, brace = at + 1, -1
    return found


def indent_of(text):
    return len(text) - len(text.lstrip())


def trimmed(head):
    """The head without the macros in front of it, and how much that was"""
    macros = MACRO_WORDS.match(head)
    skip = macros.end() if macros else 0
    return head[skip:].strip(), skip + indent_of(head[skip:])


def is_function(head):
    head = trimmed(head)[0]
    return (
        re.search(r'\)\s*(?:G_GNUC_\w+\s*(?:\([^()]*\))?\s*)*$', head) is not None
        and '=' not in head.split('(')[0]
    )


class File:
    def __init__(self, path, source):
        self.path = path
        self.source = source
        self.code = strip(source)
        self.body = without_directives(self.code)
        self.lines = source.split('\n')
        self.room = room_of(path)
        self.is_core = path.startswith('src/')
        self.is_product = path.startswith(('src/', 'plugin/'))
        self.findings = []
        self.functions = []

    def line_of(self, position):
        return self.source.count('\n', 0, position) + 1

    def found(self, line, rule, text):
        self.findings.append(Finding(self.path, line, rule, text))

    def excused(self, line, word):
        return re.search(r'/\* %s: \S' % word, self.lines[line - 1]) is not None

    # --- the rules

    def check_includes(self):
        for number, line in enumerate(self.lines, 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^">]+)[">]', line)
            if match:
                self.check_include(number, match.group(1), match.group(2))

    def check_include(self, line, quote, name):
        if self.is_core and re.search(
            r'purple|^(?:gtk)?(?:plugin|account|connection|conversation|blist|prefs)\.h$', name
        ):
            self.found(line, 'floors', f'src/ never sees libpurple; {name} belongs to plugin/')
            return
        own_room = name.split('/')[0] if '/' in name else None
        if quote == '<':
            if own_room in FLOORS and 'parley' in name:
                self.found(line, 'includes', f'our own headers stand in quotes: "{name}"')
            return
        if not self.is_product or name == 'config.h':
            return
        if name in GENERATED_HEADERS:
            if self.room not in GENERATED_HEADERS[name]:
                self.found(
                    line,
                    'floors',
                    f'{name} may only be seen by {", ".join(GENERATED_HEADERS[name])}',
                )
            return
        if own_room is None:
            if self.room != 'plugin':
                self.found(line, 'includes', f'name the room: "{self.room}/{name}"')
        elif self.room == 'plugin' and own_room in PLUGIN_FOLDERS:
            return
        elif own_room not in FLOORS:
            self.found(
                line,
                'includes',
                f'there is no room "{own_room}"; the rooms are {", ".join(FLOORS)}',
            )
        elif self.room not in FLOORS:
            self.found(line, 'floors', f'"{self.room}" has no floor yet: add it to FLOORS here')
        elif own_room != self.room and FLOORS[own_room] >= FLOORS[self.room]:
            self.found(
                line,
                'floors',
                f'{self.room} (floor {FLOORS[self.room]}) may not include from '
                f'{own_room} (floor {FLOORS[own_room]}): only from its own room or below',
            )

    def check_plurals(self):
        match = re.search(r'(?<![\w.>])n?gettext\s*\(', self.body)
        if self.is_product and match and f'#include "{PLURALS_HOME}"' not in self.source:
            self.found(
                self.line_of(match.start()),
                'plurals',
                f'include "{PLURALS_HOME}": libc looks among the texts of the application',
            )

    def check_lines(self):
        for number, code in enumerate(self.body.split('\n'), 1):
            if re.search(r'\bgoto\b', code):
                self.found(number, 'goto', 'return early, or let g_autoptr clean up')
            self.check_calls(number, code)
            if self.is_core and re.search(r'\b(?:purple_\w+\s*\(|Purple[A-Z]\w*\b)', code):
                self.found(number, 'floors', 'src/ never sees libpurple')
            if self.room in NO_DEFAULT_ROOMS and re.search(r'\bdefault\s*:', code):
                self.found(
                    number,
                    'default',
                    'name every value, so that the compiler tells when one is missing',
                )

    def check_calls(self, number, code):
        if self.room in PURE_ROOMS and self.is_core:
            match = IMPURE.search(code)
            if match:
                self.found(
                    number,
                    'pure',
                    f'{self.room} is pure: {match.group().rstrip(" (")} belongs to the engine; '
                    'take the time or the data as an argument',
                )
        if self.excused(number, 'allowed'):
            return
        for pattern, instead in BANNED:
            match = pattern.search(code)
            if match and not self.declares(code, match):
                self.found(number, 'banned', f'{match.group().rstrip(" (")}: use {instead}')
        if self.room == 'guard' and self.is_core and REGEX_CALL.search(code):
            self.found(
                number, 'banned', 'g_regex: walk over the text: a match that gives up finds nothing'
            )
        if self.is_product and not TIMERS_HOME.match(self.path):
            match = TIMERS_CALL.search(code)
            if match:
                self.found(number, 'banned', f'{match.group().rstrip(" (")}: use {TIMERS_ONLY[1]}')

    @staticmethod
    def declares(code, match):
        """A declaration of that name, not a call: a type stands before it"""
        return re.search(r'\b(?:void|gpointer|char \*|int)\s*$', code[: match.start()]) is not None

    def check_statements(self):
        for piece in statements(self.body):
            if piece.brace >= 0 and is_function(piece.head):
                self.check_function(piece)
            else:
                self.check_variable(piece.head, piece.start)

    def check_function(self, piece):
        head, offset = trimmed(piece.head)
        name = re.search(r'(\w+)\s*\(', head)
        start = self.line_of(piece.start + offset + (name.start() if name else 0))
        brace, end = self.line_of(piece.brace), self.line_of(piece.end)
        name = name.group(1) if name else '?'
        self.functions.append(Function(self.path, start, name, end - start + 1))
        if self.body[piece.brace - 1] != '\n':
            self.found(brace, 'brace', f'the opening brace of {name} belongs in column 0')
        if end - start + 1 > MAX_FUNCTION_LINES:
            self.found(
                start,
                'length',
                f'{name} has {end - start + 1} lines, more than {MAX_FUNCTION_LINES}: split it',
            )
        for match in re.finditer(r'\bstatic\b[^;{=]*', self.body[piece.brace : piece.end]):
            self.check_variable(match.group(), piece.brace + match.start())

    def check_variable(self, head, start):
        head, offset = trimmed(head)
        declared = ' '.join(head.split('=')[0].split())
        if not declared or re.match(r'(?:typedef|struct \w+$|enum\b|union \w+$|struct$)', declared):
            return
        if re.match(r'(?:typedef|_Static_assert|G_STATIC_ASSERT)\b', declared) or self.is_prototype(
            declared
        ):
            return
        if not re.match(r'[A-Za-z_][\w ]*[ *(]+(?:const )?\w+', declared) or self.is_constant(
            declared
        ):
            return
        line = self.line_of(start + offset)
        last = self.line_of(start + offset + len(head))
        if any(
            self.excused(number, 'lib(?:purple|Fuzzer)')
            for number in range(line, min(last + 1, len(self.lines)) + 1)
        ):
            return
        if CLASS_TABLES.match(declared) or SOURCE_FUNCS.match(declared):
            return
        self.found(
            line,
            'static',
            f'"{declared}" can change for the whole process: put it in a struct, or make it const '
            '(`const char *const` for strings); if libpurple wants it so, say why on its line: '
            '/* libpurple: why */',
        )

    @staticmethod
    def is_prototype(declared):
        if re.match(r'[^(]*\(\s*\*', declared):
            return False  # a pointer to a function
        return (
            re.search(r'\w\s*\(', re.sub(r'\bG_GNUC_\w+|__attribute__', '', declared)) is not None
        )

    @staticmethod
    def is_constant(declared):
        declared = re.sub(r'\[[^\]]*\]', '', declared).strip()
        pointer = re.match(r'[^(]*\(\s*\*\s*(const\b)?', declared)
        if pointer:
            return pointer.group(1) is not None
        if '*' in declared:
            return re.search(r'\* ?const \w+$', declared) is not None
        return re.search(r'\bconst\b', declared) is not None

    def check_whole(self):
        if self.path.endswith('.c') and self.source.count('\n') > MAX_FILE_LINES:
            self.found(
                MAX_FILE_LINES + 1,
                'length',
                f'{self.source.count(chr(10))} lines, more than {MAX_FILE_LINES}: split it',
            )
        if self.path.endswith('.h') and not re.search(r'^#pragma once$', self.code, re.M):
            self.found(1, 'guard', 'a header is guarded with #pragma once')

    def check(self):
        self.check_includes()
        self.check_plurals()
        self.check_lines()
        self.check_statements()
        self.check_whole()
        self.findings += check_text(self.path, self.source)
        for number, line in enumerate(self.lines, 1):
            if UNFINISHED.search(line):
                self.found(number, 'unfinished', 'do it now, or file an issue')
        return sorted(self.findings, key=lambda finding: finding.line)


def check_text(path, source):
    """What holds for every text file: no path and no package server of one machine"""
    findings = []
    for number, line in enumerate(source.split('\n'), 1):
        if MACHINE_PATH.search(line):
            findings.append(
                Finding(
                    path,
                    number,
                    'machine',
                    'a path of one machine: make it relative, or take it from the environment',
                )
            )
        if REGISTRY_HOST.search(line):
            findings.append(
                Finding(
                    path,
                    number,
                    'machine',
                    "a package server's name: use what the machine has configured",
                )
            )
    return findings


def check_share(functions):
    """Few long functions: the product and the tests each for itself"""
    findings = []
    for name, is_member in (
        ('src/ and plugin/', lambda path: not path.startswith('tests/')),
        ('tests/', lambda path: path.startswith('tests/')),
    ):
        members = [function for function in functions if is_member(function.path)]
        long = [function for function in members if function.lines > LONG_FUNCTION_LINES]
        if len(long) > 1 and len(long) > LONG_FUNCTION_SHARE * len(members):
            findings += [
                Finding(
                    function.path,
                    function.line,
                    'length',
                    f'{function.name} has {function.lines} lines; {len(long)} of {len(members)} '
                    f'functions in {name} are over {LONG_FUNCTION_LINES}, more than one in twenty',
                )
                for function in long
            ]
    return findings


def check_c(path, source):
    checked = File(path, source)
    return checked.check(), checked.functions


def tracked_files():
    listed = subprocess.run(
        ['git', 'ls-files', '-z'], check=True, capture_output=True, text=True
    ).stdout
    return [name for name in listed.split('\0') if name]


def read_text(path):
    try:
        with open(path, encoding='utf-8') as file:
            return file.read()
    except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
        return None


def main():
    findings, functions = [], []
    for path in tracked_files():
        source = read_text(path)
        if source is None or path.startswith('LICENSES/'):
            continue
        if path.endswith(('.c', '.h')):
            of_file, in_file = check_c(path, source)
            findings += of_file
            functions += in_file
        else:
            findings += check_text(path, source)
    findings += check_share(functions)
    for finding in findings:
        print(f'{finding.path}:{finding.line}: {finding.rule}: {finding.text}')
    if findings:
        print(f'{len(findings)} findings in {len({finding.path for finding in findings})} files')
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main())
