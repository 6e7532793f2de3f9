/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heads and paths of what was recorded while a network was trained, by name. */

#include "figures/panels/network/head-course-view.h"

/* Returns: whether the view holds the course of heads in training, with that array */
gboolean
ipl_head_course_has (const IplView *view, const char *name)
{
  const IplTrajectory *course = view->trajectory;

  return course != NULL && course->S > 0 && ipl_trajectory_find (course, "path_weight") != NULL
         && ipl_trajectory_find (course, "layer") != NULL
         && ipl_trajectory_find (course, name) != NULL;
}

/* Layer of a head, from 1. */
guint
ipl_head_course_layer (const IplTrajectory *self, gsize head)
{
  return (guint)ipl_trajectory_get (self, "layer", 0)[head];
}

/* Heads of a layer from 1; 0 above the last. */
static gsize
count_heads (const IplTrajectory *self, guint layer)
{
  const IplTrajectoryArray *layers = ipl_trajectory_find (self, "layer");
  gsize n = 0;

  for (gsize k = 0; k < layers->size; k++)
    n += (guint)layers->values[k] == layer;
  return n;
}

/* "2.3": layer and head, from 1. */
char *
ipl_head_course_head_text (const IplTrajectory *self, gsize head)
{
  guint layer = ipl_head_course_layer (self, head);

  for (guint l = 1; l < layer; l++)
    head -= count_heads (self, l);
  return g_strdup_printf ("%u.%u", layer, (guint)head + 1);
}

/* "(3,1)": the head of every layer, from 1; the last layer's changes fastest. */
char *
ipl_head_course_path_text (const IplTrajectory *self, gsize path)
{
  const IplTrajectoryArray *layers = ipl_trajectory_find (self, "layer");
  g_autoptr (GString) text = g_string_new (")");

  for (guint l = (guint)layers->values[layers->size - 1]; l > 0; l--)
    {
      gsize H = count_heads (self, l);
      g_autofree char *head
          = g_strdup_printf ("%s%" G_GSIZE_FORMAT, l > 1 ? "," : "(", path % H + 1);

      g_string_prepend (text, head);
      path /= H;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Those of its paths that are shown: the largest on U's diagonal at the end, so that they stay the
 * same while time goes by. */
void
ipl_head_course_shown_paths (const IplView *view, IplShownPaths *shown)
{
  const IplTrajectory *course = view->trajectory;
  gsize Pi = ipl_trajectory_find (course, "path_weight")->size;
  gboolean ordered = view->the_case != NULL && view->the_case->Pi == Pi;

  ipl_shown_paths_init_by (shown, view, Pi, ordered ? view->the_case->display_order : NULL,
                           ipl_trajectory_get (course, "path_weight", course->S - 1), NULL);
}
