/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#define IPL_LAYER_HEADS_MAX_LAYERS 3
#define IPL_LAYER_HEADS_MAX_HEADS 4

/* The heads of a task with given attention, by their kinds; unused entries are 0. */
typedef struct
{
  guint n_layers;                                                     /* attention layers */
  guint n_heads[IPL_LAYER_HEADS_MAX_LAYERS];                          /* heads of each */
  guint heads[IPL_LAYER_HEADS_MAX_LAYERS][IPL_LAYER_HEADS_MAX_HEADS]; /* their kinds */
} IplLayerHeads;

/* Names of kinds: “good,random:uniform,random”, heads by commas, layers by colons. */
typedef struct
{
  char *(*get_name) (guint kind); /* (transfer full): name of a kind of head */
  /* finds a kind by its name; FALSE if there is none */
  gboolean (*parse) (const char *name, guint *kind);
} IplHeadKinds;

char *ipl_layer_heads_write (const IplLayerHeads *self, const IplHeadKinds *kinds);
gboolean ipl_layer_heads_read (IplLayerHeads *self, const IplHeadKinds *kinds, const char *text);
guint ipl_layer_heads_count (const IplLayerHeads *self, guint l, guint h, guint *place);
