/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sampling is said to cost before it is done, beside the gradients it counted. */
#include <math.h>

#include "support.h"

#include "core/posterior/posterior-options.h"
#include "core/posterior/posterior-summary.h"
#include "core/tasks/markov-chain.h"

/* Runs a part of the draws, and holds its count against what it was said to be. */
static void
check (IplCase *the_case, guint N, IplPosteriorMethod method, guint draws)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosterior) run = NULL;
  g_autoptr (IplPosteriorSummary) summary = NULL;
  IplPosteriorOptions options;
  IplPosteriorCost one, two;
  IplSetting setting;
  double ratio;

  ipl_posterior_options_init (&options);
  options.method = method;
  ipl_setting_init_for_case (&setting, the_case, N);
  ipl_posterior_cost (&one, kernel, &setting, &options, draws, 1);
  ipl_posterior_cost (&two, kernel, &setting, &options, draws, 2);
  run = ipl_posterior_new (the_case, kernel, &setting, &options, NULL);
  g_assert_true (ipl_posterior_run (run, draws, 2, NULL, NULL, NULL, NULL));
  summary = ipl_posterior_summarize (run, 2, NULL, NULL);
  ratio = one.gradients / (double)summary->gradients;
  g_test_message ("N = %u, %s: said %.0f gradients, took %" G_GUINT64_FORMAT
                  ", %.2f; said %.2g s on one thread, %.2g s on two, took %.2g s on two",
                  N, summary->method, one.gradients, summary->gradients, ratio, one.seconds,
                  two.seconds, summary->seconds);
  g_assert_cmpfloat (ratio, >, 0.5);
  g_assert_cmpfloat (ratio, <, 2);
  /* Four chains: half the turns; the rate is measured anew. */
  g_assert_cmpfloat (two.gradients, ==, one.gradients);
}

static void
test_hmc4 (void)
{
  g_autoptr (IplCase) the_case = NULL;
  IplMarkovChain chain;

  ipl_markov_chain_init_hmc4 (&chain);
  chain.n_test = 20;
  the_case = ipl_markov_chain_generate (&chain, "cost", FALSE, 1, NULL, NULL);
  check (the_case, 10, IPL_POSTERIOR_AUTOMATIC, 300);
  check (the_case, 100, IPL_POSTERIOR_AUTOMATIC, 300);
  check (the_case, 1000, IPL_POSTERIOR_AUTOMATIC, 300);
}

static void
test_tempered (void)
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) tiny = test_random_case (6, 2, 2, H, 3, 3);
  g_autoptr (IplCase) small = test_random_case (60, 2, 2, H, 9, 3);

  check (tiny, 1, IPL_POSTERIOR_AUTOMATIC, 300);
  check (small, 2, IPL_POSTERIOR_AUTOMATIC, 200);
  check (small, 30, IPL_POSTERIOR_TEMPERED, 200);
}

/* Exact energies are few and known; the rest is the surrogate's. */
static void
test_surrogate (void)
{
  const guint H[] = { 4, 4 };
  g_autoptr (IplCase) the_case = test_random_case (200, 2, 2, H, 16, 3);

  check (the_case, 100, IPL_POSTERIOR_AUTOMATIC, 150);
}

/* More draws, more examples and more chains take longer. */
static void
test_grows (void)
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (60, 2, 2, H, 20, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  IplPosteriorOptions options;
  IplPosteriorCost few, many, more;
  IplSetting setting;

  ipl_posterior_options_init (&options);
  ipl_setting_init_for_case (&setting, the_case, 30);
  ipl_posterior_cost (&few, kernel, &setting, &options, 1000, 1);
  ipl_posterior_cost (&many, kernel, &setting, &options, 1000000, 1);
  g_assert_cmpfloat (many.gradients, >, 500 * few.gradients);
  g_assert_cmpfloat (many.seconds, >, few.seconds);
  options.chains = 8;
  ipl_posterior_cost (&more, kernel, &setting, &options, 1000, 1);
  g_assert_cmpfloat_with_epsilon (more.gradients, 2 * few.gradients, 1e-9 * few.gradients);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/posterior-cost/hmc4", test_hmc4);
  g_test_add_func ("/posterior-cost/tempered", test_tempered);
  g_test_add_func ("/posterior-cost/surrogate", test_surrogate);
  g_test_add_func ("/posterior-cost/grows", test_grows);
  return g_test_run ();
}
