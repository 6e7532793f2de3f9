/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding anything that can be done by its name, and what of it no menu has: parameters, paths and
 * heads. */
#include "app/window/window-private.h"

#include "core/case/path-reference.h"
#include "figures/view/path-search.h"

static void
on_find (IplWindow *self)
{
  if (self->stage == NULL)
    ipl_finder_open (self->finder, ipl_window_list_findable (self));
}

/* @reference: as one types it to find paths by their heads */
static void
on_select_path (IplWindow *self, const char *reference)
{
  g_autofree char *why = NULL;
  IplTarget target;
  IplView view;

  if (!ipl_session_get_view (self->session, &view) || view.the_case == NULL)
    return;
  if (ipl_path_search (view.the_case, reference, &target, &why))
    ipl_selection_select (ipl_session_get_selection (self->session), &target);
  else if (why != NULL)
    ipl_window_say (self, why);
}

/* @id: of a control of the sidebar */
static void
on_edit_parameter (IplWindow *self, const char *id)
{
  if (!gtk_revealer_get_reveal_child (self->sidebar_revealer))
    g_action_group_activate_action (G_ACTION_GROUP (self), "sidebar", NULL);
  ipl_sidebar_focus (self->sidebar, id);
}

static const IplCommand commands[] = {
  { "find", G_CALLBACK (on_find), "<Control>k", "Find anything", IPL_SHORTCUTS_GENERAL },
  { "select-path", G_CALLBACK (on_select_path), .parameter_type = "s" },
  { "edit-parameter", G_CALLBACK (on_edit_parameter), .parameter_type = "s" },
};

const IplWindowPart ipl_window_find_anything_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands) };
