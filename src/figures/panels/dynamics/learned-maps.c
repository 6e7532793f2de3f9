/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What every head attends to at the time shown, on average over classes, and the order parameter U
 * over the heads as they are then. */

#include "figures/kit/number.h"
#include "figures/panels/dynamics/learned-paths-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

static void
set_token_and_head (const IplPlotAxes *axes, gsize row, gsize column, IplTarget *target)
{
  target->token = (int)row;
  target->head = (int)column;
}

static gboolean
find_token_and_head (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  *row = (gsize)MAX (target->token, 0);
  *column = (gsize)MAX (target->head, 0);
  return target->token >= 0 && target->head >= 0;
}

static const IplCellItems tokens_and_heads = { set_token_and_head, find_token_and_head, FALSE };

static gsize
count_tokens (const IplView *view)
{
  return ipl_trajectory_find (view->trajectory, "attention")->shape[1];
}

static void
build_attention (IplPlot *plot, const IplView *view)
{
  gsize H = ipl_learned_view_n_heads (view), M = count_tokens (view);
  IplNumbers attention = ipl_numbers_at (view->trajectory, "attention", view->moment); /* [H x M] */
  double *cells = ipl_plot_new_numbers (plot, M * H);

  for (gsize i = 0; i < M * H; i++)
    cells[i] = attention.data[i % H * M + i / H];
  IplPlotAxes *map = ipl_plot_add_map (plot, M, H, ipl_numbers (cells, M * H));
  map->cells.source
      = ipl_plot_keep (plot, g_strdup_printf ("results[\"attention\"][%u].T", view->moment));
  ipl_plot_scale_map (plot, map, "attention", view->moment);
  map->cell_items = &tokens_and_heads;
  map->map_spec.bar_title = "attention, mean over classes";
  map->map_spec.row_title = "token";
  map->map_spec.column_title = "head";
  ipl_plot_set_rows (plot, "token", M);
  for (gsize h = 0; h < H; h++)
    ipl_plot_add_column (plot, g_strdup_printf ("head %" G_GSIZE_FORMAT, h + 1),
                         ipl_numbers (attention.data + h * M, M));
}

static char *
say_attention (const IplTarget *target, const IplView *view)
{
  gsize token, head, M = count_tokens (view);

  if (!find_token_and_head (NULL, target, &token, &head) || token >= M
      || head >= ipl_learned_view_n_heads (view))
    return NULL;
  g_autofree char *name = ipl_learned_view_head_text (view, (guint)head, "T");
  g_autofree char *value = ipl_number_text (
      ipl_trajectory_get (view->trajectory, "attention", view->moment)[head * M + token], 3);
  return g_strdup_printf ("Token %" G_GSIZE_FORMAT ", head %" G_GSIZE_FORMAT " (%s): attention %s",
                          token + 1, head + 1, name, value);
}

static void
describe_attention (GString *text, const IplView *view)
{
  static const char *const names[] = { "entropy_head", NULL };

  g_string_append_printf (text,
                          "What each of %u heads attends to among %" G_GSIZE_FORMAT
                          " tokens, on average over classes.",
                          ipl_learned_view_n_heads (view), count_tokens (view));
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

static void
build_U (IplPlot *plot, const IplView *view)
{
  guint H = ipl_learned_view_n_heads (view);
  IplPlotAxes *map
      = ipl_plot_add_map (plot, H, H, ipl_numbers_at (view->trajectory, "U", view->moment));
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);

  ipl_plot_scale_order (plot, map, "U");
  map->map_spec.bar_title = ipl_plot_keep (plot, g_strdup_printf ("<i>U</i> at %s", time));
  map->map_spec.row_title = map->map_spec.column_title = "head";
  map->cell_digits = 3;
  ipl_plot_add_cell_columns (plot, map, "head", "other head", "U");
}

static char *
say_U (const IplTarget *target, const IplView *view)
{
  guint H = ipl_learned_view_n_heads (view), p = (guint)target->row, q = (guint)target->component;

  if (target->row < 0 || target->component < 0 || p >= H || q >= H)
    return NULL;
  g_autofree char *one = ipl_learned_view_head_text (view, p, "T");
  g_autofree char *other = ipl_learned_view_head_text (view, q, "T");
  g_autofree char *value
      = ipl_number_text (ipl_trajectory_get (view->trajectory, "U", view->moment)[p * H + q], 4);
  return p == q ? g_strdup_printf ("Head %u (%s): U = %s", p + 1, one, value)
                : g_strdup_printf ("Heads %u (%s) and %u (%s): U = %s", p + 1, one, q + 1, other,
                                   value);
}

static void
describe_U (GString *text, const IplView *view)
{
  static const char *const names[] = { "head_score", NULL };
  guint H = ipl_learned_view_n_heads (view);
  const double *U = ipl_trajectory_get (view->trajectory, "U", view->moment);

  g_string_append_printf (text, "Order parameter U over %u heads, as they are at the time shown.",
                          H);
  for (guint h = 0; h < H; h++)
    {
      g_autofree char *head = ipl_learned_view_head_text (view, h, "T");
      g_autofree char *value = ipl_number_text (U[h * H + h], 3);

      g_string_append_printf (text, "%s head %u (%s) %s", h == 0 ? " On the diagonal:" : ",", h + 1,
                              head, value);
    }
  g_string_append_c (text, '.');
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

const IplPanel ipl_panel_learned_attention = {
  .id = "learned-attention",
  .title = "Attention of the heads",
  .experiment = "joma-paths",
  .build = build_attention,
  .say = say_attention,
  .describe = describe_attention,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};

const IplPanel ipl_panel_learned_u = {
  .id = "learned-u",
  .title = "Order parameter",
  .label = "Order parameter of learned paths",
  .experiment = "joma-paths",
  .build = build_U,
  .say = say_U,
  .describe = describe_U,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
