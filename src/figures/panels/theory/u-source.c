/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The modes of the heatmaps, and their titles. */

#include "figures/panels/theory/u-source.h"

#include "core/posterior/posterior-summary.h"
#include "figures/kit/axis.h"
#include "figures/kit/number.h"
#include "figures/view/posterior-view.h"

#include <math.h>

/* How much a view that was kept widens the scale at most. */
#define GHOST_WIDENS 2

/* Which maps there are in the view's mode, and what they show. Beside a trained network, samples
 * have a map only where some width is sampled; a small map has no part for what does not depend on
 * the width. */
static void
choose_maps (IplUMaps *self, const IplView *view)
{
  static const IplUKind alone[IPL_N_HEATMAPS] = {
    [IPL_HEATMAP_THEORY] = IPL_U_THEORY,         [IPL_HEATMAP_SAMPLED] = IPL_U_SAMPLED,
    [IPL_HEATMAP_DIFFERENCE] = IPL_U_DIFFERENCE, [IPL_HEATMAP_SD] = IPL_U_SD,
    [IPL_HEATMAP_TRAINED] = IPL_U_TRAINED,
  };
  gboolean trained = view->the_case->trained != NULL && view->the_case->trained->U != NULL;
  self->n_maps = 1;
  self->kind[0] = alone[self->mode];
  self->n_parts = self->mode == IPL_HEATMAP_TRAINED ? 0 : 1;
  if (self->mode != IPL_HEATMAP_SIDE_BY_SIDE)
    return;
  g_autoptr (GPtrArray) posteriors = ipl_view_posteriors (view);
  self->kind[0] = IPL_U_THEORY;
  if (!trained || posteriors->len > 0 || view->posterior != NULL)
    self->kind[self->n_maps++] = IPL_U_SAMPLED;
  self->n_parts = self->n_maps;
  if (trained)
    self->kind[self->n_maps++] = IPL_U_TRAINED;
}

/* The numbers of a setting's map in its mode. */
void
ipl_u_maps_find_sources (const IplUMaps *self, const IplSolution *solution,
                         const IplPosteriorSummary *posterior, IplUSource source[IPL_U_MAX_MAPS])
{
  const IplCaseTrained *trained = self->the_case->trained;
  const double *theory = solution != NULL ? solution->U : NULL;
  const double *sampled = posterior != NULL ? posterior->U_mean : NULL;
  for (guint m = 0; m < IPL_U_MAX_MAPS; m++)
    {
      source[m] = (IplUSource){ NULL };
      if (m >= self->n_maps)
        continue;
      switch (self->kind[m])
        {
        case IPL_U_SAMPLED:
          source[m].values = sampled;
          break;
        case IPL_U_DIFFERENCE:
          source[m] = (IplUSource){ theory != NULL ? sampled : NULL, .less = theory };
          break;
        case IPL_U_SD:
          if (posterior != NULL)
            source[m] = (IplUSource){ posterior->U_sd, .traced = posterior->traced };
          break;
        case IPL_U_TRAINED:
          source[m].values = trained != NULL ? trained->U : NULL;
          break;
        default:
          source[m].values = theory;
          break;
        }
    }
}

void
ipl_u_maps_init (IplUMaps *self, const IplView *view)
{
  *self = (IplUMaps){ .the_case = view->the_case,
                      .mode = view->display.heatmap,
                      .scale = view->display.heatmap_scale,
                      .Pi = view->the_case->Pi };
  ipl_shown_paths_init (&self->shown, view);
  self->outputs = ipl_outputs_view (view);
  self->n = self->shown.n * self->outputs.tile;
  choose_maps (self, view);
  ipl_u_maps_find_sources (self, view->current, view->posterior, self->source);
}

/* How many paths are shown of how many, and of which outputs: the line at the bottom. */
char *
ipl_u_maps_few_markup (const IplUMaps *self, const IplView *view)
{
  g_autofree char *paths = ipl_shown_paths_markup (&self->shown), *outputs = NULL;
  g_autofree char *text = ipl_view_outputs_text (view);
  g_autoptr (GString) names = g_string_new ("tiles of ");

  if (text == NULL)
    return g_steal_pointer (&paths);
  for (guint k = 0; k < self->outputs.tile; k++)
    g_string_append_printf (names, "%s%s", k > 0 ? ", " : "", ipl_view_output_name (view, k));
  outputs = ipl_view_name_markup (self->outputs.tile > 1 ? names->str : text);
  return paths == NULL ? g_steal_pointer (&outputs) : g_strdup_printf ("%s; %s", outputs, paths);
}

void
ipl_u_maps_clear (IplUMaps *self)
{
  for (guint m = 0; m < IPL_U_MAX_MAPS; m++)
    {
      g_clear_pointer (&self->title[m], g_free);
      g_clear_pointer (&self->short_title[m], g_free);
      g_clear_pointer (&self->limit_text[m], g_free);
    }
  ipl_shown_paths_clear (&self->shown);
}

/* TRUE if the diagonal has no color, and does not count for the range; an only path has nothing
 * else. */
gboolean
ipl_u_maps_leaves_diagonal (const IplUMaps *self)
{
  return self->scale == IPL_HEATMAP_OFF_DIAGONAL && self->n > 1;
}

/* The number of a cell. */
double
ipl_u_maps_at (const IplUMaps *self, const IplUSource *source, gsize row, gsize column)
{
  gsize tile = self->outputs.tile;
  gsize i = self->shown.path[row / tile] * tile + row % tile;
  gsize j = self->shown.path[column / tile] * tile + column % tile;
  double value;

  if (source->traced != NULL && tile == 1 && self->outputs.first != self->outputs.last)
    return source->traced[i * self->Pi + j].sd;
  value = ipl_outputs_cell (&self->outputs, source->values, i, j);
  return source->less != NULL ? value - ipl_outputs_cell (&self->outputs, source->less, i, j)
                              : value;
}

/* Where a number lies on the scale of the colors: from -1 at -@limit to 1 at @limit. */
double
ipl_u_maps_scaled (const IplUMaps *self, double value, double limit)
{
  return self->scale == IPL_HEATMAP_SYMLOG ? ipl_symlog (value, IPL_U_LINEAR_SHARE * limit, limit)
                                           : value / limit;
}

static double
largest_of (const IplUMaps *self, const IplUSource *source)
{
  gboolean beside = ipl_u_maps_leaves_diagonal (self);
  double largest = 0;
  for (gsize i = 0; source->values != NULL && i < self->n; i++)
    for (gsize j = 0; j < self->n; j++)
      {
        double U = ipl_u_maps_at (self, source, i, j);
        if (isfinite (U) && !(beside && i == j))
          largest = MAX (largest, fabs (U));
      }
  return source->values != NULL ? MAX (largest, 1e-300) : 0;
}

/* max |U| of what is shown, at least a tiny number so that it can be divided by; 0 where nothing is
 * known. What gradient descent found has a scale of its own beside the theory, and does not count.
 */
double
ipl_u_maps_largest (const IplUMaps *self, const IplUSource source[IPL_U_MAX_MAPS])
{
  double largest = 0;
  for (guint m = 0; m < self->n_maps; m++)
    if (self->n_maps == 1 || self->kind[m] != IPL_U_TRAINED)
      largest = MAX (largest, largest_of (self, &source[m]));
  return largest;
}

/* The limit of a large map's colours. */
double
ipl_u_maps_limit (const IplUMaps *self, guint map)
{
  double own = self->n_maps > 1 && self->kind[map] == IPL_U_TRAINED
                   ? largest_of (self, &self->source[map])
                   : 0;
  return own > 1e-290 ? own : self->limit;
}

gboolean
ipl_u_maps_is_known (const IplUMaps *self)
{
  for (guint m = 0; m < self->n_maps; m++)
    if (self->source[m].values != NULL)
      return TRUE;
  return FALSE;
}

/* TRUE if a map's numbers come from the theory, alone or with others. */
gboolean
ipl_u_maps_shows_theory (const IplUMaps *self, guint map)
{
  return self->kind[map] == IPL_U_THEORY
         || (self->kind[map] == IPL_U_DIFFERENCE && self->source[map].values != NULL);
}

/* The heading of the trained network's map: its width, and its own limits beside other maps. */
static void
make_trained_title (IplUMaps *self, guint m)
{
  const IplCaseTrained *trained = self->the_case->trained;
  if (self->source[m].values == NULL)
    {
      self->title[m] = g_strdup ("no trained network");
      return;
    }
  if (self->n_maps > 1)
    {
      g_autofree char *limit = ipl_number_markup (ipl_u_maps_limit (self, m), 2);
      self->limit_text[m] = g_strdup_printf ("±%s", limit);
      self->title[m] = g_strdup_printf ("gradient descent, ±%s", limit);
      self->short_title[m] = g_strdup_printf ("descent, ±%s", limit);
      return;
    }
  self->title[m]
      = g_strdup_printf ("<i>N</i> = %" G_GSIZE_FORMAT ", gradient descent", trained->N[0]);
  self->short_title[m] = g_strdup ("gradient descent");
}

static void
say_apart (char **title)
{
  g_autofree char *before = *title;

  *title = g_strconcat (before, ", own scale", NULL);
}

/* The titles of the large maps, at length and in brief. */
void
ipl_u_maps_make_titles (IplUMaps *self, const IplView *view, const IplStyle *style)
{
  static const char *const names[] = {
    [IPL_U_SAMPLED] = "sampled",
    [IPL_U_DIFFERENCE] = "sampled − theory",
    [IPL_U_SD] = "posterior sd",
    [IPL_U_TRAINED] = NULL,
  };
  const IplSetting *setting = ipl_view_setting (view);
  g_autofree char *at = setting != NULL ? ipl_view_setting_markup (setting) : g_strdup ("");
  gboolean gp = setting != NULL && setting->gp;
  for (guint m = 0; m < self->n_maps; m++)
    {
      IplUKind kind = self->kind[m];
      const char *name = kind == IPL_U_THEORY && self->n_maps > 1 ? "theory" : names[kind];
      gboolean samples = kind != IPL_U_THEORY;
      if (kind == IPL_U_TRAINED)
        make_trained_title (self, m);
      else if (self->source[m].values != NULL)
        {
          self->title[m] = name != NULL ? g_strdup_printf ("%s, %s", at, name) : g_strdup (at);
          self->short_title[m] = g_strdup (name != NULL ? name : at);
        }
      else if (!samples || (kind == IPL_U_DIFFERENCE && view->posterior != NULL))
        self->title[m] = g_strdup ("not solved yet");
      else
        {
          self->title[m] = g_strdup (gp                    ? "the GP limit does not fluctuate"
                                     : style->has_controls ? "not sampled yet: press Sample"
                                                           : "not sampled yet");
          self->short_title[m] = g_strdup (gp ? "nothing to sample" : "not sampled yet");
        }
      if (self->short_title[m] == NULL)
        self->short_title[m] = g_strdup (self->title[m]);
      if (self->is_apart && self->source[m].values != NULL && kind != IPL_U_TRAINED)
        {
          say_apart (&self->title[m]);
          say_apart (&self->short_title[m]);
        }
    }
}

/* The colours of all frames are on one scale. */
void
ipl_u_maps_include_frames (IplUMaps *maps, const IplView *view)
{
  const IplQuantities *frame;

  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
    {
      const IplSolution *solution = frame->current;
      IplUSource source[IPL_U_MAX_MAPS];

      ipl_u_maps_find_sources (maps, solution, ipl_view_posterior_at (view, &solution->setting),
                               source);
      maps->limit = MAX (maps->limit, ipl_u_maps_largest (maps, source));
    }
}

/* Returns: (nullable): the view that was kept last, where it is drawn in the corners of the cells
 */
const IplView *
ipl_u_maps_find_ghost (const IplUMaps *self, const IplView *view)
{
  const IplView *ghost = view->n_ghosts > 0 ? view->ghosts[view->n_ghosts - 1] : NULL;

  return ghost != NULL && self->n <= IPL_U_MAX_VECTOR && ghost->the_case != NULL
                 && ipl_view_has_same_paths (view, ghost)
                 && ghost->the_case->labels.outputs == view->the_case->labels.outputs
             ? ghost
             : NULL;
}

/* It is on the same scale; where it is far larger, its colours end before what is shown is pale. */
void
ipl_u_maps_include_ghost (IplUMaps *self, const IplView *view)
{
  const IplView *ghost = ipl_u_maps_find_ghost (self, view);
  IplUSource source[IPL_U_MAX_MAPS];

  if (ghost == NULL)
    return;
  ipl_u_maps_find_sources (self, ghost->current, ghost->posterior, source);
  self->limit
      = MAX (self->limit, MIN (ipl_u_maps_largest (self, source), GHOST_WIDENS * self->limit));
}
