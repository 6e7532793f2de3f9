/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "training-support.h"

#include "../tiny-glyphs.h"

#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters.h"
#include "core/files/npz.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "core/network/trained-network.h"

static guint seed;

void
make_tiny (IplParameters *parameters)
{
  IplTrainable *trainable = set_tiny_glyphs (parameters);

  trainable->task.seed = ++seed;
  trainable->task.n_train = 20;
  trainable->task.n_test = 30;
  trainable->training.steps = 40;
  parameters->n_widths = 2;
  parameters->current = ipl_parameters_get_setting (parameters, 0);
  parameters->n_temperatures = 0;
  memset (parameters->temperatures, 0, sizeof parameters->temperatures);
}

void
open_tiny (IplWindow *window)
{
  IplParameters parameters;

  /* By way of the example, so that nothing remains of the test before. */
  act (window, "open-example", "glyphs");
  ipl_window_answer_question (window, TRUE);
  make_tiny (&parameters);
  change (window, &parameters);
  ipl_selection_clear (selection_of (window));
  wait_for (window, is_solved, "the tiny task");
}

void
set_steps (IplWindow *window, guint steps)
{
  IplParameters parameters = *parameters_of (window);

  ipl_parameters_edit_trainable (&parameters)->training.steps = steps;
  change (window, &parameters);
  wait_for (window, is_solved, "what was there");
}

void
train_tiny (IplWindow *window, guint steps)
{
  g_autofree char *made = NULL;
  const char *message;

  set_steps (window, steps);
  act (window, "train", NULL);
  wait_for (window, has_stopped_training, "the end of training");
  message = ipl_window_get_message (window);
  made = ipl_document_describe_training (document_of (window));
  /* The bar reports a training that taught the network nothing. */
  if (strstr (made, "no better than guessing") != NULL)
    g_assert_true (message != NULL && strstr (message, made) != NULL);
  else
    g_assert_null (message);
  ipl_window_show_message (window, "", FALSE);
  wait_for (window, is_solved, "the theory at the learned attention");
  g_assert_nonnull (current (window)->the_case->trained);
}

void
change_seed (IplWindow *window)
{
  IplParameters parameters = *parameters_of (window);

  ipl_parameters_edit_trainable (&parameters)->task.seed = ++seed;
  change (window, &parameters);
}

void
wait_until_saved (IplWindow *window)
{
  wait_until (strstr (ipl_window_get_status (window), "Saved") != NULL);
  ipl_window_show_status (window, "");
}

/* With one head less, as a network and as a case; both can be opened again. */
void
save_pruned_files (IplWindow *window)
{
  g_autofree char *network_path = in_folder ("pruned.safetensors");
  g_autofree char *case_path = in_folder ("pruned.npz");
  g_autofree char *mask_path = in_folder ("mask.json"), *mask = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (GError) error = NULL;

  ipl_window_show_status (window, "");
  ipl_window_save_to (window, IPL_SAVE_PRUNED_NETWORK, network_path);
  wait_until_saved (window);
  ipl_window_save_to (window, IPL_SAVE_PRUNED_CASE, case_path);
  wait_until_saved (window);
  ipl_window_save_to (window, IPL_SAVE_HEAD_MASK, mask_path);
  wait_until_saved (window);
  g_assert_true (g_file_get_contents (mask_path, &mask, NULL, &error));
  g_assert_no_error (error);
  g_assert_nonnull (strstr (mask, "model.prune_heads({"));
  g_assert_true (is_enabled (window, "copy-command::pytorch"));
  act (window, "copy-command::pytorch", NULL);
  g_assert_nonnull (strstr (mask, "\"removed\" : 1"));
  network = ipl_trained_network_load (network_path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (network->shape.H[0] + network->shape.H[1], ==, 3);
  ipl_window_open_path (window, case_path);
  wait_for (window, is_solved, "the pruned case");
  g_assert_cmpuint (current (window)->the_case->Pi, ==, 2);
  ipl_window_open_path (window, network_path);
  wait_for (window, is_solved, "the pruned network");
  g_assert_null (ipl_window_get_message (window));
  g_assert_nonnull (current (window)->the_case->trained);
  g_assert_cmpuint (current (window)->the_case->Pi, ==, 2);
}

static void
check_numbers (IplNpz *npz, const char *name, const double *values, gsize n)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  g_assert_nonnull (array);
  g_assert_cmpuint (array->size, ==, n);
  for (gsize i = 0; i < n; i++)
    g_assert_true (array->values[i] == values[i]
                   || (isnan (array->values[i]) && isnan (values[i])));
}

/* What is written is what the session knows. */
void
save_heads (IplWindow *window)
{
  g_autofree char *path = in_folder ("heads.npz");
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) npz = NULL;
  IplParameters read, asked;
  IplView view;

  g_assert_true (is_enabled (window, "save::heads"));
  ipl_window_show_status (window, "");
  ipl_window_save_to (window, IPL_SAVE_HEADS, path);
  wait_until_saved (window);
  npz = ipl_npz_read (path, NULL, &error);
  g_assert_no_error (error);
  view = view_of (window);
  check_numbers (npz, "head_score", view.heads->score, view.heads->n_heads);
  check_numbers (npz, "temperature", &view.heads->setting.temperature, 1);
  check_numbers (npz, "accuracy_tuned", view.pruning->curve[IPL_REMOVAL_BY_SCORE].tuned,
                 view.pruning->n_points);
  g_assert_cmpstr (ipl_npz_lookup (npz, "test")->texts[0], ==,
                   view.the_case->test_sets[view.heads->test].name);
  ipl_parameters_init (&read, "hmc2");
  g_assert_true (
      ipl_parameters_from_json (&read, ipl_npz_lookup (npz, "settings")->texts[0], &error));
  g_assert_no_error (error);
  asked = *parameters_of (window);
  ipl_parameters_leave_folders (&asked, FALSE);
  ipl_parameters_leave_folders (&read, FALSE);
  g_assert_true (ipl_parameters_equal (&read, &asked));
}

gboolean
is_shown (IplWindow *window)
{
  return ipl_document_is_current_shown (document_of (window));
}

void
wait_for_sequences (IplWindow *window, guint first)
{
  wait_until (view_of (window).gallery != NULL && view_of (window).gallery->first == first);
}

gboolean
has_points (IplWindow *window)
{
  IplView view;

  return ipl_document_get_view (document_of (window), &view) && view.training != NULL
         && view.training->n_points > 0;
}

gboolean
has_stopped_training (IplWindow *window)
{
  return !ipl_document_is_training (document_of (window));
}

gboolean
has_resolved_heads (IplWindow *window)
{
  IplView view;

  return ipl_document_get_view (document_of (window), &view) && view.heads != NULL
         && view.heads->n_resolved == view.heads->n_heads
         && ipl_setting_equal (&view.heads->setting, &view.current->setting)
         && !ipl_document_get_status (document_of (window), "heads")->running;
}

gboolean
has_pruned (IplWindow *window)
{
  return !ipl_document_is_pruning (document_of (window))
         && !ipl_document_get_status (document_of (window), "heads")->running;
}
