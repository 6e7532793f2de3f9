/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of images: what real files hold, resizing against Pillow, and alphabets held out. */
#include <string.h>

#include "images/image-support.h"
#include "files/npz-support.h"

#include "core/images/image-set.h"
#include "core/images/image-set-private.h"
#include "support.h"

/* Ten drawings of each character of some alphabets of Omniglot's two small sets. */
static IplImageSet *
load_small (gboolean reversed)
{
  g_autofree char *one = test_reference_path ("images_background_small1.zip");
  g_autofree char *two = test_reference_path ("images_background_small2.zip");
  const char *paths[3] = { reversed ? two : one, reversed ? one : two, NULL };

  return TEST_OK (ipl_image_set_load (paths, NULL, &error));
}

static void
check_order (const IplImageSet *set)
{
  g_assert_cmpuint (set->class_first[0], ==, 0);
  g_assert_cmpuint (set->class_first[set->n_classes], ==, set->count);
  g_assert_cmpuint (set->alphabet_first[0], ==, 0);
  g_assert_cmpuint (set->alphabet_first[set->n_alphabets], ==, set->n_classes);
  g_assert_cmpuint (g_strv_length (set->class_names), ==, set->n_classes);
  g_assert_cmpuint (g_strv_length (set->alphabet_names), ==, set->n_alphabets);
  for (guint c = 0; c < set->n_classes; c++)
    {
      guint a = set->class_alphabet[c];

      g_assert_cmpuint (set->class_first[c], <, set->class_first[c + 1]);
      g_assert_cmpuint (set->alphabet_first[a], <=, c);
      g_assert_cmpuint (c, <, set->alphabet_first[a + 1]);
    }
}

TEST (test_omniglot, "/image-set/omniglot")
{
  static const struct
  {
    const char *name;
    guint characters;
  } alphabets[] = { { "Early_Aramaic", 22 }, { "Greek", 24 }, { "Korean", 40 }, { "Tagalog", 17 } };
  g_autoptr (IplImageSet) set = load_small (FALSE);
  g_autoptr (IplImageSet) other = NULL;
  guint8 small[32 * 32];
  const guint8 *first;
  guint sum = 0;

  g_assert_cmpstr (set->name, ==, "Omniglot");
  g_assert_cmpuint (set->count, ==, 1030);
  g_assert_cmpuint (set->height, ==, 105);
  g_assert_cmpuint (set->width, ==, 105);
  g_assert_cmpuint (set->n_classes, ==, 103);
  g_assert_cmpuint (set->n_alphabets, ==, 4);
  g_assert_cmpfloat (set->mean, ==, 0.922);
  g_assert_cmpfloat (set->sd, ==, 0.084);
  check_order (set);
  for (guint a = 0; a < 4; a++)
    {
      g_assert_cmpstr (set->alphabet_names[a], ==, alphabets[a].name);
      g_assert_cmpuint (set->alphabet_first[a + 1] - set->alphabet_first[a], ==,
                        alphabets[a].characters);
    }
  for (guint c = 0; c < set->n_classes; c++)
    g_assert_cmpuint (set->class_first[c + 1] - set->class_first[c], ==, 10);

  /* Greek is in both. */
  g_assert_cmpuint (set->notes->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (set->notes, 0), "240 drawings"));

  /* Korean/character01/0643_01.png as Pillow 9.4 reads and resizes it. */
  g_assert_cmpstr (set->class_names[set->alphabet_first[2]], ==, "character01");
  first = ipl_image_set_pixels (set, set->class_first[set->alphabet_first[2]]);
  g_assert_cmpuint (test_checksum (first, 105 * 105), ==, 2306754935u);
  for (guint i = 0; i < 105 * 105; i++)
    sum += first[i];
  g_assert_cmpuint (sum, ==, 2679540);
  ipl_image_resize (first, 105, 105, small, 32, 32);
  g_assert_cmpuint (test_checksum (small, sizeof small), ==, 527620785u);

  other = load_small (TRUE);
  g_assert_cmpmem (set->pixels, set->count * 105 * 105, other->pixels, other->count * 105 * 105);
  g_assert_true (g_strv_equal ((const char *const *)set->class_names,
                               (const char *const *)other->class_names));
}

TEST (test_mnist, "/image-set/mnist")
{
  static const guint counts[10] = { 24, 41, 32, 24, 37, 29, 24, 34, 21, 34 };
  g_autofree char *images = test_reference_path ("t10k-images-idx3-ubyte.gz");
  g_autofree char *labels = test_reference_path ("t10k-labels-idx1-ubyte.gz");
  const char *both[] = { labels, images, NULL };
  const char *one[] = { images, NULL };
  const char *other[] = { labels, NULL };
  const char *const *ways[] = { both, one, other };
  guint8 small[32 * 32];

  g_assert_cmpint (ipl_image_file_kind (images), ==, IPL_IMAGE_FILE_IDX_IMAGES);
  g_assert_cmpint (ipl_image_file_kind (labels), ==, IPL_IMAGE_FILE_IDX_LABELS);
  for (guint k = 0; k < G_N_ELEMENTS (ways); k++)
    {
      g_autoptr (IplImageSet) set = TEST_OK (ipl_image_set_load (ways[k], NULL, &error));
      const guint8 *first;

      g_assert_cmpstr (set->name, ==, "MNIST");
      g_assert_cmpuint (set->count, ==, 300);
      g_assert_cmpuint (set->height, ==, 28);
      g_assert_cmpuint (set->width, ==, 28);
      g_assert_cmpuint (set->n_classes, ==, 10);
      g_assert_cmpuint (set->n_alphabets, ==, 1);
      g_assert_cmpfloat (set->mean, ==, 0.1307);
      g_assert_cmpfloat (set->sd, ==, 0.3081);
      check_order (set);
      for (guint c = 0; c < 10; c++)
        g_assert_cmpuint (set->class_first[c + 1] - set->class_first[c], ==, counts[c]);
      /* The first 7 of the file, as NumPy reads it and Pillow 9.4 resizes it. */
      first = ipl_image_set_pixels (set, set->class_first[7]);
      g_assert_cmpuint (test_checksum (first, 28 * 28), ==, 2125712646u);
      ipl_image_resize (first, 28, 28, small, 32, 32);
      g_assert_cmpuint (test_checksum (small, sizeof small), ==, 2726018616u);
    }
}

/* Two grey levels with Fashion-MNIST's mean and standard deviation: 0.3963 of 0.7216. */
TEST (test_fashion, "/image-set/fashion")
{
  guint8 pixels[20 * 28 * 28] = { 0 }, labels[20];
  g_autofree char *images = NULL;
  g_autoptr (IplImageSet) set = NULL;

  memset (pixels, 184, (gsize)(0.3963 * sizeof pixels));
  for (guint i = 0; i < 20; i++)
    labels[i] = (guint8)(i % 10);
  images = test_put_idx ("train", 20, 28, pixels, labels);
  set = TEST_OK (ipl_image_set_load ((const char *const[]){ images, NULL }, NULL, &error));
  g_assert_cmpstr (set->name, ==, "Fashion-MNIST");
  g_assert_cmpfloat (set->mean, ==, 0.286);
  g_assert_cmpfloat (set->sd, ==, 0.353);
  g_assert_cmpstr (set->class_names[0], ==, "T-shirt");
  g_assert_cmpstr (set->class_names[9], ==, "ankle boot");
  check_order (set);
}

/* Pillow 9.4.0, Image.resize ((32, 32), Image.BILINEAR) of (7 x + 13 y + x y) mod 256, down, up and
 * both, as CRC-32 and some pixels for whoever has to look. */
TEST (test_resize_pillow, "/image-set/resize-pillow")
{
  static const struct
  {
    guint height, width;
    guint32 checksum;
    guint8 corner[8];
    guint sum;
  } known[] = {
    { 105, 105, 2070969457u, { 31, 56, 84, 112, 140, 164, 172, 164 }, 130519 },
    { 28, 28, 724642549u, { 0, 6, 12, 18, 24, 30, 36, 42 }, 129800 },
    { 20, 37, 1322819387u, { 1, 9, 17, 25, 33, 41, 49, 58 }, 130918 },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (known); k++)
    {
      guint height = known[k].height, width = known[k].width, sum = 0;
      g_autofree guint8 *from = g_malloc ((gsize)height * width);
      guint8 to[32 * 32];

      for (guint y = 0; y < height; y++)
        for (guint x = 0; x < width; x++)
          from[y * width + x] = (guint8)(7 * x + 13 * y + x * y);
      ipl_image_resize (from, height, width, to, 32, 32);
      g_assert_cmpmem (to, 8, known[k].corner, 8);
      for (guint i = 0; i < sizeof to; i++)
        sum += to[i];
      g_assert_cmpuint (sum, ==, known[k].sum);
      g_assert_cmpuint (test_checksum (to, sizeof to), ==, known[k].checksum);
    }
}

TEST (test_split, "/image-set/split")
{
  g_autoptr (IplImageSet) set = test_noise_set (7, 3, 2, 4, 4, 1);
  static const char *const some[] = { "alphabet 5", " Alphabet_0", NULL };
  static const char *const unknown[] = { "Klingon", NULL };
  static const char *const none[] = { NULL };
  g_autoptr (GArray) train = NULL;
  g_autoptr (GArray) test = NULL;
  g_auto (GStrv) defaults = ipl_image_set_default_holdout (set);

  /* A fifth of seven, rounded up: the last two. */
  g_assert_cmpuint (g_strv_length (defaults), ==, 2);
  g_assert_cmpstr (defaults[0], ==, "Alphabet_5");
  g_assert_cmpstr (defaults[1], ==, "Alphabet_6");

  TEST_OK (ipl_image_set_split (set, some, &train, &test, &error));
  g_assert_cmpuint (train->len, ==, 15);
  g_assert_cmpuint (test->len, ==, 6);
  for (guint i = 0; i < test->len; i++)
    {
      guint a = set->class_alphabet[g_array_index (test, guint, i)];

      g_assert_true (a == 0 || a == 5);
    }
  for (guint i = 0; i < train->len; i++)
    {
      guint a = set->class_alphabet[g_array_index (train, guint, i)];

      g_assert_true (a != 0 && a != 5);
    }

  TEST_REFUSED (ipl_image_set_split (set, unknown, &train, &test, &error), IPL_ERROR_MISSING,
                "Klingon", "Alphabet_3");
  TEST_REFUSED (ipl_image_set_split (set, none, &train, &test, &error), IPL_ERROR_VALUE);
  TEST_REFUSED (ipl_image_set_split (set, (const char *const *)set->alphabet_names, &train, &test,
                                     &error),
                IPL_ERROR_VALUE);
}

/* Both Omniglot sets' alphabets with as many characters as each has (Lake et al., 2015). */
static const struct
{
  const char *name;
  guint n;
} both_sets[] = {
  { "Alphabet_of_the_Magi", 20 },
  { "Angelic", 20 },
  { "Anglo-Saxon_Futhorc", 29 },
  { "Arcadian", 26 },
  { "Armenian", 41 },
  { "Asomtavruli_(Georgian)", 40 },
  { "Atemayar_Qelisayer", 26 },
  { "Atlantean", 26 },
  { "Aurek-Besh", 26 },
  { "Avesta", 26 },
  { "Balinese", 24 },
  { "Bengali", 46 },
  { "Blackfoot_(Canadian_Aboriginal_Syllabics)", 14 },
  { "Braille", 26 },
  { "Burmese_(Myanmar)", 34 },
  { "Cyrillic", 33 },
  { "Early_Aramaic", 22 },
  { "Futurama", 26 },
  { "Ge_ez", 26 },
  { "Glagolitic", 45 },
  { "Grantha", 43 },
  { "Greek", 24 },
  { "Gujarati", 48 },
  { "Gurmukhi", 45 },
  { "Hebrew", 22 },
  { "Inuktitut_(Canadian_Aboriginal_Syllabics)", 16 },
  { "Japanese_(hiragana)", 52 },
  { "Japanese_(katakana)", 47 },
  { "Kannada", 41 },
  { "Keble", 26 },
  { "Korean", 40 },
  { "Latin", 26 },
  { "Malay_(Jawi_-_Arabic)", 40 },
  { "Malayalam", 47 },
  { "Manipuri", 40 },
  { "Mkhedruli_(Georgian)", 41 },
  { "Mongolian", 30 },
  { "N_Ko", 33 },
  { "Ojibwe_(Canadian_Aboriginal_Syllabics)", 14 },
  { "Old_Church_Slavonic_(Cyrillic)", 45 },
  { "Oriya", 46 },
  { "Sanskrit", 42 },
  { "Sylheti", 28 },
  { "Syriac_(Estrangelo)", 23 },
  { "Syriac_(Serto)", 23 },
  { "Tagalog", 17 },
  { "Tengwar", 25 },
  { "Tibetan", 42 },
  { "Tifinagh", 55 },
  { "ULOG", 26 },
};

/* Their classes without an image. */
static IplImageSet *
make_both_sets (void)
{
  IplImageSet *set = ipl_image_set_alloc ("Omniglot");
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  GArray *alphabets = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *firsts = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;

  for (guint a = 0; a < G_N_ELEMENTS (both_sets); a++)
    {
      g_array_append_val (firsts, n);
      g_strv_builder_add (names, both_sets[a].name);
      for (guint c = 0; c < both_sets[a].n; c++)
        g_array_append_val (alphabets, a);
      n += both_sets[a].n;
    }
  g_array_append_val (firsts, n);
  set->n_classes = n;
  set->n_alphabets = G_N_ELEMENTS (both_sets);
  set->alphabet_names = g_strv_builder_end (names);
  set->class_alphabet = (guint *)g_array_free (alphabets, FALSE);
  set->alphabet_first = (guint *)g_array_free (firsts, FALSE);
  return set;
}

static gboolean
has_class (const GArray *classes, const IplImageSet *set, const char *alphabet, guint character)
{
  for (guint i = 0; i < classes->len; i++)
    {
      guint c = g_array_index (classes, guint, i), a = set->class_alphabet[c];

      if (g_str_equal (set->alphabet_names[a], alphabet)
          && c - set->alphabet_first[a] + 1 == character)
        return TRUE;
    }
  return FALSE;
}

/* The split of Vinyals et al.: 1028 classes to train on, 423 to test on, 172 for neither. */
TEST (test_split_paper, "/image-set/split-paper")
{
  static const char *const paper[] = { "paper", NULL };
  static const char *const range[] = { "gurmukhi 42-45", "ULOG 1-1", NULL };
  static const char *const wrong[] = { "Gurmukhi 42-46", NULL };
  g_autoptr (IplImageSet) both = make_both_sets (), small = load_small (FALSE);
  g_autoptr (GArray) train = NULL, test = NULL;

  g_assert_cmpuint (both->n_classes, ==, 1623);
  g_assert_true (ipl_image_set_has_paper_split (both));
  TEST_OK (ipl_image_set_split (both, paper, &train, &test, &error));
  g_assert_cmpuint (train->len, ==, 1028);
  g_assert_cmpuint (test->len, ==, 423);
  g_assert_true (has_class (train, both, "Gurmukhi", 41));
  g_assert_true (has_class (test, both, "Gurmukhi", 42));
  g_assert_false (has_class (train, both, "Hebrew", 1) || has_class (test, both, "Hebrew", 1));
  g_clear_pointer (&train, g_array_unref);
  g_clear_pointer (&test, g_array_unref);
  TEST_OK (ipl_image_set_split (both, range, &train, &test, &error));
  g_assert_cmpuint (test->len, ==, 5);
  g_assert_cmpuint (train->len, ==, 1618);
  g_assert_true (has_class (test, both, "ULOG", 1));
  g_clear_pointer (&train, g_array_unref);
  g_clear_pointer (&test, g_array_unref);
  TEST_REFUSED (ipl_image_set_split (both, wrong, &train, &test, &error), IPL_ERROR_MISSING,
                "Gurmukhi 42-46");
  g_assert_false (ipl_image_set_has_paper_split (small));
  TEST_REFUSED (ipl_image_set_split (small, paper, &train, &test, &error), IPL_ERROR_MISSING,
                "images_evaluation.zip");
}
