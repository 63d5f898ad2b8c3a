/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "backend/parley-endpoint.h"
#include "backend/parley-http-error.h"
#include "backend/parley-url.h"
#include "base/parley-error.h"

#define KEY "sk-abcdefghijklmnop0123456789"

typedef enum
{
  ALWAYS,
  WITH_CONSENT,
  NEVER,
} Allowed;

static void
test_which_addresses_may_be_used (void)
{
  static const struct
  {
    const char *url;
    Allowed allowed;
    gboolean loopback;
    gboolean key;
  } rows[] = {
    { "https://api.example.org/v1", ALWAYS, FALSE, TRUE },
    { "https://api.example.org:8443/v1/", ALWAYS, FALSE, TRUE },
    { " https://api.example.org \n", ALWAYS, FALSE, TRUE },
    { "http://localhost:11434/v1", ALWAYS, TRUE, TRUE },
    { "http://LOCALHOST/v1", ALWAYS, TRUE, TRUE },
    { "http://127.0.0.1:1/v1", ALWAYS, TRUE, TRUE },
    { "http://127.255.255.254/v1", ALWAYS, TRUE, TRUE },
    { "http://[::1]:8080/v1", ALWAYS, TRUE, TRUE },
    { "https://127.0.0.1/v1", ALWAYS, TRUE, TRUE },
    { "http://192.168.1.2:8080/v1", WITH_CONSENT, FALSE, FALSE },
    { "http://example.org/v1", WITH_CONSENT, FALSE, FALSE },
    { "http://localhost.example.org/v1", WITH_CONSENT, FALSE, FALSE },
    { "http://127.0.0.1.example.org/v1", WITH_CONSENT, FALSE, FALSE },
    { "http://128.0.0.1/v1", WITH_CONSENT, FALSE, FALSE },
    { "http://0.0.0.0/v1", WITH_CONSENT, FALSE, FALSE },
    { "http://[::ffff:10.0.0.1]/v1", WITH_CONSENT, FALSE, FALSE },
    { "http://[2001:db8::1]/v1", WITH_CONSENT, FALSE, FALSE },
    { "https://me:secret@example.org/v1", NEVER },
    { "https://me@example.org/v1", NEVER },
    { "http://localhost@example.org/v1", NEVER },
    { "https://example.org/v1?key=1", NEVER },
    { "https://example.org/v1#x", NEVER },
    { "ftp://example.org/v1", NEVER },
    { "file:///etc/passwd", NEVER },
    { "example.org/v1", NEVER },
    { "https://", NEVER },
    { "https:///v1", NEVER },
    { "https://exa mple.org/", NEVER },
    { "https://example.org/\r\nX: y", NEVER },
    { "http://localhost\\@example.org/", NEVER },
    { "", NEVER },
    { NULL, NEVER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) error_with_consent = NULL;
      g_autoptr (GUri) plain = parley_url_check (rows[i].url, FALSE, &error);
      g_autoptr (GUri) uri = parley_url_check (rows[i].url, TRUE, &error_with_consent);

      g_test_message ("%s", rows[i].url);
      g_assert_cmpint (plain != NULL, ==, rows[i].allowed == ALWAYS);
      g_assert_cmpint (uri != NULL, ==, rows[i].allowed != NEVER);
      if (plain == NULL)
        g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      if (uri == NULL)
        {
          g_assert_error (error_with_consent, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
          g_assert_null (strstr (error_with_consent->message, "secret"));
          continue;
        }
      g_assert_cmpint (parley_url_is_loopback (uri), ==, rows[i].loopback);
      g_assert_cmpint (parley_url_may_send_key (uri), ==, rows[i].key);
    }
}

static void
test_a_path_is_put_behind_the_base (void)
{
  static const char *const rows[][2] = {
    { "http://localhost:1/v1", "http://localhost:1/v1/models" },
    { "http://localhost:1/v1//", "http://localhost:1/v1/models" },
    { "http://localhost:1", "http://localhost:1/models" },
    { "http://localhost:1/a%20b", "http://localhost:1/a%20b/models" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GUri) base = parley_url_check (rows[i][0], FALSE, NULL);
      g_autoptr (GUri) uri = parley_url_append_path (base, "/models");
      g_autofree char *text = g_uri_to_string (uri);

      g_assert_cmpstr (text, ==, rows[i][1]);
    }
}

static void
test_an_origin_is_scheme_host_and_port (void)
{
  static const char *const rows[][2] = {
    { "https://api.example.org/v1", "https://api.example.org" },
    { "HTTPS://API.Example.Org:443/v1/x", "https://api.example.org" },
    { "https://api.example.org:8443/v1", "https://api.example.org:8443" },
    { "https://api.example.org:80", "https://api.example.org:80" },
    { "http://localhost:80/v1", "http://localhost" },
    { "http://[::1]:8080/v1", "http://[::1]:8080" },
    { "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GUri) uri = parley_url_check (rows[i][0], FALSE, NULL);
      g_autofree char *origin = parley_url_dup_origin (uri);

      g_assert_cmpstr (origin, ==, rows[i][1]);
    }
}

static void
test_the_session_keeps_nothing_and_is_wide_enough (void)
{
  g_autoptr (GUri) server = parley_url_check ("https://example.org/v1", FALSE, NULL);
  g_autoptr (SoupSession) session = parley_http_session_new (server, NULL);

  g_assert_cmpuint (soup_session_get_max_conns (session), >=, 32);
  g_assert_cmpuint (soup_session_get_max_conns_per_host (session), >=, 16);
  g_assert_false (soup_session_has_feature (session, SOUP_TYPE_AUTH_NTLM));
  g_assert_false (soup_session_has_feature (session, SOUP_TYPE_COOKIE_JAR));
  g_assert_false (soup_session_has_feature (session, SOUP_TYPE_CONTENT_DECODER));
  g_assert_false (soup_session_has_feature (session, SOUP_TYPE_CONTENT_SNIFFER));
  g_assert_false (soup_session_has_feature (session, SOUP_TYPE_WEBSOCKET_EXTENSION_MANAGER));
}

static void
test_a_proxy_is_for_other_machines_only (void)
{
  g_autoptr (GProxyResolver) proxy = g_simple_proxy_resolver_new ("socks5://10.0.0.1", NULL);
  g_autoptr (GUri) here = parley_url_check ("http://127.0.0.1:7/v1", FALSE, NULL);
  g_autoptr (GUri) there = parley_url_check ("https://example.org/v1", FALSE, NULL);
  g_autoptr (SoupSession) local = parley_http_session_new (here, proxy);
  g_autoptr (SoupSession) remote = parley_http_session_new (there, proxy);
  g_autoptr (SoupSession) plain = parley_http_session_new (there, NULL);
  g_auto (GStrv) first = g_proxy_resolver_lookup (soup_session_get_proxy_resolver (local),
                                                  "http://127.0.0.1:7/v1", NULL, NULL);

  /* Which is the server itself. */
  g_assert_cmpstr (first[0], ==, "parley-peer://127.0.0.1:7");
  g_assert_null (first[1]);
  g_assert_true (soup_session_get_proxy_resolver (remote) == proxy);
  g_assert_true (soup_session_get_proxy_resolver (plain) == g_proxy_resolver_get_default ());
}

static void
test_each_status_has_its_code (void)
{
  static const struct
  {
    guint status;
    const char *body;
    ParleyError code;
    const char *word; /* in the message */
  } rows[] = {
    { 302, "", PARLEY_ERROR_BAD_RESPONSE, "login page or proxy" },
    { 400, "", PARLEY_ERROR_CONFIGURATION, "refused the request" },
    { 400, "{\"error\":{\"message\":\"maximum context length is 8\"}}",
      PARLEY_ERROR_CONTEXT_TOO_LONG, "too long" },
    { 400, "{\"error\":{\"code\":\"context_length_exceeded\"}}", PARLEY_ERROR_CONTEXT_TOO_LONG,
      "too long" },
    { 400, "{\"error\":{\"code\":400,\"type\":\"exceed_context_size_error\",\"message\":\"m\"}}",
      PARLEY_ERROR_CONTEXT_TOO_LONG, "too long" },
    { 400, "{\"error\":{\"code\":\"content_filter\"}}", PARLEY_ERROR_REFUSED, "filter" },
    { 400, "[{\"error\":{\"code\":400,\"message\":\"API key not valid\"}}]\n",
      PARLEY_ERROR_CONFIGURATION, "API key not valid" },
    { 401, "{\"error\":{\"message\":\"bad key\"}}", PARLEY_ERROR_AUTH, "bad key" },
    { 401, "<html>", PARLEY_ERROR_AUTH, "check the API key" },
    { 402, "", PARLEY_ERROR_CONFIGURATION, "credit" },
    { 403, "", PARLEY_ERROR_AUTH, "API key" },
    { 404, "{\"error\":\"model 'x' not found\"}", PARLEY_ERROR_CONFIGURATION,
      "no such model or address" },
    { 407, "", PARLEY_ERROR_BAD_RESPONSE, "proxy" },
    { 408, "", PARLEY_ERROR_TIMEOUT, "" },
    { 413, "", PARLEY_ERROR_CONTEXT_TOO_LONG, "too long" },
    { 422, "{\"detail\":\"bad field\"}", PARLEY_ERROR_CONFIGURATION, "bad field" },
    { 429, "", PARLEY_ERROR_RATE_LIMITED, "too many requests" },
    { 429, "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"m\"}}",
      PARLEY_ERROR_CONFIGURATION, "credit" },
    { 500, "<html>oops</html>", PARLEY_ERROR_OVERLOADED, "has a problem" },
    { 500, "{\"error\":{\"message\":\"context size exceeded\"}}", PARLEY_ERROR_CONTEXT_TOO_LONG,
      "" },
    { 502, "", PARLEY_ERROR_OVERLOADED, "" },
    { 511, "", PARLEY_ERROR_BAD_RESPONSE, "login page" },
    { 529, "{\"error\":{\"type\":\"overloaded_error\"}}", PARLEY_ERROR_OVERLOADED, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = parley_http_error_from_status (rows[i].status, rows[i].body,
                                                                strlen (rows[i].body), KEY);

      g_test_message ("%u %s: %s", rows[i].status, rows[i].body, error->message);
      g_assert_error (error, PARLEY_ERROR, (int) rows[i].code);
      g_assert_nonnull (strstr (error->message, rows[i].word));
      g_assert_null (strstr (error->message, "<html>"));
    }
}

static void
test_words_of_a_server_become_one_harmless_line (void)
{
  static const char *const rows[][2] = {
    { "plain words", "plain words" },
    { "two\r\nlines\tand  blanks ", "two lines and blanks" },
    { "see https://evil.example/x now", "see … now" },
    { "see (www.evil.example) or HTTP://X", "see … or …" },
    { "write me@evil.example", "write …" },
    { "a\x01"
      "b\x1b[31m",
      "ab[31m" },
    { "a\xe2\x80\xae"
      "b\xe2\x80\x8b"
      "c\xef\xbb\xbf",
      "abc" },
    { "htt\xe2\x80\x8bps://evil.example", "…" },
    { "bad \xff byte", "bad \xef\xbf\xbd byte" },
    { "key " KEY " is wrong", "key … is wrong" },
    { "key sk-abc\xe2\x80\x8b"
      "defghijklmnop0123456789 is wrong",
      "key … is wrong" },
    { "key sk-abcde***6789 is wrong", "key …***6789 is wrong" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *quote = parley_http_quote (rows[i][0], KEY);

      g_assert_cmpstr (quote, ==, rows[i][1]);
    }
  g_assert_null (parley_http_quote (NULL, KEY));
  g_assert_null (parley_http_quote (" \n ", KEY));
}

static void
test_a_quote_has_at_most_200_characters (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *exact = NULL;
  g_autofree char *cut = NULL;

  for (int i = 0; i < 200; i++)
    g_string_append (text, "ä");
  exact = parley_http_quote (text->str, NULL);
  g_string_append (text, "ä");
  cut = parley_http_quote (text->str, NULL);

  g_assert_cmpint (g_utf8_strlen (exact, -1), ==, 200);
  g_assert_true (g_str_has_suffix (exact, "ä"));
  g_assert_cmpint (g_utf8_strlen (cut, -1), ==, 200);
  g_assert_true (g_str_has_suffix (cut, "ä…"));
}

/* A key of two characters, as people invent them for local servers. */
static void
test_a_short_key_is_removed_whole (void)
{
  g_autofree char *quote = parley_http_quote ("key q7 is wrong, q 7 is not", "q7");

  g_assert_cmpstr (quote, ==, "key … is wrong, q 7 is not");
}

static void
test_transport_errors_say_what_to_do (void)
{
  static const struct
  {
    gboolean answered;
    int io_code;
    ParleyError code;
  } rows[] = {
    { FALSE, G_IO_ERROR_CONNECTION_REFUSED, PARLEY_ERROR_UNREACHABLE },
    { FALSE, G_IO_ERROR_FAILED, PARLEY_ERROR_UNREACHABLE },
    { TRUE, G_IO_ERROR_PARTIAL_INPUT, PARLEY_ERROR_CUT },
    { TRUE, G_IO_ERROR_CONNECTION_CLOSED, PARLEY_ERROR_CUT },
  };
  g_autoptr (GError) cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "x");
  g_autoptr (GError) kept = parley_http_error_from_transport (cancelled, TRUE);
  g_autoptr (GError) bad = g_error_new_literal (G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE, "x");
  g_autoptr (GError) certificate = parley_http_error_from_transport (bad, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) transport = g_error_new_literal (G_IO_ERROR, rows[i].io_code, "http://x");
      g_autoptr (GError) error = parley_http_error_from_transport (transport, rows[i].answered);

      g_assert_error (error, PARLEY_ERROR, (int) rows[i].code);
      g_assert_null (strstr (error->message, "http://x"));
    }
  g_assert_error (kept, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_error (certificate, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/http/which-addresses-may-be-used", test_which_addresses_may_be_used);
  g_test_add_func ("/http/path-behind-base", test_a_path_is_put_behind_the_base);
  g_test_add_func ("/http/origin", test_an_origin_is_scheme_host_and_port);
  g_test_add_func ("/http/session", test_the_session_keeps_nothing_and_is_wide_enough);
  g_test_add_func ("/http/proxy", test_a_proxy_is_for_other_machines_only);
  g_test_add_func ("/http/each-status-has-its-code", test_each_status_has_its_code);
  g_test_add_func ("/http/quote/harmless-line", test_words_of_a_server_become_one_harmless_line);
  g_test_add_func ("/http/quote/at-most-200", test_a_quote_has_at_most_200_characters);
  g_test_add_func ("/http/quote/short-key", test_a_short_key_is_removed_whole);
  g_test_add_func ("/http/transport-errors", test_transport_errors_say_what_to_do);
  return g_test_run ();
}
