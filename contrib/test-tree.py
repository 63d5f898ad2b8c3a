#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Feeds tree.py small trees of which one can count everything by hand."""

import importlib.util
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('tree', os.path.join(HERE, 'tree.py'))
tree = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tree)


class Tree(unittest.TestCase):
    def test_a_circle_through_headers_and_sources(self):
        graph = tree.include_graph({
            'src/base/parley-a.c': '#include "base/parley-a.h"\n#include "base/parley-b.h"\n',
            'src/base/parley-a.h': '',
            'src/base/parley-b.h': '#include "base/parley-c.h"\n',
            'src/base/parley-c.c': '#include "parley-a.h"\n',
            'plugin/parley-d.c': '#include "parley-e.h"\n#include "base/parley-a.h"\n',
            'plugin/parley-e.h': '#include <glib.h>\n',
        })
        self.assertEqual(graph['plugin/parley-d'], {'plugin/parley-e', 'src/base/parley-a'})
        self.assertEqual(tree.circles(graph),
                         [['src/base/parley-a', 'src/base/parley-b', 'src/base/parley-c']])

    def test_a_private_header_is_part_of_its_module(self):
        graph = tree.include_graph({
            'src/base/parley-a.c': '#include "base/parley-a-private.h"\n',
            'src/base/parley-a.h': '',
            'src/base/parley-a-private.h': '#include "base/parley-a.h"\n',
            'src/base/parley-a-more.c': '#include "base/parley-a-private.h"\n',
        })
        self.assertEqual(graph, {'src/base/parley-a': set(),
                                 'src/base/parley-a-more': {'src/base/parley-a'}})
        self.assertEqual(tree.circles(graph), [])

    def test_no_circle(self):
        graph = tree.include_graph({'src/base/parley-a.c': '#include "base/parley-a.h"',
                                    'src/base/parley-a.h': '#include "base/parley-b.h"',
                                    'src/base/parley-b.h': ''})
        self.assertEqual(tree.circles(graph), [])

    def test_lines_of_code(self):
        self.assertEqual(tree.code_lines('/* a\n   b */\n\nint a; /* c */\nchar *b = "/*";\n'), 2)

    def test_fields(self):
        found = list(tree.structs({'a.h': '''
typedef struct
{
  int a, b; /* one; two */
  void (*call) (int x, int y);
  union { int c; int d; } e;
} Some;
struct _Other { char *f; };
'''}))
        self.assertEqual([(struct.name, struct.fields) for struct in found],
                         [('Some', 5), ('_Other', 1)])


if __name__ == '__main__':
    unittest.main()
