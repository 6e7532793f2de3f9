/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training runs by name: those of Tiberi et al. (2024). */
#include "core/experiments/training-preset.h"

#include <string.h>

static const IplTrainingPreset presets[] = {
  { "paper-16-heads", "The Paper’s: Two Layers of Eight Heads",
    "N = 512, two layers of eight heads of G = 64, of which the paper prunes three", 2, 8, 64, 512,
    128, 3e-4, 20000 },
  { "paper-27-paths", "The Paper’s: Three Layers of Three Heads",
    "N = 512, three layers of three heads of G = 128", 3, 3, 128, 512, 128, 3e-4, 20000 },
};

const IplTrainingPreset *
ipl_training_presets (guint *n)
{
  *n = G_N_ELEMENTS (presets);
  return presets;
}

const IplTrainingPreset *
ipl_training_preset_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (strcmp (presets[i].id, id) == 0)
      return &presets[i];
  return NULL;
}

/* "paper-16-heads (two layers of ..) or paper-27-paths (..)". */
char *
ipl_training_preset_list (gboolean described)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_string_append_printf (text, "%s%s",
                              i == 0                           ? ""
                              : i + 1 < G_N_ELEMENTS (presets) ? ", "
                                                               : " or ",
                              presets[i].id);
      if (described)
        g_string_append_printf (text, " (%s)", presets[i].sentence);
    }
  return g_string_free (text, FALSE);
}

/* Sets the network, how it is trained, and on which classes: no turned characters, and those of the
 * paper where @set has both Omniglot sets. The authors tell no number of steps. */
void
ipl_training_preset_apply (const IplTrainingPreset *self, IplTrainable *trainable,
                           const IplImageSet *set)
{
  IplTraining *training = &trainable->training;
  IplTrainerConfig *config = &training->config;

  config->shape.L = self->L;
  memset (config->shape.H, 0, sizeof config->shape.H);
  for (guint l = 0; l < self->L; l++)
    config->shape.H[l] = self->H;
  config->shape.G = self->G;
  config->shape.N[0] = self->N;
  config->batch = self->batch;
  config->learning_rate = self->learning_rate;
  config->schedule = IPL_SCHEDULE_CONSTANT;
  training->steps = self->steps;
  training->minutes = 0;
  trainable->task.rotate = FALSE;
  if (set != NULL && ipl_image_set_has_paper_split (set))
    trainable->task.holdout = "paper";
}
