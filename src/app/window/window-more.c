/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages that have nothing to show of what is open: behind one button, each with a sentence why
 * it is not there, and with what brings it about. */
#include "app/window/window-private.h"

#include "app/base/widgets.h"
#include "app/pages/page-table.h"

static void
on_row (IplWindow *self, GtkListBoxRow *row)
{
  const char *action = g_object_get_data (G_OBJECT (row), "earn");

  gtk_popover_popdown (GTK_POPOVER (self->more));
  if (action == NULL)
    return;
  ipl_widget_activate (GTK_WIDGET (self), action);
  /* An example may open on another page; what a dialog asks for may be cancelled. */
  if (g_str_has_prefix (action, "win.open-example"))
    ipl_window_show_page (self, g_object_get_data (G_OBJECT (row), "page"));
}

static void
add_row (IplWindow *self, GtkListBox *list, const IplPage *page)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *row = gtk_list_box_row_new ();
  char *earn;
  g_autofree char *why = ipl_page_explain (page, &earn);
  g_autofree char *name = g_strdup_printf ("%s: %s", page->title, why);
  GtkWidget *sentence = ipl_label_new (why, "dim-label");

  gtk_label_set_wrap (GTK_LABEL (sentence), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (sentence), 40);
  gtk_label_set_max_width_chars (GTK_LABEL (sentence), 46);
  gtk_box_append (GTK_BOX (box), ipl_label_new (page->title, "heading"));
  gtk_box_append (GTK_BOX (box), sentence);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), earn != NULL);
  gtk_widget_set_tooltip_text (row, page->tooltip);
  ipl_widget_set_name (row, name);
  g_object_set_data_full (G_OBJECT (row), "earn", earn, g_free);
  g_object_set_data (G_OBJECT (row), "page", (gpointer)page->id);
  gtk_list_box_append (list, row);
}

/* Below the button that shows now. */
static void
place (IplWindow *self)
{
  GtkWidget *button = gtk_widget_get_mapped (self->more_button)
                          ? self->more_button
                          : GTK_WIDGET (self->page_menu_button);
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (button, GTK_WIDGET (self), &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->more),
                                 &(GdkRectangle){ (int)bounds.origin.x, (int)bounds.origin.y,
                                                  (int)bounds.size.width,
                                                  (int)bounds.size.height });
}

static void
on_more (IplWindow *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();

  if (self->stage != NULL)
    return;
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (on_row), self);
  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    if (!ipl_window_offers_page (self, (*page)->id))
      add_row (self, GTK_LIST_BOX (list), *page);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 420);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  if (self->more == NULL)
    {
      self->more = gtk_popover_new ();
      gtk_widget_add_css_class (self->more, "more-pages");
      ipl_widget_set_name (self->more, "Pages that are not there, and why");
      gtk_widget_set_parent (self->more, GTK_WIDGET (self));
    }
  gtk_popover_set_child (GTK_POPOVER (self->more), scrolled);
  place (self);
  gtk_popover_popup (GTK_POPOVER (self->more));
}

static const IplCommand commands[] = {
  { "more-pages", G_CALLBACK (on_more), .title = "More pages, and why they are not there",
    .group = IPL_SHORTCUTS_PANELS, .help = "panels" },
};

const IplWindowPart ipl_window_more_part
    = { .commands = commands, .n_commands = G_N_ELEMENTS (commands) };
