/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A help page as widgets: labels with links, and code with a Copy button. */
#include "app/help/help-window.h"

#include "app/base/widget-helpers.h"
#include "figures/help/help-search.h"
#include <string.h>

/* Number of blocks that are made at once, which fill a window, and that each frame adds: as many as
 * it lays out in some milliseconds. */
#define FIRST_BLOCKS 8
#define FRAME_BLOCKS 2

/* Opens a help page, or a URL in the browser. */
static gboolean
on_link (GtkLabel *label, const char *target, gpointer data)
{
  if (strstr (target, "://") != NULL)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (label), "help.show", "s", target);
  return TRUE;
}

static GtkWidget *
make_label (const char *markup, const char *css)
{
  GtkWidget *label = ipl_label_new (NULL, css);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 76);
  gtk_widget_set_halign (label, GTK_ALIGN_START);
  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), NULL);
  return label;
}

static GtkWidget *
make_item (const char *markup)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *bullet = gtk_label_new ("•");
  GtkWidget *label = make_label (markup, NULL);

  gtk_widget_set_valign (bullet, GTK_ALIGN_START);
  gtk_widget_set_margin_start (bullet, 6);
  gtk_box_append (GTK_BOX (box), bullet);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static gboolean
restore_label (gpointer button)
{
  gtk_button_set_label (button, "_Copy");
  return G_SOURCE_REMOVE;
}

static void
on_copy (GtkButton *button, const char *code)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)), code);
  gtk_button_set_label (button, "Copied");
  g_timeout_add_full (G_PRIORITY_DEFAULT, 1500, restore_label, g_object_ref (button),
                      g_object_unref);
}

static GtkWidget *
make_code (const IplHelpBlock *block, const char *markup)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = gtk_button_new_with_mnemonic ("_Copy");
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *label = ipl_label_new (NULL, "monospace");

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), label);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (button, "Copy this code");
  g_signal_connect_data (button, "clicked", G_CALLBACK (on_copy), g_strdup (block->plain),
                         (GClosureNotify)(void (*) (void))g_free, 0);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_widget_add_css_class (box, "help-code");
  return box;
}

static GtkWidget *
make_block (const IplHelpBlock *block, const char *markup)
{
  GtkWidget *label;

  switch (block->kind)
    {
    case IPL_HELP_HEADING:
      label = make_label (markup, "help-heading");
      g_object_set (label, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING, NULL);
      return label;
    case IPL_HELP_ITEM:
      return make_item (markup);
    case IPL_HELP_FORMULA:
      return make_label (markup, "help-formula");
    case IPL_HELP_CODE:
      return make_code (block, markup);
    case IPL_HELP_PARAGRAPH:
    default:
      return make_label (markup, NULL);
    }
}

/* A page while its blocks are added. The box owns it. */
typedef struct
{
  GtkWidget *box;
  const IplHelpPage *page;
  char **terms;
  guint next; /* index of the next block */
  IplHelpFound found;
  gpointer data;
} Filling;

static void
filling_free (gpointer data)
{
  Filling *self = data;

  g_strfreev (self->terms);
  g_free (self);
}

static void
add_block (Filling *self)
{
  const IplHelpBlock *block = &self->page->blocks[self->next++];
  g_autofree char *marked = ipl_help_highlight (block->markup, (const char *const *)self->terms);
  GtkWidget *widget = make_block (block, marked);

  gtk_box_append (GTK_BOX (self->box), widget);
  if (self->found != NULL && strcmp (block->markup, marked) != 0)
    {
      self->found (widget, self->data);
      self->found = NULL;
    }
}

/* Adds blocks in each frame. */
static gboolean
fill (GtkWidget *box, GdkFrameClock *clock, gpointer data)
{
  Filling *self = data;

  for (guint i = 0; i < FRAME_BLOCKS && self->next < self->page->n_blocks; i++)
    add_block (self);
  return self->next < self->page->n_blocks ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Makes a page. The first blocks are added at once and the others frame by frame, since a long page
 * has hundreds of lines, which take many frames to lay out.
 * @terms: search terms to highlight
 * @found: called with the first place of a term, when it is on the page
 * Returns: (transfer floating): the page */
GtkWidget *
ipl_help_content_new (const IplHelpPage *page, const char *const *terms, IplHelpFound found,
                      gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  g_autofree char *title = g_markup_escape_text (page->title, -1);
  GtkWidget *heading = make_label (title, "help-title");
  Filling *filling = g_new0 (Filling, 1);

  g_object_set (heading, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING, NULL);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_widget_add_css_class (box, "help-page");
  *filling = (Filling){
    .box = box, .page = page, .terms = g_strdupv ((char **)terms), .found = found, .data = data
  };
  g_object_set_data_full (G_OBJECT (box), "ipl-filling", filling, filling_free);
  while (filling->next < MIN (FIRST_BLOCKS, page->n_blocks))
    add_block (filling);
  if (filling->next < page->n_blocks)
    gtk_widget_add_tick_callback (box, fill, filling, NULL);
  return box;
}
