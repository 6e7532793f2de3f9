/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sweeps/submit-row.h"

#include "app/base/gtk-deprecated.h"
#include "app/base/widgets.h"
#include "core/base/shown-text.h"
#include "sweeps/slurm-job.h"

/* squeue is asked so often; sites ask for patience. */
#define POLL_SECONDS 4

/* Hands a sweep that is planned to the user's own sbatch, where there is one, tells what squeue
 * says of the job, and cancels it. */
struct _IplSubmitRow
{
  GtkBox parent_instance;
  GtkLabel *label;
  GtkButton *submit_button;
  GtkWidget *cancel_button;
  char *folder; /* (nullable) */
  gboolean submitting;
  IplSlurmJob job; /* number 0: none */
  GCancellable *cancellable;
  guint poll_timeout;
};

G_DEFINE_FINAL_TYPE (IplSubmitRow, ipl_submit_row, GTK_TYPE_BOX)

static void ask_queue (IplSubmitRow *self);

static void
say (IplSubmitRow *self, gboolean is_error, const char *text)
{
  gtk_label_set_label (self->label, text);
  ipl_widget_set_class (self->label, "error", is_error);
}

static void
update_buttons (IplSubmitRow *self, gboolean over)
{
  gtk_widget_set_visible (GTK_WIDGET (self->submit_button), self->job.number == 0 || over);
  gtk_widget_set_sensitive (GTK_WIDGET (self->submit_button), !self->submitting);
  gtk_button_set_label (self->submit_button, over ? "_Submit Again" : "_Submit");
  gtk_widget_set_visible (self->cancel_button, self->job.number != 0 && !over);
}

/* The output of a command, which need not be UTF-8. */
static char *
text_of (GBytes *bytes)
{
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  return g_strndup (data != NULL ? data : "", length);
}

/* Runs a command, and calls @ready with what ipl_submit_row_finish() takes. */
static void
start (IplSubmitRow *self, char **words, GAsyncReadyCallback ready)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;

  /* Lists of tasks are reported whole. */
  g_subprocess_launcher_setenv (launcher, "SLURM_BITSTR_LEN", "0", TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)words, &error);
  if (process == NULL)
    {
      self->submitting = FALSE;
      update_buttons (self, FALSE);
      say (self, TRUE, error->message);
      return;
    }
  g_subprocess_communicate_async (process, NULL, self->cancellable, ready, g_object_ref (self));
}

/* all went well
 * Returns: whether the row is still there, and the command came to its end; @errors is NULL
 * where */
static gboolean
finish (IplSubmitRow *self, GObject *process, GAsyncResult *result, char **output, char **errors)
{
  g_autoptr (GBytes) out = NULL, err = NULL;
  g_autoptr (GError) error = NULL;
  gboolean ended
      = g_subprocess_communicate_finish (G_SUBPROCESS (process), result, &out, &err, &error);

  *output = *errors = NULL;
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  *output = text_of (out);
  if (!ended)
    *errors = g_strdup (error->message);
  else if (!g_subprocess_get_successful (G_SUBPROCESS (process)))
    *errors = text_of (err);
  return TRUE;
}

static gboolean
on_poll (gpointer data)
{
  IplSubmitRow *self = data;

  self->poll_timeout = 0;
  ask_queue (self);
  return G_SOURCE_REMOVE;
}

/* There may be two answers on their way, when the job has just been cancelled. */
static void
poll_later (IplSubmitRow *self)
{
  g_clear_handle_id (&self->poll_timeout, g_source_remove);
  self->poll_timeout = g_timeout_add_seconds (POLL_SECONDS, on_poll, self);
}

static void
show_state (IplSubmitRow *self, const char *output)
{
  g_auto (IplSlurmState) state = { 0 };
  g_autofree char *words = NULL, *text = NULL;
  gboolean known = ipl_slurm_state_parse (&state, &self->job, output);
  gboolean over = known && ipl_slurm_state_is_over (&state);

  words = known ? ipl_slurm_state_describe (&state) : g_strdup ("squeue does not tell of it yet");
  text = g_strdup_printf ("Job %" G_GUINT64_FORMAT "%s: %s.", self->job.number,
                          over ? " is over" : "", words);
  say (self, state.failed > 0, text);
  update_buttons (self, over);
  if (!over)
    poll_later (self);
}

static void
on_queue (GObject *process, GAsyncResult *result, gpointer data)
{
  g_autoptr (IplSubmitRow) self = data;
  g_autofree char *output = NULL, *errors = NULL, *line = NULL, *text = NULL;

  if (!finish (self, process, result, &output, &errors))
    return;
  if (errors == NULL)
    {
      show_state (self, output);
      return;
    }
  if (ipl_slurm_is_forgotten (errors))
    {
      text = g_strdup_printf ("Job %" G_GUINT64_FORMAT " is over, and SLURM no longer tells of it: "
                              "interplay-cli status says what is there.",
                              self->job.number);
      say (self, FALSE, text);
      update_buttons (self, TRUE);
      return;
    }
  line = ipl_slurm_error_line (errors);
  text = g_strdup_printf ("Job %" G_GUINT64_FORMAT ": squeue says: %s", self->job.number, line);
  say (self, TRUE, text);
  poll_later (self);
}

static void
ask_queue (IplSubmitRow *self)
{
  g_auto (GStrv) words = ipl_slurm_job_queue_words (&self->job);

  g_clear_handle_id (&self->poll_timeout, g_source_remove);
  start (self, words, on_queue);
}

static void
on_submitted (GObject *process, GAsyncResult *result, gpointer data)
{
  g_autoptr (IplSubmitRow) self = data;
  g_autofree char *output = NULL, *errors = NULL, *line = NULL, *text = NULL;

  if (!finish (self, process, result, &output, &errors))
    return;
  self->submitting = FALSE;
  ipl_slurm_job_clear (&self->job);
  if (errors == NULL && ipl_slurm_job_parse (&self->job, output))
    {
      text = g_strdup_printf ("Job %" G_GUINT64_FORMAT " is submitted.", self->job.number);
      say (self, FALSE, text);
      update_buttons (self, FALSE);
      ask_queue (self);
      return;
    }
  line = ipl_slurm_error_line (errors != NULL ? errors : output);
  text = g_strdup_printf ("sbatch %s: %s", errors != NULL ? "says" : "told no job", line);
  say (self, TRUE, text);
  update_buttons (self, FALSE);
}

/* Hands job.sh to sbatch. */
static void
on_submit (IplSubmitRow *self)
{
  g_autofree char *script = NULL;
  g_auto (GStrv) words = NULL;

  if (self->folder == NULL || self->submitting)
    return;
  script = g_build_filename (self->folder, "job.sh", NULL);
  words = ipl_slurm_job_submit_words (script);
  ipl_slurm_job_clear (&self->job);
  self->submitting = TRUE;
  update_buttons (self, FALSE);
  say (self, FALSE, "sbatch is asked…");
  start (self, words, on_submitted);
}

/* squeue tells soon what became of the tasks. */
static void
on_cancelled (GObject *process, GAsyncResult *result, gpointer data)
{
  g_autoptr (IplSubmitRow) self = data;
  g_autofree char *output = NULL, *errors = NULL, *line = NULL, *text = NULL;

  if (!finish (self, process, result, &output, &errors))
    return;
  gtk_widget_set_sensitive (self->cancel_button, TRUE);
  if (errors == NULL)
    {
      ask_queue (self);
      return;
    }
  line = ipl_slurm_error_line (errors);
  text = g_strdup_printf ("scancel says: %s", line);
  say (self, TRUE, text);
}

static void
on_response (GtkWindow *question, int response, IplSubmitRow *self)
{
  g_auto (GStrv) words = NULL;

  ipl_question_close (question);
  if (response != IPL_ANSWER_OK || self->job.number == 0)
    return;
  words = ipl_slurm_job_cancel_words (&self->job);
  gtk_widget_set_sensitive (self->cancel_button, FALSE);
  start (self, words, on_cancelled);
}

/* Asks, and cancels the job where that is wanted. */
static void
on_cancel (IplSubmitRow *self)
{
  g_autofree char *heading
      = g_strdup_printf ("Cancel job %" G_GUINT64_FORMAT "?", self->job.number);
  GtkWindow *question = ipl_question_new (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
      "Rows that are done stay; submitting again goes on with those that are missing.", "_Keep It",
      "_Cancel the Job");

  g_signal_connect_object (question, "response", G_CALLBACK (on_response), self, 0);
  gtk_window_present (question);
}

/* Offers to submit it, where sbatch is on the PATH, or says what to run on the cluster.
 * @folder: (nullable): a sweep that is planned; NULL hides the row */
void
ipl_submit_row_set_folder (IplSubmitRow *self, const char *folder)
{
  g_autofree char *sbatch = g_find_program_in_path ("sbatch");
  g_autofree char *script = NULL, *quoted = NULL, *text = NULL;

  g_clear_handle_id (&self->poll_timeout, g_source_remove);
  g_free (self->folder);
  self->folder = g_strdup (folder);
  ipl_slurm_job_clear (&self->job);
  gtk_widget_set_visible (GTK_WIDGET (self), folder != NULL);
  if (folder == NULL)
    return;
  script = g_build_filename (folder, "job.sh", NULL);
  quoted = ipl_text_shell_quote (script);
  text = sbatch != NULL
             ? g_strdup ("It is planned. sbatch is here: the job can be submitted.")
             : g_strdup_printf ("It is planned. sbatch is not on the PATH here; on the cluster "
                                "run:  sbatch %s",
                                quoted);
  say (self, FALSE, text);
  update_buttons (self, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->submit_button), sbatch != NULL);
}

static void
ipl_submit_row_dispose (GObject *object)
{
  IplSubmitRow *self = IPL_SUBMIT_ROW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->poll_timeout, g_source_remove);
  G_OBJECT_CLASS (ipl_submit_row_parent_class)->dispose (object);
}

static void
ipl_submit_row_finalize (GObject *object)
{
  IplSubmitRow *self = IPL_SUBMIT_ROW (object);

  g_clear_object (&self->cancellable);
  ipl_slurm_job_clear (&self->job);
  g_free (self->folder);
  G_OBJECT_CLASS (ipl_submit_row_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplSubmitRow, name)
static const IplTemplateChild children[]
    = { CHILD (label), CHILD (submit_button), CHILD (cancel_button), { NULL } };
static const IplTemplateCallback callbacks[]
    = { IPL_CALLBACK (on_submit), IPL_CALLBACK (on_cancel), { NULL } };

static void
ipl_submit_row_class_init (IplSubmitRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_submit_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_submit_row_finalize;
  ipl_template_set (klass, "submit-row", children, callbacks);
}

static void
ipl_submit_row_init (IplSubmitRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}
