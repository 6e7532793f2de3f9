/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for panels: enlarge, copy, export, show numbers. */
#include "app/window/window-private.h"

#include <gtk/gtk.h>

#include "app/base/widget-helpers.h"
#include "app/dialogs/export-parts.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/style-dialog.h"
#include "app/help/context-help.h"
#include "app/pages/page-table.h"
#include "core/base/text-escape.h"
#include "figures/help/help-table.h"
#include "figures/output/figure.h"
#include "figures/pages/pages.h"
#include "document/document.h"

static void
on_copy_numbers (GtkWidget *button, GtkTextView *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (text);
  GtkTextIter start, end;
  g_autofree char *all = NULL;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
    gtk_text_buffer_get_bounds (buffer, &start, &end);
  all = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button), all);
}

/* Sets tab stops for columns as wide as their widest cell. */
static void
set_tabs (GtkTextView *text, const char *table)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  g_autoptr (GArray) widths = g_array_new (FALSE, TRUE, sizeof (int));
  PangoTabArray *tabs;
  int at = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);
      guint n = g_strv_length (cells);

      if (widths->len < n)
        g_array_set_size (widths, n);
      for (guint k = 0; k + 1 < n; k++)
        {
          g_autoptr (PangoLayout) layout
              = gtk_widget_create_pango_layout (GTK_WIDGET (text), cells[k]);
          int width;

          pango_layout_get_pixel_size (layout, &width, NULL);
          g_array_index (widths, int, k) = MAX (g_array_index (widths, int, k), width);
        }
    }
  tabs = pango_tab_array_new ((int)widths->len, TRUE);
  for (guint k = 0; k < widths->len; k++)
    {
      at += g_array_index (widths, int, k) + 24;
      pango_tab_array_set_tab (tabs, (int)k, PANGO_TAB_LEFT, at);
    }
  gtk_text_view_set_tabs (text, tabs);
  pango_tab_array_free (tabs);
}

/* Returns: window with the numbers of a figure as a table to read, select and copy */
static GtkWindow *
ipl_numbers_dialog_new (GtkWindow *parent, IplDocument *document, const IplPanel *panel)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/interplay/Interplay/ui/numbers-dialog.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  GtkTextView *text = GTK_TEXT_VIEW (gtk_builder_get_object (builder, "text"));
  GtkWidget *copy = GTK_WIDGET (gtk_builder_get_object (builder, "copy"));
  g_autofree char *table = NULL;
  g_autofree char *title = NULL;
  IplView view;
  gboolean has_view = ipl_document_get_view (document, &view);
  const IplHelpPage *page = ipl_help_of_panel (panel->id);

  ipl_help_mark (GTK_WIDGET (window), page != NULL ? page->id : NULL);
  gtk_window_set_transient_for (window, parent);
  title
      = g_strdup_printf ("%s: numbers", has_view ? ipl_panel_heading (panel, &view) : panel->title);
  gtk_window_set_title (window, title);
  ipl_window_close_on_escape (window);
  if (has_view)
    table = ipl_figure_table (panel, &view);
  if (table != NULL)
    {
      gtk_text_buffer_set_text (gtk_text_view_get_buffer (text), table, -1);
      set_tabs (text, table);
    }
  g_signal_connect (copy, "clicked", G_CALLBACK (on_copy_numbers), text);
  return window;
}

/* Returns: (nullable): panel with this id, or for an empty id the focused one; NULL for a
 *   composite, which is not shown in the window */
static const IplPanel *
find_single (IplWindow *self, const char *id)
{
  const IplPanel *panel = id[0] != '\0' ? ipl_panel_find (id) : ipl_window_get_focused (self);

  return panel != NULL && !ipl_panel_is_composite (panel) ? panel : NULL;
}

static void
on_exported (IplWindow *self, const char *path)
{
  g_autofree char *shown = ipl_path_shown (path);
  g_autofree char *text = g_strdup_printf ("Exported %s.", shown);

  if (self->document != NULL)
    ipl_window_show_file_message (self, text, path);
}

/* @missing: (nullable): properties of the figure that no option sets */
static void
on_copied (IplWindow *self, const char *missing)
{
  g_autofree char *text = NULL;

  if (self->document == NULL)
    return;
  if (missing == NULL)
    {
      ipl_window_show_status (self, "Command copied to the clipboard.");
      return;
    }
  text = g_strdup_printf ("Command copied to the clipboard, without %s.", missing);
  ipl_window_show_message (self, text, FALSE);
}

static void
show_export (IplWindow *self, const IplPanel *panel)
{
  IplExportDialog *dialog = ipl_export_dialog_new (GTK_WINDOW (self), self->document, panel);

  g_signal_connect_object (dialog, "exported", G_CALLBACK (on_exported), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "copied", G_CALLBACK (on_copied), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_export (IplWindow *self)
{
  IplFigureFile settings;

  /* The first export offers the focused panel, later ones the panel exported last. */
  ipl_export_settings_load (&settings);
  show_export (self, settings.panel != NULL
                         ? NULL
                         : ipl_panel_grid_get_focused (ipl_window_get_grid (self)));
}

static void
on_panel_export (IplWindow *self, const char *text)
{
  const IplPanel *panel = ipl_panel_find (text);

  if (panel != NULL)
    show_export (self, panel);
}

/* Copies the command for a panel, with the size and appearance of the last export. */
static void
on_panel_command (IplWindow *self, const char *text)
{
  const IplPanel *panel = find_single (self, text);
  IplFigureFile settings;
  const IplFormat *format;
  g_autofree char *command = NULL, *missing = NULL;

  if (panel == NULL)
    return;
  ipl_export_settings_load (&settings);
  if (!ipl_format_parse (settings.format, &format))
    settings.format = "pdf";
  command = ipl_export_command (self->document, &settings, panel, &missing);
  if (command == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  on_copied (self, missing);
}

static void
on_copy (IplWindow *self, const char *text)
{
  const IplPanel *panel = find_single (self, text);
  IplFigureArea *area = panel != NULL ? ipl_window_get_area (self, panel) : NULL;
  g_autoptr (GdkTexture) texture = area != NULL ? ipl_figure_area_render (area, 2.0) : NULL;
  g_autoptr (GBytes) drawing = area != NULL ? ipl_figure_area_get_drawing (area) : NULL;
  g_autoptr (GdkContentProvider) content = NULL;
  GdkContentProvider *both[2];

  if (texture == NULL || drawing == NULL)
    return;
  /* A program that accepts both formats, such as an office program, takes the first. */
  both[0] = gdk_content_provider_new_for_bytes ("image/svg+xml", drawing);
  both[1] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  content = gdk_content_provider_new_union (both, G_N_ELEMENTS (both));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), content);
  ipl_window_show_status (self, "Figure copied to the clipboard, as SVG and as an image.");
}

static void
on_numbers (IplWindow *self, const char *text)
{
  const IplPanel *panel = find_single (self, text);

  if (panel != NULL)
    gtk_window_present (ipl_numbers_dialog_new (GTK_WINDOW (self), self->document, panel));
}

/* Enlarges a panel on its own page, or restores an enlarged one. */
static void
on_panel_enlarge (IplWindow *self, const char *text)
{
  const IplPanel *panel = find_single (self, text);
  const char *page;
  gboolean shown;

  if (panel == NULL)
    return;
  page = ipl_window_get_page_of (self, panel);
  if (page == NULL || !ipl_window_offers_page (self, page))
    return;
  shown = ipl_panel_grid_get_enlarged (ipl_window_get_grid (self)) == panel;
  ipl_window_show_page (self, page);
  ipl_panel_grid_set_enlarged (ipl_window_get_grid (self), shown ? NULL : panel);
}

typedef void (*PlaceFunc) (const IplPlace *place, const IplPanel *panel, gpointer data);

/* Calls @func once for every panel on a page. */
static void
for_each_place (PlaceFunc func, gpointer data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    {
      const IplPanel *panel;

      for (guint i = 0; (panel = ipl_page_get_panel (*page, i)) != NULL; i++)
        if (g_hash_table_add (seen, (gpointer)panel))
          func (&(*page)->places[i], panel, data);
    }
}

static void
update (IplWindow *self)
{
  gboolean solved = ipl_document_get_solve_result (self->document) != NULL;

  ipl_window_enable (self, "export::figure", solved);
  ipl_window_enable (self, "export", solved);
}

/* The title is "Enlarge accuracy and width". */
static void
add_shortcut (const IplPlace *place, const IplPanel *panel, gpointer data)
{
  g_autofree char *label = g_strdup (ipl_panel_get_label (panel, NULL));
  g_autofree char *action = g_strconcat ("win.panel-enlarge::", panel->id, NULL);
  g_autofree char *title = NULL;

  if (place->keys == NULL)
    return;
  label[0] = g_ascii_tolower (label[0]);
  title = g_strconcat ("Enlarge ", label, NULL);
  ipl_shortcuts_add (data, IPL_SHORTCUTS_PANELS, title, action, place->keys);
}

static void
add_shortcuts (GPtrArray *shortcuts)
{
  for_each_place (add_shortcut, shortcuts);
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_PANELS, "Show all panels", NULL, "Escape");
  ipl_panel_view_add_shortcuts (shortcuts);
}

static void
on_style (IplWindow *self)
{
  gtk_window_present (
      ipl_style_dialog_new (GTK_WINDOW (self), self->document, ipl_window_get_focused (self)));
}

static const IplCommand commands[] = {
  { "export::figure", G_CALLBACK (on_export), "<Control>e", "Export figure", IPL_SHORTCUTS_EXPORT,
    .why = "Nothing is solved yet.", .also = "save picture image png pdf svg gif python" },
  { "win.panel-copy('')", NULL, "<Control><Shift>c", "Copy figure", IPL_SHORTCUTS_EXPORT,
    .also = "picture image clipboard png" },
  { "win.panel-numbers('')", NULL, "<Control><Shift>t", "Show figure’s numbers",
    IPL_SHORTCUTS_EXPORT, .also = "values data table" },
  { "figure-style", G_CALLBACK (on_style), "<Control><Alt>f", "Figure style", IPL_SHORTCUTS_EXPORT,
    .also = "colours colors names of paths legend" },
  { "panel-enlarge", G_CALLBACK (on_panel_enlarge), .parameter_type = "s", .state = "''" },
  { "panel-copy", G_CALLBACK (on_copy), .parameter_type = "s" },
  { "copy-command", G_CALLBACK (on_panel_command), .parameter_type = "s" },
  { "export", G_CALLBACK (on_panel_export), .parameter_type = "s" },
  { "panel-numbers", G_CALLBACK (on_numbers), .parameter_type = "s" },
};

const IplWindowPart ipl_window_panels_part
    = { commands, G_N_ELEMENTS (commands), NULL, update, add_shortcuts };
