/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row that is a network, trained as the command train does. */
#include "sweeps/row-train.h"

#include "core/files/npz.h"
#include "core/parameters/parameters.h"
#include "runs/train.h"
#include "sweeps/row-settings.h"
#include <glib/gstdio.h>
#include <math.h>

#define NETWORKS_TOGETHER 1000

/* Returns: (transfer full): where its network is kept */
char *
ipl_row_train_network (const IplSweepFolder *folder, guint row)
{
  return g_strdup_printf ("%s/networks/%05u/%08u.safetensors", folder->path,
                          row / NETWORKS_TOGETHER, row);
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

/* What became of it; the course of the training is in the network's own file. */
static gboolean
write_row (const IplSweepFolder *folder, guint row, const IplTrainResult *result, guint64 seed,
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

/* What the row trains: its seed is that of weights and sequences, its width that of all layers. */
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
  g_autofree char *network = ipl_row_train_network (folder, row);
  g_autofree char *kept = ipl_row_checkpoint (folder, row);
  IplCheckpoint checkpoint = { .path = kept,
                               .seconds = ipl_checkpoint_default_seconds (),
                               .note = tools->note,
                               .data = tools->data };
  const IplTrainable *trainable;
  g_autoptr (IplTrainRequest) request = NULL;
  g_autoptr (IplTrainResult) result = NULL;
  IplTrainerConfig config;

  if (!set_training (folder, row, parameters, error))
    return FALSE;
  trainable = ipl_parameters_get_trainable (parameters);
  if (!ipl_training_to_config (&trainable->training, &config, error)
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
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Stopped.");
      return FALSE;
    }
  if (!write_row (folder, row, result, config.seed, error))
    return FALSE;
  ipl_row_checkpoint_remove (kept);
  return TRUE;
}
