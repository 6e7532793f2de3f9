/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GTK 4.10 to 4.16 deprecate these parts of GTK, and only this file calls them; tests/layers has
 * the list. Their successors are not in GTK 4.8. */
#pragma once

#include <gtk/gtk.h>

/* The parameter of the signal "response" of questions, bars and choosers of files. */
typedef enum
{
  IPL_ANSWER_CANCEL = GTK_RESPONSE_CANCEL,
  IPL_ANSWER_CLOSE = GTK_RESPONSE_CLOSE,
  IPL_ANSWER_OK = GTK_RESPONSE_OK,
  IPL_ANSWER_APPLY = GTK_RESPONSE_APPLY,
  IPL_ANSWER_ACCEPT = GTK_RESPONSE_ACCEPT,
  IPL_ANSWER_REJECT = GTK_RESPONSE_REJECT,
} IplAnswer;

/* Questions: windows with the signal "response". */
#define IPL_IS_QUESTION(window) GTK_IS_MESSAGE_DIALOG (window)
GtkWindow *ipl_question_new (GtkWindow *parent, const char *heading, const char *detail,
                             const char *safe, const char *lose);
void ipl_question_add (GtkWindow *question, const char *label, IplAnswer answer);
void ipl_question_set_default (GtkWindow *question, IplAnswer answer);
void ipl_question_set_text (GtkWindow *question, const char *heading, const char *detail);
void ipl_question_answer (GtkWindow *question, IplAnswer answer);
void ipl_question_close (GtkWindow *question);
void ipl_sentence_show (GtkWindow *parent, const char *text);

/* A message bar with a label, buttons and a close button: hidden at first, with the signal
 * "response". In .ui files it has children; those of type="action" are its buttons. */
#define IPL_TYPE_MESSAGE_BAR (ipl_message_bar_get_type ())
G_DECLARE_FINAL_TYPE (IplMessageBar, ipl_message_bar, IPL, MESSAGE_BAR, GtkWidget)

void ipl_message_bar_set_kind (IplMessageBar *self, GtkMessageType kind);
void ipl_message_bar_add_button (IplMessageBar *self, const char *label, IplAnswer answer);
void ipl_message_bar_show (IplMessageBar *self, gboolean shown);
gboolean ipl_message_bar_is_shown (IplMessageBar *self);
void ipl_message_bar_answer (IplMessageBar *self, IplAnswer answer);

/* File choosers. */
typedef enum
{
  IPL_FILE_OPEN = GTK_FILE_CHOOSER_ACTION_OPEN,
  IPL_FILE_SAVE = GTK_FILE_CHOOSER_ACTION_SAVE,
  IPL_FILE_FOLDER = GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
} IplFileAction;

#define IPL_IS_FILE_CHOOSER(window) GTK_IS_FILE_CHOOSER (window)
GtkNativeDialog *ipl_native_chooser_new (GtkWindow *parent, const char *title, IplFileAction action,
                                         const char *accept, gboolean several);
void ipl_native_chooser_add_filter (GtkNativeDialog *self, GtkFileFilter *filter);
void ipl_native_chooser_set_start (GtkNativeDialog *self, GFile *folder, const char *name);
void ipl_native_chooser_add_check (GtkNativeDialog *self, const char *id, const char *label,
                                   gboolean is_active);
gboolean ipl_native_chooser_get_check (GtkNativeDialog *self, const char *id);
GListModel *ipl_native_chooser_get_files (GtkNativeDialog *self);
void ipl_file_chooser_add_button (GtkWidget *window, GtkWidget *button);

/* A button that selects a colour. */
GtkWidget *ipl_color_button_new (const char *title, GCallback changed, gpointer data);
void ipl_color_button_get (GtkWidget *self, GdkRGBA *color);
void ipl_color_button_set (GtkWidget *self, const GdkRGBA *color);

void ipl_css_load (GtkCssProvider *provider, const char *css);
gboolean ipl_widget_find_color (GtkWidget *widget, const char *name, GdkRGBA *color);
