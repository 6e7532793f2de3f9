/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row of a sweep: solved, and sampled or its heads removed where that is asked for; or trained
 * as a network; and written. */
#include "sweeps/row-work.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/parameters/parameters.h"
#include "core/results/head-results.h"
#include "core/results/results.h"
#include "core/theory/sweep.h"
#include "runs/checkpoint.h"
#include "runs/fine-tuning.h"
#include "runs/heads.h"
#include "runs/shared-parameters.h"
#include "runs/sweep-run.h"
#include "runs/train.h"
#include "sweeps/row-files.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define NETWORKS_TOGETHER 1000

/* Returns: (transfer full) (nullable): the case of that seed with its kernels */
IplSeedCase *
ipl_seed_case_new (const IplSweepFolder *folder, guint seed, const IplRowTools *tools,
                   GError **error)
{
  g_autoptr (IplSeedCase) self = g_new0 (IplSeedCase, 1);

  self->folder = folder;
  self->seed = seed;
  if (!ipl_sweep_folder_get_parameters (folder, seed, &self->parameters, error))
    return NULL;
  self->the_case = ipl_parameters_make_case (&self->parameters,
                                             ipl_sweep_plan_computes (folder->plan, "prune")
                                                 && self->parameters.fine_tune_steps > 0,
                                             tools->threads, tools->cancellable, error);
  if (self->the_case == NULL)
    return NULL;
  self->kernel = ipl_kernel_prepare (self->the_case, tools->cancellable, error);
  if (self->kernel == NULL)
    return NULL;
  self->subsets = ipl_path_subsets_parse (self->the_case, self->parameters.gp_paths, error);
  return self->subsets != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_seed_case_free (IplSeedCase *self)
{
  g_clear_pointer (&self->subsets, g_ptr_array_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_free (self);
}

/* Where the row's chains or its network are kept while it goes on, for whoever goes on with it. */
static IplCheckpoint
checkpoint_of (const IplSweepFolder *folder, guint row, const IplRowTools *tools, char **path)
{
  *path = g_strdup_printf ("%s/checkpoints/row-%u", folder->path, row);
  return (IplCheckpoint){ .path = *path,
                          .seconds = ipl_checkpoint_default_seconds (),
                          .note = tools->note,
                          .data = tools->data };
}

static gboolean
fail_stopped (GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Stopped.");
  return FALSE;
}

static guint
find_test (const IplSeedCase *self)
{
  const char *name = self->folder->plan->run.prune.test;
  guint test = 0;

  while (test + 1 < self->the_case->n_tests && strcmp (self->the_case->tests[test].name, name) != 0)
    test++;
  return name[0] == '\0' || strcmp (self->the_case->tests[test].name, name) != 0 ? 0 : test;
}

/* Returns: (transfer full) (nullable): what each head is worth, and what is left as they go */
static IplHeadResult *
prune_row (const IplSeedCase *self, IplSolution *solution, const IplRowTools *tools, GError **error)
{
  const IplRunSettings *run = &self->folder->plan->run;
  const char *network = ipl_parameters_get_network (&self->parameters);
  g_auto (IplFineTuning) tuning = { NULL };
  g_autoptr (IplHeadRequest) request = NULL;
  g_autoptr (IplHeadResult) result = NULL;
  guint test = find_test (self);

  if (network[0] != '\0'
      && !ipl_fine_tuning_init (&tuning, &self->parameters, network, self->the_case, test,
                                run->parameters.fine_tune_steps, tools->threads, tools->cancellable,
                                error))
    return NULL;
  tuning.options.fine_tune_steps = run->parameters.fine_tune_steps;
  tuning.options.n_random = run->parameters.random_orders;
  tuning.options.seed = run->prune.seed;
  request = ipl_head_request_new (ipl_parameters_share (&self->parameters), self->the_case,
                                  self->kernel, solution);
  request->test = test;
  request->n_examples = 0;
  request->options = &tuning.options;
  request->resolve = run->prune.resolve ? IPL_RESOLVE_FIRST : IPL_RESOLVE_NEVER;
  request->threads = tools->threads;
  result = ipl_run_now (&ipl_run_heads, request, tools->cancellable, tools->progress, tools->data);
  if (result != NULL && result->error != NULL)
    {
      g_propagate_error (error, g_error_copy (result->error));
      return NULL;
    }
  if (result == NULL || !result->finished || result->heads == NULL || result->pruning == NULL)
    return fail_stopped (error), NULL;
  return g_steal_pointer (&result);
}

/* Returns: whether the file is there; FALSE too where the plan's order is not known of these
 * heads */
static gboolean
save_pruned (const IplSeedCase *self, const IplHeadResult *result, const IplSolution *solution,
             const char *settings_json, const char *path, GError **error)
{
  IplRemovalOrder order = IPL_REMOVAL_BY_SCORE;
  const char *why;

  ipl_removal_order_parse (self->folder->plan->run.prune.order, &order);
  if (ipl_pruning_has_order (result->pruning, order))
    return ipl_head_results_save_npz (result->heads, result->pruning, order, solution,
                                      settings_json, path, error);
  why = order == IPL_REMOVAL_BY_GRADIENT ? result->pruning->no_gradient
                                         : result->pruning->no_entropy;
  return ipl_fail (error, IPL_ERROR_MISSING, "There is no order by %s: %s",
                   ipl_removal_order_id (order),
                   why != NULL ? why : "what it ranks heads by is not known.");
}

/* @before: (nullable): the row solved before, of the same temperature
 * Returns: (transfer full) (nullable): the theory at the row */
IplSweep *
ipl_row_solve (const IplSeedCase *self, guint row, const IplSweep *before, gboolean continues,
               const IplRowTools *tools, GError **error)
{
  IplSetting setting = ipl_sweep_plan_setting (self->folder->plan, row);

  return ipl_sweep_run_row (self->the_case, self->kernel, &setting, before, continues,
                            tools->threads, tools->cancellable, error);
}

static IplSweepResult *
sample (const IplSeedCase *self, guint row, IplSweep *solved, const IplRowTools *tools,
        const IplCheckpoint *checkpoint, GError **error)
{
  const IplRunSettings *run = &self->folder->plan->run;
  IplSetting setting = ipl_sweep_plan_setting (self->folder->plan, row);
  const IplSweepRequest request = { .the_case = self->the_case,
                                    .kernel = self->kernel,
                                    .solved = solved,
                                    .n = 1,
                                    .settings = &setting,
                                    .sample = TRUE,
                                    .options = run->options,
                                    .draws = run->parameters.draws,
                                    .checkpoint = checkpoint,
                                    .threads = tools->threads };
  g_autoptr (IplSweepResult) result = ipl_run_now (
      &ipl_run_sweep, (gpointer)&request, tools->cancellable, tools->progress, tools->data);

  if (result->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&result->error));
      return NULL;
    }
  if (result->stopped || result->posteriors == NULL || result->posteriors->pdata[0] == NULL)
    return fail_stopped (error), NULL;
  return g_steal_pointer (&result);
}

/* @pruned: (nullable): of a row whose heads were removed */
static gboolean
write_row (const IplSeedCase *self, guint row, const IplSweep *sweep,
           const IplPosteriorSummary *const *posteriors, const IplHeadResult *pruned,
           GError **error)
{
  g_autofree char *settings = ipl_row_settings (self->folder, row);
  g_autofree char *path = ipl_sweep_folder_row_path (self->folder, row);
  g_autofree char *failed = ipl_sweep_folder_failed_path (self->folder, row);

  if (!ipl_sweep_folder_make_parent (path, error)
      || !(pruned != NULL ? save_pruned (self, pruned, sweep->rows[0], settings, path, error)
                          : ipl_results_save_npz (sweep, posteriors, NULL, settings, path, error)))
    return FALSE;
  g_unlink (failed);
  return TRUE;
}

/* The work beside the theory, and the row's file. Chains that were stopped before go on
 * from their checkpoint, which is removed when the row is written. */
gboolean
ipl_row_finish (const IplSeedCase *self, guint row, IplSweep *solved, const IplRowTools *tools,
                GError **error)
{
  g_autoptr (IplSweepResult) result = NULL;
  g_autoptr (IplSweep) with_lines = NULL;
  g_autofree char *kept = NULL;
  IplCheckpoint checkpoint;

  if (ipl_sweep_plan_computes (self->folder->plan, "prune"))
    {
      g_autoptr (IplHeadResult) pruned = prune_row (self, solved->rows[0], tools, error);

      return pruned != NULL && write_row (self, row, solved, NULL, pruned, error);
    }
  if (!ipl_sweep_plan_computes (self->folder->plan, "sample"))
    {
      with_lines
          = ipl_sweep_with_subsets (solved, self->kernel, self->subsets, tools->cancellable, error);
      return with_lines != NULL && write_row (self, row, with_lines, NULL, NULL, error);
    }
  checkpoint = checkpoint_of (self->folder, row, tools, &kept);
  result = sample (self, row, solved, tools, &checkpoint, error);
  if (result == NULL
      || !write_row (self, row, result->sweep, (gpointer)result->posteriors->pdata, NULL, error))
    return FALSE;
  ipl_checkpoint_remove (kept);
  return TRUE;
}

/* Leaves the sentence where status finds it, if the file system takes it. */
void
ipl_row_fail (const IplSweepFolder *folder, guint row, const GError *why)
{
  g_autofree char *path = ipl_sweep_folder_failed_path (folder, row);
  g_autofree char *line = g_strconcat (
      why->message, "\n", ipl_error_is_of_machine (why) ? IPL_ROW_OF_MACHINE : NULL, NULL);

  if (ipl_sweep_folder_make_parent (path, NULL))
    ipl_file_save_bytes (path, line, strlen (line), NULL);
}

static void
add_number (IplNpzWriter *npz, const char *name, double value)
{
  ipl_npz_writer_add_doubles (npz, name, &value, 0, NULL);
}

static void
add_count (IplNpzWriter *npz, const char *name, guint64 value)
{
  gint64 count = (gint64)value;

  ipl_npz_writer_add_ints (npz, name, &count, 0, NULL);
}

/* Its result; the course of the training is in the network's own file. */
static gboolean
write_trained (const IplSweepFolder *folder, guint row, const IplTrainResult *result, guint64 seed,
               GError **error)
{
  const IplLearningCurve *curve = &result->curve;
  const IplTrainerPoint *last = curve->n_points > 0 ? &curve->points[curve->n_points - 1] : NULL;
  g_autofree char *path = ipl_sweep_folder_row_path (folder, row);
  g_autofree char *failed = ipl_sweep_folder_failed_path (folder, row);
  g_autofree char *settings = ipl_row_settings (folder, row);
  g_autofree char *words = ipl_image_task_describe (&result->task);
  IplNpzWriter *npz;

  if (!ipl_sweep_folder_make_parent (path, error))
    return FALSE;
  npz = ipl_npz_writer_new (path, error);
  if (npz == NULL)
    return FALSE;
  add_number (npz, "accuracy", result->accuracy);
  add_number (npz, "accuracy_se", result->standard_error);
  add_number (npz, "accuracy_train", last != NULL ? last->accuracy_train : NAN);
  add_number (npz, "loss", last != NULL ? last->loss : NAN);
  add_count (npz, "steps", result->step);
  add_number (npz, "parameters", (double)result->n_parameters);
  add_number (npz, "train_seconds", result->seconds);
  add_count (npz, "row", row);
  add_count (npz, "seed", seed);
  ipl_npz_writer_add_text (npz, "name", words);
  ipl_npz_writer_add_text (npz, "version", IPL_VERSION);
  ipl_npz_writer_add_text (npz, "settings", settings);
  if (!ipl_npz_writer_close (npz, error))
    return FALSE;
  g_unlink (failed);
  return TRUE;
}

/* The network of a row: its seed is that of weights and sequences, its width that of all layers. */
static gboolean
set_training (const IplSweepFolder *folder, guint row, IplParameters *parameters, GError **error)
{
  const IplSweepPlan *plan = folder->plan;
  guint seed = ipl_sweep_plan_row_seed (plan, row);
  IplSetting setting = ipl_sweep_plan_setting (plan, row);
  IplTraining *training;

  if (!ipl_sweep_folder_get_parameters (folder, seed, parameters, error))
    return FALSE;
  training = &ipl_parameters_edit_trainable (parameters)->training;
  training->config.shape.N[0] = setting.N[0];
  if (plan->n_seeds > 1)
    training->config.seed = plan->seeds[seed];
  return TRUE;
}

/* Trains the row's network and writes what became of it. One that was stopped before goes on from
 * its checkpoint, which is removed when the row is written. */
gboolean
ipl_row_train (const IplSweepFolder *folder, guint row, const IplRowTools *tools, GError **error)
{
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autofree char *network = g_strdup_printf ("%s/networks/%05u/%08u.safetensors", folder->path,
                                              row / NETWORKS_TOGETHER, row);
  g_autofree char *kept = NULL;
  IplCheckpoint checkpoint = checkpoint_of (folder, row, tools, &kept);
  const IplTrainable *trainable;
  g_autoptr (IplTrainRequest) request = NULL;
  g_autoptr (IplTrainResult) result = NULL;
  IplTrainerConfig config;

  if (!set_training (folder, row, parameters, error))
    return FALSE;
  trainable = ipl_parameters_get_trainable (parameters);
  if (!ipl_trainable_to_config (trainable, &config, error)
      || !ipl_sweep_folder_make_parent (network, error))
    return FALSE;
  request = ipl_train_request_new (&trainable->task, &config, IPL_TRAIN_NEW, NULL, network);
  request->steps = trainable->training.steps;
  request->minutes = trainable->training.minutes;
  request->evaluate = TRUE;
  request->threads = tools->threads;
  request->checkpoint = &checkpoint;
  result = ipl_run_now (&ipl_run_train, request, tools->cancellable, tools->progress, tools->data);
  if (result->error != NULL)
    {
      g_propagate_error (error, g_error_copy (result->error));
      return FALSE;
    }
  if (result->stopped || !result->kept)
    return fail_stopped (error);
  if (!write_trained (folder, row, result, config.seed, error))
    return FALSE;
  ipl_checkpoint_remove (kept);
  return TRUE;
}
