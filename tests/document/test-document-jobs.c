/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document without a window: its jobs, what can be undone, what the scrubber keeps. */
#include "core/tasks/token-task.h"
#include "../small-case.h"
#include "document-support.h"

#include "core/case/example-cases.h"
#include "core/parameters/parameters-change.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/heads/pruning.h"
#include "figures/view/panel.h"

/* Half as many each time, told at the end; a run of the test's own. */
static void
halve (IplJob *job, gpointer request, gpointer memory)
{
  int n = *(int *)request;

  ipl_job_progress (job, 0.5, 90.0, "Halving");
  g_usleep (20000);
  ipl_job_post (job, g_ref_string_new (n % 2 == 0 ? "even" : "odd"));
}

static gpointer
string_ref (gpointer string)
{
  return g_ref_string_acquire (string);
}

static const IplRun halving = {
  .id = "halve",
  .title = "Halve",
  .run = halve,
  .request_free = g_free,
  .result_ref = string_ref,
  .result_unref = (GDestroyNotify)g_ref_string_release,
};

static int *
number (int n)
{
  return g_memdup2 (&n, sizeof n);
}

static void
note_sentence (IplDocument *document, gpointer data)
{
  const char *sentence = ipl_document_get_status (document, "halve")->sentence;

  if (sentence != NULL && !ipl_document_get_status (document, "halve")->stopping)
    g_assert_cmpstr (sentence, ==, "Halving, 2 min left");
  (*(guint *)data)++;
}

static void
count (IplDocument *document, gpointer data)
{
  (*(guint *)data)++;
}

/* A run that the session has never heard of is started, told of and asked by its name. */
TEST (test_any_run, "/document/any-run")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  guint n_changes = 0, n_others = 0;

  ipl_run_register (&halving);
  g_signal_connect (document, "job-changed::halve", G_CALLBACK (note_sentence), &n_changes);
  g_signal_connect (document, "job-changed::solve", G_CALLBACK (count), &n_others);
  g_assert_false (ipl_document_get_status (document, "halve")->running);
  g_assert_null (ipl_document_get_result (document, "halve"));
  ipl_document_start (document, "halve", number (8));
  g_assert_true (ipl_document_get_status (document, "halve")->running);
  wait_for (document, "halve");
  g_assert_cmpstr (ipl_document_get_result (document, "halve"), ==, "even");
  g_assert_cmpuint (n_changes, >=, 2);
  g_assert_cmpuint (n_others, ==, 0);
  /* The latest request wins. */
  ipl_document_start (document, "halve", number (2));
  ipl_document_start (document, "halve", number (3));
  wait_for (document, "halve");
  g_assert_cmpstr (ipl_document_get_result (document, "halve"), ==, "odd");
  /* Closed, it takes requests and does nothing; what was found stays. */
  ipl_document_start (document, "halve", number (4));
  ipl_document_close (document);
  ipl_document_start (document, "halve", number (4));
  g_assert_false (ipl_document_get_status (document, "halve")->running);
  g_assert_cmpstr (ipl_document_get_result (document, "halve"), ==, "odd");
}

/* One that has no way to share its results. */
static const IplRun unshared = { .id = "unshared",
                                 .title = "Halve",
                                 .run = halve,
                                 .result_unref = (GDestroyNotify)g_ref_string_release };

/* Such results are not kept, and nothing of it ends the program. */
TEST (test_unshared_run, "/document/unshared-run")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  int n = 8;

  ipl_run_register (&unshared);
  ipl_document_start (document, "unshared", &n);
  wait_for (document, "unshared");
  g_assert_null (ipl_document_get_result (document, "unshared"));
  ipl_document_start (document, "unshared", &n);
  ipl_document_cancel_job (document, "unshared");
  ipl_document_cancel_job (document, "no such run");
  wait_for (document, "unshared");
  ipl_document_close (document);
  ipl_document_start (document, "unshared", &n);
  g_assert_false (ipl_document_get_status (document, "unshared")->running);
}

/* Unequal widths keep the proportions they were given, however far the scrubber rounds them. */
TEST (test_scrub_scales_widths, "/document/scrub-keeps-proportions")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplParameters parameters = *parameters_of (document);
  const IplSetting *current;

  parameters.current.N[0] = 100;
  parameters.current.N[1] = 37;
  parameters.current.N[2] = 61;
  ipl_document_change (document, &parameters, "widths");
  ipl_document_change_width (document, 2, FALSE);
  ipl_document_change_width (document, 0, TRUE);
  ipl_document_change_width (document, 1000, FALSE);
  current = &parameters_of (document)->current;
  g_assert_cmpuint (current->N[0], ==, 1000);
  g_assert_cmpuint (current->N[1], ==, 370);
  g_assert_cmpuint (current->N[2], ==, 610);
  /* Anything else that moves the widths gives new proportions. */
  parameters = *parameters_of (document);
  parameters.current.N[1] = 500;
  ipl_document_change (document, &parameters, "widths");
  ipl_document_change_width (document, 100, FALSE);
  current = &parameters_of (document)->current;
  g_assert_cmpuint (current->N[1], ==, 50);
  g_assert_cmpuint (current->N[2], ==, 61);
}

static void
check_saved (IplDocument *document, gboolean saved)
{
  g_autofree char *loss = ipl_document_describe_loss (document, TRUE);

  g_assert_true (ipl_document_is_unsaved (document) == !saved);
  g_assert_true (ipl_document_is_worth_saving (document) == !saved);
  g_assert_true ((loss == NULL) == saved);
}

/* What is looked at, and how, leaves the document as it is; what the model is, is the document. */
TEST (test_view_is_no_change, "/document/view-is-no-change")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplTarget path = IPL_TARGET_NONE;
  IplParameters parameters;

  check_saved (document, TRUE);
  ipl_document_change_width (document, 300, FALSE);
  ipl_document_change_width (document, 0, TRUE);
  ipl_document_change_width (document, 17, FALSE);
  check_saved (document, TRUE);
  parameters = *parameters_of (document);
  parameters.display.heatmap_scale = IPL_HEATMAP_SYMLOG;
  parameters.display.shared_limits = TRUE;
  parameters.display.paths_shown = 2;
  parameters.shown_time = 3.0;
  ipl_document_change (document, &parameters, NULL);
  path = ipl_target_path (1);
  ipl_selection_select (ipl_document_get_selection (document), &path);
  ipl_selection_hover (ipl_document_get_selection (document), &path);
  check_saved (document, TRUE);
  parameters = *parameters_of (document);
  parameters.current.N[1] = 30;
  ipl_document_change (document, &parameters, NULL);
  check_saved (document, FALSE);
  ipl_document_undo (document);
  check_saved (document, TRUE);
  parameters = *parameters_of (document);
  parameters.current.temperature = 0.5;
  ipl_document_change (document, &parameters, NULL);
  check_saved (document, FALSE);
}

/* Steps of undo are the very parameters there were; those of one control join. */
TEST (test_undo, "/document/undo")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  const IplParameters *first = parameters_of (document);

  g_assert_false (ipl_document_can_undo (document));
  ipl_document_change_width (document, 20, FALSE);
  ipl_document_change_width (document, 40, FALSE);
  ipl_document_change_width (document, 40, FALSE); /* no change, no step */
  g_assert_true (ipl_document_can_undo (document));
  ipl_document_undo (document);
  g_assert_true (parameters_of (document) == first);
  g_assert_false (ipl_document_can_undo (document));
  ipl_document_redo (document);
  g_assert_cmpuint (parameters_of (document)->current.N[0], ==, 40);
  g_assert_false (ipl_document_can_redo (document));
}

/* Of the case before nothing stays selected; of one that cannot be made, nothing stays at all. */
TEST (test_other_case, "/document/other-case")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplSelection *selection = ipl_document_get_selection (document);
  IplTarget path = IPL_TARGET_NONE;
  const IplParameters *before;
  g_autofree char *text = NULL, *file = NULL;
  IplParameters impossible;
  IplSetting changed;
  guint n_cases;
  int p, q;

  g_signal_connect (document, "message", G_CALLBACK (note_message), &text);
  path = ipl_target_path (1);
  ipl_document_run (document);
  wait_for (document, "solve");
  ipl_selection_select (selection, &path);
  n_cases = ipl_document_count_cases (document);
  ipl_document_open_experiment (document, "hmc2");
  g_assert_cmpuint (ipl_document_count_cases (document), ==, n_cases + 1);
  wait_for (document, "solve");
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
  ipl_selection_get_pair (selection, &p, &q);
  g_assert_cmpint (p, ==, 0);
  ipl_selection_select (selection, &path);
  ipl_document_undo (document);
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
  wait_for (document, "solve");
  /* The example as it opened is nothing to save. */
  g_assert_false (ipl_document_is_unsaved (document));
  before = parameters_of (document);
  ipl_parameters_init (&impossible, "regular-language");
  ((IplTokenTask *)ipl_parameters_edit_specific (&impossible))->transitions = "9";
  ipl_document_begin_experiment (document, &impossible);
  g_assert_true (parameters_of (document) != before);
  wait_for (document, "solve");
  g_assert_true (parameters_of (document) == before);
  g_assert_true (ipl_document_get_solve_result (document)->parameters == before);
  g_assert_nonnull (strstr (text, "ransition"));
  g_assert_false (ipl_document_can_redo (document));
  /* A change of the user's is not taken back, whatever case it is of. */
  ipl_document_begin_experiment (document, &impossible);
  changed = parameters_of (document)->current;
  changed.temperature *= 2;
  ipl_document_change_current (document, &changed, NULL);
  wait_for (document, "solve");
  g_assert_cmpfloat (parameters_of (document)->current.temperature, ==, changed.temperature);
  file = ipl_example_case_path ("example-paths");
  ipl_document_open_file (document, file);
  ipl_document_select_opened (document, &path);
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
  wait_for (document, "solve");
  g_assert_cmpint (ipl_target_get (ipl_selection_get_selected (selection), IPL_PART_PATH), ==, 1);
}

/* A remark on the open case does not replace the reason why a file was not opened, and the remarks
 * on a file are none on chance. */
TEST (test_failed_opening, "/session/failed-opening")
{
  g_autofree char *path = g_build_filename (home, "headless.npz", NULL);
  g_autofree char *none = g_build_filename (home, "none.npz", NULL), *text = NULL;
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplNpzWriter *npz = ipl_npz_writer_new (path, NULL);

  g_signal_connect (document, "message", G_CALLBACK (note_message), &text);
  ipl_document_open_experiment (document, "parity");
  settle (document);
  g_assert_nonnull (strstr (text, "at chance"));
  ipl_document_open_file (document, none);
  settle (document);
  g_assert_nonnull (strstr (text, "none.npz"));
  add_small_set (npz, &(const SmallSet){ "train", 12, 0 });
  add_small_set (npz, &(const SmallSet){ "test", 4, 1 });
  g_assert_true (ipl_npz_writer_close (npz, NULL));
  ipl_document_open_file (document, path);
  settle (document);
  g_assert_no_error (ipl_document_get_solve_result (document)->error);
  g_assert_nonnull (strstr (text, "no array heads"));
}

/* What was set by hand goes on with another case, what was never touched does not: cases have
 * defaults of their own, however they are opened. */
TEST (test_settings_carry_over, "/document/keep-ways")
{
  IplParameters from, fresh, to;

  ipl_parameters_init (&from, "hmc4");
  ipl_parameters_init (&fresh, "glyphs");
  g_assert_cmpuint (from.warmup, !=, fresh.warmup);
  to = fresh;
  ipl_parameters_copy_settings (&to, &from);
  g_assert_true (ipl_parameters_equal (&to, &fresh));
  from.draws = 123;
  ipl_parameters_copy_settings (&to, &from);
  g_assert_cmpuint (to.draws, ==, 123);
  g_assert_cmpuint (to.warmup, ==, fresh.warmup);
}

/* A request, its results and the document hold the same parameters. */
TEST (test_parameters_are_shared, "/document/parameters-are-shared")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  const IplSolveResult *result;
  IplView view;

  /* Until there is a case its shape is shown. */
  g_assert_null (ipl_document_get_solve_result (document));
  view = view_of (document);
  g_assert_cmpuint (view.the_case->Pi, ==, 4);
  g_assert_null (view.current);
  ipl_document_run (document);
  wait_for (document, "solve");
  result = ipl_document_get_solve_result (document);
  g_assert_nonnull (result);
  g_assert_no_error (result->error);
  g_assert_true (result->parameters == parameters_of (document));
  g_assert_true (ipl_document_is_current_shown (document));
  view = view_of (document);
  g_assert_true (view.the_case == &result->the_case->info);
}

/* Widths on both sides of a residual connection stay equal when one of them is changed. */
TEST (test_residual_widths, "/document/residual-widths")
{
  g_autofree char *path = g_build_filename (home, "residual.npz", NULL);
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplNpzWriter *npz = ipl_npz_writer_new (path, NULL);
  const gsize L = 2;
  const IplSetting *current;
  IplParameters parameters;

  add_small_set (npz, &(const SmallSet){ "train", 12, 0 });
  add_small_set (npz, &(const SmallSet){ "test", 12, 1 });
  ipl_npz_writer_add_ints (npz, "heads", (const gint64[]){ 1, 2 }, 1, &L);
  ipl_npz_writer_add_doubles (npz, "residual", (const double[]){ 1, 0 }, 1, &L);
  g_assert_true (ipl_npz_writer_close (npz, NULL));
  ipl_document_open_file (document, path);
  wait_for (document, "solve");
  g_assert_no_error (ipl_document_get_solve_result (document)->error);
  parameters = *parameters_of (document);
  parameters.current.N[0] = 17;
  ipl_document_change (document, &parameters, "width-1");
  current = &parameters_of (document)->current;
  g_assert_cmpuint (current->N[0], ==, 17);
  g_assert_cmpuint (current->N[1], ==, 17);
  g_assert_cmpuint (current->N[2], !=, 17);
  parameters = *parameters_of (document);
  parameters.current.N[2] = 23;
  ipl_document_change (document, &parameters, "width-3");
  current = &parameters_of (document)->current;
  g_assert_cmpuint (current->N[1], ==, 17);
  wait_for (document, "solve");
  g_assert_true (ipl_document_is_current_shown (document));
  /* Two that do not fit are a mistake, and not solved. */
  parameters = *parameters_of (document);
  parameters.current.N[0] = 5;
  parameters.current.N[1] = 6;
  ipl_document_change (document, &parameters, "widths");
  wait_for (document, "solve");
  g_assert_false (ipl_document_is_current_shown (document));
}

/* What is hovered is shown before what is selected; what a view does not have is let go of. */
TEST (test_selection, "/document/selection")
{
  g_autoptr (IplSelection) selection = ipl_selection_new ();
  IplCaseInfo the_case = { .L = 1, .H = { 4 }, .Pi = 4 };
  IplPruning pruning = { .n_points = 3 };
  IplView view = { .the_case = &the_case, .pruning = &pruning };
  IplTarget cell = IPL_TARGET_NONE, point = IPL_TARGET_NONE;
  int p, q;

  cell = ipl_target_pair (1, 2);
  point = ipl_target_pruned (2);
  ipl_selection_select (selection, &cell);
  ipl_selection_get_pair (selection, &p, &q);
  g_assert_cmpint (p, ==, 1);
  g_assert_cmpint (q, ==, 2);
  ipl_selection_hover (selection, &point);
  g_assert_true (ipl_target_equal (ipl_selection_get_shown (selection), &point));
  ipl_selection_hover (selection, &IPL_TARGET_NONE);
  g_assert_true (ipl_target_equal (ipl_selection_get_shown (selection), &cell));
  the_case.Pi = 2;
  ipl_selection_clamp (selection, &view);
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
  ipl_selection_select (selection, &point);
  ipl_selection_clamp (selection, &view);
  g_assert_true (ipl_target_equal (ipl_selection_get_selected (selection), &point));
  pruning.n_points = 2;
  ipl_selection_clamp (selection, &view);
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
}

static void
wait_seconds (double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64)(seconds * G_USEC_PER_SEC);

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (200);
}

/* While the width moves nobody looks at heads that are not in sight; when it rests somebody does,
 * and at once as soon as a figure of theirs is. */
TEST (test_heads_wait, "/document/heads-wait")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  guint reported = 0;

  ipl_document_run (document);
  wait_for (document, "solve");
  wait_seconds (2);
  wait_for (document, "heads");
  g_assert_nonnull (ipl_document_get_result (document, "heads"));
  for (guint N = 20; N < 60; N++)
    {
      ipl_document_change_width (document, N, FALSE);
      wait_seconds (0.05);
      g_assert_false (ipl_document_get_status (document, "heads")->running);
    }
  ipl_document_update_needs (document, &reported, IPL_NEEDS_HEADS);
  g_assert_true (ipl_document_get_status (document, "heads")->running);
  wait_for (document, "solve");
  wait_seconds (0.3);
  wait_for (document, "heads");
  g_assert_cmpuint (
      ((const IplHeadResult *)ipl_document_get_result (document, "heads"))->heads->setting.N[0], ==,
      59);
  ipl_document_update_needs (document, &reported, 0);
}

/* An example that is at chance says so; its numbers are written as in figures. */
TEST (test_at_chance, "/document/at-chance")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autofree char *parity = NULL;

  ipl_document_open_experiment (document, "parity");
  wait_for (document, "solve");
  parity = ipl_document_describe (document);
  g_assert_nonnull (strstr (parity, ", no better than guessing (GP"));
  g_assert_true (g_regex_match_simple (", relative gradient [0-9]e−[0-9]+$", parity, 0, 0));
}
