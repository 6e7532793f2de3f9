/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The accuracies over seeds of a case, in files. */
#include "core/base/json.h"
#include "core/results/results-write-private.h"

/* An array of the accuracies, with its name in files of classes. */
typedef struct
{
  const char *name;
  const double *values;
  guint width;
} Series;

#define N_SERIES 4

static void
list_series (const IplSeedMean *seeds, Series series[N_SERIES])
{
  series[0] = (Series){ "seed_accuracy", seeds->accuracy, seeds->n_rows };
  series[1] = (Series){ "seed_accuracy_diagonal", seeds->diagonal, seeds->n_rows };
  series[2] = (Series){ "seed_accuracy_levelled", seeds->levelled, seeds->n_rows };
  series[3] = (Series){ "seed_accuracy_gp_lines", seeds->gp, seeds->n_lines };
}

/* (transfer full): its name in the file, followed by @ending. */
static char *
name_series (const IplSeedMean *seeds, const Series *series, const char *ending)
{
  g_autofree char *name = ipl_score_field_name (ipl_score_of_labels (&seeds->labels), series->name);

  return g_strconcat (name, ending, NULL);
}

/* Means or standard deviations of a series; (transfer full). */
static double *
get_spreads (const IplSeedMean *seeds, const Series *series, gboolean sd)
{
  double *values = g_new (double, MAX (series->width, 1));

  for (guint i = 0; i < series->width; i++)
    {
      IplSeedSpread spread = ipl_seed_mean_get_spread (seeds, series->values, series->width, i);

      values[i] = sd ? spread.sd : spread.mean;
    }
  return values;
}

/* Adds seeds [S], seed_accuracy [S, n], the accuracies with U's diagonal and with U levelled
 * (seed_accuracy_diagonal, seed_accuracy_levelled), seed_accuracy_gp_lines [S, lines] with the
 * names seed_gp_lines; for each of the four the mean over seeds (.._mean) and the standard
 * deviation between seeds (.._sd); and seed_typical, the seed nearest to the mean. For a
 * regression the names are seed_mean_squared_error and so on. */
void
ipl_results_add_seeds_npz (IplNpzWriter *npz, const IplSeedMean *seeds)
{
  g_autofree gint64 *numbers = g_new (gint64, MAX (seeds->n, 1));
  gsize n = seeds->n;
  gint64 typical;
  Series series[N_SERIES];

  for (guint s = 0; s < seeds->n; s++)
    numbers[s] = (gint64)seeds->seeds[s];
  typical = numbers[ipl_seed_mean_find_typical (seeds, NULL)];
  ipl_npz_writer_add_ints (npz, "seeds", numbers, 1, &n);
  ipl_npz_writer_add_ints (npz, "seed_typical", &typical, 0, NULL);
  ipl_npz_writer_add_texts (npz, "seed_gp_lines", seeds->lines);
  list_series (seeds, series);
  for (guint i = 0; i < N_SERIES; i++)
    {
      gsize shape[] = { n, series[i].width };
      g_autofree char *name = name_series (seeds, &series[i], "");
      g_autofree char *mean_name = name_series (seeds, &series[i], "_mean");
      g_autofree char *sd_name = name_series (seeds, &series[i], "_sd");
      g_autofree double *mean = get_spreads (seeds, &series[i], FALSE);
      g_autofree double *sd = get_spreads (seeds, &series[i], TRUE);

      ipl_npz_writer_add_doubles (npz, name, series[i].values, 2, shape);
      ipl_npz_writer_add_doubles (npz, mean_name, mean, 1, shape + 1);
      ipl_npz_writer_add_doubles (npz, sd_name, sd, 1, shape + 1);
    }
}

/* Adds an object "over_seeds" with the seeds, the typical one, the names of the GP lines, and the
 * means and standard deviations under the names of ipl_results_add_seeds_npz(). */
void
ipl_results_add_seeds_json (JsonBuilder *builder, const IplSeedMean *seeds)
{
  Series series[N_SERIES];

  ipl_json_begin_object (builder, "over_seeds");
  ipl_json_begin_array (builder, "seeds");
  for (guint s = 0; s < seeds->n; s++)
    json_builder_add_int_value (builder, (gint64)seeds->seeds[s]);
  json_builder_end_array (builder);
  ipl_json_add_int (builder, "seed_typical",
                    (gint64)seeds->seeds[ipl_seed_mean_find_typical (seeds, NULL)]);
  ipl_results_write_texts (builder, "seed_gp_lines", seeds->n_lines, seeds->lines);
  list_series (seeds, series);
  for (guint i = 0; i < N_SERIES; i++)
    {
      g_autofree char *mean_name = name_series (seeds, &series[i], "_mean");
      g_autofree char *sd_name = name_series (seeds, &series[i], "_sd");
      g_autofree double *mean = get_spreads (seeds, &series[i], FALSE);
      g_autofree double *sd = get_spreads (seeds, &series[i], TRUE);

      ipl_results_write_numbers (builder, mean_name, series[i].width, mean);
      ipl_results_write_numbers (builder, sd_name, series[i].width, sd);
    }
  json_builder_end_object (builder);
}
