/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching paths by the heads they pass through: what is found is selected in all panels, and gone
 * through one path after the other. */
#include "app/window/window-private.h"

#include "app/base/widgets.h"
#include "core/case/path-reference.h"
#include "figures/view/path-search.h"

static const IplCaseInfo *
get_case (IplWindow *self)
{
  IplView view;

  return ipl_session_get_view (self->session, &view) ? view.the_case : NULL;
}

static gboolean
is_open (IplWindow *self)
{
  return gtk_search_bar_get_search_mode (self->find_bar);
}

/* The setting in the entry; @why it finds nothing, which is nothing while it is empty. */
static gboolean
search (IplWindow *self, IplTarget *target, char **why)
{
  const IplCaseInfo *the_case = get_case (self);

  *why = NULL;
  return the_case != NULL
         && ipl_path_search (the_case, gtk_editable_get_text (GTK_EDITABLE (self->find_entry)),
                             target, why);
}

/* Where the selected path stands in @list, or -1. */
static int
find_place (IplWindow *self, const GArray *list)
{
  const IplTarget *selected
      = ipl_selection_get_selected (ipl_session_get_selection (self->session));

  for (guint i = 0; i < list->len && selected->path >= 0 && selected->other < 0; i++)
    if (g_array_index (list, gsize, i) == (gsize)selected->path)
      return (int)i;
  return -1;
}

/* "8 paths", "2 of 8: (1,2,5)", "path 11: (3,3)" of the only one, or why there are none. */
static void
show_found (IplWindow *self)
{
  const IplCaseInfo *the_case = get_case (self);
  g_autofree char *text = NULL;
  IplTarget target;
  gboolean found = search (self, &target, &text);

  if (found)
    {
      g_autoptr (GArray) list = ipl_path_search_list (the_case, &target);
      int place = find_place (self, list);

      if (list->len == 1)
        text = ipl_path_reference_understood (the_case, g_array_index (list, gsize, 0));
      else if (place >= 0)
        text = g_strdup_printf ("%d of %u: %s", place + 1, list->len,
                                the_case->path_names[g_array_index (list, gsize, place)]);
      else
        text = g_strdup_printf ("%u paths", list->len);
    }
  ipl_widget_set_class (self->find_entry, "error", text != NULL && !found);
  gtk_label_set_label (self->find_label, text != NULL ? text : "");
  ipl_widget_set_tooltip (self->find_label, text);
}

/* All that is found at once. */
static void
on_search (IplWindow *self)
{
  IplTarget target;
  g_autofree char *why = NULL;

  if (is_open (self) && search (self, &target, &why))
    ipl_selection_select (ipl_session_get_selection (self->session), &target);
  show_found (self);
}

/* The next path of those that are found, or the one before; past the end the first. */
static void
step (IplWindow *self, int by)
{
  const IplCaseInfo *the_case = get_case (self);
  IplTarget target, path = IPL_TARGET_NONE;
  g_autofree char *why = NULL;

  if (search (self, &target, &why))
    {
      g_autoptr (GArray) list = ipl_path_search_list (the_case, &target);
      int n = (int)list->len, place = find_place (self, list);

      place = place < 0 ? (by > 0 ? 0 : n - 1) : (place + by + n) % n;
      path.path = (int)g_array_index (list, gsize, place);
      ipl_selection_select (ipl_session_get_selection (self->session), &path);
    }
  show_found (self);
}

static gboolean
on_find_key (IplWindow *self, guint key, guint code, GdkModifierType state)
{
  gboolean shift = (state & GDK_SHIFT_MASK) != 0;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      step (self, shift ? -1 : 1);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      step (self, 1);
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      step (self, -1);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
close_bar (IplWindow *self)
{
  gtk_search_bar_set_search_mode (self->find_bar, FALSE);
  ipl_window_focus_page (self);
}

static void
on_find (IplWindow *self)
{
  if (self->stage != NULL || get_case (self) == NULL)
    return;
  gtk_search_bar_set_search_mode (self->find_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->find_entry));
  gtk_editable_select_region (GTK_EDITABLE (self->find_entry), 0, -1);
  show_found (self);
}

static void
on_selection (IplWindow *self)
{
  if (is_open (self))
    show_found (self);
}

static void
set_up (IplWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  /* Before the entry takes them for its own. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_find_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->find_entry), keys);
  g_signal_connect_swapped (self->find_entry, "search-changed", G_CALLBACK (on_search), self);
  g_signal_connect_swapped (self->find_entry, "stop-search", G_CALLBACK (close_bar), self);
  g_signal_connect_object (ipl_session_get_selection (self->session), "changed",
                           G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
}

static void
update (IplWindow *self)
{
  gboolean has_paths = get_case (self) != NULL;

  ipl_window_enable (self, "find-paths", has_paths);
  ipl_window_enable (self, "next-found-path", has_paths);
  ipl_window_enable (self, "previous-found-path", has_paths);
  if (!is_open (self))
    return;
  if (has_paths)
    show_found (self);
  else
    gtk_search_bar_set_search_mode (self->find_bar, FALSE);
}

static const IplCommand commands[] = {
  { "find-paths", G_CALLBACK (on_find), "<Control>f", "Find paths by their heads",
    IPL_SHORTCUTS_PANELS, .why = "There are no paths in what is open.", .help = "paths" },
  { "next-found-path", NULL, .turn = G_CALLBACK (step), .by = 1, .title = "Next path found",
    .group = IPL_SHORTCUTS_PANELS, .why = "There are no paths in what is open.", .help = "paths" },
  { "previous-found-path", NULL, .turn = G_CALLBACK (step), .by = -1,
    .title = "Previous path found", .group = IPL_SHORTCUTS_PANELS,
    .why = "There are no paths in what is open.", .help = "paths" },
};

const IplWindowPart ipl_window_find_part = { commands, G_N_ELEMENTS (commands), set_up, update };
