/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps and means over seeds: the rows of a mean are those of a sweep of each seed, and what is
 * done when either is stopped is kept. */
#include "../test.h"
#include "core/experiments/markov-chain-experiment.h"
#include "runs/pruning-analysis.h"
#include "runs/seeds-run.h"
#include "runs/sweep-run.h"

#define N_SEEDS 4

typedef struct
{
  GCancellable *cancellable; /* (nullable): cancelled at the beginning of seed @last */
  guint64 last;
  guint n; /* seeds begun */
  gint64 begin_usec;
} Watch;

/* The rest takes no longer than the seeds that are done did for each. */
static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Watch *self = data;
  double spent = 1e-6 * (double)(g_get_monotonic_time () - self->begin_usec);

  g_assert_cmpfloat (fraction, ==, (double)self->n / N_SEEDS);
  if (self->n > 0)
    g_assert_cmpfloat (seconds_left, <=, spent / self->n * (N_SEEDS - self->n));
  if (++self->n == self->last)
    g_cancellable_cancel (self->cancellable);
}

/* A small case, and two widths at two temperatures. */
static void
make_settings (IplParameters *parameters, IplSetting settings[4])
{
  ipl_parameters_init (parameters, "hmc4");
  ipl_parameters_edit_markov_chain (parameters)->n_train = 20;
  ipl_parameters_edit_markov_chain (parameters)->n_test = 60;
  for (guint i = 0; i < 4; i++)
    {
      settings[i] = ipl_parameters_get_setting (parameters, i % 2);
      settings[i].temperature = i < 2 ? 0.01 : 1;
    }
}

/* Of which the best temperature counts. */
static IplSeedsRequest *
make_request (IplParameters *parameters)
{
  IplSetting settings[4];
  IplSeedsRequest *request;

  make_settings (parameters, settings);
  request = ipl_seeds_request_new (ipl_parameters_share (parameters), 4, settings, TRUE);
  request->n_seeds = N_SEEDS;
  request->first = 3;
  return request;
}

static IplSweep *
solve_seed (const IplParameters *parameters, guint64 seed, const IplSeedsRequest *request)
{
  IplParameters own = *parameters;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSweep) grid = NULL;

  ipl_parameters_set_seed (&own, seed);
  the_case = ipl_parameters_make_case (&own, FALSE, 1, NULL, NULL);
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  grid = ipl_sweep_run (kernel, request->n, request->settings, NULL, NULL, NULL, NULL);
  return ipl_sweep_best (grid);
}

TEST (test_mean, "/sweeps/mean")
{
  IplParameters parameters;
  g_autoptr (IplSeedsRequest) request = make_request (&parameters);
  Watch watch = { .begin_usec = g_get_monotonic_time () };
  g_autoptr (IplSeedsResult) result
      = ipl_run_now (&ipl_run_seeds, NULL, request, NULL, on_progress, &watch);

  g_assert_no_error (result->error);
  g_assert_cmpuint (watch.n, ==, N_SEEDS);
  g_assert_cmpuint (result->mean->n, ==, N_SEEDS);
  g_assert_cmpuint (result->mean->n_rows, ==, 2);
  for (guint s = 0; s < N_SEEDS; s++)
    {
      g_autoptr (IplSweep) own = solve_seed (&parameters, 3 + s, request);

      g_assert_cmpuint (result->mean->seeds[s], ==, 3 + s);
      for (guint i = 0; i < 2; i++)
        g_assert_cmpfloat (result->mean->accuracy[s * 2 + i], ==, own->rows[i]->tests[0].accuracy);
    }
}

TEST (test_stopped, "/sweeps/stopped-mean")
{
  IplParameters parameters;
  g_autoptr (IplSeedsRequest) request = make_request (&parameters);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { cancellable, 3, 0, g_get_monotonic_time () };
  g_autoptr (IplSeedsResult) result
      = ipl_run_now (&ipl_run_seeds, NULL, request, cancellable, on_progress, &watch);

  g_assert_no_error (result->error);
  g_assert_cmpuint (result->mean->n, ==, 2);
}

/* When the second row is solved. */
static void
cancel_at_third (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (g_str_has_prefix (sentence, "Solving 3 of 4: "))
    g_cancellable_cancel (data);
}

/* Where the temperatures are to be chosen from, a sweep that is stopped has the rows of the grid
 * that are solved, and the GP limits of chosen paths. */
TEST (test_stopped_sweep, "/sweeps/stopped")
{
  IplParameters parameters;
  IplSetting settings[4];
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplSweepResult) result = NULL;
  IplSweepRequest request = { .n = 4, .settings = settings, .gp_paths = "1;2,3", .best = TRUE };
  const IplWork work = { .stop = cancellable, .progress = cancel_at_third, .data = cancellable };

  make_settings (&parameters, settings);
  for (guint i = 0; i < 4; i++)
    {
      settings[i] = settings[0];
      settings[i].temperature = 0.01 * (i + 1);
    }
  request.the_case = the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  result = ipl_sweep_request_run (&request, &work);
  g_assert_no_error (result->error);
  g_assert_true (result->stopped);
  g_assert_cmpuint (result->sweep->n_rows, ==, 2);
  g_assert_cmpuint (result->sweep->groups[0].n_lines, >=, 3);
}

static void
cancel_at_end (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (fraction == 1)
    g_cancellable_cancel (data);
}

/* A stop after the last row, while limits are added, loses nothing. */
TEST (test_stopped_late, "/sweeps/stopped-late")
{
  IplParameters parameters;
  IplSetting settings[4];
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplSweepResult) result = NULL;
  IplSweepRequest request = { .n = 4, .settings = settings, .gp_paths = "1;2,3" };
  const IplWork work = { .stop = cancellable, .progress = cancel_at_end, .data = cancellable };

  make_settings (&parameters, settings);
  request.the_case = the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  result = ipl_sweep_request_run (&request, &work);
  g_assert_true (g_cancellable_is_cancelled (cancellable));
  g_assert_no_error (result->error);
  g_assert_cmpuint (result->sweep->n_rows, ==, 4);
}

static void
check_part (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  guint *sampling = data;

  if (g_str_has_prefix (sentence, "Sampling"))
    {
      g_assert_cmpfloat (fraction, >=, 0.05);
      ++*sampling;
    }
  else if (g_str_has_prefix (sentence, "Solving"))
    g_assert_cmpfloat (fraction, <=, 0.05);
}

/* Draws take most of the progress. */
TEST (test_progress_of_draws, "/sweeps/progress-of-draws")
{
  IplParameters parameters;
  IplSetting settings[4];
  guint sampling = 0;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplSweepResult) result = NULL;
  IplSweepRequest request = { .n = 2, .settings = settings, .sample = TRUE, .draws = 10 };

  make_settings (&parameters, settings);
  ipl_posterior_options_init (&request.options);
  request.options.chains = 1;
  request.options.warmup = 20;
  request.the_case = the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  result
      = ipl_sweep_request_run (&request, &(IplWork){ .progress = check_part, .data = &sampling });
  g_assert_no_error (result->error);
  g_assert_cmpuint (result->posteriors->len, ==, 2);
  g_assert_cmpuint (sampling, >, 1);
}

/* The row with the best score of the case is pruned, the first of equals; of a regression the least
 * error is the best. */
TEST (test_best_row, "/sweeps/best-row")
{
  static const double scores[] = { 0.4, 0.9, 0.9, 0.2 };
  IplParameters parameters;
  IplSetting settings[4];
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplSweepResult) result = NULL;
  IplSweepRequest request = { .n = 4, .settings = settings };

  make_settings (&parameters, settings);
  request.the_case = the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  result = ipl_sweep_request_run (&request, NULL);
  g_assert_no_error (result->error);
  for (guint i = 0; i < 4; i++)
    result->sweep->rows[i]->tests[0].accuracy = scores[i];
  g_assert_cmpuint (ipl_prune_find_best (result->sweep, 0), ==, 1);
  result->sweep->the_case->labels.kind = IPL_LABELS_NUMBERS;
  g_assert_cmpuint (ipl_prune_find_best (result->sweep, 0), ==, 3);
}
