#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Feeds check-docs.py pages that are right and pages that are not."""

import importlib.util
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('check_docs', os.path.join(HERE, 'check-docs.py'))
check_docs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_docs)

PAGE = '''# Guide
## What it says, and when
```
[no link](nowhere.md) | a | b |
```
| message | means |
|---|---|
| Draft … is sent in … s. | soon |
'''


class Documents(unittest.TestCase):
    def links(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, 'guide.md')
            with open(page, 'w', encoding='utf-8') as file:
                file.write(PAGE)
            return list(check_docs.check_links(page, PAGE + text))

    def messages(self, *known):
        return list(check_docs.check_messages(PAGE, list(known)))

    def test_links_that_are_there(self):
        self.assertEqual(self.links('[a](guide.md) [b](#guide) [c](https://a.example/x)'), [])
        self.assertEqual(self.links('[d](guide.md#what-it-says-and-when)'), [])

    def test_links_to_nothing(self):
        self.assertEqual(len(self.links('![a](images/none.png)')), 1)
        self.assertEqual(len(self.links('[a](guide.md#what-it-says)')), 1)
        self.assertEqual(len(self.links('[a](#no-link)')), 1)

    def test_messages_of_the_program(self):
        said = check_docs.without_placeholders('Draft %u is sent in %d s. To stop it: 100%%')
        self.assertEqual(said, 'Draft … is sent in … s. To stop it: 100%')
        self.assertEqual(self.messages('Another one.', said), [])

    def test_messages_of_nobody(self):
        self.assertEqual(len(self.messages('Draft … is sent.')), 1)


if __name__ == '__main__':
    unittest.main()
