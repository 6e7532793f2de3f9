/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

/* Selects entries of U over several outputs: [Pi K x Pi K], with rows (path, output). For one
 * output these are the entries of U. */
typedef struct
{
  gsize Pi;
  guint K;           /* number of outputs */
  guint first, last; /* range of outputs that are summed */
  guint tile;        /* heatmap rows of each path: K if all outputs are shown, else 1 */
} IplOutputsView;

IplOutputsView ipl_outputs_view (const IplView *view);
IplOutputsView ipl_outputs_traced (const IplCaseInfo *the_case);
IplOutputsView ipl_outputs_of (const IplCaseInfo *the_case, guint output);
double ipl_outputs_entry (const IplOutputsView *self, const double *U, gsize p, gsize q);
double ipl_outputs_cell (const IplOutputsView *self, const double *U, gsize row, gsize column);
double ipl_view_u (const IplView *view, const IplSolution *solution, gsize p, gsize q);

gboolean ipl_view_has_outputs (const IplView *view);
gboolean ipl_view_has_classes (const IplView *view);
const char *ipl_view_output_name (const IplView *view, guint output);
const char *ipl_view_output_word (const IplView *view);
char *ipl_view_traced_text (const IplView *view);
char *ipl_view_outputs_text (const IplView *view);

void ipl_target_append_outputs (const IplTarget *self, const IplView *view, GString *text);
void ipl_target_append_output (GString *text, const IplTarget *self, const IplView *view,
                               gboolean brief);
