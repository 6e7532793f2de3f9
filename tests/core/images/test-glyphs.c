/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invented alphabets: the same for a seed whatever else, drawn within the paper, and a task that is
 * neither trivial nor hopeless. */
#include <math.h>
#include <string.h>

#include "images/image-support.h"
#include "files/npz-support.h"

#include "core/base/error.h"
#include "core/images/glyphs.h"
#include "core/tasks/one-shot.h"

#define AREA ((gsize)IPL_GLYPH_SIZE * IPL_GLYPH_SIZE)

static IplImageSet *
generate (guint alphabets, guint characters, guint drawings, guint64 seed, guint threads)
{
  IplGlyphs glyphs = {
    .n_alphabets = alphabets, .n_characters = characters, .n_drawings = drawings, .seed = seed
  };
  g_autoptr (GError) error = NULL;
  IplImageSet *set = ipl_glyphs_generate (&glyphs, threads, NULL, &error);

  g_assert_no_error (error);
  return set;
}

static void
test_same (void)
{
  g_autoptr (IplImageSet) one = generate (3, 4, 5, 9, 1);
  g_autoptr (IplImageSet) two = generate (3, 4, 5, 9, 3);
  g_autoptr (IplImageSet) other = generate (3, 4, 5, 10, 1);
  g_autoptr (IplImageSet) more = generate (5, 4, 5, 9, 2);
  g_autoptr (IplImageSet) longer = generate (3, 4, 8, 9, 2);

  g_assert_cmpuint (one->count, ==, 60);
  g_assert_cmpmem (one->pixels, 60 * AREA, two->pixels, 60 * AREA);
  g_assert_true (memcmp (one->pixels, other->pixels, 60 * AREA) != 0);
  g_assert_cmpmem (one->pixels, 60 * AREA, more->pixels, 60 * AREA);
  for (guint c = 0; c < 12; c++)
    g_assert_cmpmem (ipl_image_set_pixels (one, c * 5), 5 * AREA,
                     ipl_image_set_pixels (longer, c * 8), 5 * AREA);
}

static void
test_structure (void)
{
  g_autoptr (IplImageSet) set = generate (4, 3, 2, 1, 2);

  g_assert_cmpuint (set->n_alphabets, ==, 4);
  g_assert_cmpuint (set->n_classes, ==, 12);
  g_assert_cmpuint (set->height, ==, 105);
  g_assert_cmpuint (set->width, ==, 105);
  g_assert_cmpfloat (set->mean, ==, 0.922);
  g_assert_cmpfloat (set->sd, ==, 0.084);
  for (guint c = 0; c < 12; c++)
    {
      g_assert_cmpuint (set->class_alphabet[c], ==, c / 3);
      g_assert_cmpuint (set->class_first[c], ==, 2 * c);
    }
  g_assert_cmpuint (set->alphabet_first[4], ==, 12);
  g_assert_cmpuint (set->class_first[12], ==, 24);
}

/* White paper with some ink, none of it at the edge; no two drawings the same. */
static void
test_paper (void)
{
  g_autoptr (IplImageSet) set = generate (10, 8, 4, 5, 0);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  const guint n = IPL_GLYPH_SIZE;
  double total = 0;

  for (gsize i = 0; i < set->count; i++)
    {
      const guint8 *pixels = ipl_image_set_pixels (set, i);
      double ink = 0;

      for (gsize k = 0; k < AREA; k++)
        ink += 1 - pixels[k] / 255.0;
      g_assert_cmpfloat (ink / AREA, >, 0.005);
      g_assert_cmpfloat (ink / AREA, <, 0.25);
      total += ink / AREA;
      for (guint k = 0; k < n; k++)
        {
          g_assert_cmpuint (pixels[k], ==, 255);
          g_assert_cmpuint (pixels[(n - 1) * n + k], ==, 255);
          g_assert_cmpuint (pixels[k * n], ==, 255);
          g_assert_cmpuint (pixels[k * n + n - 1], ==, 255);
        }
      g_assert_true (g_hash_table_add (seen, g_bytes_new_static (pixels, AREA)));
    }
  /* Between 3 and 10 % of ink on average; Omniglot's has 8. */
  total /= (double)set->count;
  g_test_message ("%.3f ink", total);
  g_assert_cmpfloat (total, >, 0.03);
  g_assert_cmpfloat (total, <, 0.10);
}

static double
squares (const guint8 *a, const guint8 *b)
{
  double sum = 0;

  for (guint i = 0; i < 32 * 32; i++)
    sum += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
  return sum;
}

/* Choosing the shot whose pixels are nearer must beat chance by five standard errors, and leave
 * more than an eighth to learn. On Omniglot's small sets it is right in 67 %; glyphs are placed
 * with more care, so that a network begins to learn within a minute, and ends about where it does
 * on Omniglot. */
static void
test_difficulty (void)
{
  g_autoptr (IplImageSet) set = generate (8, 12, 10, 2, 0);
  guint classes[96];
  const IplOneShotOptions options = { 0 };
  g_autoptr (IplOneShot) task = NULL;
  const guint n = 4000;
  guint right = 0;
  double share;

  for (guint c = 0; c < 96; c++)
    classes[c] = c;
  task = ipl_one_shot_new (set, 96, classes, &options, 0, NULL, NULL);
  for (guint i = 0; i < n; i++)
    {
      IplOneShotSequence sequence;
      guint8 pixels[3][32 * 32];

      ipl_one_shot_draw (task, 1, i, &sequence);
      for (guint k = 0; k < 3; k++)
        ipl_one_shot_image (task, &sequence, k, pixels[k]);
      right += (squares (pixels[0], pixels[2]) > squares (pixels[1], pixels[2])) == sequence.match;
    }
  share = (double)right / n;
  g_test_message ("%.3f right by pixels", share);
  g_assert_cmpfloat (share, >, 0.5 + 5 * sqrt (0.25 / n));
  g_assert_cmpfloat (share, <, 1 - 1.0 / 8);
}

static void
test_refused (void)
{
  static const IplGlyphs bad[] = { { 0, 5, 5, 1 },  { 201, 5, 5, 1 }, { 5, 1, 5, 1 },
                                   { 5, 61, 5, 1 }, { 5, 5, 1, 1 },   { 5, 5, 201, 1 } };
  static const char *const words[]
      = { "alphabets", "alphabets", "characters", "characters", "drawings", "drawings" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  IplGlyphs glyphs, same;
  GError *error = NULL;

  for (gsize k = 0; k < G_N_ELEMENTS (bad); k++)
    {
      g_assert_null (ipl_glyphs_generate (&bad[k], 1, NULL, &error));
      npz_assert_error (&error, IPL_ERROR_VALUE, words[k], NULL);
    }
  ipl_glyphs_init (&glyphs);
  same = glyphs;
  g_assert_true (ipl_glyphs_validate (&glyphs, &error));
  g_assert_true (ipl_glyphs_equal (&glyphs, &same));
  same.seed++;
  g_assert_false (ipl_glyphs_equal (&glyphs, &same));
  g_cancellable_cancel (cancellable);
  g_assert_null (ipl_glyphs_generate (&glyphs, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/glyphs/same", test_same);
  g_test_add_func ("/glyphs/structure", test_structure);
  g_test_add_func ("/glyphs/paper", test_paper);
  g_test_add_func ("/glyphs/difficulty", test_difficulty);
  g_test_add_func ("/glyphs/refused", test_refused);
  return g_test_run ();
}
