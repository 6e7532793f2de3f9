/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/display.h"

typedef struct
{
  const char *id;    /* name in documents and on the command line */
  const char *title; /* button label, plain text */
  /* menu label with mnemonic */
  const char *label;
} IplChoiceOption;

/* A choice between several ways to draw something, stored in the document. */
typedef struct
{
  /* name of its field in IplDisplay, its option and its action */
  const char *id;
  const char *menu;               /* menu title with mnemonic */
  const char *title;              /* name of the choice, plain text */
  const char *keys;               /* accelerator for the next option */
  guint n;                        /* number of @options */
  const IplChoiceOption *options; /* [n] the options */
  gboolean of_outputs;            /* offered only with several outputs */
} IplChoice;

extern const IplChoice ipl_choice_heatmap; /* of #IplHeatmapMode */
extern const IplChoice ipl_choice_heatmap_scale;
extern const IplChoice ipl_choice_accuracy_lines;
extern const IplChoice ipl_choice_path_scale;
extern const IplChoice ipl_choice_map_quantity; /* of #IplMapShown */
extern const IplChoice ipl_choice_time_axis;    /* of #IplTimeAxis */
extern const IplChoice ipl_choice_outputs;      /* of #IplOutputsShown */
extern const IplChoice ipl_choice_path_order;   /* of #IplPathOrder */

const IplChoice *const *ipl_choices (guint *n);
const IplChoice *ipl_choice_find (const char *id);
guint ipl_choice_get (const IplChoice *self, const IplDisplay *display);
void ipl_choice_set (const IplChoice *self, IplDisplay *display, guint option);
gboolean ipl_choice_parse (const IplChoice *self, const char *id, guint *option);
