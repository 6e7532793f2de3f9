/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Learned attention against the number of examples: order parameter and free energy of both
 * branches, free energy along a line through attention weights, accuracy, and the attention of
 * the heads. */

#include "figures/kit/number.h"
#include "figures/plot/time-curves.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Finds the moment at which the lowest minimum changes from the first branch to the second;
 * FALSE if there is none. */
static gboolean
find_jump (const IplTrajectory *trajectory, guint *after)
{
  for (guint s = 1; s < trajectory->S; s++)
    {
      const double *before = ipl_trajectory_get (trajectory, "free_energy", s - 1);
      const double *F = ipl_trajectory_get (trajectory, "free_energy", s);

      if (before[0] <= before[1] + 0.01 && F[1] < F[0] - 0.01)
        {
          *after = s;
          return TRUE;
        }
    }
  return FALSE;
}

/* Finds the range of P in which both branches differ. */
static gboolean
find_coexistence (const IplTrajectory *trajectory, double *first, double *last)
{
  gboolean any = FALSE;

  for (guint s = 0; s < trajectory->S; s++)
    {
      const double *F = ipl_trajectory_get (trajectory, "free_energy", s);

      if (!(fabs (F[0] - F[1]) > 0.01))
        continue;
      if (!any)
        *first = trajectory->time[s];
      *last = trajectory->time[s];
      any = TRUE;
    }
  return any;
}

/* Adds notes on coexistence and jump of the branches. */
static void
add_notes (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  double first, last;
  guint after;

  if (find_coexistence (trajectory, &first, &last))
    ipl_plot_add_note (plot, "From P = %.0f to %.0f both branches are separate minima.", first,
                       last);
  else
    ipl_plot_add_note (plot, "Both branches are the same minimum at every P.");
  if (find_jump (trajectory, &after))
    ipl_plot_add_note (plot,
                       "The lowest minimum jumps between P = %.0f and %.0f, from %.3g to %.3g.",
                       trajectory->time[after - 1], trajectory->time[after],
                       ipl_trajectory_get (trajectory, "order_parameter", after - 1)[0],
                       ipl_trajectory_get (trajectory, "order_parameter", after)[1]);
}

const IplPanel ipl_panel_birth_order = {
  .id = "birth-order",
  .title = "Order parameter of the head",
  .experiment = "learned-attention",
  .sentence = "Overlap of the most probable attention with the task’s own head, against the number "
              "of examples, followed from few examples up and from many down.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_X,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{
      .y = { { "overlap of attention with the task’s head", "overlap", 0, NAN, .pad = 0.05 } },
      .curves = { { "order_parameter", "from few examples up", .role = { IPL_ROLE_THEORY },
                    .each = "branch" },
                  { "order_parameter", "from many examples down", .row = 1,
                    .role = { IPL_ROLE_THEORY }, .dash = IPL_DASH_DASHED, .each = "branch" } },
      .more = add_notes },
};

static void
build_energy (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  double *gap = ipl_plot_new_numbers (plot, trajectory->S);

  for (guint s = 0; s < trajectory->S; s++)
    {
      const double *F = ipl_trajectory_get (trajectory, "free_energy", s);

      gap[s] = F[1] - F[0];
    }
  ipl_axes_add_rule (axes, 0, 0, IPL_ROLE (MUTED), NULL)->weight = 0.7;
  ipl_axes_add (
      axes,
      (IplMark){
          .x = ipl_numbers (trajectory->time, trajectory->S),
          .y = (IplNumbers){ gap, trajectory->S, 1,
                             "results[\"free_energy\"][:, 1] - results[\"free_energy\"][:, 0]" },
          .role = IPL_ROLE (THEORY),
          .label = g_strdup ("from many − from few"),
          .shows_points = TRUE,
          .series = "free energy of the branch from many minus that from few" });
  ipl_axes_add_number (axes, trajectory, "line_barrier", 0, IPL_ROLE_OF (SERIES, 2),
                       g_strdup ("barrier along the line"));
  axes->y.title = "free energy, difference of branches";
  axes->y.brief = "free energy";
  ipl_axes_list_array (axes, trajectory, "free_energy", IPL_LISTED);
}

const IplPanel ipl_panel_birth_energy = {
  .id = "birth-energy",
  .title = "Which head is more probable",
  .experiment = "learned-attention",
  .build = build_energy,
  .sentence = "Free energy of the branch from many examples minus that of the branch from few: "
              "below 0 the learned head is more probable. Also the barrier along the line between "
              "two minima, if there are two.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_X,
  IPL_AGAINST_TIME,
};

/* Adds points at the interior minima of a curve. */
static void
add_minima (IplPlot *plot, IplPlotAxes *axes, const double *line, const double *F, gsize n)
{
  double *x = ipl_plot_new_numbers (plot, n), *y = ipl_plot_new_numbers (plot, n);
  gsize count = 0;

  for (gsize i = 1; i + 1 < n; i++)
    if (F[i] < F[i - 1] && F[i] < F[i + 1])
      {
        x[count] = line[i];
        y[count++] = F[i];
      }
  if (count == 0)
    return;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (x, count),
                                 .y = ipl_numbers (y, count), .role = IPL_ROLE (ACCENT),
                                 .label = g_strdup ("minima"), .marker = IPL_MARKER_DOT,
                                 .size = 0.3, .listed = IPL_LISTED_NOWHERE });
}

/* Adds the points of the curve at the moment shown, which can be hovered. */
static void
add_points (IplPlotAxes *axes, const IplView *view, IplNumbers x)
{
  ipl_axes_add (axes,
                (IplMark){ IPL_MARK_POINTS, .x = x,
                           .y = ipl_numbers_at (view->trajectory, "line_free_energy", view->moment),
                           .role = IPL_ROLE (ACCENT), .items = &ipl_items_component,
                           .marker = IPL_MARKER_DOT, .size = 0.14 });
}

static void
build_line (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *line = ipl_trajectory_find (trajectory, "line");
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  gsize n = line->size;
  double highest = 1, lowest = 0;

  for (guint s = 0; s <= trajectory->S; s++)
    {
      gboolean now = s == trajectory->S;
      guint moment = now ? view->moment : s;
      IplNumbers F = ipl_numbers_at (trajectory, "line_free_energy", moment);
      IplRole role = IPL_ROLE_OF_N (ORDERED, s, MAX (trajectory->S, 2));
      char *label = NULL;

      role.fade = now ? 0 : 0.4;
      if (now || ((s == 0 || s + 1 == trajectory->S) && s != view->moment))
        label = g_strdup_printf ("<i>P</i> = %.0f", trajectory->time[moment]);
      ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (line->values, n),
                                     .y = F,
                                     .role = now ? IPL_ROLE (ACCENT) : role,
                                     .label = label,
                                     .weight = now ? 1.4 : 0.6,
                                     .series = ipl_plot_format (plot, "free energy at P = %.0f",
                                                                trajectory->time[moment]) });
      for (gsize i = 0; now && i < n; i++)
        {
          lowest = MIN (lowest, isfinite (F.data[i]) ? F.data[i] : 0);
          highest = MAX (highest, isfinite (F.data[i]) && line->values[i] <= 1 ? F.data[i] : 0);
        }
    }
  add_points (axes, view, ipl_numbers (line->values, n));
  add_minima (plot, axes, line->values,
              ipl_trajectory_get (trajectory, "line_free_energy", view->moment), n);
  axes->x.title = "attention weights along the line";
  axes->y.title = "free energy relative to no attention";
  axes->y.brief = "free energy";
  axes->y.is_fixed = TRUE;
  axes->y.lo = lowest - 0.15 * (highest - lowest);
  axes->y.hi = highest + 0.4 * (highest - lowest);
}

const IplPanel ipl_panel_birth_line = {
  .id = "birth-line",
  .title = "Free energy of attention",
  .experiment = "learned-attention",
  .build = build_line,
  .sentence = "Free energy along a line through attention weights, from none at 0 to the weights "
              "learned from the largest P at 1, at every P; the minima at the shown P are marked.",
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.62,
  .height_wide = 0.36,
};
