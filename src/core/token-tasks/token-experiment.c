/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/token-tasks/token-experiment.h"

#define HEADS_EXAMPLE "previous,random:self,random"

const IplSequenceHeads ipl_token_heads
    = { { ipl_sequence_heads_get, ipl_sequence_heads_set,
          .json_words = "a text such as " HEADS_EXAMPLE },
        { ipl_kit_head_name, ipl_kit_head_parse },
        HEADS_EXAMPLE,
        "first, last, previous, next, self, match, ends, kept, recent, uniform, random, blank or "
        "learned" };

/* TRUE if any head is a learned head of the file; @field is in an IplKitHeads. */
gboolean
ipl_kit_has_learned (const IplField *field, gconstpointer own)
{
  const IplKitHeads *self
      = (gconstpointer)((const char *)own + field->offset - offsetof (IplKitHeads, learned));

  for (guint l = 0; l < self->n_layers; l++)
    for (guint h = 0; h < self->n_heads[l]; h++)
      if (self->heads[l][h] == IPL_KIT_LEARNED)
        return TRUE;
  return FALSE;
}

/* Defaults of all tasks. */
IplTokenTask *
ipl_token_task_init (IplParameters *parameters, const IplTokenTaskKind *kind, const char *heads)
{
  IplTokenTask *self = ipl_parameters_edit_specific (parameters);

  parameters->current.temperature = IPL_TOKEN_TASK_TEMPERATURE;
  self->kind = kind;
  self->n_train = 100;
  self->n_test = 1000;
  self->n_tokens = 10;
  self->n_symbols = 4;
  self->n_features = 20;
  self->noise = 0.3;
  self->beta = 10;
  self->decay = 1;
  self->stay = 0.8;
  self->transitions = self->accepting = self->learned = g_intern_static_string ("");
  self->seed = 1;
  ipl_layer_heads_read (&self->layers, &ipl_token_heads.kinds, heads);
  return self;
}

guint
ipl_token_task_get_layers (gconstpointer own)
{
  return ((const IplTokenTask *)own)->n_layers;
}

IplCase *
ipl_token_task_sketch (gconstpointer own, const char *name)
{
  IplTokenTask small = *(const IplTokenTask *)own;

  small.n_train = small.n_test = 2;
  return ipl_token_task_generate (&small, name, FALSE, 1, NULL, NULL);
}
