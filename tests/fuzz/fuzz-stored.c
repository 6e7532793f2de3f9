/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A file of results of a sweep, with samples where the first byte is odd, changed since it was
 * written (changed-file.h) and read back to be shown: refused with a sentence, or every number has
 * its place. What was read is the same when it
 * is read once more. */

#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "core/results/results-load.h"
#include "core/results/results.h"
#include "core/theory/sweep.h"
#include "changed-file.h"
#include "small-case.h"

#define N_ROWS 2

static FuzzChanged stored[2]; /* without samples, and with some */

/* The second row sampled by two chains. */
static void
save_sampled (const IplSweep *sweep, IplKernel *kernel, const char *path)
{
  IplCase *the_case = ipl_case_info_get_case (sweep->the_case);
  const IplPosteriorSummary *posteriors[N_ROWS] = { NULL };
  g_autoptr (IplPosterior) run = NULL;
  g_autoptr (IplPosteriorSummary) summary = NULL;
  g_autoptr (GError) error = NULL;
  IplPosteriorOptions options;

  ipl_posterior_options_init (&options);
  options.chains = 2;
  options.warmup = 20;
  options.method = IPL_POSTERIOR_NUTS;
  run = ipl_posterior_new (the_case, kernel, &sweep->rows[1]->setting, &options, &error);
  g_assert_no_error (error);
  g_assert_true (ipl_posterior_run (run, 5, 1, NULL, NULL, NULL, &error));
  summary = ipl_posterior_summarize (run, 1, NULL, &error);
  g_assert_no_error (error);
  posteriors[1] = summary;
  g_assert_true (ipl_results_save_npz (sweep, posteriors, NULL, "{}", path, &error));
}

static void
save (gboolean sampled, const char *path)
{
  g_autoptr (IplCase) the_case = fuzz_small_case (2, (guint[]){ 2, 1 }, 0.1, 3);
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  g_autoptr (GError) error = NULL;
  IplSetting settings[N_ROWS];

  kernel = ipl_kernel_new (the_case, &error);
  for (guint i = 0; i < N_ROWS; i++)
    ipl_setting_init_for_case (&settings[i], the_case, 5 * (i + 1));
  sweep = ipl_sweep_run (the_case, kernel, N_ROWS, settings, 1, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  if (sampled)
    save_sampled (sweep, kernel, path);
  else
    g_assert_true (ipl_results_save_npz (sweep, NULL, NULL, "{}", path, &error));
}

/* Sums of what figures draw: all of it is there. */
static double
touch (const IplResults *self)
{
  double sum = 0;

  for (guint i = 0; i < self->sweep->n_rows; i++)
    {
      const IplSolution *row = self->sweep->rows[i];
      gsize Pi = row->the_case->Pi;

      for (gsize j = 0; j < Pi * Pi; j++)
        sum += row->U[j];
      for (guint t = 0; t < row->the_case->n_tests; t++)
        for (gsize m = 0; m < row->tests[t].count && row->tests[t].mean != NULL; m++)
          sum += row->tests[t].mean[m];
      if (self->posteriors != NULL && self->posteriors->pdata[i] != NULL)
        for (gsize j = 0; j < Pi * Pi; j++)
          sum += ipl_posterior_list_at (self->posteriors, i)->U_mean[j]
                 + ipl_posterior_list_at (self->posteriors, i)->U_mcse[j];
      for (gsize p = 0; p < Pi; p++)
        g_assert_nonnull (row->the_case->path_names[p]);
    }
  return sum;
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autoptr (GByteArray) changed = NULL;
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplResults) results = NULL, again = NULL;
  gboolean sampled = n > 0 && bytes[0] & 1;
  FuzzChanged *whole = &stored[sampled];
  GError *error = NULL;

  if (whole->parts == NULL)
    {
      g_autofree char *path
          = g_strdup_printf ("%s/fuzz-stored-%d.npz", g_get_tmp_dir (), (int)getpid ());

      save (sampled, path);
      fuzz_changed_init (whole, path);
      g_unlink (path);
    }
  changed = fuzz_changed_apply (whole, bytes + (n > 0), n - (n > 0));
  fuzz_file_init (&file, changed->data, changed->len);
  ipl_results_is_file (file.path);
  results = ipl_results_load (file.path, NULL, &error);
  fuzz_check_result (results, error);
  if (results == NULL)
    return 0;
  error = NULL;
  again = ipl_results_load (file.path, NULL, &error);
  g_assert_no_error (error);
  fuzz_check_equal (&(double){ touch (results) }, &(double){ touch (again) }, 1, "what was read");
  return 0;
}
