/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* How the heads of every layer are written: “good,random:uniform,random”, heads by commas, layers
 * by colons. */
typedef struct
{
  guint max_layers;               /* most layers that there may be */
  guint max_heads;                /* most heads of a layer */
  char *(*get_name) (guint kind); /* (transfer full): what a kind of head is called */
  /* the kind that is called so; whether there is one */
  gboolean (*parse) (const char *name, guint *kind);
} IplLayerText;

char *ipl_layer_text_write (const IplLayerText *self, guint n_layers, const guint *n_heads,
                            const guint *heads);
gboolean ipl_layer_text_read (const IplLayerText *self, const char *text, guint *n_layers,
                              guint *n_heads, guint *heads);
