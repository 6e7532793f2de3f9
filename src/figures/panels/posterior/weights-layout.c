/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the arrows of the effective weights lie, and their names. */

#include "figures/panels/posterior/weights-layout.h"

#include "core/posterior/posterior-summary.h"
#include "core/theory/kernel.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* More names than this say nothing. */
#define MOST_NAMES 24

/* @draw: (out): which draw is shown, from 0
 * @n_draws: (out): of how many, of all chains together
 * Returns: (transfer full) (nullable): [Pi x Pi] its U; NULL where nothing is sampled */
double *
ipl_weights_get_draw (const IplView *view, guint *draw, guint *n_draws)
{
  const IplPosteriorSummary *posterior = view->posterior;
  IplOutputsView outputs = ipl_outputs_view (view);
  gsize Pi = view->the_case->Pi, n = ipl_case_rows_of_U (view->the_case);
  const double *pairs;
  double *U;

  *draw = *n_draws = 0;
  if (posterior == NULL || posterior->U_draws == NULL || posterior->n_draws == 0)
    return NULL;
  *n_draws = posterior->n_chains * posterior->n_draws;
  *draw = (MAX (view->display.shown_draw, 1) - 1) % *n_draws;
  pairs = posterior->U_draws + *draw * (n * (n + 1) / 2);
  U = g_new0 (double, Pi * Pi);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      for (gsize k = outputs.first; k <= outputs.last; k++)
        U[p * Pi + q]
            += pairs[ipl_pair_index (n, MIN (p, q) * outputs.K + k, MAX (p, q) * outputs.K + k)];
  return U;
}

/* Returns: (transfer full) (nullable): [Pi x Pi] the theory's U of the outputs shown */
double *
ipl_weights_get_theory (const IplView *view)
{
  gsize Pi = view->the_case->Pi;
  double *U;

  if (view->current == NULL)
    return NULL;
  U = g_new (double, Pi * Pi);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      U[p * Pi + q] = ipl_view_u (view, view->current, p, q);
  return U;
}

/* @U: [Pi x Pi] of all paths
 * Returns: (transfer full) (nullable): the effective weights of those that are shown, in their
 *   order */
IplWeightPlane *
ipl_weights_plane_new (const IplShownPaths *shown, const double *U, GError **error)
{
  g_autofree double *part = g_new (double, shown->n * shown->n);

  for (gsize i = 0; i < shown->n; i++)
    for (gsize j = 0; j < shown->n; j++)
      part[i * shown->n + j] = U[shown->path[i] * shown->Pi + shown->path[j]];
  return ipl_weight_plane_new (shown->n, part, error);
}

static char *
per_cent (double share)
{
  g_autofree char *number = ipl_number_fixed (100 * share, share < 0.995 || share == 1 ? 0 : 1);

  return g_strdup_printf ("%s %%", number);
}

static void
make_legend (IplWeightsLayout *self, const IplView *view, const IplStyle *style, double width)
{
  ipl_legend_init (&self->legend);
  if (view->current != NULL)
    ipl_legend_add (&self->legend, IPL_KEY_NONE, ipl_view_setting_markup (&view->current->setting),
                    style->ink, 0, IPL_DASH_SOLID);
  if (self->drawn != NULL)
    {
      g_autofree char *share = per_cent (self->drawn->share);

      ipl_legend_add (&self->legend, IPL_KEY_LINE,
                      g_strdup_printf ("draw %u of %u, %s in the plane", self->draw + 1,
                                       self->n_draws, share),
                      style->ink, 1.6 * style->line_pt, IPL_DASH_SOLID);
    }
  if (self->theory != NULL)
    {
      g_autofree char *share = per_cent (self->theory->share);

      ipl_legend_add (&self->legend, IPL_KEY_LINE,
                      g_strdup_printf ("%s, %s in the plane",
                                       view->current->setting.gp ? "GP limit" : "theory’s <i>U</i>",
                                       share),
                      self->drawn != NULL ? style->faint : style->ink,
                      self->drawn != NULL ? style->line_pt : 1.6 * style->line_pt,
                      self->drawn != NULL ? IPL_DASH_DASHED : IPL_DASH_SOLID);
      ipl_legend_add_theory_doubt (&self->legend, view, style, "theory not converged");
    }
  g_autofree char *outputs = ipl_view_outputs_text (view);
  if (outputs != NULL)
    ipl_legend_add (&self->legend, IPL_KEY_NONE, ipl_view_name_markup (outputs), style->ink, 0,
                    IPL_DASH_SOLID);
  g_autofree char *few = ipl_shown_paths_markup (&self->shown);
  if (few != NULL)
    ipl_legend_add (&self->legend, IPL_KEY_NONE, g_steal_pointer (&few), style->ink, 0,
                    IPL_DASH_SOLID);
  if (view->posterior != NULL && !view->posterior->fine)
    ipl_legend_add (&self->legend, IPL_KEY_WARNING, g_strdup ("samples not converged"),
                    style->accent, style->line_pt, IPL_DASH_SOLID);
  ipl_legend_layout (&self->legend, style, width);
}

/* The plane is as large for all draws, or nearly: most are no longer than their 95 % quantile. */
static double
find_radius (const IplWeightsLayout *self, const IplView *view)
{
  gsize Pi = self->the_case->Pi;
  double largest = 0;

  for (gsize i = 0; i < self->shown.n; i++)
    {
      gsize p = self->shown.path[i], at = p * (Pi + 1);

      if (self->U_theory != NULL)
        largest = fmax (largest, self->U_theory[at]);
      if (self->U != NULL)
        largest = fmax (largest,
                        fmax (self->U[at], ipl_view_posterior_entry (view, p, p).quantiles[4]));
    }
  return largest > 0 && isfinite (largest) ? 1.06 * sqrt (largest) : 1;
}

/* Rings at 1, 2 or 5 times a power of ten, three to six of them. */
static void
choose_rings (IplWeightsLayout *self)
{
  double power = pow (10, floor (log10 (self->radius))), step = power;

  if (self->radius / power < 1.5)
    step = power / 5;
  else if (self->radius / power < 3)
    step = power / 2;
  else if (self->radius / power > 6)
    step = 2 * power;
  for (double at = step; at <= self->radius && self->n_rings < IPL_WEIGHTS_MOST_RINGS;
       at = (self->n_rings + 1) * step)
    self->ring[self->n_rings++] = at;
}

/* Returns: (nullable): what is shown in front: the draw, else the theory */
const IplWeightPlane *
ipl_weights_layout_plane (const IplWeightsLayout *self)
{
  return self->drawn != NULL ? self->drawn : self->theory;
}

/* Where an arrow of @plane ends, in points; of a path that is shown. */
void
ipl_weights_layout_tip (const IplWeightsLayout *self, const IplWeightPlane *plane, gsize path,
                        double *x, double *y)
{
  gsize at = 2 * (gsize)self->shown.place[path];

  *x = self->x + self->scale * plane->at[at];
  *y = self->y - self->scale * plane->at[at + 1];
}

static gboolean
overlaps (const IplRect *a, const IplRect *b)
{
  return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

/* Takes a place within @plot, if nothing else has it. */
static gboolean
take (GArray *taken, const IplRect *plot, const IplRect *box)
{
  if (box->x < plot->x || box->y < plot->y || box->x + box->w > plot->x + plot->w
      || box->y + box->h > plot->y + plot->h)
    return FALSE;
  for (guint i = 0; i < taken->len; i++)
    if (overlaps (box, &g_array_index (taken, IplRect, i)))
      return FALSE;
  g_array_append_val (taken, *box);
  return TRUE;
}

/* The nearest place around the tip, outwards first, where nothing else is. */
static gboolean
place_name (const IplWeightsLayout *self, const IplStyle *style, const IplRect *plot, gsize path,
            double w, double h, GArray *taken, double *x, double *y)
{
  static const double turns[] = { 0, 0.6, -0.6, 1.2, -1.2, 1.9, -1.9, G_PI };
  double tip_x, tip_y, along;

  ipl_weights_layout_tip (self, ipl_weights_layout_plane (self), path, &tip_x, &tip_y);
  along = atan2 (tip_y - self->y, tip_x - self->x);
  for (guint far = 0; far < 6; far++)
    for (guint k = 0; k < G_N_ELEMENTS (turns); k++)
      {
        double c = cos (along + turns[k]), s = sin (along + turns[k]);
        double reach = (0.3 + 0.4 * far) * style->font_pt;
        IplRect box
            = { tip_x + c * (reach + w / 2) - w / 2, tip_y + s * (reach + h / 2) - h / 2, w, h };

        if (!take (taken, plot, &box))
          continue;
        *x = box.x + w / 2;
        *y = box.y + h / 2;
        return TRUE;
      }
  return FALSE;
}

/* Numbers of the rings to the lower left, with as many decimals as the first, from which all
 * follow. */
static void
place_ring_names (IplWeightsLayout *self, const IplStyle *style, const IplRect *plot, GArray *taken)
{
  double small = ipl_style_small (style), step = self->ring[0];
  double h = 0.9 * ipl_text_height (style, small);

  for (guint i = self->n_rings; i-- > 0;)
    {
      g_autofree char *text
          = step >= 1e-3 && step < 1e5
                ? ipl_number_fixed (self->ring[i], (int)MAX (0, -floor (log10 (step) + 1e-9)))
                : ipl_number_markup (self->ring[i], 2);
      double along = self->ring[i] * self->scale * M_SQRT1_2;
      double w = ipl_text_width (style, text, small);
      IplWeightsName *name = &self->ring_name[i];
      IplRect box = { self->x - along - w / 2, self->y + along - h / 2, w, h };

      if (!take (taken, plot, &box))
        continue;
      name->markup = g_steal_pointer (&text);
      name->x = self->x - along;
      name->y = self->y + along;
    }
}

/* The cells covered by an arrow, in squares of side @side along it. */
static void
take_arrow (const IplWeightsLayout *self, gsize path, double side, GArray *taken)
{
  double x, y;
  guint n;

  ipl_weights_layout_tip (self, ipl_weights_layout_plane (self), path, &x, &y);
  n = 1 + (guint)(hypot (x - self->x, y - self->y) / side);
  for (guint i = 0; i <= n; i++)
    {
      double share = (double)i / n;
      IplRect square = { self->x + share * (x - self->x) - side / 2,
                         self->y + share * (y - self->y) - side / 2, side, side };

      g_array_append_val (taken, square);
    }
}

static void
place_names (IplWeightsLayout *self, const IplStyle *style, const IplRect *plot)
{
  const IplCaseInfo *the_case = self->the_case;
  double em = style->font_pt, h = 0.9 * ipl_text_height (style, em);
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (IplRect));

  self->names = g_new0 (IplWeightsName, the_case->Pi);
  for (gsize i = 0; i < self->shown.n; i++)
    take_arrow (self, self->shown.path[i], 0.4 * em, taken);
  place_ring_names (self, style, plot, taken);
  if (self->shown.n > MOST_NAMES)
    return;
  for (gsize i = 0; i < self->shown.n; i++)
    {
      gsize p = self->shown.path[i];
      g_autofree char *markup
          = ipl_view_name_markup (ipl_path_short_name (style->chosen, the_case, p));
      double w = ipl_text_width (style, markup, em) + 0.15 * em;

      if (place_name (self, style, plot, p, w, h, taken, &self->names[p].x, &self->names[p].y))
        self->names[p].markup = g_steal_pointer (&markup);
    }
}

static void
make_planes (IplWeightsLayout *self, const IplView *view)
{
  g_autoptr (GError) error = NULL;

  self->U = ipl_weights_get_draw (view, &self->draw, &self->n_draws);
  self->U_theory = ipl_weights_get_theory (view);
  if (self->U_theory != NULL)
    self->theory = ipl_weights_plane_new (&self->shown, self->U_theory, &error);
  if (self->U != NULL && error == NULL)
    self->drawn = ipl_weights_plane_new (&self->shown, self->U, &error);
  if (error != NULL)
    self->why_not = g_strdup (error->message);
  if (self->drawn != NULL && self->theory != NULL)
    ipl_weight_plane_turn_to (self->drawn, self->theory);
}

/* Works out where everything lies. */
void
ipl_weights_layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
                         double height)
{
  IplWeightsLayout *self = layout;
  double em = style->font_pt, margin = 0.4 * em, line = ipl_text_height (style, em), bottom;
  IplRect plot;

  *self = (IplWeightsLayout){ .the_case = view->the_case };
  ipl_shown_paths_init (&self->shown, view);
  make_planes (self, view);
  make_legend (self, view, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  bottom = height - margin - line;
  self->note_y = bottom;
  if (self->n_draws > 1)
    self->track = (IplRect){ 3 * em, bottom, MAX (width - 6 * em, 1), line };
  plot = (IplRect){ margin, margin + self->legend.height + 0.3 * em, MAX (width - 2 * margin, 1),
                    0 };
  plot.h = MAX (bottom - 0.4 * em - plot.y, 1);
  self->radius = find_radius (self, view);
  self->x = plot.x + plot.w / 2;
  self->y = plot.y + plot.h / 2;
  self->scale = MIN (plot.w, plot.h) / 2 / self->radius;
  choose_rings (self);
  if (ipl_weights_layout_plane (self) != NULL)
    place_names (self, style, &plot);
}

void
ipl_weights_layout_clear (gpointer layout)
{
  IplWeightsLayout *self = layout;
  for (gsize p = 0; self->names != NULL && p < self->the_case->Pi; p++)
    g_free (self->names[p].markup);
  g_free (self->names);
  for (guint i = 0; i < self->n_rings; i++)
    g_free (self->ring_name[i].markup);
  ipl_shown_paths_clear (&self->shown);
  g_free (self->U);
  g_free (self->U_theory);
  g_free (self->why_not);
  g_clear_pointer (&self->theory, ipl_weight_plane_free);
  g_clear_pointer (&self->drawn, ipl_weight_plane_free);
  ipl_legend_clear (&self->legend);
}
