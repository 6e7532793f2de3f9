/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invented alphabets: the images of their file, and a part of them. */
#include "images/image-support.h"
#include "files/npz-support.h"

#include "core/images/glyphs.h"
#include "support.h"

#define AREA ((gsize)IPL_GLYPH_SIZE * IPL_GLYPH_SIZE)

/* Of all pixels that the generator drew, resized by Pillow's filter. */
#define CHECKSUM 0x089db133

static IplImageSet *
load (guint alphabets, guint characters, guint drawings)
{
  const IplGlyphs glyphs
      = { .n_alphabets = alphabets, .n_characters = characters, .n_drawings = drawings };

  return TEST_OK (ipl_glyphs_load (&glyphs, NULL, &error));
}

/* A part has the first of everything. */
TEST (test_part, "/glyphs/part")
{
  g_autoptr (IplImageSet) all = load (20, 24, 20);
  g_autoptr (IplImageSet) part = load (4, 3, 2);

  g_assert_cmpuint (all->count, ==, 9600);
  g_assert_cmphex (test_checksum (all->pixels, 9600 * AREA), ==, CHECKSUM);
  g_assert_cmpuint (part->count, ==, 24);
  for (gsize c = 0; c < 12; c++)
    g_assert_cmpmem (ipl_image_set_pixels (part, c * 2), 2 * AREA,
                     ipl_image_set_pixels (all, (c / 3 * 24 + c % 3) * 20), 2 * AREA);
}

TEST (test_structure, "/glyphs/structure")
{
  g_autoptr (IplImageSet) set = load (4, 3, 2);

  g_assert_cmpuint (set->n_alphabets, ==, 4);
  g_assert_cmpuint (set->n_classes, ==, 12);
  g_assert_cmpuint (set->height, ==, 32);
  g_assert_cmpuint (set->width, ==, 32);
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

TEST (test_refused, "/glyphs/refused")
{
  static const IplGlyphs bad[]
      = { { 0, 5, 5 }, { 21, 5, 5 }, { 5, 1, 5 }, { 5, 25, 5 }, { 5, 5, 1 }, { 5, 5, 21 } };
  static const char *const words[]
      = { "alphabets", "alphabets", "characters", "characters", "drawings", "drawings" };
  IplGlyphs glyphs, same;

  for (gsize k = 0; k < G_N_ELEMENTS (bad); k++)
    TEST_REFUSED (ipl_glyphs_load (&bad[k], NULL, &error), IPL_ERROR_VALUE, words[k]);
  ipl_glyphs_init (&glyphs);
  same = glyphs;
  TEST_OK (ipl_glyphs_validate (&glyphs, &error));
  g_assert_true (ipl_glyphs_equal (&glyphs, &same));
  same.n_drawings--;
  g_assert_false (ipl_glyphs_equal (&glyphs, &same));
  TEST_CANCELLED (ipl_glyphs_load (&glyphs, cancelled, &error));
}
