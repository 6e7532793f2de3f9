/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples the exact posterior at the cells that the settings of a map name, at every seed. */
#include "core/maps/map-sample.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/maps/map-cases.h"
#include "core/maps/map-places.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"
#include <math.h>

typedef struct
{
  IplMap *map;
  const IplMapSolve *how;
  guint done, n; /* cells */
  guint cell;    /* at work */
} Sample;

/* The standard error of the difference of two scores of the same examples: of the mean of the
 * differences of each. */
double
ipl_map_difference_error (const IplLabels *labels, gsize n, const double *y, const double *a,
                          const double *b)
{
  double mean = 0, squares = 0;

  for (gsize i = 0; i < n; i++)
    {
      gsize at = ipl_labels_get_size (labels, i);
      double one
          = ipl_labels_score (labels, y + at, a + at) - ipl_labels_score (labels, y + at, b + at);
      double step = one - mean;

      mean += step / ((double)i + 1);
      squares += step * (one - mean);
    }
  return n > 1 ? sqrt (squares / ((double)n - 1) / (double)n) : 0;
}

static void
report (Sample *self, double fraction)
{
  g_autofree char *setting = NULL, *sentence = NULL;

  if (self->how->progress == NULL)
    return;
  setting = ipl_map_plan_describe (&self->map->run, self->cell);
  sentence = g_strdup_printf ("Sampling %s", setting);
  self->how->progress ((self->done + fraction) / self->n, -1, sentence, self->how->data);
}

static void
on_progress (double fraction, const char *sentence, gpointer data)
{
  report (data, fraction);
}

static gboolean
ask_memory (const IplMap *map, IplKernel *kernel, const IplSetting *setting, guint threads,
            GError **error)
{
  const IplPosteriorOptions *options = &map->run.options;
  guint draws = map->run.parameters.draws;
  double kept;
  double bytes = ipl_posterior_memory (kernel->the_case, kernel, setting, options, draws)
                 + ipl_posterior_summary_memory (kernel->the_case, kernel, options->chains, draws,
                                                 threads, &kept);

  return ipl_memory_ask (bytes, "Sampling a setting of the map", IPL_POSTERIOR_INSTEAD, error);
}

/* Samples the posterior of the setting, as the command sample does. */
static IplPosteriorSummary *
draw (Sample *self, IplKernel *kernel, const IplSetting *setting, GError **error)
{
  const IplRunSettings *run = &self->map->run;
  const IplMapSolve *how = self->how;
  g_autoptr (IplPosterior) posterior = NULL;

  if (!ipl_posterior_options_validate (&run->options, kernel->the_case, setting, error)
      || !ask_memory (self->map, kernel, setting, how->threads, error))
    return NULL;
  posterior = ipl_posterior_prepare (kernel->the_case, kernel, setting, &run->options,
                                     how->cancellable, error);
  if (posterior == NULL
      || !ipl_posterior_run (posterior, run->parameters.draws, how->threads, on_progress, self,
                             how->cancellable, error))
    return NULL;
  return ipl_posterior_summarize (posterior, how->threads, how->cancellable, error);
}

static IplMapCheck *
make_check (guint cell, const IplCase *the_case, const IplPosteriorSummary *summary,
            const IplSolution *theory)
{
  const IplExamples *test = &the_case->tests[0];
  const IplPrediction *sampled = &summary->tests[0];
  double numbers[IPL_MAP_CHECK_N_NUMBERS], alone, of_tests;
  gsize Pi = the_case->Pi, K = the_case->labels.outputs;
  g_autofree double *U = g_new0 (double, 2 * Pi);

  ipl_case_measure (the_case, 0, sampled->mean, &alone);
  of_tests = ipl_map_difference_error (&the_case->labels, test->count, test->y, sampled->mean,
                                       theory->tests[0].mean);
  numbers[IPL_MAP_CHECK_ACCURACY] = sampled->accuracy;
  numbers[IPL_MAP_CHECK_ACCURACY_SE] = sampled->accuracy_se;
  /* The error of sampling is what the test set leaves of both. */
  numbers[IPL_MAP_CHECK_DIFFERENCE_SE] = sqrt (
      fmax (0, sampled->accuracy_se * sampled->accuracy_se - alone * alone) + of_tests * of_tests);
  numbers[IPL_MAP_CHECK_RHAT] = summary->worst_rhat;
  numbers[IPL_MAP_CHECK_ESS] = summary->least_ess_bulk;
  numbers[IPL_MAP_CHECK_DRAWS] = summary->n_draws;
  /* With several outputs the mean of theirs, whose error is at most the mean of their errors. */
  for (gsize i = 0; i < Pi * K; i++)
    {
      U[i / K] += summary->U_mean[i * (Pi * K + 1)] / (double)K;
      U[Pi + i / K] += summary->U_mcse[i * (Pi * K + 1)] / (double)K;
    }
  return ipl_map_check_new (cell, numbers, (guint)Pi, U, summary->fine ? NULL : summary->message);
}

static gboolean
sample_cell (Sample *self, IplMapCases *cases, GError **error)
{
  const IplRunSettings *run = &self->map->run;
  IplSetting setting = ipl_map_plan_setting (run, self->cell);
  g_autoptr (IplKernel) kernel = ipl_map_cases_get (cases, ipl_map_plan_case_cell (run, self->cell),
                                                    self->how->cancellable, error);
  g_autoptr (IplPosteriorSummary) summary
      = kernel != NULL ? draw (self, kernel, &setting, error) : NULL;
  g_autoptr (IplSweep) theory
      = summary != NULL ? ipl_sweep_run_row (kernel->the_case, kernel, &setting, NULL, FALSE,
                                             self->how->threads, self->how->cancellable, error)
                        : NULL;

  if (theory == NULL)
    return FALSE;
  ipl_map_add_check (self->map,
                     make_check (self->cell, kernel->the_case, summary, theory->rows[0]));
  return TRUE;
}

/* A cell that cannot be is passed over, and one that has as many draws already. */
static gboolean
is_wanted (const IplMap *map, guint cell)
{
  const IplMapCheck *check = ipl_map_find_check (map, cell);

  return map->cells[cell].state != IPL_MAP_IMPOSSIBLE
         && (check == NULL || check->numbers[IPL_MAP_CHECK_DRAWS] < map->run.parameters.draws);
}

static GArray *
list_cells (const IplMap *map, GError **error)
{
  g_autoptr (GArray) places = ipl_map_places_parse (&map->run, map->run.sample_at, error);
  GArray *cells = places != NULL ? g_array_new (FALSE, FALSE, sizeof (guint)) : NULL;

  for (guint s = 0; cells != NULL && s < map->n_seeds; s++)
    for (guint i = 0; i < places->len; i++)
      {
        guint cell = s * map->nx * map->ny + g_array_index (places, guint, i);

        if (is_wanted (map, cell))
          g_array_append_val (cells, cell);
      }
  return cells;
}

/* Samples what is not sampled yet. FALSE where it was cancelled, or some cell cannot be sampled;
 * what was sampled until then stays, and another call goes on. */
gboolean
ipl_map_sample (IplMap *self, const IplMapSolve *how, GError **error)
{
  g_autoptr (GArray) cells = list_cells (self, error);
  g_autoptr (IplMapCases) cases = NULL;
  Sample sample = { .map = self, .how = how };

  if (cells == NULL)
    return FALSE;
  if (cells->len == 0)
    return TRUE;
  cases = ipl_map_cases_new (&self->run, how->threads);
  if (how->kernel != NULL)
    ipl_map_cases_add (cases, how->known, how->kernel);
  sample.n = cells->len;
  for (; sample.done < sample.n; sample.done++)
    {
      sample.cell = g_array_index (cells, guint, sample.done);
      report (&sample, 0);
      if (!sample_cell (&sample, cases, error))
        return FALSE;
      if (how->show != NULL)
        how->show (self, how->data);
    }
  return TRUE;
}
