/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs on a text beside each other: loss on what was not trained on (of the run shown, on what was
 * trained on too), and the entropy of attention of the lowest layer. */

#include "core/experiments/text-result.h"
#include "core/base/units.h"
#include "figures/kit/number.h"
#include "figures/panels/time/time-panel.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  IplTimePlot loss, entropy;
  double floor_time[2], floor[2];
} Layout;

static void
add_run (IplTimePlot *self, const IplStyle *style, const IplTextCurves *curves, const char *name,
         guint k, guint n, gboolean key)
{
  IplTimeCurve *curve = ipl_time_plot_add_number (
      self, curves->trajectory, name, 0,
      key ? g_markup_escape_text (n > 1 ? curves->label : "validation", -1) : NULL,
      ipl_time_plot_color (style, k, n));

  curve->dash = k % IPL_N_DASHES;
  curve->weight = k == 0 ? 1.2 : 0.8;
}

/* Of the run shown, with dropout. */
static void
add_training (IplTimePlot *self, const IplStyle *style, const IplTextCurves *curves)
{
  IplTimeCurve *curve = ipl_time_plot_add_number (self, curves->trajectory, "loss", 0,
                                                  g_strdup ("training"), style->ink);

  curve->weight = 0.6;
}

/* The loss that cannot be undercut, as a line from end to end. */
static void
add_floor (Layout *self, const IplStyle *style, const IplTextResult *result)
{
  double last = 1;
  IplTimeCurve *curve;

  if (isnan (result->entropy))
    return;
  for (guint k = 0; k < result->runs->len; k++)
    {
      const IplTrajectory *trajectory = ((IplTextCurves *)result->runs->pdata[k])->trajectory;

      last = MAX (last, trajectory->time[trajectory->S - 1]);
    }
  self->floor_time[1] = last;
  self->floor[0] = self->floor[1] = result->entropy;
  curve = ipl_time_plot_add (&self->loss, self->floor_time, self->floor, 2, 1,
                             g_strdup ("least that can be learned"), style->faint);
  curve->dash = IPL_DASH_DOTTED;
}

/* Of an array that all runs have. */
static const char *
get_unit (const IplTextResult *result, const char *name)
{
  const IplTextCurves *first = result->runs->pdata[0];

  return ipl_trajectory_find (first->trajectory, name)->unit;
}

static void
make_loss (Layout *self, const IplView *view, const IplStyle *style, const IplRect *area)
{
  const IplTextResult *result = view->own->data;

  ipl_time_plot_init (&self->loss, view);
  for (guint k = 0; k < result->runs->len; k++)
    add_run (&self->loss, style, result->runs->pdata[k], "validation_loss", k, result->runs->len,
             TRUE);
  add_training (&self->loss, style, result->runs->pdata[0]);
  add_floor (self, style, result);
  self->loss.y_title = ipl_unit_label ("loss", get_unit (result, "validation_loss"));
  self->loss.y_title_short = "loss";
  ipl_time_plot_layout (&self->loss, style, area);
}

static void
make_entropy (Layout *self, const IplView *view, const IplStyle *style, const IplRect *area)
{
  const IplTextResult *result = view->own->data;

  ipl_time_plot_init (&self->entropy, view);
  for (guint k = 0; k < result->runs->len; k++)
    add_run (&self->entropy, style, result->runs->pdata[k], "entropy", k, result->runs->len, FALSE);
  self->entropy.y_title = ipl_unit_label ("entropy, layer 1", get_unit (result, "entropy"));
  self->entropy.y_title_short = "entropy, layer 1";
  ipl_time_plot_layout (&self->entropy, style, area);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt, gap = 1.2 * style->font_pt, keys;
  gboolean beside = width > 2.1 * height;
  IplRect first = { margin, margin, width - 2 * margin, height - 2 * margin }, second;

  if (beside)
    first.w = MAX ((first.w - gap) / 2, 1);
  else
    first.h = MAX ((first.h - gap / 2) / 2, 1);
  second = first;
  if (beside)
    second.x += first.w + gap;
  else
    second.y += first.h + gap / 2;
  make_loss (self, view, style, &first);
  /* Both plots of the same height, where keys stand above the first. */
  keys = self->loss.legend.height;
  if (!beside)
    {
      ipl_time_plot_clear (&self->loss);
      first.h += keys / 2;
      make_loss (self, view, style, &first);
      keys /= 2;
    }
  second.y += keys;
  second.h = MAX (second.h - keys, 1);
  make_entropy (self, view, style, &second);
  return self;
}

static void
layout_free (gpointer layout)
{
  Layout *self = layout;

  ipl_time_plot_clear (&self->loss);
  ipl_time_plot_clear (&self->entropy);
  g_free (self);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  ipl_time_plot_draw (&self->loss, style, cr);
  ipl_time_plot_draw (&self->entropy, style, cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;

  ipl_time_plot_overlay (&self->loss, style, selected, hovered, cr);
  ipl_time_plot_overlay (&self->entropy, style, selected, hovered, cr);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;

  return ipl_time_plot_pick (&self->loss, style, x, y, target)
         || ipl_time_plot_pick (&self->entropy, style, x, y, target);
}

static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const Layout *self = layout;

  return ipl_time_plot_edit (&self->loss, style, from_x, from_y, x, y, parameters)
         || ipl_time_plot_edit (&self->entropy, style, from_x, from_y, x, y, parameters);
}

/* Loss and entropy of every run at the moment that is pointed at. */
static char *
say (const IplTarget *target, const IplView *view)
{
  const IplTextResult *result = view->own->data;
  GString *text;
  guint moment;

  if (!ipl_target_get_moment (target, view, &moment))
    return NULL;
  text = g_string_new (NULL);
  for (guint k = 0; k < result->runs->len; k++)
    {
      const IplTextCurves *curves = result->runs->pdata[k];
      const IplTrajectory *run = curves->trajectory;
      guint at = ipl_trajectory_find_moment (run, view->trajectory->time[moment]);
      g_autofree char *loss = ipl_number_text (*ipl_trajectory_get (run, "validation_loss", at), 4);
      g_autofree char *entropy = ipl_number_text (*ipl_trajectory_get (run, "entropy", at), 4);

      g_string_append_printf (text, "%s%s: loss %s " IPL_NATS ", entropy %s " IPL_NATS,
                              k > 0 ? "; " : "", curves->label, loss, entropy);
    }
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

/* Least loss, and the entropy's way: where it began, where it was least, where it ended. */
static void
summarize (const IplTextCurves *curves, double *loss, double entropy[3], double *dip)
{
  const IplTrajectory *trajectory = curves->trajectory;

  *loss = entropy[1] = INFINITY;
  *dip = 0;
  for (guint s = 0; s < trajectory->S; s++)
    {
      double value = *ipl_trajectory_get (trajectory, "entropy", s);

      *loss = fmin (*loss, *ipl_trajectory_get (trajectory, "validation_loss", s));
      if (s == 0)
        entropy[0] = value;
      if (value < entropy[1])
        {
          entropy[1] = value;
          *dip = trajectory->time[s];
        }
      entropy[2] = value;
    }
}

static void
describe (GString *text, const IplView *view)
{
  const IplTextResult *result = view->own->data;

  g_string_append_printf (text, "%u run%s on the text, loss and entropy of the lowest layer:",
                          result->runs->len, result->runs->len == 1 ? "" : "s");
  for (guint k = 0; k < result->runs->len; k++)
    {
      const IplTextCurves *curves = result->runs->pdata[k];
      double loss, entropy[3], dip;

      summarize (curves, &loss, entropy, &dip);
      g_string_append_printf (text,
                              "%s %s has a least loss of %.3f, its entropy goes from %.2f over "
                              "%.2f at step %.0f to %.2f",
                              k > 0 ? ";" : "", curves->label, loss, entropy[0], entropy[1], dip,
                              entropy[2]);
    }
  g_string_append_printf (text, ". Who knows only how frequent words are has a loss of %.3f",
                          result->word_entropy);
  if (isfinite (result->entropy))
    g_string_append_printf (text, ", who knows the grammar %.3f", result->entropy);
  g_string_append_c (text, '.');
}

static void
table (GString *text, const IplView *view)
{
  const IplTextResult *result = view->own->data;

  g_string_append (text, "run\tleast validation loss\tentropy of layer 1 at first\tleast\tat step"
                         "\tat last\n");
  for (guint k = 0; k < result->runs->len; k++)
    {
      const IplTextCurves *curves = result->runs->pdata[k];
      double loss, entropy[3], dip;
      const double *numbers[] = { &loss, &entropy[0], &entropy[1], &dip, &entropy[2] };

      summarize (curves, &loss, entropy, &dip);
      g_string_append (text, curves->label);
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, *numbers[i]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_text_runs = {
  .id = "text-runs",
  .title = "Runs compared",
  .experiment = "joma-text",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .edit = edit,
  .say = say,
  .step = ipl_time_plot_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.9,
  .height_wide = 0.36,
};
