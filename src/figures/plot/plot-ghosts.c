/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ghosts: draws the same panel of earlier views behind the marks of a plot. Their curves, points
 * and bars are pale, and one key each names the difference. */

#include "figures/plot/plot-private.h"

/* Share of paper colour in the latest ghost, and its increase for each earlier one. */
#define FADE 0.1
#define FADE_MORE 0.2

static gboolean
is_ghost_mark (const IplMark *mark)
{
  return mark->kind == IPL_MARK_LINE || mark->kind == IPL_MARK_POINTS
         || mark->kind == IPL_MARK_HISTOGRAM || (mark->kind == IPL_MARK_BARS && !mark->lies);
}

/* Makes a copy of a mark that is not hovered and has no file source for scripts. */
static IplMark
make_pale (const IplMark *mark, IplRole role, IplDash dash)
{
  IplMark pale = *mark;

  pale.role = role;
  pale.label = pale.brief = NULL;
  pale.key = IPL_KEY_NONE;
  pale.items = NULL;
  pale.lo = pale.hi = (IplNumbers){ 0 };
  pale.x.source = pale.y.source = NULL;
  pale.pick_by_x = pale.draws_drop_lines = pale.color_by_item = pale.dip = FALSE;
  pale.doubtful = NULL;
  pale.doubt = NULL;
  pale.part = "kept";
  pale.listed = IPL_LISTED_NOWHERE;
  if (mark->kind == IPL_MARK_LINE)
    pale.dash = dash;
  if (mark->kind == IPL_MARK_POINTS)
    pale.hollow = TRUE;
  if (mark->kind == IPL_MARK_BARS || mark->kind == IPL_MARK_HISTOGRAM)
    {
      pale.outlined = TRUE;
      pale.alpha = 0;
      pale.lo = mark->lo;
      pale.lo.source = NULL;
    }
  return pale;
}

/* Inserts the key of a ghost as the last key, after the ghost marks. */
static void
add_key (IplPlotAxes *axes, IplRole role, IplDash dash, char *label_take)
{
  IplMark key = { IPL_MARK_KEY, .key = IPL_KEY_LINE, .role = role,
                  .dash = dash, .weight = 1,         .label = label_take };

  guint at = axes->listed_from_top ? 0 : axes->marks->len;

  while (at < axes->marks->len
         && g_strcmp0 (g_array_index (axes->marks, IplMark, at).part, "kept") == 0)
    at++;
  g_array_insert_val (axes->marks, at, key);
}

static void
add_ghost (IplPlot *self, const IplView *view, guint age)
{
  IplView without_ghosts = *view;
  IplPlot *ghost_plot;
  IplRole role = { .kind = IPL_ROLE_MUTED, .fade = FADE + FADE_MORE * age };
  IplDash dash = (age + 1) % IPL_N_DASHES;
  g_autofree char *name = ipl_view_name_markup (view->name != NULL ? view->name : "kept");
  gboolean any = FALSE;

  without_ghosts.n_ghosts = 0;
  g_ptr_array_add (self->owned, g_memdup2 (&without_ghosts, sizeof without_ghosts));
  ghost_plot = ipl_plot_build (self->panel, self->owned->pdata[self->owned->len - 1], self->look);
  g_ptr_array_add (self->ghosts, ghost_plot);
  for (guint i = 0; i < self->axes->len && ghost_plot->axes->len == self->axes->len; i++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (self, i), *from = ipl_plot_get_axes (ghost_plot, i);

      for (guint m = from->is_map || axes->is_map ? 0 : from->marks->len; m-- > 0;)
        {
          const IplMark *mark = &g_array_index (from->marks, IplMark, m);
          IplMark pale = make_pale (mark, role, dash);

          if (!is_ghost_mark (mark))
            continue;
          any = TRUE;
          g_array_insert_val (axes->marks, 0, pale);
        }
    }
  if (any)
    add_key (ipl_plot_get_axes (self, 0), role, dash, g_strdup_printf ("kept: %s", name));
}

/* TRUE if the panel shows comparable numbers of the ghost. */
static gboolean
fits (const IplPlot *self, const IplView *ghost)
{
  const IplView *view = self->view;

  if ((ghost->the_case != NULL) != (view->the_case != NULL))
    return FALSE;
  if (view->the_case != NULL)
    return view->the_case->labels.kind == ghost->the_case->labels.kind
           && ipl_panel_fits (self->panel, ghost);
  return view->dynamics != NULL && ghost->dynamics != NULL
         && view->dynamics->experiment == ghost->dynamics->experiment;
}

/* Requires the panel's own marks. */
static void
add_ghosts (IplPlot *self)
{
  const IplView *view = self->view;

  for (guint k = 0; k < view->n_ghosts && self->axes->len > 0; k++)
    if (fits (self, view->ghosts[view->n_ghosts - 1 - k]))
      add_ghost (self, view->ghosts[view->n_ghosts - 1 - k], k);
}

/* A panel without data gets empty axes for its sentence. Panels of samples show the width above
 * it. */
static void
build (IplPlot *self)
{
  const IplPanel *panel = self->panel;
  const char *more;

  if (panel->empty == NULL || panel->empty (self->view, &more) == NULL)
    (panel->build != NULL ? panel->build : panel->numbers) (self, self->view);
  else if ((panel->needs & IPL_NEEDS_SAMPLES) != 0)
    ipl_axes_add_posterior_keys (ipl_plot_add_axes (self), self->view);
  else
    ipl_plot_add_axes (self);
}

/* Returns: (transfer full): the plot of a panel; @view must outlive it */
IplPlot *
ipl_plot_build (const IplPanel *panel, const IplView *view, IplLook look)
{
  IplPlot *self = ipl_plot_new (panel, view);

  self->look = look;
  build (self);
  ipl_plot_choose_time_axis (self);
  add_ghosts (self);
  return self;
}

/* Returns: (transfer full): the plot for text and tables: without ghosts, and with all moments
 * on each time axis */
IplPlot *
ipl_plot_build_numbers (const IplPanel *panel, const IplView *view)
{
  IplPlot *self = ipl_plot_new (panel, view);

  build (self);
  return self;
}
