/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/training/parameter-arrays.h"

#define IPL_TRAINED_MAX_PATHS 4096

/* Shape of a network for gradient descent. */
typedef struct
{
  guint L;                     /* attention layers */
  guint H[IPL_MAX_LAYERS];     /* [L] heads per layer, layer 1 first */
  gsize G;                     /* query/key width of every head */
  gsize N[IPL_MAX_LAYERS + 1]; /* [L + 1] widths N_1 .. N_L, N_a */
  gsize N0;                    /* width of a token */
  gsize T;                     /* tokens of a sequence */
  IplReadout readout;          /* the token readout */
  guint outputs;               /* K, numbers that are read out, 1 or more */
} IplTrainedShape;

gboolean ipl_trained_shape_validate (const IplTrainedShape *self, GError **error);
gsize ipl_trained_shape_n_paths (const IplTrainedShape *self);
gsize ipl_trained_shape_n_rows (const IplTrainedShape *self); /* of W_1 and U: Pi K */
gsize ipl_trained_shape_n_heads (const IplTrainedShape *self);
double ipl_trained_shape_multiply_adds (const IplTrainedShape *self);

/* Rows of keys are padded to a multiple of this, so that loops over them run in whole vectors. */
#define IPL_TRAINED_PAD 16

/* Offsets and sizes of the arrays of a network. */
typedef struct
{
  IplTrainedShape shape;
  gsize heads;                      /* of all layers */
  gsize first_head[IPL_MAX_LAYERS]; /* of a layer, among all heads */
  gsize Pi;
  gsize Pi_from[IPL_MAX_LAYERS + 1]; /* H_l ... H_L; 1 at L */
  gsize rows[IPL_MAX_LAYERS + 1];    /* of W_l, (path from l on, output): Pi_from K; K at L */
  gsize Ts;                          /* T, padded */
  /* Logits as x_t^T B x_s with B = Wq^T Wk / sqrt(G), rather than through queries and keys. */
  gboolean combined;
  /* Offsets among the parameters. */
  gsize wq[IPL_MAX_LAYERS], wk[IPL_MAX_LAYERS], V0, V[IPL_MAX_LAYERS], a, n;
} IplTrainedLayout;

void ipl_trained_layout_init (IplTrainedLayout *self, const IplTrainedShape *shape);
/* (element-type IplParameterArray); those of attention have a rate_width of 0 */
GArray *ipl_trained_layout_arrays (const IplTrainedLayout *self);
GArray *ipl_trained_shape_arrays (const IplTrainedShape *shape);
