/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/present/stops-dialog.h"

#include "app/base/document-widget.h"
#include "app/base/widget-helpers.h"

#include "app/help/context-help.h"
#include "core/case/setting.h"

#define IPL_TYPE_STOP_ROW (ipl_stop_row_get_type ())
G_DECLARE_FINAL_TYPE (IplStopRow, ipl_stop_row, IPL, STOP_ROW, GtkListBoxRow)

/* A step in the list: its number and panels, with entries for its caption, width, emphasised panel
 * and transition time. */
struct _IplStopRow
{
  GtkListBoxRow parent_instance;
  IplDocument *document;
  guint at;
  gboolean is_shown; /* TRUE while the widgets are set from the step */
  GtkLabel *number;
  GtkLabel *panels;
  GtkWidget *caption;
  GtkTextBuffer *caption_text;
  GtkWidget *width_label;
  GtkEditable *width;
  GtkSpinButton *seconds;
  GtkDropDown *emphasised;
};

G_DEFINE_FINAL_TYPE (IplStopRow, ipl_stop_row, GTK_TYPE_LIST_BOX_ROW)

/* Returns: (nullable): the step, if the story still has it */
static const IplStop *
get_stop (IplStopRow *self)
{
  const IplStory *story = ipl_document_get_story (self->document);

  return story != NULL && self->at < ipl_story_n_stops (story)
             ? ipl_story_get_stop (story, self->at)
             : NULL;
}

/* Returns: (transfer full) (nullable): copy of the step to edit */
static IplStop *
edit (IplStopRow *self)
{
  const IplStop *stop = self->is_shown ? NULL : get_stop (self);

  return stop != NULL ? ipl_stop_copy (stop) : NULL;
}

/* Applies an edited step. Changes of one kind in quick succession are one undo step.
 * @stop: (transfer full) */
static void
commit (IplStopRow *self, IplStop *stop, const char *what)
{
  g_autofree char *tag = g_strdup_printf ("stop-%u-%s", self->at, what);
  g_autoptr (IplStory) story
      = (IplStory *)ipl_story_replace (ipl_document_get_story (self->document), self->at, stop);

  ipl_stop_unref (stop);
  ipl_document_set_story (self->document, story, tag);
}

static void
on_caption (IplStopRow *self)
{
  IplStop *stop = edit (self);
  g_autofree char *text = NULL;

  if (stop == NULL)
    return;
  g_object_get (self->caption_text, "text", &text, NULL);
  ipl_stop_set_caption (stop, text);
  commit (self, stop, "caption");
}

/* Marks an invalid width; the step keeps its width. */
static void
on_width (IplStopRow *self)
{
  IplStop *stop = edit (self);
  g_autofree char *text = g_strdup (gtk_editable_get_text (self->width));
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  if (stop == NULL)
    return;
  parameters = *stop->parameters;
  if (!ipl_setting_parse_widths (&parameters.current, g_strstrip (text), &error))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->width), "error");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->width), error->message);
      ipl_stop_unref (stop);
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (self->width), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->width), NULL);
  ipl_stop_set_parameters (stop, &parameters);
  commit (self, stop, "width");
}

static void
on_seconds (IplStopRow *self)
{
  IplStop *stop = edit (self);

  if (stop == NULL)
    return;
  stop->seconds = gtk_spin_button_get_value (self->seconds);
  commit (self, stop, "seconds");
}

static void
on_emphasised (IplStopRow *self)
{
  IplStop *stop = edit (self);
  guint chosen = gtk_drop_down_get_selected (self->emphasised);

  if (stop == NULL)
    return;
  stop->emphasised = chosen > 0 && chosen <= stop->n_panels ? stop->panels[chosen - 1] : NULL;
  commit (self, stop, "emphasised");
}

/* Lists the panels that can be emphasised, after "none". */
static void
list_panels (IplStopRow *self, const IplStop *stop)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new ((const char *[]){ "None", NULL });
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < stop->n_panels; i++)
    {
      const char *label = ipl_document_get_panel_label (self->document, stop->panels[i]);

      gtk_string_list_append (names, label);
      g_string_append_printf (text, "%s%s", i > 0 ? " · " : "", label);
    }
  gtk_label_set_label (self->panels, text->str);
  gtk_drop_down_set_model (self->emphasised, G_LIST_MODEL (names));
}

/* Sets the text unless it is already there, so that the cursor keeps its place. */
static void
show_caption (IplStopRow *self, const char *caption)
{
  g_autofree char *text = NULL;

  g_object_get (self->caption_text, "text", &text, NULL);
  if (!g_str_equal (text, caption))
    gtk_text_buffer_set_text (self->caption_text, caption, -1);
}

/* Sets the widgets from the step. An equal text keeps its cursor; an invalid width stays. */
static void
row_show (IplStopRow *self)
{
  const IplStop *stop = get_stop (self);
  g_autofree char *number = g_strdup_printf ("%u", self->at + 1);
  g_autofree char *width = NULL;
  guint emphasised = 0;
  gboolean own;

  if (stop == NULL)
    return;
  self->is_shown = TRUE;
  own = stop->parameters->experiment->compute != NULL;
  width = ipl_setting_widths_text (&stop->parameters->current);
  gtk_label_set_label (self->number, number);
  list_panels (self, stop);
  for (guint i = 0; i < stop->n_panels; i++)
    if (stop->panels[i] == stop->emphasised)
      emphasised = i + 1;
  gtk_drop_down_set_selected (self->emphasised, emphasised);
  show_caption (self, stop->caption);
  if (!gtk_widget_has_css_class (GTK_WIDGET (self->width), "error"))
    ipl_entry_show (self->width, width);
  gtk_widget_set_visible (GTK_WIDGET (self->width), !own);
  gtk_widget_set_visible (self->width_label, !own);
  if (gtk_spin_button_get_value (self->seconds) != stop->seconds)
    gtk_spin_button_set_value (self->seconds, stop->seconds);
  self->is_shown = FALSE;
}

static void
ipl_stop_row_dispose (GObject *object)
{
  g_clear_object (&IPL_STOP_ROW (object)->document);
  G_OBJECT_CLASS (ipl_stop_row_parent_class)->dispose (object);
}

#define ROW_CHILD(name) IPL_CHILD (IplStopRow, name)
static const IplTemplateChild row_children[]
    = { ROW_CHILD (emphasised),  ROW_CHILD (caption), ROW_CHILD (caption_text),
        ROW_CHILD (width_label), ROW_CHILD (seconds), ROW_CHILD (number),
        ROW_CHILD (panels),      ROW_CHILD (width),   { NULL } };
static const IplTemplateCallback row_callbacks[] = { IPL_CALLBACK (on_caption),
                                                     IPL_CALLBACK (on_width),
                                                     IPL_CALLBACK (on_seconds),
                                                     IPL_CALLBACK (on_emphasised),
                                                     { NULL } };

static void
ipl_stop_row_class_init (IplStopRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_stop_row_dispose;
  ipl_template_set (klass, "stop-row", row_children, row_callbacks);
}

/* Asks for the height of the caption's lines, which a text view knows after its first layout. */
static gboolean
fit_caption (gpointer caption)
{
  gtk_widget_queue_resize (caption);
  return G_SOURCE_REMOVE;
}

static void
on_caption_shown (GtkWidget *caption)
{
  g_idle_add_full (G_PRIORITY_LOW, fit_caption, g_object_ref (caption), g_object_unref);
}

static void
ipl_stop_row_init (IplStopRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self->caption, "map", G_CALLBACK (on_caption_shown), NULL);
  ipl_spin_accept_comma (self->seconds);
}

/* Returns: (transfer floating): row of a step */
static GtkWidget *
row_new (IplDocument *document, guint at)
{
  IplStopRow *self = g_object_new (IPL_TYPE_STOP_ROW, NULL);

  self->document = g_object_ref (document);
  self->at = at;
  row_show (self);
  return GTK_WIDGET (self);
}

/* Dialog for the steps of the session's story: edits, orders and removes them. Uses actions of the
 * parent window and its own. Emits "present" to present the story from the selected step. */
struct _IplStopsDialog
{
  GtkWindow parent_instance;
  IplDocument *document;
  GtkEditable *name;
  GtkListBox *list;
  gboolean is_shown; /* TRUE while the widgets are set from the story */
};

G_DEFINE_FINAL_TYPE (IplStopsDialog, ipl_stops_dialog, GTK_TYPE_WINDOW)

static guint
count_rows (IplStopsDialog *self)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (self->list, (int)n) != NULL)
    n++;
  return n;
}

/* Returns: index of the selected step; 0 without a selection */
guint
ipl_stops_dialog_get_selected (IplStopsDialog *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  return row != NULL ? (guint)gtk_list_box_row_get_index (row) : 0;
}

static void
choose (IplStopsDialog *self, guint at)
{
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, (int)at));
}

static void
update_actions (IplStopsDialog *self)
{
  guint n = count_rows (self), at = ipl_stops_dialog_get_selected (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.up", n > 0 && at > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.down", at + 1 < n);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.remove", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.present", n > 0);
}

/* Updates the rows to the steps. Existing rows are reused, so that the focus stays. */
static void
on_story (IplStopsDialog *self)
{
  const IplStory *story = ipl_document_get_story (self->document);
  guint n = story != NULL ? ipl_story_n_stops (story) : 0, rows = count_rows (self);
  gboolean grows = rows < n;

  self->is_shown = TRUE;
  for (; rows > n; rows--)
    gtk_list_box_remove (self->list,
                         GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int)rows - 1)));
  for (guint i = 0; i < rows; i++)
    row_show (IPL_STOP_ROW (gtk_list_box_get_row_at_index (self->list, (int)i)));
  for (; rows < n; rows++)
    gtk_list_box_append (self->list, row_new (self->document, rows));
  if (story != NULL)
    ipl_entry_show (self->name, story->title);
  gtk_widget_set_sensitive (GTK_WIDGET (self->name), story != NULL);
  if (n > 0 && (grows || gtk_list_box_get_selected_row (self->list) == NULL))
    choose (self, n - 1);
  self->is_shown = FALSE;
  update_actions (self);
}

static void
on_name (IplStopsDialog *self)
{
  const IplStory *story = ipl_document_get_story (self->document);
  g_autoptr (IplStory) renamed = NULL;

  if (self->is_shown || story == NULL)
    return;
  renamed = (IplStory *)ipl_story_rename (story, gtk_editable_get_text (self->name));
  ipl_document_set_story (self->document, renamed, "story-title");
}

static void
move (IplStopsDialog *self, int by)
{
  guint at = ipl_stops_dialog_get_selected (self);
  g_autoptr (IplStory) story = NULL;

  story = (IplStory *)ipl_story_move (ipl_document_get_story (self->document), at,
                                      (guint)((int)at + by));
  ipl_document_set_story (self->document, story, NULL);
  choose (self, (guint)((int)at + by));
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int)at + by)));
}

static void
move_up (GtkWidget *widget, const char *action, GVariant *parameter)
{
  move (IPL_STOPS_DIALOG (widget), -1);
}

static void
move_down (GtkWidget *widget, const char *action, GVariant *parameter)
{
  move (IPL_STOPS_DIALOG (widget), 1);
}

static void
remove_stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  IplStopsDialog *self = IPL_STOPS_DIALOG (widget);
  guint at = ipl_stops_dialog_get_selected (self);
  g_autoptr (IplStory) story
      = (IplStory *)ipl_story_remove (ipl_document_get_story (self->document), at);
  GtkListBoxRow *row;

  ipl_document_set_story (self->document, story, NULL);
  row = gtk_list_box_get_row_at_index (self->list, (int)MIN (at, MAX (count_rows (self), 1) - 1));
  if (row == NULL)
    return;
  gtk_list_box_select_row (self->list, row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
present (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_signal_emit_by_name (widget, "present");
}

static void
ipl_stops_dialog_dispose (GObject *object)
{
  g_clear_object (&IPL_STOPS_DIALOG (object)->document);
  G_OBJECT_CLASS (ipl_stops_dialog_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplStopsDialog, name)
static const IplTemplateChild children[] = { CHILD (name), CHILD (list), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_name), { NULL } };

static void
ipl_stops_dialog_class_init (IplStopsDialogClass *klass)
{
  static const IplWidgetAction actions[] = {
    { "stops.up", move_up, "<Alt>Up" },
    { "stops.down", move_down, "<Alt>Down" },
    { "stops.remove", remove_stop, "<Control>Delete" },
    { "stops.present", present, "F5" },
    { "window.close", NULL, "Escape" },
    { "win.story::add", NULL, "<Control><Shift>a" },
    { "win.undo", NULL, "<Control>z" },
  };

  G_OBJECT_CLASS (klass)->dispose = ipl_stops_dialog_dispose;
  ipl_widget_class_add_actions (klass, G_N_ELEMENTS (actions), actions);
  ipl_template_set (klass, "stops-dialog", children, callbacks);
  ipl_signal_add (klass, "present", 0);
}

static void
ipl_stops_dialog_init (IplStopsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "stories");
}

/* @parent: window of the session, with the actions "win.story" and "win.save"
 * Returns: a window with the steps */
IplStopsDialog *
ipl_stops_dialog_new (GtkWindow *parent, IplDocument *document)
{
  IplStopsDialog *self = g_object_new (IPL_TYPE_STOPS_DIALOG, "transient-for", parent,
                                       "destroy-with-parent", TRUE, NULL);

  self->document = g_object_ref (document);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", G_ACTION_GROUP (parent));
  ipl_document_follow (document, "story-changed", G_CALLBACK (on_story), self);
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  on_story (self);
  choose (self, 0);
  if (count_rows (self) > 0)
    gtk_widget_grab_focus (IPL_STOP_ROW (gtk_list_box_get_row_at_index (self->list, 0))->caption);
  return self;
}
