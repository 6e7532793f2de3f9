/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments of one-shot classification (THEORY.md section 8): invented glyphs, and images from
 * files. */
#include "core/experiments/experiment-table.h"

#include <stddef.h>
#include <string.h>

#include "core/base/installed-data.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/fields/training-fields.h"
#include "core/network/trained-network.h"
#include "core/tasks/one-shot-task.h"

/* Widths and temperatures of the authors. */
static const guint widths[] = { 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000 };
#define CURRENT 0
#define TEMPERATURE 0.1
/* The example of glyphs is solved in seconds: the first of these widths, at three temperatures. */
#define GLYPHS_WIDTHS 7
static const double glyphs_temperatures[] = { 0.1, 0.25, 0.5 };
#define COMPONENTS 50
/* A draw costs a thousand times as much as for the hidden-Markov chain. */
#define WARMUP 100
#define DRAWS 200

static const char untrained[] = "The attention is that of a network before training.";
static const char trained[]
    = "The attention is that of the network that comes with the program, trained on these glyphs.";

static const IplField network[] = {
  { "network", .flag = "", .json = "network", .label = "Network", .kind = IPL_FIELD_FILE,
    .sentence = "The trained network whose attention the case has" },
};

static const IplFieldGroup groups[] = {
  { "images", "Task", IPL_N_IMAGE_TASK_FIELDS, ipl_image_task_fields,
    offsetof (IplTrainable, task) },
  { "training", "Training", IPL_N_TRAINING_FIELDS, ipl_training_fields,
    offsetof (IplTrainable, training) },
  { NULL, "Network", G_N_ELEMENTS (network), network, offsetof (IplTrainable, network) },
};

static void
init (IplParameters *parameters)
{
  IplTrainable *own = ipl_parameters_edit_specific (parameters);
  const double *temperatures;

  ipl_image_task_init (&own->task);
  ipl_training_init (&own->training);
  own->network = "";
  parameters->n_widths = G_N_ELEMENTS (widths);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    parameters->widths[i].N[0] = widths[i];
  parameters->current.N[0] = widths[CURRENT];
  parameters->current.temperature = TEMPERATURE;
  temperatures = ipl_paper_temperatures (&parameters->n_temperatures);
  memcpy (parameters->temperatures, temperatures,
          parameters->n_temperatures * sizeof *temperatures);
  parameters->display.n_components = COMPONENTS;
  parameters->warmup = WARMUP;
  parameters->draws = DRAWS;
}

static void
init_glyphs (IplParameters *parameters)
{
  init (parameters);
  parameters->n_widths = GLYPHS_WIDTHS;
  parameters->n_temperatures = G_N_ELEMENTS (glyphs_temperatures);
  memcpy (parameters->temperatures, glyphs_temperatures, sizeof glyphs_temperatures);
}

static gboolean
validate (gconstpointer own, GError **error)
{
  const IplTrainable *self = own;
  IplTrainerConfig config;

  return ipl_image_task_validate (&self->task, error)
         && ipl_trainable_to_config (self, &config, error);
}

/* The number of layers of a trained network is known only after reading it. */
static guint
get_layers (gconstpointer own)
{
  const IplTrainable *self = own;

  return self->network[0] == '\0' ? self->training.config.shape.L : 0;
}

static gboolean
same_case (const IplParameters *a, const IplParameters *b)
{
  const IplTrainable *own_a = ipl_parameters_get_specific (a);
  const IplTrainable *own_b = ipl_parameters_get_specific (b);

  return ipl_image_task_equal (&own_a->task, &own_b->task)
         && strcmp (own_a->network, own_b->network) == 0
         && (own_a->network[0] != '\0'
             || ipl_training_same_attention (&own_a->training, &own_b->training));
}

/* "One-shot images: images_background_small1.zip + 1". */
static char *
get_title (const IplParameters *parameters, const IplParameters *defaults)
{
  const IplTrainable *own = ipl_parameters_get_specific (parameters);
  g_autofree char *file = NULL;
  guint more = 0;

  if (parameters->experiment != &ipl_experiment_images || own->task.files[0][0] == '\0')
    return NULL;
  file = ipl_file_shown (own->task.files[0]);
  while (more + 1 < IPL_IMAGE_TASK_FILES && own->task.files[more + 1][0] != '\0')
    more++;
  return more > 0 ? g_strdup_printf ("One-shot images: %s + %u", file, more)
                  : g_strdup_printf ("One-shot images: %s", file);
}

/* The paths do not depend on the images, which are not read. */
static IplCase *
sketch (gconstpointer own, const char *name)
{
  const IplTrainedShape *shape = &((const IplTrainable *)own)->training.config.shape;
  guint shots = ((const IplTrainable *)own)->task.shots;
  IplCase *the_case = ipl_case_of_heads ("", shape->L, shape->H, 0);

  the_case->level = IPL_LEVEL_PATHS;
  the_case->N0 = IPL_ONE_SHOT_N0;
  the_case->T = ipl_one_shot_count_tokens (shots);
  the_case->labels = ipl_one_shot_labels_of (shots);
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  the_case->tests[0].name = g_strdup ("test");
  ipl_case_finish_names (the_case);
  return the_case;
}

/* TRUE if both have the same labels and training glyphs; the numbers of sequences and further
 * test sets do not affect the network. */
static gboolean
same_glyphs (const IplImageTask *a, const IplImageTask *b)
{
  IplImageTask of_a = *a;

  of_a.n_train = b->n_train;
  of_a.n_test = b->n_test;
  of_a.within_alphabet = b->within_alphabet;
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    of_a.extras[i] = b->extras[i];
  return ipl_image_task_equal (&of_a, b);
}

/* (nullable): the network shipped with the program, if it has the same task and the requested
 * heads. */
static IplTrainedNetwork *
find_shipped (const IplTrainable *own, GCancellable *cancellable)
{
  g_autofree char *path = ipl_data_file ("examples/one-shot-glyphs.safetensors");
  g_autoptr (IplTrainedNetwork) shipped
      = path != NULL ? ipl_trained_network_load (path, cancellable, NULL) : NULL;
  IplTraining as_shipped;
  IplImageTask task;

  if (shipped == NULL || shipped->task == NULL
      || !ipl_image_task_from_json (&task, shipped->task, NULL))
    return NULL;
  ipl_training_init (&as_shipped);
  ipl_training_adopt_shape (&as_shipped, &shipped->shape);
  return same_glyphs (&own->task, &task)
                 && ipl_training_same_attention (&own->training, &as_shipped)
             ? g_steal_pointer (&shipped)
             : NULL;
}

/* The trained network, else the network shipped with the program, else an untrained one. @note:
 * (out): a remark on it; NULL for none */
static IplTrainedNetwork *
find_network (const IplTrainable *own, const char **note, GCancellable *cancellable, GError **error)
{
  IplTrainedNetwork *shipped;
  IplTrainerConfig config;

  *note = NULL;
  if (own->network[0] != '\0')
    return ipl_trained_network_load (own->network, cancellable, error);
  shipped = find_shipped (own, cancellable);
  *note = shipped != NULL ? trained : untrained;
  if (shipped != NULL)
    return shipped;
  return ipl_trainable_to_config (own, &config, error)
             ? ipl_trained_network_new (&config.shape, config.logit_sd, config.seed, error)
             : NULL;
}

/* At the attention of that network. */
static IplCase *
make_one_shot (const IplImageTask *task, const IplTrainable *own, const char *name,
               gboolean keep_inputs, guint threads, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplOneShotTask) one_shot = NULL;
  const char *note;
  g_autoptr (IplTrainedNetwork) attention = find_network (own, &note, cancellable, error);
  IplCase *the_case;

  if (attention == NULL)
    return NULL;
  one_shot = ipl_one_shot_task_get (task, threads, cancellable, error);
  if (one_shot == NULL)
    return NULL;
  the_case = ipl_one_shot_task_make_case (one_shot, name, attention, note != untrained, keep_inputs,
                                          threads, cancellable, error);
  if (the_case != NULL && note != NULL)
    g_ptr_array_add (the_case->notes, g_strdup (note));
  return the_case;
}

static IplCase *
make_glyphs (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
             GCancellable *cancellable, GError **error)
{
  IplImageTask task = ((const IplTrainable *)own)->task;

  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    task.files[i] = "";
  return make_one_shot (&task, own, name, keep_inputs, threads, cancellable, error);
}

static IplCase *
make_images (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
             GCancellable *cancellable, GError **error)
{
  const IplImageTask *task = &((const IplTrainable *)own)->task;

  if (task->files[0][0] == '\0')
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "No images are chosen: open Omniglot's images_background.zip or another archive "
        "of drawings first.");
  return make_one_shot (task, own, name, keep_inputs, threads, cancellable, error);
}

/* A network determines its task and its shape; else --seed is also the seed of the initial
 * weights. */
static void
append_case (const IplParameters *parameters, IplParameters *plain, GString *command)
{
  const IplTrainable *own = ipl_parameters_get_specific (parameters);
  IplTrainable *plain_parameters = ipl_parameters_edit_specific (plain);

  if (own->network[0] != '\0')
    {
      g_autofree char *quoted = ipl_text_shell_quote (own->network);

      g_string_append_printf (command, " %s", quoted);
      plain_parameters->task = own->task;
      /* The file has its own numbers of examples and may have further test sets. */
      plain_parameters->task.n_train = plain_parameters->task.n_test = 0;
      for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
        plain_parameters->task.extras[i] = "";
      plain_parameters->training = own->training;
      return;
    }
  if (own->task.files[0][0] == '\0')
    g_string_append (command, " glyphs");
  plain_parameters->training.config.seed = own->task.seed;
}

static IplTrainable *
edit_trainable (IplParameters *parameters)
{
  return ipl_parameters_edit_specific (parameters);
}

#define COMMON                                                                                     \
  .generated = TRUE, .progress = "Preparing the images and their sequences",                       \
  IPL_SPECIFIC (IplTrainable, groups), .validate = validate, .get_layers = get_layers,             \
  .same_case = same_case, .source = network, .sketch = sketch, .edit_trainable = edit_trainable,   \
  .append_case = append_case

const IplExperiment ipl_experiment_glyphs = {
  .id = "glyphs",
  .title = "One-shot images, invented glyphs",
  .about = "A network trained to compare drawings: scores of its heads, and pruning (figure 3)",
  .family = IPL_FAMILY_PATHS,
  /* The shipped network makes the theory available at once. */
  .page = "theory",
  .built_in = TRUE,
  .init = init_glyphs,
  .make_case = make_glyphs,
  COMMON,
};

const IplExperiment ipl_experiment_images = {
  .id = "images",
  .title = "One-shot images from files",
  .page = "training",
  .init = init,
  .get_title = get_title,
  .make_case = make_images,
  COMMON,
};
