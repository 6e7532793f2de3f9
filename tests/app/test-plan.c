/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep is planned in the window as on the command line, and handed to a stand-in of SLURM. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "app/sweeps/plan-dialog.h"
#include "app/sweeps/plan-rows.h"
#include "core/base/json-text.h"
#include "core/hierarchy/hierarchy-table.h"
#include "core/parameters/parameters.h"
#include "fixture.h"
#include "sweeps/sweep-folder.h"

static char *place; /* of the sweeps and the stand-ins, in the test's folder */

static IplPlanDialog *
find_dialog_of (IplWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) widget = g_list_model_get_item (windows, i);

      if (IPL_IS_PLAN_DIALOG (widget) && gtk_widget_get_visible (widget)
          && gtk_window_get_transient_for (GTK_WINDOW (widget)) == GTK_WINDOW (window))
        return IPL_PLAN_DIALOG (widget);
    }
  return NULL;
}

static gboolean
is_settled (IplWindow *window)
{
  return find_dialog_of (window) != NULL && !ipl_plan_dialog_is_working (find_dialog_of (window));
}

static IplPlanDialog *
open_dialog (IplWindow *window)
{
  act (window, "plan-sweep", NULL);
  wait_for (window, is_settled, "the cost of a sweep");
  return find_dialog_of (window);
}

static void
close_dialog (IplPlanDialog *dialog)
{
  gtk_window_close (GTK_WINDOW (dialog));
  settle ();
}

/* What only a scheduler is asked is folded away at first. */
static GtkWidget *
entry_of (IplPlanDialog *dialog, const char *id)
{
  GtkWidget *entry = find_named (part (dialog, "grid"), id);

  return entry != NULL ? entry : find_named (part (dialog, "scheduler_grid"), id);
}

static void
type (IplPlanDialog *dialog, const char *id, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry_of (dialog, id)), text);
}

static const char *
typed (IplPlanDialog *dialog, const char *id)
{
  return gtk_editable_get_text (GTK_EDITABLE (entry_of (dialog, id)));
}

static gboolean
is_marked (IplPlanDialog *dialog, const char *id)
{
  return gtk_widget_has_css_class (entry_of (dialog, id), "error");
}

/* The button that plans it can be pressed. */
static gboolean
is_ready (IplPlanDialog *dialog)
{
  return gtk_widget_get_sensitive (part (dialog, "plan_button"))
         && gtk_widget_get_visible (part (dialog, "plan_button"));
}

/* A folder that is not there yet. */
static char *
new_folder (void)
{
  static guint n;

  return g_strdup_printf ("%s/sweep %u", place, ++n);
}

static char *
use_new_folder (IplPlanDialog *dialog)
{
  char *path = new_folder ();

  type (dialog, "folder", path);
  return path;
}

/* Only the first window that is there has keys at once: the accelerator is asked for. */
static void
test_opens (void)
{
  g_auto (GStrv) keys = NULL, actions = NULL;
  IplPlanDialog *dialog;

  g_application_activate (G_APPLICATION (application));
  wait_for (the_window (), is_solved, "the example");
  keys = gtk_application_get_accels_for_action (GTK_APPLICATION (application), "win.plan-sweep");
  g_assert_cmpuint (g_strv_length (keys), ==, 1);
  actions = gtk_application_get_actions_for_accel (GTK_APPLICATION (application), keys[0]);
  g_assert_cmpuint (g_strv_length (actions), ==, 1);
  dialog = open_dialog (the_window ());
  g_assert_true (
      g_str_has_prefix (said (dialog, "cost"), "7 rows: 1 seed, 1 temperature, 7 widths\nabout "));
  g_assert_true (is_ready (dialog));
  /* The keyboard begins with the first entry. */
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog)),
                                         entry_of (dialog, "widths")));
  /* The same again shows the same. */
  act (the_window (), "plan-sweep", NULL);
  g_assert_true (find_dialog_of (the_window ()) == dialog);
  close_dialog (dialog);
  g_assert_null (find_dialog_of (the_window ()));
}

static void
test_follows_values (void)
{
  IplWindow *window = the_window ();
  IplPlanDialog *dialog = open_dialog (window);

  type (dialog, "widths", "10 20; gp");
  type (dialog, "temperatures", "0.1, 0.2");
  type (dialog, "seeds", "1–3");
  type (dialog, "rows", "5");
  g_assert_false (is_ready (dialog));
  wait_for (window, is_settled, "another cost");
  g_assert_true (is_ready (dialog));
  /* The case's own seed, 27, and three. */
  g_assert_true (
      g_str_has_prefix (said (dialog, "cost"), "24 rows: 4 seeds, 2 temperatures, 3 widths\n"));
  g_assert_nonnull (strstr (said (dialog, "cost"), "\n5 tasks of up to 5 rows: "));
  close_dialog (dialog);
}

/* One entry at a time is wrong, and then right again. */
static void
test_bad_values (void)
{
  static const struct
  {
    const char *id, *text, *sentence;
  } cases[] = {
    { "widths", "", "at least one" },
    { "widths", "10, many", "many" },
    { "widths", "0", "0" },
    { "temperatures", "", "at least one" },
    { "temperatures", "0.1, -1", "“-1”" },
    { "temperatures", "nan", "“nan”" },
    { "variances", "1, 1", "give 4 numbers above 0" },
    { "variances", "1, 1, 1, 1; 1, 1, 1, 0", "give 4 numbers above 0" },
    { "variances", "1, 1, 1, 1;", "give 4 numbers above 0" },
    { "seeds", "5", "1-24" },
    { "seeds", "5-5", "1-24" },
    { "seeds", "1-99999999999", "1-24" },
    { "tasks", "0", "Tasks: give a whole number" },
    { "tasks", "1e3", "Tasks: give a whole number" },
    { "time", "soon", "HH:MM:SS" },
    { "memory", "4 apples", "800M" },
    { "cores", "0", "Cores" },
    { "partition", "a b", "Partition" },
    { "account", "-x", "Account" },
    { "max-array", "1", "Largest array" },
    { "extra", "qos", "#SBATCH" },
    { "extra", "--comment='a", "quotation" },
    { "folder", "", "name of a folder" },
    { "folder", "/usr", "“usr” is there already" },
  };
  IplWindow *window = the_window ();
  IplPlanDialog *dialog = open_dialog (window);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *before = g_strdup (typed (dialog, cases[i].id));

      type (dialog, cases[i].id, cases[i].text);
      g_assert_true (is_marked (dialog, cases[i].id));
      g_assert_false (is_ready (dialog));
      g_assert_null (ipl_plan_dialog_get_commands (dialog));
      if (strstr (said (dialog, "error"), cases[i].sentence) == NULL)
        g_error ("“%s” in %s: %s", cases[i].text, cases[i].id, said (dialog, "error"));
      type (dialog, cases[i].id, before);
      g_assert_false (is_marked (dialog, cases[i].id));
      g_assert_cmpstr (said (dialog, "error"), ==, "");
    }
  type (dialog, "tasks", "2");
  type (dialog, "rows", "2");
  g_assert_true (is_marked (dialog, "rows") && !is_marked (dialog, "tasks"));
  type (dialog, "rows", "");
  /* What only the case can tell is told when the cost has been tried. */
  type (dialog, "widths", "10:20:30:40:50:60");
  wait_for (window, is_settled, "a refusal");
  g_assert_false (is_ready (dialog));
  g_assert_cmpstr (said (dialog, "error"), !=, "");
  type (dialog, "widths", "gp");
  gtk_drop_down_set_selected (part (dialog, "computed"), 1);
  wait_for (window, is_settled, "another refusal");
  g_assert_nonnull (strstr (said (dialog, "error"), "leave gp out"));
  type (dialog, "widths", "10");
  wait_for (window, is_settled, "a cost");
  g_assert_true (is_ready (dialog));
  close_dialog (dialog);
}

static gboolean
is_planned (IplWindow *window)
{
  IplPlanDialog *dialog = find_dialog_of (window);

  return !ipl_plan_dialog_is_working (dialog)
         && (ipl_plan_dialog_get_planned (dialog) != NULL || said (dialog, "error")[0] != '\0');
}

/* What plan.json says, without what is measured. */
static JsonObject *
read_plan (const char *path)
{
  g_autofree char *file = g_build_filename (path, "plan.json", NULL), *text = NULL, *why = NULL;
  JsonObject *root;
  gsize length;

  g_assert_true (g_file_get_contents (file, &text, &length, NULL));
  root = ipl_json_parse_object (text, length, &why);
  g_assert_nonnull (root);
  return root;
}

/* Runs the first of the lines that were copied, which makes the folder that it names. */
static void
run_plan_line (const char *commands)
{
  g_auto (GStrv) lines = g_strsplit (commands, "\n", -1);
  g_autofree char *line = NULL, *errors = NULL;
  const char *argv[] = { "sh", "-c", NULL, NULL };
  int status = 0;

  g_assert_true (g_str_has_prefix (lines[0], "interplay-cli plan "));
  g_assert_true (g_str_has_prefix (lines[1], "sbatch "));
  g_assert_true (g_str_has_prefix (lines[2], "interplay-cli status "));
  g_assert_true (g_str_has_prefix (lines[3], "interplay-cli merge "));
  line
      = g_strdup_printf ("'%s'%s", g_getenv ("INTERPLAY_CLI"), lines[0] + strlen ("interplay-cli"));
  argv[2] = line;
  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL,
                               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                               &errors, &status, NULL));
  if (status != 0)
    g_error ("%s: %s", line, errors);
}

/* The dialog's folder and that of the copied command line are of the same sweep. */
static void
check_same (IplPlanDialog *dialog)
{
  IplWindow *window = the_window ();
  g_autofree char *here = use_new_folder (dialog), *there = NULL, *commands = NULL;
  g_autoptr (JsonObject) a = NULL, b = NULL;

  wait_for (window, is_settled, "the cost");
  if (!is_ready (dialog))
    g_error ("%s", said (dialog, "error"));
  click (dialog, "plan_button");
  wait_for (window, is_planned, "the folder");
  g_assert_cmpstr (ipl_plan_dialog_get_planned (dialog), ==, here);
  g_assert_cmpstr (said (dialog, "error"), ==, "");
  /* Not again into the same folder. */
  g_assert_false (is_ready (dialog));
  there = use_new_folder (dialog);
  wait_for (window, is_settled, "the cost again");
  commands = ipl_plan_dialog_get_commands (dialog);
  run_plan_line (commands);
  a = read_plan (here);
  b = read_plan (there);
  g_assert_cmpstr (json_object_get_string_member (a, "hash"), ==,
                   json_object_get_string_member (b, "hash"));
  g_assert_cmpint (json_object_get_int_member (a, "rows"), ==,
                   json_object_get_int_member (b, "rows"));
  g_assert_cmpint (json_object_get_int_member (a, "cores"), ==,
                   json_object_get_int_member (b, "cores"));
}

static char *
read_script (const char *path)
{
  g_autofree char *file = g_build_filename (path, "job.sh", NULL);
  char *text = NULL;

  g_assert_true (g_file_test (file, G_FILE_TEST_IS_EXECUTABLE));
  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  return text;
}

static void
test_same_as_command (void)
{
  IplWindow *window = the_window ();
  IplPlanDialog *dialog = open_dialog (window);
  IplParameters parameters = *ipl_session_get_parameters (ipl_window_get_session (window));
  g_autofree char *script = NULL;

  /* What is only looked at is no part of it; what makes the numbers is. */
  parameters.display.shared_limits = !parameters.display.shared_limits;
  parameters.n_seeds = 3;
  parameters.random_orders = 17;
  parameters.current.variances[1] = 1.0 / 3.0;
  ipl_session_change (ipl_window_get_session (window), &parameters, NULL);
  type (dialog, "widths", "10, 30, gp");
  type (dialog, "temperatures", "0.1 0.033333333333333333");
  check_same (dialog);
  type (dialog, "variances", "1 1 1 1; 2, 0.5, 1, 0.33333333333333333");
  check_same (dialog);
  type (dialog, "variances", "1, 1, 3, 1");
  check_same (dialog);
  type (dialog, "variances", "");
  type (dialog, "seeds", "3-5");
  type (dialog, "tasks", "4");
  type (dialog, "time", "2:00:00");
  type (dialog, "memory", "2G");
  type (dialog, "cores", "2");
  type (dialog, "partition", "long");
  type (dialog, "extra", "--qos=high --comment='a -b \"c\"'");
  check_same (dialog);
  script = read_script (ipl_plan_dialog_get_planned (dialog));
  g_assert_nonnull (strstr (script, "\n#SBATCH --array=1-4\n"));
  g_assert_nonnull (strstr (script, "\n#SBATCH --time=02:00:00\n"));
  g_assert_nonnull (strstr (script, "\n#SBATCH --mem=2048M\n"));
  g_assert_nonnull (strstr (script, "\n#SBATCH --cpus-per-task=2\n"));
  g_assert_nonnull (strstr (script, "\n#SBATCH --partition=long\n"));
  g_assert_nonnull (strstr (script, "\n#SBATCH --qos=high\n#SBATCH --comment='a -b \"c\"'\n"));
  type (dialog, "seeds", "");
  type (dialog, "widths", "10 30");
  gtk_drop_down_set_selected (part (dialog, "computed"), 1);
  type (dialog, "draws", "100");
  check_same (dialog);
  gtk_drop_down_set_selected (part (dialog, "computed"), 2);
  check_same (dialog);
  close_dialog (dialog);
}

static gboolean
shows_file (IplWindow *window)
{
  return is_solved (window) && ipl_session_get_opening (ipl_window_get_session (window)) == NULL
         && g_str_equal (
             ipl_session_get_parameters (ipl_window_get_session (window))->experiment->id, "file");
}

static gboolean
shows_glyphs (IplWindow *window)
{
  return g_str_equal (ipl_session_get_parameters (ipl_window_get_session (window))->experiment->id,
                      "glyphs");
}

/* The dialog is open while another case is opened, and is of that one then. */
static void
test_other_cases (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hmc.npz", NULL);
  IplPlanDialog *dialog = open_dialog (window);

  drop (window, path);
  ipl_window_answer_question (window, TRUE);
  wait_for (window, shows_file, "the file");
  g_assert_nonnull (strstr (typed (dialog, "folder"), "/hmc-sweep"));
  type (dialog, "widths", "10, 20");
  type (dialog, "temperatures", "0.1");
  check_same (dialog);
  gtk_drop_down_set_selected (part (dialog, "computed"), 1);
  check_same (dialog);
  gtk_drop_down_set_selected (part (dialog, "computed"), 0);
  type (dialog, "seeds", "1-3");
  g_assert_true (is_marked (dialog, "seeds"));
  type (dialog, "seeds", "");
  act (window, "open-example", "glyphs");
  wait_for (window, shows_glyphs, "the glyphs");
  check_same (dialog);
  close_dialog (dialog);
  reset (window);
}

/* Networks are trained where the document can be, as it says but for what is typed. */
static void
test_training (void)
{
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplPlanDialog *dialog = open_dialog (window);
  IplParameters parameters;
  IplTrainable *trainable;

  /* Not of a chain. */
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (part (dialog, "computed"))),
                    ==, 3);
  act (window, "open-example", "glyphs");
  wait_for (window, shows_glyphs, "the glyphs");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (part (dialog, "computed"))),
                    ==, 4);
  parameters = *ipl_session_get_parameters (session);
  trainable = ipl_parameters_edit_trainable (&parameters);
  trainable->training.config.shape.N[0] = 24;
  trainable->training.config.batch = 17;
  trainable->training.steps = 321;
  ipl_session_change (session, &parameters, NULL);
  gtk_drop_down_set_selected (part (dialog, "computed"), IPL_PLAN_TRAINED);
  g_assert_cmpstr (typed (dialog, "widths"), ==, "24");
  g_assert_false (gtk_widget_get_visible (entry_of (dialog, "temperatures")));
  check_same (dialog);
  g_assert_true (g_str_has_prefix (said (dialog, "cost"), "1 row: "));
  type (dialog, "widths", "16, 32");
  type (dialog, "steps", "200");
  type (dialog, "seeds", "1-2");
  check_same (dialog);
  g_free (use_new_folder (dialog));
  type (dialog, "widths", "16:32:8");
  wait_for (window, is_settled, "a refusal");
  g_assert_nonnull (strstr (said (dialog, "error"), "one width for all layers"));
  type (dialog, "steps", "0");
  g_assert_true (is_marked (dialog, "steps"));
  /* What was trained is theory again where the document is another. */
  reset (window);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (part (dialog, "computed"))),
                    ==, 3);
  close_dialog (dialog);
}

static gboolean
shows_table (IplWindow *window)
{
  return g_str_equal (ipl_session_get_parameters (ipl_window_get_session (window))->experiment->id,
                      "joma-table");
}

/* An experiment in time that falls into parts has no axes; its folder is opened as a file that merge
 * makes. */
static void
test_parts (void)
{
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplPlanDialog *dialog;
  IplParameters parameters;

  act (window, "open-example", "joma-table");
  wait_for (window, shows_table, "the table");
  ipl_session_stop (session);
  parameters = *ipl_session_get_parameters (session);
  ((IplHierarchyTable *)ipl_parameters_edit_own (&parameters))->seeds = 1;
  ((IplHierarchyTable *)ipl_parameters_edit_own (&parameters))->seed = 5;
  ipl_session_change (session, &parameters, NULL);
  dialog = open_dialog (window);
  g_assert_false (gtk_widget_get_visible (entry_of (dialog, "widths")));
  g_assert_false (gtk_widget_get_visible (entry_of (dialog, "seeds")));
  g_assert_false (gtk_widget_get_visible (part (dialog, "computed")));
  g_assert_true (gtk_widget_get_visible (entry_of (dialog, "folder")));
  type (dialog, "tasks", "3");
  check_same (dialog);
  g_assert_true (g_str_has_prefix (said (dialog, "cost"), "12 rows: parts of joma-table"));
  g_assert_false (gtk_widget_get_visible (part (dialog, "open_button")));
  close_dialog (dialog);
  reset (window);
}

static gboolean
has_ended (IplWindow *window)
{
  return !ipl_plan_dialog_is_working (find_dialog_of (window));
}

/* Stopped at any moment, the folder is whole or not there. */
static void
test_stop (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hmc.npz", NULL);
  IplPlanDialog *dialog = open_dialog (window);
  guint stopped = 0, i = 0;

  drop (window, path);
  ipl_window_answer_question (window, TRUE);
  wait_for (window, shows_file, "the file");
  for (; i < 12; i++)
    {
      g_autofree char *made = use_new_folder (dialog);
      g_autofree char *script = g_build_filename (made, "job.sh", NULL);

      wait_for (window, is_settled, "the cost");
      g_assert_true (is_ready (dialog));
      click (dialog, "plan_button");
      g_usleep (2000 * i * i);
      click (dialog, "stop_button");
      wait_for (window, has_ended, "the end of writing");
      /* What was begun is taken away a moment later. */
      wait_until (g_strcmp0 (ipl_plan_dialog_get_planned (dialog), made) == 0
                  || !g_file_test (made, G_FILE_TEST_EXISTS));
      type (dialog, "tasks", i % 2 == 0 ? "1" : "2");
      wait_for (window, is_settled, "the cost again");
      if (g_strcmp0 (ipl_plan_dialog_get_planned (dialog), made) != 0)
        g_assert_cmpstr (said (dialog, "error"), ==, "");
      if (g_strcmp0 (ipl_plan_dialog_get_planned (dialog), made) == 0)
        {
          g_autoptr (IplSweepFolder) whole = ipl_sweep_folder_open (made, NULL);

          g_assert_nonnull (whole);
          g_assert_true (ipl_sweep_folder_check_files (whole, NULL, NULL));
          g_assert_true (g_file_test (script, G_FILE_TEST_IS_EXECUTABLE));
          continue;
        }
      stopped++;
      g_assert_false (g_file_test (made, G_FILE_TEST_EXISTS));
      g_assert_true (is_ready (dialog));
    }
  g_test_message ("%u of %u were stopped", stopped, i);
  g_assert_cmpuint (stopped, >, 0);
  close_dialog (dialog);
  reset (window);
}

static void
test_follows_document (void)
{
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplPlanDialog *dialog = open_dialog (window);
  IplParameters parameters = *ipl_session_get_parameters (session);

  type (dialog, "temperatures", "0.5");
  g_assert_true (ipl_parameters_parse_widths (&parameters, "11, 22", NULL));
  parameters.current.temperature = 0.25;
  ipl_session_change (session, &parameters, NULL);
  g_assert_cmpstr (typed (dialog, "widths"), ==, "11, 22");
  g_assert_cmpstr (typed (dialog, "temperatures"), ==, "0.5");
  wait_for (window, is_settled, "the cost of what is there now");
  g_assert_true (g_str_has_prefix (said (dialog, "cost"), "2 rows: "));
  close_dialog (dialog);
  reset (window);
}

static void
test_cannot_be_written (void)
{
  IplWindow *window = the_window ();
  g_autofree char *blocked = g_strdup_printf ("%s/file", place);
  g_autofree char *below = g_strdup_printf ("%s/file/sweep", place), *text = NULL;
  g_autofree char *full = new_folder ();
  struct rlimit old, none;
  IplPlanDialog *dialog = open_dialog (window);

  g_assert_true (g_file_set_contents (blocked, "the user's", -1, NULL));
  type (dialog, "folder", blocked);
  g_assert_true (is_marked (dialog, "folder"));
  type (dialog, "folder", below);
  wait_for (window, is_settled, "the cost");
  click (dialog, "plan_button");
  wait_for (window, is_planned, "an error");
  g_assert_null (ipl_plan_dialog_get_planned (dialog));
  g_assert_nonnull (strstr (said (dialog, "error"), "cannot be made"));
  g_assert_true (g_file_get_contents (blocked, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "the user's");
  /* As on a full disk: no file can grow. Nothing is left behind. */
  type (dialog, "folder", full);
  wait_for (window, is_settled, "the cost again");
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  none = (struct rlimit){ .rlim_cur = 100, .rlim_max = old.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  click (dialog, "plan_button");
  wait_for (window, is_planned, "another error");
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  g_assert_null (ipl_plan_dialog_get_planned (dialog));
  g_assert_cmpstr (said (dialog, "error"), !=, "");
  g_assert_null (strchr (said (dialog, "error"), '\n'));
  g_assert_false (g_file_test (full, G_FILE_TEST_EXISTS));
  close_dialog (dialog);
}

/* A stand-in that answers with what stands in a file beside it, and notes its words. */
static void
write_stand_in (const char *name, const char *rest)
{
  g_autofree char *path = g_strdup_printf ("%s/bin/%s", place, name);
  g_autofree char *text
      = g_strdup_printf ("#!/bin/sh\ncd '%s/bin'\necho \"$*\" >> %s.asked\n%s", place, name, rest);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
}

static void
say_in_queue (const char *text)
{
  g_autofree char *path = g_strdup_printf ("%s/bin/queue", place);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
asked (const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/bin/%s.asked", place, name);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static const char *awaited;

static gboolean
row_says (IplWindow *window)
{
  IplSubmitRow *row = part (find_dialog_of (window), "submit");

  return strstr (said (row, "label"), awaited) != NULL;
}

static void
wait_for_words (IplWindow *window, const char *words)
{
  awaited = words;
  wait_for (window, row_says, words);
}

static IplPlanDialog *
plan_small (IplWindow *window)
{
  IplPlanDialog *dialog = open_dialog (window);
  g_autofree char *path = use_new_folder (dialog);

  type (dialog, "widths", "10");
  wait_for (window, is_settled, "the cost");
  click (dialog, "plan_button");
  wait_for (window, is_planned, "the folder");
  g_assert_cmpstr (ipl_plan_dialog_get_planned (dialog), ==, path);
  return dialog;
}

static void
test_without_slurm (void)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH")), *nowhere = new_folder ();
  IplPlanDialog *dialog;

  g_setenv ("PATH", nowhere, TRUE);
  dialog = plan_small (the_window ());
  g_assert_nonnull (strstr (said (part (dialog, "submit"), "label"), "run:  sbatch "));
  close_dialog (dialog);
  g_setenv ("PATH", path, TRUE);
}

static void
test_submit (void)
{
  IplWindow *window = the_window ();
  g_autofree char *old = g_strdup (g_getenv ("PATH"));
  g_autofree char *bin = g_strdup_printf ("%s/bin", place);
  g_autofree char *path = g_strdup_printf ("%s:%s", bin, old);
  g_autofree char *submitted = NULL, *cancelled = NULL, *script = NULL, *ended = NULL, *slow = NULL;
  IplPlanDialog *dialog;
  IplSubmitRow *row;

  g_mkdir (bin, 0755);
  g_setenv ("PATH", path, TRUE);
  write_stand_in ("sbatch", "echo 'sbatch: error: invalid partition specified: x' >&2; exit 1\n");
  write_stand_in ("squeue",
                  "if [ -s queue ]; then cat queue; else\n"
                  "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1; fi\n");
  write_stand_in ("scancel", "echo '7_1|CANCELLED|None' > queue\n");
  dialog = plan_small (window);
  row = part (dialog, "submit");
  click (row, "submit_button");
  wait_for_words (window, "sbatch says: invalid partition specified: x");
  write_stand_in ("sbatch", "echo 7\n");
  say_in_queue ("7_[1-6%2]|PENDING|Resources\n");
  click (row, "submit_button");
  wait_for_words (window, "Job 7: 6 tasks: 6 waiting (Resources).");
  g_assert_true (gtk_widget_get_visible (part (row, "cancel_button")));
  say_in_queue ("7_1|COMPLETED|None\n7_2|RUNNING|None\n");
  wait_for_words (window, "Job 7: 2 tasks: 1 running, 1 done.");
  click (row, "cancel_button");
  ipl_question_answer (find_question (), IPL_ANSWER_CANCEL);
  settle ();
  g_assert_true (gtk_widget_get_visible (part (row, "cancel_button")));
  click (row, "cancel_button");
  ipl_question_answer (find_question (), IPL_ANSWER_OK);
  wait_for_words (window, "Job 7 is over: 1 task: 1 cancelled.");
  g_assert_false (gtk_widget_get_visible (part (row, "cancel_button")));
  submitted = asked ("sbatch");
  script = g_strdup_printf ("--parsable %s/job.sh\n--parsable %s/job.sh\n",
                            ipl_plan_dialog_get_planned (dialog),
                            ipl_plan_dialog_get_planned (dialog));
  g_assert_cmpstr (submitted, ==, script);
  cancelled = asked ("scancel");
  g_assert_cmpstr (cancelled, ==, "7\n");
  /* SLURM forgets. */
  say_in_queue ("");
  click (row, "submit_button");
  wait_for_words (window, "no longer tells of it");
  /* Closed while sbatch takes its time. */
  ended = g_build_filename (folder, "sbatch-has-ended", NULL);
  slow = g_strdup_printf ("sleep 0.3; touch '%s'; echo 8\n", ended);
  write_stand_in ("sbatch", slow);
  click (row, "submit_button");
  close_dialog (dialog);
  wait_until (g_file_test (ended, G_FILE_TEST_EXISTS));
  spin (100);
  g_setenv ("PATH", old, TRUE);
}

static void
test_closes_while_predicting (void)
{
  for (guint i = 0; i < 6; i++)
    {
      IplPlanDialog *dialog;

      act (the_window (), "plan-sweep", NULL);
      dialog = find_dialog_of (the_window ());
      type (dialog, "widths", "10, 20, 30");
      spin (i * 60);
      type (dialog, "widths", "10, 20");
      spin (i * 60);
      if (i % 2 == 1)
        click (dialog, "plan_button");
      gtk_window_close (GTK_WINDOW (dialog));
    }
  settle ();
  g_assert_null (find_dialog_of (the_window ()));
}

static void
test_two_windows (void)
{
  IplWindow *first = the_window (), *second;
  IplPlanDialog *one = open_dialog (first), *other;

  g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  second = the_window ();
  g_assert_true (second != first && IPL_IS_WINDOW (second));
  wait_for (second, is_solved, "the example in another window");
  other = open_dialog (second);
  g_assert_true (one != other);
  type (one, "widths", "10");
  type (other, "widths", "10, 20, 30");
  wait_for (first, is_settled, "the cost of one");
  wait_for (second, is_settled, "the cost of the other");
  g_assert_true (g_str_has_prefix (said (one, "cost"), "1 row: "));
  g_assert_true (g_str_has_prefix (said (other, "cost"), "3 rows: "));
  /* A window that is closed takes its dialog along. */
  ipl_window_close_unasked (second);
  settle ();
  g_assert_true (find_dialog_of (first) == one);
  close_dialog (one);
}

/* A new entry has its words, and says them to a screen reader. */
static void
test_entries_have_names (void)
{
  IplPlanDialog *dialog = open_dialog (the_window ());
  const char *const grids[] = { "grid", "scheduler_grid" };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    for (GtkWidget *entry = gtk_widget_get_first_child (part (dialog, grids[i])); entry != NULL;
         entry = gtk_widget_get_next_sibling (entry))
      {
        if (!GTK_IS_ENTRY (entry))
          continue;
        n++;
        g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (entry),
                                                         GTK_ACCESSIBLE_RELATION_LABELLED_BY));
        g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (entry),
                                                         GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
      }
  g_assert_cmpuint (n, >, 10);
  close_dialog (dialog);
}

/* Nothing is left: the fixture removes what stands in its folder, but no folders in it. */
static void
test_ends (void)
{
  const char *argv[] = { "rm", "-rf", place, NULL };

  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
}

int
main (int argc, char *argv[])
{
  int status;

  fixture_init (&argc, &argv);
  place = g_build_filename (folder, "plans", NULL);
  g_mkdir (place, 0755);
  g_test_add_func ("/plan/opens", test_opens);
  g_test_add_func ("/plan/follows-values", test_follows_values);
  g_test_add_func ("/plan/bad-values", test_bad_values);
  g_test_add_func ("/plan/same-as-command", test_same_as_command);
  g_test_add_func ("/plan/other-cases", test_other_cases);
  g_test_add_func ("/plan/training", test_training);
  g_test_add_func ("/plan/parts", test_parts);
  g_test_add_func ("/plan/stop", test_stop);
  g_test_add_func ("/plan/follows-document", test_follows_document);
  g_test_add_func ("/plan/cannot-be-written", test_cannot_be_written);
  g_test_add_func ("/plan/without-slurm", test_without_slurm);
  g_test_add_func ("/plan/submit", test_submit);
  g_test_add_func ("/plan/closes-while-predicting", test_closes_while_predicting);
  g_test_add_func ("/plan/two-windows", test_two_windows);
  g_test_add_func ("/plan/entries-have-names", test_entries_have_names);
  g_test_add_func ("/plan/ends", test_ends);
  status = fixture_run ();
  g_free (place);
  return status;
}
