/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/text-parameters.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include "core/base/units.h"
#include "core/text/text-corpus.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* The defaults of the paper's script, but for layers and steps: a run that takes minutes. */
#define LAYERS 2
#define STEPS 3000
#define BATCH 20
#define RATE 1e-4
#define CLIP 0.5
#define DROPOUT 0.2
#define WORDS 200000
#define VALIDATION 0.1
/* The vocabulary that is reckoned with before the text is read. */
#define GRAMMAR_V 357

#define MAX_COMPARED 12

/* Indices of the fields in which runs can differ. */
#define LAYERS_FIELD 0
#define RATE_FIELD 2
#define MAX_SEEDS 16

#define AT(field) .offset = offsetof (IplTextParameters, field)

static gboolean
is_invented (const IplField *field, gconstpointer data)
{
  return ((const IplTextParameters *)data)->file[0] == '\0';
}

const IplField ipl_text_fields[IPL_TEXT_N_FIELDS] = {
  { "text", .json = "file", .label = "Text", .kind = IPL_FIELD_FILE, AT (file),
    .sentence = "Text file in UTF-8 to learn; without one, a text is generated" },
  { "words", .json = "words", .label = "Invented words", .kind = IPL_FIELD_INTEGER, AT (n_words),
    .minimum = 1000, .maximum = 50000000, .low = 1000, .high = 2000000, .step = 10000,
    .applies = is_invented, .only = "without a text file",
    .sentence = "Words of the invented text, sentences of a small grammar" },
  { "vocabulary", .json = "vocabulary", .label = "Vocabulary", .symbol = "V",
    .kind = IPL_FIELD_INTEGER, AT (options.vocabulary), .minimum = 0, .maximum = 200000, .low = 0,
    .high = 20000, .step = 500,
    .sentence = "Size of the vocabulary: the most frequent words and two special tokens; 0 for "
                "all, at most 2000" },
  { "fold-case", .json = "fold_case", .label = "_Lowercase", .kind = IPL_FIELD_BOOLEAN,
    AT (options.fold_case), .sentence = "Words that differ in capitals only are one word" },
  { "validation", .json = "validation", .label = "Validation", .kind = IPL_FIELD_REAL,
    AT (options.validation), .minimum = 0, .positive = TRUE, .maximum = 0.9, .low = 0.01,
    .high = 0.5, .step = 0.05, .digits = 2,
    .sentence = "Share of the text, from its end, for validation" },
  { "paragraph", .json = "paragraph", .label = "Paragraph shown", .kind = IPL_FIELD_INTEGER,
    AT (paragraph), .minimum = 1, .maximum = 1000000, .low = 1, .high = 1000, .step = 1,
    .sentence = "Paragraph of the validation text whose attention is shown" },
};

const IplField ipl_text_network_fields[IPL_TEXT_N_NETWORK_FIELDS] = {
  { "layers", .json = "layers", .label = "Layers", .symbol = "L", .kind = IPL_FIELD_INTEGER,
    AT (shape.layers), .minimum = 1, .maximum = IPL_TRANSFORMER_MAX_LAYERS, .low = 1, .high = 12,
    .step = 1, .sentence = "Blocks of attention and MLP, one above the other" },
  { "text-heads", .flag = "heads", .json = "heads", .label = "Heads", .symbol = "H",
    .kind = IPL_FIELD_INTEGER, AT (shape.heads), .minimum = 1, .maximum = IPL_TRANSFORMER_MAX_HEADS,
    .low = 1, .high = 8, .step = 1,
    .sentence = "Heads of attention in each layer, which share its width" },
  { "text-width", .flag = "network-width", .json = "width", .label = "Width", .symbol = "d",
    .kind = IPL_FIELD_SIZE, AT (shape.d), .minimum = 1, .maximum = 4096, .low = 8, .high = 1024,
    .step = 8, .sentence = "Dimension of a word vector" },
  { "hidden", .json = "hidden", .label = "Hidden units", .kind = IPL_FIELD_SIZE, AT (shape.hidden),
    .minimum = 1, .maximum = 16384, .low = 8, .high = 4096, .step = 8,
    .sentence = "Hidden units of the MLP of each layer" },
  { "length", .json = "length", .label = "Sequence", .unit = IPL_WORDS, .kind = IPL_FIELD_SIZE,
    AT (shape.L), .minimum = 2, .maximum = 1024, .low = 4, .high = 256, .step = 5,
    .sentence = "Number of words in the input of the network" },
  { "positions", .json = "positions", .label = "_Positions", .kind = IPL_FIELD_BOOLEAN,
    AT (shape.positions), .sentence = "Sinusoidal positions are added to the words" },
  { "projected", .json = "projected", .label = "Output of a_ttention", .kind = IPL_FIELD_BOOLEAN,
    AT (shape.projected), .sentence = "The output of attention is multiplied by an output matrix" },
  { "tied", .json = "tied", .label = "T_ied output", .kind = IPL_FIELD_BOOLEAN, AT (shape.tied),
    .sentence = "The output layer has the weights of the embedding" },
};

const IplField ipl_text_training_fields[IPL_TEXT_N_TRAINING_FIELDS] = {
  { "text-steps", .flag = "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER,
    AT (steps), .minimum = 1, .maximum = 100000000, .low = 10, .high = 100000, .step = 500,
    .sentence = "Steps of training; with more of them a finished run resumes" },
  { "text-batch", .flag = "batch", .json = "batch", .label = "Batch", .kind = IPL_FIELD_INTEGER,
    AT (batch), .minimum = 1, .maximum = 4096, .low = 1, .high = 256, .step = 5,
    .sentence = "Sequences of each step" },
  { "rate", .json = "rate", .label = "Learning rate", .symbol = "η", .kind = IPL_FIELD_REAL,
    AT (config.learning_rate), .minimum = 0, .positive = TRUE, .maximum = 1, .low = 0.000001,
    .high = 0.1, .step = 0.0001, .digits = 6, .sentence = "Step of Adam" },
  { "dropout", .json = "dropout", .label = "Dropout", .kind = IPL_FIELD_REAL, AT (config.dropout),
    .minimum = 0, .maximum = 0.95, .step = 0.05, .digits = 2,
    .sentence = "Share of the activations that dropout sets to zero" },
  { "clip", .json = "clip", .label = "Longest gradient", .kind = IPL_FIELD_REAL,
    AT (config.clip_norm), .minimum = 0, .maximum = 1e6, .low = 0, .high = 100, .step = 0.1,
    .digits = 2, .sentence = "Gradient clipping: largest norm of the gradient; 0 for none" },
  { "decay", .json = "decay", .label = "Weight decay", .kind = IPL_FIELD_REAL,
    AT (config.weight_decay), .minimum = 0, .maximum = 1, .step = 0.0001, .digits = 6,
    .sentence = "Weight decay of all weights" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1, .sentence = "Seed of the generated text, the initial weights and dropout" },
};

/* Checks a list of numbers separated by commas, each in the range of the field of a run; may be
 * empty. */
static char *
check_list (const IplField *list, const char *text, GError **error)
{
  gboolean layers = list->offset == offsetof (IplTextParameters, compare_layers);
  const IplField *field
      = layers ? &ipl_text_network_fields[LAYERS_FIELD] : &ipl_text_training_fields[RATE_FIELD];
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GString) plain = g_string_new (NULL);
  guint n = g_strv_length (parts);
  gboolean right = n <= MAX_COMPARED;
  g_autofree char *shown = ipl_text_shown (text);

  if (field->kind == IPL_FIELD_REAL && !ipl_number_list_check (text, error))
    return NULL;
  for (guint i = 0; right && i < n; i++)
    {
      IplTextParameters one = { 0 };
      g_autofree char *number = NULL;

      right = ipl_field_set_text (field, &one, g_strstrip (parts[i]), NULL);
      number = ipl_field_get_text (field, &one);
      g_string_append_printf (plain, "%s%s", i > 0 ? "," : "", number);
    }
  if (right)
    return g_string_free (g_steal_pointer (&plain), FALSE);
  return ipl_fail_null (
      error, IPL_ERROR_VALUE,
      "Give at most %d %s separated by commas, each %s %g %s %g, or nothing for no further run, "
      "not “%s”.",
      MAX_COMPARED, layers ? "numbers of layers" : "learning rates",
      field->positive ? "above" : "from", field->minimum, field->positive ? "and at most" : "to",
      field->maximum, shown);
}

static const IplFieldList list
    = { .check = check_list, .json_words = "a text with numbers separated by commas" };

static const IplField compare_fields[] = {
  { "keep-runs", .json = "keep_runs", .label = "_Keep earlier runs", .kind = IPL_FIELD_BOOLEAN,
    AT (show_earlier), .sentence = "Curves of earlier runs are drawn with those of the one shown" },
  { "compare-layers", .json = "compare_layers", .label = "Compared layers", .kind = IPL_FIELD_LIST,
    .list = &list, AT (compare_layers),
    .sentence = "Numbers of layers separated by commas: a further run for each, to compare" },
  { "compare-rates", .json = "compare_rates", .label = "Compared rates", .kind = IPL_FIELD_LIST,
    .list = &list, AT (compare_rates),
    .sentence = "Learning rates separated by commas: a further run for each, to compare" },
  { "compare-seeds", .json = "compare_seeds", .label = "Compared seeds", .kind = IPL_FIELD_INTEGER,
    AT (compare_seeds), .minimum = 1, .maximum = MAX_SEEDS, .low = 1, .high = MAX_SEEDS, .step = 1,
    .sentence = "Runs of as many seeds for every combination of layers and rates, from the run’s "
                "own on" },
};

/* clang-format off */
const IplFieldGroup ipl_text_groups[IPL_TEXT_N_GROUPS] = {
  { "text", "Text", G_N_ELEMENTS (ipl_text_fields), ipl_text_fields, 0 },
  { "network", "Network", G_N_ELEMENTS (ipl_text_network_fields), ipl_text_network_fields, 0 },
  { "training", "Training", G_N_ELEMENTS (ipl_text_training_fields), ipl_text_training_fields, 0 },
  { "comparison", "Comparison", G_N_ELEMENTS (compare_fields), compare_fields, 0 },
};
/* clang-format on */

void
ipl_text_parameters_init (IplTextParameters *self)
{
  self->file = self->compare_layers = self->compare_rates = "";
  self->compare_seeds = 1;
  self->n_words = WORDS;
  self->options.fold_case = TRUE;
  self->options.validation = VALIDATION;
  self->paragraph = 1;
  ipl_transformer_shape_init_text (&self->shape, LAYERS, 1);
  ipl_transformer_config_init (&self->config);
  self->config.learning_rate = RATE;
  self->config.clip_norm = CLIP;
  self->config.dropout = DROPOUT;
  self->config.weight_decay = 0;
  self->batch = BATCH;
  self->steps = STEPS;
  self->seed = 1;
  self->show_earlier = TRUE;
}

/* The text of its file, or an invented one. @entropy: smallest possible loss in nats a word; NaN
 * if unknown. */
IplTextCorpus *
ipl_text_parameters_read (const IplTextParameters *self, double *entropy, GCancellable *cancellable,
                          GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  *entropy = NAN;
  if (self->file[0] != '\0')
    return ipl_text_corpus_load (self->file, &self->options, cancellable, error);
  text = ipl_text_grammar_write (self->seed, self->n_words, &length, entropy);
  return ipl_text_corpus_new (text, length, "the invented text", &self->options, cancellable,
                              error);
}

/* @V: tokens that are distinguished; 0 to reckon with, before the text is read. */
void
ipl_text_parameters_get_training (const IplTextParameters *self, guint V, IplTextTraining *training)
{
  *training = (IplTextTraining){
    .shape = self->shape, .config = self->config, .batch = self->batch, .paragraph = self->paragraph
  };
  if (V == 0)
    V = self->options.vocabulary != 0 ? self->options.vocabulary
        : self->file[0] != '\0'       ? IPL_TEXT_DEFAULT_VOCABULARY
                                      : GRAMMAR_V;
  training->shape.V = training->shape.classes = V;
  training->config.seed = self->seed;
}

/* TRUE if a field does not change a run: its length, and the runs drawn with it. */
static gboolean
is_comparison (const IplField *field)
{
  return strcmp (field->id, "text-steps") == 0
         || (field >= compare_fields && field < compare_fields + G_N_ELEMENTS (compare_fields));
}

/* A text that is equal for two runs if one can resume the other: the same parameters except the
 * number of steps, and the same text. */
char *
ipl_text_parameters_key (const IplTextParameters *self, const IplTextCorpus *corpus)
{
  GString *key = g_string_new ("joma-text");
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint g = 0; g < IPL_TEXT_N_GROUPS; g++)
    for (guint i = 0; i < ipl_text_groups[g].n_fields; i++)
      {
        const IplField *field = &ipl_text_groups[g].fields[i];
        g_autofree char *value = is_comparison (field) || field->kind == IPL_FIELD_FILE
                                     ? NULL
                                     : ipl_field_get_text (field, self);

        if (value != NULL)
          g_string_append_printf (key, " %s=%s", field->id, value);
      }
  /* FNV-1a */
  for (gsize i = 0; i < corpus->n_train + corpus->n_validation; i++)
    hash = (hash ^ corpus->tokens[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  g_string_append_printf (key, " text=%016" G_GINT64_MODIFIER "x", hash);
  return g_string_free (key, FALSE);
}

/* TRUE if they differ at most in layers, learning rate, seed and steps. */
gboolean
ipl_text_parameters_alike (const IplTextParameters *a, const IplTextParameters *b)
{
  IplTextParameters of_a = *a;

  of_a.shape.layers = b->shape.layers;
  of_a.config.learning_rate = b->config.learning_rate;
  of_a.seed = b->seed;
  for (guint g = 0; g < IPL_TEXT_N_GROUPS; g++)
    for (guint i = 0; i < ipl_text_groups[g].n_fields; i++)
      if (!is_comparison (&ipl_text_groups[g].fields[i])
          && !ipl_field_equal (&ipl_text_groups[g].fields[i], &of_a, b))
        return FALSE;
  return TRUE;
}

/* "2 layers", "rate 0.001", "seed 3" */
static void
append_value (GString *label, const IplField *field, const IplTextParameters *self)
{
  g_autofree char *value = ipl_field_get_text (field, self);
  g_autofree char *name = ipl_text_lower (field->label, strlen (field->label)), *shown = NULL;
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  g_autofree char *plain = g_strjoinv ("", parts);

  if (label->len > 0)
    g_string_append (label, ", ");
  if (field->kind == IPL_FIELD_FILE)
    {
      shown = value[0] != '\0' ? ipl_file_shown (value) : g_strdup ("invented text");
      g_string_append (label, shown);
    }
  else if (strcmp (field->id, "layers") == 0)
    g_string_append_printf (label, "%s layer%s", value, self->shape.layers == 1 ? "" : "s");
  else
    g_string_append_printf (label, "%s %s", plain, value);
}

/* Its distinguishing settings in plain text: "5 layers, learning rate 0.001"; its layers and
 * rate if there are none. @all: [n] the parameters of all runs. */
char *
ipl_text_parameters_label (const IplTextParameters *self, guint n,
                           const IplTextParameters *const *all)
{
  GString *label = g_string_new ("");

  for (guint g = 0; g < IPL_TEXT_N_GROUPS; g++)
    for (guint i = 0; i < ipl_text_groups[g].n_fields; i++)
      {
        const IplField *field = &ipl_text_groups[g].fields[i];
        gboolean differs = FALSE;

        for (guint k = 0; k < n; k++)
          differs = differs || !ipl_field_equal (field, all[k], all[0]);
        if (differs && !is_comparison (field))
          append_value (label, field, self);
      }
  if (label->len == 0)
    append_value (label, &ipl_text_network_fields[LAYERS_FIELD], self);
  return g_string_free (label, FALSE);
}

/* The numbers of a list separated by commas; @otherwise for an empty one. */
static GArray *
read_numbers (const char *text, double otherwise)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; parts[i] != NULL; i++)
    {
      double value = g_ascii_strtod (parts[i], NULL);

      g_array_append_val (numbers, value);
    }
  if (numbers->len == 0)
    g_array_append_val (numbers, otherwise);
  return numbers;
}

static gboolean
is_compared (const IplTextParameters *a, const IplTextParameters *b)
{
  return a->shape.layers == b->shape.layers && a->config.learning_rate == b->config.learning_rate
         && a->seed == b->seed;
}

/* The run of a combination, unless it is @self's own or there already. */
static void
add_compared (GArray *runs, const IplTextParameters *self, double layers, double rate, guint seed)
{
  IplTextParameters run = *self;
  gboolean seen;

  run.shape.layers = (guint)layers;
  run.config.learning_rate = rate;
  run.seed = self->seed + seed;
  run.compare_layers = run.compare_rates = "";
  run.compare_seeds = 1;
  seen = is_compared (&run, self);
  for (guint i = 0; i < runs->len; i++)
    seen = seen || is_compared (&run, &g_array_index (runs, IplTextParameters, i));
  if (!seen)
    g_array_append_val (runs, run);
}

/* Parameters of the further runs that were requested for comparison, each combination of layers,
 * rates and seeds once, without @self's own. All learn the text that @self's seed invents. */
GArray *
ipl_text_parameters_compared (const IplTextParameters *self)
{
  g_autoptr (GArray) layers = read_numbers (self->compare_layers, self->shape.layers);
  g_autoptr (GArray) rates = read_numbers (self->compare_rates, self->config.learning_rate);
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (IplTextParameters));

  for (guint seed = 0; seed < self->compare_seeds; seed++)
    for (guint l = 0; l < layers->len; l++)
      for (guint r = 0; r < rates->len; r++)
        add_compared (runs, self, g_array_index (layers, double, l),
                      g_array_index (rates, double, r), seed);
  return runs;
}

/* Checks the parameters as far as possible without the text, and the number of runs. */
gboolean
ipl_text_parameters_validate (gconstpointer own, GError **error)
{
  const IplTextParameters *self = own;
  g_autoptr (GArray) runs = ipl_text_parameters_compared (self);
  IplTextTraining training;

  if (self->options.vocabulary != 0 && self->options.vocabulary <= IPL_TEXT_SPECIAL + 1)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A vocabulary of %u has fewer than two words in addition to two special "
                     "tokens: give %d or more, or 0 for up to %d.",
                     self->options.vocabulary, IPL_TEXT_SPECIAL + 2, IPL_TEXT_DEFAULT_VOCABULARY);
  ipl_text_parameters_get_training (self, 0, &training);
  if (!ipl_transformer_shape_validate (&training.shape, error))
    return FALSE;
  return runs->len <= IPL_TEXT_MAX_EARLIER
         || ipl_fail (
             error, IPL_ERROR_VALUE,
             "The layers, rates and seeds to compare make %u further runs, and at most %d are "
             "compared: leave some out.",
             runs->len, IPL_TEXT_MAX_EARLIER);
}

/* @n_recorded: sequences evaluated for a moment; @step: multiply-adds of a step; @recording:
 *   those of recording a moment, which needs only the forward pass. */
void
ipl_text_cost_count (const IplTextParameters *parameters, guint V, double n_recorded, double *step,
                     double *recording)
{
  IplTextTraining training;

  ipl_text_parameters_get_training (parameters, V, &training);
  *step = ipl_transformer_shape_multiply_adds (&training.shape, training.batch);
  *recording = n_recorded * ipl_transformer_shape_multiply_adds (&training.shape, 1) / 3;
}

/* Multiply-adds of all of it. */
double
ipl_text_cost_count_run (const IplTextParameters *parameters, guint V, double n_recorded,
                         guint64 steps)
{
  double step, recording;

  ipl_text_cost_count (parameters, V, n_recorded, &step, &recording);
  return (double)steps * step + ipl_text_run_count_moments (steps) * recording;
}
