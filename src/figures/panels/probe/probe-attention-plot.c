/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a head of a probed model looks at in one test example, with the texts of its tokens: the
 * selected head, or the highest of the layer shown; a head that is hovered in its place. */

#include "core/probe/probe-attention.h"
#include "figures/kit/number.h"
#include "figures/panels/probe/probe-view.h"
#include "figures/plot/plot.h"
#include "figures/view/outputs.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

/* Characters of a token's text beside the map. */
#define MOST_BESIDE 12

extern const IplPanel ipl_panel_probe_attention;

/* One head on one example. */
typedef struct
{
  IplProbeAttention *attention;
  guint layer;
  gsize head, example;
} Shown;

/* The highest score of a layer. */
static gsize
find_best (const IplView *view, guint layer)
{
  const double *score = ipl_trajectory_get (view->trajectory, "score", layer);
  gsize best = 0;

  for (gsize h = 1; h < ipl_probe_view_most (view); h++)
    if (score[h] > score[best])
      best = h;
  return best;
}

/* (nullable): why nothing is shown; else @shown is filled in */
static const char *
find (const IplView *view, Shown *shown, const char **more)
{
  IplProbeAttention *attention = view->own->data;
  const IplTarget *kept = &view->kept;

  *more = NULL;
  if (attention == NULL || attention->why != NULL)
    {
      *more = attention != NULL ? attention->why : NULL;
      return "No attention to show";
    }
  *shown = (Shown){ attention, view->moment, 0,
                    MIN ((gsize)MAX (view->display.shown_example, 1), attention->count) - 1 };
  shown->head = find_best (view, view->moment);
  if (view->keeps && kept->head >= 0 && kept->layer >= 0 && kept->layer < (int)view->trajectory->S)
    {
      shown->layer = (guint)kept->layer;
      shown->head = (gsize)kept->head;
    }
  *more = "The file has that of fewer layers or heads.";
  return shown->layer < attention->n_layers && shown->head < attention->H[shown->layer]
             ? NULL
             : "No attention of this head";
}

static const char *
empty (const IplView *view, const char **more)
{
  Shown shown;

  return find (view, &shown, more);
}

/* The tokens between which there is attention: padding has none. */
typedef struct
{
  const IplView *view;
  Shown shown;
  gsize n;
  gsize *token; /* [n] their numbers among all, from 0 */
} Cells;

static void
set_cell (const IplPlotAxes *axes, gsize row, gsize column, IplTarget *target)
{
  const Cells *cells = axes->cell_data;

  ipl_probe_view_set_head (cells->view, cells->shown.layer, cells->shown.head, target);
  target->token = (int)cells->token[row];
  target->row = (int)cells->token[column];
}

static gboolean
find_place (const Cells *cells, int token, gsize *place)
{
  for (*place = 0; *place < cells->n; (*place)++)
    if (token == (int)cells->token[*place])
      return TRUE;
  return FALSE;
}

static gboolean
find_cell (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  const Cells *cells = axes->cell_data;
  guint layer;
  gsize head;

  return ipl_probe_view_get_head (target, cells->view, &layer, &head) && layer == cells->shown.layer
         && head == cells->shown.head && find_place (cells, target->token, row)
         && find_place (cells, target->row, column);
}

static const IplCellItems items = { set_cell, find_cell, FALSE };

/* Returns: (transfer full): a token's text, or its number from 1 */
static char *
name_token (const Shown *shown, gsize token)
{
  const IplTokenTexts *tokens = shown->attention->tokens;

  if (tokens == NULL || ipl_token_texts_get (tokens, shown->example, token)[0] == '\0')
    return g_strdup_printf ("%" G_GSIZE_FORMAT, token + 1);
  return ipl_token_texts_show (tokens, shown->example, token, MOST_BESIDE);
}

/* "layer 2, head 3 on test example 4 of 16 (label −1)" */
static char *
name_shown (const IplView *view, const Shown *shown)
{
  GString *text = g_string_new (NULL);

  g_string_printf (text,
                   "layer %.0f, head %" G_GSIZE_FORMAT " on test example %" G_GSIZE_FORMAT
                   " of %" G_GSIZE_FORMAT,
                   view->trajectory->time[shown->layer], shown->head + 1, shown->example + 1,
                   shown->attention->count);
  if (shown->attention->labels != NULL)
    {
      double label = shown->attention->labels[shown->example];

      ipl_number_append_fixed (text, " (label ", label, label == round (label) ? 0 : 2);
      g_string_append_c (text, ')');
    }
  return g_string_free (text, FALSE);
}

/* The tokens that look at something. @attention: [T x T] */
static Cells *
choose_tokens (IplPlot *plot, const IplView *view, const Shown *shown, const double *attention)
{
  gsize T = shown->attention->T;
  Cells *cells = g_new (Cells, 1);

  *cells = (Cells){ view, *shown, 0, g_new (gsize, T) };
  g_ptr_array_add (plot->kept, cells->token);
  g_ptr_array_add (plot->kept, cells);
  for (gsize t = 0; t < T; t++)
    {
      gboolean looks = FALSE;

      for (gsize s = 0; s < T && !looks; s++)
        looks = !isnan (attention[t * T + s]);
      if (looks)
        cells->token[cells->n++] = t;
    }
  return cells;
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_autoptr (GError) error = NULL;
  const char *more, **names;
  IplPlotAxes *map;
  Shown shown;
  Cells *cells;
  double *attention, *at;
  gsize T;

  if (find (view, &shown, &more) != NULL)
    {
      ipl_plot_add_axes (plot);
      return;
    }
  T = shown.attention->T;
  attention = ipl_plot_new_numbers (plot, T * T);
  if (!ipl_probe_attention_read (shown.attention, shown.layer, shown.head, shown.example, attention,
                                 &error))
    for (gsize i = 0; i < T * T; i++)
      attention[i] = NAN;
  cells = choose_tokens (plot, view, &shown, attention);
  at = ipl_plot_new_numbers (plot, MAX (cells->n * cells->n, 1));
  names = (const char **)ipl_plot_new_numbers (plot, MAX (cells->n, 1));
  at[0] = NAN;
  names[0] = "";
  for (gsize i = 0; i < cells->n; i++)
    {
      g_autofree char *name = name_token (&shown, cells->token[i]);

      names[i] = ipl_plot_keep (plot, g_markup_escape_text (name, -1));
      for (gsize k = 0; k < cells->n; k++)
        at[i * cells->n + k] = attention[cells->token[i] * T + cells->token[k]];
    }
  map = ipl_plot_add_map (plot, MAX (cells->n, 1), MAX (cells->n, 1),
                          ipl_numbers (at, MAX (cells->n * cells->n, 1)));
  map->map_spec.hi = 0;
  for (gsize i = 0; i < cells->n * cells->n; i++)
    if (at[i] > map->map_spec.hi)
      map->map_spec.hi = at[i];
  if (map->map_spec.hi <= 0)
    map->map_spec.hi = 1;
  map->map_spec.square = map->map_spec.upright = TRUE;
  map->map_spec.row_names = map->map_spec.column_names = names;
  map->map_spec.row_title = "looks …";
  map->map_spec.column_title = "… at";
  map->map_spec.bar_title = ipl_plot_keep (
      plot, error != NULL ? g_markup_escape_text (error->message, -1) : name_shown (view, &shown));
  map->cell_items = &items;
  map->cell_data = cells;
}

/* A head that is hovered or selected elsewhere is drawn in the place of that shown. */
static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const IplTarget *target = ipl_target_is_none (hovered) ? selected : hovered;
  g_autoptr (IplPlot) other = NULL;
  IplView of_target = *view;
  const char *more;
  Shown shown;
  guint layer;
  gsize head;

  if (find (view, &shown, &more) != NULL)
    return;
  if (!ipl_probe_view_get_head (target, view, &layer, &head)
      || (layer == shown.layer && head == shown.head))
    {
      ipl_plot_highlight (layout, style, selected, hovered, cr);
      return;
    }
  of_target.keeps = TRUE;
  of_target.kept = IPL_TARGET_NONE;
  of_target.kept.layer = (int)layer;
  of_target.kept.head = (int)head;
  other = ipl_plot_build (&ipl_panel_probe_attention, &of_target, style->look);
  ipl_plot_layout (other, style, width, height);
  cairo_rectangle (cr, 0, 0, width, height);
  ipl_set_color (cr, style->paper, 1);
  cairo_fill (cr);
  ipl_plot_draw (other, style, cr);
}

/* How much of its attention a token gives to another. */
static char *
say (const IplTarget *target, const IplView *view)
{
  g_autofree double *attention = NULL;
  g_autofree char *name = NULL, *query = NULL, *key = NULL;
  IplView of_target = *view;
  const char *more;
  GString *text;
  Shown shown;
  gsize T;

  if (target->token < 0 || target->row < 0 || find (view, &shown, &more) != NULL)
    return NULL;
  of_target.keeps = TRUE;
  of_target.kept = *target;
  T = shown.attention->T;
  if (find (&of_target, &shown, &more) != NULL || target->token >= (int)T || target->row >= (int)T)
    return NULL;
  attention = g_new (double, T * T);
  if (!ipl_probe_attention_read (shown.attention, shown.layer, shown.head, shown.example, attention,
                                 NULL))
    return NULL;
  name = name_shown (view, &shown);
  query = ipl_token_texts_say (shown.attention->tokens, shown.example, (gsize)target->token);
  key = ipl_token_texts_say (shown.attention->tokens, shown.example, (gsize)target->row);
  text = g_string_new (NULL);
  g_string_printf (text, "Token %d%s looks at token %d%s", target->token + 1, query,
                   target->row + 1, key);
  ipl_number_append_fixed (text, ", weight ",
                           attention[(gsize)target->token * T + (gsize)target->row], 3);
  g_string_append_printf (text, "; %s", name);
  return g_string_free (text, FALSE);
}

/* From cell to cell: up and down through what looks, left and right through what it looks at. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  g_autoptr (IplPlot) plot = ipl_plot_build (&ipl_panel_probe_attention, view, IPL_LOOK_OWN);
  const IplPlotAxes *map = ipl_plot_get_axes (plot, 0);
  IplTarget target = IPL_TARGET_NONE;
  gsize row, column;
  const Cells *cells = map->cell_data;

  if (!map->is_map || cells->n == 0)
    return target;
  if (find_cell (map, from, &row, &column))
    {
      row = ipl_step_move (row, dy, cells->n);
      column = ipl_step_move (column, dx, cells->n);
    }
  else
    row = column = 0;
  set_cell (map, row, column, &target);
  return target;
}

static void
describe (GString *text, const IplView *view)
{
  const char *more, *why;
  Shown shown;

  g_string_append (text, "What one head looks at in one test example, token by token.");
  why = find (view, &shown, &more);
  if (why != NULL)
    {
      g_string_append_printf (text, " %s", more != NULL ? more : why);
      return;
    }
  g_autofree char *name = name_shown (view, &shown);

  g_string_append_printf (text, " Shown: %s", name);
  if (shown.attention->tokens != NULL)
    {
      g_autofree char *words = ipl_token_texts_show_example (shown.attention->tokens, shown.example,
                                                             IPL_MOST_TOKEN_SAID);

      g_string_append_printf (text, ", “%s”", words);
    }
  g_string_append_c (text, '.');
}

/* A row for each token that looks and each that it looks at. */
static void
table (GString *text, const IplView *view)
{
  g_autoptr (IplPlot) plot = ipl_plot_build (&ipl_panel_probe_attention, view, IPL_LOOK_OWN);
  const IplPlotAxes *map = ipl_plot_get_axes (plot, 0);
  const Cells *cells = map->cell_data;
  const IplTokenTexts *tokens;

  g_string_append (text, "layer\thead\texample\ttoken\ttext\tlooks at\tits text\tweight\n");
  if (!map->is_map)
    return;
  tokens = cells->shown.attention->tokens;
  for (gsize i = 0; i < cells->n * cells->n; i++)
    {
      gsize query = cells->token[i / cells->n], key = cells->token[i % cells->n];
      g_autofree char *first = tokens != NULL ? ipl_token_texts_show (tokens, cells->shown.example,
                                                                      query, IPL_MOST_TOKEN_SAID)
                                              : g_strdup ("");
      g_autofree char *second = tokens != NULL ? ipl_token_texts_show (tokens, cells->shown.example,
                                                                       key, IPL_MOST_TOKEN_SAID)
                                               : g_strdup ("");

      g_string_append_printf (text,
                              "%.0f\t%" G_GSIZE_FORMAT "\t%" G_GSIZE_FORMAT "\t%" G_GSIZE_FORMAT
                              "\t%s\t%" G_GSIZE_FORMAT "\t%s\t",
                              view->trajectory->time[cells->shown.layer], cells->shown.head + 1,
                              cells->shown.example + 1, query + 1, first, key + 1, second);
      ipl_table_number (text, map->cells.data[i]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_probe_attention = {
  .id = "probe-attention",
  .title = "What a head looks at",
  .experiment = "probe",
  .controls = IPL_CONTROL_EXAMPLES | IPL_CONTROL_HEAD,
  .empty = empty,
  .build = build,
  .overlay = overlay,
  .say = say,
  .step = step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.95,
  .height_wide = 0.62,
};
