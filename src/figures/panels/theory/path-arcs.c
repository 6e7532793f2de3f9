/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The arcs of the path diagram: pairs of paths by U_pq. */

#include "figures/panels/theory/path-layout.h"

#include <math.h>

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

/* The arc of a pair that is hovered and has none of its own; whether there is anything to draw.
 */
gboolean
ipl_path_layout_extra_arc (const IplPathLayout *self, const IplStyle *style, gsize p, gsize q,
                           IplArc *arc)
{
  if (self->solution == NULL || self->solution->setting.gp || p == q || p >= self->Pi
      || q >= self->Pi || !isfinite (ipl_outputs_entry (&self->outputs, self->solution->U, p, q)))
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

/* Arcs between the paths that are correlated most. */
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
