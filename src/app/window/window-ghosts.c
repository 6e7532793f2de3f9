/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the shown results as pale curves behind later ones, for comparison. */
#include "app/window/window-private.h"

static void
on_add_ghost (IplWindow *self)
{
  guint n;

  ipl_session_add_ghost (self->session);
  n = ipl_session_count_ghosts (self->session);
  if (n == 0)
    return;
  g_autofree char *text = g_strdup_printf (
      "Kept as pale curve %u of %d. Ctrl+Alt+K clears the pale curves.", n, IPL_VIEW_MOST_GHOSTS);
  ipl_window_show_status (self, text);
}

static void
update (IplWindow *self)
{
  IplView view;

  ipl_window_enable (self, "pale-curve::keep", ipl_session_get_view (self->session, &view));
  ipl_window_enable (self, "pale-curve::clear", ipl_session_count_ghosts (self->session) > 0);
}

static const IplCommand commands[] = {
  { "pale-curve::keep", G_CALLBACK (on_add_ghost), "<Control><Shift>k", "Keep as pale curve",
    IPL_SHORTCUTS_PANELS, .why = "Nothing is solved yet." },
  { "pale-curve::clear", NULL, "<Control><Alt>k", "Clear pale curves", IPL_SHORTCUTS_PANELS,
    .call = ipl_session_drop_ghosts, .why = "There are no pale curves." },
};

const IplWindowPart ipl_window_ghosts_part = { commands, G_N_ELEMENTS (commands), NULL, update };
