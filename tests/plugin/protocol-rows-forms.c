/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What comes as a message and is none, and what is done to messages. */
#include "protocol-rows.h"

#include <string.h>

#define LINK  "https://maps.example/1"
#define WORDS 900

/* Of a dozen bytes each. */
#define LONG_WORDS 400

/* Those that send the new text alone are told apart by nothing here. */
gboolean
row_concerns_edits (DoubleProfile *profile)
{
  g_autofree char *form = double_profile_dup_string (profile, "edit", "form");

  return form != NULL && !g_str_has_prefix (form, "{text}");
}

gboolean
row_concerns_unmarked (DoubleProfile *profile)
{
  return double_profile_has (profile, "edit") && !row_concerns_edits (profile);
}

gboolean
row_concerns_previews (DoubleProfile *profile)
{
  g_autofree char *form = double_profile_dup_string (profile, "edit", "preview");

  return form != NULL && double_profile_has (profile, "elsewhere");
}

gboolean
row_concerns_deletions (DoubleProfile *profile)
{
  return double_profile_has (profile, "deletion");
}

gboolean
row_concerns_reactions (DoubleProfile *profile)
{
  return double_profile_has (profile, "reaction");
}

gboolean
row_concerns_asides (DoubleProfile *profile)
{
  return double_profile_has (profile, "pin") || double_profile_has (profile, "call")
         || double_profile_has (profile, "poll");
}

gboolean
row_concerns_quotes (DoubleProfile *profile)
{
  return double_profile_has (profile, "quote");
}

gboolean
row_concerns_lengths (DoubleProfile *profile)
{
  return double_profile_get_int (profile, "send", "max_bytes", 0) > 0
         || double_profile_get_int (profile, "send", "max_chars", 0) > 0
         || double_profile_get_int (profile, "send", "late_max_bytes", 0) > 0;
}

static gboolean
has_mark_of_edit (World *w)
{
  const char *request = world_get_request (w);

  return strstr (request, "EDIT:") != NULL || strstr (request, "[edit]") != NULL
         || strstr (request, "Edited") != NULL || strstr (request, "Edit:") != NULL;
}

char *
row_edit (World *w)
{
  double_write (w->it, w->person, "so shall we say at 6 then?");
  double_edit (w->it, w->person, "so shall we say at 6 then?", "so shall we say at 7 then?");
  double_write (w->it, w->person, "in the park.");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), "at 7 then?") != NULL, "it did not read the change");
  ROW_EXPECT (strstr (world_get_request (w), "at 6 then?") == NULL, "it read the old words");
  ROW_EXPECT (!has_mark_of_edit (w), "it read the mark: %s", world_get_request (w));
  ROW_EXPECT (strstr (world_get_request (w), "in the park.") != NULL, "it did not read the rest");
  return NULL;
}

/* The whole new text comes, as any message: that it stands for another one nobody can know. */
char *
row_edit_unmarked (World *w)
{
  double_write (w->it, w->person, "so shall we say at 6 then?");
  double_edit (w->it, w->person, "so shall we say at 6 then?", "so shall we say at 7 then?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (world_is_read (w, "at 7 then?"), "it did not read the change");
  ROW_EXPECT (world_is_read (w, "at 6 then?"), "a message is lost");
  world_answer (w, "Yes, at 7.");
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  ROW_EXPECT (!world_is_asked (w, 30), "it was answered twice");
  return NULL;
}

static gboolean
is_answered (World *w, const char *text, const char *answer)
{
  double_write (w->it, w->person, text);
  if (!world_is_asked (w, 30))
    return FALSE;
  world_answer (w, answer);
  return world_has_sent (w, 1, 30);
}

char *
row_edit_answered (World *w)
{
  ROW_EXPECT (is_answered (w, "so shall we say at 6 then?", "Yes."), "it was not answered");
  world_wait (w, 5);
  double_edit (w->it, w->person, "so shall we say at 6 then?", "so shall we say at 7 then?");
  ROW_EXPECT (!world_is_asked (w, 30), "the change was answered");
  ROW_EXPECT (world_count_shown (w, "is now “so shall we say at 7 then?”") == 1,
              "the user was not told once: %s", w->shown->str);
  double_write (w->it, w->person, "well?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), ">\\n[later changed to:]\\n<they-") != NULL,
              "the history does not have it: %s", world_get_request (w));
  return NULL;
}

char *
row_edit_alone (World *w)
{
  double_edit (w->it, w->person, "never was", "shall we go to the sea tomorrow?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), "shall we go to the sea tomorrow?") != NULL,
              "it did not read it");
  ROW_EXPECT (!has_mark_of_edit (w), "it read the mark: %s", world_get_request (w));
  return NULL;
}

char *
row_preview (World *w)
{
  ROW_EXPECT (is_answered (w, "where is it?", "Here: " LINK), "it was not answered");
  world_wait (w, 5);
  double_preview_own (w->it, w->person, "Here: " LINK);
  ROW_EXPECT (!world_says_user_wrote (w), "it was taken for the user's words");
  double_edit_own (w->it, w->person, "Here: " LINK, "I am here myself");
  ROW_EXPECT (world_says_user_wrote (w), "a change of the user's was not seen");
  return NULL;
}

char *
row_deletion (World *w)
{
  double_write (w->it, w->person, "so shall we say at 6 then?");
  double_delete (w->it, w->person, "so shall we say at 6 then?");
  ROW_EXPECT (!world_is_asked (w, 30), "it was answered: %s", world_get_request (w));
  return NULL;
}

char *
row_reaction (World *w)
{
  double_react (w->it, w->person, "👍", "so shall we say at 6 then?");
  ROW_EXPECT (!world_is_asked (w, 30), "a reaction was answered");
  ROW_EXPECT (is_answered (w, "so shall we say at 6 then?", "Yes."), "it was not answered");
  double_react (w->it, w->person, "👍", "Yes.");
  ROW_EXPECT (!world_is_asked (w, 30), "a reaction was answered");
  double_write (w->it, w->person, "well?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), "[a reaction") != NULL,
              "the model does not know of it: %s", world_get_request (w));
  return NULL;
}

char *
row_aside (World *w)
{
  double_pin (w->it, w->person, "so it was");
  double_call (w->it, w->person);
  double_poll (w->it, w->person, "at 6?");
  ROW_EXPECT (!world_is_asked (w, 30), "it was answered: %s", world_get_request (w));
  return NULL;
}

char *
row_quote (World *w)
{
  double_quote (w->it, w->person, "so it was", "fine with me.");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), "> so it was\\n") != NULL,
              "the quote is not marked: %s", world_get_request (w));
  ROW_EXPECT (strstr (world_get_request (w), "\\nfine with me.") != NULL,
              "their words are not apart: %s", world_get_request (w));
  ROW_EXPECT (strstr (world_get_request (w), "wrote:") == NULL, "the form is their word: %s",
              world_get_request (w));
  return NULL;
}

/* The double takes nothing that is too long for its protocol, as that itself would not. */
static char *
check_length (World *w, const char *const *words, guint n_words, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s ", words[i % n_words]);
  g_string_append (text, "the end.");
  double_write (w->it, w->person, "tell me?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, text->str);
  world_wait (w, 240);
  ROW_EXPECT (world_count_in_wire (w, "the end.") == 1, "it did not all go out: %u messages, %s",
              world_count_sent (w), w->shown->str);
  ROW_EXPECT (world_count_shown (w, "not be sent") == 0, "something was refused: %s",
              w->shown->str);
  return NULL;
}

/* Some of it is longer where it is escaped. */
char *
row_length (World *w)
{
  static const char *const words[]
      = { "word", "word", "word", "word", "word", "word", "word", "word", "& so." };

  return check_length (w, words, G_N_ELEMENTS (words), WORDS);
}

/* Marks are words, too, where nothing is between them. */
char *
row_length_of_marks (World *w)
{
  static const char *const words[] = { "2*3*4=24", "snake_case_", "~5", "2**8" };

  return check_length (w, words, G_N_ELEMENTS (words), WORDS);
}

char *
row_length_in_bytes (World *w)
{
  static const char *const words[]
      = { "größer", "слово", "字字字", "👩‍👩‍👧‍👦", "& so." };

  return check_length (w, words, G_N_ELEMENTS (words), LONG_WORDS);
}
