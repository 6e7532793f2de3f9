/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The lines and arcs of the path diagram as curves, for drawing and for distances. */

#include <math.h>

#include "figures/kit/sort-by-key.h"
#include "figures/panels/theory/path-diagram-layout.h"
#include "figures/view/shown-paths.h"

static int
compare_arcs (gconstpointer a, gconstpointer b)
{
  double i = fabs (((const IplArc *)a)->U), j = fabs (((const IplArc *)b)->U);
  return i < j ? -1 : i > j;
}

static IplArc
make_arc (const IplPathLayout *self, const IplStyle *style, gsize p, gsize q)
{
  guint stride = self->L + 2;
  double U = ipl_outputs_entry (&self->outputs, self->solution->U, p, q);
  double dy = fabs (self->y[p * stride + self->L + 1] - self->y[q * stride + self->L + 1]);
  double span = self->port_pitch * (MAX (self->shown.n, 2) - 1);

  return (IplArc){
    .p = p,
    .q = q,
    .U = U,
    .line_width = ipl_path_thickness_get (&self->thickness, fabs (U), 0.3 * style->line_pt),
    .reach = self->arc_room * (0.25 + 0.67 * MIN (dy / span, 1)),
  };
}

/* Makes the arc of a hovered pair that has none. FALSE if the pair has an arc or no finite U. */
gboolean
ipl_path_layout_extra_arc (const IplPathLayout *self, const IplStyle *style, gsize p, gsize q,
                           IplArc *arc)
{
  if (self->solution == NULL || self->solution->setting.gp || p == q || p >= self->Pi
      || q >= self->Pi || self->shown.place[p] < 0 || self->shown.place[q] < 0
      || !isfinite (ipl_outputs_entry (&self->outputs, self->solution->U, p, q)))
    return FALSE;
  for (guint i = 0; i < self->arcs->len; i++)
    {
      const IplArc *one = &g_array_index (self->arcs, IplArc, i);
      if (one->p == MIN (p, q) && one->q == MAX (p, q))
        return FALSE;
    }
  *arc = make_arc (self, style, MIN (p, q), MAX (p, q));
  return TRUE;
}

/* Adds arcs for the most correlated pairs of paths. */
void
ipl_path_layout_place_arcs (IplPathLayout *self, const IplStyle *style)
{
  const double *U = self->solution != NULL ? self->solution->U : NULL;
  double largest = 0;
  if (U == NULL || self->solution->setting.gp || self->shown.n < 2)
    return;
  for (gsize p = 0; p < self->Pi; p++)
    largest = MAX (largest, ipl_outputs_entry (&self->outputs, U, p, p));
  if (largest <= 0)
    return;
  for (gsize i = 0; i < self->shown.n; i++)
    for (gsize j = i + 1; j < self->shown.n; j++)
      {
        gsize p = MIN (self->shown.path[i], self->shown.path[j]);
        gsize q = MAX (self->shown.path[i], self->shown.path[j]);
        double value = ipl_outputs_entry (&self->outputs, U, p, q);
        if (!isfinite (value) || fabs (value) < 1e-3 * largest)
          continue;
        IplArc arc = make_arc (self, style, p, q);
        g_array_append_val (self->arcs, arc);
      }
  g_array_sort (self->arcs, compare_arcs);
  if (self->arcs->len > IPL_MAX_ARCS)
    g_array_remove_range (self->arcs, 0, self->arcs->len - IPL_MAX_ARCS);
}

/* Finds the ends of the curve before column @k; the columns are layers, then the readout. */
static void
span_before (const IplPathLayout *self, gsize path, guint k, double *x0, double *x1)
{
  const IplCaseInfo *the_case = self->the_case;
  *x0 = self->tokens.x + self->tokens.w;
  if (k > 0)
    {
      const IplRect *node
          = ipl_path_layout_node (self, k - 1, ipl_case_path_head (the_case, path, k - 1));
      *x0 = node->x + node->w;
    }
  *x1 = k < self->L ? ipl_path_layout_node (self, k, ipl_case_path_head (the_case, path, k))->x
                    : self->ports.x;
}

/* Traces the line of a path from the tokens to the readout. */
void
ipl_path_layout_trace (const IplPathLayout *self, cairo_t *cr, gsize path)
{
  const double *y = self->y + path * (self->L + 2);
  cairo_move_to (cr, self->tokens.x + self->tokens.w, y[0]);
  for (guint k = 0; k <= self->L; k++)
    {
      double x0, x1;
      span_before (self, path, k, &x0, &x1);
      cairo_line_to (cr, x0, y[k]);
      cairo_curve_to (cr, (x0 + x1) / 2, y[k], (x0 + x1) / 2, y[k + 1], x1, y[k + 1]);
    }
}

/* Traces the arc of a pair: half an ellipse right of the readout. */
void
ipl_path_layout_trace_arc (const IplPathLayout *self, cairo_t *cr, const IplArc *arc)
{
  guint stride = self->L + 2;
  double x = self->ports.x + self->ports.w;
  double y0 = self->y[arc->p * stride + self->L + 1], y1 = self->y[arc->q * stride + self->L + 1];
  const double kappa = 0.5522847498;
  double ry = (y1 - y0) / 2, middle = (y0 + y1) / 2;
  cairo_move_to (cr, x, y0);
  cairo_curve_to (cr, x + kappa * arc->reach, y0, x + arc->reach, middle - kappa * ry,
                  x + arc->reach, middle);
  cairo_curve_to (cr, x + arc->reach, middle + kappa * ry, x + kappa * arc->reach, y1, x, y1);
}

/* Returns the distance of a point from the traced curve. */
double
ipl_path_distance (cairo_t *cr, double x, double y)
{
  cairo_path_t *path = cairo_copy_path_flat (cr);
  double best = INFINITY, from_x = 0, from_y = 0;

  for (int i = 0; i < path->num_data; i += path->data[i].header.length)
    {
      const cairo_path_data_t *to = &path->data[i + 1];

      if (path->data[i].header.type == CAIRO_PATH_LINE_TO)
        {
          double dx = to->point.x - from_x, dy = to->point.y - from_y;
          double t = ((x - from_x) * dx + (y - from_y) * dy) / MAX (dx * dx + dy * dy, 1e-12);

          t = CLAMP (t, 0, 1);
          best = MIN (best, hypot (from_x + t * dx - x, from_y + t * dy - y));
        }
      from_x = to->point.x;
      from_y = to->point.y;
    }
  cairo_path_destroy (path);
  cairo_new_path (cr);
  return best;
}

/* Returns the path whose port at the readout is nearest to @y; -1 if there is none. */
int
ipl_path_layout_nearest_port (const IplPathLayout *self, double y)
{
  double best = INFINITY;
  int path = -1;

  for (gsize i = 0; i < self->shown.n; i++)
    {
      gsize p = self->shown.path[i];
      double d = fabs (self->y[p * (self->L + 2) + self->L + 1] - y);

      if (d < best)
        {
          best = d;
          path = (int)p;
        }
    }
  return path;
}

/* Returns: (transfer full): [shown.n] the paths shown in drawing order: the largest above the
 * others, which are pale, and within both groups thin lines above thick ones, which would hide
 * them */
gsize *
ipl_path_layout_order (const IplPathLayout *self)
{
  gsize *order = g_new (gsize, self->shown.n);
  g_autofree IplRank *ranks = g_new (IplRank, self->shown.n);

  for (gsize i = 0; i < self->shown.n; i++)
    {
      gsize p = self->shown.path[i];

      ranks[i]
          = (IplRank){ p, { ipl_shown_paths_is_large (&self->shown, p), -self->line_width[p] } };
    }
  ipl_ranks_sort (ranks, self->shown.n);
  for (gsize i = 0; i < self->shown.n; i++)
    order[i] = ranks[i].item;
  return order;
}
