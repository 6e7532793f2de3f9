/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loss and entropy of attention against time, one below the other. */

#include "figures/panels/time/time-panel.h"
#include "core/base/units.h"

static const char *const names[] = { "loss", "entropy", NULL };

typedef struct
{
  IplTimePlot plot[2];
} Layout;

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt, gap = 0.5 * style->font_pt;
  gboolean beside = width > 2.2 * height;
  double w = MAX (beside ? (width - 2 * margin - 2 * gap) / 2 : width - 2 * margin, 1);
  double h = MAX (beside ? height - 2 * margin : (height - 2 * margin - gap) / 2, 1);

  for (guint i = 0; i < 2; i++)
    {
      IplTimePlot *plot = &self->plot[i];

      ipl_time_plot_init (plot, view);
      ipl_time_plot_add_number (plot, view->trajectory, names[i], 0, NULL,
                                i == 0 ? style->ink : ipl_style_theory_color (style));
      plot->y_title = names[i];
      if (!beside && i == 0)
        plot->x_title = NULL;
      ipl_time_plot_layout (plot, style,
                            &(IplRect){ margin + (beside ? i * (w + 2 * gap) : 0),
                                        margin + (beside ? 0 : i * (h + gap)), w, h });
    }
  return self;
}

static void
layout_free (gpointer layout)
{
  Layout *self = layout;

  for (guint i = 0; i < 2; i++)
    ipl_time_plot_clear (&self->plot[i]);
  g_free (self);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  for (guint i = 0; i < 2; i++)
    ipl_time_plot_draw (&self->plot[i], style, cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;

  for (guint i = 0; i < 2; i++)
    ipl_time_plot_overlay (&self->plot[i], style, selected, hovered, cr);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;

  return ipl_time_plot_pick (&self->plot[0], style, x, y, target)
         || ipl_time_plot_pick (&self->plot[1], style, x, y, target);
}

static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const Layout *self = layout;

  return ipl_time_plot_edit (&self->plot[0], style, from_x, from_y, x, y, parameters)
         || ipl_time_plot_edit (&self->plot[1], style, from_x, from_y, x, y, parameters);
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append (text, "Loss, and the entropy of attention in " IPL_NATS ", against time.");
  ipl_time_panel_describe (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, names);
}

const IplPanel ipl_panel_joint_course = {
  .id = "joint-course",
  .title = "Loss and entropy",
  .experiment = "joma-joint",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .edit = edit,
  .numbers = names,
  .step = ipl_time_plot_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.95,
  .height_wide = 0.36,
};
