/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An experiment that is registered is like any other: listed, with flags, documents and a command
 * of its own. */

#include "toy-table.h"

#include "cli/program/cli-main.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* In a child of this test program: interplay-cli, which ends it. */
static gboolean
runs_here (const char *line)
{
  g_auto (GStrv) argv = NULL;
  int argc;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      return FALSE;
    }
  g_assert_true (g_shell_parse_argv (line, &argc, &argv, NULL));
  exit (ipl_cli_main (argc, argv));
}

static void
test_listed (void)
{
  if (runs_here ("interplay-cli cases"))
    return;
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*toy *Toy clouds*");
}

static void
test_flags (void)
{
  if (runs_here ("interplay-cli sweep toy --spread 0.25 --n-points 12 --widths 10"))
    return;
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*toy: P = 12, 12 tests, 2 paths*");
}

static void
test_helped (void)
{
  if (runs_here ("interplay-cli figure --help-all"))
    return;
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*Parameters of toy, *--spread=*");
}

/* The toy panel of the toy experiment, as a file. */
static void
test_figure (void)
{
  g_autofree char *folder = g_dir_make_tmp ("interplay-toy-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "toy-toy.svg", NULL);
  g_autofree char *line = NULL;

  if (g_test_subprocess ())
    g_rmdir (folder);
  line = g_strdup_printf ("interplay-cli figure toy --panel toy --format svg --out %s --widths 10",
                          g_test_subprocess () ? g_getenv ("TOY_FOLDER") : folder);
  g_setenv ("TOY_FOLDER", folder, FALSE);
  if (runs_here (line))
    return;
  g_test_trap_assert_passed ();
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_remove (path);
  g_rmdir (folder);
}

/* Draws the toy quantity, by a command that writes the file @name, or into a folder; what it holds
 * is (transfer full) the result, NULL in the command's own process. */
static char *
assert_written (const char *command, const char *out, const char *name)
{
  g_autofree char *stem = g_strndup (name, strcspn (name, "."));
  char *text = NULL;
  g_autofree char *folder = NULL, *path = NULL, *to = NULL, *line = NULL, *results = NULL;

  if (!g_test_subprocess ())
    {
      folder = g_dir_make_tmp ("interplay-toy-XXXXXX", NULL);
      g_setenv ("QUANTITY_FOLDER", folder, TRUE);
    }
  path = g_build_filename (g_getenv ("QUANTITY_FOLDER"), name, NULL);
  to = g_build_filename (g_getenv ("QUANTITY_FOLDER"), out, NULL);
  line = g_strconcat (command, " ", to, NULL);
  if (runs_here (line))
    return NULL;
  g_test_trap_assert_passed ();
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  results = g_strdup_printf ("%s/%s.npz", folder, stem);
  g_remove (results);
  g_remove (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return text;
}

static void
test_quantity (void)
{
  g_autofree char *text = NULL;

  text = assert_written (
      "interplay-cli figure toy --panel toy-carriers --format svg --widths 10 --out", NULL,
      "toy-toy-carriers.svg");
}

/* As a script that draws the same number. */
static void
test_quantity_script (void)
{
  g_autofree char *text = assert_written (
      "interplay-cli figure toy --panel toy-carriers --format py --widths 10 --out", NULL,
      "toy-toy-carriers.py");

  if (text != NULL)
    {
      g_assert_nonnull (strstr (text, "paths that carry"));
      g_assert_nonnull (strstr (text, ".bar"));
    }
}

static void
test_quantity_page (void)
{
  g_autofree char *text = assert_written (
      "interplay-cli html toy --panel toy-carriers --widths 10,100 --out", "toy.html", "toy.html");
}

static void
test_quantity_film (void)
{
  g_autofree char *text = assert_written ("interplay-cli animate toy --panel toy-carriers --from "
                                          "10 --to 40 --frames 4 --size 2x1in --dpi 60 --out",
                                          "toy.gif", "toy.gif");
}

static void
init_growth (IplParameters *parameters)
{
}

/* An experiment without attention paths: one number, which its own panel draws. */
static IplExperimentResult *compute (const IplParameters *parameters, const IplExperimentRun *run,
                                     GError **error);

static const IplExperiment growth = { .id = "growth",
                                      .title = "Growth",
                                      .built_in = TRUE,
                                      .generated = TRUE,
                                      .progress = "Growing",
                                      .init = init_growth,
                                      .compute = compute };

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  run->progress (0.5, -1.0, NULL, run->data);
  return ipl_experiment_result_new (&growth, GUINT_TO_POINTER (3), NULL);
}

static void
draw_growth (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr,
             double width, double height)
{
  cairo_rectangle (cr, 0, 0, width, height / GPOINTER_TO_UINT (view->own->data));
  cairo_fill (cr);
}

static const IplPanel growth_panel = { .id = "growth",
                                       .title = "Growth",
                                       .experiment = "growth",
                                       .draw = draw_growth,
                                       .height_narrow = 0.5,
                                       .height_wide = 0.5 };

static void
test_own_result (void)
{
  g_autofree char *line = NULL, *folder = NULL, *path = NULL;

  if (!g_test_subprocess ())
    {
      folder = g_dir_make_tmp ("interplay-own-XXXXXX", NULL);
      g_setenv ("OWN_FOLDER", folder, TRUE);
    }
  line = g_strdup_printf ("interplay-cli figure growth --format svg --out %s",
                          g_getenv ("OWN_FOLDER"));
  if (runs_here (line))
    return;
  g_test_trap_assert_passed ();
  path = g_build_filename (folder, "growth-growth.svg", NULL);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_remove (path);
  g_rmdir (folder);
}

static void
test_own_result_elsewhere (void)
{
  if (runs_here ("interplay-cli figure growth --panel u"))
    return;
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*no figure*u*no attention paths*");
}

static void
test_own_result_unsolved (void)
{
  if (runs_here ("interplay-cli sweep growth"))
    return;
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*growth*no attention paths*");
}

static void
test_help (void)
{
  if (runs_here ("interplay-cli sweep --help-toy-task"))
    return;
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*--spread=x *Standard deviation of the points of a cloud*");
}

static void
test_refused (void)
{
  if (runs_here ("interplay-cli sweep toy --spread 11 --widths 10"))
    return;
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*--spread must lie between 0 and 10, not 11.*");
}

static void
test_document (void)
{
  IplParameters toy, again;
  g_autofree char *json = NULL;
  GError *error = NULL;

  g_assert_true (ipl_experiment_find ("toy") == &toy_experiment);
  ipl_parameters_init (&toy, "toy");
  g_assert_cmpuint (toy.current.L, ==, 1);
  ipl_field_set_number (&toy_experiment.groups[0].fields[0], ipl_parameters_edit_own (&toy), 1.25);
  json = ipl_parameters_to_json (&toy);
  g_assert_nonnull (strstr (json, "\"spread\" : 1.25"));
  g_assert_true (ipl_parameters_from_json (&again, json, &error));
  g_assert_no_error (error);
  g_assert_true (ipl_parameters_equal (&toy, &again));
  ipl_parameters_init (&again, "toy");
  g_assert_false (ipl_parameters_same_case (&toy, &again));
  g_assert_false (ipl_parameters_from_json (
      &again, "{\"experiment\": \"toy\", \"task\": {\"n_points\": 3}}", &error));
  g_assert_nonnull (strstr (error->message, "“n_points”"));
  g_clear_error (&error);
}

static void
test_command (void)
{
  IplParameters toy;
  g_autofree char *command = NULL;
  gboolean complete;

  ipl_parameters_init (&toy, "toy");
  g_assert_true (ipl_parameters_parse_widths (&toy, "10, 20", NULL));
  ipl_field_set_number (&toy_experiment.groups[0].fields[1], ipl_parameters_edit_own (&toy), 30);
  command = ipl_parameters_command (&toy, NULL, &complete);
  g_assert_true (complete);
  g_assert_cmpstr (command, ==,
                   "interplay-cli sweep toy --n-points 30 --widths 10,20 --temperatures 0.01 "
                   "--variances 1,1,1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  toy_register_experiments ();
  toy_register_panels ();
  g_test_add_func ("/toy/experiment/listed", test_listed);
  g_test_add_func ("/toy/experiment/flags", test_flags);
  g_test_add_func ("/toy/experiment/helped", test_helped);
  g_test_add_func ("/toy/experiment/figure", test_figure);
  toy_register_quantities ();
  g_test_add_func ("/toy/experiment/quantity", test_quantity);
  g_test_add_func ("/toy/experiment/quantity-script", test_quantity_script);
  g_test_add_func ("/toy/experiment/quantity-page", test_quantity_page);
  g_test_add_func ("/toy/experiment/quantity-film", test_quantity_film);
  ipl_experiment_register (&growth);
  ipl_panel_register (&growth_panel);
  g_test_add_func ("/toy/experiment/own-result", test_own_result);
  g_test_add_func ("/toy/experiment/own-result-elsewhere", test_own_result_elsewhere);
  g_test_add_func ("/toy/experiment/own-result-unsolved", test_own_result_unsolved);
  g_test_add_func ("/toy/experiment/help", test_help);
  g_test_add_func ("/toy/experiment/refused", test_refused);
  g_test_add_func ("/toy/experiment/document", test_document);
  g_test_add_func ("/toy/experiment/command", test_command);
  return g_test_run ();
}
