/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths whose GP limits are drawn beside that of all. */
#include "session/session-private.h"

#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"

/* Draws the GP limits of these paths. */
void
ipl_session_set_subsets (IplSession *self, const char *text)
{
  IplParameters parameters = *self->parameters;

  parameters.gp_paths = g_intern_string (text);
  ipl_session_change (self, &parameters, NULL);
}

/* Puts the selected path into the last subset of those whose GP limits are drawn, or takes it out.
 */
void
ipl_session_tick_path (IplSession *self)
{
  const IplTarget *selected = ipl_selection_get_selected (self->selection);
  const IplSolveResult *result = ipl_session_get_solve_result (self);
  const IplCase *the_case = result != NULL ? result->the_case : NULL;
  g_autofree char *text = NULL;

  if (the_case == NULL || selected->path < 0 || selected->path >= (gint64)the_case->Pi)
    {
      ipl_session_tell (self, "Select a path first, in the diagram or a heatmap.", FALSE);
      return;
    }
  text = ipl_path_subsets_toggle (the_case, self->parameters->gp_paths, (guint)selected->path);
  ipl_session_set_subsets (self, text);
}

/* What is ticked from now on is another subset of paths, with a GP limit of its own. */
void
ipl_session_begin_subset (IplSession *self)
{
  const char *text = self->parameters->gp_paths;
  g_autofree char *begun = NULL;

  if (text[0] == '\0' || g_str_has_suffix (text, ";"))
    return;
  begun = g_strconcat (text, ";", NULL);
  ipl_session_set_subsets (self, begun);
}
