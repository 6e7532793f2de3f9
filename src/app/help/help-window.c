/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/help/help-window.h"

#include "app/base/widget-helpers.h"
#include "figures/help/help-search.h"
#include "figures/help/help-table.h"

/* Window with the help pages: a list, filtered by a search, and the open page. */
struct _IplHelpWindow
{
  GtkWindow parent_instance;
  GtkSearchEntry *search;
  GtkListBox *list;
  GtkScrolledWindow *list_scrolled;
  GtkScrolledWindow *scrolled;
  GtkWidget *nothing;
  const IplHelpPage *page;
  GPtrArray *before; /* pages that Back returns to, the latest last */
  char **terms;      /* search terms */
  GtkWidget *hit;    /* (nullable): first place of a search term on the page */
  guint scroll_id;
  gboolean listing; /* TRUE while the program selects rows */
};

G_DEFINE_FINAL_TYPE (IplHelpWindow, ipl_help_window, GTK_TYPE_WINDOW)

static GtkListBoxRow *
find_row (IplHelpWindow *self, const IplHelpPage *page)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (g_object_get_data (G_OBJECT (row), "ipl-page") == page)
      return row;
  return NULL;
}

/* Selects the row of the page without opening it. */
static void
select_row (IplHelpWindow *self)
{
  GtkListBoxRow *row = self->page != NULL ? find_row (self, self->page) : NULL;

  self->listing = TRUE;
  gtk_list_box_select_row (self->list, row);
  self->listing = FALSE;
}

/* Scrolls the list to the row of the page. */
static void
scroll_list (IplHelpWindow *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->list_scrolled);
  graphene_rect_t bounds;

  if (row != NULL && gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y - 30,
                               bounds.origin.y + bounds.size.height + 30);
}

/* Scrolls to the first place of a search term. Called when the page is laid out. */
static gboolean
scroll (gpointer data)
{
  IplHelpWindow *self = data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  GtkWidget *child = gtk_scrolled_window_get_child (self->scrolled);
  graphene_rect_t bounds;

  self->scroll_id = 0;
  scroll_list (self);
  if (self->hit == NULL
      || !gtk_widget_compute_bounds (self->hit, gtk_widget_get_first_child (child), &bounds)
      || bounds.origin.y + bounds.size.height < gtk_adjustment_get_page_size (adjustment))
    gtk_adjustment_set_value (adjustment, 0);
  else
    gtk_adjustment_set_value (adjustment, bounds.origin.y - 60);
  return G_SOURCE_REMOVE;
}

static void
scroll_later (IplHelpWindow *self)
{
  if (self->scroll_id == 0)
    self->scroll_id = g_idle_add_full (G_PRIORITY_LOW, scroll, self, NULL);
}

static void
on_found (GtkWidget *hit, gpointer data)
{
  IplHelpWindow *self = data;

  g_set_weak_pointer (&self->hit, hit);
  scroll_later (self);
}

/* Shows the page with the search terms highlighted. */
static void
draw_page (IplHelpWindow *self)
{
  GtkWidget *content, *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean reading = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->scrolled));
  g_autofree char *title = g_strdup_printf ("%s — Help", self->page->title);

  g_clear_weak_pointer (&self->hit);
  content = ipl_help_content_new (self->page, (const char *const *)self->terms, on_found, self);
  gtk_scrolled_window_set_child (self->scrolled, content);
  if (reading)
    gtk_widget_grab_focus (GTK_WIDGET (self->scrolled));
  gtk_window_set_title (GTK_WINDOW (self), title);
  ipl_widget_set_name (self->scrolled, self->page->title);
  scroll_later (self);
}

static void
set_page (IplHelpWindow *self, const IplHelpPage *page)
{
  self->page = page;
  draw_page (self);
  select_row (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", self->before->len > 0);
}

static void
go_to (IplHelpWindow *self, const IplHelpPage *page)
{
  if (page == self->page)
    return;
  if (self->page != NULL)
    g_ptr_array_add (self->before, (gpointer)self->page);
  set_page (self, page);
}

static GtkWidget *
make_row (const IplHelpHit *hit)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *title = ipl_label_new (hit->page->title, NULL), *row = gtk_list_box_row_new ();

  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), title);
  if (hit->words != NULL)
    {
      GtkWidget *words = ipl_label_new (hit->words, NULL);

      gtk_label_set_wrap (GTK_LABEL (words), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (words), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_lines (GTK_LABEL (words), 2);
      gtk_label_set_ellipsize (GTK_LABEL (words), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (words, "help-words");
      gtk_box_append (GTK_BOX (box), words);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "ipl-page", (gpointer)hit->page);
  return row;
}

static void
list_pages (IplHelpWindow *self)
{
  g_autoptr (GPtrArray) hits = ipl_help_search ((const char *const *)self->terms);
  GtkListBoxRow *row;

  self->listing = TRUE;
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < hits->len; i++)
    gtk_list_box_append (self->list, make_row (hits->pdata[i]));
  self->listing = FALSE;
  gtk_widget_set_visible (self->nothing, hits->len == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->list_scrolled), hits->len > 0);
  select_row (self);
}

/* Shows the name of a group above its first page. Search results, which are sorted by rank, have no
 * groups. */
static void
set_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  IplHelpWindow *self = data;
  const IplHelpPage *page = g_object_get_data (G_OBJECT (row), "ipl-page");
  const IplHelpPage *above
      = before != NULL ? g_object_get_data (G_OBJECT (before), "ipl-page") : NULL;
  GtkWidget *label;

  gtk_list_box_row_set_header (row, NULL);
  if (*self->terms != NULL || (above != NULL && g_str_equal (above->group, page->group)))
    return;
  label = ipl_label_new (page->group, "help-group");
  gtk_list_box_row_set_header (row, label);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, IplHelpWindow *self)
{
  if (row != NULL && !self->listing)
    go_to (self, g_object_get_data (G_OBJECT (row), "ipl-page"));
}

static void
on_search (IplHelpWindow *self)
{
  g_strfreev (self->terms);
  self->terms = ipl_help_terms (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  list_pages (self);
  if (self->page != NULL)
    draw_page (self);
}

/* Opens the best search result after Enter. */
static void
on_search_activate (IplHelpWindow *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, 0);

  if (row != NULL)
    go_to (self, g_object_get_data (G_OBJECT (row), "ipl-page"));
}

/* Escape ends the search; without a search it closes the window. */
static void
on_stop_search (IplHelpWindow *self)
{
  if (*self->terms == NULL)
    gtk_window_close (GTK_WINDOW (self));
  else
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

/* Tab moves from the list to the page. GTK 4.8 would move through all rows. */
static gboolean
on_list_key (IplHelpWindow *self, guint keyval, guint keycode, GdkModifierType state)
{
  if (keyval == GDK_KEY_ISO_Left_Tab || (keyval == GDK_KEY_Tab && (state & GDK_SHIFT_MASK) != 0))
    return gtk_widget_grab_focus (GTK_WIDGET (self->search));
  if (keyval == GDK_KEY_Tab || keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
    return gtk_widget_grab_focus (GTK_WIDGET (self->scrolled));
  return FALSE;
}

static void
show_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ipl_help_window_show (IPL_HELP_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  IplHelpWindow *self = IPL_HELP_WINDOW (widget);

  if (self->before->len > 0)
    set_page (self, g_ptr_array_steal_index (self->before, self->before->len - 1));
}

static void
first_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ipl_help_window_show (IPL_HELP_WINDOW (widget), IPL_HELP_FIRST);
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (IPL_HELP_WINDOW (widget)->search));
}

static void
ipl_help_window_dispose (GObject *object)
{
  g_clear_handle_id (&IPL_HELP_WINDOW (object)->scroll_id, g_source_remove);
  g_clear_weak_pointer (&IPL_HELP_WINDOW (object)->hit);
  gtk_widget_dispose_template (GTK_WIDGET (object), IPL_TYPE_HELP_WINDOW);
  G_OBJECT_CLASS (ipl_help_window_parent_class)->dispose (object);
}

static void
ipl_help_window_finalize (GObject *object)
{
  IplHelpWindow *self = IPL_HELP_WINDOW (object);

  g_strfreev (self->terms);
  g_ptr_array_unref (self->before);
  G_OBJECT_CLASS (ipl_help_window_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplHelpWindow, name)
static const IplTemplateChild children[]
    = { CHILD (search),   CHILD (list),    CHILD (list_scrolled),
        CHILD (scrolled), CHILD (nothing), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_row),
                                                 IPL_CALLBACK (on_search),
                                                 IPL_CALLBACK (on_search_activate),
                                                 IPL_CALLBACK (on_stop_search),
                                                 { NULL } };

static void
ipl_help_window_class_init (IplHelpWindowClass *klass)
{
  static const IplWidgetAction actions[] = {
    { "help.show", show_action, .parameter_type = "s" },
    { "help.back", back_action, "<Alt>Left" },
    { "help.first", first_action, "<Alt>Home F1" },
    { "help.search", search_action, "<Control>f" },
    { "window.close", NULL, "<Control>w Escape" },
  };

  G_OBJECT_CLASS (klass)->dispose = ipl_help_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_help_window_finalize;
  ipl_widget_class_add_actions (klass, G_N_ELEMENTS (actions), actions);
  ipl_template_set (klass, "help-window", children, callbacks);
}

static void
ipl_help_window_init (IplHelpWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->terms = ipl_help_terms ("");
  self->before = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_list_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
  gtk_list_box_set_header_func (self->list, set_header, self, NULL);
  list_pages (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", FALSE);
}

/* Returns: a help window without a page */
IplHelpWindow *
ipl_help_window_new (void)
{
  return g_object_new (IPL_TYPE_HELP_WINDOW, NULL);
}

/* Shows a page; Back returns to the one before.
 * @page: name of a page; an unknown name shows the first one */
void
ipl_help_window_show (IplHelpWindow *self, const char *page)
{
  const IplHelpPage *found = ipl_help_find (page);

  go_to (self, found != NULL ? found : ipl_help_find (IPL_HELP_FIRST));
}

/* Returns: help page of a panel, or the first page */
const char *
ipl_help_get_page_of_panel (const char *panel)
{
  const IplHelpPage *found = ipl_help_of_panel (panel);

  return found != NULL ? found->id : IPL_HELP_FIRST;
}
