/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/training/adam.h"
#include "core/transformer/transformer-pass-private.h"
#include "core/transformer/transformer-trainer.h"

/* The caller's data in the file. */
typedef struct
{
  char *name;
  gsize n;
  double *values;
} IplTransformerKept;

struct _IplTransformerTrainer
{
  IplTransformerConfig config;
  IplTransformer *network;
  IplAdam adam;
  float *gradient; /* [n] */
  guint64 step;
  IplTransformerPass *pass; /* (nullable): of the last batch's size */
  GArray *kept;             /* IplTransformerKept */
};

IplTransformerTrainer *ipl_transformer_trainer_new_from (const IplTransformerConfig *config,
                                                         IplTransformer *network, GError **error);
