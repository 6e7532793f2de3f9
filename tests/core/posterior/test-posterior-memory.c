/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sampling takes of memory: as much as it says beforehand, and an error where it is not
 * there. */
#include <string.h>

#include "core/base/error.h"
#include "posterior/network-weights.h"
#include "core/posterior/posterior-summary.h"

#include "failing-malloc.h"
#include "support.h"

typedef struct
{
  gsize P, P_test;
  guint H[2];
  gsize N0;
  guint width;
  guint chains, warmup, draws;
  guint threads;
  IplPosteriorMethod method;
} Size;

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting setting;
  IplPosteriorOptions options;
} State;

static Size size; /* of the process at work */

static gpointer
prepare (void)
{
  State *state = g_new0 (State, 1);

  state->the_case = test_random_case (size.P, size.P_test, 2, size.H, size.N0, 5);
  state->kernel = ipl_kernel_new (state->the_case, NULL);
  ipl_setting_init_for_case (&state->setting, state->the_case, size.width);
  state->setting.temperature = 0.5;
  ipl_posterior_options_init (&state->options);
  state->options.chains = size.chains;
  state->options.warmup = size.warmup;
  state->options.method = size.method;
  return state;
}

static void
state_free (State *state)
{
  ipl_kernel_unref (state->kernel);
  ipl_case_unref (state->the_case);
  g_free (state);
}

/* Draws in two goes, with a summary, as the window does. */
static gboolean
run_sampling (gpointer data, GError **error)
{
  State *state = data;
  g_autoptr (IplPosterior) run
      = ipl_posterior_new (state->the_case, state->kernel, &state->setting, &state->options, error);
  g_autoptr (IplPosteriorSummary) summary = NULL;

  if (run != NULL && ipl_posterior_run (run, size.draws / 2, size.threads, NULL, NULL, NULL, error)
      && ipl_posterior_run (run, size.draws - size.draws / 2, size.threads, NULL, NULL, NULL,
                            error))
    summary = ipl_posterior_summarize (run, size.threads, NULL, error);
  return summary != NULL;
}

static gboolean
run_weights (gpointer data, GError **error)
{
  State *state = data;
  g_autoptr (IplPosterior) run
      = ipl_posterior_new (state->the_case, state->kernel, &state->setting, &state->options, error);
  g_autoptr (IplNetworkWeights) weights = NULL;
  g_autofree double *f = g_new (double, size.P);

  if (run != NULL && ipl_posterior_run (run, size.draws, 1, NULL, NULL, NULL, error))
    weights = ipl_posterior_draw_weights (run, 0, 0, 1, error);
  return weights != NULL
         && ipl_network_weights_predict (weights, size.P, state->the_case->train.xi, f, error);
}

/* Large kernels; many draws of little; a trapezoidal A. */
static const Size failing_sizes[] = {
  { 100, 40, { 2, 2 }, 30, 50, 2, 3, 8, 2 },
  { 8, 10, { 2, 1 }, 3, 20, 2, 20, 4200, 2 },
  { 20, 10, { 4, 5 }, 30, 3, 1, 2, 10, 1 },
  { 60, 10, { 4, 3 }, 10, 40, 1, 12, 20, 1, IPL_POSTERIOR_SURROGATE },
};

static void
test_failing (void)
{
  static const Size wide = { 20, 4, { 2, 2 }, 40, 250, 1, 2, 2, 1 };

  if (!failing_malloc_works ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (failing_sizes); i++)
    {
      g_autofree char *name = g_strdup_printf ("sampling, P = %zu", failing_sizes[i].P);

      size = failing_sizes[i];
      failing_malloc_try_all (&(FailingRun){ name, prepare, run_sampling });
    }
  size = wide;
  failing_malloc_try_all (&(FailingRun){ "weights behind a draw", prepare, run_weights });
}

/* The run with its draws, and the summary beside it at the end. */
static void
test_estimate (void)
{
  static const Size sizes[] = {
    { 300, 400, { 2, 2 }, 16, 50, 4, 3, 8, 2 },
    { 500, 100, { 3, 2 }, 16, 30, 2, 2, 8, 2 },
    { 6, 20, { 4, 4 }, 3, 40, 4, 20, 600, 2 },
    { 300, 100, { 4, 4 }, 16, 50, 4, 12, 30, 2, IPL_POSTERIOR_SURROGATE },
    { 100, 20, { 6, 5 }, 4, 50, 2, 6, 10, 2, IPL_POSTERIOR_SURROGATE },
  };

  if (!failing_malloc_works ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      FailingUse use = { 0 };
      State *state;
      double said, kept;

      size = sizes[i];
      state = prepare ();
      said = ipl_posterior_memory (state->the_case, state->kernel, &state->setting, &state->options,
                                   size.draws)
             + MAX (ipl_posterior_preparing_memory (state->the_case, state->kernel, &state->setting,
                                                    &state->options),
                    ipl_posterior_summary_memory (state->the_case, state->kernel, size.chains,
                                                  size.draws, size.threads, &kept));
      state_free (state);
      /* What is said is for chains that run at the same time; where the machine is busy, short ones
       * may follow each other. */
      for (guint k = 0; k < 20 && said >= 1.5 * use.allocated; k++)
        {
          FailingUse one
              = failing_malloc_measure (&(FailingRun){ "sampling", prepare, run_sampling });

          if (one.allocated > use.allocated)
            use = one;
        }
      g_test_message ("P = %zu, Pi = %u, %u chains of %u draws: said %.3g MB, allocated %.3g MB, "
                      "resident %.3g MB",
                      size.P, size.H[0] * size.H[1], size.chains, size.draws, said / 1e6,
                      use.allocated / 1e6, use.resident / 1e6);
      g_assert_cmpfloat (use.allocated, <, 1.5 * said);
      g_assert_cmpfloat (said, <, 1.5 * use.allocated);
    }
}

/* Draws that cannot be kept are refused before any is made, and the run stays as it was. */
static void
test_refused (void)
{
  GError *error = NULL;
  State *state;

  size = (Size){ 4, 2, { 8, 8 }, 2, 100, 1, 0, 8, 1 };
  state = prepare ();
  state->options.prior_only = TRUE;

  g_autoptr (IplPosterior) run = ipl_posterior_new (state->the_case, state->kernel, &state->setting,
                                                    &state->options, &error);

  g_assert_no_error (error);
  g_assert_true (ipl_posterior_run (run, 2, 1, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (ipl_posterior_run (run, 1000000000, 1, NULL, NULL, NULL, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "Keeping the draws needs about"));
  g_assert_nonnull (strstr (error->message, "use fewer draws, chains"));
  g_clear_error (&error);
  g_assert_cmpuint (ipl_posterior_get_n_draws (run), ==, 2);
  g_assert_true (ipl_posterior_run (run, 1, 1, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ipl_posterior_get_n_draws (run), ==, 3);
  state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* First what forks: no thread may have been started. */
  g_test_add_func ("/posterior-memory/failing", test_failing);
  g_test_add_func ("/posterior-memory/estimate", test_estimate);
  g_test_add_func ("/posterior-memory/refused", test_refused);
  return g_test_run ();
}
