/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the figures of a trained network show, computed as far as the panel asked for needs it. */
#include "cli/figure-network.h"

#include "core/base/error.h"
#include "core/heads/pruning-run.h"
#include "core/network/trained-network-io.h"

/* Test sequences drawn. */
#define EXAMPLES 4

void
cli_network_figures_clear (CliNetworkFigures *self)
{
  g_clear_pointer (&self->heads, ipl_head_report_unref);
  g_clear_pointer (&self->pruning, ipl_pruning_unref);
  g_clear_pointer (&self->gallery, ipl_task_gallery_unref);
  g_clear_pointer (&self->trainer, ipl_trainer_free);
}

static void
show_heads (const IplHeadReport *report, double fraction, const char *sentence, gpointer data)
{
  cli_progress (fraction, sentence, NULL);
}

static gboolean
make_heads (CliNetworkFigures *self, const IplView *view, const IplParameters *parameters,
            IplKernel *kernel, gboolean pruning, guint threads, GError **error)
{
  const char *path = ipl_parameters_get_network (parameters);
  IplPruningOptions options = { .n_random = parameters->random_orders, .seed = 1 };
  g_autoptr (IplTrainedNetwork) network = NULL;
  IplCase *the_case = (IplCase *)view->the_case;

  self->heads = ipl_head_report_new (the_case, kernel, view->current, 0, TRUE, threads, show_heads,
                                     NULL, cli_cancellable (), error);
  if (self->heads == NULL || !pruning)
    return self->heads != NULL;
  ipl_parameters_get_seed (parameters, &options.seed);
  if (path[0] != '\0')
    {
      network = ipl_trained_network_load (path, cli_cancellable (), error);
      if (network == NULL)
        return FALSE;
      options.network = network;
    }
  self->pruning = ipl_pruning_run (self->heads, view->current, &options, threads, NULL, NULL,
                                   cli_cancellable (), error);
  return self->pruning != NULL;
}

static gboolean
make_gallery (CliNetworkFigures *self, const IplView *view, const IplParameters *parameters,
              guint threads, GError **error)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);
  g_autoptr (IplOneShotTask) world = NULL;

  if (trainable == NULL)
    {
      g_set_error (
          error, IPL_ERROR, IPL_ERROR_VALUE,
          "%s has no images to show: task and attention are drawn of glyphs, of --omniglot "
          "images and of trained networks.",
          view->the_case->name);
      return FALSE;
    }
  world = ipl_one_shot_task_get (&trainable->task, threads, cli_cancellable (), error);
  if (world == NULL)
    return FALSE;
  self->gallery
      = ipl_task_gallery_new (world, view->the_case, 0, 0, EXAMPLES, cli_cancellable (), error);
  return self->gallery != NULL;
}

static gboolean
make_training (CliNetworkFigures *self, const IplParameters *parameters, GError **error)
{
  IplLearningCurve *training = &self->training;
  const char *path = ipl_parameters_get_network (parameters);

  if (path[0] == '\0')
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "A learning curve is a trained network's: give a NET.safetensors that “train” "
                   "wrote.");
      return FALSE;
    }
  self->trainer = ipl_trainer_load (path, ipl_one_shot_task_train_source, NULL,
                                    cli_cancellable (), error);
  if (self->trainer == NULL)
    return FALSE;
  training->points = ipl_trainer_get_points (self->trainer, &training->n_points);
  return TRUE;
}

gboolean
cli_network_figures_make (CliNetworkFigures *self, const IplPanel *panel,
                          const IplParameters *parameters, IplKernel *kernel, guint threads,
                          IplView *view, GError **error)
{
  gboolean pruning = (panel->needs & IPL_NEEDS_PRUNING) != 0;

  if ((panel->needs & (IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)) != 0
      && !make_heads (self, view, parameters, kernel, pruning, threads, error))
    return FALSE;
  if ((panel->needs & IPL_NEEDS_GALLERY) != 0
      && !make_gallery (self, view, parameters, threads, error))
    return FALSE;
  if ((panel->needs & IPL_NEEDS_TRAINING) != 0 && !make_training (self, parameters, error))
    return FALSE;
  view->heads = self->heads;
  view->pruning = self->pruning;
  view->gallery = self->gallery;
  view->training = self->trainer != NULL ? &self->training : NULL;
  return TRUE;
}
