/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * IplChoiceOption:
 * @id: its name in documents and on the command line
 * @title: what a button calls it, plain text
 * @label: what a menu calls it, with an underscore before the letter that chooses it
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *label;
} IplChoiceOption;

/**
 * IplChoice:
 * @id: the field of the parameters that holds it, which names its flag and its action too
 * @menu: title of its menu, with an underscore before the letter that chooses it
 * @title: what is chosen, plain text
 * @keys: the keys that go to the next option
 * @n: number of @options
 * @options: [n] what can be chosen
 *
 * One of several ways to draw something, remembered in the document.
 */
typedef struct
{
  const char *id;
  const char *menu;
  const char *title;
  const char *keys;
  guint n;
  const IplChoiceOption *options;
} IplChoice;

/**
 * IplAccuracyLines:
 * @IPL_ACCURACY_FULL: the theory's own U
 * @IPL_ACCURACY_DIAGONAL: beside it what U's diagonal alone predicts
 * @IPL_ACCURACY_LEVELLED: beside it what U levelled predicts
 * @IPL_ACCURACY_ALL: all three
 *
 * What the accuracy panel shows of the predictor with parts of U (THEORY.md section 5).
 */
typedef enum
{
  IPL_ACCURACY_FULL,
  IPL_ACCURACY_DIAGONAL,
  IPL_ACCURACY_LEVELLED,
  IPL_ACCURACY_ALL,
} IplAccuracyLines;

/**
 * IplPathScale:
 * @IPL_PATHS_OWN: the thickest path is that of the largest U_pp at the width shown
 * @IPL_PATHS_LINEAR: one linear scale over all widths of the sweep
 * @IPL_PATHS_LOG: one logarithmic scale over all of them
 *
 * What the thickness of a path means in the path diagram.
 */
typedef enum
{
  IPL_PATHS_OWN,
  IPL_PATHS_LINEAR,
  IPL_PATHS_LOG,
} IplPathScale;

/**
 * IplHeatmapScale:
 * @IPL_HEATMAP_LINEAR: linear up to the largest entry
 * @IPL_HEATMAP_SYMLOG: logarithmic on either side of 0 over three decades, linear within the last
 * @IPL_HEATMAP_OFF_DIAGONAL: linear up to the largest entry beside the diagonal, which has no color
 *
 * How colors stand for the entries of U.
 */
typedef enum
{
  IPL_HEATMAP_LINEAR,
  IPL_HEATMAP_SYMLOG,
  IPL_HEATMAP_OFF_DIAGONAL,
} IplHeatmapScale;

extern const IplChoice ipl_choice_heatmap; /* of #IplHeatmapMode */
extern const IplChoice ipl_choice_heatmap_scale;
extern const IplChoice ipl_choice_accuracy_lines;
extern const IplChoice ipl_choice_path_scale;

const IplChoice *const *ipl_choices (guint *n);
const IplChoice *ipl_choice_find (const char *id);
gboolean ipl_choice_parse (const IplChoice *self, const char *id, guint *option);
char *ipl_choice_list (const IplChoice *self);

G_END_DECLS
