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

static char *data_folder;

void
training_init (int *argc, char ***argv)
{
  data_folder = g_dir_make_tmp ("interplay-data-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", data_folder, TRUE);
  fixture_init (argc, argv);
}

void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_tree (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

void
training_end (void)
{
  remove_tree (data_folder);
  g_clear_pointer (&data_folder, g_free);
}

IplSession *
session_of (IplWindow *window)
{
  return ipl_window_get_session (window);
}

gboolean
is_enabled (IplWindow *window, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), name);
}

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
  ipl_session_change (session_of (window), &parameters, NULL);
  ipl_selection_clear (ipl_session_get_selection (session_of (window)));
  wait_for (window, is_solved, "the tiny task");
}

void
set_steps (IplWindow *window, guint steps)
{
  IplParameters parameters = *ipl_session_get_parameters (session_of (window));

  ipl_parameters_edit_trainable (&parameters)->training.steps = steps;
  ipl_session_change (session_of (window), &parameters, NULL);
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
  made = ipl_session_describe_training (session_of (window));
  /* The bar reports a training that taught the network nothing. */
  if (strstr (made, "no better than guessing") != NULL)
    g_assert_true (message != NULL && strstr (message, made) != NULL);
  else
    g_assert_null (message);
  ipl_window_tell (window, "", FALSE);
  wait_for (window, is_solved, "the theory at the learned attention");
  g_assert_nonnull (current (window)->the_case->trained);
}

void
change_seed (IplWindow *window)
{
  IplParameters parameters = *ipl_session_get_parameters (session_of (window));

  ipl_parameters_edit_trainable (&parameters)->task.seed = ++seed;
  ipl_session_change (session_of (window), &parameters, NULL);
}

void
wait_until_saved (IplWindow *window)
{
  wait_until (strstr (ipl_window_get_status (window), "Saved") != NULL);
  ipl_window_say (window, "");
}

/* With one head less, as a network and as a case; both can be opened again. */
void
take_pruned_home (IplWindow *window)
{
  g_autofree char *network_path = g_build_filename (folder, "pruned.safetensors", NULL);
  g_autofree char *case_path = g_build_filename (folder, "pruned.npz", NULL);
  g_autofree char *mask_path = g_build_filename (folder, "mask.json", NULL), *mask = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (GError) error = NULL;

  ipl_window_say (window, "");
  ipl_window_save_to (window, IPL_SAVE_PRUNED_NETWORK, network_path);
  wait_until_saved (window);
  ipl_window_save_to (window, IPL_SAVE_PRUNED_CASE, case_path);
  wait_until_saved (window);
  ipl_window_save_to (window, IPL_SAVE_HEAD_MASK, mask_path);
  wait_until_saved (window);
  g_assert_true (g_file_get_contents (mask_path, &mask, NULL, &error));
  g_assert_no_error (error);
  g_assert_nonnull (strstr (mask, "model.prune_heads({"));
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "copy-pytorch"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "copy-pytorch", NULL);
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

static void
check_heads (IplNpz *npz, const IplHeadReport *heads, const IplSolution *solution)
{
  guint n = heads->n_heads;
  gsize Pi = heads->the_case->Pi;

  check_numbers (npz, "head_score", heads->score, n);
  check_numbers (npz, "head_entropy", heads->entropy, n);
  check_numbers (npz, "drop_trained", heads->trained.drop, n);
  check_numbers (npz, "drop_trained_se", heads->trained.se, n);
  check_numbers (npz, "drop_theory", heads->zeroed.drop, n);
  check_numbers (npz, "drop_resolved", heads->resolved.drop, n);
  check_numbers (npz, "accuracy_trained", &heads->trained.accuracy, 1);
  check_numbers (npz, "accuracy_theory", &heads->zeroed.accuracy, 1);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint ((guint)ipl_npz_lookup (npz, "head_layer")->values[i], ==, heads->layer[i]);
      g_assert_cmpuint ((guint)ipl_npz_lookup (npz, "head_index")->values[i], ==, heads->head[i]);
    }
  check_numbers (npz, "temperature", &heads->setting.temperature, 1);
  check_numbers (npz, "U", solution->U, Pi * Pi);
}

static void
check_pruning (IplNpz *npz, const IplHeadReport *heads, const IplPruning *pruning)
{
  const IplPruningCurve *reverse = &pruning->curve[IPL_REMOVAL_REVERSE];
  const IplPruningCurve *diffuse = &pruning->curve[IPL_REMOVAL_BY_ENTROPY];
  const IplPruningCurve *curve = &pruning->curve[IPL_REMOVAL_BY_SCORE];
  double of_orders = (double)pruning->seed, n_random = pruning->n_random;
  const double *order = ipl_npz_lookup (npz, "order")->values;
  guint n = pruning->n_points;

  for (guint k = 0; k + 1 < n; k++)
    {
      g_assert_cmpuint ((guint)order[2 * k], ==, heads->layer[curve->order[k]]);
      g_assert_cmpuint ((guint)order[2 * k + 1], ==, heads->head[curve->order[k]]);
    }
  check_numbers (npz, "accuracy_after", curve->accuracy, n);
  check_numbers (npz, "accuracy_tuned", curve->tuned, n);
  check_numbers (npz, "parameters", curve->parameters, n);
  check_numbers (npz, "accuracy_after_reverse", reverse->accuracy, n);
  check_numbers (npz, "accuracy_tuned_reverse", reverse->tuned, n);
  check_numbers (npz, "accuracy_after_entropy", diffuse->accuracy, n);
  check_numbers (npz, "accuracy_tuned_entropy", diffuse->tuned, n);
  check_numbers (npz, "random_mean", pruning->random_mean, n);
  check_numbers (npz, "random_orders", &n_random, 1);
  check_numbers (npz, "seed", &of_orders, 1);
}

/* What is written is what the session knows. */
void
save_heads (IplWindow *window)
{
  g_autofree char *path = g_build_filename (folder, "heads.npz", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) npz = NULL;
  IplParameters read, asked;
  IplView view;

  g_assert_true (is_enabled (window, "save-heads"));
  ipl_window_say (window, "");
  ipl_window_save_to (window, IPL_SAVE_HEADS, path);
  wait_until_saved (window);
  npz = ipl_npz_read (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ipl_session_get_view (session_of (window), &view));
  check_heads (npz, view.heads, view.current);
  check_pruning (npz, view.heads, view.pruning);
  g_assert_cmpstr (ipl_npz_lookup (npz, "test")->texts[0], ==,
                   view.the_case->test_sets[view.heads->test].name);
  ipl_parameters_init (&read, "hmc2");
  g_assert_true (
      ipl_parameters_from_json (&read, ipl_npz_lookup (npz, "settings")->texts[0], &error));
  g_assert_no_error (error);
  asked = *ipl_session_get_parameters (session_of (window));
  ipl_parameters_leave_folders (&asked, FALSE);
  ipl_parameters_leave_folders (&read, FALSE);
  g_assert_true (ipl_parameters_equal (&read, &asked));
}

gboolean
is_shown (IplWindow *window)
{
  return ipl_session_is_current_shown (session_of (window));
}

gboolean
has_gallery (IplWindow *window)
{
  IplView view;

  return ipl_session_get_view (session_of (window), &view) && view.gallery != NULL
         && view.gallery->first == 0;
}

gboolean
has_second_page (IplWindow *window)
{
  IplView view;

  return ipl_session_get_view (session_of (window), &view) && view.gallery != NULL
         && view.gallery->first == 6;
}

gboolean
has_points (IplWindow *window)
{
  IplView view;

  return ipl_session_get_view (session_of (window), &view) && view.training != NULL
         && view.training->n_points > 0;
}

gboolean
has_stopped_training (IplWindow *window)
{
  return !ipl_session_is_training (session_of (window));
}

gboolean
has_resolved_heads (IplWindow *window)
{
  IplView view;

  return ipl_session_get_view (session_of (window), &view) && view.heads != NULL
         && view.heads->n_resolved == view.heads->n_heads
         && ipl_setting_equal (&view.heads->setting, &view.current->setting)
         && !ipl_session_get_status (session_of (window), "heads")->running;
}

gboolean
has_pruned (IplWindow *window)
{
  return !ipl_session_is_pruning (session_of (window))
         && !ipl_session_get_status (session_of (window), "heads")->running;
}
