/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a model wrote on its way to a person: Markdown, bubbles, inert text. However it comes in
 * pieces the same is said; no bubble passes a limit of its protocol; and nothing in it is a command
 * or a handshake, neither as it stands nor for who strips HTML off it, once or twice. */
#include "fuzz.h"

#include <purple.h>
#include <string.h>

#include "brain/parley-answer.h"
#include "session/parley-composer.h"
#include "guard/parley-inbound.h"
#include "guard/parley-inert.h"

static ParleyLimits
take_limits (FuzzInput *input)
{
  static const int bytes[] = { 0, 0, 40, 350, 1000 };

  return (ParleyLimits){
    .max_bytes = bytes[fuzz_take (input, G_N_ELEMENTS (bytes))],
    .max_lines = fuzz_take (input, 8),
    .one_line = fuzz_take (input, 2),
  };
}

static void
check_powerless (const char *text)
{
  g_auto (GStrv) lines = g_strsplit_set (text, "\r\n", -1);

  g_assert_null (strstr (text, "?OTR"));
  g_assert_null (strstr (text, PARLEY_OTR_TAG));
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_false (*lines[i] == '!' || *lines[i] == '/');
}

static void
check_stripped (const char *html)
{
  g_autofree char *once = purple_markup_strip_html (html);
  g_autofree char *twice = purple_markup_strip_html (once);

  check_powerless (once);
  check_powerless (twice);
}

static void
check_bubble (const ParleyComposed *composed, const ParleyLimits *limits)
{
  g_autofree char *again = parley_inert_dup (composed->text);
  g_autofree char *html = g_markup_escape_text (composed->text, -1);

  g_assert_true (g_utf8_validate (composed->text, -1, NULL));
  g_assert_cmpint (*composed->text, !=, '\0');
  g_assert_cmpstr (composed->text, ==, again);
  if (limits->max_bytes > 0)
    g_assert_cmpuint (strlen (composed->text), <=, limits->max_bytes);
  if (limits->one_line)
    g_assert_null (strpbrk (composed->text, "\r\n"));
  check_powerless (composed->text);
  check_stripped (composed->text);
  check_stripped (html);
  if (composed->markup != NULL)
    check_stripped (composed->markup);
}

static void
take_bubbles (ParleyComposer *composer, const ParleyLimits *limits, GString *said)
{
  ParleyComposed *composed;

  while ((composed = parley_composer_take (composer)) != NULL)
    {
      check_bubble (composed, limits);
      g_string_append_printf (said, "%s\036%s\035", composed->text,
                              composed->markup != NULL ? composed->markup : "");
      parley_composed_free (composed);
    }
}

/* @step: characters in a piece. Returns: (transfer full): all bubbles, each with its HTML. */
static char *
compose (ParleySettings *settings, const ParleyLimits *limits, const char *text, glong step)
{
  g_autoptr (ParleyComposer) composer = parley_composer_new (settings, limits, 1);
  g_autoptr (ParleyAnswer) answer = parley_answer_new ();
  g_autoptr (GString) visible = g_string_new (NULL);
  GString *said = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *end = text;
      g_autofree char *piece = NULL;

      for (glong i = 0; i < step && *end != '\0'; i++)
        end = g_utf8_next_char (end);
      piece = g_strndup (text, end - text);
      parley_answer_feed (answer, piece, visible);
      parley_composer_feed (composer, visible->str);
      g_string_truncate (visible, 0);
      take_bubbles (composer, limits, said);
      text = end;
    }
  parley_answer_end (answer, visible);
  parley_composer_feed (composer, visible->str);
  parley_composer_end (composer);
  take_bubbles (composer, limits, said);
  return g_string_free (said, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  ParleyLimits limits = take_limits (&input);
  guint step = 1 + fuzz_take (&input, 32);
  g_autofree char *text = fuzz_take_utf8_rest (&input);
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autofree char *whole = compose (settings, &limits, text, G_MAXLONG);
  g_autofree char *pieces = compose (settings, &limits, text, step);

  g_assert_cmpstr (pieces, ==, whole);
  return 0;
}
