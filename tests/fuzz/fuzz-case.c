/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A case file at any of its levels: path features against a plain loop; saved, it is read again the
 * same. */

#include "core/case/case-io.h"
#include "fuzz.h"
#include "slow-features.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Beyond this, exponentials of logits differ by more than rounding. */
#define LARGEST 4.0

static double
largest_of (const double *values, gsize n)
{
  double largest = 0;

  for (gsize i = 0; values != NULL && i < n; i++)
    largest = MAX (largest, fabs (values[i]));
  return largest;
}

/* Whether the numbers are of a size at which the plain loop is exact to rounding. */
static gboolean
is_tame (const IplCase *self, const IplExamples *examples)
{
  double largest = largest_of (examples->x, examples->count * self->T * self->N0);

  for (guint l = 0; l < self->L; l++)
    {
      const IplLayerWeights *weights = &self->weights[l];
      gsize one = self->H[l] * self->N0;

      largest = MAX (largest, largest_of (weights->combined, one * self->N0));
      largest = MAX (largest, largest_of (weights->wk, one * weights->G));
      largest = MAX (largest, largest_of (weights->wq, one * weights->G));
      largest = MAX (largest,
                     largest_of (examples->attention[l],
                                 examples->count * self->H[l] * self->T * self->T));
    }
  return largest <= LARGEST && self->T <= 12 && self->N0 <= 12 && self->Pi <= 64;
}

static void
compare_features (const IplCase *self, const IplExamples *examples)
{
  gsize n = self->Pi * self->N0;

  if (self->level == IPL_LEVEL_PATHS || examples->x == NULL || !is_tame (self, examples))
    return;

  g_autofree double *xi = g_new (double, n);

  for (gsize example = 0; example < MIN (examples->count, 3); example++)
    {
      slow_features (self, examples, example, xi);
      for (gsize i = 0; i < n; i++)
        if (!(fabs (examples->xi[example * n + i] - xi[i]) <= 1e-9 * (1 + fabs (xi[i]))))
          g_error ("path feature %" G_GSIZE_FORMAT " of example %" G_GSIZE_FORMAT
                   " is %.17g and should be %.17g",
                   i, example, examples->xi[example * n + i], xi[i]);
    }
}

static void
save_and_compare (const IplCase *self)
{
  g_autoptr (IplCase) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path
      = g_strdup_printf ("%s/fuzz-case-%d.npz", g_get_tmp_dir (), (int)getpid ());

  g_assert_true (ipl_case_save (self, path, &error));
  g_assert_no_error (error);
  again = ipl_case_load (path, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->Pi, ==, self->Pi);
  g_assert_cmpuint (again->N0, ==, self->N0);
  g_assert_cmpuint (again->train.count, ==, self->train.count);
  fuzz_check_equal (self->train.xi, again->train.xi, self->train.count * self->Pi * self->N0,
                    "xi_train");
  fuzz_check_equal (self->train.y, again->train.y, self->train.count, "y_train");
  unlink (path);
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree guint8 *repaired = g_memdup2 (bytes, n);
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplCase) the_case = NULL;
  GError *error = NULL;

  fuzz_repair_zip (repaired, n);
  fuzz_file_init (&file, repaired, n);
  the_case = ipl_case_load (file.path, TRUE, 1, NULL, &error);
  fuzz_check_result (the_case, error);
  if (the_case != NULL)
    {
      compare_features (the_case, &the_case->train);
      compare_features (the_case, &the_case->tests[0]);
      save_and_compare (the_case);
    }
  return 0;
}
