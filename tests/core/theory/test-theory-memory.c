/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the theory takes of memory: as much as it says beforehand, and an error where it is not
 * there. */
#include "core/base/error.h"
#include "core/theory/sweep.h"

#include <string.h>

#include "failing-malloc.h"
#include "support.h"
#include "theory/outputs-support.h"

/* What OpenBLAS keeps beside it for the blocks of two threads at work. */
#define BLAS_BUFFERS 24e6

/* A problem of one size. */
typedef struct
{
  gsize P, P_test;
  guint H[2];
  gsize N0;
  guint n_settings;
  guint threads;
  guint width;   /* 0 for 50 */
  guint classes; /* outputs; 0 for one of numbers */
} Size;

typedef struct
{
  const Size *size;
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting settings[4];
} State;

static Size size; /* of the process at work */

static gpointer
prepare (void)
{
  State *state = g_new0 (State, 1);

  state->size = &size;
  state->the_case
      = size.classes > 0
            ? test_case_of_outputs (size.P, size.P_test, 2, size.H, size.N0, size.classes, 5)
            : test_random_case (size.P, size.P_test, 2, size.H, size.N0, 5);
  if (size.classes > 0)
    test_make_classes (state->the_case, size.classes);
  state->kernel = ipl_kernel_new (state->the_case, NULL);
  for (guint i = 0; i < size.n_settings; i++)
    {
      ipl_setting_init_for_case (&state->settings[i], state->the_case,
                                 (size.width > 0 ? size.width : 50) + 50 * i);
      state->settings[i].temperature = 0.1;
    }
  return state;
}

static gboolean
run_sweep (gpointer data, GError **error)
{
  State *state = data;
  IplSweep *sweep = ipl_sweep_run (state->the_case, state->kernel, size.n_settings, state->settings,
                                   size.threads, NULL, NULL, NULL, error);

  if (sweep == NULL)
    return FALSE;
  ipl_sweep_unref (sweep);
  return TRUE;
}

/* As the window does: the kernel, one setting and the GP limit, read off on all threads. */
static gboolean
run_solution (gpointer data, GError **error)
{
  State *state = data;
  g_autoptr (IplKernel) kernel = ipl_kernel_new (state->the_case, error);
  g_autoptr (IplSolution) solution = NULL;
  g_autoptr (IplSolution) gp = NULL;

  if (kernel != NULL)
    solution = ipl_solution_solve (state->the_case, kernel, &state->settings[0], NULL, NULL, error);
  if (solution != NULL)
    gp = ipl_solution_gp (state->the_case, kernel, &state->settings[0], NULL, 0, NULL, error);
  return gp != NULL;
}

/* Examples that are rotated, kernels as pairs and as factors, a curvature that is held and one that
 * is applied (so wide that it is not solved from further starts), and so narrow that it is; and
 * classes. */
static const Size failing_sizes[] = {
  { 300, 60, { 2, 2 }, 40, 3, 2 },    { 100, 60, { 2, 1 }, 300, 2, 2 },
  { 30, 8200, { 2, 1 }, 4, 1, 1 },    { 100, 30, { 8, 7 }, 4, 1, 1, 250 },
  { 100, 30, { 2, 2 }, 30, 1, 1, 4 }, { 200, 60, { 2, 2 }, 25, 2, 2, 50, 3 },
};

static void
test_failing (void)
{
  if (!failing_malloc_works ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (failing_sizes); i++)
    {
      g_autofree char *sweep = g_strdup_printf ("sweep, P = %zu", failing_sizes[i].P);
      g_autofree char *solution = g_strdup_printf ("solution, P = %zu", failing_sizes[i].P);

      size = failing_sizes[i];
      /* What is read off for many test examples is the same in both. */
      if (size.P_test < 8200)
        failing_malloc_try_all (&(FailingRun){ sweep, prepare, run_sweep });
      failing_malloc_try_all (&(FailingRun){ solution, prepare, run_solution });
    }
}

/* The estimate is what is allocated at the largest, and what is touched of it is not much less:
 * within a factor of 1.5 where that is much beside what libraries take. That threads are all at
 * work at one time, so that as much is taken as they may take, cannot be had: of two only the most.
 */
static void
test_estimate (void)
{
  static const Size sizes[] = {
    { 400, 500, { 2, 2 }, 32, 4, 2 },        { 400, 500, { 2, 2 }, 32, 4, 1 },
    { 1000, 500, { 2, 2 }, 32, 2, 2 },       { 1000, 500, { 2, 2 }, 32, 2, 1 },
    { 700, 2000, { 4, 3 }, 64, 1, 1 },       { 300, 200, { 9, 8 }, 16, 2, 2 },
    { 300, 200, { 9, 8 }, 16, 1, 1 },        { 400, 500, { 2, 2 }, 32, 2, 1, 50, 4 },
    { 400, 500, { 2, 2 }, 32, 2, 2, 50, 4 },
  };

  if (!failing_malloc_works ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      FailingUse use;
      State *state;
      double said;

      size = sizes[i];
      use = failing_malloc_measure (&(FailingRun){ "sweep", prepare, run_sweep });
      state = prepare ();
      said = ipl_sweep_memory (state->the_case, state->kernel, size.n_settings, state->settings,
                               size.threads);
      ipl_kernel_unref (state->kernel);
      ipl_case_unref (state->the_case);
      g_free (state);
      g_test_message (
          "P = %zu, Pi = %u, N0 = %zu, %u settings, %u threads: said %.3g MB, allocated "
          "%.3g MB, resident %.3g MB",
          size.P, size.H[0] * size.H[1], size.N0, size.n_settings, size.threads, said / 1e6,
          use.allocated / 1e6, use.resident / 1e6);
      g_assert_cmpfloat (use.allocated, <, 1.5 * said);
      if (size.threads == 1)
        g_assert_cmpfloat (said, <, 1.5 * use.allocated);
      g_assert_cmpfloat (use.resident, <, 1.5 * said + BLAS_BUFFERS);
    }
}

/* A sweep that cannot be had is refused before it begins, whatever its size. */
static void
test_refused (void)
{
  const guint H[] = { 1, 1 };
  g_autoptr (IplCase) the_case = test_random_case (10, 2, 2, H, 2, 1);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  IplSetting setting;
  GError *error = NULL;

  ipl_setting_init_for_case (&setting, the_case, 10);
  /* As if there were more examples: nothing of them is read before the question. */
  kernel->P = kernel->packed = 1000000;
  g_assert_null (ipl_sweep_run (the_case, kernel, 1, &setting, 1, NULL, NULL, NULL, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "Solving 1 setting on 1 thread needs about"));
  g_assert_nonnull (strstr (error->message, "TB of memory, and this process may have"));
  g_assert_nonnull (strstr (error->message, "use fewer training examples or heads."));
  g_clear_error (&error);
  g_assert_null (ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* First what forks: no thread may have been started. */
  g_test_add_func ("/theory-memory/failing", test_failing);
  g_test_add_func ("/theory-memory/estimate", test_estimate);
  g_test_add_func ("/theory-memory/refused", test_refused);
  return g_test_run ();
}
