/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/display.h"

typedef struct
{
  const char *id;    /* its name in documents and on the command line */
  const char *title; /* what a button calls it, plain text */
  /* what a menu calls it, with an underscore before the letter that chooses it */
  const char *label;
} IplChoiceOption;

/* One of several ways to draw something, remembered in the document. */
typedef struct
{
  /* the field of the parameters that holds it, which names its flag and its action too */
  const char *id;
  const char *menu;  /* title of its menu, with an underscore before the letter that chooses it */
  const char *title; /* what is chosen, plain text */
  const char *keys;  /* the keys that go to the next option */
  guint n;           /* number of @options */
  const IplChoiceOption *options; /* [n] what can be chosen */
  gboolean of_outputs;            /* whether it is offered only where there are several outputs */
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
