/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a view as rows of a file of results, which holds the solved ones alone. */

#include "figures/python/python-parts.h"

#include "figures/panels/panel-table.h"
#include "figures/view/outputs.h"

/* Rows of U for each path in the figure: as many as there are outputs where all are shown. */
guint
ipl_python_tile (const IplPanel *panel, const IplView *view)
{
  return panel == &ipl_panel_u ? ipl_outputs_view (view).tile : 1;
}

static guint
count_before (const IplView *view, guint row)
{
  guint n = 0;

  for (guint i = 0; i < row; i++)
    n += view->sweep->rows[i] != NULL;
  return n;
}

/* Returns: the row shown, as a file of results counts them; -1 where it is none of these */
int
ipl_python_row (const IplView *view)
{
  int row = ipl_view_current_row (view);

  return row >= 0 ? (int)count_before (view, (guint)row) : -1;
}
