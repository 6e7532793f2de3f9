/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open document is kept as it changes, for the case that the program does not come to its end,
 * and brought back at the next start. */
#include "app/window/window-private.h"

#include <string.h>

#include "app/base/widgets.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/shown-text.h"

/* After a change, and not more often: a slider that is dragged does not keep the disk busy. */
#define KEEP_SECONDS 5

/* Says that nothing can be kept, once and not every few seconds. */
static void
tell_once (IplWindow *self, const GError *error)
{
  g_autofree char *text = NULL;

  if (error == NULL || self->kept_failed)
    return;
  self->kept_failed = TRUE;
  text = g_strdup_printf ("Nothing can be kept for the case of a crash. %s", error->message);
  ipl_window_tell (self, text, FALSE);
}

static gboolean
look_at_kept (gpointer data)
{
  IplWindow *self = data;
  g_autoptr (GError) error
      = self->recovery != NULL ? ipl_recovery_take_error (self->recovery) : NULL;

  self->kept_timeout = 0;
  tell_once (self, error);
  return G_SOURCE_REMOVE;
}

/* Keeps what is open now, in the background, and no longer once no work would be lost with it. */
void
ipl_window_keep (IplWindow *self)
{
  g_autofree char *text = NULL;
  gboolean worth;

  g_clear_handle_id (&self->keep_timeout, g_source_remove);
  if (self->session == NULL || self->recovery == NULL || ipl_window_get_page (self) == NULL)
    return;
  worth = ipl_session_is_worth_keeping (self->session);
  if (!worth && !self->is_kept)
    return;
  text = worth ? ipl_window_to_document (self) : g_strdup ("");
  ipl_recovery_save (self->recovery, text);
  self->is_kept = worth;
  /* By then it is written, or is not. */
  if (self->kept_timeout == 0)
    self->kept_timeout = g_timeout_add_seconds (1, look_at_kept, self);
}

/* The window is closed as its user wishes: nothing of it is brought back. */
void
ipl_window_keep_nothing (IplWindow *self)
{
  g_clear_handle_id (&self->keep_timeout, g_source_remove);
  g_clear_handle_id (&self->kept_timeout, g_source_remove);
  if (self->recovery != NULL)
    ipl_recovery_discard (self->recovery);
  g_clear_pointer (&self->recovery, ipl_recovery_unref);
}

/* Keeps what is open, where work would be lost, and ends the jobs; what is kept stays when the
 * window goes. */
void
ipl_window_leave_kept (IplWindow *self)
{
  if (self->session == NULL)
    return;
  if (!ipl_session_is_worth_keeping (self->session))
    ipl_window_keep_nothing (self);
  ipl_window_keep (self);
  if (self->recovery != NULL)
    ipl_recovery_flush (self->recovery, NULL);
  g_clear_pointer (&self->recovery, ipl_recovery_unref);
  ipl_session_close (self->session);
}

static gboolean
keep_time_over (gpointer data)
{
  IplWindow *self = data;

  self->keep_timeout = 0;
  ipl_window_keep (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (IplWindow *self)
{
  if (self->keep_timeout == 0)
    self->keep_timeout = g_timeout_add_seconds (KEEP_SECONDS, keep_time_over, self);
}

/* Brings back what was open there, and keeps it where it was kept.
 * @left: what is left of one whose process has ended
 * Returns: FALSE where it cannot be read */
gboolean
ipl_window_recover (IplWindow *self, IplRecovery *left, GError **error)
{
  const char *text = ipl_recovery_get_text (left, error);

  ipl_window_keep_nothing (self);
  self->recovery = ipl_recovery_ref (left);
  self->is_kept = TRUE;
  return text != NULL
         && ipl_window_take_document (self, text, NULL, ipl_recovery_get_folder (left, NULL),
                                      error);
}

/* "“One-shot images” (23:52)". */
static char *
describe (const IplRecovery *left)
{
  const char *json = ipl_recovery_get_text (left, NULL), *name = NULL, *when = NULL;
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object
      = json != NULL ? ipl_json_parse_object (json, strlen (json), &why) : NULL;
  g_autofree char *shown = NULL;
  g_autofree char *shown_when = NULL;

  if (object != NULL)
    {
      ipl_json_get_text (object, "name", &name, NULL);
      ipl_json_get_text (object, "time", &when, NULL);
    }
  shown = ipl_text_shown (name != NULL ? name : "a window");
  shown_when = ipl_text_shown (when != NULL ? when : "?");
  return g_strdup_printf ("“%s” (%s)", shown, shown_when);
}

static void
on_row (IplWindow *self, GtkListBoxRow *row)
{
  gtk_menu_button_popdown (self->recovery_list);
  gtk_widget_activate_action (GTK_WIDGET (self), "app.recover-one", "i",
                              gtk_list_box_row_get_index (row));
}

/* One row for each, which brings that one back. */
static void
fill_list (IplWindow *self, const GPtrArray *left)
{
  GtkWidget *popover = gtk_popover_new (), *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (on_row), self);
  for (guint i = 0; i < left->len; i++)
    {
      g_autofree char *name = describe (left->pdata[i]);
      g_autofree char *tip = g_strdup_printf ("Restore %s alone", name);
      GtkWidget *label = ipl_label_new (name, NULL);

      gtk_widget_set_tooltip_text (label, tip);
      gtk_list_box_append (GTK_LIST_BOX (list), label);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), list);
  gtk_widget_add_css_class (popover, "more-pages");
  gtk_menu_button_set_popover (self->recovery_list, popover);
}

/* Shows a bar that offers to bring it back, by the application's actions "recover" and
 * "discard-left".
 * @left: (nullable): what is left of windows; none takes the offer back */
void
ipl_window_offer_recovery (IplWindow *self, GPtrArray *left)
{
  guint n = left != NULL ? left->len : 0;
  g_autofree char *name = n > 0 ? describe (left->pdata[0]) : NULL;
  g_autofree char *text
      = n == 1
            ? g_strdup_printf ("Interplay ended with unsaved work. Restore %s?", name)
            : g_strdup_printf ("Interplay ended with unsaved work in %u windows. Restore them?", n);

  ipl_message_bar_show (self->recovery_bar, n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->recovery_list), n > 1);
  if (n > 0)
    gtk_label_set_label (self->recovery_label, text);
  if (n > 1)
    fill_list (self, left);
}

/* Closed without an answer, it is asked again at the next start. */
static void
on_response (IplWindow *self, int response)
{
  ipl_message_bar_show (self->recovery_bar, FALSE);
  if (response == IPL_ANSWER_ACCEPT)
    gtk_widget_activate_action (GTK_WIDGET (self), "app.recover", NULL);
  else if (response == IPL_ANSWER_REJECT)
    gtk_widget_activate_action (GTK_WIDGET (self), "app.discard-left", NULL);
}

/* Draws are kept from the first on; where that cannot be, it is said before anything is lost. */
static void
make_room (IplWindow *self)
{
  g_autoptr (GError) error = NULL;

  self->recovery = ipl_recovery_new ();
  ipl_session_keep_in (self->session, ipl_recovery_get_folder (self->recovery, &error));
  tell_once (self, error);
}

static void
set_up (IplWindow *self)
{
  make_room (self);
  ipl_message_bar_set_kind (self->recovery_bar, GTK_MESSAGE_QUESTION);
  ipl_message_bar_add_button (self->recovery_bar, "_Restore", IPL_ANSWER_ACCEPT);
  ipl_message_bar_add_button (self->recovery_bar, "_Discard", IPL_ANSWER_REJECT);
  g_signal_connect_object (self->recovery_bar, "response", G_CALLBACK (on_response), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "state-changed", G_CALLBACK (on_changed), NULL);
}

const IplWindowPart ipl_window_recovery_part = { .set_up = set_up };
