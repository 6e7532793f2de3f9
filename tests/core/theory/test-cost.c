/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a solve is said to cost before it is done, beside the operations it counted. */
#include <math.h>

#include "support.h"

#include "core/tasks/markov-chain.h"
#include "core/theory/theory-cost.h"
#include "core/theory/solution.h"

/* All kinds of case: few and many examples, paths, tokens; narrow widths with random starts. */
static const struct
{
  guint n_train, n_features, n_tokens, L, H[2];
  guint widths[3];
} shapes[] = {
  { 100, 200, 30, 2, { 2, 2 }, { 5, 30, 1000 } },  { 300, 40, 23, 2, { 2, 2 }, { 10, 100, 1000 } },
  { 400, 40, 23, 1, { 2, 0 }, { 10, 100, 1000 } }, { 160, 40, 20, 2, { 3, 3 }, { 50, 100, 1000 } },
  { 60, 200, 20, 1, { 3, 0 }, { 10, 30, 300 } },
};

static void
test_flops (void)
{
  double worst = 1;

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (IplCase) the_case = NULL;
      g_autoptr (IplKernel) kernel = NULL;
      IplMarkovChain chain;

      ipl_markov_chain_init_hmc4 (&chain);
      chain.n_train = shapes[i].n_train;
      chain.n_test = 20;
      chain.n_features = shapes[i].n_features;
      chain.n_tokens = shapes[i].n_tokens;
      chain.n_layers = shapes[i].L;
      for (guint l = 0; l < chain.n_layers; l++)
        {
          chain.n_heads[l] = shapes[i].H[l];
          for (guint h = 0; h < chain.n_heads[l]; h++)
            chain.heads[l][h] = h == 0 ? IPL_HEAD_GOOD : IPL_HEAD_RANDOM;
        }
      the_case = ipl_markov_chain_generate (&chain, "cost", FALSE, 1, NULL, NULL);
      kernel = ipl_kernel_new (the_case, NULL);
      for (guint w = 0; w < 3; w++)
        {
          g_autoptr (IplSolution) solution = NULL;
          IplSetting setting;
          double said, took;

          ipl_setting_init_for_case (&setting, the_case, shapes[i].widths[w]);
          said = ipl_cost_solve_flops (kernel, &setting);
          solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
          g_assert_nonnull (solution);
          took = solution->saddle->flops;
          g_test_message ("P = %u (%zu rows), %zu paths, N0 = %zu, N = %u: said %.0f Mflop, took "
                          "%.0f, %.2f",
                          chain.n_train, kernel->P, kernel->Pi, the_case->N0, shapes[i].widths[w],
                          said * 1e-6, took * 1e-6, said / took);
          worst = MAX (worst, MAX (said / took, took / said));
        }
    }
  g_assert_cmpfloat (worst, <=, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cost/flops", test_flops);
  return g_test_run ();
}
