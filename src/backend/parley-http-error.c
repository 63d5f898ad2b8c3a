/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-http-error.h"

#include <string.h>
#include <libsoup/soup.h>
#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "base/parley-json.h"
#include "base/parley-text.h"

#define MAX_QUOTE 200
/* Bytes of a server's text that are looked at: more than enough to fill a quote. */
#define MAX_SCAN 2000
/* So many characters of a key in a row count as part of it. */
#define KEY_PART 6

/* What a server says about an error, as far as it does. */
typedef struct
{
  const char *message;
  const char *code;
  const char *type;
  gint64 status;
} ServerError;

static gboolean
is_link (const char *word)
{
  static const char *const signs[] = { "://", "www.", "ftp.", "mailto:", "xmpp:", "@" };
  g_autofree char *lower = g_ascii_strdown (word, -1);

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strstr (lower, signs[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): one line, blanks collapsed, links replaced by an ellipsis. */
static char *
clean_words (const char *text)
{
  g_autofree char *line = parley_text_dup_line (text, MAX_SCAN);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0')
        continue;
      if (out->len > 0)
        g_string_append_c (out, ' ');
      g_string_append (out, is_link (words[i]) ? "…" : words[i]);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Returns: how many bytes at @p are also found in a row in @key, 0 when too few to matter. */
static gsize
match_key (const char *p, const char *key)
{
  gsize wanted = MIN (KEY_PART, strlen (key));
  gsize best = 0;

  for (const char *k = key; *k != '\0'; k++)
    {
      gsize n = 0;

      while (k[n] != '\0' && p[n] == k[n])
        n++;
      best = MAX (best, n);
    }
  return best >= wanted ? best : 0;
}

/* Keys are ASCII, so a match begins and ends between characters. */
static char *
remove_key (const char *text, const char *key)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (key == NULL || *key == '\0')
    return g_strdup (text);
  while (*text != '\0')
    {
      gsize length = match_key (text, key);

      if (length == 0)
        g_string_append_c (out, *text++);
      else
        {
          g_string_append (out, "…");
          text += length;
        }
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
parley_http_quote (const char *text, const char *key)
{
  g_autofree char *clean = NULL;
  g_autofree char *safe = NULL;

  if (text == NULL)
    return NULL;
  clean = clean_words (text);
  safe = remove_key (clean, key);
  if (*safe == '\0')
    return NULL;
  if (g_utf8_strlen (safe, -1) > MAX_QUOTE)
    {
      g_autofree char *head = g_utf8_substring (safe, 0, MAX_QUOTE - 1);

      return g_strconcat (head, "…", NULL);
    }
  return g_steal_pointer (&safe);
}

static const char *
get_sentence (ParleyError code)
{
  switch (code)
    {
    case PARLEY_ERROR_AUTH:
      return _ ("The server refused access: check the API key.");
    case PARLEY_ERROR_RATE_LIMITED:
      return _ ("The server gets too many requests at the moment.");
    case PARLEY_ERROR_OVERLOADED:
      return _ ("The server has a problem at the moment.");
    case PARLEY_ERROR_CONTEXT_TOO_LONG:
      return _ ("The conversation is too long for this model.");
    case PARLEY_ERROR_BAD_RESPONSE:
      return _ ("The server reported an error.");
    case PARLEY_ERROR_CUT:
      return _ ("The answer was cut off.");
    case PARLEY_ERROR_TIMEOUT:
      return _ ("The server gave up waiting.");
    case PARLEY_ERROR_UNREACHABLE:
      return _ ("Parley can't reach the server.");
    case PARLEY_ERROR_REFUSED:
      return _ ("The server's content filter refused this conversation.");
    case PARLEY_ERROR_CONFIGURATION:
      return _ ("The server refused the request: check the model and the address.");
    case PARLEY_ERROR_NO_TOOLS:
      return _ ("The model can't use tools.");
    }
  g_return_val_if_reached ("");
}

static GError *
new_error (ParleyError code, const char *sentence, const char *words, const char *key)
{
  g_autofree char *quote = parley_http_quote (words, key);

  if (quote == NULL)
    return g_error_new_literal (PARLEY_ERROR, code, sentence);
  /* Translators: a sentence of ours, then what the server said. */
  return g_error_new (PARLEY_ERROR, code, _ ("%s The server says: “%s”"), sentence, quote);
}

/* The words are those of OpenAI, Azure, OpenRouter, vLLM, llama.cpp and their like. */
static gboolean
find_code_word (const ServerError *server, ParleyError *code)
{
  static const struct
  {
    const char *word;
    ParleyError code;
  } table[] = {
    { "context_length_exceeded", PARLEY_ERROR_CONTEXT_TOO_LONG },
    { "exceed_context_size_error", PARLEY_ERROR_CONTEXT_TOO_LONG },
    { "insufficient_quota", PARLEY_ERROR_CONFIGURATION },
    { "billing_hard_limit_reached", PARLEY_ERROR_CONFIGURATION },
    { "billing_not_active", PARLEY_ERROR_CONFIGURATION },
    { "billing_error", PARLEY_ERROR_CONFIGURATION },
    { "content_filter", PARLEY_ERROR_REFUSED },
    { "content_policy_violation", PARLEY_ERROR_REFUSED },
    { "invalid_api_key", PARLEY_ERROR_AUTH },
    { "authentication_error", PARLEY_ERROR_AUTH },
    { "rate_limit_exceeded", PARLEY_ERROR_RATE_LIMITED },
    { "rate_limit_error", PARLEY_ERROR_RATE_LIMITED },
    { "model_not_found", PARLEY_ERROR_CONFIGURATION },
    { "overloaded_error", PARLEY_ERROR_OVERLOADED },
    { "server_error", PARLEY_ERROR_OVERLOADED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_strcmp0 (server->code, table[i].word) == 0
        || g_strcmp0 (server->type, table[i].word) == 0)
      {
        *code = table[i].code;
        return TRUE;
      }
  return FALSE;
}

static gboolean
has_phrase (const char *words, const char *const *phrases)
{
  g_autofree char *lower = words != NULL ? g_ascii_strdown (words, -1) : NULL;

  for (guint i = 0; lower != NULL && phrases[i] != NULL; i++)
    if (strstr (lower, phrases[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
says_context_too_long (const char *words)
{
  static const char *const phrases[] = { "context length",
                                         "context_length",
                                         "context size",
                                         "context window",
                                         "maximum context",
                                         "prompt is too long",
                                         NULL };

  return has_phrase (words, phrases);
}

/* As Ollama, llama.cpp of early 2025 (as an error of its own, 500), vLLM, OpenAI, OpenRouter (404),
 * Groq and Mistral say it. */
static gboolean
says_no_tools (const char *words)
{
  static const char *const things[] = { "tool", "function call", NULL };
  static const char *const refusals[]
      = { "not support", "unsupported",   "no endpoints",  "not enabled",
          "cannot use",  "can't use",     "requires",      "unrecognized",
          "unknown",     "not permitted", "not available", "not allowed",
          NULL };

  return has_phrase (words, things) && has_phrase (words, refusals);
}

/* That does not pass by itself. Gemini speaks of the plan also where one was only too quick; then
 * it says when to come back. */
static gboolean
says_no_credit (const ServerError *server)
{
  static const char *const money[] = { "billing",
                                       "exceeded your current quota",
                                       "insufficient_quota",
                                       "credit balance",
                                       "insufficient credit",
                                       "insufficient balance",
                                       NULL };
  static const char *const passing[] = { "retry in", "per minute", "try again in", NULL };

  return g_strcmp0 (server->code, "insufficient_quota") == 0
         || g_strcmp0 (server->type, "insufficient_quota") == 0
         || (has_phrase (server->message, money) && !has_phrase (server->message, passing));
}

static ParleyError
code_from_status (guint status)
{
  if (status == 401 || status == 403)
    return PARLEY_ERROR_AUTH;
  if (status == 408)
    return PARLEY_ERROR_TIMEOUT;
  if (status == 409 || status >= 500)
    return PARLEY_ERROR_OVERLOADED;
  if (status == 413)
    return PARLEY_ERROR_CONTEXT_TOO_LONG;
  if (status == 429)
    return PARLEY_ERROR_RATE_LIMITED;
  if (status >= 400)
    return PARLEY_ERROR_CONFIGURATION;
  return PARLEY_ERROR_BAD_RESPONSE;
}

/* @status: of HTTP, or what the server wrote into its error object. */
static GError *
classify (guint status, const ServerError *server, const char *key)
{
  ParleyError code = code_from_status (status);
  gboolean broke = FALSE;
  const char *sentence;

  if (!find_code_word (server, &code) && code != PARLEY_ERROR_AUTH
      && code != PARLEY_ERROR_RATE_LIMITED && says_context_too_long (server->message))
    code = PARLEY_ERROR_CONTEXT_TOO_LONG;

  if ((status == 0 || status == 400 || status == 404 || status == 422 || status == 500
       || status == 501)
      && says_no_tools (server->message))
    code = PARLEY_ERROR_NO_TOOLS;

  if (status != 401
      && (code == PARLEY_ERROR_RATE_LIMITED || code == PARLEY_ERROR_CONFIGURATION
          || code == PARLEY_ERROR_AUTH))
    broke = status == 402 || says_no_credit (server);
  if (broke)
    code = PARLEY_ERROR_CONFIGURATION;

  sentence = get_sentence (code);
  if (code == PARLEY_ERROR_AUTH && key == NULL)
    sentence = _ ("The server wants an API key.");
  if (code == PARLEY_ERROR_CONFIGURATION && status == 404)
    sentence = _ ("The server has no such model or address.");
  if (broke || (code == PARLEY_ERROR_CONFIGURATION && status == 429))
    sentence = _ ("Your account with the server has no credit left.");
  return new_error (code, sentence, server->message, key);
}

static ServerError
read_details (JsonObject *details)
{
  gint64 status = parley_json_get_int (details, "code", 0);

  return (ServerError){
    .message = parley_json_get_string (details, "message"),
    .code = parley_json_get_string (details, "code"),
    .type = parley_json_get_string (details, "type"),
    .status = status >= 400 && status <= 599 ? status : 0,
  };
}

/* @server: filled with what is borrowed from @object. Returns: whether it is an error. */
static gboolean
read_object (JsonObject *object, ServerError *server)
{
  JsonObject *details = parley_json_get_object (object, "error");
  const char *text = parley_json_get_string (object, "error");

  if (details != NULL)
    *server = read_details (details);
  else if (text != NULL)
    *server = (ServerError){ .message = text };
  else if (g_strcmp0 (parley_json_get_string (object, "object"), "error") == 0)
    *server = read_details (object);
  else if (parley_json_get_string (object, "detail") != NULL)
    *server = (ServerError){ .message = parley_json_get_string (object, "detail") };
  else
    return FALSE;
  return TRUE;
}

GError *
parley_http_error_from_object (JsonObject *object, const char *key)
{
  ServerError server = { 0 };

  return read_object (object, &server) ? classify (server.status, &server, key) : NULL;
}

GError *
parley_http_error_from_details (JsonObject *details, const char *key)
{
  ServerError server = read_details (details);

  return classify (server.status, &server, key);
}

/* Gemini wraps its errors in an array of one. */
static JsonNode *
parse_body (const char *body, gsize length)
{
  while (length > 0 && g_ascii_isspace (body[length - 1]))
    length--;
  if (length >= 2 && body[0] == '[' && body[length - 1] == ']')
    {
      body++;
      length -= 2;
    }
  return parley_json_parse (body, length, NULL);
}

GError *
parley_http_error_from_status (guint status, const char *body, gsize length, const char *key)
{
  g_autoptr (JsonNode) root = NULL;
  ServerError server = { 0 };

  if (SOUP_STATUS_IS_REDIRECTION (status) || status == SOUP_STATUS_PROXY_AUTHENTICATION_REQUIRED
      || status == 511) /* Network Authentication Required, RFC 6585 */
    return parley_http_error_new_login_page ();
  root = parse_body (body, length);
  if (root != NULL)
    read_object (json_node_get_object (root), &server);
  return classify (status, &server, key);
}

GError *
parley_http_error_from_transport (const GError *transport, gboolean answered)
{
  if (g_error_matches (transport, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_error_copy (transport);
  if (answered)
    return parley_http_error_new_cut ();
  if (g_error_matches (transport, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE))
    return g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE,
                                _ ("The server's certificate is not trusted: a login page or proxy "
                                   "may be in the way."));
  if (transport->domain == G_RESOLVER_ERROR)
    return g_error_new_literal (
        PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE,
        _ ("Parley can't find the server's address: is the network up, and is the address right?"));
  if (g_error_matches (transport, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return g_error_new_literal (
        PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE,
        _ ("Nothing answers at the server's address: is the server running?"));
  return g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE,
                              get_sentence (PARLEY_ERROR_UNREACHABLE));
}

GError *
parley_http_error_new_login_page (void)
{
  return g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE,
                              _ ("Something else than the model server answered: a login page or "
                                 "proxy may be in the way."));
}

GError *
parley_http_error_new_cut (void)
{
  return g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_CUT, get_sentence (PARLEY_ERROR_CUT));
}
