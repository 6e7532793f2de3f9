/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/training/adam.h"
#include "core/training/recorded-trajectory.h"
#include "core/transformer/transformer.h"

/* Training options of a transformer. */
typedef struct
{
  union
  {
    IplAdamConfig;
    IplAdamConfig adam;
  };
  /* fraction of embeddings, attention weights, hidden units and sublayer outputs that a training
   * step drops, below 1 */
  double dropout;
  guint64 seed; /* of the first weights and of dropout */
} IplTransformerConfig;

/* A transformer that is trained; to be read only. */
typedef struct
{
  IplTransformerConfig config;
  IplTransformer *network; /* present network; changes with every step */
  IplAdam adam;
  float *gradient; /* [n] */
  guint64 step;    /* steps made so far */
  /*< private >*/
  struct _IplTransformerPass *pass; /* (nullable): for the size of the last batch */
} IplTransformerTrainer;

void ipl_transformer_config_init (IplTransformerConfig *self);

IplTransformerTrainer *ipl_transformer_trainer_new (const IplTransformerShape *shape,
                                                    const IplTransformerConfig *config,
                                                    GError **error);
void ipl_transformer_trainer_free (IplTransformerTrainer *self);

gboolean ipl_transformer_trainer_step (IplTransformerTrainer *self,
                                       const IplTransformerBatch *batch,
                                       IplTransformerScores *scores, guint threads,
                                       GCancellable *cancellable, GError **error);

/* Words of the caller's in the file. */
void ipl_transformer_trainer_set_about (IplTransformerTrainer *self, const char *about);

gboolean ipl_transformer_trainer_save (const IplTransformerTrainer *self,
                                       const IplRecorded *recorded, const char *path,
                                       GError **error);
IplTransformerTrainer *ipl_transformer_trainer_load (const char *path, const char *about,
                                                     const IplTransformerShape *wanted,
                                                     const IplRecorded *recorded,
                                                     GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTransformerTrainer, ipl_transformer_trainer_free)
