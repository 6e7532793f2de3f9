/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a view as rows of a file of results, which holds the solved ones alone. */

#include "figures/python/python-parts.h"

#include "figures/panels/panel-table.h"
#include "figures/view/outputs.h"

#include <math.h>

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

/* Returns: (transfer full): the rows of the figure, in its order, as a file of results counts them
 */
GArray *
ipl_python_list_rows (const IplView *view)
{
  GArray *rows = ipl_view_rows (view, TRUE);

  for (guint i = 0; i < rows->len; i++)
    {
      guint *row = &g_array_index (rows, guint, i);

      *row = count_before (view, *row);
    }
  return rows;
}

/* The solved row of the figure whose width is the nearest, by its logarithm. */
static int
find_nearest (const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  double best = INFINITY, shown = (double)ipl_setting_largest_width (&view->current->setting);
  int found = -1;

  for (guint i = 0; i < rows->len; i++)
    {
      guint row = g_array_index (rows, guint, i);
      const IplSetting *setting = &view->sweep->rows[row]->setting;
      double away = fabs (log (MAX (1, ipl_setting_largest_width (setting)) / MAX (1, shown)));

      if (!setting->gp && away < best)
        {
          best = away;
          found = (int)row;
        }
    }
  return found;
}

/* @exact: (out): whether it is the row that is shown, not the one of the nearest width
 * Returns: the row shown, as a file of results counts them; -1 for a GP limit that is no row, or
 *   where there are none */
int
ipl_python_row (const IplView *view, gboolean *exact)
{
  int row = ipl_view_current_row (view);

  *exact = TRUE;
  if (row < 0 && view->sweep != NULL && view->current != NULL && !view->current->setting.gp)
    {
      row = find_nearest (view);
      *exact = FALSE;
    }
  return row >= 0 ? (int)count_before (view, (guint)row) : -1;
}
