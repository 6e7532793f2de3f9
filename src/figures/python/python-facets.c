/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The facets of a plot as Python. */

#include "figures/plot/plot.h"
#include "figures/python/python-parts.h"

/* Appends the edges of classes in a facet, in cells. */
static void
append_edges (GString *text, const IplPlotAxes *axes)
{
  g_string_append (text, ", edges=[");
  for (guint k = 1; axes->categories != NULL && k < axes->categories->len; k++)
    g_string_append_printf (text, "%s%g", k > 1 ? ", " : "",
                            g_array_index (axes->categories, IplPlotCategory, k).at
                                / (double)axes->map_spec.columns);
  g_string_append_c (text, ']');
}

static void
append_facet (GString *text, const IplPlotAxes *axes, guint i)
{
  const IplPlotFacet *facet = &axes->facet;

  g_string_append_printf (text, "    facet(maps[%u], %s, ", i, axes->cells.source);
  ipl_python_append_number (text, axes->map_spec.middle);
  g_string_append (text, ", ");
  ipl_python_append_number (text, axes->map_spec.hi);
  ipl_python_append_markup (text, "heading", axes->heading);
  ipl_python_append_markup (text, "side", facet->side);
  ipl_python_append_markup (text, "below", facet->below[0]);
  ipl_python_append_markup (text, "below_that", facet->below[1]);
  ipl_python_append_argument (text, "stroke", facet->stroke, 0);
  append_edges (text, axes);
  g_string_append (text, ")\n");
}

/* Appends the calls that draw facets on a common scale, with the keys of the plot. */
void
ipl_python_append_facets (GString *text, const IplPythonFigure *figure, const IplPlot *plot)
{
  const IplPlotAxes *first = plot->facets->pdata[plot->first_facet];
  guint n = MIN (plot->n_facets, plot->facets->len - plot->first_facet);

  for (guint i = 0; i < n; i++)
    append_facet (text, plot->facets->pdata[plot->first_facet + i], i);
  g_string_append_printf (text, "    facet_bar(panel, maps[:%u], ", n);
  g_autofree char *title
      = ipl_python_mathtext (first->map_spec.bar_title != NULL ? first->map_spec.bar_title : "");
  ipl_python_append_text (text, title);
  g_string_append (text, ", [");
  for (guint a = 0; a < plot->axes->len; a++)
    for (guint m = 0; m < ipl_plot_get_axes (plot, a)->marks->len; m++)
      {
        const IplMark *mark = &g_array_index (ipl_plot_get_axes (plot, a)->marks, IplMark, m);
        g_autofree char *label = mark->label != NULL ? ipl_python_mathtext (mark->label) : NULL;

        if (label == NULL)
          continue;
        g_string_append_c (text, '(');
        ipl_python_append_text (text, label);
        g_string_append (text, ", ");
        if (mark->key == IPL_KEY_NONE)
          g_string_append (text, "None");
        else
          ipl_python_append_color (text, ipl_role_color (mark->role, figure->style));
        g_string_append (text, "), ");
      }
  g_string_append (text, "])\n");
}

/* Appends the subplots of facets in rows and columns. If other axes are drawn, they share a row
 * with these. */
void
ipl_python_append_facet_subplots (GString *text, const IplPlot *plot)
{
  const IplPlotAxes *first = ipl_plot_get_axes (plot, 0);
  guint n = MIN (plot->n_facets, plot->facets->len - plot->first_facet);

  if (!first->is_hidden && !first->is_map)
    g_string_append_printf (text, "    axes = panel.subplots(1, %u)\n    maps = axes[1:]\n", n + 1);
  else
    g_string_append_printf (text,
                            "    maps = list(panel.subplots(%u, %u, squeeze=False).flat)\n"
                            "    for one in maps[%u:]:\n        one.axis(\"off\")\n",
                            (n + plot->facet_columns - 1) / plot->facet_columns,
                            plot->facet_columns, n);
}
