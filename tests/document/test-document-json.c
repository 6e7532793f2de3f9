/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session brings back: every part of it alters its document, and what is opened from the
 * document has the same one. A drag is one step of undo. */
#include "../small-case.h"
#include "core/parameters/parameters-fields.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "document-support.h"
#include <string.h>

static IplDocument *document;
static char *last; /* its document */

/* The part that was changed is in the document, which brings it back. */
static void
assert_round_trip (const char *what)
{
  g_autofree char *json = ipl_document_to_json (document), *again = NULL;
  g_autoptr (IplDocument) other = ipl_document_new ();

  g_test_message ("%s", what);
  g_assert_cmpstr (json, !=, last);
  open_saved (other, NULL, json);
  settle (other);
  again = ipl_document_to_json (other);
  g_assert_cmpstr (again, ==, json);
  g_assert_false (ipl_document_can_undo (other));
  ipl_document_close (other);
  g_free (last);
  last = g_steal_pointer (&json);
}

static void
check_parameters (void)
{
  IplParameters parameters = *parameters_of (document);
  IplSetting setting = parameters.current;

  parameters.current.N[0] = 17;
  change (document, &parameters);
  assert_round_trip ("a width shown");
  parameters.current.variances[1] = 2;
  change (document, &parameters);
  assert_round_trip ("a variance");
  g_assert_true (ipl_setting_parse_widths (&setting, "4:5:6", NULL));
  parameters.n_widths = 2;
  ipl_parameters_set_widths (&parameters, 1, &setting);
  change (document, &parameters);
  assert_round_trip ("widths");
  parameters.n_temperatures = 2;
  parameters.temperatures[0] = 0.1;
  parameters.temperatures[1] = 0.2;
  change (document, &parameters);
  assert_round_trip ("temperatures");
  parameters.n_temperatures = 0;
  parameters.gp_paths = "1,2;3";
  change (document, &parameters);
  assert_round_trip ("GP limits");
  parameters.map_axis_x = "N=5,10";
  parameters.map_axis_y = "T=0.1,1";
  change (document, &parameters);
  assert_round_trip ("axes of a map");
}

static void
check_selection (void)
{
  IplSelection *selection = ipl_document_get_selection (document);
  IplTarget targets[] = { IPL_TARGET_NONE, IPL_TARGET_NONE, IPL_TARGET_NONE, IPL_TARGET_NONE };

  targets[0] = ipl_target_path (2);
  targets[1] = ipl_target_pair (1, 3);
  targets[2] = ipl_target_head (1, 0);
  targets[2].kind = IPL_TARGET_HEADS;
  targets[2].also[0] = 2;
  targets[3] = ipl_target_component (3);
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      ipl_selection_select (selection, &targets[i]);
      assert_round_trip ("the selection");
    }
}

/* All that was asked of the sampler, by the names of the document. */
static void
check_draws (void)
{
  static const char *const members[]
      = { "\"draws\" : 9",     "\"chains\" : 3",        "\"warmup\" : 21",
          "\"here\" : true",   "\"method\" : \"nuts\"", "\"target_acceptance\" : 0.9",
          "\"widths\" : \"17", "\"temperature\" : 0.5" };
  IplParameters parameters = *parameters_of (document);
  const char *draws;

  parameters.draws = 9;
  parameters.sampler_chains = 3;
  parameters.warmup = 21;
  parameters.target_acceptance = 0.9;
  parameters.sampler_method = "nuts";
  parameters.current.temperature = 0.5;
  change (document, &parameters);
  ipl_document_sample_here (document);
  settle (document);
  assert_round_trip ("draws");
  draws = strstr (last, "\"draws\"");
  g_test_message ("%s", draws);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_auto (GStrv) parts = g_strsplit (members[i], " : ", 2);
      g_autofree char *short_form = g_strjoinv (":", parts);

      if (strstr (draws, short_form) == NULL && strstr (draws, members[i]) == NULL)
        g_error ("there is no %s in %s", members[i], draws);
    }
}

static void
check_story_and_style (void)
{
  const IplPanel *panels[] = { &ipl_panel_u, &ipl_panel_paths };

  g_assert_true (ipl_document_add_stop (document, 2, panels));
  assert_round_trip ("a story");
  ipl_document_change_width (document, 30, FALSE);
  settle (document);
  g_assert_true (ipl_document_add_stop (document, 1, panels));
  assert_round_trip ("its second stop");
  ipl_document_set_saved_story (document, ipl_document_get_story (document));
  assert_round_trip ("that the story is in a file");
  set_title (document, "a title", NULL);
  assert_round_trip ("how figures look");
  ipl_document_set_test (document, 1);
  assert_round_trip ("the test set");
}

TEST (test_parts, "/document/json/parts")
{
  static const SmallSet sets[] = { { "train", 12, 0 }, { "test", 9, 1 }, { "test_other", 7, 2 } };
  g_autofree char *path = g_build_filename (home, "case.npz", NULL);

  write_small_case (path, 3, sets);
  document = ipl_document_new ();
  last = ipl_document_to_json (document);
  ipl_document_open_file (document, path);
  settle (document);
  g_assert_no_error (ipl_document_get_solve_result (document)->error);
  assert_round_trip ("the case");
  check_parameters ();
  check_selection ();
  check_draws ();
  check_story_and_style ();
  /* A session of a case file takes the place of what can be undone. */
  g_assert_true (ipl_document_can_undo (document));
  g_assert_true (ipl_document_open_saved (document, NULL, last, NULL));
  settle (document);
  g_assert_false (ipl_document_can_undo (document));
  g_clear_object (&document);
  g_clear_pointer (&last, g_free);
}

/* Draws that go on have the seed that they began with. */
TEST (test_seed_of_draws, "/document/json/seed-of-draws")
{
  IplParameters parameters;
  const char *draws, *seed;

  document = open_small ();
  last = ipl_document_to_json (document);
  parameters = *parameters_of (document);
  ipl_parameters_set_seed (&parameters, 54321);
  parameters.draws = 9;
  parameters.sampler_chains = 1;
  parameters.warmup = 20;
  change (document, &parameters);
  ipl_document_sample_here (document);
  settle (document);
  assert_round_trip ("draws of a seed");
  draws = strstr (last, "\"draws\"");
  seed = strstr (draws, "\"seed\"");
  g_assert_nonnull (seed);
  g_assert_true (g_str_has_prefix (strpbrk (seed, "0123456789"), "54321"));
  g_clear_object (&document);
  g_clear_pointer (&last, g_free);
}

/* A document without one of its parts has none of it, whatever was there before. */
TEST (test_nothing_stays, "/document/json/nothing-stays")
{
  g_autoptr (IplDocument) plain = ipl_document_new (), full = ipl_document_new ();
  g_autofree char *json = ipl_document_to_json (plain), *after = NULL;
  const IplPanel *panels[] = { &ipl_panel_u };
  IplTarget path = IPL_TARGET_NONE;

  ipl_document_run (full);
  settle (full);
  path = ipl_target_path (1);
  ipl_selection_select (ipl_document_get_selection (full), &path);
  set_title (full, "a title", NULL);
  ipl_document_change_width (full, 33, FALSE);
  g_assert_true (ipl_document_add_stop (full, 1, panels));
  g_assert_true (ipl_document_can_undo (full));
  open_saved (full, NULL, json);
  g_assert_false (ipl_document_can_undo (full));
  settle (full);
  after = ipl_document_to_json (full);
  g_test_message ("%s", after);
  g_assert_null (ipl_document_get_figure_style (full));
  g_assert_true (ipl_parameters_equal (parameters_of (full), parameters_of (plain)));
}

static guint
count_steps (IplDocument *one)
{
  guint n = 0;

  for (; ipl_document_can_undo (one); n++)
    ipl_document_undo (one);
  return n;
}

/* A drag is one step however long it rests; the next one is another, however soon it comes; so is
 * what another control changes, and what comes after an undo. */
TEST (test_drag, "/document/json/drag")
{
  g_autoptr (IplDocument) one = ipl_document_new ();
  IplParameters parameters;

  ipl_document_set_dragging (one, TRUE);
  ipl_document_change_width (one, 20, FALSE);
  g_usleep (1100000);
  ipl_document_change_width (one, 40, FALSE);
  g_usleep (1100000);
  ipl_document_change_width (one, 60, FALSE);
  ipl_document_set_dragging (one, FALSE);
  ipl_document_undo (one);
  g_assert_cmpuint (parameters_of (one)->current.N[0], ==, 10);
  g_assert_false (ipl_document_can_undo (one));

  for (guint drag = 0; drag < 3; drag++)
    {
      ipl_document_set_dragging (one, TRUE);
      for (guint i = 0; i < 5; i++)
        ipl_document_change_width (one, 100 * (drag + 1) + i, FALSE);
      ipl_document_set_dragging (one, FALSE);
    }
  g_assert_cmpuint (count_steps (one), ==, 3);

  /* Without a drag, what rests for more than a second is a step of its own. */
  ipl_document_change_width (one, 20, FALSE);
  ipl_document_change_width (one, 30, FALSE);
  g_usleep (1100000);
  ipl_document_change_width (one, 40, FALSE);
  g_assert_cmpuint (count_steps (one), ==, 2);

  /* What was undone and is changed again at once is another step. */
  ipl_document_change_width (one, 20, FALSE);
  ipl_document_change_width (one, 0, TRUE);
  ipl_document_undo (one);
  ipl_document_change_width (one, 50, FALSE);
  g_assert_cmpuint (count_steps (one), ==, 1);

  /* Another control is another step, however soon; so is what follows an undo. */
  ipl_document_change_width (one, 20, FALSE);
  parameters = *parameters_of (one);
  parameters.current.temperature = 0.2;
  ipl_document_change (one, &parameters, "temperature");
  parameters.current.temperature = 0.3;
  ipl_document_change (one, &parameters, "temperature");
  ipl_document_undo (one);
  g_assert_cmpuint (parameters_of (one)->current.N[0], ==, 20);
  ipl_document_change_width (one, 30, FALSE);
  g_assert_cmpuint (count_steps (one), ==, 2);

  /* ... also of the control that was undone. */
  for (guint i = 1; i < 4; i++)
    {
      parameters = *parameters_of (one);
      parameters.current.temperature = 0.1 * i;
      ipl_document_change (one, &parameters, i == 1 ? NULL : "temperature");
      if (i == 2)
        ipl_document_undo (one);
    }
  g_assert_cmpuint (count_steps (one), ==, 2);

  /* At most a hundred are kept, the newest. */
  for (guint i = 0; i < 103; i++)
    {
      parameters = *parameters_of (one);
      parameters.current.N[0] = parameters.current.N[1] = parameters.current.N[2] = 200 + i;
      ipl_document_change (one, &parameters, NULL);
    }
  g_assert_cmpuint (count_steps (one), ==, 100);
  g_assert_cmpuint (parameters_of (one)->current.N[0], ==, 202);
}
