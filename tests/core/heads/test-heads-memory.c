/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An error where reading a case, or finding out what its heads are worth, has not the memory. */
#include "core/case/case-io.h"
#include "core/heads/head-entropy.h"
#include "core/heads/head-report.h"
#include "core/heads/pruning.h"

#include <glib/gstdio.h>

#include "failing-malloc.h"
#include "heads/heads-support.h"

static IplTrainedShape shape; /* of the process at work */
static gsize P, P_test;
static gboolean trained; /* else the theory is pruned */
static const char *case_path;

typedef struct
{
  HeadsExample *example;
  IplKernel *kernel;
  IplSolution *solution;
} State;

static gpointer
prepare (void)
{
  State *state = g_new0 (State, 1);
  IplSetting setting;

  state->example = heads_example_new (&shape, P, P_test, 3);
  if (!trained)
    g_clear_pointer (&state->example->the_case->trained, ipl_case_trained_free);
  state->kernel = ipl_kernel_new (state->example->the_case, NULL);
  ipl_setting_init_for_case (&setting, state->example->the_case, 50);
  setting.temperature = 0.5;
  state->solution
      = ipl_solution_solve (state->example->the_case, state->kernel, &setting, NULL, NULL, NULL);
  return state;
}

static gboolean
run_heads (gpointer data, GError **error)
{
  State *state = data;
  IplPruningOptions options = { .n_random = 3, .seed = 1 };
  IplHeadReport *report
      = ipl_head_report_new (state->example->the_case, state->kernel, state->solution, 0, TRUE, 2,
                             NULL, NULL, NULL, error);
  g_autofree double *entropy
      = report != NULL ? ipl_head_entropy (state->example->the_case, 0, NULL, NULL, 2, NULL, error)
                       : NULL;
  IplPruning *pruning = NULL;

  if (entropy != NULL)
    {
      IplHeadReport *with = ipl_head_report_with_entropy (report, entropy, NULL);

      ipl_head_report_unref (report);
      report = with;
      pruning = ipl_pruning_run (report, state->solution, &options, 2, NULL, NULL, NULL, error);
    }
  ipl_head_report_unref (report);
  if (pruning == NULL)
    return FALSE;
  ipl_pruning_unref (pruning);
  return TRUE;
}

static void
test_heads (void)
{
  if (!failing_malloc_works ())
    return;
  shape = heads_shape;
  P = 100;
  P_test = 30;
  trained = FALSE;
  failing_malloc_try_all (&(FailingRun){ "heads of the theory", prepare, run_heads });
  P = 20;
  P_test = 1500;
  trained = TRUE;
  failing_malloc_try_all (&(FailingRun){ "heads of a network", prepare, run_heads });
}

static gboolean
run_load (gpointer unused, GError **error)
{
  g_autoptr (IplCase) the_case = ipl_case_load (case_path, TRUE, 2, NULL, error);

  return the_case != NULL;
}

/* Every head attends to all tokens alike. */
static void
add_attention (IplCase *the_case)
{
  for (guint k = 0; k <= the_case->n_tests; k++)
    {
      IplExamples *examples = k == 0 ? &the_case->train : &the_case->tests[k - 1];

      for (guint l = 0; l < the_case->L; l++)
        {
          gsize size = examples->count * the_case->H[l] * the_case->T * the_case->T;

          examples->attention[l] = g_new (double, size);
          for (gsize i = 0; i < size; i++)
            examples->attention[l][i] = 1.0 / (double)the_case->T;
        }
    }
}

/* A case of each level: path features, tokens with attention, tokens with weights. */
static void
test_load (void)
{
  static const IplTrainedShape long_sequences
      = { 2, { 2, 1 }, 4, { 10, 12, 20 }, 8, 60, IPL_READOUT_LAST, 1 };

  if (!failing_malloc_works ())
    return;
  for (IplLevel level = IPL_LEVEL_PATHS; level <= IPL_LEVEL_WEIGHTS; level++)
    {
      g_autofree char *folder = g_dir_make_tmp ("interplay-memory-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "case.npz", NULL);
      g_autofree char *name = g_strdup_printf ("loading, level %d", (int)level);
      HeadsExample *example = heads_example_new (&long_sequences, 70, 40, 3);
      GError *error = NULL;

      example->the_case->level = level;
      if (level == IPL_LEVEL_ATTENTION)
        add_attention (example->the_case);
      g_assert_true (ipl_case_save (example->the_case, path, &error));
      g_assert_no_error (error);
      heads_example_free (example);
      case_path = path;
      failing_malloc_try_all (&(FailingRun){ name, NULL, run_load });
      g_remove (path);
      g_rmdir (folder);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heads-memory/load", test_load);
  g_test_add_func ("/heads-memory/heads", test_heads);
  return g_test_run ();
}
