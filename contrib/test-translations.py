#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Feeds translations.py good and bad .po files, and a source to extract from."""

import importlib.util
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location(
    'translations', os.path.join(HERE, 'translations.py')
)
translations = importlib.util.module_from_spec(spec)
spec.loader.exec_module(translations)

SOURCE = r'''
  f (_ ("Save"), _ ("_Save"), _ ("_Cancel"), C_ ("of a door", "Open"), N_ ("a line\n"), _ ("say /parley on"));
  g_set_error (error, A, B, _ ("“t” is %" PRId64 ", not %s"), t, "x");
  f (ngettext ("Read %u message.", "Read %u messages as one.", n), "not marked");
  f (_ ("--store FILE, %d of %d at http://localhost"));
'''

HEADER = r'''
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
'''

GOOD = HEADER + r'''
msgid "Save"
msgstr "Speichern"

msgid "_Save"
msgstr "_Speichern"

msgid "_Cancel"
msgstr "A_bbrechen"

msgctxt "of a door"
msgid "Open"
msgstr "Offen"

msgid "a line\n"
msgstr "eine Zeile\n"

msgid "say /parley on"
msgstr "sag /parley on dazu"

#, c-format
msgid "“t” is %<PRId64>, not %s"
msgstr ""
"„t“ ist %<PRId64>,"
" nicht %s"

#, c-format
msgid "Read %u message."
msgid_plural "Read %u messages as one."
msgstr[0] "%u Nachricht gelesen."
msgstr[1] "%u Nachrichten als eine gelesen."

#, c-format
msgid "--store FILE, %d of %d at http://localhost"
msgstr "--store DATEI, %2$d von %1$d unter http://localhost"
'''


class Translations(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)
        os.mkdir('po')
        self.write('a.c', SOURCE)
        self.write('po/POTFILES.in', 'a.c\n')
        self.write('po/LINGUAS', '# none\nde\n')
        self.template = translations.extract('a.pot')

    def write(self, path, text):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def read(self, path):
        with open(path, encoding='utf-8') as file:
            return file.read()

    def wrong(self, text):
        found = translations.check_po(text, self.template)
        return '\n'.join(f'{line}: {said}' for line, said in found)

    def assert_wrong(self, old, new, part):
        self.assertIn(old, GOOD)
        found = self.wrong(GOOD.replace(old, new))
        self.assertIn(part, found)
        self.assertEqual(found.count('\n'), 0, found)

    def test_good(self):
        self.assertEqual(self.wrong(GOOD), '')
        self.write('po/de.po', GOOD)
        self.assertEqual(translations.linguas(), ['de'])

    def test_source_is_read_whole(self):
        self.assertEqual(len(self.template), 9)
        self.write('a.c', 'f (_ ("%" G_GINT64_FORMAT " it"), a); g_strdup_printf (_ ("5%" X), 5);')
        with self.assertRaises(SystemExit):
            translations.extract('b.pot')

    def test_untranslated(self):
        self.assert_wrong('"Speichern"', '""', 'is not translated')
        self.assert_wrong('"%u Nachricht gelesen."', '""', 'is not translated')

    def test_fuzzy(self):
        self.assert_wrong('msgctxt', '#, fuzzy\nmsgctxt', 'is fuzzy')

    def test_missing(self):
        self.assert_wrong('msgid "Save"\nmsgstr "Speichern"\n', '', '1 texts of the sources')
        # of another context
        self.assertIn('1 texts', self.wrong(GOOD.replace('"of a door"', '"of a shop"')))

    def test_surplus(self):
        self.assert_wrong('msgctxt', 'msgid "gone"\nmsgstr "weg"\n\nmsgctxt', 'not in the sources')
        gone = '#~ msgid "gone"\n#~ msgstr "weg"\n\n'
        self.assert_wrong('msgctxt', gone + 'msgctxt', 'not in the sources')

    def test_edges(self):
        self.assert_wrong(r'"eine Zeile\n"', '"eine Zeile"', 'other space')
        self.assert_wrong('"Speichern"', '"Speichern "', 'other space')

    def test_placeholders(self):
        self.assert_wrong(' nicht %s', ' nicht', '%-placeholders')
        self.assert_wrong('"%u Nachrichten als eine', '"%s Nachrichten als eine', '%-placeholders')
        self.assert_wrong('%2$d von %1$d', '%d', '%-placeholders')

    def test_fixed(self):
        self.assert_wrong('/parley on dazu', '/parley an dazu', 'commands')
        self.assert_wrong('--store DATEI', '--speicher DATEI', 'options')
        self.assert_wrong('unter http://localhost', 'hier', 'addresses')

    def test_mnemonics(self):
        self.assert_wrong('"_Speichern"', '"Speichern"', '“_”')
        self.assert_wrong('"Speichern"', '"_Speichern"', '“_”')
        self.assert_wrong('"A_bbrechen"', '"A_bbre_chen"', '“_”')

    def test_line(self):
        line = GOOD[: GOOD.index('msgid "a line')].count('\n') + 1
        self.assertTrue(self.wrong(GOOD.replace(r'Zeile\n', 'Zeile')).startswith(f'{line}: '))

    def test_check_says_what_msgfmt_says(self):
        self.write('po/de.po', GOOD.replace('nplurals=2', 'nplurals=3'))
        self.assertEqual(translations.check(['de'], self.template), 1)
        self.assertEqual(translations.check(['fr'], self.template), 1)

    def test_update(self):
        self.write('po/de.po', GOOD.replace('"Save"', '"Sav"'))
        self.assertEqual(translations.update(['de', 'zh_CN'], 'a.pot'), 0)
        first = self.read('po/de.po'), self.read('po/zh_CN.po')
        self.assertEqual(translations.update(['de', 'zh_CN'], 'a.pot'), 0)
        self.assertEqual((self.read('po/de.po'), self.read('po/zh_CN.po')), first)
        self.assertIn('Offen', first[0])
        self.assertNotIn('"Sav"\nmsgstr', first[0])
        self.assertIn('nplurals=1', first[1])
        self.assertNotIn('msgstr[1]', first[1])
        self.assertIn('1 texts', self.wrong(GOOD.replace('"Save"', '"Sav"')))
        for text in first:
            self.assertNotIn('missing', self.wrong(text))

    def test_a_new_one_is_whole_when_translated(self):
        translations.update(['de'], 'a.pot')
        begun = self.read('po/de.po')
        header = begun[: begun.index('\n\n')]
        self.write('po/de.po', header + GOOD.removeprefix(HEADER))
        self.assertEqual(translations.check(['de'], self.template), 0)


if __name__ == '__main__':
    unittest.main()
