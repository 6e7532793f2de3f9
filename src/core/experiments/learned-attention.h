/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The experiment of learned attention: its own parameters. */
#pragma once

#include "core/attention/attention-scan.h"
#include "core/experiments/experiment.h"

/* Its task is another experiment's case, with what its fields say: "n-tokens=32; heads=previous";
 * texts are interned. */
typedef struct
{
  const char *task;    /* its id */
  const char *options; /* of its fields, where they are not the default */
  const char *rule;
  const char *P; /* numbers of examples, by commas */
  guint width;
  guint G;
  double variance;
  double temperature;
  guint starts;
  const char *line;
  guint points;
  guint draws;
  const char *sampler;
  guint networks;
  guint steps;
  guint64 seed;
} IplLearnedAttention;

extern const IplField ipl_learned_attention_fields[];

/* Takes another experiment's case, as its parameters say, for the task. */
gboolean ipl_learned_attention_take (IplLearnedAttention *self, const IplParameters *parameters,
                                     GError **error);
