/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts become tokens; what is no text is refused in one sentence. */
#include "core/text/text-corpus.h"

#include <locale.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "sentences.h"
#include "support.h"

static const IplTextOptions plain = { .validation = 0.25 };

static IplTextCorpus *
read_text (const char *text, const IplTextOptions *options)
{
  return TEST_OK (ipl_text_corpus_new (text, strlen (text), "a.txt", options, NULL, &error));
}

/* The tokens as words between bars. */
static char *
spell (const IplTextCorpus *corpus)
{
  GString *spelt = g_string_new ("");

  for (gsize i = 0; i < corpus->n_train + corpus->n_validation; i++)
    {
      g_assert_cmpuint (corpus->tokens[i], <, corpus->V);
      g_string_append_printf (spelt, "%s%s", i > 0 ? "|" : "", corpus->words[corpus->tokens[i]]);
    }
  return g_string_free (spelt, FALSE);
}

static void
assert_spelt (const char *text, gboolean fold_case, const char *expected)
{
  const IplTextOptions options = { .fold_case = fold_case, .validation = 0.25 };
  g_autoptr (IplTextCorpus) corpus = read_text (text, &options);
  g_autofree char *spelt = spell (corpus);

  g_assert_cmpstr (spelt, ==, expected);
}

TEST (test_words, "/text-corpus/words")
{
  assert_spelt ("The dog's tail: well-known, 3.5 m!", FALSE,
                "The|dog's|tail|:|well-known|,|3|.|5|m|!|<eos>");
  assert_spelt ("The THE The dog Dog", TRUE, "the|the|the|dog|dog|<eos>");
  assert_spelt ("Ärger ärger ÜBER über", TRUE, "ärger|ärger|über|über|<eos>");
  assert_spelt ("'tis rock 'n' roll - it’s -", FALSE, "'|tis|rock|'|n|'|roll|-|it’s|-|<eos>");
  /* A byte order mark, a tab, a soft hyphen's place, letters with marks of their own. */
  assert_spelt ("\xEF\xBB\xBF"
                "one\ttwo  cafe\xCC\x81",
                FALSE, "one|two|cafe\xCC\x81|<eos>");
  assert_spelt ("日本 語、本", FALSE, "日本|語|、|本|<eos>");
  assert_spelt ("a <unk> b <unknown> <eos> c", FALSE, "a|<unk>|b|<|unknown|>|<eos>|c|<eos>");
}

/* Lines end paragraphs where nothing else does. */
TEST (test_paragraphs, "/text-corpus/paragraphs")
{
  assert_spelt ("a b\nc\n", FALSE, "a|b|<eos>|c|<eos>");
  assert_spelt ("a b\r\nc", FALSE, "a|b|<eos>|c|<eos>");
  assert_spelt ("\n\na b\nc\n \t\r\nd\n\n\n\n", FALSE, "a|b|c|<eos>|d|<eos>");
  assert_spelt ("a b\n\n", FALSE, "a|b|<eos>");
}

TEST (test_vocabulary, "/text-corpus/vocabulary")
{
  const char *text = "b a c a b a d";
  IplTextOptions options = { .vocabulary = 4, .validation = 0.5 };
  g_autoptr (IplTextCorpus) few = read_text (text, &options), all = NULL, exact = NULL;
  g_autofree char *spelt = spell (few);

  g_assert_cmpstr (spelt, ==, "b|a|<unk>|a|b|a|<unk>|<eos>");
  g_assert_cmpuint (few->V, ==, 4);
  g_assert_cmpuint (few->n_different, ==, 4);
  g_assert_cmpuint (few->n_unknown, ==, 2);
  g_assert_cmpuint (few->n_validation, ==, 4);
  g_assert_cmpuint (few->n_train, ==, 4);
  g_assert_cmpstr (few->words[2], ==, "a");
  options.vocabulary = 6;
  exact = read_text (text, &options);
  g_assert_cmpuint (exact->n_unknown, ==, 0);
  /* Equally frequent words in the order of the text. */
  g_assert_cmpstr (exact->words[4], ==, "c");
  g_assert_cmpstr (exact->words[5], ==, "d");
  options.vocabulary = 0;
  all = read_text (text, &options);
  g_assert_cmpuint (all->V, ==, 6);
}

/* -sum p log p over b a <unk> a, the half that is trained on. */
TEST (test_entropy, "/text-corpus/entropy")
{
  const IplTextOptions options = { .vocabulary = 4, .validation = 0.5 };
  g_autoptr (IplTextCorpus) corpus = read_text ("b a c a b a d", &options);

  test_assert_close (ipl_text_corpus_word_entropy (corpus), 0.5 * log (2) + 0.5 * log (4), 1e-15);
}

/* Many words: more than a stretch between two looks at the cancellable, and a default vocabulary
 * that does not hold them all. */
TEST (test_long, "/text-corpus/long")
{
  g_autoptr (GString) text = g_string_new ("");
  g_autoptr (IplTextCorpus) corpus = NULL;

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, "w%u ", i % 3000 < 1000 ? i % 3000 : i % 7919);
  corpus = read_text (text->str, &plain);
  g_assert_cmpuint (corpus->V, ==, IPL_TEXT_DEFAULT_VOCABULARY);
  g_assert_cmpuint (corpus->n_different, ==, 7919);
  g_assert_cmpuint (corpus->n_train + corpus->n_validation, ==, 200001);
  g_assert_cmpuint (corpus->n_validation, ==, 50000);
  TEST_CANCELLED (ipl_text_corpus_new (text->str, text->len, "a.txt", &plain, cancelled, &error));
}

TEST (test_refused, "/text-corpus/refused")
{
  static const struct
  {
    const char *text;
    gsize length;
    guint vocabulary;
    int code;
    const char *words;
  } texts[] = {
    { "", 0, 0, IPL_ERROR_VALUE, "is empty" },
    { " \n\n\t ", 5, 0, IPL_ERROR_VALUE, "is empty" },
    { "<eos>\n<eos>", 11, 0, IPL_ERROR_VALUE, "is empty" },
    { "no no\nno", 8, 0, IPL_ERROR_VALUE, "“no”" },
    { "<unk> <unk>", 11, 0, IPL_ERROR_VALUE, "“<unk>”" },
    { "a b\nc \xE9t\xE9", 9, 0, IPL_ERROR_FORMAT, "byte 0xe9 in line 2" },
    { "a\0b", 3, 0, IPL_ERROR_FORMAT, "byte 0x00 in line 1" },
    { "a b \xE2\x82", 6, 0, IPL_ERROR_FORMAT, "byte 0xe2 in line 1" },
    { "a b c", 5, 6, IPL_ERROR_VALUE, "3 different words" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      const IplTextOptions options = { .vocabulary = texts[k].vocabulary, .validation = 0.1 };

      TEST_REFUSED (ipl_text_corpus_new (texts[k].text, texts[k].length, "a.txt", &options, NULL,
                                         &error),
                    texts[k].code, texts[k].words, "“a.txt”");
    }
}

TEST (test_files, "/text-corpus/files")
{
  g_autofree char *path = test_path ("b.txt");
  g_autofree char *none = test_path ("none.txt");
  g_autoptr (IplTextCorpus) corpus = NULL;

  g_assert_true (g_file_set_contents (path, "one two\nthree\n", -1, NULL));
  corpus = TEST_OK (ipl_text_corpus_load (path, &plain, NULL, &error));
  g_assert_cmpuint (corpus->V, ==, 5);
  g_assert_true (g_file_set_contents (path, "", -1, NULL));
  TEST_REFUSED (ipl_text_corpus_load (path, &plain, NULL, &error), IPL_ERROR_VALUE,
                "“b.txt” is empty");
  TEST_REFUSED (ipl_text_corpus_load (none, &plain, NULL, &error), IPL_ERROR_IO, SENTENCE_NO_FILE);
  TEST_REFUSED (ipl_text_corpus_load (test_folder (), &plain, NULL, &error), IPL_ERROR_IO,
                "not a file");
}

/* By its name, or by how it begins. */
TEST (test_recognized, "/text-corpus/recognized")
{
  static const struct
  {
    const char *name, *bytes;
    int n;
    gboolean is;
  } files[] = {
    { "a.txt", "", 0, TRUE },
    { "a.TXT", "\xE9", 1, TRUE },
    { "notes", "Some words.\n", -1, TRUE },
    { "notes", "caf\xC3\xA9", -1, TRUE },
    { "notes", "", 0, FALSE },
    { "notes", "a\0b", 3, FALSE },
    { "notes",
      "\x7F"
      "ELF\x02",
      -1, FALSE },
    { "notes", "caf\xE9 au lait", -1, FALSE },
    { "notes", "caf\xC3", -1, FALSE },
    { "a.npz", "no archive", -1, FALSE },
    { "a.json", "{ }", -1, FALSE },
  };
  g_autofree char *none = test_path ("none.txt");
  g_autofree char *large = test_path ("large");
  g_autoptr (GString) cut = g_string_new ("x");

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = test_path (files[i].name);

      g_assert_true (g_file_set_contents (path, files[i].bytes, files[i].n, NULL));
      if (ipl_text_file_is (path) != files[i].is)
        g_error ("file %u is taken for %s", i, files[i].is ? "no text" : "a text");
      g_remove (path);
    }
  /* A character of two bytes across the end of what is looked at. */
  while (cut->len < 6000)
    g_string_append (cut, "é");
  g_assert_true (g_file_set_contents (large, cut->str, -1, NULL));
  g_assert_true (ipl_text_file_is (large));
  g_assert_false (ipl_text_file_is (none));
  g_assert_false (ipl_text_file_is (test_folder ()));
}

static const char *locale_name = "C";

/* In the place of the C library's, so that no locale need be installed. */
char *
setlocale (int category, const char *locale)
{
  return (char *)locale_name;
}

/* Lower case in Turkish too, where g_utf8_strdown() makes another letter of I: words do not depend
 * on the locale. */
TEST (test_locale, "/text-corpus/locale")
{
  g_autofree char *turkish = NULL;

  locale_name = "tr_TR.UTF-8";
  turkish = g_utf8_strdown ("I", -1);
  g_assert_cmpstr (turkish, ==, "ı");
  assert_spelt ("It Is I", TRUE, "it|is|i|<eos>");
  locale_name = "C";
}
