/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the posterior's figures say: calibration and histograms against slow ways to the same
 * numbers, sentences and tables, and what is shown where there is nothing to show. */

#include "core/posterior/calibration.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/view/posterior-view.h"
#include "target-asserts.h"
#include "figure-once.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Bins hold everyone once, in order, none too few, with the shares counted by hand. */
FIXTURE_TEST (test_reliability, "/figures/posterior/reliability", FIXTURE_SAMPLED)
{
  const IplSolution *solution = fixture->view.current;
  const IplPrediction *p = &solution->tests[0];
  const double *y = fixture->the_case->tests[0].y, T = solution->setting.temperature;
  g_autoptr (IplCalibration) c = ipl_calibration_new (fixture->the_case, p, T);
  g_autofree double *sorted = g_new (double, p->count);
  g_assert_cmpuint (c->n_bins, >=, 5);
  for (gsize i = 0; i < p->count; i++)
    sorted[i] = 0.5 * erfc (-fabs (p->mean[i]) / sqrt (2 * (p->var[i] + T)));
  qsort (sorted, p->count, sizeof *sorted, compare_doubles);
  gsize seen = 0;
  double gap = 0;
  for (guint b = 0; b < c->n_bins; b++)
    {
      gsize right = 0, n = 0;
      double confidence = 0, from = sorted[seen], to = sorted[seen + c->bin_n[b] - 1];
      for (gsize i = 0; i < p->count; i++)
        {
          double q = 0.5 * erfc (-fabs (p->mean[i]) / sqrt (2 * (p->var[i] + T)));
          if (q < from || q > to)
            continue;
          n++;
          confidence += q;
          right += (p->mean[i] > 0) == (y[i] > 0);
        }
      g_assert_cmpuint (n, ==, c->bin_n[b]);
      g_assert_cmpuint (n, >=, 10);
      /* A sum of n numbers up to 1, in another order. */
      g_assert_cmpfloat_with_epsilon (c->confidence[b], confidence / n, n * DBL_EPSILON);
      g_assert_cmpfloat_with_epsilon (c->correct[b], (double)right / n, n * DBL_EPSILON);
      g_assert_true (c->low[b] <= c->correct[b] && c->correct[b] <= c->high[b]);
      g_assert_true (c->low[b] >= 0 && c->high[b] <= 1 && c->low[b] < c->high[b]);
      gap += fabs (confidence - right) / p->count;
      seen += n;
    }
  g_assert_cmpuint (seen, ==, p->count);
  g_assert_cmpfloat_with_epsilon (c->expected_gap, gap, p->count * DBL_EPSILON);
}

FIXTURE_TEST (test_histogram, "/figures/posterior/histogram", FIXTURE_SAMPLED, FIXTURE_FIRST_DRAW,
              FIXTURE_STUCK)
{
  const IplPosteriorSummary *posterior = fixture->view.posteriors->pdata[0];
  gsize Pi = fixture->the_case->Pi, total = posterior->n_chains * posterior->n_draws;
  for (gsize p = 0; p < MIN (Pi, 3); p++)
    for (gsize q = 0; q < MIN (Pi, 3); q++)
      {
        g_autofree double *draws = ipl_posterior_summary_entry_draws (posterior, 0, 0, p, q);
        g_autoptr (IplHistogram) h = ipl_histogram_new (draws, total);
        g_assert_cmpuint (h->n_bins, >, 0);
        double area = 0, step = (h->high - h->low) / h->n_bins;
        g_assert_cmpfloat (step, >, 0);
        for (guint b = 0; b < h->n_bins; b++)
          {
            /* A draw on an edge may fall to either side of it in rounding. */
            double from = h->low + b * step, to = from + step, few = 0, many = 0;
            double edge = 1e-9 * (h->high - h->low);
            for (gsize i = 0; i < total; i++)
              {
                few += draws[i] > from + edge && draws[i] < to - edge;
                many += draws[i] > from - edge && draws[i] < to + edge;
              }
            double count = h->density[b] * step * total;
            g_assert_cmpfloat (count, >=, few - 1e-6);
            g_assert_cmpfloat (count, <=, many + 1e-6);
            area += h->density[b] * step;
          }
        g_assert_cmpfloat_with_epsilon (area, 1, 1e-9);
      }
}

TEST (test_describe, "/figures/posterior/describe")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_SAMPLED);
  assert_description (
      fixture, ipl_target_row (3),
      "N = 100: accuracy 0.911 ± 0.009 (GP 0.826), sampled 0.907 ± 0.010, solved in 2.1 ms, "
      "6 iterations, relative gradient 3e−12, action 7.8526");
  assert_description (
      fixture, ipl_target_row (2),
      "N = 50: accuracy 0.945 ± 0.007 (GP 0.826), sampled 0.941 ± 0.008, solved in 2.1 ms, "
      "6 iterations, relative gradient 3e−12, action 8.2941; sampling not converged: The chains do not "
      "agree yet (R-hat 1.070, should be at most 1.01); add draws or warm-up.");

  /* The pair's sentence, from the summary's own numbers. */
  const IplPosteriorSummary *posterior = fixture->view.posteriors->pdata[0];
  g_autofree char *mean = ipl_number_text (posterior->U_mean[2], 4);
  g_autofree char *mcse = ipl_number_text (posterior->U_mcse[2], 2);
  g_autofree char *sd = ipl_number_text (posterior->U_sd[2], 3);
  g_autofree char *low = ipl_number_text (posterior->U_quantiles[0][2], 3);
  g_autofree char *high = ipl_number_text (posterior->U_quantiles[4][2], 3);
  g_autofree char *pair
      = g_strdup_printf ("Pair good–denoising, N = 10: U = −5.40 (U diag 13.4 and 6.75), "
                         "correlation −0.57; sampled %s "
                         "± %s, sd %s, 5–95 %% %s to %s, R-hat 1.002, ESS 960 bulk, 800 tail",
                         mean, mcse, sd, low, high);
  assert_description (fixture, ipl_target_pair (0, 2), pair);

  /* A run with nothing to diagnose yet has dashes, not "nan". */
  g_autoptr (Fixture) first = fixture_new (FIXTURE_FIRST_DRAW);
  g_autofree char *text = ipl_target_describe (&ipl_target_pair (0, 2), &first->view);
  g_assert_nonnull (strstr (text, "R-hat –"));
  g_assert_true (g_str_has_suffix (text, "not converged"));
  g_assert_null (strstr (text, "nan"));

  g_autofree char *words = ipl_figure_describe (&ipl_panel_calibration, &fixture->view);
  g_assert_nonnull (strstr (words, " Samples: standard deviation "));
  g_assert_nonnull (strstr (words, "|mean|"));
  g_autofree char *accuracy = ipl_figure_describe (&ipl_panel_accuracy, &fixture->view);
  g_assert_nonnull (strstr (accuracy, "Accuracy, sampled from "));
  g_assert_nonnull (strstr (accuracy, "Samples at N = 50 are not converged: "));
  g_autoptr (Fixture) regression = fixture_new (FIXTURE_REGRESSION_SAMPLED);
  g_autofree char *other = ipl_figure_describe (&ipl_panel_calibration, &regression->view);
  g_assert_null (strstr (other, "|mean|"));
}

/* Fields of the line that begins so. */
static char **
find_line (const char *table, const char *beginning)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], beginning))
      return g_strsplit (lines[i], "\t", -1);
  g_error ("no line “%s” in\n%s", beginning, table);
}

TEST (test_tables, "/figures/posterior/tables")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_SAMPLED);
  const IplPosteriorSummary *posterior = fixture->view.posteriors->pdata[0];
  g_autofree char *table = ipl_figure_table (&ipl_panel_posterior, &fixture->view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  /* Heading, ten entries, an empty line, heading, four chains, the end. */
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 10 + 1 + 1 + 4 + 1);
  g_auto (GStrv) cells = find_line (table, "good\tdenoising\t");
  g_auto (GStrv) heading = g_strsplit (lines[0], "\t", -1);
  g_assert_cmpuint (g_strv_length (cells), ==, g_strv_length (heading));
  const double expected[]
      = { posterior->U_mean[2],         posterior->U_mcse[2],         posterior->U_sd[2],
          posterior->U_quantiles[0][2], posterior->U_quantiles[2][2], posterior->U_quantiles[4][2],
          posterior->rhat[2],           posterior->ess_bulk[2],       posterior->ess_tail[2],
          fixture->view.current->U[2] };
  for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
    /* Ten digits are written. */
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[2 + k], NULL), expected[k],
                                    1e-9 * fabs (expected[k]));
  g_auto (GStrv) chain = find_line (table, "3\t");
  g_assert_cmpstr (chain[1], ==, "0.54");
  g_assert_cmpstr (chain[2], ==, "0");

  /* The accuracy of every width, sampled or not. */
  g_autoptr (Fixture) some = fixture_new (FIXTURE_SAMPLING);
  g_autofree char *accuracy = ipl_figure_table (&ipl_panel_accuracy, &some->view);
  g_auto (GStrv) fifty = find_line (accuracy, "50\t");
  g_assert_cmpstr (fifty[1], ==, "0.945");
  g_assert_cmpstr (fifty[3], ==, "0.941");
  g_assert_cmpstr (fifty[5], ==, "fine");
  g_auto (GStrv) ten = find_line (accuracy, "10\t");
  g_assert_cmpstr (ten[1], ==, "0.964");
  g_assert_cmpstr (ten[3], ==, "");
  g_auto (GStrv) aside = find_line (accuracy, "2000\t");
  g_assert_cmpstr (aside[1], ==, "");
  g_assert_cmpstr (aside[3], ==, "0.907");

  /* Each draw of the trace. */
  fixture->view.pair_p = 2;
  g_autofree char *trace = ipl_figure_table (&ipl_panel_trace, &fixture->view);
  g_auto (GStrv) draw = find_line (trace, "17\t");
  g_autofree double *draws = ipl_posterior_summary_entry_draws (posterior, 0, 0, 0, 2);
  for (guint c = 0; c < 4; c++)
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (draw[1 + c], NULL), draws[c * 400 + 16],
                                    1e-9 * fabs (draws[c * 400 + 16]));

  /* The heatmaps' table is of what they show. */
  for (IplHeatmapMode mode = 0; mode <= IPL_HEATMAP_SIDE_BY_SIDE; mode++)
    {
      const double theory = fixture->view.current->U[0], sampled = posterior->U_mean[0];
      const double first[] = { theory, sampled, sampled - theory, posterior->U_sd[0], theory };
      fixture->view.display.heatmap = mode;
      g_autofree char *u = ipl_figure_table (&ipl_panel_u, &fixture->view);
      g_auto (GStrv) row = find_line (u, "good\t");
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (row[1], NULL), first[mode], 1e-9 * theory);
    }
}

/* Without samples there are words, and no number but the width. */
FIXTURE_TEST (test_empty, "/figures/posterior/empty", FIXTURE_HMC4)
{
  static const IplPanel *const panels[]
      = { &ipl_panel_trace, &ipl_panel_ranks, &ipl_panel_marginal };
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_autofree char *texts = figure_once_texts (panels[i], &fixture->view, FALSE);
      g_assert_cmpstr (texts, ==, "\n<i>N</i> = 10\nNot sampled yet\n");
    }
  fixture->view.current = fixture->view.gp;
  g_autofree char *gp = figure_once_texts (&ipl_panel_trace, &fixture->view, FALSE);
  g_assert_nonnull (strstr (gp, "does not fluctuate"));
  g_assert_null (strstr (gp, "press Sample"));
  fixture->view.current = fixture->sweep->rows[0];
  for (IplHeatmapMode mode = IPL_HEATMAP_SAMPLED; mode <= IPL_HEATMAP_SIDE_BY_SIDE; mode++)
    {
      fixture->view.display.heatmap = mode;
      g_autofree char *texts = figure_once_texts (&ipl_panel_u, &fixture->view, FALSE);
      g_assert_nonnull (strstr (texts, "\nnot sampled yet"));
      if (mode != IPL_HEATMAP_SIDE_BY_SIDE)
        g_assert_null (strstr (texts, "13.37"));
    }
}

/* Only samples of what is shown are shown. */
TEST (test_belonging, "/figures/posterior/belonging")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_SAMPLED);
  g_autoptr (Fixture) deep = fixture_new (FIXTURE_DEEP_SAMPLED);
  IplTarget pair = ipl_target_pair (0, 2);
  IplView view = fixture->view;

  /* What goes with the current width is found among all. */
  view.current = fixture->sweep->rows[3];
  g_assert_true (ipl_view_usable (&view).posterior == fixture->view.posteriors->pdata[3]);
  /* The last width's samples are not taken for this one's. */
  view.posterior = fixture->view.posteriors->pdata[0];
  view.posteriors = NULL;
  g_assert_null (ipl_view_usable (&view).posterior);
  g_autofree char *text = ipl_target_describe (&pair, &view);
  g_assert_null (strstr (text, "sampled"));
  /* Nor another case's, nor another temperature's. */
  view = fixture->view;
  view.posteriors = deep->view.posteriors;
  view.posterior = deep->view.posteriors->pdata[0];
  g_assert_null (ipl_view_usable (&view).posterior);
  g_autofree char *texts = figure_once_texts (&ipl_panel_accuracy, &view, FALSE);
  g_assert_null (strstr (texts, "sampled"));
  IplPosteriorSummary *warm = g_ptr_array_index (fixture->posteriors, 0);
  warm->setting.temperature = 0.5;
  view = fixture->view;
  g_assert_null (ipl_view_usable (&view).posterior);
  g_autoptr (GPtrArray) shown = ipl_view_posteriors (&view);
  g_assert_cmpuint (shown->len, ==, 6);
  /* One that is there twice is shown once. */
  view.posterior = view.posteriors->pdata[3];
  view.current = fixture->sweep->rows[3];
  g_autoptr (GPtrArray) twice = ipl_view_posteriors (&view);
  g_assert_cmpuint (twice->len, ==, 6);
  /* Without the theory, samples alone are shown; a pair that is not there is the first. */
  view.current = NULL;
  view.pair_p = 99;
  view.pair_q = -3;
  IplView usable = ipl_view_usable (&view);
  g_assert_true (usable.posterior == view.posteriors->pdata[3]);
  g_assert_cmpint (usable.pair_p, ==, 0);
  g_assert_cmpint (usable.pair_q, ==, 0);
}

/* A run that cannot be trusted says so wherever it is drawn. */
FIXTURE_TEST (test_warning, "/figures/posterior/warning", FIXTURE_SAMPLED)
{
  g_autofree char *accuracy = figure_once_texts (&ipl_panel_accuracy, &fixture->view, FALSE);
  g_assert_nonnull (strstr (accuracy, "\nsampled\n"));
  g_assert_nonnull (strstr (accuracy, "\nsampled, not converged\n"));
  for (int row = 0; row <= 2; row += 2)
    for (guint i = 0; i < ipl_panel_posterior.n_parts; i++)
      {
        const IplPanel *panel = ipl_panel_posterior.parts[i].panel;
        fixture->view.current = fixture->sweep->rows[row];
        g_autofree char *texts = figure_once_texts (panel, &fixture->view, FALSE);
        g_autofree char *words = ipl_figure_describe (panel, &fixture->view);
        g_assert_cmpint (strstr (texts, "not converged") != NULL, ==, row == 2);
        if (panel != &ipl_panel_calibration)
          g_assert_cmpint (strstr (words, "Not converged: The chains") != NULL, ==, row == 2);
      }
  /* Where all are fine, none is hollow. */
  ((IplPosteriorSummary *)g_ptr_array_index (fixture->posteriors, 2))->fine = TRUE;
  g_autofree char *fine = figure_once_texts (&ipl_panel_accuracy, &fixture->view, FALSE);
  g_assert_null (strstr (fine, "not converged"));
}

TEST (test_modes, "/figures/posterior/modes")
{
  guint mode;
  for (IplHeatmapMode m = 0; m < IPL_N_HEATMAPS; m++)
    {
      g_assert_true (
          ipl_choice_parse (&ipl_choice_heatmap, ipl_choice_heatmap.options[m].id, &mode));
      g_assert_cmpint (mode, ==, m);
      g_assert_nonnull (ipl_choice_heatmap.options[m].title);
    }
  g_assert_false (ipl_choice_parse (&ipl_choice_heatmap, "both", &mode));
}
