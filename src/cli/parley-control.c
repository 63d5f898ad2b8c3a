/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-control.h"

#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "cli/parley-options.h"

#define NAME "ctl"

/* What stands behind a verb, in this order. */
typedef enum
{
  NOTHING,
  SECONDS, /* may be left out */
  WHO,
  WHO_MODE,
  NUMBER_WHO, /* the second may be left out */
} Takes;

typedef struct
{
  const char *name;
  Takes takes;
} Verb;

static const Verb verbs[] = {
  { "drafts", NOTHING },  { "drop", NUMBER_WHO }, { "go", NOTHING },      { "health", NOTHING },
  { "metrics", NOTHING }, { "mode", WHO_MODE },   { "off", WHO },         { "on", WHO },
  { "pause", SECONDS },   { "reload", NOTHING },  { "send", NUMBER_WHO }, { "status", NOTHING },
  { "watch", NOTHING },
};

static const struct
{
  guint least;
  guint most;
} counts[] = {
  [NOTHING] = { 0, 0 },  [SECONDS] = { 0, 1 },    [WHO] = { 1, 1 },
  [WHO_MODE] = { 2, 2 }, [NUMBER_WHO] = { 1, 2 },
};

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, sentence);
  return FALSE;
}

/* --- the request --- */

static gboolean
add_who (ParleyJsonLine *line, const char *who, const char *protocol, GError **error)
{
  const char *person = NULL;
  g_autofree char *account = parley_options_dup_account (who, &person);

  if (account == NULL)
    return refuse (error,
                   _ ("Name the person as ACCOUNT/PERSON, with “%2F” for a “/” in ACCOUNT."));
  if (protocol != NULL)
    parley_json_line_add_string (line, "protocol", protocol);
  parley_json_line_add_string (line, "account", account);
  parley_json_line_add_string (line, "address", person);
  return TRUE;
}

static gboolean
add_number (ParleyJsonLine *line, const char *name, const char *text, GError **error)
{
  gint64 number;

  if (!g_ascii_string_to_signed (text, 10, 1, G_MAXUINT, &number, NULL))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, _ ("“%s” is not a number."),
                   text);
      return FALSE;
    }
  parley_json_line_add_int (line, name, number);
  return TRUE;
}

/* @arguments: as many as the verb takes. */
static gboolean
add_arguments (
    ParleyJsonLine *line, Takes takes, char **arguments, const char *protocol, GError **error)
{
  if (takes == SECONDS)
    return arguments[0] == NULL || add_number (line, "seconds", arguments[0], error);
  if (takes == WHO)
    return add_who (line, arguments[0], protocol, error);
  if (takes == NUMBER_WHO)
    return add_number (line, "number", arguments[0], error)
           && (arguments[1] == NULL || add_who (line, arguments[1], protocol, error));
  if (takes == WHO_MODE && g_utf8_validate (arguments[1], -1, NULL))
    parley_json_line_add_string (line, "mode", arguments[1]);
  return takes == NOTHING || add_who (line, arguments[0], protocol, error);
}

/* @arguments: from the verb's name on. Returns: (transfer full) (nullable): the request, a line. */
static char *
dup_request (const Verb *verb, char **arguments, const char *protocol, GError **error)
{
  guint n = g_strv_length (arguments) - 1;
  ParleyJsonLine *line;
  g_autofree char *text = NULL;
  gboolean good;

  if (n < counts[verb->takes].least || n > counts[verb->takes].most)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("%s: too few or too many arguments. See “parley ctl --help”."), verb->name);
      return NULL;
    }
  line = parley_json_line_new ();
  parley_json_line_add_string (line, "do", verb->name);
  good = add_arguments (line, verb->takes, arguments + 1, protocol, error);
  text = parley_json_line_end (line);
  return good ? g_strconcat (text, "\n", NULL) : NULL;
}

static const Verb *
find_verb (const char *name, GError **error)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (verbs); i++)
    {
      if (g_str_equal (name, verbs[i].name))
        return &verbs[i];
    }
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("There is no command “%s”. See “parley ctl --help”."), name != NULL ? name : "");
  return NULL;
}

/* --- the answer --- */

/* The text of metrics is for a program that reads no JSON. Returns: the exit status. */
static int
print_answer (const Verb *verb, const char *answer)
{
  g_autoptr (JsonNode) node = parley_json_parse_line (answer, strlen (answer));
  JsonObject *object = node != NULL ? json_node_get_object (node) : NULL;
  gboolean good
      = object != NULL && json_object_get_boolean_member_with_default (object, "ok", FALSE);
  const char *sentence = parley_json_get_string (object, "error");

  if (!good)
    {
      g_printerr ("parley ctl: %s\n", sentence != NULL ? sentence : answer);
      return PARLEY_EXIT_FAILED;
    }
  if (g_str_equal (verb->name, "metrics"))
    fputs (parley_json_get_string (object, "text"), stdout);
  else
    parley_options_print (g_strdup (answer));
  return g_str_equal (verb->name, "health") && parley_json_get_string (object, "trouble") != NULL
             ? PARLEY_EXIT_FAILED
             : PARLEY_EXIT_OK;
}

/* Prints what comes until nothing does any more. */
static void
print_events (GDataInputStream *stream)
{
  char *line;

  fflush (stdout);
  while ((line = g_data_input_stream_read_line_utf8 (stream, NULL, NULL, NULL)) != NULL)
    {
      parley_options_print (line);
      fflush (stdout);
    }
}

static int
talk (const Verb *verb, const char *request, const char *path)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection
      = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, &error);
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *answer = NULL;
  int status;

  if (connection == NULL)
    {
      g_printerr (_ ("parley ctl: can't reach Parley: %s. Pidgin or Finch has to run, with "
                     "“/parley set control on”.\n"),
                  error->message);
      return PARLEY_EXIT_FAILED;
    }
  stream = g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  if (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), request,
                                 strlen (request), NULL, NULL, &error))
    answer = g_data_input_stream_read_line_utf8 (stream, NULL, NULL, &error);
  if (answer == NULL)
    {
      g_printerr (_ ("parley ctl: Parley didn't answer: %s\n"),
                  error != NULL ? error->message : _ ("the connection was closed"));
      return PARLEY_EXIT_FAILED;
    }
  status = print_answer (verb, answer);
  if (status == PARLEY_EXIT_OK && g_str_equal (verb->name, "watch"))
    print_events (stream);
  return status;
}

int
parley_control_run (char **args)
{
  g_autofree char *protocol = NULL;
  const GOptionEntry own[] = {
    { "protocol", 0, 0, G_OPTION_ARG_STRING, &protocol, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (ParleyOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *request = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  const Verb *verb = NULL;
  int status;

  if (parley_options_parse (&options, args, own, &error))
    verb = find_verb (parley_options_count_arguments (&options) > 0 ? options.arguments[0] : NULL,
                      &error);
  if (verb != NULL)
    request = dup_request (verb, options.arguments, protocol, &error);
  if (request == NULL)
    return parley_options_complain (NAME, error);
  folder = parley_options_dup_folder (&options);
  path = g_build_filename (folder, "control", NULL);
  status = talk (verb, request, path);
  return status != PARLEY_EXIT_OK ? status : parley_options_finish (NAME);
}
