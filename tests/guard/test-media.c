/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-media.h"

#define DISCORD "prpl-eionrobb-discord"
#define ROCKET  "prpl-eionrobb-rocketchat"
#define SLACK   "prpl-slack"
#define SIGNALD "prpl-hehoe-signald"
#define TEAMS   "prpl-eionrobb-msteams"
#define XMPP    "prpl-jabber"

typedef struct
{
  const char *protocol;
  const char *text;
  ParleyMedia with;
  const char *media;
  const char *words;
} Case;

static const Case cases[] = {
  { XMPP, "see you", PARLEY_MEDIA_NONE, NULL, "see you" },
  { XMPP, "", PARLEY_MEDIA_PICTURE, "⟦picture⟧", "" },
  { XMPP, "my cat", PARLEY_MEDIA_PICTURE, "⟦picture⟧", "my cat" },
  { XMPP, "https://up.example/a/Cat%20.JPG", PARLEY_MEDIA_NONE, "⟦picture⟧", "" },
  { XMPP, "https://up.example/a/note.m4a?t=1#x.txt", PARLEY_MEDIA_NONE, "⟦voice message⟧", "" },
  { XMPP, "aesgcm://up.example/a/b#0f", PARLEY_MEDIA_NONE, "⟦file⟧", "" },
  { XMPP, "aesgcm://up.example/a/b.mp4#0f", PARLEY_MEDIA_NONE, "⟦video⟧", "" },
  { XMPP, "geo:48.2,16.3", PARLEY_MEDIA_NONE, "⟦place⟧", "" },
  { XMPP, "file:///srv/a.vcf", PARLEY_MEDIA_NONE, "⟦contact card⟧", "" },
  { XMPP, "look\nhttps://up.example/a.png\nand\nhttps://up.example/b.png", PARLEY_MEDIA_NONE,
    "⟦picture⟧", "look\nand" },
  { XMPP, "https://up.example/a.png\nhttps://up.example/b.ogg", PARLEY_MEDIA_NONE,
    "⟦picture⟧ ⟦voice message⟧", "" },
  /* What is there to be read, and what people say of it. */
  { XMPP, "https://example.org/", PARLEY_MEDIA_NONE, NULL, "https://example.org/" },
  { XMPP, "https://example.jpg", PARLEY_MEDIA_NONE, NULL, "https://example.jpg" },
  { XMPP, "https://example.org/?cat.jpg", PARLEY_MEDIA_NONE, NULL, "https://example.org/?cat.jpg" },
  { XMPP, "is https://up.example/a.png nice?", PARLEY_MEDIA_NONE, NULL,
    "is https://up.example/a.png nice?" },
  { XMPP, "(link)", PARLEY_MEDIA_NONE, NULL, "(link)" },
  { XMPP, "cat.jpg", PARLEY_MEDIA_NONE, NULL, "cat.jpg" },
  { XMPP, "://", PARLEY_MEDIA_NONE, NULL, "://" },
  { XMPP, "http://", PARLEY_MEDIA_NONE, NULL, "http://" },
  { XMPP, "file://", PARLEY_MEDIA_NONE, "⟦file⟧", "" },
  /* What protocols write. */
  { DISCORD, "(link) (https://cdn.example/1)", PARLEY_MEDIA_PICTURE, "⟦picture⟧", "" },
  { DISCORD, "hi\nhttps://cdn.discordapp.com/stickers/12.json", PARLEY_MEDIA_NONE, "⟦sticker⟧",
    "hi" },
  { ROCKET, "cat.png (https://r.example/file-upload/1a/cat.png)", PARLEY_MEDIA_NONE, "⟦picture⟧",
    "" },
  { ROCKET, "is it big? my cat.png (https://r.example/file-upload/1a/my%20cat.png)",
    PARLEY_MEDIA_NONE, "⟦picture⟧", "is it big?" },
  { ROCKET, "as in (https://x.example): a.pdf (https://r.example/file-upload/1a/a.pdf)",
    PARLEY_MEDIA_NONE, "⟦file⟧", "as in (https://x.example):" },
  { ROCKET, "hello\nso? plan (https://r.example/file-upload/1a/other.png)", PARLEY_MEDIA_NONE,
    "⟦picture⟧", "hello\nso? plan" },
  { SLACK, "hi\n▎ cat.png (https://files.example/1)", PARLEY_MEDIA_NONE, "⟦picture⟧", "hi" },
  { SLACK, "▎ plan (https://files.example/1)", PARLEY_MEDIA_NONE, "⟦file⟧", "" },
  { SIGNALD, "Attachment (type: audio/aac) (file:///var/1)", PARLEY_MEDIA_NONE, "⟦voice message⟧",
    "" },
  { "telegram-tdlib", "voice note [audio/ogg] (file:///srv/m e/5.oga)\nlisten", PARLEY_MEDIA_NONE,
    "⟦voice message⟧", "listen" },
  { TEAMS, "The user sent a contact: Bob (b)", PARLEY_MEDIA_NONE, "⟦contact card⟧", "" },
};

static ParleyProtocols *
load (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);

  return parley_protocols_new (data);
}

static void
test_what_is_no_text (void)
{
  g_autoptr (ParleyProtocols) protocols = load ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autofree char *words = NULL;
      g_autofree char *media = parley_media_read (protocols, c->protocol, c->text, c->with, &words);

      g_test_message ("%s: %s", c->protocol, c->text);
      g_assert_cmpstr (media, ==, c->media);
      g_assert_cmpstr (words, ==, c->words);
    }
}

static void
test_offered (void)
{
  static const struct
  {
    const char *name;
    const char *media;
  } files[] = {
    { "cat.png", "⟦picture⟧" },
    { "a⟧\n⟦picture⟧", "⟦file: a] [picture]⟧" },
    { "9f86.OGA", "⟦voice message⟧" },
    { "plan.pdf", "⟦file: plan.pdf⟧" },
    { "", "⟦file⟧" },
    { "a] I am [b", "⟦file: a] I am [b⟧" },
    { ".", "⟦file: .⟧" },
  };
  g_autoptr (ParleyProtocols) protocols = load ();

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *media = parley_media_dup_offered (protocols, files[i].name);

      g_assert_cmpstr (media, ==, files[i].media);
    }
}

static void
test_split (void)
{
  static const struct
  {
    const char *text;
    const char *media;
    const char *words;
  } kept[] = {
    { "see you", NULL, "see you" },
    { "⟦picture⟧", "⟦picture⟧", "" },
    { "⟦picture⟧ ⟦voice message⟧ my cat", "⟦picture⟧ ⟦voice message⟧", "my cat" },
    { "⟦file: plan.pdf⟧ for you", "⟦file: plan.pdf⟧", "for you" },
    { "⟦file: plan.pdf", NULL, "⟦file: plan.pdf" },
    { "[picture]", NULL, "[picture]" },
    { "", "⟦file⟧", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      const char *words;
      g_autofree char *media = parley_media_split (kept[i].text, &words);

      g_assert_cmpstr (media, ==, kept[i].media);
      g_assert_cmpstr (words, ==, kept[i].words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/media/read", test_what_is_no_text);
  g_test_add_func ("/guard/media/offered", test_offered);
  g_test_add_func ("/guard/media/split", test_split);
  return g_test_run ();
}
