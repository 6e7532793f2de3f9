/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves cases, results and networks. */
#include "app/window/window-private.h"

#include "core/base/file-hash.h"
#include "core/base/file-save.h"
#include "core/base/parallel.h"
#include "core/base/text-escape.h"
#include "core/case/case-io.h"
#include "core/heads/case-prune.h"
#include "core/network/trained-network.h"
#include "core/parameters/parameters-files.h"
#include "core/results/results.h"
#include "core/tasks/one-shot-task.h"
#include "runs/fine-tuning.h"
#include "document/session-save.h"

#include "app/base/file-chooser.h"

#include <string.h>

typedef struct
{
  IplSaveKind kind;
  IplParameters parameters;
  IplDocumentResults *results; /* for results and heads */
  IplHeadReport *heads;        /* for a mask of heads */
  IplPruning *pruning;         /* for a pruned network, case or mask */
  IplRemovalOrder order;       /* order of the removal */
  guint pruned;                /* number of removed heads */
  char *path;
} Save;

static void
save_free (gpointer data)
{
  Save *save = data;

  g_clear_pointer (&save->results, ipl_document_results_free);
  g_clear_pointer (&save->heads, ipl_head_report_unref);
  g_clear_pointer (&save->pruning, ipl_pruning_unref);
  g_free (save->path);
  g_free (save);
}

static gboolean
save_case (const Save *save, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplCase) the_case = ipl_parameters_make_case (
      &save->parameters, TRUE, ipl_parallel_default_threads (), cancellable, error);

  return the_case != NULL && ipl_case_save (the_case, save->path, error);
}

static gboolean
save_network (const Save *save, GCancellable *cancellable, GError **error)
{
  g_autofree char *sha256 = ipl_file_copy (ipl_parameters_get_network (&save->parameters),
                                           save->path, cancellable, error);

  return sha256 != NULL;
}

/* Saves a pruned network, or its case with the attention of the pruned network. */
static gboolean
save_pruned (const Save *save, GCancellable *cancellable, GError **error)
{
  g_autofree gboolean *removed = ipl_pruning_removed (save->pruning, save->order, save->pruned);
  const IplTrainable *trainable = ipl_parameters_get_trainable (&save->parameters);
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (IplOneShotTask) task = NULL;
  g_autoptr (IplCase) the_case = NULL;

  if (trainable == NULL || trainable->network[0] == '\0')
    {
      the_case = ipl_case_without_heads (save->pruning->the_case, removed, error);
      return the_case != NULL && ipl_case_save (the_case, save->path, error);
    }
  network = ipl_fine_tuning_pruned_network (&save->parameters, save->pruning, save->order,
                                            save->pruned, cancellable, error);
  if (network == NULL)
    return FALSE;
  if (save->kind == IPL_SAVE_PRUNED_NETWORK)
    return ipl_trained_network_save (network, save->path, error);
  task = ipl_one_shot_task_get (&trainable->task, ipl_parallel_default_threads (), cancellable,
                                error);
  if (task == NULL)
    return FALSE;
  the_case
      = ipl_one_shot_task_make_case (task, save->parameters.experiment->id, network, TRUE, TRUE,
                                     ipl_parallel_default_threads (), cancellable, error);
  return the_case != NULL && ipl_case_save (the_case, save->path, error);
}

static gboolean
save_mask (const Save *save, GError **error)
{
  g_autofree char *text
      = ipl_head_mask_to_json (save->heads, save->pruning, save->order, save->pruned, NULL);
  g_autofree char *lines = g_strconcat (text, "\n", NULL);

  return ipl_file_save_bytes (save->path, lines, strlen (lines), error);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Save *save = data;
  g_autoptr (GError) error = NULL;
  gboolean saved = FALSE;

  switch (save->kind)
    {
    case IPL_SAVE_TABLE:
      saved = ipl_results_save_csv (save->results->view->sweep, save->path, &error);
      break;
    case IPL_SAVE_ARRAYS:
      saved = ipl_document_results_save (
          save->results,
          save->results->view->dynamics != NULL ? IPL_PYTHON_TRAJECTORY : IPL_PYTHON_ROWS, FALSE,
          save->path, &error);
      break;
    case IPL_SAVE_HEADS:
      saved
          = ipl_document_results_save (save->results, IPL_PYTHON_HEADS, FALSE, save->path, &error);
      break;
    case IPL_SAVE_NETWORK:
      saved = save_network (save, cancellable, &error);
      break;
    case IPL_SAVE_PRUNED_NETWORK:
    case IPL_SAVE_PRUNED_CASE:
      saved = save_pruned (save, cancellable, &error);
      break;
    case IPL_SAVE_HEAD_MASK:
      saved = save_mask (save, &error);
      break;
    case IPL_SAVE_CASE:
    default:
      saved = save_case (save, cancellable, &error);
      break;
    }
  if (saved)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  IplWindow *self = data;
  Save *save = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    ipl_window_show_message (self, error->message, TRUE);
  else if (self->document != NULL)
    {
      g_autofree char *text = g_strdup_printf ("Saved %s.", save->path);
      ipl_window_show_status (self, text);
    }
}

/* TRUE if a point of a pruning curve is chosen. */
static gboolean
is_point_chosen (const IplView *view)
{
  return view->pruning != NULL && view->pruned >= 0 && view->pruned < (int)view->pruning->n_points
         && ipl_pruning_has_order (view->pruning, view->order);
}

/* Saves in the background, and reports success or failure.
 * @kind: the case; the results as arrays or as a table; head scores and pruning; the network; or
 *   the network, case or mask at the chosen point of the pruning curve */
void
ipl_window_save_to (IplWindow *self, IplSaveKind kind, const char *path)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self->document);
  gboolean pruned = kind == IPL_SAVE_PRUNED_NETWORK || kind == IPL_SAVE_PRUNED_CASE
                    || kind == IPL_SAVE_HEAD_MASK;
  gboolean results = kind == IPL_SAVE_ARRAYS || kind == IPL_SAVE_TABLE || kind == IPL_SAVE_HEADS;
  g_autoptr (GTask) task = NULL;
  IplView view;
  Save *save;

  if (result == NULL || !ipl_document_get_view (self->document, &view)
      || (kind == IPL_SAVE_ARRAYS && result->sweep == NULL
          && !ipl_document_has_results (self->document))
      || (kind == IPL_SAVE_TABLE && result->sweep == NULL)
      || (kind == IPL_SAVE_HEADS && !ipl_document_results_have_heads (self->document))
      || (pruned && !is_point_chosen (&view)) || (kind == IPL_SAVE_HEAD_MASK && view.heads == NULL)
      || ((kind == IPL_SAVE_NETWORK || kind == IPL_SAVE_PRUNED_NETWORK)
          && ipl_parameters_get_network (result->parameters)[0] == '\0'))
    return;
  /* A preview is not saved. */
  if (result->few_tests > 0 && kind != IPL_SAVE_CASE)
    {
      ipl_window_show_message (
          self, "Not saved: some test sequences were still being computed. Save again.", TRUE);
      return;
    }
  save = g_new0 (Save, 1);
  save->kind = kind;
  save->path = g_strdup (path);
  save->parameters = *result->parameters;
  if (results)
    save->results = ipl_document_copy_results (self->document);
  if (pruned)
    {
      save->pruning = ipl_pruning_ref ((IplPruning *)view.pruning);
      if (view.heads != NULL)
        save->heads = ipl_head_report_ref ((IplHeadReport *)view.heads);
      save->order = view.order;
      save->pruned = (guint)view.pruned;
    }
  task = g_task_new (self, NULL, on_saved, self);
  g_task_set_task_data (task, save, save_free);
  g_task_run_in_thread (task, save_thread);
}

static const struct
{
  const char *name, *suffix, *extension;
  IplFileQuestion question;
} kinds[] = {
#define SAVE(title, pattern, name, help)                                                           \
  {                                                                                                \
    title, IPL_FILE_SAVE, "_Save", pattern, name, help                                             \
  }
  [IPL_SAVE_CASE]
  = { "case", "-case", "npz", SAVE ("Save the Case", "*.npz", "Cases (*.npz)", "own-model") },
  [IPL_SAVE_ARRAYS]
  = { "arrays", "-results", "npz",
      SAVE ("Save Results as Arrays", "*.npz", "NumPy arrays (*.npz)", "figures-out") },
  [IPL_SAVE_TABLE] = { "table", "-results", "csv",
                       SAVE ("Save Results as a Table", "*.csv", "Tables (*.csv)", "figures-out") },
  [IPL_SAVE_HEADS] = { "heads", "-heads", "npz",
                       SAVE ("Save Heads and Pruning", "*.npz", "NumPy arrays (*.npz)", "heads") },
  [IPL_SAVE_NETWORK]
  = { "network", "", "safetensors",
      SAVE ("Save the Network", "*.safetensors", "Networks (*.safetensors)", "training") },
  [IPL_SAVE_PRUNED_NETWORK]
  = { "pruned-network", "-pruned", "safetensors",
      SAVE ("Save the Pruned Network", "*.safetensors", "Networks (*.safetensors)", "pruning") },
  [IPL_SAVE_PRUNED_CASE] = { "pruned-case", "-pruned", "npz",
                             SAVE ("Save the Pruned Case", "*.npz", "Cases (*.npz)", "pruning") },
  [IPL_SAVE_HEAD_MASK]
  = { "head-mask", "-mask", "json",
      SAVE ("Save the Head Mask", "*.json", "Head masks (*.json)", "pruning") },
#undef SAVE
};

static void
on_chosen (IplWindow *self, const char *path, gpointer kind)
{
  ipl_window_save_to (self, GPOINTER_TO_UINT (kind), path);
}

/* Asks for a file and saves.
 * @what: name of a kind */
static void
on_save (IplWindow *self, const char *what)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  g_autofree char *base = ipl_parameters_stem (parameters), *name = NULL;
  guint kind = 0;

  while (!g_str_equal (kinds[kind].name, what))
    kind++;
  name = g_strdup_printf ("%s%s.%s", base != NULL ? base : parameters->experiment->id,
                          kinds[kind].suffix, kinds[kind].extension);
  ipl_file_chooser_open (GTK_WINDOW (self), &kinds[kind].question, name, G_CALLBACK (on_chosen),
                         self, GUINT_TO_POINTER (kind));
}

/* Copies the code that prunes the model itself, up to the chosen point of the pruning curve. */
static void
on_copy_pytorch (IplWindow *self)
{
  IplView view;

  if (!ipl_document_get_view (self->document, &view) || !is_point_chosen (&view))
    return;
  g_autofree gboolean *removed = ipl_pruning_removed (view.pruning, view.order, (guint)view.pruned);
  gboolean as_in_model;
  g_autofree char *line = ipl_head_mask_prune_heads (view.pruning->the_case, removed, &as_in_model);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), line);
  ipl_window_show_status (self, as_in_model
                                    ? "Copied the line for PyTorch, heads counted as in the model."
                                    : "Copied the line for PyTorch, heads counted as in the case.");
}

static void
update (IplWindow *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self->document);
  gboolean has_results = ipl_document_has_results (self->document);
  gboolean trained
      = ipl_parameters_get_network (ipl_document_get_parameters (self->document))[0] != '\0';
  IplView view;
  gboolean any = ipl_document_get_view (self->document, &view);
  gboolean chosen = any && is_point_chosen (&view);

  ipl_window_enable (self, "save::case", result != NULL && result->the_case != NULL);
  ipl_window_enable (self, "save::table", has_results && result->sweep != NULL);
  ipl_window_enable (self, "save::network", trained);
  ipl_window_enable (self, "save::pruned-network", chosen && trained);
  ipl_window_enable (self, "save::pruned-case", chosen);
  ipl_window_enable (self, "save::head-mask", chosen && view.heads != NULL);
  ipl_window_enable (self, "copy-command::pytorch", chosen);
}

static const IplCommand commands[] = {
  { "save::case", G_CALLBACK (on_save), "<Control><Alt>e", "Save the case", IPL_SHORTCUTS_CASES,
    .why = "There is no case of attention paths to save.", .help = "sessions" },
  { "save::arrays", G_CALLBACK (on_save), "<Control><Alt>s", "Results as arrays",
    IPL_SHORTCUTS_EXPORT, .can = ipl_document_has_results, .why = "There are no results yet.",
    .also = "numpy npz save export" },
  { "save::table", G_CALLBACK (on_save), "<Control><Alt><Shift>s", "Results as a table",
    IPL_SHORTCUTS_EXPORT, .why = "There are no results of a case of attention paths yet.",
    .also = "csv save export spreadsheet" },
  { "save::heads", G_CALLBACK (on_save), .can = ipl_document_results_have_heads,
    .title = "Save heads and pruning", .group = IPL_SHORTCUTS_EXPORT,
    .why = "No heads have been scored and pruned yet.", .help = "pruning" },
  { "save::network", G_CALLBACK (on_save), .title = "Save the network",
    .group = IPL_SHORTCUTS_NETWORKS, .why = "No network has been trained here.",
    .help = "one-shot" },
  { "save::pruned-network", G_CALLBACK (on_save), .title = "Save the pruned network",
    .group = IPL_SHORTCUTS_NETWORKS,
    .why = "No network is pruned: train one, and choose a point of its pruning.",
    .help = "pruning" },
  { "save::pruned-case", G_CALLBACK (on_save), .title = "Save the pruned case",
    .group = IPL_SHORTCUTS_NETWORKS, .why = "No case is pruned: choose a point of its pruning.",
    .help = "pruning" },
  { "save::head-mask", G_CALLBACK (on_save), .title = "Save the head mask",
    .group = IPL_SHORTCUTS_NETWORKS, .why = "No heads are pruned: choose a point of the pruning.",
    .help = "pruning" },
  { "copy-command::pytorch", G_CALLBACK (on_copy_pytorch), .title = "Copy pruning for PyTorch",
    .group = IPL_SHORTCUTS_NETWORKS, .why = "No heads are pruned: choose a point of the pruning.",
    .help = "pruning" },
};

const IplWindowPart ipl_window_save_part = { commands, G_N_ELEMENTS (commands), .update = update };
