/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The free energy over a plane of attention weights at one number of examples, with both deepest
 * minima and the pass between them. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

#define N_CONTOURS 12
/* Share of the plane that the colours distinguish: it rises steeply far out. */
#define SHOWN_SHARE 0.5
/* Share of the largest number below which colours are linear: barriers are low beside it. */
#define LINEAR_SHARE 0.03
/* A minimum that is farther away from where it was is another. */
#define FAR 0.25

static const char *const names[] = { "plane_barrier", NULL };

/* The plane at a moment. */
typedef struct
{
  const IplTrajectory *trajectory;
  const double *places; /* [n] along either direction */
  const double *F;      /* [n x n] rows along the second */
  gsize n;
  guint moment;
} Plane;

/* FALSE where there is none. */
static gboolean
plane_init (Plane *self, const IplView *view, guint moment)
{
  const IplTrajectoryArray *places = ipl_trajectory_find (view->trajectory, "plane");

  if (places == NULL || places->size < 2)
    return FALSE;
  *self = (Plane){ view->trajectory, places->values,
                   ipl_trajectory_get (view->trajectory, "plane_free_energy", moment), places->size,
                   moment };
  return TRUE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* The ends of the colours, at the moment or over all where maps share them. */
static void
find_scale (const Plane *self, gboolean shared, double *lo, double *hi)
{
  gsize n = self->n * self->n * (shared ? self->trajectory->S : 1), count = 0;
  const double *F
      = shared ? ipl_trajectory_get (self->trajectory, "plane_free_energy", 0) : self->F;
  g_autofree double *sorted = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    if (isfinite (F[i]))
      sorted[count++] = F[i];
  qsort (sorted, count, sizeof *sorted, compare);
  *lo = count > 0 ? sorted[0] : 0;
  *hi = count > 0 ? sorted[(gsize)(SHOWN_SHARE * (double)(count - 1))] : 1;
  if (!(*hi > *lo))
    *hi = *lo + 1;
}

/* A mark at points of the plane: [n x 2], of which some may not be there. */
static void
add_points (IplPlot *plot, IplPlotAxes *axes, const Plane *self, const double *points, gsize n,
            IplMarker marker, const char *label)
{
  double *x = ipl_plot_new_numbers (plot, n), *y = ipl_plot_new_numbers (plot, n);
  double first = self->places[0],
         step = (self->places[self->n - 1] - first) / (double)(self->n - 1);
  gsize count = 0;
  IplMark *mark;

  for (gsize i = 0; i < n; i++)
    {
      if (!isfinite (points[2 * i]))
        continue;
      x[count] = (points[2 * i] - first) / step + 0.5;
      y[count++] = (double)self->n - (points[2 * i + 1] - first) / step - 0.5;
    }
  if (count == 0)
    return;
  mark = ipl_axes_add_points (axes, ipl_numbers (x, count), ipl_numbers (y, count),
                              IPL_ROLE (ACCENT), g_strdup (label));
  mark->key = IPL_KEY_MARKER;
  mark->marker = marker;
  mark->size = 0.3;
}

/* Of the moment's own range, also where maps share their colours. */
static void
add_contours (IplPlot *plot, IplPlotAxes *axes, const Plane *self)
{
  double lo, hi;

  find_scale (self, FALSE, &lo, &hi);
  for (guint k = 1; k <= N_CONTOURS; k++)
    {
      double level = lo + (hi - lo) * k / (N_CONTOURS + 1);
      IplMark *mark = ipl_axes_add_contour (plot, axes, axes->cells.data, level, IPL_ROLE (MUTED));

      if (mark != NULL)
        mark->weight = 0.45;
    }
}

/* The places as numbers of columns and of rows, which stand from above. */
static const char *const *
list_places (IplPlot *plot, const Plane *self, gboolean from_above)
{
  const char **list = g_new0 (const char *, self->n + 1);

  for (gsize i = 0; i < self->n; i++)
    {
      double place = self->places[from_above ? self->n - 1 - i : i];

      list[i] = ipl_plot_keep (plot, ipl_number_text (fabs (place) < 1e-9 ? 0 : place, 3));
    }
  ipl_plot_keep (plot, (char *)list);
  return list;
}

static void
add_columns (IplPlot *plot, const Plane *self)
{
  gsize n = self->n * self->n;
  double *x = ipl_plot_new_numbers (plot, n), *y = ipl_plot_new_numbers (plot, n);

  for (gsize i = 0; i < n; i++)
    {
      x[i] = self->places[i % self->n];
      y[i] = self->places[i / self->n];
    }
  ipl_plot_set_rows (plot, NULL, n);
  ipl_plot_add_column (plot, g_strdup ("first direction"), ipl_numbers (x, n));
  ipl_plot_add_column (plot, g_strdup ("second direction"), ipl_numbers (y, n));
  ipl_plot_add_column (plot, g_strdup ("free energy"), ipl_numbers (self->F, n));
}

static void
build (IplPlot *plot, const IplView *view)
{
  Plane plane;
  IplPlotAxes *axes;
  double *cells, lo, hi;
  gsize n;

  if (!plane_init (&plane, view, view->moment))
    {
      ipl_plot_add_axes (plot);
      return;
    }
  n = plane.n;
  cells = ipl_plot_new_numbers (plot, n * n);
  for (gsize i = 0; i < n * n; i++)
    cells[(n - 1 - i / n) * n + i % n] = plane.F[i];
  axes = ipl_plot_add_map (plot, n, n, ipl_numbers (cells, n * n));
  axes->cell_items = &ipl_cells_of_map;
  axes->cells.source = ipl_plot_keep (
      plot, g_strdup_printf ("results[\"plane_free_energy\"][%u, ::-1]", view->moment));
  find_scale (&plane, view->display.shared_limits, &lo, &hi);
  axes->map_spec.hi = fmax (-lo, hi);
  axes->map_spec.linear = LINEAR_SHARE * axes->map_spec.hi;
  axes->map_spec.square = axes->map_spec.diverging = TRUE;
  axes->map_spec.bar_title = "free energy, less that of no attention";
  axes->map_spec.column_title = "first direction";
  axes->map_spec.row_title = "second direction";
  axes->map_spec.column_names = list_places (plot, &plane, FALSE);
  axes->map_spec.row_names = list_places (plot, &plane, TRUE);
  add_contours (plot, axes, &plane);
  add_points (plot, axes, &plane,
              ipl_trajectory_get (plane.trajectory, "plane_minima", view->moment), 2,
              IPL_MARKER_DOT, "minima");
  add_points (plot, axes, &plane, ipl_trajectory_get (plane.trajectory, "plane_pass", view->moment),
              1, IPL_MARKER_CROSS, "lowest pass between them");
  add_columns (plot, &plane);
}

static char *
say (const IplTarget *target, const IplView *view)
{
  gsize cell = (gsize)MAX (target->step - IPL_TARGET_CELL, 0);
  GString *text;
  Plane plane;

  if (target->step < IPL_TARGET_CELL || !plane_init (&plane, view, view->moment)
      || cell >= plane.n * plane.n)
    return ipl_target_describe_numbers (target, view, names);
  g_autofree char *x = ipl_number_text (plane.places[cell % plane.n], 3);
  g_autofree char *y = ipl_number_text (plane.places[cell / plane.n], 3);
  g_autofree char *value = ipl_number_text (plane.F[cell], 4);

  text = g_string_new (NULL);
  g_string_printf (text,
                   "at %s along the first direction and %s along the second the free energy is %s "
                   "above that of no attention",
                   x, y, value);
  return ipl_trajectory_begin_sentence (view->trajectory, view->moment, text);
}

/* The moment at which the deepest minimum is far from where it was at the one before; 0 for none.
 */
static guint
find_jump (const IplTrajectory *trajectory)
{
  for (guint s = 1; s < trajectory->S; s++)
    {
      const double *before = ipl_trajectory_get (trajectory, "plane_minima", s - 1);
      const double *now = ipl_trajectory_get (trajectory, "plane_minima", s);

      if (hypot (now[0] - before[0], now[1] - before[1]) > FAR)
        return s;
    }
  return 0;
}

static void
append_place (GString *text, const double *place)
{
  g_autofree char *x = ipl_number_text (place[0], 3);
  g_autofree char *y = ipl_number_text (place[1], 3);

  g_string_append_printf (text, "(%s, %s)", x, y);
}

static void
describe (GString *text, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const double *minima = ipl_trajectory_get (trajectory, "plane_minima", view->moment);
  guint jump;

  g_string_append (text, "The free energy over a plane of attention weights, from where its line "
                         "begins at (0, 0).");
  ipl_describe_moment (text, view);
  if (minima == NULL)
    return;
  if (isfinite (minima[0]))
    {
      g_string_append (text, " The deepest minimum is at ");
      append_place (text, minima);
      if (isfinite (minima[2]))
        {
          g_string_append (text, ", the next at ");
          append_place (text, minima + 2);
        }
      g_string_append_c (text, '.');
    }
  ipl_describe_numbers (text, view, names);
  jump = find_jump (trajectory);
  if (jump > 0)
    {
      g_string_append_printf (text, " The deepest one jumps between P = %.0f and %.0f, from ",
                              trajectory->time[jump - 1], trajectory->time[jump]);
      append_place (text, ipl_trajectory_get (trajectory, "plane_minima", jump - 1));
      g_string_append (text, " to ");
      append_place (text, ipl_trajectory_get (trajectory, "plane_minima", jump));
      g_string_append_c (text, '.');
    }
}

static const char *
is_empty (const IplView *view, const char **more)
{
  if (ipl_trajectory_find (view->trajectory, "plane") != NULL)
    return NULL;
  *more = "Give a number of points of the plane, such as 29.";
  return "No plane of attention weights was asked for.";
}

const IplPanel ipl_panel_birth_map = {
  .id = "birth-map",
  .title = "Free energy over two directions",
  .experiment = "learned-attention",
  .build = build,
  .say = say,
  .empty = is_empty,
  .is_extra = TRUE,
  .describe = describe,
  .numbers = names,
  .height_narrow = 0.9,
  .height_wide = 0.6,
};
