/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of a window, made from the table of pages: stack, buttons and menu. */
#include "app/window/window-pages.h"

#include "app/pages/page-table.h"
#include "app/window/window-state-private.h"

/**
 * ipl_window_get_page:
 * @self: the window
 *
 * Returns: id of the page that is shown
 */
const char *
ipl_window_get_page (IplWindow *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

/**
 * ipl_window_get_page_widget:
 * @self: the window
 * @page: a page's id
 *
 * Returns: (transfer none) (nullable): what the page made of its panels and what else is on it
 */
GtkWidget *
ipl_window_get_page_widget (IplWindow *self, const char *page)
{
  return gtk_stack_get_child_by_name (self->pages, page);
}

static IplPanelGrid *
grid_of (IplWindow *self, const char *page)
{
  return g_hash_table_lookup (self->grids, page);
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

/**
 * ipl_window_get_page_of:
 * @self: the window
 * @panel: a panel
 *
 * Returns: (nullable): the page it is shown on: the present one where that has it, else the first
 *   that has
 */
const char *
ipl_window_get_page_of (IplWindow *self, const IplPanel *panel)
{
  if (ipl_panel_grid_has (ipl_window_get_grid (self), panel))
    return ipl_window_get_page (self);
  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    if (ipl_panel_grid_has (grid_of (self, (*page)->id), panel))
      return (*page)->id;
  return NULL;
}

/**
 * ipl_window_get_area:
 * @self: the window
 * @panel: a panel
 *
 * Returns: (transfer none) (nullable): where it is drawn, on the page that is shown or on whichever
 *   other; nowhere where it is on no page
 */
IplFigureArea *
ipl_window_get_area (IplWindow *self, const IplPanel *panel)
{
  const char *page = ipl_window_get_page_of (self, panel);

  return page != NULL ? ipl_panel_grid_get_area (grid_of (self, page), panel) : NULL;
}

/**
 * ipl_window_get_focused:
 * @self: the window
 *
 * Returns: the panel that has the keyboard or is enlarged, else the first of the page
 */
const IplPanel *
ipl_window_get_focused (IplWindow *self)
{
  IplPanelGrid *grid = ipl_window_get_grid (self);
  const IplPanel *panel = ipl_panel_grid_get_focused (grid);

  return ipl_panel_is_composite (panel) ? ipl_panel_grid_get_first (grid) : panel;
}

/* Gives the keyboard to what is shown. */
void
ipl_window_focus_page (IplWindow *self)
{
  IplFigureArea *area;

  /* No page any more while the window closes. */
  if (ipl_window_get_page (self) == NULL)
    return;
  area = ipl_window_get_area (self, ipl_window_get_focused (self));
  if (gtk_widget_get_mapped (GTK_WIDGET (area)))
    gtk_widget_grab_focus (GTK_WIDGET (area));
}

static void
show_enlarged (IplWindow *self)
{
  const IplPanel *panel = ipl_panel_grid_get_enlarged (ipl_window_get_grid (self));

  ipl_window_set_action_state (self, "panel-enlarge",
                               g_variant_new_string (panel == NULL ? "" : panel->id));
  ipl_window_changed (self);
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

  if (ipl_page_find (page) != NULL)
    ipl_window_show_page (data, page);
}

static void
turn_page (IplWindow *self, int direction)
{
  guint n;
  const IplPage *const *pages = ipl_pages (&n);

  for (int i = 0; i < (int)n; i++)
    if (g_strcmp0 (ipl_window_get_page (self), pages[i]->id) == 0)
      {
        ipl_window_show_page (self, pages[CLAMP (i + direction, 0, (int)n - 1)]->id);
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

static void
add_page (IplWindow *self, const IplPage *page)
{
  const IplPanel *panels[IPL_PANEL_GRID_PLACES];
  IplPanelGrid *grid;
  guint n = 0;

  while (n < IPL_PANEL_GRID_PLACES && page->places[n].panel != NULL)
    {
      panels[n] = ipl_panel_find (page->places[n].panel);
      if (panels[n] == NULL)
        g_error ("page %s: there is no panel %s", page->id, page->places[n].panel);
      n++;
    }
  grid = ipl_panel_grid_new (self->session,
                             page->composite != NULL ? ipl_panel_find (page->composite) : panels[0],
                             n, panels);
  g_signal_connect_object (grid, "enlarged", G_CALLBACK (show_enlarged), self, G_CONNECT_SWAPPED);
  g_hash_table_insert (self->grids, (gpointer)page->id, g_object_ref (grid));
  gtk_stack_add_named (
      self->pages, page->create != NULL ? page->create (grid, self->session) : GTK_WIDGET (grid),
      page->id);
}

static void
add_button (IplWindow *self, const IplPage *page)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (page->title);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", page->id);
  gtk_widget_set_tooltip_text (button, page->tooltip);
  gtk_box_append (self->page_buttons, button);
}

static void
set_up (IplWindow *self)
{
  int n = 0;

  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    {
      add_page (self, *page);
      add_button (self, *page);
      ipl_window_insert_item (self->page_menu, n++, (*page)->title, (*page)->mnemonic, "win.page",
                              (*page)->id);
    }
  ipl_window_set_action_state (self, "page", g_variant_new_string (ipl_window_get_page (self)));
}

static void
add_shortcuts (GPtrArray *shortcuts)
{
  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    if ((*page)->keys != NULL)
      {
        g_autofree char *action = g_strconcat ("win.page::", (*page)->id, NULL);
        g_autofree char *title = g_strconcat ((*page)->title, " page", NULL);

        ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_PANELS, title, action, (*page)->keys);
      }
}

static const IplCommand commands[] = {
  { "previous-page", on_previous_page, "<Control>Page_Up", "Previous page", IPL_SHORTCUTS_PANELS },
  { "next-page", on_next_page, "<Control>Page_Down", "Next page", IPL_SHORTCUTS_PANELS },
  { "page", on_page, .parameter_type = "s", .state = "''" },
};

const IplWindowPart ipl_window_pages_part
    = { commands, G_N_ELEMENTS (commands), set_up, .add_shortcuts = add_shortcuts };
