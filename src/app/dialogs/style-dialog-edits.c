/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies the style dialog to the session, loads and saves style files, and edits names and colours
 * of paths: one row for each listed path. */
#include "app/dialogs/style-dialog-private.h"

#include "app/base/widget-helpers.h"
#include "app/base/file-chooser.h"
#include "figures/output/style-json.h"
#include "app/base/theme.h"
#include "figures/view/shown-paths.h"

IplFigureStyle *
ipl_style_dialog_begin_edit (IplStyleDialog *self)
{
  return ipl_figure_style_copy (ipl_document_get_figure_style (self->document));
}

void
ipl_style_dialog_end_edit (IplStyleDialog *self, IplFigureStyle *style, const char *tag)
{
  ipl_figure_style_tidy (style);
  ipl_label_set_or_hide (self->error, NULL);
  self->changing = TRUE;
  ipl_document_set_figure_style (self->document, style, tag);
  self->changing = FALSE;
}

/* Loads a style file; the dialog shows the reason of a failure. */
gboolean
ipl_style_dialog_open (GtkWindow *dialog, const char *path)
{
  IplStyleDialog *self = g_object_get_data (G_OBJECT (dialog), IPL_STYLE_KEY);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)ipl_figure_style_load (path, &error);

  if (style == NULL)
    {
      ipl_label_set_or_hide (self->error, error->message);
      return FALSE;
    }
  ipl_label_set_or_hide (self->error, NULL);
  ipl_document_set_figure_style (self->document, style, NULL);
  return TRUE;
}

/* Saves the style; the dialog shows the reason of a failure. */
gboolean
ipl_style_dialog_save (GtkWindow *dialog, const char *path)
{
  IplStyleDialog *self = g_object_get_data (G_OBJECT (dialog), IPL_STYLE_KEY);
  g_autoptr (GError) error = NULL;

  if (ipl_figure_style_save (ipl_document_get_figure_style (self->document), path, &error))
    ipl_label_set_or_hide (self->error, NULL);
  else
    ipl_label_set_or_hide (self->error, error->message);
  return error == NULL;
}

static void
open_chooser (IplStyleDialog *self, const IplFileQuestion *question, const char *name,
              GCallback chosen)
{
  ipl_file_chooser_open (self->window, question, name, chosen, self->window, NULL);
}

void
ipl_style_dialog_choose_file (IplStyleDialog *self)
{
  static const IplFileQuestion question
      = { "Open a Figure Style", IPL_FILE_OPEN, "_Open", "*" IPL_STYLE_EXTENSION " *.json",
          "Figure styles",       "figures-out" };

  open_chooser (self, &question, NULL, G_CALLBACK (ipl_style_dialog_open));
}

void
ipl_style_dialog_choose_target (IplStyleDialog *self)
{
  static const IplFileQuestion question
      = { "Save the Figure Style",           IPL_FILE_SAVE,   "_Save",
          "*" IPL_STYLE_EXTENSION " *.json", "Figure styles", "figures-out" };

  open_chooser (self, &question, "figures" IPL_STYLE_EXTENSION, G_CALLBACK (ipl_style_dialog_save));
}

/* Greatest number of rows. A style file may name more paths. */
#define MAX_ROWS 64

typedef struct
{
  IplStyleDialog *dialog;
  guint L;
  guint heads[IPL_MAX_LAYERS];
  GtkEditable *name;
  GtkWidget *color;
  GtkWidget *back;
} PathRow;

static void
change_path (PathRow *row, const char *name, const IplColor *color, gboolean plain)
{
  g_autoptr (IplFigureStyle) style = ipl_style_dialog_begin_edit (row->dialog);
  IplPathStyle *path = ipl_figure_style_edit_path (style, row->L, row->heads);
  g_autofree char *key = ipl_path_style_key (path);
  g_autofree char *tag = g_strconcat (name != NULL ? "path-name " : "path-color ", key, NULL);

  if (name != NULL)
    {
      g_free (path->name);
      path->name = name[0] != '\0' ? g_strdup (name) : NULL;
    }
  if (color != NULL)
    path->color = *color;
  if (color != NULL || plain)
    path->has_color = !plain;
  ipl_style_dialog_end_edit (row->dialog, style, tag);
}

static void
on_name (PathRow *row)
{
  if (row->dialog->updating)
    return;
  if (ipl_style_text_is_usable (gtk_editable_get_text (row->name)))
    change_path (row, gtk_editable_get_text (row->name), NULL, FALSE);
  else
    ipl_label_set_or_hide (row->dialog->error,
                           "The name of a path must be one line of at most 120 characters.");
}

static void
on_color (PathRow *row)
{
  GdkRGBA rgba;
  IplColor color;

  if (row->dialog->updating)
    return;
  ipl_color_button_get (row->color, &rgba);
  color = (IplColor){ rgba.red, rgba.green, rgba.blue };
  change_path (row, NULL, &color, FALSE);
}

static void
on_back (PathRow *row)
{
  change_path (row, NULL, NULL, TRUE);
}

static void
add_row (IplStyleDialog *self, const IplCaseInfo *the_case, gsize path)
{
  PathRow *row = g_new0 (PathRow, 1);
  GtkWidget *label = gtk_label_new_with_mnemonic (the_case->path_names[path]);
  g_autofree char *name_label = g_strdup_printf ("Name of path %s", the_case->path_names[path]);
  g_autofree char *color_label = g_strdup_printf ("Colour of path %s", the_case->path_names[path]);
  g_autofree char *back_label
      = g_strdup_printf ("Default colour of path %s", the_case->path_names[path]);
  GtkWidget *name = gtk_entry_new ();
  GtkWidget *color = ipl_color_button_new (color_label, G_CALLBACK (on_color), row);
  int at = (int)self->path_rows->len;

  row->dialog = self;
  row->L = the_case->L;
  for (guint l = 0; l < the_case->L; l++)
    row->heads[l] = ipl_case_path_head (the_case, path, l) + 1;
  row->name = GTK_EDITABLE (name);
  row->color = color;
  row->back = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  gtk_label_set_use_underline (GTK_LABEL (label), FALSE);
  gtk_label_set_label (GTK_LABEL (label), the_case->path_names[path]);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0F);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_entry_set_max_length (GTK_ENTRY (name), IPL_STYLE_MAX_TEXT);
  gtk_entry_set_placeholder_text (GTK_ENTRY (name), the_case->path_names[path]);
  ipl_widget_set_name (name, name_label);
  ipl_widget_set_name (color, color_label);
  gtk_widget_set_tooltip_text (color, color_label);
  gtk_widget_set_tooltip_text (row->back, back_label);
  ipl_widget_set_name (row->back, back_label);
  g_signal_connect_swapped (name, "changed", G_CALLBACK (on_name), row);
  g_signal_connect_swapped (row->back, "clicked", G_CALLBACK (on_back), row);
  gtk_grid_attach (self->paths, label, 0, at, 1, 1);
  gtk_grid_attach (self->paths, name, 1, at, 1, 1);
  gtk_grid_attach (self->paths, color, 2, at, 1, 1);
  gtk_grid_attach (self->paths, row->back, 3, at, 1, 1);
  g_ptr_array_add (self->path_rows, row);
}

static gsize
path_of (const PathRow *row, const IplCaseInfo *the_case)
{
  for (gsize p = 0; p < the_case->Pi; p++)
    {
      guint l = 0;

      while (l < row->L && row->L == the_case->L
             && ipl_case_path_head (the_case, p, l) + 1 == row->heads[l])
        l++;
      if (l == row->L)
        return p;
    }
  return the_case->Pi;
}

static void
show_row (PathRow *row, const IplView *view, const IplStyle *usual)
{
  gsize path = path_of (row, view->the_case);
  const IplPathStyle *chosen;
  IplStyle style = *usual;
  IplColor color;
  GdkRGBA rgba;
  const char *name;

  if (path == view->the_case->Pi)
    return;
  chosen = ipl_figure_style_get_path (view->figure_style, view->the_case, path);
  name = chosen != NULL && chosen->name != NULL ? chosen->name : "";
  ipl_style_follow_view (&style, view);
  color = ipl_style_path_color (&style, view->the_case, path);
  rgba = (GdkRGBA){ (float)color.r, (float)color.g, (float)color.b, 1 };
  ipl_entry_show (row->name, name);
  ipl_color_button_set (row->color, &rgba);
  gtk_widget_set_sensitive (row->back, chosen != NULL && chosen->has_color);
}

/* TRUE if the rows are those of these paths. */
static gboolean
has_rows (IplStyleDialog *self, const IplView *view, const IplShownPaths *shown)
{
  if (self->path_rows->len != MIN (shown->n, MAX_ROWS))
    return FALSE;
  for (guint i = 0; i < self->path_rows->len; i++)
    if (path_of (self->path_rows->pdata[i], view->the_case) != shown->path[i])
      return FALSE;
  return TRUE;
}

static void
clear_paths (IplStyleDialog *self)
{
  ipl_widget_clear (self->paths);
  g_ptr_array_set_size (self->path_rows, 0);
}

void
ipl_style_dialog_update_paths (IplStyleDialog *self)
{
  IplStyle usual;
  IplView view;
  gboolean has_paths = ipl_document_get_view (self->document, &view) && view.the_case != NULL;

  gtk_widget_set_visible (self->paths_heading, has_paths);
  gtk_widget_set_visible (GTK_WIDGET (self->paths), has_paths);
  if (!has_paths)
    return;
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, &view);
  if (!has_rows (self, &view, &shown))
    {
      clear_paths (self);
      for (gsize i = 0; i < MIN (shown.n, MAX_ROWS); i++)
        add_row (self, view.the_case, shown.path[i]);
    }
  ipl_style_init (&usual, ipl_theme_choice_get_default ()->theme, 9);
  for (guint i = 0; i < self->path_rows->len; i++)
    show_row (self->path_rows->pdata[i], &view, &usual);
}
