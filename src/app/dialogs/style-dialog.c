/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog for the figure style. Figures follow at once. */
#include "app/dialogs/style-dialog-private.h"

#include <math.h>

#include "app/base/widget-helpers.h"
#include "app/help/context-help.h"
#include "core/base/number-text.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"

static const IplPanel *
get_panel (IplStyleDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->panel);

  return selected < self->panels->len ? self->panels->pdata[selected] : NULL;
}

static void
show_end (GtkEditable *entry, double value)
{
  char text[IPL_NUMBER_TEXT_SIZE] = "";
  double shown;

  /* An equal number keeps its spelling, "0.50". */
  if (isfinite (value) && ipl_number_parse_real (gtk_editable_get_text (entry), &shown)
      && shown == value)
    return;
  if (isfinite (value))
    ipl_number_format (value, text);
  ipl_entry_show (entry, text);
}

static void
show_single (IplStyleDialog *self, const IplPanel *panel, const IplPanelStyle *style)
{
  static const guint flags[] = { IPL_RANGE_X, IPL_RANGE_Y };
  const char *title = style != NULL ? style->title : NULL;

  gtk_check_button_set_active (self->titled, title == NULL || title[0] != '\0');
  gtk_widget_set_sensitive (GTK_WIDGET (self->title), title == NULL || title[0] != '\0');
  ipl_entry_show (self->title, title != NULL ? title : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->title), panel->title);
  gtk_check_button_set_active (self->legend, style == NULL || !style->hides_legend);
  for (int direction = 0; direction < IPL_N_AXES; direction++)
    for (int end = 0; end < 2; end++)
      {
        gtk_widget_set_sensitive (GTK_WIDGET (self->ends[direction][end]),
                                  (panel->ranges & flags[direction]) != 0);
        show_end (self->ends[direction][end], style == NULL ? NAN
                                              : end == 0    ? style->lo[direction]
                                                            : style->hi[direction]);
      }
}

/* Sets the widgets from the session. */
static void
update (IplStyleDialog *self)
{
  const IplFigureStyle *style = ipl_document_get_figure_style (self->document);
  const IplPanel *panel = get_panel (self);
  const IplPanelStyle *of_panel
      = panel != NULL ? ipl_figure_style_get_panel (style, panel->id) : NULL;

  self->updating = TRUE;
  gtk_drop_down_set_selected (self->marks, style != NULL ? style->marks : IPL_MARKS_AS_ALWAYS);
  gtk_widget_set_visible (self->single, panel != NULL);
  if (panel != NULL)
    show_single (self, panel, of_panel);
  ipl_style_dialog_update_paths (self);
  self->updating = FALSE;
}

static void
show_paths (IplStyleDialog *self)
{
  self->updating = TRUE;
  ipl_style_dialog_update_paths (self);
  self->updating = FALSE;
}

/* Does not overwrite text that the user is editing. */
static void
on_style (IplStyleDialog *self)
{
  if (self->changing)
    {
      show_paths (self);
      return;
    }
  ipl_label_set_or_hide (self->error, NULL);
  update (self);
}

/* Returns: (transfer full): single panels that can draw the present results */
static GPtrArray *
list_panels (IplStyleDialog *self)
{
  GPtrArray *panels = g_ptr_array_new ();
  IplView view;

  if (ipl_document_get_view (self->document, &view))
    for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
      if (!ipl_panel_is_composite (*panel) && ipl_panel_fits (*panel, &view))
        g_ptr_array_add (panels, (gpointer)*panel);
  return panels;
}

static gboolean
same_panels (const GPtrArray *a, const GPtrArray *b)
{
  gboolean same = a->len == b->len;

  for (guint i = 0; same && i < a->len; i++)
    same = a->pdata[i] == b->pdata[i];
  return same;
}

/* Fills the list of panels and keeps the chosen one.
 * Returns: TRUE if the panels have changed */
static gboolean
offer (IplStyleDialog *self, const IplPanel *chosen)
{
  GPtrArray *panels = list_panels (self);
  g_autoptr (GtkStringList) names = NULL;
  guint selected = 0;

  if (same_panels (panels, self->panels))
    {
      g_ptr_array_unref (panels);
      return FALSE;
    }
  g_ptr_array_unref (self->panels);
  self->panels = panels;
  names = gtk_string_list_new (NULL);
  for (guint i = 0; i < panels->len; i++)
    {
      const IplPanel *panel = panels->pdata[i];

      gtk_string_list_append (names, ipl_panel_get_label (panel, NULL));
      if (panel == chosen)
        selected = i;
    }
  self->updating = TRUE;
  gtk_drop_down_set_model (self->panel, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->panel, selected);
  self->updating = FALSE;
  return TRUE;
}

static void
on_results (IplStyleDialog *self)
{
  if (offer (self, get_panel (self)))
    update (self);
  else
    show_paths (self);
}

static void
on_panel (IplStyleDialog *self)
{
  if (self->updating)
    return;
  ipl_label_set_or_hide (self->error, NULL);
  update (self);
}

static void
on_marks (IplStyleDialog *self)
{
  g_autoptr (IplFigureStyle) style = NULL;

  if (self->updating)
    return;
  style = ipl_style_dialog_begin_edit (self);
  style->marks = (IplMarks)gtk_drop_down_get_selected (self->marks);
  ipl_style_dialog_end_edit (self, style, NULL);
}

/* Begins a change of the chosen panel; (transfer full) (nullable). */
static IplFigureStyle *
begin_panel (IplStyleDialog *self, IplPanelStyle **panel)
{
  IplFigureStyle *style;

  if (self->updating || get_panel (self) == NULL)
    return NULL;
  style = ipl_style_dialog_begin_edit (self);
  *panel = ipl_figure_style_edit_panel (style, get_panel (self)->id);
  return style;
}

static void
end_panel (IplStyleDialog *self, IplFigureStyle *style, const char *what)
{
  g_autofree char *tag = g_strdup_printf ("style %s %s", get_panel (self)->id, what);

  ipl_style_dialog_end_edit (self, style, tag);
}

static void
on_title (IplStyleDialog *self)
{
  gboolean titled = gtk_check_button_get_active (self->titled);
  const char *text = gtk_editable_get_text (self->title);
  IplPanelStyle *panel = NULL;
  g_autoptr (IplFigureStyle) style = begin_panel (self, &panel);

  if (style == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->title), titled);
  if (!ipl_style_text_is_usable (text))
    {
      ipl_label_set_or_hide (self->error, "A title must be one line of at most 120 characters.");
      return;
    }
  g_free (panel->title);
  panel->title = !titled ? g_strdup ("") : text[0] != '\0' ? g_strdup (text) : NULL;
  end_panel (self, style, "title");
}

static void
on_legend (IplStyleDialog *self)
{
  IplPanelStyle *panel = NULL;
  g_autoptr (IplFigureStyle) style = begin_panel (self, &panel);

  if (style == NULL)
    return;
  panel->hides_legend = !gtk_check_button_get_active (self->legend);
  end_panel (self, style, "legend");
}

/* Reads the axis ends.
 * Returns: (transfer full) (nullable): reason why they are invalid */
static char *
read_ends (IplStyleDialog *self, IplPanelStyle *panel)
{
  static const char *const names[] = { "horizontal", "vertical" };

  for (int direction = 0; direction < IPL_N_AXES; direction++)
    {
      double *ends[] = { &panel->lo[direction], &panel->hi[direction] };
      g_autofree char *why = NULL;

      for (int end = 0; end < 2; end++)
        {
          g_autofree char *text
              = g_strstrip (g_strdup (gtk_editable_get_text (self->ends[direction][end])));

          *ends[end] = NAN;
          if (text[0] != '\0' && !ipl_number_parse_real (text, ends[end]))
            return g_strdup_printf ("The %s of the %s axis must be a number, such as 0.5, or "
                                    "empty for the range of the data.",
                                    end == 0 ? "beginning" : "end", names[direction]);
        }
      why = ipl_style_range_refused (panel->id, direction, panel->lo[direction],
                                     panel->hi[direction]);
      if (why != NULL)
        return g_strdup_printf ("The ends of the %s axis must be %s.", names[direction], why);
    }
  return NULL;
}

static void
on_ends (IplStyleDialog *self)
{
  IplPanelStyle *panel = NULL;
  g_autoptr (IplFigureStyle) style = begin_panel (self, &panel);
  g_autofree char *why = NULL;

  if (style == NULL)
    return;
  why = read_ends (self, panel);
  if (why != NULL)
    ipl_label_set_or_hide (self->error, why);
  else
    end_panel (self, style, "axes");
}

static void
on_reset (IplStyleDialog *self)
{
  ipl_document_set_figure_style (self->document, NULL, NULL);
}

static void
dialog_free (gpointer data)
{
  IplStyleDialog *self = data;

  g_signal_handlers_disconnect_by_data (self->document, self);
  g_ptr_array_unref (self->path_rows);
  g_ptr_array_unref (self->panels);
  g_object_unref (self->document);
  g_free (self);
}

static void
find_widgets (IplStyleDialog *self, GtkBuilder *builder)
{
#define CHILD(name) IPL_CHILD (IplStyleDialog, name)
  static const IplTemplateChild children[]
      = { CHILD (window), CHILD (marks),  CHILD (panel), CHILD (single), CHILD (titled),
          CHILD (title),  CHILD (legend), CHILD (error), CHILD (paths),  CHILD (paths_heading) };
  static const char *const ends[IPL_N_AXES][2] = { { "x_lo", "x_hi" }, { "y_lo", "y_hi" } };

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    G_STRUCT_MEMBER (gpointer, self, children[i].offset)
        = gtk_builder_get_object (builder, children[i].name);
  for (int direction = 0; direction < IPL_N_AXES; direction++)
    for (int end = 0; end < 2; end++)
      self->ends[direction][end]
          = GTK_EDITABLE (gtk_builder_get_object (builder, ends[direction][end]));
}

static void
connect (IplStyleDialog *self, GtkBuilder *builder)
{
  static const struct
  {
    const char *widget, *signal;
    void (*callback) (IplStyleDialog *self);
  } signals[] = {
    { "marks", "notify::selected", on_marks },
    { "panel", "notify::selected", on_panel },
    { "titled", "toggled", on_title },
    { "title", "changed", on_title },
    { "legend", "toggled", on_legend },
    { "x_lo", "changed", on_ends },
    { "x_hi", "changed", on_ends },
    { "y_lo", "changed", on_ends },
    { "y_hi", "changed", on_ends },
    { "open", "clicked", ipl_style_dialog_choose_file },
    { "save", "clicked", ipl_style_dialog_choose_target },
    { "reset", "clicked", on_reset },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_swapped (gtk_builder_get_object (builder, signals[i].widget),
                              signals[i].signal, G_CALLBACK (signals[i].callback), self);
  g_signal_connect_swapped (self->document, "figure-style-changed", G_CALLBACK (on_style), self);
  g_signal_connect_swapped (self->document, "results-changed", G_CALLBACK (on_results), self);
}

/* @panel: (nullable): initial panel
 * Returns: the window; figures follow its changes at once */
GtkWindow *
ipl_style_dialog_new (GtkWindow *parent, IplDocument *document, const IplPanel *panel)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/interplay/Interplay/ui/style-dialog.ui");
  IplStyleDialog *self = g_new0 (IplStyleDialog, 1);

  self->document = g_object_ref (document);
  self->panels = g_ptr_array_new ();
  find_widgets (self, builder);
  self->path_rows = g_ptr_array_new_with_free_func (g_free);
  ipl_help_mark (GTK_WIDGET (self->window), "figures-out");
  gtk_window_set_transient_for (self->window, parent);
  ipl_window_close_on_escape (self->window);
  g_object_set_data_full (G_OBJECT (self->window), IPL_STYLE_KEY, self, dialog_free);
  offer (self, panel);
  update (self);
  connect (self, builder);
  return self->window;
}
