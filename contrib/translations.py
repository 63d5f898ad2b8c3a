#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps po/ in step with the sources.

  translations.py update [LANGUAGE…]  brings po/LANGUAGE.po up to date, or begins one
  translations.py check [LANGUAGE…]   says what is missing or broken in them

Without a LANGUAGE: those of po/LINGUAS. The strings are read from the files in po/POTFILES.in.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field

PO = 'po'

# The functions of GLib, as Meson's preset “glib” has them, and who takes a format.
EXTRACT = [
    'xgettext',
    '--from-code=UTF-8',
    '--package-name=parley',
    '--copyright-holder=The Parley authors',
    '--add-comments=Translators:',
    '--add-location=file',
    '--keyword=_',
    '--keyword=N_',
    '--keyword=C_:1c,2',
    '--keyword=NC_:1c,2',
    '--keyword=g_dngettext:2,3',
    '--flag=N_:1:pass-c-format',
    '--flag=C_:2:pass-c-format',
    '--flag=NC_:2:pass-c-format',
    '--flag=g_dngettext:2:pass-c-format',
    '--flag=g_strdup_printf:1:c-format',
    '--flag=g_string_printf:2:c-format',
    '--flag=g_string_append_printf:2:c-format',
    '--flag=g_error_new:3:c-format',
    '--flag=g_set_error:4:c-format',
]

PLACEHOLDER = re.compile(
    r"%(?:\d+\$)?[-+#0I']*(?:\d+|\*)?(?:\.(?:\d+|\*))?((?:hh?|ll?|[jztL])?[a-zA-Z]|<\w+>|%)"
)
# What somebody types, or a program reads: the same in every language.
FIXED = re.compile(
    r'/parley(?: [a-z]+)?|(?<![\w-])--[a-z][a-z-]*|\bPARLEY_[A-Z_]+|https?://[\w:/]*|~/[\w/]*'
)
# The letter that Alt goes with
MNEMONIC = re.compile(r'_\w')


@dataclass
class Message:
    line: int
    flags: set
    obsolete: bool
    fields: dict = field(default_factory=dict)

    @property
    def key(self):
        return self.fields.get('msgctxt'), self.fields['msgid']

    @property
    def originals(self):
        return [self.fields[name] for name in ('msgid', 'msgid_plural') if name in self.fields]

    @property
    def texts(self):
        return [text for name, text in self.fields.items() if name.startswith('msgstr')]


def unquote(text):
    escapes = {'n': '\n', 't': '\t', '"': '"', '\\': '\\'}
    return re.sub(r'\\(.)', lambda match: escapes.get(match[1], match[0]), text)


def parse(source):
    """The messages of a .po file, its header not among them"""
    messages, message, flags, name = [], None, set(), None
    for number, line in enumerate(source.split('\n'), 1):
        if line.startswith('#,'):
            flags |= set(line[2:].replace(' ', '').split(','))
        match = re.match(r'(#~ )?(?:(msg\w+(?:\[\d+\])?) )?"(.*)"$', line)
        if match is None:
            continue
        obsolete, keyword, text = match.groups()
        if keyword == 'msgctxt' or (keyword == 'msgid' and name != 'msgctxt'):
            message = Message(number, flags, obsolete is not None)
            messages.append(message)
            flags = set()
        name = keyword or name
        message.fields[name] = message.fields.get(name, '') + unquote(text)
    return [message for message in messages if message.fields['msgid']]


def edges(text):
    return re.match(r'\s*', text)[0], re.search(r'\s*\Z', text)[0]


def placeholders(text):
    return Counter(PLACEHOLDER.findall(text))


def check_text(message, text):
    """What is wrong with one text of a message"""
    likely = [original for original in message.originals if edges(original) == edges(text)]
    if not likely:
        yield 'begins or ends with other space than the original'
    if not any(placeholders(original) == placeholders(text) for original in message.originals):
        yield 'has other %-placeholders than the original'
    if set(FIXED.findall(text)) != set(FIXED.findall(message.originals[-1])):
        yield 'has other commands, options or addresses than the original'
    if len(MNEMONIC.findall(text)) != len(MNEMONIC.findall(message.originals[0])):
        yield 'has other “_” for the key than the original'


def check_message(message, wanted):
    if message.obsolete or message.key not in wanted:
        yield 'is not in the sources any more'
    elif 'fuzzy' in message.flags:
        yield 'is fuzzy: look whether it still fits, then delete that word'
    elif not all(message.texts):
        yield 'is not translated'
    else:
        for text in message.texts:
            yield from check_text(message, text)


def check_po(source, template):
    """(line, what is wrong) of the .po file @source against the template's messages"""
    messages = parse(source)
    wanted = {message.key for message in template}
    for message in messages:
        for wrong in check_message(message, wanted):
            yield message.line, f'“{message.fields["msgid"].splitlines()[0][:50]}” {wrong}'
    missing = wanted - {message.key for message in messages if not message.obsolete}
    if missing:
        yield 1, f'{len(missing)} texts of the sources are missing: run ./dev po'


def run(*command):
    """Its complaints; none if all is well"""
    result = subprocess.run(command, capture_output=True, text=True)
    return result.stderr.strip() or ('' if result.returncode == 0 else 'failed: ' + command[0])


def rewrite(path, pattern, replacement):
    with open(path, encoding='utf-8') as file:
        text = re.sub(pattern, replacement, file.read(), flags=re.M)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return text


def extract(pot, files=os.path.join(PO, 'POTFILES.in')):
    wrong = run(*EXTRACT, f'--files-from={files}', f'--output={pot}')
    if wrong:
        sys.exit(f'{wrong}\nA text that xgettext cannot read whole is never translated.')
    # The day is no news: two runs on the same sources make the same file.
    return parse(rewrite(pot, r'^"POT-Creation-Date:.*\n', ''))


def po_path(language):
    return os.path.join(PO, f'{language}.po')


def begin(language, pot, path):
    wrong = run(
        'msginit', '--no-translator', f'--locale={language}', f'--input={pot}', f'--output={path}'
    )
    if not os.path.exists(path):
        return wrong
    rewrite(path, 'YEAR-MO-DA HO:MI.ZONE', time.strftime('%Y-%m-%d %H:%M%z'))
    # What msginit knows no plurals of has none: Chinese.
    rewrite(path, 'nplurals=INTEGER; plural=EXPRESSION;', 'nplurals=1; plural=0;')
    rewrite(path, r'\n\n(?s:.*)', '\n')  # the header alone; msgmerge adds the rest
    return ''


def merge(path, pot):
    options = ['--add-location=file', f'--output={path}']
    return run('msgmerge', '--quiet', '--previous', *options, path, pot) or run(
        'msgattrib', '--no-obsolete', *options, path
    )


def update(languages, pot):
    status = 0
    if not languages:
        print(f'{PO}/LINGUAS names no language; “update de” begins one')
    for language in languages:
        path = po_path(language)
        wrong = '' if os.path.exists(path) else begin(language, pot, path)
        wrong = wrong or merge(path, pot)
        status |= wrong != ''
        print(wrong or f'{path}: {run("msgfmt", "--statistics", "-o", os.devnull, path)}')
    return status


def check(languages, template):
    status = 0
    for language in languages:
        path = po_path(language)
        if not os.path.exists(path):
            print(f'{path} is missing')
            status = 1
            continue
        with open(path, encoding='utf-8') as file:
            found = [f'{path}:{line}: {wrong}' for line, wrong in check_po(file.read(), template)]
        broken = run('msgfmt', '--check', '-o', os.devnull, path)
        found += broken.split('\n') if broken else []
        print('\n'.join(found[:20]), end='\n' if found else '')
        if len(found) > 20:
            print(f'{path}: and {len(found) - 20} more')
        status |= bool(found)
    return status


def linguas():
    with open(os.path.join(PO, 'LINGUAS'), encoding='utf-8') as file:
        return [word for line in file for word in line.split('#')[0].split()]


def main(arguments):
    verb, languages = arguments[0] if arguments else '', arguments[1:] or linguas()
    if verb not in ('update', 'check'):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        pot = os.path.join(folder, 'parley.pot')
        template = extract(pot)
        return update(languages, pot) if verb == 'update' else check(languages, template)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
