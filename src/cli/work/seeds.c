/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean over seeds of a case, for the commands that can show it. */
#include "cli/work/seeds.h"

#include <stdio.h>

/* The accuracies of all seeds, or of those that were done when it was stopped; NULL with @error. */
IplSeedMean *
cli_seeds_run (const IplSweepAxis *seeds, const IplParameters *parameters, guint n,
               const IplSetting *settings, gboolean best, guint threads, GError **error)
{
  g_autoptr (IplSeedsRequest) request
      = ipl_seeds_request_new (ipl_parameters_share (parameters), n, settings, best);
  g_autoptr (IplSeedsResult) result = NULL;

  request->first = seeds->first;
  request->n_seeds = seeds->n;
  request->threads = threads;
  result = ipl_run_now (&ipl_run_seeds, request, cli_cancellable (), cli_job_progress, NULL);
  if (result->error != NULL)
    {
      g_propagate_error (error, g_error_copy (result->error));
      return NULL;
    }
  if (result->mean == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Stopped before the first seed.");
      return NULL;
    }
  return ipl_seed_mean_ref (result->mean);
}

/* A table for standard output. */
void
cli_seeds_print (const IplSeedMean *seeds)
{
  double distance;
  guint typical = ipl_seed_mean_find_typical (seeds, &distance);

  printf ("Mean ± standard deviation over %u seeds, %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
          ":\n",
          seeds->n, seeds->seeds[0], seeds->seeds[seeds->n - 1]);
  printf ("%12s %16s %16s %16s\n", "N", ipl_score_of_labels (&seeds->labels)->column, "diagonal",
          "levelled");
  for (guint i = 0; i < seeds->n_rows; i++)
    {
      g_autofree char *widths = ipl_setting_widths_text (&seeds->settings[i]);
      IplSeedSpread full = ipl_seed_mean_get_spread (seeds, seeds->accuracy, seeds->n_rows, i);
      IplSeedSpread diagonal = ipl_seed_mean_get_spread (seeds, seeds->diagonal, seeds->n_rows, i);
      IplSeedSpread levelled = ipl_seed_mean_get_spread (seeds, seeds->levelled, seeds->n_rows, i);

      printf ("%12s %8.4f ± %5.4f %8.4f ± %5.4f %8.4f ± %5.4f\n", widths, full.mean, full.sd,
              diagonal.mean, diagonal.sd, levelled.mean, levelled.sd);
    }
  for (guint k = 0; k < seeds->n_lines; k++)
    {
      IplSeedSpread line = ipl_seed_mean_get_spread (seeds, seeds->gp, seeds->n_lines, k);

      printf ("GP limit, %s: %.4f ± %.4f\n", seeds->lines[k], line.mean, line.sd);
    }
  printf ("Seed nearest to the mean: %" G_GUINT64_FORMAT " (%.2f standard deviations away)\n",
          seeds->seeds[typical], distance);
}
