/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Curves against time as scripts are told of them: which numbers of which array they are, what they
 * are called and how they look, as the panel itself lays them out. */

#include "figures/python/python-curves.h"

#include "figures/panels/time/time-panel.h"
#include "figures/python/python-markup.h"

#include <math.h>

/* The plot of a panel that is one; NULL elsewhere. (transfer full) with @layout, to be freed as the
 * panel does. */
static const IplTimePlot *
make_plot (const IplPythonFigure *figure, gpointer *layout)
{
  const IplPanel *panel = figure->panel;

  *layout = NULL;
  if (panel->draw != ipl_time_panel_draw && panel->layout_free != ipl_time_panel_free)
    return NULL;
  *layout = panel->layout_new (figure->view, figure->style, figure->paper->width_pt,
                               figure->paper->height_pt);
  return *layout;
}

/* The array that a curve's numbers are in, and where; NULL where they were worked out. */
static const IplTrajectoryArray *
find_array (const IplTrajectory *trajectory, const IplTimeCurve *curve, gsize *component)
{
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];

      if (array->in_time && curve->values >= array->values
          && curve->values < array->values + array->size)
        {
          *component = (gsize)(curve->values - array->values);
          return array;
        }
    }
  return NULL;
}

static void
append_curve (GString *text, const IplTimeCurve *curve, const char *array, gsize component)
{
  g_autofree char *label = curve->label != NULL ? ipl_python_mathtext (curve->label) : NULL;
  char weight[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, "    (");
  ipl_python_append_text (text, array);
  g_string_append_printf (text, ", %" G_GSIZE_FORMAT ", ", component);
  if (label != NULL)
    ipl_python_append_text (text, label);
  else
    g_string_append (text, "None");
  g_string_append (text, ", ");
  ipl_python_append_color (text, curve->color);
  g_string_append_printf (text, ", %d, %s, %s),\n", (int)curve->dash,
                          g_ascii_formatd (weight, sizeof weight, "%.2g", curve->weight),
                          curve->dip ? "True" : "False");
}

static void
write_curves (GString *text, const IplPythonFigure *figure)
{
  gpointer layout;
  const IplTimePlot *plot = make_plot (figure, &layout);

  g_string_append (text, "[\n");
  for (guint c = 0; plot != NULL && c < plot->curves->len; c++)
    {
      const IplTimeCurve *curve = &g_array_index (plot->curves, IplTimeCurve, c);
      gsize component = 0;
      const IplTrajectoryArray *array = find_array (figure->view->trajectory, curve, &component);

      if (array != NULL)
        append_curve (text, curve, array->name, component);
    }
  g_string_append_c (text, ']');
  if (layout != NULL)
    figure->panel->layout_free (layout);
}

static void
append_markup (GString *text, const char *markup)
{
  g_autofree char *title = ipl_python_mathtext (markup != NULL ? markup : "");

  ipl_python_append_text (text, title);
}

static void
write_x_title (GString *text, const IplPythonFigure *figure)
{
  append_markup (text, figure->view->trajectory->in_steps ? "training steps" : "time <i>t</i>");
}

static void
write_y_title (GString *text, const IplPythonFigure *figure)
{
  gpointer layout;
  const IplTimePlot *plot = make_plot (figure, &layout);

  append_markup (text, plot != NULL ? plot->y_title : NULL);
  if (layout != NULL)
    figure->panel->layout_free (layout);
}

static void
write_log (GString *text, const IplPythonFigure *figure)
{
  gpointer layout;
  const IplTimePlot *plot = make_plot (figure, &layout);

  g_string_append (text, plot != NULL && plot->log ? "True" : "False");
  if (layout != NULL)
    figure->panel->layout_free (layout);
}

/* The bounds that the axis holds at least, and the time until which curves decide. */
static void
write_range (GString *text, const IplPythonFigure *figure)
{
  gpointer layout;
  const IplTimePlot *plot = make_plot (figure, &layout);

  g_string_append_c (text, '(');
  ipl_python_append_number (text, plot != NULL ? plot->lo : NAN);
  g_string_append (text, ", ");
  ipl_python_append_number (text, plot != NULL ? plot->hi : NAN);
  g_string_append (text, ", ");
  ipl_python_append_number (text, plot != NULL ? plot->until : INFINITY);
  g_string_append_c (text, ')');
  if (layout != NULL)
    figure->panel->layout_free (layout);
}

static const IplPythonWord words[] = {
  { "CURVES",
    "array, which of its numbers, label, colour, dashes, width, whether its dip is marked",
    write_curves },
  { "X_TITLE", "", write_x_title },
  { "Y_TITLE", "", write_y_title },
  { "Y_LOG", "", write_log },
  { "Y_RANGE", "least and largest where given, and the time until which curves count",
    write_range },
};

const IplPythonWord *
ipl_python_curve_words (guint *n)
{
  *n = G_N_ELEMENTS (words);
  return words;
}
