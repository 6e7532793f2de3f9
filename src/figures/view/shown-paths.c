/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Selects the paths that are shown if there are many: those with the largest U_pp, the selected
 * ones, and those with a separate GP limit. */

#include "figures/view/shown-paths.h"

#include "figures/kit/sort-by-key.h"
#include "figures/view/outputs.h"

#include <math.h>
#include <string.h>

/* TRUE if the path belongs to the selection. */
static gboolean
is_pinned (const IplView *view, gsize path)
{
  const IplTarget *pinned = &view->pinned;

  if (!view->has_pinned)
    return FALSE;
  if (view->the_case != NULL)
    return ipl_target_has_path (pinned, view->the_case, path);
  return ipl_target_get (pinned, IPL_PART_PATH) == (gint64)path
         || ipl_target_get (pinned, IPL_PART_OTHER) == (gint64)path;
}

/* Selects the paths that are shown. Of the paths through a selected head, at most the normal number
 * is added.
 * @view: sets the number of paths, and the selection
 * @order: (nullable): [@Pi] display order; NULL for that of the indices
 * @weight: (nullable): [@Pi] U_pp for the ranking; NULL if unknown
 * @ticked: (nullable): [@Pi] TRUE for paths that are shown at any weight */
void
ipl_shown_paths_init_by (IplShownPaths *self, const IplView *view, gsize Pi, const guint *order,
                         const double *weight, const gboolean *ticked)
{
  gsize most = view->display.paths_shown > 0 ? MIN (view->display.paths_shown, Pi) : Pi,
        n_pinned = 0;
  gsize most_pinned
      = view->has_pinned && ipl_target_get (&view->pinned, IPL_PART_PATH) >= 0 ? Pi : most;
  g_autofree IplRank *ranked = g_new (IplRank, Pi);

  *self = (IplShownPaths){ .Pi = Pi, .path = g_new (gsize, Pi), .place = g_new (gssize, Pi) };
  for (gsize i = 0; i < Pi; i++)
    {
      gsize p = order != NULL ? order[i] : i;

      ranked[i]
          = (IplRank){ p, { weight != NULL && isfinite (weight[p]) ? -weight[p] : INFINITY } };
      self->place[p] = -1;
    }
  /* Sorts by decreasing weight; equal weights keep the display order. */
  ipl_ranks_sort (ranked, Pi);
  if (most < Pi || view->display.paths_share > 0)
    self->by_U = ranked[0].key[0] < ranked[Pi - 1].key[0];
  self->n_large = MIN (Pi, IPL_N_LARGE);
  for (gsize i = 0; i < self->n_large; i++)
    self->large[i] = ranked[i].item;
  for (gsize i = 0; i < Pi; i++)
    {
      gboolean shown = i < most
                       && (i == 0 || !self->by_U
                           || ranked[i].key[0] <= view->display.paths_share * ranked[0].key[0]);

      if (!shown
          && ((n_pinned < most_pinned && is_pinned (view, ranked[i].item))
              || (ticked != NULL && ticked[ranked[i].item])))
        {
          shown = TRUE;
          self->n_pinned++;
        }
      n_pinned += is_pinned (view, ranked[i].item);
      if (shown)
        self->place[ranked[i].item] = 0;
    }
  for (gsize i = 0; i < Pi; i++)
    {
      gsize p = order != NULL ? order[i] : i;

      if (self->place[p] < 0)
        continue;
      self->place[p] = (gssize)self->n;
      self->path[self->n++] = p;
    }
}

/* Takes the maximum of U_pp over the frames of an animation, so that all frames show the same
 * paths. */
static void
include (double *weight, const IplSolution *solution, gsize Pi)
{
  IplOutputsView outputs;

  /* While a new case is being solved, @solution may belong to the previous one. */
  if (solution == NULL || solution->the_case == NULL || solution->the_case->Pi != Pi)
    return;
  outputs = ipl_outputs_traced (solution->the_case);
  for (gsize p = 0; p < Pi; p++)
    weight[p] = fmax (weight[p], ipl_outputs_entry (&outputs, solution->U, p, p));
}

/* Marks the paths of GP limits requested by the user: those after the limit of all paths and the
 * groups of the case. */
static void
mark_ticked (const IplView *view, gboolean *ticked)
{
  const IplCaseInfo *the_case = view->the_case;
  const IplSweepGroup *group;

  if (view->sweep == NULL || view->sweep->n_groups == 0 || view->sweep->the_case == NULL
      || view->sweep->the_case->Pi != the_case->Pi)
    return;
  group = &view->sweep->groups[ipl_view_group (view)];
  for (gsize l = 1 + view->sweep->the_case->n_groups; l < group->n_lines; l++)
    for (gsize i = 0; i < group->lines[l].n_paths; i++)
      ticked[group->lines[l].paths[i]] = TRUE;
}

/* Selects the paths shown: ranked by U_pp of the theory at the width shown, traced over outputs.
 * @view: a view with a case */
void
ipl_shown_paths_init (IplShownPaths *self, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  gsize Pi = the_case->Pi;
  g_autofree double *weight = g_new (double, Pi);
  const IplQuantities *frame;

  for (gsize p = 0; p < Pi; p++)
    weight[p] = -INFINITY;
  include (weight, view->current, Pi);
  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
    include (weight, frame->current, Pi);
  g_autofree gboolean *ticked = g_new0 (gboolean, Pi);
  mark_ticked (view, ticked);
  ipl_shown_paths_init_by (self, view, Pi, the_case->display_order, weight, ticked);
}

void
ipl_shown_paths_clear (IplShownPaths *self)
{
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->place, g_free);
}

/* TRUE if both select the same paths in the same order. */
gboolean
ipl_shown_paths_equal (const IplShownPaths *a, const IplShownPaths *b)
{
  return a->Pi == b->Pi && a->n == b->n && a->by_U == b->by_U
         && (a->n == 0 || memcmp (a->path, b->path, a->n * sizeof *a->path) == 0);
}

/* TRUE if the path is among the IPL_N_LARGE largest weights. */
gboolean
ipl_shown_paths_is_large (const IplShownPaths *self, gsize path)
{
  for (gsize i = 0; i < self->n_large; i++)
    if (self->large[i] == path)
      return TRUE;
  return FALSE;
}

gboolean
ipl_shown_paths_are_all (const IplShownPaths *self)
{
  return self->n == self->Pi;
}

/* Returns "64 of 512 paths, by U, and 3 chosen". */
static char *
text_of (const IplShownPaths *self, const char *U)
{
  g_autoptr (GString) text = g_string_new (self->by_U ? NULL : "first ");

  g_string_append_printf (text, "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " paths",
                          self->n - self->n_pinned, self->Pi);
  if (self->by_U)
    g_string_append_printf (text, ", by %s", U);
  if (self->n_pinned > 0)
    g_string_append_printf (text, ", and %" G_GSIZE_FORMAT " chosen", self->n_pinned);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns: (transfer full) (nullable): note on the selection, "24 of 512 paths, by U", in
 * markup; NULL if all are shown */
char *
ipl_shown_paths_markup (const IplShownPaths *self)
{
  return ipl_shown_paths_are_all (self) ? NULL : text_of (self, "<i>U</i>");
}

/* @what: heading of a table column
 * Returns: (transfer full): the heading, followed by "(24 of 512 paths, by U)" if some paths are
 * left out */
char *
ipl_shown_paths_heading (const IplShownPaths *self, const char *what)
{
  g_autofree char *text = text_of (self, "U");

  return ipl_shown_paths_are_all (self) ? g_strdup (what) : g_strdup_printf ("%s (%s)", what, text);
}

/* Appends a sentence on the selection. */
void
ipl_describe_shown_paths (GString *text, const IplShownPaths *self)
{
  g_autofree char *shown_paths = text_of (self, "U");

  if (!ipl_shown_paths_are_all (self))
    g_string_append_printf (text, " Shown: %s.", shown_paths);
}

/* @path: a path, shown or not
 * @by: signed number of positions
 * Returns: the path at that distance in display order; counted from the nearest path shown */
gsize
ipl_shown_paths_step (const IplShownPaths *self, const IplCaseInfo *the_case, gsize path, int by)
{
  gint64 at = self->place[path];

  if (at < 0)
    {
      gsize rank = ipl_case_display_rank (the_case, path);

      for (at = 0;
           at + 1 < (gint64)self->n && ipl_case_display_rank (the_case, self->path[at]) < rank;)
        at++;
      by = by > 0 ? by - 1 : by;
    }
  return self->path[CLAMP (at + by, 0, (gint64)self->n - 1)];
}
