/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run that looks at heads, without a window. */
#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/heads/head-entropy.h"
#include "core/parameters/parameters.h"
#include "core/network/trained-network.h"
#include "runs/fine-tuning.h"
#include "runs/heads-run.h"
#include "../small-case.h"
#include "train-support.h"

typedef struct
{
  IplHeadResult *result;
  gboolean running;
} Heard;

/* A network that was trained on glyphs, its case, and solutions at a narrow and a wide width. */
typedef struct
{
  char *path;
  IplParameters *parameters;
  IplCase *the_case;
  IplKernel *kernel;
  IplSolution *narrow, *wide;
  IplJobs *jobs;
  Heard heard;
} Fixture;

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

static IplSolution *
solve_at (const Fixture *self, guint width)
{
  IplSetting setting = ipl_parameters_get_setting (self->parameters, width);
  GError *error = NULL;
  IplSolution *solution
      = ipl_solution_solve (self->the_case, self->kernel, &setting, NULL, 1, NULL, &error);

  g_assert_no_error (error);
  return solution;
}

static Fixture *
fixture_new (void)
{
  Fixture *self = g_new0 (Fixture, 1);
  GError *error = NULL;

  self->path = test_path ("looked-at.safetensors");
  self->parameters = g_new (IplParameters, 1);
  set_tiny_glyphs (self->parameters);
  train (self->parameters, NULL, self->path);
  ipl_parameters_edit_trainable (self->parameters)->network = g_intern_string (self->path);
  self->the_case = ipl_parameters_make_case (self->parameters, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  self->kernel = ipl_kernel_prepare (self->the_case, NULL, &error);
  g_assert_no_error (error);
  self->narrow = solve_at (self, 0);
  self->wide = solve_at (self, 4);
  self->jobs = ipl_jobs_new (NULL, &ipl_run_heads, on_heads, &self->heard);
  return self;
}

static void
fixture_free (Fixture *self)
{
  ipl_jobs_free (self->jobs);
  g_clear_pointer (&self->heard.result, ipl_head_result_unref);
  ipl_solution_unref (self->narrow);
  ipl_solution_unref (self->wide);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
  g_free (self->parameters);
  g_free (self->path);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static IplHeadRequest *
solve_and_wait (const Fixture *self, IplSolution *current)
{
  return ipl_head_request_new (ipl_parameters_share (self->parameters), self->the_case,
                               self->kernel, current);
}

static const IplHeadResult *
wait_for_answer (Fixture *self, IplHeadRequest *request)
{
  self->heard.running = TRUE;
  ipl_jobs_submit (self->jobs, request);
  wait_until (!self->heard.running);
  g_assert_no_error (self->heard.result->error);
  return self->heard.result;
}

/* The last of many requests is the one that is answered. */
TEST (test_last, "/heads/last")
{
  g_autoptr (Fixture) self = fixture_new ();
  const IplHeadResult *result;

  for (guint i = 0; i < 4; i++)
    ipl_jobs_submit (self->jobs, solve_and_wait (self, i % 2 ? self->wide : self->narrow));
  result = wait_for_answer (self, solve_and_wait (self, self->narrow));
  g_assert_true (ipl_setting_equal (&result->heads->setting, &self->narrow->setting));
  g_assert_cmpuint (result->heads->n_resolved, ==, 4);
  g_assert_cmpuint (result->gallery->n, ==, IPL_HEADS_EXAMPLES);
  g_assert_cmpuint (result->pruning->n_points, ==, 3);
  g_assert_cmpuint (result->pruning->fine_tune_steps, ==, 0);
}

/* More random orders; other sequences, the first ones where there are none so late. */
TEST (test_requested_again, "/heads/asked-again")
{
  g_autoptr (Fixture) self = fixture_new ();
  const IplHeadResult *result = wait_for_answer (self, solve_and_wait (self, self->narrow));
  IplHeadRequest *request;

  g_assert_cmpuint (result->pruning->n_random, ==, 2);
  self->parameters->random_orders = 3;
  request = solve_and_wait (self, self->narrow);
  request->first = 4;
  result = wait_for_answer (self, request);
  g_assert_cmpuint (result->pruning->n_random, ==, 3);
  g_assert_cmpuint (result->gallery->first, ==, 4);
  request = solve_and_wait (self, self->narrow);
  request->first = self->the_case->tests[0].count;
  g_assert_cmpuint (wait_for_answer (self, request)->gallery->first, ==, 0);
}

/* Fine-tuned on sequences that training has not seen; a result before still has the networks after
 * a look at another width. Closed while networks are being fine-tuned. */
TEST (test_fine_tuned, "/heads/fine-tuned")
{
  g_autoptr (Fixture) self = fixture_new ();
  g_autoptr (IplPruning) tuned = NULL;
  g_autoptr (IplHeadResult) before = NULL;
  g_auto (IplFineTuning) tuning = { NULL };
  g_autoptr (GError) error = NULL;
  IplHeadRequest *request = NULL;

  g_assert_true (ipl_fine_tuning_init (&tuning, self->parameters, self->path, self->the_case, 0, 2,
                                       1, NULL, &error));
  g_assert_cmpuint (tuning.options.first_sequence, ==, 30 * 4);
  self->parameters->fine_tune_steps = 2;
  request = solve_and_wait (self, self->narrow);
  request->prune = 3;
  before = ipl_head_result_ref ((IplHeadResult *)wait_for_answer (self, request));
  g_assert_cmpuint (before->pruned, ==, 3);
  tuned = ipl_pruning_ref (before->pruning);
  g_assert_cmpuint (tuned->fine_tune_steps, ==, 2);
  for (guint i = 1; i < tuned->n_points; i++)
    for (guint o = 0; o < IPL_REMOVAL_RANDOM; o++)
      g_assert_true (isfinite (tuned->curve[o].tuned[i]));
  g_assert_true (wait_for_answer (self, solve_and_wait (self, self->wide))->pruning != tuned);
  request = solve_and_wait (self, self->narrow);
  request->before = ipl_head_result_ref (before);
  g_assert_true (wait_for_answer (self, request)->pruning == tuned);
  for (guint o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      g_autoptr (IplTrainedNetwork) network
          = ipl_fine_tuning_pruned_network (self->parameters, tuned, o, 2, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (network->shape.H[0] + network->shape.H[1], ==, 2);
    }
  self->parameters->fine_tune_steps = 100000;
  request = solve_and_wait (self, self->wide);
  request->prune = 4;
  ipl_jobs_submit (self->jobs, request);
  for (gint64 end = g_get_monotonic_time () + 100000; g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
}

/* A case at one setting. */
static IplSolution *
solve_case (IplCase *the_case, IplKernel *kernel)
{
  IplSetting setting;
  IplSolution *solution;

  ipl_setting_init_for_case (&setting, the_case, 10);
  setting.temperature = 0.5;
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, NULL);
  g_assert_nonnull (solution);
  return solution;
}

/* Heads are looked at on the test set that is asked for, whichever was before. */
TEST (test_other_set, "/heads/other-set")
{
  const SmallSet sets[] = { { "train", 12, 0 }, { "test", 30, 1 }, { "test_more", 31, 2 } };
  g_autofree char *path = test_path ("sets.npz");
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) solution = NULL;
  gpointer memory = ipl_run_heads.memory_new ();

  write_small_case (path, G_N_ELEMENTS (sets), sets);
  ipl_parameters_init (parameters, "file");
  ipl_parameters_set_file (parameters, path);
  the_case = ipl_parameters_make_case (parameters, FALSE, 1, NULL, NULL);
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  solution = solve_case (the_case, kernel);
  for (guint test = 0; test < 2; test++)
    {
      IplHeadRequest *request
          = ipl_head_request_new (ipl_parameters_share (parameters), the_case, kernel, solution);
      g_autoptr (IplHeadResult) result = NULL;

      request->test = test;
      result = ipl_run_now (&ipl_run_heads, memory, request, NULL, NULL, NULL);
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
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplSolution) solution = solve_case (the_case, kernel);
  IplHeadRequest *request;
  IplHeadResult *result;

  request = ipl_head_request_new (ipl_parameters_share (parameters), the_case, kernel, solution);
  request->n_examples = 0;
  request->resolve = IPL_RESOLVE_NEVER;
  result = ipl_run_now (&ipl_run_heads, NULL, request, NULL, NULL, NULL);
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
TEST (test_entropy, "/heads/entropy")
{
  g_autofree char *path = test_path ("entropy.npz");
  g_autofree IplParameters *glyphs = g_new (IplParameters, 1);
  g_autofree IplParameters *chain = g_new (IplParameters, 1), *file = g_new (IplParameters, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) whole = NULL, bare = NULL;
  g_autoptr (IplHeadResult) changed = NULL, plain = NULL;

  set_tiny_glyphs (glyphs);
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
