/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order in which the pairs of a latent tree are learned: each weight over what it grows to, by
 * how far up the common ancestor is, with the step from which it counts as learned. */

#include "core/hierarchy/tree-attention.h"
#include "figures/kit/marker.h"
#include "figures/kit/number.h"
#include "figures/panels/hierarchy/latent-tree-view.h"
#include "figures/panels/time/time-panel.h"

#include <math.h>

typedef struct
{
  IplTimePlot plot; /* first: it is the layout of a panel of time */
  IplTreeView shown;
  const double *learned_at;
  double *shares; /* [S x depth] */
} Layout;

static const char *const names[] = { "v", "attention", NULL };

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  const IplTrajectory *trajectory = view->trajectory;
  const double *v = ipl_trajectory_get (trajectory, "v", 0);
  const double *mu = ipl_trajectory_get (trajectory, "mu", 0);
  Layout *self = g_new0 (Layout, 1);
  gsize depth;

  ipl_time_plot_init (&self->plot, view);
  ipl_tree_view_init (&self->shown, view);
  self->learned_at = ipl_trajectory_get (trajectory, "learned_at", 0);
  depth = self->shown.tree.depth;
  self->shares = g_new (double, trajectory->S * depth);
  for (gsize i = 0; i < trajectory->S * depth; i++)
    self->shares[i] = v[i] / mu[i % depth];
  for (guint k = 0; k < depth; k++)
    {
      IplTimeCurve *curve = ipl_time_plot_add (
          &self->plot, trajectory->time, self->shares + k, trajectory->S, depth,
          k == 0 ? g_strdup ("common ancestor 1 up") : g_strdup_printf ("%u", k + 1),
          ipl_tree_view_color (&self->shown, style, k + 1));

      curve->dash = k % IPL_N_DASHES;
    }
  self->plot.lo = 0;
  self->plot.hi = 1;
  self->plot.y_title = "weight <i>v</i>/<i>μ</i>";
  return ipl_time_panel_end (&self->plot, style, width, height);
}

static void
layout_free (gpointer layout)
{
  g_free (((Layout *)layout)->shares);
  ipl_time_panel_free (layout);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  const IplFrame *frame = &self->plot.frame;
  double y = ipl_frame_y (frame, IPL_TREE_ATTENTION_LEARNED);

  cairo_save (cr);
  cairo_move_to (cr, frame->plot.x, y);
  cairo_line_to (cr, frame->plot.x + frame->plot.w, y);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_dash (cr, IPL_DASH_DOTTED, ipl_style_hairline (style));
  ipl_set_color (cr, style->faint, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
  ipl_time_panel_draw (layout, view, style, cr, width, height);
  for (guint k = 0; k < self->shown.tree.depth; k++)
    if (isfinite (self->learned_at[k]))
      ipl_draw_dot (cr, style, ipl_tree_view_color (&self->shown, style, k + 1),
                    ipl_frame_x (frame, self->learned_at[k]), y, 0.26 * style->font_pt, FALSE);
}

/* Every weight at the moment that is pointed at. */
static char *
say (const IplTarget *target, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *v = ipl_trajectory_find (trajectory, "v");
  const double *mu = ipl_trajectory_get (trajectory, "mu", 0);
  GString *text;
  guint moment;

  if (!ipl_target_get_moment (target, view, &moment))
    return NULL;
  text = g_string_new (NULL);
  for (gsize k = 0; k < v->size; k++)
    {
      g_autofree char *share = ipl_number_fixed (v->values[moment * v->size + k] / mu[k], 3);

      g_string_append_printf (text,
                              k == 0 ? "v/μ with the common ancestor %" G_GSIZE_FORMAT " up %s"
                                     : ", %" G_GSIZE_FORMAT " up %s",
                              k + 1, share);
    }
  return ipl_trajectory_begin_sentence (trajectory, moment, text);
}

static void
describe (GString *text, const IplView *view)
{
  const IplTrajectoryArray *learned_at = ipl_trajectory_find (view->trajectory, "learned_at");

  g_string_append (text, "Weights of pairs of tokens over what they grow to, against time. ");
  for (gsize k = 0; k < learned_at->size; k++)
    {
      g_autofree char *at
          = isfinite (learned_at->values[k]) ? ipl_number_fixed (learned_at->values[k], 0) : NULL;

      g_string_append_printf (text, "%s %" G_GSIZE_FORMAT " up %s%s", k > 0 ? "," : "Ancestor",
                              k + 1, at != NULL ? "learned at step " : "not learned",
                              at != NULL ? at : "");
    }
  g_string_append_c (text, '.');
  ipl_time_panel_describe (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, names);
}

const IplPanel ipl_panel_pair_order = {
  .id = "pair-order",
  .title = "Order of learning",
  .experiment = "joma-tree",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = ipl_time_panel_overlay,
  .pick = ipl_time_panel_pick,
  .edit = ipl_time_panel_edit,
  .say = say,
  .step = ipl_time_plot_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.62,
  .height_wide = 0.36,
};
