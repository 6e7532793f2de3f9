/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a run: no number that is none is lost, and by which rule divergences count. */

#include <math.h>
#include <string.h>

#include "core/posterior/posterior-private.h"
#include "core/posterior/posterior-summary.h"
#include "support.h"

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplPosterior *run;
  IplPosteriorSummary *summary;
} Fixture;

static void
fixture_init (Fixture *self, guint width, guint draws, IplPosteriorMethod method)
{
  IplPosteriorOptions options;

  self->the_case = test_random_case (8, 6, HEADS (2, 2), 4, 3);
  self->kernel = ipl_kernel_prepare (self->the_case, NULL, NULL);
  IplSetting setting = test_setting (self->the_case, width);
  setting.temperature = 0.5;
  ipl_posterior_options_init (&options);
  options.method = method;
  self->run = ipl_posterior_prepare (self->the_case, self->kernel, &setting, &options, NULL, NULL);
  g_assert_true (ipl_posterior_run (self->run, draws, &(IplWork){ .threads = 2 }, NULL));
  self->summary = ipl_posterior_summarize (self->run, 2, NULL, NULL);
}

static void
fixture_clear (Fixture *self)
{
  ipl_posterior_summary_unref (self->summary);
  ipl_posterior_free (self->run);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
}

static void
judge (Fixture *self)
{
  g_clear_pointer (&self->summary->message, g_free);
  g_assert_true (ipl_posterior_judge (self->run, self->summary, NULL));
}

static void
assert_message (const Fixture *self, const char *words)
{
  g_assert_false (self->summary->fine);
  if (strstr (self->summary->message, words) == NULL)
    g_error ("“%s” does not say “%s”", self->summary->message, words);
}

/* With one number of a summary that is none. */
static void
check_nan (Fixture *self, double *number, const char *words)
{
  double saved = *number;

  *number = NAN;
  judge (self);
  *number = saved;
  assert_message (self, words);
}

TEST (test_nan, "/posterior-verdict/nan")
{
  Fixture fixture;
  IplPosteriorSummary *summary;

  fixture_init (&fixture, 12, 1000, IPL_POSTERIOR_AUTOMATIC);
  summary = fixture.summary;
  judge (&fixture);
  g_assert_cmpstr (summary->message, ==, NULL);
  for (guint i = 0; i < 16; i += 5)
    {
      check_nan (&fixture, &summary->rhat[i], "R-hat");
      g_assert_true (isnan (summary->worst_rhat));
      check_nan (&fixture, &summary->ess_bulk[i], "effective sample size");
      g_assert_true (isnan (summary->least_ess_bulk));
      check_nan (&fixture, &summary->ess_tail[i], "effective sample size");
    }
  for (guint c = 0; c < 4; c++)
    check_nan (&fixture, &summary->chains[c].e_bfmi, "E-BFMI");
  judge (&fixture);
  g_assert_true (summary->fine);
  fixture_clear (&fixture);
}

static void
diverge (Fixture *self, guint draw)
{
  self->run->chains[0].draws[draw].divergent = TRUE;
  self->summary->divergences++;
}

/* One in a thousand is reported and no failure; more are, and few in one corner. */
TEST (test_divergences, "/posterior-verdict/divergences")
{
  Fixture fixture;
  gsize n;
  double *q;

  fixture_init (&fixture, 12, 1000, IPL_POSTERIOR_AUTOMATIC);
  for (guint c = 0; c < 4; c++)
    for (guint i = 0; i < 1000; i++)
      fixture.run->chains[c].draws[i].divergent = FALSE;
  fixture.summary->divergences = 0;
  n = fixture.run->chains[0].target->n;
  q = fixture.run->chains[0].q;
  diverge (&fixture, 0);
  judge (&fixture);
  g_assert_true (fixture.summary->fine);
  diverge (&fixture, 1);
  diverge (&fixture, 2);
  for (guint i = 0; i < 3; i++) /* far apart in every coordinate */
    for (gsize k = 0; k < n; k++)
      q[i * n + k] = i == 0 ? -100 : i == 1 ? 100 : 0;
  judge (&fixture);
  g_assert_true (fixture.summary->fine);
  for (guint i = 0; i < 3; i++)
    q[i * n + 2] = 100;
  judge (&fixture);
  assert_message (&fixture, "same outermost 5 %");
  assert_message (&fixture, "target acceptance of 0.95 in place of 0.8");
  q[2] = -100;
  judge (&fixture);
  g_assert_true (fixture.summary->fine);
  diverge (&fixture, 3);
  diverge (&fixture, 4);
  judge (&fixture);
  assert_message (&fixture, "5 of 4000 transitions diverged, more than 1 in 1000");
  fixture_clear (&fixture);
}

/* A chain may be refused 50 times in a row, or a twentieth of its draws where that is more. */
TEST (test_stays, "/posterior-verdict/stays")
{
  const guint draws[] = { 200, 2000 }, most[] = { 50, 100 };
  Fixture fixture;

  fixture_init (&fixture, 12, 1000, IPL_POSTERIOR_AUTOMATIC);
  fixture.summary->divergences = 0;
  for (guint i = 0; i < G_N_ELEMENTS (draws); i++)
    {
      fixture.summary->n_draws = draws[i];
      fixture.summary->chains[2].longest_stay = most[i];
      judge (&fixture);
      g_assert_true (fixture.summary->fine);
      fixture.summary->chains[2].longest_stay++;
      judge (&fixture);
      assert_message (&fixture,
                      i == 0 ? "did not move for 51 draws" : "did not move for 101 draws");
    }
  fixture_clear (&fixture);
}

/* Below the rows NUTS alone rules no mode out, and a ladder only with round trips. */
TEST (test_modes, "/posterior-verdict/modes")
{
  Fixture fixture;
  double mean = 0;

  fixture_init (&fixture, 2, 1000, IPL_POSTERIOR_NUTS);
  g_assert_true (fixture.summary->modes_doubtful);
  g_assert_false (fixture.summary->fine);
  fixture_clear (&fixture);

  fixture_init (&fixture, 2, 1000, IPL_POSTERIOR_AUTOMATIC);
  g_assert_cmpuint (fixture.summary->rungs, >, 1);
  g_assert_cmpuint (fixture.summary->round_trips, >=, 20);
  g_assert_false (fixture.summary->modes_doubtful);
  for (guint c = 0; c < 4; c++)
    {
      mean += fixture.summary->chains[c].swap_acceptance / 4;
      g_assert_cmpfloat (fixture.summary->chains[c].swap_acceptance, >, 0.2);
      g_assert_cmpfloat (fixture.summary->chains[c].least_swap_acceptance, >, 0.05);
    }
  g_assert_cmpfloat (fixture.summary->swap_acceptance, ==, mean);
  fixture.summary->round_trips = 19;
  judge (&fixture);
  g_assert_true (fixture.summary->modes_doubtful);
  assert_message (&fixture, "only 19 states came from the prior");
  fixture_clear (&fixture);
}

/* Every draw of chain c is the last of chain from[c]. */
static void
repeat_draws (IplPosterior *run, const guint *from)
{
  gsize size = run->chains[0].target->shape.paths[0];
  g_autofree double *last = NULL;

  size *= size;
  last = g_new (double, 4 * size);
  for (guint c = 0; c < 4; c++)
    memcpy (last + c * size, ipl_posterior_get_U (run, c, run->chains[c].n_draws - 1),
            size * sizeof *last);
  for (guint c = 0; c < 4; c++)
    for (guint i = 0; i < run->chains[c].n_draws; i++)
      memcpy (run->chains[c].U + i * size, last + from[c] * size, size * sizeof *last);
}

/* Means on the test set at one U; mean: [6] */
static void
predict_at (const Fixture *self, const double *U, double *mean)
{
  g_autoptr (IplEnergy) energy
      = ipl_energy_new_at (self->kernel, &self->run->setting, U, FALSE, NULL, NULL);
  g_auto (IplPrediction) prediction = { 0 };

  g_assert_true (ipl_prediction_init (&prediction, 6, &self->the_case->labels, FALSE, NULL));
  g_assert_true (ipl_predictor_mean (energy, U, &self->the_case->tests[0], &prediction, NULL));
  memcpy (mean, prediction.mean, 6 * sizeof *mean);
}

/* The error of the accuracy where all draws of a chain are the same: that of a mean over test
 * examples, and that between the two halves of every chain. */
TEST (test_accuracy_error, "/posterior-verdict/accuracy-error")
{
  const guint each[] = { 0, 1, 2, 3 };
  Fixture fixture;
  const IplPrediction *test;
  double sum = 0, squares = 0, of_test, accuracy;

  fixture_init (&fixture, 12, 128, IPL_POSTERIOR_NUTS);
  repeat_draws (fixture.run, each);
  ipl_posterior_summary_unref (fixture.summary);
  fixture.summary = ipl_posterior_summarize (fixture.run, 2, NULL, NULL);
  test = &fixture.summary->tests[0];
  accuracy = ipl_case_measure (fixture.the_case, 0, test->mean, &of_test);
  g_assert_cmpfloat (accuracy, ==, test->accuracy);
  for (guint c = 0; c < 4; c++)
    {
      double mean[6], unused;

      predict_at (&fixture, ipl_posterior_get_U (fixture.run, c, 0), mean);
      accuracy = ipl_case_measure (fixture.the_case, 0, mean, &unused);
      sum += 2 * accuracy;
      squares += 2 * accuracy * accuracy;
    }
  g_test_message ("variances: %g of the test set, %g between parts", of_test * of_test,
                  (squares - sum * sum / 8) / (8 * 7));
  g_assert_cmpfloat (squares - sum * sum / 8, >, 0);
  test_assert_close (test->accuracy_se * test->accuracy_se,
                     of_test * of_test + (squares - sum * sum / 8) / (8 * 7), 1e-12);
  fixture_clear (&fixture);
}

/* The Monte Carlo errors of the predictive mean against its spread over seeds. */
TEST (test_mean_errors, "/posterior-verdict/mean-errors")
{
  g_autoptr (IplCase) the_case = test_random_case (8, 6, HEADS (2, 2), 4, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  const guint seeds = 30;
  double ratio = 0;
  double sum[6] = { 0 }, squares[6] = { 0 }, stated[6] = { 0 };
  IplSetting setting = test_setting (the_case, 8);

  setting.temperature = 0.5;
  for (guint s = 0; s < seeds; s++)
    {
      IplPosteriorOptions options;
      g_autoptr (IplPosterior) run = NULL;
      g_autoptr (IplPosteriorSummary) summary = NULL;

      ipl_posterior_options_init (&options);
      options.seed = 100 + s;
      run = ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, NULL);
      g_assert_true (ipl_posterior_run (run, 400, &(IplWork){ .threads = 2 }, NULL));
      summary = ipl_posterior_summarize (run, 2, NULL, NULL);
      for (guint x = 0; x < 6; x++)
        {
          double mean = summary->tests[0].mean[x], error = summary->mean_mcse[0][x];

          sum[x] += mean / seeds;
          squares[x] += mean * mean / seeds;
          stated[x] += error * error / seeds;
        }
    }
  for (guint x = 0; x < 6; x++)
    ratio += sqrt ((squares[x] - sum[x] * sum[x]) * seeds / (seeds - 1.0) / stated[x]) / 6;
  g_test_message ("spread over %u seeds / stated error: %.2f", seeds, ratio);
  /* Six correlated ones of 30 seeds: 13 % at most. */
  g_assert_cmpfloat (ratio, >, 0.6);
  g_assert_cmpfloat (ratio, <, 1.4);
}
