/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of a window and the panels on them: which is shown, enlarged, copied, exported. */
#include "app/window/window-pages.h"

#include "app/window/export-dialog.h"
#include "app/window/numbers-dialog.h"
#include "app/window/window-state-private.h"

static const char *const pages[] = { "theory", "posterior", "training", "heads" };

/**
 * ipl_window_get_page:
 * @self: the window
 *
 * Returns: "theory", "posterior", "training" or "heads"
 */
const char *
ipl_window_get_page (IplWindow *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

static IplPanelGrid *
grid_of (IplWindow *self, const char *page)
{
  if (g_strcmp0 (page, "posterior") == 0)
    return ipl_posterior_page_get_grid (self->posterior_page);
  if (g_strcmp0 (page, "training") == 0)
    return self->training_grid;
  return g_strcmp0 (page, "heads") == 0 ? self->heads_grid : self->grid;
}

/**
 * ipl_window_get_grid:
 * @self: the window
 *
 * Returns: the panels of the page that is shown
 */
IplPanelGrid *
ipl_window_get_grid (IplWindow *self)
{
  return grid_of (self, ipl_window_get_page (self));
}

/* The page a panel is shown on: the present one where it has it, else the first that has. */
static const char *
page_of (IplWindow *self, const IplPanel *panel)
{
  if (ipl_panel_grid_has (ipl_window_get_grid (self), panel))
    return ipl_window_get_page (self);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (ipl_panel_grid_has (grid_of (self, pages[i]), panel))
      return pages[i];
  g_return_val_if_reached (pages[0]);
}

/**
 * ipl_window_get_area:
 * @self: the window
 * @panel: a single panel
 *
 * Returns: where it is drawn, on the page that is shown or on whichever other
 */
IplFigureArea *
ipl_window_get_area (IplWindow *self, const IplPanel *panel)
{
  return ipl_panel_grid_get_area (grid_of (self, page_of (self, panel)), panel);
}

IplPosteriorPage *
ipl_window_get_posterior_page (IplWindow *self)
{
  return self->posterior_page;
}

/* The sheets can be exported, but are nowhere in the window. */
static gboolean
parse_single (GVariant *parameter, const IplPanel **panel)
{
  *panel = ipl_panel_find (g_variant_get_string (parameter, NULL));
  return *panel != NULL && !ipl_panel_is_composite (*panel);
}

static void
on_exported (IplWindow *self, const char *path)
{
  g_autofree char *text = g_strdup_printf ("Exported %s.", path);

  if (self->session != NULL)
    ipl_window_say (self, text);
}

static void
show_export (IplWindow *self, const IplPanel *panel)
{
  IplExportDialog *dialog = ipl_export_dialog_new (GTK_WINDOW (self), self->session, panel);

  g_signal_connect_object (dialog, "exported", G_CALLBACK (on_exported), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  show_export (data, ipl_panel_grid_get_focused (ipl_window_get_grid (data)));
}

static void
on_panel_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const IplPanel *panel = ipl_panel_find (g_variant_get_string (parameter, NULL));

  if (panel != NULL)
    show_export (data, panel);
}

static void
copy_panel (IplWindow *self, const IplPanel *panel)
{
  g_autoptr (GdkTexture) texture = ipl_figure_area_render (ipl_window_get_area (self, panel), 2.0);

  if (texture == NULL)
    return;
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  ipl_window_say (self, "The figure is in the clipboard as a picture.");
}

static void
on_panel_copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const IplPanel *panel;

  if (parse_single (parameter, &panel))
    copy_panel (data, panel);
}

static const IplPanel *
focused_panel (IplWindow *self)
{
  IplPanelGrid *grid = ipl_window_get_grid (self);
  const IplPanel *panel = ipl_panel_grid_get_focused (grid);

  return ipl_panel_is_composite (panel) ? ipl_panel_grid_get_first (grid) : panel;
}

static void
on_copy_figure (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  copy_panel (data, focused_panel (data));
}

static void
show_numbers (IplWindow *self, const IplPanel *panel)
{
  GtkWindow *dialog = ipl_numbers_dialog_new (GTK_WINDOW (self), self->session, panel);

  gtk_window_present (dialog);
}

static void
on_numbers (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  show_numbers (data, focused_panel (data));
}

static void
on_panel_numbers (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const IplPanel *panel;

  if (parse_single (parameter, &panel))
    show_numbers (data, panel);
}

static void
show_enlarged (IplWindow *self)
{
  const IplPanel *panel = ipl_panel_grid_get_enlarged (ipl_window_get_grid (self));

  ipl_window_set_action_state (self, "panel-enlarge",
                               g_variant_new_string (panel == NULL ? "" : panel->id));
  ipl_window_changed (self);
}

static void
enlarge (IplWindow *self, const IplPanel *panel)
{
  if (g_strcmp0 (ipl_window_get_page (self), "posterior") == 0)
    ipl_posterior_page_set_enlarged (self->posterior_page, panel);
  else
    ipl_panel_grid_set_enlarged (ipl_window_get_grid (self), panel);
  show_enlarged (self);
}

/* Gives the keyboard to what is shown. */
void
ipl_window_focus_page (IplWindow *self)
{
  IplFigureArea *area = ipl_window_get_area (self, focused_panel (self));

  if (gtk_widget_get_mapped (GTK_WIDGET (area)))
    gtk_widget_grab_focus (GTK_WIDGET (area));
}

void
ipl_window_show_page (IplWindow *self, const char *page)
{
  if (g_strcmp0 (ipl_window_get_page (self), page) == 0)
    return;
  gtk_stack_set_visible_child_name (self->pages, page);
  ipl_window_set_action_state (self, "page", g_variant_new_string (page));
  show_enlarged (self);
  ipl_window_focus_page (self);
}

static void
on_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *page = g_variant_get_string (parameter, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (page, pages[i]))
      ipl_window_show_page (data, page);
}

static void
turn_page (IplWindow *self, int direction)
{
  for (int i = 0; i < (int)G_N_ELEMENTS (pages); i++)
    if (g_strcmp0 (ipl_window_get_page (self), pages[i]) == 0)
      {
        ipl_window_show_page (self, pages[CLAMP (i + direction, 0, (int)G_N_ELEMENTS (pages) - 1)]);
        return;
      }
}

static void
on_next_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  turn_page (data, 1);
}

static void
on_previous_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  turn_page (data, -1);
}

/* Enlarges a panel, on its own page, or shows all again where it is enlarged already. */
static void
on_panel_enlarge (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  gboolean shown;
  const IplPanel *panel;

  if (!parse_single (parameter, &panel))
    return;
  shown = ipl_panel_grid_has (ipl_window_get_grid (self), panel)
          && ipl_panel_grid_get_enlarged (ipl_window_get_grid (self)) == panel;
  ipl_window_show_page (self, page_of (self, panel));
  enlarge (self, shown ? NULL : panel);
}

static void
on_even_panels (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;

  enlarge (self, NULL);
  ipl_panel_grid_even_out (ipl_window_get_grid (self));
}

/* Which panels are on which page. */
static void
set_up (IplWindow *self)
{
  static const IplPanel *const training[]
      = { &ipl_panel_task, &ipl_panel_training, &ipl_panel_attention };
  static const IplPanel *const heads[]
      = { &ipl_panel_heads, &ipl_panel_pruning, &ipl_panel_paths, &ipl_panel_u };

  ipl_panel_grid_set_panels (self->training_grid, &ipl_panel_network, G_N_ELEMENTS (training),
                             training);
  ipl_panel_grid_set_panels (self->heads_grid, &ipl_panel_network, G_N_ELEMENTS (heads), heads);
  ipl_panel_grid_set_session (self->grid, self->session);
  ipl_panel_grid_set_session (self->training_grid, self->session);
  ipl_panel_grid_set_session (self->heads_grid, self->session);
  ipl_posterior_page_set_session (self->posterior_page, self->session);
}

static void
update (IplWindow *self)
{
  ipl_window_enable_action (self, "export", ipl_session_get_solve_result (self->session) != NULL);
}

static void
add_shortcuts (GPtrArray *shortcuts)
{
  static const struct
  {
    const char *action, *title, *keys;
  } panels[] = {
    { "win.panel-enlarge::paths", "Enlarge attention paths", "<Control>1" },
    { "win.panel-enlarge::u", "Enlarge order parameter U", "<Control>2" },
    { "win.panel-enlarge::accuracy", "Enlarge accuracy", "<Control>3" },
    { "win.panel-enlarge::overlap", "Enlarge PC overlap", "<Control>4" },
    { "win.panel-enlarge::trace", "Enlarge trace", "<Control>5" },
    { "win.panel-enlarge::ranks", "Enlarge ranks", "<Control>6" },
    { "win.panel-enlarge::marginal", "Enlarge marginal", "<Control>7" },
    { "win.panel-enlarge::calibration", "Enlarge calibration", "<Control>8" },
    { "win.panel-enlarge::task", "Enlarge task", "<Control><Alt>1" },
    { "win.panel-enlarge::training", "Enlarge training", "<Control><Alt>2" },
    { "win.panel-enlarge::attention", "Enlarge attention", "<Control><Alt>3" },
    { "win.panel-enlarge::heads", "Enlarge heads", "<Control><Alt>4" },
    { "win.panel-enlarge::pruning", "Enlarge pruning", "<Control><Alt>5" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_PANELS, panels[i].title, panels[i].action,
                       panels[i].keys);
}

static const IplCommand commands[] = {
  { "even-panels", on_even_panels, "<Control>0", "All panels, even", IPL_SHORTCUTS_PANELS },
  { "previous-page", on_previous_page, "<Control>Page_Up", "Previous page", IPL_SHORTCUTS_PANELS },
  { "next-page", on_next_page, "<Control>Page_Down", "Next page", IPL_SHORTCUTS_PANELS },
  { "export", on_export, "<Control>e", "Export figure", IPL_SHORTCUTS_EXPORT },
  { "copy-figure", on_copy_figure, "<Control><Shift>c", "Copy figure", IPL_SHORTCUTS_EXPORT },
  { "numbers", on_numbers, "<Control><Shift>t", "Show figure’s numbers", IPL_SHORTCUTS_EXPORT },
  { "page", on_page, .parameter_type = "s", .state = "'theory'" },
  { "panel-enlarge", on_panel_enlarge, .parameter_type = "s", .state = "''" },
  { "panel-copy", on_panel_copy, .parameter_type = "s" },
  { "panel-export", on_panel_export, .parameter_type = "s" },
  { "panel-numbers", on_panel_numbers, .parameter_type = "s" },
};

const IplWindowPart ipl_window_pages_part
    = { commands, G_N_ELEMENTS (commands), set_up, update, add_shortcuts };
