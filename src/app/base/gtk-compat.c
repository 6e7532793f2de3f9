/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/base/gtk-compat.h"

#include "app/base/preferences.h"

/* Makes a question before something is lost, with the answers IPL_ANSWER_CANCEL and IPL_ANSWER_OK.
 * @safe: label of the safe button, which is the default
 * @lose: label of the other button */
GtkWindow *
ipl_question_new (GtkWindow *parent, const char *heading, const char *detail, const char *safe,
                  const char *lose)
{
  GtkWidget *question
      = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", heading);
  GtkDialog *dialog = GTK_DIALOG (question);

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (question), "%s", detail);
  gtk_dialog_add_button (dialog, safe, GTK_RESPONSE_CANCEL);
  gtk_widget_add_css_class (gtk_dialog_add_button (dialog, lose, GTK_RESPONSE_OK),
                            "destructive-action");
  gtk_dialog_set_default_response (dialog, GTK_RESPONSE_CANCEL);
  gtk_window_set_title (GTK_WINDOW (question), "Interplay");
  return GTK_WINDOW (question);
}

/* Shows a sentence with a Close button. */
void
ipl_sentence_show (GtkWindow *parent, const char *text)
{
  GtkWidget *dialog
      = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", text);

  gtk_window_set_title (GTK_WINDOW (dialog), "Interplay");
  g_signal_connect (dialog, "response", G_CALLBACK (gtk_window_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Adds a button. */
void
ipl_question_add (GtkWindow *question, const char *label, IplAnswer answer)
{
  gtk_dialog_add_button (GTK_DIALOG (question), label, (int)answer);
}

/* Sets the button that Enter presses. */
void
ipl_question_set_default (GtkWindow *question, IplAnswer answer)
{
  gtk_dialog_set_default_response (GTK_DIALOG (question), (int)answer);
}

/* Replaces heading and detail. */
void
ipl_question_set_text (GtkWindow *question, const char *heading, const char *detail)
{
  g_object_set (question, "text", heading, "secondary-text", detail, NULL);
}

/* Emits "response", as a click on the button does. */
void
ipl_question_answer (GtkWindow *question, IplAnswer answer)
{
  gtk_dialog_response (GTK_DIALOG (question), (int)answer);
}

/* Closes an answered question. Its parent may be destroyed already. */
void
ipl_question_close (GtkWindow *question)
{
  gtk_window_set_transient_for (question, NULL);
  gtk_window_destroy (question);
}

struct _IplMessageBar
{
  GtkWidget parent_instance;
  GtkInfoBar *bar;
};

static void ipl_message_bar_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (IplMessageBar, ipl_message_bar, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                      ipl_message_bar_buildable_init))

/* Passes children of a .ui file on to the GtkInfoBar. */
static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  GtkBuildable *bar = GTK_BUILDABLE (IPL_MESSAGE_BAR (buildable)->bar);

  GTK_BUILDABLE_GET_IFACE (bar)->add_child (bar, builder, child, type);
}

static void
ipl_message_bar_buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = add_child;
}

static void
ipl_message_bar_dispose (GObject *object)
{
  IplMessageBar *self = IPL_MESSAGE_BAR (object);

  if (self->bar != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->bar));
  self->bar = NULL;
  G_OBJECT_CLASS (ipl_message_bar_parent_class)->dispose (object);
}

static void
ipl_message_bar_class_init (IplMessageBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_message_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  g_signal_new ("response", IPL_TYPE_MESSAGE_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
on_response (IplMessageBar *self, int response)
{
  g_signal_emit_by_name (self, "response", response);
}

/* Turns off the slide-in transition. During it GTK 4.8 measures the label at a height of a few
 * pixels, finds the window too narrow and prints a warning. */
static void
show_at_once (GtkWidget *bar)
{
  GtkWidget *revealer = gtk_widget_get_first_child (bar);

  if (GTK_IS_REVEALER (revealer))
    gtk_revealer_set_transition_duration (GTK_REVEALER (revealer), 0);
}

static void
ipl_message_bar_init (IplMessageBar *self)
{
  GtkWidget *bar = gtk_info_bar_new ();

  self->bar = GTK_INFO_BAR (bar);
  gtk_info_bar_set_revealed (self->bar, FALSE);
  gtk_info_bar_set_show_close_button (self->bar, TRUE);
  show_at_once (bar);
  g_signal_connect_swapped (bar, "response", G_CALLBACK (on_response), self);
  gtk_widget_set_parent (bar, GTK_WIDGET (self));
}

void
ipl_message_bar_set_kind (IplMessageBar *self, GtkMessageType kind)
{
  gtk_info_bar_set_message_type (self->bar, kind);
}

void
ipl_message_bar_add_button (IplMessageBar *self, const char *label, IplAnswer answer)
{
  gtk_info_bar_add_button (self->bar, label, (int)answer);
}

void
ipl_message_bar_show (IplMessageBar *self, gboolean shown)
{
  gtk_info_bar_set_revealed (self->bar, shown);
}

gboolean
ipl_message_bar_is_shown (IplMessageBar *self)
{
  return gtk_info_bar_get_revealed (self->bar);
}

/* Emits "response", as a click on the button does. */
void
ipl_message_bar_answer (IplMessageBar *self, IplAnswer answer)
{
  gtk_info_bar_response (self->bar, (int)answer);
}

/* Returns: (transfer full): a modal dialog, shown by gtk_native_dialog_show() */
GtkNativeDialog *
ipl_native_chooser_new (GtkWindow *parent, const char *title, IplFileAction action,
                        const char *accept, gboolean several)
{
  GtkFileChooserNative *self
      = gtk_file_chooser_native_new (title, parent, (GtkFileChooserAction)action, accept, NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self), several);
  return GTK_NATIVE_DIALOG (self);
}

void
ipl_native_chooser_add_filter (GtkNativeDialog *self, GtkFileFilter *filter)
{
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self), filter);
}

/* Sets the initial folder and name.
 * @name: (nullable): suggested name */
void
ipl_native_chooser_set_start (GtkNativeDialog *self, GFile *folder, const char *name)
{
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self), folder, NULL);
  if (name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self), name);
}

/* Adds a check button to the chooser. */
void
ipl_native_chooser_add_check (GtkNativeDialog *self, const char *id, const char *label,
                              gboolean is_active)
{
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (self), id, label, NULL, NULL);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (self), id, is_active ? "true" : "false");
}

/* Returns: TRUE if the check button is active */
gboolean
ipl_native_chooser_get_check (GtkNativeDialog *self, const char *id)
{
  return g_strcmp0 (gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (self), id), "true") == 0;
}

/* Returns: (transfer full): (element-type GFile): the chosen files */
GListModel *
ipl_native_chooser_get_files (GtkNativeDialog *self)
{
  return gtk_file_chooser_get_files (GTK_FILE_CHOOSER (self));
}

/* Adds a button next to those of GTK's own chooser.
 * @window: a realized chooser; other windows are ignored */
void
ipl_file_chooser_add_button (GtkWidget *window, GtkWidget *button)
{
  g_autoptr (GtkWidget) owned = g_object_ref_sink (button);
  GtkWidget *accept
      = GTK_IS_DIALOG (window)
            ? gtk_dialog_get_widget_for_response (GTK_DIALOG (window), GTK_RESPONSE_ACCEPT)
            : NULL;
  GtkWidget *box = accept != NULL ? gtk_widget_get_parent (accept) : NULL;
  GtkWidget *header = accept != NULL ? gtk_widget_get_ancestor (accept, GTK_TYPE_HEADER_BAR) : NULL;

  if (header != NULL)
    gtk_header_bar_pack_start (GTK_HEADER_BAR (header), owned);
  else if (GTK_IS_BOX (box))
    gtk_box_prepend (GTK_BOX (box), owned);
}

/* @title: title of the colour window
 * @changed: called with @data after the user has chosen a colour */
GtkWidget *
ipl_color_button_new (const char *title, GCallback changed, gpointer data)
{
  GtkWidget *self = gtk_color_button_new ();

  gtk_color_button_set_title (GTK_COLOR_BUTTON (self), title);
  gtk_widget_set_sensitive (self, ipl_gtk_has_settings ("ColorChooser"));
  g_signal_connect_swapped (self, "color-set", changed, data);
  return self;
}

void
ipl_color_button_get (GtkWidget *self, GdkRGBA *color)
{
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (self), color);
}

void
ipl_color_button_set (GtkWidget *self, const GdkRGBA *color)
{
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (self), color);
}

void
ipl_css_load (GtkCssProvider *provider, const char *css)
{
  gtk_css_provider_load_from_data (provider, css, -1);
}

/* Looks up a named colour of the theme.
 * Returns: FALSE if the theme does not define it */
gboolean
ipl_widget_find_color (GtkWidget *widget, const char *name, GdkRGBA *color)
{
  return gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, color);
}
