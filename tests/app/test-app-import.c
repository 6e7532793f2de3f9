/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file whose arrays have other names is given roles by hand, and opens. */
#include <string.h>

#include "app/import/import-widgets.h"
#include "core/experiments/case-file-experiment.h"
#include "core/files/npz.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters.h"
#include "window-fixture.h"

/* Tokens, labels, attention of two layers; then those of the test set. */
static const char *const odd[][4]
    = { { "what", "which", "first", "second" }, { "what2", "which2", "first2", "second2" } };
/* Two layers of three heads; with @classes three classes, whose names are “kinds”. */
static char *
write_foreign (const char *name, const char *const sets[][4], gboolean classes)
{
  char *path = in_folder (name);
  IplNpzWriter *file = ipl_npz_writer_new (path, NULL);
  GRand *random = g_rand_new_with_seed (5);
  for (guint k = 0; k < 2; k++)
    {
      gsize n = 20, x_shape[] = { n, 4, 3 }, shape[] = { n, 3, 4, 4 };
      double x[20 * 4 * 3], y[20], attention[20 * 3 * 4 * 4];

      for (guint i = 0; i < G_N_ELEMENTS (x); i++)
        x[i] = g_rand_double_range (random, -1, 1);
      for (guint i = 0; i < n; i++)
        y[i] = classes ? (double)(i % 3) : x[i * 12] + x[i * 12 + 3] > 0 ? 1 : -1;
      ipl_npz_writer_add_doubles (file, sets[k][0], x, 3, x_shape);
      ipl_npz_writer_add_doubles (file, sets[k][1], y, 1, &n);
      for (guint l = 0; l < 2; l++)
        {
          for (guint m = 0; m < 20 * 3 * 4; m++)
            {
              double sum = 0;

              for (guint s = 0; s < 4; s++)
                sum += attention[m * 4 + s] = g_rand_double_range (random, 0.1, 1);
              for (guint s = 0; s < 4; s++)
                attention[m * 4 + s] /= sum;
            }
          ipl_npz_writer_add_doubles (file, sets[k][2 + l], attention, 4, shape);
        }
    }
  if (classes)
    ipl_npz_writer_add_texts (file, "kinds", (char *[]){ "cat", "dog", "owl", NULL });
  g_rand_free (random);
  g_assert_true (ipl_npz_writer_close (file, NULL));
  return path;
}

static gboolean
is_imported (IplWindow *window)
{
  return is_idle (window) && is_solved (window)
         && parameters_of (window)->experiment == &ipl_experiment_file;
}

static void
set_role (IplImportDialog *dialog, const char *array, const char *role)
{
  GtkDropDown *list = GTK_DROP_DOWN (find_named (dialog, array));
  GListModel *model = gtk_drop_down_get_model (list);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    if (strcmp (gtk_string_list_get_string (GTK_STRING_LIST (model), i), role) == 0)
      {
        gtk_drop_down_set_selected (list, i);
        return;
      }
  g_error ("%s is not in the list", role);
}

static const char *const roles[][2] = {
  { "what", "x_train" },        { "which", "y_train" },       { "first", "attn_train_1" },
  { "second", "attn_train_2" }, { "what2", "x_test" },        { "which2", "y_test" },
  { "first2", "attn_test_1" },  { "second2", "attn_test_2" },
};

static void
set_roles (IplImportDialog *dialog)
{
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    set_role (dialog, roles[i][0], roles[i][1]);
}

static const IplCaseInfo *
the_case (IplWindow *window)
{
  IplView view = view_of (window);

  return view.the_case;
}

NEXT_TEST (test_foreign, "/import/foreign")
{
  g_autofree char *path = write_foreign ("foreign.npz", odd, FALSE);
  IplImportDialog *dialog;

  wait_for (window, is_solved, "the example");
  ipl_window_open_path (window, path);
  wait_for (window, has_message, "why it cannot be opened");
  wait_for (window, is_solved, "the example again");
  assert_message (window, "has no attention");
  act (window, "open::roles", NULL);
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) != NULL
              && !ipl_import_dialog_is_working (find_toplevel (IPL_TYPE_IMPORT_DIALOG)));
  dialog = find_toplevel (IPL_TYPE_IMPORT_DIALOG);
  g_assert_cmpstr (label_text (dialog, "error"), ==, "");
  click (dialog, "import_button");
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) != NULL
              && !ipl_import_dialog_is_working (find_toplevel (IPL_TYPE_IMPORT_DIALOG)));
  g_assert_nonnull (strstr (label_text (dialog, "error"), "has no attention"));
  set_roles (dialog);
  /* A role that another array gets leaves the first. */
  set_role (dialog, "first", "attn_train_2");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (find_named (dialog, "second"))), ==,
                    0);
  set_role (dialog, "first", "attn_train_1");
  set_role (dialog, "second", "attn_train_2");
  click (dialog, "import_button");
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) == NULL);
  wait_for (window, is_imported, "the file");
  g_assert_cmpuint (the_case (window)->Pi, ==, 9);
}

/* Another way to read the present file is a step of undo, and in its copied command. */
NEXT_TEST (test_choices, "/import/choices")
{
  GtkWidget *layers;
  IplImportDialog *dialog;
  g_autofree char *command = NULL;
  gboolean complete;

  act (window, "open::roles", NULL);
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) != NULL
              && !ipl_import_dialog_is_working (find_toplevel (IPL_TYPE_IMPORT_DIALOG)));
  dialog = find_toplevel (IPL_TYPE_IMPORT_DIALOG);
  layers = find_named (dialog, "layers");
  gtk_editable_set_text (GTK_EDITABLE (layers), "3");
  click (dialog, "import_button");
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) != NULL
              && !ipl_import_dialog_is_working (find_toplevel (IPL_TYPE_IMPORT_DIALOG)));
  g_assert_nonnull (strstr (label_text (dialog, "error"), "Layer 3 is chosen"));
  wait_for (window, is_imported, "the file as before");
  gtk_editable_set_text (GTK_EDITABLE (layers), "x");
  click (dialog, "import_button");
  g_assert_true (gtk_widget_has_css_class (layers, "error"));
  g_assert_cmpstr (label_text (dialog, "error"), !=, "");
  gtk_editable_set_text (GTK_EDITABLE (layers), "");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find_named (dialog, "top-paths")), 4);
  click (dialog, "import_button");
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) == NULL);
  wait_for (window, is_imported, "the file");
  g_assert_cmpuint (the_case (window)->Pi, <=, 4);
  command = ipl_parameters_figure_command (ipl_document_get_parameters (document_of (window)),
                                           &complete);
  g_assert_nonnull (strstr (command, " top-paths=4"));
  g_assert_nonnull (strstr (command, " roles="));
  act (window, "undo", NULL);
  wait_for (window, is_imported, "all paths");
  g_assert_cmpuint (the_case (window)->Pi, ==, 9);
}

/* Whole numbers with names are classes, of which the page of outputs tells. */
NEXT_TEST (test_classes, "/import/classes")
{
  g_autofree char *path = write_foreign ("kinds.npz", odd, TRUE);
  IplImportDialog *dialog;

  ipl_window_open_example (window, "hmc4");
  wait_for (window, is_solved, "the example");
  ipl_window_open_path (window, path);
  wait_for (window, has_message, "why it cannot be opened");
  wait_for (window, is_solved, "the example again");
  act (window, "open::roles", NULL);
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) != NULL
              && !ipl_import_dialog_is_working (find_toplevel (IPL_TYPE_IMPORT_DIALOG)));
  dialog = find_toplevel (IPL_TYPE_IMPORT_DIALOG);
  set_roles (dialog);
  set_role (dialog, "kinds", "class_names");
  click (dialog, "import_button");
  wait_until (find_toplevel (IPL_TYPE_IMPORT_DIALOG) == NULL);
  wait_for (window, is_imported, "the classes");
  g_assert_cmpuint (the_case (window)->labels.outputs, ==, 3);
  g_assert_cmpstr (the_case (window)->output_names[2], ==, "owl");
  g_assert_cmpuint (the_case (window)->Pi, ==, 9);
}
