/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of tokens: read from text of either kind and memory order, kept by files and subsets, shown
 * safely, and refused where they do not fit. */
#include <string.h>

#include "core/case/case-io.h"
#include "case/case-support.h"
#include "support.h"

#define P 5
#define TOKENS 3

/* Of at most four ASCII characters, which follow from the place; the first token, which is read
 * out, is none of the empty ones. */
static const char *
word (gsize example, gsize token)
{
  static const char *const words[] = { "the", " cat", "", "\n", "a$_" };

  return words[token == 0 ? example % 2 : (2 * example + token) % G_N_ELEMENTS (words)];
}

/* How texts stand in the file: as U or S, and in which order. */
typedef struct
{
  gboolean bytes, fortran;
} Kept;

static void
add_tokens (NpzBuilder *builder, const char *name, gsize count, gsize tokens, const Kept *kept)
{
  gunichar characters[P * TOKENS * 2][4] = { { 0 } };
  char bytes[P * TOKENS * 2][4] = { { 0 } };
  g_autofree char *header
      = g_strdup_printf ("{'descr': '%s4', 'fortran_order': %s, 'shape': (%" G_GSIZE_FORMAT
                         ", %" G_GSIZE_FORMAT "), }",
                         kept->bytes ? "|S" : "<U", kept->fortran ? "True" : "False", count,
                         tokens);

  for (gsize i = 0; i < count; i++)
    for (gsize t = 0; t < tokens; t++)
      for (guint k = 0; word (i, t)[k] != '\0'; k++)
        {
          gsize at = kept->fortran ? t * count + i : i * tokens + t;

          characters[at][k] = (guchar)word (i, t)[k];
          bytes[at][k] = word (i, t)[k];
        }
  npz_builder_npy (builder, name, header, kept->bytes ? (gconstpointer)bytes : characters,
                   count * tokens * (kept->bytes ? 4 : 16));
}

/* Tokens and attention that is the same for all; labels that tell examples apart. */
static NpzBuilder *
build (void)
{
  NpzBuilder *builder = npz_builder_of (
      "x_train[5,3,2]= -3 -2 -1 0 1 2 3; x_test[5,3,2]= -3 -2 -1 0 1 2 3;"
      "y_train[5]= 1 2 3 4 5; y_test[5]= 1 2 3 4 5;"
      "attn_train_1[5,1,3,3]= 0.25 0.25 0.5; attn_test_1[5,1,3,3]= 0.25 0.25 0.5");

  npz_builder_add (builder, "readout: first");
  return builder;
}

static void
assert_words (const IplTokenTexts *tokens)
{
  g_assert_nonnull (tokens);
  g_assert_cmpuint (tokens->count, ==, P);
  g_assert_cmpuint (tokens->T, ==, TOKENS);
  for (gsize i = 0; i < P; i++)
    for (gsize t = 0; t < TOKENS; t++)
      g_assert_cmpstr (ipl_token_texts_get (tokens, i, t), ==, word (i, t));
}

static void
check_read (const Kept *kept)
{
  g_autoptr (IplCase) the_case = NULL;
  NpzBuilder *builder = build ();

  add_tokens (builder, "tokens_train", P, TOKENS, kept);
  add_tokens (builder, "tokens_test", P, TOKENS, kept);
  the_case = case_of (builder, TRUE);
  assert_words (the_case->train.tokens);
  assert_words (the_case->tests[0].tokens);
  g_assert_true (the_case->test_sets[0].tokens == the_case->tests[0].tokens);
  g_assert_cmpuint (the_case->train.tokens->distinct->len, ==, 5);
}

TEST (test_read, "/case/token-texts/read")
{
  for (guint k = 0; k < 4; k++)
    check_read (&(Kept){ k & 1, k & 2 });
}

/* What is saved is read again. */
TEST (test_saved, "/case/token-texts/saved")
{
  const Kept kept = { FALSE, FALSE };
  g_autoptr (IplCase) the_case = NULL, again = NULL;
  g_autofree char *path = test_path ("case.npz");
  NpzBuilder *builder = build ();

  add_tokens (builder, "tokens_train", P, TOKENS, &kept);
  the_case = case_of (builder, TRUE);
  TEST_OK (ipl_case_save (the_case, path, &error));
  again = TEST_OK (ipl_case_load (path, TRUE, 1, NULL, &error));
  assert_words (again->train.tokens);
  g_assert_null (again->tests[0].tokens);
  g_assert_null (again->test_sets[0].tokens);
}

/* Chosen examples keep their texts: labels tell which they are. */
TEST (test_subset, "/case/token-texts/subset")
{
  const Kept kept = { FALSE, FALSE };
  g_autoptr (IplCase) the_case = NULL;
  NpzBuilder *builder = build ();

  add_tokens (builder, "tokens_train", P, TOKENS, &kept);
  the_case = case_of (builder, TRUE);
  TEST_OK (ipl_case_select_examples (the_case, 3, 4, &error));
  g_assert_cmpuint (the_case->train.tokens->count, ==, 3);
  for (gsize i = 0; i < 3; i++)
    for (gsize t = 0; t < TOKENS; t++)
      g_assert_cmpstr (ipl_token_texts_get (the_case->train.tokens, i, t), ==,
                       word ((gsize)the_case->train.y[i] - 1, t));
}

TEST (test_refused, "/case/token-texts/refused")
{
  static const double numbers[P * TOKENS] = { 0 };
  const Kept kept = { FALSE, FALSE };
  NpzBuilder *builder = build ();

  add_tokens (builder, "tokens_train", P - 1, TOKENS, &kept);
  case_refused (builder, IPL_ERROR_SHAPE, "tokens_train", "[4, 3]");
  builder = build ();
  add_tokens (builder, "tokens_test", P, TOKENS + 1, &kept);
  case_refused (builder, IPL_ERROR_SHAPE, "tokens_test", "[5, 4]");
  builder = build ();
  npz_builder_doubles (builder, "tokens_train", numbers, "5, 3");
  case_refused (builder, IPL_ERROR_VALUE, "tokens_train", NULL);
  builder = build ();
  npz_builder_npy (builder, "tokens_train",
                   "{'descr': '|O', 'fortran_order': False, 'shape': (5, 3), }", numbers, 120);
  case_refused (builder, IPL_ERROR_FORMAT, "tokens_train", NULL);
}

static void
assert_shown (const char *text, gsize most, const char *shown)
{
  g_autoptr (IplTokenTexts) tokens = ipl_token_texts_new (1, 1, &text);
  g_autofree char *is = ipl_token_texts_show (tokens, 0, 0, most);

  g_assert_cmpstr (is, ==, shown);
}

TEST (test_shown, "/case/token-texts/shown")
{
  static const char *const sentence[] = { "[CLS]", " the", "", "\n" };
  g_autoptr (IplTokenTexts) tokens = ipl_token_texts_new (1, 4, sentence);
  g_autofree char *whole = ipl_token_texts_show_example (tokens, 0, 100);
  g_autofree char *cut = ipl_token_texts_show_example (tokens, 0, 7);
  g_autofree char *said = ipl_token_texts_format (tokens, 0, 1);
  g_autofree char *nothing = ipl_token_texts_format (tokens, 0, 2);
  g_autofree char *of_none = ipl_token_texts_format (NULL, 0, 0);
  g_autofree char *longest = g_strnfill (10000, 'x');

  assert_shown ("cat", 12, "cat");
  assert_shown (" new york", 12, "␣new␣york");
  assert_shown ("\n\t\r\x01\x7f", 12, "↵⇥␍␁␡");
  assert_shown ("\u00a0", 12, "␣");
  assert_shown ("a\u202eb", 12, "a\\u202eb");
  assert_shown ("\u05e9\u05dc", 12, "\u05e9\u05dc");
  assert_shown ("\u0301e", 12, "◌\u0301e");
  assert_shown ("", 12, "");
  assert_shown (longest, 4, "xxxx…");
  g_assert_cmpstr (whole, ==, "[CLS] ␣the ↵");
  g_assert_cmpstr (cut, ==, "[CLS] ␣t…");
  g_assert_cmpstr (said, ==, " “␣the”");
  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (of_none, ==, "");
}

/* Bytes that are no UTF-8, and what stands behind a NUL. */
TEST (test_bytes, "/case/token-texts/odd-bytes")
{
  static const char bytes[P * TOKENS * 2]
      = { 'a', (char)0xff, 0, 0, (char)0xc3, (char)0xa9, 'b', 0, 0, 0, 0, 0,   'c',
          0,   0,          0, 0, 0,          'd',        0,   0, 0, 0, 0, 'e', 0 };
  g_autoptr (IplCase) the_case = NULL;
  NpzBuilder *builder = build ();

  npz_builder_npy (builder, "tokens_train",
                   "{'descr': '|S2', 'fortran_order': False, 'shape': (5, 3), }", bytes,
                   sizeof bytes);
  the_case = case_of (builder, TRUE);
  g_assert_cmpstr (ipl_token_texts_get (the_case->train.tokens, 0, 0), ==, "a\ufffd");
  g_assert_cmpstr (ipl_token_texts_get (the_case->train.tokens, 0, 1), ==, "");
  g_assert_cmpstr (ipl_token_texts_get (the_case->train.tokens, 0, 2), ==, "é");
}
