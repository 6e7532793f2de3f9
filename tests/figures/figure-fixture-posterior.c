/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples as a run would give them, without a run: every entry of U wanders about a little more
 * than the solution's, wider the narrower the network. */

#include "figure-fixture.h"

#include <math.h>
#include <stdlib.h>
#include "core/posterior/posterior-summary.h"

/* Numbers between 0 and 1 that look irregular and are the same everywhere. */
double
fixture_irregular (gsize i)
{
  double x = sin (12.9898 * (double)(i + 1)) * 43758.5453;
  return x - floor (x);
}

/* Nearly normal: the sum of six. */
static double
wander (gsize seed)
{
  double sum = -3;
  for (gsize k = 0; k < 6; k++)
    sum += fixture_irregular (6 * seed + k);
  return sum / sqrt (0.5);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void
fill_entry (IplPosteriorSummary *self, const IplSolution *solution, gsize p, gsize q, gsize pair)
{
  static const double probabilities[] = { 0.05, 0.25, 0.5, 0.75, 0.95 };
  gsize Pi = self->the_case->Pi, n_pairs = Pi * (Pi + 1) / 2;
  guint total = self->n_chains * self->n_draws;
  double U = solution->U[p * Pi + q], N = ipl_setting_largest_width (&self->setting);
  double scale = sqrt (fabs (solution->U[p * Pi + p] * solution->U[q * Pi + q])) / sqrt (N + 5);
  double mean = 0, squares = 0, x = 0;
  g_autofree double *sorted = g_new (double, total);

  for (guint i = 0; i < total; i++)
    {
      x = 0.3 * x + wander (i + 977 * pair);
      sorted[i] = U * (1 + 1 / N) + scale * (x + 0.15 * x * x);
      self->U_draws[i * n_pairs + pair] = sorted[i];
      mean += sorted[i] / total;
    }
  for (guint i = 0; i < total; i++)
    squares += (sorted[i] - mean) * (sorted[i] - mean);
  qsort (sorted, total, sizeof *sorted, compare_doubles);
  for (gsize k = 0; k < 2; k++)
    {
      gsize at = k ? q * Pi + p : p * Pi + q;
      gboolean known = self->n_draws > 1;
      self->U_mean[at] = mean;
      self->U_sd[at] = sqrt (squares / MAX (total - 1, 1));
      self->ess_bulk[at] = known ? 0.6 * total : NAN;
      self->ess_tail[at] = known ? 0.5 * total : NAN;
      self->U_mcse[at] = known ? self->U_sd[at] / sqrt (0.6 * total) : NAN;
      self->rhat[at] = !known ? NAN : self->fine ? 1.002 : 1.07;
      for (guint quantile = 0; quantile < 5; quantile++)
        self->U_quantiles[quantile][at] = sorted[(guint)(probabilities[quantile] * (total - 1))];
    }
}

static void
fill_predictions (IplPosteriorSummary *self, const IplSolution *solution)
{
  const IplPrediction *theory = &solution->tests[0];
  IplPrediction *test = &self->tests[0];
  *test = *theory;
  test->accuracy = theory->accuracy - 0.004;
  test->accuracy_se = 1.15 * theory->accuracy_se;
  test->mean = g_new (double, theory->count);
  test->var = g_new (double, theory->count);
  for (gsize i = 0; i < theory->count; i++)
    {
      test->mean[i] = 0.97 * theory->mean[i] + 0.04 * (fixture_irregular (13 * i) - 0.5);
      test->var[i] = 1.2 * theory->var[i];
    }
}

IplPosteriorSummary *
fixture_posterior_new (const IplSolution *solution, guint n_chains, guint n_draws, gboolean fine)
{
  IplPosteriorSummary *self = g_new0 (IplPosteriorSummary, 1);
  gsize Pi = solution->the_case->Pi, n2 = Pi * Pi, pair = 0;
  self->setting = solution->setting;
  self->the_case = solution->the_case;
  self->n_chains = n_chains;
  self->n_draws = n_draws;
  self->fine = fine;
  double **arrays[] = { &self->U_mean, &self->U_mcse,   &self->U_sd,
                        &self->rhat,   &self->ess_bulk, &self->ess_tail };
  for (guint k = 0; k < G_N_ELEMENTS (arrays); k++)
    *arrays[k] = g_new0 (double, n2);
  for (guint k = 0; k < 5; k++)
    self->U_quantiles[k] = g_new0 (double, n2);
  self->U_draws = g_new0 (double, (gsize)n_chains * n_draws * Pi * (Pi + 1) / 2);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      fill_entry (self, solution, p, q, pair++);
  self->n_tests = 1;
  self->tests = g_new0 (IplPrediction, 1);
  fill_predictions (self, solution);
  self->chains = g_new0 (IplSamplerChainReport, n_chains);
  for (guint c = 0; c < n_chains; c++)
    self->chains[c] = (IplSamplerChainReport){ .step_size = 0.5 + 0.02 * c,
                                               .divergences = fine ? 0 : c,
                                               .mean_depth = 2.9,
                                               .acceptance = 0.81,
                                               .e_bfmi = n_draws > 1 ? 0.9 : NAN };
  self->worst_rhat = n_draws == 1 ? NAN : fine ? 1.002 : 1.07;
  self->least_ess_bulk = n_draws == 1 ? NAN : 0.6 * n_chains * n_draws;
  self->least_ess_tail = n_draws == 1 ? NAN : 0.5 * n_chains * n_draws;
  self->seconds = 1.4;
  if (!fine)
    self->message = g_strdup ("The chains do not agree yet (R-hat 1.070, should be at most 1.01); "
                              "add draws or warm-up.");
  return self;
}

void
fixture_posterior_free (IplPosteriorSummary *self)
{
  if (!self)
    return;
  double *arrays[]
      = { self->U_mean, self->U_mcse, self->U_sd, self->rhat, self->ess_bulk, self->ess_tail };
  for (guint k = 0; k < G_N_ELEMENTS (arrays); k++)
    g_free (arrays[k]);
  for (guint k = 0; k < 5; k++)
    g_free (self->U_quantiles[k]);
  g_free (self->U_draws);
  g_free (self->tests[0].mean);
  g_free (self->tests[0].var);
  g_free (self->tests);
  g_free (self->chains);
  g_free (self->message);
  g_free (self);
}

static void
add_posterior (Fixture *self, const IplSolution *solution, guint n_chains, guint n_draws,
               gboolean fine)
{
  g_ptr_array_add (self->posteriors, fixture_posterior_new (solution, n_chains, n_draws, fine));
}

void
fixture_add_samples (Fixture *self, FixtureKind kind)
{
  IplSolution **rows = self->sweep->rows;
  switch (kind)
    {
    case FIXTURE_SAMPLED:
    case FIXTURE_REGRESSION_SAMPLED:
      for (guint i = 0; i < self->sweep->n_rows; i++)
        add_posterior (self, rows[i], 4, 400, i != 2);
      break;
    case FIXTURE_SAMPLING:
      {
        add_posterior (self, rows[4], 4, 100, TRUE);
        add_posterior (self, rows[2], 4, 100, TRUE);
        IplPosteriorSummary *aside = fixture_posterior_new (rows[3], 4, 100, TRUE);
        for (guint l = 0; l <= self->the_case->L; l++)
          aside->setting.N[l] = 2000;
        g_ptr_array_add (self->posteriors, aside);
        g_ptr_array_add (self->posteriors, NULL);
        break;
      }
    case FIXTURE_DEEP_SAMPLED:
      add_posterior (self, rows[0], 20, 60, TRUE);
      break;
    case FIXTURE_LONG_RUN:
      add_posterior (self, rows[0], 1, 30000, TRUE);
      break;
    case FIXTURE_FIRST_DRAW:
      add_posterior (self, rows[0], 2, 1, FALSE);
      break;
    case FIXTURE_STUCK:
      add_posterior (self, rows[0], 3, 50, FALSE);
      {
        IplPosteriorSummary *stuck = g_ptr_array_index (self->posteriors, 0);
        for (guint i = 0; i < 3 * 50 * 10; i++)
          stuck->U_draws[i] = 0.5;
      }
      break;
    default:
      add_posterior (self, rows[0], 4, 200, TRUE);
      break;
    }
  self->view.posteriors = self->posteriors;
  if (kind == FIXTURE_ONLY_SAMPLED)
    {
      self->view.posterior = g_ptr_array_index (self->posteriors, 0);
      self->view.current = self->view.gp = NULL;
      self->view.sweep = NULL;
    }
}
