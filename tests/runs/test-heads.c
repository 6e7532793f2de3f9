/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run that looks at heads, without a window. */
#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/heads/head-entropy.h"
#include "core/parameters/parameters.h"
#include "core/files/npz.h"
#include "core/network/trained-network.h"
#include "runs/fine-tuning.h"
#include "runs/heads.h"
#include "train-support.h"

typedef struct
{
  IplHeadResult *result;
  gboolean running;
} Heard;

static void
on_heads (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  Heard *heard = user_data;

  heard->running = status->running;
  if (result == NULL)
    return;
  g_clear_pointer (&heard->result, ipl_head_result_unref);
  heard->result = ipl_head_result_ref (result);
}

static IplHeadRequest *
ask (const IplParameters *parameters, IplCase *the_case, IplKernel *kernel, IplSolution *current,
     guint prune, IplHeadResult *before)
{
  IplHeadRequest *request
      = ipl_head_request_new (ipl_parameters_share (parameters), the_case, kernel, current);

  request->prune = prune;
  request->before = before != NULL ? ipl_head_result_ref (before) : NULL;
  return request;
}

static void
ask_and_wait (IplJobs *jobs, Heard *heard, IplHeadRequest *request)
{
  heard->running = TRUE;
  ipl_jobs_submit (jobs, request);
  while (heard->running)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_heads (void)
{
  g_autofree char *path = g_build_filename (folder, "looked-at.safetensors", NULL);
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) narrow = NULL;
  g_autoptr (IplSolution) wide = NULL;
  g_autoptr (IplPruning) tuned = NULL;
  g_autoptr (IplHeadResult) before = NULL;
  g_auto (IplFineTuning) tuning = { NULL };
  Heard heard = { NULL, TRUE };
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_heads, on_heads, &heard);
  IplHeadRequest *request;
  IplSetting setting;

  make_tiny (parameters);
  train (parameters, NULL, path);
  ipl_parameters_edit_trainable (parameters)->network = g_intern_string (path);
  the_case = ipl_parameters_make_case (parameters, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  kernel = ipl_kernel_new (the_case, &error);
  g_assert_no_error (error);
  setting = ipl_parameters_get_setting (parameters, 0);
  narrow = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, &error);
  g_assert_no_error (error);
  setting = ipl_parameters_get_setting (parameters, 4);
  wide = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, &error);
  g_assert_no_error (error);

  /* Sequences that training has not seen. */
  g_assert_true (ipl_fine_tuning_init (&tuning, parameters, path, the_case, 0, 2, 1, NULL, &error));
  g_assert_cmpuint (tuning.options.first_sequence, ==, 30 * 4);

  /* The last of many requests is the one that is answered. */
  for (guint i = 0; i < 5; i++)
    ipl_jobs_submit (jobs, ask (parameters, the_case, kernel, i % 2 ? wide : narrow, 0, NULL));
  while (heard.running || heard.result == NULL || heard.result->heads == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (heard.result->error);
  g_assert_true (ipl_setting_equal (&heard.result->heads->setting, &narrow->setting));
  g_assert_cmpuint (heard.result->heads->n_resolved, ==, 4);
  g_assert_cmpuint (heard.result->gallery->n, ==, IPL_HEADS_EXAMPLES);
  g_assert_cmpuint (heard.result->pruning->n_points, ==, 3);
  g_assert_cmpuint (heard.result->pruning->fine_tune_steps, ==, 0);

  /* Fine-tuned networks, which a result before still has after a look at another width. */
  parameters->fine_tune_steps = 2;
  heard.running = TRUE;
  ipl_jobs_submit (jobs, ask (parameters, the_case, kernel, narrow, 3, NULL));
  while (heard.running || heard.result->pruned != 3)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (heard.result->error);
  before = ipl_head_result_ref (heard.result);
  tuned = ipl_pruning_ref (heard.result->pruning);
  g_assert_cmpuint (tuned->fine_tune_steps, ==, 2);
  for (guint i = 1; i < tuned->n_points; i++)
    for (guint o = 0; o < IPL_REMOVAL_RANDOM; o++)
      g_assert_true (isfinite (tuned->curve[o].tuned[i]));
  ask_and_wait (jobs, &heard, ask (parameters, the_case, kernel, wide, 0, NULL));
  g_assert_true (heard.result->pruning != tuned);
  ask_and_wait (jobs, &heard, ask (parameters, the_case, kernel, narrow, 0, before));
  g_assert_true (heard.result->pruning == tuned);

  for (guint o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      g_autoptr (IplTrainedNetwork) network
          = ipl_fine_tuning_pruned_network (parameters, tuned, o, 2, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (network->shape.H[0] + network->shape.H[1], ==, 2);
    }

  /* More random orders. */
  parameters->random_orders = 3;
  ask_and_wait (jobs, &heard, ask (parameters, the_case, kernel, narrow, 0, NULL));
  g_assert_cmpuint (heard.result->pruning->n_random, ==, 3);

  /* Of sequences past the last the first ones are shown. */
  request = ask (parameters, the_case, kernel, narrow, 0, NULL);
  request->first = 4;
  ask_and_wait (jobs, &heard, request);
  g_assert_cmpuint (heard.result->gallery->first, ==, 4);
  request = ask (parameters, the_case, kernel, narrow, 0, NULL);
  request->first = the_case->tests[0].count;
  ask_and_wait (jobs, &heard, request);
  g_assert_no_error (heard.result->error);
  g_assert_cmpuint (heard.result->gallery->first, ==, 0);

  /* Closed while networks are being fine-tuned. */
  parameters->fine_tune_steps = 100000;
  ipl_jobs_submit (jobs, ask (parameters, the_case, kernel, wide, 4, NULL));
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (5000);
      g_main_context_iteration (NULL, FALSE);
    }
  ipl_jobs_free (jobs);
  g_clear_pointer (&heard.result, ipl_head_result_unref);
}

static void
add_random (IplNpz *npz, const char *name, gsize count, GRand *rand)
{
  const gsize shape[] = { count, 2, 3 };
  g_autofree double *values = g_new (double, count * 6), *y = g_new (double, count);
  g_autofree char *xi = g_strconcat ("xi_", name, NULL), *labels = g_strconcat ("y_", name, NULL);

  for (gsize i = 0; i < count * 6; i++)
    values[i] = g_rand_double_range (rand, -1, 1);
  for (gsize i = 0; i < count; i++)
    y[i] = values[6 * i] > 0 ? 1 : -1;
  ipl_npz_add_numbers (npz, xi, values, 3, shape);
  ipl_npz_add_numbers (npz, labels, y, 1, &count);
}

/* Heads are looked at on the test set that is asked for, whichever was before. */
static void
test_other_set (void)
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (IplNpz) arrays = ipl_npz_new ();
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) solution = NULL;
  gpointer memory = ipl_run_heads.memory_new ();
  IplSetting setting;

  add_random (arrays, "train", 12, rand);
  add_random (arrays, "test", 30, rand);
  add_random (arrays, "test_more", 31, rand);
  the_case = ipl_case_from_arrays (arrays, "two sets", FALSE, 1, NULL, NULL);
  kernel = ipl_kernel_new (the_case, NULL);
  ipl_setting_init_for_case (&setting, the_case, 10);
  setting.temperature = 0.5;
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
  ipl_parameters_init (parameters, "file");
  for (guint test = 0; test < 2; test++)
    {
      IplHeadRequest *request = ask (parameters, the_case, kernel, solution, 0, NULL);
      g_autoptr (IplHeadResult) result = NULL;

      request->test = test;
      result = ipl_run_with (&ipl_run_heads, memory, request, NULL, NULL, NULL);
      ipl_head_request_free (request);
      g_assert_no_error (result->error);
      g_assert_cmpuint (result->heads->test, ==, test);
      g_assert_cmpuint (result->pruning->test, ==, test);
      g_assert_cmpfloat (result->heads->zeroed.accuracy, ==, solution->tests[test].accuracy);
    }
  ipl_run_heads.memory_free (memory);
}

/* What the run makes of entropies of a case without its inputs, at one setting. */
static IplHeadResult *
look_at_case (const IplParameters *parameters, IplCase *the_case)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplSolution) solution = NULL;
  IplHeadRequest *request;
  IplHeadResult *result;
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, 10);
  setting.temperature = 0.5;
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
  g_assert_nonnull (solution);
  request = ask (parameters, the_case, kernel, solution, 0, NULL);
  request->n_examples = 0;
  request->resolve = IPL_RESOLVE_NEVER;
  result = ipl_run_now (&ipl_run_heads, request, NULL, NULL, NULL);
  ipl_head_request_free (request);
  g_assert_no_error (result->error);
  g_assert_true (result->finished);
  return result;
}

/* The entropies of a case made with its inputs, which the run has not got. */
static void
check_entropies (const IplParameters *parameters, guint n_heads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) bare = ipl_parameters_make_case (parameters, FALSE, 2, NULL, &error);
  g_autoptr (IplCase) whole = ipl_parameters_make_case (parameters, TRUE, 2, NULL, &error);
  g_autoptr (IplHeadResult) result = NULL;
  g_autofree double *entropy = NULL;

  g_assert_no_error (error);
  g_assert_null (bare->tests[0].x);
  entropy = ipl_head_entropy (whole, 0, NULL, NULL, 1, NULL, &error);
  g_assert_no_error (error);
  result = look_at_case (parameters, bare);
  g_assert_cmpuint (result->heads->n_heads, ==, n_heads);
  g_assert_null (result->heads->no_entropy);
  for (guint h = 0; h < n_heads; h++)
    g_assert_cmpfloat_with_epsilon (result->heads->entropy[h], entropy[h], 1e-12);
  g_assert_true (ipl_pruning_has_order (result->pruning, IPL_REMOVAL_BY_ENTROPY));
  for (guint k = 0; k < result->pruning->n_points; k++)
    g_assert_true (isfinite (result->pruning->curve[IPL_REMOVAL_BY_ENTROPY].accuracy[k]));
}

/* Of a one-shot task, of a chain, and of a file. */
static void
test_entropy (void)
{
  g_autofree char *path = g_build_filename (folder, "entropy.npz", NULL);
  g_autofree IplParameters *glyphs = g_new (IplParameters, 1);
  g_autofree IplParameters *chain = g_new (IplParameters, 1), *file = g_new (IplParameters, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) whole = NULL, bare = NULL;
  g_autoptr (IplHeadResult) changed = NULL, plain = NULL;

  make_tiny (glyphs);
  check_entropies (glyphs, 4);
  ipl_parameters_init (chain, "hmc4");
  ipl_parameters_edit_markov_chain (chain)->n_train = 20;
  ipl_parameters_edit_markov_chain (chain)->n_test = 30;
  check_entropies (chain, 4);

  whole = ipl_parameters_make_case (chain, TRUE, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ipl_case_save (whole, path, &error));
  ipl_parameters_init (file, "file");
  ipl_parameters_set_file (file, path);
  check_entropies (file, 4);
  /* Another case in its place is not that case's. */
  bare = ipl_parameters_make_case (file, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  ipl_parameters_set_seed (chain, 99);
  g_clear_pointer (&whole, ipl_case_unref);
  whole = ipl_parameters_make_case (chain, TRUE, 1, NULL, &error);
  g_assert_true (ipl_case_save (whole, path, &error));
  changed = look_at_case (file, bare);
  g_test_message ("said: %s", changed->heads->no_entropy);
  g_assert_nonnull (strstr (changed->heads->no_entropy, "changed"));
  g_assert_true (isnan (changed->heads->entropy[0]));
  /* Path features alone: all but the order by entropy. */
  g_assert_true (ipl_case_save (bare, path, &error));
  g_clear_pointer (&bare, ipl_case_unref);
  bare = ipl_parameters_make_case (file, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  plain = look_at_case (file, bare);
  g_assert_nonnull (strstr (plain->heads->no_entropy, "path features"));
  g_assert_cmpstr (plain->pruning->no_entropy, ==, plain->heads->no_entropy);
  g_assert_false (ipl_pruning_has_order (plain->pruning, IPL_REMOVAL_BY_ENTROPY));
  g_assert_true (isfinite (plain->pruning->curve[IPL_REMOVAL_REVERSE].accuracy[1]));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heads/heads", test_heads);
  g_test_add_func ("/heads/other-set", test_other_set);
  g_test_add_func ("/heads/entropy", test_entropy);
  return run_train_tests ();
}
