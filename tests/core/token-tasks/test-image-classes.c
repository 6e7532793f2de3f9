/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images of an IDX file as patches: tokens beside the pixels, classes, nested training sets that
 * the test set does not meet, and what is refused. */
#include <math.h>

#include "core/parameters/parameters.h"
#include "core/parameters/sweep-axis.h"
#include "core/theory/solution.h"
#include "support.h"
#include "images/image-support.h"
#include "token-tasks/token-support.h"

#define SIDE 6
#define CLASSES 3
#define EACH 20

/* Class c has a bright third; every image has its own number in its first pixel. */
static void
write_images (guint n_classes)
{
  guint n = n_classes * EACH;
  g_autofree guint8 *pixels = g_new0 (guint8, n *SIDE *SIDE), *labels = g_new (guint8, n);

  for (guint i = 0; i < n; i++)
    {
      labels[i] = (guint8)(i % n_classes);
      for (guint at = 0; at < SIDE * SIDE; at++)
        pixels[i * SIDE * SIDE + at]
            = (guint8)((at / SIDE / 2 == labels[i] ? 150 : 20) + (at * 7 + i * 11) % 50);
      pixels[i * SIDE * SIDE] = (guint8)i;
    }
  g_free (test_put_idx ("some", n, SIDE, pixels, labels));
}

static void
begin (IplParameters *parameters, const char *n_train)
{
  g_autofree char *path = test_path ("some-images-idx3-ubyte");

  ipl_parameters_init (parameters, "image-classes");
  test_set_flag (parameters, "images", path);
  test_set_flag (parameters, "size", "6");
  test_set_flag (parameters, "patch", "3");
  test_set_flag (parameters, "n-train", n_train);
  test_set_flag (parameters, "n-test", "9");
}

/* The number of an image, from the gray level of its first pixel. */
static guint
number_of (const IplCase *the_case, const IplImageSet *images, const double *x)
{
  return (guint)lround ((x[0] * images->sd + images->mean) * 255);
}

static IplImageSet *
load_images (void)
{
  g_autofree char *path = test_path ("some-images-idx3-ubyte");
  g_autofree char *labels = test_path ("some-labels-idx1-ubyte");
  const char *const files[] = { path, labels, NULL };

  return TEST_OK (ipl_image_set_load (files, NULL, &error));
}

TEST (test_tokens, "/image-classes/tokens")
{
  IplParameters parameters;

  write_images (CLASSES);
  begin (&parameters, "10");

  g_autoptr (IplCase) the_case = test_make_case (&parameters, TRUE);
  g_autoptr (IplImageSet) images = load_images ();

  g_assert_cmpuint (the_case->T, ==, 4);
  g_assert_cmpuint (the_case->N0, ==, 9 + 4);
  g_assert_cmpuint (the_case->labels.outputs, ==, CLASSES);
  g_assert_cmpstr (the_case->output_names[2], ==, "2");
  for (gsize m = 0; m < 10; m++)
    {
      const double *x = the_case->train.x + m * 4 * 13;
      guint i = number_of (the_case, images, x), class = i % CLASSES;

      for (guint t = 0; t < 4; t++)
        for (guint k = 0; k < 13; k++)
          {
            guint at = (t / 2 * 3 + k / 3) * SIDE + t % 2 * 3 + k % 3;
            double gray = (at / SIDE / 2 == class ? 150 : 20) + (at * 7 + i * 11) % 50;

            if (k < 9 && at > 0)
              g_assert_cmpfloat (fabs (x[t * 13 + k] - (gray / 255 - images->mean) / images->sd), <,
                                 1e-12);
            if (k >= 9)
              g_assert_cmpfloat (x[t * 13 + k], ==, k - 9 == t ? 1 : 0);
          }
      for (guint k = 0; k < CLASSES; k++)
        g_assert_cmpfloat (
            fabs (the_case->train.y[m * CLASSES + k] - ((k == class ? 1 : 0) - 1.0 / CLASSES)), <,
            1e-15);
    }
}

/* The first images of each class in a set are those of a larger one, and no image is in both sets.
 */
TEST (test_sets, "/image-classes/sets")
{
  IplParameters few, many;

  write_images (CLASSES);
  begin (&few, "12");
  begin (&many, "51");

  g_autoptr (IplCase) a = test_make_case (&few, TRUE);
  g_autoptr (IplCase) b = test_make_case (&many, TRUE);
  g_autoptr (IplImageSet) images = load_images ();
  gboolean seen[CLASSES * EACH] = { FALSE };

  for (guint class = 0; class < CLASSES; class ++)
    for (gsize m = 0; m < 4; m++)
      g_assert_cmpmem (a->train.xi + (class * 4 + m) * a->Pi * a->N0,
                       a->Pi * a->N0 * sizeof (double),
                       b->train.xi + (class * 17 + m) * b->Pi * b->N0,
                       b->Pi * b->N0 * sizeof (double));
  g_assert_cmpmem (a->tests[0].xi, 9 * a->Pi * a->N0 * sizeof (double), b->tests[0].xi,
                   9 * b->Pi * b->N0 * sizeof (double));
  for (guint k = 0; k < 2; k++)
    {
      const IplExamples *examples = k == 0 ? &b->train : &b->tests[0];

      for (gsize m = 0; m < examples->count; m++)
        {
          guint i = number_of (b, images, examples->x + m * b->T * b->N0);

          g_assert_false (seen[i]);
          seen[i] = TRUE;
          g_assert_cmpuint (ipl_labels_find_class (&b->labels, examples->y + m * CLASSES), ==,
                            i % CLASSES);
        }
    }
}

static void
refuse (const char *name, const char *value, gint code, const char *words)
{
  IplParameters parameters;

  begin (&parameters, "12");
  test_set_flag (&parameters, name, value);
  TEST_REFUSED (ipl_parameters_make_case (&parameters, FALSE, 1, NULL, &error), code, words);
}

TEST (test_refused, "/image-classes/refused")
{
  write_images (CLASSES);
  refuse ("images", "", IPL_ERROR_MISSING, "images=FILE");
  refuse ("images", "/no/such/images", IPL_ERROR_IO, "/no/such");
  refuse ("patch", "4", IPL_ERROR_VALUE, "divisor");
  refuse ("n-train", "60", IPL_ERROR_VALUE, "20 images");
  write_images (1);
  refuse ("n-train", "6", IPL_ERROR_VALUE, "1 classes");
}
