/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-control-verbs.h"

#include <glib/gi18n-lib.h>

#include <account.h>
#include <blist.h>
#include <string.h>

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "parley-health.h"
#include "contacts/parley-people.h"
#include "parley-prefs.h"
#include "rehearsal/parley-rehearsal.h"
#include "contacts/parley-switch.h"
#include "contacts/parley-switches.h"

#define MAX_CHATS 1000       /* in one answer */
#define MAX_PAUSE 31 * 86400 /* seconds */

typedef struct
{
  ParleyInstance *instance;
  ParleyControlTally *tally;
  ParleyControlClient *client;
  JsonObject *request;
  PurpleAccount *account; /* NULL: it is about nobody */
  ParleyChatKey *key;     /* likewise */
} Call;

/* --- answers --- */

static ParleyJsonLine *
line_new (void)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_boolean (line, "ok", TRUE);
  return line;
}

static void
answer_done (ParleyControlClient *client)
{
  parley_control_client_answer (client, parley_json_line_end (line_new ()));
}

static void
on_written_down (gpointer data, const GError *error)
{
  g_autofree char *sentence = NULL;

  if (error == NULL)
    {
      answer_done (data);
      return;
    }
  sentence = g_strdup_printf (
      _ ("Parley couldn't save this, so it may be lost if the program crashes. (%s)"),
      error->message);
  parley_control_client_refuse (data, sentence);
}

/* It is written down before it is confirmed. */
static void
answer_when_written (Call *call)
{
  parley_switches_confirm (call->instance->switches, on_written_down,
                           parley_control_client_ref (call->client),
                           (GDestroyNotify) parley_control_client_unref);
}

static void
add_who (ParleyJsonLine *line, const ParleyChatKey *key)
{
  parley_json_line_add_string (line, "protocol", key->protocol);
  parley_json_line_add_string (line, "account", key->account);
  parley_json_line_add_string (line, "address", key->person);
}

/* --- whom it is about --- */

/* Names of XMPP accounts end in a resource, which nobody thinks of. */
static gboolean
is_called (PurpleAccount *account, const char *name, const char *protocol)
{
  const char *full = purple_account_get_username (account);
  const char *id = purple_account_get_protocol_id (account);
  gsize length = strlen (name);

  if (protocol != NULL && !g_str_equal (id, protocol)
      && !(g_str_has_prefix (id, "prpl-") && g_str_equal (id + strlen ("prpl-"), protocol)))
    return FALSE;
  return strncmp (full, name, length) == 0 && (full[length] == '\0' || full[length] == '/');
}

/* Returns: (transfer full) (nullable): NULL, or why there is not exactly one. */
static char *
find_account (Call *call, const char *name)
{
  const char *protocol = parley_json_get_string (call->request, "protocol");

  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    {
      if (!is_called (link->data, name, protocol))
        continue;
      if (call->account != NULL)
        return g_strdup_printf (_ ("Several accounts are called “%s”: add the protocol."), name);
      call->account = link->data;
    }
  return call->account == NULL ? g_strdup_printf (_ ("There is no account “%s”."), name) : NULL;
}

/* Never by what the user calls them, which they may have chosen themselves. Returns: (transfer
 * full) (nullable): NULL, or why it is not clear who is meant. */
static char *
find_person (Call *call)
{
  const char *account = parley_json_get_string (call->request, "account");
  const char *address = parley_json_get_string (call->request, "address");
  char *trouble;

  if (account == NULL || *account == '\0' || address == NULL || *address == '\0')
    return g_strdup (_ ("Name the person by account and address."));
  trouble = find_account (call, account);
  if (trouble != NULL)
    return trouble;
  call->key = parley_irc_dup_key (call->instance->irc, call->account, address);
  if (purple_find_buddy (call->account, address) == NULL
      && parley_contacts_get_mode (call->instance->contacts, call->account, address)
             == PARLEY_MODE_OFF)
    return g_strdup_printf (_ ("“%s” is not in the buddy list of that account."), address);
  return NULL;
}

/* --- health --- */

static void
add_health (ParleyJsonLine *line, ParleyInstance *instance)
{
  ParleyHealth health = parley_health_read (instance);

  parley_json_line_add_string (line, "trouble", parley_health_get_trouble (&health));
  parley_json_line_add_boolean (line, "paused", health.paused);
  parley_json_line_add_int (line, "accounts", health.accounts);
  parley_json_line_add_int (line, "online", health.online);
  parley_json_line_add_boolean (line, "model", !health.waits_for_model);
  parley_json_line_add_int (line, "drafts", health.drafts);
}

static void
do_health (Call *call)
{
  ParleyJsonLine *line = line_new ();

  add_health (line, call->instance);
  parley_control_client_answer (call->client, parley_json_line_end (line));
}

static void
do_metrics (Call *call)
{
  ParleyHealth health = parley_health_read (call->instance);
  g_autofree char *counted = parley_engine_dup_metrics (call->instance->engine);
  g_autofree char *tally = parley_control_tally_dup_text (call->tally, &health);
  g_autofree char *text = g_strconcat (counted, tally, NULL);
  ParleyJsonLine *line = line_new ();

  parley_json_line_add_string (line, "text", text);
  parley_control_client_answer (call->client, parley_json_line_end (line));
}

/* --- status --- */

typedef struct
{
  ParleyInstance *instance;
  ParleyControlClient *client;
  GPtrArray *on;
} Question;

static void
question_free (Question *question)
{
  parley_control_client_unref (question->client);
  g_ptr_array_unref (question->on);
  g_free (question);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)

static void
add_report (ParleyJsonLine *line, const ParleyChatReport *report)
{
  parley_json_line_begin_object (line, NULL);
  add_who (line, report->key);
  parley_json_line_add_string (line, "mode", parley_mode_to_string (report->mode));
  parley_json_line_add_string (line, "doing", report->doing);
  parley_json_line_add_int (line, "replies", report->replies);
  parley_json_line_add_int (line, "tokens", report->tokens);
  parley_json_line_end_object (line);
}

static void
on_reports (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Question) question = data;
  g_autoptr (GPtrArray) reports = NULL;
  ParleyJsonLine *line;
  guint total;

  /* The plugin was unloaded meanwhile: nothing of it may be touched. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  reports = parley_engine_report_finish (question->instance->engine, result, question->on,
                                         MAX_CHATS, &total, NULL);
  if (reports == NULL)
    return;
  line = line_new ();
  add_health (line, question->instance);
  parley_json_line_add_int (line, "n_chats", total);
  parley_json_line_begin_array (line, "chats");
  for (guint i = 0; i < reports->len; i++)
    add_report (line, g_ptr_array_index (reports, i));
  parley_json_line_end_array (line);
  parley_control_client_answer (question->client, parley_json_line_end (line));
}

static void
do_status (Call *call)
{
  Question *question = g_new0 (Question, 1);

  question->instance = call->instance;
  question->client = parley_control_client_ref (call->client);
  question->on = parley_people_list_on (call->instance);
  parley_engine_report_async (call->instance->engine, call->instance->cancellable, on_reports,
                              question);
}

/* --- switches --- */

static void
do_pause (Call *call)
{
  gint64 seconds = parley_json_get_int (call->request, "seconds", 0);

  if (seconds < 0 || seconds > MAX_PAUSE)
    {
      parley_control_client_refuse (call->client, _ ("A pause lasts at most 31 days."));
      return;
    }
  if (seconds > 0)
    parley_switch_pause_for (call->instance, seconds, NULL);
  else
    parley_switch_pause (call->instance, TRUE, NULL);
  answer_when_written (call);
}

static void
do_go (Call *call)
{
  parley_switch_pause (call->instance, FALSE, NULL);
  answer_when_written (call);
}

static void
do_on (Call *call)
{
  if (parley_contacts_get_mode (call->instance->contacts, call->account, call->key->person)
      == PARLEY_MODE_OFF)
    {
      parley_control_client_refuse (call->client,
                                    _ ("Parley is off for this person. “mode” switches it on."));
      return;
    }
  parley_switch_go_on (call->instance, call->account, call->key->person);
  answer_when_written (call);
}

static void
set_mode (Call *call, ParleyMode mode)
{
  ParleyVerdict verdict = parley_engine_judge_person (call->instance->engine, call->key);

  if (parley_switch (call->instance, call->account, call->key->person, mode))
    answer_when_written (call);
  else
    parley_control_client_refuse (call->client, parley_verdict_explain (verdict));
}

static void
do_off (Call *call)
{
  set_mode (call, PARLEY_MODE_OFF);
}

static void
do_mode (Call *call)
{
  const char *name = parley_json_get_string (call->request, "mode");
  ParleyMode mode;

  if (name != NULL && parley_mode_parse (name, &mode))
    set_mode (call, mode);
  else
    parley_control_client_refuse (call->client,
                                  _ ("The mode is one of: off, shadow, draft, countdown, auto."));
}

/* What was changed beside the client: the key, and what keeps a server from being asked. */
static void
do_reload (Call *call)
{
  parley_prefs_flush (call->instance->prefs);
  parley_engine_forget_backend (call->instance->engine);
  parley_rehearsal_forget_backend (call->instance->rehearsal);
  answer_done (call->client);
}

/* --- drafts --- */

static void
do_drafts (Call *call)
{
  g_autoptr (GPtrArray) drafts = parley_engine_list_drafts (call->instance->engine);
  ParleyJsonLine *line = line_new ();

  parley_json_line_begin_array (line, "drafts");
  for (guint i = 0; i < drafts->len; i++)
    {
      const ParleyWaitingDraft *draft = g_ptr_array_index (drafts, i);

      parley_json_line_begin_object (line, NULL);
      add_who (line, draft->key);
      parley_json_line_add_int (line, "number", draft->number);
      parley_json_line_add_string (line, "text", draft->text);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
  parley_control_client_answer (call->client, parley_json_line_end (line));
}

/* @found: (out) (transfer full): in which chat the draft of that number waits. Returns: how many
 * there are. */
static guint
find_draft (const Call *call, guint number, ParleyChatKey **found)
{
  g_autoptr (GPtrArray) drafts = parley_engine_list_drafts (call->instance->engine);
  guint n = 0;

  for (guint i = 0; i < drafts->len; i++)
    {
      const ParleyWaitingDraft *draft = g_ptr_array_index (drafts, i);

      if (draft->number != number
          || (call->key != NULL && !parley_chat_key_equal (draft->key, call->key)))
        continue;
      n++;
      g_clear_pointer (found, parley_chat_key_free);
      *found = parley_chat_key_copy (draft->key);
    }
  return n;
}

/* Numbers begin anew in each chat. What came of it is told in the chat; here it is seen by whether
 * the draft still waits. */
static void
end_draft (Call *call, gboolean send)
{
  gint64 number = parley_json_get_int (call->request, "number", 0);
  g_autoptr (ParleyChatKey) key = NULL;
  guint n = number > 0 && number <= G_MAXUINT ? find_draft (call, (guint) number, &key) : 0;

  if (n != 1)
    {
      parley_control_client_refuse (
          call->client, n == 0
                            ? _ ("There is no draft with that number.")
                            : _ ("Several chats have a draft with that number: add the person."));
      return;
    }
  if (send)
    parley_engine_send_proposal (call->instance->engine, key, (guint) number);
  else
    parley_engine_drop_proposal (call->instance->engine, key, (guint) number);
  if (find_draft (call, (guint) number, &key) > 0)
    parley_control_client_refuse (call->client,
                                  _ ("The draft is not sent yet. Its chat says why."));
  else
    answer_done (call->client);
}

static void
do_send (Call *call)
{
  end_draft (call, TRUE);
}

static void
do_drop (Call *call)
{
  end_draft (call, FALSE);
}

static void
do_watch (Call *call)
{
  parley_control_client_watch (call->client);
  answer_done (call->client);
}

/* --- all of them --- */

typedef enum
{
  NOBODY,
  MAYBE, /* the person may be named */
  PERSON,
} About;

typedef struct
{
  const char *name;
  About about;
  void (*run) (Call *call);
} Verb;

static const Verb verbs[] = {
  { "drafts", NOBODY, do_drafts },   { "drop", MAYBE, do_drop },
  { "go", NOBODY, do_go },           { "health", NOBODY, do_health },
  { "metrics", NOBODY, do_metrics }, { "mode", PERSON, do_mode },
  { "off", PERSON, do_off },         { "on", PERSON, do_on },
  { "pause", NOBODY, do_pause },     { "reload", NOBODY, do_reload },
  { "send", MAYBE, do_send },        { "status", NOBODY, do_status },
  { "watch", NOBODY, do_watch },
};

void
parley_control_verbs_run (ParleyInstance *instance,
                          ParleyControlTally *tally,
                          ParleyControlClient *client,
                          JsonObject *request)
{
  Call call = { instance, tally, client, request, NULL, NULL };
  const char *name = parley_json_get_string (request, "do");
  gboolean named = json_object_has_member (request, "address");
  g_autofree char *trouble = NULL;

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (verbs); i++)
    {
      if (!g_str_equal (name, verbs[i].name))
        continue;
      if (verbs[i].about == PERSON || (verbs[i].about == MAYBE && named))
        trouble = find_person (&call);
      if (trouble != NULL)
        parley_control_client_refuse (client, trouble);
      else
        verbs[i].run (&call);
      g_clear_pointer (&call.key, parley_chat_key_free);
      return;
    }
  parley_control_client_refuse (client, _ ("“do” doesn't name anything that Parley can do."));
}
