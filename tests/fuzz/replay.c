/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A harness without libFuzzer: the committed corpus, and what a few simple changes make of it, from
 * one seed, for a second. */
#include <string.h>

#include "fuzz.h"

#define SECONDS 1.0
#define MOST_BYTES 16384

/* Some bytes changed, cut out, put twice, or the end cut off. */
static void
change (GByteArray *bytes, GRand *dice)
{
  for (int n = g_rand_int_range (dice, 1, 5); n > 0 && bytes->len > 0; n--)
    {
      guint at = (guint)g_rand_int_range (dice, 0, (int)bytes->len);
      guint drawn = (guint)g_rand_int_range (dice, 1, 17), length = MIN (drawn, bytes->len - at);
      g_autofree guint8 *twice = NULL;

      switch (g_rand_int_range (dice, 0, 5))
        {
        case 0:
          bytes->data[at] ^= (guint8)(1 << g_rand_int_range (dice, 0, 8));
          break;
        case 1:
          bytes->data[at] = (guint8)g_rand_int_range (dice, 0, 256);
          break;
        case 2:
          g_byte_array_remove_range (bytes, at, length);
          break;
        case 3:
          twice = g_memdup2 (bytes->data + at, length);
          g_byte_array_append (bytes, twice, length);
          break;
        default:
          if (g_rand_int_range (dice, 0, 4) == 0)
            g_byte_array_set_size (bytes, at);
        }
    }
}

/* Returns: (transfer full): of char *, in the order of their names */
static GList *
list_corpus (const char *folder)
{
  GList *paths = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (dir);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    paths
        = g_list_insert_sorted (paths, g_build_filename (folder, name, NULL), (GCompareFunc)strcmp);
  return paths;
}

static void
test_one (const char *path, GRand *dice, gboolean changed)
{
  g_autofree char *text = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n;

  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  g_byte_array_append (bytes, (const guint8 *)text, (guint)MIN (n, MOST_BYTES));
  if (changed)
    change (bytes, dice);
  LLVMFuzzerTestOneInput (bytes->data, bytes->len);
}

static const char *corpus;

static void
test_corpus (void)
{
  GList *paths = list_corpus (corpus);
  g_autoptr (GRand) dice = g_rand_new_with_seed (1);
  gint64 end = g_get_monotonic_time () + (gint64)(SECONDS * G_USEC_PER_SEC);
  guint n = 0;

  g_assert_nonnull (paths);
  for (GList *at = paths; at != NULL; at = at->next, n++)
    test_one (at->data, dice, FALSE);
  for (GList *at = paths; g_get_monotonic_time () < end; n++)
    {
      test_one (at->data, dice, TRUE);
      at = at->next != NULL ? at->next : paths;
    }
  g_test_message ("%u inputs", n);
  g_list_free_full (paths, g_free);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  corpus = argv[1];
  g_test_add_func ("/fuzz/replay", test_corpus);
  return g_test_run ();
}
