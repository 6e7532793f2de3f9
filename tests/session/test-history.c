/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be undone and done again, what a saved session holds, and what would be lost if a
 * session ended now. */
#include "session/session.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters-change.h"
#include "core/parameters/parameters.h"
#include "session-support.h"
#include "session/session-save.h"

static void
set_title (IplSession *session, const char *title)
{
  g_autoptr (IplFigureStyle) style = ipl_figure_style_new ();

  ipl_figure_style_edit_panel (style, "u")->title = g_strdup (title);
  ipl_session_set_figure_style (session, style, NULL);
}

static const char *
title_of (IplSession *session)
{
  const IplPanelStyle *panel
      = ipl_figure_style_get_panel (ipl_session_get_figure_style (session), "u");

  return panel != NULL ? panel->title : NULL;
}

/* What was undone can be done again until something else is done. */
static void
test_redo (void)
{
  g_autoptr (IplSession) session = ipl_session_new ();

  set_title (session, "a");
  set_title (session, "b");
  g_assert_false (ipl_session_can_redo (session));
  ipl_session_undo (session);
  g_assert_true (ipl_session_can_redo (session));
  g_assert_cmpstr (title_of (session), ==, "a");
  ipl_session_redo (session);
  g_assert_false (ipl_session_can_redo (session));
  g_assert_cmpstr (title_of (session), ==, "b");
  ipl_session_undo (session);
  set_title (session, "c");
  g_assert_false (ipl_session_can_redo (session));
  ipl_session_redo (session);
  g_assert_cmpstr (title_of (session), ==, "c");
  ipl_session_undo (session);
  g_assert_cmpstr (title_of (session), ==, "a");
  ipl_session_close (session);
}

/* Changes are spoken of where the session ends, and not where another case is opened in it, since
 * undo brings them back. */
static void
test_loss (void)
{
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autofree char *loss = ipl_session_describe_loss (session, TRUE);

  g_assert_null (loss);
  set_title (session, "a");
  loss = ipl_session_describe_loss (session, FALSE);
  g_assert_null (loss);
  loss = ipl_session_describe_loss (session, TRUE);
  g_assert_nonnull (loss);
  g_assert_true (g_str_has_suffix (loss, "is in no file."));
  ipl_session_close (session);
}

static void
save (IplSession *session, const char *path)
{
  g_autofree char *json = ipl_session_to_json (session);
  g_autoptr (IplSessionSave) save = ipl_session_save_new (session, json);
  g_autoptr (GError) error = NULL;

  ipl_session_save_write (save, path, NULL, NULL, &error);
  g_assert_no_error (error);
  ipl_session_was_saved (session, save, path);
}

/* Draws, which are kept in @folder. */
static void
draw (IplSession *session, const char *folder)
{
  IplParameters parameters = *ipl_session_get_parameters (session);

  parameters.n_widths = 2;
  parameters.sampler_chains = 1;
  parameters.warmup = 20;
  parameters.draws = 10;
  ipl_session_change (session, &parameters, NULL);
  ipl_session_keep_in (session, folder);
  ipl_session_sample_here (session);
  wait_for (session, "solve");
}

/* The home folder of this program, whose name no session may hold. */
#define SOMEBODY "interplay-somebody"

/* A copy of the case there. */
static char *
put_case (const char *folder, const char *name)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", "single.npz", NULL);
  g_autofree char *bytes = NULL;
  char *path = g_build_filename (folder, name, NULL);
  gsize size;

  g_assert_true (g_file_get_contents (data, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize)size, NULL));
  return path;
}

static void
assert_holds_no_name (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize i = 0; i + strlen (SOMEBODY) <= size; i++)
    g_assert_true (memcmp (bytes + i, SOMEBODY, strlen (SOMEBODY)) != 0);
}

static void
settle (IplSession *session)
{
  while (ipl_session_get_opening (session) != NULL)
    g_main_context_iteration (NULL, TRUE);
  wait_for (session, "solve");
}

/* Returns: the case file of the session now, interned */
static const char *
open_moved (const char *path)
{
  g_autofree char *unpacked = g_build_filename (g_get_home_dir (), "unpacked", NULL);
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, NULL);
  g_autoptr (GError) error = NULL;
  const char *source;

  g_assert_nonnull (file);
  g_assert_true (ipl_session_file_unpack (file, unpacked, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (ipl_session_open_saved (session, file, file->document, &error));
  g_assert_no_error (error);
  settle (session);
  source = ipl_parameters_get_source (ipl_session_get_parameters (session));
  ipl_session_close (session);
  return source;
}

/* A session names files by where they lie below its own folder or the home folder. It has copies of
 * those that are gone. */
static void
test_places (void)
{
  static const char *const odd = ".mine, \"odd\" \\ 100%: \303\251\xff.npz";
  g_autofree char *papers = g_build_filename (g_get_home_dir (), "papers", NULL);
  g_autofree char *moved = g_build_filename (g_get_home_dir (), "moved", NULL);
  g_autofree char *outside = g_dir_make_tmp ("interplay-held-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (papers, "a.interplay", NULL);
  g_autofree char *path_moved = g_build_filename (moved, "a.interplay", NULL);
  const char *const folders[] = { papers, g_get_home_dir (), outside };
  const char *const now[] = { moved, folders[1], outside };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (IplSession) session = ipl_session_new ();
      g_autofree char *mine = NULL, *mine_moved = g_build_filename (now[i], odd, NULL);
      const char *paths[] = { NULL, NULL }, *copy;

      g_assert_cmpint (g_mkdir_with_parents (papers, 0700), ==, 0);
      paths[0] = mine = put_case (folders[i], odd);
      ipl_session_open_paths (session, paths, NULL);
      settle (session);
      draw (session, papers);
      save (session, path);
      assert_holds_no_name (path);
      ipl_session_close (session);

      g_assert_cmpint (g_rename (papers, moved), ==, 0);
      g_assert_cmpstr (open_moved (path_moved), ==, mine_moved);
      g_assert_cmpint (g_remove (mine_moved), ==, 0);
      copy = open_moved (path_moved);
      g_assert_nonnull (strstr (copy, "/unpacked/files/1/"));
      g_assert_true (g_file_test (copy, G_FILE_TEST_IS_REGULAR));
      g_assert_cmpint (g_remove (path_moved), ==, 0);
      g_assert_cmpint (g_rename (moved, papers), ==, 0);
    }
  g_rmdir (outside);
}

/* Path features of two layers of two heads, and two test sets. */
static char *
write_two_sets (const char *folder)
{
  static const char *const sets[] = { "train", "test", "test_other" };
  char *path = g_build_filename (folder, "two.npz", NULL);
  IplNpzWriter *npz = ipl_npz_writer_new (path, NULL);

  for (gsize k = 0; k < G_N_ELEMENTS (sets); k++)
    {
      g_autofree char *x = g_strconcat ("xi_", sets[k], NULL);
      g_autofree char *y = g_strconcat ("y_", sets[k], NULL);
      double xi[12 * 20], labels[12];

      for (guint i = 0; i < G_N_ELEMENTS (xi); i++)
        xi[i] = (i * i + 3 * k) % 17 - 8.0;
      for (guint m = 0; m < G_N_ELEMENTS (labels); m++)
        labels[m] = m % 3 == 0 ? 1 : -1;
      ipl_npz_writer_add_doubles (npz, x, xi, 3, (const gsize[]){ 12, 4, 5 });
      ipl_npz_writer_add_doubles (npz, y, labels, 1, (const gsize[]){ 12 });
    }
  ipl_npz_writer_add_ints (npz, "heads", (const gint64[]){ 2, 2 }, 1, (const gsize[]){ 2 });
  g_assert_true (ipl_npz_writer_close (npz, NULL));
  return path;
}

static IplView
view_with_heads (IplSession *session, guint n_points)
{
  gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  IplView view;

  while (!ipl_session_get_view (session, &view) || view.pruning == NULL
         || view.pruning->n_points != n_points)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
  return view;
}

/* The text "ordered_by" of the heads that a session file holds; NULL if it holds none. */
static char *
read_order (const char *path)
{
  g_autoptr (IplNpz) npz = ipl_npz_open (path, NULL, NULL);
  IplArray *order = ipl_npz_lookup (npz, "pruning/ordered_by");

  if (order == NULL)
    return NULL;
  g_assert_true (ipl_npz_load (npz, order, NULL, NULL));
  return g_strdup (order->texts[0]);
}

/* In a new session a story that cannot be read leaves the paper's example, solved. */
static void
test_unread_story (void)
{
  g_autofree char *path = g_build_filename (g_get_home_dir (), "odd.json", NULL);
  g_autoptr (IplSession) session = ipl_session_new ();
  const char *paths[] = { path, NULL };

  g_assert_true (g_file_set_contents (path, "{ \"a\": 1 }", -1, NULL));
  ipl_session_open_paths (session, paths, NULL);
  settle (session);
  g_assert_nonnull (ipl_session_get_solve_result (session));
  g_assert_nonnull (ipl_session_get_solve_result (session)->current);
  ipl_session_close (session);
}

/* The heads that are chosen of one test set or case are not those of another. */
static void
test_chosen (void)
{
  g_autofree char *mine = write_two_sets (g_get_home_dir ());
  g_autofree char *saved = g_build_filename (g_get_home_dir (), "two.interplay", NULL);
  g_autofree char *ordered_by = NULL;
  g_autoptr (IplSession) session = ipl_session_new ();
  const char *paths[] = { mine, NULL };
  IplParameters parameters;
  IplView view;
  guint told = 0;

  ipl_session_tell_shown (session, &told, IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING);
  ipl_session_open_paths (session, paths, NULL);
  settle (session);
  view_with_heads (session, 3);
  /* There is no order by entropy: the heads are saved in that by score. */
  parameters = *ipl_session_get_parameters (session);
  parameters.removal_order = "entropy";
  ipl_session_change (session, &parameters, NULL);
  settle (session);
  view_with_heads (session, 3);
  save (session, saved);
  ordered_by = read_order (saved);
  g_assert_cmpstr (ordered_by, ==, "score");

  parameters.removal_order = "score";
  ipl_session_change (session, &parameters, NULL);
  settle (session);
  ipl_session_choose_pruned (session, 2);
  g_assert_cmpint (view_with_heads (session, 3).pruned, ==, 2);
  ipl_session_set_test (session, 1);
  view_with_heads (session, 3);
  ipl_session_open_experiment (session, "hmc2");
  settle (session);
  view = view_with_heads (session, 2);
  g_assert_cmpint (view.pruned, ==, -1);
  g_assert_cmpuint (view.pruning->test, ==, 0);
  ipl_session_tell_shown (session, &told, 0);
  ipl_session_close (session);
  g_remove (mine);
  g_remove (saved);
}

/* A session that was restored after a crash is not as its file is, whose results are not its own.
 */
static void
test_restored (void)
{
  g_autofree char *path = g_build_filename (g_get_home_dir (), "a.interplay", NULL);
  g_autofree char *other = g_build_filename (g_get_home_dir (), "b.interplay", NULL);
  g_autoptr (IplSession) session = open_small ();
  guint told = 0;

  ipl_session_tell_shown (session, &told, IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING);
  view_with_heads (session, 3);
  save (session, path);
  for (guint unsaved = 0; unsaved < 2; unsaved++)
    {
      g_autoptr (IplSession) again = ipl_session_new ();
      g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, NULL);
      g_autofree char *ordered_by = NULL;

      g_assert_true (ipl_session_open_saved (again, file, file->document, NULL));
      if (unsaved)
        ipl_session_was_in_file (again, path, ipl_session_get_stamp (session), TRUE);
      save (again, other);
      ordered_by = read_order (other);
      g_assert_cmpstr (ordered_by, ==, unsaved ? NULL : "score");
      ipl_session_close (again);
    }
  ipl_session_tell_shown (session, &told, 0);
  ipl_session_close (session);
  g_remove (path);
  g_remove (other);
}

static gboolean
loses_results (IplSession *session)
{
  g_autofree char *loss = ipl_session_describe_loss (session, TRUE);

  return loss != NULL && strstr (loss, "Results of other parameters") != NULL;
}

/* Of results of other parameters those are in a file that were shown when it was saved, and of
 * which nothing was computed since. */
static void
test_in_file (void)
{
  g_autofree char *path = g_build_filename (g_get_home_dir (), "a.interplay", NULL);
  g_autoptr (IplSession) session = open_small ();
  IplParameters parameters, other;

  draw (session, NULL);
  save (session, path);
  parameters = other = *ipl_session_get_parameters (session);
  ipl_parameters_set_seed (&other, 77);
  ipl_session_change (session, &other, NULL);
  wait_for (session, "solve");
  g_assert_false (loses_results (session));
  /* More draws of the first, which are in no file. */
  ipl_session_change (session, &parameters, NULL);
  wait_for (session, "solve");
  ipl_session_add_draws (session);
  wait_for (session, "solve");
  ipl_session_change (session, &other, NULL);
  wait_for (session, "solve");
  g_assert_true (loses_results (session));
  /* A file of the others does not hold them. */
  ipl_session_sample_here (session);
  wait_for (session, "solve");
  save (session, path);
  g_assert_true (loses_results (session));
  ipl_session_change (session, &parameters, NULL);
  wait_for (session, "solve");
  g_assert_false (loses_results (session));
  ipl_session_close (session);
  g_remove (path);
}

/* Undo leaves figures as they look. */
static void
test_display (void)
{
  g_autoptr (IplSession) session = open_small ();
  IplParameters parameters;

  ipl_session_change_width (session, 20, FALSE);
  parameters = *ipl_session_get_parameters (session);
  parameters.display.shown_example = 3;
  ipl_session_change (session, &parameters, NULL);
  ipl_session_undo (session);
  g_assert_cmpuint (ipl_session_get_parameters (session)->current.N[0], ==, 10);
  g_assert_cmpuint (ipl_session_get_parameters (session)->display.shown_example, ==, 3);
  ipl_session_close (session);
}

static void
assert_change (const IplParameters *from, const IplParameters *to, const char *expected)
{
  g_autofree char *text = ipl_parameters_describe_change (from, to);

  g_assert_cmpstr (text, ==, expected);
}

/* What changed, in words: one value, several names, many, another case, nothing. */
static void
test_describe_change (void)
{
  IplParameters from, to;

  ipl_parameters_init (&from, "hmc4");
  to = from;
  assert_change (&from, &to, NULL);
  to.current.N[0] = to.current.N[1] = to.current.N[2] = 30;
  assert_change (&from, &to, "Width N from 10 to 30");
  g_autofree char *other = ipl_parameters_describe_other (&from, &to);
  g_assert_cmpstr (other, ==, "Width N = 10");
  to.current.temperature = 0.5;
  assert_change (&from, &to, "Width N, Temperature");
  to.current.gp = TRUE;
  to.display.n_components = 7;
  to.draws = 100;
  assert_change (&from, &to, "Width N and 3 other parameters");
  to = from;
  to.n_widths--;
  assert_change (&from, &to, "Widths and temperatures of the sweep");
  to = from;
  to.current.variances[1] = 2;
  assert_change (&from, &to, "Prior variances");
  to = from;
  ipl_parameters_edit_markov_chain (&to)->noise_perpendicular = 0.25;
  assert_change (&from, &to, "Noise across from 1.00 to 0.25");
  to = from;
  to.map_axis_x = "N=10,100";
  to.map_axis_y = "T=0.1,1";
  assert_change (&from, &to, "Map over N, T");
  assert_change (&to, &from, "Map over N, T");
  to = from;
  to.shown_time = 736;
  assert_change (&to, &from, "Time shown from 736 to the end");
  ipl_parameters_init (&to, "glyphs");
  assert_change (
      &from, &to,
      "case from “Hidden Markov chain, four paths” to “One-shot images, invented glyphs”");
}

int
main (int argc, char **argv)
{
  static const char *const places[]
      = { "HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME" };
  g_autofree char *own = g_dir_make_tmp (SOMEBODY "-XXXXXX", NULL);
  const char *remove[] = { "rm", "-r", own, NULL };
  int status;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_setenv (places[i], own, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session-history/redo", test_redo);
  g_test_add_func ("/session-history/describe-change", test_describe_change);
  g_test_add_func ("/session-history/loss", test_loss);
  g_test_add_func ("/session-history/places", test_places);
  g_test_add_func ("/session-history/chosen", test_chosen);
  g_test_add_func ("/session-history/unread-story", test_unread_story);
  g_test_add_func ("/session-history/restored", test_restored);
  g_test_add_func ("/session-history/in-file", test_in_file);
  g_test_add_func ("/session-history/display", test_display);
  status = g_test_run ();
  ipl_jobs_wait_for_end (FALSE, -1);
  g_spawn_sync (NULL, (char **)remove, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
  return status;
}
