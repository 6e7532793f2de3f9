/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/joint-fields.h"
#include "core/base/units.h"

#include <stddef.h>
#include <string.h>

static gboolean
from_file (const IplField *field, gconstpointer data)
{
  return strcmp (((const IplJointSettings *)data)->distribution, "file") == 0;
}

static gboolean
made_up (const IplField *field, gconstpointer data)
{
  return !from_file (field, data);
}

#define AT(field) .offset = offsetof (IplJointSettings, field)

const IplField ipl_joint_fields[] = {
  { "distribution", .json = "distribution", .label = "Distribution", .kind = IPL_FIELD_CHOICE,
    AT (distribution), .choices = ipl_joint_distributions,
    .sentence = "How tokens are distributed in the classes: distinct tokens in Gaussian bumps "
                "beside common ones, all drawn uniformly, or a matrix from a file" },
  { "frequencies", .json = "frequencies", .label = "Frequencies", .kind = IPL_FIELD_FILE, AT (file),
    .applies = from_file, .only = "where the distribution is file",
    .sentence = "An .npz with the array X [tokens x classes] of frequencies; each column is "
                "divided by its sum" },
  { "n-distinct", .json = "n_distinct", .label = "Distinct tokens", .kind = IPL_FIELD_INTEGER,
    AT (n_distinct), .minimum = 0, .maximum = IPL_JOINT_MAX_SIDE, .low = 0, .high = 60, .step = 1,
    .applies = made_up, .only = "without a file of frequencies",
    .sentence = "Contextual tokens that tell the classes apart by their place" },
  { "n-common", .json = "n_common", .label = "Common tokens", .kind = IPL_FIELD_INTEGER,
    AT (n_common), .minimum = 0, .maximum = IPL_JOINT_MAX_SIDE, .low = 0, .high = 60, .step = 1,
    .applies = made_up, .only = "without a file of frequencies",
    .sentence = "Further contextual tokens, whose frequencies are drawn" },
  { "n-classes", .json = "n_classes", .label = "Classes", .symbol = "K", .kind = IPL_FIELD_INTEGER,
    AT (n_classes), .minimum = 2, .maximum = IPL_JOINT_MAX_SIDE, .low = 2, .high = 60, .step = 1,
    .applies = made_up, .only = "without a file of frequencies",
    .sentence = "Classes that are told apart, and hidden units" },
  { "attention", .json = "attention", .label = "Attention", .kind = IPL_FIELD_CHOICE,
    AT (attention), .choices = ipl_joint_attentions,
    .sentence = "How attention follows from the logits z: softmax, exponential or linear" },
  { "unit", .json = "unit", .label = "Hidden units", .symbol = "φ", .kind = IPL_FIELD_CHOICE,
    AT (unit), .choices = ipl_joint_units,
    .sentence = "Activation of the hidden units: linear, ReLU or softplus" },
  { "gradients", .json = "gradients", .label = "Gradients", .kind = IPL_FIELD_CHOICE,
    AT (gradients), .choices = ipl_joint_gradients,
    .sentence = "What is propagated back: the gradient of the loss, or for ever what it was at the "
                "start, which is stationary" },
  { "course", .json = "course", .label = "Course", .kind = IPL_FIELD_CHOICE, AT (course),
    .choices = ipl_joint_courses,
    .sentence = "Steps of gradient descent, or the flow that they follow where they are small" },
  { "temperature", .flag = "attention-temperature", .json = "attention_temperature",
    .label = "Temperature of attention", .symbol = "T", .kind = IPL_FIELD_REAL, AT (temperature),
    .minimum = 0, .positive = TRUE, .maximum = 1000, .low = 0.05, .high = 5, .step = 0.05,
    .digits = 2, .sentence = "What divides the logits z" },
  { "rate", .json = "rate", .label = "Learning rate", .symbol = "η", .kind = IPL_FIELD_REAL,
    AT (rate), .minimum = 0, .positive = TRUE, .maximum = 1000, .low = 0.001, .high = 2,
    .step = 0.01, .digits = 3,
    .sentence = "Learning rate of gradient descent; in the flow, the time that a step takes" },
  { "start-sd", .json = "start_sd", .label = "First weights", .unit = IPL_STANDARD_DEVIATIONS,
    .kind = IPL_FIELD_REAL, AT (start_sd), .minimum = 0, .maximum = 100, .low = 0, .high = 1,
    .step = 0.01, .digits = 3,
    .sentence = "Standard deviation of the first weights, and of the logits about those that leave "
                "the frequencies as they are" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (steps), .minimum = 1,
    .maximum = IPL_JOINT_MAX_STEPS, .low = 1, .high = 20000, .step = 100,
    .sentence = "Steps of gradient descent; the flow lasts for as many learning rates" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1,
    .sentence = "Seed of the frequencies and the first weights: the same seed gives the same "
                "numbers" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (ipl_joint_fields) == IPL_JOINT_N_FIELDS);
