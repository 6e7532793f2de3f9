/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/training/adam.h"
#include "core/transformer/transformer-pass-private.h"
#include "core/transformer/transformer-trainer.h"

struct _IplTransformerTrainer
{
  IplTransformerConfig config;
  IplTransformer *network;
  IplAdam adam;
  float *gradient; /* [n] */
  guint64 step;
  IplTransformerPass *pass; /* (nullable): of the last batch's size */
};

IplTransformerTrainer *ipl_transformer_trainer_new_from (const IplTransformerConfig *config,
                                                         IplTransformer *network, GError **error);
