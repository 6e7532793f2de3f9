/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The names of paths at the readout: of all paths if they fit, otherwise of those with the
 * largest U_pp, shifted to avoid overlap. */

#include "figures/panels/theory/path-diagram-layout.h"

#include "figures/view/view.h"

/* @rows: number of names that fit
 * Returns: (transfer full) (nullable): [Pi] markup, "" for paths without a name; NULL if the
 * names do not fit */
char **
ipl_path_names_new (const IplCaseInfo *the_case, const IplStyle *style, const IplShownPaths *shown,
                    IplPathNames which, gsize rows)
{
  g_auto (GStrv) names = NULL;
  gsize n = 0;

  if (which == IPL_PATH_NAMES_NONE)
    return NULL;
  names = g_new0 (char *, the_case->Pi + 1);
  for (gsize p = 0; p < the_case->Pi; p++)
    {
      gboolean named = shown->place[p] >= 0
                       && (which != IPL_PATH_NAMES_LARGEST || ipl_shown_paths_is_large (shown, p));

      n += named;
      names[p]
          = !named ? g_strdup ("")
                   : ipl_view_name_markup (which == IPL_PATH_NAMES_FULL
                                               ? ipl_path_name (style->chosen, the_case, p)
                                               : ipl_path_short_name (style->chosen, the_case, p));
    }
  return n > 0 && n <= rows ? g_steal_pointer (&names) : NULL;
}

/* Separates names that are less than @row apart: shifts them down from the first, then up from the
 * bottom.
 * @y: (inout): [n] their centres; those without a name are unchanged */
void
ipl_path_names_spread (char **names, gsize n, double *y, double row, double top, double bottom)
{
  g_autofree gsize *order = g_new (gsize, n);
  double at = top - row / 2;
  gsize n_named = 0;

  for (gsize p = 0; p < n; p++)
    if (names[p][0] != '\0')
      {
        gsize k = n_named++;

        for (; k > 0 && y[order[k - 1]] > y[p]; k--)
          order[k] = order[k - 1];
        order[k] = p;
      }
  for (gsize k = 0; k < n_named; k++)
    at = y[order[k]] = MAX (y[order[k]], at + row);
  at = bottom + row / 2;
  for (gsize k = n_named; k-- > 0;)
    at = y[order[k]] = MIN (y[order[k]], at - row);
}
