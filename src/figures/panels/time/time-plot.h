/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"
#include "figures/kit/frame.h"
#include "figures/kit/legend.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/**
 * IplTimeCurve:
 * @time: (array length=n): increasing; borrowed
 * @values: one for every @stride numbers, @n of them; borrowed. What is not finite is passed over,
 *   the curve goes on with the next
 * @n: how many
 * @stride: numbers from one moment to the next
 * @label: (nullable): markup of its key, owned by the plot; %NULL for no key
 * @color: its color
 * @dash: its dash
 * @weight: its width, over that of a data line
 * @dip: whether its least value is marked where the curve falls to it and rises again
 *
 * A curve against time.
 */
typedef struct
{
  const double *time;
  const double *values;
  gsize n, stride;
  char *label;
  IplColor color;
  IplDash dash;
  double weight;
  gboolean dip;
} IplTimeCurve;

/**
 * IplTimePlot:
 * @curves: (element-type IplTimeCurve): in the order in which they are drawn
 * @time: (nullable) (array length=n_times): moments that can be pointed at
 * @n_times: how many
 * @first_target: the step of a target at the first
 * @now: the time that is shown, which is marked; NaN for none
 * @end: the least end of the axis; a run that goes on has one that seldom changes
 * @log: whether the vertical axis is logarithmic; what is not above 0 is passed over then
 * @lo, @hi: what the vertical axis holds at least; NaN where the curves alone decide
 * @until: the time until which curves decide what the vertical axis holds; infinite for all of it,
 *   less where something runs away
 * @x_title: markup; the plot's own where ipl_time_plot_init() had a trajectory
 * @y_title, @y_title_short: (nullable): markup, borrowed
 * @legend, @legend_at: keys, and where they are
 * @frame: axes
 *
 * Curves against time with the time shown marked, for every panel that has some, and for a part of
 * one. ipl_time_plot_init(), curves, ipl_time_plot_layout(), then the rest in any order.
 */
typedef struct
{
  GArray *curves;
  const double *time;
  gsize n_times;
  int first_target;
  double now, end;
  gboolean log;
  double lo, hi;
  double until;
  const char *x_title;
  const char *y_title, *y_title_short;
  IplLegend legend;
  double legend_x, legend_y;
  IplFrame frame;
} IplTimePlot;

void ipl_time_plot_init (IplTimePlot *self, const IplView *view);
void ipl_time_plot_clear (IplTimePlot *self);
IplTimeCurve *ipl_time_plot_add (IplTimePlot *self, const double *time, const double *values,
                                 gsize n, gsize stride, char *label_take, IplColor color);
IplTimeCurve *ipl_time_plot_add_number (IplTimePlot *self, const IplTrajectory *trajectory,
                                        const char *name, gsize component, char *label_take,
                                        IplColor color);
guint ipl_time_plot_add_array (IplTimePlot *self, const IplStyle *style,
                               const IplTrajectory *trajectory, const char *name, const char *one);
void ipl_time_plot_set_title (IplTimePlot *self, const IplTrajectory *trajectory, const char *name,
                              const char *short_words);
IplColor ipl_time_plot_color (const IplStyle *style, gsize k, gsize n);

void ipl_time_plot_layout (IplTimePlot *self, const IplStyle *style, const IplRect *area);
void ipl_time_plot_draw (const IplTimePlot *self, const IplStyle *style, cairo_t *cr);
void ipl_time_plot_overlay (const IplTimePlot *self, const IplStyle *style,
                            const IplTarget *selected, const IplTarget *hovered, cairo_t *cr);
gboolean ipl_time_plot_pick (const IplTimePlot *self, const IplStyle *style, double x, double y,
                             IplTarget *target);
int ipl_time_plot_find_curve (const IplTimePlot *self, const IplStyle *style, double x, double y);
gboolean ipl_time_plot_edit (const IplTimePlot *self, const IplStyle *style, double from_x,
                             double from_y, double x, double y, IplParameters *parameters);
IplTarget ipl_time_plot_step (const IplTarget *from, const IplView *view, int dx, int dy);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplTimePlot, ipl_time_plot_clear)

G_END_DECLS
