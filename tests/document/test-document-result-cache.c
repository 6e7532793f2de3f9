/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results belong to their settings: they are shown again when these come back, and are spoken of
 * before they are lost. */
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/experiments/text-parameters.h"
#include "core/parameters/parameters.h"
#include "document-support.h"
#include "../tiny-glyphs.h"

/* What is shown of draws, a map and a mean; references. */
typedef struct
{
  IplPosteriorSummary *posterior;
  const IplMap *map;
  const IplSeedMean *seeds;
} Shown;

static Shown
look (IplDocument *document)
{
  return (Shown){ (IplPosteriorSummary *)ipl_document_get_posterior (document),
                  ipl_document_get_map (document), ipl_document_get_seeds (document) };
}

static void
assert_same (IplDocument *document, const Shown *shown)
{
  Shown now;

  wait_for (document, "solve");
  now = look (document);
  g_assert_nonnull (now.posterior);
  g_assert_true (now.posterior == shown->posterior);
  g_assert_true (now.map == shown->map);
  g_assert_true (now.seeds == shown->seeds);
}

static void
change_case (IplDocument *document, guint n_tokens, double variance)
{
  IplParameters parameters = *parameters_of (document);

  ipl_parameters_edit_markov_chain (&parameters)->n_tokens = n_tokens;
  parameters.current.variances[0] = variance;
  change (document, &parameters);
}

static void
prepare (IplDocument *document)
{
  IplParameters parameters = *parameters_of (document);

  parameters.n_widths = 2;
  parameters.sampler_chains = 2;
  parameters.warmup = 60;
  parameters.draws = 40;
  parameters.n_seeds = 2;
  change (document, &parameters);
}

TEST (test_shown_again, "/document-result-cache/shown-again")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autoptr (GError) error = NULL;
  guint n_tokens;
  double variance;
  Shown shown;

  prepare (document);
  n_tokens = ipl_parameters_get_markov_chain (parameters_of (document))->n_tokens;
  variance = parameters_of (document)->current.variances[0];
  ipl_document_follow_seeds (document);
  wait_for (document, "seeds");
  g_assert_true (ipl_document_solve_map (document, "N=10,20", NULL, NULL, &error));
  wait_for (document, "map");
  ipl_document_sample (document);
  wait_for (document, "solve");
  shown = look (document);
  g_assert_true (shown.posterior != NULL && shown.map != NULL && shown.seeds != NULL);
  ipl_posterior_summary_ref (shown.posterior);

  /* Another case, with results of its own, and back by undo, redo and by hand. */
  change_case (document, n_tokens + 1, variance);
  g_assert_null (ipl_document_get_posterior (document));
  g_assert_null (ipl_document_get_map (document));
  g_assert_null (ipl_document_get_seeds (document));
  ipl_document_sample_here (document);
  wait_for (document, "solve");
  g_assert_true (ipl_document_get_posterior (document) != shown.posterior);
  ipl_document_undo (document);
  assert_same (document, &shown);
  ipl_document_redo (document);
  wait_for (document, "solve");
  g_assert_nonnull (ipl_document_get_posterior (document));
  change_case (document, n_tokens, variance);
  assert_same (document, &shown);
  /* The same case at another variance. */
  change_case (document, n_tokens, 2 * variance);
  g_assert_null (ipl_document_get_posterior (document));
  ipl_document_undo (document);
  assert_same (document, &shown);
  /* More draws go on with these. */
  ipl_document_add_draws (document);
  wait_for (document, "solve");
  g_assert_cmpuint (ipl_document_get_posterior (document)->n_draws, ==, 80);

  ipl_posterior_summary_unref (shown.posterior);
}

/* @ends: whether the session ends; else another case is opened
 * @words: (nullable): a part of what the user is asked; NULL for nothing */
static void
assert_loss (IplDocument *document, gboolean ends, const char *words)
{
  g_autofree char *loss = ipl_document_describe_loss (document, ends);

  if (words == NULL)
    g_assert_null (loss);
  else
    g_assert_nonnull (strstr (loss, words));
}

/* Another case is opened: results are there after undo, and closing alone would lose them. */
TEST (test_other_case, "/document-result-cache/other-case")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autoptr (GError) error = NULL;
  guint n_tokens;
  Shown shown;

  prepare (document);
  n_tokens = ipl_parameters_get_markov_chain (parameters_of (document))->n_tokens;
  ipl_document_follow_seeds (document);
  wait_for (document, "seeds");
  g_assert_true (ipl_document_solve_map (document, "N=10,20", NULL, NULL, &error));
  wait_for (document, "map");
  ipl_document_sample (document);
  wait_for (document, "solve");
  shown = look (document);
  ipl_posterior_summary_ref (shown.posterior);
  assert_loss (document, FALSE, "Results and changes");
  change_case (document, n_tokens + 1, 1.0);
  /* Undo leads from another case to these parameters, and from there to the results. */
  assert_loss (document, FALSE, NULL);
  assert_loss (document, TRUE, "Results of other parameters");
  ipl_document_add_ghost (document);
  g_assert_cmpuint (ipl_document_count_ghosts (document), ==, 1);
  ipl_document_open_experiment (document, "hmc-classes");
  wait_for (document, "solve");
  g_assert_cmpuint (ipl_document_count_ghosts (document), ==, 0);
  g_assert_null (ipl_document_get_posterior (document));
  assert_loss (document, TRUE, "Results of other parameters");
  ipl_document_undo (document);
  ipl_document_undo (document);
  assert_same (document, &shown);
  assert_loss (document, TRUE, "Results and changes");
  /* The user was asked before the results themselves are left. */
  ipl_document_open_experiment (document, "hmc-classes");
  wait_for (document, "solve");
  assert_loss (document, TRUE, NULL);
  ipl_document_undo (document);
  assert_same (document, &shown);
  ipl_posterior_summary_unref (shown.posterior);
}

/* Draws so far belong to their parameters too. */
TEST (test_stopped_by_change, "/document-result-cache/stopped-by-change")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplParameters parameters;
  guint n_draws;

  prepare (document);
  parameters = *parameters_of (document);
  parameters.draws = 100000;
  change (document, &parameters);
  ipl_document_sample_here (document);
  wait_until (ipl_document_get_posterior (document) != NULL
              && ipl_document_get_posterior (document)->n_draws > 20);
  n_draws = ipl_document_get_posterior (document)->n_draws;
  assert_loss (document, FALSE, "undo restores its results so far");
  assert_loss (document, TRUE, "Its results so far will be lost");
  change_case (document, 5, 1.0);
  g_assert_null (ipl_document_get_posterior (document));
  ipl_document_undo (document);
  wait_for (document, "solve");
  g_assert_nonnull (ipl_document_get_posterior (document));
  g_assert_cmpuint (ipl_document_get_posterior (document)->n_draws, >=, n_draws);
  g_assert_false (ipl_document_is_sampling (document));
}

/* Of nine cases that were sampled eight are kept, and the session reports which one is not. */
TEST (test_bounded, "/document-result-cache/bounded")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autofree char *loss = NULL, *said = NULL;

  prepare (document);
  g_signal_connect (document, "message", G_CALLBACK (note_message), &said);
  for (guint i = 0; i < 9; i++)
    {
      g_assert_null (said);
      change_case (document, 4 + i, 1.0);
      ipl_document_sample_here (document);
      wait_for (document, "solve");
    }
  g_assert_cmpstr (said, ==,
                   "Results of Tokens = 4 were dropped: the last 8 of each kind are kept.");
  loss = ipl_document_describe_loss (document, TRUE);
  g_assert_nonnull (strstr (loss, "Results of other parameters"));
  for (guint i = 9; i > 0; i--)
    {
      change_case (document, 3 + i, 1.0);
      g_assert_true ((ipl_document_get_posterior (document) != NULL) == (i > 1));
    }
}

/* A mean over seeds is of the temperatures that it was taken at, and of the limits drawn now. */
TEST (test_curves, "/document-result-cache/curves")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplParameters parameters;
  guint n_lines;

  prepare (document);
  parameters = *parameters_of (document);
  parameters.n_temperatures = 2;
  parameters.temperatures[0] = 0.1;
  parameters.temperatures[1] = 1;
  parameters.gp_paths = "1,2";
  change (document, &parameters);
  ipl_document_follow_seeds (document);
  wait_for (document, "seeds");
  g_assert_nonnull (ipl_document_get_seeds (document));
  n_lines = ipl_document_get_seeds (document)->n_lines;
  /* A limit of paths that are no more ticked goes from it. */
  parameters.gp_paths = "";
  change (document, &parameters);
  g_assert_cmpuint (ipl_document_get_seeds (document)->n_lines, ==, n_lines - 1);
  parameters.temperatures[1] = 2;
  ipl_document_change (document, &parameters, NULL);
  g_assert_null (ipl_document_get_seeds (document));
  ipl_document_undo (document);
  g_assert_nonnull (ipl_document_get_seeds (document));
}

/* Where nobody else has written the file since. */
static IplSessionSave *
save_expecting (IplDocument *document, const char *path, GError **error)
{
  g_autofree char *json = ipl_document_to_json (document);
  IplSessionSave *saved = ipl_session_save_new (document, json);

  ipl_session_save_expect (saved, document, path);
  if (ipl_session_save_write (saved, path, NULL, NULL, error))
    ipl_document_was_saved (document, saved, path);
  return saved;
}

/* Saved before its draws have come back, a session has them all the same; a file that another
 * session has written since is not replaced. */
TEST (test_saved_at_once, "/document-result-cache/saved-at-once")
{
  g_autofree char *path = g_build_filename (home, "a.interplay", NULL);
  g_autofree char *other = g_build_filename (home, "b.interplay", NULL);
  g_autoptr (IplDocument) document = ipl_document_new (), again = ipl_document_new ();
  g_autoptr (IplSessionSave) first = NULL, second = NULL, third = NULL, last = NULL;
  g_autoptr (IplNpz) before = NULL, after = NULL;
  g_autoptr (IplSessionFile) file = NULL;
  g_autoptr (GError) error = NULL;
  guint reported = 0;

  prepare (document);
  ipl_document_set_folder (document, home);
  ipl_document_set_folder (again, home);
  ipl_document_update_needs (document, &reported, IPL_NEEDS_HEADS);
  ipl_document_sample (document);
  wait_for (document, "solve");
  wait_for (document, "heads");
  first = save_expecting (document, path, &error);
  g_assert_no_error (error);
  open_file (again, path);
  second = save_expecting (again, other, &error);
  g_assert_no_error (error);
  file = ipl_session_file_open (other, NULL, NULL);
  g_assert_nonnull (strstr (file->document, "\"draws\""));
  g_assert_cmpuint (file->members->len, >, 0);
  for (guint i = 0; i < file->members->len; i++)
    g_assert_null (strchr (((IplSessionMember *)file->members->pdata[i])->from, '/'));
  before = ipl_npz_open (path, NULL, NULL);
  after = ipl_npz_open (other, NULL, NULL);
  g_assert_nonnull (ipl_npz_lookup (before, "posterior_U_mean"));
  g_assert_nonnull (ipl_npz_lookup (before, "pruning/head_score"));
  for (guint i = 0; i < ipl_npz_get_n (before); i++)
    g_assert_nonnull (ipl_npz_lookup (after, ipl_npz_get (before, i)->name));

  open_file (again, path);
  change_case (again, 5, 1.0);
  third = save_expecting (again, path, &error);
  g_assert_no_error (error);
  change_case (document, 6, 1.0);
  last = save_expecting (document, path, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_assert_true (ipl_document_is_unsaved (document));
  ipl_document_update_needs (document, &reported, 0);
}

static void
make_tiny (IplDocument *document)
{
  IplParameters parameters;

  set_tiny_glyphs (&parameters);
  parameters.n_widths = 1;
  parameters.fine_tune_steps = 2;
  ipl_document_begin_experiment (document, &parameters);
  wait_for (document, "solve");
}

static const IplPruning *
pruning_of (IplDocument *document)
{
  return view_of (document).pruning;
}

/* A trained network's curve, and what its heads are worth after a short fine-tune. */
TEST (test_trained, "/document-result-cache/trained")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  const IplTrainResult *trained;
  const IplPruning *tuned;
  g_autofree char *made = NULL, *loss = NULL, *last_loss = NULL;
  IplParameters parameters;
  guint reported = 0;

  make_tiny (document);
  ipl_document_update_needs (document, &reported, IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING);
  ipl_document_train (document);
  /* A training goes on where another case is opened, and not where the session ends. */
  loss = ipl_document_describe_loss (document, FALSE);
  last_loss = ipl_document_describe_loss (document, TRUE);
  g_assert_true (loss == NULL || strstr (loss, "rain") == NULL);
  g_assert_nonnull (strstr (last_loss, "rain"));
  wait_for (document, "train");
  wait_for (document, "solve");
  trained = ipl_document_get_train_result (document);
  g_assert_true (trained != NULL && trained->is_saved);
  /* So few steps on so few images teach it nothing. */
  made = ipl_document_describe_training (document);
  g_assert_true (g_str_has_prefix (made, "30 steps, held-out accuracy 0."));
  g_assert_true (g_str_has_suffix (made, ", no better than guessing"));
  ipl_document_prune (document);
  wait_for (document, "heads");
  tuned = pruning_of (document);
  g_assert_cmpuint (tuned->fine_tune_steps, ==, 2);
  /* Another width has not been pruned after a fine-tune. */
  ipl_document_change_width (document, 30, FALSE);
  wait_for (document, "solve");
  wait_until (pruning_of (document) != tuned);
  ipl_document_undo (document);
  wait_for (document, "solve");
  wait_until (pruning_of (document) == tuned);
  parameters = *parameters_of (document);
  ipl_parameters_edit_trainable (&parameters)->task.n_test++;
  ipl_parameters_edit_trainable (&parameters)->network = "";
  change (document, &parameters);
  g_assert_null (ipl_document_get_train_result (document));
  ipl_document_undo (document);
  wait_for (document, "solve");
  g_assert_true (ipl_document_get_train_result (document) == trained);
  wait_until (pruning_of (document) == tuned);
  ipl_document_update_needs (document, &reported, 0);
}

static void
run_text_on (IplDocument *document, guint steps)
{
  IplParameters parameters = *parameters_of (document);

  ((IplTextParameters *)ipl_parameters_edit_specific (&parameters))->steps = steps;
  ipl_document_change (document, &parameters, NULL);
  g_assert_false (ipl_document_get_status (document, "solve")->running);
  ipl_document_run (document);
}

static void
run_text (IplDocument *document, guint steps)
{
  run_text_on (document, steps);
  wait_for (document, "solve");
}

/* An example that takes long waits for the user, also after undo; what it has computed is shown
 * again without being computed. */
TEST (test_waits, "/document-result-cache/waits")
{
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autofree char *text = NULL, *status = NULL, *loss = NULL;
  const IplExperimentResult *own;

  ipl_document_run (document);
  wait_for (document, "solve");
  ipl_document_open_experiment (document, "joma-text");
  g_assert_false (ipl_document_get_status (document, "solve")->running);
  text = ipl_document_describe_run (document);
  g_assert_cmpstr (
      text, ==, "Nothing is computed yet. Run (Ctrl+R) takes about two minutes with the defaults.");
  status = ipl_document_describe (document);
  g_assert_cmpstr (status, ==, "");
  g_assert_false (ipl_document_can_resume (document));
  run_text (document, 20);
  own = ipl_document_get_solve_result (document)->dynamics;
  g_assert_true (own->complete);
  run_text (document, 30);
  g_assert_true (ipl_document_get_solve_result (document)->dynamics != own);
  loss = ipl_document_describe_loss (document, TRUE);
  g_assert_nonnull (strstr (loss, "Results of other parameters"));
  ipl_document_undo (document);
  g_assert_true (ipl_document_get_solve_result (document)->dynamics == own);
  g_assert_false (ipl_document_get_status (document, "solve")->running);
  g_assert_false (ipl_document_needs_run (document));
  /* A look at what runs does not end it, nor does it show up where other parameters have theirs. */
  run_text_on (document, 100000);
  ipl_document_show_time (document, 0);
  g_assert_true (ipl_document_get_status (document, "solve")->running);
  ipl_document_undo (document);
  ipl_document_undo (document);
  for (guint i = 0; i < 100; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  g_assert_true (ipl_document_get_status (document, "solve")->running);
  g_assert_true (ipl_document_get_solve_result (document)->dynamics == own);
  ipl_document_stop (document);
  wait_for (document, "solve");
  g_assert_true (ipl_document_get_solve_result (document)->dynamics == own);
  /* Opened again while it runs, it waits again. */
  ipl_document_open_experiment (document, "joma-text");
  ipl_document_run (document);
  g_assert_true (ipl_document_get_status (document, "solve")->running);
  ipl_document_open_experiment (document, "joma-text");
  wait_for (document, "solve");
  g_assert_true (ipl_document_needs_run (document));
  g_assert_null (ipl_document_get_solve_result (document));
  ipl_document_open_experiment (document, "parity");
  wait_for (document, "solve");
  ipl_document_undo (document);
  g_assert_false (ipl_document_get_status (document, "solve")->running);
  g_assert_true (ipl_document_needs_run (document));
}
