/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-model.h"

typedef enum
{
  IPL_POINT_NONE,    /* w = 0 */
  IPL_POINT_LEARNED, /* the lowest minimum at the most examples */
  IPL_POINT_OWN,     /* the heads that the case itself has */
  IPL_POINT_FEW,     /* at each P, the minimum of the branch from few examples up */
  IPL_POINT_MANY,    /* and that of the branch from many down */
} IplAttentionPointKind;

/* A point of attention weights, through which a line or a plane is laid. */
typedef struct
{
  IplAttentionPointKind kind;
  guint head;    /* this one alone, from 1 on through all layers; 0 for all heads */
  guint place;   /* the head in whose place its weights are; 0 for its own */
  double factor; /* by which its weights are multiplied: how sharp it is */
} IplAttentionPoint;

/* "none", "learned", "own", "few", "many"; "own:2" is its second head alone, "own:2@1" that head in
 * the place of the first, "0.1*own" a tenth of its weights. FALSE with IPL_ERROR_VALUE. */
gboolean ipl_attention_point_parse (IplAttentionPoint *self, const char *text, GError **error);
/* FALSE where the case has no such heads. */
gboolean ipl_attention_point_check (const IplAttentionPoint *self, const IplCase *the_case,
                                    const IplAttentionPrior *prior, GError **error);
/* Makes the point of w: [n], the weights of all heads of its kind. */
void ipl_attention_point_apply (const IplAttentionPoint *self, gsize head_size, gsize n, double *w);
