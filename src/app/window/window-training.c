/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for trained networks: training, single sequences, heads and pruning. */
#include "app/window/window-private.h"

#include "core/base/text-escape.h"

#include "app/dialogs/recent-files.h"

#include "core/fields/training-fields.h"
#include "core/parameters/parameters.h"
#include "core/parameters/parameters-command-line.h"

static void
on_training_preset (IplWindow *self, const char *text)
{
  const IplTrainingPreset *preset = ipl_training_preset_find (text);
  IplDocument *document = self->document;
  const IplHeadResult *heads = ipl_document_get_result (document, "heads");
  IplParameters parameters = *ipl_document_get_parameters (document);
  IplTrainable *trainable = ipl_parameters_edit_trainable (&parameters);
  const IplImageSet *set = NULL;

  if (preset == NULL || trainable == NULL)
    return;
  /* Results of an earlier task have other images. */
  if (heads != NULL && heads->task != NULL
      && ipl_image_task_equal (&heads->task->task, &trainable->task))
    set = heads->task->set;
  ipl_training_preset_apply (preset, trainable, set);
  ipl_document_change (document, &parameters, NULL);
}

static void
on_next_examples (IplWindow *self)
{
  ipl_document_page_examples (self->document, 1, FALSE);
}

static void
on_previous_examples (IplWindow *self)
{
  ipl_document_page_examples (self->document, -1, FALSE);
}

static void
on_test_set (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  int test = g_variant_get_int32 (parameter);

  if (test >= 0)
    ipl_document_set_test (ipl_window_get_document (data), (guint)test);
}

static void
on_copy_train_command (IplWindow *self)
{
  g_autofree char *command
      = ipl_parameters_train_command (ipl_document_get_parameters (self->document));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  ipl_window_show_status (self, "Command copied to the clipboard.");
}

static void
update (IplWindow *self)
{
  IplDocument *document = self->document;
  gboolean trainable = ipl_document_is_trainable (document);

  ipl_window_enable (self, "stop::pruning", ipl_document_get_status (document, "heads")->running);
  ipl_window_enable (self, "next-examples", ipl_document_page_examples (document, 1, TRUE));
  ipl_window_enable (self, "previous-examples", ipl_document_page_examples (document, -1, TRUE));
  ipl_window_enable (self, "copy-command::training", trainable);
  ipl_window_enable (self, "training-preset", trainable);
  ipl_window_set_state (self, "test-set",
                        g_variant_new_int32 ((gint32)ipl_document_get_test (document)));
}

/* Reports the end of a run, once. */
static void
on_training (IplWindow *self)
{
  const IplTrainResult *run = ipl_document_get_train_result (self->document);
  gboolean running = ipl_document_is_training (self->document);

  if (self->was_training && !running && run != NULL && run->error == NULL && run->is_saved)
    {
      g_autofree char *name = ipl_file_shown (run->path);
      g_autofree char *description = ipl_document_describe_training (self->document);
      g_autofree char *text
          = g_strdup_printf (run->stopped ? "Training stopped after %s. The network is saved as %s."
                                          : "Trained, %s. The network is saved as %s.",
                             description, name);

      if (strstr (description, "guessing") != NULL && !run->stopped)
        ipl_window_show_message (self, text, FALSE);
      else
        ipl_window_show_status (self, text);
      ipl_recent_files_add (run->path);
    }
  self->was_training = running;
}

static void
set_up (IplWindow *self)
{
  g_signal_connect_swapped (self->document, "job-changed::train", G_CALLBACK (on_training), self);
}

static const IplCommand commands[] = {
  { "train", NULL, "<Control>g", "Train a network", IPL_SHORTCUTS_NETWORKS,
    .call = ipl_document_train, .can = ipl_document_can_train, .page = "training",
    .why = "Only a task of one-shot images trains a network, and one at a time.",
    .help = "training" },
  { "go-on-training", NULL, "<Control><Shift>g", "Continue training", IPL_SHORTCUTS_NETWORKS,
    .call = ipl_document_go_on_training, .can = ipl_document_can_go_on_training, .page = "training",
    .why = "There is no training to continue.", .help = "training" },
  { "stop::training", NULL, "<Control><Alt>period", "Stop training", IPL_SHORTCUTS_NETWORKS,
    .call = ipl_document_stop_training, .can = ipl_document_is_training,
    .why = "No network is being trained.", .help = "training" },
  { "training-preset", G_CALLBACK (on_training_preset), .parameter_type = "s" },
  { "prune", NULL, "<Control><Shift>p", "Prune heads", IPL_SHORTCUTS_NETWORKS,
    .call = ipl_document_prune, .can = ipl_document_can_prune, .page = "heads",
    .why = "There are no heads to prune now.", .help = "pruning" },
  { "stop::pruning", .call = ipl_document_stop_heads, .title = "Stop pruning",
    .group = IPL_SHORTCUTS_NETWORKS, .why = "Nothing is being pruned.", .help = "pruning" },
  { "next-examples", G_CALLBACK (on_next_examples), "<Control><Shift>Right", "Next sequences",
    IPL_SHORTCUTS_NETWORKS, .why = "No sequences of a task are shown.", .help = "task-card" },
  { "previous-examples", G_CALLBACK (on_previous_examples), "<Control><Shift>Left",
    "Previous sequences", IPL_SHORTCUTS_NETWORKS, .why = "No sequences of a task are shown.",
    .help = "task-card" },
  { "test-set", NULL, .parameter_type = "i", .state = "0", .activate = on_test_set },
  { "copy-command::training", G_CALLBACK (on_copy_train_command),
    .title = "Copy training as a command", .group = IPL_SHORTCUTS_NETWORKS,
    .why = "Only a task of one-shot images trains a network.", .help = "command-line" },
};

const IplWindowPart ipl_window_training_part
    = { commands, G_N_ELEMENTS (commands), set_up, update };
