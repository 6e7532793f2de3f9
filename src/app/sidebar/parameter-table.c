/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/parameter-table.h"

#include "core/heads/pruning.h"
#include <math.h>
#include <stddef.h>

#define CHAIN(field) offsetof (IplParameters, chain.field)
#define IMAGES(field) offsetof (IplParameters, images.field)
#define TRAINING(field) offsetof (IplParameters, training.field)

static const IplParameterInfo task[] = {
  { "stay-plus", "Stay probability, +1", "",
    "Probability that the hidden chain keeps its state from one token to the next, class +1",
    IPL_FIELD_REAL, CHAIN (stay_plus), 0.0, 1.0, 0.05, 2, 0 },
  { "stay-minus", "Stay probability, −1", "",
    "Probability that the hidden chain keeps its state from one token to the next, class −1",
    IPL_FIELD_REAL, CHAIN (stay_minus), 0.0, 1.0, 0.05, 2, 0 },
  { "noise-parallel", "Noise in plane σ<sub>∥</sub>", "sd",
    "Standard deviation of a token's noise in the plane of the two state vectors", IPL_FIELD_REAL,
    CHAIN (noise_parallel), 0.0, 50.0, 0.1, 2, 0 },
  { "noise-perpendicular", "Noise across σ<sub>⊥</sub>", "sd",
    "Standard deviation of a token's noise in all other directions", IPL_FIELD_REAL,
    CHAIN (noise_perpendicular), 0.0, 50.0, 0.1, 2, 0 },
  { "beta", "Attention sharpness β", "",
    "Factor on all attention logits: 0 attends uniformly, large values attend to one token",
    IPL_FIELD_REAL, CHAIN (beta), 0.0, 1000.0, 1.0, 1, 0 },
  { "n-train", "Training sequences P", "",
    "Number of training sequences, both classes together; the work grows with its cube",
    IPL_FIELD_INTEGER, CHAIN (n_train), 2.0, 2000.0, 10.0, 0, 2 },
  { "n-test", "Test sequences", "", "Number of test sequences, both classes together",
    IPL_FIELD_INTEGER, CHAIN (n_test), 2.0, 20000.0, 100.0, 0, 2 },
  { "n-tokens", "Tokens T", "", "Length of a sequence, without the token that marks its beginning",
    IPL_FIELD_INTEGER, CHAIN (n_tokens), 1.0, 200.0, 1.0, 0, 1 },
  { "n-features", "Features n<sub>f</sub>", "", "Numbers per token, without its one-hot position",
    IPL_FIELD_INTEGER, CHAIN (n_features), 2.0, 1000.0, 10.0, 0, 2 },
  { "seed", "Seed", "",
    "Seed of every random number of the case: the same seed gives the same numbers", IPL_FIELD_SEED,
    CHAIN (seed), 0.0, 4294967295.0, 1.0, 0, 1 },
};

static const IplParameterInfo posterior[] = {
  { "chains", "Chains", "",
    "Independent chains, run side by side; whether they agree tells whether they can be trusted",
    IPL_FIELD_INTEGER, offsetof (IplParameters, chains), 1.0, IPL_MAX_CHAINS, 1.0, 0, 1 },
  { "warmup", "Warm-up", "",
    "Transitions of each chain in which step size and metric adapt; they are thrown away",
    IPL_FIELD_INTEGER, offsetof (IplParameters, warmup), IPL_MIN_WARMUP, 10000.0, 50.0, 0, 1 },
  { "draws", "Draws per chain", "", "Draws that each chain is to give, and that “Add Draws” adds",
    IPL_FIELD_INTEGER, offsetof (IplParameters, draws), IPL_MIN_DRAWS, 100000.0, 100.0, 0, 1 },
};

static const IplParameterInfo glyphs[] = {
  { "glyph-alphabets", "Alphabets", "", "Invented alphabets, each with a style of its own",
    IPL_FIELD_INTEGER, IMAGES (glyphs.n_alphabets), 2.0, IPL_GLYPHS_MAX_ALPHABETS, 1.0, 0, 1 },
  { "glyph-characters", "Characters of each", "", "Characters of each invented alphabet",
    IPL_FIELD_INTEGER, IMAGES (glyphs.n_characters), 2.0, IPL_GLYPHS_MAX_CHARACTERS, 1.0, 0, 1 },
  { "glyph-drawings", "Drawings of each", "",
    "Drawings of each character, each by another writer with a pen, slant and tremor of his own",
    IPL_FIELD_INTEGER, IMAGES (glyphs.n_drawings), 2.0, IPL_GLYPHS_MAX_DRAWINGS, 1.0, 0, 1 },
  { "glyph-seed", "Seed of the glyphs", "", "Where the invented alphabets come from",
    IPL_FIELD_SEED, IMAGES (glyphs.seed), 0.0, 4294967295.0, 1.0, 0, 1 },
};

static const IplParameterInfo images[] = {
  { "image-n-train", "Training sequences P", "",
    "Sequences the theory is solved on; the work grows with the cube of their number",
    IPL_FIELD_INTEGER, IMAGES (n_train), 2.0, 3000.0, 50.0, 0, 1 },
  { "image-n-test", "Test sequences", "", "Sequences of each test set", IPL_FIELD_INTEGER,
    IMAGES (n_test), 2.0, 20000.0, 100.0, 0, 1 },
  { "image-seed", "Seed", "",
    "Seed of label vectors and sequences: the same seed gives the same numbers", IPL_FIELD_SEED,
    IMAGES (seed), 0.0, 4294967295.0, 1.0, 0, 1 },
};

static const IplParameterInfo training[] = {
  { "training-width", "Width N", "", "Hidden units of every layer of the network that is trained",
    IPL_FIELD_INTEGER, TRAINING (width), 1.0, 4096.0, 16.0, 0, 1 },
  { "training-qk", "Query/key width G", "", "Numbers in a query or key of every head",
    IPL_FIELD_INTEGER, TRAINING (qk), 1.0, 1024.0, 8.0, 0, 1 },
  { "training-batch", "Batch", "", "Sequences of each step", IPL_FIELD_INTEGER, TRAINING (batch),
    1.0, 4096.0, 16.0, 0, 1 },
  { "training-steps", "Steps", "", "Steps to train, 0 where only the time limits it",
    IPL_FIELD_INTEGER, TRAINING (steps), 0.0, 100000000.0, 1000.0, 0, 1 },
  { "training-minutes", "Time", "min", "Minutes to train, 0 where only the steps limit it",
    IPL_FIELD_REAL, TRAINING (minutes), 0.0, 100000.0, 1.0, 1, 0 },
  { "learning-rate", "Learning rate", "", "Adam’s step at its height, for width 512",
    IPL_FIELD_REAL, TRAINING (learning_rate), 0.0, 1.0, 0.0001, 5, 0 },
  { "weight-decay", "Weight decay", "", "Pull of all weights towards zero", IPL_FIELD_REAL,
    TRAINING (weight_decay), 0.0, 1.0, 0.00001, 6, 0 },
  { "training-seed", "Seed of the weights", "", "Where the first weights come from", IPL_FIELD_SEED,
    TRAINING (seed), 0.0, 4294967295.0, 1.0, 0, 1 },
};

static const IplParameterInfo pruning[] = {
  { "random-orders", "Random orders", "",
    "Random orders of removing heads, whose band the curves are seen against", IPL_FIELD_INTEGER,
    offsetof (IplParameters, random_orders), 0.0, IPL_PRUNING_MAX_RANDOM, 10.0, 0, 1 },
  { "fine-tune-steps", "Fine-tune", "steps",
    "Training steps after each removal when “Prune” is pressed, 0 for none", IPL_FIELD_INTEGER,
    offsetof (IplParameters, fine_tune_steps), 0.0, 100000.0, 50.0, 0, 1 },
};

static const IplParameterInfo display[] = {
  { "components", "Principal components", "",
    "How many principal components of the kernel the overlap panel shows", IPL_FIELD_INTEGER,
    offsetof (IplParameters, n_components), 1.0, 500.0, 5.0, 0, 1 },
};

const IplParameterInfo *
ipl_parameter_table_task (guint *n)
{
  *n = G_N_ELEMENTS (task);
  return task;
}

const IplParameterInfo *
ipl_parameter_table_posterior (guint *n)
{
  *n = G_N_ELEMENTS (posterior);
  return posterior;
}

const IplParameterInfo *
ipl_parameter_table_glyphs (guint *n)
{
  *n = G_N_ELEMENTS (glyphs);
  return glyphs;
}

const IplParameterInfo *
ipl_parameter_table_images (guint *n)
{
  *n = G_N_ELEMENTS (images);
  return images;
}

const IplParameterInfo *
ipl_parameter_table_training (guint *n)
{
  *n = G_N_ELEMENTS (training);
  return training;
}

const IplParameterInfo *
ipl_parameter_table_pruning (guint *n)
{
  *n = G_N_ELEMENTS (pruning);
  return pruning;
}

const IplParameterInfo *
ipl_parameter_table_display (guint *n)
{
  *n = G_N_ELEMENTS (display);
  return display;
}

double
ipl_parameter_info_get (const IplParameterInfo *info, const IplParameters *parameters)
{
  const char *field = (const char *)parameters + info->offset;

  switch (info->kind)
    {
    case IPL_FIELD_INTEGER:
      return *(const guint *)(gconstpointer)field;
    case IPL_FIELD_SEED:
      return (double)*(const guint64 *)(gconstpointer)field;
    case IPL_FIELD_REAL:
    default:
      return *(const double *)(gconstpointer)field;
    }
}

/**
 * ipl_parameter_info_set:
 * @info: a parameter
 * @parameters: where to set it
 * @value: its value; clamped to its range and rounded to what it allows
 */
void
ipl_parameter_info_set (const IplParameterInfo *info, IplParameters *parameters, double value)
{
  char *field = (char *)parameters + info->offset;

  value = CLAMP (value, info->minimum, info->maximum);
  if (info->multiple > 1)
    value = round (value / info->multiple) * info->multiple;
  switch (info->kind)
    {
    case IPL_FIELD_INTEGER:
      *(guint *)(gpointer)field = (guint)round (value);
      break;
    case IPL_FIELD_SEED:
      *(guint64 *)(gpointer)field = (guint64)round (value);
      break;
    case IPL_FIELD_REAL:
    default:
      *(double *)(gpointer)field = value;
      break;
    }
}
