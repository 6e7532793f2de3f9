/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of a window that have to do with trained networks: training, single sequences, heads
 * and pruning. */
#include "app/window/window-private.h"

#include <string.h>

#include "core/experiments/experiment.h"
#include "core/experiments/parameters-command.h"
#include "app/window/test-state.h"

static void
on_train (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_train (IPL_WINDOW (data)->session);
  ipl_window_show_page (data, "training");
}

static void
on_go_on_training (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_go_on_training (IPL_WINDOW (data)->session);
  ipl_window_show_page (data, "training");
}

static void
on_stop_training (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_stop_training (IPL_WINDOW (data)->session);
}

static void
on_forget_network (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplSession *session = IPL_WINDOW (data)->session;
  IplParameters parameters = *ipl_session_get_parameters (session);

  if (ipl_parameters_get_trainable (&parameters) == NULL)
    return;
  ipl_parameters_edit_trainable (&parameters)->network = "";
  ipl_session_change (session, &parameters, NULL);
}

static void
on_prune (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_prune (IPL_WINDOW (data)->session);
  ipl_window_show_page (data, "heads");
}

static void
on_stop_study (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_stop_study (IPL_WINDOW (data)->session);
}

static void
on_next_examples (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_page_examples (IPL_WINDOW (data)->session, 1, FALSE);
}

static void
on_previous_examples (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_session_page_examples (IPL_WINDOW (data)->session, -1, FALSE);
}

static void
on_test_set (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  int test = g_variant_get_int32 (parameter);

  if (test >= 0)
    ipl_session_set_test (IPL_WINDOW (data)->session, (guint)test);
}

static void
on_save_network (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_ask_save (data, IPL_SAVE_NETWORK);
}

static void
on_save_pruned_network (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_ask_save (data, IPL_SAVE_PRUNED_NETWORK);
}

static void
on_save_pruned_case (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ipl_window_ask_save (data, IPL_SAVE_PRUNED_CASE);
}

static void
on_copy_train_command (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  IplWindow *self = data;
  gboolean complete;
  g_autofree char *command
      = ipl_parameters_train_command (ipl_session_get_parameters (self->session), &complete);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  if (complete)
    ipl_window_say (self, "The command is in the clipboard.");
  else
    ipl_window_tell (self,
                     "The command is in the clipboard, but the command line cannot tell all of "
                     "these parameters: it trains with its own defaults for the rest.",
                     FALSE);
}

static const GActionEntry entries[] = {
  { .name = "train", .activate = on_train },
  { .name = "go-on-training", .activate = on_go_on_training },
  { .name = "stop-training", .activate = on_stop_training },
  { .name = "forget-network", .activate = on_forget_network },
  { .name = "prune", .activate = on_prune },
  { .name = "stop-study", .activate = on_stop_study },
  { .name = "next-examples", .activate = on_next_examples },
  { .name = "previous-examples", .activate = on_previous_examples },
  { .name = "test-set", .activate = on_test_set, .parameter_type = "i", .state = "0" },
  { .name = "save-network", .activate = on_save_network },
  { .name = "save-pruned-network", .activate = on_save_pruned_network },
  { .name = "save-pruned-case", .activate = on_save_pruned_case },
  { .name = "copy-train-command", .activate = on_copy_train_command },
};

/**
 * ipl_window_update_training_actions:
 * @self: the window
 *
 * Enables what can be done with networks now.
 */
void
ipl_window_update_training_actions (IplWindow *self)
{
  IplSession *session = self->session;
  const IplParameters *parameters = ipl_session_get_parameters (session);
  gboolean trainable = ipl_session_is_trainable (session);
  gboolean trained = trainable && ipl_parameters_get_network (parameters)[0] != '\0';
  IplView view;
  gboolean chosen
      = ipl_session_get_view (session, &view) && view.pruning != NULL && view.pruned >= 0;

  ipl_window_enable_action (self, "train", ipl_session_can_train (session));
  ipl_window_enable_action (self, "go-on-training", ipl_session_can_go_on_training (session));
  ipl_window_enable_action (self, "stop-training", ipl_session_is_training (session));
  ipl_window_enable_action (self, "forget-network", trained);
  ipl_window_enable_action (self, "prune", ipl_session_can_prune (session));
  ipl_window_enable_action (self, "stop-study", ipl_session_get_study_status (session)->running);
  ipl_window_enable_action (self, "next-examples", ipl_session_page_examples (session, 1, TRUE));
  ipl_window_enable_action (self, "previous-examples",
                            ipl_session_page_examples (session, -1, TRUE));
  ipl_window_enable_action (self, "save-network", trained);
  ipl_window_enable_action (self, "save-pruned-network", chosen && trained);
  ipl_window_enable_action (self, "save-pruned-case", chosen);
  ipl_window_enable_action (self, "add-images", trainable);
  ipl_window_enable_action (self, "add-test-set", trainable);
  ipl_window_enable_action (self, "copy-train-command", trainable);
  ipl_window_set_action_state (self, "test-set",
                               g_variant_new_int32 ((gint32)ipl_session_get_test (session)));
  gtk_widget_set_visible (GTK_WIDGET (self->training_hint), !trainable);
}

/* What has become of a run, once. */
static void
on_training (IplWindow *self)
{
  const IplTrainingRun *run = ipl_session_get_training (self->session);
  gboolean running = ipl_session_is_training (self->session);

  if (self->was_training && !running && run != NULL && run->error == NULL && run->kept)
    {
      g_autofree char *name = g_filename_display_basename (run->path);
      g_autofree char *text
          = g_strdup_printf (run->stopped ? "Training stopped: %s keeps what there is."
                                          : "Trained: the network is %s.",
                             name);
      ipl_window_say (self, text);
    }
  self->was_training = running;
}

static void
on_shown (IplWindow *self)
{
  ipl_window_update_training_actions (self);
  ipl_test_state_changed (self);
}

/**
 * ipl_window_add_training_actions:
 * @self: the window
 *
 * Adds the commands, and follows what the jobs behind them tell.
 */
void
ipl_window_add_training_actions (IplWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (self->session, "training-changed", G_CALLBACK (on_training), self);
  g_signal_connect_swapped (self->session, "shown-changed", G_CALLBACK (on_shown), self);
}
