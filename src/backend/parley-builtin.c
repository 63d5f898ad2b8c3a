/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-builtin.h"

#include "base/parley-i18n.h"
#include "base/parley-text.h"

#define MAX_STATUS 200
/* Bytes of a status that are looked at: enough for MAX_STATUS characters of any kind. */
#define MAX_SCAN            4096
#define FIRST_SKIN_TONE     0x1f3fb
#define LAST_SKIN_TONE      0x1f3ff

#define PARLEY_TYPE_BUILTIN (parley_builtin_get_type ())
G_DECLARE_FINAL_TYPE (ParleyBuiltin, parley_builtin, PARLEY, BUILTIN, GObject)

struct _ParleyBuiltin
{
  GObject parent_instance;
};

/* The task data of a reply on its way. */
typedef struct
{
  char *text;
  const ParleyBackendFuncs *funcs;
  gpointer funcs_data;
} Reply;

static void parley_builtin_backend_init (ParleyBackendInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyBuiltin,
                               parley_builtin,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_BACKEND,
                                                      parley_builtin_backend_init))

/* Whether a cut before @c would take a part off a visible character. */
static gboolean
continues_character (gunichar c)
{
  return g_unichar_ismark (c) || (c >= FIRST_SKIN_TONE && c <= LAST_SKIN_TONE);
}

/* Returns: (transfer full): the status on one line of at most %MAX_STATUS characters. */
static char *
status_to_line (const char *status)
{
  g_autofree char *line = parley_text_dup_line (status != NULL ? status : "", MAX_SCAN);
  char *cut;

  if (g_utf8_strlen (line, -1) <= MAX_STATUS)
    return g_steal_pointer (&line);
  cut = g_utf8_offset_to_pointer (line, MAX_STATUS - 1);
  while (cut > line && continues_character (g_utf8_get_char (cut)))
    cut = g_utf8_prev_char (cut);
  *cut = '\0';
  return g_strconcat (line, "…", NULL);
}

static char *
write_note (const ParleyRequest *request)
{
  guint n = MAX (request->n_bubbles, 1);
  g_autofree char *status = status_to_line (request->away.status_text);

  if (*status == '\0')
    return g_strdup (
        ngettext ("I'm away at the moment. Your message has arrived, and I'll answer when "
                  "I'm back.",
                  "I'm away at the moment. Your messages have arrived, and I'll answer "
                  "when I'm back.",
                  n));
  /* Translators: %s is the user's own status text, such as "at lunch". */
  return g_strdup_printf (
      ngettext ("I'm away at the moment (%s). Your message has arrived, and I'll "
                "answer when I'm back.",
                "I'm away at the moment (%s). Your messages have arrived, and I'll "
                "answer when I'm back.",
                n),
      status);
}

static void
reply_free (gpointer data)
{
  Reply *reply = data;

  g_free (reply->text);
  g_free (reply);
}

static gboolean
give_reply (gpointer data)
{
  GTask *task = data;
  Reply *reply = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (reply->funcs != NULL && reply->funcs->delta != NULL && *reply->text != '\0')
    reply->funcs->delta (reply->text, reply->funcs_data);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (
        task, parley_completion_new_take (g_steal_pointer (&reply->text), PARLEY_FINISH_STOP),
        (GDestroyNotify) parley_completion_free);
  return G_SOURCE_REMOVE;
}

static void
builtin_generate_async (ParleyBackend *backend,
                        ParleyRequest *request,
                        const ParleyBackendFuncs *funcs,
                        gpointer funcs_data,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (backend, cancellable, callback, user_data);
  g_autoptr (GSource) idle = g_idle_source_new ();
  Reply *reply = g_new0 (Reply, 1);

  reply->text = request->away.note_due ? write_note (request) : g_strdup ("");
  reply->funcs = funcs;
  reply->funcs_data = funcs_data;
  g_task_set_source_tag (task, builtin_generate_async);
  g_task_set_task_data (task, reply, reply_free);
  g_task_attach_source (task, idle, give_reply);
}

static void
builtin_list_models_async (ParleyBackend *backend,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (backend, cancellable, callback, user_data);

  g_task_set_source_tag (task, builtin_list_models_async);
  g_task_return_pointer (task, parley_models_new (), (GDestroyNotify) g_ptr_array_unref);
}

static gpointer
propagate (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, backend), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static ParleyCompletion *
builtin_generate_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  return propagate (backend, result, error);
}

static GPtrArray *
builtin_list_models_finish (ParleyBackend *backend, GAsyncResult *result, GError **error)
{
  return propagate (backend, result, error);
}

static const char *
builtin_get_name (ParleyBackend *backend)
{
  return "builtin";
}

static ParleyWhere
builtin_get_where (ParleyBackend *backend)
{
  return PARLEY_WHERE_HERE;
}

static void
parley_builtin_backend_init (ParleyBackendInterface *iface)
{
  iface->get_name = builtin_get_name;
  iface->get_where = builtin_get_where;
  iface->generate_async = builtin_generate_async;
  iface->generate_finish = builtin_generate_finish;
  iface->list_models_async = builtin_list_models_async;
  iface->list_models_finish = builtin_list_models_finish;
}

static void
parley_builtin_class_init (ParleyBuiltinClass *class)
{
}

static void
parley_builtin_init (ParleyBuiltin *self)
{
}

ParleyBackend *
parley_builtin_new (void)
{
  return g_object_new (PARLEY_TYPE_BUILTIN, NULL);
}
