#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Feeds check-source.py snippets: each rule must fire on a bad one, none on a good one."""

import importlib.util
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('check_source', os.path.join(HERE, 'check-source.py'))
check_source = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_source)

GOOD = '''/* It's a comment: goto, malloc (1), static int x; */
#include "turn/parley-window.h"
#include "base/parley-timers.h"
#include <string.h>

#define TWICE(x) \\
  ((x) + (x))

typedef struct
{
  int wait;
  void (*free) (gpointer data);
} Window;

struct _ParleyThing
{
  GSource *source;
};

static const int waits[] = { 1, 2 };
static void (*const hook) (int) = forward;
static const char *const names[] = { "goto", "free (x)", "a{" };
static void forward (Window *window, void (*func) (int));
static GSourceFuncs source_funcs = { .dispatch = NULL };
static PurplePluginInfo info = { /* libpurple: keeps the pointer */
  1,
};
static PurplePluginInfo other = {
  /* libpurple: keeps the pointer */
  1,
};

G_DEFINE_TYPE (ParleyThing, parley_thing, G_TYPE_OBJECT)

static void
forward (Window *window, void (*func) (int))
{
  static const char braces[] = "{{{";
  char end = '}';

  window->free (window);
  sqlite3_free (NULL);
  g_free (NULL);
  free (NULL); /* allowed: libcmark allocates with malloc */
  func (braces[0] + end);
}

G_GNUC_PRINTF (1, 2)
gboolean
parley_thing_is (const char *format, ...)
{
  switch (format[0])
    {
    case 'a':
      return TRUE;
    }
  return FALSE;
}
'''


def check(source, path='src/engine/parley-thing.c'):
    return check_source.check_c(path, source)[0]


def rules(source, path='src/engine/parley-thing.c'):
    return [finding.rule for finding in check(source, path)]


def function(body='', head='static void\nf (void)\n{\n'):
    return head + body + '\n}\n'


class Silent(unittest.TestCase):
    def test_good(self):
        good = GOOD.replace('static PurplePluginInfo', 'static Info')
        self.assertEqual(check(good), [])

    def test_good_plugin(self):
        self.assertEqual(
            check(
                '#include <purple.h>\n#include "parley-host.h"\n' + GOOD, 'plugin/parley-plugin.c'
            ),
            [],
        )

    def test_functions_are_found(self):
        found = check_source.check_c('src/engine/a.c', GOOD)[1]
        self.assertEqual([item.name for item in found], ['forward', 'parley_thing_is'])
        self.assertEqual(
            found[0].lines,
            GOOD.count(
                '\n',
                GOOD.index('forward (Window *window, void (*func) (int))\n{'),
                GOOD.index('}\n\nG_GNUC'),
            )
            + 1,
        )

    def test_libpurple_in_the_plugin_and_tests(self):
        self.assertEqual(rules(function('  purple_core_get_version ();'), 'plugin/parley-a.c'), [])
        self.assertEqual(
            rules('#include <purple.h>\n#include "engine/parley-chat.h"\n', 'tests/base/test-a.c'),
            [],
        )

    def test_timers_home(self):
        self.assertEqual(
            rules(function('  g_timeout_add (1, f, 0);'), 'src/base/parley-timers.c'), []
        )

    def test_class_tables(self):
        self.assertEqual(
            rules(
                'static GParamSpec *properties[N_PROPERTIES];\nstatic guint signals[N_SIGNALS];\n'
            ),
            [],
        )

    def test_paths_that_are_nobodys(self):
        for text in (
            '$HOME/work/x',
            '~/work/',
            'https://a.example/work',
            'src/work/x',
            '/rooted',
            'x="${root}/home/a"',
        ):
            self.assertEqual(check_source.check_text('README.md', text), [], text)

    def test_hosts_that_are_nobodys(self):
        for text in (
            'proxy.example.com',
            'https://api.openai.com/v1',
            'https://www.debian.org/doc/',
            'a.files.b',
        ):
            self.assertEqual(check_source.check_text('README.md', text), [], text)


class Fires(unittest.TestCase):
    def assert_rule(self, rule, source, path='src/engine/parley-thing.c', line=None):
        found = check(source, path)
        self.assertIn(rule, [finding.rule for finding in found], source)
        if line is not None:
            self.assertIn((rule, line), [(finding.rule, finding.line) for finding in found])

    def test_floor_above(self):
        self.assert_rule(
            'floors', '\n#include "engine/parley-chat.h"\n', 'src/base/parley-a.c', line=2
        )

    def test_room_beside(self):
        self.assert_rule('floors', '#include "reply/parley-bubbles.h"\n', 'src/turn/parley-a.c')
        self.assert_rule('floors', '#include "cli/parley-a.h"\n', 'plugin/parley-a.c')

    def test_unknown_room(self):
        self.assert_rule('includes', '#include "attic/parley-a.h"\n')
        self.assert_rule('includes', '#include "../base/parley-clock.h"\n')
        self.assert_rule('floors', '#include "base/parley-clock.h"\n', 'src/attic/parley-a.c')

    def test_room_not_named(self):
        self.assert_rule('includes', '#include "parley-chat.h"\n')
        self.assert_rule('includes', '#include <base/parley-clock.h>\n')

    def test_generated_header(self):
        self.assert_rule('floors', '#include "parley-resources.h"\n')

    def test_libpurple_in_src(self):
        for text in (
            '#include <purple.h>\n',
            '#include <libpurple/prefs.h>\n',
            '#include "plugin.h"\n',
            function('  PurpleAccount *account = NULL;'),
            function('  purple_core_quit ();'),
        ):
            self.assert_rule('floors', text)

    def test_pure(self):
        for call in (
            'g_get_monotonic_time ()',
            'g_get_real_time ()',
            'time (NULL)',
            'g_timeout_add (1, f, 0)',
            'g_idle_add (f, 0)',
            'g_main_context_default ()',
            'g_file_get_contents (a)',
            'fopen ("a", "r")',
            'GSource *source',
        ):
            for room in check_source.PURE_ROOMS:
                self.assert_rule('pure', function(f'  {call};'), f'src/{room}/parley-a.c', line=4)

    def test_goto(self):
        self.assert_rule('goto', function('  goto out;'))

    def test_static(self):
        for text in (
            'static int count;\n',
            'static int count = 0;\n',
            'int count;\n',
            'static const char *names[] = { "a" };\n',
            'static GHashTable *table;\n',
            'static struct { int a; } state = { 1 };\n',
            'static GMutex lock;\n',
            'static void (*hook) (int);\n',
            'G_BEGIN_DECLS\nextern char *name;\n',
            'static Info info = {\n  1 };\n',
            function('  static gsize once = 0;'),
            function('  static Info info = { 1 };'),
        ):
            self.assert_rule('static', text)

    def test_banned(self):
        for call in (
            'strcpy',
            'strcat',
            'sprintf',
            'strtok',
            'atoi',
            'gets',
            'malloc',
            'free',
            'strdup',
            'usleep',
            'sleep',
            'g_usleep',
            'serv_send_im',
            'purple_conversation_present',
            'g_timeout_add',
            'g_timeout_add_seconds_full',
            'g_idle_add',
            'purple_timeout_add',
        ):
            self.assert_rule('banned', function(f'  x = {call} (a);'), 'plugin/parley-a.c', line=4)

    def test_regex_in_guard(self):
        source = function('  x = g_regex_match (a);')
        self.assert_rule('banned', source, 'src/guard/parley-a.c')
        self.assertEqual(rules(source, 'src/base/parley-a.c'), [])

    def test_plurals(self):
        source = function('  x = ngettext (a, b, 2);')
        self.assert_rule('plurals', source, 'src/base/parley-a.c')
        self.assertEqual(rules('#include "base/parley-i18n.h"\n' + source, 'src/base/parley-a.c'), [])

    def test_banned_in_tests(self):
        self.assert_rule('banned', function('  g_usleep (1);'), 'tests/base/test-a.c')

    def test_brace(self):
        self.assert_rule('brace', 'static void\nf (void) {\n}\n', line=2)
        self.assert_rule('brace', 'static void\nf (void)\n  {\n  }\n', line=3)

    def test_long_file(self):
        self.assert_rule('length', '\n' * 701)

    def test_long_function(self):
        self.assert_rule('length', function('  g ();\n' * 100), line=2)

    def test_many_long_functions(self):
        functions = [check_source.Function('src/base/a.c', 1, 'f', 61)] * 2 + [
            check_source.Function('src/base/a.c', 1, 'f', 9)
        ] * 30
        self.assertEqual(len(check_source.check_share(functions)), 2)
        self.assertEqual(check_source.check_share(functions + functions[2:]), [])

    def test_default(self):
        source = function(
            '  switch (a)\n    {\n    case A:\n      break;\n    default:\n      break;\n    }'
        )
        self.assert_rule('default', source, line=8)
        self.assert_rule('default', source, 'src/turn/parley-a.c')
        self.assertEqual(rules(source, 'src/backend/parley-a.c'), [])

    def test_unfinished(self):
        for word in ('TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'):
            self.assert_rule('unfinished', f'/* {word}: later */\n')

    def test_machine_path(self):
        for path in ('/' + 'work/a', '/' + 'home/me', '"/' + 'root"', '/' + 'root/.purple'):
            self.assert_rule('machine', f'/* {path} */\n')

    def test_registry_host(self):
        for host in (
            'registry.' + 'a-place.org',
            'deb.' + 'a-place.org',
            'europe-apt' + '.pkg' + '.dev',
        ):
            self.assertEqual(len(check_source.check_text('README.md', f'see {host}/x')), 1, host)

    def test_guard(self):
        self.assert_rule('guard', '#ifndef A_H\n#define A_H\n#endif\n', 'src/base/parley-a.h')


if __name__ == '__main__':
    unittest.main()
