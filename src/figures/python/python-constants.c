/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Constants of scripts that a file of results does not contain: rows and paths shown, colours,
 * paper. */

#include "figures/python/python-parts.h"

#include "core/base/number-text.h"
#include "figures/kit/text.h"
#include "figures/panels/panel-table.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"

#include <math.h>
#include <string.h>

/* Maximum length of a line of a list, in characters. */
#define LINE_ROOM 88

/* Appends a Python string with ASCII quotes. A byte of a file name that is not UTF-8 becomes a
 * surrogate escape, as Python reads it from the system. */
void
ipl_python_append_text (GString *text, const char *value)
{
  const char *end = value;

  g_string_append_c (text, '"');
  for (const char *at = value; *at != '\0'; at++)
    if (at == end && !g_utf8_validate (at, -1, &end) && at == end)
      g_string_append_printf (text, "\\udc%02x", (guchar)*end++);
    else if (*at == '"' || *at == '\\')
      g_string_append_printf (text, "\\%c", *at);
    else if ((guchar)*at < ' ' || *at == 0x7f)
      g_string_append_printf (text, "\\x%02x", (guchar)*at);
    else
      g_string_append_c (text, *at);
  g_string_append_c (text, '"');
}

void
ipl_python_append_number (GString *text, double value)
{
  char number[IPL_NUMBER_TEXT_SIZE];

  ipl_number_format (value, number);
  if (isfinite (value))
    g_string_append (text, number);
  else
    g_string_append (text, isnan (value) ? "np.nan" : value > 0 ? "np.inf" : "-np.inf");
}

void
ipl_python_append_color (GString *text, IplColor color)
{
  g_string_append_printf (text, "\"#%02x%02x%02x\"", (guint)lround (255 * color.r),
                          (guint)lround (255 * color.g), (guint)lround (255 * color.b));
}

/* Appends a list in brackets, with a line break before an entry that does not fit.
 * @append: appends the i-th entry to an empty text */
static void
append_list (GString *text, gsize n, void (*append) (GString *entry, gsize i, gconstpointer data),
             gconstpointer data)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GString) entry = g_string_new (NULL);
      const char *line = strrchr (text->str, '\n');
      gsize used = line != NULL ? text->len - (gsize)(line + 1 - text->str) : text->len + 16;

      append (entry, i, data);
      if (i > 0)
        g_string_append (text, used + entry->len + 2 > LINE_ROOM ? ",\n    " : ", ");
      g_string_append (text, entry->str);
    }
  g_string_append_c (text, ']');
}

static void
append_index (GString *entry, gsize i, gconstpointer data)
{
  g_string_append_printf (entry, "%u", ((const guint *)data)[i]);
}

/* Returns the number of rows of U for each path of the figure: the number of outputs if all are
 * shown, else 1. */
guint
ipl_python_tile (const IplPanel *panel, const IplView *view)
{
  return panel == &ipl_panel_u ? ipl_outputs_view (view).tile : 1;
}

/* Writes the index of the row shown among the solved rows, as in files of results; -1 if it is
 * not among them. */
static void
write_row (GString *text, const IplPythonFigure *figure)
{
  const IplView *view = figure->view;
  int row = ipl_view_current_row (view), n = 0;

  for (int i = 0; i < row; i++)
    n += view->sweep->rows[i] != NULL;
  g_string_append_printf (text, "%d", row >= 0 ? n : -1);
}

/* Returns the outputs over which U is summed. Kernels use all outputs, for any choice of the
 * user. */
static IplOutputsView
outputs_of (const IplPythonFigure *figure)
{
  return (figure->panel->needs & IPL_NEEDS_KERNELS) != 0
             ? ipl_outputs_traced (figure->view->the_case)
             : ipl_outputs_view (figure->view);
}

/* Writes the rows of U of the paths shown: one for each output, if all are shown. */
static void
write_paths (GString *text, const IplPythonFigure *figure)
{
  guint tile = ipl_python_tile (figure->panel, figure->view);
  g_auto (IplShownPaths) shown = { 0 };
  g_autofree guint *rows = NULL;

  ipl_shown_paths_init (&shown, figure->view);
  rows = g_new (guint, shown.n * tile);
  for (gsize i = 0; i < shown.n * tile; i++)
    rows[i] = (guint)(shown.path[i / tile] * tile + i % tile);
  g_string_append_c (text, '[');
  append_list (text, shown.n * tile, append_index, rows);
}

static void
write_outputs (GString *text, const IplPythonFigure *figure)
{
  IplOutputsView shown = outputs_of (figure);

  for (guint k = shown.first; k <= shown.last; k++)
    g_string_append_printf (text, "%s%u", k == shown.first ? "[" : ", ", k);
  g_string_append_c (text, ']');
}

static void
write_pair (GString *text, const IplPythonFigure *figure)
{
  g_string_append_printf (text, "(%d, %d)", figure->view->pair_p, figure->view->pair_q);
}

/* Writes training examples in the order of kernel pictures: by class, then by structure. */
static void
write_examples (GString *text, const IplPythonFigure *figure)
{
  const IplKernelPicture *kernels = figure->view->kernels;
  gsize P = figure->view->the_case->P;

  if (kernels == NULL || kernels->cells->the_case->train.count != P)
    {
      g_string_append (text, "np.lexsort(np.atleast_2d(results[\"y\"].T))");
      return;
    }
  g_string_append_c (text, '[');
  append_list (text, P, append_index, kernels->cells->order);
}

static void
write_size (GString *text, const IplPythonFigure *figure)
{
  g_string_append_c (text, '(');
  ipl_python_append_number (text, round (figure->paper->width_pt / 72 * 1000) / 1000);
  g_string_append (text, ", ");
  ipl_python_append_number (text, round (figure->paper->height_pt / 72 * 1000) / 1000);
  g_string_append_c (text, ')');
}

static void
write_font (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_number (text, figure->paper->font_pt);
}

static void
write_line (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_number (text, round (figure->style->line_pt * 1000) / 1000);
}

static void
write_signs (GString *text, const IplPythonFigure *figure)
{
  g_string_append_c (text, '(');
  ipl_python_append_color (text, ipl_style_sign_color (figure->style, TRUE));
  g_string_append (text, ", ");
  ipl_python_append_color (text, ipl_style_sign_color (figure->style, FALSE));
  g_string_append_c (text, ')');
}

/* Number of intervals of a colour map at which linear interpolation is as good as Oklab. */
#define STEPS 16

typedef struct
{
  const IplStyle *style;
  IplColor (*get) (const IplStyle *style, double t);
  double lowest;
} Map;

static void
append_step (GString *entry, gsize i, gconstpointer data)
{
  const Map *self = data;
  double t = self->lowest + (1 - self->lowest) * (double)i / STEPS;

  ipl_python_append_color (entry, self->get (self->style, t));
}

static void
append_map (GString *text, Map map)
{
  g_string_append (text, "[\n    ");
  append_list (text, STEPS + 1, append_step, &map);
}

static void
write_diverging (GString *text, const IplPythonFigure *figure)
{
  append_map (text, (Map){ figure->style, ipl_style_diverging_color, -1 });
}

static IplColor
sequential (const IplStyle *style, double t)
{
  return ipl_color_map_sequential (t);
}

static void
write_sequential (GString *text, const IplPythonFigure *figure)
{
  append_map (text, (Map){ figure->style, sequential, 0 });
}

#define COLOR(field) .color_at = offsetof (IplStyle, field)

/* Constants in the order of scripts. One without a function is a colour of the style. */
static const struct
{
  const char *name;    /* name in scripts, upper case */
  const char *comment; /* comment at the end of its line */
  void (*write) (GString *text, const IplPythonFigure *figure);
  gsize color_at;
} words[] = {
  { "SIZE", "inches", write_size },
  { "FONT", "points", write_font },
  { "LINE", "width of a line of data, points", write_line },
  { "INK", "text, axes", COLOR (ink) },
  { "FAINT", "notes", COLOR (faint) },
  { "SHEET", "the background", COLOR (paper) },
  { "ACCENT", "warnings", COLOR (accent) },
  { "SIGNS", "negative, positive", write_signs },
  { "DIVERGING", "from negative to positive", write_diverging },
  { "SEQUENTIAL", "from small to large", write_sequential },
  { "ROW", "the row shown", write_row },
  { "OUTPUTS", "those that U is summed over, from 0", write_outputs },
  { "PATHS", "the paths shown, from 0", write_paths },
  { "PAIR", "the entry of U shown, paths from 0", write_pair },
  { "EXAMPLES", "training examples by class, from 0", write_examples },
};

/* Appends a constant for each name that the script uses.
 * @used: (element-type utf8): names in the script */
void
ipl_python_append_words (GString *text, const IplPythonFigure *figure, GHashTable *used)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (GString) value = g_string_new (NULL);

      if (!g_hash_table_contains (used, words[i].name))
        continue;
      if (words[i].write != NULL)
        words[i].write (value, figure);
      else
        ipl_python_append_color (value,
                                 G_STRUCT_MEMBER (IplColor, figure->style, words[i].color_at));
      if (strchr (value->str, '\n') != NULL)
        g_string_append_printf (text, "# %s\n%s = %s\n", words[i].comment, words[i].name,
                                value->str);
      else
        g_string_append_printf (text, "%s = %s  # %s\n", words[i].name, value->str,
                                words[i].comment);
    }
}
