/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Components of v(t): the weights of one hidden unit over all tokens, against time. */

#include "figures/panels/dynamics/joint-view.h"
#include "figures/panels/time/time-panel.h"

#include "figures/kit/number.h"
#include "figures/view/caption.h"
#include "figures/view/words.h"

typedef struct
{
  IplTimePlot plot; /* first: it is the layout of a panel of time */
  IplJointView shown;
  char *title;
} Layout;

static char *
key_of (const IplJointView *shown, gsize token)
{
  gsize n = shown->n_distinct;

  if (token == n)
    return g_strdup ("common tokens");
  if (token >= n || (token != 0 && token != n / 2 && token != n - 1))
    return NULL;
  return g_strdup_printf ("%s%" G_GSIZE_FORMAT, token == 0 ? "token " : "", token + 1);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);

  ipl_time_plot_init (&self->plot, view);
  ipl_joint_view_init (&self->shown, view);
  for (gsize m = 0; m < self->shown.M; m++)
    {
      gboolean common = m >= self->shown.n_distinct;
      IplTimeCurve *curve = ipl_time_plot_add_number (
          &self->plot, view->trajectory, "V", m * self->shown.K + self->shown.shown_class,
          key_of (&self->shown, m), ipl_joint_view_color (&self->shown, style, m));

      curve->weight = common ? 0.6 : 0.9;
      curve->dash = common ? IPL_DASH_DASHED : IPL_DASH_SOLID;
    }
  self->title
      = g_strdup_printf ("weight <i>v</i> of unit %" G_GSIZE_FORMAT, self->shown.shown_class + 1);
  self->plot.y_title = self->title;
  self->plot.y_title_short = "<i>v</i>";
  return ipl_time_panel_end (&self->plot, style, width, height);
}

static void
layout_free (gpointer layout)
{
  g_free (((Layout *)layout)->title);
  ipl_time_panel_free (layout);
}

/* A token's curve where one is near, and the moment. */
static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;
  int curve = ipl_time_plot_find_curve (&self->plot, style, x, y);

  if (curve >= 0)
    {
      target->row = curve;
      target->component = (int)self->shown.shown_class;
      return TRUE;
    }
  return ipl_time_panel_pick (layout, view, style, width, height, x, y, target);
}

/* The token that is pointed at, here or in another panel. */
static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  const IplTrajectory *trajectory = view->trajectory;
  gsize token, unit;

  if (!ipl_joint_view_get_cell (&self->shown, said, &token, &unit))
    {
      ipl_time_panel_overlay (layout, view, style, selected, hovered, cr, width, height);
      return;
    }
  cairo_save (cr);
  ipl_frame_clip (&self->plot.frame, cr, style->line_pt);
  for (guint s = 0; s < trajectory->S; s++)
    cairo_line_to (
        cr, ipl_frame_x (&self->plot.frame, trajectory->time[s]),
        ipl_frame_y (&self->plot.frame,
                     ipl_trajectory_get (trajectory, "V",
                                         s)[token * self->shown.K + self->shown.shown_class]));
  cairo_set_line_width (cr, 1.8 * style->line_pt);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
  g_autofree char *text
      = ipl_joint_view_describe_cell (&self->shown, token, self->shown.shown_class);
  ipl_caption_markup (style, text, cr, width);
}

/* Of a moment the least and the largest weight, else the token's numbers. */
static char *
say (const IplTarget *target, const IplView *view)
{
  gsize least = 0, largest = 0;
  IplJointView shown;
  const double *V;
  guint moment;

  if (!ipl_target_get_moment (target, view, &moment))
    return ipl_joint_view_say (target, view);
  ipl_joint_view_init (&shown, view);
  V = ipl_trajectory_get (view->trajectory, "V", moment) + shown.shown_class;
  for (gsize m = 0; m < shown.M; m++)
    {
      least = V[m * shown.K] < V[least * shown.K] ? m : least;
      largest = V[m * shown.K] > V[largest * shown.K] ? m : largest;
    }

  GString *text = g_string_new (NULL);
  g_autofree char *low = ipl_number_text (V[least * shown.K], 3);
  g_autofree char *high = ipl_number_text (V[largest * shown.K], 3);
  g_string_append_printf (text,
                          "weights of unit %" G_GSIZE_FORMAT " from %s (token %" G_GSIZE_FORMAT
                          ") to %s (token %" G_GSIZE_FORMAT ")",
                          shown.shown_class + 1, low, least + 1, high, largest + 1);
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

static void
describe (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *V;
  gsize best = 0;

  ipl_joint_view_init (&shown, view);
  V = ipl_joint_view_get (&shown, "V") + shown.shown_class;
  for (gsize m = 0; m < shown.M; m++)
    if (V[m * shown.K] > V[best * shown.K])
      best = m;
  g_autofree char *value = ipl_number_text (V[best * shown.K], 3);
  g_string_append_printf (text,
                          "Weights of hidden unit %" G_GSIZE_FORMAT
                          " over all tokens against time. The largest at the time shown is that of "
                          "token %" G_GSIZE_FORMAT ": %s.",
                          shown.shown_class + 1, best + 1, value);
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  g_string_append (text, trajectory->in_steps ? "step" : "time");
  for (gsize m = 0; m < shown.M; m++)
    g_string_append_printf (text, "\ttoken %" G_GSIZE_FORMAT, m + 1);
  g_string_append_c (text, '\n');
  for (guint s = 0; s < trajectory->S; s++)
    {
      const double *V = ipl_trajectory_get (trajectory, "V", s) + shown.shown_class;

      ipl_table_number (text, trajectory->time[s]);
      for (gsize m = 0; m < shown.M; m++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, V[m * shown.K]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_joint_curves = {
  .id = "joint-curves",
  .ranges = IPL_RANGE_XY,
  .title = "Weights of one unit",
  .experiment = "joma-joint",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = ipl_time_panel_draw,
  .overlay = overlay,
  .pick = pick,
  .edit = ipl_time_panel_edit,
  .say = say,
  .step = ipl_time_plot_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.62,
  .height_wide = 0.36,
};
