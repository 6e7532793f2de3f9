/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hidden Markov chain (THEORY.md section 7), with four paths and with two. */
#include "core/experiments/markov-chain-experiment.h"

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/experiments/sequence-fields.h"
#include "core/fields/head-list-field.h"
#include <stddef.h>
#include <string.h>

static void
add_heads (const IplField *field, gconstpointer data, JsonBuilder *builder)
{
  const IplMarkovChain *chain = data;

  json_builder_begin_array (builder);
  for (guint l = 0; l < chain->n_layers; l++)
    {
      json_builder_begin_array (builder);
      for (guint h = 0; h < chain->n_heads[l]; h++)
        json_builder_add_string_value (builder, ipl_head_kind_name (chain->heads[l][h]));
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static gboolean
read_heads (const IplField *field, gpointer data, JsonNode *node, GError **error)
{
  IplMarkovChain *chain = data;
  JsonArray *layers = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n_layers = layers != NULL ? json_array_get_length (layers) : 0;

  if (n_layers < 1 || n_layers > IPL_CHAIN_MAX_LAYERS)
    return ipl_json_wrong_type ("heads", "a list of 1 to 3", error);
  chain->layers = (IplLayerHeads){ .n_layers = n_layers };
  for (guint l = 0; l < n_layers; l++)
    {
      JsonNode *layer = json_array_get_element (layers, l);
      JsonArray *heads = JSON_NODE_HOLDS_ARRAY (layer) ? json_node_get_array (layer) : NULL;
      guint n = heads != NULL ? json_array_get_length (heads) : 0;

      if (n < 1 || n > IPL_CHAIN_MAX_HEADS)
        return ipl_json_wrong_type ("heads", "a list of 1 to 4 kinds of head for each layer",
                                    error);
      chain->n_heads[l] = n;
      for (guint h = 0; h < n; h++)
        {
          const char *kind = ipl_json_node_text (json_array_get_element (heads, h));

          if (kind == NULL || !ipl_head_kind_parse (kind, &chain->heads[l][h]))
            return ipl_json_wrong_type ("heads", "made of good, uniform, random and blank", error);
        }
    }
  return TRUE;
}

static const IplSequenceHeads heads
    = { { ipl_sequence_heads_get, ipl_sequence_heads_set, add_heads, read_heads },
        { ipl_head_kind_dup_name, ipl_head_kind_parse },
        "good,random:uniform,random",
        "good, uniform, random or blank" };

#define AT(field) .offset = offsetof (IplMarkovChain, field)

static const IplField fields[] = {
  { "stay-plus", .json = "stay_plus", .label = "Stay probability, +1", .kind = IPL_FIELD_REAL,
    AT (stay_plus), .minimum = 0, .maximum = 1, .step = 0.05, .digits = 2,
    .sentence = "Probability that the hidden chain keeps its state from one token to the next, "
                "class +1" },
  { "stay-minus", .json = "stay_minus", .label = "Stay probability, −1", .kind = IPL_FIELD_REAL,
    AT (stay_minus), .minimum = 0, .maximum = 1, .step = 0.05, .digits = 2,
    .sentence = "Probability that the hidden chain keeps its state from one token to the next, "
                "class −1" },
  IPL_NOISE_FIELDS (IPL_CHAIN_MAX_FACTOR, 1000),
  IPL_EXAMPLES_FIELDS (IPL_CHAIN_MAX_EXAMPLES),
  { "n-tokens", .json = "n_tokens", .label = "Tokens", .kind = IPL_FIELD_INTEGER, AT (n_tokens),
    .minimum = 1, .maximum = IPL_CHAIN_MAX_TOKENS, .low = 1, .high = 200, .step = 1,
    .sentence = "Length of a sequence, without the token that marks its beginning" },
  IPL_FEATURES_AND_SEED_FIELDS (IPL_CHAIN_MAX_FEATURES),
  { "heads", .json = "heads", .label = "Heads", .kind = IPL_FIELD_LIST, AT (layers),
    .list = &heads.list,
    .sentence
    = "Kinds of the heads separated by commas, layers by colons: good, uniform, random or blank" },
};

/* TRUE of a probability that is that of a class. */
static gboolean
has_class (const IplField *field, gconstpointer data)
{
  return (field->offset - offsetof (IplMarkovChain, stay)) / sizeof (double)
         < ((const IplMarkovChain *)data)->n_classes;
}

#define STAY(number)                                                                               \
  {                                                                                                \
    .id = "stay-" #number, .json = "stay_" #number, .label = "Stay probability, class " #number,   \
    .kind = IPL_FIELD_REAL, .offset = offsetof (IplMarkovChain, stay[(number)-1]), .minimum = 0,   \
    .maximum = 1, .step = 0.05, .digits = 2, .applies = has_class,                                 \
    .only = "where there are as many classes",                                                     \
    .sentence = "Probability that the hidden chain keeps its state from one token to the next, "   \
                "class " #number                                                                   \
  }

G_STATIC_ASSERT (IPL_CHAIN_MAX_CLASSES == 6);

static const IplField class_fields[] = {
  { "n-classes", .json = "n_classes", .label = "Classes", .symbol = "K", .kind = IPL_FIELD_INTEGER,
    AT (n_classes), .minimum = IPL_CHAIN_MIN_CLASSES, .maximum = IPL_CHAIN_MAX_CLASSES, .step = 1,
    .sentence = "Number of classes, which differ in the probability to keep the state" },
  STAY (1),
  STAY (2),
  STAY (3),
  STAY (4),
  STAY (5),
  STAY (6),
};

/* All but the two stay probabilities that the fields begin with. */
static const IplFieldGroup groups_of_classes[]
    = { { "classes", "Classes", G_N_ELEMENTS (class_fields), class_fields, 0 },
        { "task", "Task", G_N_ELEMENTS (fields) - 2, fields + 2, 0 } };

static const IplFieldGroup groups[] = { { "task", "Task", G_N_ELEMENTS (fields), fields, 0 } };

/* The default seed of a random case is typical: of the seeds 1 to 30 the one whose accuracies,
 * of all widths and GP limits, are nearest to their mean over the seeds (THEORY.md section 7.4). */
#define TYPICAL_SEED_HMC4 27
#define TYPICAL_SEED_HMC2 22

static void
init_hmc4 (IplParameters *parameters)
{
  IplMarkovChain *chain = ipl_parameters_edit_specific (parameters);

  ipl_markov_chain_init_hmc4 (chain);
  chain->seed = TYPICAL_SEED_HMC4;
}

static void
init_hmc2 (IplParameters *parameters)
{
  IplMarkovChain *chain = ipl_parameters_edit_specific (parameters);

  ipl_markov_chain_init_hmc2 (chain);
  chain->seed = TYPICAL_SEED_HMC2;
}

static void
init_classes (IplParameters *parameters)
{
  IplMarkovChain *chain = ipl_parameters_edit_specific (parameters);

  ipl_markov_chain_init_classes (chain);
  chain->seed = 1;
}

static guint
get_layers (gconstpointer own)
{
  return ((const IplMarkovChain *)own)->n_layers;
}

static char *
get_title (const IplParameters *parameters, const IplParameters *defaults)
{
  const IplMarkovChain *own = ipl_parameters_get_specific (parameters);
  const IplMarkovChain *paper = ipl_parameters_get_specific (defaults);

  return defaults->experiment == parameters->experiment
                 && memcmp (&own->layers, &paper->layers, sizeof own->layers) != 0
             ? g_strdup ("Hidden Markov chain, own heads")
             : NULL;
}

static IplCase *
sketch (gconstpointer own, const char *name)
{
  IplMarkovChain small = *(const IplMarkovChain *)own;

  small.n_train = small.n_test = small.n_tokens = small.n_features = 2;
  return ipl_markov_chain_generate (&small, name, FALSE, 1, NULL, NULL);
}

#define COMMON                                                                                     \
  .generated = TRUE, .built_in = TRUE, .progress = "Generating the case",                          \
  .get_layers = get_layers, .get_title = get_title, .sketch = sketch,                              \
  .tests_at = offsetof (IplMarkovChain, n_test)

/* Cases of two classes share a stock. */
#define TWO_CLASSES                                                                                \
  IPL_SPECIFIC (IplMarkovChain, groups), .make_case = ipl_markov_chain_generate,                   \
                                         .case_cache_new = ipl_markov_chain_cache_new,             \
                                         .case_cache_free = ipl_markov_chain_cache_free,           \
                                         .make_case_from = ipl_markov_chain_generate_from

const IplExperiment ipl_experiment_hmc4 = {
  .id = "hmc4",
  .title = "Hidden Markov chain, four paths",
  .about = "The first paper’s main example: U leaves the Gaussian-process limit "
           "(figures 1 and 2)",
  .family = IPL_FAMILY_PATHS,
  .init = init_hmc4,
  TWO_CLASSES,
  COMMON,
};

const IplExperiment ipl_experiment_hmc2 = {
  .id = "hmc2",
  .title = "Hidden Markov chain, two paths, more noise",
  .about = "Two paths and more noise, where most is gained by pairs of paths (figure 2e)",
  .family = IPL_FAMILY_PATHS,
  .init = init_hmc2,
  TWO_CLASSES,
  COMMON,
};

const IplExperiment ipl_experiment_hmc_classes = {
  .id = "hmc-classes",
  .title = "Hidden Markov chain, several classes",
  .about = "Three chains as classes: which path serves which class",
  .family = IPL_FAMILY_TASKS,
  .init = init_classes,
  .make_case = ipl_markov_chain_generate,
  IPL_SPECIFIC (IplMarkovChain, groups_of_classes),
  COMMON,
};

const IplMarkovChain *
ipl_parameters_get_markov_chain (const IplParameters *self)
{
  return self->experiment->make_case == ipl_markov_chain_generate
             ? ipl_parameters_get_specific (self)
             : NULL;
}

IplMarkovChain *
ipl_parameters_edit_markov_chain (IplParameters *self)
{
  return self->experiment->make_case == ipl_markov_chain_generate
             ? ipl_parameters_edit_specific (self)
             : NULL;
}
