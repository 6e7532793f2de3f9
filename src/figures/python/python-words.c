/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What scripts are told of a figure beside the numbers of its file: which rows and paths, in which
 * colours, on which paper. */

#include "figures/python/python-words.h"

#include "core/base/number-text.h"
#include "figures/panels/theory/path-layout.h"
#include "figures/plot/role.h"
#include "figures/python/python-rows.h"
#include "figures/view/path-color.h"
#include "figures/view/shown-paths.h"

#include <math.h>
#include <string.h>

/* Numbers or names in a line of a list. */
#define LINE_ROOM 88
/* Colours from which those of any number of ordered curves are mixed. */
#define N_ORDERED 9

/* As Python writes it: quoted, in plain ASCII marks. */
void
ipl_python_append_text (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *at = value; *at != '\0'; at++)
    if (*at == '"' || *at == '\\')
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

static void
append_flag (GString *text, gboolean value)
{
  g_string_append (text, value ? "True" : "False");
}

void
ipl_python_append_color (GString *text, IplColor color)
{
  g_string_append_printf (text, "\"#%02x%02x%02x\"", (guint)lround (255 * color.r),
                          (guint)lround (255 * color.g), (guint)lround (255 * color.b));
}

/* The next entry of a list, on a line of its own where the one before is full. */
static void
append_entry (GString *text, const char *entry, gboolean first)
{
  const char *line = strrchr (text->str, '\n');
  gsize used = line != NULL ? text->len - (gsize)(line + 1 - text->str) : text->len + 16;

  if (!first)
    g_string_append (text, used + strlen (entry) + 2 > LINE_ROOM ? ",\n    " : ", ");
  g_string_append (text, entry);
}

static void
append_index (GString *text, guint index, gboolean first)
{
  g_autofree char *entry = g_strdup_printf ("%u", index);

  append_entry (text, entry, first);
}

static void
write_row (GString *text, const IplPythonFigure *figure)
{
  gboolean exact;
  int row = ipl_python_row (figure->view, &exact);

  if (row < 0)
    g_string_append (text, "None");
  else
    g_string_append_printf (text, "%d", row);
}

static void
write_rows (GString *text, const IplPythonFigure *figure)
{
  g_autoptr (GArray) rows = ipl_python_list_rows (figure->view);

  g_string_append_c (text, '[');
  for (guint i = 0; i < rows->len; i++)
    append_index (text, g_array_index (rows, guint, i), i == 0);
  g_string_append_c (text, ']');
}

static void
write_paths (GString *text, const IplPythonFigure *figure)
{
  g_auto (IplShownPaths) shown = { 0 };

  ipl_shown_paths_init (&shown, figure->view);
  g_string_append_c (text, '[');
  for (gsize i = 0; i < shown.n; i++)
    append_index (text, (guint)shown.path[i], i == 0);
  g_string_append_c (text, ']');
}

static void
write_short_names (GString *text, const IplPythonFigure *figure)
{
  g_auto (IplShownPaths) shown = { 0 };

  ipl_shown_paths_init (&shown, figure->view);
  g_string_append_c (text, '[');
  for (gsize i = 0; i < shown.n; i++)
    {
      g_autoptr (GString) entry = g_string_new (NULL);

      ipl_python_append_text (entry, figure->view->the_case->short_names[shown.path[i]]);
      append_entry (text, entry->str, i == 0);
    }
  g_string_append_c (text, ']');
}

static void
append_path_colors (GString *text, const IplPythonFigure *figure,
                    IplColor (*get) (const IplStyle *, const IplCaseInfo *, gsize))
{
  g_auto (IplShownPaths) shown = { 0 };

  ipl_shown_paths_init (&shown, figure->view);
  g_string_append_c (text, '[');
  for (gsize i = 0; i < shown.n; i++)
    {
      g_autoptr (GString) entry = g_string_new (NULL);

      ipl_python_append_color (entry, get (figure->style, figure->view->the_case, shown.path[i]));
      append_entry (text, entry->str, i == 0);
    }
  g_string_append_c (text, ']');
}

static void
write_path_colors (GString *text, const IplPythonFigure *figure)
{
  append_path_colors (text, figure, ipl_style_path_color);
}

static void
write_path_text_colors (GString *text, const IplPythonFigure *figure)
{
  append_path_colors (text, figure, ipl_style_path_text_color);
}

static void
write_maps (GString *text, const IplPythonFigure *figure)
{
  static const char *const maps[IPL_N_HEATMAPS] = {
    [IPL_HEATMAP_THEORY] = "[\"theory\"]",
    [IPL_HEATMAP_SAMPLED] = "[\"sampled\"]",
    [IPL_HEATMAP_DIFFERENCE] = "[\"difference\"]",
    [IPL_HEATMAP_SD] = "[\"sd\"]",
    [IPL_HEATMAP_SIDE_BY_SIDE] = "[\"theory\", \"sampled\"]",
    [IPL_HEATMAP_TRAINED] = "[]",
  };

  g_string_append (text, maps[figure->view->display.heatmap]);
}

static void
write_heatmap_scale (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_text (text,
                          ipl_choice_heatmap_scale.options[figure->view->display.heatmap_scale].id);
}

static void
write_path_scale (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_text (text, ipl_choice_path_scale.options[figure->view->display.path_scale].id);
}

static void
write_shared_limits (GString *text, const IplPythonFigure *figure)
{
  append_flag (text, figure->view->display.shared_limits);
}

static void
write_most_pairs (GString *text, const IplPythonFigure *figure)
{
  g_string_append_printf (text, "%d", IPL_MAX_ARCS);
}

static void
write_pair (GString *text, const IplPythonFigure *figure)
{
  g_string_append_printf (text, "(%d, %d)", figure->view->pair_p, figure->view->pair_q);
}

static void
write_pair_names (GString *text, const IplPythonFigure *figure)
{
  const IplView *view = figure->view;

  g_string_append_c (text, '(');
  ipl_python_append_text (text, view->the_case->short_names[view->pair_p]);
  g_string_append (text, ", ");
  ipl_python_append_text (text, view->the_case->short_names[view->pair_q]);
  g_string_append_c (text, ')');
}

/* Training examples as pictures of kernels list them: by class, and by structure within one. */
static void
write_examples (GString *text, const IplPythonFigure *figure)
{
  const IplView *view = figure->view;
  gsize P = view->the_case->P;

  if (ipl_view_get_kernels (view) == NULL
      || ipl_view_get_kernels (view)->cells->the_case->train.count != P)
    {
      g_string_append (text, "np.argsort(results[\"y\"], kind=\"stable\")");
      return;
    }
  g_string_append_c (text, '[');
  for (gsize i = 0; i < P; i++)
    append_index (text, ipl_view_get_kernels (view)->cells->order[i], i == 0);
  g_string_append_c (text, ']');
}

static void
write_moment (GString *text, const IplPythonFigure *figure)
{
  g_string_append_printf (text, "%u", figure->view->moment);
}

static void
write_normalised (GString *text, const IplPythonFigure *figure)
{
  append_flag (text, figure->view->display.normalised_kernels);
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
write_ink (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_color (text, figure->style->ink);
}

static void
write_faint (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_color (text, figure->style->faint);
}

static void
write_sheet (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_color (text, figure->style->paper);
}

static void
write_accent (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_color (text, figure->style->accent);
}

static void
write_theory (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_color (text, ipl_style_theory_color (figure->style));
}

static void
write_trained (GString *text, const IplPythonFigure *figure)
{
  ipl_python_append_color (text, ipl_style_trained_color (figure->style));
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

/* The map of colours at even steps, between which straight lines are as good as Oklab. */
static void
append_map (GString *text, const IplStyle *style, IplColor (*get) (const IplStyle *, double),
            double lowest)
{
  const int steps = 16;

  g_string_append (text, "[\n    ");
  for (int i = 0; i <= steps; i++)
    {
      g_autoptr (GString) entry = g_string_new (NULL);

      ipl_python_append_color (entry, get (style, lowest + (1 - lowest) * i / steps));
      append_entry (text, entry->str, i == 0);
    }
  g_string_append (text, "]");
}

static void
write_diverging (GString *text, const IplPythonFigure *figure)
{
  append_map (text, figure->style, ipl_style_diverging_color, -1);
}

static void
write_attention (GString *text, const IplPythonFigure *figure)
{
  append_map (text, figure->style, ipl_style_attention_color, 0);
}

static IplColor
sequential (const IplStyle *style, double t)
{
  return ipl_color_map_sequential (t);
}

static void
write_sequential (GString *text, const IplPythonFigure *figure)
{
  append_map (text, figure->style, sequential, 0);
}

static void
append_colors (GString *text, const IplStyle *style, guint n,
               IplColor (*get) (const IplStyle *, gsize))
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) entry = g_string_new (NULL);

      ipl_python_append_color (entry, get (style, i));
      append_entry (text, entry->str, i == 0);
    }
  g_string_append_c (text, ']');
}

static void
write_series (GString *text, const IplPythonFigure *figure)
{
  append_colors (text, figure->style, 8, ipl_style_series_color);
}

static IplColor
ordered (const IplStyle *style, gsize k)
{
  return ipl_role_color (IPL_ROLE_OF_N (ORDERED, k, N_ORDERED), style);
}

static void
write_ordered (GString *text, const IplPythonFigure *figure)
{
  append_colors (text, figure->style, N_ORDERED, ordered);
}

/* In the order in which scripts have them. */
static const IplPythonWord words[] = {
  { "SIZE", "inches", write_size },
  { "FONT", "points", write_font },
  { "LINE", "width of a line of data, points", write_line },
  { "INK", "text, axes", write_ink },
  { "FAINT", "notes", write_faint },
  { "SHEET", "the background", write_sheet },
  { "ACCENT", "warnings", write_accent },
  { "THEORY", "", write_theory },
  { "TRAINED", "", write_trained },
  { "SIGNS", "negative, positive", write_signs },
  { "DIVERGING", "from negative to positive", write_diverging },
  { "ATTENTION", "from none to all", write_attention },
  { "SEQUENTIAL", "from small to large", write_sequential },
  { "SERIES", "curves that are no paths", write_series },
  { "ORDERED", "many curves that have an order, from the first to the last", write_ordered },
  { "ROW", "the row shown; None for a GP limit that has none", write_row },
  { "ROWS", "the rows of the figure, by rising width", write_rows },
  { "PATHS", "the paths shown, from 0", write_paths },
  { "SHORT_NAMES", "of these", write_short_names },
  { "PATH_COLORS", "of these", write_path_colors },
  { "PATH_TEXT_COLORS", "the same for text", write_path_text_colors },
  { "MOST_PAIRS", "pairs of paths that have an arc", write_most_pairs },
  { "PATH_SCALE", "own, linear or log", write_path_scale },
  { "MAPS", "theory, sampled, difference or sd", write_maps },
  { "HEATMAP_SCALE", "linear, symlog or off-diagonal", write_heatmap_scale },
  { "SHARED_LIMITS", "one range of colours for all widths", write_shared_limits },
  { "PAIR", "the entry of U shown, paths from 0", write_pair },
  { "PAIR_NAMES", "", write_pair_names },
  { "EXAMPLES", "training examples by class, from 0", write_examples },
  { "MOMENT", "the time shown, from 0", write_moment },
  { "NORMALISED", "kernels divided by their mean diagonals", write_normalised },
};

const IplPythonWord *
ipl_python_words (guint *n)
{
  *n = G_N_ELEMENTS (words);
  return words;
}
