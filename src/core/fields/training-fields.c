/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/fields/training-fields.h"

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/tasks/one-shot.h"

#include <stddef.h>
#include <string.h>

#define DEFAULT_MINUTES 5

/* "4,4"; also with blanks, semicolons or crosses in between. */
static char *
get_heads (const IplField *field, gconstpointer data)
{
  const IplTrainedShape *shape = &((const IplTraining *)data)->config.shape;
  GString *text = g_string_new (NULL);

  for (guint l = 0; l < shape->L; l++)
    g_string_append_printf (text, "%s%u", l > 0 ? "," : "", shape->H[l]);
  return g_string_free (text, FALSE);
}

static gboolean
set_heads (const IplField *field, gpointer data, const char *text, GError **error)
{
  IplTrainedShape *shape = &((IplTraining *)data)->config.shape;
  g_auto (GStrv) words = g_strsplit_set (text, ", \t;x×", -1);
  IplTrainedShape parsed = *shape;

  parsed.L = 0;
  memset (parsed.H, 0, sizeof parsed.H);
  for (guint i = 0; words[i] != NULL; i++)
    {
      guint64 heads;

      if (*words[i] == '\0')
        continue;
      if (parsed.L == IPL_MAX_LAYERS
          || !g_ascii_string_to_unsigned (words[i], 10, 1, IPL_MAX_HEADS, &heads, NULL))
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "Give the heads of each layer, such as “4, 4”: at most %d layers of at most "
            "%d heads.",
            IPL_MAX_LAYERS, IPL_MAX_HEADS);
      parsed.H[parsed.L++] = (guint)heads;
    }
  if (parsed.L == 0)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The network needs at least one layer, for example “4, 4” for two.");
  *shape = parsed;
  return TRUE;
}

static void
add_heads (const IplField *field, gconstpointer data, JsonBuilder *builder)
{
  const IplTrainedShape *shape = &((const IplTraining *)data)->config.shape;

  json_builder_begin_array (builder);
  for (guint l = 0; l < shape->L; l++)
    json_builder_add_int_value (builder, shape->H[l]);
  json_builder_end_array (builder);
}

static gboolean
read_heads (const IplField *field, gpointer data, JsonNode *node, GError **error)
{
  IplTrainedShape *shape = &((IplTraining *)data)->config.shape;
  JsonArray *heads = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = heads != NULL ? json_array_get_length (heads) : 0;

  if (n < 1 || n > IPL_MAX_LAYERS)
    return ipl_json_wrong_type ("heads", "a list of 1 to 8", error);
  memset (shape->H, 0, sizeof shape->H);
  shape->L = n;
  for (guint l = 0; l < n; l++)
    {
      JsonNode *one = json_array_get_element (heads, l);

      if (!JSON_NODE_HOLDS_VALUE (one) || json_node_get_value_type (one) != G_TYPE_INT64
          || json_node_get_int (one) < 1 || json_node_get_int (one) > IPL_MAX_HEADS)
        return ipl_json_wrong_type ("heads", "a number of heads from 1 to 64 for each layer",
                                    error);
      shape->H[l] = (guint)json_node_get_int (one);
    }
  return TRUE;
}

static const IplFieldList heads = { get_heads, set_heads, add_heads, read_heads };

#define AT(field) .offset = offsetof (IplTraining, field)

/* So that the schedule is a yes or no. */
G_STATIC_ASSERT (sizeof (IplSchedule) == sizeof (gboolean));
G_STATIC_ASSERT ((int)IPL_SCHEDULE_CONSTANT == FALSE && (int)IPL_SCHEDULE_COSINE == TRUE);
/* The loss likewise. */
G_STATIC_ASSERT (sizeof (IplTrainedLoss) == sizeof (gboolean));
G_STATIC_ASSERT ((int)IPL_TRAINED_SQUARED_ERROR == FALSE && (int)IPL_TRAINED_CROSS_ENTROPY == TRUE);

/* Fields of the training of a network. */
const IplField ipl_training_fields[IPL_N_TRAINING_FIELDS] = {
  { "training-heads", .flag = "heads", .json = "heads", .label = "Heads", .kind = IPL_FIELD_LIST,
    .list = &heads,
    .sentence = "Heads of each layer of the network that is trained, separated by commas" },
  { "training-width", .flag = "network-width", .json = "width", .label = "Width", .symbol = "N",
    .kind = IPL_FIELD_SIZE, AT (config.shape.N[0]), .minimum = 1, .maximum = IPL_MAX_WIDTH,
    .low = 1, .high = 4096, .step = 16,
    .sentence = "Hidden units of every layer of the network that is trained" },
  { "training-qk", .flag = "qk", .json = "qk", .label = "Query/key width", .symbol = "G",
    .kind = IPL_FIELD_SIZE, AT (config.shape.G), .minimum = 1, .maximum = 65536, .low = 1,
    .high = 1024, .step = 8, .sentence = "Numbers in a query or key of every head" },
  { "training-batch", .flag = "batch", .json = "batch", .label = "Batch", .kind = IPL_FIELD_SIZE,
    AT (config.batch), .minimum = 1, .maximum = IPL_TRAINER_MAX_BATCH, .low = 1, .high = 4096,
    .step = 16, .sentence = "Sequences of each step" },
  { "training-steps", .flag = "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER,
    AT (steps), .minimum = 0, .maximum = 100000000, .low = 0, .high = 100000000, .step = 1000,
    .sentence = "Steps to train, 0 where only the time limits it" },
  { "training-minutes", .flag = "minutes", .json = "minutes", .label = "Time", .unit = IPL_MINUTES,
    .kind = IPL_FIELD_REAL, AT (minutes), .minimum = 0, .maximum = 1e6, .low = 0, .high = 100000,
    .step = 1, .digits = 1, .sentence = "Minutes to train, 0 where only the steps limit it" },
  { "learning-rate", .json = "learning_rate", .label = "Learning rate", .kind = IPL_FIELD_REAL,
    AT (config.learning_rate), .minimum = 0, .positive = TRUE, .maximum = 1, .step = 0.0001,
    .digits = 5, .sentence = "Adam’s step at its height, for width 512" },
  { "weight-decay", .json = "weight_decay", .label = "Weight decay", .kind = IPL_FIELD_REAL,
    AT (config.weight_decay), .minimum = 0, .maximum = 1, .step = 0.00001, .digits = 6,
    .sentence = "Weight decay of all weights" },
  { "training-seed", .json = "seed", .label = "Seed of the weights", .kind = IPL_FIELD_SEED,
    AT (config.seed), .high = G_MAXUINT32, .step = 1, .sentence = "Seed of the initial weights" },
  { "decoupled", .json = "decoupled", .label = "_Decoupled decay", .kind = IPL_FIELD_BOOLEAN,
    AT (config.decoupled),
    .sentence = "Apply weight decay to the weights (AdamW), not through the gradient" },
  { "cosine", .json = "cosine", .label = "Cosine s_chedule", .kind = IPL_FIELD_BOOLEAN,
    AT (config.schedule),
    .sentence
    = "Decrease the learning rate as a cosine to the end of the run, instead of a constant rate" },
  { "cross-entropy", .json = "cross_entropy", .label = "Cross-_entropy", .kind = IPL_FIELD_BOOLEAN,
    AT (config.loss),
    .sentence = "Train three shots or more with the cross-entropy instead of the squared error" },
};

/* Two layers of four heads at width 128, as ipl_trainer_config_init(), for five minutes. */
void
ipl_training_init (IplTraining *self)
{
  memset (self, 0, sizeof *self);
  ipl_trainer_config_init (&self->config);
  self->minutes = DEFAULT_MINUTES;
}

/* Takes the layers, heads and widths of a network; of unequal widths the first. */
void
ipl_training_adopt_shape (IplTraining *self, const IplTrainedShape *shape)
{
  IplTrainedShape *own = &self->config.shape;

  own->L = shape->L;
  memset (own->H, 0, sizeof own->H);
  for (guint l = 0; l < shape->L; l++)
    own->H[l] = shape->H[l];
  own->N[0] = shape->N[0];
  own->G = shape->G;
}

/* TRUE if both start from the same untrained network's attention. */
gboolean
ipl_training_same_attention (const IplTraining *a, const IplTraining *b)
{
  const IplTrainedShape *shape_a = &a->config.shape, *shape_b = &b->config.shape;

  if (shape_a->L != shape_b->L || shape_a->G != shape_b->G || a->config.seed != b->config.seed)
    return FALSE;
  for (guint l = 0; l < shape_a->L; l++)
    if (shape_a->H[l] != shape_b->H[l])
      return FALSE;
  return TRUE;
}

/* TRUE if a network can be trained so. */
gboolean
ipl_trainable_to_config (const IplTrainable *trainable, IplTrainerConfig *config, GError **error)
{
  const IplTraining *self = &trainable->training;
  IplTrainedShape *shape = &config->shape;

  *config = self->config;
  shape->N0 = IPL_ONE_SHOT_N0;
  shape->T = ipl_one_shot_count_tokens (trainable->task.shots);
  shape->readout = IPL_READOUT_MEAN;
  shape->outputs = ipl_one_shot_labels_of (trainable->task.shots).outputs;
  if (shape->L < 1 || shape->L > IPL_MAX_LAYERS)
    return ipl_fail (error, IPL_ERROR_VALUE, "A network has 1 to %d attention layers, not %u.",
                     IPL_MAX_LAYERS, shape->L);
  if (self->steps == 0 && !(self->minutes > 0))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Training must end somewhere: give a number of steps or of minutes above 0.");
  for (guint l = 1; l < G_N_ELEMENTS (shape->N); l++)
    shape->N[l] = l <= shape->L ? shape->N[0] : 0;
  return ipl_trainer_config_validate (config, error);
}

#undef AT
#define AT(field) .offset = offsetof (IplImageTask, field)

/* The one-shot task of images (THEORY.md section 8). */
const IplField ipl_image_task_fields[IPL_N_IMAGE_TASK_FIELDS] = {
  { "omniglot", .json = "files", .label = "Images", .kind = IPL_FIELD_FILES, AT (files),
    .count = IPL_IMAGE_TASK_FILES,
    .sentence = "Archives of drawings, or an IDX file of images and one of labels" },
  { "glyph-alphabets", .json = "glyphs/alphabets", .label = "Alphabets", .kind = IPL_FIELD_INTEGER,
    AT (glyphs.n_alphabets), .minimum = 1, .maximum = IPL_GLYPHS_MAX_ALPHABETS, .low = 2,
    .high = IPL_GLYPHS_MAX_ALPHABETS, .step = 1,
    .sentence = "Invented alphabets, each with its own style" },
  { "glyph-characters", .json = "glyphs/characters", .label = "Characters of each",
    .kind = IPL_FIELD_INTEGER, AT (glyphs.n_characters), .minimum = 2,
    .maximum = IPL_GLYPHS_MAX_CHARACTERS, .step = 1,
    .sentence = "Characters of each invented alphabet" },
  { "glyph-drawings", .json = "glyphs/drawings", .label = "Drawings of each",
    .kind = IPL_FIELD_INTEGER, AT (glyphs.n_drawings), .minimum = 2,
    .maximum = IPL_GLYPHS_MAX_DRAWINGS, .step = 1,
    .sentence = "Drawings of each character, each with its own pen, slant and tremor" },
  { "holdout", .json = "holdout", .label = "Held out", .kind = IPL_FIELD_TEXT, AT (holdout),
    .sentence = "Alphabets held out for the test, separated by commas" },
  { "extra", .json = "extras", .label = "Further test sets", .kind = IPL_FIELD_FILES, AT (extras),
    .count = IPL_IMAGE_TASK_EXTRAS,
    .sentence = "A further test set, out of distribution: an archive or IDX images" },
  { "n-train", .json = "n_train", .label = "Training sequences", .symbol = "P", .logarithmic = TRUE,
    .kind = IPL_FIELD_INTEGER, AT (n_train), .minimum = 2, .maximum = IPL_IMAGE_TASK_MAX_SEQUENCES,
    .low = 2, .high = 3000, .step = 50,
    .sentence = "Sequences the theory is solved on; the work grows with the cube of their number" },
  { "n-test", .json = "n_test", .label = "Test sequences", .kind = IPL_FIELD_INTEGER, AT (n_test),
    .minimum = 2, .maximum = IPL_IMAGE_TASK_MAX_SEQUENCES, .low = 2, .high = 20000, .step = 100,
    .sentence = "Sequences of each test set" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1,
    .sentence = "Seed of label vectors and sequences: the same seed gives the same numbers" },
  { "shots", .json = "shots", .label = "Shots", .symbol = "K", .kind = IPL_FIELD_INTEGER,
    AT (shots), .minimum = 2, .maximum = IPL_ONE_SHOT_MAX_SHOTS, .step = 1,
    .sentence = "Number of classes of a sequence, with one image each; for three or more the "
                "network has as many outputs" },
  { "within-alphabet", .json = "within_alphabet", .label = "_Within one alphabet",
    .kind = IPL_FIELD_BOOLEAN, AT (within_alphabet),
    .sentence = "All classes of a sequence come from one alphabet, which is harder" },
  { "rotate", .json = "rotate", .label = "T_urned characters too", .kind = IPL_FIELD_BOOLEAN,
    AT (rotate), .sentence = "Characters turned by quarters are further classes to train on" },
};

static const IplFieldGroup image_task
    = { NULL, NULL, IPL_N_IMAGE_TASK_FIELDS, ipl_image_task_fields, 0 };

/* The task as JSON text, which a trained network keeps in its file. */
char *
ipl_image_task_to_json (const IplImageTask *self)
{
  return ipl_field_groups_to_json (1, &image_task, self);
}

/* TRUE if @json could be read. */
gboolean
ipl_image_task_from_json (IplImageTask *self, const char *json, GError **error)
{
  GError *own = NULL;
  IplImageTask read;

  ipl_image_task_init (&read);
  if (!ipl_field_groups_from_json (1, &image_task, &read, json, &own))
    {
      if (own == NULL)
        return ipl_fail (error, IPL_ERROR_FORMAT,
                         "The description of the network’s training task cannot be read.");
      g_propagate_error (error, own);
      return FALSE;
    }
  if (!ipl_image_task_validate (&read, error))
    return FALSE;
  *self = read;
  return TRUE;
}

/* Training runs by name: those of Tiberi et al. (2024). */
static const IplTrainingPreset presets[] = {
  { "paper-16-heads", "The Paper’s: Two Layers of Eight Heads",
    "N = 512, two layers of eight heads with G = 64; the paper prunes three heads", 2, 8, 64, 512,
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

/* Sets the network, its training, and its classes: no turned characters, and those of the paper
 * if @set has both Omniglot sets. The authors give no number of steps. */
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
