/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map in a document: solved as a job of its own, kept while its axes vary, saved and brought
 * back; what a figure draws of one that is not whole. */
#include "core/base/error.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/tasks/token-task.h"
#include "core/parameters/parameters.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "document/document-private.h"
#include "sentences.h"
#include "document-support.h"
#include "support.h"
#include <math.h>
#include <string.h>

static void
solve (IplDocument *document, const char *x, const char *y)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ipl_document_solve_map (document, x, y, NULL, &error));
  g_assert_no_error (error);
  wait_for (document, "map");
}

TEST (test_stored, "/document-map/kept")
{
  g_autoptr (IplDocument) document = open_small ();
  const IplMap *map;
  IplParameters parameters;
  g_autoptr (GError) error = NULL;

  g_assert_null (ipl_document_get_map (document));
  solve (document, "N=5,20,80,gp", "T=0.01,0.1,1");
  map = ipl_document_get_map (document);
  g_assert_nonnull (map);
  g_assert_cmpuint (map->n_done, ==, 12);
  g_assert_cmpuint (map->nx, ==, 4);

  /* It is that of any width and temperature, and not of another noise. */
  parameters = *parameters_of (document);
  parameters.current.temperature = 0.3;
  ipl_document_change (document, &parameters, NULL);
  g_assert_true (ipl_document_get_map (document) == map);
  ipl_parameters_edit_markov_chain (&parameters)->noise_parallel = 2;
  ipl_document_change (document, &parameters, NULL);
  g_assert_null (ipl_document_get_map (document));
  ipl_document_undo (document);
  g_assert_true (ipl_document_get_map (document) == map);
  wait_for (document, "solve");

  /* Nor is it that of other axes, which are undone like any parameter. */
  parameters = *parameters_of (document);
  parameters.map_axis_x = "N=5,30";
  ipl_document_change (document, &parameters, NULL);
  g_assert_null (ipl_document_get_map (document));
  ipl_document_undo (document);
  g_assert_true (ipl_document_get_map (document) == map);

  g_assert_false (ipl_document_solve_map (document, "N=5,20", "N=7", NULL, &error));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_VALUE, SENTENCE_BOTH_VARY "N", NULL);
  g_assert_true (ipl_document_get_map (document) == map);
}

/* A cell that cannot be and one that is not solved, in both figures, as numbers and words. */
TEST (test_drawn, "/document-map/drawn")
{
  static const IplPanel *const panels[] = { &ipl_panel_map, &ipl_panel_map_curve };
  g_autoptr (IplDocument) document = open_small ();
  g_autoptr (IplMap) map = NULL;
  IplStyle style;
  IplView view;

  solve (document, "N=5,20,80", "T=0.01,0.1,1");
  view = view_of (document);
  map = ipl_map_copy (ipl_document_get_map (document));
  ipl_map_set_impossible (map, 8, "It cannot be.");
  map->cells[8].numbers[IPL_MAP_GAIN] = NAN;
  map->cells[7].state = IPL_MAP_UNSOLVED;
  view.map = map;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (guint i = 0; i < IPL_MAP_SHOWS_U + 2; i++)
    for (guint k = 0; k < G_N_ELEMENTS (panels); k++)
      {
        gpointer layout;

        view.display.map_quantity = MIN (i, IPL_MAP_SHOWS_U);
        view.display.map_load = i > IPL_MAP_SHOWS_U;
        layout = ipl_panel_layout (panels[k], &view, &style, 300, 200);
        g_autofree char *words = ipl_figure_describe (panels[k], &view);
        g_autofree char *table = ipl_figure_table (panels[k], &view);
        g_assert_cmpuint (strlen (words), >, 40);
        g_assert_nonnull (strstr (table, "80"));
        ipl_panel_free_layout (panels[k], layout);
      }
}

/* A map over seeds, which draw subsets of a file's examples, is that of the case shown. */
TEST (test_seeds_of_file, "/document-map/seeds-of-file")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "single.npz", NULL);
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  open_path (document, path);
  wait_for (document, "open");
  wait_for (document, "solve");
  g_assert_true (ipl_document_solve_map (document, "P=5,9", NULL, "2-3", &error));
  wait_for (document, "map");
  g_assert_nonnull (ipl_document_get_map (document));
  g_assert_cmpuint (ipl_document_get_map (document)->n_done, ==, 4);
  parameters = *parameters_of (document);
  parameters.current.temperature *= 2;
  ipl_document_change (document, &parameters, NULL);
  g_assert_null (ipl_document_get_map (document));
}

/* What is written of a session, read back into another one that keeps its files elsewhere. */
static IplDocument *
save_and_open (IplDocument *document)
{
  IplDocument *again = ipl_document_new ();
  g_autofree char *path = g_build_filename (home, "saved.interplay", NULL);
  g_autofree char *other = g_build_filename (home, "other", NULL);
  g_autoptr (IplSessionFile) file = NULL;
  g_autoptr (GError) error = NULL;

  save (document, path);
  file = ipl_session_file_open (path, NULL, &error);
  g_assert_no_error (error);
  ipl_session_file_unpack (file, other, NULL, &error);
  g_assert_no_error (error);
  ipl_document_set_folder (again, other);
  open_saved (again, file, file->document);
  wait_for (again, "solve");
  wait_for (again, "map");
  return again;
}

static void
assert_same_cells (const IplMap *a, const IplMap *b)
{
  g_assert_cmpuint (a->n, ==, b->n);
  g_assert_cmpuint (a->n_done, ==, b->n_done);
  for (guint i = 0; i < a->n; i++)
    {
      g_assert_cmpint (a->cells[i].state, ==, b->cells[i].state);
      g_assert_cmpmem (a->cells[i].numbers, sizeof a->cells[i].numbers, b->cells[i].numbers,
                       sizeof b->cells[i].numbers);
    }
  g_assert_cmpmem (a->U, a->n * a->Pi * sizeof *a->U, b->U, b->n * b->Pi * sizeof *b->U);
}

/* A map comes back as it was, with its axes, its quantity and its cell, and is not solved again: of
 * one that was stopped the same cells are missing. */
TEST (test_saved, "/document-map/saved")
{
  g_autofree char *kept = g_build_filename (home, "map.npz", NULL);
  g_autoptr (IplDocument) document = open_small (), again = NULL;
  g_autoptr (IplMap) part = NULL;
  const IplMap *map;
  IplParameters parameters;
  IplView view;

  ipl_document_set_folder (document, home);
  ipl_document_is_as_saved (document);
  ipl_document_preview_map (document, "N=5,20", "T=0.01,1", "");
  wait_for (document, "map");
  g_assert_nonnull (ipl_document_get_map (document));
  g_assert_false (ipl_document_is_unsaved (document));
  g_assert_false (g_file_test (kept, G_FILE_TEST_EXISTS));

  solve (document, "N=5,20,80,gp", "P=8,12,16");
  g_assert_true (ipl_document_is_unsaved (document));
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  parameters = *parameters_of (document);
  g_assert_cmpstr (parameters.map_axis_x, ==, "N=5,20,80,gp");
  parameters.display.map_quantity = IPL_MAP_SHOWS_GAIN;
  ipl_setting_parse_widths (&parameters.current, "80", NULL);
  change (document, &parameters);
  part = ipl_map_copy (ipl_document_get_map (document));
  part->cells[4].state = IPL_MAP_UNSOLVED;
  part->cells[4].numbers[IPL_MAP_ACCURACY] = NAN;
  part->n_done--;
  ipl_document_begin_map (document, part);

  again = save_and_open (document);
  g_assert_false (ipl_document_is_unsaved (again));
  map = ipl_document_get_map (again);
  g_assert_nonnull (map);
  g_assert_cmpuint (map->n_done, ==, 11);
  g_assert_cmpint (map->cells[4].state, ==, IPL_MAP_UNSOLVED);
  g_assert_cmpstr (parameters_of (again)->map_axis_y, ==, "P=8,12,16");
  view = view_of (again);
  g_assert_cmpint (view.display.map_quantity, ==, IPL_MAP_SHOWS_GAIN);
  g_assert_cmpuint (view.display.map_x, ==, 3);
  g_assert_cmpuint (view.display.map_y, ==, 3);

  /* It goes on from there. */
  solve (again, "N=5,20,80,gp", "P=8,12,16");
  solve (document, "N=5,20,80,gp", "P=8,12,16");
  assert_same_cells (ipl_document_get_map (again), ipl_document_get_map (document));
}

/* After a crash there is what was kept last; a session without a map opens without one. */
TEST (test_recovered, "/document-map/recovered")
{
  g_autoptr (IplDocument) document = open_small (), again = ipl_document_new (), plain = NULL;
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;

  ipl_document_set_folder (document, home);
  plain = save_and_open (document);
  g_assert_null (ipl_document_get_map (plain));
  solve (document, "N=5,20,80", "T=0.01,1");
  json = ipl_document_to_json (document);
  ipl_document_set_folder (again, home);
  open_saved (again, NULL, json);
  wait_for (again, "solve");
  wait_for (again, "map");
  g_assert_nonnull (ipl_document_get_map (again));
  assert_same_cells (ipl_document_get_map (again), ipl_document_get_map (document));
}

/* A stop keeps the axes of the map that is shown, and brings the map with it. */
TEST (test_stops, "/document-map/stops")
{
  g_autoptr (IplDocument) document = open_small (), other = open_small ();
  const IplPanel *panels[] = { &ipl_panel_map };
  const IplStop *stop;
  IplStoryPoint point;
  guint reported = 0;

  ipl_document_preview_map (document, "N=5,20", "T=0.01,1", "");
  wait_for (document, "map");
  g_assert_true (ipl_document_add_stop (document, 1, panels));
  stop = ipl_story_get_stop (ipl_document_get_story (document), 0);
  g_assert_cmpstr (stop->parameters->map_axis_x, ==, "N=5,20");
  g_assert_cmpstr (stop->parameters->map_axis_y, ==, "T=0.01,1");
  ipl_story_at_stop (stop, &point);
  ipl_document_show_point (other, &point);
  wait_for (other, "map");
  g_assert_null (ipl_document_get_map (other));
  ipl_document_update_needs (other, &reported, IPL_NEEDS_MAP);
  ipl_document_show_point (other, &point);
  wait_for (other, "map");
  g_assert_nonnull (ipl_document_get_map (other));
  g_assert_cmpuint (ipl_document_get_map (other)->n_done, ==, 4);
}

/* Asks for a map of many cells, and stops it after the first. */
static void
solve_partly (IplDocument *document)
{
  gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  g_autoptr (GError) error = NULL;

  g_assert_true (
      ipl_document_solve_map (document, "N=10:1000:30", "T=0.001:10:30", "1-100", &error));
  while (ipl_document_get_map (document) == NULL && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  ipl_document_cancel_job (document, "map");
  wait_for (document, "map");
  g_assert_cmpuint (ipl_document_get_map (document)->n_done, <, ipl_document_get_map (document)->n);
}

/* What is held of a case outlasts an example that cannot be made; a map that was stopped does not
 * outlast the example that it is of. */
TEST (test_other_example, "/document-map/other-example")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplParameters impossible, parameters;
  const IplMap *map;

  ipl_document_run (document);
  wait_for (document, "solve");
  solve (document, "N=5,20", NULL);
  map = ipl_document_get_map (document);
  parameters = *ipl_document_get_parameters (document);
  ipl_parameters_edit_markov_chain (&parameters)->noise_parallel = 2;
  ipl_document_change (document, &parameters, NULL);
  wait_for (document, "solve");
  g_assert_null (ipl_document_get_map (document));
  ipl_parameters_init (&impossible, "regular-language");
  ((IplTokenTask *)ipl_parameters_edit_specific (&impossible))->transitions = "9";
  ipl_document_begin_experiment (document, &impossible);
  wait_for (document, "solve");
  g_assert_cmpstr (ipl_document_get_parameters (document)->experiment->id, ==, "hmc4");
  ipl_document_undo (document);
  g_assert_true (ipl_document_get_map (document) == map);

  solve_partly (document);
  ipl_document_open_experiment (document, "hmc4");
  wait_for (document, "solve");
  g_assert_null (ipl_document_get_map (document));
  ipl_document_close (document);
}
