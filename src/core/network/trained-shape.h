/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

G_BEGIN_DECLS

#define IPL_TRAINED_MAX_PATHS 4096

/* The shape of a network that gradient descent trains. */
typedef struct
{
  guint L;                     /* attention layers */
  guint H[IPL_MAX_LAYERS];     /* [L] heads per layer, layer 1 first */
  gsize G;                     /* query/key width of every head */
  gsize N[IPL_MAX_LAYERS + 1]; /* [L + 1] widths N_1 .. N_L, N_a */
  gsize N0;                    /* width of a token */
  gsize T;                     /* tokens of a sequence */
  IplReadout readout;          /* the token readout */
} IplTrainedShape;

gboolean ipl_trained_shape_validate (const IplTrainedShape *self, GError **error);
gsize ipl_trained_shape_n_paths (const IplTrainedShape *self);
gsize ipl_trained_shape_n_heads (const IplTrainedShape *self);
double ipl_trained_shape_multiply_adds (const IplTrainedShape *self);

G_END_DECLS
