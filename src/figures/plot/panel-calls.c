/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calls the functions of a panel. A panel with @build uses those of its plot for layout,
 * drawing, highlights, picking, arrow keys and table, unless it sets its own. */

#include "figures/plot/panel-calls.h"

#include "figures/plot/plot-table.h"
#include "figures/plot/plot-words.h"
#include "figures/view/target-sentence.h"
#include "figures/view/posterior-view.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view-words.h"

/* Returns: (transfer full) (nullable): the layout; NULL for a panel without one */
gpointer
ipl_panel_layout (const IplPanel *self, const IplView *view, const IplStyle *style, double width,
                  double height)
{
  gpointer layout;
  IplPlot *plot;

  if (self->layout_init != NULL)
    {
      layout = g_malloc0 (self->layout_size);
      self->layout_init (layout, view, style, width, height);
      return layout;
    }
  if (self->build == NULL)
    return NULL;
  plot = ipl_plot_build (self, view, style->look);
  ipl_plot_layout (plot, style, width, height);
  return plot;
}

void
ipl_panel_free_layout (const IplPanel *self, gpointer layout)
{
  if (layout == NULL)
    return;
  if (self->layout_init == NULL)
    {
      ipl_plot_free (layout);
      return;
    }
  if (self->layout_clear != NULL)
    self->layout_clear (layout);
  g_free (layout);
}

/* (nullable): the sentence of a hand-drawn panel without data. */
static const char *
get_sentence (const IplPanel *self, const IplView *view, const char **more)
{
  *more = NULL;
  return self->draw != NULL && self->empty != NULL ? self->empty (view, more) : NULL;
}

void
ipl_panel_draw (const IplPanel *self, gconstpointer layout, const IplView *view,
                const IplStyle *style, cairo_t *cr, double width, double height)
{
  const char *more, *sentence = get_sentence (self, view, &more);

  if (sentence != NULL)
    ipl_empty_draw_full (style, cr, width, height, sentence, more);
  else if (self->draw != NULL)
    self->draw (layout, view, style, cr, width, height);
  else
    ipl_plot_draw (layout, style, cr);
}

void
ipl_panel_highlight (const IplPanel *self, gconstpointer layout, const IplView *view,
                     const IplStyle *style, const IplTarget *selected, const IplTarget *hovered,
                     cairo_t *cr, double width, double height)
{
  const IplTarget *shown = ipl_target_is_none (hovered) ? selected : hovered;
  g_autofree char *text = NULL;
  const char *more;
  guint moment;

  if (get_sentence (self, view, &more) != NULL)
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
  else if (self->overlay != NULL)
    self->overlay (layout, view, style, selected, hovered, cr, width, height);
  if (self->overlay != NULL || self->build == NULL)
    return;
  ipl_plot_highlight (layout, style, selected, hovered, cr);
  /* The figure chooses its own caption for a moment. */
  if (ipl_target_get_moment (shown, view, &moment))
    return;
  if (self->describe_target != NULL)
    text = self->describe_target (shown, view);
  else
    {
      /* The layout may belong to an earlier view. */
      IplPlot plot = *(const IplPlot *)layout;

      plot.view = view;
      text = ipl_plot_describe_target (&plot, shown);
    }
  /* A width is a position along x and gets no caption. */
  if (shown->kind == IPL_TARGET_ROW && self->drags_width)
    return;
  if (text != NULL)
    ipl_caption_draw_plain (style, text, cr, width);
  else if (!((const IplPlot *)layout)->is_captioned_elsewhere || !ipl_target_is_of_paths (shown))
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

gboolean
ipl_panel_pick (const IplPanel *self, gconstpointer layout, const IplView *view,
                const IplStyle *style, double width, double height, double x, double y,
                IplTarget *target)
{
  const char *more;

  if (self->pick != NULL)
    return get_sentence (self, view, &more) == NULL
           && self->pick (layout, view, style, width, height, x, y, target);
  return self->build != NULL && ipl_plot_pick (layout, style, x, y, target);
}

/* Chooses the cell at the end of a drag that began on a map, or the nearest one. */
static gboolean
choose_cell (const IplPanel *self, const IplPlot *plot, const IplView *view, double from_x,
             double from_y, double x, double y, IplParameters *parameters)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);
  gsize row, column;

  if (axes == NULL || !ipl_heat_map_find (&axes->map, from_x, from_y, &row, &column))
    return FALSE;
  ipl_heat_map_find_nearest (&axes->map, x, y, &row, &column);
  return self->choose_cell (view, row, column, parameters);
}

gboolean
ipl_panel_edit (const IplPanel *self, gconstpointer layout, const IplView *view,
                const IplStyle *style, double from_x, double from_y, double x, double y,
                IplParameters *parameters)
{
  if (self->edit != NULL)
    return self->edit (layout, view, style, from_x, from_y, x, y, parameters);
  if (self->choose_cell != NULL)
    return choose_cell (self, layout, view, from_x, from_y, x, y, parameters);
  return self->build != NULL
         && ipl_plot_drag_time (layout, style, from_x, from_y, x, y, parameters);
}

IplTarget
ipl_panel_step (const IplPanel *self, const IplTarget *from, const IplView *view, int dx, int dy)
{
  g_autoptr (IplPlot) plot = NULL;

  if (self->step != NULL)
    return self->step (from, view, dx, dy);
  if (self->n_parts > 0)
    return ipl_panel_step (self->parts[0].panel, from, view, dx, dy);
  if (self->build == NULL)
    return IPL_TARGET_NONE;
  plot = ipl_plot_build (self, view, IPL_LOOK_INTERPLAY);
  return ipl_plot_step (plot, from, dx, dy);
}

/* Appends the names of the ghosts, which are drawn behind the current view. */
static void
append_ghosts (GString *text, const IplView *view)
{
  for (guint i = 0; i < view->n_ghosts; i++)
    g_string_append_printf (text, "%s %s", i == 0 ? " Pale curves for comparison:" : ";",
                            view->ghosts[i]->name != NULL ? view->ghosts[i]->name : "the same");
  if (view->n_ghosts > 0)
    g_string_append_c (text, '.');
}

/* Appends the description of the plot, or the reason for an empty panel. */
static void
append_plot_words (const IplPanel *self, GString *text, const IplView *view)
{
  const char *more = NULL, *empty = self->empty != NULL ? self->empty (view, &more) : NULL;
  g_autoptr (IplPlot) plot = empty == NULL ? ipl_plot_build_numbers (self, view) : NULL;

  if (view->the_case != NULL && (self->needs & IPL_NEEDS_THEORY) != 0)
    ipl_describe_setting (text, view);
  if (empty != NULL)
    g_string_append_printf (text, " %s%s", empty, g_str_has_suffix (empty, ".") ? "" : ".");
  else
    ipl_plot_describe (plot, text);
}

/* Appends the description of the panel. */
void
ipl_panel_append_words (const IplPanel *self, GString *text, const IplView *view)
{
  if (self->sentence != NULL)
    g_string_append (text, self->sentence);
  if (self->describe != NULL)
    self->describe (text, view);
  append_ghosts (text, view);
  if (self->sentence == NULL || self->describe != NULL)
    return;
  ipl_describe_moment (text, view);
  if (self->build != NULL || self->numbers != NULL)
    append_plot_words (self, text, view);
}

/* Returns: (transfer full) (nullable): the plot of the panel, or the one made for its numbers;
 * NULL for a panel without numbers */
static IplPlot *
make_numbers (const IplPanel *self, const IplView *view)
{
  const char *more;

  if ((self->build == NULL && self->numbers == NULL) || get_sentence (self, view, &more) != NULL)
    return NULL;
  return ipl_plot_build_numbers (self, view);
}

/* Appends the panel's own table, or that of its plot. */
void
ipl_panel_append_table (const IplPanel *self, GString *text, const IplView *view)
{
  g_autoptr (IplPlot) plot = NULL;

  if (self->table != NULL)
    {
      self->table (text, view);
      return;
    }
  plot = make_numbers (self, view);
  if (plot == NULL)
    g_string_append (text, self->numbers != NULL ? "\n" : "");
  else
    ipl_plot_append_tables (plot, text);
}

/* Returns: (transfer full) (nullable): a line of plain text with the numbers of the hovered
 * target */
char *
ipl_panel_describe_target (const IplPanel *self, const IplTarget *target, const IplView *view)
{
  g_autoptr (IplPlot) plot = NULL;

  if (self->describe_target != NULL)
    return self->describe_target (target, view);
  plot = make_numbers (self, view);
  return plot != NULL ? ipl_plot_describe_target (plot, target) : NULL;
}
