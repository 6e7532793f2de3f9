/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that train networks and look at their heads, without a window. */
#include <glib/gstdio.h>
#include "core/base/parallel.h"
#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/heads/head-entropy.h"
#include "core/parameters/parameters.h"
#include "core/network/trained-network.h"
#include "runs/fine-tuning.h"
#include "runs/heads.h"
#include "runs/train.h"

static char *folder;

static void
make_tiny (IplParameters *parameters)
{
  IplTrainable *trainable;

  ipl_parameters_init (parameters, "glyphs");
  trainable = ipl_parameters_edit_trainable (parameters);
  trainable->task.glyphs.n_alphabets = 4;
  trainable->task.glyphs.n_characters = 3;
  trainable->task.glyphs.n_drawings = 3;
  trainable->task.n_train = 16;
  trainable->task.n_test = 20;
  trainable->task.rotate = FALSE;
  memset (trainable->training.config.shape.H, 0, sizeof trainable->training.config.shape.H);
  trainable->training.config.shape.L = 2;
  trainable->training.config.shape.H[0] = trainable->training.config.shape.H[1] = 2;
  trainable->training.config.shape.N[0] = 8;
  trainable->training.config.shape.G = 4;
  trainable->training.config.batch = 4;
  trainable->training.steps = 30;
  trainable->training.minutes = 0.0;
  parameters->random_orders = 2;
}

static void
on_run (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  IplTrainResult **last = user_data;

  if (result == NULL)
    return;
  g_clear_pointer (last, ipl_train_result_unref);
  *last = ipl_train_result_ref (result);
}

static IplTrainRequest *
train_request (const IplParameters *parameters, const char *from, const char *path)
{
  g_autoptr (GError) error = NULL;
  IplTrainerConfig config;
  IplTrainRequest *request;

  g_assert_true (
      ipl_trainable_to_config (ipl_parameters_get_trainable (parameters), &config, &error));
  g_assert_no_error (error);
  request = ipl_train_request_new (&ipl_parameters_get_trainable (parameters)->task, &config,
                                   from != NULL ? IPL_TRAIN_GO_ON : IPL_TRAIN_NEW, from, path);
  request->steps = ipl_parameters_get_trainable (parameters)->training.steps;
  request->minutes = ipl_parameters_get_trainable (parameters)->training.minutes;
  request->own_folder = TRUE;
  return request;
}

static void
wait_for_end (IplTrainResult **last)
{
  while (*last == NULL || (*last)->curve.running)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_for_points (IplTrainResult **last)
{
  while (*last == NULL || (*last)->curve.n_points == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
train (const IplParameters *parameters, const char *from, const char *path)
{
  g_autoptr (IplTrainResult) last = NULL;
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);

  ipl_jobs_submit (jobs, train_request (parameters, from, path));
  wait_for_end (&last);
  g_assert_no_error (last->error);
  g_assert_true (last->kept);
  g_assert_false (last->stopped);
  g_assert_cmpuint (last->step, ==, last->curve.total_steps);
  ipl_jobs_free (jobs);
}

/* 30 steps and 30 more are 60. */
static void
test_train (void)
{
  g_autofree char *half = g_build_filename (folder, "half.safetensors", NULL);
  g_autofree char *whole = g_build_filename (folder, "whole.safetensors", NULL);
  g_autofree char *resumed = g_build_filename (folder, "resumed.safetensors", NULL);
  g_autoptr (IplTrainedNetwork) a = NULL;
  g_autoptr (IplTrainedNetwork) b = NULL;
  g_autoptr (IplTrainResult) last = NULL;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  IplTrainerConfig unused = { 0 };
  IplJobs *jobs;
  g_autoptr (GError) error = NULL;

  make_tiny (parameters);
  /* A schedule that does not know where it ends. */
  ipl_parameters_edit_trainable (parameters)->training.config.schedule = IPL_SCHEDULE_CONSTANT;
  train (parameters, NULL, half);
  train (parameters, half, resumed);
  ipl_parameters_edit_trainable (parameters)->training.steps = 60;
  train (parameters, NULL, whole);
  a = ipl_trained_network_load (resumed, NULL, &error);
  g_assert_no_error (error);
  b = ipl_trained_network_load (whole, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (a->parameters, a->n_parameters * sizeof (float), b->parameters,
                   b->n_parameters * sizeof (float));
  /* What a file tells of its training. */
  jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);
  ipl_jobs_submit (jobs, ipl_train_request_new (&ipl_parameters_edit_trainable (parameters)->task,
                                                &unused, IPL_TRAIN_LOOK, NULL, whole));
  wait_for_end (&last);
  g_assert_true (last->looked);
  g_assert_cmpuint (last->step, ==, 60);
  g_assert_cmpuint (last->curve.n_points, >, 0);
  ipl_jobs_free (jobs);
}

static void
test_stop (void)
{
  g_autofree char *path = g_build_filename (folder, "stopped.safetensors", NULL);
  g_autofree char *closed = g_build_filename (folder, "closed.safetensors", NULL);
  g_autoptr (IplTrainResult) last = NULL;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);
  gint64 begin;

  make_tiny (parameters);
  ipl_parameters_edit_trainable (parameters)->training.steps = 100000000;
  ipl_jobs_submit (jobs, train_request (parameters, NULL, path));
  wait_for_points (&last);
  g_assert_true (last->curve.running);
  begin = g_get_monotonic_time ();
  ipl_jobs_stop (jobs);
  wait_for_end (&last);
  g_test_message ("stopped after %.1f ms", (double)(g_get_monotonic_time () - begin) / 1e3);
  g_assert_true (last->stopped);
  g_assert_true (last->kept);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  /* Closed while it runs, what there is is kept too, by the end of the program. */
  g_clear_pointer (&last, ipl_train_result_unref);
  ipl_jobs_submit (jobs, train_request (parameters, NULL, closed));
  wait_for_points (&last);
  ipl_jobs_free (jobs);
  g_assert_true (ipl_jobs_wait_for_end (TRUE, 60000));
  g_assert_true (g_file_test (closed, G_FILE_TEST_EXISTS));
}

static void
test_refused (void)
{
  g_autofree char *half = g_build_filename (folder, "half.safetensors", NULL);
  g_autofree char *path = g_build_filename (folder, "refused.safetensors", NULL);
  g_autoptr (IplTrainResult) last = NULL;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);

  /* Not with other images than before, ... */
  make_tiny (parameters);
  train (parameters, NULL, half);
  ipl_parameters_edit_trainable (parameters)->task.seed = 77;
  ipl_jobs_submit (jobs, train_request (parameters, half, path));
  wait_for_end (&last);
  g_assert_nonnull (last->error);
  g_test_message ("said: %s", last->error->message);
  g_assert_nonnull (strstr (last->error->message, "half.safetensors"));
  g_assert_false (last->kept);
  /* ... nor where nothing can be written. */
  g_clear_pointer (&last, ipl_train_result_unref);
  ipl_jobs_submit (jobs, train_request (parameters, NULL, "/proc/nowhere/net.safetensors"));
  wait_for_end (&last);
  g_assert_nonnull (last->error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  ipl_jobs_free (jobs);
}

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
  Heard heard = { NULL, TRUE };
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_heads, on_heads, &heard);
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
  heard.running = TRUE;
  ipl_jobs_submit (jobs, ask (parameters, the_case, kernel, wide, 0, NULL));
  while (heard.running)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (heard.result->pruning != tuned);
  heard.running = TRUE;
  ipl_jobs_submit (jobs, ask (parameters, the_case, kernel, narrow, 0, before));
  while (heard.running)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (heard.result->pruning == tuned);

  for (guint o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      g_autoptr (IplTrainedNetwork) network
          = ipl_fine_tuning_pruned_network (parameters, tuned, o, 2, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (network->shape.H[0] + network->shape.H[1], ==, 2);
    }

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
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("interplay-heads-XXXXXX", NULL);
  g_test_add_func ("/heads/train", test_train);
  g_test_add_func ("/heads/stop", test_stop);
  g_test_add_func ("/heads/refused", test_refused);
  g_test_add_func ("/heads/heads", test_heads);
  g_test_add_func ("/heads/entropy", test_entropy);
  status = g_test_run ();
  ipl_jobs_wait_for_end (FALSE, -1);
  {
    g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_unlink (path);
      }
  }
  g_rmdir (folder);
  g_free (folder);
  return status;
}
