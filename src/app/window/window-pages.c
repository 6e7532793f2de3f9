/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of a window, from the table of pages: stack and menu. */
#include "app/window/window-private.h"

#include "app/pages/page-table.h"

/* Returns: id of the visible page */
const char *
ipl_window_get_page (IplWindow *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

static void
show_enlarged (IplWindow *self)
{
  const IplPanel *panel = ipl_panel_grid_get_enlarged (ipl_window_get_grid (self));

  ipl_window_set_state (self, "panel-enlarge",
                        g_variant_new_string (panel == NULL ? "" : panel->id));
  ipl_window_changed (self);
}

static IplPanelGrid *
add_page (IplWindow *self, const IplPage *page)
{
  const IplPanel *panels[IPL_PANEL_GRID_PLACES];
  IplPanelGrid *grid;
  IplView view;
  guint n = 0;

  while (n < IPL_PANEL_GRID_PLACES && (panels[n] = ipl_page_get_panel (page, n)) != NULL)
    n++;
  grid = ipl_panel_grid_new (
      self->document, page->composite != NULL ? ipl_panel_find (page->composite) : NULL, n, panels);
  g_signal_connect_object (grid, "enlarged", G_CALLBACK (show_enlarged), self, G_CONNECT_SWAPPED);
  g_hash_table_insert (self->grids, (gpointer)page->id, g_object_ref (grid));
  ipl_panel_grid_show_fitting (grid, ipl_document_get_view (self->document, &view) ? &view : NULL);
  gtk_stack_add_named (
      self->pages, page->create != NULL ? page->create (grid, self->document) : GTK_WIDGET (grid),
      page->id);
  return grid;
}

/* Returns: panels of a page, which is made at its first use, since most pages are never opened */
static IplPanelGrid *
grid_of (IplWindow *self, const char *page)
{
  IplPanelGrid *grid = g_hash_table_lookup (self->grids, page);

  return grid != NULL ? grid : add_page (self, ipl_page_find (page));
}

/* Returns: (nullable): widget of a page */
GtkWidget *
ipl_window_get_page_widget (IplWindow *self, const char *page)
{
  if (ipl_page_find (page) == NULL)
    return NULL;
  grid_of (self, page);
  return gtk_stack_get_child_by_name (self->pages, page);
}

/* Returns: panels of the visible page */
IplPanelGrid *
ipl_window_get_grid (IplWindow *self)
{
  return grid_of (self, ipl_window_get_page (self));
}

/* Returns: (nullable): page of a panel: the visible one if it has the panel, else the first one
 *   with it; pages with something to show come first */
const char *
ipl_window_get_page_of (IplWindow *self, const IplPanel *panel)
{
  const char *found = NULL;

  if (ipl_panel_grid_has (ipl_window_get_grid (self), panel))
    return ipl_window_get_page (self);
  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    if (ipl_page_has_panel (*page, panel))
      {
        if (ipl_window_offers_page (self, (*page)->id))
          return (*page)->id;
        if (found == NULL)
          found = (*page)->id;
      }
  return found;
}

/* Returns: (nullable): area of a panel, on the visible page if possible; NULL if no page has the
 *   panel */
IplFigureArea *
ipl_window_get_area (IplWindow *self, const IplPanel *panel)
{
  const char *page = ipl_window_get_page_of (self, panel);

  return page != NULL ? ipl_panel_grid_get_area (grid_of (self, page), panel) : NULL;
}

/* Returns: the focused or enlarged panel, else the first one of the page */
const IplPanel *
ipl_window_get_focused (IplWindow *self)
{
  IplPanelGrid *grid = ipl_window_get_grid (self);
  const IplPanel *panel = ipl_panel_grid_get_focused (grid);

  return ipl_panel_is_composite (panel) ? ipl_panel_grid_get_first (grid) : panel;
}

/* Moves the focus to the visible page. */
void
ipl_window_focus_page (IplWindow *self)
{
  IplFigureArea *area;

  /* There is no page any more while the window closes. */
  if (ipl_window_get_page (self) == NULL)
    return;
  area = ipl_window_get_area (self, ipl_window_get_focused (self));
  if (gtk_widget_get_mapped (GTK_WIDGET (area)))
    gtk_widget_grab_focus (GTK_WIDGET (area));
}

/* TRUE if panels of a page can draw @view. Without results, TRUE for pages of cases. */
static gboolean
panels_fit (const IplPage *page, const IplView *view)
{
  guint n = 0, n_fit = 0, n_of_cases = 0;
  const IplPanel *panel;

  for (; (panel = ipl_page_get_panel (page, n)) != NULL; n++)
    {
      n_fit += view != NULL && ipl_panel_fits (panel, view);
      n_of_cases += panel->experiment == NULL && panel->fits == NULL;
    }
  if (view == NULL)
    return n_of_cases > 0 && !page->in_time;
  if (view->dynamics != NULL)
    return g_strcmp0 (view->dynamics->experiment->page, page->id) == 0 ? n_fit > 0 : n_fit == n;
  if (page->in_time)
    return view->trajectory != NULL;
  return n_of_cases > 0 ? n_fit > 0 : n_fit == n;
}

/* TRUE if a page has something to show.
 * @view: (nullable) */
static gboolean
fits (IplWindow *self, const IplPage *page, const IplView *view)
{
  const IplExperiment *experiment = ipl_document_get_parameters (self->document)->experiment;

  /* An experiment without results shows its own page. */
  if (view == NULL && experiment->compute != NULL)
    return g_strcmp0 (experiment->page, page->id) == 0;
  return panels_fit (page, view) && (page->applies == NULL || page->applies (self->document, view));
}

/* Returns: TRUE if a page has something to show */
gboolean
ipl_window_offers_page (IplWindow *self, const char *page)
{
  const IplPage *const *pages = ipl_pages (NULL);

  for (guint i = 0; pages[i] != NULL; i++)
    if (g_strcmp0 (pages[i]->id, page) == 0)
      return (self->offered >> i & 1) != 0;
  return FALSE;
}

/* Shows a page, at once or when it has something to show. */
void
ipl_window_show_page (IplWindow *self, const char *page)
{
  self->wanted_enlarged = NULL;
  self->wanted_page = ipl_window_offers_page (self, page) ? NULL : g_intern_string (page);
  if (self->wanted_page != NULL || g_strcmp0 (ipl_window_get_page (self), page) == 0)
    return;
  grid_of (self, page);
  gtk_stack_set_visible_child_name (self->pages, page);
  ipl_window_set_state (self, "page", g_variant_new_string (page));
  show_enlarged (self);
  ipl_window_focus_page (self);
}

/* @panel: (nullable): panel to enlarge; NULL for none */
void
ipl_window_show_enlarged (IplWindow *self, const char *page, const IplPanel *panel)
{
  IplPanelGrid *grid;

  ipl_window_show_page (self, page);
  if (self->wanted_page != NULL)
    {
      self->wanted_enlarged = panel;
      return;
    }
  grid = ipl_window_get_grid (self);
  if (panel == NULL || ipl_panel_grid_has (grid, panel))
    ipl_panel_grid_set_enlarged (grid, panel);
}

static void
on_page (IplWindow *self, const char *id)
{
  const IplPage *page = ipl_page_find (id);
  g_autofree char *text = NULL;

  if (page == NULL)
    return;
  if (ipl_window_offers_page (self, page->id))
    {
      ipl_window_show_page (self, page->id);
      return;
    }
  text = g_strdup_printf ("The page “%s” is not available for the open case.", page->title);
  ipl_window_show_status (self, text);
}

static void
show_adjacent_page (IplWindow *self, int direction)
{
  guint n;
  const IplPage *const *pages = ipl_pages (&n);
  int at = 0;

  while (at < (int)n && g_strcmp0 (ipl_window_get_page (self), pages[at]->id) != 0)
    at++;
  for (at += direction; at >= 0 && at < (int)n; at += direction)
    if (ipl_window_offers_page (self, pages[at]->id))
      {
        ipl_window_show_page (self, pages[at]->id);
        return;
      }
}

static void
show_next_page (IplWindow *self)
{
  show_adjacent_page (self, 1);
}

static void
show_previous_page (IplWindow *self)
{
  show_adjacent_page (self, -1);
}

/* Lists the offered pages in the menu. */
static void
show_offered (IplWindow *self, guint64 offered)
{
  const IplPage *const *pages = ipl_pages (NULL);

  g_menu_remove_all (self->page_menu);
  self->offered = offered;
  for (guint i = 0; pages[i] != NULL; i++)
    if ((offered >> i & 1) != 0)
      ipl_window_insert_item (self->page_menu, -1, pages[i]->title, pages[i]->mnemonic, "win.page",
                              pages[i]->id);
}

/* Leaves a page without anything to show, for the page of the experiment or else the first offered
 * one. */
static void
show_offered_page (IplWindow *self)
{
  const IplPage *const *pages = ipl_pages (NULL);
  const char *own = ipl_document_get_parameters (self->document)->experiment->page;

  if (self->wanted_page != NULL && ipl_window_offers_page (self, self->wanted_page))
    ipl_window_show_enlarged (self, self->wanted_page, self->wanted_enlarged);
  if (ipl_window_offers_page (self, ipl_window_get_page (self)))
    return;
  if (own != NULL && ipl_window_offers_page (self, own))
    {
      ipl_window_show_page (self, own);
      return;
    }
  for (guint i = 0; pages[i] != NULL; i++)
    if ((self->offered >> i & 1) != 0)
      {
        ipl_window_show_page (self, pages[i]->id);
        return;
      }
}

static void
on_results (IplWindow *self)
{
  const IplPage *const *pages = ipl_pages (NULL);
  guint64 offered = 0;
  IplView view;
  const IplView *shown = ipl_document_get_view (self->document, &view) ? &view : NULL;

  for (guint i = 0; pages[i] != NULL; i++)
    {
      gboolean is_offered = fits (self, pages[i], shown);

      if (is_offered)
        offered |= G_GUINT64_CONSTANT (1) << i;
      if (g_hash_table_contains (self->grids, pages[i]->id))
        ipl_panel_grid_show_fitting (grid_of (self, pages[i]->id), shown);
    }
  if (offered != self->offered)
    show_offered (self, offered);
  show_offered_page (self);
}

/* Sampling begins before its first results. */
static void
on_solve (IplWindow *self)
{
  if (ipl_document_is_sampling (self->document) && !ipl_window_offers_page (self, "posterior"))
    on_results (self);
}

static void
set_up (IplWindow *self)
{
  const IplPage *const *pages = ipl_pages (NULL);
  guint64 offered = 0;

  for (guint i = 0; pages[i] != NULL; i++)
    {
      g_assert (i < 64);
      if (!fits (self, pages[i], NULL))
        continue;
      if (offered == 0)
        grid_of (self, pages[i]->id);
      offered |= G_GUINT64_CONSTANT (1) << i;
    }
  show_offered (self, offered);
  ipl_window_set_state (self, "page", g_variant_new_string (ipl_window_get_page (self)));
  g_signal_connect_swapped (self->document, "results-changed", G_CALLBACK (on_results), self);
  g_signal_connect_swapped (self->document, "job-changed::train", G_CALLBACK (on_results), self);
  g_signal_connect_swapped (self->document, "job-changed::solve", G_CALLBACK (on_solve), self);
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
  { "page", G_CALLBACK (on_page), .parameter_type = "s", .state = "''" },
  { "page::previous", G_CALLBACK (show_previous_page), "<Control>Page_Up", "Previous page",
    IPL_SHORTCUTS_PANELS },
  { "page::next", G_CALLBACK (show_next_page), "<Control>Page_Down", "Next page",
    IPL_SHORTCUTS_PANELS },
};

const IplWindowPart ipl_window_pages_part
    = { commands, G_N_ELEMENTS (commands), set_up, .add_shortcuts = add_shortcuts };
