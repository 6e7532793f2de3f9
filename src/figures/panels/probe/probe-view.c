/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/panels/probe/probe-view.h"

#include "figures/kit/number.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Heads of the layer that has the most. */
gsize
ipl_probe_view_most (const IplView *view)
{
  return ipl_trajectory_find (view->trajectory, "score")->size;
}

/* Returns: (nullable): an array that not every file leads to, at a layer, those after it behind */
const double *
ipl_probe_view_find (const IplView *view, const char *name, guint layer)
{
  return ipl_trajectory_find (view->trajectory, name) != NULL
             ? ipl_trajectory_get (view->trajectory, name, layer)
             : NULL;
}

void
ipl_probe_view_set_head (const IplView *view, gsize layer, gsize head, IplTarget *target)
{
  target->step = ipl_target_of_moment (view, layer);
  target->layer = (int)layer;
  target->head = (int)head;
}

/* Layers with fewer heads than others have none beyond. */
static gboolean
exists (const IplView *view, guint layer, gsize head)
{
  return head < ipl_probe_view_most (view)
         && isfinite (ipl_trajectory_get (view->trajectory, "score", layer)[head]);
}

gboolean
ipl_probe_view_get_head (const IplTarget *target, const IplView *view, guint *layer, gsize *head)
{
  if (target->head < 0 || !ipl_target_get_moment (target, view, layer))
    return FALSE;
  *head = (gsize)target->head;
  return exists (view, *layer, *head);
}

/* A head alone is a pair with itself. */
gboolean
ipl_probe_view_get_pair (const IplTarget *target, const IplView *view, guint *layer, gsize *head,
                         gsize *other)
{
  if (!ipl_probe_view_get_head (target, view, layer, head))
    return FALSE;
  *other = target->component >= 0 ? (gsize)target->component : *head;
  return exists (view, *layer, *other);
}

/* ", drop 0.02", where there is such an array. */
static void
append (GString *text, const IplView *view, guint layer, const char *name, gsize at,
        const char *words)
{
  const double *numbers = ipl_probe_view_find (view, name, layer);

  if (numbers != NULL && isfinite (numbers[at]))
    ipl_number_append (text, words, numbers[at], 3);
}

/* The numbers of the head or the pair that is hovered. */
char *
ipl_probe_view_say (const IplTarget *target, const IplView *view)
{
  gsize head, other, most = ipl_probe_view_most (view);
  guint layer;
  GString *text;

  if (!ipl_probe_view_get_pair (target, view, &layer, &head, &other))
    return NULL;
  text = g_string_new (NULL);
  g_string_printf (text, "Layer %.0f, head", view->trajectory->time[layer]);
  if (head != other)
    {
      g_string_append_printf (text, "s %" G_GSIZE_FORMAT " and %" G_GSIZE_FORMAT, head + 1,
                              other + 1);
      append (text, view, layer, "redundancy", head * most + other, ": in common ");
      append (text, view, layer, "pair_excess", head * most + other,
              ", lost without both beyond the single drops ");
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (text, " %" G_GSIZE_FORMAT, head + 1);
  append (text, view, layer, "score", head, ": score ");
  append (text, view, layer, "score_sd", head, " ± ");
  append (text, view, layer, "weight", head, ", weight ");
  append (text, view, layer, "drop", head, ", drop ");
  return g_string_free (text, FALSE);
}

/* Left and right from head to head, up and down from layer to layer. */
IplTarget
ipl_probe_view_step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  guint layer = view->moment;
  gsize head = 0, n = 0;

  if (ipl_probe_view_get_head (from, view, &layer, &head))
    layer = (guint)ipl_step_move (layer, dy, view->trajectory->S);
  else
    dx = 0;
  while (exists (view, layer, n))
    n++;
  if (n > 0)
    ipl_probe_view_set_head (view, layer, ipl_step_move (MIN (head, n - 1), dx, n), &target);
  return target;
}

const char *
ipl_probe_view_no_drops (const IplView *view, const char **more)
{
  *more = "export-attention.py measures it in the model, head by head.";
  return ipl_trajectory_find (view->trajectory, "drop") == NULL
             ? "The file does not say what the model loses without a head."
             : NULL;
}
