/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be undone and done again, what a saved session holds, and what would be lost if a
 * session ended now. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters-change.h"
#include "core/parameters/parameters.h"
#include "figures/output/style-json.h"
#include "../small-case.h"
#include "document-support.h"

static void
count (guint *n)
{
  ++*n;
}

/* A gesture is one step, a style that says nothing is none, and the same one again no step. */
TEST (test_undo_of_style, "/document-history/undo-of-style")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autoptr (IplFigureStyle) plain = ipl_figure_style_new ();
  guint n = 0;

  g_signal_connect_swapped (document, "figure-style-changed", G_CALLBACK (count), &n);
  g_assert_null (ipl_document_get_figure_style (document));
  ipl_document_set_figure_style (document, plain, NULL);
  g_assert_null (ipl_document_get_figure_style (document));
  g_assert_false (ipl_document_can_undo (document));
  set_title (document, "a", "title");
  set_title (document, "ab", "title");
  set_title (document, "ab", "title");
  g_assert_cmpuint (n, ==, 2);
  set_title (document, "other", "another");
  ipl_document_undo (document);
  g_assert_cmpstr (title_of (document), ==, "ab");
  ipl_document_undo (document);
  g_assert_null (title_of (document));
  g_assert_false (ipl_document_can_undo (document));
  ipl_document_redo (document);
  ipl_document_redo (document);
  g_assert_cmpstr (title_of (document), ==, "other");
  ipl_document_set_figure_style (document, NULL, NULL);
  g_assert_null (ipl_document_get_figure_style (document));
  ipl_document_undo (document);
  g_assert_cmpstr (title_of (document), ==, "other");
  /* What was undone can be done again until something else is done. */
  g_assert_true (ipl_document_can_redo (document));
  set_title (document, "c", NULL);
  g_assert_false (ipl_document_can_redo (document));
  ipl_document_redo (document);
  g_assert_cmpstr (title_of (document), ==, "c");
}

/* The document brings it back; what another one says, or nothing, takes its place. */
TEST (test_style, "/document-history/style")
{
  g_autoptr (IplDocument) document = ipl_document_new (), again = ipl_document_new ();
  g_autofree char *without = ipl_document_to_json (document), *with = NULL, *broken = NULL;
  g_auto (GStrv) parts = NULL;

  g_assert_false (ipl_document_is_unsaved (document));
  g_assert_false (ipl_document_is_worth_saving (document));
  set_title (document, "zèbre \"1\"", NULL);
  g_assert_true (ipl_document_is_unsaved (document));
  g_assert_true (ipl_document_is_worth_saving (document));
  with = ipl_document_to_json (document);
  open_saved (again, NULL, with);
  g_assert_cmpstr (title_of (again), ==, "zèbre \"1\"");
  g_assert_true (ipl_figure_style_equal (ipl_document_get_figure_style (document),
                                         ipl_document_get_figure_style (again)));
  open_saved (again, NULL, without);
  g_assert_null (ipl_document_get_figure_style (again));
  /* One that cannot be read is none, and the rest is there. */
  parts = g_strsplit (with, "\\\"version\\\"", 2);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  broken = g_strjoinv ("\\\"revision\\\"", parts);
  open_saved (again, NULL, broken);
  g_assert_null (ipl_document_get_figure_style (again));
}

/* Changes are spoken of where the session ends, and not where another case is opened in it, since
 * undo brings them back. */
TEST (test_loss, "/document-history/loss")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autofree char *loss = ipl_document_describe_loss (document, TRUE);

  g_assert_null (loss);
  set_title (document, "a", NULL);
  loss = ipl_document_describe_loss (document, FALSE);
  g_assert_null (loss);
  loss = ipl_document_describe_loss (document, TRUE);
  g_assert_nonnull (loss);
  g_assert_true (g_str_has_suffix (loss, "are not saved."));
}

/* Draws, which are kept in a folder. */
static void
draw (IplDocument *document, const char *where)
{
  IplParameters parameters = *parameters_of (document);

  parameters.n_widths = 2;
  parameters.sampler_chains = 1;
  parameters.warmup = 20;
  parameters.draws = 10;
  ipl_document_change (document, &parameters, NULL);
  ipl_document_set_folder (document, where);
  ipl_document_sample_here (document);
  wait_for (document, "solve");
}

/* A copy of the case there. */
static char *
put_case (const char *where, const char *name)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", "single.npz", NULL);
  g_autofree char *bytes = NULL;
  char *path = g_build_filename (where, name, NULL);
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

/* Returns: the case file of the session now, interned */
static const char *
open_moved (const char *path)
{
  g_autofree char *unpacked = g_build_filename (home, "unpacked", NULL);
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, NULL);
  const char *source;

  g_assert_nonnull (file);
  g_assert_true (ipl_session_file_unpack (file, unpacked, NULL, NULL));
  open_saved (document, file, file->document);
  settle (document);
  source = ipl_parameters_get_source (parameters_of (document));
  ipl_document_close (document);
  return source;
}

/* A session names files by where they lie below its own folder or the home folder. It has copies of
 * those that are gone. */
TEST (test_places, "/document-history/places")
{
  static const char *const odd = ".mine, \"odd\" \\ 100%: \303\251\xff.npz";
  g_autofree char *papers = g_build_filename (home, "papers", NULL);
  g_autofree char *moved = g_build_filename (home, "moved", NULL);
  g_autofree char *path = g_build_filename (papers, "a.interplay", NULL);
  g_autofree char *path_moved = g_build_filename (moved, "a.interplay", NULL);
  const char *const folders[] = { papers, home, test_folder () };
  const char *const now[] = { moved, home, test_folder () };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (IplDocument) document = ipl_document_new ();
      g_autofree char *mine = NULL, *mine_moved = g_build_filename (now[i], odd, NULL);
      const char *copy;

      g_assert_cmpint (g_mkdir_with_parents (papers, 0700), ==, 0);
      mine = put_case (folders[i], odd);
      open_path (document, mine);
      settle (document);
      draw (document, papers);
      save (document, path);
      assert_holds_no_name (path);
      ipl_document_close (document);

      g_assert_cmpint (g_rename (papers, moved), ==, 0);
      g_assert_cmpstr (open_moved (path_moved), ==, mine_moved);
      g_assert_cmpint (g_remove (mine_moved), ==, 0);
      copy = open_moved (path_moved);
      g_assert_nonnull (strstr (copy, "/unpacked/files/1/"));
      g_assert_true (g_file_test (copy, G_FILE_TEST_IS_REGULAR));
      g_assert_cmpint (g_remove (path_moved), ==, 0);
      g_assert_cmpint (g_rename (moved, papers), ==, 0);
    }
}

static IplView
view_with_heads (IplDocument *document, guint n_points)
{
  IplView view;

  wait_until (ipl_document_get_view (document, &view) && view.pruning != NULL
              && view.pruning->n_points == n_points);
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
TEST (test_unread_story, "/document-history/unread-story")
{
  g_autofree char *path = g_build_filename (home, "odd.json", NULL);
  g_autoptr (IplDocument) document = ipl_document_new ();

  g_assert_true (g_file_set_contents (path, "{ \"a\": 1 }", -1, NULL));
  open_path (document, path);
  settle (document);
  g_assert_nonnull (ipl_document_get_solve_result (document));
  g_assert_nonnull (ipl_document_get_solve_result (document)->current);
}

/* The heads that are chosen of one test set or case are not those of another. */
TEST (test_chosen, "/document-history/chosen")
{
  static const SmallSet sets[] = { { "train", 12, 0 }, { "test", 12, 1 }, { "test_other", 12, 2 } };
  g_autofree char *mine = g_build_filename (home, "two.npz", NULL);
  g_autofree char *saved = g_build_filename (home, "two.interplay", NULL);
  g_autofree char *ordered_by = NULL;
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplParameters parameters;
  IplView view;
  guint reported = 0;

  write_small_case (mine, 3, sets);
  ipl_document_update_needs (document, &reported, IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING);
  open_path (document, mine);
  settle (document);
  view_with_heads (document, 3);
  /* There is no order by entropy: the heads are saved in that by score. */
  parameters = *parameters_of (document);
  parameters.removal_order = "entropy";
  change (document, &parameters);
  view_with_heads (document, 3);
  save (document, saved);
  ordered_by = read_order (saved);
  g_assert_cmpstr (ordered_by, ==, "score");

  parameters.removal_order = "score";
  change (document, &parameters);
  ipl_document_choose_pruned (document, 2);
  g_assert_cmpint (view_with_heads (document, 3).pruned, ==, 2);
  ipl_document_set_test (document, 1);
  view_with_heads (document, 3);
  ipl_document_open_experiment (document, "hmc2");
  settle (document);
  view = view_with_heads (document, 2);
  g_assert_cmpint (view.pruned, ==, -1);
  g_assert_cmpuint (view.pruning->test, ==, 0);
  ipl_document_update_needs (document, &reported, 0);
}

/* A session that was restored after a crash is not as its file is, whose results are not its own.
 */
TEST (test_restored, "/document-history/restored")
{
  g_autofree char *path = g_build_filename (home, "a.interplay", NULL);
  g_autofree char *other = g_build_filename (home, "b.interplay", NULL);
  g_autoptr (IplDocument) document = open_small ();
  guint reported = 0;

  ipl_document_update_needs (document, &reported, IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING);
  view_with_heads (document, 3);
  save (document, path);
  for (guint unsaved = 0; unsaved < 2; unsaved++)
    {
      g_autoptr (IplDocument) again = ipl_document_new ();
      g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, NULL);
      g_autofree char *ordered_by = NULL;

      g_assert_true (ipl_document_open_saved (again, file, file->document, NULL));
      if (unsaved)
        ipl_document_was_in_file (again, path, ipl_document_get_stamp (document), TRUE);
      save (again, other);
      ordered_by = read_order (other);
      g_assert_cmpstr (ordered_by, ==, unsaved ? NULL : "score");
    }
  ipl_document_update_needs (document, &reported, 0);
}

static gboolean
loses_results (IplDocument *document)
{
  g_autofree char *loss = ipl_document_describe_loss (document, TRUE);

  return loss != NULL && strstr (loss, "Results of other parameters") != NULL;
}

/* Of results of other parameters those are in a file that were shown when it was saved, and of
 * which nothing was computed since. */
TEST (test_in_file, "/document-history/in-file")
{
  g_autofree char *path = g_build_filename (home, "a.interplay", NULL);
  g_autoptr (IplDocument) document = open_small ();
  IplParameters parameters, other;

  draw (document, NULL);
  save (document, path);
  parameters = other = *parameters_of (document);
  ipl_parameters_set_seed (&other, 77);
  change (document, &other);
  g_assert_false (loses_results (document));
  /* More draws of the first, which are in no file. */
  change (document, &parameters);
  ipl_document_add_draws (document);
  wait_for (document, "solve");
  change (document, &other);
  g_assert_true (loses_results (document));
  /* A file of the others does not hold them. */
  ipl_document_sample_here (document);
  wait_for (document, "solve");
  save (document, path);
  g_assert_true (loses_results (document));
  change (document, &parameters);
  g_assert_false (loses_results (document));
}

/* Undo leaves figures as they look. */
TEST (test_display, "/document-history/display")
{
  g_autoptr (IplDocument) document = open_small ();
  IplParameters parameters;

  ipl_document_change_width (document, 20, FALSE);
  parameters = *parameters_of (document);
  parameters.display.shown_example = 3;
  ipl_document_change (document, &parameters, NULL);
  ipl_document_undo (document);
  g_assert_cmpuint (parameters_of (document)->current.N[0], ==, 10);
  g_assert_cmpuint (parameters_of (document)->display.shown_example, ==, 3);
}

static void
assert_change (const IplParameters *from, const IplParameters *to, const char *expected)
{
  g_autofree char *text = ipl_parameters_describe_change (from, to);

  g_assert_cmpstr (text, ==, expected);
}

/* What changed, in words: one value, several names, many, another case, nothing. */
TEST (test_describe_change, "/document-history/describe-change")
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
