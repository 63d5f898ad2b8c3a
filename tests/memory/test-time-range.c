/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-timers.h"
#include "memory/parley-time-range.h"

#include <string.h>
#include <time.h>

/* Instants are written as the clock on the wall shows them, "2026-03-01 00:00"; "24:00" at the end
 * of a range is the last instant before it. */
typedef struct
{
  const char *text;
  const char *start; /* NULL: no range */
  const char *end;   /* NULL: now */
} Case;

typedef struct
{
  const char *name;
  const char *zone;
  const char *now; /* local */
  const Case *cases;
  guint n;
} Table;

#define TABLE(name_, zone_, now_, cases_)                                                          \
  {                                                                                                \
    .name = name_, .zone = zone_, .now = now_, .cases = cases_, .n = G_N_ELEMENTS (cases_)         \
  }

typedef struct
{
  ParleyLexicon *lexicon;
  GTimeZone *zone;
  gint64 now;
} Place;

static ParleyLexicon *
new_lexicon (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);

  return parley_lexicon_new (data);
}

/* Returns: µs since 1970. */
static gint64
parse_local (const char *text, GTimeZone *zone)
{
  gboolean whole_day = g_str_has_suffix (text, " 24:00");
  g_autofree char *iso = g_strdup_printf ("%.10sT%s", text, whole_day ? "00:00" : text + 11);
  g_autofree char *full = g_strdup_printf ("%s%s", iso, strlen (iso) == 16 ? ":00" : "");
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (full, zone);
  g_autoptr (GDateTime) next = NULL;

  g_assert_nonnull (time);
  if (!whole_day)
    return g_date_time_to_unix (time) * G_USEC_PER_SEC + g_date_time_get_microsecond (time);
  next = g_date_time_add_days (time, 1);
  return g_date_time_to_unix (next) * G_USEC_PER_SEC - 1;
}

static char *
dup_local (gint64 time, GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_timezone (utc, zone);

  return g_date_time_format (local, "%F %T%z");
}

static void
place_init (Place *place, const char *zone, const char *now)
{
  place->lexicon = new_lexicon ();
  place->zone = g_time_zone_new_identifier (zone);
  g_assert_nonnull (place->zone);
  place->now = parse_local (now, place->zone);
}

static void
place_clear (Place *place)
{
  parley_lexicon_free (place->lexicon);
  g_time_zone_unref (place->zone);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static gboolean
find (const Place *place, const char *text, ParleyInterval *range)
{
  return parley_time_range_find (place->lexicon, text, place->now, place->zone, range);
}

/* Returns: whether it is as it should be. */
static gboolean
check (const Place *place, const Case *wanted)
{
  ParleyInterval range = { 0 };
  ParleyInterval expected = { .end = place->now };
  gboolean found = find (place, wanted->text, &range);
  g_autofree char *start = dup_local (range.start, place->zone);
  g_autofree char *end = dup_local (range.end, place->zone);

  if (wanted->start != NULL)
    expected.start = parse_local (wanted->start, place->zone);
  if (wanted->end != NULL)
    expected.end = parse_local (wanted->end, place->zone);
  if (found == (wanted->start != NULL)
      && (!found || (range.start == expected.start && range.end == expected.end)))
    return TRUE;
  g_test_message ("“%s”: %s %s to %s", wanted->text, found ? "found" : "nothing, not", start, end);
  return FALSE;
}

static void
run_table (gconstpointer data)
{
  const Table *table = data;
  g_auto (Place) place = { 0 };

  place_init (&place, table->zone, table->now);
  for (guint i = 0; i < table->n; i++)
    {
      if (!check (&place, &table->cases[i]))
        g_test_fail ();
    }
}

/* --- languages: Wednesday, 11 March 2026, 15:30 in Berlin --------------------------------------
 */

#define D1  "2026-03-10 15:30" /* 24 hours before */
#define W1  "2026-03-04 15:30"
#define W2  "2026-02-25 15:30"
#define MON "2026-03-09 00:00"
#define MAR "2026-03-03 00:00"
#define JAN "2026-01-01 00:00"
#define AGO "2026-03-09 00:00", "2026-03-09 24:00"
#define YES "2026-03-10 00:00", "2026-03-10 24:00"
#define TOD "2026-03-11 00:00"
#define LWK "2026-03-02 00:00", "2026-03-08 24:00"
#define LMO "2026-02-01 00:00", "2026-02-28 24:00"
#define LYR "2025-01-01 00:00", "2025-12-31 24:00"
#define THM "2026-03-01 00:00"

static const Case english[] = {
  { "show me the kudos of the last 24 hours", D1 },
  { "last 24h please", D1 },
  { "Last twenty-four hours?", NULL },
  { "the past 2 weeks", W2 },
  { "in the previous two weeks", W2 },
  { "over the last week", W1 },
  { "the past week", W1 },
  { "what happened in the last hour?", "2026-03-11 14:30" },
  { "last 90 minutes", "2026-03-11 14:00" },
  { "last twelve months", "2025-03-11 15:30" },
  { "last couple of days", "2026-03-09 15:30" },
  { "who wrote 2 days ago?", AGO },
  { "two days ago", AGO },
  { "a week ago", LWK },
  { "a month ago", LMO },
  { "one year ago", LYR },
  { "3 hours ago", "2026-03-11 12:00", "2026-03-11 12:59:59.999999" },
  { "since Monday", MON },
  { "since last monday", MON },
  { "since Wednesday", TOD },
  { "since Thursday", "2026-03-05 00:00" },
  { "since 3 March", MAR },
  { "since the 3rd of March", MAR },
  { "since March 3rd", MAR },
  { "since March 3, 2025", "2025-03-03 00:00" },
  { "since 3 march 2025", "2025-03-03 00:00" },
  { "since 2026-03-01", THM },
  { "since January", JAN },
  { "since may", "2025-05-01 00:00" },
  { "since June 2024", "2024-06-01 00:00" },
  { "since 2024", "2024-01-01 00:00" },
  { "since yesterday", "2026-03-10 00:00" },
  { "since 2 days ago", MON },
  { "since last week", "2026-03-02 00:00" },
  { "from monday until now", MON },
  { "yesterday", YES },
  { "yesterday's kudos", YES },
  { "YESTERDAY!!!", YES },
  { "the day before yesterday", AGO },
  { "today", TOD },
  { "and today's?", TOD },
  { "this week", MON },
  { "this month", THM },
  { "this year", JAN },
  { "last week", LWK },
  { "last month", LMO },
  { "last year", LYR },
  { "anything recent?", D1 },
  { "what came in recently", D1 },
  { "lots\nof\nbubbles\nlast\n24\nhours", D1 },
};

static const Case german[] = {
  { "Wer hat in den letzten 24 Stunden geschrieben?", D1 },
  { "letzte 24h", D1 },
  { "was war in den letzten 24h", D1 },
  { "die vergangenen zwei Wochen", W2 },
  { "in der letzten Stunde", "2026-03-11 14:30" },
  { "seit 24 Stunden", D1 },
  { "vor 2 Tagen", AGO },
  { "vor zwei Tagen", AGO },
  { "vor einer Woche", LWK },
  { "seit Montag", MON },
  { "seit dem 3. März", MAR },
  { "seit 3.3.2026", MAR },
  { "seit dem 03.03.", MAR },
  { "seit 2026-03-01", THM },
  { "seit Januar", JAN },
  { "seit gestern", "2026-03-10 00:00" },
  { "gestern", YES },
  { "vorgestern", AGO },
  { "und heute?", TOD },
  { "diese Woche", MON },
  { "letzte Woche", LWK },
  { "letzten Monat", LMO },
  { "im letzten Jahr", LYR },
  { "kürzlich", D1 },
  { "was war hier los?", NULL },
  { "vor allem", NULL },
  { "seit so langer Zeit", NULL },
};

static const Case french[] = {
  { "les dernières 24 heures", D1 },
  { "ces 24 dernières heures", D1 },
  { "les deux dernières semaines", W2 },
  { "depuis 24 heures", D1 },
  { "il y a 2 jours", AGO },
  { "il y a deux jours", AGO },
  { "il y a une semaine", LWK },
  { "depuis lundi", MON },
  { "depuis le 3 mars", MAR },
  { "depuis le 1er mars", THM },
  { "depuis le 03/03/2026", MAR },
  { "depuis 2026-03-01", THM },
  { "depuis janvier", JAN },
  { "depuis hier", "2026-03-10 00:00" },
  { "et hier ?", YES },
  { "avant-hier", AGO },
  { "les messages d’aujourd’hui", TOD },
  { "cette semaine", MON },
  { "la semaine dernière", LWK },
  { "le mois dernier", LMO },
  { "l'an dernier", LYR },
  { "récemment", D1 },
  { "il y a du monde", NULL },
  { "le dernier jour", NULL },
};

static const Case spanish[] = {
  { "las últimas 24 horas", D1 },
  { "las ultimas dos semanas", W2 },
  { "desde hace 24 horas", D1 },
  { "hace 2 días", AGO },
  { "hace dos dias", AGO },
  { "hace una semana", LWK },
  { "desde el lunes", MON },
  { "desde el 3 de marzo", MAR },
  { "desde 2026-03-01", THM },
  { "desde enero", JAN },
  { "desde ayer", "2026-03-10 00:00" },
  { "¿y ayer?", YES },
  { "anteayer", AGO },
  { "hoy", TOD },
  { "esta semana", MON },
  { "la semana pasada", LWK },
  { "el mes pasado", LMO },
  { "el año pasado", LYR },
  { "recientemente", D1 },
  { "hace calor", NULL },
  { "el último día", NULL },
};

static const Case portuguese[] = {
  { "as últimas 24 horas", D1 },
  { "nas últimas duas semanas", W2 },
  { "há 2 dias", AGO },
  { "dois dias atrás", AGO },
  { "há uma semana", LWK },
  { "desde segunda-feira", MON },
  { "desde segunda", MON },
  { "desde 3 de março", MAR },
  { "desde o dia 3 de março", MAR },
  { "desde 2026-03-01", THM },
  { "desde janeiro", JAN },
  { "desde ontem", "2026-03-10 00:00" },
  { "e ontem?", YES },
  { "anteontem", AGO },
  { "hoje", TOD },
  { "nesta semana", MON },
  { "na semana passada", LWK },
  { "mês passado", LMO },
  { "ano passado", LYR },
  { "recentemente", D1 },
  { "há muito tempo", NULL },
  { "desde a segunda vez", NULL },
};

static const Case russian[] = {
  { "за последние 24 часа", D1 },
  { "последние две недели", W2 },
  { "за последние сутки", D1 },
  { "за последний час", "2026-03-11 14:30" },
  { "kudos_givers_timeseries за последнюю неделю", W1 },
  { "2 дня назад", AGO },
  { "два дня назад", AGO },
  { "неделю назад", LWK },
  { "с понедельника", MON },
  { "с 3 марта", MAR },
  { "с 3-го марта", MAR },
  { "с 03.03.2026", MAR },
  { "с 2026-03-01", THM },
  { "с января", JAN },
  { "со вчерашнего дня", "2026-03-10 00:00" },
  { "а вчера?", YES },
  { "позавчера", AGO },
  { "сегодня", TOD },
  { "на этой неделе", MON },
  { "на прошлой неделе", LWK },
  { "в прошлом месяце", LMO },
  { "в прошлом году", LYR },
  { "недавно", D1 },
  { "с днём рождения", NULL },
  { "у меня есть два дня", NULL },
};

static const Case chinese[] = {
  { "过去24小时", D1 },
  { "最近 24 小时谁点赞了", D1 },
  { "最近7天", W1 },
  { "近两周", W2 },
  { "过去一小时", "2026-03-11 14:30" },
  { "2天前", AGO },
  { "两天前谁来了", AGO },
  { "一周前", LWK },
  { "一个月前", LMO },
  { "周一以来", MON },
  { "从星期一开始", MON },
  { "3月3日以来", MAR },
  { "从三月三号到现在", MAR },
  { "自2025年3月3日以来", "2025-03-03 00:00" },
  { "从2026-03-01", THM },
  { "一月以来", JAN },
  { "昨天以来", "2026-03-10 00:00" },
  { "昨天", YES },
  { "我昨天跑步了吗？", YES },
  { "前天", AGO },
  { "今天呢", TOD },
  { "本周", MON },
  { "上周", LWK },
  { "上个月", LMO },
  { "去年", LYR },
  { "最近有什么消息", D1 },
  { "二十一天前", "2026-02-18 00:00", "2026-02-18 24:00" },
  { "五十二天前", NULL },
  { "大前天", NULL },
  { "目前天气很好", NULL },
  { "晚上周末", NULL },
  { "我有两天", NULL },
};

static const Case japanese[] = {
  { "過去24時間", D1 },
  { "直近の2週間", W2 },
  { "過去１時間", "2026-03-11 14:30" },
  { "2日前", AGO },
  { "二日前に来た人", AGO },
  { "1週間前", LWK },
  { "1ヶ月前", LMO },
  { "月曜日から", MON },
  { "月曜以降の記録", MON },
  { "3月3日から", MAR },
  { "2025年3月3日以降", "2025-03-03 00:00" },
  { "2026-03-01から", THM },
  { "1月から", JAN },
  { "昨日から", "2026-03-10 00:00" },
  { "昨日のデータを見せて", YES },
  { "一昨日", AGO },
  { "今日は？", TOD },
  { "今週", MON },
  { "先週", LWK },
  { "先月", LMO },
  { "去年", LYR },
  { "最近どう", D1 },
  { "8時10分前に", NULL },
  { "二日あります", NULL },
  { "午前中", NULL },
};

/* --- what is no time ---------------------------------------------------------------------------*/

static const Case nothing[] = {
  { "" },
  { "hello there" },
  { "last but not least" },
  { "at last!" },
  { "at last 2 days of sun" },
  { "I have two days" },
  { "the battery will last 2 days" },
  { "a last minute change" },
  { "the last day of school" },
  { "may I?" },
  { "since may I ask" },
  { "since I was there" },
  { "march on" },
  { "since" },
  { "last" },
  { "in recent years" },
  { "todays_kudos_timeseries" },
  { "kudos_today" },
  { "blast 2 days" },
  { "last 2 daylilies" },
  { "2 days" },
  { "24 hours" },
  { "hier" },
};

static const Case bad_numbers[] = {
  { "last 0 hours" },
  { "0 days ago" },
  { "last 1.5 hours" },
  { "last 2,000 hours" },
  { "last -2 hours" },
  { "-2 days ago" },
  { "1-2 days ago" },
  { "2,000 days ago" },
  { "last 99999999999999999999 days" },
  { "last 999999999 minutes", "0124-11-13 04:51" },
  { "last 999999999 weeks" },
  { "last 999999999 months" },
  { "last 999999999 years" },
  { "999999999 days ago" },
  { "999999999 weeks ago" },
  { "999999999 months ago" },
  { "999999999 years ago" },
  { "2026 years ago" },
  { "2025 years ago", "0001-01-01 00:00", "0001-12-31 24:00" },
  { "999999999 hours ago" },
  { "since 31 February" },
  { "since 2026-13-01" },
  { "since 2026-02-30" },
  { "since 0 March" },
  { "since 2026-03-01T10:00" },
  { "since 2026-03-12" },
  { "since 0000" },
  { "since 2030" },
};

/* --- clocks and calendars ----------------------------------------------------------------------*/

/* The clocks went forward on Sunday the 29th at 2:00, and the day had 23 hours. */
static const Case spring[] = {
  { "yesterday", "2026-03-29 00:00", "2026-03-29 24:00" },
  { "last 24 hours", "2026-03-29 12:00" },
  { "last 2 days", "2026-03-28 11:00" },
  { "last week", "2026-03-23 00:00", "2026-03-29 24:00" },
  { "past 1 month", "2026-02-28 12:00" },
};

/* They went back on Sunday the 25th at 3:00, and the day had 25 hours. */
static const Case autumn[] = {
  { "yesterday", "2026-10-25 00:00", "2026-10-25 24:00" },
  { "last 24 hours", "2026-10-25 12:00" },
  { "last 2 days", "2026-10-24 13:00" },
  { "since sunday", "2026-10-25 00:00" },
};

/* In Beirut the clocks went from midnight to 1:00 on 30 March 2025. */
static const Case no_midnight[] = {
  { "yesterday", "2025-03-30 01:00", "2025-03-30 23:59:59.999999" },
  { "2 days ago", "2025-03-29 00:00", "2025-03-29 23:59:59.999999" },
  { "since sunday", "2025-03-30 01:00" },
};

static const Case new_year[] = {
  { "yesterday", "2025-12-31 00:00", "2025-12-31 24:00" },
  { "this year", "2026-01-01 00:00" },
  { "this week", "2025-12-29 00:00" },
  { "last month", "2025-12-01 00:00", "2025-12-31 24:00" },
  { "last year", "2025-01-01 00:00", "2025-12-31 24:00" },
  { "since december", "2025-12-01 00:00" },
  { "since january", "2026-01-01 00:00" },
  { "since 2 january", "2025-01-02 00:00" },
};

static const Case leap_day[] = {
  { "yesterday", "2028-02-29 00:00", "2028-02-29 24:00" },
  { "last month", "2028-02-01 00:00", "2028-02-29 24:00" },
  { "since 29 february", "2028-02-29 00:00" },
  { "since 2028-02-29", "2028-02-29 00:00" },
  { "since 2027-02-29" },
};

static const Case after_leap_year[] = {
  { "since 29 february", "2024-02-29 00:00" },
  { "last 12 months", "2026-02-28 08:00" },
};

static const Case begun_just_now[] = {
  { "yesterday", "2026-03-10 00:00", "2026-03-10 24:00" },
};

static const Table tables[] = {
  TABLE ("english", "Europe/Berlin", "2026-03-11 15:30", english),
  TABLE ("german", "Europe/Berlin", "2026-03-11 15:30", german),
  TABLE ("french", "Europe/Berlin", "2026-03-11 15:30", french),
  TABLE ("spanish", "Europe/Berlin", "2026-03-11 15:30", spanish),
  TABLE ("portuguese", "Europe/Berlin", "2026-03-11 15:30", portuguese),
  TABLE ("russian", "Europe/Berlin", "2026-03-11 15:30", russian),
  TABLE ("chinese", "Europe/Berlin", "2026-03-11 15:30", chinese),
  TABLE ("japanese", "Europe/Berlin", "2026-03-11 15:30", japanese),
  TABLE ("other-zone", "Pacific/Auckland", "2026-03-11 15:30", english),
  TABLE ("nothing", "Europe/Berlin", "2026-03-11 15:30", nothing),
  TABLE ("bad-numbers", "UTC", "2026-03-11 15:30", bad_numbers),
  TABLE ("clocks-forward", "Europe/Berlin", "2026-03-30 12:00", spring),
  TABLE ("clocks-back", "Europe/Berlin", "2026-10-26 12:00", autumn),
  TABLE ("no-midnight", "Asia/Beirut", "2025-03-31 12:00", no_midnight),
  TABLE ("new-year", "America/New_York", "2026-01-01 08:00", new_year),
  TABLE ("leap-day", "Europe/London", "2028-03-01 08:00", leap_day),
  TABLE ("after-leap-year", "Europe/London", "2027-02-28 08:00", after_leap_year),
  TABLE ("half-a-second-after-midnight", "Europe/Berlin", "2026-03-11 00:00:00.5", begun_just_now),
};

/* --- the rest ----------------------------------------------------------------------------------
 */

/* In Havana the clocks went from 1:00 back to midnight on 2 November 2025. */
static void
test_midnight_that_comes_twice_is_the_first (void)
{
  g_auto (Place) place = { 0 };
  ParleyInterval range;

  place_init (&place, "America/Havana", "2025-11-03 12:00");
  g_assert_true (find (&place, "yesterday", &range));
  g_assert_cmpint (range.end + 1 - range.start, ==, 25 * G_TIME_SPAN_HOUR);
}

static void
test_microseconds_of_now_are_kept (void)
{
  g_auto (Place) place = { 0 };
  ParleyInterval range;

  place_init (&place, "UTC", "2026-03-11 15:30");
  place.now += 123456;
  g_assert_true (find (&place, "last 24 hours", &range));
  g_assert_cmpint (range.start, ==, place.now - G_TIME_SPAN_DAY);
  g_assert_true (find (&place, "last 2 months", &range));
  g_assert_cmpint (range.start % G_USEC_PER_SEC, ==, 123456);
  g_assert_cmpint (range.end, ==, place.now);
}

static void
test_ends_of_time_do_no_harm (void)
{
  static const gint64 nows[]
      = { G_MININT64, PARLEY_ISO_TIME_MIN - 1, PARLEY_ISO_TIME_MIN,     -1,
          0,          PARLEY_ISO_TIME_MAX,     PARLEY_ISO_TIME_MAX + 1, G_MAXINT64 };
  g_auto (Place) place = { 0 };

  place_init (&place, "Pacific/Auckland", "2026-03-11 15:30");
  for (guint i = 0; i < G_N_ELEMENTS (nows); i++)
    {
      place.now = nows[i];
      for (guint k = 0; k < G_N_ELEMENTS (english); k++)
        {
          ParleyInterval range;

          if (!find (&place, english[k].text, &range))
            continue;
          g_assert_cmpint (range.start, >=, PARLEY_ISO_TIME_MIN - G_TIME_SPAN_DAY);
          g_assert_cmpint (range.start, <=, range.end);
          g_assert_cmpint (range.end, <=, place.now);
        }
    }
}

/* If the cost grew with the square of the length, each of these would take minutes. */
static void
test_long_texts_take_their_length (void)
{
  static const char *const units[]
      = { "last ", "since ",      " ", "1", "二", "最近", "2 days ", "since 3 march 20 ",
          "{n}",   "\xef\xb8\x8f" };
  g_auto (Place) place = { 0 };

  place_init (&place, "UTC", "2026-03-11 15:30");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      ParleyInterval range;
      clock_t begun;

      while (text->len < 64 * 1024)
        g_string_append (text, units[i]);
      begun = clock ();
      find (&place, text->str, &range);
      g_assert_cmpint ((clock () - begun) / CLOCKS_PER_SEC, <, 5);
    }
}

static void
test_random_texts_do_no_harm (void)
{
  static const char *const pieces[]
      = { "last ",  "since ", "2 ", "days ", "ago ", "2026-", "03-", "01",
          "march ", "最近",   "天", "前",    "から", "3月",   "日",  "vor ",
          "seit ",  ".",      ",",  "a ",    "\n",   "с ",    "{" };
  g_auto (Place) place = { 0 };

  place_init (&place, "Europe/Berlin", "2026-03-11 15:30");
  for (guint round = 0; round < 3000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      ParleyInterval range;

      for (guint i = 0; i < 8; i++)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      if (!find (&place, text->str, &range))
        continue;
      g_assert_cmpint (range.start, <=, range.end);
      g_assert_cmpint (range.end, <=, place.now);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = g_strdup_printf ("/memory/time-range/%s", tables[i].name);

      g_test_add_data_func (path, &tables[i], run_table);
    }
  g_test_add_func ("/memory/time-range/midnight-twice",
                   test_midnight_that_comes_twice_is_the_first);
  g_test_add_func ("/memory/time-range/microseconds", test_microseconds_of_now_are_kept);
  g_test_add_func ("/memory/time-range/ends-of-time", test_ends_of_time_do_no_harm);
  g_test_add_func ("/memory/time-range/long", test_long_texts_take_their_length);
  g_test_add_func ("/memory/time-range/random", test_random_texts_do_no_harm);
  return g_test_run ();
}
