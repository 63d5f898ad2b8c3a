/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-error.h"
#include "settings/parley-headers.h"
#include "settings/parley-settings.h"

static void
append (const char *name, const char *value, gpointer data)
{
  g_string_append_printf (data, "<%s|%s>", name, value);
}

static void
test_headers_are_taken_apart (void)
{
  static const struct
  {
    const char *value;
    const char *headers;
  } rows[] = {
    { "", "" },
    { " ; ", "" },
    { "X-Title: Parley", "<X-Title|Parley>" },
    { "HTTP-Referer: https://example.org/a?b=c:8 ;x-portkey-provider:  openai;",
      "<HTTP-Referer|https://example.org/a?b=c:8><x-portkey-provider|openai>" },
    { "cf-aig-cache-ttl: 3600; Helicone-User-Id: me",
      "<cf-aig-cache-ttl|3600><Helicone-User-Id|me>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) all = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (parley_headers_check (rows[i].value, &error));
      g_assert_no_error (error);
      parley_headers_foreach (rows[i].value, append, all);
      g_assert_cmpstr (all->str, ==, rows[i].headers);
    }
}

#define SECRET "hunter2hunter"

/* Whatever may be a key, or would make another request of it; and no sentence quotes a value. */
static void
test_keys_and_the_request_itself_are_refused (void)
{
  static const struct
  {
    const char *value;
    const char *words;
  } rows[] = {
    { "Authorization: " SECRET, "may be a key" },
    { "AUTHORIZATION:Bearer " SECRET, "may be a key" },
    { "Proxy-Authorization: " SECRET, "may be a key" },
    { "cf-aig-authorization: " SECRET, "may be a key" },
    { "Helicone-Auth: " SECRET, "may be a key" },
    { "x-api-key: " SECRET, "may be a key" },
    { "x_api_key: " SECRET, "may be a key" },
    { "apikey: " SECRET, "may be a key" },
    { "Ocp-Apim-Subscription-Key: " SECRET, "may be a key" },
    { "x-portkey-virtual-key: " SECRET, "may be a key" },
    { "Cookie: " SECRET, "may be a key" },
    { "X-Auth-Token: " SECRET, "may be a key" },
    { "CF-Access-Client-Secret: " SECRET, "may be a key" },
    { "X-Title: a; X-Title: Bearer " SECRET, "may be a key" },
    { "X-Title: sk-" SECRET, "may be a key" },
    { "X-Team: 0123456789abcdef0123456789abcdef", "may be a key" },
    { "Host: example.org", "Parley sets" },
    { "Content-Length: 3", "Parley sets" },
    { "transfer-encoding: chunked", "Parley sets" },
    { "X-Title: a\r\nX-Other: b", "" },
    { "X-Title: a\001", "" },
    { "X-Title: \303\244", "not plain" },
    { "X-Title:", "not plain" },
    { "X-Title", "are written like" },
    { ": " SECRET, "are written like" },
    { "X Title: a", "are written like" },
    { "a:1;a:1;a:1;a:1;a:1;a:1;a:1;a:1;a:1", "more than 8" },
  };
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].value);
      g_assert_false (parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_HEADERS,
                                                  rows[i].value, &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_null (strstr (error->message, SECRET));
      g_assert_null (strstr (error->message, "0123456789"));
      g_assert_nonnull (strstr (error->message, rows[i].words));
      g_assert_cmpstr (parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_HEADERS), ==,
                       "");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/headers/apart", test_headers_are_taken_apart);
  g_test_add_func ("/headers/refused", test_keys_and_the_request_itself_are_refused);
  return g_test_run ();
}
