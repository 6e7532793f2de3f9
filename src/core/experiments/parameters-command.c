/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown as a command line: everything a window does, a script can. */
#include <string.h>

#include "core/experiments/parameters-util.h"

static void
append_number (GString *text, const char *before, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.12g", value);
  g_string_append_printf (text, "%s%s", before, number);
}

static void
append_file (GString *text, const char *option, const char *path)
{
  g_autofree char *quoted = g_shell_quote (path);

  g_string_append_printf (text, "%s%s", option, quoted);
}

/* Where the images come from. */
static void
append_images (GString *text, const IplImageTask *images)
{
  for (guint i = 0; i < IPL_IMAGE_TASK_FILES && images->files[i][0] != '\0'; i++)
    append_file (text, " --omniglot ", images->files[i]);
  if (images->holdout[0] != '\0')
    append_file (text, " --holdout ", images->holdout);
}

/* The one-shot task at a network's attention, or at that of an untrained one. */
static void
append_task (GString *text, const IplParameters *parameters)
{
  const IplImageTask *images = &parameters->images;

  if (parameters->network[0] != '\0')
    append_file (text, "", parameters->network);
  else
    {
      if (images->files[0][0] == '\0')
        g_string_append (text, "glyphs");
      else
        g_string_truncate (text, text->len - 1);
      append_images (text, images);
      g_string_append_printf (text, " --seed %" G_GUINT64_FORMAT, images->seed);
    }
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS && images->extras[i][0] != '\0'; i++)
    append_file (text, " --extra ", images->extras[i]);
}

/* Whether the options tell all of the task. */
static gboolean
tells_task (const IplParameters *parameters)
{
  const IplImageTask *images = &parameters->images;
  IplImageTask plain;
  IplTraining training;

  memset (&plain, 0, sizeof plain);
  ipl_image_task_init (&plain);
  if (parameters->network[0] != '\0')
    return images->n_train == plain.n_train && images->n_test == plain.n_test;
  memcpy (plain.files, images->files, sizeof plain.files);
  memcpy (plain.holdout, images->holdout, sizeof plain.holdout);
  memcpy (plain.extras, images->extras, sizeof plain.extras);
  plain.seed = images->seed;
  memset (&training, 0, sizeof training);
  ipl_training_init (&training);
  return ipl_image_task_equal (&plain, images)
         && ipl_training_same_shape (&training, &parameters->training);
}

/**
 * ipl_parameters_command:
 * @parameters: the parameters
 * @posterior: (nullable): what is shown of the samples
 * @complete: (out): whether the command tells all of them; else the case must be saved to a file
 *
 * Returns: (transfer full): an interplay-cli command line that computes the same sweep, and the
 * same draws
 */
char *
ipl_parameters_command (const IplParameters *parameters, const IplPosteriorSummary *posterior,
                        gboolean *complete)
{
  g_autoptr (GString) text
      = g_string_new (posterior != NULL ? "interplay-cli sample " : "interplay-cli sweep ");
  g_autofree char *widths = ipl_parameters_widths_text (parameters);
  g_auto (GStrv) parts = g_strsplit (widths, ", ", -1);
  g_autofree char *joined = g_strjoinv (",", parts);
  const IplExperiment *experiment = ipl_experiment_find (parameters->experiment);
  gboolean trainable = experiment != NULL && experiment->trainable;
  IplParameters plain;

  ipl_parameters_init (&plain, parameters->experiment);
  plain.chain.seed = parameters->chain.seed;
  g_strlcpy (plain.file, parameters->file, sizeof plain.file);
  *complete = trainable ? tells_task (parameters) : ipl_parameters_same_case (&plain, parameters);
  if (trainable)
    append_task (text, parameters);
  else if (parameters->file[0] != '\0')
    append_file (text, "", parameters->file);
  else
    g_string_append_printf (text, "%s --seed %" G_GUINT64_FORMAT, parameters->experiment,
                            parameters->chain.seed);
  /* Where each width has its own temperature, draws are those of one of them. */
  if (posterior != NULL && parameters->n_temperatures > 0)
    {
      g_autofree char *one = ipl_setting_widths_text (&posterior->setting);

      g_string_append_printf (text, " --widths %s", one);
      append_number (text, " --temperatures ", posterior->setting.temperature);
    }
  else
    {
      g_string_append_printf (text, " --widths %s", joined);
      append_number (text, " --temperatures ",
                     parameters->n_temperatures > 0 ? parameters->temperatures[0]
                                                    : parameters->current.temperature);
      for (guint i = 1; i < parameters->n_temperatures; i++)
        append_number (text, ",", parameters->temperatures[i]);
      if (parameters->n_temperatures > 0)
        g_string_append (text, " --best");
    }
  g_string_append (text, " --variances ");
  for (guint i = 0; i < parameters->current.L + 2; i++)
    append_number (text, i > 0 ? "," : "", parameters->current.variances[i]);
  if (posterior != NULL)
    g_string_append_printf (text, " --chains %u --warmup %u --draws %u", posterior->n_chains,
                            parameters->warmup, posterior->n_draws);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ipl_parameters_train_command:
 * @parameters: the parameters of a one-shot task
 * @complete: (out): whether the command tells all of them
 *
 * Returns: (transfer full): an interplay-cli command line that trains the same network
 */
char *
ipl_parameters_train_command (const IplParameters *parameters, gboolean *complete)
{
  const IplTraining *training = &parameters->training;
  g_autoptr (GString) text = g_string_new ("interplay-cli train");
  IplParameters same = *parameters;
  IplImageTask images;
  IplTraining plain;

  if (parameters->images.files[0][0] == '\0')
    g_string_append (text, " glyphs");
  append_images (text, &parameters->images);
  g_string_append_printf (text, " --width %u --heads ", training->width);
  for (guint l = 0; l < training->n_layers; l++)
    g_string_append_printf (text, "%s%u", l > 0 ? "," : "", training->n_heads[l]);
  g_string_append_printf (text, " --qk %u --batch %u", training->qk, training->batch);
  if (training->steps > 0)
    g_string_append_printf (text, " --steps %u", training->steps);
  if (training->minutes > 0.0)
    append_number (text, " --minutes ", training->minutes);
  memset (&plain, 0, sizeof plain);
  ipl_training_init (&plain);
  if (training->learning_rate != plain.learning_rate)
    append_number (text, " --learning-rate ", training->learning_rate);
  if (training->weight_decay != plain.weight_decay)
    append_number (text, " --weight-decay ", training->weight_decay);
  if (training->decoupled)
    g_string_append (text, " --decoupled");
  if (!training->cosine)
    g_string_append (text, " --constant");
  if (!parameters->images.rotate)
    g_string_append (text, " --no-rotate");
  g_string_append_printf (text, " --seed %" G_GUINT64_FORMAT " --out network.safetensors",
                          training->seed);
  /* What there are no options for; numbers of sequences are the theory's. */
  memset (same.network, 0, sizeof same.network);
  memset (same.images.extras, 0, sizeof same.images.extras);
  ipl_image_task_init (&images);
  same.images.rotate = images.rotate;
  same.images.n_train = images.n_train;
  same.images.n_test = images.n_test;
  same.training = plain;
  *complete = parameters->images.seed == training->seed && tells_task (&same);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
